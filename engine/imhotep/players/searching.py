"""Monte Carlo tree search over decisions: UCT, with what is hidden and what is to come drawn anew for each playout.

One tree holds what the seat thinks of all the states that it takes for possible, so its nodes are rows of picks and not
states. An option counts as often as it was there to be tried. Each seat is taken to look for its own win.
"""

from collections.abc import Sequence
from dataclasses import field
from math import inf, sqrt
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.evaluation import ended, round_seed
from imhotep.machine.playout import steady
from imhotep.machine.redealing import redeal
from imhotep.players.player import Look, seed_from
from imhotep.program.memory import DECISION, SEAT, STATUS
from imhotep.wasm.playing import Playing

EXPLORING: Final = 0.7
"""How much an option that was tried seldom is preferred to one that has won, as a share of a win."""

MARGIN: Final = 0.5
"""How much a margin counts that is as large as margins spread in the playouts of a search, as a share of a win."""

DOUBT: Final = 0.5
"""How much worse an option may be than it came out in one try, as a share of a win; in n tries, this by √n."""

Key: TypeAlias = tuple[int, int, int, int]
"""A pick that means the same in all states: decision, seat, way, and the value as in the row of a playout."""


@dataclass(slots=True)
class Node:
    """What became of one row of picks: how often it was tried and was there to be, and for who picked last the wins and
    the margins over the best of the others."""

    tried: int = 0
    there: int = 0
    won: float = 0.0
    margin: int = 0
    after: dict[Key, "Node"] = field(default_factory=dict)


class Spread:
    """How far the margins of one search spread."""

    def __init__(self) -> None:
        self._count = 0
        self._sum = 0
        self._squares = 0

    def add(self, margin: int) -> None:
        """One margin more."""
        self._count += 1
        self._sum += margin
        self._squares += margin * margin

    @property
    def deviation(self) -> float:
        """Their standard deviation, 1 at least."""
        return sqrt(max(1.0, (self._squares - self._sum * self._sum / max(1, self._count)) / max(1, self._count)))


class SearchingPlayer:
    """Takes the option that has come out best in a search of `budget` playouts, all doubt granted.

    As many playouts in a row as there are options have the same luck: what is dealt anew and what is drawn later. So
    all options meet the same luck at first, and what they owe to it sets none apart.
    """

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
        self._margins = Spread()
        root = Node()
        stream = Stream(seed, "search")
        for number in range(self._budget):
            own = round_seed(seed, number // len(offered))
            s = redeal(self._machine.program, seen, seen[SEAT], own, offered)
            self._grow(root, s, offered, stream, own)
        nodes = [root.after.get(_key(self._machine, seen, pick), Node()) for pick in offered]
        return offered[max(range(len(offered)), key=lambda i: self._at_least(nodes[i]))]

    def _grow(self, root: Node, s: State, offered: Sequence[Pick], stream: Stream, seed: int) -> None:
        """One playout: down the tree to an option that was not tried yet, on at random, and back up with the win."""
        path: list[tuple[int, Node]] = []
        node, fresh = root, False
        winners: tuple[int, ...] = ()
        points: tuple[int, ...] = ()
        try:
            while not s[STATUS] and not fresh:
                picks = offered if node is root else self._machine.options(s)
                pick = picks[0]
                if len(picks) > 1:
                    seat = s[SEAT]
                    pick, node = self._descend(node, s, picks, stream)
                    path.append((seat, node))
                    fresh = not node.tried
                self._machine.answer(s, *pick)
            winners, points = ended(self._machine, s) if s[STATUS] else self._engine.finish(s, seed)
        except RulesFault:
            pass  # nobody wins a game that breaks down
        margins = [mine - max(points[:i] + points[i + 1 :], default=0) for i, mine in enumerate(points)]
        if margins:
            self._margins.add(margins[path[0][0] - 1])
        for seat, passed in path:
            passed.tried += 1
            passed.won += 1 / len(winners) if seat in winners else 0
            passed.margin += margins[seat - 1] if margins else 0

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
        return self._worth(node) / node.tried + EXPLORING * sqrt(self._harmonic[node.there] / node.tried)

    def _at_least(self, node: Node) -> float:
        return self._worth(node) / node.tried - DOUBT / sqrt(node.tried) if node.tried else -inf

    def _worth(self, node: Node) -> float:
        return node.won + MARGIN * node.margin / self._margins.deviation


def _key(machine: Machine, s: State, pick: Pick) -> Key:
    way, value = pick
    return s[DECISION], s[SEAT], way, steady(machine, s, way, value)
