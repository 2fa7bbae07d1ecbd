"""A machine that keeps count: which blocks ran, which rows of tables were looked up, which kinds of pieces moved, what
was offered and taken, how deep effects waited.

For `validate --deep`. What ran is told by places in the files, since one text may be put in at several.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from imhotep.dataclass import dataclass
from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.translate import Translator
from imhotep.program.instructions import ENDS, STATEMENTS, VALUES, Code
from imhotep.program.memory import DECISION, DEPTH, TRYING
from imhotep.program.program import Program

_SIGNATURES = {
    name: signature.partition(":")[0].split()
    for table in (VALUES, STATEMENTS, ENDS)
    for name, signature in table.items()
}
_BLOCKS = frozenset(("then", "otherwise", "block", "cases"))
_SEGMENTS = frozenset(("segment", "yes", "no", "body", "done"))  # operands that are a segment to go on with


@dataclass(frozen=True, slots=True)
class Stretch:
    """Statements that run one after the other: the place of the first one ("" where none has one), and the numbers of
    the stretches that lead to it. None lead to one that an effect begins with.

    `asks` is the decision that it does nothing but ask, or -1.
    """

    place: str
    before: tuple[int, ...]
    asks: int = -1


class CoveringTranslator(Translator):
    """Prints a program that marks each block it runs."""

    def __init__(self, program: Program, *, traced: bool = False) -> None:
        super().__init__(program, traced=traced)
        self.stretches: list[Stretch] = []
        self._around: tuple[int, ...] = ()
        leads = _leads(program)
        for number, segment in enumerate(program.segments):  # their numbers are those of the segments
            place, end = self._first_place(segment.code), segment.code[-1]
            asks = end[1] if isinstance(end, tuple) and end[0] == "ask" and not place else -1
            self.stretches.append(Stretch(place, tuple(leads.get(number, ())), asks))

    def _straight(self, number: int) -> None:
        self._around = ()
        super()._straight(number)

    def _segment(self, number: int, procedure: int, code: tuple[Code, ...]) -> None:
        self._around = (number,)
        super()._segment(number, procedure, (("mark", number), *code))

    def _block(self, depth: int, block: tuple[Code, ...]) -> None:
        around = self._around
        number = len(self.stretches)
        self.stretches.append(Stretch(self._first_place(block), around))
        self._around = (number,)
        super()._block(depth, (("mark", number), *block))
        self._around = around

    def _statement(self, depth: int, code: Code) -> None:
        if isinstance(code, tuple) and code[0] == "mark":
            self._put(depth, f"mark(s, {code[1]})")
        else:
            super()._statement(depth, code)

    def _first_place(self, block: tuple[Code, ...]) -> str:
        """The place of the first statement that has one. What stands in blocks inside has a stretch of its own."""
        for statement in block:
            if isinstance(statement, tuple) and statement[0] == "fault":  # a way out that should not be taken
                return ""
            if place := self._place(statement):
                return place
        return ""

    def _place(self, code: Code) -> str:
        """The place of an instruction, or of the first value in it that has one."""
        if not (isinstance(code, tuple) and code and isinstance(code[0], str)):
            return ""
        operands = list(zip(_SIGNATURES.get(code[0], ()), code[1:], strict=False))
        for name, operand in operands:
            if name == "src":
                return str(self.program.places_in_files[operand])
        found = (self._place(operand) for name, operand in operands if name not in _BLOCKS)
        return next(filter(None, found), "")


class _Moves:
    """Is told what happens, and notes which kinds of pieces move."""

    def __init__(self, machine: "CoveringMachine") -> None:
        self.machine = machine

    def __call__(self, s: list[int], kind: str, src: int, *numbers: Any) -> None:
        if kind == "move":
            self.machine.note_move(s, numbers[1])

    def kept(self) -> int:
        """As the machine counts."""
        return self.machine.kept()

    def undo(self, kept: int) -> None:
        """As the machine does."""
        self.machine.undo(kept)


class CoveringMachine(Machine):
    """Runs a program and keeps count over all games."""

    def __init__(self, program: Program) -> None:
        self.stretches: list[Stretch] = []
        self.marked: set[int] = set()
        self.moved: set[tuple[int, int]] = set()  # families and kinds
        self.rows: set[tuple[int, int]] = set()
        self.begun: set[int] = set()
        self.deepest = 0
        self.asked: dict[int, int] = {}  # for each decision, the most options that were ever offered
        self.offered: Counter[tuple[int, int]] = Counter()  # by decision and way
        self.taken: set[tuple[int, int]] = set()
        self._fresh: list[int | tuple[int, int]] = []  # what was marked or moved for the first time, in order
        super().__init__(program)
        self.primitives.record = _Moves(self)

    def note_move(self, s: State, address: int) -> None:
        """A piece has come to an address."""
        kind = self.kind_at(s, address)
        if kind not in self.moved:
            self.moved.add(kind)
            self._fresh.append(kind)

    def kind_at(self, s: Sequence[int], address: int) -> tuple[int, int]:
        """The family and the kind, from 0, of the piece at an address."""
        number = self.program.places[self.primitives.place_at[address]].family
        family, counted = self.program.families[number], self.primitives.class_at[address]
        if family.individuals:
            return number, family.individuals[s[address] - 1] - 1
        return number, (counted if counted >= 0 else s[address] - 1) // family.owners

    def present(self) -> set[tuple[int, int]]:
        """The families and kinds of all pieces that there are."""
        start = self.program.start
        places = (place for place in self.program.places if not place.line)
        return {self.kind_at(start, a) for place in places for a in place.addresses() if start[a]}

    def kept(self) -> int:
        """How much was marked or moved for the first time."""
        return len(self._fresh)

    def undo(self, kept: int) -> None:
        """What was carried out in vain does not count as reached."""
        self.marked.difference_update(fresh for fresh in self._fresh[kept:] if isinstance(fresh, int))
        self.moved.difference_update(fresh for fresh in self._fresh[kept:] if isinstance(fresh, tuple))
        del self._fresh[kept:]

    def printed(self) -> Translator:
        """Code that marks what it runs."""
        covering = CoveringTranslator(self.program, traced=True)
        self.stretches = covering.stretches
        return covering

    def namespace(self) -> dict[str, Any]:
        """What generated code sees, with what keeps count."""
        found = super().namespace()
        lookup, enter = found["lookup"], found["enter"]

        def look(table: int, index: int, src: int) -> int:
            self.rows.add((table, index))
            return int(lookup(table, index, src))

        def begin(s: State, procedure: int) -> None:
            enter(s, procedure)
            if not s[TRYING]:
                self.begun.add(procedure)
                self.deepest = max(self.deepest, s[DEPTH])

        def mark(s: State, number: int) -> None:
            if not s[TRYING] and number not in self.marked:
                self.marked.add(number)
                self._fresh.append(number)

        def tail(s: State, procedure: int) -> None:
            if not s[TRYING]:
                self.begun.add(procedure)

        keeping = {"lookup": look, "enter": begin, "begin": tail, "mark": mark}
        return found | keeping | {"kept": self.kept, "undo": self.undo}

    def pick(self, s: State, stream: Any) -> Pick:
        """Also notes what there was to pick from, and what was picked."""
        number = s[DECISION] - 1
        options = self.options(s)
        self.asked[number] = max(self.asked.get(number, 0), len(options))
        self.offered.update((number, way) for way in {way for way, _ in options})
        picked = super().pick(s, stream)
        self.taken.add((number, picked[0]))
        return picked


def _leads(program: Program) -> dict[int, list[int]]:
    """For each segment, the segments that may go on with it."""
    found: dict[int, list[int]] = {}
    for number, segment in enumerate(program.segments):
        for target in _targets(program, segment.code):
            found.setdefault(target, []).append(number)
    return found


def _targets(program: Program, code: tuple[Code, ...]) -> list[int]:
    end = code[-1]
    assert isinstance(end, tuple)
    if end[0] == "ask":
        return [way.segment for way in program.decisions[end[1]].ways]
    if end[0] == "branch":
        return [end[2], end[3]]
    if end[0] == "possible":  # what is only tried is not gone on with
        return [end[2], end[3]]
    names = ENDS.get(end[0], "").partition(":")[0].split()
    targets = [operand for name, operand in zip(names, end[1:], strict=False) if name in _SEGMENTS]
    if end[0] == "jump":
        targets += [segment for _, segment in end[2]]
    return targets
