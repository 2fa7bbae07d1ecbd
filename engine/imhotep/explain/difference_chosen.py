"""Which sides and option values are chosen otherwise. What holds by default is chosen only where somebody says so."""

from collections.abc import Iterator
from typing import TypeAlias

from imhotep.diagnostics import Span
from imhotep.document.nodes import Mapping, Node, Plain, Scalar
from imhotep.loading.load import Composed
from imhotep.variants.paths import Path

Choice: TypeAlias = tuple[Plain, Span | None]
"""What holds, and who chose it; nobody where it is the default."""


def chosen(before: Composed, after: Composed) -> Iterator[tuple[Path, Choice, Choice]]:
    """Each choice that comes out differently, under its path in a variant, before and after."""
    for path in dict.fromkeys((*_paths(before), *_paths(after))):
        one, other = _choice(before, path), _choice(after, path)
        if one[0] != other[0]:
            yield path, one, other


def _paths(composed: Composed) -> Iterator[Path]:
    yield from (("sides", board) for board, _ in composed.sides)
    yield from (("options", option) for option, _ in composed.options)


def _choice(composed: Composed, path: Path) -> Choice:
    kind, id = path
    said = dict(composed.sides if kind == "sides" else composed.options).get(id)
    section = composed.root.get("boards" if kind == "sides" else "options")
    thing = section.get(id) if isinstance(section, Mapping) else None
    if not isinstance(thing, Mapping):
        return None, None
    by = None if said is None else said.span
    if kind == "sides":
        return (_first(thing.get("sides")) if said is None else said.text), by
    value = thing.get("default") if said is None else said
    if not isinstance(value, Scalar):
        return None, by
    return (value.value if thing.get("values") is None else value.text), by


def _first(sides: Node | None) -> str | None:
    return sides.entries[0].key.text if isinstance(sides, Mapping) and sides.entries else None
