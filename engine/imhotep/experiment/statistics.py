"""Means, shares and differences, each with an interval that says how far chance alone may have moved it.

Pure functions of numbers: nothing here knows what a game is. The bounds come from formulas of

- E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, JASA 22 (1927), 209-212;
- Student, The Probable Error of a Mean, Biometrika 6 (1908), 1-25;
- M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7, for the quantiles of Student's t.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError

CONFIDENCE = 0.95
_EXACT = 200  # degrees of freedom up to which the quantile comes from an exact sum


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

    @property
    def excludes_zero(self) -> bool:
        """Whether there is an interval and 0 lies outside of it."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean m and the interval m ± t·s/√n (Student 1908).

    s² = Σ(x - m)²/(n - 1), and t is the quantile for n - 1 degrees of freedom. No value: nothing is known, all bounds
    are None. One value: the bounds are None. All values alike: the interval is as narrow as the value itself, which is
    all that they say, and too narrow where there are few.
    """
    _check(confidence)
    n = len(values)
    if n == 0:
        return Estimate(value=None, low=None, high=None, count=0)
    centre = math.fsum(values) / n
    if n == 1:
        return Estimate(value=centre, low=None, high=None, count=1)
    if min(values) == max(values):
        return Estimate(value=float(values[0]), low=float(values[0]), high=float(values[0]), count=n)
    variance = math.fsum((x - centre) ** 2 for x in values) / (n - 1)
    half = t_quantile(n - 1, confidence) * math.sqrt(variance / n)
    return Estimate(value=centre, low=centre - half, high=centre + half, count=n)


def paired_difference(before: Sequence[float], after: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of after - before over pairs, with the interval of `mean` of these differences (the paired t interval).

    What both of a pair have in common, such as the luck of the same seed, drops out. Raises ValueError for sequences of
    unlike length.
    """
    return mean([b - a for a, b in zip(before, after, strict=True)], confidence)


def share(parts: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The share p of n games that were won, with Wilson's interval; a win shared by k seats counts 1/k.

    (p + z²/2n ± z·√(p(1 - p)/n + z²/4n²)) / (1 + z²/n), with p = Σ parts/n and z the quantile of the normal
    distribution. n is the number of games, also where wins are shared: parts between 0 and 1 vary no more than zeros
    and ones with the same mean do, so the interval is then, if anything, too wide. No game: p is None and the interval
    is all of 0 to 1.
    """
    _check(confidence)
    n = len(parts)
    if n == 0:
        return Estimate(value=None, low=0.0, high=1.0, count=0)
    if min(parts) < 0 or max(parts) > 1:
        raise UsageError("a part of a win lies between 0 and 1")
    return wilson(math.fsum(parts), n, confidence)


def wilson(won: float, count: int, confidence: float = CONFIDENCE) -> Estimate:
    """Wilson's interval (1927) for `won` out of `count` (at least 1); see `share`."""
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
    """The t for which Student's distribution with `freedom` degrees of freedom (at least 1) has |T| ≤ t that likely.

    Up to 200 degrees of freedom by bisection of the exact sum (Abramowitz and Stegun 26.7.3 and 26.7.4), beyond by
    their expansion 26.7.5 of the normal quantile, whose error there is below 1e-7.
    """
    _check(confidence)
    if freedom < 1:
        raise UsageError(f"there are at least 1 degrees of freedom, not {freedom}")
    if freedom > _EXACT:
        return _expanded(freedom, NormalDist().inv_cdf((1 + confidence) / 2))
    low, high = 0.0, math.pi / 2
    while True:
        angle = (low + high) / 2
        if angle in (low, high):
            return math.sqrt(freedom) * math.tan(angle)
        if _within(freedom, angle) < confidence:
            low = angle
        else:
            high = angle


def _within(freedom: int, angle: float) -> float:
    """How likely |T| ≤ √freedom·tan(angle) is."""
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    terms = []
    for k in range(1 + odd, freedom, 2):
        terms.append(term)
        term *= square * k / (k + 1)
    total = math.sin(angle) * math.fsum(terms)
    return 2 / math.pi * (angle + total) if odd else total


def _expanded(freedom: int, x: float) -> float:
    """Student's quantile from the normal quantile x, in powers of 1/freedom."""
    return x + math.fsum(
        (
            (x**3 + x) / (4 * freedom),
            (5 * x**5 + 16 * x**3 + 3 * x) / (96 * freedom**2),
            (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * freedom**3),
            (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * freedom**4),
        )
    )


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise UsageError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")
