"""A state in words: everything, or what one seat may see."""

from itertools import product
from math import prod
from typing import Any

from imhotep.game.naming import Naming
from imhotep.machine.redealing import is_seen
from imhotep.program.memory import STATUS, Field
from imhotep.program.program import Program

HIDDEN = "hidden"
UNSEEN = object()


def describe(program: Program, naming: Naming, s: list[int], seat: int | None = None) -> dict[str, Any]:
    """The state as plain data (dicts, lists, texts, numbers), ready for YAML or JSON.

    With a seat (1 up to the number of players), pieces and fields that this seat may not see are left out: of a hidden
    area only the number of pieces is told. What was seen before and is hidden now is not shown.
    """
    areas: dict[str, Any] = {}
    for area in program.areas:
        for number, owner in zip(area.places, area.owners, strict=True):
            place = program.places[number]
            seen = is_seen(program, area, owner, seat)
            id = place.name if not area.id.startswith("boards.") else f"{area.id.split('.')[1]}: {place.name}"
            areas[id] = _contents(program, naming, s, number) if seen else {HIDDEN: amount(program, s, number)}
    fields = {f.id: remembered(program, naming, s, f, seat) for f in program.fields}
    points = {
        source: s[program.points + i * program.players : program.points + (i + 1) * program.players]
        for i, source in enumerate(program.sources)
    }
    seen_fields = {id: value for id, value in fields.items() if value is not UNSEEN}
    return {"over": bool(s[STATUS]), "areas": areas, "fields": seen_fields, "points": points}


def remembered(program: Program, naming: Naming, s: list[int], field: Field, seat: int | None) -> Any:
    """A field's value, or its values by key; only what the seat may see, else UNSEEN."""
    if seat is not None and field.seen_by == "nobody":
        return UNSEEN
    made: dict[str, Any] = {}
    values = s[field.start : field.start + prod(field.sizes)]
    for keys, value in zip(product(*(range(1, size + 1) for size in field.sizes)), values, strict=True):
        seats = [key for type, key in zip(field.keys, keys, strict=True) if type == "seat"]
        if seat is not None and field.seen_by == "owner" and seat not in seats:
            continue
        said = naming.said(s, field.type, value)
        if not keys:
            return said
        made[", ".join(naming.key(type, key) for type, key in zip(field.keys, keys, strict=True))] = said
    return made or UNSEEN


def amount(program: Program, s: list[int], number: int) -> int:
    """How many pieces lie in a place."""
    place = program.places[number]
    if place.kind == "pile":
        return s[place.start]
    cells = [s[a] for a in place.addresses()]
    if place.kind == "pool" and not program.families[place.family].individuals:
        return sum(cells)
    return len(cells) - cells.count(0)


def _contents(program: Program, naming: Naming, s: list[int], number: int) -> Any:
    place = program.places[number]
    family = program.families[place.family]
    if place.kind == "pool" and not family.individuals:
        found = {}
        for i, address in enumerate(place.addresses()):
            if s[address]:
                code = i * place.divisor + max(place.seat - 1, 0) + 1
                found[naming.piece(family.id, code)] = s[address]
        return found
    cells = [naming.piece(family.id, s[a]) if s[a] else None for a in place.addresses()]
    if place.kind == "pool":
        return [c for c in cells if c is not None]
    while cells and cells[-1] is None:
        cells.pop()
    return cells
