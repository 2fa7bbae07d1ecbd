"""Where an entry stands in a ruleset: `boards.meadow.areas.pond`. Knows which maps have ids for keys."""

from collections.abc import Collection, Iterator
from typing import TypeAlias

from imhotep.dataclass import dataclass
from imhotep.document.nodes import Mapping

Path: TypeAlias = tuple[str, ...]

SECTIONS = frozenset(
    {
        "actions",
        "areas",
        "boards",
        "cards",
        "choices",
        "components",
        "definitions",
        "effects",
        "fields",
        "kinds",
        "numbers",
        "options",
        "procedures",
        "prompts",
        "rules",
        "scores",
        "seats",
        "sides",
        "tables",
        "triggers",
    }
)
"""Maps of ids to things, wherever they stand."""

PARTS = frozenset(
    {
        "all",
        "by",
        "cells",
        "columns",
        "keys",
        "rows",
        "rows_by_players",
        "value_by_players",
        "values",
        "with",
    }
)
"""Maps of ids or numbers that together are one value of a thing, which may be written in another form, too."""

TEXTS = frozenset({"choices", "effects", "fields", "prompts"})
"""Sections whose entries may be a single value instead of a map."""

ALTERNATIVES = (("value", "value_by_players"), ("rows", "rows_by_players"), ("means", "all"), ("size", "cells"))
"""Pairs of properties of which a thing has one."""


def is_keyed(path: Path) -> bool:
    """Whether the map at `path` has entries of its own rather than properties of one thing."""
    keyed = False
    before = ""
    for key in path:
        keyed = before == "rows_by_players" if keyed else key in SECTIONS or key in PARTS
        before = key
    return keyed


def is_thing(path: Path) -> bool:
    """Whether at `path` there must be a map: a section, or a thing with properties."""
    if is_keyed(path):
        return path[-1] in SECTIONS
    return len(path) > 1 and is_keyed(path[:-1]) and path[-2] in SECTIONS and path[-2] not in TEXTS


def alternative(key: str) -> str | None:
    """The property that a thing cannot have beside `key`, or None."""
    for one, other in ALTERNATIVES:
        if key == one:
            return other
        if key == other:
            return one
    return None


def show(path: Path) -> str:
    """A path as a designer writes it; keys that hold a dot or a quote stand in quotes."""
    return ".".join(_quoted(key) if not key or set(key) & set("\".'= ") else key for key in path)


def _quoted(key: str) -> str:
    return "'" + key.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class Segment:
    """One key of a written path, and where it stands in the text."""

    key: str
    start: int
    end: int


def parse(text: str) -> tuple[Segment, ...] | int:
    """The keys of a written path, or where the text stops being one."""
    segments = []
    index = 0
    while True:
        start = index
        key, index = _segment(text, index)
        if key is None or not key:
            return start
        segments.append(Segment(key, start, index))
        if index == len(text):
            return tuple(segments)
        if text[index] != ".":
            return index
        index += 1


def _segment(text: str, index: int) -> tuple[str | None, int]:
    quote = text[index : index + 1]
    if quote in ("'", '"') and quote:
        key = ""
        index += 1
        while index < len(text):
            if text[index] != quote:
                key += text[index]
                index += 1
            elif text[index + 1 : index + 2] == quote:
                key += quote
                index += 2
            else:
                return key, index + 1
        return None, index
    end = text.find(".", index)
    end = len(text) if end < 0 else end
    return text[index:end], end


def same_name(root: Mapping, sections: Collection[str], key: str) -> Iterator[Path]:
    """The paths of all entries `key` of maps with one of these names, wherever they stand."""
    stack: list[tuple[Path, Mapping]] = [((), root)]
    while stack:
        path, here = stack.pop()
        wanted = path and path[-1] in sections and is_keyed(path)
        for entry in here.entries:
            if wanted and entry.key.text == key:
                yield (*path, key)
            if isinstance(entry.value, Mapping):
                stack.append(((*path, entry.key.text), entry.value))
