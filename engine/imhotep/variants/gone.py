"""Where a name went that a text asks for and a variant removed."""

import re
from collections.abc import Mapping as Table
from dataclasses import replace
from typing import Final

from imhotep.diagnostics import Diagnostic, Related
from imhotep.variants.overlay import Mark
from imhotep.variants.paths import Path, show

_UNKNOWN: Final = re.compile(r"there is (?:no|nothing) [^`]*`(\w+)`")


def with_removal(diagnostic: Diagnostic, record: Table[Path, Mark]) -> Diagnostic:
    """The same; where it is about a name that nothing has, with the places where variants removed that name."""
    unknown = _UNKNOWN.match(diagnostic.message)
    if unknown is None:
        return diagnostic
    removed = tuple(
        Related(mark.span, f"`{show(path)}` is removed here")
        for path, mark in record.items()
        if mark.deed == "removed" and path[-1] == unknown[1]
    )
    return replace(diagnostic, related=(*diagnostic.related, *removed))
