"""The memory of a program: names for its addresses and numbers, and its layout as text."""

from collections.abc import Iterable, Iterator
from itertools import product

from imhotep.explain.texts import side_by_side
from imhotep.program.memory import UNLIMITED, Area, Family, Field, Place
from imhotep.program.program import Program

HEADER_WORDS = (
    "status", "frame", "depth", "plan", "trying", "decision", "seat", "way", "answer", "seed_low", "seed_high", "steps",
)  # fmt: skip
"""What the header holds, in order."""


class Names:
    """Names for the numbers that stand in a program's instructions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._addresses = _numbered(HEADER_WORDS)
        self._firsts: dict[int, str] = {}
        for field in program.fields:
            self._name_field(field)
        for place in program.places:
            if not place.line:
                for number, address in enumerate(place.addresses(), 1):
                    self._addresses[address] = f"{place.name} {number}"
        self._places = _numbered(place.name for place in program.places)
        self._areas = {area.places[0]: area.id for area in program.areas if _in_a_row(area.places)}
        self._lists = {
            "family": _numbered(family.id for family in program.families),
            "table": _numbered(table.id for table in program.tables),
            "stream": _numbered(program.streams),
            "source": _numbered(program.sources) | {-1: "all"},
            "seat": _numbered(program.seats, 1),
            "procedure": _numbered(procedure.id for procedure in program.procedures),
            "decision": _numbered(decision.id for decision in program.decisions),
        }

    def _name_field(self, field: Field) -> None:
        keys = product(*(range(1, size + 1) for size in field.sizes))
        for address, key in enumerate(keys, field.start):
            self._addresses[address] = " ".join(map(str, (field.id, *key)))
        if len(field.sizes) == 1:
            self._firsts[field.start] = field.id

    def address(self, number: int) -> str | None:
        """What lies at an address."""
        return self._addresses.get(number)

    def place(self, number: int) -> str | None:
        """The name of a place."""
        return self._places.get(number)

    def first_address(self, number: int) -> str | None:
        """The field with one key whose first value lies at an address."""
        return self._firsts.get(number)

    def first_place(self, number: int) -> str | None:
        """The area whose first place has a number, where the others follow it."""
        return self._areas.get(number)

    def of(self, kind: str, number: int) -> str | None:
        """The name of a numbered thing; None for kinds that have no names."""
        return self._lists.get(kind, {}).get(number)


def _in_a_row(places: tuple[int, ...]) -> bool:
    return len(places) > 1 and places[-1] - places[0] == len(places) - 1


def _numbered(names: Iterable[str], first: int = 0) -> dict[int, str]:
    return dict(enumerate(names, first))


def layout(program: Program) -> Iterator[str]:
    """The memory of a state, part by part, with addresses."""
    yield f"memory: {len(program.start)} integers, then the frames of at most {program.pending} effects"
    yield "  header"
    yield from _rows((_range(n, 1), word) for n, word in enumerate(HEADER_WORDS))
    yield from _section("fields", (_field(field) for field in program.fields))
    yield from _section("areas", (row for area in program.areas for row in _area(program, area)))
    yield from _section(
        "families, with where each individual lies", (row for family in program.families for row in _family(family))
    )
    counters = ((_range(program.counters + n, 1), stream) for n, stream in enumerate(program.streams))
    yield from _section("streams of chance, a counter each", counters)
    step = program.players
    points = ((_range(program.points + n * step, step), source) for n, source in enumerate(program.sources))
    yield from _section("points by source, one a seat", points)


def _section(title: str, rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    found = list(rows)
    if found:
        yield f"  {title}"
        yield from _rows(found)


def _rows(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield from (f"    {line}" for line in side_by_side(rows))


def _range(first: int, length: int) -> str:
    if length == 0:
        return "-"
    return str(first) if length == 1 else f"{first}..{first + length - 1}"


def _field(field: Field) -> tuple[str, ...]:
    size = 1
    for each in field.sizes:
        size *= each
    by = f"by {', '.join(field.keys)}" if field.keys else ""
    return _range(field.start, size), field.id, field.type, by, _seen(field.seen_by)


def _area(program: Program, area: Area) -> Iterator[tuple[str, ...]]:
    for number in area.places:
        place = program.places[number]
        family = program.families[place.family].id
        length = place.length + (place.kind == "pile")
        yield _range(place.start, length), place.name, place.kind, family, _shape(place), _seen(area.seen_by)


def _shape(place: Place) -> str:
    """How large a place is, and how its cells lie."""
    if place.columns:
        order = "row by row" if place.by_row else "column by column"
        return f"{place.columns} columns, {place.length // place.columns} rows, {order}"
    if place.kind == "cells":
        return "1 cell" if place.length == 1 else f"{place.length} cells"
    if place.capacity == UNLIMITED:
        return "unlimited"
    return f"at most {place.capacity}"


def _seen(seen_by: str) -> str:
    return "" if seen_by == "everyone" else f"seen by {seen_by}"


def _family(family: Family) -> Iterator[tuple[str, ...]]:
    where = _range(family.where, len(family.individuals)) if family.where else "-"
    sort = "individuals" if family.individuals else "counted"
    owned = "of a seat each" if family.owned else ""
    yield where, family.id, f"{family.total} in all", sort, owned, f"kinds: {', '.join(family.kinds)}"
