"""`imhotep validate`: what it prints and how it exits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

VARIANT = """\
extends: meadow/ruleset.yaml
change:
  areas:
    bad: {capacity: 3}
  actions:
    plant:
      do: plant(plaier)
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["validate", *words])


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def test_a_ruleset_without_faults_is_told_with_how_much_was_looked_at(work: Path) -> None:
    result = run("./meadow")
    assert result.exit_code == 0
    assert result.output == "./meadow: 1 file, 8 texts, 2 player counts, 2 sides: no findings\n"


def test_a_fault_is_shown_at_its_line(work: Path) -> None:
    write("odd.yaml", "extends: meadow/ruleset.yaml\nchange:\n  actions:\n    plant:\n      do: plant(plaier)\n")
    result = run("odd.yaml")
    assert result.exit_code == 1
    assert result.output == (
        "odd.yaml:5:17: error[N001]: there is nothing named `plaier` here\n"
        "  |\n"
        "5 |       do: plant(plaier)\n"
        "  |                 ^^^^^^\n"
        "  = help: did you mean `player`?\n"
        "\n"
        "`imhotep explain CODE` tells more\n"
        "odd.yaml: 2 files, 8 texts, 2 player counts, 2 sides: 1 error\n"
    )


def test_a_second_place_is_told_below_the_first(work: Path) -> None:
    write("odd.yaml", "extends: meadow/ruleset.yaml\nsides: {hill: C}\n")
    assert run("odd.yaml").output == (
        "odd.yaml:2:15: error[V012]: `hill` has no side `C`\n"
        "   |\n"
        " 2 | sides: {hill: C}\n"
        "   |               ^\n"
        "   = meadow/ruleset.yaml:34:5: `hill` stands here\n"
        "   |\n"
        "34 |     effects:\n"
        "   |     ^^^^^^^^\n"
        "   = help: known here: `A`, `B`\n"
        "\n"
        "`imhotep explain CODE` tells more\n"
        "odd.yaml: the rest waits until its form is right: 1 error\n"
    )


def test_a_fault_of_the_command_line_is_shown_in_the_argument(work: Path) -> None:
    result = run("./meadow", "--set", "numbers.rouns=3")
    assert result.exit_code == 1
    assert result.output.startswith(
        "--set numbers.rouns=3: error[V001]: `numbers` has no `rouns`\n   |\n 1 | numbers.rouns=3\n   |         ^^^^^\n"
    )


def test_json_is_a_list_that_stands_alone_and_names_no_place_of_this_machine(work: Path) -> None:
    write("odd.yaml", VARIANT)
    result = run((work / "odd.yaml").as_posix(), "--format", "json")
    assert result.exit_code == 1
    (found,) = json.loads(result.stdout)
    (related,) = found.pop("related")
    assert related["message"] == "`areas` stands here"
    assert (related["file"], related["line"], related["column"]) == ("meadow/ruleset.yaml", 14, 3)
    assert found == {
        "file": "odd.yaml",
        "line": 4,
        "column": 5,
        "offset": 50,
        "end_line": 4,
        "end_column": 8,
        "end_offset": 53,
        "severity": "error",
        "code": "V001",
        "message": "`areas` has no `bad`",
        "note": None,
        "help": "did you mean `bed`?",
        "fix": None,
    }
    assert str(work) not in result.output


@pytest.mark.parametrize("reference", ["/etc/passwd", "../../etc/passwd"])
def test_json_does_not_tell_where_a_project_lies(work: Path, reference: str) -> None:
    (work / "project").mkdir()
    write("project/odd.yaml", f"extends: {reference}\n")
    result = run((work / "project" / "odd.yaml").as_posix(), "--format", "json")
    assert result.exit_code == 1
    assert f"everything must lie in `{work.name}`" in json.loads(result.stdout)[0]["help"]
    assert str(work) not in result.output


def test_json_without_findings_is_an_empty_list(work: Path) -> None:
    assert run("./meadow", "--format", "json").stdout == "[]\n"


def test_what_cannot_be_read_is_one_line_and_the_others_are_checked_all_the_same(work: Path) -> None:
    (work / "empty").mkdir()
    result = run("nope.yaml", "medow", "./empty", "./meadow")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: cannot read `nope.yaml`: there is no such file",
        "error: there is no ruleset `medow`; known here: `imhotep`",
        "error: `./empty`: `empty` is no ruleset: it holds no `ruleset.yaml`",
    ]
    assert result.stdout == (
        "./meadow: 1 file, 8 texts, 2 player counts, 2 sides: no findings\n"
        "1 of 4 checked to the end, 1 file, 8 texts: no findings\n"
    )


def test_a_fault_that_two_files_share_is_told_once(work: Path) -> None:
    write("odd.yaml", "extends: meadow/ruleset.yaml\nsides: {hill: C}\n")
    write("even.yaml", "extends: odd.yaml\n")
    assert run("odd.yaml", "even.yaml").output.count("V012") == 1


def test_warnings_fail_only_if_that_is_asked_for(work: Path) -> None:
    write("one.yaml", "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 4}}}\n")
    write("two.yaml", "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n")
    words = ("one.yaml", "--variant", "two.yaml")
    assert run(*words).exit_code == 0
    assert "warning[" in run(*words).output
    assert run(*words, "--strict").exit_code == 1


def test_a_file_of_scenarios_is_checked_in_form_and_text(work: Path) -> None:
    write("meadow/x.scenarios.yaml", "scenarios:\n  a: {then: [prise is 2]}\n  b: {then: [over: true]}\n")
    result = run("meadow/x.scenarios.yaml")
    assert result.exit_code == 1
    assert result.output.startswith("meadow/x.scenarios.yaml:2:14: error[N001]: there is nothing named `prise` here\n")
    assert result.output.endswith("meadow/x.scenarios.yaml: 2 scenarios: 1 error\n")


def test_the_scenarios_beside_a_ruleset_are_left_to_the_test_command(work: Path) -> None:
    write("meadow/x.scenarios.yaml", "scenarios:\n  a: {thne: [prize is 2]}\n")
    assert run("./meadow").exit_code == 0
    assert CliRunner().invoke(cli, ["test", "./meadow"]).exit_code == 1


def test_a_part_of_a_ruleset_stands_for_the_whole(work: Path) -> None:
    write("meadow/more.yaml", "numbers: {more: {value: no}}\n")
    assert "meadow/more.yaml:1:25: error" in run("meadow/more.yaml").output


def test_the_files_of_a_ruleset_are_one(work: Path) -> None:
    write("meadow/more.yaml", "numbers: {extra: {value: 3}}\n")
    write("meadow/x.scenarios.yaml", "scenarios:\n  a: {then: [prise is 2]}\n")
    result = run("meadow/ruleset.yaml", "meadow/more.yaml", "./meadow", "meadow/x.scenarios.yaml")
    assert result.output.splitlines()[-3:] == [
        "meadow/ruleset.yaml: 2 files, 8 texts, 2 player counts, 2 sides: 1 warning",
        "meadow/x.scenarios.yaml: 1 scenario: 1 error",
        "2 of 2 checked to the end, 3 files, 9 texts: 1 error, 1 warning",
    ]


@pytest.mark.parametrize("ruleset", ["imhotep"])
def test_the_shipped_rulesets_have_no_faults(ruleset: str) -> None:
    result = run(ruleset, "--strict")
    assert (result.exit_code, result.output.count("\n")) == (0, 1)
    assert result.output.endswith("3 player counts, 2 sides: no findings\n")
