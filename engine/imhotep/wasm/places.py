"""What all printing of a program needs: names, variables, faults, and what is known of places beforehand."""

from imhotep.machine.faults import Why
from imhotep.program.instructions import Code
from imhotep.program.memory import FRAME_HEADER, Place
from imhotep.program.program import Program
from imhotep.wasm.layout import Layout
from imhotep.wasm.text import Node, const, get, plus, set_, times


class Places:
    """Prints function by function.

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

    # ---- places

    def value(self, code: Code) -> Node:
        """An expression, as one that leaves a 32-bit number."""
        raise NotImplementedError

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
