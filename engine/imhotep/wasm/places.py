"""What all printing of a program needs: names, variables, faults, and what is known of places beforehand."""

from abc import ABC, abstractmethod
from typing import Literal

from imhotep.machine.faults import Why
from imhotep.program.instructions import Code
from imhotep.program.knowing import Knowing
from imhotep.program.memory import FRAME_HEADER
from imhotep.program.program import Program
from imhotep.wasm.layout import Layout
from imhotep.wasm.text import Node, const, get, plus, set_, times


class Places(ABC):
    """Prints function by function.

    In a segment variables stand in the state, in straight text and conditions they are the function's own; `names` says
    which local stands for one that is bound inside an expression. `fail` is the label that a failing step leaves for.
    """

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        self.names: dict[int, str] = {}
        self.in_frame = False
        self.counting = True  # whether what sums and searches go through is counted
        self.in_cells: set[int] = set()  # variables that are known to be pieces in cells
        self.shared: dict[Code, str] = {}  # the locals that keep what searches have found before
        self.play = False  # whether this is only run in play, never where a plan is tried
        self.fail = "$fail"
        self.locals: dict[str, str] = {}
        self._names_made = 0
        self.knowing = Knowing(program)

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

    # ---- places

    @abstractmethod
    def value(self, code: Code) -> Node:
        """An expression, as one that leaves a 32-bit number."""

    def first_of(self, code: Code) -> Node | None:
        """The first address of a place, where that is known without a look at its description."""
        firsts = [place.addresses().start for place in self.knowing.meant(code)]
        if not firsts or isinstance(code, int):
            return const(firsts[0]) if firsts else None
        apart = firsts[1] - firsts[0] if len(firsts) > 1 else 0
        if firsts != [firsts[0] + i * apart for i in range(len(firsts))]:
            return None
        if code[0] == "local":
            before = firsts[0] - self.knowing.within[code[1]].start * apart
            return plus(const(before), times(self.value(code), apart))
        return plus(const(firsts[0] - apart), times(self.value(code[2]), apart))

    def same(self, code: Code, what: Literal["length", "step", "capacity"]) -> int | None:
        """How many addresses a place has, how far they lie apart, or how many pieces it takes, where that is known."""
        values = {getattr(place, what) for place in self.knowing.meant(code)}
        return values.pop() if len(values) == 1 else None
