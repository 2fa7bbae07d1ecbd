"""Metrics of games whose rows are written by hand: two seats, A and B, and a decision with two labels."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from imhotep import Program, Ruleset, UsageError
from imhotep.experiment.metrics import NAMES, metric
from imhotep.experiment.sample import Sample, spread
from imhotep.experiment.seating import seating
from imhotep.experiment.tally import Played, Tally, tally
from imhotep.machine.playout import Outcome, Row

Finished = Callable[..., Played]


@pytest.fixture(scope="module")
def small(program: Program) -> Program:
    """A program of two seats and two sources, whose first decision has the ways of `play_turns.action`."""
    return replace(program, seats=("left", "right"), sources=("fields", "herds"))


@pytest.fixture(scope="module")
def finished(small: Program) -> Finished:
    """Makes a game that has come to its end from its rows, its points by source and seat, and its winners."""

    def make(rows: Sequence[Row], points: tuple[tuple[int, int], ...], *winners: int) -> Played:
        outcome = Outcome(seed=0, points=points, winners=winners, decisions=len(rows))
        return Played(outcome, tally(small, outcome, rows))

    return make


def row(seat: int, options: int, way: int, left: int, right: int) -> Row:
    return (0, seat, options, way, 0, left, right)


ROWS = [
    row(1, 2, 0, 0, 0),
    row(1, 1, 1, 3, 0),  # left leads
    row(2, 3, 1, 3, 3),  # nobody leads
    row(2, 2, 1, 3, 5),  # right leads
    row(1, 1, 0, 9, 5),  # left leads
]


def value(sample: Sample, name: str) -> float | None:
    figure = sample.figure(name)
    assert figure is not None
    return figure.value


def test_a_tally_counts_turns_choices_and_leads(finished: Finished) -> None:
    found = finished(ROWS, ((10, 6), (0, 0)), 1).tally
    assert found is not None
    assert (found.turns, found.choices, found.lead_changes) == (3, 3, 2)
    assert found.half == (3, 3)
    assert found.picks == ((0, 0, 0, 1, 1), (0, 1, 0, 2, 2))


def test_the_end_of_a_game_can_change_the_lead_and_a_game_may_have_no_decision(finished: Finished) -> None:
    found = finished(ROWS, ((9, 12), (0, 0)), 2).tally
    assert found is not None and found.lead_changes == 3
    assert finished([], ((4, 0), (0, 0)), 1).tally == Tally(turns=0, choices=0, lead_changes=0, half=(4, 0), picks=())


def test_figures_of_outcomes(small: Program, finished: Finished) -> None:
    games = [finished(ROWS, ((1, 2), (3, 4)), 2), finished(ROWS, ((5, 2), (1, 4)), 1, 2)]
    sample = Sample(small, ("random", "random"), list(enumerate(games)))
    assert value(sample, "score") == 5.5
    assert (value(sample, "score.left"), value(sample, "score.right")) == (5, 6)
    assert (value(sample, "wins.left"), value(sample, "wins.right")) == (0.25, 0.75)
    assert value(sample, "ties") == 0.5
    assert value(sample, "margin") == 1
    assert (value(sample, "points.fields"), value(sample, "points.herds")) == (2.5, 3)
    assert value(sample, "decisions") == 5
    assert sample.figure("score.middle") is sample.figure("wins") is sample.figure("points.fish") is None


def test_figures_of_decisions(small: Program, finished: Finished) -> None:
    behind = [row(1, 2, 0, 0, 4), row(2, 2, 1, 1, 4)]
    games = [finished(ROWS, ((10, 6), (0, 0)), 1), finished(behind, ((9, 4), (0, 0)), 1)]
    sample = Sample(small, ("random",) * 2, list(enumerate(games)))
    assert value(sample, "turns") == 2.5
    assert value(sample, "choices") == 5 / 7
    assert value(sample, "lead_changes") == 1.5
    assert value(sample, "runaway") == -5 / 3  # left was 3 behind and came out 5 before; the other game stood even
    assert value(sample, "comebacks") == 1


def test_options_have_a_rate_among_choices_and_a_lift_of_wins(small: Program, finished: Finished) -> None:
    won = finished([row(1, 2, 0, 0, 0), row(2, 2, 1, 0, 0), row(2, 1, 1, 0, 0)], ((1, 0), (0, 0)), 1)
    lost = finished([row(1, 2, 0, 0, 0), row(2, 2, 0, 0, 0), row(1, 2, 1, 0, 0)], ((0, 1), (0, 0)), 2)
    sample = Sample(small, ("random",) * 2, list(enumerate([won, lost] * 10)))
    names = [name for name in sample.names(["picked", "lift"]) if name.startswith("picked")]
    assert names == ["picked.play_turns.action get_stones", "picked.play_turns.action load"]
    assert [value(sample, name) for name in names] == [3 / 5, 2 / 5]
    # get_stones: left of the first game won, of the second one lost, and right of it won; right of the first one lost
    assert value(sample, "lift.play_turns.action get_stones") == pytest.approx(2 / 3 - 0)
    assert value(sample, "lift.play_turns.action load") == pytest.approx(0 - 1)
    few = Sample(small, ("random",) * 2, list(enumerate([won, lost])))
    assert few.figure("picked.play_turns.action load") is few.figure("lift.play_turns.action load") is None


def test_players_who_differ_move_on_by_a_seat_and_are_told_apart(small: Program, finished: Finished) -> None:
    assert [seating("abc", game) for game in range(4)] == [tuple(word) for word in ("abc", "cab", "bca", "abc")]
    games = [finished(ROWS, ((1, 0), (0, 0)), seat) for seat in (1, 2, 1, 1)]
    sample = Sample(small, ("weak", "strong"), list(enumerate(games)))
    assert list(sample.names(["player_wins"])) == ["player_wins.weak", "player_wins.strong"]
    assert (value(sample, "player_wins.weak"), value(sample, "player_wins.strong")) == (0.75, 0.25)
    assert list(Sample(small, ("weak", "weak"), list(enumerate(games))).names(["player_wins"])) == []


def test_the_spread_of_wins_is_that_of_the_seats_furthest_apart(small: Program, finished: Finished) -> None:
    games = [finished(ROWS, ((1, 0), (0, 0)), seat) for seat in [1] * 60 + [2] * 40]
    found = spread(Sample(small, ("random",) * 2, list(enumerate(games))))
    assert found.value == pytest.approx(0.2)
    assert found.low is not None and found.high is not None and 0 <= found.low < 0.2 < found.high
    assert spread(Sample(small, ("random",) * 2, [])).value is None


def test_shares_of_games_have_wilson_s_interval(small: Program, finished: Finished) -> None:
    games = [finished(ROWS, ((1, 0), (0, 0)), 1)] * 10
    measured = Sample(small, ("random",) * 2, list(enumerate(games))).measure("wins.left")
    assert measured is not None
    assert (measured[1].low, measured[1].high) == pytest.approx((0.7224672001371109, 1))


def test_a_metric_that_there_is_not_is_told_with_the_nearest_one() -> None:
    with pytest.raises(UsageError, match="there is no metric `lead_chnages`; did you mean `lead_changes`"):
        metric("lead_chnages")
    assert metric("wins.left") is NAMES["wins"]


def test_rows_of_real_games_come_to_what_outcomes_say(base: Ruleset) -> None:
    from imhotep.experiment.simulate import simulate

    found = simulate(base, players=3, games=12, seed=1, metrics=tuple(NAMES))
    more = dict(found.more)
    picked = {name: estimate.value or 0 for name, estimate in more.items() if name.startswith("picked.play_turns")}
    assert sum(picked.values()) == pytest.approx(1)
    assert 0 < (more["choices"].value or 0) < 1
    assert 0 < (more["turns"].value or 0) < (found.length.mean.value or 0)
