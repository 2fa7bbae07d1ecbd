"""How many games which difference takes, by what a pilot of few games shows of how pairs of games spread."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from imhotep.dataclass import dataclass
from imhotep.experiment.deciding import POWER, effect_found, games_for_precision, games_to_be_same, games_to_find
from imhotep.experiment.findings import Comparison
from imhotep.experiment.simulate import rounded
from imhotep.experiment.statistics import CONFIDENCE

ROUND: Final = (100, 300, 1000, 3000, 10_000, 30_000)
"""Numbers of games of which it is told what they find."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """How many games a difference of `effect` takes: to be found, to be ruled out, or to be told to within that."""

    effect: float
    to_find: int
    to_be_same: int
    to_that_precision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A variant at one table, of which the pilot had `pairs` pairs of games that spread by `spread`.

    `finds` tells what difference so many games find. Both are empty where the pilot shows nothing of the spread.
    """

    variant: str
    players: int
    pairs: int
    spread: float | None
    needs: tuple[Need, ...]
    finds: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a pilot says about the games that an experiment takes, where a difference is to be found that often."""

    metric: str
    power: float
    confidence: float
    variants: tuple[Planned, ...]

    def plain(self) -> dict[str, Any]:
        """All of it as JSON knows it."""
        plain: dict[str, Any] = rounded(asdict(self))
        for planned in plain["variants"]:
            planned["finds"] = [{"games": games, "effect": effect} for games, effect in planned["finds"]]
        return plain


def plan(pilot: Comparison, effects: Sequence[float], power: float = POWER) -> Plan:
    """What the games of a pilot say; `effects` are differences of the metric that the experiment is about."""
    name = pilot.experiment.metric
    found = []
    for table in pilot.tables:
        for against in table.variants:
            difference = next((each for each in against.differences if each.name == name), None)
            spread = None if difference is None else difference.spread
            found.append(
                Planned(
                    variant=against.variant.ruleset,
                    players=against.variant.players,
                    pairs=against.pairs,
                    spread=spread,
                    needs=tuple(_need(spread, effect, power) for effect in effects) if spread else (),
                    finds=tuple((n, effect_found(spread, n, power)) for n in ROUND) if spread else (),
                )
            )
    return Plan(metric=name, power=power, confidence=CONFIDENCE, variants=tuple(found))


def _need(spread: float, effect: float, power: float) -> Need:
    return Need(
        effect=effect,
        to_find=games_to_find(spread, effect, power),
        to_be_same=games_to_be_same(spread, effect, power),
        to_that_precision=games_for_precision(spread, effect),
    )
