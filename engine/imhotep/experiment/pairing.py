"""The base and its variants at one table, game beside game: pairs with the same seed and the same players.

Only pairs in which both games came to their end count; the others are dropped and their number is told.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from imhotep.dataclass import dataclass
from imhotep.experiment.deciding import Aim, aim, games_for_precision
from imhotep.experiment.experiment import Experiment, Rules, figure_names, figures_of
from imhotep.experiment.findings import Against
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.sample import Sample
from imhotep.experiment.series import Series, series
from imhotep.experiment.simulate import Simulation, figures, finished
from imhotep.experiment.statistics import Estimate, Figure, less, mean
from imhotep.experiment.tally import Played

Games: TypeAlias = tuple[Played, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A figure of both sides of pairs, and the difference before anything is said of it."""

    name: str
    base: Estimate | None
    variant: Estimate | None
    difference: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a line's games come to, before anything is said of it: the base, and each variant with its findings."""

    players: tuple[str, ...]
    base: Simulation
    aims: tuple[Aim, ...]
    variants: list[tuple[Against, list[Found]]]


class Line:
    """One table with the same players throughout: the base and its variants."""

    def __init__(self, experiment: Experiment, players: tuple[str, ...], table: Sequence[Rules]) -> None:
        self.experiment = experiment
        self.series = [
            series(
                rules.program,
                seed=experiment.seed,
                players=players,
                name=rules.name,
                has_rows=experiment.has_rows,
                has_marks=experiment.has_marks,
            )
            for rules in table
        ]

    def needs(self, games: Mapping[str, Games], pilot: int) -> int:
        """How many games bring the precision that is wanted, by what the first ones show."""
        experiment = self.experiment
        assert experiment.precision is not None
        base, *variants = (games[each.key] for each in self.series)
        most = pilot
        for number, other in enumerate(variants or [base], start=1 if variants else 0):
            before, after = self._pairs(number, base, other)
            figure = after.figure(experiment.metric)
            if variants:
                figure = _difference(before.figure(experiment.metric), figure)
            if figure is None or len(figure.errors) < 2:
                return experiment.games
            most = max(most, games_for_precision(figure.spread, experiment.precision))
        return min(most, experiment.games)

    def _pairs(self, number: int, base: Games, other: Games) -> tuple[Sample, Sample]:
        """The games of the base and of a variant in which both came to their end."""
        both = dict(finished(base)).keys() & dict(finished(other)).keys()
        sides = ((self.series[0], base), (self.series[number], other))
        before, after = (
            Sample(each.program, each.players, [(i, games[i]) for i in sorted(both)]) for each, games in sides
        )
        return before, after

    def measured(self, games: Mapping[str, Games]) -> Measured:
        """What came of the games."""
        base, *variants = (games[each.key] for each in self.series)
        told = [self._figures(each, games[each.key]) for each in self.series]
        found = []
        for number, other in enumerate(variants, start=1):
            before, after = self._pairs(number, base, other)
            against = Against(
                variant=told[number],
                pairs=len(after.games),
                dropped=min(len(base), len(other)) - len(after.games),
                differences=(),
                aims=self._aims(number, other),
            )
            found.append((against, self._found(before, after)))
        return Measured(players=self.series[0].players, base=told[0], aims=self._aims(0, base), variants=found)

    def _figures(self, each: Series, games: Games) -> Simulation:
        return figures(each, games, seed=self.experiment.seed, metrics=self.experiment.families)

    def _found(self, before: Sample, after: Sample) -> list[Found]:
        families = self.experiment.families
        names = sorted(
            dict.fromkeys((*before.names(families), *after.names(families))),
            key=lambda name: families.index(name.partition(".")[0]),
        )
        found = []
        for name in names:
            base, variant = before.measure(name), after.measure(name)
            one, other = base and base[0], variant and variant[0]
            if NAMES[name.partition(".")[0]].of == "source":  # what does not exist gives no points
                nothing = mean([0] * len(after.games))
                one, other = one or nothing, other or nothing
            found.append(
                Found(
                    name=name,
                    base=base and base[1],
                    variant=variant and variant[1],
                    difference=_difference(one, other),
                )
            )
        return found

    def _aims(self, number: int, games: Games) -> tuple[Aim, ...]:
        each = self.series[number]
        sample = Sample(each.program, each.players, finished(games))
        known = figure_names(each.program, each.players)
        found = []
        for target in self.experiment.targets:
            of = [figure for name in figures_of(target.metric, known) if (figure := sample.figure(name)) is not None]
            found.append(aim(of, *target.bounds(each.program.players)))
        return tuple(found)


def _difference(before: Figure | None, after: Figure | None) -> Figure | None:
    return None if before is None or after is None else less(after, before)
