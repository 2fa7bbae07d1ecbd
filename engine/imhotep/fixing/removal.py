"""How an entry is taken out of a file, as an edit of its text: a guess, since it may be wanted yet."""

from typing import Final

from imhotep.diagnostics import Diagnostic, Fix, rewrite
from imhotep.document.nodes import Entry, Mapping, Node
from imhotep.document.source import Source

REMOVABLE: Final = frozenset({"U001", "U002", "U003", "U006", "U008", "V006"})
"""Codes of warnings that end with the entry at whose key they stand."""


def removal(source: Source, root: Node, diagnostic: Diagnostic) -> Fix | None:
    """The fix that takes out the entry at whose key a diagnostic stands, and with it what would be empty then.

    `root` is what the file says.
    """
    if diagnostic.span is None:
        return None
    chain = _chain(root, diagnostic.span.start.offset)
    while chain and len(chain[-1][0].entries) == 1:
        chain.pop()
    if not chain:
        return None
    around, entry = chain[-1]
    start, end = _in_flow(around, entry) if around.flow else _in_block(source.text, entry)
    return rewrite(source.span(start, end), "", safe=False, title=f"remove `{entry.key.text}`")


def _chain(root: Node, offset: int) -> list[tuple[Mapping, Entry]]:
    """The maps from the outermost one to the entry whose key begins at an offset; each with its entry on the way."""
    chain: list[tuple[Mapping, Entry]] = []
    here = root
    while isinstance(here, Mapping):
        before = [entry for entry in here.entries if entry.key.span.start.offset <= offset]
        if not before:
            return []
        chain.append((here, before[-1]))
        if before[-1].key.span.start.offset == offset:
            return chain
        here = before[-1].value
    return []


def _in_flow(around: Mapping, entry: Entry) -> tuple[int, int]:
    """From an entry to the next one, or from the one before to the end of the last."""
    index = around.entries.index(entry)
    if index + 1 < len(around.entries):
        return entry.key.span.start.offset, around.entries[index + 1].key.span.start.offset
    return around.entries[index - 1].value.span.end.offset, entry.value.span.end.offset


def _in_block(text: str, entry: Entry) -> tuple[int, int]:
    """The lines of an entry; a comment after its last word stays."""
    start, end = entry.key.span.start, max(entry.key.span.end.offset, entry.value.span.end.offset)
    rest = text[end:].split("\n", 1)[0]
    if text[end - 1] in "\r\n" or not rest.strip(" \t\r:"):
        after = end if text[end - 1] in "\r\n" else min(end + len(rest) + 1, len(text))
        return start.offset - (start.column - 1), after
    return start.offset, end
