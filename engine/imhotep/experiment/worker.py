"""What plays games for an experiment, in a process of its own or not. Works from serialised programs and plain data.

Imports nothing that reads rulesets.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import Connection
from typing import Final, TypeVar

from imhotep.dataclass import dataclass
from imhotep.experiment.tally import Played, tally
from imhotep.machine.covering import CoveringMachine
from imhotep.machine.marks import Marking
from imhotep.machine.playout import Outcome, Row, outcome
from imhotep.players.specs import RANDOM
from imhotep.players.table import logged_game, play_game
from imhotep.program.program import Program
from imhotep.record.transcript import Heading, line, random_game
from imhotep.wasm.playing import Covering, Playing, covering, playing

Thing = TypeVar("Thing")

MOST_MACHINES: Final = 8

_kept = threading.local()  # the machines of this thread, by program: a machine is not for several threads


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Games to play: a serialised program, the seed of each game and who plays each seat in it.

    With `has_rows` their decisions are looked at, with `has_marks` it is also noted what runs, with a heading each is
    written down as a line of a log. `binary` is the program as WebAssembly, empty where the interpreter is to play.
    """

    program: str
    binary: bytes = b""
    games: tuple[tuple[int, tuple[str, ...]], ...]
    has_rows: bool = False
    has_marks: bool = False
    heading: Heading | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What came of a task: its games, their lines of a log if any, and the seconds that they took."""

    games: tuple[Played, ...]
    lines: tuple[str, ...]
    seconds: float


def begin(lifeline: Connection) -> None:
    """Let this process end at once when the other end of `lifeline` is closed, also by its parent's end."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def play(task: Task) -> Batch:
    """Play the games of a task."""
    begun = time.perf_counter()
    games = _kept_for(task, "playing", lambda: playing(Program.from_json(task.program), task.binary))
    lines: list[str] = []
    played: Iterable[Played]
    if task.has_rows:
        played = (_with_rows(task, games, seed, names) for seed, names in task.games)
    elif task.heading is not None:
        played = ()
    elif all(_are_random(names) for _, names in task.games):
        played = map(Played, games.outcomes([seed for seed, _ in task.games]))
    else:
        played = (Played(play_game(games, names, seed)) for seed, names in task.games)
    found = list(played)
    if task.heading is not None:
        logged = [play_logged(games, seed, names, task.heading) for seed, names in task.games]
        lines = [written for _, written in logged]
        found = found or [Played(outcome) for outcome, _ in logged]
    return Batch(games=tuple(found), lines=tuple(lines), seconds=time.perf_counter() - begun)


def _are_random(names: Sequence[str]) -> bool:
    """Whether these players play what a playout plays, which is faster."""
    return set(names) == {RANDOM}


def _with_rows(task: Task, games: Playing, seed: int, names: Sequence[str]) -> Played:
    rows: list[Row] = []
    begun: tuple[int, ...] = ()
    if _are_random(names):
        found, rows = games.traced(seed)
        if task.has_marks:
            begun = _kept_for(task, "watched", lambda: _watched(games.program, task.binary)).begun_in(seed)
    elif task.has_marks:
        machine = _kept_for(task, "by steps", lambda: CoveringMachine(Marking(games.program)))
        machine.noted.begun.clear()
        found = play_game(games, names, seed, rows, machine=machine)
        begun = tuple(sorted(machine.noted.begun))
    else:
        found = play_game(games, names, seed, rows)
    return Played(found, None if found.fault is not None else tally(games.program, found, rows, begun))


def _watched(program: Program, binary: bytes) -> Covering:
    return covering(Marking(program), "wasm" if binary else "interpreter")


def play_logged(games: Playing, seed: int, names: Sequence[str], heading: Heading) -> tuple[Outcome, str]:
    """The game that is played without a log, too, and its line of a log."""
    program = games.program
    transcript = random_game(program, seed) if _are_random(names) else logged_game(games, names, seed)
    game = transcript.game
    found = outcome(program, game.state, seed, transcript.decisions, game.winners, transcript.fault)
    return found, line(transcript.record(heading, dict(zip(program.seats, names, strict=True))))


def _kept_for(task: Task, what: str, make: Callable[[], Thing]) -> Thing:
    """What was made for the program of a task before, or is made now."""
    kept: dict[tuple[str, bytes], Thing] = _kept.__dict__.setdefault(what, {})
    key = (task.program, task.binary)
    if key not in kept:
        while len(kept) >= MOST_MACHINES:
            del kept[next(iter(kept))]
        kept[key] = make()
    return kept[key]


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
