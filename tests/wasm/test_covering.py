"""A module that is watched notes what the interpreter notes: after the same games all marks are the same."""

from collections.abc import Callable
from dataclasses import asdict
from itertools import product
from pathlib import Path

import pytest
from laws.tables import BOARDS
from laws.test_laws_of_other_games import GAMES, tables

from imhotep import Program, open_ruleset
from imhotep.experiment.exploring import Exploration
from imhotep.experiment.series import game_seeds
from imhotep.machine.covering import CoveringMachine
from imhotep.machine.marks import Marking
from imhotep.wasm.covered import WasmCovering
from imhotep.wasm.module import assembly

SMALL = Path(__file__).parents[1] / "rulesets" / "small" / "ruleset.yaml"
EXAMPLES = sorted(
    path
    for path in (Path(__file__).parents[2] / "examples" / "house-rules").glob("*.yaml")
    if not path.name.endswith(".scenarios.yaml")
)


def noted_alike(program: Program, games: int) -> None:
    """The same outcomes and the same marks, and marks of every sort that the program has anything for."""
    marking = Marking(program)
    machines = (WasmCovering(marking), CoveringMachine(marking))
    seeds = game_seeds(7, games)
    assert list(machines[0].outcomes(seeds)) == list(machines[1].outcomes(seeds))
    marks = machines[0].marks()
    assert asdict(marks) == asdict(machines[1].marks())
    assert marks.reached and marks.moved and marks.asked and marks.offered and marks.taken
    assert marks.deepest >= 1 or not marks.begun
    assert max(marks.reached) >= len(program.segments), "blocks inside of segments are marked, too"


@pytest.mark.parametrize("name", GAMES)
def test_all_marks_are_the_same_in_a_small_game(name: str) -> None:
    for program in tables(name):
        noted_alike(program, 4)


@pytest.mark.parametrize(("players", "side"), [(2, "A"), (4, "B")])
def test_all_marks_are_the_same_in_the_shipped_game(players: int, side: str) -> None:
    noted_alike(open_ruleset("imhotep", sides=dict.fromkeys(BOARDS, side)).program(players), 3)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_all_marks_are_the_same_in_many_small_games(name: str) -> None:
    for program in tables(name):
        noted_alike(program, 200)


@pytest.mark.long
@pytest.mark.parametrize(("players", "side"), [*product((2, 3, 4), ("A", "B"))])
def test_all_marks_are_the_same_in_many_games(players: int, side: str) -> None:
    noted_alike(open_ruleset("imhotep", sides=dict.fromkeys(BOARDS, side)).program(players), 200)


@pytest.mark.long
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.stem))
def test_all_marks_are_the_same_under_every_house_rule(path: Path) -> None:
    for players in (2, 3, 4):
        noted_alike(open_ruleset(str(path)).program(players), 30)


@pytest.mark.parametrize("name", [*GAMES, "small"])
def test_both_find_the_same(name: str) -> None:
    programs = [open_ruleset(str(SMALL)).program(2)] if name == "small" else tables(name)
    found = []
    for backend in ("wasm", "interpreter"):
        exploration = Exploration()
        for program in programs:
            exploration.play(program, 3, backend=backend)
        found.append((exploration.games, exploration.findings()))
    assert found[0] == found[1]


UNDONE = """\
components:
  token: {kinds: {red: {}, blue: {}, green: {}}, count: 1, starts_in: bag}
areas:
  bag: {kind: pool, holds: token}
  box: {kind: pool, holds: token}
  field: {kind: slots, size: 2, holds: token}
fields: {level: {type: number}}
tables: {worth: {rows: {1: 5, 2: 3, 3: 2}}}
triggers: {again: {}}
rules: {more: {when: again, do: "if level is less than 3:\\n  set level to level + 1\\n  trigger again()"}}
procedures:
  game:
    do: |
      if possible:
        move first token in bag where kind of token is blue to box
        set level to worth(2)
        require level is 7
      otherwise:
        set level to 1
      trigger again()
      if level is 3:
        move first token in bag where kind of token is red to field
      otherwise:
        set level to worth(3)
"""


def test_what_was_carried_out_in_vain_is_not_noted(program_of: Callable[..., Program]) -> None:
    marking = Marking(program_of(UNDONE))
    for machine in (WasmCovering(marking), CoveringMachine(marking)):
        assert [outcome.fault for outcome in machine.outcomes([-5])] == [None]
        marks = machine.marks()
        places = {marking.stretches[number].place for number in marks.reached} - {""}
        assert sorted(int(place.split(":")[1]) for place in places) == [16, 25, 28]
        assert marks.moved == {(0, 0)}, "the blue one was moved in vain, the green one never"
        assert {(marking.program.tables[table].id, row) for table, row in marks.rows} == {("worth", 2)}
        assert (marks.deepest, marks.deepest_seed) == (4, 2**64 - 5)


def test_only_a_watched_module_has_marks() -> None:
    program = open_ruleset(str(SMALL)).program(2)
    marking = Marking(program)
    assert "$note" in assembly(marking.program, marking)
    assert "$note " not in assembly(program)
