"""Follows the opening of a game on its text, and counts: pieces that are moved before anybody decides must be there.

Only what is sure to happen is followed, with the numbers of one table of play. It ends at the first choice, and at the
first statement that moves pieces in a way that nobody can foresee.
"""

from contextlib import suppress
from dataclasses import field

from imhotep.compile.worth import Known, worth
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Related, Severity, Span
from imhotep.lowering import plans
from imhotep.lowering.blocks import Ask, Block, Branch, Core, Invoke, Leave, Repeat, Scope, Step, Walk
from imhotep.meaning.scope import Shared
from imhotep.model import declarations as m
from imhotep.program.instructions import Code
from imhotep.program.memory import UNLIMITED

ROUNDS = 200  # of one loop; a longer one is not followed
_IDLE = frozenset(("store", "score", "shuffle", "require", "wall"))
_MOVES = frozenset(("move", "move_to", "send", "send_to", "move_some", "send_some", "shuffle_into"))


class _UnforeseenError(Exception):
    """What comes now may be one way or another."""


@dataclass(slots=True)
class Opening:
    """One table's opening. `tables` are the designer's tables by their ids in a program."""

    shared: Shared
    tables: dict[str, m.TableDeclaration]
    locals: Known = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)

    def warnings(self, block: Block) -> tuple[Diagnostic, ...]:
        """What cannot be moved when a game begins with that block."""
        start = self.shared.layout.start
        for number, place in enumerate(self.shared.layout.places):
            held = [start[address] for address in place.addresses()]
            counted = place.kind == "pool" and not self.shared.layout.families[place.family].individuals
            self.counts[number] = sum(held) if counted else sum(map(bool, held))
        with suppress(_UnforeseenError):
            self._block(block)
        return tuple(self.found)

    def _block(self, block: Block) -> None:
        for statement in block:
            self._statement(statement)

    def _statement(self, s: Core) -> None:
        match s:
            case Step():
                self._step(s)
            case Branch() if (condition := self._worth(s.condition)) is not None:
                self._block(s.then if condition else s.otherwise)
            case Walk() if (values := self._values(s)) is not None:
                for value in values:
                    self.locals[s.slot] = value
                    self._block(s.block)
            case Repeat(condition=None) if (times := self._worth(s.times)) is not None and times <= ROUNDS:
                for turn in range(times):
                    self.locals[s.slot] = turn + 1
                    self._block(s.block)
            case Ask() | Invoke() | Leave():
                raise _UnforeseenError
            case Branch() | Walk() | Repeat() | Scope() if not all(map(_is_idle, plans.blocks_in(s))):
                raise _UnforeseenError

    def _values(self, s: Walk) -> list[int] | None:
        """What a loop goes through, if that is known."""
        match s.domain:
            case ("range", low, high):
                first, last = self._worth(low), self._worth(high)
            case ("seats", _):  # whoever is first, all have their turn
                first, last = 1, self.shared.model.players
            case _:
                return None
        if first is None or last is None or last - first > ROUNDS:
            return None
        taken = []
        for value in range(first, last + 1):
            holds = worth(s.condition, self.locals | {s.slot: value}, self.shared.layout.tables)
            if holds is None:
                return None
            taken += [value] if holds else []
        return taken

    def _step(self, s: Step) -> None:
        assert isinstance(s.code, tuple)
        match s.code:
            case ("set", slot, code):
                value = self._worth(code)
                self.locals.pop(slot, None)
                if value is not None:
                    self.locals[slot] = value
            case ("draw", slot, *_):
                self.locals.pop(slot, None)
            case ("move_some" | "send_some", least, most, _, condition, source, target, src):
                self._some(s, (least, most), condition, (self._place(source), self._place(target)), src)
            case ("move" | "send", _, piece, target, _):
                self._one(s, piece, self._place(target))
            case (name, *_) if name not in _IDLE:
                raise _UnforeseenError

    def _some(self, s: Step, bounds: tuple[Code, Code], condition: Code, places: tuple[int, int], src: int) -> None:
        """Several pieces: counted where all of a place will do, else only as many as are sure to move."""
        source, target = places
        least, most = self._worth(bounds[0]), self._worth(bounds[1])
        if least is None or most is None:
            raise _UnforeseenError
        there, room = self.counts[source], self._room(target)
        if least > there:
            self._tell(s, "there are", f"`{self._name(source)}` has {there}", (least, bounds[0]), src)
        elif least > room:
            self._tell(s, "fit there", f"`{self._name(target)}` has room for {room}", (least, bounds[0]), src)
        elif condition == 1 or least == most:
            self._move(source, target, min(most, there, room))
        else:
            raise _UnforeseenError

    def _one(self, s: Step, piece: Code, target: int) -> None:
        """The piece at an end of a known place."""
        match piece:
            case ("sure", ("top" | "bottom", place), _) | ("load", ("sure", ("top" | "bottom", place), _)):
                source = self._place(place)
            case _:
                raise _UnforeseenError
        if not self.counts[source] or not self._room(target):
            raise _UnforeseenError  # a game that cannot begin, which is told when it is played
        self._move(source, target, 1)

    def _move(self, source: int, target: int, number: int) -> None:
        self.counts[source] -= number
        self.counts[target] += number

    def _place(self, code: Code) -> int:
        place = self._worth(code)
        if place not in self.counts or self.shared.layout.places[place].line:
            raise _UnforeseenError
        return place

    def _room(self, number: int) -> int:
        place = self.shared.layout.places[number]
        most = place.capacity if place.kind == "pool" else place.length
        return most if most == UNLIMITED else most - self.counts[number]

    def _worth(self, code: Code) -> int | None:
        match code:
            case ("count", place):
                return self.counts[self._place(place)]
        return worth(code, self.locals, self.shared.layout.tables)

    def _name(self, place: int) -> str:
        return self.shared.layout.places[place].name

    def _tell(self, s: Step, than: str, why: str, amount: tuple[int, Code], src: int) -> None:
        """A warning where the number stands; nothing where the statement was warned about as such."""
        number, code = amount
        where = self._written(code) or self.shared.amounts.get(src) or s.span
        if any(d.code == "U007" and d.span in (where, s.span) for d in self.shared.notes.found):
            return
        self.found.append(
            Diagnostic(
                code="U007",
                severity=Severity.WARNING,
                message=f"a game begins with a move of {number} pieces, more than {than}",
                span=where,
                related=() if where == s.span else (Related(s.span, "moved here"),),
                note=f"with {self.shared.model.players} players {why} then",
            )
        )

    def _written(self, amount: Code) -> Span | None:
        """Where a number of a table stands."""
        match amount:
            case ("lookup", number, index, _):
                table = self.shared.layout.tables[number]
                row = self._worth(index)
                declared = self.tables.get(table.id)
                if declared is not None and row is not None and 0 <= row - table.first < len(table.values):
                    return declared.stand[row - table.first]
        return None


def _is_idle(block: Block) -> bool:
    """Whether no piece moves and nobody decides in a block."""
    return not any(_disturbs(s) for s in block)


def _disturbs(s: Core) -> bool:
    match s:
        case Step(code=(name, *_)):
            return name in _MOVES
        case Ask() | Invoke() | Leave():
            return True
    return not all(map(_is_idle, plans.blocks_in(s)))
