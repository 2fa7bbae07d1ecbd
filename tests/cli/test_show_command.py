"""`imhotep show`: a ruleset as it is with everything that is laid over it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli
from imhotep.program.program import Program

COMMAND = [sys.executable, "-m", "imhotep.cli.main"]
VARIANT = """\
extends: meadow/ruleset.yaml
title: {en: Windy, ja: 風}
sides: {hill: B}
change: {numbers: {prize: {value: 4}}}
add: {numbers: {gusts: {value: 1}}}
"""


def show(*words: str) -> Result:
    return CliRunner().invoke(cli, ["show", *words])


@pytest.fixture
def windy(work: Path) -> Path:
    file = work / "windy.yaml"
    file.write_text(VARIANT, encoding="utf-8")
    return file


@pytest.mark.usefixtures("windy")
def test_the_output_is_a_ruleset_that_shows_the_same_again() -> None:
    first = show("windy.yaml", "--option", "gentle", "--set", "numbers.rounds=3")
    assert first.exit_code == 0
    assert first.output.startswith("format: 1\nruleset: windy\ntitle: {en: Windy, ja: 風}\nplayers: ")
    Path("out.yaml").write_text(first.output, encoding="utf-8")
    valid = CliRunner().invoke(cli, ["validate", "out.yaml"])
    assert valid.output.endswith("\nout.yaml: 1 file, 8 texts, 2 player counts, 2 sides: 1 warning\n")
    assert "the number `gusts` is never used" in valid.output
    assert show("out.yaml").output == first.output
    told = show("out.yaml", "--origin").output
    Path("out.yaml").write_text(told, encoding="utf-8")
    assert show("out.yaml").output == first.output


@pytest.mark.usefixtures("windy")
def test_a_saved_ruleset_can_be_extended_played_and_tested() -> None:
    Path("out.yaml").write_text(show("windy.yaml").output, encoding="utf-8")
    Path("more.yaml").write_text("extends: out.yaml\nsides: {hill: A}\n", encoding="utf-8")
    Path("out.scenarios.yaml").write_text("scenarios:\n  a: {then: [prize is 4]}\n", encoding="utf-8")
    simulated = CliRunner().invoke(cli, ["simulate", "more.yaml", "--games", "3", "--jobs", "1"])
    assert (simulated.exit_code, "random players" in simulated.output) == (0, True)
    tested = CliRunner().invoke(cli, ["test", "out.yaml"])
    assert (tested.exit_code, "1 passed" in tested.output) == (0, True)


@pytest.mark.usefixtures("windy")
def test_the_views_for_people() -> None:
    assert "  prize: {value: 4}                               # windy.yaml:4\n" in show("windy.yaml", "--origin").output
    assert show("windy.yaml", "--sources").output == (
        "numbers.prize.value  changed    windy.yaml:4\nnumbers.gusts        no source  windy.yaml:5\n"
    )
    assert show("windy.yaml", "--options", "--option", "bonus=2").output == (
        "gentle\n  values   false\n           true\n  default  false\n  chosen   false\n\n"
        "bonus\n  values   0 to 3\n  default  0\n  chosen   2  (--option bonus=2)\n"
    )
    assert show("./meadow", "--program").output.startswith("program of meadow for 2 players: red, blue\n")
    assert show("./meadow", "--program", "--players", "3").output.startswith("program of meadow for 3 players: ")


@pytest.mark.usefixtures("work")
def test_what_there_is_nothing_to_tell_about_is_said() -> None:
    assert show("./meadow", "--sources").output == "everything that has a source is printed\n"
    Path("v.yaml").write_text(
        "extends: meadow/ruleset.yaml\nremove: [options.bonus, options.gentle]\n", encoding="utf-8"
    )
    assert show("v.yaml", "--options").output == "there are no options\n"


@pytest.mark.usefixtures("windy")
def test_json_says_the_same() -> None:
    whole = json.loads(show("windy.yaml", "--format", "json").stdout)
    assert (whole["ruleset"], whole["title"], whole["numbers"]["prize"]) == (
        "windy",
        {"en": "Windy", "ja": "風"},
        {"value": 4},
    )
    origin = json.loads(show("windy.yaml", "--origin", "--set", "numbers.rounds=3", "--format", "json").stdout)
    assert {"path": "numbers.prize.value", "value": 4, "file": "windy.yaml", "line": 4} in origin
    setting = {"path": "numbers.rounds.value", "value": 3, "file": "--set numbers.rounds=3", "line": None}
    assert setting in origin
    assert json.loads(show("windy.yaml", "--sources", "--format", "json").stdout)[1] == {
        "path": "numbers.gusts", "confidence": "no source", "note": "", "file": "windy.yaml", "line": 5,
    }  # fmt: skip
    (gentle, _) = json.loads(show("windy.yaml", "--options", "--option", "gentle", "--format", "json").stdout)
    assert gentle == {
        "id": "gentle",
        "name": "",
        "values": [{"value": "false", "text": ""}, {"value": "true", "text": ""}],
        "default": "false",
        "chosen": "true",
        "chosen_by": {"file": "--option gentle=true", "line": None},
        "note": "",
        "source": "",
        "source_note": "",
    }
    program = Program.from_json(show("windy.yaml", "--program", "--format", "json").stdout)
    assert (program.players, program.sides) == (2, (("hill", "B"),))


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--origin", "--program"], "--origin and --program are two views: ask for one at a time"),
        (["--players", "2"], "--players is for --program"),
        (["--program", "--players", "9"], "`meadow` is for 2 to 3 players, not 9"),
        (["--set", "numbers.prise=1"], "did you mean `prize`?"),
        (["--variant", "none.yaml"], "there is no such file"),
    ],
)
def test_what_cannot_be_met_exits_with_2(words: list[str], message: str) -> None:
    result = show("./meadow", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.usefixtures("work")
def test_a_faulty_ruleset_is_told_like_everywhere() -> None:
    Path("v.yaml").write_text(
        "extends: meadow/ruleset.yaml\nchange: {numbers: {prise: {value: 4}}}\n", encoding="utf-8"
    )
    result = show("v.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("v.yaml:2:20: error[V001]: `numbers` has no `prise`\n")


@pytest.mark.usefixtures("windy")
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("view", [[], ["--origin"]])
def test_the_yaml_is_exact_on_every_terminal(encoding: str, view: list[str]) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run([*COMMAND, "show", "windy.yaml", *view], capture_output=True, timeout=60, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    Path("out.yaml").write_bytes(done.stdout)
    assert json.loads(show("out.yaml", "--format", "json").stdout)["title"] == {"en": "Windy", "ja": "風"}


@pytest.mark.usefixtures("work")
def test_a_text_cannot_steer_the_terminal_and_stays_as_it_is() -> None:
    odd = "a\u202eb\tc\n\n"
    Path("v.yaml").write_text(f"extends: meadow/ruleset.yaml\ntitle: {json.dumps(odd)}\n", encoding="utf-8")
    output = show("v.yaml").output
    assert '\ntitle: "a\\u202eb\\tc\\n\\n"\n' in output
    assert all(character.isprintable() or character == "\n" for character in output)
    Path("out.yaml").write_text(output, encoding="utf-8")
    assert json.loads(show("out.yaml", "--format", "json").stdout)["title"] == odd


@pytest.mark.usefixtures("work")
def test_the_last_line_keeps_its_empty_lines() -> None:
    Path("v.yaml").write_text('extends: meadow/ruleset.yaml\nadd: {note: "one\\ntwo\\n\\n\\n"}\n', encoding="utf-8")
    Path("out.yaml").write_text(show("v.yaml").output, encoding="utf-8")
    assert json.loads(show("out.yaml", "--format", "json").stdout)["note"] == "one\ntwo\n\n\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close in another way there")
def test_a_reader_that_stops_reading_is_no_fault() -> None:
    process = subprocess.Popen(
        [*COMMAND, "show", "imhotep", "--program"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline() == b"program of imhotep for 2 players: black, white\n"
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60) in (0, 141), complaint) == (True, b"")
