"""A program as WebAssembly plays the games that the interpreter plays: the same states, options and outcomes."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from laws.tables import BOARDS, at_every_table
from laws.test_laws_of_other_games import GAMES, tables

from imhotep import Program, open_ruleset
from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.playout import play_out
from imhotep.wasm.engine import WasmMachine

EXAMPLES = sorted(
    path
    for path in (Path(__file__).parents[2] / "examples" / "house-rules").glob("*.yaml")
    if not path.name.endswith(".scenarios.yaml")
)
SWITCHES: list[dict[str, str | bool]] = [
    {"wrath_of_the_pharaoh": True, "wrath_counts": "shipped_stones", "market_stone_returns": "before_the_card"},
    {"hammer_takes": "at_least_one", "chisel_places": "up_to_two", "pyramid_overflow": "each_full"},
    {"hammer_takes": "exactly_three", "lever_order": "stone_by_stone"},
]


def alike(program: Program, seed: int, games: int = 3) -> None:
    """Move by move, and over some whole games."""
    step_by_step(program, seed)
    machine = Machine(program)
    seeds = range(seed % 2**60, seed % 2**60 + games)
    assert list(WasmMachine(program).outcomes(seeds)) == [play_out(machine, s) for s in seeds]


def step_by_step(program: Program, seed: int) -> None:
    """After every decision the whole state and the options are the same, whichever of the two has made the move."""
    machines: tuple[Machine | WasmMachine, ...] = (Machine(program), WasmMachine(program))
    choices = Random(seed)
    states = tuple(machine.begin(seed) for machine in machines)
    assert states[0] == states[1]
    for machine, state in zip(machines, states, strict=True):
        machine.enter(state, "begin")
    while not states[0][0]:
        offered = [machine.options(state) for machine, state in zip(machines, states, strict=True)]
        assert offered[0] == offered[1]
        pick = choices.choice(offered[0])
        after = [moved(machine, list(states[0]), pick) for machine in machines]
        assert after[0] == after[1]
        states = (after[0], after[1])
    assert states[0] == states[1]


def moved(machine: Machine | WasmMachine, state: State, pick: Pick) -> State:
    machine.answer(state, *pick)
    return state


test_both_are_alike_at_a_table, test_both_are_alike_at_every_table = at_every_table(alike)


@pytest.mark.parametrize("name", GAMES)
def test_both_are_alike_in_a_game_of_another_kind(name: str) -> None:
    for program in tables(name):
        alike(program, 7)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_both_are_alike_in_many_games_of_another_kind(name: str) -> None:
    for program, seed in product(tables(name), range(30)):
        alike(program, seed)


@pytest.mark.parametrize("path", EXAMPLES[::7], ids=lambda path: str(path.stem))
def test_both_are_alike_under_a_house_rule(path: Path) -> None:
    alike(open_ruleset(str(path)).program(3), 11)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.stem))
def test_both_are_alike_under_every_house_rule(path: Path, players: int) -> None:
    for seed in range(5):
        alike(open_ruleset(str(path)).program(players), seed, games=30)


@pytest.mark.parametrize("options", SWITCHES, ids=lambda options: "-".join(options))
def test_both_are_alike_with_other_options(options: dict[str, str | bool]) -> None:
    """Between them every option stands at another value than its default."""
    sides = dict.fromkeys(BOARDS, "B") if "wrath_counts" in options else {}
    alike(open_ruleset("imhotep", options=options, sides=sides).program(3), 5)


def test_the_switches_are_all_options_there_are() -> None:
    options = dict(open_ruleset("imhotep").program(2).options)
    assert {id for switches in SWITCHES for id in switches} == {*options}
    assert all(options[id] != value for switches in SWITCHES for id, value in switches.items())
