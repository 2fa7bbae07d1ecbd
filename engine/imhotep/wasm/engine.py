"""Runs a program's module: the same games as `machine.engine`, with the same states, many of them at a time."""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, Final

import wasmtime

from imhotep.errors import RulesFault
from imhotep.machine.engine import Pick, State
from imhotep.machine.evaluation import Worth, round_seed
from imhotep.machine.faults import Why, fault, too_long_chain
from imhotep.machine.playout import Outcome, outcome
from imhotep.machine.redealing import hidden
from imhotep.program.memory import SEAT
from imhotep.program.program import Program
from imhotep.wasm.layout import RESULTS
from imhotep.wasm.module import Module, module

MOST_OPTIONS: Final = 8000
"""Options that are evaluated at a time."""


def made_ready() -> wasmtime.Engine:
    """An engine for modules."""
    return wasmtime.Engine(wasmtime.Config())


class WasmMachine:
    """A program as WebAssembly, made ready to run. States are lists of integers, as those of `Machine`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.module: Module = module(program)
        engine = made_ready()
        self._store = wasmtime.Store(engine)
        compiled = wasmtime.Module(engine, wasmtime.wat2wasm(self.module.text))
        instance = wasmtime.Instance(self._store, compiled, [])
        self._exports: Any = instance.exports(self._store)
        self._memory: wasmtime.Memory = self._exports["memory"]
        self._entries = [name for name, _ in program.entries]

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
        words = self._words(self.module.layout.stack, 2 * count)
        return list(zip(words[::2], words[1::2], strict=True))

    # ---- whole games

    def outcomes(self, seeds: Sequence[int]) -> Iterator[Outcome]:
        """How games by random players go, one for each seed; the seeds follow one another."""
        p = self.program
        size = 1 + p.players + len(p.sources) * p.players
        most = RESULTS // (4 * size)
        i = 0
        while i < len(seeds):
            count = min(most, len(seeds) - i)
            broken: RulesFault | None = None
            try:
                self._call("play", _signed(seeds[i]), count)
            except RulesFault as found:
                broken = found
            played = self._global("played")
            words = self._words(self.module.layout.results, played * size)
            for n in range(played):
                yield self._outcome(seeds[i + n], words[n * size : (n + 1) * size])
            i += played
            if broken is not None:
                yield self._broken(seeds[i], broken)
                i += 1

    def _outcome(self, seed: int, words: Sequence[int]) -> Outcome:
        p = self.program
        n = p.players
        return Outcome(
            seed=seed,
            points=tuple(tuple(words[i : i + n]) for i in range(1 + n, len(words), n)),
            winners=tuple(seat for seat in range(1, n + 1) if words[seat]),
            decisions=words[0],
        )

    def _broken(self, seed: int, fault: RulesFault) -> Outcome:
        return outcome(self.program, self._read_state(), seed, self._global("decisions"), (), fault)

    # ---- worths

    def evaluate(
        self, s: Sequence[int], playouts: int, seed: int, *, limit: int = -1, picks: Sequence[Pick] = ()
    ) -> tuple[Worth, ...]:
        """What the options of the decision that waits are worth; the same as `machine.evaluation.evaluate`."""
        state = list(s)
        hidden(self.program, state[SEAT])  # raises where the rest is not to be guessed
        offered = list(picks) or self.options(state)
        found: list[Worth] = []
        for i in range(0, len(offered), MOST_OPTIONS):
            found += self._evaluate(state, playouts, seed, limit, offered[i : i + MOST_OPTIONS])
        return tuple(found)

    def _evaluate(self, s: State, playouts: int, seed: int, limit: int, picks: Sequence[Pick]) -> Iterator[Worth]:
        self._write_state(s)
        results = self.module.layout.results
        self._memory.write(self._store, struct.pack(f"<{2 * len(picks)}i", *(x for pick in picks for x in pick)), results + 8)
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
        start = results + (1 << 16)
        for number, pick in enumerate(picks):
            data = self._memory.read(self._store, start + 40 * number, start + 40 * (number + 1))
            finished, _, wins, points, margin = struct.unpack("<5q", data)
            yield Worth(
                pick=pick, playouts=finished, broken=broken[number], wins=wins, points=points, margin=margin
            )  # fmt: skip

    def redeal(self, s: Sequence[int], seat: int, seed: int) -> State:
        """A copy in which everything that a seat does not see is drawn anew; see `machine.redealing`."""
        hidden(self.program, seat)
        self._write_state(list(s))
        self._call("clear")
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
        trial = self._global("trial")
        if trial:
            self._store_state(self._words(trial + 16, self._words(trial, 1)[0]))
        if trap.trap_code != wasmtime.TrapCode.UNREACHABLE:
            return trap
        why, src, a, b = (self._global(name) for name in ("why", "src", "a", "b"))
        kind = Why(why)
        if kind is Why.MESSAGE:
            return RulesFault(self.module.messages[a], self.program.places_in_files[src])
        if kind is Why.TOO_LONG_CHAIN:
            return too_long_chain(self.program, self._read_state(), a)
        return fault(self.program, kind, src, a, b)

    def _global(self, name: str) -> int:
        return int(self._exports[name].value(self._store))

    def _words(self, start: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}i", self._memory.read(self._store, start, start + 4 * count))

    def _write_state(self, s: State) -> None:
        self._memory.write(self._store, struct.pack(f"<{len(s)}i", *s), 0)
        self._exports["top"].set_value(self._store, len(s))

    def _store_state(self, words: Sequence[int]) -> None:
        self._write_state(list(words))

    def _read_state(self) -> State:
        return list(self._words(0, self._global("top")))


def _signed(seed: int) -> int:
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >> 63 else seed

