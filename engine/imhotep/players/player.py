"""What a player is, and those that do not search."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, Protocol, TypeAlias

from imhotep.machine.chance import WORD, Stream
from imhotep.machine.engine import Pick, State
from imhotep.machine.evaluation import Worth
from imhotep.wasm.playing import Playing

Look: TypeAlias = Callable[[], State]
"""Gives the state as the seat sees it, with nothing in it that is hidden; see `machine.redealing.masked`."""

AHEAD: Final = 6
"""Decisions that a greedy player looks ahead, after its own."""

MILLION: Final = 1_000_000


class Player(Protocol):
    """Decides for one seat."""

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered; there are at least two."""


class RandomPlayer:
    """Takes any option, each alike."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered."""
        return offered[self._stream.below(len(offered))]


class NoisyPlayer:
    """Another player, but with a chance of `millionths` in a million it takes any option."""

    def __init__(self, player: Player, millionths: int, stream: Stream) -> None:
        self._player = player
        self._millionths = millionths
        self._stream = stream

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered."""
        if self._stream.below(MILLION) < self._millionths:
            return offered[self._stream.below(len(offered))]
        return self._player.choose(offered, look)


class GreedyPlayer:
    """Takes what gains it most points over the next few decisions, on average over short playouts."""

    def __init__(self, engine: Playing, budget: int, stream: Stream) -> None:
        self._engine = engine
        self._budget = budget
        self._stream = stream

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered."""
        worths = rated(self._engine, offered, look, self._budget, self._stream, AHEAD)
        return best(worths, lambda worth: (mean(worth, worth.points), mean(worth, worth.margin)))


class FlatPlayer:
    """Flat Monte Carlo: takes what wins most often over playouts to the end; the margin decides between equals."""

    def __init__(self, engine: Playing, budget: int, stream: Stream) -> None:
        self._engine = engine
        self._budget = budget
        self._stream = stream

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered."""
        worths = rated(self._engine, offered, look, self._budget, self._stream, -1)
        return best(worths, lambda worth: (mean(worth, worth.wins), mean(worth, worth.margin)))


def rated(engine: Playing, offered: Sequence[Pick], look: Look, budget: int, stream: Stream, limit: int) -> list[Worth]:
    """What each option that is offered is worth, with about `budget` playouts in all and at least one for each.

    Where a list has left over some of the options only, all of them share the budget.
    """
    seen = look()
    options = len(engine.by_steps().options(seen))
    worths = engine.evaluate(seen, max(1, budget // options), seed_from(stream), limit=limit)
    found = {worth.pick: worth for worth in worths}
    return [found.get(pick, Worth(pick=pick)) for pick in offered]


def best(worths: Sequence[Worth], value: Callable[[Worth], tuple[Fraction, ...]]) -> Pick:
    """The option of most value, the first of equals; one whose playouts all broke down only if there is no other."""
    return max(worths, key=lambda worth: (worth.playouts > 0, value(worth))).pick


def mean(worth: Worth, total: int) -> Fraction:
    """A total over the playouts of an option, for each of them."""
    return Fraction(total, max(1, worth.playouts))


def seed_from(stream: Stream) -> int:
    """A seed of 64 bits."""
    return stream.below(WORD) | stream.below(WORD) << 32
