"""Finds what a ruleset's names stand for: areas, numbers, tables, kinds, fields."""

from itertools import pairwise

from imhotep.diagnostics import Span
from imhotep.effects import tree as t
from imhotep.lowering import fold
from imhotep.meaning.scope import Context, Value
from imhotep.model import declarations as m
from imhotep.model.types import Type
from imhotep.program.instructions import Code
from imhotep.program.memory import Table


def area_named(c: Context, id: str) -> m.AreaDeclaration | None:
    """The area of that name that this text sees first."""
    for home in c.homes():
        if id in home.names.areas:
            return home.names.areas[id]
    return None


def number_named(c: Context, id: str) -> int | None:
    """The number of that name that this text sees first."""
    for home in c.homes():
        if id in home.names.numbers:
            c.shared.used.add(f"numbers.{id}")
            return home.names.numbers[id].value
    return None


def stands(c: Context, e: t.Expression, code: Code) -> Span | None:
    """Where a named number's value stands, or the row of a table where it is known which; else None."""
    match e, code:
        case t.Name(), _ if e.id not in c.variables:
            return next((home.names.numbers[e.id].stands for home in c.homes() if e.id in home.names.numbers), None)
        case t.Call(), ("lookup", _, int(index), _):
            found = next((home.names.tables[e.name.id] for home in c.homes() if e.name.id in home.names.tables), None)
            if found is not None and 0 <= index - found.first < len(found.stand):
                return found.stand[index - found.first]
    return None


def find_table(c: Context, id: str) -> int | None:
    """The table of that name that this text sees first, as its number in the program."""
    for home in c.homes():
        if id in home.names.tables:
            d = home.names.tables[id]
            where = f"{home.thing}.{id}" if home.thing else id
            c.shared.used.add(f"tables.{id}")
            return c.shared.layout.add_table(
                Table(id=where, first=d.first, values=d.values, beyond=d.beyond, step=d.step)
            )
    return None


def place_of_area(c: Context, area: m.AreaDeclaration, name: t.Name, owner: Value | None) -> Value:
    """An area as a place; `owner` is the seat or thing it belongs to."""
    layout = c.shared.layout
    number = layout.area_numbers.get(area.path)
    if number is None:
        return Value(code=0, type=Type("nothing", "?"))
    places = layout.areas[number].places
    c.shared.used.add(f"areas.{area.path}")
    type = Type("area", area.family)
    if owner is None and (area.per_seat or area.thing_family):
        whose = "seat" if area.per_seat else area.thing_family
        c.error("N013", f"every {whose} has its own `{area.id}`", name.at, f"write `{area.id} of ...`")
        return Value(code=0, type=Type("nothing", "?"))
    hidden = area.seen_by != "everyone"
    if owner is None or not places:
        return Value(code=places[0] if places else 0, type=type, area=number, hidden=hidden)
    viewer = c.origin(owner.code) if area.seen_by == "owner" and area.per_seat else None
    code = owner.certain
    steps = [b - a for a, b in pairwise(places)]
    if all(s == 1 for s in steps):
        place = fold.offset(places[0] - 1, code)
        return Value(code=place, type=type, area=number, hidden=hidden, viewer=viewer)
    table = layout.table(f"places of {area.path}", 1, places)
    return Value(code=("row_value", table, code), type=type, area=number, hidden=hidden, viewer=viewer)


def thing_values(c: Context, id: str, expected: Type | None) -> Value | None:
    """A kind or a board by its id; without an expected type only what can be meant by it."""
    for number, f in enumerate(c.shared.model.families):
        ids = c.shared.layout.families[number].kinds
        if id not in ids or (expected is not None and expected.family != f.id):
            continue
        kind = ids.index(id) + 1
        c.shared.used.add(f"kinds.{id}")
        if f.sort == "board" and (expected is None or expected.kind == "piece"):
            return Value(code=kind, type=Type("piece", f.id))
        if expected is None or expected.kind == "kind":
            return Value(code=kind, type=Type("kind", f.id))
    return None


def field_of(c: Context, name: str, owner: Value) -> Value | None:
    """A field of a piece, a kind, a cell or a line."""
    match owner.type.kind:
        case "piece" | "kind":
            return _thing_field(c, name, owner)
        case "cell" | "row" | "column":
            return _cell_field(c, name, owner)
    return None


def _thing_field(c: Context, name: str, owner: Value) -> Value | None:
    family = c.shared.model.family(owner.type.family)
    field = next((f for f in family.fields if f.id == name), None)
    if field is None:
        return None
    layout = c.shared.layout
    compiled = layout.families[layout.family_numbers[family.id]]
    code: Code = owner.certain
    if (family.id, name) in layout.thing_fields and owner.type.kind == "piece":
        address = fold.offset(layout.thing_fields[family.id, name] - 1, code)
        return Value(code=("load", address), type=field.type, sure=field.never_nothing)
    by_kind = tuple(dict(k.values).get(name, 0) for k in family.kinds)
    if owner.type.kind == "kind":
        values, first, key = by_kind, 1, "kinds"
    elif compiled.individuals:
        values, first, key = tuple(by_kind[k - 1] for k in compiled.individuals), 1, "individuals"
    else:
        values, first, key = tuple(v for v in by_kind for _ in range(compiled.owners)), 0, "classes"
        code = class_of(owner, code)
    if isinstance(code, int) and 0 <= code - first < len(values):
        return Value(code=values[code - first], type=field.type)
    table = layout.table(f"{family.id}.{name} by {key}", first, values)
    return Value(code=("row_value", table, code), type=field.type)


def class_of(piece: Value, code: Code) -> Code:
    """The class of a counted piece; reading a hidden one is marked, so that plans can be held against it."""
    return ("peek", code, piece.viewer or 0) if piece.hidden else ("class", code)


def _cell_field(c: Context, name: str, owner: Value) -> Value | None:
    layout = c.shared.layout
    declared = next(
        (f for number, a in layout.declared.items() if owner.area in (None, number) for f in a.fields if f.id == name),
        None,
    )
    if declared is None:
        return None
    code: Code = owner.certain
    if owner.type.kind == "cell" and name in layout.cell_words:
        words = layout.cell_words[name]
        address: Code = ("row_value", _by_cell(c, f"word of {name}", words), code)
        address = address if owner.area is not None else ("sure", address, owner.src)
        return Value(code=("load", address), type=declared.type, sure=declared.never_nothing)
    values = (layout.cell_values if owner.type.kind == "cell" else layout.line_values).get(name, {})
    if not values:
        return Value(code=0, type=declared.type)
    table = _by_cell(c, f"{name} of {owner.type.kind}", values)
    return Value(code=("row_value", table, code), type=declared.type)


def _by_cell(c: Context, id: str, values: dict[int, int]) -> int:
    """A table with a row for every cell, row and column that there is."""
    places = [(n, p) for n, p in enumerate(c.shared.layout.places) if p.kind == "cells"]
    every = [key for n, p in places for key in (n, *p.addresses()[:1], *p.addresses()[-1:])]
    return sparse(c, id, dict.fromkeys(every, 0) | values)


def family_held(c: Context, place: Value) -> int | None:
    """The number of the family that lies in a place; None where that is not known and there are several for it."""
    layout = c.shared.layout
    if place.area is not None:
        return layout.areas[place.area].family
    if place.type.family:
        return layout.family_numbers[place.type.family]
    shapes = ("slots", "grid") if place.type.kind == "cell" else ("grid",)
    found = {layout.areas[n].family for n, declared in layout.declared.items() if declared.kind in shapes}
    return found.pop() if len(found) == 1 else None


def sparse(c: Context, id: str, values: dict[int, int]) -> int:
    """A table with those rows and 0 in between."""
    first, last = min(values), max(values)
    return c.shared.layout.table(id, first, tuple(values.get(i, 0) for i in range(first, last + 1)))


def printed_list(c: Context, value: Value, what: str) -> Code:
    """The length of a printed list."""
    lengths = tuple(len(items) for items in c.shared.model.lists)
    return ("row_value", c.shared.layout.table(f"list {what}", 0, lengths), value.code)


def numbers_of_things(c: Context, owner: Value) -> list[str]:
    """The names of areas and fields that may follow `... of` that value, for a suggestion."""
    model = c.shared.model
    if owner.type.kind == "seat":
        return [a.id for home in c.homes() for a in home.names.areas.values() if a.per_seat]
    if owner.type.kind in ("piece", "kind"):
        family = model.family(owner.type.family)
        areas = [a.id for a in family.areas] if owner.type.kind == "piece" else []
        if family.sort == "board" and isinstance(owner.code, int) and owner.code:
            areas += family.kinds[owner.code - 1].home.names.areas
        return [*areas, *(f.id for f in family.fields)]
    return [f.id for a in c.shared.layout.declared.values() for f in a.fields]
