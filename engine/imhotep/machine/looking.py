"""What instructions see of a state: arithmetic, tables, counting, geometry. Nothing here changes a state."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from imhotep.errors import RulesFault
from imhotep.machine.faults import LARGEST_RANGE, MOST_GONE_THROUGH, Why, fault, said, where
from imhotep.program.memory import HIGHEST, LOWEST, UNLIMITED
from imhotep.program.program import Program


class Fail(Exception):
    """A step of a plan cannot be carried out: the number of its place in the files (-1: unknown), and why."""

    def __init__(self, src: int, why: str) -> None:
        super().__init__(src, why)
        self.src = src
        self.why = why


class Finished(Exception):
    """A plan that is tried has come to its first wall."""


class Record(Protocol):
    """What a machine tells of what happens."""

    def __call__(self, s: list[int], kind: str, src: int, *numbers: Any) -> None:
        """Something happened; `s` is the state right after it, `src` the number of its place in the files."""

    def kept(self) -> int:
        """How much was told."""

    def undo(self, kept: int) -> None:
        """All but the first so much was undone."""


class Looking:
    """The functions of generated code that only look, over one program's constants. `do_NAME` is called NAME there."""

    def __init__(self, program: Program, record: Record | None = None) -> None:
        self.program = program
        self.record = record
        self.gone_through = 0  # since this step began
        places = program.places
        self.kinds = [p.kind for p in places]
        self.ranges = [p.addresses() for p in places]
        self.slices = [slice(r.start, r.start + len(r) * r.step, r.step) for r in self.ranges]
        size = len(program.start)
        self.place_at = [-1] * size
        self.class_at = [-1] * size
        self.counted = [not program.families[p.family].individuals for p in places]
        self.rows = [0] * size
        self.columns = [0] * size
        self.line_numbers = [0] * len(places)
        for number, place in enumerate(places):
            if place.line:
                continue
            for i, address in enumerate(place.addresses()):
                self.place_at[address] = number
                if place.kind == "pool" and self.counted[number]:
                    own = place.seat - 1 if place.seat else 0
                    self.class_at[address] = i * place.divisor + own
        for area in program.areas:
            for lines, by_address in ((area.rows, self.rows), (area.columns, self.columns)):
                for mine in lines:
                    for i, line in enumerate(mine):
                        self.line_numbers[line] = i + 1
                        for address in places[line].addresses():
                            by_address[address] = line

    # ---- faults

    def failed(self, why: Why, src: int, a: int = 0, b: int = 0) -> Fail:
        """The exception for a step that cannot be carried out."""
        return Fail(src, said(self.program, why, a, b))

    def do_fault(self, message: str, src: int) -> None:
        raise RulesFault(message, where(self.program, src))

    def do_over_budget(self, s: list[int]) -> None:
        raise fault(self.program, Why.OVER_BUDGET)

    def do_checked(self, value: int, src: int) -> int:
        """A designer's arithmetic stays within 32 bits."""
        if LOWEST <= value <= HIGHEST:
            return value
        raise fault(self.program, Why.TOO_LARGE, src, value)

    def do_div(self, a: int, b: int, src: int) -> int:
        if b == 0:
            raise fault(self.program, Why.BY_ZERO, src)
        return self.do_checked(a // b, src)

    def do_numbers(self, low: int, high: int) -> range:
        """The numbers from one to another; there must not be too many of them."""
        if high - low < LARGEST_RANGE:
            return range(low, high + 1)
        raise fault(self.program, Why.TOO_MANY, -1, low, high)

    def do_gone(self, things: Sequence[Any]) -> Sequence[Any]:
        """What a sum or search inside another one goes through, which is counted."""
        self.gone_through += len(things)
        if self.gone_through > MOST_GONE_THROUGH:
            raise fault(self.program, Why.TOO_MUCH_AT_ONCE)
        return things

    def do_sure(self, value: int, src: int) -> int:
        if value:
            return value
        raise self.failed(Why.NOTHING, src)

    def do_lookup(self, table: int, index: int, src: int) -> int:
        t = self.program.tables[table]
        i = index - t.first
        if 0 <= i < len(t.values):
            return t.values[i]
        if i < 0 or t.beyond == "error":
            raise fault(self.program, Why.NO_ROW, src, table, index)
        if t.beyond == "same":
            return t.values[-1]
        if t.beyond == "value":
            return t.step
        return self.do_checked(t.values[-1] + t.step * (i - len(t.values) + 1), src)

    # ---- looking

    def do_class_(self, s: list[int], address: int) -> int:
        found = self.class_at[address]
        return found if found >= 0 else s[address] - 1

    def do_count(self, s: list[int], place: int) -> int:
        kind = self.kinds[place]
        if kind == "pile":
            return s[self.program.places[place].start]
        cells = s[self.slices[place]]
        if kind == "pool" and self.counted[place]:
            return sum(cells)
        return len(cells) - cells.count(0)

    def do_room(self, s: list[int], place: int) -> int:
        p = self.program.places[place]
        if p.kind == "cells":
            return s[self.slices[place]].count(0)
        if p.kind == "pile":
            return p.length - s[p.start]
        return UNLIMITED if p.capacity == UNLIMITED else p.capacity - self.do_count(s, place)

    def do_next_free(self, s: list[int], place: int, src: int) -> int:
        for address in self.ranges[place]:
            if not s[address]:
                return address
        raise self.failed(Why.NO_ROOM, src, place)

    def do_top(self, s: list[int], place: int) -> int:
        p = self.program.places[place]
        if p.kind == "pile":
            n = s[p.start]
            return p.start + n if n else 0
        return next((a for a in reversed(self.ranges[place]) if s[a]), 0)

    def do_bottom(self, s: list[int], place: int) -> int:
        return next((a for a in self.ranges[place] if s[a]), 0)

    def do_line_of(self, address: int, axis: int) -> int:
        line = (self.rows, self.columns)[axis][address]
        if line:
            return line
        raise self.failed(Why.NO_LINE, -1)

    def do_number_of(self, address: int) -> int:
        place = self.ranges[self.place_at[address]]
        return address - place.start + 1

    def do_weight(self, s: list[int], address: int) -> int:
        """How many equal pieces an address stands for."""
        return s[address] if self.class_at[address] >= 0 else 1

    def do_top_pieces(self, s: list[int], amount: int, place: int) -> range:
        start = self.program.places[place].start
        n = s[start]
        return range(start + n, start + max(n - amount, 0), -1)

    def do_distinct(self, s: list[int], addresses: list[int]) -> list[int]:
        """The first of each sort of equal pieces."""
        found: dict[int, int] = {}
        for a in addresses:
            found.setdefault(self.do_class_(s, a), a)
        return list(found.values())

    def do_each_piece(self, s: list[int], addresses: Iterable[int]) -> Iterator[int]:
        """The address of each counted piece, once for each of equal ones: how many there are is looked at when their
        turn comes, and again after each."""
        for address in addresses:
            left = self.do_weight(s, address) if s[address] else 0
            while left > 0 and s[address]:
                left = min(left, self.do_weight(s, address)) - 1
                yield address

    def do_differ(self, things: Iterator[int]) -> bool:
        """Whether there are two that are not equal. Those behind them are not looked at."""
        first = next(things, 0)
        return any(thing != first for thing in things)

    def do_several(self, things: Iterator[int]) -> bool:
        """Whether there is more than one."""
        return next(things, 0) != 0 and next(things, 0) != 0

    def neighbours(self, address: int) -> Iterator[int]:
        """The cells of a grid that lie next to one."""
        p = self.program.places[self.place_at[address]]
        if not p.columns:
            return
        width = p.columns if p.by_row else p.length // p.columns
        i = address - p.start
        if i % width:
            yield address - 1
        if i % width + 1 < width:
            yield address + 1
        if i >= width:
            yield address - width
        if i + width < p.length:
            yield address + width

    def _group(self, s: list[int], first: int) -> list[int]:
        family = self.program.families[self.program.places[self.place_at[first]].family]

        def owner_of(code: int) -> int:
            return family.holders[code - 1] if family.individuals else (code - 1) % family.owners

        owner = owner_of(s[first])
        group = [first]
        seen = {first}
        for a in group:
            for b in self.neighbours(a):
                if b not in seen and s[b] and owner_of(s[b]) == owner:
                    seen.add(b)
                    group.append(b)
        return group

    def do_group_size(self, s: list[int], first: int) -> int:
        return len(self._group(s, first))

    def do_groups(self, s: list[int], place: int) -> list[int]:
        """The first cell of each group."""
        seen: set[int] = set()
        leaders = []
        for a in self.ranges[place]:
            if s[a] and a not in seen:
                seen.update(self._group(s, a))
                leaders.append(a)
        return leaders
