"""Texts of the effect language to syntax trees; faults are values, placed in the text or in its file."""

from collections.abc import Iterable
from typing import Final, Generic, TypeVar, cast

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Fix, rewrite
from imhotep.document.nodes import Scalar
from imhotep.effects.faults import BrokenText, SyntaxFault
from imhotep.effects.mendings import Mending
from imhotep.effects.reader import RESERVED, Start, read
from imhotep.effects.tree import Binder, Expression, Statement

__all__ = [
    "LONGEST",
    "MOST_CHARACTERS",
    "RESERVED",
    "Parsed",
    "SyntaxFault",
    "parse_choice",
    "parse_effect",
    "parse_formula",
    "placed",
    "too_much",
]

LONGEST: Final = 32_000  # characters of one text
MOST_CHARACTERS: Final = 64_000  # of all texts of a ruleset
_SHORTER: Final = "give parts of it names, as definitions or procedures of their own"

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T_co]):
    """What a text says, or None and what is wrong with it."""

    value: T_co | None
    faults: tuple[SyntaxFault, ...] = ()


def parse_effect(text: str) -> Parsed[tuple[Statement, ...]]:
    """The statements of an effect."""
    return cast(Parsed[tuple[Statement, ...]], _parse(text, "effect"))


def parse_formula(text: str) -> Parsed[Expression]:
    """One expression."""
    return cast(Parsed[Expression], _parse(text, "formula"))


def parse_choice(text: str) -> Parsed[Binder]:
    """A binder: what is chosen among."""
    return cast(Parsed[Binder], _parse(text, "choice"))


def too_much(scalars: Iterable[Scalar]) -> Diagnostic | None:
    """The fault of a ruleset whose texts are too long together, at the first that is too much."""
    total = 0
    for scalar in scalars:
        total += len(scalar.text)
        if total > MOST_CHARACTERS:
            message = f"with this text, those of all effects have more than {MOST_CHARACTERS} characters"
            return Diagnostic(code="L014", message=message, span=scalar.place(0, 1), help=_SHORTER)
    return None


def _parse(text: str, start: Start) -> Parsed[object]:
    if len(text) > LONGEST:
        message = f"this text has more than {LONGEST} characters"
        return Parsed(None, (SyntaxFault(message, 0, 1, _SHORTER, "L014"),))
    try:
        return Parsed(read(text, start))
    except BrokenText as broken:
        return Parsed(None, (broken.fault,))


def placed(scalar: Scalar, faults: Iterable[SyntaxFault]) -> tuple[Diagnostic, ...]:
    """The faults of a text that stands in a file."""
    return tuple(
        Diagnostic(
            code=fault.code,
            message=fault.message,
            span=scalar.place(fault.start, fault.end),
            help=fault.help,
            fix=None if fault.mending is None else _in_file(scalar, fault.mending),
        )
        for fault in faults
    )


def _in_file(scalar: Scalar, mending: Mending) -> Fix | None:
    """A mending as an edit of the file; None where the text is not written there as it reads, or YAML would read the
    new one otherwise."""
    span = scalar.place(mending.start, mending.end)
    is_as_written = span.end.offset - span.start.offset == mending.end - mending.start
    is_plain = scalar.style == "plain"
    if not is_as_written or (
        is_plain and (":" in mending.text or (mending.start == 0 and not mending.text[0].isalpha()))
    ):
        return None
    title = {" ": "write a space", ":": "end the line with `:`"}.get(mending.text)
    return rewrite(span, mending.text, safe=mending.safe, title=title)
