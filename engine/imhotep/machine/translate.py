"""Prints a program as Python functions: one for each segment, each straight text, each decision.

The generated text is compiled once for a program. `s` is the state; in a segment `f` is the address of its frame, and
variables stand in the state; in straight text and conditions they are Python's own.
"""

from imhotep.machine.values import Values
from imhotep.program.instructions import Code
from imhotep.program.memory import DECISION, DEPTH, FRAME, PLAN, SEAT, STATUS, STEPS, TRYING
from imhotep.program.program import Program, Way

ASKED, OVER = -1, -2  # what a segment returns instead of the next one


class Translator(Values):
    """Prints one program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.lines: list[str] = []

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

    def _put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

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
        if self._equal_pieces(way.domain):
            self._put(1, f"found += [({number}, v) for v in distinct(s, [v {clause}])]")
        else:
            self._put(1, f"found += [({number}, v) {clause}]")

    def _equal_pieces(self, domain: Code) -> bool:
        """Whether equal pieces may come up twice; a pool has one counter for all of them."""
        assert isinstance(domain, tuple)
        if domain[0] == "pieces":
            place = self._known(domain[1])
            return place is None or place.kind != "pool"
        return domain[0] in ("pieces_of", "top_pieces")

    def _formula(self, name: str, code: Code, parameters: str) -> None:
        self.names, self.in_frame = {}, False
        self._put(0, f"def {name}({parameters}):")
        self._put(1, f"return {self.value(code)}")

    # ---- statements

    def _block(self, depth: int, block: tuple[Code, ...]) -> None:
        for statement in block or (("pass",),):
            self._statement(depth, statement)

    def _statement(self, depth: int, code: Code) -> None:
        assert isinstance(code, tuple)
        name, *a = code
        v = self.value
        match name:
            case "pass":
                self._put(depth, "pass")
            case "set":
                self._put(depth, f"{self.variable(a[0])} = {v(a[1])}")
            case "store":
                self._put(depth, f"s[{v(a[0])}] = {v(a[1])}")
            case "move" | "move_to":
                to = f"{self.variable(a[0])} = " if a[0] >= 0 else ""
                self._put(depth, f"{to}{name}(s, {v(a[1])}, {v(a[2])}, {a[3]})")
            case "send" | "send_to":
                self._put(depth, f"{name}(s, {a[0]}, {v(a[1])}, {v(a[2])}, {a[3]})")
            case "move_some" | "send_some":
                self._move_some(depth, name, a)
            case "score":
                self._put(depth, f"score(s, {a[0]}, {v(a[1])}, {v(a[2])}, {a[3]})")
            case "shuffle":
                self._put(depth, f"shuffle(s, {v(a[0])}, {a[1]}, {a[2]})")
            case "shuffle_into":
                self._put(depth, f"shuffle_into(s, {v(a[0])}, {v(a[1])}, {a[2]}, {a[3]})")
            case "draw":
                self._draw(depth, a)
            case "require":
                self._put(depth, f"if not {v(a[0])}: raise Fail({a[1]})")
            case "fault":
                self._put(depth, f"fault({a[0]!r}, {a[1]})")
            case "plan":
                self._put(depth, f"s[{PLAN}] += 1")
            case "plan_end":
                self._put(depth, f"if s[{PLAN}]:")
                self._put(depth + 1, f"s[{PLAN}] -= 1")
                self._put(depth + 1, f"if s[{TRYING}] and not s[{PLAN}]: raise Finished")
            case "wall":
                self._put(depth, f"if s[{PLAN}]: wall(s)")
            case "return":
                self._return(depth)
            case _:
                self._compound(depth, name, a)

    def _return(self, depth: int) -> None:
        if not self.in_frame:
            self._put(depth, f"s[{DEPTH}] -= 1")
            self._put(depth, "return")
            return
        self._put(depth, "c = s[f]")
        self._put(depth, "del s[f:]")
        self._put(depth, f"s[{FRAME}] = c")
        self._put(depth, f"s[{DEPTH}] -= 1")
        self._put(depth, "if c: return s[c+1]")
        self._put(depth, f"s[{STATUS}] = 1")
        self._put(depth, f"return {OVER}")

    def _compound(self, depth: int, name: str, a: list[Code]) -> None:
        v = self.value
        match name:
            case "if":
                self._put(depth, f"if {v(a[0])}:")
                self._block(depth + 1, a[1])  # type: ignore[arg-type]
                if a[2]:
                    self._put(depth, "else:")
                    self._block(depth + 1, a[2])  # type: ignore[arg-type]
            case "walk":
                self._walk(depth, a)
            case "repeat" | "until":
                self._repeat(depth, name, a)
            case "attempt":
                self._attempt(depth, a)
            case "switch":
                self.fresh += 1
                key = f"k{self.fresh}"
                self._put(depth, f"{key} = {v(a[0])}")
                for i, (number, block) in enumerate(a[1]):  # type: ignore[arg-type]
                    self._put(depth, f"{'elif' if i else 'if'} {key} == {number}:")
                    self._block(depth + 1, block)
            case "run":
                arguments = "".join(f", {v(x)}" for x in a[1])  # type: ignore[union-attr]
                self._put(depth, f"p{a[0]}(s{arguments})")
            case _:
                self._end(depth, name, a)

    def _move_some(self, depth: int, name: str, a: list[Code]) -> None:
        least, most, slot, condition, source, target, src = a
        fits = "None"
        if condition != 1:
            self.fresh += 1
            self.names[slot] = f"w{self.fresh}"  # type: ignore[index]
            fits = f"lambda w{self.fresh}: {self.value(condition)}"
            del self.names[slot]  # type: ignore[arg-type]
        v = self.value
        self._put(depth, f"{name}(s, {v(least)}, {v(most)}, {fits}, {v(source)}, {v(target)}, {src})")

    def _draw(self, depth: int, a: list[Code]) -> None:
        slot, domain, condition, stream, src = a
        self.fresh += 1
        w = self.names[slot] = f"w{self.fresh}"  # type: ignore[index]
        weighted = isinstance(domain, tuple) and domain[0] in ("pieces", "pieces_of")
        weight = f"weight(s, {w})" if weighted else "1"
        found = f"[({w}, {weight}) {self._clause(w, domain, condition)}]"
        del self.names[slot]  # type: ignore[arg-type]
        self._put(depth, f"{self.variable(slot)} = draw(s, {found}, {stream}, {src})")  # type: ignore[arg-type]

    def _tick(self, depth: int) -> None:
        self._put(depth, f"s[{STEPS}] += 1")
        self._put(depth, f"if s[{STEPS}] > BUDGET: over_budget(s)")

    def _walk(self, depth: int, a: list[Code]) -> None:
        """A loop looks at each place when it is reached: cells are read one by one, not copied before."""
        slot, domain, condition, block = a
        assert isinstance(domain, tuple)
        variable = self.variable(slot)  # type: ignore[arg-type]
        self.fresh += 1
        x = f"x{self.fresh}"
        over, present = self._domain(domain)
        taken = x
        if domain[0] in ("things", "things_of"):
            over = f"R[{self.value(domain[1])}]" if domain[0] == "things" else f"LISTS[{self.value(domain[1])}]"
            taken, present = f"s[{x}]", f"s[{x}]"
        self._put(depth, f"for {x} in {over}:")
        inner = depth + 1
        if present:
            self._put(inner, f"if not {present.format(v=x)}: continue")
        if domain[0] in ("pieces", "pieces_of"):
            self._put(inner, f"for n{self.fresh} in range(weight(s, {x})):")
            inner += 1
            self._put(inner, f"if not s[{x}]: break")
        self._tick(inner)
        self._put(inner, f"{variable} = {taken}")
        if condition != 1:
            self._put(inner, f"if not {self.value(condition)}: continue")
        self._block(inner, block)  # type: ignore[arg-type]

    def _repeat(self, depth: int, name: str, a: list[Code]) -> None:
        self.fresh += 1
        n = f"n{self.fresh}"
        if name == "repeat":
            _, times, block, _ = a
            self._put(depth, f"for {n} in range({self.value(times)}):")
            self._tick(depth + 1)
            self._block(depth + 1, block)  # type: ignore[arg-type]
            return
        _, condition, most, block, src = a
        self._put(depth, f"{n} = {self.value(most)}")
        self._put(depth, f"while not {self.value(condition)}:")
        self._put(depth + 1, f"if not {n}: fault('the loop did not end in the number of times allowed', {src})")
        self._put(depth + 1, f"{n} -= 1")
        self._tick(depth + 1)
        self._block(depth + 1, block)  # type: ignore[arg-type]

    def _attempt(self, depth: int, a: list[Code]) -> None:
        self.fresh += 1
        kept, ok = f"kept{self.fresh}", f"ok{self.fresh}"
        self._put(depth, f"{kept} = s[:]")
        self._put(depth, f"s[{PLAN}] += 1")
        self._put(depth, f"{ok} = True")
        self._put(depth, "try:")
        self._block(depth + 1, a[0])  # type: ignore[arg-type]
        self._put(depth, "except Fail:")
        self._put(depth + 1, f"if s[{PLAN}] <= {kept}[{PLAN}]: raise")
        self._put(depth + 1, f"s[:] = {kept}")
        self._put(depth + 1, f"{ok} = False")
        self._put(depth, f"if {ok}:")
        self._put(depth + 1, f"if s[{PLAN}] > {kept}[{PLAN}]: s[{PLAN}] -= 1")
        if a[1]:
            self._put(depth, "else:")
            self._block(depth + 1, a[1])  # type: ignore[arg-type]

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
            self._put(depth + 2, "left -= 1; x = places[i-1]")
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
