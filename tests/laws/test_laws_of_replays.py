"""Laws of copies, replays and chance: the same program, seed and picks are the same game, everywhere."""

import json
import os
import subprocess
import sys
from random import Random

import pytest
from laws.tables import PURE_TABLES, Table, at_every_table, play, program

from imhotep import Game, Program, open_ruleset


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


@pytest.mark.parametrize("table", [table for table in PURE_TABLES if table.players == 3], ids=str)
def test_the_same_seed_and_picks_are_the_same_game_under_any_hash_seed(table: Table) -> None:
    written = program(table).to_json()
    told = {under_hash_seed(hash_seed, ONE_GAME, written) for hash_seed in ("0", "1", "random")}
    assert len(told) == 1


def test_a_program_is_the_same_under_any_hash_seed() -> None:
    script = "import imhotep; print(imhotep.open_ruleset('imhotep').program(4).to_json(), end='')"
    here = open_ruleset("imhotep").program(4).to_json()
    for hash_seed in ("0", "1", "random"):
        assert under_hash_seed(hash_seed, script) == here


@pytest.mark.parametrize("deck", ["deck", "round_deck"])
def test_the_seed_decides_how_a_deck_lies(deck: str) -> None:
    deals = [json.dumps(Game(program(Table(4, "AAAAA")), seed).describe()["areas"][deck]) for seed in (1, 1, 2, 3, 4)]
    assert deals[0] == deals[1]
    assert len(set(deals)) == 4
