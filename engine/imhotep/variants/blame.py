"""Whose fault it is when a ruleset loses its form under a variant: the variant's, wherever the ruleset stands."""

from collections.abc import Mapping as Table
from dataclasses import replace

from imhotep.diagnostics import Diagnostic, Related, Span
from imhotep.document.nodes import Mapping
from imhotep.variants.overlay import Mark
from imhotep.variants.paths import Path


def blame(diagnostic: Diagnostic, root: Mapping, record: Table[Path, Mark]) -> Diagnostic:
    """The diagnostic at the place of the variant's nearest deed, if it stands at something that no variant wrote."""
    files = {mark.span.file for mark in record.values()}
    if diagnostic.span is None or diagnostic.span.file in files:
        return diagnostic
    path = _path_to(root, diagnostic.span, ())
    nearest = max(record, key=lambda other: _shared(path, other), default=())
    if _shared(path, nearest) < 2:
        return diagnostic
    here = Related(diagnostic.span, "the fault shows here")
    return replace(diagnostic, span=record[nearest].span, related=(here, *diagnostic.related))


def _path_to(root: Mapping, span: Span, path: Path) -> Path:
    """Where the key or value at `span` stands, or nowhere."""
    for entry in root.entries:
        below = (*path, entry.key.text)
        if span in (entry.key.span, entry.value.span):
            return below
        if isinstance(entry.value, Mapping):
            found = _path_to(entry.value, span, below)
            if found:
                return found
    return ()


def _shared(one: Path, other: Path) -> int:
    """How many keys two paths have in common from the start."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
