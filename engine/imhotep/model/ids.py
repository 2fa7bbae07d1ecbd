"""Checks the ids that texts can name: none is a word of the language, none means two things."""

from collections.abc import Iterator

from imhotep.diagnostics import Notes, Related, Span
from imhotep.document.nodes import Mapping, Node, Scalar
from imhotep.effects.parser import RESERVED

SECTIONS = (
    "areas", "numbers", "fields", "options", "seats", "boards", "cards", "components", "kinds", "definitions",
    "procedures", "tables", "triggers", "scores", "choices", "with", "keys",
)  # fmt: skip
ONE_NAME_SPACE = ("areas", "numbers", "fields", "options", "seats", "boards")


def check_ids(root: Mapping, notes: Notes) -> None:
    """Report what is wrong with the ids of a composed ruleset."""
    for key in _ids(root):
        if key.text in RESERVED:
            notes.error("M031", f"`{key.text}` is a word of the effect language", key.span, "choose another id")
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            _clashes(node, notes)
            waiting.extend(entry.value for entry in node.entries)


def _ids(root: Mapping) -> Iterator[Scalar]:
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        for entry in node.entries if isinstance(node, Mapping) else ():
            waiting.append(entry.value)
            if entry.key.text in SECTIONS and isinstance(entry.value, Mapping):
                yield from (inner.key for inner in entry.value.entries)


def _clashes(thing: Mapping, notes: Notes) -> None:
    """Names that one thing gives twice, in sections whose names stand for values."""
    seen: dict[str, tuple[str, Span]] = {}
    for section in ONE_NAME_SPACE:
        inner = thing.get(section)
        for entry in inner.entries if isinstance(inner, Mapping) else ():
            id = entry.key.text
            if id in seen:
                before, span = seen[id]
                related = Related(span, f"under `{before}:`")
                notes.error("M032", f"`{id}` means two things", entry.key.span, "rename one of them", related)
            seen[id] = (section, entry.key.span)
