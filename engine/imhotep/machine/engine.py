"""Runs a program: begins games, goes on to the next decision, tells which options are legal, plays games out."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, NoReturn, TypeAlias

from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.faults import BUDGET, DEEPEST_PLAN, FORESIGHT, MOST_FORESEEN, MOST_STEPS, Why, fault, unhandled
from imhotep.machine.looking import Fail, Finished, Record
from imhotep.machine.primitives import Primitives
from imhotep.machine.steps import ASKED
from imhotep.machine.translate import Translator
from imhotep.program.memory import (
    ANSWER,
    DECISION,
    DEPTH,
    FRAME,
    PLAN,
    SEAT,
    SEED_HIGH,
    SEED_LOW,
    STATUS,
    STEPS,
    TRYING,
    WAY,
)  # fmt: skip
from imhotep.program.program import Program

State: TypeAlias = list[int]
Pick: TypeAlias = tuple[int, int]  # way, value


class Machine:
    """A program made ready to run. Holds nothing of any game: everything that changes is in the state.

    `record`, if given, is told what happens.
    """

    def __init__(self, program: Program, record: Record | None = None) -> None:
        self.program = program
        self.primitives = Primitives(program, record)
        names = self.namespace()
        exec(compile(self.printed().source(), "<program>", "exec"), names)
        self._segments: list[Callable[[State], int]] = [names[f"g{i}"] for i in range(len(program.segments))]
        decisions = range(len(program.decisions))
        self._candidates: list[Callable[[State], list[Pick]]] = [names[f"c{i}"] for i in decisions]
        self._last_resort: list[Callable[[State], list[Pick]]] = [names[f"l{i}"] for i in decisions]
        self._tests: list[list[Callable[[State, int], int] | None]] = [
            [self._trial(n) if way.trial else names.get(f"t{i}_{n}") for n, way in enumerate(d.ways)]
            for i, d in enumerate(program.decisions)
        ]
        self._checks: list[Callable[[State], int]] = [names[f"check_{i}"] for i in range(len(program.checks))]
        self._winner: list[Callable[[State, int], int]] = [names[f"winner_{i}"] for i in range(len(program.winner))]
        self._straight: dict[int, Callable[[State], None]] = {
            i: names[f"p{i}"] for i, p in enumerate(program.procedures) if not p.stops
        }
        self._left = 0
        self._foreseen = 0
        self._depth = 0

    def namespace(self) -> dict[str, Any]:
        """What generated code sees."""
        return self.primitives.namespace() | {"possible": self._possible, "holds": _holds}

    def printed(self) -> Translator:
        """What prints the program as code."""
        return Translator(self.program, traced=self.primitives.record is not None)

    @cached_property
    def counted(self) -> frozenset[str]:
        """The families whose pieces are told apart by kind and owner alone."""
        return frozenset(f.id for f in self.program.families if not f.individuals)

    def class_at(self, s: State, address: int) -> int:
        """The class of the counted piece that lies at an address: kind × owners + owner, both from 0."""
        return self.primitives.do_class_(s, address)

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

    def options(self, s: State) -> list[Pick]:
        """All legal picks, in a fixed order; those of last resort only where there is no other."""
        self.primitives.gone_through = 0
        number = s[DECISION] - 1
        tests = self._tests[number]

        def legal(found: list[Pick]) -> list[Pick]:
            return [pick for pick in found if (test := tests[pick[0]]) is None or test(s, pick[1])]

        try:
            found = legal(self._candidates[number](s)) or legal(self._last_resort[number](s))
        except Fail as fail:
            raise self._fault(fail) from None
        return found or self._no_option(number)

    def answer(self, s: State, way: int, value: int) -> None:
        """Carry out a legal option and go on to the next decision or the end."""
        segment = self.program.decisions[s[DECISION] - 1].ways[way].segment
        s[DECISION] = s[SEAT] = 0
        s[WAY] = way
        s[ANSWER] = value
        self._run(s, segment)

    def pick(self, s: State, stream: Stream) -> Pick:
        """A legal pick, each alike. Candidates are drawn first and tested after, which costs less than testing all.

        The only candidate that is left is not drawn for.
        """
        self.primitives.gone_through = 0
        number = s[DECISION] - 1
        tests = self._tests[number]
        try:
            for found in (self._candidates, self._last_resort):
                left = found[number](s)
                while left:
                    i = stream.below(len(left)) if len(left) > 1 else 0
                    pick = left[i]
                    test = tests[pick[0]]
                    if test is None or test(s, pick[1]):
                        return pick
                    left[i] = left[-1]
                    left.pop()
        except Fail as fail:
            raise self._fault(fail) from None
        return self._no_option(number)

    def _no_option(self, number: int) -> NoReturn:
        raise fault(self.program, Why.NO_OPTION, -1, number)

    def begin_playing(self) -> None:
        """A game is played out from here on: what was tried before to foresee plans does not count."""
        self._foreseen = 0

    def keep_within(self) -> None:
        """Ends a game that is played out, where too much had to be tried to foresee its plans."""
        if self._foreseen > MOST_FORESEEN:
            raise fault(self.program, Why.TOO_MUCH_FORESEEN)

    def check(self, s: State, number: int) -> int:
        """The value of one of the program's formulas."""
        return int(self._guarded(self._checks[number], s))

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that rank highest in a state. What ranks them is worked out only as far as they rank alike."""
        seats = range(1, self.program.players + 1)
        best = 1
        for seat in seats[1:]:
            if self._compared(s, seat, best) > 0:
                best = seat
        return tuple(seat for seat in seats if self._compared(s, seat, best) == 0)

    def _compared(self, s: State, seat: int, other: int) -> int:
        """More than 0 where a seat ranks higher than another, 0 where both rank alike."""
        for formula in self._winner:
            mine, theirs = (int(self._guarded(formula, s, each)) for each in (seat, other))
            if mine != theirs:
                return mine - theirs
        return 0

    # ---- running

    def _run(self, s: State, segment: int) -> None:
        self.primitives.gone_through = 0
        if s[STEPS] > BUDGET:
            self.primitives.do_over_budget(s)
        segments = self._segments
        steps = 0
        try:
            while segment >= 0:
                segment = segments[segment](s)
                steps += 1
                if steps > MOST_STEPS:
                    s[STEPS] += steps
                    steps = 0
                    if s[STEPS] > BUDGET:
                        self.primitives.do_over_budget(s)
        except Fail as fail:
            raise self._fault(fail) from None
        finally:
            s[STEPS] += steps

    def _fault(self, fail: Fail) -> RulesFault:
        return unhandled(self.program, fail.src, fail.why)

    def _guarded(self, function: Callable[..., Any], s: State, *values: int) -> Any:
        self.primitives.gone_through = 0
        try:
            return function(s, *values)
        except Fail as fail:
            raise self._fault(fail) from None

    def _trial(self, way: int) -> Callable[[State, int], int]:
        """The test of a way whose plan is no plain condition: it is tried on a copy of the state."""

        def test(s: State, value: int) -> int:
            segment = self.program.decisions[s[DECISION] - 1].ways[way].segment
            if not s[PLAN] and ("plan",) not in self.program.segments[segment].code:
                return True
            if s[TRYING]:
                return self._branch(s, way, value)
            self._left = FORESIGHT
            before, self.primitives.gone_through = self.primitives.gone_through, 0
            legal = self._branch(s, way, value)
            self.primitives.gone_through = before
            return legal

        return test

    def _branch(self, s: State, way: int, value: int) -> bool:
        copy = s[:]
        segment = self.program.decisions[s[DECISION] - 1].ways[way].segment
        copy[DECISION] = copy[SEAT] = 0
        copy[WAY] = way
        copy[ANSWER] = value
        copy[TRYING] = 1
        return self._attempt(copy, segment)

    def _possible(self, s: State, segment: int) -> bool:
        """Whether the plan that begins at a segment can be carried out from this state."""
        copy = s[:]
        if not s[TRYING]:
            self._left = FORESIGHT
        copy[PLAN] = 0
        copy[TRYING] = 1
        return self._attempt(copy, segment)

    def _attempt(self, s: State, segment: int) -> bool:
        """Go on with the open plan of `s`, which is a copy; true when it comes to its end or to a wall."""
        segments = self._segments
        before = s[STEPS]
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
        finally:
            self._spend(s[STEPS] - before)
        if segment != ASKED:
            return True
        return self._any_option(s)

    def _spend(self, steps: int) -> None:
        self._left -= steps
        self._foreseen += steps

    def _any_option(self, s: State) -> bool:
        """Whether one of the options that a tried plan has come to leads to its end."""
        number = s[DECISION] - 1
        if self._depth >= DEEPEST_PLAN:
            raise fault(self.program, Why.TOO_DEEP, -1, number)
        self._depth += 1
        try:
            for found in (self._candidates, self._last_resort):
                for way, value in found[number](s):
                    self._spend(1)
                    if self._left < 0:
                        raise fault(self.program, Why.TOO_LONG_PLAN, -1, number)
                    if self._branch(s, way, value):
                        return True
            return False
        finally:
            self._depth -= 1


def _holds(condition: Callable[[], Any]) -> Any:
    try:
        return condition()
    except Fail:
        return 0


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word
