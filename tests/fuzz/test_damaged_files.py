"""Damaged rulesets, variants and scenarios: the laws of `judging` hold for all of them. `run.py` looks for longer."""

import pytest
from fuzz.damage import Case, damaged, shipped, small
from fuzz.judging import judge
from hypothesis import HealthCheck, given, settings

SLOW_TO_MAKE = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=60, suppress_health_check=SLOW_TO_MAKE)
@given(damaged(small(), 1))
def test_one_damage_breaks_no_law(case: Case) -> None:
    judge(case, mending=False)


@settings(max_examples=25, suppress_health_check=SLOW_TO_MAKE)
@given(damaged(small(), 3))
def test_several_damages_break_no_law_and_are_mended_without_harm(case: Case) -> None:
    judge(case)


@pytest.mark.long
@settings(max_examples=2000, suppress_health_check=SLOW_TO_MAKE)
@given(damaged(small(), 2))
def test_many_damages_break_no_law(case: Case) -> None:
    judge(case)


@pytest.mark.long
@settings(max_examples=100, suppress_health_check=SLOW_TO_MAKE)
@given(damaged(shipped(), 2))
def test_a_damaged_shipped_game_breaks_no_law(case: Case) -> None:
    judge(case)
