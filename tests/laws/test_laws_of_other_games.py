"""The laws hold in games of other kinds, too.

Tokens on a grid, cards in hidden hands, pieces that are told apart, tricks and bids, luck that is pushed, leaves on a
pond, sets of a suit. All but the first two were written without any change to the engine.
"""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
from laws.tables import play
from laws.test_laws_of_play import pieces
from laws.test_laws_of_replays import copies, copies_go_on_alike, equal_states, replays

from imhotep import Game, Program, open_ruleset
from imhotep.machine.engine import Machine
from imhotep.machine.playout import play_out
from imhotep.record.replay import difference, follow
from imhotep.record.transcript import Transcript, random_game

RULESETS = Path(__file__).parents[1] / "rulesets"
GAMES = ("rows", "hands", "masks", "ponds", "suits", "tricks", "summits")


def tables(name: str) -> list[Program]:
    """All numbers of players, with all first sides and all second ones."""
    ruleset = open_ruleset(f"{RULESETS}/{name}")
    return [
        open_ruleset(f"{RULESETS}/{name}", sides=sides).program(players)
        for sides, players in product(ruleset.side_choices({}), ruleset.players)
    ]


def keeps_pieces(program: Program, seed: int) -> None:
    game = Game(program, seed)
    before = pieces(game)
    for _ in play(game, Random(seed)):
        assert pieces(game) == before


def ends(program: Program, seed: int) -> None:
    game = Game(program, seed)
    for _ in play(game, Random(seed)):
        assert game.decision is None or game.decision.options
    assert game.over and game.winners
    assert set(game.winners) <= set(range(1, program.players + 1))


def logs_replay(program: Program, seed: int) -> None:
    transcript = random_game(program, seed)
    record = transcript.record({}, {})
    again = Transcript(program, seed)
    assert [step for step, _ in follow(again, record) if step is not None]
    assert difference(record, again) is None


def figures_agree(program: Program, seed: int) -> None:
    """A game that is named, logged and watched comes out like the bare one."""
    outcome = play_out(Machine(program), seed)
    game = random_game(program, seed).game
    assert outcome.fault is None
    assert outcome.winners == game.winners
    points = [sum(source[seat] for source in outcome.points) for seat in range(program.players)]
    assert [score.points for score in game.scores] == points


LAWS = (keeps_pieces, ends, logs_replay, figures_agree, copies, copies_go_on_alike, replays, equal_states)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: str(law.__name__))
@pytest.mark.parametrize("name", GAMES)
def test_a_law_holds_in_a_game_of_another_kind(name: str, law: Callable[[Program, int], None]) -> None:
    for program in tables(name):
        for seed in range(2):
            law(program, seed)


@pytest.mark.long
@pytest.mark.parametrize("law", LAWS, ids=lambda law: str(law.__name__))
@pytest.mark.parametrize("name", GAMES)
def test_a_law_holds_in_many_games_of_another_kind(name: str, law: Callable[[Program, int], None]) -> None:
    for program in tables(name):
        for seed in range(50):
            law(program, seed)
