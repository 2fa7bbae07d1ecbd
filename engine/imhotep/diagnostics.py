"""Faults in data as values: where, what, and what would be right.

A stage that meets a fault in a file makes a `Diagnostic`, goes on, and returns what it collected. Nothing here prints;
`imhotep.cli.report` does. Faults in the *use* of the package are exceptions (`imhotep.errors`).
"""

from bisect import bisect
from collections import Counter
from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final

from imhotep.dataclass import dataclass

MOST_TOLD: Final = 100
"""How many errors are told of one ruleset, and how many warnings."""

_AROUND: Final = 16  # names looked at on either side, where many are known
_TOO_MANY: Final = 1000  # names among which nobody looks for the nearest
_LIKE: Final = 0.6  # how alike a name is at least that is named as a guess
_NEAR: Final = 0.7  # how alike a misspelling is at least, and how much less alike any other name
_APART: Final = 0.05


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a file: line and column from 1, offset from 0, all in code points."""

    line: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file; `end` is the first place after it."""

    file: str
    start: Position
    end: Position

    def __str__(self) -> str:
        return f"{self.file}:{self.start.line}:{self.start.column}"


class Severity(StrEnum):
    """How bad it is: only an error makes a ruleset unusable."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that has to do with a fault, and why."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Text in place of a stretch of a file; an empty stretch inserts."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits of one file that mend a fault. `safe`: they can mean nothing else, so they may be made without asking."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One fault in data.

    `code` is stable and never used again for another fault. `message` is lower case without a full stop, names in
    backticks. `note` says why it is a fault, where that is not plain; `help` what to write instead; `fix` does it.
    """

    code: str
    message: str
    span: Span | None
    severity: Severity = Severity.ERROR
    related: tuple[Related, ...] = ()
    note: str | None = None
    help: str | None = None
    fix: Fix | None = None


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


def bounded(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The first of the errors and of the warnings: one more of each than are told, so that it shows where more are."""
    count = Counter[Severity]()
    found: list[Diagnostic] = []
    for each in diagnostics:
        count[each.severity] += 1
        if count[each.severity] <= MOST_TOLD + 1:
            found.append(each)
        elif count[Severity.ERROR] > MOST_TOLD:
            break
    return tuple(found)


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, by place; what belongs to no place comes last."""
    found = {(str(d.span), d.code, d.message): d for d in diagnostics}
    return tuple(sorted(found.values(), key=lambda d: (_place(d.span), d.code, d.message)))


def _place(span: Span | None) -> tuple[bool, str, int, int]:
    return (True, "", 0, 0) if span is None else (False, span.file, span.start.line, span.start.column)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None if none is near."""
    ranked = _ranked(name, frozenset(known), _LIKE)
    return ranked[0][1] if ranked else None


def only_near(name: str, known: Iterable[str]) -> str | None:
    """The known name that `name` can only be a misspelling of; None where none is near or a second one is as near."""
    ranked = _ranked(name, frozenset(known) - {name}, _NEAR - _APART)
    if not ranked or ranked[0][0] < _NEAR or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _APART):
        return None
    return ranked[0][1]


def _ranked(name: str, known: frozenset[str], least: float) -> list[tuple[float, str]]:
    """The names that are at least so like `name`, the most like first."""
    import difflib  # only a fault needs it

    found: list[tuple[float, str]] = []
    others = _around(name, known)
    if not others:
        return found
    matcher = difflib.SequenceMatcher(None, "", name)
    for other in others:
        matcher.set_seq1(other)
        if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= least and matcher.ratio() >= least:
            found.append((matcher.ratio(), other))
    return sorted(found, reverse=True)


def _around(name: str, known: frozenset[str]) -> Collection[str]:
    """All known names; where they are many, those that begin or end most like `name`; none where they are too many."""
    if len(known) <= 4 * _AROUND:
        return known
    if len(known) > _TOO_MANY:
        return ()
    found: set[str] = set()
    for names, here, step in zip(_in_order(known), (name, name[::-1]), (1, -1), strict=True):
        index = bisect(names, here)
        found.update(other[::step] for other in names[max(index - _AROUND, 0) : index + _AROUND])
    return found


@lru_cache(maxsize=4)
def _in_order(known: frozenset[str]) -> tuple[list[str], list[str]]:
    """Names in the order of how they begin, and backwards in the order of how they end."""
    return sorted(known), sorted(name[::-1] for name in known)


def rewrite(span: Span, text: str, *, safe: bool, title: str | None = None) -> Fix:
    """The fix that puts `text` in the place of a stretch."""
    return Fix(title or f"write `{text}`", (Edit(span, text),), safe)


def respell(name: str, span: Span, known: Iterable[str]) -> Fix | None:
    """The fix, a guess, that puts the one near name in the place of `name`, which stands at `span` or in quotes there.

    None where no single name is near, or where the name is written with escapes.
    """
    near = only_near(name, known)
    quotes, rest = divmod(span.end.offset - span.start.offset - len(name), 2)
    if near is None or rest or quotes not in (0, 1) or span.start.line != span.end.line:
        return None
    return rewrite(_within(span, quotes), near, safe=False)


def _within(span: Span, margin: int) -> Span:
    """A stretch of one line without so many characters at both ends."""
    first, last = span.start, span.end
    start = Position(first.line, first.column + margin, first.offset + margin)
    return Span(span.file, start, Position(last.line, last.column - margin, last.offset - margin))


def suggestion(name: str, known: Iterable[str], *, most: int = 12) -> str | None:
    """Help for an unknown name: the nearest known one, else the whole list where it is short."""
    names = sorted(set(known))
    near = nearest(name, names)
    if near is not None:
        return f"did you mean `{near}`?"
    if names and len(names) <= most:
        return "known here: " + ", ".join(f"`{n}`" for n in names)
    return None


class Notes:
    """A list of diagnostics that is written to by every stage of a compilation. The same fault counts once.

    Where more are found than are told, the rest is passed over.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Diagnostic] = {}
        self._count = Counter[Severity]()

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take over what another stage found."""
        for d in diagnostics:
            key = (d.code, str(d.span), d.message)
            if self._count[d.severity] <= MOST_TOLD and key not in self._found:
                self._found[key] = d
                self._count[d.severity] += 1

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        help: str | None = None,
        *related: Related,
        fix: Fix | None = None,
    ) -> None:
        """A fault that makes the ruleset unusable."""
        self.add([Diagnostic(code=code, message=message, span=span, help=help, related=related, fix=fix)])

    def warning(self, code: str, message: str, span: Span, help: str | None = None, *related: Related) -> None:
        """Something that can hardly be meant."""
        found = Diagnostic(
            code=code, severity=Severity.WARNING, message=message, span=span, help=help, related=related
        )  # fmt: skip
        self.add([found])

    def unknown(self, code: str, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        """A name that nothing has, with the nearest one that something has."""
        if self.full:
            return
        names = set(known)
        fix = respell(name, span, names)
        self.error(code, f"there is no {what} `{name}`", span, suggestion(name, names), fix=fix)

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order found."""
        return tuple(self._found.values())

    @property
    def failed(self) -> bool:
        """Whether there is an error among them."""
        return self._count[Severity.ERROR] > 0

    @property
    def full(self) -> bool:
        """Whether there are more errors than are told."""
        return self._count[Severity.ERROR] > MOST_TOLD
