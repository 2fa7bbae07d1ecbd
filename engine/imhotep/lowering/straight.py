"""Lowers blocks that never stop for a decision."""

from imhotep.lowering import fold, plans
from imhotep.lowering.blocks import Block, Branch, Core, Invoke, Leave, Repeat, Scope, Step, Switch, Walk, Wall
from imhotep.program.instructions import Code


def straight(block: Block) -> tuple[Code, ...]:
    """The instructions of a block that never stops."""
    return tuple(code for s in block for code in step(s))


def step(s: Core) -> tuple[Code, ...]:
    """The instructions of a statement that never stops."""
    match s:
        case Step():
            return (s.code,)
        case Wall():
            return (("wall",),)
        case Scope():
            test = plans.plain(s.block)
            block, otherwise = straight(s.block), straight(s.otherwise)
            if test is None:
                return (("attempt", block, otherwise),)
            return (("if", holds(test), block, otherwise),)
        case Branch():
            return (("if", s.condition, straight(s.then), straight(s.otherwise)),)
        case Switch():
            return (("switch", s.value, tuple((n, straight(b)) for n, b in s.cases), ()),)
        case Walk():
            return (("walk", s.slot, s.domain, s.condition, straight(s.block)),)
        case Repeat():
            block = straight(s.block)
            if s.condition is None:
                return (("repeat", s.slot, s.times, block, s.src),)
            return (("until", s.slot, s.condition, s.times, block, s.src),)
        case Invoke():
            return (("run", s.procedure, s.arguments),)
        case Leave():
            return (("return",),)
    raise AssertionError(s)


def holds(test: Code) -> Code:
    """A plan's condition: where it cannot be worked out, the plan cannot be carried out."""
    return ("holds", test) if fold.can_fail(test) else test
