"""Plays rulesets on the same seeds and says how each variant differs from the base, game by game.

A game of the base and the game of a variant with the same seed are a pair. Only pairs in which both came to their end
count; the others are dropped and their number is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError
from imhotep.experiment.runner import Progress, run
from imhotep.experiment.simulate import Simulation, figures, game_seeds, rounded, score, win_share
from imhotep.experiment.statistics import CONFIDENCE, Estimate, mean, paired_difference, share
from imhotep.machine.playout import Outcome
from imhotep.program.program import Program

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

CAUTION: Final = "random players: this says little about good play"

Verdict: TypeAlias = Literal["higher", "lower", "no clear difference", "no difference", "too few games"]
Values: TypeAlias = list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure of the base and of a variant, and the variant's less the base's, over pairs.

    `base` or `variant` is None where the thing exists in the other one only, such as a seat or a source of points. A
    source that does not exist gives no points; a seat that does not exist has no difference.
    """

    base: Estimate | None
    variant: Estimate | None
    difference: Estimate | None
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A difference of one seat or one source of points."""

    name: str
    difference: Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """One variant against the base, over `pairs` pairs of games; `dropped` pairs had a game without an end.

    `score` and `points` are those of one seat on average, each pair counts once. `wins` are shares of wins.
    """

    variant: Simulation
    pairs: int
    dropped: int
    score: Difference
    scores: tuple[Named, ...]
    wins: tuple[Named, ...]
    points: tuple[Named, ...]
    length: Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The base and how each variant differs from it."""

    players: int
    games: int
    seed: int
    confidence: float
    base: Simulation
    variants: tuple[Against, ...]

    def plain(self, changes: Sequence[Sequence[Any]] = ()) -> dict[str, Any]:
        """All of it as JSON knows it. Says nothing of the machine, the time or the number of jobs.

        `changes` are those that each variant makes to the rules, if they are to be told.
        """
        variants = [
            {
                **({"changes": changes[number]} if changes else {}),
                "figures": against.variant.plain(),
                "pairs": against.pairs,
                "dropped": against.dropped,
                "score": asdict(against.score),
                "scores": _plain(against.scores),
                "wins": _plain(against.wins),
                "points": _plain(against.points),
                "length": asdict(against.length),
            }
            for number, against in enumerate(self.variants)
        ]
        plain: dict[str, Any] = rounded(
            {
                "caution": CAUTION,
                "players": self.players,
                "games": self.games,
                "seed": self.seed,
                "confidence": self.confidence,
                "base": self.base.plain(),
                "variants": variants,
            }
        )
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played:
    """A program and its games."""

    program: Program
    outcomes: tuple[Outcome, ...]
    figures: Simulation


def compare(
    rulesets: Sequence["Ruleset"],
    *,
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Play each ruleset `games` times on the same seeds; the first one is the base that the others are held against.

    `progress` is called with how many more games are done, of `games` for each ruleset.
    """
    if not rulesets:
        raise UsageError("there is nothing to compare")
    seeds = game_seeds(seed, games)
    programs = [ruleset.program(players) for ruleset in rulesets]
    played = []
    for ruleset, program in zip(rulesets, programs, strict=True):
        outcomes = run(program, seeds, jobs, progress)
        told = figures(program, outcomes, ruleset=ruleset.id, seed=seed)
        played.append(_Played(program=program, outcomes=outcomes, figures=told))
    base, *variants = played
    return Comparison(
        players=players,
        games=games,
        seed=seed,
        confidence=CONFIDENCE,
        base=base.figures,
        variants=tuple(_against(base, variant) for variant in variants),
    )


def _against(base: _Played, variant: _Played) -> Against:
    both = zip(base.outcomes, variant.outcomes, strict=True)
    pairs = [(b, v) for b, v in both if b.fault is None and v.fault is None]
    before, after = _Side(base.program, [b for b, _ in pairs]), _Side(variant.program, [v for _, v in pairs])
    seats = _union(base.program.seats, variant.program.seats)
    sources = _union(base.program.sources, variant.program.sources)
    return Against(
        variant=variant.figures,
        pairs=len(pairs),
        dropped=len(base.outcomes) - len(pairs),
        score=_difference(before.all_scores(), after.all_scores()),
        scores=tuple(Named(name=s, difference=_difference(before.scores(s), after.scores(s))) for s in seats),
        wins=tuple(Named(name=s, difference=_difference(before.wins(s), after.wins(s), share)) for s in seats),
        points=tuple(
            Named(name=s, difference=_difference(before.points(s), after.points(s), nothing=0.0)) for s in sources
        ),
        length=_difference(before.lengths(), after.lengths()),
    )


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the pairs: what is measured in each game, or None where the program knows no such seat or source."""

    program: Program
    outcomes: list[Outcome]

    def all_scores(self) -> Values:
        return [sum(map(sum, o.points)) / self.program.players for o in self.outcomes]

    def scores(self, seat: str) -> Values | None:
        number = _number(self.program.seats, seat)
        return None if number is None else [score(o, number + 1) for o in self.outcomes]

    def wins(self, seat: str) -> Values | None:
        number = _number(self.program.seats, seat)
        return None if number is None else [win_share(o, number + 1) for o in self.outcomes]

    def points(self, source: str) -> Values | None:
        number = _number(self.program.sources, source)
        return None if number is None else [sum(o.points[number]) / self.program.players for o in self.outcomes]

    def lengths(self) -> Values:
        return [o.decisions for o in self.outcomes]


def _difference(
    before: Values | None,
    after: Values | None,
    estimate: Callable[[Sequence[float]], Estimate] = mean,
    *,
    nothing: float | None = None,
) -> Difference:
    """`nothing` is what counts in each game where one of the two does not exist."""
    told = [None if values is None else estimate(values) for values in (before, after)]
    count = len(before or after or ())
    if nothing is not None:
        before, after = ([nothing] * count if values is None else values for values in (before, after))
    difference = None if before is None or after is None else paired_difference(before, after)
    return Difference(
        base=told[0],
        variant=told[1],
        difference=difference,
        verdict=None if difference is None else _verdict(difference, before == after),
    )


def _verdict(difference: Estimate, same: bool) -> Verdict:
    if difference.count and same:
        return "no difference"
    if difference.value is None or difference.low is None:
        return "too few games"
    if not difference.excludes_zero:
        return "no clear difference"
    return "higher" if difference.value > 0 else "lower"


def _union(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    """All names, those of the first in front, each once and in its order."""
    return tuple(dict.fromkeys((*first, *second)))


def _number(names: Sequence[str], name: str) -> int | None:
    return names.index(name) if name in names else None


def _plain(named: Sequence[Named]) -> dict[str, Any]:
    return {each.name: asdict(each.difference) for each in named}
