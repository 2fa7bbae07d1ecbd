import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep import Program, Ruleset, UsageError
from imhotep.experiment.report import simulation_text
from imhotep.experiment.series import game_seeds, series
from imhotep.experiment.simulate import Simulation, figures, simulate
from imhotep.experiment.tally import Played
from imhotep.machine.engine import Machine
from imhotep.machine.playout import Outcome, play_out

BROKEN = """
add:
  rules:
    broken:
      when: game_end
      do: |
        if score of black is more than score of white:
          move 60 stones from quarry of white to sled of white
"""
ENDLESS = """
add:
  rules:
    endless:
      when: game_end
      do: |
        repeat 100000000 times:
          set passes to 1
"""
IN_ANOTHER_PROCESS = """
import json
from imhotep import open_ruleset
from imhotep.experiment.compare import compare
from imhotep.experiment.experiment import Experiment, Rules
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.simulate import simulate

base = open_ruleset("imhotep")
other = open_ruleset("imhotep", sides={"market": "B"})
print(json.dumps(simulate(base, players=3, games=6, seed=1).plain()))
table = tuple(Rules(each.id, each.program(2)) for each in (base, other))
print(json.dumps(compare(Experiment(tables=(table,), games=6, metrics=tuple(NAMES))).plain()))
"""


def outcome(*points: tuple[int, ...], winners: tuple[int, ...] = (1,), decisions: int = 10) -> Outcome:
    return Outcome(seed=0, points=points, winners=winners, decisions=decisions)


def told(program: Program, outcomes: list[Outcome]) -> Simulation:
    return figures(series(program, seed=0), [Played(each) for each in outcomes], seed=0)


@pytest.fixture(scope="module")
def small(program: Program) -> Program:
    """A program of two seats and two sources, only to name the figures."""
    return replace(program, seats=("left", "right"), sources=("fields", "herds"))


@pytest.fixture(scope="module")
def simulation(base: Ruleset) -> Simulation:
    return simulate(base, players=3, games=40, seed=1)


def test_scores_points_and_length_are_means_over_games(small: Program) -> None:
    games = [outcome((1, 2), (3, 4), decisions=8), outcome((5, 2), (3, 0), winners=(2,), decisions=12)]
    found = told(small, games)
    assert [(seat.seat, seat.score.value) for seat in found.seats] == [("left", 6.0), ("right", 4.0)]
    assert found.score.value == 5.0
    assert found.seats[0].points == (("fields", 3.0), ("herds", 3.0))
    assert found.seats[1].points == (("fields", 2.0), ("herds", 2.0))
    assert found.points == (("fields", 2.5), ("herds", 2.5))
    assert (found.length.least, found.length.mean.value, found.length.most) == (8, 10.0, 12)


def test_a_shared_win_counts_in_equal_parts(small: Program) -> None:
    won = [outcome((0, 0), winners=winners) for winners in [(1,), (1, 2), (1, 2), (1, 2)]]
    found = told(replace(small, sources=("fields",)), won)
    assert [seat.wins.value for seat in found.seats] == [0.625, 0.375]
    assert found.seats[0].wins.count == 4


def test_games_without_an_end_are_counted_apart_and_left_out_of_the_figures(small: Program) -> None:
    broken = replace(outcome((90, 0), (0, 0)), seed=7, winners=(), fault="rules.yaml:3:1: no")
    stopped = replace(broken, seed=8, fault="too long", stopped=True)
    found = told(small, [outcome((1, 2), (3, 4)), broken, stopped, replace(broken, seed=9)])
    assert (found.games, found.finished, found.broken, found.stopped) == (4, 1, 2, 1)
    assert found.seats[0].score.value == 4
    assert [(f.message, f.games, f.first_seed, f.stopped) for f in found.faults] == [
        ("rules.yaml:3:1: no", 2, 7, False),
        ("too long", 1, 8, True),
    ]


def test_a_game_without_points_has_scores_of_0(small: Program) -> None:
    found = told(replace(small, sources=()), [outcome(), outcome()])
    assert [seat.score.value for seat in found.seats] == [0, 0]
    assert "points from" in simulation_text(found)


def test_shares_of_wins_add_up_to_1_and_sources_to_scores(simulation: Simulation) -> None:
    assert sum(seat.wins.value or 0 for seat in simulation.seats) == pytest.approx(1)
    for seat in simulation.seats:
        assert sum(points or 0 for _, points in seat.points) == pytest.approx(seat.score.value)
    assert sum(points or 0 for _, points in simulation.points) == pytest.approx(simulation.score.value)


def test_a_simulation_is_the_same_for_any_number_of_jobs(base: Ruleset, simulation: Simulation) -> None:
    again = simulate(base, players=3, games=40, seed=1, jobs=2)
    assert json.dumps(again.plain()) == json.dumps(simulation.plain())
    assert again == simulation


def test_another_seed_gives_other_games(base: Ruleset, simulation: Simulation) -> None:
    assert simulate(base, players=3, games=40, seed=2).seats != simulation.seats


def test_simulations_and_comparisons_do_not_depend_on_the_hash_seed() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", IN_ANOTHER_PROCESS],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    ]
    assert len(told[0].splitlines()) == 2
    assert told[0] == told[1]


def test_plain_figures_are_json_without_infinities(simulation: Simulation, small: Program) -> None:
    nothing = told(small, [replace(outcome((0, 0), (0, 0)), fault="no")])
    for each in (simulation, nothing):
        plain = each.plain()
        assert json.loads(json.dumps(plain, allow_nan=False)) == plain


@pytest.mark.parametrize("games", [0, -3])
def test_there_is_at_least_one_game(base: Ruleset, games: int) -> None:
    with pytest.raises(UsageError, match="at least 1 game"):
        simulate(base, players=2, games=games, seed=1)


def test_a_number_of_players_that_the_game_does_not_allow_is_refused(base: Ruleset) -> None:
    with pytest.raises(UsageError, match="2 to 4 players, not 5"):
        simulate(base, players=5, games=1, seed=1)


def test_a_step_that_fails_is_a_broken_game_that_can_be_played_again(variant: Callable[[str], Ruleset]) -> None:
    ruleset = variant(BROKEN)
    found = simulate(ruleset, players=2, games=20, seed=1)
    assert 0 < found.broken < 20
    assert (found.finished, found.stopped) == (20 - found.broken, 0)
    (fault,) = found.faults
    assert fault.games == found.broken
    assert fault.message.startswith("trial.yaml:9:11: ")
    assert play_out(Machine(ruleset.program(2)), fault.first_seed).fault == fault.message


def test_an_endless_game_is_stopped_and_told(variant: Callable[[str], Ruleset]) -> None:
    found = simulate(variant(ENDLESS), players=2, games=2, seed=1)
    assert (found.finished, found.broken, found.stopped) == (0, 0, 2)
    assert found.faults[0].stopped
    assert found.seats[0].score.value is None


def test_a_game_of_endless_turns_is_stopped_too(variant: Callable[[str], Ruleset]) -> None:
    change = "change:\n  procedures:\n    finish_round:\n      do: |\n        repeat 2000000000 times:\n"
    found = simulate(variant(change + "          active takes an action\n"), players=2, games=1, seed=1)
    assert (found.finished, found.broken, found.stopped) == (0, 0, 1)


@given(st.integers(-(2**63), 2**64), st.integers(1, 1000))
def test_experiments_with_neighbouring_seeds_share_no_games(seed: int, games: int) -> None:
    assert set(game_seeds(seed, games)).isdisjoint(game_seeds(seed + 1, games))
    assert len(set(game_seeds(seed, games))) == games
    assert max(game_seeds(seed, games)) < 2**53


def test_more_games_begin_with_the_same_ones() -> None:
    assert list(game_seeds(4, 10)) == list(game_seeds(4, 100))[:10]
