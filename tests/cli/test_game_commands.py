"""`imhotep simulate` and `imhotep compare`: what they hand on and what they print."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words])


def test_simulate_tells_the_same_whatever_the_number_of_jobs(work: Path) -> None:
    one, two = (run("simulate", "./meadow", "--games", "8", "--jobs", jobs, "--format", "json") for jobs in "12")
    assert (one.exit_code, two.exit_code) == (0, 0)
    assert one.stdout == two.stdout
    found = json.loads(one.stdout)
    assert (found["ruleset"], found["players"], found["games"], found["finished"]) == ("meadow", 2, 8, 8)
    assert one.stderr == ""


def test_simulate_takes_players_seed_sides_and_options(work: Path) -> None:
    words = [
        "simulate",
        "./meadow",
        "--games",
        "3",
        "--players",
        "3",
        "--seed",
        "5",
        "--side",
        "hill=B",
        "--option",
        "gentle",
        "--option",
        "bonus=2",
    ]
    found = json.loads(run(*words, "--format", "json").stdout)
    assert (found["players"], found["seed"]) == (3, 5)
    assert (found["sides"], found["options"]) == ({"hill": "B"}, {"gentle": True, "bonus": 2})


def test_simulate_prints_text(work: Path) -> None:
    result = run("simulate", "./meadow", "--games", "3")
    assert result.exit_code == 0
    assert "\nmeadow: 2 players, 3 games from seed 0\n" in result.output


def test_games_that_break_down_are_findings(work: Path) -> None:
    text = "add: {rules: {odd: {when: evening, do: move 9 tokens from bag of red to bed}}}\n"
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml\n" + text, encoding="utf-8")
    result = run("simulate", "odd.yaml", "--games", "2")
    assert result.exit_code == 1
    assert "this step may not fail here, but there is no room in `bed`" in result.output


def test_compare_holds_variants_against_the_base(work: Path) -> None:
    Path("rich.yaml").write_text(
        "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n", encoding="utf-8"
    )
    result = run("compare", "./meadow", "rich.yaml", "--games", "10", "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    (table,) = found["tables"]
    (variant,) = table["variants"]
    assert (table["base"]["ruleset"], variant["figures"]["ruleset"]) == ("meadow", "rich")
    assert variant["differences"]["score"]["verdict"] == "higher"


def test_settings_alone_make_a_variant_that_is_called_by_them(work: Path) -> None:
    words = [
        "compare",
        "./meadow",
        "--set",
        "numbers.prize=5",
        "--set",
        "numbers.rounds=1",
        "--option",
        "bonus=1",
        "--games",
        "5",
    ]
    found = json.loads(run(*words, "--format", "json").stdout)
    (table,) = found["tables"]
    (variant,) = table["variants"]
    assert table["base"]["ruleset"] == "meadow"
    assert variant["figures"]["ruleset"] == "meadow with numbers.prize=5, numbers.rounds=1"
    assert table["base"]["options"]["bonus"] == variant["figures"]["options"]["bonus"] == 1
    assert "variant 1: meadow with numbers.prize=5, numbers.rounds=1\n" in run(*words).output


def test_compare_wants_something_to_compare_with(work: Path) -> None:
    result = run("compare", "./meadow")
    assert result.exit_code == 2
    assert "there is nothing to compare with: name a variant, or make one with --set PATH=VALUE" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--players 9", "`meadow` is for 2 to 3 players, not 9"),
        ("--games 0", "Invalid value for '--games': 0 is not in the range x>=1."),
        ("--side hill", "`hill` is not of the form BOARD=SIDE"),
        ("--side hill=", "`hill=` is not of the form BOARD=SIDE"),
        ("--option =3", "`=3` is not of the form NAME[=VALUE]"),
        ("--side hill=C", "--side hill=C: error[V012]: `hill` has no side `C`"),
        ("--option bonus=9", "--option bonus=9: error[V013]: `bonus` is a whole number from 0 to 3, not `9`"),
        ("--variant nope.yaml", "cannot read `nope.yaml`: there is no such file"),
    ],
)
def test_a_request_that_cannot_be_met_is_told_and_exits_with_2(work: Path, words: str, message: str) -> None:
    result = run("simulate", "./meadow", *words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_side_or_an_option_against_what_a_variant_fixes_is_told_beside_the_answer(work: Path) -> None:
    Path("fixed.yaml").write_text("extends: ./meadow\nsides: {hill: A}\noptions: {bonus: 1}\n", encoding="utf-8")
    words = ("fixed.yaml", "--side", "hill=B", "--option", "bonus=2")
    result = run("simulate", *words, "--games", "1")
    assert result.exit_code == 0
    assert result.stderr == (
        "warning: `--side hill=B` overrules a variant, which fixes `hill=A` at fixed.yaml:2:9\n"
        "warning: `--option bonus=2` overrules a variant, which fixes `bonus=1` at fixed.yaml:3:11\n"
    )
    assert run("simulate", "fixed.yaml", "--side", "hill=A", "--games", "1").stderr == ""
    told = json.loads(run("validate", *words, "--format", "json").stdout)
    assert [(each["code"], each["severity"]) for each in told] == [("V023", "warning")] * 2
