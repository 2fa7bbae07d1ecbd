"""What the decisions of one game come to, in a few whole numbers: how long it was, who led, what was picked.

A pure function of a program, an outcome and rows, so it does not matter what played the game.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from imhotep.dataclass import dataclass
from imhotep.machine.playout import POINTS, Outcome, Row
from imhotep.program.program import Program

Pick: TypeAlias = tuple[int, int, int, int, int]
"""A decision point, a way and a value as in a row, how often a seat picked it, and the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What the decisions of a game come to.

    `turns` counts stretches of decisions that one seat takes in a row; `choices` decisions with more than one option;
    `lead_changes` how often the seat that alone has the most points is another one than the last that had. `half` are
    the points of each seat before decision n/2 + 1 of n (rounded down). `picks` are those among more than one option.
    `begun` are the procedures that began, in order, if that was noted.
    """

    turns: int
    choices: int
    lead_changes: int
    half: tuple[int, ...]
    picks: tuple[Pick, ...]
    begun: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; `tally` is None if its decisions were not looked at."""

    outcome: Outcome
    tally: Tally | None = None


def scores(outcome: Outcome, players: int) -> tuple[int, ...]:
    """The score of each seat."""
    return tuple(sum(points[seat] for points in outcome.points) for seat in range(players))


def tally(program: Program, outcome: Outcome, rows: Sequence[Row], begun: Sequence[int] = ()) -> Tally:
    """What the rows of a game come to, and the procedures that began in it."""
    end = scores(outcome, program.players)
    standings = [*(row[POINTS:] for row in rows), end]
    seats = [seat for _, seat, *_ in rows]
    picks = Counter((row[0], row[3], row[4], row[1]) for row in rows if row[2] > 1)
    return Tally(
        turns=sum(seat != before for seat, before in zip(seats, [0, *seats], strict=False)),
        choices=sum(row[2] > 1 for row in rows),
        lead_changes=_lead_changes(standings),
        half=standings[len(rows) // 2],
        picks=tuple((number, way, value, times, seat) for (number, way, value, seat), times in sorted(picks.items())),
        begun=tuple(begun),
    )


def _lead_changes(standings: Sequence[Sequence[int]]) -> int:
    changes, leader = 0, None
    for points in standings:
        most = max(points)
        if points.count(most) == 1:
            now = points.index(most)
            changes += leader is not None and now != leader
            leader = now
    return changes
