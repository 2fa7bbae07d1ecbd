"""The examples of the page on variants and scenarios work as they stand there."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli
from imhotep.cli.show import VIEWS

PAGE = (Path(__file__).parents[1] / "docs" / "variants-and-scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml (?:variant|scenarios) (\S+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in BLOCKS:
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_has_a_variant_and_its_scenarios() -> None:
    assert [name for name, _ in BLOCKS] == ["roomy.yaml", "roomy.scenarios.yaml"]


@pytest.mark.usefixtures("folder")
def test_the_variant_is_without_findings() -> None:
    result = CliRunner().invoke(cli, ["validate", "--strict", "roomy.yaml"])
    assert result.exit_code == 0, result.output


SHOWN = re.findall(r"`imhotep ((?:show|diff) [^`\n]+)`", PAGE)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", SHOWN)
def test_a_command_of_the_page_runs(words: str) -> None:
    result = CliRunner().invoke(cli, words.split())
    assert (result.exit_code, result.output != "") == (0, True)


@pytest.mark.usefixtures("folder")
def test_what_is_shown_can_be_saved_and_used() -> None:
    (block,) = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines():
        command, _, file = line.removeprefix("imhotep ").partition(" > ")
        result = CliRunner().invoke(cli, command.split())
        assert result.exit_code == 0, result.output
        if file:
            Path(file).write_text(result.output, encoding="utf-8")
    assert "no findings" in result.output


def test_the_page_shows_every_view() -> None:
    assert {word for words in SHOWN for word in words.split()} >= {f"--{view}" for view in VIEWS}


@pytest.mark.usefixtures("folder")
def test_the_changes_are_told_as_the_page_shows_them() -> None:
    (block,) = re.findall(r"```\n(imhotep -> .*?)\.\.\.\n```", PAGE, re.DOTALL)
    assert CliRunner().invoke(cli, ["diff", "imhotep", "roomy.yaml"]).output.startswith(block)


@pytest.mark.usefixtures("folder")
def test_its_own_scenarios_pass() -> None:
    result = CliRunner().invoke(cli, ["test", "roomy.scenarios.yaml"])
    assert result.exit_code == 0, result.output
    assert "3 passed" in result.output
