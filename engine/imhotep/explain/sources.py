"""What of a ruleset does not stand in print: what its `source:` keys say, and what variants and settings did.

A variant does not inherit the confidence of what it changes.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.document.nodes import Mapping, Node, Scalar
from imhotep.explain.wording import english
from imhotep.form.keys import keys_at
from imhotep.loading.load import Composed
from imhotep.variants.overlay import Mark
from imhotep.variants.paths import Path, show

PRINTED: Final = "printed"
CHANGED: Final = "changed"
REMOVED: Final = "removed"
MISSING: Final = "no source"
_REMARKS: Final = frozenset({"note", "title", "credits"})
_Source: TypeAlias = tuple[Scalar, Node | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPrinted:
    """Something that is not as printed. `confidence` is what its source says, or one of the three words above."""

    path: str
    confidence: str
    note: str
    span: Span


def not_printed(composed: Composed) -> tuple[NotPrinted, ...]:
    """All of that: what sources say in the order of the ruleset, then what variants did in their order."""
    sources = dict(_sources(composed.root, ()))
    found = [
        NotPrinted(path=show(path), confidence=said.text, note=english(note), span=said.span)
        for path, (said, note) in sources.items()
        if said.text != PRINTED
    ]
    for path, mark in composed.record.items():
        found += _done(composed.root, path, mark, sources)
    return tuple(found)


def source_of(thing: Mapping) -> _Source | None:
    """What a thing's source says, and its note."""
    source = thing.get("source")
    said = source.get("confidence") if isinstance(source, Mapping) else source
    note = source.get("note") if isinstance(source, Mapping) else None
    return (said, note) if isinstance(said, Scalar) else None


def _sources(here: Mapping, path: Path) -> Iterator[tuple[Path, _Source]]:
    """The sources in a map, by the path of what they are about."""
    source = source_of(here) if _takes_source(path) else None
    if source is not None:
        yield path, source
    for entry in here.entries:
        if isinstance(entry.value, Mapping):
            yield from _sources(entry.value, (*path, entry.key.text))


def _done(root: Mapping, path: Path, mark: Mark, sources: dict[Path, _Source]) -> Iterator[NotPrinted]:
    """What is to be told about the deed of a variant."""
    if _is_remark(path):
        return
    if mark.deed == "added":
        things = tuple(_things(_at(root, path), path))
        for thing in things:
            if thing not in sources:
                yield NotPrinted(path=show(thing), confidence=MISSING, note="", span=mark.span)
        if things:
            return
    around = next((sources[path[:n]] for n in range(len(path), 0, -1) if path[:n] in sources), None)
    if around is None or (around[0].text == PRINTED and around[0].span.file != mark.span.file):
        what = REMOVED if mark.deed == "removed" else CHANGED
        yield NotPrinted(path=show(path), confidence=what, note="", span=mark.span)


def _at(root: Mapping, path: Path) -> Node | None:
    here: Node | None = root
    for key in path:
        here = here.get(key) if isinstance(here, Mapping) else None
    return here


def _things(node: Node | None, path: Path) -> Iterator[Path]:
    """What can have a source at a path or below it; not what lies within such a thing."""
    if _takes_source(path):
        yield path
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from _things(entry.value, (*path, entry.key.text))


def _takes_source(path: Path) -> bool:
    return "source" in keys_at(path)


def _is_remark(path: Path) -> bool:
    """Whether what stands at a path says something about the rules, but is none."""
    return any(path[n] == "source" and _takes_source(path[:n]) for n in range(len(path))) or path[-1] in _REMARKS
