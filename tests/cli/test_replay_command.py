"""`imhotep simulate --log` and `imhotep replay`: what is written, told, verified, and what goes wrong."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words])


@pytest.fixture
def log(work: Path) -> Path:
    """A log of five games of the small ruleset."""
    result = run("simulate", "./meadow", "--games", "5", "--log", "games.jsonl")
    assert result.exit_code == 0
    return work / "games.jsonl"


def changed(log: Path, game: int, old: str, new: str) -> None:
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in lines[game - 1]
    lines[game - 1] = lines[game - 1].replace(old, new, 1)
    log.write_text("".join(lines), encoding="utf-8")


def test_a_game_is_told_from_the_log_alone(log: Path, tmp_path: Path) -> None:
    (tmp_path / "meadow" / "ruleset.yaml").unlink()
    first, third = run("replay", "games.jsonl"), run("replay", "games.jsonl", "--game", "3")
    assert first.output.splitlines()[0] == third.output.splitlines()[0] == "rules: meadow"
    assert first.output != third.output
    assert "\nwinner" in first.output


def test_the_record_itself_is_told_as_json(log: Path) -> None:
    line = log.read_text(encoding="utf-8").splitlines()[1]
    assert json.loads(run("replay", "games.jsonl", "--game", "2", "--format", "json").stdout) == json.loads(line)


@pytest.mark.usefixtures("log")
def test_all_games_are_played_again() -> None:
    result = run("replay", "games.jsonl", "--verify")
    assert (result.exit_code, result.output) == (0, "5 played again: all the same\n")


@pytest.mark.usefixtures("log")
def test_one_game_is_played_again() -> None:
    assert run("replay", "games.jsonl", "--verify", "--game", "4").output == "1 played again: all the same\n"
    found = json.loads(run("replay", "games.jsonl", "--verify", "--game", "4", "--format", "json").stdout)
    assert [(each["game"], each["rules"], each["difference"]) for each in found] == [(4, None, None)]


def test_points_that_the_rules_do_not_give_are_found(log: Path) -> None:
    record = json.loads(log.read_text(encoding="utf-8").splitlines()[1])
    number, step = next((n, s) for n, s in enumerate(record["steps"], 1) if "score" in s)
    changed(log, 2, json.dumps(step, separators=(",", ":")), json.dumps(step | {"points": 77}, separators=(",", ":")))
    result = run("replay", "games.jsonl", "--verify")
    assert result.exit_code == 1
    assert f"game 2 (seed {record['seed']}): step {number}: `points` is 77 in the log, and" in result.output
    assert "5 played again: 1 differ" in result.output


def test_an_option_that_is_not_offered_is_found(log: Path) -> None:
    record = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    number, step = next((n, s) for n, s in enumerate(record["steps"], 1) if "decision" in s)
    changed(log, 1, f'"taken":"{step["taken"]}"', '"taken":"nothing_like_it"')
    result = run("replay", "games.jsonl", "--verify")
    assert result.exit_code == 1
    assert f"step {number}: the log has" in result.output and f"the rules ask `{step['decision']}`" in result.output


def test_changed_rules_are_named(log: Path, work: Path) -> None:
    ruleset = work / "meadow" / "ruleset.yaml"
    text = ruleset.read_text(encoding="utf-8")
    ruleset.write_text(text + "\nnote: something else\n", encoding="utf-8")
    result = run("replay", "games.jsonl", "--verify")
    assert result.exit_code == 1
    assert "rules: changed since the log was written: `meadow`" in result.output
    ruleset.write_text("# a comment is no change\n" + text, encoding="utf-8")
    assert run("replay", "games.jsonl", "--verify").exit_code == 0


@pytest.mark.usefixtures("log")
def test_a_trace_names_the_line_of_each_step() -> None:
    result = run("replay", "games.jsonl", "--trace")
    assert result.exit_code == 0
    steps = [line for line in result.output.splitlines() if line.startswith("    ")]
    assert len(steps) > 5
    assert all("meadow/ruleset.yaml:" in line for line in steps)


def test_rules_are_found_beside_the_log_or_named(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("more.yaml").write_text("extends: meadow/ruleset.yaml\nchange: {players: {most: 2}}\n", encoding="utf-8")
    assert run("simulate", "more.yaml", "--games", "2", "--log", "games.jsonl").exit_code == 0
    elsewhere = work / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert run("replay", "../games.jsonl", "--verify").exit_code == 0
    (work / "games.jsonl").rename("games.jsonl")
    result = run("replay", "games.jsonl", "--verify")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "the rules of the log are not found: there is no `more.yaml` here; name them with --rules" in (result.stderr)
    assert run("replay", "games.jsonl", "--verify", "--rules", "../more.yaml").exit_code == 0
    wrong = run("replay", "games.jsonl", "--verify", "--rules", "../meadow")
    assert wrong.exit_code == 1
    assert "the log is of `meadow` with `more`, these rules are `meadow`" in wrong.output


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no game"),
        (b"{}\n", "line 1: this is no line of a log"),
        (b"[1]\n", "line 1: this is no line of a log"),
        (b'{"log": 1', "line 1: this is no line of a log; it is torn off: the game was not written to its end"),
        (b'{"log": 9}\n', "the log has format 9, this engine reads format 1"),
        (b'{"log": 1}\n', "line 1: this is no game: $: 'engine' is a required property"),
        (b"\xff\xfe\n", "line 1: this is no line of a log"),
        (b"[" * 100_000 + b"\n", "line 1: this is no line of a log"),
    ],
)
def test_what_is_no_log_is_refused(work: Path, content: bytes, message: str) -> None:
    Path("games.jsonl").write_bytes(content)
    result = run("replay", "games.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_files_that_a_log_names_outside_are_not_opened(log: Path) -> None:
    record = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    for file in ("/etc/passwd", "../../secret/ruleset.yaml"):
        record["ruleset"]["file"] = file
        log.write_text(json.dumps(record) + "\n", encoding="utf-8")
        result = run("replay", "games.jsonl", "--verify")
        assert result.exit_code == 2
        assert "the rules of the log are not found" in result.stderr


@pytest.mark.usefixtures("log")
def test_a_game_that_is_not_in_the_log_and_a_missing_log_are_refused() -> None:
    assert "`games.jsonl` has 5 games" in run("replay", "games.jsonl", "--game", "6").stderr
    missing = run("replay", "none.jsonl")
    assert (missing.exit_code, missing.stderr) == (2, "error: `none.jsonl` cannot be read: no such file or directory\n")
    assert run("replay", "games.jsonl", "--verify", "--trace").exit_code == 2


def test_a_log_overwrites_logs_only(work: Path) -> None:
    for _ in range(2):
        assert run("simulate", "./meadow", "--games", "2", "--log", "games.jsonl").exit_code == 0
    Path("mine.txt").write_text("dear diary\n", encoding="utf-8")
    result = run("simulate", "./meadow", "--games", "2", "--log", "mine.txt")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "`mine.txt` exists and is no log; it stays as it is" in result.stderr
    assert Path("mine.txt").read_text(encoding="utf-8") == "dear diary\n"
    assert run("simulate", "./meadow", "--games", "2", "--log", "none/games.jsonl").exit_code == 2
    assert run("simulate", "./meadow", "--games", "2", "--log", ".").exit_code == 2
    assert sorted(path.name for path in work.iterdir()) == ["games.jsonl", "meadow", "mine.txt"]


def test_the_figures_are_the_same_with_a_log(work: Path) -> None:
    words = ("simulate", "./meadow", "--games", "6", "--format", "json")
    assert run(*words).stdout == run(*words, "--log", "games.jsonl").stdout


def test_games_before_a_torn_line_still_count(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-100])
    result = run("replay", "games.jsonl", "--verify")
    assert result.exit_code == 2
    assert result.stdout == "4 played again: all the same\n"
    assert "line 5: this is no line of a log; it is torn off" in result.stderr


def test_a_ruleset_in_a_single_file_is_found(work: Path) -> None:
    shown = run("show", "./meadow").output
    (work / "meadow" / "ruleset.yaml").unlink()
    Path("whole.yaml").write_text(shown, encoding="utf-8")
    assert run("simulate", "whole.yaml", "--games", "2", "--log", "games.jsonl").exit_code == 0
    assert run("replay", "games.jsonl", "--verify").output == "2 played again: all the same\n"
