"""Syntax trees back to text, with the fewest brackets and blocks indented by two spaces.

For every tree that a text can mean, `parse(print(tree)) == tree`.
"""

from collections.abc import Iterable, Iterator

from imhotep.effects import tree as t

# how strongly an expression holds together; a weaker one needs brackets where a stronger one is wanted
_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _PRIMARY = range(1, 9)

_ARITHMETIC = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT}


def print_effect(statements: Iterable[t.Statement]) -> str:
    """The text of an effect, without a line break at its end."""
    return "\n".join(_lines(statements))


def print_formula(expression: t.Expression) -> str:
    """The text of an expression, on one line."""
    return _text(expression, _OR)


def print_binder(binder: t.Binder) -> str:
    """The text of a binder, on one line."""
    parts = [binder.noun.id]
    if binder.name is not None:
        parts.append(binder.name.id)
    match binder.source:
        case t.Inside(place):
            parts.append(f"in {_primary(place)}")
        case t.TopSome(amount, place):
            parts.append(f"in top {amount} of {_primary(place)}")
        case t.StartingWith(seat):
            parts.append(f"starting with {_primary(seat)}")
        case t.Range(low, high):
            parts.append(f"from {_primary(low)} to {_primary(high)}")
    if binder.where is not None:
        parts.append(f"where {print_formula(binder.where)}")
    return " ".join(parts)


# ---- statements


def _lines(statements: Iterable[t.Statement]) -> Iterator[str]:
    for statement in statements:
        yield from _statement(statement)


def _block(head: str, block: Iterable[t.Statement]) -> Iterator[str]:
    yield f"{head}:"
    for line in _lines(block):
        yield f"  {line}"


def _statement(statement: t.Statement) -> Iterator[str]:
    match statement:
        case t.Menu(chooser, alternatives):
            yield f"{_primary(chooser)} chooses:"
            for alternative in alternatives:
                for line in _alternative(alternative):
                    yield f"  {line}"
        case t.May(chooser, block):
            yield from _block(f"{_primary(chooser)} may", block)
        case t.If(branches, otherwise):
            lead = ""
            for branch in branches:
                condition = branch.condition
                text = "possible" if isinstance(condition, t.Possible) else print_formula(condition)
                yield from _block(f"{lead}if {text}", branch.block)
                lead = "otherwise "
            if otherwise is not None:
                yield from _block("otherwise", otherwise)
        case t.ForEach(binder, ordered_by, block):
            order = "" if ordered_by is None else f", ordered by {_primary(ordered_by)}"
            yield from _block(f"for each {print_binder(binder)}{order}", block)
        case t.Repeat(times, block):
            yield from _block(f"repeat {_text(times, _SUM, closed=True)} times", block)
        case t.RepeatUntil(condition, most, block):
            bound = _text(most, _SUM, closed=True)
            yield from _block(f"repeat until {print_formula(condition)}, at most {bound} times", block)
        case _:
            yield _simple(statement)


def _alternative(way: t.Alternative) -> Iterator[str]:
    if way.binder is not None:
        head = print_binder(way.binder)
    else:
        head = way.label.id if way.label is not None else ""
        if way.condition is not None:
            head += f" if {print_formula(way.condition)}"
    if way.block:
        yield from _block(head, way.block)
    else:
        yield head


def _simple(
    statement: t.Choose | t.TakeAction | t.MovePiece | t.MoveSome | t.Score | t.Award | t.Set | t.Let | t.Shuffle
    | t.Require | t.Trigger | t.Do | t.Stop,
) -> str:  # fmt: skip
    match statement:
        case t.Choose(chooser, binder, secretly):
            return f"{_primary(chooser)} {'secretly ' if secretly else ''}chooses {print_binder(binder)}"
        case t.TakeAction(chooser, group):
            return f"{_primary(chooser)} takes an action{_named('from', group)}"
        case t.MovePiece(piece, place):
            what = _text(piece, _UNARY) if isinstance(piece, t.Pick) else _primary(piece)
            return f"move {what} to {_primary(place)}"
        case t.MoveSome(_, _, noun, source, target):
            return f"move {_amount(statement)} {noun.id} from {_primary(source)} to {_primary(target)}"
        case t.Score(seat, amount, source):
            return f"{_primary(seat)} scores {print_formula(amount)}{_named('as', source)}"
        case t.Award(table, binder, keys, source):
            by = ", ".join(print_formula(key) for key in keys)
            return f"award {table.id} to {print_binder(binder)} by {by}{_named('as', source)}"
        case t.Set(target, value):
            return f"set {_primary(target)} to {print_formula(value)}"
        case t.Let(name, value):
            return f"let {name.id} be {print_formula(value)}"
        case t.Shuffle(place, into):
            return f"shuffle {_primary(place)}" + ("" if into is None else f" into {_primary(into)}")
        case t.Require(condition):
            return f"require {print_formula(condition)}"
        case t.Trigger(call):
            return f"trigger {_primary(call)}"
        case t.Do(call):
            return _primary(call)
        case t.Stop():
            return "stop"


def _amount(move: t.MoveSome) -> str:
    if move.most is None:
        return "all"
    most = _primary(move.most)
    if move.least is None:
        return f"up to {most}"
    return most if move.least == move.most else f"{_primary(move.least)} to {most}"


def _named(word: str, name: t.Name | None) -> str:
    return "" if name is None else f" {word} {name.id}"


# ---- expressions


def _primary(expression: t.Expression) -> str:
    return _text(expression, _PRIMARY)


def _text(expression: t.Expression, wanted: int, *, closed: bool = False) -> str:
    """The expression where one at least as strong as `wanted` must stand.

    `closed`: more follows, so that a `where` at its end, which would take that for its own, needs brackets.
    """
    if _strength(expression) < wanted or (closed and _ends_in_where(expression)):
        return f"({_text(expression, _OR)})"
    match expression:
        case t.Logic(operator, left, right):
            level = _strength(expression)
            return f"{_text(left, level, closed=True)} {operator} {_text(right, level + 1, closed=closed)}"
        case t.Arithmetic(operator, left, right):
            level = _strength(expression)
            return f"{_text(left, level, closed=True)} {operator} {_text(right, level + 1, closed=closed)}"
        case t.Compare(operator, left, right):
            return f"{_text(left, _SUM, closed=True)} {operator} {_text(right, _SUM, closed=closed)}"
        case t.Test(place, state, negated):
            return f"{_text(place, _SUM, closed=True)} is {'not ' if negated else ''}{state}"
        case t.Not(condition):
            return f"not {_text(condition, _NOT, closed=closed)}"
        case t.Minus(value):
            return f"-{_text(value, _UNARY, closed=closed)}"
        case t.CountPlace(place):
            return f"count {_primary(place)}"
        case t.Count(binder):
            return f"count {print_binder(binder)}"
        case t.AnyOf(binder):
            return f"any {print_binder(binder)}"
        case t.Pick(end, binder):
            return f"{end} {print_binder(binder)}"
        case t.Fold(kind, value, binder):
            return f"{kind} {_text(value, _SUM, closed=True)} for each {print_binder(binder)}"
        case t.Call(name, arguments):
            return f"{name.id}({', '.join(print_formula(argument) for argument in arguments)})"
        case t.Of(name, owner):
            return f"{name.id} of {_primary(owner)}"
        case t.End(end, place):
            return f"{end} of {_primary(place)}"
        case t.Number(value):
            return str(value)
        case t.Truth(value):
            return "yes" if value else "no"
        case t.Nothing():
            return "nothing"
        case t.Name(name):
            return name


def _strength(expression: t.Expression) -> int:
    match expression:
        case t.Logic(operator):
            return _OR if operator == "or" else _AND
        case t.Not():
            return _NOT
        case t.Compare() | t.Test():
            return _COMPARISON
        case t.Arithmetic(operator):
            return _ARITHMETIC[operator]
        case t.Minus() | t.CountPlace() | t.Count() | t.AnyOf() | t.Pick() | t.Fold():
            return _UNARY
        case _:
            return _PRIMARY


def _ends_in_where(expression: t.Expression) -> bool:
    match expression:
        case t.Count(binder) | t.AnyOf(binder) | t.Pick(_, binder) | t.Fold(_, _, binder):
            return binder.where is not None
        case _:
            return False
