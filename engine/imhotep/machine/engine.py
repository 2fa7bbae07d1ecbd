"""Runs a program: begins games, goes on to the next decision, tells which options are legal, plays games out."""

from collections.abc import Callable
from typing import Any

from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.primitives import BUDGET, Fail, Finished, Primitives
from imhotep.machine.translate import ASKED, Translator
from imhotep.program.memory import (
    ANSWER, DECISION, DEPTH, FRAME, PLAN, SEAT, SEED_HIGH, SEED_LOW, STATUS, STEPS, TRYING, WAY,
)  # fmt: skip
from imhotep.program.program import Program

State = list[int]
TRIALS = 100_000  # options that may be tried to foresee one plan


class Machine:
    """A program made ready to run. Holds nothing of any game: everything that changes is in the state.

    `record`, if given, is called with the state and what happened: `(s, kind, src, *numbers)`.
    """

    def __init__(self, program: Program, record: Callable[..., None] | None = None) -> None:
        self.program = program
        self.primitives = Primitives(program, record)
        names: dict[str, Any] = self.primitives.namespace() | {"possible": self._possible, "holds": _holds, "Finished": Finished}
        exec(compile(Translator(program).source(), "<program>", "exec"), names)
        self._segments: list[Callable[[State], int]] = [names[f"g{i}"] for i in range(len(program.segments))]
        ways = [[(i, n) for n in range(len(d.ways))] for i, d in enumerate(program.decisions)]
        self._candidates: list[list[Callable[[State], list[int]]]] = [
            [names[f"c{i}_{n}"] for i, n in mine] for mine in ways
        ]
        self._tests: list[list[Callable[[State, int], int] | None]] = [
            [names.get(f"t{i}_{n}") for i, n in mine] for mine in ways
        ]
        self._checks: list[Callable[[State], int]] = [names[f"check_{i}"] for i in range(len(program.checks))]
        self._winner: list[Callable[[State, int], int]] = [names[f"winner_{i}"] for i in range(len(program.winner))]
        self._straight: dict[int, Callable[[State], None]] = {
            i: names[f"p{i}"] for i, p in enumerate(program.procedures) if not p.stops
        }
        self._left = 0

    # ---- games

    def begin(self, seed: int) -> State:
        """The state before anything has happened. Any seed counts modulo 2⁶⁴."""
        s = list(self.program.start)
        s[SEED_LOW] = _signed(seed & 0xFFFFFFFF)
        s[SEED_HIGH] = _signed(seed >> 32 & 0xFFFFFFFF)
        return s

    def enter(self, s: State, entry: str) -> None:
        """Run one of the program's entries, up to the first decision or its end."""
        number = dict(self.program.entries)[entry]
        procedure = self.program.procedures[number]
        s[STATUS] = 0
        if not procedure.stops:
            self._guarded(self._straight[number], s)
            s[STATUS] = 1
            return
        s[DEPTH] = 1
        s[FRAME] = len(s)
        s += [0, 0] + [0] * procedure.locals
        self._run(s, procedure.entry)

    def candidates(self, s: State) -> list[tuple[int, int]]:
        """(way, value) of everything that could be picked, before the plans are looked at."""
        ways = self._candidates[s[DECISION] - 1]
        return [(way, value) for way, found in enumerate(ways) for value in self._guarded(found, s)]

    def legal(self, s: State, way: int, value: int) -> bool:
        """Whether a candidate can be carried out."""
        number = s[DECISION] - 1
        described = self.program.decisions[number].ways[way]
        if described.trial:
            return self._tried(s, way, value)
        test = self._tests[number][way]
        return test is None or bool(self._guarded(test, s, value))

    def options(self, s: State) -> list[tuple[int, int]]:
        """All legal (way, value), in a fixed order; those of last resort only where there is no other."""
        ways = self.program.decisions[s[DECISION] - 1].ways
        found = [(w, v) for w, v in self.candidates(s) if not ways[w].last_resort and self.legal(s, w, v)]
        return found or [(w, v) for w, v in self.candidates(s) if ways[w].last_resort and self.legal(s, w, v)]

    def answer(self, s: State, way: int, value: int) -> None:
        """Carry out a legal option and go on to the next decision or the end."""
        segment = self.program.decisions[s[DECISION] - 1].ways[way].segment
        s[DECISION] = s[SEAT] = 0
        s[WAY] = way
        s[ANSWER] = value
        self._run(s, segment)

    def pick(self, s: State, stream: Stream) -> tuple[int, int]:
        """A legal option, each alike. Candidates are drawn first and tested after, which costs less than testing all."""
        ways = self.program.decisions[s[DECISION] - 1].ways
        everything = self.candidates(s)
        for last_resort in (False, True):
            left = [c for c in everything if ways[c[0]].last_resort is last_resort]
            while left:
                i = stream.below(len(left))
                way, value = left[i]
                if self.legal(s, way, value):
                    return way, value
                left[i] = left[-1]
                left.pop()
        raise RulesFault("a decision has no option", self.primitives.where(self.program.decisions[s[DECISION] - 1].source))

    def check(self, s: State, number: int) -> int:
        """The value of one of the program's formulas."""
        return int(self._guarded(self._checks[number], s))

    def ranking(self, s: State, seat: int) -> tuple[int, ...]:
        """What ranks a seat, most important first; more is better."""
        return tuple(int(self._guarded(f, s, seat)) for f in self._winner)

    # ---- running

    def _run(self, s: State, segment: int) -> None:
        segments = self._segments
        steps = 0
        try:
            while segment >= 0:
                segment = segments[segment](s)
                steps += 1
                if steps > 1000:
                    s[STEPS] += steps
                    steps = 0
                    if s[STEPS] > BUDGET:
                        self.primitives.do_over_budget(s)
        except Fail as fail:
            raise RulesFault(self._failed(s), self.primitives.where(fail.args[0])) from None
        finally:
            s[STEPS] += steps

    def _failed(self, s: State) -> str:
        return "a step that may not fail cannot be carried out"

    def _guarded(self, function: Callable[..., Any], s: State, *values: int) -> Any:
        try:
            return function(s, *values)
        except Fail as fail:
            raise RulesFault(self._failed(s), self.primitives.where(fail.args[0])) from None

    def _tried(self, s: State, way: int, value: int) -> bool:
        """Whether an option can be carried out, found out on a copy of the state."""
        described = self.program.decisions[s[DECISION] - 1].ways[way]
        if not s[PLAN] and not self._plans(described.segment):
            return True
        if not s[TRYING]:
            self._left = TRIALS
        return self._branch(s, way, value)

    def _branch(self, s: State, way: int, value: int) -> bool:
        copy = s[:]
        segment = self.program.decisions[s[DECISION] - 1].ways[way].segment
        copy[DECISION] = copy[SEAT] = 0
        copy[WAY] = way
        copy[ANSWER] = value
        copy[TRYING] = 1
        return self._attempt(copy, segment)

    def _plans(self, segment: int) -> bool:
        """Whether a segment opens a plan."""
        return ("plan",) in self.program.segments[segment].code

    def _possible(self, s: State, segment: int) -> bool:
        """Whether the plan that begins at a segment can be carried out from this state."""
        copy = s[:]
        if not s[TRYING]:
            self._left = TRIALS
        copy[PLAN] = 0
        copy[TRYING] = 1
        return self._attempt(copy, segment)

    def _attempt(self, s: State, segment: int) -> bool:
        """Go on with the open plan of `s`, which is a copy; true when it comes to its end or to a wall."""
        self._left -= 1
        if self._left < 0:
            raise RulesFault(f"more than {TRIALS} options had to be tried to foresee one plan", "in play")
        segments = self._segments
        try:
            while segment >= 0:
                segment = segments[segment](s)
                s[STEPS] += 1
                if s[STEPS] > BUDGET:
                    self.primitives.do_over_budget(s)
        except Fail:
            return False
        except Finished:
            return True
        if segment != ASKED:
            return True
        ways = self.program.decisions[s[DECISION] - 1].ways
        everything = self.candidates(s)
        for last_resort in (False, True):
            for way, value in everything:
                if ways[way].last_resort is last_resort and self._branch(s, way, value):
                    return True
        return False


def _holds(condition: Callable[[], Any]) -> Any:
    try:
        return condition()
    except Fail:
        return 0


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word
