"""All that generated code calls: looking, moving, and what chance and frames need. Made once for a program."""

from typing import Any

from imhotep.machine.chance import below, name_hash, stream_key
from imhotep.machine.faults import BUDGET, Why, too_long_chain
from imhotep.machine.looking import Fail, Finished, Record
from imhotep.machine.moving import Moving
from imhotep.program.memory import DEPTH, PLAN, SEED_HIGH, SEED_LOW, STEPS, TRYING
from imhotep.program.program import Program


class Primitives(Moving):
    """The functions that generated code calls, over one program's constants."""

    def __init__(self, program: Program, record: Record | None = None) -> None:
        super().__init__(program, record)
        self.keys: dict[tuple[int, int], int] = {}
        self.name_hashes = [name_hash(name) for name in program.streams]

    def namespace(self) -> dict[str, Any]:
        """What generated code sees."""
        found: dict[str, Any] = {n.removeprefix("do_"): getattr(self, n) for n in dir(self) if n.startswith("do_")}
        if self.record:
            found |= {"kept": self.record.kept, "undo": self.record.undo}
        return found | {
            "R": self.ranges,
            "SL": self.slices,
            "LENGTH": [len(r) for r in self.ranges],
            "LINE": self.line_numbers,
            "LISTS": self.program.lists,
            "BUDGET": BUDGET,
            "Fail": Fail,
            "Finished": Finished,
        }

    # ---- chance

    def below(self, s: list[int], stream: int, bound: int) -> int:
        """An unbiased draw from one of the game's streams."""
        seed = (s[SEED_LOW] & 0xFFFFFFFF) | (s[SEED_HIGH] & 0xFFFFFFFF) << 32
        key = self.keys.get((seed, stream))
        if key is None:
            if len(self.keys) > 1000:
                self.keys.clear()
            key = self.keys[seed, stream] = stream_key(seed, self.name_hashes[stream])
        address = self.program.counters + stream
        value, s[address] = below(key, s[address], bound)
        return value

    def do_wall(self, s: list[int]) -> None:
        """Nothing is foreseen from here on: a trial has succeeded, open plans are over."""
        if s[TRYING]:
            raise Finished
        s[PLAN] = 0

    def do_draw(self, s: list[int], candidates: list[tuple[int, int]], stream: int, type: str, src: int) -> int:
        """One of (value, weight), each unit of weight alike."""
        total = sum(w for _, w in candidates)
        if not total:
            raise self.failed(Why.NOTHING_TO_DRAW, src)
        if s[PLAN]:
            self.do_wall(s)
        left = self.below(s, stream, total)
        for value, weight in candidates:
            left -= weight
            if left < 0:
                if self.record and not s[TRYING]:
                    self.record(s, "draw", src, stream, type, value)
                return value
        raise AssertionError

    def do_shuffle(self, s: list[int], place: int, stream: int, src: int) -> None:
        if s[PLAN]:
            self.do_wall(s)
        start = self.program.places[place].start
        self._mix(s, place, start + 1, s[start], stream)
        if self.record and not s[TRYING]:
            self.record(s, "shuffle", src, stream, place)

    def _mix(self, s: list[int], place: int, first: int, count: int, stream: int) -> None:
        for i in range(count - 1, 0, -1):
            j = self.below(s, stream, i + 1)
            s[first + i], s[first + j] = s[first + j], s[first + i]
        family = self.program.families[self.program.places[place].family]
        if family.where:
            for a in range(first, first + count):
                s[family.where + s[a] - 1] = a

    def do_shuffle_into(self, s: list[int], a: int, b: int, stream: int, src: int) -> None:
        """Shuffle what lies in `a` and put it under the pile `b`."""
        if s[PLAN]:
            self.do_wall(s)
        pile = self.program.places[b]
        codes = []
        for address in self.ranges[a]:
            many = s[address] if self.class_at[address] >= 0 else 1 if s[address] else 0
            code = self.class_at[address] + 1 if self.class_at[address] >= 0 else s[address]
            codes += [code] * many
            s[address] = 0
        if self.kinds[a] == "pile":
            s[self.program.places[a].start] = 0
        there = s[pile.start]
        if there + len(codes) > pile.length:
            raise self.failed(Why.NO_ROOM, src, b)
        first = pile.start + 1
        s[first : first + len(codes) + there] = codes + s[first : first + there]
        s[pile.start] = there + len(codes)
        self._mix(s, b, first, len(codes), stream)
        family = self.program.families[pile.family]
        if family.where:
            for address in range(first, first + len(codes) + there):
                s[family.where + s[address] - 1] = address
        if self.record and codes and not s[TRYING]:
            self.record(s, "shuffle", src, stream, b)

    # ---- frames

    def do_begin(self, s: list[int], procedure: int) -> None:
        """Tell that an effect begins."""
        if self.record and not s[TRYING]:
            self.record(s, "begin", -1, procedure)

    def do_enter(self, s: list[int], procedure: int) -> None:
        """Another effect begins before the one before it is over."""
        self.do_begin(s, procedure)
        s[DEPTH] += 1
        if s[DEPTH] > self.program.pending:
            raise too_long_chain(self.program, s, procedure)
        if s[STEPS] > BUDGET:
            self.do_over_budget(s)
