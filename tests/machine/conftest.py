"""Small games for the machine's tests."""

from collections.abc import Callable

import pytest

import imhotep
from imhotep.program.program import Program

HEAD = """\
ruleset: tiny
players: {least: 2, most: 2}
seats: {north: {}, south: {}}
begin: game
winner: {by: {points: score of seat}}
scores: {bonus: {}}
"""


@pytest.fixture
def program_of() -> Callable[..., Program]:
    """Compiles the sections of a small game for two; its first line is line 7 of `tiny/ruleset.yaml`."""

    def compiled(sections: str, folder: str = "tiny") -> Program:
        ruleset, found = imhotep.validate(folder, files={f"{folder}/ruleset.yaml": HEAD + sections})
        assert ruleset is not None, [f"{d.span}: {d.message}" for d in found]
        return ruleset.program(2)

    return compiled
