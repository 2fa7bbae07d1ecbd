"""What a statement searches for more than once, so that it can be searched for once, before.

Searches over a few known numbers are laid out number by number first, since it is there that the same search comes up
again. A search that stands for another one keeps whether it is to be counted what it goes through.
"""

from collections.abc import Iterator
from typing import Final

from imhotep.program.instructions import Code
from imhotep.wasm.known import BINDS, Known, mentions, names, quiet, size

BOUND: Final = -3
"""Stands for the variable of each search that has no other one inside, so that equal ones look equal."""

LARGEST: Final = 600
"""Words of instructions that a search over known numbers is laid out as."""


COMPARES: Final = frozenset(("differ",))
"""What does not keep whether it is nested."""


def laid_out(code: Code, known: Known, around: frozenset[int]) -> Code:
    """An expression; `around` are the variables that searches around it have.

    `("rounds", conditions, length, nested)` is a count laid out; searches have one element more, whether they are
    nested in others.
    """
    if not isinstance(code, tuple) or not code:
        return code
    if code[0] != "fold":
        return tuple(laid_out(part, known, around) for part in code)
    _, kind, slot, domain, condition, amount = code
    inside = around | {slot}
    nested = int(len(inside) > 1)
    numbers = known.numbers(domain)
    if kind == "count" and numbers is not None and len(numbers) * size(condition) <= LARGEST:
        rounds = tuple(laid_out(known.put_in(condition, slot, number), known, inside) for number in numbers)
        return ("rounds", rounds, len(numbers), nested)
    domain = laid_out(domain, known, around)
    if not _binds(condition) and not _binds(amount):
        condition, amount = (known.put_in(part, slot, ("local", BOUND)) for part in (condition, amount))
        return ("fold", kind, BOUND, domain, condition, amount, nested)
    condition, amount = (laid_out(part, known, inside) for part in (condition, amount))
    return ("fold", kind, slot, domain, condition, amount, nested)


def repeated(code: Code) -> list[Code]:
    """The searches of an expression that is laid out which come up more than once, and depend on none around them."""
    if names(code, COMPARES):
        return []
    found: dict[Code, int] = {}
    for search in _free(code, frozenset()):
        found[search] = found.get(search, 0) + 1
    return [search for search, times in found.items() if times > 1]


def _free(code: Code, bound: frozenset[int]) -> Iterator[Code]:
    if not isinstance(code, tuple) or not code:
        return
    if code[0] == "fold":
        search = code[:6]
        if _steady(search) and not any(mentions(search, slot) for slot in bound - {code[2]}):
            yield search
        yield from _free(code[3], bound)
        bound |= {code[2]}
    for part in code:
        yield from _free(part, bound)


def _steady(search: tuple[Code, ...]) -> bool:
    """Whether it does no harm to search although nobody may ask for it: its place is known to be one."""
    match search:
        case ("fold", "count", _, ("pieces" | "cells" | "things", int() | ("local", _)), _, _):
            return quiet(search)
    return False


def _binds(code: Code) -> bool:
    return names(code, frozenset(BINDS))
