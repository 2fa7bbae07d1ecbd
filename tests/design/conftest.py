"""A folder to work in that holds the small ruleset `meadow` and a variant of it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from imhotep.design.opening import Opened, open_design
from imhotep.design.reading import read_design
from imhotep.diagnostics import Diagnostic

Read = Callable[[str], tuple[Opened | None, tuple[Diagnostic, ...]]]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(Path(__file__).parents[1] / "scenario" / "meadow", tmp_path / "meadow")
    (tmp_path / "rich.yaml").write_text("extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def opened(work: Path) -> Read:
    """Opens an experiment by its text below the base; what is wrong comes with it."""

    def read(text: str) -> tuple[Opened | None, tuple[Diagnostic, ...]]:
        path = Path("trial.experiment.yaml")
        path.write_text(f"base: ./meadow\n{text}", encoding="utf-8")
        design, found, _ = read_design(path)
        if design is None:
            return None, found
        made, more = open_design(design)
        return made, (*found, *more)

    return read
