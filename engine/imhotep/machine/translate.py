"""Prints a program as Python functions: one for each segment, each straight text, each decision.

The generated text is compiled once for a program. `s` is the state; in a segment `f` is the address of its frame, and
variables stand in the state; in straight text and conditions they are Python's own.
"""

from imhotep.machine.steps import ASKED, Steps
from imhotep.program.instructions import Code
from imhotep.program.memory import DECISION, DEPTH, FRAME, SEAT
from imhotep.program.program import Way


class Translator(Steps):
    """Prints one program."""

    def source(self) -> str:
        """The whole module."""
        p = self.program
        for number, table in enumerate(p.tables):
            self.lines.append(f"T{number} = {table.values!r}")
        for number, procedure in enumerate(p.procedures):
            if not procedure.stops:
                self._straight(number)
        for number, segment in enumerate(p.segments):
            self._segment(number, segment.procedure, segment.code)
        for number, decision in enumerate(p.decisions):
            self._decision(number, decision.ways)
        for i, (_, code) in enumerate(p.winner):
            self._formula(f"winner_{i}", code, "s, v0")
        for i, (_, code) in enumerate(p.checks):
            self._formula(f"check_{i}", code, "s")
        return "\n".join(self.lines) + "\n"

    # ---- functions

    def _straight(self, number: int) -> None:
        procedure = self.program.procedures[number]
        parameters = "".join(f", v{i}" for i in range(procedure.parameters))
        self.names, self.in_frame = {}, False
        self._put(0, f"def p{number}(s{parameters}):")
        self._put(1, f"enter(s, {number})")
        self._block(1, procedure.body)
        self._put(1, f"s[{DEPTH}] -= 1")

    def _segment(self, number: int, procedure: int, code: tuple[Code, ...]) -> None:
        self.names, self.in_frame = {}, True
        self._put(0, f"def g{number}(s):")
        self._put(1, f"f = s[{FRAME}]")
        for statement in code:
            self._statement(1, statement)

    def _decision(self, number: int, ways: tuple[Way, ...]) -> None:
        """The candidates of a decision as (way, value), those of last resort apart; and the test of each way."""
        for name, last_resort in (("c", False), ("l", True)):
            mine = [(i, w) for i, w in enumerate(ways) if w.last_resort is last_resort]
            self._put(0, f"def {name}{number}(s):")
            self._put(1, f"f = s[{FRAME}]")
            self._put(1, "found = []")
            for i, way in mine:
                self._candidates(i, way)
            self._put(1, "return found")
        for i, way in enumerate(ways):
            if way.test != 1:
                self.names, self.in_frame = {way.slot: "v"}, True
                self._put(0, f"def t{number}_{i}(s, v):")
                self._put(1, f"f = s[{FRAME}]")
                self._put(1, f"return {self.value(way.test)}")

    def _candidates(self, number: int, way: Way) -> None:
        self.names, self.in_frame = {way.slot: "v"}, True
        if way.domain is None:
            guard = "" if way.condition == 1 else f"if {self.value(way.condition)}: "
            self._put(1, f"{guard}found.append(({number}, 0))")
            return
        clause = self._clause("v", way.domain, way.condition)
        if self.knowing.may_repeat(way.domain):
            self._put(1, f"found += [({number}, v) for v in distinct(s, [v {clause}])]")
        else:
            self._put(1, f"found += [({number}, v) {clause}]")

    def _formula(self, name: str, code: Code, parameters: str) -> None:
        self.names, self.in_frame = {}, False
        self._put(0, f"def {name}({parameters}):")
        self._put(1, f"return {self.value(code)}")

    # ---- ends of segments

    def _end(self, depth: int, name: str, a: list[Code]) -> None:
        v = self.value
        match name:
            case "goto":
                self._put(depth, f"return {a[0]}")
            case "branch":
                self._put(depth, f"return {a[1]} if {v(a[0])} else {a[2]}")
            case "jump":
                cases = ", ".join(f"{n}: {segment}" for n, segment in a[1])  # type: ignore[union-attr]
                self._put(depth, f"return {{{cases}}}.get({v(a[0])}, {a[2]})")
            case "ask":
                self._put(depth, f"s[{SEAT}] = {v(a[1])}")
                self._put(depth, f"s[{DECISION}] = {a[0] + 1}")  # type: ignore[operator]
                self._put(depth, f"return {ASKED}")
            case "possible":
                self._put(depth, f"return {a[1]} if possible(s, {a[0]}) else {a[2]}")
            case "call":
                self._put(depth, f"s[f+1] = {a[2]}")
                self._frame(depth, a[0], a[1], "f")  # type: ignore[arg-type]
            case "tail":
                self._put(depth, "c = s[f]")
                self._frame(depth, a[0], a[1], "c")  # type: ignore[arg-type]
            case "next":
                self._next(depth, a)
            case _:
                raise AssertionError(name)

    def _frame(self, depth: int, procedure: int, arguments: tuple[Code, ...], caller: str) -> None:
        p = self.program.procedures[procedure]
        words = [caller, "0", *(self.value(x) for x in arguments)]
        words += ["0"] * (p.locals - len(arguments))
        self._put(depth, f"new = [{', '.join(words)}]")
        if caller == "f":
            self._put(depth, f"s[{FRAME}] = len(s)")
            self._put(depth, f"enter(s, {procedure})")
            self._put(depth, "s += new")
        else:
            if self.traced:
                self._put(depth, f"begin(s, {procedure})")
            self._put(depth, "s[f:] = new")
        self._put(depth, f"return {p.entry}")

    def _next(self, depth: int, a: list[Code]) -> None:
        """One step of a loop that may stop: `position` counts the places looked at, `left` equal pieces to come."""
        slot, position, left, domain, condition, body, done = a
        assert isinstance(domain, tuple)
        at, more, variable = self.variable(position), self.variable(left), self.variable(slot)  # type: ignore[arg-type]
        over, present = self._domain(domain)
        taken = "x"
        if domain[0] in ("things", "things_of"):
            over = f"R[{self.value(domain[1])}]" if domain[0] == "things" else f"LISTS[{self.value(domain[1])}]"
            taken, present = "s[x]", "s[x]"
        weighted = domain[0] in ("pieces", "pieces_of")
        self._put(depth, f"places = {over}")
        self._put(depth, f"i, left = {at}, {more}")
        self._put(depth, "while True:")
        if weighted:
            self._put(depth + 1, "if left and s[places[i-1]]:")
            self._put(depth + 2, "x = places[i-1]; left = min(left, weight(s, x)) - 1")
            self._put(depth + 1, "else:")
            inner = depth + 2
        else:
            inner = depth + 1
        self._put(inner, f"if i >= len(places): return {done}")
        self._put(inner, "x = places[i]; i += 1")
        if weighted:
            self._put(inner, "left = 0")
        if present:
            self._put(inner, f"if not {present.format(v='x')}: continue")
        if weighted:
            self._put(inner, "left = weight(s, x) - 1")
        self._put(depth + 1, f"{variable} = {taken}")
        if condition != 1:
            self._put(depth + 1, f"if not {self.value(condition)}: continue")
        self._put(depth + 1, f"{at} = i; {more} = left")
        self._put(depth + 1, f"return {body}")
