"""What a text can see while it is compiled: variables, its thing's names, the game's; and the parts all texts share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field, replace

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Notes, Span
from imhotep.document.nodes import Scalar
from imhotep.effects import tree as t
from imhotep.lowering.blocks import Body
from imhotep.meaning.texts import Texts
from imhotep.model import declarations as m
from imhotep.model.layout import Layout
from imhotep.model.types import Type
from imhotep.program.instructions import Code

LARGEST_PROGRAM = 20_000  # statements after procedures are put in; more is refused
DEEPEST = 60  # procedures and definitions inside one another
DEEPEST_BLOCK = 60  # blocks inside one another after procedures are put in; back ends print them so, too
DEEPEST_LOOP = 18  # loops and plans among them


@dataclass(slots=True, kw_only=True)
class Value:
    """An expression with its type.

    `sure` is false where it may be nothing; `src` then says where in the files. `area` is the number of the area that a
    cell, line, group or piece belongs to, where that is known. `hidden` marks a place, or a piece in it, that not
    everybody sees; `viewer` is then the seat that does, if there is one.
    """

    code: Code
    type: Type
    sure: bool = True
    area: int | None = None
    hidden: bool = False
    viewer: Code | None = None
    src: int = -1

    @property
    def certain(self) -> Code:
        """The value, checked at run time where it may be nothing."""
        return self.code if self.sure else ("sure", self.code, self.src)


@dataclass(slots=True)
class Variable:
    """A name in a text. `gone` is where its piece was handed on, after which it must not be used."""

    value: Value
    gone: Span | None = None


@dataclass(slots=True)
class Slots:
    """Hands out the variables of one frame; blocks that end give theirs back.

    `origins` tells what a variable was set to where that is all it ever is, so that the same seat is known again.
    """

    next: int = 0
    most: int = 0
    origins: dict[int, Code] = field(default_factory=dict)

    def take(self) -> int:
        slot = self.next
        self.origins.pop(slot, None)
        self.next += 1
        self.most = max(self.most, self.next)
        return slot


@dataclass(slots=True)
class Shared:
    """What all texts of one compilation share.

    `amounts` tells, by the place of a move of several pieces, where the named number of them stands. With
    `only_opening` actions are left out, since what is asked for ends at the first choice.
    """

    model: m.Model
    layout: Layout
    notes: Notes
    parsed: Texts
    sources: list[str] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    file_numbers: dict[str, int] = field(default_factory=dict)
    bodies: list[Body] = field(default_factory=list)
    body_numbers: dict[str, int] = field(default_factory=dict)
    queue: "list[tuple[Body, Context]]" = field(default_factory=list)
    statements: int = 0
    blocks: int = 0  # that are open
    loops: int = 0  # of these, with plans
    too_deep: bool = False
    lists: list[tuple[int, ...]] = field(default_factory=list)
    thing_lists: dict[tuple[int, int], int] = field(default_factory=dict)
    amounts: dict[int, Span] = field(default_factory=dict)
    only_opening: bool = False
    used: set[str] = field(default_factory=set)

    def src(self, span: Span) -> int:
        """The number of a place in the files."""
        text = str(span)
        if text not in self.file_numbers:
            self.file_numbers[text] = len(self.files)
            self.files.append(text)
        return self.file_numbers[text]

    def source(self, name: str) -> int:
        """The number of a source of points."""
        if name not in self.sources:
            self.sources.append(name)
        return self.sources.index(name)

    def stream(self, name: str) -> int:
        """The number of a random stream."""
        if name not in self.streams:
            self.streams.append(name)
        return self.streams.index(name)


@dataclass(slots=True)
class Context:
    """One text at one place: its scalar, home, variables and frame."""

    shared: Shared
    scalar: Scalar
    home: m.Home
    slots: Slots
    variables: dict[str, Variable]
    source: str = ""
    path: str = ""
    stack: tuple[str, ...] = ()  # procedures and definitions that are being put in, to find circles

    def span(self, at: t.Extent) -> Span:
        """Where a stretch of the text stands in its file."""
        return self.scalar.place(at.start, at.end)

    def error(self, code: str, message: str, at: t.Extent, help: str | None = None) -> None:
        """A fault in this text."""
        self.shared.notes.error(code, message, self.span(at), help)

    def warn(self, code: str, message: str, at: t.Extent) -> None:
        """Something in this text that can hardly be meant."""
        self.shared.notes.warning(code, message, self.span(at))

    def unknown(self, code: str, what: str, name: t.Name, known: list[str]) -> None:
        """A name that means nothing here."""
        self.shared.notes.unknown(code, what, name.id, self.span(name.at), known)

    def origin(self, code: Code) -> Code:
        """A value as it was first written: through variables to what they were set to."""
        while isinstance(code, tuple) and code[0] == "local" and code[1] in self.slots.origins:
            code = self.slots.origins[code[1]]
        return code

    def homes(self) -> Iterator[m.Home]:
        """The places whose names this text sees, nearest first."""
        home: m.Home | None = self.home
        while home is not None:
            yield home
            home = home.outer

    @contextmanager
    def block(self) -> Iterator["Context"]:
        """This context, but new variables end with the block; their slots are used again."""
        slot, variables = self.slots.next, self.variables
        self.variables = dict(variables)
        yield self
        self.slots.next, self.variables = slot, variables

    @contextmanager
    def perhaps(self) -> Iterator["Context"]:
        """A block that may be left out: where it moved a piece, nobody knows afterwards where that lies."""
        before = {id(v): (v, v.value.area, v.value.hidden) for v in self.variables.values()}
        with self.block() as inner:
            yield inner
        for variable, area, hidden in before.values():
            value = variable.value
            if value.area != area:
                variable.value = replace(value, area=None, hidden=hidden or value.hidden, viewer=None)

    def bind(self, name: t.Name, value: Value, help: str = "give it another name") -> Variable:
        """Give a new variable its value; the name must be free."""
        if name.id in self.variables:
            self.error("N002", f"`{name.id}` is in use already in this text", name.at, help)
        variable = Variable(value)
        self.variables[name.id] = variable
        return variable
