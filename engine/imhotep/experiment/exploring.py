"""What only play can tell of a ruleset: which effects, branches and rows are never reached, and which games break down.

Says what was found in so many random games, not what is impossible.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.experiment.series import game_seeds
from imhotep.machine.marks import Marking, Marks, Stretch, effects, kinds_present
from imhotep.program.program import Program, Way
from imhotep.wasm.playing import Backend, covering
from imhotep.wasm.playing import backend as backend_for

AT_ONCE: Final = 50
"""Games that are played before it is told how many were."""

NEAR: Final = 0.75
"""The part of the bound on waiting effects from which a chain counts as near it."""

FindingKind: TypeAlias = Literal[
    "alternative", "branch", "chain", "choice", "effect", "fault", "piece", "question", "row", "stopped"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found. `place` is a `file:line:column` or "".

    `players`, `sides` and `seed` say in which game, for a chain, a fault or a game that was stopped.
    """

    kind: FindingKind
    subject: str
    place: str
    number: int = 0
    rows: tuple[int, ...] = ()
    players: int = 0
    sides: tuple[tuple[str, str], ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Played:
    """A table that was played, and what was noted."""

    program: Program
    stretches: tuple[Stretch, ...]
    marks: Marks


class Exploration:
    """Plays tables one after the other and keeps count over all of them."""

    def __init__(self) -> None:
        self.games = 0
        self._played: list[_Played] = []
        self._faults: dict[tuple[str, bool], Finding] = {}
        self._chains: list[Finding] = []

    def play(
        self,
        program: Program,
        games: int,
        progress: Callable[[int], None] | None = None,
        *,
        backend: Backend | None = None,
    ) -> None:
        """Play so many random games of a table. What is found does not depend on the back end."""
        marking = Marking(program)
        machine = covering(marking, backend_for(backend))
        seeds = game_seeds(0, games)
        for first in range(0, games, AT_ONCE):
            for outcome in machine.outcomes(seeds[first : first + AT_ONCE]):
                self.games += 1
                if outcome.fault is not None:
                    key = (outcome.fault, outcome.stopped)
                    kind: FindingKind = "stopped" if outcome.stopped else "fault"
                    self._faults.setdefault(key, _in_game(kind, outcome.fault, program, outcome.seed))
                if progress is not None:
                    progress(1)
        marks = machine.marks()
        self._played.append(_Played(program, tuple(marking.stretches), marks))
        if marks.deepest > program.pending * NEAR:
            self._chains.append(_in_game("chain", str(program.pending), program, marks.deepest_seed, marks.deepest))

    def findings(self) -> tuple[Finding, ...]:
        """All that was found, of all tables together: what one of them reaches is reached.

        Where games broke down, nothing is said of what they did not reach.
        """
        if self._faults:
            return (*self._faults.values(), *self._chains)
        alternatives = tuple(self._alternatives())
        never_offered = {finding.subject.partition(" ")[2] for finding in alternatives if not finding.number}
        return (
            *self._chains,
            *self._pieces(),
            *self._effects(),
            *self._branches(),
            *self._rows(),
            *(finding for finding in self._choices() if finding.subject not in never_offered),
            *alternatives,
        )

    def _effects(self) -> Iterator[Finding]:
        """Effects with a frame of their own that never began."""
        places: dict[str, str] = {}
        begun: set[str] = set()
        for played in self._played:
            for id, numbers in effects(played.program).items():
                places[id] = played.program.procedures[numbers[-1]].place
                if not played.marks.begun.isdisjoint(numbers):
                    begun.add(id)
        yield from (Finding(kind="effect", subject=id, place=p) for id, p in places.items() if id not in begun)

    def _branches(self) -> Iterator[Finding]:
        """The first statements of branches that were never taken, and decisions that were never asked, though what
        leads to them was reached. What begins an alternative that nobody took is not told here."""
        reached = {self._where(p, p.stretches[n]) for p in self._played for n in p.marks.reached}
        told = reached | {""}
        for played in self._played:
            begun = {way.segment for _, _, way in _alternatives(played.program)}
            for number, stretch in enumerate(played.stretches):
                where = self._where(played, stretch)
                if (
                    where in told
                    or number in begun
                    or not any(before in played.marks.reached for before in stretch.before)
                ):
                    continue
                told.add(where)
                if stretch.asks < 0:
                    yield Finding(kind="branch", subject="", place=where)
                else:
                    yield Finding(kind="question", subject=played.program.decisions[stretch.asks].id, place=where)

    @staticmethod
    def _where(played: _Played, stretch: Stretch) -> str:
        """Where a stretch begins, "" where that has no place."""
        if stretch.asks < 0:
            return stretch.place
        return played.program.places_in_files[played.program.decisions[stretch.asks].source]

    def _pieces(self) -> Iterator[Finding]:
        """Kinds of which no piece ever moved, and families of which none did, once each."""
        present: dict[tuple[str, str], None] = {}
        moved: set[tuple[str, str]] = set()
        for played in self._played:
            names = {
                (number, kind): (family.id, id)
                for number, family in enumerate(played.program.families)
                for kind, id in enumerate(family.kinds)
            }
            present |= {names[each]: None for each in sorted(kinds_present(played.program))}
            moved |= {names[each] for each in played.marks.moved}
        families = {family for family, _ in moved}
        still = {f"{f}.{kind}" if f in families else f: None for f, kind in present if (f, kind) not in moved}
        yield from (Finding(kind="piece", subject=subject, place="") for subject in still)

    def _alternatives(self) -> Iterator[Finding]:
        """Alternatives that nobody ever took, of decisions that were asked, with how often they were offered."""
        offered: Counter[tuple[str, str, str]] = Counter()
        places: dict[tuple[str, str, str], str] = {}
        taken: set[tuple[str, str, str]] = set()
        for played in self._played:
            program = played.program
            for number, index, way in _alternatives(program):
                if number not in played.marks.asked:
                    continue
                point = program.decisions[number]
                asked = program.places_in_files[point.source]
                key = (point.id, asked, _name(way))
                places.setdefault(key, played.stretches[way.segment].place or asked)
                offered[key] += played.marks.offered[number, index]
                if (number, index) in played.marks.taken:
                    taken.add(key)
        for key, place in places.items():
            if key not in taken:
                yield Finding(kind="alternative", subject=f"{key[2]} {key[0]}", place=place, number=offered[key])

    def _rows(self) -> Iterator[Finding]:
        """Rows of printed tables that no text ever looked up, in tables that were looked up at all."""
        rows: dict[tuple[str, int], bool] = {}
        looked_up: dict[str, None] = {}
        for played in self._played:
            for number, table in enumerate(played.program.tables):
                for index in range(table.first, table.first + len(table.values)):
                    used = (number, index) in played.marks.rows
                    rows[table.id, index] = rows.get((table.id, index), False) or used
                    if used:
                        looked_up[table.id] = None
        for id in looked_up:
            unused = tuple(index for (table, index), used in rows.items() if table == id and not used)
            if unused:
                yield Finding(kind="row", subject=id, place="", rows=unused)

    def _choices(self) -> Iterator[Finding]:
        """Decisions that never had more than one option."""
        most: dict[str, tuple[int, str]] = {}
        for played in self._played:
            for number, options in played.marks.asked.items():
                point = played.program.decisions[number]
                place = played.program.places_in_files[point.source]
                before = most.get(point.id, (0, place))[0]
                most[point.id] = (max(before, options), place)
        yield from (
            Finding(kind="choice", subject=id, place=place) for id, (options, place) in most.items() if options == 1
        )


def _alternatives(program: Program) -> Iterator[tuple[int, int, Way]]:
    """The ways of decisions that have several, with the numbers of both. Those of last resort are meant to be rare, and
    some are never open with the options of this table."""
    for number, point in enumerate(program.decisions):
        for index, way in enumerate(point.ways):
            if len(point.ways) > 1 and not way.last_resort and way.condition != 0:
                yield number, index, way


def _name(way: Way) -> str:
    """What an alternative is called: its label, or what it is offered for each of."""
    sort, _, family = way.type.partition(":")
    return way.label or family or sort


def _in_game(kind: FindingKind, subject: str, program: Program, seed: int, number: int = 0) -> Finding:
    return Finding(
        kind=kind, subject=subject, place="", number=number, players=program.players, sides=program.sides, seed=seed
    )
