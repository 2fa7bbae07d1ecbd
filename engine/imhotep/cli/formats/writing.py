"""Writes the outcome of a check in the form that was asked for. What programs read stands alone on standard output."""

from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.frames import Lines
from imhotep.cli.output import say, say_json
from imhotep.cli.report import diagnostic_json, diagnostic_text


def write(form: str, outcome: Outcome, lines: Lines) -> None:
    """Write an outcome; `form` is one of `choices.FORMS`."""
    match form:
        case "json":
            say_json([diagnostic_json(d, lines) for d in outcome.found])
        case "sarif":
            from imhotep.cli.formats.sarif import sarif

            say_json(sarif(outcome, lines))
        case "github":
            from imhotep.cli.formats.github import annotations

            _say_lines(annotations(outcome, lines), outcome)
        case "concise":
            from imhotep.cli.formats.concise import concise

            _say_lines([concise(d) for d in outcome.found], outcome)
        case _:
            for diagnostic in outcome.found:
                say(diagnostic_text(diagnostic, lines) + "\n")
            if outcome.found:
                say("`imhotep explain CODE` tells more")
            for line in outcome.summary:
                say(line)


def _say_lines(found: list[str], outcome: Outcome) -> None:
    """Lines for programs on standard output; how much was looked at is for people."""
    for line in found:
        say(line)
    for line in outcome.summary:
        say(line, error=True)
