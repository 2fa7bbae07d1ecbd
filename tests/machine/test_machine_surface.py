"""Programs survive JSON, games can be copied, wrong options are refused, and no text becomes code."""

import json
from collections.abc import Callable
from typing import TypeAlias

import pytest

import imhotep
from imhotep.errors import RulesFault, UsageError
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.machine.translate import Translator
from imhotep.program.program import Program

ProgramOf: TypeAlias = Callable[..., Program]

CHOICES = """\
components:
  token: {count: 6, starts_in: bag}
areas:
  bag: {kind: pool, holds: token}
  field: {kind: grid, columns: 3, rows: 2, holds: token}
procedures:
  game:
    do: |
      for each seat:
        if possible:
          seat chooses cell in field where cell is empty
          move 1 token from bag to cell
          chance chooses number n from 1 to 6
          seat scores n as bonus
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_program_survives_json(players: int) -> None:
    program = imhotep.open_ruleset("imhotep").program(players)
    text = program.to_json()
    again = imhotep.Program.from_json(text)
    assert again == program
    assert hash(again) == hash(program)
    assert again.to_json() == text
    assert Translator(again).source() == Translator(program).source()


def test_a_program_of_another_format_is_refused(program_of: ProgramOf) -> None:
    data = json.loads(program_of(CHOICES).to_json())
    data["format"] = 99
    with pytest.raises(UsageError, match="format 99"):
        imhotep.Program.from_json(json.dumps(data))


def test_a_copied_game_goes_its_own_way_and_the_same_way(program_of: ProgramOf) -> None:
    game = imhotep.Game(program_of(CHOICES), 5)
    copy = game.copy()
    before = game.state
    decision = game.decision
    assert decision is not None
    game.apply(decision.options[0])
    assert copy.state == before
    assert copy.decision == decision
    copy.apply(decision.options[0])
    assert copy.state == game.state
    assert copy.scores == game.scores


def test_an_option_that_is_not_offered_is_refused_and_changes_nothing(program_of: ProgramOf) -> None:
    game = imhotep.Game(program_of(CHOICES), 5)
    first = game.decision
    assert first is not None
    with pytest.raises(UsageError, match="does not offer `7`"):
        first.option("7")
    game.apply(first.option("2"))
    before = game.state
    with pytest.raises(UsageError, match="`2` is not an option"):
        game.apply(first.option("2"))
    assert game.state == before
    second = game.decision
    assert second is not None
    game.apply(second.options[0])
    assert game.over
    with pytest.raises(UsageError, match="the game is over"):
        game.apply(second.options[0])


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_a_seat_that_does_not_exist_has_no_view(program_of: ProgramOf, seat: int) -> None:
    with pytest.raises(UsageError, match="no seat"):
        imhotep.Game(program_of(CHOICES), 5).view(seat)


@pytest.mark.parametrize("seed", [0, -1, 2**31, 2**63, 2**64 - 1, 2**64, 10**30])
def test_any_whole_number_is_a_seed_and_every_word_stays_in_32_bits(program_of: ProgramOf, seed: int) -> None:
    game = imhotep.Game(program_of(CHOICES), seed)
    assert all(-(2**31) <= word < 2**31 for word in game.state)
    assert game.state == imhotep.Game(program_of(CHOICES), seed % 2**64).state


def test_a_machine_picks_every_legal_option_and_no_other(program_of: ProgramOf) -> None:
    machine = Machine(program_of(CHOICES))
    state = machine.begin(1)
    machine.enter(state, "begin")
    stream = Stream(1, "picks")
    assert {machine.pick(state, stream) for _ in range(200)} == set(machine.options(state))


REMEMBERED = """\
components:
  coin: {count: 3, starts_in: purse, fields: {bright: yes/no}}
areas:
  purse: {kind: pool, holds: coin}
fields:
  leader: {type: seat, start: south}
  none_yet: {type: seat}
  mood: {type: number, keys: {who: seat}, seen_by: owner}
  plan: {type: number, start: 7, seen_by: nobody}
procedures:
  game:
    do: |
      set mood(north) to 3
      for each coin in purse: set bright of coin to yes
"""


def test_what_is_remembered_is_told_by_ids_and_only_to_whom_it_may_be(program_of: ProgramOf) -> None:
    game = imhotep.Game(program_of(REMEMBERED), 1)
    everything = game.describe()["fields"]
    assert everything["leader"] == "south"
    assert everything["none_yet"] is None
    assert everything["mood"] == {"north": 3, "south": 0}
    assert everything["plan"] == 7
    assert everything["bright of coin"] == {"coin.1": True, "coin.2": True, "coin.3": True}
    seen = game.view(2)["fields"]
    assert seen["mood"] == {"south": 0}
    assert "plan" not in seen


# ---- no text of a ruleset becomes code

PYTHON = [
    "lambda", "class", "None", "self", "s", "f", "v0", "w1", "x1", "T0", "R", "SL", "Fail", "exec", "import_os", "def",
]  # fmt: skip


@pytest.mark.parametrize("turn", range(0, len(PYTHON), 2))
def test_ids_that_mean_something_in_python_are_only_names(program_of: ProgramOf, turn: int) -> None:
    a, b, c, d, e, f, g, h = (PYTHON[turn:] + PYTHON[:turn])[:8]
    sections = f"""\
components:
  {a}: {{count: 6, starts_in: {b}}}
areas:
  {b}: {{kind: pool, holds: {a}}}
  {c}: {{kind: pile, holds: {a}}}
fields:
  {d}: {{type: number, keys: {{{e}: seat}}}}
tables:
  {e}: {{rows: {{1: 2}}}}
triggers:
  {f}: {{with: {{{g}: number}}}}
rules:
  {h}: {{when: {f}, do: north scores {e}({g})}}
procedures:
  game: {{do: {h}()}}
  {h}:
    do: |
      move all {a} from {b} to {c}
      shuffle {c}
      for each {a} in {c}: set {d}(north) to {d}(north) + 1
      trigger {f}(1)
"""
    game = imhotep.Game(program_of(sections), 1)
    assert game.over
    assert game.scores[0].points == 2


@pytest.mark.parametrize("folder", ["a'b", 'a"b', "a\\'b", "a{0}b", "a\nb", "a' + str(1/0) + 'b", "#"])
def test_odd_file_names_stay_text_in_faults(program_of: ProgramOf, folder: str) -> None:
    sections = """\
procedures:
  game:
    do: |
      repeat until score of north is 1, at most 2 times: south scores 1 as bonus
"""
    with pytest.raises(RulesFault) as caught:
        imhotep.Game(program_of(sections, folder), 1)
    assert caught.value.place.startswith(f"{folder}/ruleset.yaml:")


def test_generated_code_holds_no_text_of_the_ruleset() -> None:
    program = imhotep.open_ruleset("imhotep").program(4)
    source = Translator(program).source()
    for text in (*program.seats, *program.sources, *program.streams, *(k for f in program.families for k in f.kinds)):
        if len(text) > 4 and text.isidentifier():
            assert text not in source


@pytest.mark.parametrize(
    "bad", [["local", "__import__('os')"], ["load", ["nonsense", 1]], ["lookup", "0) or exec('1'", 1, 0], "exec('1')"]
)
def test_a_program_file_with_text_for_an_instruction_is_refused(program_of: ProgramOf, bad: object) -> None:
    data = json.loads(program_of(CHOICES).to_json())
    data["winner"][0][1] = bad
    with pytest.raises(UsageError):
        imhotep.Program.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": 1}', "no json"])
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        imhotep.Program.from_json(text)


def test_a_number_that_is_a_text_is_refused(program_of: ProgramOf) -> None:
    data = json.loads(program_of(CHOICES).to_json())
    data["places"][0]["start"] = "0] or exec('1') or s[0"
    with pytest.raises(UsageError):
        imhotep.Program.from_json(json.dumps(data))
