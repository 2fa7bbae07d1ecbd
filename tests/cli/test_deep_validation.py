"""`imhotep validate --deep`: what only play can tell, at its place, with a command that plays the game again."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli
from imhotep.machine.marks import Marking
from imhotep.wasm import covered

BACKENDS = (["--backend", "wasm"], ["--backend", "interpreter"])

RULESET = """\
ruleset: tiny
players: {least: 2, most: 3}
seats: {north: {}, south: {}, west: {}}
begin: game
winner: {by: {points: score of seat}}
scores: {bonus: {}}
components:
  coin: {count: 6, starts_in: bank}
areas:
  bank: {kind: pool, holds: coin}
  chest: {kind: pool, holds: coin, capacity: 4}
tables:
  pay: {rows: {1: 1, 2: 2, 3: 3, 7: 9, 4: 4, 5: 5, 6: 6}}
triggers: {paid: {with: {who: seat}}}
limits: {pending: 4}
procedures:
  game:
    do: |
      for each seat:
        seat chooses number n from 1 to 3
        seat scores pay(n) as bonus
        seat chooses number m from 2 to 2
        if n + m is at least 6:
          trigger paid(seat)
          seat scores 1 as bonus
        otherwise:
          seat scores 2 as bonus
      if possible:
        move 3 coins from bank to chest
        move 3 coins from bank to chest
        north scores 1 as bonus
rules:
  paid_well:
    when: paid
    do: who scores 3 as bonus
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["validate", *words])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
    return tmp_path


def found(*words: str) -> list[tuple[Any, ...]]:
    diagnostics = json.loads(run(*words, "--format", "json").stdout)
    return [(d["line"], d["code"], d["severity"], d["message"]) for d in diagnostics]


@pytest.mark.usefixtures("folder")
def test_what_is_never_reached_is_told_at_its_place() -> None:
    assert found("./tiny", "--deep", "30") == [
        (13, "D003", "warning", "never looked up in 60 random games: rows 4, 5, 6, 7 of the table `pay`"),
        (22, "D005", "warning", "the decision `game.m` never had a second option in 60 random games"),
        (25, "D001", "warning", "never reached in 60 random games"),
        (29, "D001", "warning", "never reached in 60 random games"),
        (35, "D002", "warning", "the effect `rules.paid_well` never ran in 60 random games"),
    ]


@pytest.mark.usefixtures("folder")
def test_nothing_is_played_without_it_and_warnings_fail_only_strictly() -> None:
    assert found("./tiny") == []
    assert run("./tiny", "--deep", "5").exit_code == 0
    assert run("./tiny", "--deep", "5", "--strict").exit_code == 1
    assert ", 10 games: " in run("./tiny", "--deep", "5").output


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ("who scores score of who * 2147483647", "bad.yaml:6:22: error[D006]: a game broke down: the number "),
        ("trigger paid(who)", "error[D006]: a game broke down: more than 4 effects wait for one another: "),
    ],
)
def test_games_that_break_down_are_errors_with_a_command_that_plays_them_again(
    folder: Path, effect: str, message: str
) -> None:
    Path("bad.yaml").write_text(
        "extends: tiny/ruleset.yaml\nadd:\n  rules:\n    bad:\n      when: paid\n      do: " + effect + "\n"
        'change: {procedures: {game: {do: "for each seat:\\n  seat scores 1 as bonus\\n  trigger paid(seat)"}}}\n',
        encoding="utf-8",
    )
    result = run("bad.yaml", "--deep", "2")
    assert result.exit_code == 1
    assert message in result.output
    assert "D001" not in result.output and "D002" not in result.output
    command = re.search(r"`imhotep (.+)` plays it again", result.output)
    assert command is not None
    again = CliRunner().invoke(cli, shlex.split(command[1]))
    assert again.exit_code == 1
    assert "the rules broke down: " in again.output
    assert "north +1 bonus" in again.output, "what happened before it broke down is traced"


def test_a_chain_near_its_bound_is_told(folder: Path) -> None:
    Path("deep.yaml").write_text(
        "extends: tiny/ruleset.yaml\n"
        "add:\n  triggers: {again: {with: {who: seat}}}\n"
        "  rules:\n"
        "    first: {when: paid, do: trigger again(who)}\n"
        "    second: {when: again, do: who scores 1 as bonus}\n"
        'change: {limits: {pending: 3}, procedures: {game: {do: "for each seat: trigger paid(seat)"}}}\n',
        encoding="utf-8",
    )
    assert (None, "D004", "warning", "3 of at most 3 effects waited for one another") in found(
        "deep.yaml", "--deep", "1"
    )


def test_the_same_is_found_each_time(folder: Path) -> None:
    assert run("./tiny", "--deep", "10").output == run("./tiny", "--deep", "10").output


def test_faults_without_play_come_first(folder: Path) -> None:
    Path("wrong.yaml").write_text("extends: tiny/ruleset.yaml\nchange: {begin: gmae}\n", encoding="utf-8")
    result = run("wrong.yaml", "--deep", "5")
    assert result.exit_code == 1
    assert "games" not in result.output


def test_a_comment_silences_what_play_shows_and_is_judged_only_where_games_are_played(folder: Path) -> None:
    path = folder / "tiny" / "ruleset.yaml"
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[24] += "  # imhotep: ignore[D001, D005]"
    path.write_text("\n".join(lines), encoding="utf-8")
    told = [each[:2] for each in found("./tiny", "--deep", "30")]
    assert (25, "D001") not in told and (29, "D001") in told and (25, "Y060") in told
    assert not any(code == "Y060" for _, code, *_ in found("./tiny"))


def test_choices_that_never_came_and_pieces_that_never_moved_are_told_once(folder: Path) -> None:
    text = (Path(__file__).parent / "deep_choices.yaml").read_text(encoding="utf-8")
    Path("choices.yaml").write_text(text, encoding="utf-8")
    expected = [
        (number, *told)
        for number, line in enumerate(text.splitlines(), 1)
        for told in re.findall(r"# (D\d{3}): (.*)", line)
    ]
    told = [(line, code, message) for line, code, _, message in found("choices.yaml", "--deep", "40")]
    assert sorted(told) == sorted(expected)


def test_an_alternative_that_was_offered_and_never_taken_is_told_with_how_often(folder: Path) -> None:
    Path("rare.yaml").write_text(
        "extends: tiny/ruleset.yaml\n"
        "add: {choices: {left: {en: l}, right: {en: r}}}\n"
        "change:\n  procedures:\n    game:\n      do: |\n"
        "        for each seat: trigger paid(seat)\n"
        "        north chooses:\n          left\n          right\n",
        encoding="utf-8",
    )
    told = [message for _, code, _, message in found("rare.yaml", "--deep", "1") if code == "D009"]
    assert len(told) <= 1
    (message,) = [m for _, c, _, m in found("rare.yaml", "--deep", "1", "--set", "players.most=2") if c == "D009"]
    assert re.fullmatch(
        r"the alternative `(left|right)` of `game.choice` was offered once and never taken in 1 random game", message
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("games", [1, 40])
def test_what_is_found_does_not_depend_on_the_back_end(games: int) -> None:
    outputs = {run("./tiny", "--deep", str(games), *words).output for words in ([], *BACKENDS)}
    assert len(outputs) == 1
    assert f", {2 * games} games: " in outputs.pop()


@pytest.mark.usefixtures("folder")
def test_webassembly_plays_where_it_is_there_and_there_are_more_than_a_few_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    real = covered.WasmCovering.__init__

    def noted(self: covered.WasmCovering, marking: Marking) -> None:
        made.append(marking.program.players)
        real(self, marking)

    monkeypatch.setattr(covered.WasmCovering, "__init__", noted)
    for words, modules in (["24"], []), (["25"], [2, 3]), (["1", *BACKENDS[0]], [2, 3]), (["25", *BACKENDS[1]], []):
        made.clear()
        assert run("./tiny", "--deep", *words).exit_code == 0
        assert made == modules


@pytest.mark.usefixtures("folder")
def test_without_wasmtime_the_interpreter_plays_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = run("./tiny", "--deep", "25")
    monkeypatch.setattr("imhotep.wasm.playing.find_spec", lambda _: None)
    without = run("./tiny", "--deep", "25")
    assert without.stderr.startswith("the interpreter plays, which is slow")
    assert (without.exit_code, without.stdout) == (with_it.exit_code, with_it.stdout)
    assert "interpreter" not in with_it.stderr
    asked = run("./tiny", "--deep", "25", "--backend", "wasm")
    assert asked.exit_code == 2
    assert "needs the package wasmtime" in asked.stderr


def test_a_back_end_that_nothing_is_played_by_is_refused() -> None:
    result = run("imhotep", "--backend", "wasm")
    assert result.exit_code == 2
    assert "nothing is played without --deep" in result.stderr
