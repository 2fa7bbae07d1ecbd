"""Where a module keeps what it needs: the state first, then the program's constants, then room to work in.

The first word of the state stands at address 0, so a word's number times four is its address. All numbers here are
addresses in bytes. `globals()` gives them to the texts in `runtime/` under the names that those use.
"""

import struct
from collections.abc import Iterable
from typing import Final

from imhotep.errors import UsageError
from imhotep.machine.chance import name_hash
from imhotep.machine.looking import Looking
from imhotep.machine.redealing import Hidden, hidden, piece_family
from imhotep.program.memory import FRAME_HEADER
from imhotep.program.program import Program

PAGE: Final = 65536
MOST_PAGES: Final = 4096
"""256 megabytes: more than this no game may take."""

RESULTS: Final = 1 << 19
"""Bytes for the results of games that are played one after the other."""

TOTALS: Final = 1 << 16
"""Where among the results the totals of options stand, after the options themselves."""

COUNTED: Final = -1
"""A piece's value is its address."""

KINDS: Final = {"pool": 0, "pile": 1, "cells": 2}
BEYOND: Final = {"error": 0, "same": 1, "add": 2, "value": 3}
PLACE = 64
"""Bytes of a place's description."""

WAY: Final = 16
"""Bytes of a way's description."""


class Layout:
    """The memory of one program's module."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._parts: list[bytes] = []
        looking = Looking(program)
        frames = (program.pending + 1) * (FRAME_HEADER + max((p.locals for p in program.procedures), default=0))
        self.words = len(program.start) + frames
        self.first = self._end = 4 * self.words + -(4 * self.words) % 16
        self.start = self._words(program.start)
        self.places = self._places(looking)
        self.place_at = self._words(looking.place_at)
        self.classes = looking.class_at
        piled = {address for place in program.places if place.kind == "pile" for address in place.addresses()}
        self.class_at = self._words(-2 if i in piled else x for i, x in enumerate(looking.class_at))
        self.rows = self._words(looking.rows)
        self.columns = self._words(looking.columns)
        self.lines = self._words(looking.line_numbers)
        self.table_values = [self._words(t.values) for t in program.tables]
        self.tables = self._tables()
        self.list_values = [self._words(numbers) for numbers in program.lists]
        self.lists = self._words(x for a, n in zip(self.list_values, program.lists, strict=True) for x in (a, len(n)))
        self.neighbours = self._words(
            x
            for address, place in enumerate(looking.place_at)
            for x in ((*looking.neighbours(address), 0, 0, 0, 0)[:4] if place >= 0 else (0, 0, 0, 0))
        )
        holders = [
            self._words(f.holders or (n % f.owners for n in range(len(f.kinds) * f.owners))) for f in program.families
        ]
        self.families = self._words(
            x
            for f, mine in zip(program.families, holders, strict=True)
            for x in (bool(f.individuals), f.owners, mine, f.where)
        )
        self.streams = self._add(b"".join(struct.pack("<Q", name_hash(name)) for name in program.streams), 16)
        self.players = self._add(
            b"".join(struct.pack("<Qqq", name_hash(f"player {seat}"), 0, 0) for seat in program.seats), 16
        )
        self.decisions, self.ways = self._decisions()
        self.bit_rows = self._words(_bit_row(bits) for bits in range(256))
        self.redeals = self._add(bytes(16), 16)
        self.hidden = self._hidden()
        self.marks = self._add(b"", 16)
        self._end += 4 * len(program.start)
        self.results = self._end + -self._end % 16
        self.stack = self.results + RESULTS
        self.pages = -(-(self.stack + PAGE) // PAGE)

    def constants(self) -> tuple[tuple[int, bytes], ...]:
        """What memory holds before play: where it begins, and its bytes."""
        return ((self.first, b"".join(self._parts)),)

    def globals(self) -> dict[str, int]:
        """What the runtime texts call by name."""
        p = self.program
        return {
            "START": self.start,
            "WORDS": len(p.start),
            "PLACES": self.places,
            "PLACE_AT": self.place_at,
            "CLASS_AT": self.class_at,
            "NEIGHBOURS": self.neighbours,
            "LINES": self.lines,
            "TABLES": self.tables,
            "LISTS": self.lists,
            "FAMILIES": self.families,
            "STREAMS": self.streams,
            "PLAYER_STREAMS": self.players,
            "DECISIONS": self.decisions,
            "WAYS": self.ways,
            "REDEALS": self.redeals,
            "HIDDEN": self.hidden,
            "MARKS": self.marks,
            "RESULTS": self.results,
            "TOTALS": self.results + TOTALS,
            "STACK": self.stack,
            "COUNTERS": 4 * p.counters,
            "POINTS": 4 * p.points,
            "PLAYERS": p.players,
            "SOURCES": len(p.sources),
            "PENDING": p.pending,
            "RANKINGS": len(p.winner),
        }

    def _add(self, data: bytes, align: int = 4) -> int:
        gap = -self._end % align
        self._parts.append(bytes(gap) + data)
        found = self._end + gap
        self._end = found + len(data)
        return found

    def _words(self, numbers: Iterable[int]) -> int:
        listed = list(numbers)
        return self._add(struct.pack(f"<{len(listed)}i", *listed))

    def _places(self, looking: Looking) -> int:
        described = []
        for number, place in enumerate(self.program.places):
            addresses = looking.ranges[number]
            described += [
                KINDS[place.kind], addresses.start, len(addresses), addresses.step, place.start, place.length,
                place.capacity, place.divisor, place.seat, place.family, int(looking.counted[number]), 0,
                4 * addresses.start, (1 << len(addresses)) - 1 if len(addresses) < 31 else 0, 0, 0,
            ]  # fmt: skip
        return self._words(described)

    def _tables(self) -> int:
        described = []
        for values, table in zip(self.table_values, self.program.tables, strict=True):
            described += [values, table.first, len(table.values), BEYOND[table.beyond], table.step, 0, 0, 0]
        return self._words(described)

    def _hidden(self) -> int:
        """For each seat where it stands what it does not see: its pools of places, then its guesses.

        A seat for which that cannot be drawn anew has none of either.
        """
        found = []
        for seat in range(1, self.program.players + 1):
            try:
                mine = hidden(self.program, seat)
            except UsageError:
                mine = Hidden((), ())
            words = [len(mine.pooled)]
            for pool in mine.pooled:
                words += [pool.family, len(pool.places), *(x for place in pool.places for x in (place, 0))]
            words.append(len(mine.guesses))
            for guess in mine.guesses:
                words += [guess.address, guess.lowest, guess.values]
            found.append(self._words(words))
        return self._words(found)

    def _decisions(self) -> tuple[int, int]:
        """Of each decision its first way, how many it has and whether there are ones of last resort.

        Of each way its segment, whether a plan begins there, whether its values are counted pieces, and where pieces
        lie: at their value, or as that word and those after it say.

        The functions of a module's table stand in the order segments, those of play, candidates, last resorts, tests.
        """
        p = self.program
        first = 0
        decisions, ways = [], []
        for decision in p.decisions:
            decisions += [first, len(decision.ways), int(any(way.last_resort for way in decision.ways)), 0]
            for way in decision.ways:
                family = piece_family(p, way.type)
                counted = family is not None and not family.individuals
                lies = COUNTED if counted else 0 if family is None else family.where
                ways += [way.segment, int(("plan",) in p.segments[way.segment].code), int(counted), lies]
            first += len(decision.ways)
        return self._words(decisions), self._words(ways)


def _bit_row(bits: int) -> int:
    """The numbers of the bits that are set, lowest first, four bits for each; as a signed word."""
    set_bits = [i for i in range(8) if bits >> i & 1]
    return sum(bit << 4 * i for i, bit in enumerate(set_bits))
