"""Prints expressions as WebAssembly: numbers and conditions. Sums and searches are `searches`'s."""

from functools import reduce
from typing import Any, Final, TypeGuard

from imhotep.machine.faults import Why
from imhotep.program.instructions import Code
from imhotep.program.memory import UNLIMITED
from imhotep.wasm.masks import WIDEST
from imhotep.wasm.searches import Searches
from imhotep.wasm.text import Node, at, const, get, is_short, is_yes_or_no, load, negated, plus, set_, times

COMPARED: Final = {"eq": "i32.eq", "ne": "i32.ne", "lt": "i32.lt_s", "le": "i32.le_s"}
FAILED: Final[Node] = ("global.get", "$failed")


class Values(Searches):
    """Prints the expressions of one program."""

    # ---- values

    def value(self, code: Code) -> Node:
        """An expression, as one that leaves a 32-bit number."""
        if isinstance(code, int):
            return const(code)
        name, *a = code
        match name:
            case "local":
                return self.variable(a[0])
            case "load":
                return load(self.value(a[0]))
            case "offset":
                return plus(self.value(a[0]), self.value(a[1]))
            case "add" | "sub" | "mul":
                wide = [("i64.extend_i32_s", self.value(x)) for x in a[:2]]
                return ("call", "$checked", (f"i64.{name}", *wide), const(a[2]))
            case "div":
                return ("call", "$div", self.value(a[0]), self.value(a[1]), const(a[2]))
            case "min" | "max":
                return self._extreme(name, a[0], a[1])
            case "eq" | "ne" | "lt" | "le":
                return self._compared(name, a[0], a[1])
            case "not":
                return ("i32.eqz", self.value(a[0]))
            case "and" | "or":
                return self.joined(name, tuple(a))
            case "choose":
                then, otherwise = ("then", self.value(a[1])), ("else", self.value(a[2]))
                return ("if", ("result", "i32"), self.value(a[0]), then, otherwise)
            case "lookup":
                return ("call", "$lookup", const(a[0]), self.value(a[1]), const(a[2]))
            case "row_value":
                first = self.layout.table_values[a[0]] - 4 * self.program.tables[a[0]].first
                return ("i32.load", plus(const(first), times(self.value(a[1]), 4)))
            case "bit":
                return ("i32.and", ("i32.shr_u", self.value(a[0]), self._less_one(a[1])), const(1))
            case "set_bit":
                return ("i32.or", self.value(a[0]), ("i32.shl", const(1), self._less_one(a[1])))
            case "where":
                return load(plus(const(self.program.families[a[0]].where - 1), self.value(a[1])))
            case "line_number":
                return ("i32.load", plus(const(self.layout.lines), times(self.value(a[0]), 4)))
            case "fold":
                return self.fold(a[0], a[1], a[2], a[3], a[4], bool(a[5]) if len(a) > 5 else None)
            case "rounds":
                return self.rounds(a[0], a[1], nested=bool(a[2]))
            case "differ":
                return self.differ(a[0], a[1], a[2])
        return self._looked(name, a)

    def _looked(self, name: str, a: list[Code]) -> Node:
        """What looks at pieces, and what may fail."""
        match name:
            case "class" | "peek":
                match a[0]:
                    case ("local", slot) if slot in self.in_cells:
                        return plus(load(self.variable(slot)), const(-1))
                return ("call", "$class", self.value(a[0]))
            case "count" | "room":
                return self._place_value(name, a[0])
            case "top" | "bottom":
                return self._outermost(name, a[0])
            case "group_size" | "number_of":
                return ("call", f"${name}", self.value(a[0]))
            case "scored":
                return ("call", "$scored", self.value(a[0]), self.value(a[1]))
            case "sure":
                found = self.local("sure")
                wrong = ("if", ("i32.eqz", get(found)), ("then", *self.failing(Why.NOTHING, int(a[1]))))  # type: ignore[arg-type]
                return ("block", ("result", "i32"), set_(found, self.value(a[0])), wrong, get(found))
            case "line_of":
                found = self.local("line")
                table = self.layout.rows if a[1] == 0 else self.layout.columns
                looked = ("i32.load", plus(const(table), times(self.value(a[0]), 4)))
                wrong = ("if", ("i32.eqz", get(found)), ("then", *self.failing(Why.NO_LINE, -1)))
                return ("block", ("result", "i32"), set_(found, looked), wrong, get(found))
            case "ok":
                return ("block", ("result", "i32"), ("drop", self.value(a[0])), const(1))
            case "holds":
                return self._holds(a[0])
        raise AssertionError(name)

    def _outermost(self, name: str, place: Code) -> Node:
        """The last or first piece of a place; 0 where there is none."""
        found = self.local(name)
        if name == "top" and isinstance(place, int) and self.knowing.sort(place) == "pile":
            start = self.program.places[place].start
            piece = ("select", plus(const(start), get(found)), const(0), get(found))
            return ("block", ("result", "i32"), set_(found, at(start)), piece)
        mask = None if self.knowing.sort(place) == "pile" else self.mask(place)
        if mask is None and isinstance(place, int) and self.program.places[place].length <= WIDEST:
            addresses = self.program.places[place].addresses()
            farther = addresses if name == "top" else reversed(addresses)
            choices = [set_(found, ("select", const(a), get(found), at(a))) for a in farther]
            return ("block", ("result", "i32"), set_(found, const(0)), *choices, get(found))
        if mask is None:
            return ("call", f"${name}", self.value(place))
        bit: Node = ("i32.ctz", get(found))
        if name == "top":
            bit = ("i32.sub", const(31), ("i32.clz", get(found)))
        piece = ("select", plus(mask.first, bit), const(0), get(found))
        return ("block", ("result", "i32"), *mask.before, set_(found, mask.bits), piece)

    def _holds(self, code: Code) -> Node:
        out, failed, outer = self.label("out"), self.label("failed"), self.fail
        kept = self.local("kept")
        self.fail = failed
        value = self.value(code)
        self.fail = outer
        return (
            "block", out, ("result", "i32"),
            set_(kept, ("global.get", "$sp")),
            ("block", failed, ("br", out, value)),
            ("global.set", "$failed", const(0)),
            ("global.set", "$sp", get(kept)),
            const(0),
        )  # fmt: skip

    def _less_one(self, code: Code) -> Node:
        return plus(self.value(code), const(-1))

    def _extreme(self, name: str, a: Code, b: Code) -> Node:
        first, second = self.local("a"), self.local("b")
        sign = "i32.lt_s" if name == "min" else "i32.gt_s"
        chosen = ("select", get(first), get(second), (sign, get(first), get(second)))
        return (
            "block", ("result", "i32"), set_(first, self.value(a)), set_(second, self.value(b)), chosen
        )  # fmt: skip

    def _compared(self, name: str, a: Code, b: Code) -> Node:
        if (name, a) in (("lt", 0), ("le", 1)) and _counts(b):
            some = self._some(b)
            return negated(negated(some)) if b[0] == "count" else ("i32.gt_s", some, const(0))
        if b != 0 or name not in ("eq", "ne"):
            return (COMPARED[name], self.value(a), self.value(b))
        missing = negated(self._some(a) if _counts(a) else self.value(a))
        return missing if name == "eq" else negated(missing)

    def _some(self, code: tuple[Any, ...]) -> Node:
        """A number that is 0 where a `count` or a `room` is, and above 0 where that is."""
        name, place = code
        if name == "count":
            return self._any(place)
        known = self.knowing.sort(place) not in ("", "cells") or self.mask(place) is not None
        return self.value(code) if known else ("call", "$any_room", self.value(place))

    def _any(self, place: Code) -> Node:
        """A number that is 0 where a place is empty."""
        pile = self.knowing.sort(place) == "pile"
        mask = None if pile else self.mask(place)
        if mask is not None:
            return ("block", ("result", "i32"), *mask.before, mask.bits) if mask.before else mask.bits
        if isinstance(place, int) and not pile and self.program.places[place].length <= WIDEST:
            words: list[Node] = [at(address) for address in self.program.places[place].addresses()]
            return reduce(lambda a, b: ("i32.or", a, b), words)
        return self.value(("count", place)) if pile else ("call", "$bottom", self.value(place))

    def yes(self, condition: Code) -> Node:
        """1 where a condition holds, else 0."""
        return self.joined("and", (condition,))

    def joined(self, name: str, parts: tuple[Code, ...]) -> Node:
        """Short circuit, unless it is quicker without; the outcome is 0 or 1."""
        value = self.value(parts[0])
        if len(parts) == 1:
            return value if is_yes_or_no(value) else ("i32.ne", value, const(0))
        others = self.joined(name, parts[1:])
        if is_yes_or_no(value) and is_short(others):
            return (f"i32.{name}", value, others)
        then, otherwise = (others, const(0)) if name == "and" else (const(1), others)
        return ("if", ("result", "i32"), value, ("then", then), ("else", otherwise))

    def _place_value(self, name: str, code: Code) -> Node:
        """`count` or `room`; where the sort of place is known, without a call."""
        sort, counted = self.knowing.sort(code), self.knowing.has_counters(code)
        if sort == "cells" or (sort == "pool" and not counted and name == "count"):
            mask = self.mask(code, free=name == "room")
            if mask is not None:
                bits = mask.bits if mask.most == 1 else ("i32.popcnt", mask.bits)
                return ("block", ("result", "i32"), *mask.before, bits) if mask.before else bits
        first, length, step = self.first_of(code), self.same(code, "length"), self.same(code, "step")
        if first is None or length is None or step is None:
            return ("call", f"${name}", self.value(code))
        if sort == "pile" and isinstance(code, int):
            start = self.program.places[code].start
            return at(start) if name == "count" else ("i32.sub", const(length), at(start))
        if sort == "cells" or (sort == "pool" and not counted and name == "count"):
            whole = isinstance(code, int) and step == 1
            taken = self.taken_among(self.program.places[code].addresses()) if whole else None  # type: ignore[index]
            taken = taken or ("call", "$taken", first, const(length), const(step))
            return taken if name == "count" else ("i32.sub", const(length), taken)
        if counted and name == "count" and isinstance(code, int):
            return self.taken_among(self.program.places[code].addresses())
        if counted and length == 1:
            capacity = self.same(code, "capacity")
            if name == "count":
                return load(first)
            if capacity == UNLIMITED:
                return const(UNLIMITED)
            if capacity is not None:
                return ("i32.sub", const(capacity), load(first))
        return ("call", f"${name}", self.value(code))


def _counts(code: Code) -> TypeGuard[tuple[Any, ...]]:
    return isinstance(code, tuple) and code[0] in ("count", "room")
