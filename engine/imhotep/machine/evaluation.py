"""What each option of a decision is worth, by random playouts from states that the seat takes for possible."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream, stream_key
from imhotep.machine.engine import Machine, Pick
from imhotep.machine.playout import scored
from imhotep.machine.redealing import redeal
from imhotep.program.memory import SEAT, STATUS

WIN: Final = 720_720
"""A win not shared. It divides by all numbers up to 16, so shares of a win are whole numbers."""

End: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""How a game ended: the seats that win it, and the points of each seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What an option came to: totals over so many `playouts`; `broken` ones broke down and do not count.

    `wins` in units of 1/`WIN`, `points` of the deciding seat, `margin` these less the most that another seat had. A
    playout that was cut short counts as it stood, without a win.
    """

    pick: Pick
    playouts: int = 0
    broken: int = 0
    wins: int = 0
    points: int = 0
    margin: int = 0


def round_seed(seed: int, number: int) -> int:
    """The seed of one round of playouts, from 0: each round has one re-dealt state for all options."""
    return stream_key(seed, number)


def evaluate(machine: Machine, s: Sequence[int], playouts: int, seed: int, *, limit: int = -1) -> tuple[Worth, ...]:
    """What the options of the decision that waits are worth to the seat that decides, in their order.

    Each is carried out and played on at random, `playouts` times, to the end or for `limit` decisions. Every round
    begins with one state for all options, drawn anew for the deciding seat.
    """
    state = list(s)
    seat = state[SEAT]
    offered = machine.options(state)
    totals = [[0, 0, 0, 0, 0] for _ in offered]
    for number in range(playouts):
        own = round_seed(seed, number)
        dealt = redeal(machine.program, state, seat, own, offered)
        for pick, total in zip(offered, totals, strict=True):
            after = dealt[:]
            machine.begin_playing()
            try:
                machine.answer(after, *pick)
                play_on(machine, after, own, limit)
                won = machine.winners(after) if after[STATUS] else ()
            except RulesFault:
                total[1] += 1
                continue
            points = list(scored(machine.program, after))
            mine = points.pop(seat - 1)
            total[0] += 1
            total[2] += WIN // len(won) if seat in won else 0
            total[3] += mine
            total[4] += mine - max(points, default=0)
    return tuple(
        Worth(pick=pick, playouts=n, broken=broken, wins=wins, points=points, margin=margin)
        for pick, (n, broken, wins, points, margin) in zip(offered, totals, strict=True)
    )


def play_on(machine: Machine, s: list[int], seed: int, limit: int = -1) -> None:
    """Let random players go on, to the end or for `limit` decisions."""
    streams = [Stream(seed, f"player {name}") for name in machine.program.seats]
    decisions = 0
    while not s[STATUS] and decisions != limit:
        machine.answer(s, *machine.pick(s, streams[s[SEAT] - 1]))
        decisions += 1
        machine.keep_within()


def ended(machine: Machine, s: list[int]) -> End:
    """How a game that is over has ended."""
    return machine.winners(s), scored(machine.program, s)
