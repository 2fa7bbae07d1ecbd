"""A machine that keeps count of what it runs: see `marks`. For `validate --deep`."""

from collections.abc import Iterator, Sequence
from typing import Any

from imhotep.machine.engine import Machine, Pick, State
from imhotep.machine.marks import MARK, Marking, Marks, kind_at
from imhotep.machine.playout import Outcome, play_out
from imhotep.machine.translate import Translator
from imhotep.program.instructions import Code
from imhotep.program.memory import DECISION, DEPTH, SEED_HIGH, SEED_LOW, TRYING


class _CoveringTranslator(Translator):
    """Prints a program with its marks."""

    def _statement(self, depth: int, code: Code) -> None:
        if isinstance(code, tuple) and code[0] == MARK:
            self._put(depth, f"mark(s, {code[1]})")
        else:
            super()._statement(depth, code)


class _Moves:
    """Is told what happens, and notes which kinds of pieces move."""

    def __init__(self, machine: "CoveringMachine") -> None:
        self.machine = machine

    def __call__(self, s: list[int], kind: str, src: int, *numbers: Any) -> None:
        if kind == "move":
            self.machine.note_move(s, numbers[1])

    def kept(self) -> int:
        """As the machine counts."""
        return self.machine.kept()

    def undo(self, kept: int) -> None:
        """As the machine does."""
        self.machine.undo(kept)


class CoveringMachine(Machine):
    """Runs a program and keeps count over all games."""

    def __init__(self, marking: Marking) -> None:
        self.noted = Marks()
        self._fresh: list[int | tuple[int, int]] = []  # what was reached or moved for the first time, in order
        super().__init__(marking.program)
        self.primitives.record = _Moves(self)

    def outcomes(self, seeds: Sequence[int]) -> Iterator[Outcome]:
        """How the games go, one for each seed, in their order."""
        return (play_out(self, seed) for seed in seeds)

    def begun_in(self, seed: int) -> tuple[int, ...]:
        """The procedures that begin in one more game, in order; of those before it is forgotten what began."""
        self.noted.begun.clear()
        play_out(self, seed)
        return tuple(sorted(self.noted.begun))

    def marks(self) -> Marks:
        """What was noted in all games so far."""
        return self.noted

    def note_move(self, s: State, address: int) -> None:
        """A piece has come to an address."""
        kind = kind_at(self.primitives, s, address)
        if kind not in self.noted.moved:
            self.noted.moved.add(kind)
            self._fresh.append(kind)

    def kept(self) -> int:
        """How much was reached or moved for the first time."""
        return len(self._fresh)

    def undo(self, kept: int) -> None:
        """What was carried out in vain does not count as reached."""
        self.noted.reached.difference_update(fresh for fresh in self._fresh[kept:] if isinstance(fresh, int))
        self.noted.moved.difference_update(fresh for fresh in self._fresh[kept:] if isinstance(fresh, tuple))
        del self._fresh[kept:]

    def printed(self) -> Translator:
        """Code that marks what it runs."""
        return _CoveringTranslator(self.program, traced=True)

    def namespace(self) -> dict[str, Any]:
        """What generated code sees, with what keeps count."""
        found = super().namespace()
        lookup, enter = found["lookup"], found["enter"]
        noted, rows = self.noted, [range(t.first, t.first + len(t.values)) for t in self.program.tables]

        def look(table: int, index: int, src: int) -> int:
            if index in rows[table]:
                noted.rows.add((table, index))
            return int(lookup(table, index, src))

        def begin(s: State, procedure: int) -> None:
            enter(s, procedure)
            if not s[TRYING]:
                noted.begun.add(procedure)
                if s[DEPTH] > noted.deepest:
                    noted.deepest = s[DEPTH]
                    noted.deepest_seed = s[SEED_LOW] & 0xFFFFFFFF | (s[SEED_HIGH] & 0xFFFFFFFF) << 32

        def mark(s: State, number: int) -> None:
            if not s[TRYING] and number not in noted.reached:
                noted.reached.add(number)
                self._fresh.append(number)

        def tail(s: State, procedure: int) -> None:
            if not s[TRYING]:
                noted.begun.add(procedure)

        keeping = {"lookup": look, "enter": begin, "begin": tail, MARK: mark}
        return found | keeping | {"kept": self.kept, "undo": self.undo}

    def pick(self, s: State, stream: Any) -> Pick:
        """Also notes what there was to pick from, and what was picked."""
        number = s[DECISION] - 1
        options = self.options(s)
        self.noted.asked[number] = max(self.noted.asked.get(number, 0), len(options))
        self.noted.offered.update((number, way) for way in {way for way, _ in options})
        picked = super().pick(s, stream)
        self.noted.taken.add((number, picked[0]))
        return picked
