"""What each rule of the grammar makes of its parts: the way from rules to the nodes of `tree`.

`RULES` has a function for every rule and alias of `effects.lark`. It gets the place of the whole, then the values of
the rule's parts without their keywords and signs; a name comes as a `Name`, a number as an int.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from imhotep.effects import tree as t
from imhotep.effects.tree import Extent

Maker = Callable[..., object]


def sequence(at: Extent, *items: object) -> tuple[object, ...]:
    """The parts side by side."""
    return items


def itself(at: Extent, value: object) -> object:
    """The only part."""
    return value


def _word(value: object) -> Maker:
    return lambda at: value


def _compare(at: Extent, left: t.Expression, operator: str, right: t.Expression) -> object:
    return t.Compare(operator, left, right, at=at)  # type: ignore[arg-type]  # one of the words of `compare` below


def _logic(operator: str) -> Maker:
    return lambda at, left, right: t.Logic(operator, left, right, at=at)  # type: ignore[arg-type]


def _arithmetic(operator: str) -> Maker:
    return lambda at, left, right: t.Arithmetic(operator, left, right, at=at)  # type: ignore[arg-type]


def _test(state: str, negated: bool) -> Maker:
    return lambda at, place: t.Test(place, state, negated, at=at)  # type: ignore[arg-type]


def _binder(at: Extent, noun: t.Name | tuple[t.Name, t.Name], *rest: t.Domain | t.Expression) -> t.Binder:
    kind, name = noun if isinstance(noun, tuple) else (noun, None)
    source: t.Domain | None = None
    where: t.Expression | None = None
    for part in rest:
        if isinstance(part, t.Inside | t.TopSome | t.StartingWith | t.Range):
            source = part
        else:
            where = part
    return t.Binder(kind, name, source, where, at=at)


def _inside(at: Extent, domain: t.Expression | tuple[int, t.Expression]) -> t.Inside | t.TopSome:
    return t.TopSome(*domain, at=at) if isinstance(domain, tuple) else t.Inside(domain, at=at)


def _move_some(
    at: Extent,
    least: t.Expression | None,
    most: t.Expression | None,
    noun: t.Name,
    source: t.Expression,
    target: t.Expression,
) -> t.MoveSome:
    return t.MoveSome(least, most, noun, source, target, at=at)


def _if(at: Extent, *parts: t.Branch | tuple[t.Statement, ...]) -> t.If:
    branches = tuple(part for part in parts if isinstance(part, t.Branch))
    last = parts[-1]
    return t.If(branches, None if isinstance(last, t.Branch) else last, at=at)


def _label(at: Extent, label: t.Name, *rest: t.Expression | tuple[t.Statement, ...]) -> t.Alternative:
    condition: t.Expression | None = None
    block: tuple[t.Statement, ...] = ()
    for part in rest:
        if isinstance(part, tuple):
            block = part
        else:
            condition = part
    return t.Alternative(None, label, condition, block, at=at)


RULES: Mapping[str, Maker] = MappingProxyType(
    {
        "effect": sequence,
        "formula": itself,
        "choice": itself,
        "line": itself,
        "block": sequence,
        "keys": sequence,
        "brackets": itself,
        # statements
        "choose": lambda at, chooser, binder: t.Choose(chooser, binder, False, at=at),
        "choose_secretly": lambda at, chooser, binder: t.Choose(chooser, binder, True, at=at),
        "choose_one": lambda at, chooser, *ways: t.Menu(chooser, ways, at=at),
        "alt_each": lambda at, binder, block: t.Alternative(binder, None, None, block, at=at),
        "alt_label": _label,
        "may": lambda at, chooser, block: t.May(chooser, block, at=at),
        "take_action": lambda at, chooser, group=None: t.TakeAction(chooser, group, at=at),
        "score": lambda at, seat, amount, source=None: t.Score(seat, amount, source, at=at),
        "move_piece": lambda at, piece, place: t.MovePiece(piece, place, at=at),
        "move_exactly": lambda at, amount, *rest: _move_some(at, amount, amount, *rest),
        "move_between": _move_some,
        "move_up_to": lambda at, most, *rest: _move_some(at, None, most, *rest),
        "move_all": lambda at, *rest: _move_some(at, None, None, *rest),
        "set": lambda at, target, value: t.Set(target, value, at=at),
        "let": lambda at, name, value: t.Let(name, value, at=at),
        "shuffle": lambda at, place, into=None: t.Shuffle(place, into, at=at),
        "award": lambda at, table, binder, keys, source=None: t.Award(table, binder, keys, source, at=at),
        "require": lambda at, condition: t.Require(condition, at=at),
        "trigger": lambda at, call: t.Trigger(call, at=at),
        "do": lambda at, call: t.Do(call, at=at),
        "stop": lambda at: t.Stop(at=at),
        "if": _if,
        "branch": lambda at, condition, block: t.Branch(condition, block, at=at),
        "possible": lambda at: t.Possible(at=at),
        "for_each": lambda at, binder, block: t.ForEach(binder, None, block, at=at),
        "for_each_ordered": lambda at, binder, seat, block: t.ForEach(binder, seat, block, at=at),
        "repeat": lambda at, times, block: t.Repeat(times, block, at=at),
        "repeat_until": lambda at, condition, most, block: t.RepeatUntil(condition, most, block, at=at),
        # binders
        "binder": _binder,
        "named": sequence,
        "inside": _inside,
        "top_some": sequence,
        "starting_with": lambda at, seat: t.StartingWith(seat, at=at),
        "range": lambda at, low, high: t.Range(low, high, at=at),
        "where": itself,
        # expressions
        "or": _logic("or"),
        "and": _logic("and"),
        "not": lambda at, condition: t.Not(condition, at=at),
        "compare": _compare,
        "same": _word("is"),
        "differs": _word("is not"),
        "at_least": _word(">="),
        "at_most": _word("<="),
        "more": _word(">"),
        "less": _word("<"),
        "is_empty": _test("empty", False),
        "is_not_empty": _test("empty", True),
        "is_full": _test("full", False),
        "is_not_full": _test("full", True),
        "add": _arithmetic("+"),
        "subtract": _arithmetic("-"),
        "multiply": _arithmetic("*"),
        "divide": _arithmetic("/"),
        "minus": lambda at, value: t.Minus(value, at=at),
        "count_place": lambda at, place: t.CountPlace(place, at=at),
        "count": lambda at, binder: t.Count(binder, at=at),
        "any": lambda at, binder: t.AnyOf(binder, at=at),
        "pick": lambda at, end, binder: t.Pick(end, binder, at=at),
        "first": _word("first"),
        "last": _word("last"),
        "fold": lambda at, kind, value, binder: t.Fold(kind, value, binder, at=at),
        "sum_of": _word("sum"),
        "highest": _word("highest"),
        "lowest": _word("lowest"),
        "name": lambda at, name: t.Name(name.id, at=at),
        "number": lambda at, value: t.Number(value, at=at),
        "yes": lambda at: t.Truth(True, at=at),
        "no": lambda at: t.Truth(False, at=at),
        "nothing": lambda at: t.Nothing(at=at),
        "of": lambda at, name, owner: t.Of(name, owner, at=at),
        "top": lambda at, place: t.End("top", place, at=at),
        "bottom": lambda at, place: t.End("bottom", place, at=at),
        "call": lambda at, name, *arguments: t.Call(name, arguments, at=at),
    }
)
