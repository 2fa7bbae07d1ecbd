"""The commands of the page on mending do what the page shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "fixing.md").read_text(encoding="utf-8")
FILES = re.findall(r"Write a file, `(.+?)`:\n\n```yaml\n(.*?)```", PAGE, re.DOTALL)
RUNS = re.findall(r"```console\n\$ imhotep (.+?)\n(.*?)```", PAGE, re.DOTALL)


def test_the_commands_show_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES:
        Path(name).write_text(text, encoding="utf-8")
    assert len(RUNS) == 3
    for words, shown in RUNS:
        result = CliRunner().invoke(cli, shlex.split(words))
        assert result.output == shown
        assert result.exit_code == int("--diff" in words)


def test_every_code_that_the_page_names_is_explained_among_the_checks() -> None:
    checks = (DOCS / "diagnostics.md").read_text(encoding="utf-8")
    assert all(code in checks for code in re.findall(r"\b[A-Z]\d{3}\b", re.sub("```.*?```", "", PAGE, flags=re.DOTALL)))
