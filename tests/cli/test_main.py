"""The `imhotep` command as a whole: exit codes, closed pipes, terminals of all kinds, and a light start."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from imhotep.cli import validate as validating
from imhotep.cli.main import cli

COMMAND = [sys.executable, "-m", "imhotep"]


def run(*words: str, **settings: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([*COMMAND, *words], capture_output=True, timeout=60, **settings)


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_help_and_version_load_nothing_heavy() -> None:
    code = (
        "import sys\nfrom imhotep.cli.main import cli\n"
        "try: cli.main([sys.argv[1]])\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('lark', 'jsonschema', 'yaml', 'multiprocessing')])\n"
        "print([m for m in sys.modules if m.startswith(('imhotep.compile', 'imhotep.document', 'imhotep.machine'))])\n"
    )
    for word in ("--help", "--version"):
        done = subprocess.run([sys.executable, "-c", code, word], capture_output=True, text=True, timeout=60)
        assert done.stdout.splitlines()[-2:] == ["[]", "[]"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("imhotep val", ["plain,validate"]),
        ("imhotep validate --format sa", ["plain,sarif"]),
        ("imhotep validate imh", ["plain,imhotep", "file,imh"]),
        ("imhotep zzz x", [""]),
    ],
)
def test_a_shell_is_told_how_words_go_on_and_nothing_heavy_is_loaded(words: str, offered: list[str]) -> None:
    code = (
        "import atexit, sys\n"
        "heavy = ('lark', 'jsonschema', 'yaml', 'multiprocessing', 'difflib')\n"
        "atexit.register(lambda: print([m for m in sys.modules if m.split('.')[0] in heavy]))\n"
        "from imhotep.cli.main import cli\ncli.main()\n"
    )
    asked = {"_IMHOTEP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout.splitlines(), done.stderr, done.returncode) == ([*offered, "[]"], "", 0)


def test_the_help_names_every_command() -> None:
    output = CliRunner().invoke(cli, ["--help"]).output
    for name in ("compare", "diff", "list", "show", "simulate", "test", "validate"):
        assert f"\n  {name} " in output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tset"], "there is no command `tset`; did you mean `test`?"),
        (["validat", "imhotep"], "there is no command `validat`; did you mean `validate`?"),
        (["zzz"], "there is no command `zzz`; known here: `build`, `compare`, `diff`, `explain`, `list`"),
        (["validate", "--frmat", "json", "x"], "No such option '--frmat'. Did you mean '--format'?"),
        (["validate"], "Missing argument 'RULESET|FILE...'."),
    ],
)
def test_a_slip_on_the_command_line_exits_with_2_and_names_the_nearest(words: list[str], message: str) -> None:
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_bug_is_one_line_that_says_how_to_see_more(monkeypatch: pytest.MonkeyPatch, work: Path) -> None:
    monkeypatch.setattr(validating, "ordered", raising(KeyError("lost")))
    result = CliRunner().invoke(cli, ["validate", "./meadow"])
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "error: this is a bug: KeyError: 'lost' (set IMHOTEP_TRACEBACK=1 to see where)\n"


def test_a_bug_shows_its_traceback_if_asked(monkeypatch: pytest.MonkeyPatch, work: Path) -> None:
    monkeypatch.setattr(validating, "ordered", raising(KeyError("lost")))
    result = CliRunner(env={"IMHOTEP_TRACEBACK": "1"}).invoke(cli, ["validate", "./meadow"])
    assert result.exit_code == 3
    assert result.stderr.startswith("Traceback (most recent call last):\n")


def test_an_interrupt_exits_with_130(monkeypatch: pytest.MonkeyPatch, work: Path) -> None:
    monkeypatch.setattr(validating, "ordered", raising(KeyboardInterrupt()))
    result = CliRunner().invoke(cli, ["validate", "./meadow"])
    assert result.exit_code == 130
    assert result.stderr.strip() == "stopped"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_at_once(work: Path, jobs: str) -> None:
    words = [*COMMAND, "simulate", "./meadow", "--games", "1000000", "--jobs", jobs]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(2)
    assert process.poll() is None
    before = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    output, complaint = process.communicate(timeout=20)
    assert time.monotonic() - before < 10
    assert (process.returncode, output, complaint.split()) == (130, b"", [b"stopped"])


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close in another way there")
def test_a_reader_that_stops_reading_is_no_fault(work: Path) -> None:
    text = "".join(f"  a{i}: {{then: [prise is {i}]}}\n" for i in range(120))
    Path("meadow/x.scenarios.yaml").write_text("scenarios:\n" + text, encoding="utf-8")
    process = subprocess.Popen([*COMMAND, "test", "./meadow"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline().startswith(b"meadow/x.scenarios.yaml:2:15: broken: ")
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), complaint) == (141, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_terminal_gets_what_it_can_show(work: Path, encoding: str) -> None:
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml\nsides: {hill: 丘}\n", encoding="utf-8")
    done = run("validate", "odd.yaml", env=os.environ | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (1, b"")
    shown = "丘" if encoding == "utf-8" else "\\u4e18"
    assert f"`hill` has no side `{shown}`" in done.stdout.decode(encoding)
    lines = done.stdout.decode(encoding).splitlines()
    assert lines[3] == "   |               " + ("^^" if encoding == "utf-8" else "^^^^^^")


def test_json_is_ascii_on_every_terminal(work: Path) -> None:
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml\nsides: {hill: 丘}\n", encoding="utf-8")
    done = run("validate", "odd.yaml", "--format", "json", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout)[0]["message"] == "`hill` has no side `丘`"


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_left_out_where_they_are_unwanted(work: Path, environment: dict[str, str], coloured: bool) -> None:
    runner = CliRunner(env={"NO_COLOR": None, "TERM": "xterm"} | environment)
    output = runner.invoke(cli, ["validate", "./meadow", "--set", "numbers.rouns=3"], color=True).output
    assert ("\x1b[" in output) is coloured


def test_a_file_cannot_steer_the_terminal(work: Path) -> None:
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml # \x1b[2J\n", encoding="utf-8")
    output = CliRunner().invoke(cli, ["validate", "odd.yaml"]).output
    assert "\n1 | extends: meadow/ruleset.yaml # \\x1b[2J\n" in output


def test_a_narrow_terminal_breaks_no_path(work: Path) -> None:
    name = "a-rather-long-name-for-a-variant-that-is-wider-than-the-terminal.yaml"
    Path(name).write_text("extends: meadow/ruleset.yaml\nsides: {hill: C}\n", encoding="utf-8")
    done = run("validate", name, env=os.environ | {"COLUMNS": "20"})
    assert done.stdout.decode().startswith(f"{name}:2:15: error[V012]: `hill` has no side `C`\n")


def test_the_console_script_is_the_same_command(work: Path) -> None:
    script = Path(sys.executable).with_name("imhotep")
    if not script.exists():
        pytest.skip("the package is not installed")
    done = subprocess.run([script, "validate", "./meadow"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.count("no findings")) == (0, 1)
