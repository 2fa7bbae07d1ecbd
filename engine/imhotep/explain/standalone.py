"""A composed ruleset as one that stands alone: under its own id, with what was chosen as what holds by default."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from imhotep.document.nodes import Entry, Mapping, Node, Scalar
from imhotep.loading.documents import start_of
from imhotep.loading.load import Composed

_UNFIT: Final = re.compile(r"[^a-z0-9_]+")


def standalone(composed: Composed) -> Mapping:
    """The ruleset with all its variants and choices in it. Each value keeps the place where it was written."""
    root = composed.root
    id = ruleset_id(composed)
    said = root.get("ruleset")
    if not isinstance(said, Scalar) or said.text != id:
        span = start_of(composed.lineage[-1].file)
        root = _set(root, "ruleset", Scalar(value=id, text=id, style="plain", span=span))
    if composed.title is not None:
        root = _set(root, "title", composed.title)
    for board, side in composed.sides:
        root = _at(root, ("boards", board, "sides"), _first(side.text))
    for option, value in composed.options:
        root = _at(root, ("options", option), _default(value))
    return root


def ruleset_id(composed: Composed) -> str:
    """The id of the last variant, as far as it can be that of a ruleset: `01-Quick Game` becomes `quick-game`."""
    return _UNFIT.sub("-", composed.id.lower()).lstrip("-_0123456789").rstrip("-") or composed.lineage[0].id


def _first(key: str) -> Callable[[Mapping], Mapping]:
    """Bring the entry of a key to the front."""
    return lambda map: replace(map, entries=tuple(sorted(map.entries, key=lambda entry: entry.key.text != key)))


def _default(value: Scalar) -> Callable[[Mapping], Mapping]:
    """Let an option be `value` where nothing is said. Where values have names, it is the name."""

    def change(option: Mapping) -> Mapping:
        named = option.get("values") is not None
        return _set(option, "default", replace(value, value=value.text, style="double") if named else value)

    return change


def _at(root: Mapping, path: tuple[str, ...], change: Callable[[Mapping], Mapping]) -> Mapping:
    """A map with a change to the map at a path in it."""
    if not path:
        return change(root)
    below = root.get(path[0])
    return _set(root, path[0], _at(below, path[1:], change)) if isinstance(below, Mapping) else root


def _set(map: Mapping, key: str, value: Node) -> Mapping:
    """A map with another value for a key, or with a first entry for it."""
    if map.entry(key) is None:
        name = Scalar(value=key, text=key, style="plain", span=value.span)
        return replace(map, entries=(Entry(name, value), *map.entries))
    entries = (Entry(entry.key, value) if entry.key.text == key else entry for entry in map.entries)
    return replace(map, entries=tuple(entries))
