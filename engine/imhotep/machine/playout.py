"""Random games at full speed: no options listed, no names, no events."""

from collections.abc import Sequence
from typing import TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import BudgetExceeded, RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.program.memory import DECISION, SEAT, STATUS
from imhotep.program.program import Program

Row: TypeAlias = tuple[int, ...]
"""One decision of a game: the number of the decision point, the seat, how many options were legal, the way and the
value that were picked, and the points of each seat before it, all as whole numbers.

The value is that of the pick, but for a piece of a counted family it is the piece's class. Options are 0 where telling
all of them breaks the rules, though the picked one does not.
"""

POINTS = 5
"""Where the points of the first seat stand in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game went. `points[source][seat - 1]`; `fault` is None for a game that came to its end.

    `stopped` is true where the step budget ended it.
    """

    seed: int
    points: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    decisions: int
    fault: str | None = None
    stopped: bool = False


def play_out(machine: Machine, seed: int, entry: str = "begin", rows: list[Row] | None = None) -> Outcome:
    """A whole game by random players: each picks among its legal options, each alike, from a stream of its own seat.

    With `rows` each decision adds one to them, and the game is the same one.
    """
    p = machine.program
    s = machine.begin(seed)
    streams = [Stream(seed, f"player {seat}") for seat in p.seats]
    decisions = 0
    fault = None
    winners: tuple[int, ...] = ()
    machine.begin_playing()
    try:
        machine.enter(s, entry)
        while not s[STATUS]:
            way, value = machine.pick(s, streams[s[SEAT] - 1])
            if rows is not None:
                rows.append(row(machine, s, way, value))
            machine.answer(s, way, value)
            decisions += 1
            machine.keep_within()
        winners = machine.winners(s)
    except RulesFault as found:
        fault = found
    return outcome(p, s, seed, decisions, winners, fault)


def row(machine: Machine, s: list[int], way: int, value: int) -> Row:
    """The row of a decision that is about to be answered so."""
    p = machine.program
    number = s[DECISION] - 1
    value = steady(machine, s, way, value)
    return (number, s[SEAT], _options(machine, s), way, value, *scored(p, s))


def scored(p: Program, s: Sequence[int]) -> tuple[int, ...]:
    """The points of each seat."""
    end = p.points + len(p.sources) * p.players
    return tuple(sum(s[p.points + seat : end : p.players]) for seat in range(p.players))


def steady(machine: Machine, s: list[int], way: int, value: int) -> int:
    """The value of a pick as a row has it: of a counted piece its class, since it may lie elsewhere in another game."""
    sort, _, family = machine.program.decisions[s[DECISION] - 1].ways[way].type.partition(":")
    return machine.class_at(s, value) if sort == "piece" and family in machine.counted else value


def _options(machine: Machine, s: list[int]) -> int:
    try:
        return len(machine.options(s))
    except RulesFault:
        return 0


def outcome(
    p: Program, s: Sequence[int], seed: int, decisions: int, winners: tuple[int, ...], fault: RulesFault | None
) -> Outcome:
    """How a game went that has come to this state, or has broken down."""
    return Outcome(
        seed=seed,
        points=tuple(
            tuple(s[p.points + i * p.players : p.points + (i + 1) * p.players]) for i in range(len(p.sources))
        ),
        winners=winners,
        decisions=decisions,
        fault=None if fault is None else str(fault),
        stopped=isinstance(fault, BudgetExceeded),
    )
