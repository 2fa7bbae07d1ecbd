"""A folder to work in that holds the small ruleset `meadow`."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(Path(__file__).parent / "meadow", tmp_path / "meadow")
    monkeypatch.chdir(tmp_path)
    return tmp_path
