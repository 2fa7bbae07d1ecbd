"""The expected numbers were computed with SciPy 1.17: stats.t.ppf, binomtest(...).proportion_ci("wilson"), ttest_1samp
and ttest_rel. `test_against_scipy.py` computes more of them anew where SciPy is installed."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep.errors import UsageError
from imhotep.experiment import statistics
from imhotep.experiment.statistics import Estimate, Figure, less, ratio, t_beyond, t_quantile, wilson

T_QUANTILES = [
    (1, 0.5, 1.0),
    (2, 0.8, 1.8856180831641272),
    (1, 0.95, 12.706204736174694),
    (2, 0.95, 4.302652729749462),
    (3, 0.95, 3.1824463052837078),
    (4, 0.95, 2.7764451051977934),
    (5, 0.99, 4.032142983555228),
    (10, 0.95, 2.228138851986274),
    (29, 0.95, 2.045229642132703),
    (30, 0.95, 2.0422724563012378),
    (101, 0.999, 3.3894748840473063),
    (199, 0.95, 1.9719565442517533),
    (200, 0.95, 1.9718962236339088),
    (201, 0.95, 1.971836506779859),
    (201, 0.999, 3.339586788905302),
    (500, 0.99, 2.5856978351419415),
    (1000, 0.95, 1.9623390808264083),
    (100_000, 0.95, 1.9599877075346095),
]

WILSON_BOUNDS = [
    (0, 10, 0.95, 0.0, 0.27753279986288926),
    (1, 10, 0.95, 0.017876213095072896, 0.4041500267952385),
    (5, 10, 0.99, 0.1842255182472355, 0.8157744817527646),
    (10, 10, 0.95, 0.7224672001371109, 1.0),
    (483, 1000, 0.95, 0.45215246974959655, 0.5139776400389123),
    (0, 1, 0.95, 0.0, 0.7934506856227626),
    (1, 1, 0.99, 0.13097754328018596, 1.0),
]

numbers = st.floats(-1e6, 1e6, allow_nan=False)


def mean(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    return statistics.mean(values).estimate(confidence)


def paired_difference(before: Sequence[float], after: Sequence[float]) -> Estimate:
    return less(statistics.mean(after), statistics.mean(before)).estimate()


@pytest.mark.parametrize(("freedom", "confidence", "expected"), T_QUANTILES)
def test_quantiles_of_student_s_t_are_those_of_scipy(freedom: int, confidence: float, expected: float) -> None:
    assert t_quantile(freedom, confidence) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("won", "count", "confidence", "low", "high"), WILSON_BOUNDS)
def test_wilson_bounds_are_those_of_scipy(won: int, count: int, confidence: float, low: float, high: float) -> None:
    found = wilson(won, count, confidence)
    assert (found.value, found.count) == (won / count, count)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-12)


def test_a_mean_has_the_t_interval_of_scipy() -> None:
    found = mean([3, 5, 4, 8, 1])
    assert (found.value, found.low, found.high) == pytest.approx((4.2, 0.9860324292680094, 7.413967570731991))
    narrower = mean([3, 5, 4, 8, 1], confidence=0.9)
    assert (narrower.low, narrower.high) == pytest.approx((1.7322089299745205, 6.667791070025478))


def test_a_paired_difference_has_the_interval_of_scipy_and_the_sign_of_after_less_before() -> None:
    found = paired_difference([3, 5, 4, 8, 1], [2, 7, 4, 9, 3])
    assert (found.value, found.low, found.high) == pytest.approx((0.8, -0.8189317847087034, 2.4189317847087034))


def test_pairs_must_be_complete() -> None:
    with pytest.raises(ValueError, match=r"zip\(\)"):
        paired_difference([1, 2], [1])


def test_of_nothing_nothing_is_known() -> None:
    assert mean([]) == Estimate(value=None, low=None, high=None, count=0)


def test_one_value_says_nothing_about_its_spread() -> None:
    assert mean([7]) == Estimate(value=7.0, low=None, high=None, count=1)


def test_equal_values_have_an_interval_without_width() -> None:
    found = mean([0.1] * 7)
    assert found.value == found.low == found.high == pytest.approx(0.1)


def test_a_ratio_is_that_of_the_sums_not_the_mean_of_ratios() -> None:
    assert ratio([(1, 1), (0, 3)]).value == 0.25
    assert ratio([(1, 0), (2, 4)]).value == 0.75
    assert ratio([(0, 0), (0, 0)]) == Figure(None)


def test_errors_of_a_ratio_are_those_of_a_small_change_of_one_game() -> None:
    parts = [(3.0, 4.0), (1.0, 2.0), (5.0, 5.0), (0.0, 1.0)]
    found = ratio(parts)
    assert found.value is not None
    for i, error in enumerate(found.errors):
        weights = [1 + 1e-6 * (j == i) for j in range(len(parts))]
        moved = sum(w * a for w, (a, _) in zip(weights, parts, strict=True)) / sum(
            w * b for w, (_, b) in zip(weights, parts, strict=True)
        )
        assert (moved - found.value) / 1e-6 * len(parts) == pytest.approx(error, rel=1e-4, abs=1e-6)


def test_what_a_pair_has_in_common_drops_out() -> None:
    luck = [10.0, -20.0, 35.0, 3.0]
    found = paired_difference(luck, [value + 1 for value in luck])
    assert (found.value, found.low, found.high) == pytest.approx((1, 1, 1))


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, math.nan])
def test_a_confidence_is_between_0_and_1(confidence: float) -> None:
    with pytest.raises(UsageError, match="confidence"):
        mean([1, 0], confidence)
    with pytest.raises(UsageError, match="confidence"):
        wilson(1, 2, confidence)
    with pytest.raises(UsageError, match="confidence"):
        t_quantile(3, confidence)


@pytest.mark.parametrize(("freedom", "confidence", "quantile"), T_QUANTILES)
def test_what_lies_beyond_a_quantile_is_what_is_left(freedom: int, confidence: float, quantile: float) -> None:
    assert t_beyond(quantile, freedom) == pytest.approx(1 - confidence, rel=1e-8)
    assert t_beyond(-quantile, freedom) == t_beyond(quantile, freedom)


def test_nothing_lies_beyond_what_is_far_off_and_all_beyond_0() -> None:
    assert t_beyond(1e9, 50) < 1e-100
    assert t_beyond(0, 7) == 1


def test_student_s_t_needs_a_degree_of_freedom() -> None:
    with pytest.raises(UsageError, match="at least 1"):
        t_quantile(0)


@given(st.lists(numbers, min_size=2, max_size=40))
def test_a_mean_lies_in_its_interval_and_in_the_wider_one_of_more_confidence(values: list[float]) -> None:
    some, more = mean(values, 0.8), mean(values, 0.99)
    assert some.value is not None and some.low is not None and some.high is not None
    assert more.low is not None and more.high is not None
    assert more.low <= some.low <= some.value <= some.high <= more.high


@given(st.lists(st.sampled_from([0, 1 / 4, 1 / 3, 1 / 2, 1]), min_size=1, max_size=40))
def test_a_share_and_its_interval_stay_between_0_and_1(parts: list[float]) -> None:
    found = wilson(sum(parts), len(parts))
    assert found.value is not None and found.low is not None and found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


@given(st.integers(1, 2000), st.floats(0.5, 0.999))
def test_more_degrees_of_freedom_never_make_the_quantile_larger(freedom: int, confidence: float) -> None:
    assert t_quantile(freedom + 1, confidence) <= t_quantile(freedom, confidence) * (1 + 1e-9)
