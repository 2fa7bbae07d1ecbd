"""`imhotep play`: what people see and may type, and that nothing hidden is told."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep import open_ruleset
from imhotep.cli.main import cli
from imhotep.experiment.worker import play_logged
from imhotep.wasm.playing import Interpreting

HANDS = str(Path(__file__).parents[1] / "rulesets" / "hands")


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, ["play", *words], input=typed)


def test_random_players_play_the_game_of_a_playout(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    result = run("imhotep", "--seat", "black=random", "--seed", "5", "--log", str(log))
    assert result.exit_code == 0
    record = json.loads(log.read_text(encoding="utf-8"))
    outcome, line = play_logged(Interpreting(open_ruleset("imhotep").program(2)), 5, ("random", "random"), {})
    assert record["steps"] == json.loads(line)["steps"]
    total = sum(points[0] for points in outcome.points)
    assert f"\nblack: {total} points (" in result.output


def test_a_person_is_asked_with_numbered_options_and_answers_by_number_or_id() -> None:
    result = run("imhotep", "--seed", "5", typed="2\nthree.1\nq\n")
    assert "black: what do you do?\n  1  Get new stones\n  2  Place 1 stone on a ship\n" in result.output
    assert "black: onto which ship?" in result.output
    assert "black: onto which space of it?" in result.output
    assert result.output.count("\nshipyard: ") == 1, "the board is drawn anew only where it has changed"
    assert (result.exit_code, "broken off\nblack: 0 points" in result.output) == (0, True)


def test_what_is_not_offered_is_refused_with_the_nearest() -> None:
    result = run("imhotep", "--seed", "5", typed="9\nget_stone\n?\nq\n")
    assert "`9` is not offered; " in result.output
    assert "`get_stone` is not offered; `get_stones`?" in result.output
    assert result.output.count("type a number or the id of an option") == 2


def test_a_game_can_be_played_in_another_language() -> None:
    result = run("imhotep", "--seed", "5", "--lang", "de", typed="1\nq\n")
    assert "\nSchwarz: was tust du?\n  1  Neue Steine besorgen\n" in result.output
    assert "\nWerft: " in result.output and "[en]" not in result.output
    assert "quarry [en]: 27 black [en]" in run("imhotep", "--lang", "nl", "--seed", "5", typed="q\n").output
    refused = run("imhotep", "--lang", "deutsch")
    assert (refused.exit_code, "`deutsch` is no language" in refused.stderr) == (2, True)


def test_the_only_option_is_taken_and_said() -> None:
    result = run("imhotep", "--seed", "5", typed="1\nq\n")
    assert "\nblack: Place 1 stone on a ship (the only option)\n" in result.output


def test_the_end_of_the_input_breaks_the_game_off_and_keeps_the_log(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    result = run("imhotep", "--seed", "5", "--log", str(log), typed="1\n")
    assert (result.exit_code, "broken off" in result.output) == (0, True)
    assert json.loads(log.read_text(encoding="utf-8"))["end"]["over"] is False
    replayed = CliRunner().invoke(cli, ["replay", str(log), "--verify"])
    assert replayed.output == "1 played again: all the same\n"


def test_points_are_told_by_source_at_the_end() -> None:
    result = run("imhotep", "--seat", "1=random", "--seed", "5", "--players", "3")
    last = result.output.splitlines()[-4:]
    for line, seat in zip(last, ("black", "white", "brown"), strict=False):
        found = re.fullmatch(rf"{seat}: (\d+) points(?: \((.+)\))?", line)
        assert found is not None
        assert int(found[1]) == sum(int(part.rpartition(" ")[2]) for part in (found[2] or "x 0").split(", "))
    assert last[-1].endswith(("wins", "share the win"))


def test_another_seats_hand_is_not_shown() -> None:
    result = run(HANDS, "--seed", "3", "--players", "2", typed="q\n")
    program = open_ruleset(HANDS).program(2)
    drawn = [line.strip() for line in result.output.splitlines()]
    hands = [line for line in drawn if line.startswith("hand:")]
    assert len(program.seats) == len(hands) == 2
    assert [bool(re.fullmatch(r"hand: \d+ hidden", line)) for line in hands] == [False, True]


def test_what_is_picked_from_hidden_cards_is_not_told() -> None:
    """A random player looks at the hidden pair and keeps a card that nobody else sees being picked."""
    words = ("imhotep", "--side", "market=B", "--seat", "black=random", "--seed")
    told = "".join(run(*words, str(seed)).output for seed in range(3))
    assert re.search(r"look at the two hidden cards and keep one\n\w+: chooses unseen\n", told)


def test_a_trace_names_file_and_line_of_each_step() -> None:
    result = run("imhotep", "--seat", "black=random", "--seed", "5", "--trace")
    assert re.search(
        r"\n    stone\.black: quarry of black -> sled of black +imhotep/actions\.yaml:\d+:\d+\n", result.output
    )
    assert re.search(r"\n    round = 2 +imhotep/flow\.yaml:\d+:\d+\n", result.output)


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        ("blak=random", "there is no seat `blak`; did you mean `black`?"),
        ("9=random", "there is no seat `9`; known here: `black`, `white`"),
        ("black=expert", "there is no player `expert`; known here: `flat`, `greedy`, `mcts`, `random`"),
        ("black", "`black` is not of the form SEAT=person|PLAYER"),
    ],
)
def test_a_seat_that_cannot_be_is_refused(seat: str, message: str) -> None:
    result = run("imhotep", "--seat", seat)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_rules_that_break_down_are_a_finding(work: Path) -> None:
    text = "add: {rules: {odd: {when: evening, do: move 9 tokens from bag of red to bed}}}\n"
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml\n" + text, encoding="utf-8")
    result = run("odd.yaml", "--seat", "1=random")
    assert result.exit_code == 1
    assert "the rules broke down: " in result.output
