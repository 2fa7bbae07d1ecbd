"""Which entries of two maps are the same thing: by their key, or under a new key by what they say."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from imhotep.document.nodes import Entry, Mapping, Node
from imhotep.variants.canonical import canonical
from imhotep.variants.paths import Path, alternative, is_keyed

_ORDERED: Final = frozenset(
    {
        "actions",
        "areas",
        "boards",
        "by",
        "cards",
        "cells",
        "columns",
        "components",
        "keys",
        "kinds",
        "rows",
        "rules",
        "seats",
        "sides",
        "with",
    }
)
"""Maps whose order shows in play: who sits where, what breaks a tie, which option comes first, what is handed on."""

_NUMBERED: Final = frozenset({"cells", "columns", "rows", "rows_by_players", "value_by_players"})
"""Maps whose keys are no names."""

_BESIDE: Final = frozenset({"name", "note", "source"})


def pairs(before: Mapping, after: Mapping, path: Path) -> Iterator[tuple[Entry | None, Entry | None]]:
    """The entries of both maps, each once: those of `before` in their order, then those that are new."""
    known = _renamed(before, after, path) if is_keyed(path) else _rewritten(before, after)
    told = set()
    for old in before.entries:
        new = after.entry(known.get(old.key.text, old.key.text))
        if new is not None:
            told.add(new.key.text)
        yield old, new
    for new in after.entries:
        if new.key.text not in told:
            yield None, new


def has_order(path: Path) -> bool:
    """Whether the order of the entries of the map at a path has a meaning."""
    return is_keyed(path) and path[-1] in _ORDERED


def _rewritten(before: Mapping, after: Mapping) -> dict[str, str]:
    """Properties that stand in place of one another, such as `value` and `value_by_players`."""
    found = {}
    for entry in before.entries:
        other = alternative(entry.key.text)
        if other is not None and after.entry(entry.key.text) is None and after.entry(other) is not None:
            found[entry.key.text] = other
    return found


def _renamed(before: Mapping, after: Mapping, path: Path) -> dict[str, str]:
    """New keys by old ones: first where all is equal, then where only names, notes and sources differ."""
    if path[-1] in _NUMBERED:
        return {}
    gone = [entry for entry in before.entries if after.entry(entry.key.text) is None]
    new = [entry for entry in after.entries if before.entry(entry.key.text) is None]
    found: dict[str, str] = {}
    for substance in (_all, _core):
        for old in gone:
            if old.key.text in found or not (said := substance(old.value)):
                continue
            same = (e.key.text for e in new if e.key.text not in found.values() and substance(e.value) == said)
            if (key := next(same, None)) is not None:
                found[old.key.text] = key
    return found


def _all(node: Node) -> str:
    """All that a node says; nothing if it is an empty map."""
    return canonical(node) if not isinstance(node, Mapping) or node.entries else ""


def _core(node: Node) -> str:
    """What a thing says without what is written beside it."""
    if not isinstance(node, Mapping):
        return ""
    return "".join(f"{e.key.text}:{canonical(e.value)}\n" for e in node.entries if e.key.text not in _BESIDE)


def moved(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """Where in `after` the fewest ids stand whose move makes one order of the same ids the other.

    Of two that changed places, it is the later one.
    """
    place = {id: len(before) - n for n, id in enumerate(before)}
    ends: list[int] = []  # of the rows of ids that stay, from the last id: for each length, the least place at its end
    links: dict[int, int | None] = {}  # each id's place, and the one before it in the longest row that it ends
    for id in reversed(after):
        number = place[id]
        length = bisect_left(ends, number)
        links[number] = ends[length - 1] if length else None
        ends[length : length + 1] = [number]
    stay = set()
    last = ends[-1] if ends else None
    while last is not None:
        stay.add(last)
        last = links[last]
    return [n for n, id in enumerate(after) if place[id] not in stay]
