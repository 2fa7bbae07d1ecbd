"""Plays many games of one program, in this process or in several. The outcomes are the same for any number of them.

Knows neither rulesets nor statistics.
"""

import math
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import ImhotepError, UsageError
from imhotep.experiment import worker
from imhotep.experiment.worker import play_logged
from imhotep.machine.engine import Machine
from imhotep.machine.playout import Outcome, play_out
from imhotep.program.program import Program
from imhotep.record.transcript import Heading

Progress: TypeAlias = Callable[[int], None]
Batch: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """Where games are written down: what all lines have in common, and what is called with each line."""

    heading: Heading
    write: Callable[[str], object]


LARGEST_BATCH = 25  # games; a fraction of a second, so that little is lost with a worker and progress is smooth
BREAKS = 3  # times that a batch may end its worker


def run(
    program: Program, seeds: Sequence[int], jobs: int = 1, progress: Progress | None = None, log: Log | None = None
) -> tuple[Outcome, ...]:
    """One game by random players for each seed, in the order of the seeds.

    Games that break down or are stopped are among the outcomes, with their `fault`. `progress` is called with how many
    more games are done. With a `log` each game is written down, too, in the order of the seeds. With more than one job,
    workers are new processes, so a script must guard its start with `if __name__ == "__main__":`. Raises ImhotepError
    if the same games end their worker three times.
    """
    if jobs < 1:
        raise UsageError(f"there is at least 1 job, not {jobs}")
    if jobs == 1 or len(seeds) < 2:
        return _in_this_process(program, seeds, progress, log)
    size = min(LARGEST_BATCH, math.ceil(len(seeds) / (4 * jobs)))
    batches = [tuple(seeds[i : i + size]) for i in range(0, len(seeds), size)]
    return _in_processes(program.to_json(), _Batches(batches, log, progress), jobs)


def _in_this_process(
    program: Program, seeds: Sequence[int], progress: Progress | None, log: Log | None
) -> tuple[Outcome, ...]:
    machine = Machine(program)
    outcomes = []
    for seed in seeds:
        if log is None:
            outcomes.append(play_out(machine, seed))
        else:
            outcome, line = play_logged(program, seed, log.heading)
            outcomes.append(outcome)
            log.write(line)
        if progress is not None:
            progress(1)
    return tuple(outcomes)


class _Batches:
    """What is to be played and what came of it. Lines of the log are handed on as soon as all before them are."""

    def __init__(self, batches: list[Batch], log: Log | None, progress: Progress | None) -> None:
        self.batches = batches
        self.log = log
        self.outcomes: dict[int, tuple[Outcome, ...]] = {}
        self._progress = progress
        self._lines: dict[int, tuple[str, ...]] = {}
        self._logged = 0

    def done(self, number: int, played: worker.Played) -> None:
        """A batch was played."""
        self.outcomes[number], self._lines[number] = played
        while self.log is not None and self._logged in self._lines:
            for line in self._lines.pop(self._logged):
                self.log.write(line)
            self._logged += 1
        if self._progress is not None:
            self._progress(len(self.batches[number]))


def _in_processes(program: str, work: _Batches, jobs: int) -> tuple[Outcome, ...]:
    """Play all batches. Those that were at work when a worker ended are played again, each alone in a pool of its own,
    so that none is blamed for another."""
    batches = work.batches
    breaks: Counter[int] = Counter()
    while len(work.outcomes) < len(batches):
        missing = [i for i in range(len(batches)) if i not in work.outcomes]
        suspects = [i for i in missing if breaks[i]]
        for i in _round(program, work, suspects[:1] or missing, jobs):
            breaks[i] += 1
            if breaks[i] == BREAKS:
                raise ImhotepError(
                    f"a worker process ended {BREAKS} times while it played seeds {batches[i][0]} to {batches[i][-1]}"
                    ' (too little memory, or a script without `if __name__ == "__main__":`)'
                )
    return tuple(outcome for i in range(len(batches)) for outcome in work.outcomes[i])


def _round(program: str, work: _Batches, numbers: list[int], jobs: int) -> list[int]:
    """Play these batches in one pool; returns those that were at work when a worker ended."""
    waiting = iter(numbers)
    playing: dict[Future[worker.Played], int] = {}
    with _pool(program, min(jobs, len(numbers))) as pool:
        try:
            while True:
                for number in islice(waiting, jobs - len(playing)):
                    playing[_submit(pool, work.batches[number], work.log)] = number
                if not playing:
                    return []
                for future in wait(playing, timeout=1, return_when=FIRST_COMPLETED).done:
                    played = future.result()
                    work.done(playing.pop(future), played)
        except BrokenProcessPool as broken:
            if not playing and isinstance(broken.__cause__, OSError):
                raise ImhotepError(f"no worker process can be started: {broken}") from broken
            return list(playing.values())


def _submit(pool: ProcessPoolExecutor, batch: Batch, log: Log | None) -> Future[worker.Played]:
    """Hand a batch to the pool, which may start a worker for it."""
    try:
        with _interrupts_held():
            return pool.submit(worker.play, batch, None if log is None else log.heading)
    except OSError as error:  # a worker was just ending, or this machine starts no more of them
        raise BrokenProcessPool(str(error)) from error


@contextmanager
def _pool(program: str, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers end at once, in the middle of a game if need be, when it is left by an exception."""
    spawn = multiprocessing.get_context("spawn")
    theirs, ours = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, spawn, worker.begin, (program, theirs))
    try:
        yield pool
    except BaseException:
        for process in list((pool._processes or {}).values()):  # a worker that is still starting hears of nothing else
            process.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        ours.close()
        theirs.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until processes have started, and does not reach them: they inherit that it is held back."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a Ctrl-C just before is raised by this very call
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
