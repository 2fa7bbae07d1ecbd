"""`imhotep explain`: codes in any case and number, all of them without one, the nearest of an unknown one."""

import json

from click.testing import CliRunner, Result

from imhotep.cli.main import cli
from imhotep.explain.catalog import LETTERS, explanations, meadow


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["explain", *words])


def test_a_code_is_told_with_its_cause_and_both_examples() -> None:
    result = run("N005")
    assert result.exit_code == 0
    assert result.output == (
        "N005 (error): a field without its keys\n"
        "\n"
        "The field is kept for each seat, board or kind apart, so its name alone does not say which value is\n"
        "meant.\n"
        "The examples are effects of a rule of the meadow that waits for `evening`.\n"
        "\n"
        "wrong:\n"
        "    player scores visits as luck\n"
        "\n"
        "right:\n"
        "    player scores visits(bed, player) as luck\n"
        "\n"
        "`imhotep explain --base` prints the game of the examples\n"
    )


def test_an_example_that_is_a_whole_ruleset_needs_no_other() -> None:
    assert "--base" not in run("V015").output


def test_files_of_an_example_are_named() -> None:
    output = run("V016").output
    assert "\nwrong, one.yaml:\n    extends: two.yaml\n\nwrong, two.yaml:\n    extends: one.yaml\n" in output


def test_several_codes_are_told_in_the_order_asked_and_each_once() -> None:
    output = run("y011", "d001", "Y011").output
    heads = [line for line in output.splitlines() if line[:1].isupper() and "): " in line]
    assert heads == [
        "Y011 (error): a tab where only spaces may stand",
        "D001 (warning): a branch that was never reached",
    ]


def test_without_a_code_all_are_listed_by_letter() -> None:
    lines = run().output.splitlines()
    assert [line[0] for line in lines if line and not line.startswith(" ")] == list(LETTERS)
    assert [line.split()[0] for line in lines if line.startswith(" ")] == [each.code for each in explanations()]


def test_an_unknown_code_names_the_nearest_and_the_others_are_told() -> None:
    result = run("N0001", "F004", "seven")
    assert result.exit_code == 2
    assert result.stdout.startswith("F004 (error)")
    assert result.stderr.splitlines() == [
        "error: there is no code `N0001`; did you mean `N001`?",
        "error: there is no code `SEVEN`; without a code, this command lists all",
    ]


def test_json_holds_the_same() -> None:
    (told,) = json.loads(run("u001", "--format", "json").stdout)
    assert (told["code"], told["severity"], told["title"]) == ("U001", "warning", "something is never used")
    assert told["bad"][0]["file"] is None
    assert told["bad"][0]["text"].startswith("extends: ./meadow\n")
    assert len(json.loads(run("--format", "json").stdout)) == len(explanations())


def test_the_game_of_the_examples_can_be_printed() -> None:
    assert run("--base").output == meadow()
    assert json.loads(run("--base", "--format", "json").stdout) == meadow()
