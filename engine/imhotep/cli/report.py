"""Diagnostics as text for people and as JSON for programs."""

from collections.abc import Iterable

import click

from imhotep.cli.frames import Lines, Row, framed, gutter
from imhotep.cli.output import Json, visible
from imhotep.diagnostics import Diagnostic, Fix, Related, Severity, Span

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def place(span: Span) -> str:
    """Where a span begins. An argument of the command line has no lines."""
    return span.file if span.file.startswith("--") else str(span)


def kind_text(diagnostic: Diagnostic) -> str:
    """How bad it is, and its code."""
    return click.style(f"{diagnostic.severity}[{diagnostic.code}]", fg=_COLOURS[diagnostic.severity], bold=True)


def diagnostic_text(diagnostic: Diagnostic, lines: Lines) -> str:
    """A diagnostic with the lines that it is about."""
    d = diagnostic
    fix = d.fix.title if d.fix is not None and d.help is None else None  # help says it already, in more words
    return message_text(kind_text(d), d.message, d.span, lines, d.help, d.related, note=d.note, fix=fix)


def message_text(
    kind: str,
    message: str,
    span: Span | None,
    lines: Lines,
    help: str | None = None,
    related: Iterable[Related] = (),
    *,
    note: str | None = None,
    fix: str | None = None,
) -> str:
    """A message about a place: `file:line:column: kind: message`, the lines themselves, and what helps.

    A second place is shown with its first line where that stands in another file.
    """
    where = "" if span is None else f"{visible(place(span))}: "
    rows = [] if span is None else lines.rows(span)
    seconds = [(each, _second(each, span, lines)) for each in related]
    width = max(gutter(rows), *(gutter(more) for _, more in seconds), len(str(span.start.line)) if span else 0)
    margin = " " * width
    text = [f"{where}{kind}: {visible(message)}", *framed(rows, width)]
    for each, more in seconds:
        text += [f"{margin} = {visible(place(each.span))}: {visible(each.message)}", *framed(more, width)]
    for title, said in (("note", note), ("help", help), ("fix", fix)):
        if said is not None:
            first, *others = visible(said).split("\n")
            text += [f"{margin} = {title}: {first}", *(f"{margin}   {line}" for line in others)]
    return "\n".join(text)


def _second(related: Related, span: Span | None, lines: Lines) -> list[Row]:
    is_elsewhere = span is None or related.span.file != span.file
    return lines.rows(related.span, only_first=True) if is_elsewhere else []


def diagnostic_json(diagnostic: Diagnostic, lines: Lines) -> dict[str, Json]:
    """A diagnostic as plain data, which is the same wherever the files lie."""
    return {
        **span_json(diagnostic.span),
        "severity": str(diagnostic.severity),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "note": None if diagnostic.note is None else lines.unplaced(diagnostic.note),
        "help": None if diagnostic.help is None else lines.unplaced(diagnostic.help),
        "related": [{**span_json(each.span), "message": each.message} for each in diagnostic.related],
        "fix": None if diagnostic.fix is None else _fix_json(diagnostic.fix),
    }


def _fix_json(fix: Fix) -> dict[str, Json]:
    edits: list[Json] = [{**span_json(edit.span), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def span_json(span: Span | None) -> dict[str, Json]:
    """A place as plain data; lines and columns count code points from 1, offsets from 0, the end is the first place
    after it."""
    return {
        "file": None if span is None else span.file,
        "line": None if span is None else span.start.line,
        "column": None if span is None else span.start.column,
        "offset": None if span is None else span.start.offset,
        "end_line": None if span is None else span.end.line,
        "end_column": None if span is None else span.end.column,
        "end_offset": None if span is None else span.end.offset,
    }


def refusal(argument: str, error: Exception) -> str:
    """Why an argument of a command cannot be used, on one line that names it."""
    reason = " ".join(str(error).split())
    return reason if argument in reason else f"`{argument}`: {reason}"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {nouns or noun + 's'}"


def totals(diagnostics: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are."""
    severities = [d.severity for d in diagnostics]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    parts = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(parts) or "no findings"
