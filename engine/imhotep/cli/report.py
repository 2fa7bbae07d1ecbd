"""Diagnostics as text for people and as JSON for programs."""

from collections.abc import Iterable

import click

from imhotep.cli.frames import Lines
from imhotep.cli.output import Json, visible
from imhotep.diagnostics import Diagnostic, Related, Severity, Span

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each once, by place."""
    found = {(str(d.span), d.code, d.message): d for d in diagnostics}
    return tuple(sorted(found.values(), key=lambda d: (_key(d.span), d.code, d.message)))


def _key(span: Span | None) -> tuple[str, int, int]:
    return ("", 0, 0) if span is None else (span.file, span.start.line, span.start.column)


def place(span: Span) -> str:
    """Where a span begins. An argument of the command line has no lines."""
    return span.file if span.file.startswith("--") else str(span)


def diagnostic_text(diagnostic: Diagnostic, lines: Lines) -> str:
    """A diagnostic with the line that it is about."""
    kind = click.style(f"{diagnostic.severity}[{diagnostic.code}]", fg=_COLOURS[diagnostic.severity], bold=True)
    return message_text(kind, diagnostic.message, diagnostic.span, lines, diagnostic.help, diagnostic.related)


def message_text(
    kind: str,
    message: str,
    span: Span | None,
    lines: Lines,
    help: str | None = None,
    related: Iterable[Related] = (),
) -> str:
    """A message about a place: `file:line:column: kind: message`, the line itself, and what helps."""
    where = "" if span is None else f"{visible(place(span))}: "
    text = [f"{where}{kind}: {visible(message)}"]
    if span is not None:
        text += lines.frame(span)
    margin = " " * len(str(span.start.line if span is not None else ""))
    text += [f"{margin} = {visible(place(each.span))}: {visible(each.message)}" for each in related]
    if help is not None:
        first, *more = visible(help).split("\n")
        text += [f"{margin} = help: {first}", *(f"{margin}   {line}" for line in more)]
    return "\n".join(text)


def diagnostic_json(diagnostic: Diagnostic, lines: Lines) -> dict[str, Json]:
    """A diagnostic as plain data, which is the same wherever the files lie."""
    return {
        **span_json(diagnostic.span),
        "severity": str(diagnostic.severity),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "help": None if diagnostic.help is None else lines.unplaced(diagnostic.help),
        "related": [{**span_json(each.span), "message": each.message} for each in diagnostic.related],
    }


def span_json(span: Span | None) -> dict[str, Json]:
    """A place as plain data; lines and columns count from 1, the end is the first place after it."""
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "file": span.file,
        "line": span.start.line,
        "column": span.start.column,
        "end_line": span.end.line,
        "end_column": span.end.column,
    }


def refusal(argument: str, error: Exception) -> str:
    """Why an argument of a command cannot be used, on one line that names it."""
    reason = " ".join(str(error).split())
    return reason if argument in reason else f"`{argument}`: {reason}"


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def totals(diagnostics: Iterable[Diagnostic]) -> str:
    """How many errors and warnings there are."""
    severities = [d.severity for d in diagnostics]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    parts = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    return ", ".join(parts) or "no findings"
