"""What a worker process does: it makes its machine from a serialised program once, then plays the seeds it is given.

Imports nothing that reads rulesets: a worker runs from the program alone.
"""

import os
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import TypeAlias

from imhotep.machine.engine import Machine
from imhotep.machine.playout import Outcome, outcome, play_out
from imhotep.program.program import Program
from imhotep.record.transcript import RANDOM, Heading, line, random_game

Played: TypeAlias = tuple[tuple[Outcome, ...], tuple[str, ...]]
"""What came of games, and their lines of a log."""

_machines: list[Machine] = []  # of this process: handing it over with each batch would cost more than the games


def begin(program: str, lifeline: Connection) -> None:
    """Make this process ready. It ends at once when the other end of `lifeline` is closed, also by its parent's end."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    _machines[:] = [Machine(Program.from_json(program))]


def play(seeds: Sequence[int], heading: Heading | None) -> Played:
    """One game for each seed; with a heading, also its line of the log."""
    machine = _machines[0]
    if heading is None:
        return tuple(play_out(machine, seed) for seed in seeds), ()
    played = [play_logged(machine.program, seed, heading) for seed in seeds]
    return tuple(outcome for outcome, _ in played), tuple(line for _, line in played)


def play_logged(program: Program, seed: int, heading: Heading) -> tuple[Outcome, str]:
    """The game that `play_out` plays, and its line of a log."""
    transcript = random_game(program, seed)
    game = transcript.game
    found = outcome(program, game.state, seed, transcript.decisions, game.winners, transcript.fault)
    return found, line(transcript.record(heading, dict.fromkeys(program.seats, RANDOM)))


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
