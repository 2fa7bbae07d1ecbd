"""Laws that hold in every game of the shipped ruleset, whoever plays and however badly."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from imhotep import Game, Program, open_ruleset
from imhotep.document.composer import compose
from imhotep.document.nodes import Scalar
from imhotep.document.source import Source
from imhotep.game.naming import Naming
from imhotep.game.view import describe
from imhotep.machine.engine import Machine
from imhotep.program.memory import Place

BOARDS = ("market", "pyramids", "temple", "burial_chamber", "obelisks")
MOST_DECISIONS = 5000
FEW_STONES = "components.stone.count=8"  # so few that seats get stuck
MINIMUM = {"four": 3, "three": 2, "two": 1, "one": 1}

tables = pytest.mark.parametrize("side", ["A", "B"]), pytest.mark.parametrize("players", [2, 3, 4])
seeds = st.integers(0, 2**64 - 1)
quick = settings(
    max_examples=2, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip
thorough = settings(quick, max_examples=150)


def at_every_table(law: Callable[[Program, int], None]) -> tuple[Callable[..., None], Callable[..., None]]:
    """A law as a quick test and a long one, at all tables."""

    @quick
    @given(seed=seeds)
    def short(players: int, side: str, seed: int) -> None:
        law(program(players, side), seed)

    @thorough
    @given(seed=seeds)
    def long(players: int, side: str, seed: int) -> None:
        law(program(players, side), seed)

    for mark in tables:
        short, long = mark(short), mark(long)
    return short, pytest.mark.long(long)


@cache
def program(players: int, side: str, *changes: str) -> Program:
    return open_ruleset("imhotep", sides=dict.fromkeys(BOARDS, side), settings=changes).program(players)


def text(written: str) -> Scalar:
    node, found = compose(Source("test", "|\n " + written.replace("\n", "\n ")))
    assert isinstance(node, Scalar) and not found
    return node


@cache
def program_from(players: int, written: str) -> Program:
    """The game with an entry of its own, `written`."""
    return open_ruleset("imhotep").program(players, entries={"written": text(written)})


def play(game: Game, choices: Random) -> Iterator[str]:
    """Play at random to the end; before each pick the game waits, after it the id of the pick is told."""
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            assert game.over
            return
        option = choices.choice(decision.options)
        game.apply(option)
        yield option.id
    raise AssertionError(f"the game goes on after {MOST_DECISIONS} decisions")


def pieces(game: Game) -> Counter[str]:
    """All pieces, wherever they lie."""
    found: Counter[str] = Counter()
    for contents in game.describe()["areas"].values():
        if isinstance(contents, dict):
            found.update(contents)
        else:
            found.update(piece for piece in contents if piece is not None)
    return found


def families(program: Program, found: Counter[str]) -> dict[str, int]:
    """How many pieces of each family."""
    sums: Counter[str] = Counter()
    for piece, amount in found.items():
        kind = piece.partition(".")[0]
        (family,) = [f.id for f in program.families if kind in f.kinds]
        sums[family] += amount
    return dict(sums)


# ---- pieces


def conserved(program: Program, seed: int) -> None:
    game = Game(program, seed)
    before = pieces(game)
    assert families(program, before) == {"stone": 29 * program.players, "card": 34, "ship": 8, "round_card": 7}
    assert all(before[f"stone.{seat}"] == 29 for seat in program.seats)
    for _ in play(game, Random(seed)):
        assert pieces(game) == before


test_pieces_are_conserved_at_every_decision, test_pieces_are_conserved_in_many_games = at_every_table(conserved)


# ---- the end


def ends(program: Program, seed: int) -> None:
    game = Game(program, seed)
    for _ in play(game, Random(seed)):
        pass
    assert game.over and game.decision is None
    assert game.describe()["fields"]["round"] == 6
    assert set(game.winners) <= set(range(1, program.players + 1)) and game.winners
    best = max(score.points for score in game.scores)
    assert all(game.scores[seat - 1].points == best for seat in game.winners)


test_every_game_ends_after_six_rounds, test_many_games_end_after_six_rounds = at_every_table(ends)


@pytest.mark.parametrize("players", [2, 3, 4])
@quick
@given(seed=seeds)
def test_all_six_round_ends_and_the_end_of_the_game_are_paid(players: int, seed: int) -> None:
    """With every space of the temple taken from the start, each round end pays for each space exactly once."""
    spaces = 4 if players == 2 else 5
    position = f"""\
move {spaces} stones from quarry of black to floor of temple
move 1 stone from quarry of black to chamber of burial_chamber
game()"""
    game = Game(program_from(players, position), seed, entry="written")
    for _ in play(game, Random(seed)):
        pass
    points = Counter[str]()
    for score in game.scores:
        points.update(dict(score.by_source))
    assert points["temple"] == 6 * spaces
    assert points["burial_chamber"] >= 1


# ---- copies and replays


def copies(program: Program, seed: int) -> None:
    game, choices = Game(program, seed), Random(seed)
    for number, _ in enumerate(play(game, choices)):
        if number % 20:
            continue
        copy, before = game.copy(), game.state
        assert copy.state == before and copy.decision == game.decision and copy.scores == game.scores
        for _, _ in zip(range(5), play(copy, Random(number)), strict=False):
            pass
        assert game.state == before
        assert copy.over or copy.state != before


test_a_copy_is_equal_and_independent, test_many_copies_are_equal_and_independent = at_every_table(copies)


def copies_go_on_alike(program: Program, seed: int) -> None:
    game, choices = Game(program, seed), Random(seed)
    for _, _ in zip(range(60), play(game, choices), strict=False):
        pass
    copy = game.copy()
    assert list(play(game, Random(1))) == list(play(copy, Random(1)))
    assert copy.state == game.state and copy.winners == game.winners


test_a_copy_goes_on_like_its_original, test_many_copies_go_on_like_their_originals = at_every_table(copies_go_on_alike)


def replays(program: Program, seed: int) -> None:
    game = Game(program, seed)
    picked = list(play(game, Random(seed)))
    again = Game(Program.from_json(program.to_json()), seed)
    for id in picked:
        assert again.decision is not None
        again.apply(again.decision.option(id))
    assert again.over and again.state == game.state
    assert again.scores == game.scores and again.winners == game.winners


test_replaying_the_picks_gives_the_same_end, test_replays_of_many_games_give_the_same_end = at_every_table(replays)


def equal_states(program: Program, seed: int) -> None:
    """A game and its replay by a program of its own are asked the same in each of their states."""
    game, again = Game(program, seed), Game(Program.from_json(program.to_json()), seed)
    assert again.decision == game.decision
    for id in play(game, Random(seed)):
        assert again.decision is not None
        again.apply(again.decision.option(id))
        assert again.state == game.state and again.decision == game.decision


test_equal_states_have_equal_options, test_equal_states_have_equal_options_in_many_games = at_every_table(equal_states)


def under_hash_seed(hash_seed: str, script: str, stdin: str = "") -> str:
    """What a script tells in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        input=stdin, capture_output=True, encoding="utf-8", check=True,
    ).stdout  # fmt: skip


ONE_GAME = """
import hashlib, json, sys
from random import Random
from imhotep import Game, Program
game, choices, told = Game(Program.from_json(sys.stdin.read()), 7), Random(7), []
while game.decision is not None:
    option = choices.choice(game.decision.options)
    told.append([game.decision.id, [o.id for o in game.decision.options], option.id])
    told.append([[e.kind, e.place, e.details] for e in game.apply(option)])
print(hashlib.sha256(json.dumps([told, game.state, game.describe()]).encode()).hexdigest())
"""


@pytest.mark.parametrize("side", ["A", "B"])
def test_the_same_seed_and_picks_are_the_same_game_under_any_hash_seed(side: str) -> None:
    written = program(3, side).to_json()
    told = {under_hash_seed(hash_seed, ONE_GAME, written) for hash_seed in ("0", "1", "random")}
    assert len(told) == 1


def test_a_program_is_the_same_under_any_hash_seed() -> None:
    script = "import imhotep; print(imhotep.open_ruleset('imhotep').program(4).to_json(), end='')"
    here = open_ruleset("imhotep").program(4).to_json()
    for hash_seed in ("0", "1", "random"):
        assert under_hash_seed(hash_seed, script) == here


@pytest.mark.parametrize("deck", ["deck", "round_deck"])
def test_the_seed_decides_how_a_deck_lies(deck: str) -> None:
    deals = [json.dumps(Game(program(4, "A"), seed).describe()["areas"][deck]) for seed in (1, 1, 2, 3, 4)]
    assert deals[0] == deals[1]
    assert len(set(deals)) == 4


# ---- options


def applicable(program: Program, seed: int) -> None:
    game, choices = Game(program, seed), Random(seed)
    decision = game.decision
    for _ in play(game, choices):
        assert decision is not None and decision.options
        assert len({option.id for option in decision.options}) == len(decision.options)
        decision = game.decision
        for option in decision.options if decision is not None else ():
            copy = game.copy()
            copy.apply(option)
            assert copy.over or (copy.decision is not None and copy.decision.options)


test_every_option_can_be_applied, test_every_option_can_be_applied_in_many_games = at_every_table(applicable)


def stuck(game: Game, seat: str) -> bool:
    """Whether a seat has nothing to do, told from what lies on the table alone."""
    areas = game.describe()["areas"]
    ready = any(
        sum(map(bool, areas[f"cargo of {ship}"])) >= MINIMUM[ship.partition(".")[0]]
        for ship in areas["harbour"]
        if ship
    )
    return not areas[f"sled of {seat}"] and not areas[f"quarry of {seat}"] and not ready


def passes_when_stuck(players: int, side: str, seed: int) -> int:
    """Play a game with few stones; how often somebody had to pass."""
    game, passes = Game(program(players, side, FEW_STONES), seed), 0
    for _ in play(game, Random(seed)):
        decision = game.decision
        if decision is None or decision.id != "play_turns.action":
            continue
        seat = game.program.seats[decision.seat - 1]
        offered = [option.id for option in decision.options]
        if stuck(game, seat):
            assert offered == ["pass"]
            passes += 1
        else:
            assert "pass" not in offered
    return passes


def test_a_seat_passes_exactly_when_it_is_stuck() -> None:
    passes = [passes_when_stuck(players, side, seed) for players in (2, 3, 4) for side in "AB" for seed in (1, 2)]
    assert sum(passes) > 10


@pytest.mark.long
@thorough
@given(players=st.integers(2, 4), side=st.sampled_from("AB"), seed=seeds)
def test_seats_pass_exactly_when_they_are_stuck_in_many_games(players: int, side: str, seed: int) -> None:
    passes_when_stuck(players, side, seed)


# ---- what is hidden


def redeal(program: Program, state: list[int], choices: Random) -> None:
    """Deal what nobody sees anew: the cards of each family are shuffled among the places where they lie hidden."""
    for number, _ in enumerate(program.families):
        hidden = [a for a in program.areas if a.family == number and a.seen_by == "nobody"]
        places = [program.places[p] for area in hidden for p in area.places]
        cards = [card for place in places for card in taken_up(place, state)]
        choices.shuffle(cards)
        for place in places:
            lay_down(place, state, cards)


def taken_up(place: Place, state: list[int]) -> list[int]:
    if place.kind == "pile":
        return [state[a] for a in place.addresses()[: state[place.start]]]
    assert place.kind == "pool"
    return [i + 1 for i, a in enumerate(place.addresses()) for _ in range(state[a])]


def lay_down(place: Place, state: list[int], cards: list[int]) -> None:
    """As many cards as lay there."""
    amount = len(taken_up(place, state))
    mine, cards[:amount] = cards[:amount], []
    if place.kind == "pile":
        for address, card in zip(place.addresses(), mine, strict=False):
            state[address] = card
        return
    for i, address in enumerate(place.addresses()):
        state[address] = mine.count(i + 1)


def blind(program: Program, seed: int) -> None:
    game, choices = Game(program, seed), Random(seed)
    machine, naming, changed = Machine(program), Naming(program), 0
    points = {point.id: point for point in program.decisions}
    for _ in play(game, choices):
        if game.decision is None or any(way.hidden for way in points[game.decision.id].ways):
            continue
        state = list(game.state)
        offered = machine.options(state)
        redeal(program, state, choices)
        changed += tuple(state) != game.state
        assert machine.options(state) == offered
        if not changed % 20:
            for seat in range(1, program.players + 1):
                assert describe(program, naming, state, seat) == game.view(seat)
    assert changed


test_options_and_views_do_not_depend_on_what_is_hidden, test_nothing_hidden_shows_in_many_games = at_every_table(blind)
