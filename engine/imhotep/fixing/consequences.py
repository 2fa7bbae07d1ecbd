"""Takes out what was found only because something else could not be read: one cause, one diagnostic."""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from imhotep.diagnostics import Diagnostic, Severity, Span, bounded, has_errors
from imhotep.document.keeping import Kept
from imhotep.document.nodes import Mapping, Node, Sequence
from imhotep.document.source import Source

Place: TypeAlias = tuple[str, int]

_STAGES: Final = "YSVFLMNP*"
"""What codes of errors begin with, in the order in which they are looked for; the star is for all others."""

_LOSING: Final = frozenset({"Y016", "Y021", "Y022"})
"""Codes of faults that leave an entry out of its map."""

_OF_A_MAP: Final = frozenset({"S004", "S008", "V002", "V006"})
"""Codes that tell, at a key, what its value lacks."""

_LACKING: Final = frozenset({"S004", "V015"})
"""Codes that tell, at its beginning, what a file lacks."""


def without_consequences(found: Iterable[Diagnostic], sources: dict[str, Source], kept: Kept) -> tuple[Diagnostic, ...]:
    """The diagnostics without those about a value that is not what was meant, since its text was not understood."""
    everything = bounded(found)
    if not has_errors(everything):
        return everything
    everything = _first_at_each_place(_without_plans(_without_reserved(everything, sources)))
    causes = [each for each in everything if _is_cause(each)]
    keys: set[Place] = set()
    starts: set[Place] = set()
    for name in {each.span.file for each in causes if each.span is not None}:
        source = sources.get(name)
        root = kept.root(source) if source is not None else None
        for each in causes:
            if each.span is None or each.span.file != name:
                continue
            key = None if root is None else _key_around(root, each.span.start.offset)
            if key is not None:
                keys.add(_place(key))
            elif root is not None and each.code in _LOSING:
                starts.add(_place(root.span))
    return tuple(each for each in everything if not _follows(each, keys, starts))


def _first_at_each_place(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The diagnostics with errors of one stage only at a place, the earliest, and with no warning beside an error."""
    wrong = [each for each in found if each.severity is Severity.ERROR and each.span is not None]
    spans = {each.span for each in wrong}
    first: dict[object, int] = {}
    for each in wrong:
        key = _beginning(each)
        first[key] = min(first.get(key, len(_STAGES)), _stage(each))
    left = [
        each
        for each in found
        if (each.severity is Severity.ERROR and _stage(each) == first.get(_beginning(each), _stage(each)))
        or (each.severity is Severity.WARNING and each.span not in spans)
    ]
    return tuple(each for each, is_first in zip(left, _are_first(left), strict=True) if is_first)


def _are_first(found: list[Diagnostic]) -> Iterator[bool]:
    """Whether each is the first of its code at its place, and about no more than another about names that begins there:
    what is said of a whole expression follows from what is said of its first word."""
    least: dict[object, int] = {}
    for each in found:
        if each.code[0] == "N" and each.span is not None:
            key, end = _beginning(each), each.span.end.offset
            least[key] = min(least.get(key, end), end)
    seen: set[tuple[str, Span]] = set()
    for each in found:
        span = each.span
        if span is None or span.start == span.end or each.severity is Severity.WARNING:
            yield True
        elif each.code[0] == "N" and span.end.offset > least[_beginning(each)]:
            yield False
        else:
            yield (each.code, span) not in seen
            seen.add((each.code, span))


def _stage(diagnostic: Diagnostic) -> int:
    return _STAGES.find(diagnostic.code[0]) % len(_STAGES)


def _beginning(diagnostic: Diagnostic) -> object:
    """Where it begins; what is missing at a place is not what stands there."""
    span = diagnostic.span
    return None if span is None else (span.file, span.start.offset, span.start == span.end)


def _without_reserved(found: tuple[Diagnostic, ...], sources: dict[str, Source]) -> tuple[Diagnostic, ...]:
    """The diagnostics without those about effects, up to a word on that line that was wrongly chosen as an id."""
    words = {each.message.split("`")[1] for each in found if each.code == "M031"}
    if not words:
        return found
    chosen = re.compile(rf"\b(?:{'|'.join(sorted(words))})\b")
    return tuple(each for each in found if each.code[0] != "L" or not chosen.search(_before(each, sources)))


def _without_plans(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """The diagnostics without those about the plan of a statement that has no meaning."""
    lines = {_line(each) for each in found if each.severity is Severity.ERROR and each.code[0] in "LMN"}
    return tuple(each for each in found if each.code[0] != "P" or _line(each) not in lines)


def _line(diagnostic: Diagnostic) -> tuple[str, int]:
    return (diagnostic.span.file, diagnostic.span.start.line) if diagnostic.span is not None else ("", 0)


def _before(diagnostic: Diagnostic, sources: dict[str, Source]) -> str:
    """The line that a diagnostic is about, up to its end."""
    span = diagnostic.span
    source = sources.get(span.file) if span is not None else None
    if span is None or source is None:
        return ""
    return source.text[span.start.offset - span.start.column + 1 : span.end.offset]


def _is_cause(diagnostic: Diagnostic) -> bool:
    is_broken = diagnostic.code[0] == "Y" or diagnostic.code == "S002"
    return is_broken and diagnostic.severity is Severity.ERROR and diagnostic.span is not None


def _follows(each: Diagnostic, keys: set[Place], starts: set[Place]) -> bool:
    if each.span is None or each.code[0] == "Y":
        return False
    place = _place(each.span)
    if each.code in _LACKING and each.span.start == each.span.end:
        return place in starts
    return each.code in _OF_A_MAP and place in keys


def _place(span: Span) -> Place:
    return span.file, span.start.offset


def _key_around(root: Node, offset: int) -> Span | None:
    """The innermost key whose value begins before an offset, or at it, and does not end before it."""
    key = None
    here: Node | None = root
    while here is not None:
        if isinstance(here, Mapping):
            index = bisect(here.entries, offset, key=lambda entry: entry.value.span.start.offset) - 1
            around, inner = (here.entries[index].key.span, here.entries[index].value) if index >= 0 else (key, None)
        elif isinstance(here, Sequence):
            index = bisect(here.items, offset, key=lambda item: item.span.start.offset) - 1
            around, inner = key, here.items[index] if index >= 0 else None
        else:
            return key
        if inner is None or offset > inner.span.end.offset:
            return key
        key, here = around, inner
    return key
