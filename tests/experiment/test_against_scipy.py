"""The statistics beside those of SciPy, which only `pip install '.[dev]'` brings."""

import random

import pytest

from imhotep.experiment.deciding import games_to_be_same, games_to_find, p_differs, p_same
from imhotep.experiment.statistics import less, mean, t_beyond, t_quantile, wilson

stats = pytest.importorskip("scipy.stats")

FREEDOMS = (1, 2, 3, 7, 29, 30, 100, 201, 999, 10_000, 200_000)


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_student_s_t(freedom: int) -> None:
    for t in (0.001, 0.3, 1, 1.96, 3, 6, 12):
        assert t_beyond(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), rel=1e-9)
    for confidence in (0.5, 0.9, 0.95, 0.99, 0.9999):
        assert t_quantile(freedom, confidence) == pytest.approx(stats.t.ppf((1 + confidence) / 2, freedom), rel=1e-9)


def test_wilson() -> None:
    for won, count in ((0, 5), (3, 7), (40, 41), (500, 1234)):
        found, expected = wilson(won, count), stats.binomtest(won, count).proportion_ci(method="wilson")
        assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-12)


@pytest.mark.parametrize("count", [2, 5, 40, 300])
def test_paired_t_test_its_interval_and_two_one_sided_tests(count: int) -> None:
    chance = random.Random(count)
    before = [chance.gauss(10, 4) for _ in range(count)]
    after = [value + chance.gauss(0.3, 1) for value in before]
    found = less(mean(after), mean(before))
    expected = stats.ttest_rel(after, before)
    bounds = expected.confidence_interval(0.95)
    estimate = found.estimate()
    assert p_differs(found) == pytest.approx(expected.pvalue, rel=1e-9)
    assert (estimate.low, estimate.high) == pytest.approx((bounds.low, bounds.high), rel=1e-9)
    changes = [a - b for a, b in zip(after, before, strict=True)]
    sides = [stats.ttest_1samp(changes, -2, alternative="greater"), stats.ttest_1samp(changes, 2, alternative="less")]
    assert p_same(found, 2) == pytest.approx(max(side.pvalue for side in sides), rel=1e-9)


def test_games_to_find_a_difference_are_the_fewest_that_have_the_power() -> None:
    for spread, effect, power in ((1, 0.5, 0.8), (8, 1, 0.9), (3, 2, 0.8)):
        games = games_to_find(spread, effect, power)

        def reached(n: int, size: float = effect / spread) -> float:
            critical = stats.t.ppf(0.975, n - 1)
            return float(stats.nct.sf(critical, n - 1, size * n**0.5) + stats.nct.cdf(-critical, n - 1, size * n**0.5))

        assert reached(games + 1) >= power > reached(games - 2)


def test_games_to_be_same_have_the_power() -> None:
    games, chance = games_to_be_same(1, 0.4), random.Random(3)
    shown = sum(p_same(mean([chance.gauss(0, 1) for _ in range(games)]), 0.4) < 0.05 for _ in range(1000))
    assert 0.8 * 1000 - 4 * 13 < shown < 0.8 * 1000 + 4 * 13
