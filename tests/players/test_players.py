"""Players decide alike for one seed, see nothing that is hidden, and are better than chance."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from laws.tables import Table
from laws.tables import program as program_at
from laws.test_laws_of_other_games import GAMES, tables

from imhotep import Game, Program, UsageError
from imhotep.cli.main import cli
from imhotep.machine.chance import Stream
from imhotep.machine.playout import Row
from imhotep.machine.redealing import masked, redeal
from imhotep.players.player import NoisyPlayer, RandomPlayer
from imhotep.players.specs import SORTS, Spec, read_spec
from imhotep.players.table import Players, logged_game, play_game
from imhotep.program.memory import SEAT, STATUS
from imhotep.wasm.engine import WasmMachine
from imhotep.wasm.playing import Interpreting

SHIPPED = program_at(Table(2, "AAAAA"))
PROGRAMS = [SHIPPED, *(tables(name)[0] for name in GAMES)]
SMALL = ("random", "greedy:6", "flat:6", "mcts:12", "mcts:9,noise=0.5")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: str(p.ruleset))
@pytest.mark.parametrize("name", SMALL)
def test_a_player_decides_alike_in_states_that_look_alike_to_it(program: Program, name: str) -> None:
    engine, choices = Interpreting(program), Random(4)
    state = engine.begin(3)
    engine.enter(state, "begin")
    differ = False
    for number in range(12):
        if state[STATUS]:
            break
        offered = engine.options(state)
        other = redeal(program, state, state[SEAT], number, offered)
        differ |= other != state
        if engine.options(other) == offered:
            one, two = (Players(engine, [name] * program.players, number).pick(s) for s in (state, other))
            assert one == two
        engine.answer(state, *choices.choice(offered))
    assert differ


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: str(p.ruleset))
def test_a_masked_state_looks_the_same_and_holds_nothing_hidden(program: Program) -> None:
    engine, choices = Interpreting(program), Random(6)
    game = Game(program, 9)
    for number in range(25):
        if game.decision is None:
            return
        seat, offered = game.decision.seat, engine.options(list(game.state))
        seen = masked(program, game.state, seat, offered)
        assert seen == masked(program, redeal(program, game.state, seat, number, offered), seat, offered)
        mine, other = game.view(seat), game.copy()
        other._state[:] = seen
        assert other.view(seat) == mine
        game.apply(choices.choice(game.decision.options))


@pytest.mark.parametrize("name", ["greedy:6", "flat:6", "mcts:6,noise=0.2"])
def test_a_game_comes_again_by_either_back_end_and_in_a_log(name: str) -> None:
    names = (name, "random")
    one: list[Row] = []
    two: list[Row] = []
    by_steps = Interpreting(SHIPPED)
    outcome = play_game(by_steps, names, 5, one)
    assert outcome.fault is None
    assert play_game(WasmMachine(SHIPPED), names, 5, two) == outcome
    assert one == two
    transcript = logged_game(by_steps, names, 5)
    assert transcript.game.winners == outcome.winners
    assert transcript.decisions == outcome.decisions
    assert play_game(by_steps, names, 6, []) != outcome


def test_all_players_play_games_of_other_kinds_to_their_end() -> None:
    for program in PROGRAMS[1:]:
        names = ("mcts:6", "flat:6", "greedy:6", "random")[: program.players]
        assert play_game(Interpreting(program), names, 2).fault is None


@pytest.mark.parametrize("name", ["greedy:20", "flat:40", "mcts:30"])
def test_players_that_think_beat_random_ones(name: str) -> None:
    engine = WasmMachine(SHIPPED)
    won = 0
    for seed in range(6):
        names = (name, "random") if seed % 2 else ("random", name)
        winners = play_game(engine, names, seed).winners
        won += 2 * (names.index(name) + 1 in winners) // len(winners)
    assert won >= 8


def test_noise_makes_as_many_decisions_random_as_it_says() -> None:
    class First(RandomPlayer):
        def choose(self, offered: object, look: object) -> tuple[int, int]:
            return 0, 0

    stream = Stream(1, "player")
    player = NoisyPlayer(First(stream), 250_000, stream)
    offered = [(0, 0), (0, 1)]
    other = sum(player.choose(offered, list) == (0, 1) for _ in range(4000))
    assert 425 < other < 575


def test_specs_are_read() -> None:
    assert [read_spec(sort).budget for sort in SORTS] == [0, 20, 100, 400]
    assert read_spec("mcts:50,noise=0.25") == Spec(sort="mcts", budget=50, millionths=250_000)
    assert read_spec("greedy,noise=1").millionths == 1_000_000
    for a, b in pairwise(SORTS):
        assert read_spec(a) != read_spec(b)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mtcs:40", "there is no player `mtcs:40`; did you mean `mcts`?"),
        ("", "there is no player ``"),
        ("random:4", "takes no number"),
        ("flat:0", "playouts are a whole number from 1 to 1000000, such as `flat:100`"),
        ("flat:", "playouts are a whole number"),
        ("flat:9999999999999", "playouts are a whole number"),
        ("flat:٣", "playouts are a whole number"),
        ("flat,nois=0.1", "there is no `nois`; did you mean `noise`?"),
        ("flat,noise=2", "noise is a number from 0 to 1"),
        ("flat,noise=nan", "noise is a number from 0 to 1"),
        ("flat,noise", "there is no player"),
    ],
)
def test_specs_that_say_nothing_sensible_are_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_spec(text)
    assert said in str(refused.value)


def test_reports_and_logs_say_who_played(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    arguments = ["simulate", "imhotep", "--games", "2", "--by", "greedy:2,noise=0.5,random", "--log", str(log)]
    ran = CliRunner().invoke(cli, arguments)
    assert ran.output.startswith("played by greedy:2,noise=0.5, random\n")
    deciders = [json.loads(line)["deciders"] for line in log.read_text().splitlines()]
    assert [list(each.values()) for each in deciders] == [
        ["greedy:2,noise=0.5", "random"],
        ["random", "greedy:2,noise=0.5"],
    ]
    assert CliRunner().invoke(cli, ["replay", str(log), "--verify"]).output == "2 played again: all the same\n"
