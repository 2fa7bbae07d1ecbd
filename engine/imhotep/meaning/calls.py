"""`name(a, b)` as an expression: definitions, tables, fields by their keys, what is built in."""

from dataclasses import replace

from imhotep.effects import tree as t
from imhotep.lowering import fold
from imhotep.meaning import expressions as ex
from imhotep.meaning.names import find_table
from imhotep.meaning.scope import DEEPEST, Context, Value, Variable
from imhotep.model import declarations as m
from imhotep.model.types import NUMBER, TRUTH
from imhotep.program.instructions import Code


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
            return ex.UNKNOWN
        return Value(code=("lookup", table, ex.number(c, e.arguments[0]), c.shared.src(c.span(e.at))), type=NUMBER)
    for f in c.shared.model.fields:
        if f.id == id:
            address = keyed_address(c, e, f)
            return ex.UNKNOWN if address is None else Value(code=("load", address), type=f.type, sure=f.never_nothing)
    if id in ("min", "max"):
        if len(e.arguments) != 2:
            c.error("N007", f"`{id}` takes 2 numbers, not {len(e.arguments)}", e.at)
            return ex.UNKNOWN
        return Value(code=(id, ex.number(c, e.arguments[0]), ex.number(c, e.arguments[1])), type=NUMBER)
    if id == "scored":
        return _scored(c, e)
    known_calls = ["min", "max", "scored", *(f.id for f in c.shared.model.fields if f.keys)]
    for home in c.homes():
        known_calls += [*home.names.definitions, *home.names.tables]
    c.unknown("N008", "definition, table or field", e.name, known_calls)
    return ex.UNKNOWN


def _scored(c: Context, e: t.Call) -> Value:
    if len(e.arguments) != 2 or not isinstance(source := e.arguments[1], t.Name):
        c.error("N007", "`scored` takes a seat and where the points come from", e.at)
        return ex.UNKNOWN
    sources = score_names(c.shared.model)
    if source.id not in sources:
        c.unknown("N009", "source of points", source, sources)
        return ex.UNKNOWN
    return Value(code=("scored", c.shared.source(source.id), ex.seat(c, e.arguments[0])), type=NUMBER)


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
        value = ex.typed(c, argument, key.type)
        if isinstance(address, int):
            address = address * size
        elif size > 1:
            address = ("mul", address, size, -1)
        address = fold.offset(address, fold.offset(value.certain, -1))
    return fold.offset(compiled.start, address)


def _definition(c: Context, e: t.Call, d: m.Definition) -> Value:
    mark = f"definition {d.id}"
    if mark in c.stack or len(c.stack) >= DEEPEST:
        c.error("N010", f"the definition `{d.id}` goes round in a circle", e.at)
        return ex.UNKNOWN
    c.shared.used.add(f"definitions.{d.home.thing}.{d.id}")
    inner = replace(
        c, home=d.home, variables={}, stack=(*c.stack, mark), source=d.home.source or c.source
    )  # fmt: skip
    if not bind_arguments(c, inner, e, d.parameters):
        return ex.UNKNOWN
    due = d.gives
    result: Value | None = None
    for part in d.means:
        tree = c.shared.parsed.formula(part, c.shared.notes)
        if tree is None:
            return ex.UNKNOWN
        inner.scalar = part
        value = ex.expression(inner, tree, due) if due is None else ex.typed(inner, tree, due)
        if not ex.known(value):
            return ex.UNKNOWN
        result = value if result is None else Value(code=fold.both(result.code, value.code), type=TRUTH)
    return result or Value(code=1, type=TRUTH)


def bind_arguments(c: Context, inner: Context, e: t.Call, parameters: tuple[m.Parameter, ...]) -> bool:
    """Give a called text its parameters. A variable is passed as itself, so that a piece is followed when it moves."""
    if len(e.arguments) != len(parameters):
        names = ", ".join(p.id for p in parameters) or "nothing"
        things = "1 thing" if len(parameters) == 1 else f"{len(parameters)} things"
        c.error("N007", f"`{e.name.id}` takes {things} ({names}), not {len(e.arguments)}", e.at)
        return False
    good = True
    for argument, parameter in zip(e.arguments, parameters, strict=True):
        value = ex.typed(c, argument, parameter.type)
        good = good and ex.known(value)
        variable = c.variables.get(argument.id) if isinstance(argument, t.Name) else None
        if variable is not None and variable.value is value:
            inner.variables[parameter.id] = variable
        else:
            inner.variables[parameter.id] = Variable(value)
    return good
