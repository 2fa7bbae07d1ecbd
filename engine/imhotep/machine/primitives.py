"""What instructions do to a state: moving, counting, drawing. Made once for a program, as plain functions."""

from collections.abc import Callable, Iterator
from typing import Any

from imhotep.errors import BudgetExceeded, RulesFault
from imhotep.machine.chance import below, name_hash, stream_key
from imhotep.program.memory import (
    DEPTH,
    HIGHEST,
    LOWEST,
    PLAN,
    SEED_HIGH,
    SEED_LOW,
    STEPS,
    TRYING,
    UNLIMITED,
)  # fmt: skip
from imhotep.program.program import Program

BUDGET = 2_000_000  # steps in a game


class Fail(Exception):
    """A step of a plan cannot be carried out. The argument is the number of its place in the files, or -1."""


class Finished(Exception):
    """A plan that is tried has come to its first wall."""


class Primitives:
    """The functions that generated code calls, over one program's constants."""

    def __init__(self, program: Program, record: Callable[..., None] | None = None) -> None:
        self.program = program
        self.record = record
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
        self.keys: dict[tuple[int, int], int] = {}
        self.name_hashes = [name_hash(name) for name in program.streams]

    def namespace(self) -> dict[str, Any]:
        """What generated code sees."""
        names = [n for n in dir(self) if n.startswith("do_")]
        found: dict[str, Any] = {n.removeprefix("do_"): getattr(self, n) for n in names}
        return found | {
            "R": self.ranges, "SL": self.slices, "LENGTH": [len(r) for r in self.ranges], "CLASS": self.class_at, "PLACE": self.place_at,
            "ROWS": self.rows, "COLUMNS": self.columns, "LINE": self.line_numbers, "LISTS": self.program.lists,
            "Fail": Fail, "BUDGET": BUDGET,
        }  # fmt: skip

    # ---- faults

    def where(self, src: int) -> str:
        """A place in the files, for a message."""
        files = self.program.places_in_files
        return files[src] if 0 <= src < len(files) else "somewhere"

    def do_fault(self, message: str, src: int) -> None:
        raise RulesFault(message, self.where(src))

    def do_over_budget(self, s: list[int]) -> None:
        raise BudgetExceeded(f"the game takes more than {BUDGET} steps", "in play")

    def do_checked(self, value: int) -> int:
        """A designer's arithmetic stays within 32 bits."""
        if LOWEST <= value <= HIGHEST:
            return value
        raise RulesFault(f"the number {value} does not fit in 32 bits", "in play")

    def do_div(self, a: int, b: int) -> int:
        if b == 0:
            raise RulesFault("division by zero", "in play")
        return self.do_checked(a // b)

    def do_sure(self, value: int) -> int:
        if value:
            return value
        raise Fail(-1)

    def do_lookup(self, table: int, index: int) -> int:
        t = self.program.tables[table]
        i = index - t.first
        if 0 <= i < len(t.values):
            return t.values[i]
        if i < 0 or t.beyond == "error":
            raise RulesFault(f"table `{t.id}` has no row for {index}", "in play")
        if t.beyond == "same":
            return t.values[-1]
        if t.beyond == "value":
            return t.step
        return self.do_checked(t.values[-1] + t.step * (i - len(t.values) + 1))

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
        raise Fail(src)

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
        raise Fail(-1)

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

    def do_differ(self, s: list[int], addresses: list[int]) -> bool:
        return len({self.do_class_(s, a) for a in addresses}) > 1

    def _neighbours(self, address: int) -> Iterator[int]:
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
        owners = self.program.families[self.program.places[self.place_at[first]].family].owners
        owner = (s[first] - 1) % owners
        group = [first]
        seen = {first}
        for a in group:
            for b in self._neighbours(a):
                if b not in seen and s[b] and (s[b] - 1) % owners == owner:
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

    # ---- moving

    def _take(self, s: list[int], address: int, src: int) -> int:
        """Take a counted piece from where it lies; its class."""
        if not address or not s[address]:
            raise Fail(src)
        place = self.place_at[address]
        if self.kinds[place] == "pool":
            s[address] -= 1
            return self.class_at[address]
        code = s[address]
        self._lift(s, place, address)
        return code - 1

    def _lift(self, s: list[int], place: int, address: int) -> None:
        """Empty a cell, or close the gap in a pile."""
        if self.kinds[place] != "pile":
            s[address] = 0
            return
        start = self.program.places[place].start
        last = start + s[start]
        family = self.program.families[self.program.places[place].family]
        for a in range(address, last):
            s[a] = s[a + 1]
            if family.where:
                s[family.where + s[a] - 1] = a
        s[last] = 0
        s[start] -= 1

    def _put(self, s: list[int], place: int, code: int, src: int) -> int:
        """Put a piece on the next free cell; `code` is its class plus 1, or an individual's number."""
        p = self.program.places[place]
        if p.kind == "pile":
            n = s[p.start]
            if n >= p.length:
                raise Fail(src)
            s[p.start] = n + 1
            s[p.start + n + 1] = code
            return p.start + n + 1
        if p.kind == "cells":
            address = self.do_next_free(s, place, src)
            s[address] = code
            return address
        if p.capacity != UNLIMITED and self.do_count(s, place) >= p.capacity:
            raise Fail(src)
        address = p.start + (code - 1) // p.divisor
        if not self.counted[place]:
            s[address] = code
            return address
        if self.class_at[address] != code - 1:
            raise RulesFault(f"another seat's piece does not belong in `{p.name}`", self.where(src))
        s[address] += 1
        return address

    def do_move(self, s: list[int], address: int, place: int, src: int) -> int:
        found = self._put(s, place, self._take(s, address, src) + 1, src)
        if self.record and not s[TRYING]:
            self.record(s, "move", src, address, found)
        return found

    def do_move_to(self, s: list[int], address: int, cell: int, src: int) -> int:
        if not cell or s[cell]:
            raise Fail(src)
        s[cell] = self._take(s, address, src) + 1
        if self.record and not s[TRYING]:
            self.record(s, "move", src, address, cell)
        return cell

    def _pick_up(self, s: list[int], family: int, thing: int) -> int:
        where = self.program.families[family].where + thing - 1
        address = s[where]
        self._lift(s, self.place_at[address], address)
        return where

    def do_send(self, s: list[int], family: int, thing: int, place: int, src: int) -> None:
        where = self._pick_up(s, family, thing)
        before = s[where]
        s[where] = self._put(s, place, thing, src)
        if self.record and not s[TRYING]:
            self.record(s, "move", src, before, s[where])

    def do_send_to(self, s: list[int], family: int, thing: int, cell: int, src: int) -> None:
        if not cell or s[cell]:
            raise Fail(src)
        where = self._pick_up(s, family, thing)
        before = s[where]
        s[cell] = thing
        s[where] = cell
        if self.record and not s[TRYING]:
            self.record(s, "move", src, before, cell)

    def do_move_some(
        self, s: list[int], least: int, most: int, fits: Callable[[int], bool] | None, a: int, b: int, src: int
    ) -> None:
        """Move counted pieces one by one, until there are `most`, none is left or there is no room."""
        moved = 0
        pile = self.kinds[a] == "pile"
        while moved < most:
            order = reversed(self.ranges[a]) if pile else self.ranges[a]
            address = next((x for x in order if s[x] and (fits is None or fits(x))), 0)
            if not address or (moved >= least and not self.do_room(s, b)):
                break
            self.do_move(s, address, b, src)
            moved += 1
        if moved < least:
            raise Fail(src)

    def do_send_some(
        self, s: list[int], least: int, most: int, fits: Callable[[int], bool] | None, a: int, b: int, src: int
    ) -> None:
        moved = 0
        family = self.program.places[a].family
        while moved < most:
            thing = next((s[x] for x in self.ranges[a] if s[x] and (fits is None or fits(s[x]))), 0)
            if not thing or (moved >= least and not self.do_room(s, b)):
                break
            self.do_send(s, family, thing, b, src)
            moved += 1
        if moved < least:
            raise Fail(src)

    def do_score(self, s: list[int], source: int, seat: int, amount: int, src: int) -> None:
        address = self.program.points + source * self.program.players + seat - 1
        s[address] = self.do_checked(s[address] + amount)
        if self.record and amount and not s[TRYING]:
            self.record(s, "score", src, seat, source, amount)

    def do_scored(self, s: list[int], source: int, seat: int) -> int:
        first, players = self.program.points, self.program.players
        if source >= 0:
            return s[first + source * players + seat - 1]
        return sum(s[first + seat - 1 : first + len(self.program.sources) * players : players])

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

    def do_draw(self, s: list[int], candidates: list[tuple[int, int]], stream: int, src: int) -> int:
        """One of (value, weight), each unit of weight alike."""
        total = sum(w for _, w in candidates)
        if not total:
            raise Fail(src)
        if s[PLAN]:
            self.do_wall(s)
        left = self.below(s, stream, total)
        for value, weight in candidates:
            left -= weight
            if left < 0:
                if self.record and not s[TRYING]:
                    self.record(s, "draw", src, value)
                return value
        raise AssertionError

    def do_shuffle(self, s: list[int], place: int, stream: int, src: int) -> None:
        if s[PLAN]:
            self.do_wall(s)
        start = self.program.places[place].start
        self._mix(s, place, start + 1, s[start], stream)
        if self.record and not s[TRYING]:
            self.record(s, "shuffle", src, place)

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
            raise Fail(src)
        first = pile.start + 1
        s[first : first + len(codes) + there] = codes + s[first : first + there]
        s[pile.start] = there + len(codes)
        self._mix(s, b, first, len(codes), stream)
        family = self.program.families[pile.family]
        if family.where:
            for address in range(first, first + len(codes) + there):
                s[family.where + s[address] - 1] = address
        if self.record and codes and not s[TRYING]:
            self.record(s, "shuffle", src, b)

    # ---- frames

    def do_enter(self, s: list[int], procedure: int) -> None:
        """Another effect begins before the one before it is over."""
        s[DEPTH] += 1
        if s[DEPTH] > self.program.pending:
            raise RulesFault(
                f"more than {self.program.pending} effects wait for one another: {self.chain(s, procedure)}", "in play"
            )
        if s[STEPS] > BUDGET:
            self.do_over_budget(s)

    def chain(self, s: list[int], procedure: int) -> str:
        """The effects that wait for one another, innermost last."""
        names = [self.program.procedures[procedure].id]
        frame = s[2]
        while frame and len(names) < 8:
            segment = s[frame + 1]
            names.append(self.program.procedures[self.program.segments[segment].procedure].id)
            frame = s[frame]
        return " > ".join(reversed(names))
