"""Comments that silence warnings: `# imhotep: ignore[U001]` at the end of a line, or on a line of its own before it.

Warnings only, and only those whose codes are named. What such a comment gets wrong is a warning itself.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import MOST_TOLD, Diagnostic, Severity, Span, respell, suggestion
from imhotep.document.keeping import Kept
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence
from imhotep.document.source import Source
from imhotep.fixing.codes import ERRORS, WARNINGS

_COMMENT: Final = re.compile(r"(?<![^\s])#[ \t]*imhotep:[ \t]*ignore\b[ \t]*(?:\[([^\]\r\n]*)\])?[^\r\n]*")
_CODE: Final = re.compile(r"[^,\s]+")


@dataclass(frozen=True, slots=True)
class Ignored:
    """A code that a comment names at `span`, for warnings on a line of the same file."""

    code: str
    line: int
    span: Span

    @property
    def place(self) -> tuple[str, str, int]:
        """The code and the line of the warnings that it silences."""
        return self.code, self.span.file, self.line


def ignored(source: Source, kept: Kept) -> tuple[tuple[Ignored, ...], tuple[Diagnostic, ...]]:
    """The codes that comments of a file name, and what is wrong with these comments."""
    found: list[Ignored] = []
    wrong: list[Diagnostic] = []
    comments = list(_COMMENT.finditer(source.text))
    quoted = sorted(_quoted(kept.root(source))) if comments else []
    lines = _lines(source) if comments else []
    for comment in comments:
        before = bisect(quoted, (comment.start(), 0)) - 1
        if before >= 0 and comment.start() < quoted[before][1]:
            continue
        codes = list(_CODE.finditer(comment[1] or ""))
        if not codes:
            message = "this comment names no code to ignore"
            place = source.span(comment.start(), comment.end())
            wrong.append(_warning("Y063", message, place, "write the codes in brackets: `# imhotep: ignore[U001]`"))
        line = lines[source.position(comment.start()).line]
        for code in codes:
            start = comment.start(1) + code.start()
            span = source.span(start, start + len(code[0]))
            if code[0] in WARNINGS:
                found.append(Ignored(code[0], line, span))
            elif len(wrong) <= MOST_TOLD:
                wrong.append(_no_warning(code[0], span))
    return tuple(found), tuple(wrong)


def without(found: Iterable[Diagnostic], ignored: Iterable[Ignored]) -> tuple[Diagnostic, ...]:
    """The diagnostics without the warnings that comments silence."""
    silenced = {each.place for each in ignored}
    return tuple(each for each in found if _place(each) not in silenced)


def unneeded(ignored: Iterable[Ignored], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Warnings about codes that silence nothing."""
    given = {_place(each) for each in found}
    for each in ignored:
        if each.place not in given:
            message = f"this ignores nothing: line {each.line} gives no warning `{each.code}`"
            yield _warning("Y060", message, each.span, "delete it")


def _place(diagnostic: Diagnostic) -> tuple[str, str, int] | None:
    """The code of a warning and the line that it is about."""
    if diagnostic.severity is not Severity.WARNING or diagnostic.span is None:
        return None
    return diagnostic.code, diagnostic.span.file, diagnostic.span.start.line


def _no_warning(code: str, span: Span) -> Diagnostic:
    if code in ERRORS:
        return _warning("Y062", f"`{code}` is an error, and errors cannot be ignored", span, "delete it")
    help = suggestion(code, WARNINGS, most=0)
    return _warning("Y061", f"there is no code `{code}`", span, help, fix_among=WARNINGS)


def _warning(
    code: str, message: str, span: Span, help: str | None = None, *, fix_among: frozenset[str] = frozenset()
) -> Diagnostic:
    name = message.partition("`")[2].rstrip("`")
    fix = respell(name, span, fix_among) if fix_among else None
    return Diagnostic(code=code, severity=Severity.WARNING, message=message, span=span, help=help, fix=fix)


def _lines(source: Source) -> list[int]:
    """For each line, from 1, the line that a comment in it is about: its own, or the next that holds more than one."""
    last = len(source.line_starts)
    found = [last] * (last + 2)
    for number in range(last, 0, -1):
        is_own = source.line(number).lstrip()[:1] not in ("", "#")
        found[number] = number if is_own or number == last else found[number + 1]
    return found


def _quoted(root: Node | None) -> Iterator[tuple[int, int]]:
    """Where texts in quotes stand, in which `#` begins no comment."""
    waiting = [] if root is None else [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            if node.style in ("single", "double"):
                yield node.span.start.offset, node.span.end.offset
        elif isinstance(node, Sequence):
            waiting.extend(node.items)
        else:
            assert isinstance(node, Mapping)
            waiting.extend(part for entry in node.entries for part in (entry.key, entry.value))
