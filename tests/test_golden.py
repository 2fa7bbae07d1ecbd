"""Playthroughs that are kept as text, one thing that can be seen a line. `pytest --rewrite-golden` writes them anew."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from imhotep import open_ruleset
from imhotep.record.telling import tell
from imhotep.record.transcript import RANDOM, heading, random_game
from imhotep.shipped import ruleset_ids

CHECKOUT = Path(__file__).parents[1]
GOLDEN = Path(__file__).parent / "golden"
SEED = 2026
EXAMPLES = sorted(
    p for p in (CHECKOUT / "examples").rglob("*.yaml") if "extends:" in p.read_text(encoding="utf-8")
)  # fmt: skip
BOARDS = ("burial_chamber", "market", "obelisks", "pyramids", "temple")
SIDES = ("AAAAA", "BBBBB", "ABABA", "BABAB", "AABBA", "BBAAB")
"""Mixes of sides of the shipped game, in the order of BOARDS."""


@dataclass(frozen=True)
class Playthrough:
    """A game whose text is kept in the file `name`."""

    name: str
    reference: str
    players: int
    sides: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        ruleset = open_ruleset(self.reference, sides=self.sides)
        program = ruleset.program(self.players)
        transcript = random_game(program, SEED)
        lines = list(tell(transcript.record(heading(ruleset, program), dict.fromkeys(program.seats, RANDOM))))
        end = json.dumps(transcript.game.describe(), sort_keys=True)
        return "\n".join([*lines, f"final state: {hashlib.sha256(end.encode()).hexdigest()}"]) + "\n"


PLAYTHROUGHS = [
    *(
        Playthrough(f"imhotep-{mix}-{players}", "imhotep", players, dict(zip(BOARDS, mix, strict=True)))
        for mix in SIDES
        for players in (2, 3, 4)
    ),
    *(Playthrough(f"{path.stem}-3", path.as_posix(), 3) for path in EXAMPLES),
]


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.name)
def test_a_game_goes_as_it_went(playthrough: Playthrough, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{playthrough.name}.txt"
    text = playthrough.text()
    if request.config.getoption("--rewrite-golden"):
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), "write it with `pytest --rewrite-golden tests/test_golden.py`"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_ruleset_and_example_has_a_playthrough() -> None:
    kept = {p.reference for p in PLAYTHROUGHS}
    missing = [each for each in (*ruleset_ids(), *(p.as_posix() for p in EXAMPLES)) if each not in kept]
    assert missing == []


def test_every_kept_playthrough_is_played() -> None:
    assert sorted(p.stem for p in GOLDEN.glob("*.txt")) == sorted(p.name for p in PLAYTHROUGHS)
