"""What is measured in games. A metric is a ratio of two sums over games, to which each game gives a part.

`docs/experiments.md` defines each of them. Looks only at games that came to their end.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import suggestion
from imhotep.errors import UsageError
from imhotep.experiment.seating import seating
from imhotep.experiment.statistics import Estimate, Figure, Part, less, ratio, wilson
from imhotep.experiment.tally import Played, Tally, scores
from imhotep.game.naming import Naming
from imhotep.machine.playout import Outcome
from imhotep.program.program import Program

Subject: TypeAlias = Literal["seat", "source", "player", "option"]


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
    and 1. `needs_rows`: decisions are needed.
    """

    name: str
    title: str
    whole: Callable[[Game], Part] | None = None
    of: Subject | None = None
    part: Callable[[Game, str], Part] | None = None
    is_share: bool = False
    needs_rows: bool = False


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
)
NAMES: Final = {metric.name: metric for metric in METRICS}
FEWEST: Final = 10
"""Games below which nothing is told of an option."""

PLAIN: Final = tuple(metric.name for metric in METRICS if not metric.needs_rows)
"""The metrics that need no look at decisions, so that games are played at full speed."""


def needs_rows(names: Sequence[str]) -> bool:
    """Whether some metrics need a look at decisions."""
    return any(metric(name).needs_rows for name in names)


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


class Sample:
    """The finished games of one program, to be measured."""

    def __init__(self, program: Program, players: Sequence[str], games: Sequence[tuple[int, Played]]) -> None:
        """`games` have numbers from 0, which say who played which seat."""
        self.program = program
        self.players = tuple(dict.fromkeys(players))
        self.games = [
            Game(
                program=program,
                outcome=played.outcome,
                tally=played.tally,
                players=seating(players, number),
                scores=scores(played.outcome, program.players),
            )
            for number, played in games
        ]

    def names(self, metrics: Sequence[str]) -> Iterator[str]:
        """The names of all figures of some metrics, each with its subject."""
        for each in (NAMES[name] for name in metrics):
            if each.whole is not None:
                yield each.name
            yield from (f"{each.name}.{subject}" for subject in self._subjects(each))

    def _subjects(self, metric: Metric) -> Sequence[str]:
        match metric.of:
            case "seat":
                return self.program.seats
            case "source":
                return self.program.sources
            case "player":
                return self.players if len(self.players) > 1 else ()
            case "option":
                return self._options
        return ()

    def figure(self, name: str) -> Figure | None:
        """A figure; None where there is nothing of that name."""
        measured = self.measure(name)
        return None if measured is None else measured[0]

    def measure(self, name: str) -> tuple[Figure, Estimate] | None:
        """A figure, and the same with its interval: Wilson's where each game either counts or does not."""
        family, _, subject = name.partition(".")
        if family == "lift":
            lift = self._lift(subject)
            return None if lift is None else (lift, lift.estimate())
        parts = self._parts(family, subject)
        if parts is None:
            return None
        figure = ratio(parts)
        if parts and NAMES[family].is_share and all(b == 1 for _, b in parts):
            return figure, wilson(sum(a for a, _ in parts), len(parts))
        return figure, figure.estimate()

    def _parts(self, family: str, subject: str) -> list[Part] | None:
        metric = NAMES[family]
        if metric.of == "option":
            return self._picked(subject)
        if not subject:
            return None if metric.whole is None else [metric.whole(game) for game in self.games]
        if metric.part is None or subject not in self._subjects(metric):
            return None
        return [metric.part(game, subject) for game in self.games]

    # ---- options

    @cached_property
    def _options(self) -> tuple[str, ...]:
        """All options that were picked where there was a choice, as `DECISION OPTION`."""
        return tuple(sorted({option for picks in self._picks for option in picks.times}))

    @cached_property
    def _picks(self) -> "list[_Picks]":
        naming = Naming(self.program)
        names: dict[tuple[int, int, int], str] = {}
        found = []
        for game in self.games:
            picks = _Picks(Counter(), Counter(), {})
            for number, way, value, times, seat in game.tallied.picks:
                decision = self.program.decisions[number]
                name = names.get((number, way, value))
                if name is None:
                    name = names[number, way, value] = f"{decision.id} {naming.sort(decision.ways[way], value)}"
                picks.asked[decision.id] += times
                picks.times[name] += times
                picks.seats.setdefault(name, set()).add(seat)
            found.append(picks)
        return found

    def _picked(self, option: str) -> list[Part] | None:
        """How often an option was picked in each game, and how often its decision was a choice."""
        decision = option.partition(" ")[0]
        parts: list[Part] = [(picks.times[option], picks.asked[decision]) for picks in self._picks]
        return parts if _is_enough(parts) else None

    def _lift(self, option: str) -> Figure | None:
        """The share of wins of the seats that picked an option in a game, less that of the seats that did not."""
        with_it: list[Part] = []
        without: list[Part] = []
        for game, picks in zip(self.games, self._picks, strict=True):
            seats = picks.seats.get(option, ())
            won = sum(map(game.win, seats))
            with_it.append((won, len(seats)))
            without.append((bool(game.outcome.winners) - won, self.program.players - len(seats)))
        return less(ratio(with_it), ratio(without)) if _is_enough(with_it) and _is_enough(without) else None


@dataclass(frozen=True, slots=True)
class _Picks:
    """What was picked in one game where there was a choice: by decision and by option how often, and by whom."""

    asked: Counter[str]
    times: Counter[str]
    seats: dict[str, set[int]]


def _is_enough(parts: Sequence[Part]) -> bool:
    """Whether so many games have a part in a figure of options that its interval can be trusted."""
    return sum(b > 0 for _, b in parts) >= FEWEST


def spread(sample: Sample) -> Estimate:
    """The largest win rate of a seat less the smallest one, with an interval from all pairs of seats (Bonferroni)."""
    n = sample.program.players
    figures = [figure for seat in sample.program.seats if (figure := sample.figure(f"wins.{seat}")) is not None]
    pairs = [less(a, b) for i, a in enumerate(figures) for b in figures[:i]]
    if not sample.games or not pairs:
        return Estimate(value=None, low=None, high=None, count=0)
    estimates = [pair.estimate(1 - 0.05 / (n * (n - 1) / 2)) for pair in pairs]
    lows = [max(e.low, -e.high, 0.0) for e in estimates if e.low is not None and e.high is not None]
    highs = [max(-e.low, e.high) for e in estimates if e.low is not None and e.high is not None]
    return Estimate(
        value=max(abs(e.value or 0.0) for e in estimates),
        low=max(lows, default=None),
        high=max(highs, default=None),
        count=len(sample.games),
    )
