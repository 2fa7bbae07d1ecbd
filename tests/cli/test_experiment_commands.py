"""`imhotep compare`, `sweep` and `plan` with files of experiments and with words."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

CHECKOUT = Path(__file__).parents[2]
TRIAL = """
title: How much?
base: ./meadow
grid: {numbers.prize: [1, 2, 4]}
tables: [{players: 2}, {players: 3}]
games: 8
metric: score
better: higher
targets: [{metric: decisions, most: 20}]
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words])


@pytest.fixture
def trial(work: Path) -> str:
    path = work / "trial.experiment.yaml"
    path.write_text(TRIAL, encoding="utf-8")
    return path.name


def test_a_file_and_words_that_say_the_same_show_the_same(work: Path) -> None:
    Path("one.experiment.yaml").write_text("base: ./meadow\ngrid: {numbers.prize: [1, 4]}\ngames: 9\nseed: 3\n")
    words = ("./meadow", "--grid", "numbers.prize=1,4", "--games", "9", "--seed", "3")
    for command in ("sweep", "plan"):
        one, other = run(command, "one.experiment.yaml", "--format", "json"), run(command, *words, "--format", "json")
        if command == "plan":
            one = run(command, "one.experiment.yaml", "--games", "9", "--format", "json")
        assert (one.exit_code, one.stdout) == (0, other.stdout)


def test_compare_tells_of_each_variant_of_a_file(trial: str) -> None:
    result = run("compare", trial)
    assert result.exit_code == 0
    assert result.output.startswith("How much?\nrandom players: ")
    assert "table 2, base meadow: 3 players, 8 games from seed 0" in result.output
    assert result.output.count("variant 3: numbers.prize=4") == 2
    assert "target decisions at most 20: met" in result.output
    found = json.loads(run("compare", trial, "--format", "json").stdout)
    assert [len(table["variants"]) for table in found["tables"]] == [3, 3]
    assert found["tables"][1]["variants"][2]["differences"]["score"]["verdict"] == "better"
    assert found["tables"][0]["variants"][0]["changes"]


def test_sweep_tells_a_line_for_each_value(trial: str) -> None:
    output = run("sweep", trial).output
    assert output.count("numbers.prize=2") == 2  # at each table
    assert output.count("target decisions at most 20: met, all variants") == 2
    assert "no game differs" in output
    assert max(map(len, output.splitlines())) <= 80


def test_settings_of_a_sweep_are_for_the_base_too(work: Path) -> None:
    words = ("sweep", "./meadow", "--set", "numbers.rounds=1", "--grid", "numbers.prize=2,3", "--games", "6")
    (table,) = json.loads(run(*words, "--format", "json").stdout)["tables"]
    one, other = (variant["differences"]["decisions"] for variant in table["variants"])
    assert (one["verdict"], other["verdict"]) == ("no game differs", "no game differs")
    assert table["variants"][0]["differences"]["score"]["verdict"] == "no game differs"


def test_sweep_tells_which_values_break_the_rules(work: Path) -> None:
    text = "add: {rules: {odd: {when: evening, do: 'if prize > 3: move 9 tokens from bag of red to bed'}}}\n"
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml\n" + text, encoding="utf-8")
    result = run("sweep", "odd.yaml", "--grid", "numbers.prize=3,4", "--games", "4")
    assert result.exit_code == 1
    assert "no game ended" in result.output
    assert "numbers.prize=4: games: 0 finished, 4 broken down" in result.output
    assert "this step may not fail here" in result.output


def test_plan_tells_how_many_games_a_difference_takes() -> None:
    words = ["plan", "imhotep", "--set", "areas.sled.capacity=6", "--games", "40", "--effect", "0.5", "--effect", "1"]
    result = run(*words)
    assert result.exit_code == 0
    assert "imhotep with areas.sled.capacity=6, 2 players: 40 pairs of games as a pilot" in result.output
    (variant,) = json.loads(run(*words, "--format", "json").stdout)["variants"]
    needs = {need["effect"]: need["to_find"] for need in variant["needs"]}
    assert needs[0.5] > 3 * needs[1.0]
    assert [each["games"] for each in variant["finds"]] == [100, 300, 1000, 3000, 10000, 30000]


def test_plan_says_where_a_pilot_shows_no_spread(work: Path) -> None:
    output = run("plan", "./meadow", "--set", "numbers.prize=4", "--games", "30").output
    assert "no spread: all pairs of games differ alike, so a few games are enough" in output
    output = run("plan", "./meadow", "--set", "numbers.prize=4", "--games", "1").output
    assert "too few games to tell how they spread" in output


def test_games_of_a_file_can_be_kept_and_gone_on_with(trial: str) -> None:
    once = run("compare", trial, "--ledger", "kept.jsonl")
    assert once.exit_code == 0
    size = Path("kept.jsonl").stat().st_size
    again = run("compare", trial, "--ledger", "kept.jsonl")
    assert again.stdout == once.stdout
    assert Path("kept.jsonl").stat().st_size == size
    other = run("compare", trial, "--ledger", "kept.jsonl", "--seed", "9")
    assert other.exit_code == 2
    assert "`kept.jsonl` holds games of another experiment (another seed of `meadow`)" in other.stderr


def test_validate_looks_at_experiments_too(trial: str) -> None:
    result = run("validate", trial, "./meadow")
    assert result.exit_code == 0
    assert f"{trial}: 3 variants, 2 tables: no findings" in result.output
    Path(trial).write_text(TRIAL.replace("metric: score", "metric: scores"), encoding="utf-8")
    result = run("validate", trial, "--format", "concise")
    assert result.exit_code == 1
    assert result.output.startswith(f"{trial}:7:9: ")
    for command in ("compare", "sweep", "plan"):
        refused = run(command, trial)
        assert refused.exit_code == 1
        assert "= help: did you mean `score`?" in refused.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("sweep ./meadow", "there is nothing to try: name a setting and its values with --grid"),
        ("plan ./meadow", "there is nothing to compare with"),
        ("sweep ./meadow --grid numbers.prize", "`numbers.prize` is no line of a grid"),
        ("sweep ./meadow --grid numbers.prize=1,,2", "write a path and its values: `numbers.NAME=4,5,6`"),
        ("sweep ./meadow --grid numbers.przie=1", "did you mean `prize`?"),
        ("compare ./meadow --set numbers.prize=1 --metric scroe", "no metric `scroe`; did you mean `score`?"),
        ("compare ./meadow --set numbers.prize=1 --by gredy", "there is no player `gredy`"),
        ("compare ./meadow --set numbers.prize=1 --metrics turn", "did you mean `turns`?"),
        ("simulate ./meadow --metrics score.red", "`score.red` is one figure"),
        ("compare ./meadow --set numbers.prize=1 --precision 0", "0.0 is not in the range x>0"),
        ("plan ./meadow --set numbers.prize=1 --power 1", "is not in the range 0<x<1"),
        ("compare trial.experiment.yaml --players 3", "`trial.experiment.yaml` says what is compared"),
        ("compare trial.experiment.yaml ./meadow", "only --games, --seed and --by overrule it"),
        ("sweep trial.experiment.yaml --set numbers.prize=1", "only --games, --seed and --by overrule it"),
        (
            "validate trial.experiment.yaml --set numbers.prize=1",
            "an experiment says itself what is laid over its base",
        ),
        ("simulate trial.experiment.yaml", "`trial.experiment.yaml` is an experiment, no ruleset; `compare`,"),
        ("compare ./meadow trial.experiment.yaml", "is an experiment, no ruleset"),
        ("simulate ./meadow --variant trial.experiment.yaml", "is an experiment, no ruleset"),
        ("compare none.experiment.yaml", "cannot read `none.experiment.yaml`: there is no such file"),
    ],
)
def test_a_request_that_cannot_be_met_is_told(trial: str, words: str, message: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


@pytest.mark.parametrize("path", sorted(CHECKOUT.glob("examples/experiments/*.yaml")), ids=lambda path: path.name)
def test_each_example_of_an_experiment_is_right(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    name = f"examples/experiments/{path.name}"
    assert run("validate", name).output.endswith("no findings\n")
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    target = first.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / target).resolve() == CHECKOUT / "schemas" / "experiment.schema.json"
