"""Works out beforehand what is known of expressions: what one comes to where a variable is known, how much it goes
through at most, and a quicker one that comes to the same."""

from collections.abc import Sequence
from math import inf
from typing import Final

from imhotep.machine.faults import LARGEST_RANGE
from imhotep.program.instructions import Code
from imhotep.program.knowing import Knowing
from imhotep.program.program import Program

FEW: Final = 16
"""Numbers that are looked at one by one."""

BINDS: Final = {"fold": (2, 3), "differ": (1, 2)}
"""Where sums and searches have their variable, and their domain, which does not see it."""

HARMLESS: Final = frozenset((
    "local", "load", "offset", "min", "max", "eq", "ne", "lt", "le", "not", "and", "or", "choose", "row_value", "class",
    "count", "room", "bit", "where", "line_number", "number_of", "top", "bottom",
))  # fmt: skip
"""What neither fails nor breaks down nor is counted, so that it may be looked at sooner, later or not at all."""


class Known:
    """Works with the constants of one program. `class_at` is the class of each counter, -1 for other words."""

    def __init__(self, program: Program, knowing: Knowing, class_at: Sequence[int]) -> None:
        self._program = program
        self._knowing = knowing
        self._tables = program.tables
        self._class_at = class_at

    def put_in(self, code: Code, slot: int, number: Code) -> Code:
        """An expression in which a variable is a number (or another expression), with all worked out that is known by
        that."""
        if not isinstance(code, tuple) or not code:
            return code
        if code == ("local", slot):
            return number
        seen = len(code)
        if code[0] in BINDS:
            binder, domain = BINDS[code[0]]
            seen = domain + 1 if code[binder] == slot else seen
        return self._simple((*(self.put_in(part, slot, number) for part in code[:seen]), *code[seen:]))

    def numbers(self, domain: Code | None) -> Sequence[int] | None:
        """The numbers that a domain is, where they are few and the same in every state."""
        match domain:
            case ("range", int(low), int(high)) if high - low < FEW:
                return range(low, high + 1)
            case ("list", int(number)) if len(self._program.lists[number]) <= FEW:
                return self._program.lists[number]
        return None

    def longest(self, domain: Code | None) -> float:
        """How many things a domain has at most; for None 1, since a label is one option."""
        if domain is None:
            return 1
        assert isinstance(domain, tuple)
        name, *a = domain
        match name:
            case "range" if isinstance(a[0], int) and isinstance(a[1], int) and a[1] - a[0] < LARGEST_RANGE:
                return max(0, a[1] - a[0] + 1)
            case "seats":
                return self._program.players
            case "cells" | "pieces" | "things" | "groups":
                return max((place.length for place in self._knowing.meant(a[0])), default=inf)
            case "list" | "pieces_of" | "things_of" if isinstance(a[0], int):
                return len(self._program.lists[a[0]])
            case "top_pieces":
                return max(int(a[0]), 0)
        return inf

    def gone(self, code: Code | None) -> float:
        """How much the sums and searches of an expression go through at most."""
        if not isinstance(code, tuple):
            return 0
        parts = sum(self.gone(part) for part in code[1:])
        if code[0] in BINDS:
            return (1 + parts) * self.longest(code[BINDS[code[0]][1]])
        return parts

    # ---- quicker expressions

    def quick(self, code: Code) -> Code:
        """A condition that comes to the same where it does not matter how much is gone through: what does not depend
        on a search is taken out of it, and what is known to hold is not asked twice."""
        match code:
            case ("and", *parts):
                kept: list[Code] = []
                for part in (one for whole in parts for one in conjuncts(self.quick(whole))):
                    if part not in kept or not quiet(part):
                        kept.append(part)
                return joined(kept)
            case ("or", *parts):
                return _joined("or", [self.quick(part) for part in parts])
            case ("lt", 0, more) | ("le", 1, more) if self._counts(more):
                return ("ne", more, 0)
            case ("ne", ("fold", "first", slot, (("cells" | "pieces" | "things"), place), condition, _), 0):
                return self.quick(("fold", "any", slot, (code[1][3][0], place), condition, 1))
            case ("fold", "any", slot, domain, condition, _):
                return self._quick_search(slot, domain, self.quick(condition))
        return code

    def _counts(self, code: Code) -> bool:
        """Whether it is a number of things, which is never below 0."""
        match code:
            case ("count", _):
                return True
            case ("room", place):
                return self._knowing.sort(place) == "cells"
        return False

    def _quick_search(self, slot: int, domain: Code, condition: Code) -> Code:
        parts = conjuncts(condition)
        if not all(quiet(part) for part in (domain, *parts)):
            return ("fold", "any", slot, domain, condition, 1)
        apart = [part for part in parts if not mentions(part, slot)]
        inside = joined([part for part in parts if mentions(part, slot)])
        numbers = self.numbers(domain)
        searched: Code = ("fold", "any", slot, domain, inside, 1)
        if numbers is not None:
            searched = _joined("or", [self.put_in(inside, slot, number) for number in numbers])
        return joined([*apart, *conjuncts(searched)])

    def _simple(self, code: tuple[Code, ...]) -> Code:
        name, *a = code
        match name:
            case "and" | "or":
                return _joined(name, a)
            case "choose" if isinstance(a[0], int):
                return a[1] if a[0] else a[2]
            case "row_value" if isinstance(a[1], int):
                table = self._tables[a[0]]
                i = a[1] - table.first
                return table.values[i] if 0 <= i < len(table.values) else code
            case "class" if isinstance(a[0], int) and self._class_at[a[0]] >= 0:
                return self._class_at[a[0]]
            case "offset" | "eq" | "ne" | "lt" | "le" if isinstance(a[0], int) and isinstance(a[1], int):
                x, y = a[0], a[1]
                return {"offset": x + y, "eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y}[str(name)] + 0
            case "not" if isinstance(a[0], int):
                return int(not a[0])
        return code


def _joined(name: str, parts: list[Code]) -> Code:
    """Without what changes nothing; cut off where it is decided."""
    settles = 0 if name == "and" else 1
    kept: list[Code] = []
    for part in parts:
        if isinstance(part, int) and bool(part) != bool(settles):
            continue
        kept.append(part)
        if isinstance(part, int):
            break
    if not kept:
        return 1 - settles
    if isinstance(kept[0], int):
        return settles
    return (name, *kept)


def conjuncts(code: Code) -> list[Code]:
    """What must all hold."""
    if isinstance(code, tuple) and code[0] == "and":
        return [one for part in code[1:] for one in conjuncts(part)]
    return [] if code == 1 else [code]


def joined(parts: Sequence[Code]) -> Code:
    """That all of them hold."""
    return 1 if not parts else parts[0] if len(parts) == 1 else ("and", *parts)


def mentions(code: Code, slot: int) -> bool:
    """Whether an expression looks at a variable."""
    return code == ("local", slot) or (isinstance(code, tuple) and any(mentions(part, slot) for part in code))


def harmless(code: Code) -> bool:
    """Whether it makes no difference when an expression is worked out, as long as the state is the same."""
    if isinstance(code, int):
        return True
    return code[0] in HARMLESS and all(harmless(part) for part in code[1:] if isinstance(part, tuple))


def quiet(code: Code) -> bool:
    """Whether that is so as long as it does not matter how much is gone through, either."""
    if not isinstance(code, tuple):
        return True
    match code:
        case ("fold", "any" | "count" | "first" | "last", _, domain, condition, _):
            return quiet(domain) and quiet(condition)
        case (("cells" | "pieces" | "things" | "list" | "pieces_of" | "things_of" | "seats"), *parts):
            return all(quiet(part) for part in parts)
        case ("range", int(), int()):
            return True
    return code[0] in HARMLESS and all(quiet(part) for part in code[1:])


ASSIGNED: Final = {"set": 1, "move": 1, "move_to": 1, "walk": 1, "next": 1, "draw": 1, "move_some": 3, "send_some": 3}
"""Where statements have the variable that they set."""


def assigns(code: Code, slot: int) -> bool:
    """Whether statements set a variable."""
    if not isinstance(code, tuple) or not code:
        return False
    mine = code[0] in ASSIGNED and code[ASSIGNED[code[0]]] == slot if isinstance(code[0], str) else False
    return mine or any(assigns(part, slot) for part in code)


def size(code: Code | tuple[Code, ...]) -> int:
    """How many words of instructions there are."""
    return sum(size(part) for part in code) if isinstance(code, tuple) else 1


def names(code: Code | tuple[Code, ...], wanted: frozenset[str]) -> bool:
    """Whether one of some instructions is there."""
    return isinstance(code, tuple) and bool(code) and (code[0] in wanted or any(names(part, wanted) for part in code))
