"""Plays a ruleset many times with random players: scores, wins, where points come from, how long games are."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError
from imhotep.experiment.runner import Log, Progress, run
from imhotep.experiment.statistics import CONFIDENCE, Estimate, mean, share
from imhotep.machine.chance import name_hash, stream_key
from imhotep.machine.playout import Outcome
from imhotep.program.program import Program
from imhotep.record.transcript import heading

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

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

    `score` is the mean over all seats (each game counts once), `points` the mean of one seat by source.
    """

    ruleset: str
    digest: str
    players: int
    sides: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str | int | bool], ...]
    games: int
    seed: int
    confidence: float
    finished: int
    broken: int
    stopped: int
    faults: tuple[Fault, ...]
    score: Estimate
    seats: tuple[SeatFigures, ...]
    points: tuple[tuple[str, float | None], ...]
    length: Length

    def plain(self) -> dict[str, Any]:
        """All of it as JSON knows it. Says nothing of the machine, the time or the number of jobs."""
        data: dict[str, Any] = rounded(asdict(self))
        data["sides"], data["options"] = dict(self.sides), dict(self.options)
        data["points"] = _points(self.points)
        for seat, plain in zip(self.seats, data["seats"], strict=True):
            plain["points"] = _points(seat.points)
        return data


def simulate(
    ruleset: "Ruleset",
    *,
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Progress | None = None,
    log: Callable[[str], object] | None = None,
) -> Simulation:
    """Play `games` games for that many players; the same arguments give the same figures, whatever `jobs` is.

    `log` is called with one line of JSON for each game, in the order of the seeds (see `schemas/log.schema.json`).
    """
    program = ruleset.program(players)
    kept = None if log is None else Log(heading(ruleset, program), log)
    outcomes = run(program, game_seeds(seed, games), jobs, progress, kept)
    return figures(program, outcomes, ruleset=ruleset.id, seed=seed)


def game_seeds(seed: int, games: int) -> range:
    """The seed of each game of an experiment: one after another, from a start that the seed of the experiment decides.

    The start is 52 bits of the stream `game`, so experiments with neighbouring seeds lie far apart and share no games
    (for a million games each, by chance once in two thousand million times), more games begin with the same ones, and
    no seed is too large for what reads JSON.
    """
    if games < 1:
        raise UsageError(f"there is at least 1 game to play, not {games}")
    start = stream_key(seed, name_hash("game")) >> 12
    return range(start, start + games)


def figures(
    program: Program, outcomes: Sequence[Outcome], *, ruleset: str, seed: int, confidence: float = CONFIDENCE
) -> Simulation:
    """What the outcomes of a program's games come to."""
    good = [o for o in outcomes if o.fault is None]
    stopped = sum(o.stopped for o in outcomes)
    decisions = [o.decisions for o in good]
    return Simulation(
        ruleset=ruleset,
        digest=program.digest,
        players=program.players,
        sides=program.sides,
        options=program.options,
        games=len(outcomes),
        seed=seed,
        confidence=confidence,
        finished=len(good),
        broken=len(outcomes) - len(good) - stopped,
        stopped=stopped,
        faults=_faults(outcomes),
        score=mean([sum(map(sum, o.points)) / program.players for o in good], confidence),
        seats=tuple(
            SeatFigures(
                seat=name,
                score=mean([score(o, i + 1) for o in good], confidence),
                wins=share([win_share(o, i + 1) for o in good], confidence),
                points=_means(program.sources, [[points[i] for points in o.points] for o in good]),
            )
            for i, name in enumerate(program.seats)
        ),
        points=_means(program.sources, [[sum(points) / program.players for points in o.points] for o in good]),
        length=Length(
            mean=mean(decisions, confidence), least=min(decisions, default=None), most=max(decisions, default=None)
        ),
    )


def score(outcome: Outcome, seat: int) -> int:
    """The score of a seat (from 1)."""
    return sum(points[seat - 1] for points in outcome.points)


def win_share(outcome: Outcome, seat: int) -> float:
    """What a seat (from 1) has of the win: 1/k where k seats share it."""
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


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
