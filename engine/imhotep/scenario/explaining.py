"""Finds out why a formula does not hold: the values of what it compares, in words."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from imhotep.document.nodes import Scalar
from imhotep.effects import tree as t
from imhotep.effects.parser import parse_formula
from imhotep.effects.printer import print_formula
from imhotep.errors import InvalidRulesetError, RulesFault
from imhotep.game.game import Game
from imhotep.program.program import Program
from imhotep.scenario.preparing import Prepared, entries

_VALUE = "value"


def explain(prepared: Prepared, formula: Scalar, replay: Callable[[Program], Game]) -> str:
    """The values of what a formula compares: "`score of red` is 2, ...". Empty where there is nothing to tell.

    `replay` plays the scenario again with another program for the same table.
    """
    tree = parse_formula(formula.text).value
    told: dict[str, str] = {}
    for part in () if tree is None else _compared(tree):
        text = print_formula(part)
        value = None if text in told else _value(prepared, replace(formula, text=text, value=text), replay)
        if value is not None:
            told[text] = value
    return ", ".join(f"`{text}` is {value}" for text, value in told.items())


def _compared(tree: t.Expression) -> Iterator[t.Expression]:
    """The expressions whose values decide."""
    match tree:
        case t.Logic(_, left, right):
            yield from _compared(left)
            yield from _compared(right)
        case t.Not(condition):
            yield from _compared(condition)
        case t.Compare(_, left, right):
            yield from (side for side in (left, right) if not isinstance(side, t.Number | t.Truth | t.Nothing))
        case t.Test(place):
            yield t.CountPlace(place, at=tree.at)


def _value(prepared: Prepared, formula: Scalar, replay: Callable[[Program], Game]) -> str | None:
    """The value of an expression, or None where it says nothing more than its text or has no value alone."""
    try:
        program = prepared.ruleset.program(prepared.players, entries=entries(prepared), checks={_VALUE: formula})
        value = replay(program).said(_VALUE)
    except (InvalidRulesetError, RulesFault):
        return None
    return None if value == formula.text else value
