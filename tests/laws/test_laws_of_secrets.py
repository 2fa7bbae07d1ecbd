"""Laws of what is hidden: neither what a seat is shown nor what it may do depends on what it may not see."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from laws.hiding import in_state, redeal, shown, unseen
from laws.tables import Table, at_every_table, play
from laws.tables import program as table_program
from reference.material import RED

from imhotep import Game, Program, open_ruleset

RULESETS = Path(__file__).parents[1] / "rulesets"


def blind(program: Program, seed: int) -> None:
    """Play at random. At each decision swap what the deciding seat does not see, now and then for each other seat."""
    game, choices = Game(program, seed), Random(seed)
    places = {seat: unseen(program, seat) for seat in range(1, program.players + 1)}
    assert all(places.values())
    changed, number = dict.fromkeys(places, 0), 0
    for number, _ in enumerate(play(game, choices)):
        decision = game.decision
        if decision is None:
            break
        for seat in places if number % 10 == 0 else [decision.seat]:
            deciding = seat == decision.seat
            seen = shown(game) if deciding else []
            state = list(game.state)
            redeal(program, state, [place for place in places[seat] if place not in seen], choices)
            other = in_state(game, state)
            changed[seat] += other.state != game.state
            if deciding:
                assert other.decision == decision
            if number % 10 == 0:
                assert other.view(seat) == game.view(seat)
    assert number > 20 and all(changed.values())


test_nothing_hidden_shows_in_views_and_options, test_nothing_hidden_shows_in_many_games = at_every_table(blind)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", ["hands", "masks", "suits", "tricks"])
def test_nothing_hidden_shows_in_games_with_hidden_hands(ruleset: str, players: int) -> None:
    """In one game pieces are told apart, in the others all are counted."""
    program = open_ruleset(f"{RULESETS}/{ruleset}").program(players)
    assert {area.seen_by for area in program.areas} == {"everyone", "owner", "nobody"}
    for seed in range(8):
        blind(program, seed)


def at_the_hidden_pair(seed: int) -> Game:
    """Three players at a market with a hidden pair; somebody chooses between the two cards now."""
    game = Game(table_program(Table(3, "BAAAA")), seed)
    choices = Random(seed)
    while (decision := game.decision) is not None:
        ids = [option.id for option in decision.options]
        if "hidden_cards" in ids:
            game.apply(decision.option("hidden_cards"))
            return game
        game.apply(choices.choice(decision.options))
    raise AssertionError("nobody came to the market")


def test_only_who_chooses_from_the_hidden_pair_is_told_what_it_is() -> None:
    for seed in range(30):
        game = at_the_hidden_pair(seed)
        decision, pair = game.decision, game.describe()["areas"]["market: hidden_pair"]
        assert decision is not None
        assert {option.id for option in decision.options} == set(pair)
        state, others = list(game.state), [seat for seat in (1, 2, 3) if seat != decision.seat]
        redeal(game.program, state, unseen(game.program, others[0]), Random(seed))
        other = in_state(game, state)
        for seat in others:
            assert game.view(seat)["areas"]["market: hidden_pair"] == {"hidden": 2}
            assert other.view(seat) == game.view(seat)
        assert other.decision is not None
        dealt = other.describe()["areas"]["market: hidden_pair"]
        assert {option.id for option in other.decision.options} == set(dealt)


def test_one_card_of_the_hidden_pair_is_kept_and_the_other_lies_open_among_the_discards() -> None:
    for seed in range(30):
        game = at_the_hidden_pair(seed)
        decision, before = game.decision, game.describe()["areas"]
        assert decision is not None
        seat = game.program.seats[decision.seat - 1]
        option = decision.options[-1]
        game.apply(option)
        after, pair = game.describe()["areas"], Counter(before["market: hidden_pair"])
        assert not after["market: hidden_pair"]
        assert Counter(after["discards"]) >= pair - Counter([option.id]) + Counter(before["discards"])
        if option.id not in RED:
            assert after[f"hand of {seat}"][option.id] == before[f"hand of {seat}"].get(option.id, 0) + 1


def test_a_swap_moves_pieces_of_all_sorts_and_keeps_the_state_whole() -> None:
    program = open_ruleset(f"{RULESETS}/masks").program(3)
    game, choices = Game(program, 1), Random(1)
    for _, _ in zip(range(12), play(game, choices), strict=False):
        pass
    state = list(game.state)
    redeal(program, state, unseen(program, 1), choices)
    other = in_state(game, state)
    before, after = game.describe()["areas"], other.describe()["areas"]
    moved = {name.split()[0] for name in before if before[name] != after[name]}
    assert moved == {"chest", "closet", "wardrobe", "rack", "bag", "purse"}
    assert all(before[name] == after[name] for name in ("wardrobe of ann", "rack of ann", "bag of ann", "stage"))
    assert sum(map(count_of, before.values())) == sum(map(count_of, after.values()))
    (family,) = [family for family in program.families if family.id == "mask"]
    for individual, address in enumerate(state[family.where : family.where + family.total], start=1):
        assert state[address] == individual


def count_of(contents: Mapping[str, int] | list[str | None]) -> int:
    return sum(contents.values()) if isinstance(contents, Mapping) else len([c for c in contents if c is not None])
