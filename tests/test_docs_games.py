"""The commands of the page on games work as they stand there."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "games.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_the_page_shows_commands() -> None:
    assert {shlex.split(command)[1] for command in COMMANDS} == {"play", "validate", "simulate", "replay"}


def test_all_commands_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        result = CliRunner().invoke(cli, shlex.split(command)[1:], input="q\n")
        assert result.exit_code == 0, result.output


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (DOCS / link).exists(), link
