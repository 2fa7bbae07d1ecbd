import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep.errors import UsageError
from imhotep.experiment.deciding import (
    aim,
    effect_found,
    games_for_precision,
    games_to_be_same,
    games_to_find,
    holm,
    p_differs,
    p_same,
    verdict,
)
from imhotep.experiment.statistics import Figure, less, mean

FALSE_ALARMS = 1000
"""Comparisons of two things that do not differ; 50 of them are to be called different, give or take 7 (one sigma)."""


def figure(*values: float) -> Figure:
    return mean(values)


def said(difference: Figure, within: float | None = None) -> str:
    same = None if within is None else p_same(difference, within)
    return verdict(difference, differs=p_differs(difference), same=same, better="higher")


def test_the_chance_of_a_difference_is_that_of_the_paired_t_test() -> None:
    assert p_differs(figure(-1, 2, 0, 1, 2)) == pytest.approx(0.24198153056802, rel=1e-9)  # SciPy: ttest_1samp


def test_where_all_games_differ_alike_their_number_decides() -> None:
    assert p_differs(figure(5, 5)) == 0.5
    assert p_differs(figure(*[5] * 6)) == 2 * 0.5**6
    assert (said(figure(*[5] * 5)), said(figure(*[5] * 6))) == ("not enough games", "better")


def test_of_one_game_or_none_nothing_is_said() -> None:
    assert said(figure(3)) == said(Figure(None)) == said(figure(0), within=1) == "not enough games"


def test_holm_multiplies_the_smallest_by_all_and_never_turns_the_order() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.5, 0.9]) == (1.0, 1.0)
    assert holm([]) == ()


@given(st.lists(st.floats(0, 1), max_size=30))
def test_holm_makes_no_chance_smaller_and_keeps_their_order(chances: list[float]) -> None:
    corrected = holm(chances)
    assert all(before <= after <= 1 for before, after in zip(chances, corrected, strict=True))
    pairs = sorted(zip(chances, corrected, strict=True))
    assert [after for _, after in pairs] == sorted(corrected)


def test_a_verdict_tells_the_way_and_whether_it_is_wished_for() -> None:
    up, down = figure(1, 2, 1, 2, 1, 2), figure(-1, -2, -1, -2, -1, -2)
    assert (said(up), said(down)) == ("better", "worse")
    assert verdict(up, differs=0.001, same=None) == "higher"
    assert verdict(down, differs=0.001, same=None) == "lower"
    assert verdict(down, differs=0.001, same=None, better="lower") == "better"
    assert verdict(up, differs=0.06, same=None) == "not enough games"


def test_the_same_is_what_is_shown_to_be_small_even_if_it_is_different() -> None:
    small = figure(*[0.1, 0.2] * 20)
    assert p_differs(small) < 0.001
    assert said(small, within=0.5) == "same"
    assert said(small, within=0.15) == "better"
    assert said(figure(*[-5, 5] * 4), within=0.5) == "not enough games"


def test_games_that_are_all_alike_are_a_fact() -> None:
    assert said(figure(0, 0, 0)) == "no game differs"
    assert said(figure(1, -1)) == "not enough games"


def test_an_aim_is_met_missed_or_open() -> None:
    inside, outside, wide = figure(*[0.4, 0.6] * 50), figure(*[0.8, 0.9] * 50), figure(*[0, 1] * 3)
    assert aim([inside], 0.4, 0.6) == "met"
    assert aim([inside, outside], 0.4, 0.6) == "missed"
    assert aim([inside, wide], 0.4, 0.6) == "not enough games"
    assert aim([inside], float("-inf"), 0.6) == "met"
    assert aim([], 0, 1) == "not enough games"


def test_planned_games_find_what_they_are_planned_for() -> None:
    games = games_to_find(spread=8, effect=1)
    assert games == 505
    assert effect_found(8, games) == pytest.approx(1, rel=2e-3)
    assert games_to_find(8, 0.5) == pytest.approx(4 * games, rel=0.01)
    assert games_for_precision(8, 1) < games < games_to_be_same(8, 1)
    assert effect_found(8, 1) == float("inf")


@pytest.mark.parametrize("size", [0, -1, float("nan")])
def test_a_size_to_plan_for_is_more_than_0(size: float) -> None:
    with pytest.raises(UsageError, match="more than 0"):
        games_to_find(1, size)
    with pytest.raises(UsageError, match="power"):
        games_to_find(1, 1, power=1)


def test_about_as_many_planned_experiments_find_the_effect_as_the_power_says() -> None:
    chance = random.Random(1)
    games = games_to_find(spread=1, effect=0.5)
    found = sum(said(figure(*(chance.gauss(0.5, 1) for _ in range(games)))) == "better" for _ in range(500))
    assert 0.8 * 500 - 4 * 9 < found < 0.8 * 500 + 4 * 9


def wins(chance: random.Random) -> float:
    """What a seat has of a win in a game of four: mostly nothing, at times a shared win."""
    return chance.choice((0, 0, 0, 0, 0, 0, 0, 1, 1, 0.5))


def test_false_alarms_come_at_the_stated_rate() -> None:
    chance = random.Random(2)
    alarms = same = family = 0
    for _ in range(FALSE_ALARMS):
        null = less(figure(*(wins(chance) for _ in range(100))), figure(*(wins(chance) for _ in range(100))))
        alarms += said(null) in ("better", "worse")
        edge = figure(*(chance.gauss(0.5, 1) for _ in range(50)))
        same += said(edge, within=0.5) == "same"
        family += min(holm([p_differs(figure(*(chance.gauss(0, 1) for _ in range(30)))) for _ in range(5)])) < 0.05
    for count in (alarms, same, family):
        assert 50 - 4 * 7 < count < 50 + 4 * 7
