import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from imhotep import ImhotepError, Program, UsageError
from imhotep.experiment import runner
from imhotep.experiment.runner import run
from imhotep.machine.engine import Machine
from imhotep.machine.playout import Outcome, play_out

SEEDS = range(100, 130)

needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed by a signal")

LONG_RUN = """
import sys
from imhotep import open_ruleset
from imhotep.experiment.runner import run

def tell(games):
    print("playing", flush=True)

if __name__ == "__main__":
    program = open_ruleset("imhotep").program(2)
    print("starting", flush=True)
    run(program, range(100_000), jobs=2, progress=tell)
"""


@pytest.fixture(scope="module")
def expected(program: Program) -> tuple[Outcome, ...]:
    machine = Machine(program)
    return tuple(play_out(machine, seed) for seed in SEEDS)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_outcomes_come_in_the_order_of_the_seeds_for_any_number_of_jobs(
    program: Program, expected: tuple[Outcome, ...], jobs: int
) -> None:
    told: list[int] = []
    assert run(program, SEEDS, jobs, told.append) == expected
    assert sum(told) == len(SEEDS)


def test_seeds_need_not_follow_one_another(program: Program, expected: tuple[Outcome, ...]) -> None:
    assert run(program, [110, 103, 110]) == (expected[10], expected[3], expected[10])


def test_no_seeds_are_no_games(program: Program) -> None:
    assert run(program, [], jobs=2) == ()


@pytest.mark.parametrize("jobs", [0, -1])
def test_there_is_at_least_one_job(program: Program, jobs: int) -> None:
    with pytest.raises(UsageError, match="at least 1 job"):
        run(program, SEEDS, jobs)


def test_a_worker_loads_nothing_that_reads_rulesets(program: Program) -> None:
    code = (
        "import sys; from imhotep.experiment import worker; from multiprocessing import Pipe\n"
        "theirs, ours = Pipe(duplex=False); worker.begin(sys.stdin.read(), theirs)\n"
        "print(worker.play([5], None)[0][0].seed)\n"
        "print(*[m for m in sys.modules if m.startswith(('imhotep.compile', 'imhotep.document', 'imhotep.effects'))])\n"
        "print(*[m for m in sys.modules if m in ('yaml', 'lark', 'jsonschema', 'click')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=program.to_json(), capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout.split() == ["5"]


@needs_kill
def test_nothing_is_lost_when_a_worker_is_killed(program: Program, expected: tuple[Outcome, ...]) -> None:
    workers: list[set[int | None]] = []

    def kill_one(games: int) -> None:
        alive = multiprocessing.active_children()
        workers.append({process.pid for process in alive})
        if len(workers) == 1:
            assert alive[0].pid is not None
            os.kill(alive[0].pid, signal.SIGKILL)

    assert run(program, SEEDS, 2, kill_one) == expected
    assert workers[-1].isdisjoint(workers[0])


@needs_kill
def test_workers_leave_ctrl_c_to_the_process_that_started_them(program: Program, expected: tuple[Outcome, ...]) -> None:
    def interrupt_workers(games: int) -> None:
        for process in multiprocessing.active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)

    assert run(program, SEEDS, 2, interrupt_workers) == expected


@needs_kill
def test_games_whose_worker_is_killed_again_and_again_are_reported(program: Program) -> None:
    over = threading.Event()

    def kill_all() -> None:
        while not over.wait(0.02):
            for process in multiprocessing.active_children():
                process.kill()

    killer = threading.Thread(target=kill_all)
    killer.start()
    try:
        with pytest.raises(ImhotepError, match="ended 3 times while it played seeds 1"):
            run(program, SEEDS, 2)
    finally:
        over.set()
        killer.join()


def test_a_machine_that_starts_no_process_is_told(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuse)
    with pytest.raises(ImhotepError, match="no worker process can be started: too many processes"):
        run(program, SEEDS, 2)


def test_a_fault_of_whoever_watches_the_progress_ends_the_run(program: Program) -> None:
    def complain(games: int) -> None:
        raise BrokenPipeError("nobody listens")

    with pytest.raises(BrokenPipeError, match="nobody listens"):
        run(program, SEEDS, 2, complain)
    assert not multiprocessing.active_children()


def test_games_that_end_their_worker_do_not_take_the_blame_to_others(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[tuple[int, ...]] = [(1, 2), (3, 4), (5, 6), (7, 8)]
    alone = []

    def guilty_is_third(program: str, work: runner._Batches, numbers: list[int], jobs: int) -> list[int]:
        if len(numbers) == 1:
            alone.append(numbers[0])
        if 2 in numbers:
            return numbers[:3]
        for number in numbers:
            work.done(number, ((), ()))
        return []

    monkeypatch.setattr(runner, "_round", guilty_is_third)
    with pytest.raises(ImhotepError, match="seeds 5 to 6"):
        runner._in_processes("", runner._Batches(batches, None, None), 2)
    assert alone == [0, 1, 2, 2]


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
