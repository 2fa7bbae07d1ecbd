"""What only play can tell of a ruleset: which effects, branches and rows are never reached, and which games break down.

Says what was found in so many random games, not what is impossible.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.experiment.series import game_seeds
from imhotep.machine.covering import CoveringMachine
from imhotep.machine.playout import play_out
from imhotep.program.program import Program

NEAR: Final = 0.75
"""The part of the bound on waiting effects from which a chain counts as near it."""

FindingKind: TypeAlias = Literal["branch", "effect", "row", "chain", "choice", "piece", "fault", "stopped"]


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
        return (
            *self._chains,
            *self._effects(),
            *self._branches(),
            *self._rows(),
            *self._choices(),
            *self._pieces(),
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
        """The first statements of branches that were never taken, though what leads to them was reached."""
        reached = {m.stretches[n].place for m in self._machines for n in m.marked if isinstance(n, int)}
        told: set[str] = set()
        for machine in self._machines:
            for stretch in machine.stretches:
                if not stretch.place or stretch.place in reached or stretch.place in told:
                    continue
                if any(before in machine.marked for before in stretch.before):
                    told.add(stretch.place)
                    yield Finding(kind="branch", subject="", place=stretch.place)

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

    def _pieces(self) -> Iterator[Finding]:
        """Kinds of pieces that never moved, in families of which others did. None of which there are no pieces."""
        moved: dict[str, set[str]] = {}
        there: dict[str, dict[str, None]] = {}
        for machine in self._machines:
            families = machine.program.families
            for number, kind in sorted(machine.there()):
                family = families[number]
                there.setdefault(family.id, {})[family.kinds[kind]] = None
                if (number, kind) in machine.marked:
                    moved.setdefault(family.id, set()).add(family.kinds[kind])
        for id, some in moved.items():
            yield from (Finding(kind="piece", subject=kind, place="") for kind in there[id] if kind not in some)

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


def _in_game(kind: FindingKind, subject: str, program: Program, seed: int, number: int = 0) -> Finding:
    return Finding(
        kind=kind, subject=subject, place="", number=number, players=program.players, sides=program.sides, seed=seed
    )
