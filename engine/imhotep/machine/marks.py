"""What can be noted of play: where marks stand in a program, and what was reached, offered and taken in games.

Both back ends print the same marks, so their numbers mean the same. What ran is told by places in the files, since one
text may be put in at several.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Any, Final

from imhotep.dataclass import dataclass
from imhotep.machine.looking import Looking
from imhotep.program.instructions import ENDS, STATEMENTS, VALUES, Code
from imhotep.program.program import Program

MARK: Final = "mark"
"""The statement that notes that its stretch is reached. Only programs that are watched hold it."""

_OPERANDS: Final = {
    name: signature.partition(":")[0].split()
    for table in (VALUES, STATEMENTS, ENDS)
    for name, signature in table.items()
}
_BLOCKS: Final = frozenset(("then", "otherwise", "block", "cases"))
_SEGMENTS: Final = frozenset(("segment", "yes", "no", "body", "done"))
"""Operands that are a segment to go on with."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Statements that run one after the other: the place of the first one ("" where none has one), and the numbers of
    the stretches that lead to it. None lead to one that an effect begins with.

    `asks` is the decision that it does nothing but ask, or -1.
    """

    place: str
    before: tuple[int, ...]
    asks: int = -1


@dataclass(slots=True)
class Marks:
    """What was noted over all games of one program.

    What is only tried, or carried out in vain, is not reached and moves nothing. Its rows do count.
    """

    reached: set[int] = field(default_factory=set)  # numbers of stretches
    moved: set[tuple[int, int]] = field(default_factory=set)  # families and kinds, from 0
    rows: set[tuple[int, int]] = field(default_factory=set)  # tables and rows that they have
    begun: set[int] = field(default_factory=set)  # procedures
    deepest: int = 0  # effects that waited for one another
    deepest_seed: int = 0  # of the first game with so many
    asked: dict[int, int] = field(default_factory=dict)  # for each decision, the most options that were ever offered
    offered: Counter[tuple[int, int]] = field(default_factory=Counter)  # how often, by decision and way
    taken: set[tuple[int, int]] = field(default_factory=set)


class Marking:
    """Puts marks into a program. `program` holds them; `stretches` says what each number stands for.

    Each segment has the mark of its own number.
    """

    def __init__(self, program: Program) -> None:
        self._files = program.places_in_files
        leads = _leads(program)
        self.stretches: list[Stretch] = []
        for number, segment in enumerate(program.segments):
            place, end = self._first_place(segment.code), segment.code[-1]
            asks = end[1] if isinstance(end, tuple) and end[0] == "ask" and not place else -1
            self.stretches.append(Stretch(place, tuple(leads.get(number, ())), asks))
        procedures = tuple(replace(p, body=self._block(p.body, ())) for p in program.procedures)
        segments = tuple(
            replace(segment, code=((MARK, number), *(self._statement(code, number) for code in segment.code)))
            for number, segment in enumerate(program.segments)
        )
        self.program = replace(program, procedures=procedures, segments=segments)

    def _block(self, block: tuple[Code, ...], before: tuple[int, ...]) -> tuple[Code, ...]:
        if not block:
            return block
        number = len(self.stretches)
        self.stretches.append(Stretch(self._first_place(block), before))
        return ((MARK, number), *(self._statement(code, number) for code in block))

    def _statement(self, code: Code, number: int) -> Code:
        """A statement of a stretch, with marks in the blocks that it holds."""
        if not isinstance(code, tuple) or code[0] not in STATEMENTS:
            return code
        operands = list(code)
        for i, name in enumerate(_OPERANDS[code[0]], 1):
            if name == "cases":
                operands[i] = tuple((key, self._block(block, (number,))) for key, block in code[i])
            elif name in _BLOCKS:
                operands[i] = self._block(code[i], (number,))
        return tuple(operands)

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
        operands = list(zip(_OPERANDS.get(code[0], ()), code[1:], strict=False))
        for name, operand in operands:
            if name == "src":
                return str(self._files[operand])
        found = (self._place(operand) for name, operand in operands if name not in _BLOCKS)
        return next(filter(None, found), "")


def effects(program: Program) -> dict[str, tuple[int, ...]]:
    """The effects of which it is noted whether they begin, by what they are called in the rules: their procedures.

    One text may stand at several places. What a game begins with is left out.
    """
    entries = {number for _, number in program.entries}
    found: dict[str, tuple[int, ...]] = {}
    for number, procedure in enumerate(program.procedures):
        if number not in entries:
            id = procedure.id.partition(" at ")[0]
            found[id] = (*found.get(id, ()), number)
    return found


def kind_at(looking: Looking, s: Sequence[int], address: int) -> tuple[int, int]:
    """The family and the kind, from 0, of the piece at an address."""
    number = looking.program.places[looking.place_at[address]].family
    family, counted = looking.program.families[number], looking.class_at[address]
    if family.individuals:
        return number, family.individuals[s[address] - 1] - 1
    return number, (counted if counted >= 0 else s[address] - 1) // family.owners


def kinds_present(program: Program) -> set[tuple[int, int]]:
    """The families and kinds of all pieces that there are."""
    looking = Looking(program)
    places = (place for place in program.places if not place.line)
    return {kind_at(looking, program.start, a) for place in places for a in place.addresses() if program.start[a]}


def _leads(program: Program) -> dict[int, list[int]]:
    """For each segment, the segments that may go on with it."""
    found: dict[int, list[int]] = {}
    for number, segment in enumerate(program.segments):
        for target in _targets(program, segment.code):
            found.setdefault(target, []).append(number)
    return found


def _targets(program: Program, code: tuple[Code, ...]) -> list[int]:
    end: Any = code[-1]
    if end[0] == "ask":
        return [way.segment for way in program.decisions[end[1]].ways]
    if end[0] in ("branch", "possible"):  # what is only tried is not gone on with
        return [end[2], end[3]]
    operands = zip(_OPERANDS.get(end[0], ()), end[1:], strict=False)
    targets = [operand for name, operand in operands if name in _SEGMENTS]
    if end[0] == "jump":
        targets += [segment for _, segment in end[2]]
    return targets
