import json
from collections.abc import Callable, Iterator

import pytest

from imhotep import Ruleset, UsageError, open_ruleset
from imhotep.experiment.compare import Against, Comparison, Difference, compare
from imhotep.experiment.statistics import Estimate

Variant = Callable[[str], Ruleset]

GIFT = """
add:
  rules:
    gift:
      when: game_end
      do: white scores 5
"""
BROKEN = """
add:
  rules:
    broken:
      when: game_end
      do: |
        if score of black is more than score of white:
          move 60 stones from quarry of white to sled of white
"""
OTHER_SEAT = """
remove: [seats.white]
"""


def differences(against: Against) -> Iterator[Difference]:
    yield from (against.score, against.length)
    yield from (each.difference for each in (*against.scores, *against.wins, *against.points))


def only(comparison: Comparison) -> Against:
    (against,) = comparison.variants
    return against


def named(group: str, against: Against) -> dict[str, Difference]:
    return {each.name: each.difference for each in getattr(against, group)}


def exactly(value: float, count: int) -> Estimate:
    return Estimate(value=value, low=value, high=value, count=count)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_base_against_itself_shows_no_difference_at_all(base: Ruleset, players: int) -> None:
    against = only(compare([base, base], players=players, games=12, seed=1))
    assert (against.pairs, against.dropped) == (12, 0)
    assert {d.verdict for d in differences(against)} == {"no difference"}
    assert all(d.difference == exactly(0, 12) for d in differences(against))
    assert all(d.base == d.variant for d in differences(against))


def test_five_points_for_one_seat_are_found_with_sign_and_size(base: Ruleset, variant: Variant) -> None:
    against = only(compare([base, variant(GIFT)], players=3, games=40, seed=1))
    scores, wins, points = (named(group, against) for group in ("scores", "wins", "points"))
    assert scores["white"].difference == exactly(5, 40)
    assert {name: d.verdict for name, d in scores.items()} == {
        "black": "no difference",
        "white": "higher",
        "brown": "no difference",
    }
    assert against.score.difference is not None
    assert against.score.difference.value == pytest.approx(5 / 3)
    assert points["gift"].base is None
    assert points["gift"].verdict == "higher"
    assert {d.verdict for name, d in points.items() if name != "gift"} == {"no difference"}
    assert wins["white"].verdict == "higher"
    assert against.length.verdict == "no difference"


def test_seen_from_the_variant_the_base_has_five_points_less(base: Ruleset, variant: Variant) -> None:
    against = only(compare([variant(GIFT), base], players=2, games=30, seed=1))
    white, gift = named("scores", against)["white"], named("points", against)["gift"]
    assert (white.difference, white.verdict) == (exactly(-5, 30), "lower")
    assert (gift.variant, gift.verdict) == (None, "lower")


def test_the_difference_of_wins_is_paired(base: Ruleset, variant: Variant) -> None:
    wins = named("wins", only(compare([base, variant(GIFT)], players=2, games=40, seed=3)))
    for d in wins.values():
        assert d.base is not None and d.variant is not None and d.difference is not None
        assert d.base.value is not None and d.variant.value is not None
        assert d.difference.value == pytest.approx(d.variant.value - d.base.value)
    changes = [d.difference.value for d in wins.values() if d.difference is not None]
    assert changes[0] == pytest.approx(-(changes[1] or 0))


def test_figures_of_an_interval_around_0_are_no_clear_difference(base: Ruleset) -> None:
    other = open_ruleset("imhotep", sides={"market": "B"})
    against = only(compare([base, other], players=2, games=5, seed=1))
    unclear = [d for d in differences(against) if d.verdict == "no clear difference"]
    assert unclear
    for d in unclear:
        assert d.difference is not None and d.difference.low is not None and d.difference.high is not None
        assert d.difference.low <= 0 <= d.difference.high


def test_pairs_with_a_broken_game_are_dropped_and_counted(base: Ruleset, variant: Variant) -> None:
    comparison = compare([base, variant(BROKEN)], players=2, games=20, seed=1)
    against = only(comparison)
    assert comparison.base.finished == 20
    assert against.dropped == against.variant.broken > 0
    assert against.pairs == 20 - against.dropped
    assert {d.verdict for d in differences(against)} == {"no difference"}


def test_a_seat_of_only_one_of_them_has_no_difference(base: Ruleset, variant: Variant) -> None:
    against = only(compare([base, variant(OTHER_SEAT)], players=2, games=4, seed=1))
    scores, wins = named("scores", against), named("wins", against)
    assert list(scores) == list(wins) == ["black", "white", "brown"]
    for group in (scores, wins):
        assert group["white"].variant is None and group["white"].base is not None
        assert group["brown"].base is None and group["brown"].variant is not None
        assert group["white"].difference is None and group["brown"].verdict is None
        assert group["black"].difference is not None


def test_one_pair_is_too_few_to_tell(base: Ruleset, variant: Variant) -> None:
    against = only(compare([base, variant(GIFT)], players=2, games=1, seed=1))
    assert named("scores", against)["white"].verdict == "too few games"


def test_a_comparison_is_the_same_for_any_number_of_jobs(base: Ruleset, variant: Variant) -> None:
    told: list[int] = []
    rulesets = [base, variant(GIFT)]
    once = compare(rulesets, players=2, games=20, seed=1)
    again = compare(rulesets, players=2, games=20, seed=1, jobs=2, progress=told.append)
    assert json.dumps(once.plain(), allow_nan=False) == json.dumps(again.plain())
    assert sum(told) == 40


def test_plain_comparisons_say_how_little_random_players_show(base: Ruleset) -> None:
    plain = compare([base], players=2, games=1, seed=1).plain()
    assert "random players" in plain["caution"]
    assert plain["variants"] == []


def test_there_must_be_something_to_compare() -> None:
    with pytest.raises(UsageError, match="nothing to compare"):
        compare([], players=2, games=1, seed=1)


def test_nothing_is_played_if_a_variant_does_not_allow_the_number_of_players(base: Ruleset, variant: Variant) -> None:
    told: list[int] = []
    few = variant("change: {players: {most: 3}}\n")
    with pytest.raises(UsageError, match="2 to 3 players, not 4"):
        compare([base, few], players=4, games=1, seed=1, progress=told.append)
    assert told == []
