"""The syntax tree of the effect language: what a text says, before anything is known about its names.

Every node carries `at`, its stretch of the text; it does not count when trees are compared, so that
`parse(print(tree)) == tree`.
"""

from dataclasses import field
from typing import Literal, TypeAlias

from imhotep.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Extent:
    """A stretch of a text: `text[start:end]`."""

    start: int
    end: int


class Node:
    """What all nodes share."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()


def _at() -> Extent:
    return field(compare=False, repr=False, kw_only=True)  # type: ignore[no-any-return]


# ---- expressions


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number."""

    value: int
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`yes` or `no`."""

    value: bool
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nothing`."""

    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name of anything."""

    id: str
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(a, b)`: a definition, a table, a field with keys, a procedure, a trigger."""

    name: Name
    arguments: tuple["Expression", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Of(Node):
    """`NAME of EXPRESSION`."""

    name: Name
    owner: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class End(Node):
    """`top of PLACE` or `bottom of PLACE`."""

    end: Literal["top", "bottom"]
    place: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`left OPERATOR right`."""

    operator: Literal["is", "is not", ">=", "<=", ">", "<"]
    left: "Expression"
    right: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Test(Node):
    """`PLACE is [not] empty` or `full`."""

    place: "Expression"
    state: Literal["empty", "full"]
    negated: bool
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not CONDITION`."""

    condition: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`left and right` or `left or right`."""

    operator: Literal["and", "or"]
    left: "Expression"
    right: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`left + right`, also `-`, `*`, `/` (rounds down)."""

    operator: Literal["+", "-", "*", "/"]
    left: "Expression"
    right: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`-value`."""

    value: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class CountPlace(Node):
    """`count PLACE`: how many pieces lie there."""

    place: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Count(Node):
    """`count BINDER`."""

    binder: "Binder"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    """`any BINDER`."""

    binder: "Binder"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """`first BINDER` or `last BINDER`."""

    end: Literal["first", "last"]
    binder: "Binder"
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`sum VALUE for each BINDER`, also `highest` and `lowest`."""

    kind: Literal["sum", "highest", "lowest"]
    value: "Expression"
    binder: "Binder"
    at: Extent = _at()


Expression: TypeAlias = (
    Number
    | Truth
    | Nothing
    | Name
    | Call
    | Of
    | End
    | Compare
    | Test
    | Not
    | Logic
    | Arithmetic
    | Minus
    | CountPlace
    | Count
    | AnyOf
    | Pick
    | Fold
)


# ---- binders: NOUN [NAME] [source] [where CONDITION]


@dataclass(frozen=True, slots=True)
class Inside(Node):
    """`in PLACE`."""

    place: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class TopSome(Node):
    """`in top AMOUNT of PILE`."""

    amount: int
    place: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class StartingWith(Node):
    """`starting with SEAT`."""

    seat: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`from LOW to HIGH`, both included."""

    low: Expression
    high: Expression
    at: Extent = _at()


Domain: TypeAlias = Inside | TopSome | StartingWith | Range


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """What is gone through or chosen among. `name` is the variable where it is not the noun itself."""

    noun: Name
    name: Name | None
    source: Domain | None
    where: Expression | None
    at: Extent = _at()


# ---- statements


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`SEAT [secretly] chooses BINDER`; the seat may be the word `chance`."""

    chooser: Expression
    binder: Binder
    secretly: bool
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One way in a menu: either `BINDER:` block (label is None) or `label [if CONDITION][: block]` (binder is None)."""

    binder: Binder | None
    label: Name | None
    condition: Expression | None
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Menu(Node):
    """`SEAT chooses:` and its alternatives."""

    chooser: Expression
    alternatives: tuple[Alternative, ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class May(Node):
    """`SEAT may:` block."""

    chooser: Expression
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class TakeAction(Node):
    """`SEAT takes an action [from GROUP]`."""

    chooser: Expression
    group: Name | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class MovePiece(Node):
    """`move PIECE to PLACE`."""

    piece: Expression
    place: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class MoveSome(Node):
    """`move 3` / `1 to 3` / `up to 3` / `all` `NOUN from PLACE to PLACE`.

    exact: least is most (the same tree); `up to`: least is None; `all`: both None.
    """

    least: Expression | None
    most: Expression | None
    noun: Name
    source: Expression
    target: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Score(Node):
    """`SEAT scores AMOUNT [as SOURCE]`."""

    seat: Expression
    amount: Expression
    source: Name | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Award(Node):
    """`award TABLE to BINDER by KEY, KEY [as SOURCE]`."""

    table: Name
    binder: Binder
    keys: tuple[Expression, ...]
    source: Name | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Set(Node):
    """`set FIELD to VALUE`; the target is a Name, Of or Call."""

    target: Expression
    value: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let NAME be VALUE`."""

    name: Name
    value: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle PLACE [into PILE]`."""

    place: Expression
    into: Expression | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require CONDITION`."""

    condition: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """`trigger name(things)`."""

    call: Call
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`name(things)`: run a procedure."""

    call: Call
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Stop(Node):
    """`stop`: this effect ends here."""

    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Possible(Node):
    """The word `possible` in the place of a condition."""

    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`if CONDITION:` block."""

    condition: Expression | Possible
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if ...: otherwise if ...: otherwise:`; `otherwise` is None where there is none."""

    branches: tuple[Branch, ...]
    otherwise: tuple["Statement", ...] | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each BINDER[, ordered by SEAT]:` block."""

    binder: Binder
    ordered_by: Expression | None
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat N times:` block."""

    times: Expression
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True)
class RepeatUntil(Node):
    """`repeat until CONDITION, at most N times:` block."""

    condition: Expression
    most: Expression
    block: tuple["Statement", ...]
    at: Extent = _at()


Statement: TypeAlias = (
    Choose
    | Menu
    | May
    | TakeAction
    | MovePiece
    | MoveSome
    | Score
    | Award
    | Set
    | Let
    | Shuffle
    | Require
    | Trigger
    | Do
    | Stop
    | If
    | ForEach
    | Repeat
    | RepeatUntil
)
