"""Edits of a text: put together, and made. Everything outside of them stays as it is, to the last character."""

from collections.abc import Iterable

from imhotep.diagnostics import Edit, Fix


def compatible(fixes: Iterable[Fix]) -> tuple[Fix, ...]:
    """Fixes of one file without those that touch an edit of an earlier one. The same edit counts once."""
    taken: list[Fix] = []
    edits: list[Edit] = []
    for fix in fixes:
        if not any(_touch(edit, other) for edit in fix.edits for other in edits):
            taken.append(fix)
            edits += fix.edits
    return tuple(taken)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made, which touch one another nowhere."""
    for edit in sorted(edits, key=lambda edit: edit.span.start.offset, reverse=True):
        text = text[: edit.span.start.offset] + edit.text + text[edit.span.end.offset :]
    return text


def _touch(one: Edit, other: Edit) -> bool:
    first, second = one.span, other.span
    return first.start.offset <= second.end.offset and second.start.offset <= first.end.offset
