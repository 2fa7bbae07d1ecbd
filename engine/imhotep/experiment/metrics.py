"""What is measured in games. A metric is a ratio of two sums over games, to which each game gives a part.

`docs/experiments.md` defines each of them.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import suggestion
from imhotep.errors import UsageError
from imhotep.experiment.statistics import Part
from imhotep.experiment.tally import Tally
from imhotep.machine.marks import effects
from imhotep.machine.playout import Outcome
from imhotep.program.program import Program

Subject: TypeAlias = Literal["seat", "source", "player", "option", "effect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A finished game: its rules, how it went, what its decisions come to, and who played each seat."""

    program: Program
    outcome: Outcome
    tally: Tally | None
    players: tuple[str, ...]
    scores: tuple[int, ...]

    def win(self, seat: int) -> float:
        """What a seat (from 1) has of the win: 1/k where k seats share it."""
        winners = self.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0

    @property
    def tallied(self) -> Tally:
        """What its decisions come to, which must have been looked at."""
        assert self.tally is not None
        return self.tally


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric or a family of them, one for each subject.

    `title` stands over several figures of it, `whole`, if any, is that of all subjects together. A share is between 0
    and 1. `needs_rows`: decisions are needed; `needs_marks`: it must be noted what runs, too.
    """

    name: str
    title: str
    whole: Callable[[Game], Part] | None = None
    of: Subject | None = None
    part: Callable[[Game, str], Part] | None = None
    is_share: bool = False
    needs_rows: bool = False
    needs_marks: bool = False


def _score(game: Game) -> Part:
    return sum(game.scores) / len(game.scores), 1


def _score_of(game: Game, seat: str) -> Part:
    return game.scores[game.program.seats.index(seat)], 1


def _win_of(game: Game, seat: str) -> Part:
    return game.win(game.program.seats.index(seat) + 1), 1


def _win_of_player(game: Game, player: str) -> Part:
    seats = [seat for seat, who in enumerate(game.players, start=1) if who == player]
    return sum(map(game.win, seats)), len(seats)


def _tie(game: Game) -> Part:
    return len(game.outcome.winners) > 1, 1


def _margin(game: Game) -> Part:
    ranked = sorted(game.scores)
    return (ranked[-1] - ranked[-2], 1) if len(ranked) > 1 else (0, 0)


def _points_from(game: Game, source: str) -> Part:
    return sum(game.outcome.points[game.program.sources.index(source)]) / game.program.players, 1


def _decisions(game: Game) -> Part:
    return game.outcome.decisions, 1


def _turns(game: Game) -> Part:
    return game.tallied.turns, 1


def _choices(game: Game) -> Part:
    return game.tallied.choices, game.outcome.decisions


def _lead_changes(game: Game) -> Part:
    return game.tallied.lead_changes, 1


def _runaway(game: Game) -> Part:
    half, end, n = game.tallied.half, game.scores, len(game.scores)
    together = sum(h * e for h, e in zip(half, end, strict=True))
    return n * together - sum(half) * sum(end), n * sum(h * h for h in half) - sum(half) ** 2


def _comeback(game: Game) -> Part:
    behind = [seat for seat, points in enumerate(game.tallied.half, start=1) if points < max(game.tallied.half)]
    return sum(map(game.win, behind)), bool(behind)


def _used(game: Game, effect: str) -> Part:
    return not set(effects(game.program)[effect]).isdisjoint(game.tallied.begun), 1


METRICS: Final = (
    Metric("score", "score", _score, "seat", _score_of),
    Metric("wins", "wins", None, "seat", _win_of, is_share=True),
    Metric("player_wins", "wins of players", None, "player", _win_of_player, is_share=True),
    Metric("ties", "ties", _tie, is_share=True),
    Metric("margin", "margin", _margin),
    Metric("points", "points of a seat", None, "source", _points_from),
    Metric("decisions", "decisions", _decisions),
    Metric("turns", "turns", _turns, needs_rows=True),
    Metric("choices", "choices", _choices, is_share=True, needs_rows=True),
    Metric("lead_changes", "lead_changes", _lead_changes, needs_rows=True),
    Metric("runaway", "runaway", _runaway, needs_rows=True),
    Metric("comebacks", "comebacks", _comeback, is_share=True, needs_rows=True),
    Metric("picked", "picked", None, "option", is_share=True, needs_rows=True),
    Metric("lift", "win lift", None, "option", is_share=True, needs_rows=True),
    Metric("used", "used", None, "effect", _used, is_share=True, needs_rows=True, needs_marks=True),
)
NAMES: Final = {metric.name: metric for metric in METRICS}
PLAIN: Final = tuple(metric.name for metric in METRICS if not metric.needs_rows)
"""The metrics that need no look at decisions, so that games are played at full speed."""


def needs_rows(names: Sequence[str]) -> bool:
    """Whether some metrics need a look at decisions."""
    return any(metric(name).needs_rows for name in names)


def needs_marks(names: Sequence[str]) -> bool:
    """Whether for some metrics it must be noted what runs."""
    return any(metric(name).needs_marks for name in names)


def metric(name: str) -> Metric:
    """The metric of a name such as `score` or `score.SEAT`; raises UsageError."""
    found = NAMES.get(name.partition(".")[0])
    if found is None:
        raise UsageError(f"there is no metric `{name}`; {suggestion(name, NAMES)}")
    return found


def families(names: Sequence[str]) -> tuple[str, ...]:
    """The metrics that take no longer, and those that are named, `all` being all; raises UsageError."""
    for name in names:
        if name != "all" and metric(name).name != name:
            raise UsageError(f"`{name}` is one figure; name the metric, `{metric(name).name}`")
    return tuple(name for name in NAMES if name in PLAIN or name in names or "all" in names)
