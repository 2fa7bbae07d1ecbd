"""What a YAML file says, with the place of every key and value. Made by `composer`, joined by `overlay`."""

from dataclasses import field
from typing import Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Position, Span

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A single value.

    `value` is what it means (text, whole number, yes/no, or None for an empty value); `text` is its decoded text as
    written. `marks` gives, for parts of `text`, where they stand in the file: pairs (index in text, position), rising;
    between two marks, columns and offsets go on one by one. See `place`.
    """

    value: str | int | bool | None
    text: str
    style: Style
    span: Span
    marks: tuple[tuple[int, Position], ...] = field(default=(), compare=False, repr=False)

    def place(self, start: int, end: int) -> Span:
        """Where `text[start:end]` stands in the file; indexes past the end point past the end of the value."""
        return Span(self.span.file, self._position(start), self._position(max(start, end)))

    def _position(self, index: int) -> Position:
        best = None
        for mark, position in self.marks:
            if mark > index:
                break
            best = (mark, position)
        if best is None:
            return self.span.start
        step = index - best[0]
        return Position(best[1].line, best[1].column + step, best[1].offset + step)


@dataclass(frozen=True, slots=True)
class Entry:
    """One `key: value` of a mapping."""

    key: Scalar
    value: "Node"


class _Indexed:
    """Room for the entries of a mapping by key: no field, so that copies and comparisons know nothing of it."""

    __slots__ = ("_by_key",)
    _by_key: dict[str, Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping(_Indexed):
    """Entries in file order; keys are unique texts. `flow` is true for `{...}`."""

    entries: tuple[Entry, ...]
    span: Span
    flow: bool = False

    def get(self, key: str) -> "Node | None":
        """The value of `key`, or None."""
        entry = self.entry(key)
        return None if entry is None else entry.value

    def entry(self, key: str) -> Entry | None:
        """The entry of `key`, or None."""
        try:
            return self._by_key.get(key)
        except AttributeError:
            by_key = {entry.key.text: entry for entry in self.entries}
            object.__setattr__(self, "_by_key", by_key)
            return by_key.get(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """Values in file order."""

    items: tuple["Node", ...]
    span: Span
    flow: bool = False


Node: TypeAlias = Scalar | Mapping | Sequence
Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | int | bool | None"


def plain(node: Node) -> Plain:
    """What a node says, as plain data: dicts, lists and values."""
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value
