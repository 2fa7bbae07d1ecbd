"""The shipped game, played by the engine and beside it by hand: at every decision both must agree."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product

import pytest
from reference.imhotep_all_sides import Rulings
from reference.material import BLUE, MARKET_DECK, ROUND_CARDS, SITES, groups, series, shared_places
from reference.side_by_side import Pair, Table, play_both

PLAYERS = (2, 3, 4)
STONES = (29, 12, 8)
READINGS = {
    "wrath_of_the_pharaoh": (False, True),
    "wrath_counts": ("any_stone", "shipped_stones"),
    "market_stone_returns": ("after_the_card", "before_the_card"),
    "hammer_takes": ("what_fits", "at_least_one", "exactly_three"),
    "chisel_places": ("exactly_two", "up_to_two"),
    "lever_order": ("fixed_first", "stone_by_stone"),
    "pyramid_overflow": ("all_full", "each_full"),
}
OTHER_READINGS = Rulings(**{name: values[-1] for name, values in READINGS.items()})  # type: ignore[arg-type]


def few_games(table: Table, seeds: Iterable[int] = (1, 2)) -> Counter[str]:
    """Play some games; says what was asked how often, and how often each action, site and card could be picked."""
    asked: Counter[str] = Counter()
    for seed in seeds:
        for question in play_both(table, seed):
            asked[question.about] += 1
            asked.update(str(option) for option in question.options)
    return asked


@pytest.mark.parametrize(("players", "stones"), list(product(PLAYERS, STONES)))
def test_the_engine_and_the_hand_written_game_agree_on_the_a_sides(players: int, stones: int) -> None:
    few_games(Table(players=players, stones=stones))


@pytest.mark.parametrize("players", PLAYERS)
def test_they_agree_when_the_market_deck_runs_out(players: int) -> None:
    few_games(Table(players=players, thin_deck=True))


@pytest.mark.parametrize("players", PLAYERS)
def test_they_agree_on_the_b_sides(players: int) -> None:
    few_games(Table(players=players, b_sides=SITES))


@pytest.mark.parametrize("players", PLAYERS)
def test_they_agree_on_the_other_reading_of_every_open_case(players: int) -> None:
    few_games(Table(players=players, b_sides=SITES, stones=12, thin_deck=True, rulings=OTHER_READINGS))


def test_the_sampled_games_meet_the_rare_cases() -> None:
    asked = few_games(Table(players=2, b_sides=SITES, stones=12, thin_deck=True, rulings=OTHER_READINGS), range(6))
    asked += few_games(Table(players=2, b_sides=SITES), range(8))
    plays = {f"play {card}" for card in BLUE}
    assert plays | {"pass", "next stone", "the hidden cards", "load a stone?", "reward"} <= set(asked)


def test_the_hand_written_game_gives_the_printed_examples() -> None:
    assert [series(size) for size in (2, 1, 3, 6)] == [3, 1, 6, 17]
    assert shared_places([4, 3, 3, 0], (15, 10, 5, 1)) == {0: 15, 1: 7, 2: 7}
    assert shared_places([0, 3, 1, 1], (8, 4, 2, 0)) == {1: 8, 2: 3, 3: 3}
    assert sorted(groups([1, 1, 0, 2, 2, 2, 1, 2])) == [(0, 1), (1, 1), (1, 2), (2, 4)]
    assert [sum(int(size) for card in ROUND_CARDS[players] for size in card) for players in PLAYERS] == [68, 74, 83]
    assert sum(MARKET_DECK.values()) == 34


def test_a_difference_is_noticed_where_one_game_is_told_a_wrong_card() -> None:
    pair = Pair(Table(players=2), 1)
    pair.compare()
    pair.hand.deck.reverse()
    with pytest.raises(AssertionError, match="deck"):
        pair.compare()


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_they_agree_in_a_hundred_games_on_the_a_sides(block: int) -> None:
    tables = [Table(players=p, stones=s, thin_deck=thin) for p in PLAYERS for s in STONES for thin in (False, True)]
    for seed in range(100 * block, 100 * block + 100):
        few_games(tables[seed % len(tables)], [seed])


@pytest.mark.long
@pytest.mark.parametrize("sides", range(32))
@pytest.mark.parametrize("players", PLAYERS)
def test_they_agree_on_every_mix_of_sides_under_mixed_readings(players: int, sides: int) -> None:
    picks = random.Random(100 * players + sides)
    b_sides = tuple(site for bit, site in enumerate(SITES) if sides >> bit & 1)
    for seed in range(4):
        rulings = Rulings(**{name: picks.choice(values) for name, values in READINGS.items()})  # type: ignore[arg-type]
        table = Table(
            players=players,
            stones=picks.choice(STONES),
            thin_deck=picks.choice((False, True)),
            b_sides=b_sides,
            rulings=rulings,
        )
        few_games(table, range(3 * seed, 3 * seed + 3))
