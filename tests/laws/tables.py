"""The tables that laws are held against: every mix of sides and number of players, with and without the Pharaoh."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from imhotep import Game, Program, open_ruleset

BOARDS = ("market", "pyramids", "temple", "burial_chamber", "obelisks")
PHARAOH = {"wrath_of_the_pharaoh": True}
MOST_DECISIONS = 5000

seeds = st.integers(0, 2**64 - 1)
quick = settings(
    max_examples=2, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip
thorough = settings(quick, max_examples=5)


@dataclass(frozen=True, slots=True)
class Table:
    """How a game is set up: `sides` has a letter for each of `BOARDS`."""

    players: int
    sides: str
    pharaoh: bool = False

    def __str__(self) -> str:
        return f"{self.players}-{self.sides}{'-wrath' if self.pharaoh else ''}"


MIXES = ["".join(sides) for sides in product("AB", repeat=len(BOARDS))]
EVERY_TABLE = [Table(n, mix, pharaoh) for n, mix, pharaoh in product((2, 3, 4), MIXES, (False, True))]
PURE_TABLES = [Table(n, side * len(BOARDS), side == "B") for n, side in product((2, 3, 4), "AB")]


def sample(law: str) -> list[Table]:
    """All A, all B, and for each number of players a real mix, a different one for each law."""
    turn, mixes = crc32(law.encode()), MIXES[1:-1]
    mixed = [Table(n, mixes[(turn + 11 * n) % len(mixes)], (turn + n) % 2 == 0) for n in (2, 3, 4)]
    return PURE_TABLES + mixed


def at_every_table(law: Callable[[Program, int], None]) -> tuple[Callable[..., None], Callable[..., None]]:
    """A law as a quick test at a sample of the tables, and as a long one at all of them."""

    @pytest.mark.parametrize("table", sample(law.__name__), ids=str)
    @quick
    @given(seed=seeds)
    def short(table: Table, seed: int) -> None:
        law(program(table), seed)

    @pytest.mark.long
    @pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
    @thorough
    @given(seed=seeds)
    def long(table: Table, seed: int) -> None:
        law(program(table), seed)

    return short, long


@cache
def program(table: Table, *changes: str) -> Program:
    sides = dict(zip(BOARDS, table.sides, strict=True))
    options = PHARAOH if table.pharaoh else {}
    return open_ruleset("imhotep", sides=sides, options=options, settings=changes).program(table.players)


def play(game: Game, choices: Random) -> Iterator[str]:
    """Play at random to the end; before each pick the game waits, after it the id of the pick is told."""
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            assert game.over
            return
        option = choices.choice(decision.options)
        game.apply(option)
        yield option.id
    raise AssertionError(f"the game goes on after {MOST_DECISIONS} decisions")
