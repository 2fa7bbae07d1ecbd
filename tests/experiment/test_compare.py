import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from experiment.asking import compare, experiment

from imhotep import Ruleset, UsageError, open_ruleset
from imhotep.experiment.compare import compare as carry_out
from imhotep.experiment.deciding import Verdict
from imhotep.experiment.experiment import Target
from imhotep.experiment.findings import Against, Comparison, Difference
from imhotep.experiment.metrics import NAMES
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


def only(comparison: Comparison) -> Against:
    (table,) = comparison.tables
    (against,) = table.variants
    return against


def named(family: str, against: Against) -> dict[str, Difference]:
    found = [(each.name.partition("."), each) for each in against.differences]
    return {subject: each for (name, _, subject), each in found if name == family and subject}


def exactly(value: float, count: int) -> Estimate:
    return Estimate(value=value, low=value, high=value, count=count)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_base_against_itself_differs_in_no_game(base: Ruleset, players: int) -> None:
    against = only(compare([base, base], players, 12))
    assert (against.pairs, against.dropped) == (12, 0)
    assert {d.verdict for d in against.differences} == {"no game differs"}
    assert all(d.difference == exactly(0, 12) for d in against.differences)
    assert all(d.base == d.variant for d in against.differences)


def test_five_points_for_one_seat_are_found_with_sign_and_size(base: Ruleset, variant: Variant) -> None:
    against = only(compare([base, variant(GIFT)], 3, 40, better="higher"))
    scores, wins, points = (named(family, against) for family in ("score", "wins", "points"))
    assert scores["white"].difference == exactly(5, 40)
    assert {name: d.verdict for name, d in scores.items()} == {
        "black": "no game differs",
        "white": "higher",
        "brown": "no game differs",
    }
    main = against.named("score")
    assert main.verdict == "better"
    assert main.difference is not None
    assert main.difference.value == pytest.approx(5 / 3)
    assert points["gift"].base is None
    assert points["gift"].verdict == "higher"
    assert {d.verdict for name, d in points.items() if name != "gift"} == {"no game differs"}
    assert wins["white"].difference is not None and (wins["white"].difference.low or 0) > 0
    assert against.named("decisions").verdict == "no game differs"


def test_seen_from_the_variant_the_base_has_five_points_less(base: Ruleset, variant: Variant) -> None:
    against = only(compare([variant(GIFT), base], 2, 30))
    white, gift = named("score", against)["white"], named("points", against)["gift"]
    assert (white.difference, white.verdict) == (exactly(-5, 30), "lower")
    assert (gift.variant, gift.verdict) == (None, "lower")


def test_the_difference_of_wins_is_paired(base: Ruleset, variant: Variant) -> None:
    wins = named("wins", only(compare([base, variant(GIFT)], 2, 40, seed=3)))
    for d in wins.values():
        assert d.base is not None and d.variant is not None and d.difference is not None
        assert d.base.value is not None and d.variant.value is not None
        assert d.difference.value == pytest.approx(d.variant.value - d.base.value)
    changes = [d.difference.value for d in wins.values() if d.difference is not None]
    assert changes[0] == pytest.approx(-(changes[1] or 0))


def test_what_is_smaller_than_matters_is_the_same(base: Ruleset, variant: Variant) -> None:
    asked: dict[str, Any] = {"metric": "score.white", "better": "lower"}
    found = [only(compare([base, variant(GIFT)], 2, 20, same_within={"score": w}, **asked)) for w in (4, 6)]
    assert [against.named("score.white").verdict for against in found] == ["worse", "same"]


def test_the_more_is_looked_at_the_less_is_called_different(base: Ruleset) -> None:
    other = open_ruleset("imhotep", sides={"market": "B"})
    alone = only(compare([base, other], 2, 30, metric="decisions", metrics=("decisions",)))
    among = only(compare([base, other], 2, 30, metric="score", metrics=tuple(NAMES)))
    chance, corrected = alone.named("decisions").chance, among.named("decisions").chance
    assert chance is not None and corrected is not None
    assert len(alone.differences) == 1
    assert chance < corrected


def test_pairs_with_a_broken_game_are_dropped_and_counted(base: Ruleset, variant: Variant) -> None:
    comparison = compare([base, variant(BROKEN)], 2, 20)
    against = only(comparison)
    assert comparison.tables[0].base.finished == 20
    assert against.dropped == against.variant.broken > 0
    assert against.pairs == 20 - against.dropped
    assert {d.verdict for d in against.differences} == {"no game differs"}


def test_a_seat_of_only_one_of_them_has_no_difference(base: Ruleset, variant: Variant) -> None:
    against = only(compare([base, variant(OTHER_SEAT)], 2, 4))
    scores, wins = named("score", against), named("wins", against)
    assert set(scores) == set(wins) == {"black", "white", "brown"}
    for family in (scores, wins):
        assert family["white"].variant is None and family["white"].base is not None
        assert family["brown"].base is None and family["brown"].variant is not None
        assert family["white"].difference is None and family["brown"].verdict is None
        assert family["black"].difference is not None


def test_few_pairs_are_not_enough_games(base: Ruleset, variant: Variant) -> None:
    against = only(compare([base, variant(GIFT)], 2, 1))
    assert named("score", against)["white"].verdict == "not enough games"


def test_a_comparison_is_the_same_however_it_is_run(base: Ruleset, variant: Variant) -> None:
    asked = experiment([base, variant(GIFT)], 2, 20, metrics=tuple(NAMES))
    told: list[int] = []
    once = carry_out(asked)
    again = carry_out(asked, jobs=2, progress=told.append)
    with ThreadPoolExecutor(3) as threads:
        elsewhere = carry_out(asked, executor=threads, jobs=3)
    assert json.dumps(once.plain(), allow_nan=False) == json.dumps(again.plain()) == json.dumps(elsewhere.plain())
    assert sum(told) == 40


def test_the_same_rules_under_two_names_are_played_once(base: Ruleset) -> None:
    told: list[int] = []
    same = open_ruleset("imhotep", settings=["areas.sled.capacity=5"])
    carry_out(experiment([base, same, same], 2, 5), progress=told.append)
    assert sum(told) == 5


def test_a_precision_takes_as_many_games_as_it_needs(base: Ruleset) -> None:
    other = open_ruleset("imhotep", settings=["areas.sled.capacity=6"])
    found = only(compare([base, other], 2, 400, precision=0.65))
    main = found.named("score").difference
    assert main is not None and main.low is not None and main.high is not None
    assert 100 < found.pairs < 400
    assert (main.high - main.low) / 2 == pytest.approx(0.65, rel=0.25)
    assert only(compare([base, other], 2, 120, precision=0.01)).pairs == 120


def test_targets_are_met_missed_or_open(base: Ruleset, variant: Variant) -> None:
    targets = (
        Target(metric="decisions", least=100, most=400),
        Target(metric="points.gift", most=1),
        Target(metric="wins", equal_within=0.01),
        Target(metric="wins", equal_within=0.49),
    )
    (table,) = compare([variant(GIFT)], 2, 40, targets=targets).tables
    assert table.aims == ("met", "missed", "missed", "met")
    assert targets[0].words == "decisions at least 100 and at most 400"
    assert targets[2].words == "wins within 0.01 of equal"
    (table,) = compare([base], 2, 20, targets=targets[2:3]).tables
    assert table.aims == ("not enough games",)


def test_with_second_players_all_is_told_again_and_agreeing_verdicts_stand(base: Ruleset, variant: Variant) -> None:
    found = compare([base, variant(GIFT)], 2, 20, second_players=("random",))
    white = only(found).named("score.white")
    assert (white.verdict, white.again, white.depends_on_play) == ("higher", "higher", False)
    assert [table.base for table in found.again] == [table.base for table in found.tables]
    assert found.plain()["again"][0]["variants"][0]["differences"]["score"]["verdict"] == "higher"


@pytest.mark.parametrize(
    ("one", "other", "depends"),
    [
        ("better", "worse", True),
        ("higher", "same", True),
        ("no game differs", "lower", True),
        ("no game differs", "same", False),
        ("better", "not enough games", False),
        ("better", "better", False),
        ("better", None, False),
    ],
)
def test_a_finding_depends_on_play_where_two_players_show_different_things(
    one: Verdict, other: Verdict | None, depends: bool
) -> None:
    found = Difference(name="score", base=None, variant=None, difference=None, verdict=one, again=other)
    assert found.depends_on_play is depends


def test_plain_comparisons_say_how_little_random_players_show(base: Ruleset) -> None:
    plain = compare([base], 2, 1).plain()
    assert "random players" in plain["caution"]
    assert plain["tables"][0]["variants"] == []


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"metric": "scores"}, "no metric `scores`; did you mean `score`"),
        ({"metric": "wins"}, "`wins` is several figures; choose one, such as `wins.black`"),
        ({"metric": "wins.blakc"}, "no figure `wins.blakc`; did you mean `black`"),
        ({"metrics": ("score.black",)}, "`score.black` is one figure; name the metric, `score`"),
        ({"targets": (Target(metric="points.tempel", most=1),)}, "did you mean `temple`"),
        ({"targets": (Target(metric="score", equal_within=1),)}, "only win rates can be equal, not `score`"),
        ({"same_within": {"ties.black": 1}}, "no figure `ties.black`"),
        ({"players": ("radnom",)}, "no player `radnom`; did you mean `random`"),
        ({"players": ("random", "random", "random")}, "3 players are named for 2 seats"),
        ({"second_players": ("deep thought",)}, "no player `deep thought`; known here: `flat`, `greedy`,"),
        ({"games": 0}, "at least 1 game"),
    ],
)
def test_what_does_not_exist_is_refused_before_a_game_is_played(
    base: Ruleset, asked: dict[str, Any], message: str
) -> None:
    told: list[int] = []
    with pytest.raises(UsageError, match=message):
        carry_out(experiment([base], 2, **{"games": 3, **asked}), progress=told.append)
    assert told == []
