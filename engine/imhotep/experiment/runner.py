"""Plays series of games, in this process, in several new ones, or on any executor of `concurrent.futures`.

What comes out is the same in each case. Knows neither rulesets nor statistics.
"""

import math
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.errors import ImhotepError, UsageError
from imhotep.experiment import worker
from imhotep.experiment.ledger import open_ledger
from imhotep.experiment.series import Series
from imhotep.experiment.tally import Played
from imhotep.experiment.worker import Batch
from imhotep.record.transcript import Heading
from imhotep.wasm.playing import Backend, assembled_for
from imhotep.wasm.playing import backend as backend_for

Progress: TypeAlias = Callable[[int], None]
Piece: TypeAlias = tuple[int, tuple[int, ...]]
"""Games that are played in one go: the number of their series, and theirs."""

SECONDS: Final = 0.25
"""About how long a piece takes: so little is lost with a worker, and little time goes into handing it over."""

LARGEST_PIECE: Final = 2000
BREAKS: Final = 3
"""Times that a piece may end its worker."""


@dataclass(frozen=True, slots=True)
class Log:
    """Where games are written down: what all lines have in common, and what is called with each line."""

    heading: Heading
    write: Callable[[str], object]


@contextmanager
def running(
    series: Sequence[Series],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    ledger: Path | None = None,
    log: Log | None = None,
    backend: Backend | None = None,
) -> "Iterator[Runner]":
    """What plays these series, a number of games at a time.

    Games are played in this process, in as many new ones as `jobs` says, or on an `executor` of yours, which is given
    as many pieces of work at a time. `progress` is called with how many more games are done. With a `ledger` each game
    is kept in that file, and those that it holds are not played again. With a `log` games are also written down, series
    by series in the order of their numbers; this needs them all to be played, so there is no ledger beside it. The back
    end is WebAssembly where it is there, if none is asked for; games that are logged are played by the interpreter. New
    processes want a script to guard its start with `if __name__ == "__main__":`.
    """
    if jobs < 1:
        raise UsageError(f"there is at least 1 job, not {jobs}")
    if ledger is not None and log is not None:
        raise UsageError("a log needs all games to be played, so it cannot be made beside a ledger")
    with ExitStack() as stack:
        chosen = backend_for(backend) if log is None else "interpreter"
        runner = Runner(series, jobs, executor, progress, log, chosen)
        if ledger is not None:
            opened = stack.enter_context(open_ledger(ledger, series))
            runner.games[:] = opened.held
            runner.keep = opened.add
        yield runner


class Runner:
    """Series, and the games of each that were played, by number. Games that broke down are among them."""

    def __init__(
        self,
        series: Sequence[Series],
        jobs: int,
        executor: Executor | None,
        progress: Progress | None,
        log: Log | None,
        backend: Backend,
    ) -> None:
        self.series = series
        self.games: list[dict[int, Played]] = [{} for _ in series]
        self.keep: Callable[[int, Sequence[tuple[int, Played]]], None] | None = None
        self._jobs = jobs
        self._executor = executor
        self._progress = progress
        self._log = log
        self._lines: dict[tuple[int, int], str] = {}
        self._logged: Iterator[tuple[int, int]] = iter(())
        self._next: tuple[int, int] | None = None
        self._backend = backend
        self._programs: dict[int, tuple[str, bytes]] = {}
        self._pace = [math.inf for _ in series]
        self._left: list[list[int]] = []
        self._told = 0  # games of which the progress was told

    def play(self, counts: Sequence[int]) -> list[tuple[Played, ...]]:
        """The first games of each series, as many as `counts` says, in order; those that are missing are played.

        Raises ImhotepError if the same games end their worker three times.
        """
        self._left = [
            [number for number in range(count) if number not in games]
            for count, games in zip(counts, self.games, strict=True)
        ]
        self._logged = ((i, number) for i, numbers in enumerate(self._left) for number in tuple(numbers))
        self._next = next(self._logged, None)
        missing = sum(map(len, self._left))
        if self._progress is not None and sum(counts) - missing > self._told:
            self._progress(sum(counts) - missing - self._told)
            self._told = sum(counts) - missing
        if self._executor is not None:
            self._on(self._executor)
        elif self._jobs == 1 or missing < 2:
            for piece in self._pieces():
                self._done(piece, worker.play(self._task(piece)))
        else:
            self._in_processes()
        return [
            tuple(games[number] for number in range(count)) for count, games in zip(counts, self.games, strict=True)
        ]

    def _pieces(self) -> Iterator[Piece]:
        """What is left to play, each time as much as takes a moment by what was seen so far."""
        for i in range(len(self._left)):
            while numbers := self._left[i]:
                fair = math.ceil(len(numbers) / (2 * self._jobs))
                size = max(1, min(LARGEST_PIECE, fair, int(SECONDS / self._pace[i])))
                self._left[i] = numbers[size:]
                yield i, tuple(numbers[:size])

    def _task(self, piece: Piece) -> worker.Task:
        number, games = piece
        if number not in self._programs:
            program = self.series[number].program
            self._programs[number] = program.to_json(), assembled_for(program, self._backend)
        heading = None if self._log is None else self._log.heading
        return self.series[number].task(*self._programs[number], games, heading)

    def _done(self, piece: Piece, batch: Batch) -> None:
        """A piece was played."""
        number, numbers = piece
        games = list(zip(numbers, batch.games, strict=True))
        if self.keep is not None:
            self.keep(number, games)
        self.games[number].update(games)
        self._pace[number] = max(batch.seconds, 1e-6) / len(numbers)
        if self._log is not None:
            self._lines.update(((number, game), line) for game, line in zip(numbers, batch.lines, strict=True))
            while self._next is not None and self._next in self._lines:
                self._log.write(self._lines.pop(self._next))
                self._next = next(self._logged, None)
        self._told += len(numbers)
        if self._progress is not None:
            self._progress(len(numbers))

    # ---- elsewhere

    def _on(self, executor: Executor) -> None:
        """Play all on an executor that others look after."""
        playing: dict[Future[Batch], Piece] = {}
        try:
            self._drain(executor, playing, self._pieces())
        except BrokenExecutor as broken:
            raise ImhotepError(f"the executor broke down: {broken}") from broken
        except BaseException:
            for future in playing:
                future.cancel()
            raise

    def _in_processes(self) -> None:
        """Play all in new processes. What was at work when a worker ended is played again, each piece alone in a pool
        of its own, so that none is blamed for another."""
        breaks: Counter[Piece] = Counter()
        suspects: list[Piece] = []
        while suspects or any(self._left):
            lost = self._round([suspects.pop(0)] if suspects else None)
            for piece in lost:
                breaks[piece] += 1
                if breaks[piece] == BREAKS:
                    first = self.series[piece[0]].first
                    raise ImhotepError(
                        f"a worker process ended {BREAKS} times while it played seeds {first + piece[1][0]} to"
                        f" {first + piece[1][-1]} (too little memory, or a script without"
                        ' `if __name__ == "__main__":`)'
                    )
            suspects = [*lost, *suspects]

    def _round(self, pieces: list[Piece] | None) -> list[Piece]:
        """Play some pieces, or all that is left, in one pool; returns what was at work when a worker ended."""
        playing: dict[Future[Batch], Piece] = {}
        jobs = len(pieces or ()) or min(self._jobs, sum(map(len, self._left)))
        try:
            with _pool(jobs) as pool:
                self._drain(pool, playing, self._pieces() if pieces is None else iter(pieces))
        except BrokenProcessPool as broken:
            if not playing and isinstance(broken.__cause__, OSError):
                raise ImhotepError(f"no worker process can be started: {broken}") from broken
            return list(playing.values())
        return []

    def _drain(self, executor: Executor, playing: dict[Future[Batch], Piece], pieces: Iterator[Piece]) -> None:
        """Play pieces, as many at a time as there are jobs; `playing` holds those at work."""
        while True:
            for piece in islice(pieces, self._jobs - len(playing)):
                playing[self._submit(executor, piece)] = piece
            if not playing:
                return
            done = wait(playing, timeout=1, return_when=FIRST_COMPLETED).done
            if not done and self._executor is None and any(p.exitcode is not None for p in _workers(executor)):
                raise BrokenProcessPool("a worker ended while it handed over its games, of which its pool never hears")
            for future in done:
                batch = future.result()
                self._done(playing.pop(future), batch)

    def _submit(self, executor: Executor, piece: Piece) -> Future[Batch]:
        """Hand a piece to an executor, which may start a worker for it. What cannot be handed over is left to play."""
        try:
            with _interrupts_held():
                return executor.submit(worker.play, self._task(piece))
        except (BrokenExecutor, OSError) as error:
            number, games = piece
            self._left[number] = [*games, *self._left[number]]
            if isinstance(error, BrokenExecutor):
                raise
            raise BrokenProcessPool(str(error)) from error  # this machine starts no more of them


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool whose workers end at once, in the middle of a game if need be, when it is left by an exception."""
    spawn = multiprocessing.get_context("spawn")
    theirs, ours = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, spawn, worker.begin, (theirs,))
    try:
        yield pool
    except BaseException:
        ours.close()  # also ends a worker that an interrupted start has left without a place among the others
        for process in _workers(pool):  # one that is still starting hears of nothing else
            process.kill()
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # or it waits for the rest of a killed one's
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        ours.close()
        theirs.close()


def _workers(pool: Executor) -> list[BaseProcess]:
    """The processes of a pool that it has not missed yet."""
    return list((getattr(pool, "_processes", None) or {}).values())


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
