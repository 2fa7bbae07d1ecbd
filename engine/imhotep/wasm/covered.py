"""Runs a program's module that notes what play reaches, and reads what it has noted."""

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TypeVar

from imhotep.machine.marks import Marking, Marks
from imhotep.wasm.covering import CoveringLayout
from imhotep.wasm.engine import WasmMachine, assembled

Thing = TypeVar("Thing")


class WasmCovering(WasmMachine):
    """A marked program as WebAssembly, made ready to run. Raises CannotRun."""

    def __init__(self, marking: Marking) -> None:
        super().__init__(marking.program, assembled(marking.program, marking))
        self._layout: CoveringLayout = CoveringLayout(marking)

    def begun_in(self, seed: int) -> tuple[int, ...]:
        """The procedures that begin in one more game, in order; of those before it is forgotten what began."""
        at, count = self._layout.begun, len(self.program.procedures)
        self._memory.write(self._store, bytes(count), at)
        list(self.outcomes([seed]))
        return tuple(self._noted(range(count), at))

    def marks(self) -> Marks:
        """What was noted in all games so far."""
        p, at = self.program, self._layout
        ways = [(number, way) for number, decision in enumerate(p.decisions) for way in range(len(decision.ways))]
        asked = self._words(at.asked, len(p.decisions))
        offered = struct.unpack(f"<{len(ways)}q", self._bytes(at.offered, 8 * len(ways)))
        kinds = [(number, kind) for number, family in enumerate(p.families) for kind in range(len(family.kinds))]
        rows = [(number, table.first + i) for number, table in enumerate(p.tables) for i in range(len(table.values))]
        stretches = at.first_kinds[0]
        return Marks(
            reached=set(self._noted(range(stretches), at.reached)),
            moved=set(self._noted(kinds, at.reached + stretches)),
            rows=set(self._noted(rows, at.row_marks[0])),
            begun=set(self._noted(range(len(p.procedures)), at.begun)),
            deepest=self._global("deepest"),
            deepest_seed=self._global("deepest_seed") & ((1 << 64) - 1),
            asked={number: most for number, most in enumerate(asked) if most},
            offered=Counter({way: often for way, often in zip(ways, offered, strict=True) if often}),
            taken=set(self._noted(ways, at.taken)),
        )

    def _noted(self, things: Sequence[Thing], start: int) -> Iterator[Thing]:
        """Those of some things whose bytes, from an address on, are not 0."""
        return compress(things, self._bytes(start, len(things)))

    def _bytes(self, start: int, count: int) -> bytes:
        return bytes(self._memory.read(self._store, start, start + count))
