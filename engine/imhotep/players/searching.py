"""Monte Carlo tree search over decisions: UCT, with what is hidden and what is to come drawn anew for each playout.

One tree holds what the seat thinks of all the states that it takes for possible, so its nodes are rows of picks and not
states. An option counts as often as it was there to be tried. Each seat is taken to look for its own win.
"""

from collections.abc import Sequence
from dataclasses import field
from math import sqrt
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream, stream_key
from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.playout import steady
from imhotep.machine.redealing import redeal
from imhotep.players.player import Look, seed_from
from imhotep.program.memory import DECISION, SEAT, STATUS
from imhotep.wasm.playing import Playing

EXPLORING: Final = 0.7
"""How much an option that was tried seldom is preferred to one that has won, as a share of a win."""

Key: TypeAlias = tuple[int, int, int, int]
"""A pick that means the same in all states: decision, seat, way, and the value as in the row of a playout."""


@dataclass(slots=True)
class Node:
    """What became of one row of picks: how often it was tried and was there to be, and the wins of who picked last."""

    tried: int = 0
    there: int = 0
    won: float = 0.0
    after: dict[Key, "Node"] = field(default_factory=dict)


class SearchingPlayer:
    """Takes the option that the search has tried most often, over `budget` playouts."""

    def __init__(self, engine: Playing, budget: int, stream: Stream) -> None:
        self._engine = engine
        self._machine = engine.by_steps()
        self._budget = budget
        self._stream = stream
        self._harmonic = [0.0]  # sums of 1/1 + 1/2 + ... + 1/n
        for n in range(1, budget + 1):
            self._harmonic.append(self._harmonic[-1] + 1 / n)

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered."""
        seen = look()
        seed = seed_from(self._stream)
        root = Node()
        for number in range(self._budget):
            own = stream_key(seed, number)
            s = redeal(self._machine.program, seen, seen[SEAT], own, offered)
            self._grow(root, s, offered, Stream(own, "search"), own)
        tried = [root.after.get(_key(self._machine, seen, pick), Node()) for pick in offered]
        number = max(range(len(offered)), key=lambda i: (tried[i].tried, tried[i].won))
        return offered[number]

    def _grow(self, root: Node, s: State, offered: Sequence[Pick], stream: Stream, seed: int) -> None:
        """One playout: down the tree to an option that was not tried yet, on at random, and back up with the win."""
        path: list[tuple[int, Node]] = []
        node, fresh = root, False
        winners: tuple[int, ...] = ()
        try:
            while not s[STATUS] and not fresh:
                picks = offered if node is root else self._machine.options(s)
                seat = s[SEAT]
                pick, node = self._descend(node, s, picks, stream)
                path.append((seat, node))
                fresh = not node.tried
                self._machine.answer(s, *pick)
            winners = self._machine.winners(s) if s[STATUS] else self._engine.finish(s, seed)
        except RulesFault:
            pass  # nobody wins a game that breaks down
        for seat, passed in path:
            passed.tried += 1
            passed.won += 1 / len(winners) if seat in winners else 0

    def _descend(self, node: Node, s: State, picks: Sequence[Pick], stream: Stream) -> tuple[Pick, Node]:
        """The option to go on with: one that was not tried yet, else the one of the highest bound (UCB1).

        The logarithm in the bound is a harmonic number, which is a sum only and so the same on every machine.
        """
        after: dict[Key, tuple[Pick, Node]] = {}
        for pick in picks:
            key = _key(self._machine, s, pick)
            if key not in after:
                after[key] = pick, node.after.setdefault(key, Node())
        found = list(after.values())
        for _, each in found:
            each.there += 1
        fresh = [each for each in found if not each[1].tried]
        if fresh:
            return fresh[stream.below(len(fresh))]
        return max(found, key=lambda each: self._bound(each[1]))

    def _bound(self, node: Node) -> float:
        return node.won / node.tried + EXPLORING * sqrt(self._harmonic[node.there] / node.tried)


def _key(machine: Machine, s: State, pick: Pick) -> Key:
    way, value = pick
    return s[DECISION], s[SEAT], way, steady(machine, s, way, value)
