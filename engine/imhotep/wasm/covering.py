"""Prints modules that note what play reaches: where they keep it, and what is printed besides."""

import struct
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from imhotep.machine.marks import Marking
from imhotep.program.instructions import Code
from imhotep.program.program import Way
from imhotep.wasm.layout import PAGE, RESULTS, Layout
from imhotep.wasm.segments import ASKED, Segments
from imhotep.wasm.text import Node, const, get, set_

NOTED: Final = {"fresh": "i32", "deepest": "i32", "deepest_seed": "i64"}
"""Globals that change besides those of any module."""

PIECE, CELL, FOUND = 1_000_001, 1_000_002, 1_000_003
"""Variables, of which no text has so many, that keep the operands of a move, and where its piece lies then."""


class CoveringLayout(Layout):
    """The memory of a module that is watched. What is noted stands before the results of games."""

    def __init__(self, marking: Marking) -> None:
        p = marking.program
        super().__init__(p)
        ways = sum(len(decision.ways) for decision in p.decisions)
        self.kinds = self.results
        self.rows_of = self.kinds + 8 * len(p.families)
        individuals = self.rows_of + 4 * len(p.tables)
        known = individuals + 4 * sum(len(family.individuals) for family in p.families)
        self.offered = known + -known % 8
        self.asked = self.offered + 8 * ways
        self.fresh = self.asked + 4 * len(p.decisions)
        kinds = [len(marking.stretches), *(len(family.kinds) for family in p.families)]
        self.first_kinds = tuple(accumulate(kinds))
        self.reached = self.fresh + 4 * self.first_kinds[-1]
        self.begun = self.reached + self.first_kinds[-1]
        self.taken = self.begun + len(p.procedures)
        self.row_marks = tuple(accumulate((self.taken + ways, *(len(table.values) for table in p.tables))))
        beginnings = accumulate((individuals, *(4 * len(family.individuals) for family in p.families)))
        self._known = (
            *(word for pair in zip(self.first_kinds[:-1], beginnings, strict=False) for word in pair),
            *self.row_marks[:-1],
            *(kind - 1 for family in p.families for kind in family.individuals),
        )
        self.results = self.row_marks[-1] + -self.row_marks[-1] % 16
        self.stack = self.results + RESULTS
        self.pages = -(-(self.stack + PAGE) // PAGE)

    def constants(self) -> tuple[tuple[int, bytes], ...]:
        """What memory holds before play."""
        return (*super().constants(), (self.kinds, struct.pack(f"<{len(self._known)}i", *self._known)))

    def globals(self) -> dict[str, int]:
        """What the runtime texts call by name."""
        return super().globals() | {
            "KINDS": self.kinds,
            "ROWS_OF": self.rows_of,
            "OFFERED": self.offered,
            "ASKED": self.asked,
            "FRESH": self.fresh,
            "REACHED": self.reached,
            "BEGUN": self.begun,
            "TAKEN": self.taken,
        }


class CoveringSegments(Segments):
    """Prints the functions of one program, with its marks."""

    _kept: dict[int, str]

    def begin(self, *, in_frame: bool) -> None:
        super().begin(in_frame=in_frame)
        self._kept = {}

    def variable(self, slot: int) -> Node:
        """A variable of the text, or one that keeps something of a move."""
        return get(self._kept[slot]) if slot in self._kept else super().variable(slot)

    def assign(self, slot: int, value: Node) -> Node:
        """Sets a variable of the text, or one that keeps something of a move."""
        return set_(self._kept[slot], value) if slot in self._kept else super().assign(slot, value)

    def statement(self, code: Code) -> list[Node]:
        """One statement; what it moves is noted."""
        assert isinstance(code, tuple)
        name, *a = code
        match name:
            case "mark":
                return [("call", "$note", const(a[0]))]
            case "forget":
                return [("call", "$forget", get(a[0]))]
            case "move" | "send":
                begin = self._keep(PIECE, a[1])
                if name == "send":
                    noted: Node = ("call", "$note_thing", const(a[0]), self.variable(PIECE))
                    return [*begin, *super().statement((name, a[0], ("local", PIECE), *a[2:])), noted]
                slot = a[0] if a[0] >= 0 else FOUND
                self._kept[FOUND] = self.local("found")
                moved = super().statement((name, slot, ("local", PIECE), *a[2:]))
                return [*begin, *moved, ("call", "$note_kind", self.variable(slot))]
            case "move_to" | "send_to":
                begin = [*self._keep(PIECE, a[1]), *self._keep(CELL, a[2])]
                moved = super().statement((name, a[0], ("local", PIECE), ("local", CELL), a[3]))
                return [*begin, *moved, ("call", "$note_kind", self.variable(CELL))]
        return super().statement(code)

    def _keep(self, slot: int, value: Code) -> list[Node]:
        worked_out = self.value(value)
        self._kept[slot] = self.local("kept")
        return [set_(self._kept[slot], worked_out)]

    def _at_once_moved(self, low: str, high: str, moved: str, done: str, a: list[Code]) -> list[Node]:
        """Nothing: each piece is noted."""
        return []

    def pick(self, number: int, ways: tuple[Way, ...]) -> Node:
        """Picks only: what there is to pick from is noted before, what was picked after, and then it is carried out."""
        return self.pick_listed(number, ways)

    def _ask(self, decision: Code, seat: Code) -> list[Node]:
        """Somebody must choose, and play stops for it."""
        return [*self._noted(decision, seat), *self._back(ASKED)]

    def _attempt(self, block: tuple[Code, ...], otherwise: tuple[Code, ...]) -> list[Node]:
        kept = self.local("fresh")
        return [set_(kept, ("global.get", "$fresh")), *super()._attempt(block, (("forget", kept), *otherwise))]

    def _call(self, name: str, a: list[Code]) -> list[Node]:
        steps = super()._call(name, a)
        if name == "tail":  # begins without `$enter`, once its arguments are worked out
            number, arguments = a
            assert isinstance(number, int) and isinstance(arguments, tuple)
            steps.insert(len(arguments), ("call", "$note_begun", const(number)))
        return steps


def put_around(functions: Iterable[Node], others: Iterable[Node]) -> tuple[Node, ...]:
    """Functions in the place of those that have the same names, which are called by these with `.plain` behind."""
    outer = [node for node in others if not isinstance(node, str)]
    names = {node[1] for node in outer}
    inner = (
        (node[0], f"{node[1]}.plain", *node[2:]) if not isinstance(node, str) and node[1] in names else node
        for node in functions
    )
    return (*inner, *outer)
