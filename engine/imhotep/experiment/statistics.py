"""Means, shares and differences, each with an interval that says how far chance alone may have moved it.

Pure functions of numbers: nothing here knows what a game is. The bounds come from formulas of

- E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, JASA 22 (1927), 209-212;
- Student, The Probable Error of a Mean, Biometrika 6 (1908), 1-25;
- W. G. Cochran, Sampling Techniques, 3rd ed. (1977), 6.3 and 6.4, for ratios;
- M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.5.8 and 26.7.1, for Student's t.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError

CONFIDENCE: Final = 0.95
ROUNDING: Final = 1e-9
"""How small a spread is, beside its figure, that comes from rounding alone."""

Part: TypeAlias = tuple[float, float]
"""What one game gives to a ratio: a part of its upper and a part of its lower sum."""

_EXACT: Final = 1e-15
_MOST_TERMS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure from `count` observations and the interval around it.

    `value` is None where there was nothing to observe; `low` and `high` are None where one observation, or none, says
    nothing about its spread.
    """

    value: float | None
    low: float | None
    high: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of some games, and for each game what it adds to the figure's error; these add up to 0.

    A mean m has the errors x - m. `value` is None, without errors, where there was nothing to observe.
    """

    value: float | None
    errors: tuple[float, ...] = ()

    @property
    def spread(self) -> float:
        """The standard deviation of the errors, s; 0 for fewer than two, and where only rounding sets them apart."""
        if self.value is None or len(self.errors) < 2:
            return 0.0
        spread = math.sqrt(math.fsum(e * e for e in self.errors) / (len(self.errors) - 1))
        return spread if spread > ROUNDING * max(1.0, abs(self.value)) else 0.0

    def estimate(self, confidence: float = CONFIDENCE) -> Estimate:
        """The figure with the interval value ± t·s/√n."""
        _check(confidence)
        n = len(self.errors)
        if self.value is None or n < 2:
            return Estimate(value=self.value, low=None, high=None, count=n)
        half = t_quantile(n - 1, confidence) * self.spread / math.sqrt(n)
        return Estimate(value=self.value, low=self.value - half, high=self.value + half, count=n)


def ratio(parts: Sequence[Part]) -> Figure:
    """The ratio R of two sums over games, Σa/Σb, such as real choices among all decisions; a mean where each b is 1.

    A game adds (a - R·b)/(Σb/n) to its error, the usual linearisation of a ratio (Cochran 1977).
    """
    below = math.fsum(b for _, b in parts)
    if not below:
        return Figure(None)
    value = math.fsum(a for a, _ in parts) / below
    mean_below = below / len(parts)
    return Figure(value, tuple((a - value * b) / mean_below for a, b in parts))


def mean(values: Sequence[float]) -> Figure:
    """The mean of values."""
    return ratio([(value, 1) for value in values])


def less(after: Figure, before: Figure) -> Figure:
    """after - before, where both are of the same games, or of games in pairs.

    What both of a pair have in common, such as the luck of the same seed, drops out. Raises ValueError for figures of
    unlike numbers of games.
    """
    if after.value is None or before.value is None:
        return Figure(None)
    errors = tuple(a - b for a, b in zip(after.errors, before.errors, strict=True))
    return Figure(after.value - before.value, errors)


def wilson(won: float, count: int, confidence: float = CONFIDENCE) -> Estimate:
    """The share p of `count` games (at least 1) that were won, with Wilson's interval; a win shared by k counts 1/k.

    (p + z²/2n ± z·√(p(1 - p)/n + z²/4n²)) / (1 + z²/n), with n the number of games and z the quantile of the normal
    distribution. n counts games in full, also where wins are shared: parts between 0 and 1 vary no more than zeros and
    ones with the same mean do, so the interval is then, if anything, too wide.
    """
    _check(confidence)
    p = won / count
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    spread = z * math.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    middle = p + z * z / (2 * count)
    low = 0.0 if p == 0 else (middle - spread) / scale
    high = 1.0 if p == 1 else (middle + spread) / scale
    return Estimate(value=p, low=low, high=high, count=count)


@lru_cache(maxsize=256)
def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The t for which Student's distribution with `freedom` degrees of freedom (at least 1) has |T| ≤ t that likely."""
    _check(confidence)
    low, high = 0.0, math.pi / 2
    while True:
        angle = (low + high) / 2
        if angle in (low, high):
            return math.sqrt(freedom) * math.tan(angle)
        if t_beyond(math.sqrt(freedom) * math.tan(angle), freedom) > 1 - confidence:
            low = angle
        else:
            high = angle


def t_beyond(t: float, freedom: int) -> float:
    """How likely Student's T with `freedom` degrees of freedom (at least 1) lies beyond t on either side: |T| ≥ |t|."""
    if freedom < 1:
        raise UsageError(f"there are at least 1 degrees of freedom, not {freedom}")
    square = t * t
    return _beta(freedom / (freedom + square), square / (freedom + square), freedom / 2, 0.5)


def _beta(x: float, rest: float, a: float, b: float) -> float:
    """The regularised incomplete beta function I of x, with `rest` = 1 - x, by its continued fraction."""
    if x <= 0 or rest <= 0:
        return float(rest <= 0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(rest, x, b, a)
    size = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    value, upper, lower = 1.0, 1.0, 0.0
    for m in range(_MOST_TERMS):
        for term in (
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
            (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2)),
        ):
            lower = 1 / (1 + term * lower)
            upper = 1 + term / upper
            value *= upper * lower
        if abs(upper * lower - 1) < _EXACT:
            break
    return math.exp(size) / (a * value)


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise UsageError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")
