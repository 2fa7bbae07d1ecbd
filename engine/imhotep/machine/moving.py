"""What instructions do with pieces and points."""

from collections.abc import Callable

from imhotep.machine.faults import Why, fault
from imhotep.machine.looking import Looking
from imhotep.program.memory import TRYING, UNLIMITED


class Moving(Looking):
    """Adds the functions that move pieces and score points. Each may tell `record` what it did."""

    def _take(self, s: list[int], address: int, src: int) -> int:
        """Take a counted piece from where it lies; its class."""
        if not address or not s[address]:
            raise self.failed(Why.NO_PIECE, src)
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
        if p.seat:
            self._belongs(place, code, src)
        if p.kind == "pile":
            n = s[p.start]
            if n >= p.length:
                raise self.failed(Why.NO_ROOM, src, place)
            s[p.start] = n + 1
            s[p.start + n + 1] = code
            return p.start + n + 1
        if p.kind == "cells":
            address = self.do_next_free(s, place, src)
            s[address] = code
            return address
        if p.capacity != UNLIMITED and self.do_count(s, place) >= p.capacity:
            raise self.failed(Why.NO_ROOM, src, place)
        address = p.start + (code - 1) // p.divisor
        if not self.counted[place]:
            s[address] = code
            return address
        s[address] += 1
        return address

    def _belongs(self, number: int, code: int, src: int) -> None:
        """A place for one seat's own pieces takes no others."""
        place = self.program.places[number]
        family = self.program.families[place.family]
        owner = family.holders[code - 1] if family.individuals else (code - 1) % family.owners + 1
        if owner != place.seat:
            raise fault(self.program, Why.NOT_MINE, src, number)

    def do_move(self, s: list[int], address: int, place: int, src: int) -> int:
        found = self._put(s, place, self._take(s, address, src) + 1, src)
        if self.record and not s[TRYING]:
            self.record(s, "move", src, address, found)
        return found

    def do_move_to(self, s: list[int], address: int, cell: int, src: int) -> int:
        if not cell or s[cell]:
            raise self.failed(Why.CELL_TAKEN, src)
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
            raise self.failed(Why.CELL_TAKEN, src)
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
            raise self.failed(Why.TOO_FEW, src, moved, least)

    def do_send_some(
        self, s: list[int], least: int, most: int, fits: Callable[[int], bool] | None, a: int, b: int, src: int
    ) -> None:
        moved = 0
        family = self.program.places[a].family
        while moved < most:
            order = reversed(self.ranges[a]) if self.kinds[a] == "pile" else self.ranges[a]
            thing = next((s[x] for x in order if s[x] and (fits is None or fits(s[x]))), 0)
            if not thing or (moved >= least and not self.do_room(s, b)):
                break
            self.do_send(s, family, thing, b, src)
            moved += 1
        if moved < least:
            raise self.failed(Why.TOO_FEW, src, moved, least)

    def do_store(self, s: list[int], address: int, value: int, src: int) -> None:
        """Remember a value, and tell so."""
        before = s[address]
        s[address] = value
        if self.record and before != value and not s[TRYING]:
            self.record(s, "set", src, address)

    def do_score(self, s: list[int], source: int, seat: int, amount: int, src: int) -> None:
        address = self.program.points + source * self.program.players + seat - 1
        s[address] = self.do_checked(s[address] + amount, src)
        if self.record and amount and not s[TRYING]:
            self.record(s, "score", src, seat, source, amount)

    def do_scored(self, s: list[int], source: int, seat: int) -> int:
        first, players = self.program.points, self.program.players
        if source >= 0:
            return s[first + source * players + seat - 1]
        return self.do_checked(sum(s[first + seat - 1 : first + len(self.program.sources) * players : players]), -1)
