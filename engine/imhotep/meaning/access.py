"""`NAME of EXPRESSION`: what is built in, areas by their owner, fields."""

from imhotep.diagnostics import suggestion
from imhotep.effects import tree as t
from imhotep.meaning import expressions as ex
from imhotep.meaning.names import area_named, class_of, field_of, numbers_of_things, place_of_area
from imhotep.meaning.scope import Context, Value
from imhotep.model import declarations as m
from imhotep.model.types import NUMBER, SEAT, Type
from imhotep.program.instructions import Code
from imhotep.program.memory import Family


def of(c: Context, e: t.Of) -> Value:
    """`NAME of EXPRESSION`."""
    owner = ex.expression(c, e.owner)
    if not ex.known(owner):
        return ex.UNKNOWN
    found = _of_anything(c, e.name.id, owner) or _area_of(c, e, owner) or field_of(c, e.name.id, owner)
    if found is not None:
        return found
    known_here = sorted({*_built_in(owner.type), *numbers_of_things(c, owner)})
    c.error(
        "N006", f"{owner.type} has no `{e.name.id}`", e.name.at,
        suggestion(e.name.id, known_here) or (f"it has: {', '.join(known_here)}" if known_here else None),
    )  # fmt: skip
    return ex.UNKNOWN


_BUILT_IN = {
    "piece": ("owner", "kind", "cell", "row", "column"),
    "cell": ("row", "column", "number"),
    "row": ("number",),
    "column": ("number",),
    "group": ("owner", "size"),
    "seat": ("left", "right", "number", "score"),
}


def _built_in(type: Type) -> tuple[str, ...]:
    return _BUILT_IN.get(type.kind, ())


def _of_anything(c: Context, name: str, owner: Value) -> Value | None:
    if name not in _built_in(owner.type):
        return None
    code = owner.certain
    players = c.shared.model.players
    match owner.type.kind, name:
        case "seat", "left":
            return Value(code=_next_seat(c, code, 1), type=SEAT)
        case "seat", "right":
            return Value(code=_next_seat(c, code, players - 1), type=SEAT)
        case "seat", "number":
            return Value(code=code, type=NUMBER)
        case "seat", "score":
            return Value(code=("scored", -1, code), type=NUMBER)
        case "group", "size":
            return Value(code=("group_size", code), type=NUMBER)
        case "cell", "number":
            return Value(code=("number_of", code), type=NUMBER)
        case (("row" | "column"), "number"):
            return Value(code=("line_number", code), type=NUMBER)
        case _, ("row" | "column" as line):
            cell = _of_anything(c, "cell", owner) if owner.type.kind == "piece" else owner
            if cell is None:
                return None
            axis = 0 if line == "row" else 1
            return Value(code=("line_of", cell.code, axis), type=Type(line), area=owner.area)
        case _:
            return of_piece(c, name, owner, code)


def _next_seat(c: Context, code: Code, step: int) -> Code:
    players = c.shared.model.players
    if isinstance(code, int):
        return (code - 1 + step) % players + 1
    after = tuple((s + step) % players + 1 for s in range(players))
    return ("row_value", c.shared.layout.table(f"seat+{step}", 1, after), code)


def _on_a_board(c: Context, id: str) -> m.AreaDeclaration | None:
    """The area of that name on a board, seen from elsewhere, where only one board has one."""
    boards = (k for f in c.shared.model.families if f.sort == "board" for k in f.kinds)
    found = [k.home.names.areas[id] for k in boards if id in k.home.names.areas]
    return found[0] if len(found) == 1 else None


def _family_of_group(c: Context, group: Value) -> Family | None:
    """What a group consists of; of a group from anywhere, what lies in grids, if that is one family."""
    layout = c.shared.layout
    if group.area is not None:
        return layout.families[layout.areas[group.area].family]
    held = {layout.areas[number].family for number, a in layout.declared.items() if a.kind == "grid"}
    return layout.families[held.pop()] if len(held) == 1 else None


def of_piece(c: Context, name: str, owner: Value, code: Code) -> Value | None:
    """`owner`, `kind` and `cell` of a piece or group."""
    layout = c.shared.layout
    if owner.type.kind == "group":
        family = _family_of_group(c, owner)
        if family is None or not family.owned:
            return None
    else:
        family = layout.families[layout.family_numbers[owner.type.family]]
    declared = c.shared.model.family(family.id)
    if name == "owner" and not family.owned:
        return None
    if family.individuals:
        if owner.type.kind == "group":
            code = ("load", code)
        if name == "owner":
            return Value(code=("row_value", layout.table(f"{family.id}.holder", 1, family.holders), code), type=SEAT)
        if name == "kind":
            table = layout.table(f"{family.id}.kind", 1, family.individuals)
            return Value(code=("row_value", table, code), type=Type("kind", family.id))
        if not family.where:
            return None
        return Value(code=("where", layout.family_numbers[family.id], code), type=Type("cell"))
    if name == "cell":
        return Value(code=code, type=Type("cell"), area=owner.area)
    classes = len(declared.kinds) * family.owners
    if name == "owner":
        if classes == family.owners == 1:
            return Value(code=1, type=SEAT)
        owners = tuple(i % family.owners + 1 for i in range(classes))
        table = layout.table(f"{family.id}.owner", 0, owners)
        return Value(code=("row_value", table, class_of(owner, code)), type=SEAT)
    kinds = tuple(i // family.owners + 1 for i in range(classes))
    table = layout.table(f"{family.id}.kind", 0, kinds)
    return Value(code=("row_value", table, class_of(owner, code)), type=Type("kind", family.id))


def _area_of(c: Context, e: t.Of, owner: Value) -> Value | None:
    """An area by its owner: `NAME of SEAT`, `NAME of THING`."""
    if owner.type.kind == "seat":
        area = area_named(c, e.name.id) or _on_a_board(c, e.name.id)
        return place_of_area(c, area, e.name, owner) if area is not None and area.per_seat else None
    if owner.type.kind == "area" and owner.area is not None and c.shared.layout.declared[owner.area].board:
        return None
    if owner.type.kind != "piece":
        return None
    family = c.shared.model.family(owner.type.family)
    for area in family.areas:
        if area.id == e.name.id:
            return place_of_area(c, area, e.name, owner)
    if family.sort == "board" and isinstance(owner.code, int) and owner.code:
        area = family.kinds[owner.code - 1].home.names.areas.get(e.name.id)
        if area is not None:
            return place_of_area(c, area, e.name, None)
    return None
