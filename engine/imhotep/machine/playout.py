"""Random games at full speed: no options listed, no names, no events."""

from collections.abc import Sequence

from imhotep.dataclass import dataclass
from imhotep.errors import BudgetExceeded, RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.program.memory import SEAT, STATUS
from imhotep.program.program import Program


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


def play_out(machine: Machine, seed: int, entry: str = "begin") -> Outcome:
    """A whole game by random players: each picks among its legal options, each alike, from a stream of its own seat."""
    p = machine.program
    s = machine.begin(seed)
    streams = [Stream(seed, f"player {seat}") for seat in p.seats]
    decisions = 0
    fault = None
    try:
        machine.enter(s, entry)
        while not s[STATUS]:
            way, value = machine.pick(s, streams[s[SEAT] - 1])
            machine.answer(s, way, value)
            decisions += 1
    except RulesFault as found:
        fault = found
    return outcome(p, s, seed, decisions, machine.winners(s) if fault is None else (), fault)


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
