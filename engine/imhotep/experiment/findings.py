"""What an experiment shows: figures, differences, and what may be said of them. Computes nothing of it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from imhotep.dataclass import dataclass
from imhotep.experiment.deciding import Aim, Verdict, disagree
from imhotep.experiment.experiment import Experiment
from imhotep.experiment.seating import caution
from imhotep.experiment.simulate import Simulation, rounded
from imhotep.experiment.statistics import CONFIDENCE, Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure of the base and of a variant, and the variant's less the base's, over pairs.

    `base` or `variant` is None where the thing exists in the other one only, such as a seat or a source of points. A
    source that does not exist gives no points; another thing that does not exist has no difference, and then no
    verdict. `spread` is the standard deviation of the difference over pairs, `chance` the corrected chance of so large
    a difference where there is none. `again` is the verdict with the second players.
    """

    name: str
    base: Estimate | None
    variant: Estimate | None
    difference: Estimate | None
    spread: float | None = None
    chance: float | None = None
    verdict: Verdict | None = None
    again: Verdict | None = None

    @property
    def depends_on_play(self) -> bool:
        """Whether the two players show different things."""
        return disagree(self.verdict, self.again)

    def plain(self) -> dict[str, Any]:
        """All of it as JSON knows it."""
        data = asdict(self)
        del data["name"]
        if self.again is None:
            del data["again"]
            return data
        return data | {"depends_on_play": self.depends_on_play}


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """One variant against the base, over `pairs` pairs of games; `dropped` pairs had a game without an end.

    `aims` tells of each target whether the variant meets it. `second` is the same with the second players.
    """

    variant: Simulation
    pairs: int
    dropped: int
    differences: tuple[Difference, ...]
    aims: tuple[Aim, ...]
    second: "Against | None" = None

    def named(self, name: str) -> Difference:
        """The difference of a figure."""
        return next(each for each in self.differences if each.name == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What one table of play shows with some players: the base and how each variant differs from it.

    `second` is the same with the second players.
    """

    players: tuple[str, ...]
    base: Simulation
    aims: tuple[Aim, ...]
    variants: tuple[Against, ...]
    second: "Compared | None" = None

    def plain(self, changes: Sequence[Sequence[Any]]) -> dict[str, Any]:
        """All of it as JSON knows it; `changes` as for a comparison."""
        variants = [
            {
                **({"changes": changes[number]} if changes else {}),
                "figures": against.variant.plain(),
                **_targets(against.aims, against.second),
                "pairs": against.pairs,
                "dropped": against.dropped,
                "differences": {each.name: each.plain() for each in against.differences},
            }
            for number, against in enumerate(self.variants)
        ]
        return {"base": self.base.plain(), **_targets(self.aims, self.second), "variants": variants}


def _targets(aims: Sequence[Aim], second: Against | Compared | None) -> dict[str, Any]:
    if second is None:
        return {"targets": list(aims)}
    turned = [disagree(one, other) for one, other in zip(aims, second.aims, strict=True)]
    return {"targets": list(aims), "targets_again": list(second.aims), "targets_depend_on_play": turned}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What an experiment shows at each table."""

    experiment: Experiment
    tables: tuple[Compared, ...]

    @property
    def again(self) -> tuple[Compared, ...]:
        """The same with the second players."""
        return tuple(table.second for table in self.tables if table.second is not None)

    def plain(self, changes: Sequence[Sequence[Any]] = ()) -> dict[str, Any]:
        """All of it as JSON knows it. Says nothing of the machine, the time or the number of jobs.

        `changes` are those that each variant makes to the rules, if they are to be told.
        """
        e = self.experiment
        plain: dict[str, Any] = rounded(
            {
                "title": e.title,
                "caution": caution(e.players),
                "seed": e.seed,
                "games": e.games,
                "precision": e.precision,
                "confidence": CONFIDENCE,
                "metric": e.metric,
                "better": e.better,
                "same_within": dict(e.same_within),
                "targets": [target.words for target in e.targets],
                "players": list(e.players),
                "tables": [table.plain(changes) for table in self.tables],
            }
        )
        if e.second_players is not None:
            plain["second_players"] = list(e.second_players)
            plain["again"] = rounded([table.plain(()) for table in self.again])
        return plain

    @property
    def simulations(self) -> Iterator[Simulation]:
        """All that was played."""
        for table in (*self.tables, *self.again):
            yield table.base
            yield from (against.variant for against in table.variants)
