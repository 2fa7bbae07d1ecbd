"""Gives expressions their meaning: names, types, instructions."""

from dataclasses import replace

from imhotep.compile import binders, fold
from imhotep.compile import model as m
from imhotep.compile.names import (
    area_named,
    class_of,
    field_of,
    find_table,
    number_named,
    numbers_of_things,
    place_of_area,
    printed_list,
    thing_values,
)  # fmt: skip
from imhotep.compile.scope import DEEPEST, Context, Value, Variable
from imhotep.compile.types import NOTHING, NUMBER, SEAT, TRUTH, Type
from imhotep.diagnostics import suggestion
from imhotep.effects import tree as t
from imhotep.program.instructions import Code

UNKNOWN = Value(code=0, type=Type("nothing", "?"))


def known(value: Value) -> bool:
    """Whether a value was understood; what follows from one that was not stays silent."""
    return value.type.family != "?"


def expression(c: Context, e: t.Expression, expected: Type | None = None) -> Value:
    """The meaning of an expression. `expected` is the type that is due, which decides what a bare value's name means."""
    match e:
        case t.Number():
            return Value(code=e.value, type=NUMBER)
        case t.Truth():
            return Value(code=int(e.value), type=TRUTH)
        case t.Nothing():
            return Value(code=0, type=NOTHING, sure=False)
        case t.Name():
            return name(c, e, expected)
        case t.Of():
            return of(c, e)
        case t.Call():
            return call(c, e)
        case t.End():
            return end(c, e)
        case t.Compare():
            return compare(c, e)
        case t.Test():
            return test(c, e)
        case t.Not():
            return Value(code=fold.negate(condition(c, e.condition)), type=TRUTH)
        case t.Logic():
            parts = condition(c, e.left), condition(c, e.right)
            return Value(code=fold.both(*parts) if e.operator == "and" else fold.either(*parts), type=TRUTH)
        case t.Arithmetic():
            operator = {"+": "add", "-": "sub", "*": "mul", "/": "div"}[e.operator]
            return Value(code=fold.arithmetic(operator, number(c, e.left), number(c, e.right)), type=NUMBER)
        case t.Minus():
            return Value(code=fold.arithmetic("sub", 0, number(c, e.value)), type=NUMBER)
        case t.CountPlace():
            return Value(code=count(c, e.place), type=NUMBER)
        case t.Count() | t.AnyOf() | t.Pick() | t.Fold():
            return binders.quantified(c, e)


def typed(c: Context, e: t.Expression, type: Type) -> Value:
    """An expression that must have that type."""
    value = expression(c, e, type)
    if known(value) and not type.accepts(value.type):
        c.error("N003", f"this is {value.type}, but {type} is due here", e.at)
        return UNKNOWN
    return value


def number(c: Context, e: t.Expression) -> Code:
    """A number."""
    return typed(c, e, NUMBER).code


def condition(c: Context, e: t.Expression) -> Code:
    """A yes or no."""
    return typed(c, e, TRUTH).code


def seat(c: Context, e: t.Expression) -> Code:
    """A seat."""
    return sure(typed(c, e, SEAT))


def sure(value: Value) -> Code:
    """The value, checked at run time where it may be nothing."""
    return value.code if value.sure else ("sure", value.code)


def name(c: Context, e: t.Name, expected: Type | None) -> Value:
    """What a bare name stands for."""
    variable = c.variables.get(e.id)
    if variable is not None:
        if variable.gone is not None:
            c.error("N004", f"the piece `{e.id}` was handed on at {variable.gone} and may lie elsewhere now", e.at)
        return variable.value
    if expected is not None and e.id in expected.values:
        return Value(code=expected.values.index(e.id) + 1, type=expected)
    if expected is not None and expected.kind in ("kind", "piece"):
        found = thing_values(c, e.id, expected)
        if found is not None:
            return found
    number = number_named(c, e.id)
    if number is not None:
        return Value(code=number, type=NUMBER)
    area = area_named(c, e.id)
    if area is not None:
        return place_of_area(c, area, e, None)
    for i, f in enumerate(c.shared.model.fields):
        if f.id == e.id:
            if f.keys:
                c.error("N005", f"`{e.id}` is kept by {', '.join(k.id for k in f.keys)}", e.at, f"write `{e.id}(...)`")
                return UNKNOWN
            c.shared.used.add(f"fields.{f.id}")
            return Value(code=("load", c.shared.layout.fields[i].start), type=f.type, sure=f.type.kind != "piece")
    for option in c.shared.model.options:
        if option.id == e.id:
            c.shared.used.add(f"options.{option.id}")
            return Value(code=option.value, type=option.type)
    if e.id == "players":
        return Value(code=c.shared.model.players, type=NUMBER)
    if e.id in c.shared.model.seats:
        return Value(code=c.shared.model.seats.index(e.id) + 1, type=SEAT)
    found = thing_values(c, e.id, None)
    if found is not None:
        return found
    help = suggestion(e.id, names_seen(c, expected))
    c.shared.notes.error("N001", f"there is nothing named `{e.id}` here", c.span(e.at), help)
    return UNKNOWN


def names_seen(c: Context, expected: Type | None) -> list[str]:
    """All names that could stand as an expression, for a suggestion."""
    model = c.shared.model
    seen = [*c.variables, *model.seats, "players", *(f.id for f in model.fields), *(o.id for o in model.options)]
    for home in c.homes():
        seen += [*home.names.areas, *home.names.numbers]
    if expected is not None:
        seen += expected.values
    seen += [
        k.id for f in model.families for k in f.kinds if f.sort == "board" or (expected and expected.family == f.id)
    ]
    return seen


def of(c: Context, e: t.Of) -> Value:
    """`NAME of EXPRESSION`."""
    owner = expression(c, e.owner)
    if not known(owner):
        return UNKNOWN
    found = _of_anything(c, e.name.id, owner) or _area_of(c, e, owner) or field_of(c, e.name.id, owner)
    if found is not None:
        return found
    known_here = sorted({*_built_in(owner.type), *numbers_of_things(c, owner)})
    c.error(
        "N006", f"{owner.type} has no `{e.name.id}`", e.name.at,
        suggestion(e.name.id, known_here) or f"it has: {', '.join(known_here)}",
    )  # fmt: skip
    return UNKNOWN


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
    code = sure(owner)
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
            return _of_piece(c, name, owner, code)


def _next_seat(c: Context, code: Code, step: int) -> Code:
    players = c.shared.model.players
    if isinstance(code, int):
        return (code - 1 + step) % players + 1
    after = tuple((s + step) % players + 1 for s in range(players))
    return ("row_value", c.shared.layout.table(f"seat+{step}", 1, after), code)


def _of_piece(c: Context, name: str, owner: Value, code: Code) -> Value | None:
    """`owner`, `kind` and `cell` of a piece or group."""
    layout = c.shared.layout
    if owner.type.kind == "group":
        family = layout.families[layout.areas[owner.area].family] if owner.area is not None else None
        if family is None or not family.owned:
            return None
    else:
        family = layout.families[layout.family_numbers[owner.type.family]]
    declared = c.shared.model.family(family.id)
    if name == "owner" and not family.owned:
        return None
    if family.individuals:
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
    """`sled of player`, `cargo of ship`, `floor of temple`."""
    if owner.type.kind == "seat":
        area = area_named(c, e.name.id)
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


def call(c: Context, e: t.Call) -> Value:
    """A definition, a table, a field by its keys, or a built-in function."""
    id = e.name.id
    for home in c.homes():
        if id in home.names.definitions:
            return _definition(c, e, home.names.definitions[id])
    table = find_table(c, id)
    if table is not None:
        if len(e.arguments) != 1:
            c.error("N007", f"table `{id}` is looked up by one number, not {len(e.arguments)}", e.at)
            return UNKNOWN
        return Value(code=("lookup", table, number(c, e.arguments[0])), type=NUMBER)
    for f in c.shared.model.fields:
        if f.id == id:
            address = keyed_address(c, e, f)
            return UNKNOWN if address is None else Value(code=("load", address), type=f.type)
    if id in ("min", "max"):
        if len(e.arguments) != 2:
            c.error("N007", f"`{id}` takes 2 numbers, not {len(e.arguments)}", e.at)
            return UNKNOWN
        return Value(code=(id, number(c, e.arguments[0]), number(c, e.arguments[1])), type=NUMBER)
    if id == "scored":
        return _scored(c, e)
    known_calls = ["min", "max", "scored", *(f.id for f in c.shared.model.fields if f.keys)]
    for home in c.homes():
        known_calls += [*home.names.definitions, *home.names.tables]
    c.unknown("N008", "definition, table or field", e.name, known_calls)
    return UNKNOWN


def _scored(c: Context, e: t.Call) -> Value:
    if len(e.arguments) != 2 or not isinstance(source := e.arguments[1], t.Name):
        c.error("N007", "`scored` takes a seat and where the points come from", e.at)
        return UNKNOWN
    sources = score_names(c.shared.model)
    if source.id not in sources:
        c.unknown("N009", "source of points", source, sources)
        return UNKNOWN
    return Value(code=("scored", c.shared.source(source.id), seat(c, e.arguments[0])), type=NUMBER)


def score_names(model: m.Model) -> list[str]:
    """All names that points can count for."""
    things = [k.id for f in model.families for k in f.kinds]
    rules = [r.home.source for r in model.rules]
    return [*model.scores, *things, *rules, *(a.id for a in model.actions)]


def keyed_address(c: Context, e: t.Call, f: m.FieldDeclaration) -> Code | None:
    """The address of a field for its keys."""
    if len(e.arguments) != len(f.keys):
        c.error("N007", f"`{f.id}` is kept by {len(f.keys)} keys, not {len(e.arguments)}", e.at)
        return None
    c.shared.used.add(f"fields.{f.id}")
    compiled = c.shared.layout.fields[c.shared.layout.field_numbers[f.id]]
    address: Code = 0
    for argument, key, size in zip(e.arguments, f.keys, compiled.sizes, strict=True):
        value = typed(c, argument, key.type)
        if isinstance(address, int):
            address = address * size
        elif size > 1:
            address = ("mul", address, size)
        address = fold.offset(address, fold.offset(sure(value), -1))
    return fold.offset(compiled.start, address)


def _definition(c: Context, e: t.Call, d: m.Definition) -> Value:
    mark = f"definition {d.id}"
    if mark in c.stack or len(c.stack) >= DEEPEST:
        c.error("N010", f"the definition `{d.id}` goes round in a circle", e.at)
        return UNKNOWN
    c.shared.used.add(f"definitions.{d.id}")
    inner = replace(
        c, home=d.home, variables={}, stack=(*c.stack, mark), source=d.home.source or c.source
    )  # fmt: skip
    if not bind_arguments(c, inner, e, d.parameters, aliases=True):
        return UNKNOWN
    due = d.gives
    result: Value | None = None
    for part in d.means:
        tree = c.shared.parsed.formula(part, c.shared.notes)
        if tree is None:
            return UNKNOWN
        inner.scalar = part
        value = expression(inner, tree, due) if due is None else typed(inner, tree, due)
        if not known(value):
            return UNKNOWN
        result = value if result is None else Value(code=fold.both(result.code, value.code), type=TRUTH)
    return result or Value(code=1, type=TRUTH)


def bind_arguments(
    c: Context, inner: Context, e: t.Call, parameters: tuple[m.Parameter, ...], *, aliases: bool
) -> bool:
    """Give a called text its parameters. A variable is passed as itself, so that a piece is followed when it moves."""
    if len(e.arguments) != len(parameters):
        names = ", ".join(p.id for p in parameters) or "nothing"
        c.error("N007", f"`{e.name.id}` takes {len(parameters)} things ({names}), not {len(e.arguments)}", e.at)
        return False
    good = True
    for argument, parameter in zip(e.arguments, parameters, strict=True):
        value = typed(c, argument, parameter.type)
        good = good and known(value)
        variable = c.variables.get(argument.id) if isinstance(argument, t.Name) else None
        if variable is not None and variable.value is value:
            inner.variables[parameter.id] = variable
        else:
            inner.variables[parameter.id] = Variable(value)
    return good


def end(c: Context, e: t.End) -> Value:
    """`top of PLACE`, `bottom of PLACE`."""
    place = one_place(c, e.place)
    if place is None:
        return UNKNOWN
    family = c.shared.layout.families[place.family_number(c)]
    code: Code = (e.end, place.code)
    if family.individuals:
        code = ("load", ("sure", code))
    type = Type("piece", family.id)
    return Value(code=code, type=type, sure=False, area=place.area, hidden=place.hidden, viewer=place.viewer)


def one_place(c: Context, e: t.Expression) -> "binders.Place | None":
    """An expression that is one place: an area, a row or a column."""
    value = expression(c, e)
    if not known(value):
        return None
    if value.type.kind in ("area", "row", "column"):
        return binders.Place(
            code=value.code, area=value.area, family=value.type.family, hidden=value.hidden, viewer=value.viewer
        )
    c.error("N011", f"this is {value.type}, but one place is due here (an area, a row or a column)", e.at)
    return None


def count(c: Context, e: t.Expression) -> Code:
    """How many pieces lie in a place, or in all areas of a thing."""
    value = expression(c, e)
    if not known(value):
        return 0
    match value.type.kind:
        case "area" | "row" | "column":
            return ("count", value.code)
        case "cell":
            return ("ne", ("load", value.code), 0)
        case "list":
            return printed_list(c, value, "length")
    c.error("N011", f"pieces are counted in a place, and this is {value.type}", e.at, "write `count PIECE in THING`")
    return 0


def test(c: Context, e: t.Test) -> Value:
    """`is empty`, `is full`."""
    value = expression(c, e.place)
    if not known(value):
        return UNKNOWN
    code: Code
    match value.type.kind, e.state:
        case (("area" | "row" | "column"), "empty"):
            code = ("eq", ("count", value.code), 0)
        case (("area" | "row" | "column"), "full"):
            code = ("eq", ("room", value.code), 0)
        case "cell", state:
            code = ("eq" if state == "empty" else "ne", ("load", value.code), 0)
        case _:
            c.error("N011", f"only a place can be {e.state}, and this is {value.type}", e.place.at)
            return UNKNOWN
    return Value(code=fold.negate(code) if e.negated else code, type=TRUTH)


def compare(c: Context, e: t.Compare) -> Value:
    """A comparison; the type of one side tells what a bare value's name on the other side means."""
    left = expression(c, e.left) if not _bare_value(c, e.left) else None
    right = expression(c, e.right, left.type if left is not None else None)
    if left is None:
        left = expression(c, e.left, right.type)
    if not known(left) or not known(right):
        return UNKNOWN
    if e.operator in ("is", "is not"):
        same = left.type.accepts(right.type) or right.type.accepts(left.type)
        if not same or left.type.kind in ("area", "list"):
            c.error("N012", f"{left.type} and {right.type} cannot be compared", e.at)
            return UNKNOWN
        return Value(code=fold.compare("eq" if e.operator == "is" else "ne", left.code, right.code), type=TRUTH)
    for side, value in ((e.left, left), (e.right, right)):
        if value.type != NUMBER:
            c.error("N012", f"this is {value.type}; only numbers are more or less", side.at)
            return UNKNOWN
    match e.operator:
        case ">=":
            code = fold.compare("le", right.code, left.code)
        case "<=":
            code = fold.compare("le", left.code, right.code)
        case ">":
            code = fold.compare("lt", right.code, left.code)
        case _:
            code = fold.compare("lt", left.code, right.code)
    return Value(code=code, type=TRUTH)


def _bare_value(c: Context, e: t.Expression) -> bool:
    """Whether a name is nothing by itself, so that only the other side can tell what it is a value of."""
    return isinstance(e, t.Name) and e.id not in c.variables and e.id not in names_seen(c, None)
