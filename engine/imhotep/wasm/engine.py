"""Runs a program's module: the same games as `machine.engine`, with the same states, many of them at a time."""

import struct
import weakref
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

import wasmtime

from imhotep.errors import CannotRun, InternalError, RulesFault
from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.evaluation import End, Worth, evaluate, round_seed
from imhotep.machine.faults import Why, fault, too_long_chain
from imhotep.machine.marks import Marking
from imhotep.machine.playout import Outcome, Row, outcome, play_out
from imhotep.machine.redealing import hidden
from imhotep.program.memory import SEAT
from imhotep.program.program import Program
from imhotep.wasm.layout import RESULTS, TOTALS, Layout
from imhotep.wasm.module import assembly
from imhotep.wasm.statements import messages

MOST_OPTIONS: Final = 8000
"""Options that there is room for to evaluate them."""

WORTH: Final = struct.Struct("<5q")


def assembled(program: Program, marking: Marking | None = None) -> bytes:
    """A program as a module in WebAssembly's binary form; see `assembly`."""
    return bytes(wasmtime.wat2wasm(assembly(program, marking)))


def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    try:
        config.cache = True  # compiled modules are kept in the user's cache folder, by wasmtime itself
    except wasmtime.WasmtimeError:  # no such folder
        config = wasmtime.Config()
    return wasmtime.Engine(config)


class WasmMachine:
    """A program as WebAssembly, made ready to run. States are lists of integers, as those of `Machine`.

    `binary` is what `assembled` makes of the program, where that is at hand. Raises CannotRun.
    """

    def __init__(self, program: Program, binary: bytes = b"") -> None:
        self.program = program
        self._layout = Layout(program)
        engine = _engine()
        self._store = wasmtime.Store(engine)
        try:
            compiled = wasmtime.Module(engine, binary or assembled(program))
            self._exports: Any = wasmtime.Instance(self._store, compiled, []).exports(self._store)
        except wasmtime.WasmtimeError as error:
            raise CannotRun(f"WebAssembly does not run here: {error}") from None
        self._memory: Any = self._exports["memory"]
        self._entries = [name for name, _ in program.entries]
        self._interpreter: Machine | None = None
        weakref.finalize(self, _close, compiled, self._store, engine)  # in this order, also when Python ends

    # ---- one game, state by state

    def begin(self, seed: int) -> State:
        """The state before anything has happened. Any seed counts modulo 2⁶⁴."""
        self._call("begin", _signed(seed))
        return self._read_state()

    def enter(self, s: State, entry: str) -> None:
        """Run one of the program's entries, up to the first decision or its end."""
        self._on(s, "enter", self._entries.index(entry))

    def answer(self, s: State, way: int, value: int) -> None:
        """Carry out a legal option and go on to the next decision or the end."""
        self._on(s, "answer", way, value)

    def options(self, s: State) -> list[Pick]:
        """All legal picks, in a fixed order; those of last resort only where there is no other."""
        self._write_state(s)
        self._call("clear")
        count = self._call("options")
        words = self._words(self._layout.stack, 2 * count)
        return list(zip(words[::2], words[1::2], strict=True))

    # ---- whole games

    def outcomes(self, seeds: Sequence[int]) -> Iterator[Outcome]:
        """How games by random players go, one for each seed, as `play_out` plays them."""
        p = self.program
        last = 1 + p.players
        size = last + len(p.sources) * p.players
        row, by_source = struct.Struct(f"<{size}i"), _slices(last, size, p.players)
        winners: dict[tuple[int, ...], tuple[int, ...]] = {}
        i = 0
        while i < len(seeds):
            count = _in_a_row(seeds, i, RESULTS // (4 * size))
            broken: RulesFault | None = None
            try:
                self._call("play", _signed(seeds[i]), count)
            except RulesFault as found:
                broken = found
            played = self._global("played")
            start = self._layout.results
            data = self._memory.read(self._store, start, start + row.size * played)
            for seed, words in zip(seeds[i : i + played], row.iter_unpack(data), strict=True):
                won = words[1:last]
                if won not in winners:
                    winners[won] = tuple(seat for seat, wins in enumerate(won, 1) if wins)
                yield Outcome(seed=seed, points=by_source(words), winners=winners[won], decisions=words[0])
            i += played
            if broken is not None:
                yield self._broken(seeds[i], broken)
                i += 1

    def traced(self, seed: int) -> tuple[Outcome, list[Row]]:
        """A game as `play_out` plays it, and its rows. The interpreter plays those that are too long to be kept, and
        those that break down."""
        p = self.program
        size = 5 + p.players
        try:
            self._call("trace", _signed(seed))
            if self._global("at_end"):
                decisions = self._global("decisions")
                words = self._words(self._layout.results, decisions * size)
                rows = [words[i : i + size] for i in range(0, len(words), size)]
                winners = self._winners()
                return outcome(p, self._read_state(), seed, decisions, winners, None), rows
        except RulesFault:
            pass
        found: list[Row] = []
        return play_out(self.by_steps(), seed, rows=found), found

    def finish(self, s: State, seed: int) -> End:
        """Let random players play a game to its end, and tell how it ended."""
        n = self.program.players
        self._write_state(s)
        self._call("finish", _signed(seed))
        words = self._words(self._layout.results, n + n * len(self.program.sources))
        winners = tuple(seat for seat in range(1, n + 1) if words[seat - 1])
        return winners, tuple(sum(words[n + seat :: n]) for seat in range(n))

    def by_steps(self) -> Machine:
        """The interpreter of the program, which takes single steps faster than calls of the module do."""
        if self._interpreter is None:
            self._interpreter = Machine(self.program)
        return self._interpreter

    def _winners(self) -> tuple[int, ...]:
        self._call("winners", self._layout.stack)
        return tuple(n for n, won in enumerate(self._words(self._layout.stack, self.program.players), 1) if won)

    def _broken(self, seed: int, fault: RulesFault) -> Outcome:
        return outcome(self.program, self._read_state(), seed, self._global("decisions"), (), fault)

    # ---- worths

    def evaluate(self, s: Sequence[int], playouts: int, seed: int, *, limit: int = -1) -> tuple[Worth, ...]:
        """What the options of the decision that waits are worth; the same as `machine.evaluation.evaluate`."""
        hidden(self.program, s[SEAT])  # raises where the rest is not to be guessed
        picks = self.options(list(s))
        if len(picks) > MOST_OPTIONS:
            return evaluate(self.by_steps(), s, playouts, seed, limit=limit)
        return tuple(self._evaluate(s, playouts, seed, limit, picks))

    def _evaluate(
        self, s: Sequence[int], playouts: int, seed: int, limit: int, picks: Sequence[Pick]
    ) -> Iterator[Worth]:
        self._write_state(s)
        self._write_picks(picks)
        self._call("begin_worths", len(picks))
        broken = [0] * len(picks)
        for number in range(playouts):
            own, first = _signed(round_seed(seed, number)), 0
            while first < len(picks):
                try:
                    self._call("round", own, first, len(picks), limit)
                    break
                except RulesFault:
                    first = self._global("option")
                    broken[first] += 1
                    first += 1
        start = self._layout.results + TOTALS
        data = self._memory.read(self._store, start, start + WORTH.size * len(picks))
        for pick, lost, totals in zip(picks, broken, WORTH.iter_unpack(data), strict=True):
            finished, _, wins, points, margin = totals
            yield Worth(pick=pick, playouts=finished, broken=lost, wins=wins, points=points, margin=margin)

    def redeal(self, s: Sequence[int], seat: int, seed: int, picks: Sequence[Pick] = ()) -> State:
        """A copy in which everything that a seat does not see is drawn anew; see `machine.redealing`."""
        hidden(self.program, seat)
        self._write_state(s)
        self._write_picks(picks)
        self._call("clear")
        self._call("mark_shown", len(picks))
        self._call("redeal", seat, _signed(seed))
        return self._read_state()

    # ---- memory

    def _on(self, s: State, name: str, *arguments: int) -> None:
        self._write_state(s)
        try:
            self._call(name, *arguments)
        finally:
            s[:] = self._read_state()

    def _call(self, name: str, *arguments: int) -> Any:
        try:
            return self._exports[name](self._store, *arguments)
        except wasmtime.Trap as trap:
            raise self._fault(trap) from None

    def _fault(self, trap: wasmtime.Trap) -> Exception:
        """What has ended a call. In a trial the state that play goes on with is the one that was kept."""
        trial = self._global("trial")
        if trial:
            self._write_state(self._words(trial + 16, self._words(trial, 1)[0]))
        if trap.trap_code != wasmtime.TrapCode.UNREACHABLE or not self._global("why"):
            return InternalError(f"the module of {self.program.ruleset} has trapped: {_cause(trap)}")
        why, src, a, b = (self._global(name) for name in ("why", "src", "a", "b"))
        if why == Why.MESSAGE:
            return RulesFault(messages(self.program)[a], self.program.places_in_files[src])
        if why == Why.TOO_LONG_CHAIN:
            return too_long_chain(self.program, self._read_state(), a)
        return fault(self.program, Why(why), src, a, b)

    def _global(self, name: str) -> int:
        return int(self._exports[name].value(self._store))

    def _words(self, start: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}i", self._memory.read(self._store, start, start + 4 * count))

    def _write_state(self, s: Sequence[int]) -> None:
        self._memory.write(self._store, struct.pack(f"<{len(s)}i", *s), 0)
        self._exports["top"].set_value(self._store, len(s))

    def _write_picks(self, picks: Sequence[Pick]) -> None:
        pairs = struct.pack(f"<{2 * len(picks)}i", *(x for pick in picks for x in pick))
        self._memory.write(self._store, pairs, self._layout.results)

    def _read_state(self) -> State:
        return list(self._words(0, self._global("top")))


def _close(*things: Any) -> None:
    for thing in things:
        thing.close()


def _cause(trap: wasmtime.Trap) -> str:
    """What a trap says of itself, without its functions."""
    return trap.message.rpartition("wasm trap: ")[2].strip()


def _slices(first: int, last: int, length: int) -> Callable[[Sequence[int]], tuple[tuple[int, ...], ...]]:
    """What cuts a row, from a number on, into pieces of so many words."""
    slices = [slice(i, i + length) for i in range(first, last, length)]
    if len(slices) > 1:
        return itemgetter(*slices)
    return lambda words: tuple(tuple(words[one]) for one in slices)


def _in_a_row(seeds: Sequence[int], first: int, most: int) -> int:
    """How many seeds follow one another from the first one on."""
    count = 1
    while count < most and first + count < len(seeds) and seeds[first + count] == seeds[first] + count:
        count += 1
    return count


def _signed(seed: int) -> int:
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >> 63 else seed
