"""The examples of the page on variants and scenarios work as they stand there."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

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


@pytest.mark.usefixtures("folder")
def test_its_own_scenarios_pass() -> None:
    result = CliRunner().invoke(cli, ["test", "roomy.scenarios.yaml"])
    assert result.exit_code == 0, result.output
    assert "3 passed" in result.output
