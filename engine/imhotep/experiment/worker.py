"""What a worker process does: it makes its machine from a serialised program once, then plays the seeds it is given.

Imports nothing that reads rulesets: a worker runs from the program alone.
"""

import os
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection

from imhotep.machine.engine import Machine
from imhotep.machine.playout import Outcome, play_out
from imhotep.program.program import Program

_machines: list[Machine] = []  # of this process: handing it over with each batch would cost more than the games


def begin(program: str, lifeline: Connection) -> None:
    """Make this process ready. It ends at once when the other end of `lifeline` is closed, also by its parent's end."""
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    _machines[:] = [Machine(Program.from_json(program))]


def play(seeds: Sequence[int]) -> tuple[Outcome, ...]:
    """One game for each seed."""
    return tuple(play_out(_machines[0], seed) for seed in seeds)


def _end_with(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
