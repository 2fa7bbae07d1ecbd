"""What the README shows works as it stands there."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

CHECKOUT = Path(__file__).parents[1]
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"`imhotep ([^`\n]+)`", README)
MAIN = re.findall(r"\.venv/bin/imhotep (.+)", README)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the README's variant and the examples."""
    found = re.search(r"write a file, `(.+?)`:\n\n```yaml\n(.*?)```", README, re.DOTALL | re.IGNORECASE)
    assert found is not None
    (tmp_path / found[1]).write_text(found[2], encoding="utf-8")
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_readme_shows_commands() -> None:
    assert len(SHOWN) >= 6
    assert len(MAIN) == 1


@pytest.mark.usefixtures("folder")
def test_the_commands_of_the_readme_run_one_after_the_other() -> None:
    for words in (*SHOWN, *MAIN):
        fewer = re.sub(r"--games \d+", "--games 10", words)
        result = CliRunner().invoke(cli, shlex.split(fewer))
        assert result.exit_code == 0, result.output


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "Score(seat=1" in capsys.readouterr().out


def test_the_example_script_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code = (CHECKOUT / "examples" / "play_a_game.py").read_text(encoding="utf-8")
    exec(compile(code, "play_a_game.py", "exec"), {"__name__": "__main__"})
    assert "won by" in capsys.readouterr().out


def test_every_file_that_the_readme_links_to_exists() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (CHECKOUT / link).exists()] == []
