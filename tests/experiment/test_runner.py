import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
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
        "theirs, ours = Pipe(duplex=False); worker.begin(sys.stdin.read(), theirs); print(worker.play([5])[0].seed)\n"
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


def test_games_that_end_their_worker_do_not_take_the_blame_to_others(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = [(1, 2), (3, 4), (5, 6), (7, 8)]
    alone = []

    def guilty_is_third(
        program: str, batches: object, numbers: list[int], jobs: int, done: dict[int, tuple[Outcome, ...]], progress: object
    ) -> list[int]:
        if len(numbers) == 1:
            alone.append(numbers[0])
        if 2 in numbers:
            return numbers[:3]
        done.update((number, ()) for number in numbers)
        return []

    monkeypatch.setattr(runner, "_round", guilty_is_third)
    with pytest.raises(ImhotepError, match="seeds 5 to 6"):
        runner._in_processes("", batches, 2, None)
    assert alone == [0, 1, 2, 2]


@needs_kill
@pytest.mark.parametrize(("last_words", "moment"), [("starting", 0.0), ("starting", 0.15), ("playing", 0.0)])
def test_ctrl_c_ends_everything_within_two_seconds(tmp_path: Path, last_words: str, moment: float) -> None:
    script = tmp_path / "long_run.py"
    script.write_text(LONG_RUN)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            while process.stdout.readline().strip() != last_words:
                assert process.poll() is None
            time.sleep(moment)
            begin = time.monotonic()
            os.killpg(process.pid, signal.SIGINT)
            _, complaints = process.communicate(timeout=10)
            while _alive(process.pid) and time.monotonic() < begin + 10:
                time.sleep(0.01)
            assert time.monotonic() - begin < 2
        finally:
            if _alive(process.pid):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGINT
    assert complaints.count("Traceback") == 1
    assert complaints.rstrip().endswith("KeyboardInterrupt")


@needs_kill
def test_workers_do_not_outlive_a_run_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "long_run.py"
    script.write_text(LONG_RUN)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        assert process.stdout is not None
        while process.stdout.readline().strip() != b"playing":
            assert process.poll() is None
        process.kill()
        process.wait()
        deadline = time.monotonic() + 5
        while _alive(process.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        left = _alive(process.pid)
        if left:
            os.killpg(process.pid, signal.SIGKILL)
    assert not left


def _alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
