"""Rows tell of each decision what `Game` tells of it, and taking them changes no game."""

from pathlib import Path

import pytest

from imhotep import Game, Program, open_ruleset
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.machine.playout import POINTS, Outcome, Row, play_out

TESTS = Path(__file__).parents[1]
RULESETS = ("imhotep", *(str(TESTS / "rulesets" / name) for name in ("hands", "masks", "rows", "small")))
SEEDS = range(3)


@pytest.fixture(params=RULESETS, ids=lambda path: Path(path).name, scope="module")
def program(request: pytest.FixtureRequest) -> Program:
    ruleset = open_ruleset(request.param)
    return ruleset.program(ruleset.players[-1])


def traced(machine: Machine, seed: int) -> tuple[Outcome, list[Row]]:
    rows: list[Row] = []
    return play_out(machine, seed, rows=rows), rows


def test_taking_rows_changes_no_game(program: Program) -> None:
    machine = Machine(program)
    for seed in SEEDS:
        outcome, rows = traced(machine, seed)
        assert outcome == play_out(machine, seed)
        assert len(rows) == outcome.decisions
        assert traced(machine, seed)[1] == rows


def test_rows_tell_what_a_game_tells(program: Program) -> None:
    machine = Machine(program)
    classes = 0
    for seed in SEEDS:
        _, rows = traced(machine, seed)
        game = Game(program, seed)
        streams = [Stream(seed, f"player {seat}") for seat in program.seats]
        for number, seat, options, way, value, *points in rows:
            decision = game.decision
            assert decision is not None
            option = game.random_option(streams[decision.seat - 1])
            assert program.decisions[number].id == decision.id
            assert (seat, options, way) == (decision.seat, len(decision.options), option.way)
            assert points == [score.points for score in game.scores]
            counted = _counted(program, number, way)
            if counted is None:
                assert value == option.value
            else:
                classes += 1
                kinds, owners = counted
                kind, owner = divmod(value, owners)
                assert option.payload["kind"] == kinds[kind]
                assert option.payload.get("owner", program.seats[owner]) == program.seats[owner]
            game.apply(option)
        assert game.decision is None
    if Path(program.ruleset).name in ("imhotep", "rows"):
        assert classes


def _counted(program: Program, number: int, way: int) -> tuple[tuple[str, ...], int] | None:
    """The kinds and the number of owners of the counted family that a way picks from."""
    sort, _, id = program.decisions[number].ways[way].type.partition(":")
    if sort != "piece":
        return None
    family = next(each for each in program.families if each.id == id)
    return None if family.individuals else (family.kinds, family.owners)


def test_a_row_has_whole_numbers_only_and_points_for_each_seat(program: Program) -> None:
    for row in traced(Machine(program), 1)[1]:
        assert len(row) == POINTS + program.players
        assert all(type(n) is int for n in row)
