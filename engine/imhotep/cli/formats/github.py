"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a change."""

from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.formats.places import located
from imhotep.cli.frames import Lines
from imhotep.cli.output import visible
from imhotep.cli.report import place
from imhotep.diagnostics import Diagnostic


def annotations(outcome: Outcome, lines: Lines) -> list[str]:
    """A command for each finding, and one for each argument that could not be looked at."""
    refused = [f"::error title=imhotep::{_message(lines.unplaced(reason))}" for reason in outcome.refused]
    return refused + [_annotation(d, lines) for d in outcome.found]


def _annotation(diagnostic: Diagnostic, lines: Lines) -> str:
    span, text = diagnostic.span, [diagnostic.message]
    file = None if span is None else located(span.file, lines)
    properties: dict[str, object] = {}
    if span is not None and file is None:
        text[0] = f"{place(span)}: {diagnostic.message}"
    if span is not None and file is not None:
        properties |= {"file": file.path, "line": span.start.line, "endLine": span.end.line}
        if span.start.line == span.end.line:  # GitHub refuses columns in two lines
            properties |= {"col": span.start.column, "endColumn": span.end.column}
    properties["title"] = diagnostic.code
    text += [f"{place(each.span)}: {each.message}" for each in diagnostic.related]
    fix = diagnostic.fix.title if diagnostic.fix is not None else None
    for title, said in (("note", diagnostic.note), ("help", diagnostic.help), ("fix", fix)):
        text += [f"{title}: {lines.unplaced(said)}"] if said is not None else []
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{diagnostic.severity} {told}::{_message(chr(10).join(text))}"


def _message(text: str) -> str:
    """Text as the message of a command. Other control characters than line breaks are made visible."""
    text = "\n".join(visible(line) for line in text.replace("\r\n", "\n").split("\n"))
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Text as a property of a command."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C")
