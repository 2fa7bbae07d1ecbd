"""Prints statements as Python: changes, conditions, loops. What ends a segment is `translate`'s."""

from abc import ABC, abstractmethod

from imhotep.machine.faults import ENDLESS, Why, said
from imhotep.machine.values import Values
from imhotep.program.instructions import Code
from imhotep.program.memory import DEPTH, FRAME, PLAN, STATUS, STEPS, TRYING
from imhotep.program.program import Program

ASKED, OVER = -1, -2  # what a segment returns instead of the next one


class Steps(Values, ABC):
    """Prints the statements of one program, line by line."""

    def __init__(self, program: Program, *, traced: bool = False) -> None:
        super().__init__(program, traced=traced)
        self.lines: list[str] = []

    def _put(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

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
                if self.traced:
                    self._put(depth, f"store(s, {v(a[0])}, {v(a[1])}, {a[2]})")
                else:
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
                self._put(depth, f"if not {v(a[0])}: raise Fail({a[1]}, {said(self.program, Why.REQUIRED)!r})")
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
        slot, type, domain, condition, stream, src = a
        self.fresh += 1
        w = self.names[slot] = f"w{self.fresh}"  # type: ignore[index]
        weighted = isinstance(domain, tuple) and domain[0] in ("pieces", "pieces_of")
        weight = f"weight(s, {w})" if weighted else "1"
        found = f"[({w}, {weight}) {self._clause(w, domain, condition)}]"
        del self.names[slot]  # type: ignore[arg-type]
        self._put(depth, f"{self.variable(slot)} = draw(s, {found}, {stream}, {type!r}, {src})")  # type: ignore[arg-type]

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
        if domain[0] in ("pieces", "pieces_of"):
            over, present = f"each_piece(s, {over})", ""
        self._put(depth, f"for {x} in {over}:")
        inner = depth + 1
        if present:
            self._put(inner, f"if not {present.format(v=x)}: continue")
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
        self._put(depth + 1, f"if {n} <= 0: fault({ENDLESS!r}, {src})")
        self._put(depth + 1, f"{n} -= 1")
        self._tick(depth + 1)
        self._block(depth + 1, block)  # type: ignore[arg-type]

    def _attempt(self, depth: int, a: list[Code]) -> None:
        self.fresh += 1
        kept, ok, told = f"kept{self.fresh}", f"ok{self.fresh}", f"told{self.fresh}"
        self._put(depth, f"{kept} = s[:]")
        if self.traced:
            self._put(depth, f"{told} = kept()")
        self._put(depth, f"s[{PLAN}] += 1")
        self._put(depth, f"{ok} = True")
        self._put(depth, "try:")
        self._block(depth + 1, a[0])  # type: ignore[arg-type]
        self._put(depth, "except Fail:")
        self._put(depth + 1, f"if s[{PLAN}] <= {kept}[{PLAN}]: raise")
        self._put(depth + 1, f"s[:] = {kept}")
        if self.traced:
            self._put(depth + 1, f"undo({told})")
        self._put(depth + 1, f"{ok} = False")
        self._put(depth, f"if {ok}:")
        self._put(depth + 1, f"if s[{PLAN}] > {kept}[{PLAN}]: s[{PLAN}] -= 1")
        if a[1]:
            self._put(depth, "else:")
            self._block(depth + 1, a[1])  # type: ignore[arg-type]

    @abstractmethod
    def _end(self, depth: int, name: str, a: list[Code]) -> None:
        """What ends a segment."""
