"""The same examples every time, so that a run on another machine says the same; no time limits; a small game."""

import signal
from collections.abc import Callable

import pytest
from hypothesis import settings

import imhotep
from imhotep.program.program import Program

settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # by whoever started this run in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag that writes playthroughs anew."""
    parser.addoption("--rewrite-golden", action="store_true", help="write the kept playthroughs anew")
