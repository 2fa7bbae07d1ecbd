"""What plays games for an experiment, in a process of its own or not. Works from serialised programs and plain data.

Imports nothing that reads rulesets.
"""

import os
import threading
import time
from multiprocessing.connection import Connection
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.experiment.tally import Played, tally
from imhotep.machine.engine import Machine
from imhotep.machine.playout import Outcome, Row, outcome, play_out
from imhotep.program.program import Program
from imhotep.record.transcript import RANDOM, Heading, line, random_game

MOST_MACHINES: Final = 8

_kept = threading.local()  # the machines of this thread, by program: a machine is not for several threads


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Games to play: a serialised program, the seed of each game and who plays each seat in it, so far always `random`.

    With `has_rows` their decisions are looked at, with a heading each is written down as a line of a log.
    """

    program: str
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
    machine = _machine(task.program)
    lines: list[str] = []
    games = tuple(_play(machine, task, seed, lines) for seed, _ in task.games)
    return Batch(games=games, lines=tuple(lines), seconds=time.perf_counter() - begun)


def _play(machine: Machine, task: Task, seed: int, lines: list[str]) -> Played:
    if task.heading is not None:
        found, written = play_logged(machine.program, seed, task.heading)
        lines.append(written)
        if not task.has_rows:
            return Played(found)
    rows: list[Row] | None = [] if task.has_rows else None
    found = play_out(machine, seed, rows=rows)
    return Played(found, None if rows is None or found.fault is not None else tally(machine.program, found, rows))


def play_logged(program: Program, seed: int, heading: Heading) -> tuple[Outcome, str]:
    """The game that `play_out` plays, and its line of a log."""
    transcript = random_game(program, seed)
    game = transcript.game
    found = outcome(program, game.state, seed, transcript.decisions, game.winners, transcript.fault)
    return found, line(transcript.record(heading, dict.fromkeys(program.seats, RANDOM)))


def _machine(program: str) -> Machine:
    machines: dict[str, Machine] = _kept.__dict__
    if program not in machines:
        while len(machines) >= MOST_MACHINES:
            del machines[next(iter(machines))]
        machines[program] = Machine(Program.from_json(program))
    return machines[program]


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
