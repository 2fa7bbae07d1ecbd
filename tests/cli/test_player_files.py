"""Lists of players wherever players are named, also in other processes, in ledgers and in logs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

LIST = "for: ./meadow\npriorities:\n  - {decision: plant.cell, when: wind is calm, choose: {%s: cell}}\n"


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli, [*words], input=typed)


@pytest.fixture
def most(work: Path) -> str:
    """The name of a list that plants as far back as it can."""
    (work / "most.player.yaml").write_text(LIST % "most", encoding="utf-8")
    return "most.player.yaml"


def picked(log: str, seat: str) -> list[str]:
    games = [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]
    steps = [step for game in games for step in game["steps"] if step.get("decision") == "plant.cell"]
    assert {len(step["options"]) for step in steps} == {1, 2, 3}
    return [step["taken"] for step in steps if step["seat"] == seat and len(step["options"]) == 3]


def test_a_list_plays_one_seat_of_a_simulation_and_the_log_says_so(most: str) -> None:
    done = run("simulate", "./meadow", "--by", f"{most},random", "--games", "30", "--log", "games.jsonl")
    assert done.output.startswith(f"played by {most}, random\n")
    first = [json.loads(line)["deciders"] for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()][:2]
    assert [list(each.values()) for each in first] == [[most, "random"], ["random", most]]
    taken = picked("games.jsonl", "red")
    assert set(taken[0::2]) == {"3"} and set(taken[1::2]) == {"1", "2", "3"}
    assert run("replay", "games.jsonl", "--verify").output == "30 played again: all the same\n"


def test_the_number_of_processes_and_the_back_end_make_no_difference(most: str) -> None:
    words = (
        "simulate",
        "./meadow",
        "--by",
        f"{most},noise=0.5",
        "--games",
        "12",
        "--metrics",
        "all",
        "--format",
        "json",
    )
    one = run(*words, "--jobs", "1")
    assert one.exit_code == 0
    assert run(*words, "--jobs", "2").stdout == one.stdout == run(*words, "--backend", "interpreter").stdout


def test_an_edited_list_never_goes_on_from_the_games_of_another(most: str) -> None:
    words = ("simulate", "./meadow", "--by", most, "--ledger", "kept.jsonl", "--games")
    assert run(*words, "4").exit_code == 0
    before = Path("kept.jsonl").read_bytes()
    Path(most).write_text((LIST % "most").replace("priorities:", "# a comment\npriorities:"), encoding="utf-8")
    assert run(*words, "5").exit_code == 0
    assert Path("kept.jsonl").read_bytes().startswith(before)
    for edited in (LIST % "least", LIST.replace("calm", "strong") % "most", "fallback: greedy:2\n" + LIST % "most"):
        Path(most).write_text(edited, encoding="utf-8")
        refused = run(*words, "6")
        assert (refused.exit_code, "another list of a player in `meadow`" in refused.stderr) == (2, True)
    assert Path("kept.jsonl").read_bytes().count(b"\n") == 6


def test_an_experiment_names_lists_by_paths_from_its_file(work: Path, most: str) -> None:
    (work / "trials").mkdir()
    trial = work / "trials" / "trial.experiment.yaml"
    text = f"base: ../meadow\ngrid: {{numbers.prize: [1, 4]}}\ngames: 6\nplayers: [../{most}, random]\n"
    trial.write_text(text + f"second_players: ../{most},noise=0.5\n", encoding="utf-8")
    asked = run("compare", "trials/trial.experiment.yaml", "--format", "json")
    found = json.loads(asked.stdout)
    assert (found["players"], found["second_players"]) == ([most, "random"], [f"{most},noise=0.5"])
    same = ("./meadow", "--grid", "numbers.prize=1,4", "--games", "6", "--by", f"{most},random")
    swept = run("sweep", "trials/trial.experiment.yaml", "--by", f"{most},random", "--format", "json")
    assert swept.exit_code == 0
    assert swept.stdout == run("sweep", *same, "--second-by", f"{most},noise=0.5", "--format", "json").stdout
    assert run("validate", "trials/trial.experiment.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("players", "list", "place"),
    [
        ("../mist.player.yaml", "", "trials/trial.experiment.yaml:4:10: error[F003]"),
        ("../most.player.yaml", LIST % "mots", "most.player.yaml:3:57: error[B003]: there is no fact `mots`"),
        (
            "../most.player.yaml",
            LIST % "most" + "  - {decision: plnat.cell, choose: 1}\n",
            "most.player.yaml:4:16: error[B001]",
        ),
        ("[../most.player.yaml, random, random]", LIST % "most", "trials/trial.experiment.yaml:4:11: error[E002]"),
        ("../most.player.yaml,noise=3", LIST % "most", "trials/trial.experiment.yaml:4:10: error[E002]"),
        ("../most.yaml", LIST % "most", "trials/trial.experiment.yaml:4:10: error[E002]"),
    ],
)
def test_a_fault_of_a_list_or_of_its_name_is_told_once_at_its_place(
    work: Path, players: str, list: str, place: str
) -> None:
    (work / "trials").mkdir()
    (work / "most.player.yaml").write_text(list, encoding="utf-8")
    text = f"base: ../meadow\ngrid: {{numbers.prize: [1, 4]}}\ntables: [{{players: 2}}]\nplayers: {players}\n"
    (work / "trials" / "trial.experiment.yaml").write_text(text, encoding="utf-8")
    told = run("validate", "trials/trial.experiment.yaml", "--format", "concise")
    assert told.output.count("error[") == 1
    assert told.output.startswith(place)


def test_validate_tells_what_is_wrong_with_a_list(work: Path, most: str) -> None:
    assert run("validate", most).output == f"{most}: 1 entry: no findings\n"
    wrong = (LIST % "most").replace("plant.cell", "plant.cel")
    typed = run("validate", "-", "--stdin-filename", most, typed=wrong)
    assert typed.exit_code == 1
    assert typed.output.startswith(f"{most}:3:16: error[B001]: there is no decision `plant.cel`\n")
    Path("meadow/ruleset.yaml").write_text("ruleset: meadow\n", encoding="utf-8")
    assert f"{most}: its names wait until its ruleset is right: " in run("validate", most).output


def test_a_list_plays_against_a_person(most: str) -> None:
    game = run("play", "./meadow", "--seat", f"blue={most}", "--seed", "3", typed="1\nq\n")
    assert (game.exit_code, "blue: space 3" in game.output) == (0, True)


@pytest.mark.usefixtures("most")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("simulate ./meadow --by most.player.yaml,most", "there is no player `most`"),
        ("simulate ./meadow --by mist.player.yaml", "cannot read `mist.player.yaml`: there is no such file"),
        ("simulate ./meadow --by most.yaml", "the file of a player ends in `.player.yaml`"),
        ("simulate ./meadow --by most.player.yaml:40", "there is no player `most.player.yaml:40`"),
        ("simulate most.player.yaml", "is a player, no ruleset; `--by` and `--seat` take it, and `validate`"),
        ("simulate ./meadow --variant most.player.yaml", "is a player, no ruleset"),
        ("play ./meadow --seat red=mist.player.yaml", "cannot read `mist.player.yaml`"),
    ],
)
def test_what_cannot_be_meant_is_refused(command: str, said: str) -> None:
    refused = run(*command.split())
    assert (refused.exit_code, said in refused.stderr) == (2, True)
