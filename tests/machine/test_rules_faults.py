"""Rules that break down in play end the game with a fault that says where and why, never with another exception."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

import imhotep
from imhotep.errors import BudgetExceeded, RulesFault
from imhotep.machine.engine import Machine
from imhotep.machine.playout import play_out
from imhotep.program.program import Program
from imhotep.wasm.engine import WasmMachine

ProgramOf: TypeAlias = Callable[..., Program]

TOO_LARGE = "the number 2147483648 does not fit in 32 bits"
ENDLESS = "the loop did not end in the number of times allowed"
BASE = """\
components:
  token: {count: 2, starts_in: bag}
areas:
  bag: {kind: pool, holds: token}
  box: {kind: pile, holds: token, capacity: 1}
  field: {kind: grid, columns: 2, rows: 2, holds: token}
fields:
  level: {type: number}
  who: {type: seat}
  spot: {type: cell}
tables:
  worth: {rows: {1: 5, 2: 3}}
triggers:
  again: {}
  ask: {with: {who: seat}}
rules:
  endless: {when: again, do: trigger again()}
  paid: {when: ask, do: who scores 1}
procedures:
  game:
    do: |
"""
LINE = 6 + BASE.count("\n") + 1


def faulty(program_of: ProgramOf, *lines: str) -> RulesFault:
    """The fault that a game of these lines ends with."""
    program = program_of(BASE + "".join(f"      {line}\n" for line in lines))
    with pytest.raises(RulesFault) as caught:
        imhotep.Game(program, 1)
    assert broken(program) == str(caught.value)
    return caught.value


def broken(program: Program) -> str | None:
    """How a game of it breaks down, by either back end."""
    outcome = play_out(Machine(program), 1)
    assert list(WasmMachine(program).outcomes([1])) == [outcome]
    return outcome.fault


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["north scores worth(3) as bonus"], "table `worth` has no row for 3"),
        (["set level to 2147483647", "set level to level + 1"], TOO_LARGE),
        (["set level to 46341", "set level to level * level"], "the number 2147488281 does not fit in 32 bits"),
        (["set level to 0 - 2147483647 - 1", "set level to level / (0 - 1)"], TOO_LARGE),
        (["north scores 2147483647 as bonus", "north scores 1 as bonus"], TOO_LARGE),
        (["north scores 1 / level as bonus"], "division by zero"),
        (["move 3 tokens from bag to box"], "this step may not fail here, but there is no room in `box`"),
        (["require level is 1"], "this step may not fail here, but what is required does not hold"),
        (["who scores 1 as bonus"], "this step may not fail here, but there is nothing here"),
        (["left of who scores 1 as bonus"], "this step may not fail here, but there is nothing here"),
        (["trigger ask(first seat where no)"], "this step may not fail here, but there is nothing here"),
        (["move 1 token from bag to spot"], "this step may not fail here, but the cell is not empty"),
        (["move top of box to bag"], "this step may not fail here, but there is nothing here"),
        (["repeat until level is 1, at most 3 times: set level to 2"], ENDLESS),
        (
            ["repeat until level is 1, at most 0 - 3 times: set level to 2"],
            ENDLESS,
        ),
    ],
)
def test_a_fault_names_its_line(program_of: ProgramOf, lines: list[str], message: str) -> None:
    fault = faulty(program_of, *lines)
    assert fault.message == message
    assert fault.place.startswith(f"tiny/ruleset.yaml:{LINE + len(lines) - 1}:")


def test_a_chain_past_the_bound_is_printed(program_of: ProgramOf) -> None:
    fault = faulty(program_of, "trigger again()")
    assert "effects wait for one another" in fault.message
    assert "rules.endless" in fault.message


def test_a_game_that_never_ends_is_stopped(program_of: ProgramOf) -> None:
    fault = faulty(program_of, "repeat 2000000000 times:", "  set level to 1")
    assert isinstance(fault, BudgetExceeded)
    message = broken(program_of(BASE + "      repeat 2000000000 times: set level to 1\n"))
    assert message == "in play: the game takes more than 2000000 steps"


@pytest.mark.parametrize(
    "line",
    [
        "north scores count number n from 1 to 2147483647 as bonus",
        "north scores sum n for each number n from level to 2147483647 as bonus",
        "for each number n from 1 to 2147483647: set level to n",
        "chance chooses number n from 1 to 2147483647",
        "north chooses number n from 1 to 2147483647",
    ],
)
def test_going_through_too_many_numbers_is_a_fault_not_a_hang(program_of: ProgramOf, line: str) -> None:
    lines = ["if possible:", f"  {line}"] if "chooses" in line else [line]
    program = program_of(BASE + "".join(f"      {each}\n" for each in lines))
    fault = broken(program)
    assert fault is not None
    assert "too many" in fault


def test_a_long_chain_ends_in_a_fault_at_the_largest_bound(program_of: ProgramOf) -> None:
    program = program_of("limits: {pending: 400}\n" + BASE + "      trigger again()\n")
    fault = broken(program)
    assert fault is not None
    assert "more than 400 effects wait" in fault


@pytest.mark.parametrize(
    ("head", "most"),
    [("repeat 1 times:", 18), ("for each token t{i} in bag:", 18), ("if possible:", 18), ("if level is 0:", 42)],
)
def test_as_deep_as_blocks_may_stand_both_back_ends_run_them(program_of: ProgramOf, head: str, most: int) -> None:
    lines = [f"{'  ' * i}{head.format(i=i)}" for i in range(most)]
    last = "  " * most + ("set level to level + 1" if "level" not in head else "north scores 1 as bonus")
    program = program_of(BASE.replace("count: 2", "count: 1") + "".join(f"      {x}\n" for x in [*lines, last]))
    assert broken(program) is None


def test_a_row_of_conditions_as_long_as_it_may_be_runs_on_both_back_ends(program_of: ProgramOf) -> None:
    lines = ["if level is 1: set level to 2"]
    for number in range(2, 57):
        lines += [f"otherwise if level is {number}:", "  set level to 0"]
    assert broken(program_of(BASE + "".join(f"      {line}\n" for line in lines))) is None


def test_a_plan_of_too_many_choices_is_a_fault(program_of: ProgramOf) -> None:
    lines = ["let me be north", "if possible:", "  repeat 300 times: me chooses token in bag"]
    program = program_of(BASE + "".join(f"      {line}\n" for line in lines))
    fault = broken(program)
    assert fault == f"tiny/ruleset.yaml:{LINE + 2}:27: more than 100 choices in a row cannot be foreseen"


@pytest.mark.parametrize("kind", ["pool", "pile", "slots, size: 4", "grid, columns: 2, rows: 2"])
@pytest.mark.parametrize("fields", ["", ", fields: {awake: yes/no}"], ids=["counted", "told apart"])
def test_a_place_for_own_pieces_takes_no_others(program_of: ProgramOf, kind: str, fields: str) -> None:
    sections = f"""\
components:
  token: {{owner: seat, count: 2, starts_in: home{fields}}}
areas:
  home: {{per: seat, kind: pool, holds: token}}
  own: {{per: seat, kind: {kind}, holds: own token}}
procedures:
  game:
    do: |
      {"for each token: set awake of token to yes" if fields else "set level to 1"}
      move first token in home of north to own of north
      move first token in home of south to own of north
fields:
  level: {{type: number}}
"""
    with pytest.raises(RulesFault, match="another seat's piece does not belong in `own of north`") as caught:
        imhotep.Game(program_of(sections), 1)
    assert caught.value.place.startswith("tiny/ruleset.yaml:17:")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [
                "north scores count number n from 1 to 90000"
                " where (count number m from 1 to 90000 where m is n) is 1 as bonus"
            ],
            "sums and searches go through more than 20000000 things at once",
        ),
        (
            [
                "let me be north",
                "if possible:",
                "  me chooses number a from 1 to 3000",
                "  me chooses number b from 1 to 3000",
                "  repeat 900 times: set level to a",
                "  require a is 0",
            ],
            "more than 1000000 steps had to be tried to foresee one plan",
        ),
    ],
)
def test_what_would_take_too_long_is_a_fault(program_of: ProgramOf, lines: list[str], message: str) -> None:
    assert faulty(program_of, *lines).message == message


def test_plans_of_a_game_are_tried_only_so_often(program_of: ProgramOf) -> None:
    sections = BASE + "".join(
        f"      {line}\n"
        for line in (
            "let me be north",
            "repeat 100 times:",
            "  if possible:",
            "    me chooses number a from 1 to 900",
            "    repeat 900 times: set level to a",
            "    require a is 900",
        )
    )
    program = program_of(sections)
    outcome = play_out(Machine(program), 1)
    assert outcome.fault == "in play: more than 20000000 steps had to be tried to foresee plans"
    assert outcome.stopped
    assert list(WasmMachine(program).outcomes([1])) == [outcome]


@pytest.mark.parametrize(("south", "fault"), [(1, None), (2, "division by zero")])
def test_what_ranks_second_breaks_down_only_where_seats_rank_alike(south: int, fault: str | None) -> None:
    text = (
        "ruleset: tiny\nplayers: {least: 2, most: 2}\nseats: {north: {}, south: {}}\nbegin: game\n"
        "scores: {bonus: {}}\nfields: {level: {type: number, keys: {who: seat}}}\n"
        "winner: {by: {points: score of seat, share: score of seat / level(seat)}}\n"
        "procedures:\n  game:\n    do: |\n      north scores 2 as bonus\n      set level(north) to 1\n"
        f"      south scores {south} as bonus\n"
    )
    ruleset, found = imhotep.validate("tiny", files={"tiny/ruleset.yaml": text})
    assert ruleset is not None, found
    said = broken(ruleset.program(2))
    assert (said is None) if fault is None else fault in str(said)
