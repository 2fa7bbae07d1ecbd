"""The declarations of a composed ruleset for one table of play, as values. Reading them is `reading`'s work."""

from dataclasses import field
from typing import Literal

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.document.nodes import Scalar
from imhotep.model.types import Type
from imhotep.program.memory import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Where a text stands: it sees that thing's own names first, and its points count for `source`."""

    source: str = ""
    thing: str = ""  # the board, card kind or action it belongs to
    names: "Names"
    outer: "Home | None" = None


@dataclass(slots=True, kw_only=True)
class Names:
    """What one thing declares, by id. Filled while reading, then only read."""

    areas: "dict[str, AreaDeclaration]" = field(default_factory=dict)
    numbers: dict[str, "NumberDeclaration"] = field(default_factory=dict)
    tables: "dict[str, TableDeclaration]" = field(default_factory=dict)
    definitions: "dict[str, Definition]" = field(default_factory=dict)
    procedures: "dict[str, ProcedureDeclaration]" = field(default_factory=dict)
    choices: dict[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a definition, procedure or trigger."""

    id: str
    type: Type


@dataclass(frozen=True, slots=True)
class NumberDeclaration:
    """A number that the rules look up; `stands` is where its value does."""

    id: str
    value: int
    stands: Span
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeclaration:
    """Numbers looked up by a number, from `first` on; `stand` is where each of them does."""

    id: str
    first: int
    values: tuple[int, ...]
    stand: tuple[Span, ...]
    beyond: Literal["error", "same", "add", "value"]
    step: int
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A named formula, or conditions that must all hold."""

    id: str
    parameters: tuple[Parameter, ...]
    means: tuple[Scalar, ...]
    gives: Type | None
    home: Home
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureDeclaration:
    """A named effect."""

    id: str
    path: str
    parameters: tuple[Parameter, ...]
    do: Scalar
    home: Home
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerDeclaration:
    """A moment; `to` is the index of the parameter it is sent to, or None for everybody."""

    id: str
    parameters: tuple[Parameter, ...]
    to: int | None
    can_refuse: bool
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """An effect at a trigger."""

    trigger: str
    path: str
    do: Scalar
    home: Home
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDeclaration:
    """A value that the game, a kind or a cell remembers."""

    id: str
    type: Type
    start: Scalar | None = None
    keys: tuple[Parameter, ...] = ()
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"
    span: Span

    @property
    def never_nothing(self) -> bool:
        """Whether it always has a value."""
        return self.start is not None or self.type.kind in ("number", "yes/no", "choice", "list")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A named cell, row or column, with its own values and effects; `cells` of a row or column by number."""

    id: str
    values: tuple[tuple[str, int], ...]
    handlers: tuple[Handler, ...]
    cells: "tuple[tuple[int, Line], ...]" = ()
    name: Text
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaDeclaration:
    """A declared area. Sizes are numbers, names of numbers or fields, or None for unlimited."""

    id: str
    path: str
    family: str
    own: bool
    kind: Literal["pool", "pile", "slots", "grid"]
    per_seat: bool
    thing_family: str  # the family whose individuals each have one, or ""
    board: str  # the board it stands on, or ""
    capacity: Scalar | None
    size: Scalar | None
    columns: Scalar | None
    rows: Scalar | None
    named_cells: tuple[Line, ...]
    named_rows: tuple[Line, ...]
    named_columns: tuple[Line, ...]
    by_row: bool
    fields: tuple[FieldDeclaration, ...]
    seen_by: Literal["everyone", "owner", "nobody"]
    home: Home
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of a family: a sort of piece, a card kind, a board."""

    id: str
    count: int
    values: tuple[tuple[str, int], ...]
    handlers: tuple[Handler, ...]
    home: Home
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyDeclaration:
    """A sort of thing."""

    id: str
    sort: Literal["component", "card", "board"]
    owned: bool
    fields: tuple[FieldDeclaration, ...]
    areas: tuple[AreaDeclaration, ...]
    starts_in: Scalar | None
    kinds: tuple[Kind, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDeclaration:
    """What a player may do in a turn."""

    id: str
    choose: Scalar | None
    when: Scalar | None
    do: Scalar
    last_resort: bool
    group: str
    home: Home
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionDeclaration:
    """An option switch with the value it has at this table."""

    id: str
    type: Type
    value: int
    shown: str | int | bool
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Everything a composed ruleset declares, for one table."""

    id: str
    players: int
    seats: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]
    families: tuple[FamilyDeclaration, ...]
    game: Home
    fields: tuple[FieldDeclaration, ...]
    options: tuple[OptionDeclaration, ...]
    triggers: tuple[TriggerDeclaration, ...]
    actions: tuple[ActionDeclaration, ...]
    rules: tuple[Handler, ...]
    scores: tuple[str, ...]
    begin: Scalar
    winner: tuple[tuple[str, Scalar], ...]
    pending: int
    texts: tuple[tuple[str, Text], ...]
    lists: tuple[tuple[int, ...], ...]
    table_span: Span

    def family(self, id: str) -> FamilyDeclaration:
        """The family of that id."""
        return next(f for f in self.families if f.id == id)
