"""What is worked out of expressions beforehand comes to what they come to in play."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from laws.tables import BOARDS
from laws.test_laws_of_other_games import GAMES, tables

from imhotep import Program, open_ruleset
from imhotep.machine.engine import Machine
from imhotep.machine.looking import Looking
from imhotep.machine.playout import play_out
from imhotep.program.knowing import Knowing
from imhotep.wasm.known import Known


def known_of(program: Program) -> Known:
    return Known(program, Knowing(program), Looking(program).class_at)


def quickened(program: Program) -> Program:
    """The same program with quicker conditions."""
    known = known_of(program)
    return replace(
        program,
        decisions=tuple(
            replace(
                decision,
                ways=tuple(
                    replace(way, condition=known.quick(way.condition), test=known.quick(way.test))
                    for way in decision.ways
                ),
            )
            for decision in program.decisions
        ),
    )


def programs() -> Iterator[Program]:
    for side in "AB":
        yield open_ruleset("imhotep", sides=dict.fromkeys(BOARDS, side)).program(3)
    for name in GAMES:
        yield from tables(name)


def test_quicker_conditions_leave_each_game_as_it_is() -> None:
    changed = 0
    for program in programs():
        quick = quickened(program)
        changed += quick.decisions != program.decisions
        machines = Machine(program), Machine(quick)
        for seed in range(3):
            assert play_out(machines[0], seed) == play_out(machines[1], seed)
    assert changed > 3


@pytest.mark.parametrize(
    "code, expected",
    [
        (("le", ("local", 1), 3), 1),
        (("and", ("lt", 3, ("local", 1)), ("ne", ("local", 2), 0)), 0),
        (("or", ("lt", 3, ("local", 1)), ("ne", ("local", 2), 0)), ("or", ("ne", ("local", 2), 0))),
        (("choose", ("eq", ("local", 1), 2), ("local", 3), ("local", 1)), ("local", 3)),
        (("fold", "any", 1, ("range", 1, ("local", 1)), ("eq", ("local", 1), 2), 1),
         ("fold", "any", 1, ("range", 1, 2), ("eq", ("local", 1), 2), 1)),
    ],
)  # fmt: skip
def test_a_number_is_put_in_for_a_variable(code: object, expected: object) -> None:
    known = known_of(open_ruleset("imhotep").program(2))
    assert known.put_in(code, 1, 2) == expected  # type: ignore[arg-type]


def test_more_than_is_known_to_be_gone_through_is_endless() -> None:
    known = known_of(open_ruleset("imhotep").program(2))
    inner = ("fold", "count", 2, ("range", 1, 10), 1, 1)
    assert known.gone(("fold", "any", 1, ("range", 1, 3), ("eq", inner, 1), 1)) == 3 + 30
    assert known.gone(("fold", "any", 1, ("range", 1, ("local", 4)), 1, 1)) == float("inf")
