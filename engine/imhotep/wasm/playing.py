"""Whole games by either back end. Which one plays makes no difference to what comes out."""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Literal, Protocol, TypeAlias

from imhotep.errors import CannotRun, UsageError
from imhotep.machine.covering import CoveringMachine
from imhotep.machine.engine import Machine, State
from imhotep.machine.evaluation import End, Worth, ended, evaluate, play_on
from imhotep.machine.marks import Marking, Marks
from imhotep.machine.playout import Outcome, Row, play_out
from imhotep.program.program import Program

Backend: TypeAlias = Literal["wasm", "interpreter"]


class Playing(Protocol):
    """What plays games of one program: whole ones by random players, or a decision at a time, with looks ahead."""

    @property
    def program(self) -> Program:
        """What it plays."""

    def by_steps(self) -> Machine:
        """The interpreter of the program, which takes single steps faster than a module that is called from Python."""

    def evaluate(self, s: Sequence[int], playouts: int, seed: int, *, limit: int = -1) -> tuple[Worth, ...]:
        """What the options of the decision that waits are worth."""

    def finish(self, s: State, seed: int) -> End:
        """Let random players play a game to its end, and tell how it ended. `s` is used up."""

    def outcomes(self, seeds: Sequence[int]) -> Iterator[Outcome]:
        """How the games go, one for each seed, in their order."""

    def traced(self, seed: int) -> tuple[Outcome, list[Row]]:
        """How one game goes, and its decisions."""


class Covering(Protocol):
    """What plays games of one program and keeps count over all of them."""

    def outcomes(self, seeds: Sequence[int]) -> Iterator[Outcome]:
        """How the games go, one for each seed, in their order."""

    def begun_in(self, seed: int) -> tuple[int, ...]:
        """The procedures that begin in one more game, in order; of those before it is forgotten what began."""

    def marks(self) -> Marks:
        """What was noted in all games so far."""


class Interpreting(Machine):
    """Plays by the interpreter."""

    def outcomes(self, seeds: Sequence[int]) -> Iterator[Outcome]:
        """How the games go, one for each seed, in their order."""
        return (play_out(self, seed) for seed in seeds)

    def traced(self, seed: int) -> tuple[Outcome, list[Row]]:
        """How one game goes, and its decisions."""
        rows: list[Row] = []
        return play_out(self, seed, rows=rows), rows

    def by_steps(self) -> Machine:
        """Itself."""
        return self

    def evaluate(self, s: Sequence[int], playouts: int, seed: int, *, limit: int = -1) -> tuple[Worth, ...]:
        """What the options of the decision that waits are worth."""
        return evaluate(self, s, playouts, seed, limit=limit)

    def finish(self, s: State, seed: int) -> End:
        """Let random players play a game to its end, and tell how it ended."""
        self.begin_playing()
        play_on(self, s, seed)
        return ended(self, s)


def backend(asked: Backend | None = None) -> Backend:
    """The back end to use: WebAssembly where the `wasmtime` package is there, if it is not said.

    Raises UsageError where it is asked for and is not there.
    """
    there = find_spec("wasmtime") is not None
    if asked == "wasm" and not there:
        raise UsageError("the back end `wasm` needs the package wasmtime (pip install 'imhotep-engine[wasm]')")
    return asked or ("wasm" if there else "interpreter")


def assembled_for(program: Program, chosen: Backend) -> bytes:
    """What a process that plays with that back end needs beside the program, so that it is made only once.

    Nothing where the interpreter has to play.
    """
    if chosen == "interpreter":
        return b""
    from imhotep.wasm.engine import assembled

    try:
        return assembled(program)
    except CannotRun:
        return b""


def playing(program: Program, binary: bytes) -> Playing:
    """What plays games of a program: the module that `assembled_for` has made, or the interpreter where there is none,
    and where modules do not run."""
    if not binary:
        return Interpreting(program)
    from imhotep.wasm.engine import WasmMachine

    try:
        return WasmMachine(program, binary)
    except CannotRun:
        return Interpreting(program)


def covering(marking: Marking, chosen: Backend) -> Covering:
    """What plays a marked program and keeps count, by that back end; by the interpreter where modules do not run."""
    if chosen == "interpreter":
        return CoveringMachine(marking)
    from imhotep.wasm.covered import WasmCovering

    try:
        return WasmCovering(marking)
    except CannotRun:
        return CoveringMachine(marking)
