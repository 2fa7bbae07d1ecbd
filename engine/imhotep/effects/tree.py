"""The syntax tree of the effect language: what a text says, before anything is known about its names.

Every node carries `at`, its stretch of the text; it does not count when trees are compared, so that
`parse(print(tree)) == tree`.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Extent:
    """A stretch of a text: `text[start:end]`."""

    start: int
    end: int


class Node:
    """What all nodes share. Written once, since generating it for each takes long enough to be felt at start-up."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._values()))})"


def _at() -> Extent:
    return field(compare=False, repr=False, kw_only=True)  # type: ignore[no-any-return]


# ---- expressions


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Number(Node):
    """A whole number."""

    value: int
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Truth(Node):
    """`yes` or `no`."""

    value: bool
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Nothing(Node):
    """`nothing`."""

    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Name(Node):
    """A name of anything."""

    id: str
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Call(Node):
    """`name(a, b)`: a definition, a table, a field with keys, a procedure, a trigger."""

    name: Name
    arguments: tuple["Expression", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Of(Node):
    """`NAME of EXPRESSION`."""

    name: Name
    owner: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class End(Node):
    """`top of PLACE` or `bottom of PLACE`."""

    end: Literal["top", "bottom"]
    place: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compare(Node):
    """`left OPERATOR right`."""

    operator: Literal["is", "is not", ">=", "<=", ">", "<"]
    left: "Expression"
    right: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Test(Node):
    """`PLACE is [not] empty` or `full`."""

    place: "Expression"
    state: Literal["empty", "full"]
    negated: bool
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(Node):
    """`not CONDITION`."""

    condition: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Logic(Node):
    """`left and right` or `left or right`."""

    operator: Literal["and", "or"]
    left: "Expression"
    right: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Arithmetic(Node):
    """`left + right`, also `-`, `*`, `/` (rounds down)."""

    operator: Literal["+", "-", "*", "/"]
    left: "Expression"
    right: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Minus(Node):
    """`-value`."""

    value: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CountPlace(Node):
    """`count PLACE`: how many pieces lie there."""

    place: "Expression"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Count(Node):
    """`count BINDER`."""

    binder: "Binder"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AnyOf(Node):
    """`any BINDER`."""

    binder: "Binder"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pick(Node):
    """`first BINDER` or `last BINDER`."""

    end: Literal["first", "last"]
    binder: "Binder"
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Inside(Node):
    """`in PLACE`."""

    place: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TopSome(Node):
    """`in top AMOUNT of PILE`."""

    amount: int
    place: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StartingWith(Node):
    """`starting with SEAT`."""

    seat: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Range(Node):
    """`from LOW to HIGH`, both included."""

    low: Expression
    high: Expression
    at: Extent = _at()


Domain: TypeAlias = Inside | TopSome | StartingWith | Range


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Binder(Node):
    """What is gone through or chosen among. `name` is the variable where it is not the noun itself."""

    noun: Name
    name: Name | None
    source: Domain | None
    where: Expression | None
    at: Extent = _at()


# ---- statements


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choose(Node):
    """`SEAT [secretly] chooses BINDER`; the seat may be the word `chance`."""

    chooser: Expression
    binder: Binder
    secretly: bool
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Alternative(Node):
    """One way in a menu: either `BINDER:` block (label is None) or `label [if CONDITION][: block]` (binder is None)."""

    binder: Binder | None
    label: Name | None
    condition: Expression | None
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Menu(Node):
    """`SEAT chooses:` and its alternatives."""

    chooser: Expression
    alternatives: tuple[Alternative, ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class May(Node):
    """`SEAT may:` block."""

    chooser: Expression
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TakeAction(Node):
    """`SEAT takes an action [from GROUP]`."""

    chooser: Expression
    group: Name | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MovePiece(Node):
    """`move PIECE to PLACE`."""

    piece: Expression
    place: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Score(Node):
    """`SEAT scores AMOUNT [as SOURCE]`."""

    seat: Expression
    amount: Expression
    source: Name | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Award(Node):
    """`award TABLE to BINDER by KEY, KEY [as SOURCE]`."""

    table: Name
    binder: Binder
    keys: tuple[Expression, ...]
    source: Name | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Set(Node):
    """`set FIELD to VALUE`; the target is a Name, Of or Call."""

    target: Expression
    value: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Let(Node):
    """`let NAME be VALUE`."""

    name: Name
    value: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shuffle(Node):
    """`shuffle PLACE [into PILE]`."""

    place: Expression
    into: Expression | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Require(Node):
    """`require CONDITION`."""

    condition: Expression
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trigger(Node):
    """`trigger name(things)`."""

    call: Call
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Do(Node):
    """`name(things)`: run a procedure."""

    call: Call
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stop(Node):
    """`stop`: this effect ends here."""

    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Possible(Node):
    """The word `possible` in the place of a condition."""

    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Branch(Node):
    """`if CONDITION:` block."""

    condition: Expression | Possible
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class If(Node):
    """`if ...: otherwise if ...: otherwise:`; `otherwise` is None where there is none."""

    branches: tuple[Branch, ...]
    otherwise: tuple["Statement", ...] | None
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ForEach(Node):
    """`for each BINDER[, ordered by SEAT]:` block."""

    binder: Binder
    ordered_by: Expression | None
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repeat(Node):
    """`repeat N times:` block."""

    times: Expression
    block: tuple["Statement", ...]
    at: Extent = _at()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
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
