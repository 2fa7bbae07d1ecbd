"""`imhotep test`: what it prints and how it exits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

BASE = """\
scenarios:
  prize-is-two:
    when: turn(red)
    choose: [1]
    then: [score of red is 2]
  asks:
    when: turn(red)
    then: [options: [1, 2, 3]]
"""


@pytest.fixture(autouse=True)
def base(work: Path) -> None:
    write("meadow/base.scenarios.yaml", BASE)


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["test", *words])


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def test_scenarios_that_hold_are_counted() -> None:
    result = run("./meadow")
    assert (result.exit_code, result.output) == (0, "./meadow: 2 scenarios, 2 passed, no findings\n")


def test_one_that_does_not_hold_is_shown_with_values_and_the_place_where_play_stopped() -> None:
    write("meadow/more.scenarios.yaml", "scenarios:\n  odd:\n    when: turn(red)\n    then: [prize is 3]\n")
    result = run("./meadow")
    assert result.exit_code == 1
    assert result.output == (
        "meadow/more.scenarios.yaml:4:12: failed: `odd`: `prize is 3` is not so: `prize` is 2\n"
        "  |\n"
        "4 |     then: [prize is 3]\n"
        "  |            ^^^^^^^^^^\n"
        "   play stopped at `plant.cell` of `red`, which offers: 1, 2, 3\n"
        "\n"
        "./meadow: 3 scenarios, 2 passed, 1 finding\n"
    )


def test_one_that_cannot_be_played_is_shown_with_what_helps() -> None:
    write("meadow/more.scenarios.yaml", "scenarios:\n  odd:\n    then: [prise is 3]\n")
    result = run("./meadow")
    assert result.exit_code == 1
    assert result.output == (
        "meadow/more.scenarios.yaml:3:12: broken: `odd`: there is nothing named `prise` here\n"
        "  |\n"
        "3 |     then: [prise is 3]\n"
        "  |            ^^^^^\n"
        "  = help: did you mean `prize`?\n"
        "\n"
        "./meadow: 3 scenarios, 2 passed, 1 finding\n"
    )


def test_a_fault_elsewhere_is_shown_below() -> None:
    write("meadow/more.scenarios.yaml", "scenarios:\n  odd:\n    when: plant(red)\n    then: [over: true]\n")
    output = run("./meadow").output
    assert output.startswith("meadow/more.scenarios.yaml:3:11: broken: `odd`: this choice stands outside every action")
    assert "   meadow/ruleset.yaml:67:7: error[" in output


def test_a_variant_is_tested_by_what_lies_below_it() -> None:
    write("rich.yaml", "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n")
    result = run("rich.yaml")
    assert result.exit_code == 1
    assert "meadow/base.scenarios.yaml:5:12: undeclared change: `prize-is-two` does not hold" in result.output
    assert "= help: if that is meant, name it under `changes:` in `rich.yaml`\n" in result.output


def test_declared_changes_and_skipped_scenarios_are_counted() -> None:
    text = "sides: {hill: B}\nchange: {numbers: {prize: {value: 5}}}\nchanges: [prize-is-two]\n"
    write("rich.yaml", "extends: meadow/ruleset.yaml\n" + text)
    write("meadow/low.scenarios.yaml", "scenarios:\n  low: {sides: {hill: A}, then: [over: true]}\n")
    result = run("rich.yaml")
    summary = "rich.yaml: 3 scenarios, 1 passed, 1 changed as declared, 1 skipped, no findings\n"
    assert (result.exit_code, result.output) == (0, summary)


def test_variants_and_settings_of_the_command_line_are_laid_over() -> None:
    write("rich.yaml", "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n")
    assert "undeclared change" in run("./meadow", "--variant", "rich.yaml").output
    assert "`score of red` is 9" in run("./meadow", "--set", "numbers.prize=9").output
    assert "`score of red` is 3" in run("./meadow", "--option", "bonus=1").output


def test_a_file_of_scenarios_is_played_alone() -> None:
    write("rich.yaml", "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n")
    write("rich.scenarios.yaml", "scenarios:\n  five: {then: [prize is 5]}\n")
    assert run("rich.scenarios.yaml").output == "rich.scenarios.yaml: 1 scenario, 1 passed, no findings\n"


def test_json_tells_every_scenario() -> None:
    write("meadow/more.scenarios.yaml", "scenarios:\n  odd:\n    when: turn(red)\n    then: [prize is 3]\n")
    result = run("./meadow", "--format", "json")
    assert result.exit_code == 1
    (report,) = json.loads(result.stdout)
    assert [(s["id"], s["outcome"]) for s in report["scenarios"]] == [
        ("prize-is-two", "passed"),
        ("asks", "passed"),
        ("odd", "failed"),
    ]
    assert report["scenarios"][2] == {
        "id": "odd",
        "file": "meadow/more.scenarios.yaml",
        "line": 4,
        "column": 12,
        "offset": 49,
        "end_line": 4,
        "end_column": 22,
        "end_offset": 59,
        "outcome": "failed",
        "message": "`prize is 3` is not so: `prize` is 2",
        "stop": {"decision": "plant.cell", "seat": "red", "options": ["1", "2", "3"]},
    }
    assert [(f["kind"], f["scenario"]) for f in report["findings"]] == [("failed", "odd")]


def test_what_cannot_be_read_is_one_line_and_the_others_are_played() -> None:
    result = run("nope.yaml", "nope.scenarios.yaml", "./meadow")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: cannot read `nope.yaml`: there is no such file",
        "error: cannot read `nope.scenarios.yaml`: there is no such file",
    ]
    assert result.stdout == "./meadow: 2 scenarios, 2 passed, no findings\n"


def test_a_ruleset_with_faults_is_told_with_its_faults() -> None:
    write("odd.yaml", "extends: meadow/ruleset.yaml\nchange: {areas: {bad: {capacity: 3}}}\n")
    result = run("odd.yaml")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("odd.yaml:2:18: error[V001]: `areas` has no `bad`\n")
