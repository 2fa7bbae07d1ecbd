"""The games of one program that came to their end, and all figures of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.experiment.metrics import NAMES, Game, Metric
from imhotep.experiment.seating import seating
from imhotep.experiment.statistics import Estimate, Figure, Part, less, ratio, wilson
from imhotep.experiment.tally import Played, scores
from imhotep.game.naming import Naming
from imhotep.machine.marks import effects
from imhotep.program.program import Program

FEWEST: Final = 10
"""Games below which nothing is told of an option."""


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
            case "effect":
                return tuple(effects(self.program))
        return ()

    def figure(self, name: str) -> Figure | None:
        """A figure; None where there is nothing of that name."""
        measured = self.measure(name)
        return None if measured is None else measured[0]

    def estimate(self, name: str) -> Estimate:
        """A figure that there is, with its interval."""
        measured = self.measure(name)
        assert measured is not None
        return measured[1]

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
