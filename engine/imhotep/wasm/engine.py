"""Runs a program's module: the same games as `machine.engine`, with the same states, many of them at a time."""

import struct
from collections.abc import Iterator, Sequence
from typing import Any, Final

import wasmtime

from imhotep.errors import RulesFault
from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.faults import Why, fault, too_long_chain
from imhotep.machine.playout import Outcome
from imhotep.program.program import Program
from imhotep.wasm.layout import RESULTS
from imhotep.wasm.module import Module, module

CACHED: Final = True


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
        self._exports["clear"](self._store)
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
        from imhotep.machine.playout import outcome

        return outcome(self.program, self._read_state(), seed, self._global("decisions"), (), fault)

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


__all__ = ["Machine", "WasmMachine"]
