"""Changes as a report by what they are about, as a few lines, and as plain data."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final

from imhotep.diagnostics import Span
from imhotep.document.nodes import Plain
from imhotep.explain.difference import REMARKS, Change
from imhotep.explain.difference_words import details, headline
from imhotep.explain.origin import written_at
from imhotep.explain.texts import commented
from imhotep.variants.paths import show

_COLUMN: Final = 76
"""Where places stand at the farthest."""

_WIDEST: Final = 96
"""Where lines are broken."""

_FEW: Final = 6


def report(changes: Sequence[Change], *, is_full: bool = False) -> str:
    """Every change under a heading, with its places behind it. Remarks are counted unless the report `is_full`."""
    lines: list[tuple[str, str]] = []
    for about, group in groupby(changes, key=lambda change: change.about):
        found = list(group)
        if about == REMARKS and not is_full:
            lines += [("", ""), (f"{REMARKS}: {counted(found)} (--all shows them)", "")]
            continue
        lines += [("", ""), (about, "")]
        for change in found:
            *before, last = _broken(headline(change))
            lines += [*((line, "") for line in before), (last, _places(change))]
            lines += [(f"    {line}", "") for line in details(change)]
    return commented(lines[1:], _COLUMN)


def in_short(changes: Sequence[Change]) -> list[str]:
    """The first few changes, a line each, and how many more there are. Remarks are left out."""
    found = [change for change in changes if not change.is_remark]
    lines = [headline(change) for change in found[:_FEW]]
    if len(found) > _FEW:
        lines.append(f"and {len(found) - _FEW} more, see `imhotep diff`")
    return lines


def counted(changes: Sequence[Change]) -> str:
    """How many changes there are."""
    return f"{len(changes)} change{'s' * (len(changes) != 1)}"


def as_plain(change: Change, *, places: bool = True) -> dict[str, Plain]:
    """A change as plain data."""
    found: dict[str, Plain] = {
        "about": change.about,
        "kind": change.kind,
        "path": show(change.path),
        "was": None if change.was is None else show(change.was),
        "before": change.before,
        "after": change.after,
    }
    if places:
        found["before_at"], found["after_at"] = _place(change.before_at), _place(change.after_at)
    return found


def _broken(line: str) -> list[str]:
    """A line under a heading, broken between words where it is too long."""
    return wrap(
        line,
        _WIDEST,
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _place(span: Span | None) -> Plain:
    """A place as plain data; an argument of the command line has no lines."""
    if span is None:
        return None
    return {"file": span.file, "line": None if span.file.startswith("--") else span.start.line}


def _places(change: Change) -> str:
    """Where it is said now, and where it was said."""
    now, was = (None if span is None else written_at(span) for span in (change.after_at, change.before_at))
    return ", ".join(filter(None, (now, None if was is None or was == now else f"was {was}")))
