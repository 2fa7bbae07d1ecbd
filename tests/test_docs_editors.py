"""What the page on editors shows works as it stands there, and so does the hook for pre-commit."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from imhotep.cli.choices import FORMS
from imhotep.cli.main import cli

CHECKOUT = Path(__file__).parents[1]
PAGE = (CHECKOUT / "docs" / "editors.md").read_text(encoding="utf-8")
HOOKS = yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
RUN = 'imhotep() { %s -m imhotep "$@"; }; python() { %s "$@"; }\n' % ((shlex.quote(sys.executable),) * 2)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def documents() -> list[Any]:
    return [yaml.safe_load(block) for block in blocks("yaml")]


def shell(command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["bash", "-c", RUN + command], capture_output=True, text=True, timeout=120)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two variants and their scenarios in `games`."""
    (tmp_path / "games").mkdir()
    for kind in ("yaml", "scenarios.yaml"):
        for name in ("01-sled-of-six", "02-take-two"):
            shutil.copy(CHECKOUT / "examples" / "house-rules" / f"{name}.{kind}", tmp_path / "games")
    shutil.copy(tmp_path / "games" / "01-sled-of-six.yaml", tmp_path / "games" / "roomy.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
@pytest.mark.parametrize("command", blocks("bash"))
def test_a_command_of_the_page_runs(folder: Path, command: str) -> None:
    done = shell(command)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_the_steps_of_the_workflow_run(folder: Path) -> None:
    (workflow,) = [each for each in documents() if isinstance(each, dict) and "jobs" in each]
    steps = workflow["jobs"]["validate"]["steps"]
    commands = [step["run"] for step in steps if step.get("run", "").startswith("imhotep ")]
    assert len(commands) == 2
    for command in commands:
        done = shell(command)
        assert done.returncode == 0, done.stderr
    (upload,) = [step for step in steps if "upload-sarif" in step.get("uses", "")]
    assert json.loads((folder / upload["with"]["sarif_file"]).read_text(encoding="utf-8"))["version"] == "2.1.0"


def test_the_page_names_every_form() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE)) == FORMS


def test_the_task_finds_the_parts_of_a_line(folder: Path) -> None:
    (task,) = json.loads(blocks("json")[0])["tasks"]
    (folder / "games" / "bad.yaml").write_text("extends: imhotep\nsides: {tempel: B}\n", encoding="utf-8")
    words = shlex.split(task["command"].replace("games/*.yaml", "games/bad.yaml"))[1:]
    line = CliRunner().invoke(cli, words).stdout.splitlines()[0]
    pattern = task["problemMatcher"]["pattern"]
    found = re.match(pattern["regexp"], line)
    assert found is not None
    keys = ("file", "line", "column", "severity", "code")
    assert [found[pattern[key]] for key in keys] == ["games/bad.yaml", "2", "9", "error", "V011"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
def test_the_settings_name_schemas_that_are_copied(folder: Path) -> None:
    (copy,) = [block for block in blocks("bash") if block.startswith("cp ")]
    assert shell(copy).returncode == 0
    settings = json.loads(blocks("json")[1])["yaml.schemas"]
    assert [name for name in settings if not (folder / name).is_file()] == []
    (line,) = re.findall(r"\$schema=\.\./(\S+)", PAGE)
    assert (folder / line).is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")
@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_line_for_a_shell_prints_its_completion(name: str) -> None:
    (line,) = re.findall(rf"`(?:eval \"\$\()?(_IMHOTEP_COMPLETE={name}_source imhotep)", PAGE)
    asked = dict([line.split(" ")[0].split("=")])
    done = subprocess.run(
        [sys.executable, "-m", "imhotep"], env=os.environ | asked, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, "_IMHOTEP_COMPLETE" in done.stdout) == (0, True), done.stderr


def test_the_hook_has_the_form_that_pre_commit_wants() -> None:
    assert isinstance(HOOKS, list)
    for hook in HOOKS:
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert set(hook) <= {"id", "name", "description", "entry", "language", "files", "exclude", "require_serial"}
        assert hook["language"] == "python"
    (used,) = [each for each in documents() if isinstance(each, dict) and "repos" in each]
    ids = {hook["id"] for repo in used["repos"] for hook in repo["hooks"]}
    assert ids == {hook["id"] for hook in HOOKS}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_command_of_a_hook_runs_on_the_files_that_it_names(folder: Path, hook: dict[str, str]) -> None:
    for name in (".pre-commit-config.yaml", "imhotep-project.yaml", ".github/workflows/x.yaml", "notes.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x: y\n", encoding="utf-8")
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    meant = [n for n in names if re.search(hook["files"], n) and not re.search(hook["exclude"], n)]
    assert meant == [n for n in names if n.startswith("games/")]
    command, *words = shlex.split(hook["entry"])
    assert command == "imhotep"
    result = CliRunner().invoke(cli, [*words, *meant])
    assert (result.exit_code, result.stdout) == (0, ""), result.output
    (folder / "games" / "bad.yaml").write_text("extends: imhotp\n", encoding="utf-8")
    assert CliRunner().invoke(cli, [*words, *meant, "games/bad.yaml"]).exit_code == 1
