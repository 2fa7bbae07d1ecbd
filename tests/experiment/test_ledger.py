"""Each fault of a ledger is really brought about: killed processes, torn lines, other rules, two writers."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from imhotep import Program, UnreadableError, UsageError, open_ruleset
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.runner import running
from imhotep.experiment.series import Series, series
from imhotep.experiment.tally import Played

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed by a signal")

GAMES = 12
CHANGED = "[0,3,[" + ",".join(["[{points},0]"] * 8) + "],{winners},9,null,0,[1,1,0,[0,0],{picks},{begun}]]"
COMMAND = [
    *(sys.executable, "-m", "imhotep", "simulate", "imhotep", "--players", "2", "--jobs", "2"),
    *("--ledger", "kept.jsonl", "--format", "json", "--games"),
]


@pytest.fixture(scope="module")
def each(program: Program) -> Series:
    return series(program, seed=3, has_rows=True)


@pytest.fixture(scope="module")
def expected(each: Series) -> tuple[Played, ...]:
    with running([each]) as runner:
        return runner.play([GAMES])[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept.jsonl"


def play(path: Path, *every: Series, games: int = GAMES) -> tuple[list[tuple[Played, ...]], int]:
    """What was played, and how many games had to be."""
    told: list[int] = []
    with running(every, ledger=path) as runner:
        held = sum(map(len, runner.games))
        played = runner.play([games] * len(every))
        told = [len(games) for games in runner.games]
    return played, sum(told) - held


def test_games_that_are_kept_are_not_played_again(path: Path, each: Series, expected: tuple[Played, ...]) -> None:
    assert play(path, each, games=5) == ([expected[:5]], 5)
    assert play(path, each) == ([expected], GAMES - 5)
    assert play(path, each) == ([expected], 0)
    assert play(path, each, games=3) == ([expected[:3]], 0)


def test_a_ledger_says_nothing_of_time_and_machine(path: Path, each: Series) -> None:
    play(path, each, games=2)
    head, *lines = path.read_text(encoding="ascii").splitlines()
    assert list(json.loads(head)) == ["ledger", "series"]
    assert [json.loads(line)[:2] for line in lines] == [[0, 0], [0, 1]]


@pytest.mark.parametrize("left", [1, 7, 40, 300])
def test_a_line_that_was_torn_off_is_played_again(
    path: Path, each: Series, expected: tuple[Played, ...], left: int
) -> None:
    play(path, each)
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    path.write_bytes(whole[: start + left])
    assert play(path, each) == ([expected], 1)
    assert path.read_bytes() == whole


def test_a_first_line_that_was_torn_off_is_written_anew(path: Path, each: Series, expected: tuple[Played, ...]) -> None:
    play(path, each, games=1)
    path.write_bytes(path.read_bytes()[:50])
    assert play(path, each) == ([expected], GAMES)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (3, "{}"),
        (4, "[0,2,[[1]],[1],3,null,0,null]"),
        (2, "[0,-1,[],[],0,null,0,null]"),
        (3, "\0\0\0"),
        (2, "[9,0]"),
        (5, CHANGED.format(points=2**60, winners="[1]", picks="[]", begun="[]")),
        (5, CHANGED.format(points=5, winners="[9]", picks="[]", begun="[]")),
        (5, CHANGED.format(points=5, winners="[]", picks="[]", begun="[]")),
        (5, CHANGED.format(points=5, winners="[1]", picks="[[999,0,0,1,1]]", begun="[]")),
        (5, CHANGED.format(points=5, winners="[1]", picks="[]", begun="[1]")),
        (5, CHANGED.format(points=5, winners="[1]", picks="[[0,0,0,1,3]]", begun="[]")),
        (5, CHANGED.format(points=5, winners="[1]", picks="[[1,0,999,1,1]]", begun="[]")),
    ],
)
def test_a_line_in_the_middle_that_is_no_game_is_refused(path: Path, each: Series, line: int, text: str) -> None:
    play(path, each)
    lines = path.read_text(encoding="ascii").splitlines()
    lines[line - 1] = text
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    before = path.read_bytes()
    with pytest.raises(UsageError, match=f"line {line} of .* is no game of this experiment; the file stays as it is"):
        play(path, each)
    assert path.read_bytes() == before


def test_a_line_that_could_be_a_game_is_taken_for_one(path: Path, each: Series) -> None:
    play(path, each)
    lines = path.read_text(encoding="ascii").splitlines()
    lines[4] = CHANGED.format(points=5, winners="[1]", picks="[[0,0,0,1,1]]", begun="[]")
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    (played,), more = play(path, each)
    assert more == 0
    assert played[3].outcome.points == ((5, 0),) * 8


def test_a_game_that_stands_there_twice_is_refused(path: Path, each: Series) -> None:
    play(path, each)
    with path.open("a", encoding="ascii") as file:
        file.write(path.read_text(encoding="ascii").splitlines()[-1] + "\n")
    with pytest.raises(UsageError, match=f"line {GAMES + 2} of"):
        play(path, each)


def test_games_of_other_rules_seeds_or_metrics_are_refused(path: Path, each: Series, program: Program) -> None:
    play(path, each)
    other = open_ruleset("imhotep", settings=["areas.sled.capacity=6"]).program(2)
    for others, why in (
        ([series(other, seed=3, has_rows=True)], "other rules of `imhotep`"),
        ([series(program, seed=4, has_rows=True)], "another seed of `imhotep`"),
        ([series(program, seed=3)], "other metrics of `imhotep`"),
        ([series(program, seed=3, has_rows=True, name="mine")], "another name for `mine`"),
        ([each, each], "other variants or tables"),
    ):
        with pytest.raises(UsageError, match=why):
            play(path, *others)
    assert play(path, each)[1] == 0


def test_a_comment_in_the_rules_makes_no_other_rules(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "extends: imhotep\nadd: {rules: {gift: {when: game_end, do: white scores 5}}}\n"
    for before in ("", "# a comment\n\n"):
        Path("gift.yaml").write_text(before + text, encoding="utf-8")
        again = play(path, series(open_ruleset("gift.yaml").program(2), seed=3), games=2)[1]
    assert again == 0


@pytest.mark.parametrize("text", ["a shopping list\n", "{}\n", '{"log": 1}\n', "[1, 2]\n", "\n"])
def test_a_file_that_is_no_ledger_stays_as_it_is(path: Path, each: Series, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="exists and is no ledger; it stays as it is"):
        play(path, each)
    assert path.read_text(encoding="utf-8") == text


def test_a_ledger_of_another_format_is_refused(path: Path, each: Series) -> None:
    path.write_text('{"ledger": 99}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="a ledger of format 99"):
        play(path, each)


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path, each: Series) -> None:
    with pytest.raises(UnreadableError, match=r"cannot write `.*`: "):
        play(tmp_path / "no" / "kept.jsonl", each)


@needs_kill
def test_a_disk_that_is_full_is_told_and_loses_no_whole_line(path: Path) -> None:
    resource = pytest.importorskip("resource")

    def only_4_kb() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    words = [*COMMAND, "300", "--jobs", "1"]
    done = subprocess.run(words, cwd=path.parent, capture_output=True, text=True, preexec_fn=only_4_kb)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot write `kept.jsonl`: file too large" in done.stderr
    kept = lines(path) - 1
    assert 10 < kept < 300
    again = subprocess.run([*COMMAND, "300"], cwd=path.parent, capture_output=True, text=True, check=True)
    assert (json.loads(again.stdout)["finished"], lines(path) - 1) == (300, 300)


def test_two_writers_do_not_mix_their_games(path: Path, each: Series) -> None:
    with running([each], ledger=path) as first:
        first.play([2])
        with pytest.raises(UsageError, match="is being written by another process"):
            play(path, each)
        first.play([3])
    assert play(path, each)[1] == GAMES - 3


def test_two_processes_do_not_either(path: Path, each: Series) -> None:
    with running([each], ledger=path):
        done = subprocess.run([*COMMAND, "2"], cwd=path.parent, capture_output=True, text=True)
    assert done.returncode == 2
    assert "`kept.jsonl` is being written by another process; wait for its end, or name another file" in done.stderr


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_games(process: "subprocess.Popen[str]", path: Path) -> None:
    until = time.monotonic() + 60
    while lines(path) < 20:
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.02)


@needs_kill
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill"])
def test_a_run_that_is_stopped_goes_on_where_it_was(path: Path, how: signal.Signals) -> None:
    with subprocess.Popen(
        [*COMMAND, "5000"],
        cwd=path.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_for_games(process, path)
        os.killpg(process.pid, how)
        begun = time.monotonic()
        told, complaints = process.communicate(timeout=20)
        took = time.monotonic() - begun
    assert told == ""
    if how == signal.SIGINT:
        assert took < 5  # two seconds at most, were the machine idle
        assert process.returncode == 130
        assert "the games so far are kept in kept.jsonl; the same command goes on from there" in complaints
    kept, before = lines(path) - 1, path.read_bytes()
    again = subprocess.run([*COMMAND, str(kept + 5)], cwd=path.parent, capture_output=True, text=True, check=True)
    assert kept + 5 <= lines(path) - 1 < 2 * kept + 5
    assert path.read_bytes().startswith(before[: before.rindex(b"\n") + 1])
    anew = subprocess.run(
        [word for word in COMMAND if word not in ("--ledger", "kept.jsonl")] + [str(kept + 5)],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(again.stdout) == json.loads(anew.stdout)


@needs_kill
def test_a_worker_that_is_killed_loses_no_game_of_the_ledger(
    path: Path, each: Series, expected: tuple[Played, ...]
) -> None:
    killed: list[int] = []

    def kill_one(games: int) -> None:
        alive = multiprocessing.active_children()
        if not killed and alive[0].pid is not None:
            killed.append(alive[0].pid)
            os.kill(alive[0].pid, signal.SIGKILL)

    with running([each], jobs=2, progress=kill_one, ledger=path) as runner:
        assert runner.play([GAMES]) == [expected]
    assert killed
    assert play(path, each) == ([expected], 0)


def test_a_log_cannot_be_made_of_games_that_are_not_played(path: Path) -> None:
    done = subprocess.run([*COMMAND, "2", "--log", "games.jsonl"], cwd=path.parent, capture_output=True, text=True)
    assert done.returncode == 2
    assert "a log needs all games to be played" in done.stderr


def test_all_metrics_come_out_of_a_ledger_as_out_of_games(path: Path) -> None:
    words = [*COMMAND, "15", "--metrics", "all"]
    once, again = (
        subprocess.run(words, cwd=path.parent, capture_output=True, text=True, check=True).stdout for _ in range(2)
    )
    assert once == again
    more = json.loads(once)["more"]
    assert {name.partition(".")[0] for name in more} >= {name for name in NAMES if NAMES[name].needs_rows}
