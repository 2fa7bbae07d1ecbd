"""Where choices may stand: walls before other seats' choices, and what is wrong outside scopes and behind walls."""

from dataclasses import replace

from imhotep.diagnostics import Notes, Span
from imhotep.lowering import fold
from imhotep.lowering.blocks import Ask, Block, Body, Branch, Core, Invoke, Repeat, Scope, Step, Switch, Walk, Wall
from imhotep.program.instructions import Code


def with_walls(block: Block, chooser: Code | None = None) -> Block:
    """The block with a wall before each choice by another seat than the one whose plan it is."""
    made: list[Core] = []
    for s in block:
        other = _chooser(s)
        if chooser is not None and other is not None and other != chooser:
            made.append(Wall())
        made.append(_inner_walls(s, chooser))
    return tuple(made)


def _chooser(s: Core) -> Code | None:
    """The seat that chooses first in it."""
    match s:
        case Ask():
            return s.chooser
        case Scope():
            return next((x for x in map(_chooser, s.block) if x is not None), None)
    return None


def _inner_walls(s: Core, chooser: Code | None) -> Core:
    match s:
        case Ask():
            ways = tuple(replace(w, block=with_walls(w.block, s.chooser if w.scope else chooser)) for w in s.ways)
            return replace(s, ways=ways)
        case Scope():
            mine = _chooser(s)
            only = None if s.only_if is None else with_walls(s.only_if, mine)
            return replace(s, block=with_walls(s.block, mine), otherwise=with_walls(s.otherwise, chooser), only_if=only)
        case Branch():
            return replace(s, then=with_walls(s.then, chooser), otherwise=with_walls(s.otherwise, chooser))
        case Switch():
            return replace(s, cases=tuple((n, with_walls(b, chooser)) for n, b in s.cases))
        case Walk() | Repeat():
            return replace(s, block=with_walls(s.block, chooser))
    return s


def check(bodies: list[Body], notes: Notes) -> None:
    """Report every choice that stands where it might find no option: outside every scope, or behind a wall."""
    for body in bodies:
        if not body.plan_unknown:
            _Check(bodies, notes).block(body.block, "outside")


class _Check:
    """Goes through a text with the state of the plan: "open", "outside" every scope, or behind a "wall"."""

    def __init__(self, bodies: list[Body], notes: Notes) -> None:
        self.bodies = bodies
        self.notes = notes
        self.seen: set[tuple[int, str]] = set()
        self.chooser: Code = 0
        self.span: Span | None = None

    def block(self, block: Block, state: str) -> str:
        for s in block:
            state = self.step(s, state)
        return state

    def plan(self, block: Block, chooser: Code | None) -> str:
        """A block that is a plan of its own, by that seat."""
        before, self.chooser = self.chooser, self.chooser if chooser is None else chooser
        state = self.block(block, "open")
        self.chooser = before
        return state

    def _keeps_secrets(self, code: Code, span: Span) -> None:
        """What can be done must not tell what the seat cannot see."""
        if any(viewer != self.chooser for viewer in fold.peeks(code)):
            self.notes.error(
                "P003",
                "what may be done here would tell what lies hidden",
                span,
                "move the hidden piece to where it is seen first, or ask about numbers of pieces only",
            )

    def step(self, s: Core, state: str) -> str:
        match s:
            case Step():
                self.span = s.span
                if state == "open" and s.needs != 1:
                    self._keeps_secrets(s.needs, s.span)
            case Wall():
                return "wall" if state != "outside" else state
            case Ask():
                self.span = s.span
                if state != "open" and not s.total:
                    self._report(s, state)
                before, self.chooser = self.chooser, s.chooser
                for way in s.ways:
                    if not way.hidden:
                        self._keeps_secrets(way.condition, s.span)
                self.chooser = before
                after = [self.plan(w.block, s.chooser) if w.scope else self.block(w.block, state) for w in s.ways]
                return "wall" if state == "open" and "wall" in after else state
            case Scope():
                after = [self.plan(s.block, _chooser(s)), self.block(s.otherwise, state)]
                return "wall" if state == "open" and "wall" in after else state
            case Branch():
                if state == "open" and self.span is not None:
                    self._keeps_secrets(s.condition, self.span)
                after = [self.block(s.then, state), self.block(s.otherwise, state)]
                return "wall" if "wall" in after else state
            case Switch():
                after = [self.block(b, state) for _, b in s.cases]
                return "wall" if "wall" in after else state
            case Walk() | Repeat():
                after_one = self.block(s.block, state)
                return self.block(s.block, after_one) if after_one != state else state
            case Invoke() if s.foreseen and (s.procedure, state) not in self.seen:
                self.seen.add((s.procedure, state))
                return self.block(self.bodies[s.procedure].block, state)
        return state

    def _report(self, ask: Ask, state: str) -> None:
        why = (
            "behind something that cannot be foreseen (chance, another seat's choice, hidden pieces or a trigger)"
            if state == "wall"
            else "outside every action, `may:` and `if possible:`"
        )
        self.notes.error(
            "P001" if state == "wall" else "P002",
            f"this choice stands {why}, so it might find no option",
            ask.span,
            "put it under `if possible:`",
        )
