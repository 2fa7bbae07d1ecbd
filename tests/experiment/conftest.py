from collections.abc import Callable
from pathlib import Path

import pytest

from imhotep import Program, Ruleset, open_ruleset

Variant = Callable[[str], Ruleset]


@pytest.fixture(scope="session")
def base() -> Ruleset:
    return open_ruleset("imhotep")


@pytest.fixture(scope="session")
def program(base: Ruleset) -> Program:
    return base.program(2)


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Makes a variant of the base from the text below its `extends`."""
    monkeypatch.chdir(tmp_path)

    def make(text: str) -> Ruleset:
        (tmp_path / "trial.yaml").write_text(f"extends: imhotep\n{text}", encoding="utf-8")
        return open_ruleset("./trial.yaml")

    return make
