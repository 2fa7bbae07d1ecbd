"""Rules of a stranger end games in the same fault on both back ends; what must never happen is told as a bug."""

from collections.abc import Callable
from typing import TypeAlias

import pytest
from click.testing import CliRunner

from imhotep import Program
from imhotep.cli.main import cli
from imhotep.errors import CannotRun, InternalError
from imhotep.machine.engine import Machine
from imhotep.machine.marks import Marking
from imhotep.machine.playout import play_out
from imhotep.wasm import engine
from imhotep.wasm.engine import WasmMachine
from imhotep.wasm.module import assembly
from imhotep.wasm.playing import assembled_for, covering, playing

ProgramOf: TypeAlias = Callable[..., Program]

THINGS = """\
limits: {pending: 400}
components:
  token: {count: 120, starts_in: bag}
areas:
  bag: {kind: pool, holds: token}
  box: {kind: pool, holds: token}
fields:
  level: {type: number}
triggers:
  again: {}
"""
TOO_DEEP = "more than 400 effects wait for one another"


def rules(endless: list[str], game: list[str]) -> str:
    handler = "".join(f"      {line}\n" for line in endless)
    begin = "".join(f"      {line}\n" for line in game)
    return f"{THINGS}rules:\n  endless:\n    when: again\n    do: |\n{handler}procedures:\n  game:\n    do: |\n{begin}"


def broken(program: Program) -> str | None:
    """How a game breaks down, by either back end."""
    outcome = play_out(Machine(program), 1)
    assert list(WasmMachine(program).outcomes([1])) == [outcome]
    return outcome.fault


def inside(heads: list[str], line: str) -> list[str]:
    return [f"{'  ' * i}{head}" for i, head in enumerate([*heads, line])]


@pytest.mark.parametrize(
    "endless",
    [
        inside([f"for each number n{i} from 1 to 2:" for i in range(8)], "trigger again()"),
        inside([f"for each token t{i} in bag:" for i in range(8)], "trigger again()"),
        inside(["if possible:", "repeat 2 times:", "if possible:"], "trigger again()"),
        [f"let v{i} be level + {i}" for i in range(40)]
        + ["trigger again()"]
        + [f"set level to v{i}" for i in range(40)],
        ["north chooses number n from 1 to 2", "trigger again()", "set level to n"],
    ],
    ids=["numbers", "pieces", "plans", "variables", "choices"],
)
def test_a_chain_of_effects_ends_at_the_same_place(program_of: ProgramOf, endless: list[str]) -> None:
    fault = broken(program_of(rules(endless, ["trigger again()"])))
    assert fault is not None
    assert TOO_DEEP in fault


def test_effects_that_keep_too_many_values_are_left_to_the_interpreter(program_of: ProgramOf) -> None:
    """A module would exhaust its stack; that is known before."""
    kept = [f"chance chooses number r{i} from 1 to 6" for i in range(300)]
    used = [f"north scores r{i} as bonus" for i in range(300)]
    loop = "for each number n from 1 to 2: trigger again()"
    program = program_of(rules([*kept, loop, *used], ["trigger again()"]))
    with pytest.raises(CannotRun):
        WasmMachine(program)
    assert assembled_for(program, "wasm") == b""
    one = playing(program, assembled_for(program, "wasm"))
    (outcome,) = one.outcomes([1])
    assert outcome.fault is not None
    assert TOO_DEEP in outcome.fault
    assert list(covering(Marking(program), "wasm").outcomes([1])) == [outcome]


@pytest.mark.parametrize("end", ["trigger again()", "require level is 7"])
@pytest.mark.parametrize("choices", [99, 100, 101])
def test_a_chain_behind_the_longest_plan_ends_at_the_same_place(program_of: ProgramOf, choices: int, end: str) -> None:
    endless = ["set level to level + 1", "if level is less than 398:", "  trigger again()"]
    plan = inside(["if possible:"], f"repeat {choices} times: north chooses token in bag")
    fault = broken(program_of(rules(endless, [*plan, "  trigger again()", f"  {end}"])))
    assert (fault is None) == (choices <= 100 and "trigger" in end)


def test_a_decision_may_have_four_hundred_ways(program_of: ProgramOf) -> None:
    ways = [f"    way{i}: north scores {i} as bonus" for i in range(400)]
    program = program_of(rules(["trigger again()"], ["repeat 5 times:", "  north chooses:", *ways]))
    assert broken(program) is None


def test_a_trigger_may_have_effects_of_four_hundred_kinds(program_of: ProgramOf) -> None:
    cards = "".join(f"  c{i}: {{family: card, effects: {{played: north scores {i} as bonus}}}}\n" for i in range(400))
    program = program_of(
        "components:\n  card: {is: card, starts_in: deck}\nareas:\n  deck: {kind: pile, holds: card}\n"
        "triggers: {played: {with: {card: card}, to: card}}\n"
        f"cards:\n{cards}procedures:\n  game: {{do: 'for each card in deck: trigger played(card)'}}\n"
    )
    assert broken(program) is None
    assert next(iter(WasmMachine(program).outcomes([1]))).points[0] == (399 * 200, 0)


@pytest.mark.parametrize(
    ("wrong", "cause"),
    [
        ("(drop (i32.load (i32.const -4)))", "out of bounds memory access"),
        ("(call $spoilt (i64.const 0) (i32.const 0))", "call stack exhausted"),
        ("(unreachable)", "wasm `unreachable` instruction executed"),
    ],
    ids=["memory", "stack", "unreachable"],
)
def test_a_trap_that_must_never_be_is_told_as_a_bug(monkeypatch: pytest.MonkeyPatch, wrong: str, cause: str) -> None:
    def spoilt(program: Program, marking: Marking | None = None) -> str:
        text = assembly(program, marking).replace("( func $play )", "( func $spoilt )", 1)
        return f"{text[:-1]} (func $spoilt (param i64) (param i32) {wrong}))"

    monkeypatch.setattr(engine, "assembly", spoilt)
    result = CliRunner().invoke(cli, ["simulate", "imhotep", "--games", "2", "--jobs", "1"])
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == (
        f"error: this is a bug: InternalError: the module of imhotep has trapped: {cause}"
        " (set IMHOTEP_TRACEBACK=1 to see where)"
    )
    assert "Traceback" not in result.output
    result = CliRunner().invoke(cli, ["validate", "imhotep", "--deep", "1", "--backend", "wasm"])
    assert (result.exit_code, cause in result.stderr, "Traceback" in result.output) == (3, True, False)


def test_no_call_of_a_module_lets_a_trap_through(program_of: ProgramOf) -> None:
    machine = WasmMachine(program_of(rules(["trigger again()"], ["if possible: north chooses token in bag"])))
    with pytest.raises(InternalError, match="out of bounds"):
        machine._call("winners", 2**31 - 8)
