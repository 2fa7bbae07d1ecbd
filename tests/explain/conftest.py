"""A folder to work in that holds the small ruleset `meadow` and a variant of it."""

import shutil
from pathlib import Path

import pytest

VARIANT = """\
extends: meadow/ruleset.yaml
title: {en: Windy meadow}
sides: {hill: B}
options: {gentle: true}
remove: [rules.rest]
change:
  numbers: {prize: {value: 4}}
  players: {most: 2}
add:
  numbers: {gusts: {value: 1, note: not used}}
  boards:
    hill:
      sides:
        B:
          effects:
            evening: active scores gusts as planting
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(Path(__file__).parents[1] / "scenario" / "meadow", tmp_path / "meadow")
    (tmp_path / "Windy 2.yaml").write_text(VARIANT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
