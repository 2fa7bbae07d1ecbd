"""The tutorial can be followed step by step: its files are written one over the other, its commands answer as shown."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "variants.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(yaml step|yaml scenarios|console)\n(.*?)```", PAGE, re.DOTALL)
FILES = {"yaml step": "oasis.yaml", "yaml scenarios": "oasis.scenarios.yaml"}


def answers(session: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a session with the lines that it should answer."""
    for part in session.split("$ ")[1:]:
        command, *lines = part.splitlines()
        yield command, lines


def fits(shown: list[str], output: str) -> bool:
    """Whether an answer is as shown: `...` stands for anything, on a line of its own for any lines."""
    patterns = (r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in shown)
    return re.fullmatch("".join(patterns), output) is not None


def test_the_page_has_steps() -> None:
    assert [kind for kind, _ in BLOCKS].count("yaml step") == 6
    assert sum(len(list(answers(text))) for kind, text in BLOCKS if kind == "console") >= 8


def test_all_steps_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, text in BLOCKS:
        if kind != "console":
            Path(FILES[kind]).write_text(text, encoding="utf-8")
            continue
        for command, shown in answers(text):
            result = CliRunner().invoke(cli, shlex.split(command)[1:])
            assert result.exit_code in (0, 1), result.output
            assert fits(shown, result.output), f"{command}\n{result.output}"


def test_every_link_leads_somewhere() -> None:
    for page in (PAGE, (DOCS / "checks.md").read_text(encoding="utf-8")):
        for link in re.findall(r"\]\(([^)]+)\)", page):
            file, _, heading = link.partition("#")
            target = DOCS / file if file else DOCS / "checks.md"
            assert target.exists(), link
            headings = re.findall(r"(?m)^#+ (.*)", target.read_text(encoding="utf-8")) if heading else []
            assert heading in ("", *(re.sub(r"[^a-z0-9 -]", "", each.lower()).replace(" ", "-") for each in headings))
