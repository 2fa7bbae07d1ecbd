"""What may be said of a difference: how likely chance alone makes it, corrected for how many are looked at.

- Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of Statistics 6 (1979), 65-70;
- Schuirmann, A Comparison of the Two One-Sided Tests Procedure ..., Journal of Pharmacokinetics and Biopharmaceutics 15
  (1987), 657-680, for what is too small to matter;
- Guenther, Sample Size Formulas for Normal Theory T Tests, The American Statistician 35 (1981), 243-244.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, Literal, TypeAlias

from imhotep.errors import UsageError
from imhotep.experiment.statistics import CONFIDENCE, Figure, t_beyond

POWER: Final = 0.8
"""How often a difference of the size that was planned for is to be found."""

Direction: TypeAlias = Literal["higher", "lower"]
Verdict: TypeAlias = Literal["better", "worse", "higher", "lower", "same", "no game differs", "not enough games"]
Aim: TypeAlias = Literal["met", "missed", "not enough games"]


def p_differs(difference: Figure) -> float:
    """How likely chance alone makes a difference at least as large as this one, where there is none (paired t test).

    Where all games differ alike there is no spread to judge by, and half to the power of their number is the chance
    that all lie on the side they lie on (sign test).
    """
    if not difference.value:
        return 1.0
    return min(1.0, 2 * _beyond(difference, 0.0))


def p_same(difference: Figure, within: float) -> float:
    """How likely chance alone makes a difference at least as small as this one, where it is as large as `within`.

    The larger one of two one-sided tests, against -within and against within (Schuirmann 1987).
    """
    if difference.value is None or abs(difference.value) >= within:
        return 1.0
    return max(_beyond(difference, -within), _beyond(difference, within))


def _beyond(figure: Figure, bound: float) -> float:
    """How likely chance alone brings a figure as far from a bound as it lies, to the side on which it lies."""
    n = len(figure.errors)
    if n < 2 or figure.value is None or math.isinf(bound):
        return float(n < 2 or figure.value is None)
    if not figure.spread:
        return 0.5**n
    return t_beyond((figure.value - bound) * math.sqrt(n) / figure.spread, n - 1) / 2


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """The chances of several tests, made larger: where nothing differs, one of 20 times any is below 0.05.

    The smallest of m is multiplied by m, the next one by m - 1, and so on; none becomes smaller than one before it, nor
    larger than 1 (Holm 1979).
    """
    found = [0.0] * len(chances)
    largest = 0.0
    for rank, number in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        largest = max(largest, min(1.0, (len(chances) - rank) * chances[number]))
        found[number] = largest
    return tuple(found)


def verdict(
    difference: Figure,
    *,
    differs: float,
    same: float | None,
    better: Direction | None = None,
    confidence: float = CONFIDENCE,
) -> Verdict:
    """What may be said, given the corrected chances of `p_differs` and, where a size matters, of `p_same`.

    `better` says which way is wished for, if any. What is both different and too small to matter is the same.
    """
    if difference.value == 0 and len(difference.errors) > 1 and not any(difference.errors):
        return "no game differs"
    if same is not None and same < 1 - confidence:
        return "same"
    if difference.value is None or differs >= 1 - confidence:
        return "not enough games"
    way: Direction = "higher" if difference.value > 0 else "lower"
    if better is None:
        return way
    return "better" if way == better else "worse"


def aim(figures: Sequence[Figure], least: float, most: float, confidence: float = CONFIDENCE) -> Aim:
    """Whether all of some figures lie between two bounds.

    Met where each of them is shown to, which needs no correction; missed where one of them is shown to lie outside,
    with a correction for their number (Bonferroni).
    """
    chance = 1 - confidence
    for figure in figures:
        for bound, outside in ((least, -1), (most, 1)):
            is_outside = figure.value is not None and (figure.value - bound) * outside > 0
            if is_outside and 2 * len(figures) * _beyond(figure, bound) < chance:
                return "missed"
    is_inside = all(
        figure.value is not None
        and least < figure.value < most
        and max(_beyond(figure, least), _beyond(figure, most)) < chance
        for figure in figures
    )
    return "met" if figures and is_inside else "not enough games"


def disagree(one: Verdict | Aim | None, other: Verdict | Aim | None) -> bool:
    """Whether what two players show is not the same; one that shows nothing yet says nothing against the other."""
    shown = {"same" if each == "no game differs" else each for each in (one, other)}
    return len(shown - {None, "not enough games"}) > 1


def games_to_find(spread: float, effect: float, power: float = POWER, confidence: float = CONFIDENCE) -> int:
    """How many pairs find a difference of `effect` with a chance of `power`, where pairs spread by s = `spread`.

    (z₁ + z₂)²·s²/effect² + z₁²/2, with z₁ the normal quantile for `confidence` on both sides and z₂ that for `power`
    (Guenther 1981).
    """
    two_sided, one_sided = _normal((1 + confidence) / 2), _normal(power)
    return _games(two_sided, one_sided, spread, effect)


def games_to_be_same(spread: float, within: float, power: float = POWER, confidence: float = CONFIDENCE) -> int:
    """How many pairs show that a difference is smaller than `within`, with a chance of `power` where there is none."""
    return _games(_normal(confidence), _normal((1 + power) / 2), spread, within)


def games_for_precision(spread: float, half: float, confidence: float = CONFIDENCE) -> int:
    """How many pairs make the interval of a difference reach no more than `half` to either side."""
    return _games(_normal((1 + confidence) / 2), 0.0, spread, half)


def effect_found(spread: float, games: int, power: float = POWER, confidence: float = CONFIDENCE) -> float:
    """The difference that so many pairs find with a chance of `power`; the reverse of `games_to_find`."""
    two_sided, one_sided = _normal((1 + confidence) / 2), _normal(power)
    left = games - two_sided**2 / 2
    return math.inf if left <= 0 else (two_sided + one_sided) * spread / math.sqrt(left)


def _games(first: float, second: float, spread: float, size: float) -> int:
    if not size > 0:
        raise UsageError(f"a difference to look for is more than 0, not {size}")
    return max(2, math.ceil((first + second) ** 2 * (spread / size) ** 2 + first**2 / 2))


def _normal(share: float) -> float:
    if not 0 < share < 1:
        raise UsageError(f"a confidence or power lies between 0 and 1, such as 0.8, not {share}")
    return NormalDist().inv_cdf(share)
