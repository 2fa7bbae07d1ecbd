"""What many games of one program come to: scores, wins, where points come from, how long games are."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from imhotep.dataclass import dataclass
from imhotep.experiment.metrics import PLAIN, needs_marks, needs_rows
from imhotep.experiment.runner import Log, Progress, running
from imhotep.experiment.sample import Sample, spread
from imhotep.experiment.series import Series, game_seeds, series
from imhotep.experiment.statistics import CONFIDENCE, Estimate, mean
from imhotep.experiment.tally import Played
from imhotep.machine.playout import Outcome
from imhotep.record.transcript import heading
from imhotep.wasm.playing import Backend

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

SHOWN: Final = ("score", "wins", "points", "decisions")
"""The metrics that have a place of their own in a simulation."""

DIGITS = 6  # of figures in JSON: the last bits of a float may differ between mathematics libraries


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One way in which games broke down: how many did, and the first of them, so that it can be played again.

    `stopped` is true for games that took more steps than a game may.
    """

    message: str
    stopped: bool
    games: int
    first_seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFigures:
    """How one seat did: its score, its share of wins (a win shared by k seats counts 1/k), its points by source."""

    seat: str
    score: Estimate
    wins: Estimate
    points: tuple[tuple[str, float | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """Decisions in a game."""

    mean: Estimate
    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What came out of `games` games. All figures are about the `finished` ones; `broken` and `stopped` are apart.

    `score` is the mean over all seats (each game counts once), `points` the mean of one seat by source, `more` has the
    other metrics by name. `played_by` says who played: one text for each seat, which move on from game to game.
    """

    ruleset: str
    digest: str
    players: int
    sides: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str | int | bool], ...]
    played_by: tuple[str, ...]
    games: int
    seed: int
    confidence: float
    finished: int
    broken: int
    stopped: int
    faults: tuple[Fault, ...]
    score: Estimate
    seats: tuple[SeatFigures, ...]
    win_spread: Estimate
    points: tuple[tuple[str, float | None], ...]
    length: Length
    more: tuple[tuple[str, Estimate], ...]

    def plain(self) -> dict[str, Any]:
        """All of it as JSON knows it. Says nothing of the machine, the time or the number of jobs."""
        data: dict[str, Any] = rounded(asdict(self))
        data["sides"], data["options"] = dict(self.sides), dict(self.options)
        data["points"] = _points(self.points)
        data["more"] = {name: rounded(asdict(estimate)) for name, estimate in self.more}
        for seat, plain in zip(self.seats, data["seats"], strict=True):
            plain["points"] = _points(seat.points)
        return data


def simulate(
    ruleset: "Ruleset",
    *,
    players: int,
    games: int,
    seed: int,
    played_by: tuple[str, ...] = ("random",),
    metrics: Sequence[str] = PLAIN,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    ledger: Path | None = None,
    backend: Backend | None = None,
    log: Callable[[str], object] | None = None,
) -> Simulation:
    """Play `games` games for that many players; the same arguments give the same figures, however they are run.

    `log` is called with one line of JSON for each game, in the order of the seeds (see `schemas/log.schema.json`). The
    rest is as for `imhotep.experiment.runner.running`.
    """
    game_seeds(seed, games)
    program = ruleset.program(players)
    kept = None if log is None else Log(heading(ruleset, program), log)
    each = series(
        program,
        seed=seed,
        players=played_by,
        name=ruleset.id,
        has_rows=needs_rows(metrics),
        has_marks=needs_marks(metrics),
    )
    with running(
        [each], jobs=jobs, executor=executor, progress=progress, ledger=ledger, log=kept, backend=backend
    ) as runner:
        (played,) = runner.play([games])
    return figures(each, played, seed=seed, metrics=metrics)


def figures(series: Series, played: Sequence[Played], *, seed: int, metrics: Sequence[str] = PLAIN) -> Simulation:
    """What the first games of a series come to."""
    program, outcomes = series.program, [each.outcome for each in played]
    good = [o for o in outcomes if o.fault is None]
    stopped = sum(o.stopped for o in outcomes)
    decisions = [o.decisions for o in good]
    sample = Sample(program, series.players, finished(played))
    return Simulation(
        ruleset=series.name,
        digest=program.digest,
        players=program.players,
        sides=program.sides,
        options=program.options,
        played_by=series.players,
        games=len(outcomes),
        seed=seed,
        confidence=CONFIDENCE,
        finished=len(good),
        broken=len(outcomes) - len(good) - stopped,
        stopped=stopped,
        faults=_faults(outcomes),
        score=sample.estimate("score"),
        seats=tuple(
            SeatFigures(
                seat=name,
                score=sample.estimate(f"score.{name}"),
                wins=sample.estimate(f"wins.{name}"),
                points=_means(program.sources, [[points[i] for points in o.points] for o in good]),
            )
            for i, name in enumerate(program.seats)
        ),
        win_spread=spread(sample),
        points=_means(program.sources, [[sum(points) / program.players for points in o.points] for o in good]),
        length=Length(
            mean=sample.estimate("decisions"), least=min(decisions, default=None), most=max(decisions, default=None)
        ),
        more=tuple(
            (name, measured[1])
            for name in sample.names([each for each in metrics if each not in SHOWN])
            if (measured := sample.measure(name)) is not None
        ),
    )


def finished(played: Sequence[Played]) -> list[tuple[int, Played]]:
    """The games that came to their end, with their numbers."""
    return [(number, each) for number, each in enumerate(played) if each.outcome.fault is None]


def rounded(value: Any) -> Any:
    """The same plain data with its fractions rounded."""
    match value:
        case float():
            return round(value, DIGITS) + 0.0
        case dict():
            return {key: rounded(v) for key, v in value.items()}
        case list() | tuple():
            return [rounded(v) for v in value]
    return value


def _means(sources: Sequence[str], games: Sequence[Sequence[float]]) -> tuple[tuple[str, float | None], ...]:
    return tuple((source, mean([game[i] for game in games]).value) for i, source in enumerate(sources))


def _faults(outcomes: Sequence[Outcome]) -> tuple[Fault, ...]:
    found: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.fault is not None:
            found.setdefault(outcome.fault, []).append(outcome)
    return tuple(
        Fault(message=message, stopped=games[0].stopped, games=len(games), first_seed=games[0].seed)
        for message, games in found.items()
    )


def _points(points: Sequence[tuple[str, float | None]]) -> dict[str, Any]:
    return {source: rounded(value) for source, value in points}
