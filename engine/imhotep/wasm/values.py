"""Prints expressions as WebAssembly: numbers, conditions, and the sums and searches made over things."""

from typing import Final

from imhotep.machine.faults import Why
from imhotep.program.instructions import Code
from imhotep.program.memory import UNLIMITED
from imhotep.wasm.domains import Domains
from imhotep.wasm.text import Node, at, const, get, load, plus, set_, times

COMPARED: Final = {"eq": "i32.eq", "ne": "i32.ne", "lt": "i32.lt_s", "le": "i32.le_s"}
YES_OR_NO: Final = frozenset((*COMPARED, "not", "and", "or", "ok", "differ"))
UNROLLED: Final = 8
"""Cells that are looked at one by one, without a loop."""

FAILED: Final[Node] = ("global.get", "$failed")


class Values(Domains):
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
                return self._joined(name, tuple(a))
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
                return self._fold(a[0], a[1], a[2], a[3], a[4])
            case "differ":
                return self._differ(a[0], a[1], a[2])
        return self._looked(name, a)

    def _looked(self, name: str, a: list[Code]) -> Node:
        """What looks at pieces, and what may fail."""
        match name:
            case "class" | "peek":
                return ("call", "$class", self.value(a[0]))
            case "count" | "room":
                return self._place_value(name, a[0])
            case "top" | "bottom" | "group_size" | "number_of":
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
        if b == 0 and name == "eq":
            return ("i32.eqz", self.value(a))
        return (COMPARED[name], self.value(a), self.value(b))

    def _joined(self, name: str, parts: tuple[Code, ...]) -> Node:
        """Short circuit; the outcome is 0 or 1."""
        first, *rest = parts
        if not rest:
            value = self.value(first)
            yes_or_no = isinstance(first, tuple) and first[0] in YES_OR_NO
            return value if yes_or_no or first in (0, 1) else ("i32.ne", value, const(0))
        others = self._joined(name, tuple(rest))
        then, otherwise = (others, const(0)) if name == "and" else (const(1), others)
        return ("if", ("result", "i32"), self.value(first), ("then", then), ("else", otherwise))

    def _place_value(self, name: str, code: Code) -> Node:
        """`count` or `room`; where the sort of place is known, without a call."""
        first, length = self.first_of(code), self.same(code, "length")
        if first is None or length is None:
            return ("call", f"${name}", self.value(code))
        sort, counted = self.knowing.sort(code), self.knowing.has_counters(code)
        if sort == "pile" and isinstance(code, int):
            start = self.program.places[code].start
            return at(start) if name == "count" else ("i32.sub", const(length), at(start))
        if sort == "cells" or (sort == "pool" and not counted and name == "count"):
            return self._taken(name, first, length, self.same(code, "step"))
        if counted and length == 1:
            capacity = self.same(code, "capacity")
            if name == "count":
                return load(first)
            if capacity == UNLIMITED:
                return const(UNLIMITED)
            if capacity is not None:
                return ("i32.sub", const(capacity), load(first))
        return ("call", f"${name}", self.value(code))

    def _taken(self, name: str, first: Node, length: int, step: int | None) -> Node:
        """How many cells are taken, or free."""
        sign = ("i32.ne",) if name == "count" else ("i32.eq",)
        if step is None or length > UNROLLED:
            counted: Node = ("call", "$taken", first, const(length), const(step or 1))
            return counted if name == "count" else ("i32.sub", const(length), counted)
        begin = self.local("first")
        sum_: Node = const(0)
        for i in range(length):
            word: Node = ("i32.load", f"offset={4 * i * step}", get(begin))
            sum_ = plus(sum_, (*sign, word, const(0)))
        return ("block", ("result", "i32"), set_(begin, times(first, 4)), sum_)

    # ---- sums and searches

    def _fold(self, kind: str, slot: int, domain: Code, condition: Code, amount: Code) -> Node:
        found = self.local("w")
        sequence = self.sequence(domain)
        before = self.names.get(slot)
        self.names[slot] = found
        wide = kind == "sum"
        result = self.local(kind, "i64" if wide else "i32")
        weight: Node = ("call", "$weight", get(found)) if sequence.weighted else const(1)

        def body(done: str) -> list[Node]:
            match kind:
                case "count":
                    return [set_(result, plus(get(result), weight))]
                case "any":
                    return [set_(result, const(1)), ("br", done)]
                case "sum":
                    more: Node = ("i64.extend_i32_s", self.value(amount))
                    if sequence.weighted:
                        more = ("i64.mul", more, ("i64.extend_i32_s", weight))
                    return [set_(result, ("i64.add", get(result), more))]
                case "highest" | "lowest":
                    return self._best(kind, result, amount)
                case "first":
                    return [set_(result, get(found)), ("br", done)]
            return [set_(result, get(found))]

        begin: list[Node] = [set_(result, ("i64.const", "0") if wide else const(0))]
        if kind in ("highest", "lowest"):
            begin.append(set_(self._seen(result), const(0)))
        looped = self.each(sequence, found, condition, body)
        del self.names[slot]
        if before is not None:
            self.names[slot] = before
        end: Node = ("call", "$checked", get(result), const(-1)) if wide else get(result)
        return ("block", ("result", "i32"), *begin, *looped, end)

    def _seen(self, result: str) -> str:
        name = f"{result}_seen"
        self.locals[name] = "i32"
        return name

    def _best(self, kind: str, result: str, amount: Code) -> list[Node]:
        value = self.local("value")
        better = ("i32.gt_s" if kind == "highest" else "i32.lt_s", get(value), get(result))
        seen = self._seen(result)
        return [
            set_(value, self.value(amount)),
            ("if", ("i32.or", ("i32.eqz", get(seen)), better), ("then", set_(result, get(value)))),
            set_(seen, const(1)),
        ]

    def _differ(self, slot: int, domain: Code, condition: Code) -> Node:
        """Whether there are two things, or for pieces, two that are not equal."""
        assert isinstance(domain, tuple)
        found, first, result = self.local("w"), self.local("first"), self.local("differ")
        sequence = self.sequence(domain)
        self.names[slot] = found
        mine: Node = ("call", "$class", get(found)) if domain[0] == "pieces" else ("i32.const", "0")
        other: Node = ("i32.ne", mine, get(first)) if domain[0] == "pieces" else const(1)

        def body(done: str) -> list[Node]:
            begun = ("if", ("i32.eq", get(result), const(-1)), ("then", set_(first, mine), set_(result, const(0))))
            found_two = ("if", other, ("then", set_(result, const(1)), ("br", done)))
            return [(*begun, ("else", found_two))]

        looped = self.each(sequence, found, condition, body)
        del self.names[slot]
        return (
            "block", ("result", "i32"), set_(result, const(-1)), *looped,
            ("i32.eq", get(result), const(1)),
        )  # fmt: skip
