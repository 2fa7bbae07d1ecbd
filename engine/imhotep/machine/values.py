"""Prints expressions as Python: values, domains, and the sums and searches made over them."""

from imhotep.machine.faults import LARGEST_RANGE
from imhotep.program.instructions import Code
from imhotep.program.knowing import Knowing
from imhotep.program.memory import FRAME_HEADER
from imhotep.program.program import Program


class Values:
    """Prints the expressions of one program.

    `names` says how a variable is written where it is not simply its own: in a segment variables stand in the state, in
    straight text and conditions they are Python's own. `traced`: whether what is remembered is told, too.
    """

    def __init__(self, program: Program, *, traced: bool = False) -> None:
        self.program = program
        self.knowing = Knowing(program)
        self.traced = traced
        self.names: dict[int, str] = {}
        self.in_frame = False
        self.fresh = 0

    def variable(self, slot: int) -> str:
        """How a variable is written here."""
        if slot in self.names:
            return self.names[slot]
        return f"s[f+{slot + FRAME_HEADER}]" if self.in_frame else f"v{slot}"

    def value(self, code: Code) -> str:
        """An expression."""
        if isinstance(code, int):
            return str(code)
        name, *a = code
        match name:
            case "local":
                return self.variable(a[0])
            case "load":
                return f"s[{self.value(a[0])}]"
            case "offset":
                return f"({self.value(a[0])}+{self.value(a[1])})"
            case "add" | "sub" | "mul":
                sign = {"add": "+", "sub": "-", "mul": "*"}[name]
                return f"checked({self.value(a[0])}{sign}({self.value(a[1])}), {a[2]})"
            case "div":
                return f"div({self.value(a[0])}, {self.value(a[1])}, {a[2]})"
            case "min" | "max":
                return f"{name}({self.value(a[0])}, {self.value(a[1])})"
            case "eq" | "ne" | "lt" | "le":
                sign = {"eq": "==", "ne": "!=", "lt": "<", "le": "<="}[name]
                return f"({self.value(a[0])}{sign}{self.value(a[1])})"
            case "not":
                return f"(not {self.value(a[0])})"
            case "and" | "or":
                return "(" + f" {name} ".join(self.value(x) for x in a) + ")"
            case "choose":
                return f"({self.value(a[1])} if {self.value(a[0])} else {self.value(a[2])})"
            case "lookup":
                return f"lookup({a[0]}, {self.value(a[1])}, {a[2]})"
            case "row_value":
                first = self.program.tables[a[0]].first
                index = self.value(a[1])
                return f"T{a[0]}[{index}-{first}]" if first else f"T{a[0]}[{index}]"
            case "class" | "peek":
                return f"class_(s, {self.value(a[0])})"
            case "where":
                return f"s[{self.program.families[a[0]].where - 1}+{self.value(a[1])}]"
            case "sure":
                return f"sure({self.value(a[0])}, {a[1]})"
            case "ok":
                return f"({self.value(a[0])}, 1)[1]"
            case "holds":
                return f"holds(lambda: {self.value(a[0])})"
            case "bit":
                return f"({self.value(a[0])} >> {self.value(a[1])} - 1 & 1)"
            case "set_bit":
                return f"({self.value(a[0])} | 1 << {self.value(a[1])} - 1)"
            case "line_of":
                return f"line_of({self.value(a[0])}, {a[1]})"
            case "line_number":
                return f"LINE[{self.value(a[0])}]"
            case "number_of":
                return f"number_of({self.value(a[0])})"
            case "count" | "room":
                return self._place_value(name, a[0])
            case "top" | "bottom" | "group_size":
                return f"{name}(s, {self.value(a[0])})"
            case "scored":
                return f"scored(s, {a[0]}, {self.value(a[1])})"
            case "differ":
                return self._differ(a[0], a[1], a[2])
            case "fold":
                return self._fold(a[0], a[1], a[2], a[3], a[4])
        raise AssertionError(code)

    def _place_value(self, name: str, place: Code) -> str:
        """`count` or `room`; where the sort of place is known, without a call."""
        meant, number = self.knowing.meant(place), self.value(place)
        sort = self.knowing.sort(place)
        if sort == "cells":
            free = f"s[SL[{number}]].count(0)"
            return free if name == "room" else f"(LENGTH[{number}]-{free})"
        if name == "count" and isinstance(place, int) and sort == "pile":
            return f"s[{meant[0].start}]"
        if name == "count" and self.knowing.has_counters(place) and meant[0].length == 1:
            if isinstance(place, int):
                return f"s[{meant[0].start}]"
            if all(p.length == 1 and p.start == meant[0].start + i for i, p in enumerate(meant)):
                return f"s[{meant[0].start - 1}+{self.value(place[2])}]"
        return f"{name}(s, {number})"

    def _domain(self, domain: Code) -> tuple[str, str]:
        """What Python iterates over, and what must hold for `{v}` to count."""
        assert isinstance(domain, tuple)
        name, *a = domain
        match name:
            case "range":
                low, high = a
                if isinstance(low, int) and isinstance(high, int) and high - low < LARGEST_RANGE:
                    return f"range({low}, {high + 1})", ""
                return f"numbers({self.value(low)}, {self.value(high)})", ""
            case "seats":
                n = self.program.players
                start = self.value(a[0])
                return f"[(x + {start} - 1) % {n} + 1 for x in range({n})]", ""
            case "cells":
                return f"R[{self.value(a[0])}]", ""
            case "pieces":
                return f"R[{self.value(a[0])}]", "s[{v}]"
            case "things":
                return f"s[SL[{self.value(a[0])}]]", "{v}"
            case "pieces_of":
                return f"LISTS[{self.value(a[0])}]", "s[{v}]"
            case "things_of":
                return f"[s[x] for x in LISTS[{self.value(a[0])}]]", "{v}"
            case "top_pieces":
                return f"top_pieces(s, {a[0]}, {self.value(a[1])})", ""
            case "groups":
                return f"groups(s, {self.value(a[0])})", ""
            case "list":
                return f"LISTS[{self.value(a[0])}]", ""
        raise AssertionError(domain)

    def _clause(self, v: str, domain: Code, condition: Code) -> str:
        """`for v in ... if ...`; `v` must be in `names` for its slot. It is counted what an inner one goes through."""
        over, present = self._domain(domain)
        if len(self.names) > 1:
            over = f"gone({over})"
        conditions = [present.format(v=v)] if present else []
        if condition != 1:
            conditions.append(self.value(condition))
        return f"for {v} in {over}" + (f" if {' and '.join(conditions)}" if conditions else "")

    def _fold(self, kind: str, slot: int, domain: Code, condition: Code, amount: Code) -> str:
        before = self.names.get(slot)
        self.fresh += 1
        v = self.names[slot] = f"w{self.fresh}"
        clause = self._clause(v, domain, condition)
        weighted = isinstance(domain, tuple) and domain[0] in ("pieces", "pieces_of")
        weight = f"weight(s, {v})" if weighted else "1"
        match kind:
            case "count":
                made = f"sum([{weight} {clause}])"
            case "any":
                made = f"any(1 {clause})"
            case "sum":
                made = f"checked(sum([{self.value(amount)}{'*' + weight if weighted else ''} {clause}]), -1)"
            case "highest" | "lowest":
                made = f"{'max' if kind == 'highest' else 'min'}([{self.value(amount)} {clause}], default=0)"
            case "first":
                made = f"next(({v} {clause}), 0)"
            case _:
                made = f"([{v} {clause}] or [0])[-1]"
        del self.names[slot]
        if before is not None:
            self.names[slot] = before
        return made

    def _differ(self, slot: int, domain: Code, condition: Code) -> str:
        self.fresh += 1
        v = self.names[slot] = f"w{self.fresh}"
        clause = self._clause(v, domain, condition)
        del self.names[slot]
        assert isinstance(domain, tuple)
        return f"differ(class_(s, {v}) {clause})" if domain[0] == "pieces" else f"several(1 {clause})"
