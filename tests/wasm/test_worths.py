"""States drawn anew and the worth of options are the same by both back ends, and tell nothing that is hidden."""

from random import Random

import pytest
from laws.tables import Table
from laws.tables import program as program_at
from laws.test_laws_of_other_games import GAMES, tables

from imhotep import Game, Program
from imhotep.machine.engine import Machine
from imhotep.machine.evaluation import evaluate
from imhotep.machine.redealing import masked, redeal
from imhotep.program.memory import SEAT, SEED_HIGH, SEED_LOW, STATUS
from imhotep.wasm.engine import WasmMachine

PROGRAMS = [program_at(Table(3, "ABABA")), *(tables(name)[0] for name in GAMES)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: str(p.ruleset))
def test_both_back_ends_redeal_and_evaluate_alike(program: Program) -> None:
    machine, module = Machine(program), WasmMachine(program)
    choices = Random(2)
    state = machine.begin(3)
    machine.enter(state, "begin")
    for number in range(40):
        if state[STATUS]:
            break
        for seat in range(1, program.players + 1):
            assert module.redeal(state, seat, number) == redeal(program, state, seat, number)
        picks = machine.options(state)
        dealt = redeal(program, state, state[SEAT], number, picks)
        assert module.redeal(state, state[SEAT], number, picks) == dealt
        if number % 13 == 5:
            assert module.evaluate(state, 2, number) == evaluate(machine, state, 2, number)
            assert module.evaluate(state, 3, number, limit=4) == evaluate(machine, state, 3, number, limit=4)
        machine.answer(state, *choices.choice(machine.options(state)))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: str(p.ruleset))
def test_a_state_drawn_anew_looks_the_same_to_the_seat(program: Program) -> None:
    machine = Machine(program)
    choices = Random(5)
    game = Game(program, 8)
    for number in range(30):
        if game.decision is None:
            return
        seat = game.decision.seat
        offered = machine.options(list(game.state))
        other = redeal(program, game.state, seat, number, offered)
        assert {*offered} <= {*machine.options(other)}
        mine = game.view(seat)
        game._state[:] = other
        game._decision = None
        assert game.view(seat) == mine
        game.apply(choices.choice(game.decision.options))


def test_what_is_hidden_is_drawn_anew_and_so_is_what_comes() -> None:
    program = PROGRAMS[0]
    machine = Machine(program)
    state = machine.begin(1)
    machine.enter(state, "begin")
    dealt = {tuple(redeal(program, state, state[SEAT], seed)) for seed in range(20)}
    assert len(dealt) == 20
    piles = [p for a in program.areas if a.seen_by == "nobody" for p in a.places if program.places[p].kind == "pile"]
    addresses = [a for p in piles for a in program.places[p].addresses()]
    for other in dealt:
        changed = {i for i, (a, b) in enumerate(zip(other, state, strict=True)) if a != b}
        assert changed <= {*addresses, SEED_LOW, SEED_HIGH}
        assert sorted(other[a] for a in addresses) == sorted(state[a] for a in addresses)


def test_worths_do_not_depend_on_what_the_seat_cannot_see() -> None:
    program = PROGRAMS[0]
    machine = Machine(program)
    state = machine.begin(1)
    machine.enter(state, "begin")
    other = redeal(program, state, state[SEAT], 99)
    assert other != state
    seen = [masked(program, s, s[SEAT], machine.options(s)) for s in (state, other)]
    worths = [evaluate(machine, s, 3, 7) for s in (*seen, other)]
    assert worths[0] == worths[1] != worths[2]
