"""The forms that findings are written in: lines, annotations, SARIF, JSON."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from imhotep.cli.choices import FORMS
from imhotep.cli.formats.concise import concise
from imhotep.cli.formats.github import annotations
from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.formats.sarif import sarif
from imhotep.cli.frames import Lines
from imhotep.cli.main import cli
from imhotep.cli.report import diagnostic_json, diagnostic_text
from imhotep.diagnostics import Diagnostic, Edit, Fix, Position, Related, Severity, Span, ordered

SCHEMA = json.loads((Path(__file__).parents[1] / "data" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
TEXT = "丘: no\nb: [\n  c,\n]\n"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["validate", *words])


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def span(file: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> Span:
    return Span(file, Position(*start), Position(*end))


VALUE = span("a b.yaml", (1, 4, 3), (1, 6, 5))
LIST = span("a b.yaml", (2, 4, 9), (4, 2, 17))
FULL = Diagnostic(
    code="Y099",
    severity=Severity.WARNING,
    message="50% of `no`,\nfor: all",
    span=VALUE,
    related=(Related(LIST, "the list"), Related(span("meadow/ruleset.yaml", (2, 1, 10), (2, 8, 17)), "the base")),
    note="YAML 1.1 reads it\nas a boolean",
    help="write quotes",
    fix=Fix("put it in quotes", (Edit(VALUE, '"no"'), Edit(span("a b.yaml", (2, 1, 6), (2, 1, 6)), "x: ")), True),
)
OTHERS = (
    Diagnostic(code="S001", message="a list", span=LIST),
    Diagnostic(code="V001", message="no `x`", span=span("--set x=3", (1, 1, 0), (1, 2, 1))),
    Diagnostic(code="V002", message="nowhere", span=None),
)


@pytest.fixture
def lines(work: Path) -> Lines:
    write("a b.yaml", TEXT)
    found = Lines()
    found.add("a b.yaml")
    return found


def outcome(*found: Diagnostic, refused: tuple[str, ...] = ()) -> Outcome:
    return Outcome(found=found, refused=refused, summary=(), code=2 if refused else 1)


def test_a_diagnostic_is_told_in_full(lines: Lines) -> None:
    assert diagnostic_text(FULL, lines).replace("\x1b[33m\x1b[1m", "").replace("\x1b[0m", "").splitlines() == [
        "a b.yaml:1:4: warning[Y099]: 50% of `no`,",
        "for: all",
        "  |",
        "1 | 丘: no",
        "  |     ^^",
        "  = a b.yaml:2:4: the list",
        "  = meadow/ruleset.yaml:2:1: the base",
        "  |",
        "2 | ruleset: meadow",
        "  | ^^^^^^^",
        "  = note: YAML 1.1 reads it",
        "    as a boolean",
        "  = help: write quotes",
    ]


def test_json_holds_places_in_code_points_the_note_and_the_fix(lines: Lines) -> None:
    found: Any = diagnostic_json(FULL, lines)
    assert (found["offset"], found["end_offset"], found["note"]) == (3, 5, "YAML 1.1 reads it\nas a boolean")
    assert [(r["file"], r["offset"]) for r in found["related"]] == [("a b.yaml", 9), ("meadow/ruleset.yaml", 10)]
    assert (found["fix"]["title"], found["fix"]["safe"]) == ("put it in quotes", True)
    first, second = found["fix"]["edits"]
    assert first == {
        "file": "a b.yaml", "line": 1, "column": 4, "offset": 3, "end_line": 1, "end_column": 6, "end_offset": 5,
        "text": '"no"',
    }  # fmt: skip
    text = TEXT[: second["offset"]] + second["text"] + TEXT[second["end_offset"] :]
    assert text == TEXT.replace("b: [", "x: b: [")


def test_a_line_for_a_finding(lines: Lines) -> None:
    assert [re.sub("\x1b.*?m", "", concise(d)) for d in (FULL, *OTHERS)] == [
        "a b.yaml:1:4: warning[Y099]: 50% of `no`, for: all",
        "a b.yaml:2:4: error[S001]: a list",
        "--set x=3: error[V001]: no `x`",
        "error[V002]: nowhere",
    ]


def test_annotations_are_escaped_and_give_columns_within_one_line_only(lines: Lines) -> None:
    write("a,b:c%.yaml", TEXT)
    odd = Diagnostic(code="Y1", message="x\x1b[2J\r\n%0A::", span=span("a,b:c%.yaml", (1, 4, 3), (1, 6, 5)))
    refused, full, odd_line, *others = annotations(outcome(FULL, odd, *OTHERS, refused=("cannot read `x`",)), lines)
    assert refused == "::error title=imhotep::cannot read `x`"
    assert full == (
        "::warning file=a b.yaml,line=1,endLine=1,col=4,endColumn=6,title=Y099::50%25 of `no`,%0Afor: all"
        "%0Aa b.yaml:2:4: the list%0Ameadow/ruleset.yaml:2:1: the base%0Anote: YAML 1.1 reads it%0Aas a boolean"
        "%0Ahelp: write quotes%0Afix: put it in quotes"
    )
    assert odd_line == (
        "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=4,endColumn=6,title=Y1::x\\x1b[2J%0A%250A::"
    )
    assert others == [
        "::error file=a b.yaml,line=2,endLine=4,title=S001::a list",
        "::error title=V001::--set x=3: no `x`",
        "::error title=V002::nowhere",
    ]


def test_sarif_holds_to_its_schema_with_fixes_and_second_places(lines: Lines) -> None:
    log: Any = sarif(outcome(*ordered((FULL, *OTHERS)), refused=("cannot read `x`",)), lines)
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["S001", "V001", "V002", "Y099"]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    argument, full, several, nowhere = run["results"]
    assert (nowhere["locations"], nowhere["level"]) == ([], "error")
    assert "physicalLocation" not in argument["locations"][0]
    assert several["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 2, "startColumn": 4, "endLine": 4, "endColumn": 2,
    }  # fmt: skip
    place = {"uri": "a%20b.yaml", "uriBaseId": "SRCROOT"}
    assert full["level"] == "warning"
    assert run["tool"]["driver"]["rules"][full["ruleIndex"]]["id"] == full["ruleId"] == "Y099"
    assert full["locations"][0]["physicalLocation"]["artifactLocation"] == place
    assert [each["message"]["text"] for each in full["relatedLocations"]] == ["the list", "the base"]
    (fix,) = full["fixes"]
    assert fix["description"]["text"] == "put it in quotes"
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == place
    assert [each["insertedContent"]["text"] for each in change["replacements"]] == ['"no"', "x: "]
    assert change["replacements"][1]["deletedRegion"] == {
        "startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 1,
    }  # fmt: skip


def test_the_schema_refuses_what_is_no_sarif() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SCHEMA).validate({"version": "2.1.0", "runs": [{"results": []}]})


@pytest.mark.parametrize("form", FORMS)
def test_no_form_names_a_place_of_this_machine_and_each_is_the_same_twice(work: Path, form: str) -> None:
    (work / "project").mkdir()
    write("project/odd.yaml", "extends: ../../etc/passwd\n")
    shutil.copytree("meadow", "project/meadow")
    write("project/two.yaml", "extends: meadow/ruleset.yaml\nsides: {hill: C}\n")
    words = ["project/two.yaml", (work / "project" / "odd.yaml").as_posix(), "nope.yaml", "--format", form]
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: cannot read `nope.yaml`: there is no such file\n")
    if form != "text":  # it tells the folder, since that is what helps
        assert str(work) not in result.stdout
    assert run(*words).output == result.output


@pytest.mark.parametrize("form", FORMS)
def test_each_form_stands_alone_on_standard_output(work: Path, form: str) -> None:
    result = run("./meadow", "--format", form)
    assert result.exit_code == 0
    summary = "./meadow: 1 file, 8 texts, 2 player counts, 2 sides: no findings\n"
    told = {"text": (summary, ""), "concise": ("", summary), "github": ("", summary), "json": ("[]\n", "")}
    if form == "sarif":
        log = json.loads(result.stdout)
        jsonschema.Draft4Validator(SCHEMA).validate(log)
        assert (log["runs"][0]["results"], result.stderr) == ([], "")
    else:
        assert (result.stdout, result.stderr) == told[form]


def test_paths_for_github_start_where_the_command_ran(work: Path) -> None:
    (work / "games").mkdir()
    write("games/imhotep-project.yaml", "")
    shutil.move("meadow", "games/meadow")
    write("games/odd.yaml", "extends: meadow/ruleset.yaml\nsides: {hill: C}\n")
    write("odd.yaml", "not: the file\nthat is: meant\n")
    assert run("games/odd.yaml").stdout.splitlines()[2] == " 2 | sides: {hill: C}"
    assert run("games/odd.yaml", "--format", "github").stdout.startswith("::error file=games/odd.yaml,line=2,")
    (result,) = json.loads(run("games/odd.yaml", "--format", "sarif").stdout)["runs"][0]["results"]
    related = result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]
    assert related == {"uri": "games/meadow/ruleset.yaml", "uriBaseId": "SRCROOT"}


def test_a_project_elsewhere_is_a_base_of_its_own(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("odd.yaml", "extends: meadow/ruleset.yaml\nsides: {hill: C}\n")
    (work / "here").mkdir()
    monkeypatch.chdir(work / "here")
    log = json.loads(run("../odd.yaml", "--format", "sarif").stdout)
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    assert list(log["runs"][0]["originalUriBaseIds"]) == ["PROJECT"]
    assert str(work) not in json.dumps(log)


def test_findings_of_games_have_offsets(work: Path) -> None:
    rules = Path("meadow/ruleset.yaml").read_text(encoding="utf-8")
    write("odd.yaml", "extends: meadow/ruleset.yaml\nchange:\n  procedures:\n    turn: {do: 'wind is calm'}\n")
    found = json.loads(run("./meadow", "--deep", "1", "--format", "json").stdout)
    placed = [d for d in found if d["code"].startswith("D") and d["line"] not in (None, 1)]
    assert placed
    for each in placed:
        before = rules[: each["offset"]]
        assert (before.count("\n") + 1, each["offset"] - before.rfind("\n")) == (each["line"], each["column"])


@pytest.mark.parametrize("form", ["json", "github", "sarif"])
def test_what_programs_read_is_never_coloured(work: Path, form: str) -> None:
    runner = CliRunner(env={"NO_COLOR": None, "TERM": "xterm"})
    words = ["validate", "./meadow", "--set", "numbers.rouns=3", "--format", form]
    assert "\x1b[" not in runner.invoke(cli, words, color=True).stdout


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
@pytest.mark.parametrize("form", FORMS)
def test_the_name_of_a_file_may_be_no_text(work: Path, form: str) -> None:
    Path(os.fsdecode(b"\xff.yaml")).write_text("extends: meadow/ruleset.yaml\nsides: {hill: C}\n", encoding="utf-8")
    command: list[str | bytes] = [sys.executable, "-m", "imhotep", "validate", b"\xff.yaml", "--format", form]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, "V012" in done.stdout) == (1, True)
    assert form != "sarif" or '"uri": "%FF.yaml"' in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("form", FORMS)
def test_every_terminal_takes_every_form(work: Path, encoding: str, form: str) -> None:
    write("丘.yaml", "extends: meadow/ruleset.yaml\nsides: {hill: 丘}\n")
    command = [sys.executable, "-m", "imhotep", "validate", "丘.yaml", "--format", form]
    environment = os.environ | {"PYTHONIOENCODING": encoding, "COLUMNS": "10", "TERM": "dumb"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=60)
    assert done.returncode == 1
    text = done.stdout.decode(encoding)
    if form in ("text", "concise"):
        assert text.splitlines()[0] == "\\u4e18.yaml:2:15: error[V012]: `hill` has no side `\\u4e18`"


def test_only_validate_has_all_forms() -> None:
    assert "text|concise|json|github|sarif" in run("--help").output
    assert CliRunner().invoke(cli, ["test", "--format", "sarif", "imhotep"]).exit_code == 2
