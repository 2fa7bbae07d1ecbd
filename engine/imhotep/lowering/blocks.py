"""A text after names and types are known: statements whose parts are instructions, not yet cut at decisions."""

from dataclasses import field
from typing import TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.program.instructions import Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One instruction that never stops.

    `needs` is what must hold for it to succeed, as a condition on the state before it (1: it always does).
    `writes` is false only for one that leaves the state alone, but for the variable in `defines`.
    """

    code: Code
    needs: Code = 1
    writes: bool = True
    defines: tuple[int, Code] | None = None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """What comes after cannot be foreseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreWay:
    """An alternative of a question; `scope` is true where its block is a plan of its own."""

    label: str
    type: str
    slot: int = -1
    domain: Code | None = None
    condition: Code = 1
    block: "Block" = ()
    scope: bool = False
    last_resort: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question. `chooser` is the seat as it was written, `seat` where it stands once it is worked out.

    `total`: one of its ways is always open, so that it needs no scope.
    """

    id: str
    seat: Code
    chooser: Code
    ways: tuple[CoreWay, ...]
    secret: bool = False
    total: bool = False
    src: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """`if possible`. `only_if` is the plan to try where that is not the whole block."""

    block: "Block"
    otherwise: "Block"
    only_if: "Block | None" = None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """`if`."""

    condition: Code
    then: "Block"
    otherwise: "Block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One block for each value."""

    value: Code
    cases: tuple[tuple[int, "Block"], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """`for each`. `position` and `left` are slots for the place reached, used where the block may stop."""

    slot: int
    position: int
    left: int
    domain: Code
    condition: Code
    block: "Block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """`repeat N times` (`condition` None), or `repeat until`; `slot` counts, `limit` is another slot."""

    slot: int
    limit: int
    times: Code
    condition: Code | None
    block: "Block"
    src: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Invoke:
    """Run another text with a frame of its own. `foreseen` marks one whose plan is part of the caller's."""

    procedure: int
    arguments: tuple[Code, ...]
    foreseen: bool = False
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """`stop`: the text ends here."""


Core: TypeAlias = Step | Wall | Ask | Scope | Branch | Switch | Walk | Repeat | Invoke | Leave
Block: TypeAlias = tuple[Core, ...]


@dataclass(slots=True, kw_only=True)
class Body:
    """A text on its way to a procedure."""

    id: str
    parameters: int
    place: str  # file:line:column
    block: Block = ()
    locals: int = 0
    stops: bool = False
    plan_unknown: bool = False  # reached by name from plans that it cannot see
    done: bool = field(default=False)
