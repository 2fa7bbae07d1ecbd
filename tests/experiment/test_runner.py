import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from imhotep import ImhotepError, Program, UsageError
from imhotep.experiment.runner import Piece, Progress, Runner, running
from imhotep.experiment.series import Series, series
from imhotep.experiment.tally import Played
from imhotep.experiment.worker import Batch
from imhotep.machine.engine import Machine
from imhotep.machine.playout import play_out

GAMES = 30

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed by a signal")

LONG_RUN = """
import sys
from imhotep import open_ruleset
from imhotep.experiment.runner import running
from imhotep.experiment.series import series

def tell(games):
    print("playing", flush=True)

if __name__ == "__main__":
    program = open_ruleset("imhotep").program(2)
    print("starting", flush=True)
    with running([series(program, seed=1)], jobs=2, progress=tell) as runner:
        runner.play([100_000])
"""


@pytest.fixture(scope="module")
def each(program: Program) -> Series:
    return series(program, seed=4)


@pytest.fixture(scope="module")
def expected(each: Series) -> tuple[Played, ...]:
    machine = Machine(each.program)
    return tuple(Played(play_out(machine, each.first + number)) for number in range(GAMES))


def run(each: Series, jobs: int = 1, progress: Progress | None = None, games: int = GAMES) -> tuple[Played, ...]:
    with running([each], jobs=jobs, progress=progress) as runner:
        (played,) = runner.play([games])
    return played


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_games_come_in_the_order_of_their_numbers_for_any_number_of_jobs(
    each: Series, expected: tuple[Played, ...], jobs: int
) -> None:
    told: list[int] = []
    assert run(each, jobs, told.append) == expected
    assert sum(told) == GAMES


def test_more_games_go_on_where_the_first_ones_ended(each: Series, expected: tuple[Played, ...]) -> None:
    told: list[int] = []
    with running([each, each], progress=told.append) as runner:
        assert runner.play([3, 0]) == [expected[:3], ()]
        assert runner.play([5, 2]) == [expected[:5], expected[:2]]
    assert sum(told) == 7


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor_plays_the_same_games(each: Series, expected: tuple[Played, ...], kind: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    executor: Executor = ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, spawn)
    with executor, running([each], executor=executor, jobs=4) as runner:
        assert runner.play([GAMES]) == [expected]


def test_an_executor_that_breaks_down_is_told(each: Series) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:

        def kill(games: int) -> None:
            for process in multiprocessing.active_children():
                process.kill()

        with (
            pytest.raises(ImhotepError, match="the executor broke down"),
            running([each], executor=executor, progress=kill) as runner,
        ):
            runner.play([GAMES])


def test_players_who_differ_move_on_by_a_seat_from_game_to_game(each: Series) -> None:
    task = replace(each, first=10, players=("weak", "strong")).task("", b"", (0, 1, 2))
    assert task.games == ((10, ("weak", "strong")), (11, ("strong", "weak")), (12, ("weak", "strong")))


def test_no_games_are_none(each: Series) -> None:
    assert run(each, jobs=2, games=0) == ()


@pytest.mark.parametrize("jobs", [0, -1])
def test_there_is_at_least_one_job(each: Series, jobs: int) -> None:
    with pytest.raises(UsageError, match="at least 1 job"):
        run(each, jobs)


def test_a_worker_loads_nothing_that_reads_rulesets(program: Program) -> None:
    code = (
        "import sys; from imhotep.experiment import worker; from multiprocessing import Pipe\n"
        "theirs, ours = Pipe(duplex=False); worker.begin(theirs)\n"
        "task = worker.Task(program=sys.stdin.read(), games=((5, ('random', 'random')),))\n"
        "print(worker.play(task).games[0].outcome.seed)\n"
        "print(*[m for m in sys.modules if m.startswith(('imhotep.compile', 'imhotep.document', 'imhotep.effects'))])\n"
        "print(*[m for m in sys.modules if m in ('yaml', 'lark', 'jsonschema', 'click')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=program.to_json(), capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout.split() == ["5"]


@needs_kill
def test_nothing_is_lost_when_a_worker_is_killed(each: Series, expected: tuple[Played, ...]) -> None:
    workers: list[set[int | None]] = []

    def kill_one(games: int) -> None:
        alive = multiprocessing.active_children()
        workers.append({process.pid for process in alive})
        if len(workers) == 1:
            assert alive[0].pid is not None
            os.kill(alive[0].pid, signal.SIGKILL)

    assert run(each, 2, kill_one) == expected
    assert workers[-1].isdisjoint(workers[0])


HANDS_HALF_OVER = """
import gc, os, signal
from multiprocessing.queues import SimpleQueue
results = next(each for each in gc.get_objects() if isinstance(each, SimpleQueue))
os.write(results._writer.fileno(), (1000).to_bytes(4, "big") + b"half")
os.kill(os.getpid(), signal.SIGKILL)
"""


class HalfOver:
    """A task whose worker is killed in the middle of what it hands back."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, (HANDS_HALF_OVER,)


@needs_kill
def test_nothing_is_lost_with_a_worker_that_is_killed_while_it_hands_over(
    each: Series, expected: tuple[Played, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, asked = Runner._task, []

    def first_half(self: Runner, piece: Piece) -> object:
        asked.append(piece)
        return HalfOver() if len(asked) == 1 else real(self, piece)

    monkeypatch.setattr(Runner, "_task", first_half)
    assert run(each, 2) == expected
    assert asked.count(asked[0]) == 2


@needs_kill
def test_workers_leave_ctrl_c_to_the_process_that_started_them(each: Series, expected: tuple[Played, ...]) -> None:
    def interrupt_workers(games: int) -> None:
        for process in multiprocessing.active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)

    assert run(each, 2, interrupt_workers) == expected


@needs_kill
def test_games_whose_worker_is_killed_again_and_again_are_reported(each: Series) -> None:
    over = threading.Event()

    def kill_all() -> None:
        while not over.wait(0.02):
            for process in multiprocessing.active_children():
                process.kill()

    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        with pytest.raises(ImhotepError, match=f"ended 3 times while it played seeds {each.first}"):
            run(each, 2)
    finally:
        over.set()
        killer.join()


def test_a_machine_that_starts_no_process_is_told(each: Series, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuse)
    with pytest.raises(ImhotepError, match="no worker process can be started: too many processes"):
        run(each, 2)


def test_a_fault_of_whoever_watches_the_progress_ends_the_run(each: Series) -> None:
    def complain(games: int) -> None:
        raise BrokenPipeError("nobody listens")

    with pytest.raises(BrokenPipeError, match="nobody listens"):
        run(each, 2, complain)
    assert not multiprocessing.active_children()


def test_games_that_end_their_worker_do_not_take_the_blame_to_others(
    each: Series, expected: tuple[Played, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone: list[Piece] = []
    guilty = (0, (2,))

    def guilty_is_third(self: Runner, pieces: list[Piece] | None) -> list[Piece]:
        if pieces is not None:
            alone.extend(pieces)
        at_work = list(self._pieces())[:4] if pieces is None else pieces
        if guilty in at_work:
            return at_work[:3]
        for number, numbers in at_work:
            games = tuple(expected[n] for n in numbers)
            self._done((number, numbers), Batch(games=games, lines=(), seconds=1))
        return []

    monkeypatch.setattr(Runner, "_round", guilty_is_third)
    with pytest.raises(ImhotepError, match=f"seeds {each.first + 2} to {each.first + 2}"):
        run(each, 2)
    assert alone == [(0, (0,)), (0, (1,)), guilty, guilty]


@pytest.fixture
def long_run(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A long run in two workers, in a process group of its own. Its output ends when the last of its processes has."""
    script = tmp_path / "long_run.py"
    script.write_text(LONG_RUN)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        yield process
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def wait_for(process: subprocess.Popen[str], words: str) -> None:
    assert process.stdout is not None
    while process.stdout.readline().strip() != words:
        assert process.poll() is None


@needs_kill
@pytest.mark.parametrize(("words", "moment"), [("starting", 0.0), ("starting", 0.15), ("playing", 0.0)])
def test_ctrl_c_ends_everything_long_before_the_run_would_end(
    long_run: subprocess.Popen[str], words: str, moment: float
) -> None:
    wait_for(long_run, words)
    time.sleep(moment)
    os.killpg(long_run.pid, signal.SIGINT)
    _, complaints = long_run.communicate(timeout=20)  # two seconds at most, were the machine idle
    assert long_run.returncode == -signal.SIGINT
    assert complaints.count("Traceback") == 1
    assert complaints.rstrip().endswith("KeyboardInterrupt")


@needs_kill
def test_workers_do_not_outlive_a_run_that_is_killed(long_run: subprocess.Popen[str]) -> None:
    wait_for(long_run, "playing")
    long_run.kill()
    long_run.communicate(timeout=20)
