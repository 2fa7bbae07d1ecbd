"""Files that stand for themselves: scenarios, experiments and players are no part of a ruleset."""

from pathlib import Path

from imhotep.diagnostics import Diagnostic, has_errors
from imhotep.document.nodes import Mapping
from imhotep.document.source import Source
from imhotep.form.schema import SchemaName, check
from imhotep.loading.library import Library


def read_standing(
    library: Library, path: Path, schema: SchemaName, example: str
) -> tuple[Mapping | None, tuple[Diagnostic, ...], Source | None]:
    """What a file says, what was found, and its text; None for the first where its form is not right.

    `example` is the smallest valid file, shown where a file is empty. Raises UnreadableError if it cannot be read.
    """
    source, found = library.read(path)
    if source is None:
        return None, found, None
    root, faults = library.kept.composed(source, example=example)
    found += faults
    if root is not None:
        found += check(root, schema)
    return (root if isinstance(root, Mapping) and not has_errors(found) else None), found, source
