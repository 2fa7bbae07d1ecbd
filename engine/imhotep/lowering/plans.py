"""Plans: what of a text can fail, and how that can be foreseen as a plain condition."""

from imhotep.lowering import fold
from imhotep.lowering.blocks import (
    Ask,
    Block,
    Branch,
    Core,
    CoreWay,
    Invoke,
    Leave,
    Repeat,
    Scope,
    Step,
    Switch,
    Walk,
    Wall,
)  # fmt: skip
from imhotep.program.instructions import Code

LARGEST_CONDITION = 300  # parts of a plain condition; a plan that needs more is tried on a copy


def can_fail(block: Block) -> bool:
    """Whether a step before the first wall can fail."""
    for s in block:
        if isinstance(s, Wall | Leave):
            return False
        if _step_fails(s):
            return True
    return False


def _step_fails(s: Core) -> bool:
    match s:
        case Step():
            return s.needs != 1 or fold.can_fail(s.code)
        case Ask():
            return not s.total
        case Scope():
            return can_fail(s.otherwise)
        case Branch():
            return fold.can_fail(s.condition) or can_fail(s.then) or can_fail(s.otherwise)
        case Switch():
            return fold.can_fail(s.value) or any(can_fail(b) for _, b in s.cases)
        case Walk() | Repeat():
            return can_fail(s.block)
        case Invoke():
            return s.foreseen
    return False


def has_wall(block: Block) -> bool:
    """Whether a wall stands anywhere in it."""
    return any(_wall_in(s) for s in block)


def _wall_in(s: Core) -> bool:
    if isinstance(s, Invoke):
        return s.foreseen
    return isinstance(s, Wall) or any(has_wall(inner) for inner in blocks_in(s))


def disturbs(block: Block, slot: int, place: Code) -> bool:
    """Whether a statement in the block moves the piece in that variable, or takes from or shuffles that place."""
    for s in block:
        if isinstance(s, Step) and isinstance(s.code, tuple):
            name, *a = s.code
            if name in ("move", "move_to", "send", "send_to") and (a[1] == ("local", slot) or _ends_of(a[1], place)):
                return True
            if name in ("move_some", "send_some") and a[4] == place:
                return True
            if name in ("shuffle", "shuffle_into") and place in a[:2]:
                return True
        elif any(disturbs(inner, slot, place) for inner in blocks_in(s)):
            return True
    return False


def _ends_of(code: Code, place: Code) -> bool:
    """Whether a piece is named by its place at the end of that pile."""
    if not isinstance(code, tuple):
        return False
    return code in (("top", place), ("bottom", place)) or any(_ends_of(part, place) for part in code[1:])


def blocks_in(s: Core) -> tuple[Block, ...]:
    """The blocks inside a statement."""
    match s:
        case Ask():
            return tuple(w.block for w in s.ways)
        case Scope():
            return (s.block, s.otherwise)
        case Branch():
            return (s.then, s.otherwise)
        case Switch():
            return tuple(b for _, b in s.cases)
        case Walk() | Repeat():
            return (s.block,)
    return ()


class _TooLargeError(Exception):
    """The plan is no plain condition, or not a small one."""


def plain(block: Block) -> Code | None:
    """The condition under which a block can be carried out up to its first wall; None where it must be tried."""
    try:
        return _Plain().of(block)
    except _TooLargeError:
        return None


class _Plain:
    def __init__(self) -> None:
        self.parts = 0

    def of(self, block: Block) -> Code:
        if not can_fail(block):
            return 1
        self.parts += 1
        if self.parts > LARGEST_CONDITION:
            raise _TooLargeError
        head, rest = block[0], block[1:]
        match head:
            case Step():
                return self._step(head, rest)
            case Ask():
                return fold.either(*(self._way(w, rest) for w in head.ways))
            case Branch():
                yes = fold.both(head.condition, self._apart(self.of((*head.then, *rest))))
                no = fold.both(fold.negate(head.condition), self._apart(self.of((*head.otherwise, *rest))))
                return fold.either(yes, no)
            case Switch():
                ways = [fold.both(("eq", head.value, n), self._apart(self.of((*b, *rest)))) for n, b in head.cases]
                none = [fold.compare("ne", head.value, n) for n, _ in head.cases]
                return fold.either(*ways, fold.both(*none, self._apart(self.of(rest))))
            case Scope() if not can_fail(rest):
                return fold.either(self._apart(self.of(head.block)), self._apart(self.of(head.otherwise)))
        raise _TooLargeError

    def _step(self, s: Step, rest: Block) -> Code:
        if s.defines is not None:
            slot, code = s.defines
            after = fold.substitute(self.of(rest), slot, code)
            return fold.both(("ok", code) if fold.can_fail(code) else 1, after)
        if not s.writes:
            return fold.both(s.needs, self.of(rest))
        if can_fail(rest) or self._unsure(s):
            raise _TooLargeError
        return s.needs

    @staticmethod
    def _unsure(s: Step) -> bool:
        """Whether the instruction can fail for another reason than its needs."""
        return fold.can_fail(s.code) and not fold.can_fail(s.needs)

    def _way(self, w: CoreWay, rest: Block) -> Code:
        after = self._apart(self.of((*w.block, *rest)))
        if w.domain is None:
            return fold.both(w.condition, after)
        return ("fold", "any", w.slot, w.domain, fold.both(w.condition, after), 1)

    @staticmethod
    def _apart(code: Code) -> Code:
        """One way's failure must not end the search among the others."""
        return ("holds", code) if fold.can_fail(code) else code
