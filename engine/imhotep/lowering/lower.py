"""Cuts core blocks into segments at decisions."""

from typing import Literal, TypeAlias

from imhotep.lowering import plans
from imhotep.lowering.blocks import (
    Ask,
    Block,
    Body,
    Branch,
    Core,
    CoreWay,
    Invoke,
    Repeat,
    Scope,
    Switch,
    Walk,
    Wall,
)  # fmt: skip
from imhotep.lowering.straight import holds, step, straight
from imhotep.program.instructions import Code
from imhotep.program.memory import ANSWER
from imhotep.program.program import DecisionPoint, Procedure, Segment, Way

PlanState: TypeAlias = Literal["closed", "open", "unknown"]


def stopping(bodies: list[Body]) -> None:
    """Find out which texts can stop for a decision."""
    changed = True
    while changed:
        changed = False
        for body in bodies:
            if not body.stops and any(_stops(s, bodies) for s in body.block):
                body.stops = changed = True


def _stops(s: Core, bodies: list[Body]) -> bool:
    if isinstance(s, Invoke):
        return bodies[s.procedure].stops
    return isinstance(s, Ask) or any(_stops(x, bodies) for block in plans.blocks_in(s) for x in block)


class Lowering:
    """Makes the segments, decisions and procedures of a program."""

    def __init__(self, bodies: list[Body]) -> None:
        self.bodies = bodies
        self.codes: list[list[Code]] = []
        self.owners: list[int] = []
        self.decisions: list[DecisionPoint] = []
        self.procedures: list[Procedure] = []
        self.current: list[Code] = []
        self.body = 0
        for number, body in enumerate(bodies):
            self.body = number
            self.procedures.append(self._procedure(body))

    def segments(self) -> tuple[Segment, ...]:
        """All segments; a call whose text has nothing left to do is a jump."""
        made = []
        for owner, code in zip(self.owners, self.codes, strict=True):
            last = code[-1]
            if isinstance(last, tuple) and last[0] == "call" and self.codes[last[3]] == [("return",)]:
                code = [*code[:-1], ("tail", last[1], last[2])]
            made.append(Segment(procedure=owner, code=tuple(code)))
        return tuple(made)

    def _procedure(self, body: Body) -> Procedure:
        entry = 0
        code: tuple[Code, ...] = ()
        if body.stops:
            entry = self._begin(self._new())
            self._sequence(body.block, (), "unknown" if body.plan_unknown else "closed")
            self._emit(("return",))
        else:
            code = straight(body.block)
        return Procedure(
            id=body.id, parameters=body.parameters, locals=body.locals, stops=body.stops, entry=entry, body=code,
            place=body.place,
        )  # fmt: skip

    # ---- segments

    def _new(self) -> int:
        self.codes.append([])
        self.owners.append(self.body)
        return len(self.codes) - 1

    def _begin(self, segment: int) -> int:
        self.current = self.codes[segment]
        return segment

    def _emit(self, code: Code) -> None:
        self.current.append(code)

    def _goto(self, segment: int) -> None:
        self._emit(("goto", segment))

    # ---- text that may stop

    def _sequence(self, block: Block, rest: Block, state: PlanState) -> PlanState:
        """Lower statements; `rest` follows them in the open plan. Returns the plan's state after them."""
        for i, s in enumerate(block):
            after = (*block[i + 1 :], *rest)
            if not _stops(s, self.bodies):
                for code in step(s):
                    self._emit(code)
            else:
                self._stop(s, after, state)
            if isinstance(s, Wall):
                state = "closed"
            elif state == "open" and plans.has_wall((s,)):
                state = "unknown"
        return state

    def _stop(self, s: Core, rest: Block, state: PlanState) -> None:
        match s:
            case Ask():
                self._ask(s, rest, state)
            case Scope():
                self._scope(s, rest, state)
            case Branch():
                yes, no, after = self._new(), self._new(), self._new()
                self._emit(("branch", s.condition, yes, no))
                for segment, block in ((yes, s.then), (no, s.otherwise)):
                    self._begin(segment)
                    self._sequence(block, rest, state)
                    self._goto(after)
                self._begin(after)
            case Switch():
                after = self._new()
                segments = [(n, self._new()) for n, _ in s.cases]
                self._emit(("jump", s.value, tuple(segments), after))
                for (_, segment), (_, block) in zip(segments, s.cases, strict=True):
                    self._begin(segment)
                    self._sequence(block, rest, state)
                    self._goto(after)
                self._begin(after)
            case Walk():
                self._walk(s, state)
            case Repeat():
                self._repeat(s, state)
            case Invoke():
                after = self._new()
                self._emit(("call", s.procedure, s.arguments, after))
                self._begin(after)
            case _:
                raise AssertionError(s)

    def _in_loop(self, block: Block, state: PlanState) -> None:
        """A loop's block: what follows in the plan may be itself, so that its choices are tried."""
        inner: PlanState = "closed" if state == "closed" else "unknown"
        self._sequence(block, (), inner)

    def _walk(self, s: Walk, state: PlanState) -> None:
        head, body, done = self._new(), self._new(), self._new()
        self._emit(("set", s.position, 0))
        self._emit(("set", s.left, 0))
        self._goto(head)
        self._begin(head)
        self._emit(("next", s.slot, s.position, s.left, s.domain, s.condition, body, done))
        self._begin(body)
        self._in_loop(s.block, state)
        self._goto(head)
        self._begin(done)

    def _repeat(self, s: Repeat, state: PlanState) -> None:
        head, body, done = self._new(), self._new(), self._new()
        self._emit(("set", s.limit, s.times))
        self._emit(("set", s.slot, 0))
        self._goto(head)
        self._begin(head)
        more = ("lt", ("local", s.slot), ("local", s.limit))
        if s.condition is None:
            self._emit(("branch", more, body, done))
        else:
            again, over = self._new(), self._new()
            self._emit(("branch", s.condition, done, again))
            self._begin(again)
            self._emit(("branch", more, body, over))
            self._begin(over)
            self._emit(("fault", "the loop did not end in the number of times allowed", s.src))
            self._goto(done)
        self._begin(body)
        self._emit(("set", s.slot, ("offset", ("local", s.slot), 1)))
        self._in_loop(s.block, state)
        self._goto(head)
        self._begin(done)

    def _scope(self, s: Scope, rest: Block, state: PlanState) -> None:
        tried = s.block if s.only_if is None else s.only_if
        test = plans.plain(tried)
        yes, no, after = self._new(), self._new(), self._new()
        if test is not None:
            self._emit(("branch", holds(test), yes, no))
        elif s.only_if is None:
            self._emit(("possible", yes, yes, no))
        else:
            trial = self._new()
            self._emit(("possible", trial, yes, no))
            self._begin(trial)
            self._planned(s.only_if, (), "closed")
            self._goto(after)
        self._begin(yes)
        if s.only_if is None:
            self._planned(s.block, rest, state)
        else:
            self._sequence(s.block, rest, state)
        self._goto(after)
        self._begin(no)
        self._sequence(s.otherwise, rest, state)
        self._goto(after)
        self._begin(after)

    def _planned(self, block: Block, rest: Block, outer: PlanState) -> None:
        """A block that is a plan of its own, which ends with its last step that can fail."""
        last = max((i for i, s in enumerate(block) if plans.can_fail((s,))), default=-1)
        if last < 0:
            self._sequence(block, rest, outer)
            return
        self._emit(("plan",))
        inner: PlanState = "unknown" if outer == "unknown" else "open"
        self._sequence(block[: last + 1], (*block[last + 1 :], *(rest if outer == "open" else ())), inner)
        self._emit(("plan_end",))
        after = "unknown" if plans.has_wall(block[: last + 1]) and outer == "open" else outer
        self._sequence(block[last + 1 :], rest, after)

    def _ask(self, a: Ask, rest: Block, state: PlanState) -> None:
        number = len(self.decisions)
        self.decisions.append(DecisionPoint(id=a.id, ways=(), secret=a.secret, source=a.src))
        self._emit(("ask", number, a.seat))
        segments = [self._new() for _ in a.ways]
        simple = len(a.ways) == 1 and not a.ways[0].block
        after = segments[0] if simple else self._new()
        ways = []
        for way, segment in zip(a.ways, segments, strict=True):
            ways.append(self._way(way, rest, state, segment))
            self._begin(segment)
            if way.slot >= 0:
                self._emit(("set", way.slot, ("load", ANSWER)))
            if simple:
                break
            if way.scope:
                self._planned(way.block, rest, state)
            else:
                self._sequence(way.block, rest, state)
            self._goto(after)
        self._begin(after)
        self.decisions[number] = DecisionPoint(id=a.id, ways=tuple(ways), secret=a.secret, source=a.src)

    def _way(self, w: CoreWay, rest: Block, state: PlanState, segment: int) -> Way:
        ahead = (*w.block, *rest) if state == "open" else w.block if w.scope else ()
        test = None if state == "unknown" else plans.plain(ahead)
        return Way(
            label=w.label,
            type=w.type,
            slot=w.slot,
            domain=w.domain,
            condition=w.condition,
            test=1 if test is None else holds(test),
            trial=test is None,
            segment=segment,
            last_resort=w.last_resort,
            hidden=w.hidden,
        )
