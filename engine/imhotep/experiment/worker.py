"""What plays games for an experiment, in a process of its own or not. Works from serialised programs and plain data.

Imports nothing that reads rulesets.
"""

import os
import threading
import time
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.experiment.tally import Played, tally
from imhotep.machine.playout import Outcome, Row, outcome
from imhotep.players.specs import RANDOM
from imhotep.players.table import logged_game, play_game
from imhotep.program.program import Program
from imhotep.record.transcript import Heading, line, random_game
from imhotep.wasm.playing import Playing, playing

MOST_MACHINES: Final = 8

_kept = threading.local()  # the machines of this thread, by program: a machine is not for several threads


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Games to play: a serialised program, the seed of each game and who plays each seat in it.

    With `has_rows` their decisions are looked at, with a heading each is written down as a line of a log. `binary` is
    the program as WebAssembly, empty where the interpreter is to play.
    """

    program: str
    binary: bytes = b""
    games: tuple[tuple[int, tuple[str, ...]], ...]
    has_rows: bool = False
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
    program, games = _ready(task)
    lines: list[str] = []
    played: Iterable[Played]
    if task.has_rows:
        played = (_with_rows(program, games, seed, names) for seed, names in task.games)
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


def _with_rows(program: Program, games: Playing, seed: int, names: Sequence[str]) -> Played:
    rows: list[Row]
    if _are_random(names):
        found, rows = games.traced(seed)
    else:
        rows = []
        found = play_game(games, names, seed, rows)
    return Played(found, None if found.fault is not None else tally(program, found, rows))


def play_logged(games: Playing, seed: int, names: Sequence[str], heading: Heading) -> tuple[Outcome, str]:
    """The game that is played without a log, too, and its line of a log."""
    program = games.program
    transcript = random_game(program, seed) if _are_random(names) else logged_game(games, names, seed)
    game = transcript.game
    found = outcome(program, game.state, seed, transcript.decisions, game.winners, transcript.fault)
    return found, line(transcript.record(heading, dict(zip(program.seats, names, strict=True))))


def _ready(task: Task) -> tuple[Program, Playing]:
    """The program of a task, and what plays its games."""
    kept: dict[tuple[str, bytes], tuple[Program, Playing]] = _kept.__dict__.setdefault("ready", {})
    key = (task.program, task.binary)
    if key not in kept:
        while len(kept) >= MOST_MACHINES:
            del kept[next(iter(kept))]
        program = Program.from_json(task.program)
        kept[key] = program, playing(program, task.binary)
    return kept[key]


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
