"""The code keeps its own rules: style, types, layers."""

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
SCRIPTS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "-m", "ruff", "check", "."],
        [sys.executable, "-m", "ruff", "format", "--check", "."],
        [sys.executable, "-m", "mypy"],
        [str(SCRIPTS / "lint-imports")],
    ],
    ids=["ruff check", "ruff format", "mypy strict", "layers"],
)
def test_the_checker_finds_nothing(command: list[str]) -> None:
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_has_more_than_three_hundred_lines() -> None:
    allowed = {"tree.py"}  # a list of node classes, one like the other
    long = {
        str(p.relative_to(CHECKOUT)): n
        for p in (CHECKOUT / "engine").rglob("*.py")
        if (n := len(p.read_text(encoding="utf-8").splitlines())) > 300 and p.name not in allowed
    }
    assert not long
