"""What only play can tell of a ruleset: which effects, branches and rows are never reached, and which games break down.

Says what was found in so many random games, not what is impossible.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.experiment.series import game_seeds
from imhotep.machine.covering import CoveringMachine, Stretch
from imhotep.machine.playout import play_out
from imhotep.program.program import Program, Way

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


class Exploration:
    """Plays tables one after the other and keeps count over all of them."""

    def __init__(self) -> None:
        self.games = 0
        self._machines: list[CoveringMachine] = []
        self._faults: dict[tuple[str, bool], Finding] = {}
        self._chains: list[Finding] = []

    def play(self, program: Program, games: int, progress: Callable[[int], None] | None = None) -> None:
        """Play so many random games of a table."""
        machine = CoveringMachine(program)
        self._machines.append(machine)
        deepest = 0
        for seed in game_seeds(0, games):
            outcome = play_out(machine, seed)
            self.games += 1
            if machine.deepest > deepest:
                deepest, deepest_seed = machine.deepest, seed
            if outcome.fault is not None:
                key = (outcome.fault, outcome.stopped)
                kind: FindingKind = "stopped" if outcome.stopped else "fault"
                self._faults.setdefault(key, _in_game(kind, outcome.fault, program, seed))
            if progress is not None:
                progress(1)
        if deepest > program.pending * NEAR:
            self._chains.append(_in_game("chain", str(program.pending), program, deepest_seed, deepest))

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
        for machine in self._machines:
            procedures = machine.program.procedures
            entries = {number for _, number in machine.program.entries}
            for number, procedure in enumerate(procedures):
                id = procedure.id.partition(" at ")[0]
                places[id] = procedure.place
                if number in machine.begun or number in entries:
                    begun.add(id)
        yield from (Finding(kind="effect", subject=id, place=p) for id, p in places.items() if id not in begun)

    def _branches(self) -> Iterator[Finding]:
        """The first statements of branches that were never taken, and decisions that were never asked, though what
        leads to them was reached. What begins an alternative that nobody took is not told here."""
        reached = {self._where(m, m.stretches[n]) for m in self._machines for n in m.marked}
        told = reached | {""}
        for machine in self._machines:
            begun = {way.segment for _, _, way in _alternatives(machine.program)}
            for number, stretch in enumerate(machine.stretches):
                where = self._where(machine, stretch)
                if where in told or number in begun or not any(before in machine.marked for before in stretch.before):
                    continue
                told.add(where)
                if stretch.asks < 0:
                    yield Finding(kind="branch", subject="", place=where)
                else:
                    yield Finding(kind="question", subject=machine.program.decisions[stretch.asks].id, place=where)

    @staticmethod
    def _where(machine: CoveringMachine, stretch: Stretch) -> str:
        """Where a stretch begins, "" where that has no place."""
        if stretch.asks < 0:
            return stretch.place
        return machine.program.places_in_files[machine.program.decisions[stretch.asks].source]

    def _pieces(self) -> Iterator[Finding]:
        """Kinds of which no piece ever moved, and families of which none did, once each."""
        present: dict[tuple[str, str], None] = {}
        moved: set[tuple[str, str]] = set()
        for machine in self._machines:
            names = {
                (number, kind): (family.id, id)
                for number, family in enumerate(machine.program.families)
                for kind, id in enumerate(family.kinds)
            }
            present |= {names[each]: None for each in sorted(machine.present())}
            moved |= {names[each] for each in machine.moved}
        families = {family for family, _ in moved}
        still = {f"{f}.{kind}" if f in families else f: None for f, kind in present if (f, kind) not in moved}
        yield from (Finding(kind="piece", subject=subject, place="") for subject in still)

    def _alternatives(self) -> Iterator[Finding]:
        """Alternatives that nobody ever took, of decisions that were asked, with how often they were offered."""
        offered: Counter[tuple[str, str, str]] = Counter()
        places: dict[tuple[str, str, str], str] = {}
        taken: set[tuple[str, str, str]] = set()
        for machine in self._machines:
            program = machine.program
            for number, index, way in _alternatives(program):
                if number not in machine.asked:
                    continue
                point = program.decisions[number]
                asked = program.places_in_files[point.source]
                key = (point.id, asked, _name(way))
                places.setdefault(key, machine.stretches[way.segment].place or asked)
                offered[key] += machine.offered[number, index]
                if (number, index) in machine.taken:
                    taken.add(key)
        for key, place in places.items():
            if key not in taken:
                yield Finding(kind="alternative", subject=f"{key[2]} {key[0]}", place=place, number=offered[key])

    def _rows(self) -> Iterator[Finding]:
        """Rows of printed tables that no text ever looked up, in tables that were looked up at all."""
        rows: dict[tuple[str, int], bool] = {}
        looked_up: dict[str, None] = {}
        for machine in self._machines:
            for number, table in enumerate(machine.program.tables):
                for index in range(table.first, table.first + len(table.values)):
                    used = (number, index) in machine.rows
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
        for machine in self._machines:
            for number, options in machine.asked.items():
                point = machine.program.decisions[number]
                place = machine.program.places_in_files[point.source]
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
