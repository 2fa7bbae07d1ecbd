"""`imhotep diff`: what is different between two rulesets, and what `compare` says of it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

VARIANT = """\
extends: meadow/ruleset.yaml
change:
  numbers: {prize: {value: 4, note: More.}}
"""


def diff(*words: str) -> Result:
    return CliRunner().invoke(cli, ["diff", *words])


@pytest.fixture
def rich(work: Path) -> Path:
    file = work / "rich.yaml"
    file.write_text(VARIANT, encoding="utf-8")
    return file


@pytest.mark.usefixtures("rich")
def test_what_a_variant_changes() -> None:
    result = diff("./meadow", "rich.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output == (
        "meadow -> rich: 2 changes\n\n"
        "numbers\n  numbers.prize: 2 -> 4  # rich.yaml:3, was meadow/ruleset.yaml:23\n\n"
        "sources and notes: 1 change (--all shows them)\n"
    )
    assert '  numbers.prize: note none -> "More."' in diff("./meadow", "rich.yaml", "--all").output


@pytest.mark.usefixtures("rich")
def test_the_common_options_are_laid_over_the_second_one_only() -> None:
    words = ["--set", "numbers.rounds=3", "--side", "hill=B", "--option", "gentle"]
    head = (
        "rich -> rich with numbers.rounds=3, hill=B, gentle=true: 3 changes\n\nchosen for play\n  side of hill: A -> B"
    )
    assert diff("rich.yaml", *words).output == diff("rich.yaml", "rich.yaml", *words).output
    assert diff("rich.yaml", *words).output.startswith(head)
    laid = diff("./meadow", "--variant", "rich.yaml", "--set", "numbers.rounds=3").output
    assert laid.startswith("meadow -> rich with numbers.rounds=3: 3 changes\n")


@pytest.mark.usefixtures("work")
def test_nothing_is_different() -> None:
    result = diff("./meadow", "./meadow/ruleset.yaml", "--exit-code")
    assert (result.exit_code, result.output) == (0, "meadow -> meadow: nothing is different\n")
    assert diff("./meadow", "--set", "numbers.rounds=2", "--format", "json").output == "[]\n"


@pytest.mark.usefixtures("rich")
def test_a_difference_is_a_finding_only_if_asked() -> None:
    assert diff("./meadow", "rich.yaml").exit_code == 0
    assert diff("./meadow", "rich.yaml", "--exit-code").exit_code == 1


@pytest.mark.usefixtures("rich")
def test_json_has_all_changes() -> None:
    (value, note) = json.loads(diff("./meadow", "rich.yaml", "--format", "json").stdout)
    assert value == {
        "about": "numbers",
        "kind": "changed",
        "path": "numbers.prize.value",
        "was": None,
        "before": 2,
        "after": 4,
        "before_at": {"file": "meadow/ruleset.yaml", "line": 23},
        "after_at": {"file": "rich.yaml", "line": 3},
    }
    assert (note["about"], note["kind"], note["before_at"]) == ("sources and notes", "added", None)


@pytest.mark.usefixtures("rich")
def test_two_rulesets_that_have_little_in_common_can_be_compared() -> None:
    result = diff("./meadow", "imhotep")
    assert (result.exit_code, result.stderr) == (0, "")
    assert diff("imhotep", "./meadow", "--format", "json").exit_code == 0


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["./meadow"], "there is nothing to compare with: name a second ruleset, or lay something over the first"),
        (["./meadow", "none.yaml"], "there is no such file"),
        (["./meadow", "--set", "numbers.prise=1"], "did you mean `prize`?"),
    ],
)
def test_what_cannot_be_met_exits_with_2(words: list[str], message: str) -> None:
    result = diff(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.usefixtures("rich")
def test_compare_says_first_what_each_variant_changes() -> None:
    words = ["compare", "./meadow", "rich.yaml", "./meadow", "--games", "2"]
    text = CliRunner().invoke(cli, words).output
    assert "variant 1: rich\n===============\nchanges:\n  numbers.prize: 2 -> 4\ngames: 2 finished" in text
    assert "variant 2: meadow\n=================\nchanges: nothing that shows in play\n" in text
    (table,) = json.loads(CliRunner().invoke(cli, [*words, "--format", "json"]).stdout)["tables"]
    one, two = table["variants"]
    assert [sorted(change) for change in one["changes"]] == [["about", "after", "before", "kind", "path", "was"]] * 2
    assert two["changes"] == []
