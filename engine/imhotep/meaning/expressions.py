"""Gives expressions their meaning: names, types, instructions."""

from dataclasses import replace

from imhotep.diagnostics import Related, respell, suggestion
from imhotep.effects import tree as t
from imhotep.lowering import fold
from imhotep.meaning import access, binders, calls
from imhotep.meaning.names import area_named, family_held, number_named, place_of_area, printed_list, thing_values
from imhotep.meaning.scope import Context, Value
from imhotep.model.types import NOTHING, NUMBER, SEAT, TRUTH, Type
from imhotep.program.instructions import Code

UNKNOWN = Value(code=0, type=Type("nothing", "?"))


def known(value: Value) -> bool:
    """Whether a value was understood; what follows from one that was not stays silent."""
    return value.type.family != "?"


def expression(c: Context, e: t.Expression, expected: Type | None = None) -> Value:
    """The meaning of an expression. `expected` is the type that is due; it decides what a bare value's name means."""
    match e:
        case t.Number():
            return Value(code=e.value, type=NUMBER)
        case t.Truth():
            return Value(code=int(e.value), type=TRUTH)
        case t.Nothing():
            return _placed(c, e, Value(code=0, type=NOTHING, sure=False))
        case t.Name():
            found = name(c, e, expected)
            return found if e.id in c.variables else _placed(c, e, found)
        case t.Of():
            return _placed(c, e, access.of(c, e))
        case t.Call():
            return _placed(c, e, calls.call(c, e))
        case t.End():
            return _placed(c, e, end(c, e))
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
            code = fold.arithmetic(operator, number(c, e.left), number(c, e.right), c.shared.src(c.span(e.at)))
            return Value(code=code, type=NUMBER)
        case t.Minus():
            code = fold.arithmetic("sub", 0, number(c, e.value), c.shared.src(c.span(e.at)))
            return Value(code=code, type=NUMBER)
        case t.CountPlace():
            return Value(code=count(c, e.place), type=NUMBER)
        case t.Count() | t.AnyOf() | t.Pick() | t.Fold():
            return binders.quantified(c, e)


def _placed(c: Context, e: t.Expression, value: Value) -> Value:
    """A value that may be nothing, with the place where it is asked for."""
    return value if value.sure or value.src >= 0 else replace(value, src=c.shared.src(c.span(e.at)))


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
    return typed(c, e, SEAT).certain


def name(c: Context, e: t.Name, expected: Type | None) -> Value:
    """What a bare name stands for."""
    variable = c.variables.get(e.id)
    if variable is not None:
        if variable.gone is not None:
            c.shared.notes.error(
                "N004", f"the piece `{e.id}` was handed on before and may lie elsewhere now", c.span(e.at),
                "use it before it is handed on", Related(variable.gone, "handed on here"),
            )  # fmt: skip
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
            return Value(code=("load", c.shared.layout.fields[i].start), type=f.type, sure=f.never_nothing)
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
    seen, span = names_seen(c, expected), c.span(e.at)
    message, help = f"there is nothing named `{e.id}` here", suggestion(e.id, seen)
    c.shared.notes.error("N001", message, span, help, fix=respell(e.id, span, seen))
    return UNKNOWN


def names_seen(c: Context, expected: Type | None) -> list[str]:
    """All names that could stand as an expression, for a suggestion."""
    model = c.shared.model
    seen = [*c.variables, *model.seats, "players", *(f.id for f in model.fields), *(o.id for o in model.options)]
    for home in c.homes():
        seen += [*home.names.areas, *home.names.numbers]
    if expected is not None:
        seen += expected.values
    due = expected.family if expected is not None else ""
    seen += [k.id for f in model.families for k in f.kinds if f.sort == "board" or due == f.id]
    return seen


def end(c: Context, e: t.End) -> Value:
    """`top of PLACE`, `bottom of PLACE`."""
    place = one_place(c, e.place)
    if place is None:
        return UNKNOWN
    if place.area is not None and c.shared.layout.declared[place.area].kind == "pool":
        c.error("N038", f"a pool has no {e.end}: its pieces lie in no order", e.at, "choose one, or take the `first`")
        return UNKNOWN
    family = c.shared.layout.families[place.family_number(c)]
    code: Code = (e.end, place.code)
    if family.individuals:
        code = ("load", ("sure", code, c.shared.src(c.span(e.at))))
    type = Type("piece", family.id)
    return Value(code=code, type=type, sure=False, area=place.area, hidden=place.hidden, viewer=place.viewer)


def one_place(c: Context, e: t.Expression) -> "binders.Place | None":
    """An expression that is one place: an area, a row or a column."""
    value = expression(c, e)
    if not known(value):
        return None
    if value.type.kind in ("area", "row", "column"):
        held = family_held(c, value)
        if held is None:
            c.error("N016", f"what lies in this {value.type.kind} is not known here", e.at, binders.UNKNOWN_PLACE)
            return None
        family = c.shared.layout.families[held].id
        return binders.Place(code=value.code, area=value.area, family=family, hidden=value.hidden, viewer=value.viewer)
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
            what = "areas" if left.type.kind == "area" == right.type.kind else f"{left.type} and {right.type}"
            c.error("N012", f"{what} cannot be compared", e.at)
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
