"""`-`: a text from standard input that stands for a file."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

COMMAND = [sys.executable, "-m", "imhotep", "validate"]
GOOD = "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 4}}}\n"
BAD = "extends: meadow/ruleset.yaml\nsides: {hill: C}\n"


def run(text: str | bytes, *words: str) -> Result:
    return CliRunner().invoke(cli, ["validate", *words], input=text)


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def test_a_text_without_a_name_is_a_variant_in_this_folder(work: Path) -> None:
    result = run(GOOD, "-")
    assert (result.exit_code, result.stdout) == (
        0,
        "<stdin>: 2 files, 8 texts, 2 player counts, 2 sides: no findings\n",
    )
    result = run(BAD, "-")
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>:2:15: error[V012]: `hill` has no side `C`\n")
    assert "\n 2 | sides: {hill: C}\n" in result.stdout


def test_a_text_stands_before_the_file_on_the_disk(work: Path) -> None:
    write("odd.yaml", GOOD)
    result = run(BAD, "-", "--stdin-filename", "odd.yaml")
    assert result.exit_code == 1
    assert result.stdout.startswith("odd.yaml:2:15: error[V012]")
    assert "\n 2 | sides: {hill: C}\n" in result.stdout
    assert run(GOOD, "-", "--stdin-filename", "odd.yaml").exit_code == 0
    assert Path("odd.yaml").read_text(encoding="utf-8") == GOOD


def test_the_file_need_not_exist_and_its_folder_counts(work: Path) -> None:
    (work / "sub").mkdir()
    text = BAD.replace("meadow/", "../meadow/")
    assert run(text, "-", "--stdin-filename", "sub/new.yaml").stdout.startswith("sub/new.yaml:2:15: error[V012]")
    absolute = (work / "sub" / "new.yaml").as_posix()
    assert run(text, "-", "--stdin-filename", absolute).stdout.startswith("sub/new.yaml:2:15: error[V012]")


def test_other_arguments_see_the_text_too(work: Path) -> None:
    write("odd.yaml", BAD)
    write("over.yaml", "extends: odd.yaml\nchange: {numbers: {rounds: {value: 3}}}\n")
    assert run(GOOD, "over.yaml", "-", "--stdin-filename", "odd.yaml").exit_code == 0


@pytest.mark.parametrize("name", ["meadow/ruleset.yaml", "meadow/more.yaml", "meadow/new.yaml"])
def test_a_part_of_a_ruleset_is_checked_with_the_other_parts(work: Path, name: str) -> None:
    whole = Path("meadow/ruleset.yaml").read_text(encoding="utf-8")
    write("meadow/more.yaml", "numbers: {more: {value: no}}\n")
    text = whole.replace("plant(player)", "plant(plaier)", 1) if name == "meadow/ruleset.yaml" else "numbers: {x: 3}\n"
    found = json.loads(run(text, "-", "--stdin-filename", name, "--format", "json").stdout)
    expected = {"meadow/more.yaml"} if name != "meadow/new.yaml" else {"meadow/more.yaml", name}
    assert {d["file"] for d in found} == expected
    write("meadow/more.yaml", "numbers: {extra: {value: 3}}\n")
    found = json.loads(run(text, "-", "--stdin-filename", name, "--format", "json").stdout)
    assert [(d["file"], d["severity"]) for d in found if d["severity"] == "error"] == [(name, "error")]


def test_a_whole_ruleset_may_come_from_standard_input(work: Path) -> None:
    whole = Path("meadow/ruleset.yaml").read_text(encoding="utf-8")
    assert run(whole, "-").exit_code == 0
    assert run(whole, "-", "--stdin-filename", "new/ruleset.yaml").exit_code == 0


def test_scenarios_are_known_by_the_name(work: Path) -> None:
    text = "scenarios:\n  a: {then: [prise is 2]}\n"
    result = run(text, "-", "--stdin-filename", "meadow/x.scenarios.yaml")
    assert result.exit_code == 1
    assert result.stdout.startswith("meadow/x.scenarios.yaml:2:14: error[N001]: there is nothing named `prise` here\n")
    assert "\n2 |   a: {then: [prise is 2]}\n" in result.stdout
    assert result.stdout.endswith("meadow/x.scenarios.yaml: 1 scenario: 1 error\n")


def test_a_text_can_be_played_too(work: Path) -> None:
    result = run(GOOD, "-", "--deep", "2")
    assert ", 8 games: " in result.stdout


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_nothing_is_a_finding(work: Path, text: str) -> None:
    result = run(text, "-", "--stdin-filename", "odd.yaml")
    assert result.exit_code == 1
    assert result.stdout.startswith("odd.yaml:1:1: error[")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"extends: meadow\ntitle: caf\xe9\n", "odd.yaml:2:11: error[Y003]: the byte 0xE9 is not UTF-8"),
        ("title: x".encode("utf-16"), "odd.yaml:1:1: error[Y002]: this file is UTF-16, not UTF-8"),
        (b"#" * 300_000, "odd.yaml:1:1: error[Y001]: this file is larger than 256 kB"),
    ],
)
def test_what_is_no_text_is_told_as_it_is_of_a_file(work: Path, data: bytes, message: str) -> None:
    result = run(data, "-", "--stdin-filename", "odd.yaml")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(message)
    assert result.stdout.endswith("odd.yaml: the rest waits until its form is right: 1 error\n")
    Path("odd.yaml").write_bytes(data)
    assert run("", "odd.yaml").stdout.startswith(message)


def test_a_byte_order_mark_and_windows_lines_are_fine(work: Path) -> None:
    assert run(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode(), "-").exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-", "-"], "`-` stands for standard input, and that can be read only once"),
        (["./meadow", "--stdin-filename", "x.yaml"], "--stdin-filename needs the argument `-`"),
        (["-", "--stdin-filename", "meadow"], "--stdin-filename names a file, and `meadow` is none"),
        (["-", "--stdin-filename", ""], "--stdin-filename names a file, and `` is none"),
        (["-", "--stdin-filename", "new/"], "--stdin-filename names a file, and `new/` is none"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(work: Path, words: list[str], message: str) -> None:
    result = run(GOOD, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_terminal_is_no_input_and_the_others_are_checked(work: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.run([*COMMAND, "-", "./meadow"], stdin=theirs, capture_output=True, text=True, timeout=60)
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 2
    assert done.stderr == "error: `-`: cannot read standard input: it is a terminal; send a text with `<` or `|`\n"
    assert done.stdout.endswith("1 of 2 checked to the end, 1 file, 8 texts: no findings\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_a_closed_input_is_told(work: Path) -> None:
    words = " ".join(f"'{word}'" for word in COMMAND)
    done = subprocess.run(["sh", "-c", f"{words} - <&-"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, "error: `-`: cannot read standard input: it is closed\n")


def test_an_unreadable_text_is_told_beside_the_ruleset_that_it_is_a_part_of(work: Path) -> None:
    write("meadow/more.yaml", "numbers: {extra: {value: 3}}\n")
    result = run(b"\xff\xff", "meadow/ruleset.yaml", "-", "--stdin-filename", "meadow/more.yaml")
    assert result.exit_code == 1
    assert "meadow/more.yaml:1:1: error[Y003]" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("1 of 2 checked to the end, 2 files, 8 texts: 1 error")
