"""The last step of every check, whoever asked for it: what was found in files, less what their comments silence.

Leaves out consequences of what could not be read, and adds the fixes that need the text of the file. Everything that
shows or returns findings takes them from here.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from imhotep.diagnostics import MOST_TOLD, Diagnostic, Severity, bounded, has_errors
from imhotep.document.keeping import Kept
from imhotep.document.source import Source
from imhotep.fixing.consequences import without_consequences
from imhotep.fixing.ignoring import Ignored, ignored, unneeded, without
from imhotep.fixing.removal import REMOVABLE, removal

_LONG_MESSAGE: Final = 300
_LONG_NAME: Final = re.compile(r"`([^`]{60})[^`]{60,}`")
ALWAYS: Final = "UVY"
"""Letters of the codes that every check looks for: not those of games played (D) and of languages (T)."""


def settle(
    found: Iterable[Diagnostic],
    sources: Iterable[Source],
    *,
    own: Collection[str],
    judged: str = ALWAYS,
    kept: Kept | None = None,
) -> tuple[Diagnostic, ...]:
    """What is left of all that was found in some files.

    In the files that are its `own`, a check also tells which comments silence nothing, for codes whose letters are
    among `judged`; not beside an error, which hides what might be silenced. `kept` is what was worked out of the files.
    """
    kept = kept or Kept()
    by_name = {source.name: source for source in sources}
    everything, more = _told(without_consequences(found, by_name, kept))
    comments: list[Ignored] = []
    wrong: list[Diagnostic] = []
    for source in by_name.values():
        if "imhotep:" in source.text:
            here, faults = ignored(source, kept)
            comments += here
            wrong += faults
    if not has_errors(everything) and not more:
        asked = [each for each in comments if each.span.file in own and each.code[0] in judged]
        wrong += unneeded(asked, everything)
    told, more_here = _told(wrong)
    left = without((_shortened(each) for each in everything), comments)
    return (*_with_removals(left, by_name, kept), *told, *more, *more_here)


def _told(found: Iterable[Diagnostic]) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """As many errors and warnings as are told, and a word about the others."""
    left = list(bounded(found))
    more: list[Diagnostic] = []
    for severity in Severity:
        those = [each for each in left if each.severity is severity]
        if len(those) > MOST_TOLD:
            left.remove(those[-1])
            message = f"there are more than the {MOST_TOLD} {severity.value}s that are told"
            more.append(Diagnostic(code="F005", severity=Severity.WARNING, message=message, span=None))
    return tuple(left), tuple(more)


def _shortened(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic with only the beginning of names that nobody would read to the end."""
    if len(diagnostic.message) <= _LONG_MESSAGE and len(diagnostic.help or "") <= _LONG_MESSAGE:
        return diagnostic
    message, help = (_LONG_NAME.sub(r"`\1…`", text or "") for text in (diagnostic.message, diagnostic.help))
    return replace(diagnostic, message=message, help=help or None)


def _with_removals(found: Iterable[Diagnostic], sources: dict[str, Source], kept: Kept) -> Iterator[Diagnostic]:
    """The same, with fixes for entries that may be taken out."""
    for each in found:
        source = sources.get(each.span.file) if each.span and each.code in REMOVABLE and each.fix is None else None
        if source is None:
            yield each
            continue
        root = kept.root(source)
        yield each if root is None else replace(each, fix=removal(source, root, each))
