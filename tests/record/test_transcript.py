"""A log holds a whole game: its form is that of the schema, and it says all that chance decided."""

import json
from pathlib import Path

import jsonschema
import pytest

from imhotep import Program, open_ruleset
from imhotep.compile.ruleset import Ruleset
from imhotep.experiment.series import game_seeds
from imhotep.experiment.simulate import simulate
from imhotep.experiment.worker import play_logged
from imhotep.machine.engine import Machine
from imhotep.machine.playout import play_out
from imhotep.record.transcript import Record, heading, random_game
from imhotep.wasm.playing import Interpreting

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "log.schema.json").read_text(encoding="utf-8"))
ROWS = Path(__file__).parents[1] / "rulesets" / "rows"
HANDS = Path(__file__).parents[1] / "rulesets" / "hands"
B_SIDES = dict.fromkeys(("burial_chamber", "market", "obelisks", "pyramids", "temple"), "B")
TABLES = [("imhotep", 2, {}), ("imhotep", 4, B_SIDES), (str(ROWS), 2, {}), (str(HANDS), 3, {})]


def log(ruleset: Ruleset, players: int, games: int, seed: int = 0, jobs: int = 1) -> list[Record]:
    lines: list[str] = []
    simulate(ruleset, players=players, games=games, seed=seed, jobs=jobs, log=lines.append)
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(("reference", "players", "sides"), TABLES)
def test_every_line_has_the_form_of_the_schema(reference: str, players: int, sides: dict[str, str]) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for record in log(open_ruleset(reference, sides=sides), players, 3):
        assert [f"{e.json_path}: {e.message}" for e in validator.iter_errors(record)] == []


@pytest.mark.parametrize(("reference", "players", "sides"), TABLES)
def test_a_logged_game_is_the_one_that_is_played_without_a_log(
    reference: str, players: int, sides: dict[str, str]
) -> None:
    program = open_ruleset(reference, sides=sides).program(players)
    machine = Machine(program)
    for seed in range(5):
        assert play_logged(Interpreting(program), seed, ("random",) * program.players, {})[0] == play_out(machine, seed)


def test_a_log_is_the_same_for_any_number_of_jobs_and_in_the_order_of_the_seeds() -> None:
    ruleset = open_ruleset("imhotep")
    one, two = log(ruleset, 2, 9, seed=4, jobs=1), log(ruleset, 2, 9, seed=4, jobs=2)
    assert one == two
    assert [record["seed"] for record in one] == list(game_seeds(4, 9))


def test_chance_in_a_log_decides_which_cards_and_fleets_come() -> None:
    """From the first shuffles alone follow the cards that are on offer in the first round."""
    ruleset = open_ruleset("imhotep")
    program = ruleset.program(3)
    transcript = random_game(program, 11)
    deck, rounds = (step["order"] for step in transcript.steps[:2])
    assert (transcript.steps[0]["pile"], transcript.steps[1]["pile"]) == ("deck", "round_deck")
    assert len(deck) == 34 and len(rounds) == 7
    first = next(step for step in transcript.steps if step.get("decision") == "offer.card")
    assert {option["payload"]["kind"] for option in first["options"]} == set(deck[-4:])
    shown = transcript.game.describe()["areas"]["round_row"]
    assert shown == list(rounds[:-7:-1])


def test_points_in_a_log_add_up_to_the_scores() -> None:
    for record in log(open_ruleset("imhotep", sides=B_SIDES), 4, 3):
        for score in record["end"]["scores"]:
            steps = [s["points"] for s in record["steps"] if "score" in s and s["seat"] == score["seat"]]
            assert sum(steps) == score["points"] == sum(score["by_source"].values())


def test_payloads_say_what_an_option_is() -> None:
    record = log(open_ruleset("imhotep"), 2, 1)[0]
    options = {s["decision"]: s["options"][0]["payload"] for s in record["steps"] if "decision" in s}
    ship = options["load.ship"]
    assert ship["type"] == "ship" and ship["area"] == "harbour" and 1 <= ship["cell"] <= 4
    assert ship["values"]["capacity"] >= ship["values"]["minimum"] >= 1
    assert options["load_onto.cell"].keys() == {"type", "area", "of", "cell"}
    assert options["offer.card"]["kind"] and options["offer.card"]["values"]["colour"]
    assert options["sail.site"]["id"]


def test_the_heading_tells_variants_and_settings_apart(tmp_path: Path) -> None:
    variant = tmp_path / "more.yaml"
    variant.write_text("extends: imhotep\nchange: {numbers: {rounds: {value: 5}}}\n", encoding="utf-8")
    base, changed, one_set = (
        open_ruleset("imhotep"),
        open_ruleset(str(variant)),
        open_ruleset("imhotep", settings=["numbers.rounds=5"]),
    )
    program: Program = base.program(2)
    plain, with_variant, with_setting = (heading(each, program) for each in (base, changed, one_set))
    assert plain["ruleset"] == with_variant["ruleset"] == with_setting["ruleset"]
    assert plain["rules"] != with_variant["rules"] == with_setting["rules"]
    assert [each["id"] for each in with_variant["variants"]] == ["more"]
    assert with_setting["settings"] == ["numbers.rounds=5"]


def test_a_game_that_breaks_down_is_logged_with_its_fault(tmp_path: Path) -> None:
    variant = tmp_path / "odd.yaml"
    variant.write_text(
        "extends: imhotep\nadd:\n  rules:\n    odd:\n      when: round_end\n      do: |\n"
        "        active scores 2147483000\n",
        encoding="utf-8",
    )
    record = log(open_ruleset(str(variant)), 2, 1)[0]
    jsonschema.Draft202012Validator(SCHEMA).validate(record)
    assert "does not fit in 32 bits" in record["end"]["fault"]
    assert record["end"]["over"] is False and "scores" not in record["end"]
