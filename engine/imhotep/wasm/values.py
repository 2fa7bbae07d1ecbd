"""Prints expressions as WebAssembly: numbers, conditions, and the sums and searches made over things."""

from collections.abc import Callable
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.machine.faults import LARGEST_RANGE, Why
from imhotep.program.instructions import Code
from imhotep.program.memory import FRAME_HEADER, UNLIMITED, Place
from imhotep.program.program import Program
from imhotep.wasm.layout import PLACE, Layout
from imhotep.wasm.text import Node, at, const, get, load, plus, set_, times

COMPARED: Final = {"eq": "i32.eq", "ne": "i32.ne", "lt": "i32.lt_s", "le": "i32.le_s"}
YES_OR_NO: Final = frozenset((*COMPARED, "not", "and", "or", "ok", "differ"))
UNROLLED: Final = 8
"""Cells that are looked at one by one, without a loop."""

FAILED: Final[Node] = ("global.get", "$failed")


@dataclass(frozen=True, slots=True)
class Sequence:
    """What a domain goes through: what is to be set before, how many there are, and the n-th of them, from 0.

    `present`: only those at whose address something lies count. `taken`: what lies there is meant. `after` is to be done
    when all were gone through.
    """

    before: tuple[Node, ...]
    length: Node
    item: Callable[[Node], Node]
    present: bool = False
    taken: bool = False
    weighted: bool = False
    after: tuple[Node, ...] = ()


class Values:
    """Prints the expressions of one program, function by function.

    In a segment variables stand in the state, in straight text and conditions they are the function's own; `names` says
    which local stands for one that is bound inside an expression. `fail` is the label that a failing step leaves for.
    """

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        self.names: dict[int, str] = {}
        self.in_frame = False
        self.fail = "$fail"
        self.locals: dict[str, str] = {}
        self._names_made = 0
        self._areas = {a.places[0]: a for a in program.areas if a.places}

    def local(self, name: str, type: str = "i32") -> str:
        """A new local of the function."""
        found = self.label(name)
        self.locals[found] = type
        return found

    def label(self, name: str) -> str:
        """A new label, or the name of a new local."""
        self._names_made += 1
        return f"${name}_{self._names_made}"

    def variable(self, slot: int) -> Node:
        """A variable of the text."""
        if slot in self.names:
            return get(self.names[slot])
        if self.in_frame:
            return ("i32.load", f"offset={4 * (slot + FRAME_HEADER)}", get("$f"))
        return get(self._own(slot))

    def assign(self, slot: int, value: Node) -> Node:
        """Sets a variable of the text."""
        if slot in self.names:
            return set_(self.names[slot], value)
        if self.in_frame:
            return ("i32.store", f"offset={4 * (slot + FRAME_HEADER)}", get("$f"), value)
        return set_(self._own(slot), value)

    def _own(self, slot: int) -> str:
        name = f"$v{slot}"
        self.locals.setdefault(name, "i32")
        return name

    # ---- failing

    def failing(self, why: Why, src: int, a: Node | None = None, b: Node | None = None) -> tuple[Node, ...]:
        """A step that cannot be carried out."""
        none = const(0)
        return ("call", "$fail", const(why), const(src), a or none, b or none), ("br", self.fail)

    def fault(self, why: Why, src: int, a: Node | None = None, b: Node | None = None) -> Node:
        """The rules break down here."""
        wide = [("i64.extend_i32_s", x) if x else ("i64.const", "0") for x in (a, b)]
        return ("call", "$fault", const(why), const(src), *wide)

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

    def condition(self, code: Code) -> Node:
        """An expression of which only matters whether it is 0."""
        return self.value(code)

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
        place, first, length = self._known(code), self._first_of(code), self._length_of(code)
        if place is None or first is None or length is None:
            return ("call", f"${name}", self.value(code))
        counted = place.kind == "pool" and self._counted(place)
        if place.kind == "pile" and isinstance(code, int):
            return at(place.start) if name == "count" else ("i32.sub", const(length), at(place.start))
        if place.kind == "cells" or (place.kind == "pool" and not counted):
            if place.kind == "cells" or name == "count":
                return self._taken(name, first, length, self._step_of(code))
        if counted and length == 1:
            capacity = self._capacity_of(code)
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

    def _known(self, place: Code) -> Place | None:
        """The place; for one of several of its kind, one after the other, the first of them."""
        places = self.program.places
        if isinstance(place, int):
            return places[place]
        if place[0] != "offset" or not isinstance(place[1], int):
            return None
        first = place[1] + 1
        area = self._areas.get(first)
        if area is None or area.places != tuple(range(first, first + len(area.places))):
            return None
        return places[first] if all(places[p].kind == places[first].kind for p in area.places) else None

    def _first_of(self, code: Code) -> Node | None:
        """The first address of a place, where that is known without a look at its description."""
        if isinstance(code, int):
            return const(self.program.places[code].addresses().start)
        place = self._known(code)
        if place is None:
            return None
        firsts = [self.program.places[p].addresses().start for p in self._areas[code[1] + 1].places]
        apart = firsts[1] - firsts[0] if len(firsts) > 1 else 0
        if firsts != [firsts[0] + i * apart for i in range(len(firsts))]:
            return None
        return plus(const(firsts[0] - apart), times(self.value(code[2]), apart))

    def _length_of(self, code: Code) -> int | None:
        """How many addresses a place has, where that is known."""
        if isinstance(code, int):
            return self.program.places[code].length
        if self._known(code) is None:
            return None
        lengths = {self.program.places[p].length for p in self._areas[code[1] + 1].places}
        return lengths.pop() if len(lengths) == 1 else None

    def _step_of(self, code: Code) -> int | None:
        """How far the addresses of a place lie apart, where that is known."""
        if isinstance(code, int):
            return self.program.places[code].step
        if self._known(code) is None:
            return None
        steps = {self.program.places[p].step for p in self._areas[code[1] + 1].places}
        return steps.pop() if len(steps) == 1 else None

    def _capacity_of(self, code: Code) -> int | None:
        """How many pieces a place takes, where that is known."""
        if isinstance(code, int):
            return self.program.places[code].capacity
        capacities = {self.program.places[p].capacity for p in self._areas[code[1] + 1].places}
        return capacities.pop() if len(capacities) == 1 else None

    def _counted(self, place: Place) -> bool:
        return not self.program.families[place.family].individuals

    # ---- domains

    def sequence(self, domain: Code) -> Sequence:
        """What a domain goes through."""
        assert isinstance(domain, tuple)
        name, *a = domain
        match name:
            case "range":
                return self._range(a[0], a[1])
            case "seats":
                n = self.program.players
                start = self.local("start")

                def seat(i: Node) -> Node:
                    return plus(("i32.rem_u", plus(get(start), i), const(n)), const(1))

                from_one = ("i32.rem_s", plus(self.value(a[0]), const(-1)), const(n))
                return Sequence((set_(start, plus(from_one, const(n))),), const(n), seat)
            case "cells":
                return self._addresses(a[0])
            case "pieces":
                found = self._addresses(a[0])
                return Sequence(found.before, found.length, found.item, present=True, weighted=self._weighs(a[0]))
            case "things":
                found = self._addresses(a[0])
                return Sequence(found.before, found.length, found.item, present=True, taken=True)
            case "pieces_of" | "things_of" | "list":
                found = self._list(a[0])
                here = name != "list"
                taken, weighted = name == "things_of", name == "pieces_of"
                return Sequence(found.before, found.length, found.item, present=here, taken=taken, weighted=weighted)
            case "top_pieces":
                return self._top_pieces(int(a[0]), a[1])
            case "groups":
                leaders, length = self.local("leaders"), self.local("length")
                before = (set_(leaders, ("global.get", "$sp")), set_(length, ("call", "$groups", self.value(a[0]))))
                after = (("global.set", "$sp", get(leaders)),)
                written = lambda i: ("i32.load", plus(get(leaders), times(i, 4)))  # noqa: E731
                return Sequence(before, get(length), written, after=after)
        raise AssertionError(domain)

    def _range(self, low: Code, high: Code) -> Sequence:
        if isinstance(low, int) and isinstance(high, int) and high - low < LARGEST_RANGE:
            return Sequence((), const(max(0, high - low + 1)), lambda i: plus(const(low), i))
        first, length = self.local("low"), self.local("length")
        before = (set_(first, self.value(low)), set_(length, ("call", "$numbers", get(first), self.value(high))))
        return Sequence(before, get(length), lambda i: plus(get(first), i))

    def _addresses(self, code: Code) -> Sequence:
        """The addresses of a place."""
        if isinstance(code, int):
            found = self.program.places[code].addresses()
            first, step = found.start, found.step
            return Sequence((), const(len(found)), lambda i: plus(const(first), times(i, step)))
        first, length, step = self._first_of(code), self._length_of(code), self._step_of(code)
        place, begin = self.local("place"), self.local("first")
        before: list[Node] = []
        if first is None or length is None or step is None:
            before.append(set_(place, plus(const(self.layout.places), times(self.value(code), PLACE))))
        before.append(set_(begin, first or ("i32.load", "offset=4", get(place))))
        count: Node
        if length is None:
            count = get(self.local("length"))
            before.append(set_(str(count[1]), ("i32.load", "offset=8", get(place))))
        else:
            count = const(length)
        if step is not None:
            return Sequence(tuple(before), count, lambda i: plus(get(begin), times(i, step)))
        apart = self.local("step")
        before.append(set_(apart, ("i32.load", "offset=12", get(place))))
        return Sequence(tuple(before), count, lambda i: plus(get(begin), ("i32.mul", i, get(apart))))

    def _weighs(self, code: Code) -> bool:
        """Whether an address of the place may stand for several equal pieces."""
        place = self._known(code)
        return place is None or place.kind == "pool"

    def _list(self, code: Code) -> Sequence:
        if isinstance(code, int):
            start = self.layout.list_values[code]
            length = const(len(self.program.lists[code]))
            return Sequence((), length, lambda i: ("i32.load", plus(const(start), times(i, 4))))
        described, first, count = self.local("list"), self.local("first"), self.local("length")
        before = (
            set_(described, plus(const(self.layout.lists), times(self.value(code), 8))),
            set_(first, ("i32.load", get(described))),
            set_(count, ("i32.load", "offset=4", get(described))),
        )
        return Sequence(before, get(count), lambda i: ("i32.load", plus(get(first), times(i, 4))))

    def _top_pieces(self, amount: int, code: Code) -> Sequence:
        start, last, length = self.local("start"), self.local("last"), self.local("length")
        described = plus(const(self.layout.places), times(self.value(code), PLACE))
        most = const(max(amount, 0))
        before = (
            set_(start, ("i32.load", "offset=16", described)),
            set_(length, load(get(start))),
            set_(last, plus(get(start), get(length))),
            set_(length, ("select", get(length), most, ("i32.lt_s", get(length), most))),
        )
        return Sequence(before, get(length), lambda i: ("i32.sub", get(last), i))

    def each(self, sequence: Sequence, found: str, condition: Code, body: Callable[[str], list[Node]]) -> list[Node]:
        """Goes through a sequence: `found` is the local that takes each thing, `body` what is done with it.

        `body` is given the label that leaves the loop.
        """
        i, done, more = self.local("i"), self.label("done"), self.label("more")
        inside: list[Node] = [
            ("br_if", done, ("i32.ge_s", get(i), sequence.length)),
            set_(found, sequence.item(get(i))),
            set_(i, plus(get(i), const(1))),
        ]
        if sequence.taken:
            inside.append(set_(found, load(get(found))))
            inside.append(("br_if", more, ("i32.eqz", get(found))))
        elif sequence.present:
            inside.append(("br_if", more, ("i32.eqz", load(get(found)))))
        if condition != 1:
            inside.append(("br_if", more, ("i32.eqz", self.condition(condition))))
        loop: Node = ("loop", more, *inside, *body(done), ("br", more))
        return [*sequence.before, set_(i, const(0)), ("block", done, loop), *sequence.after]

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

