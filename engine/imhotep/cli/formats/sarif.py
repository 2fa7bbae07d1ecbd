"""Findings as SARIF 2.1.0, which code scanning and editors read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.formats.places import BASES, located
from imhotep.cli.frames import Lines
from imhotep.cli.output import Json
from imhotep.diagnostics import Diagnostic, Edit, Fix, Related, Span

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif(outcome: Outcome, lines: Lines) -> dict[str, Json]:
    """A log of one run. Its paths start at bases without a place, so it is the same on every machine."""
    from importlib.metadata import version

    codes = sorted({d.code for d in outcome.found})
    writer = _Writer(lines, codes)
    results: list[Json] = [writer.result(d) for d in outcome.found]
    driver = {"name": "imhotep", "version": version("imhotep-engine"), "rules": _rules(codes, outcome.found)}
    refused: list[Json] = [{"level": "error", "message": {"text": lines.unplaced(each)}} for each in outcome.refused]
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {base: _text("description", BASES[base]) for base in sorted(writer.bases)},
        "invocations": [
            {
                "executionSuccessful": not outcome.refused,
                "exitCode": outcome.code,
                "toolExecutionNotifications": refused,
            }
        ],
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(codes: list[str], found: Iterable[Diagnostic]) -> list[Json]:
    levels = {d.code: str(d.severity) for d in reversed(list(found))}
    return [{"id": code, "defaultConfiguration": {"level": levels[code]}} for code in codes]


def _text(key: str, text: str) -> dict[str, Json]:
    return {key: {"text": text}}


class _Writer:
    """Writes results, and keeps which bases their paths start at."""

    def __init__(self, lines: Lines, codes: list[str]) -> None:
        self.lines = lines
        self.codes = codes
        self.bases: set[str] = set()

    def result(self, diagnostic: Diagnostic) -> dict[str, Json]:
        """A finding. What helps stands in its message, since viewers show little else."""
        d = diagnostic
        text = [d.message]
        text += [f"{title}: {said}" for title, said in (("note", d.note), ("help", d.help)) if said is not None]
        written: dict[str, Json] = {
            "ruleId": d.code,
            "ruleIndex": self.codes.index(d.code),
            "level": str(d.severity),
            **_text("message", self.lines.unplaced("\n".join(text))),
            "locations": [] if d.span is None else [self._location(d.span)],
        }
        if d.related:
            written["relatedLocations"] = [self._related(n, each) for n, each in enumerate(d.related)]
        fix = None if d.fix is None else self._fix(d.fix)
        if fix is not None:
            written["fixes"] = [fix]
        return written

    def _related(self, number: int, related: Related) -> dict[str, Json]:
        return {"id": number, **self._location(related.span), **_text("message", related.message)}

    def _location(self, span: Span) -> dict[str, Json]:
        artifact = self._artifact(span.file)
        if artifact is None:
            return {"logicalLocations": [{"fullyQualifiedName": span.file, "kind": "argument"}]}
        return {"physicalLocation": {"artifactLocation": artifact, "region": _region(span)}}

    def _artifact(self, name: str) -> dict[str, Json] | None:
        place = located(name, self.lines)
        if place is None:
            return None
        self.bases.add(place.base)
        return {"uri": quote(place.path, errors="surrogateescape"), "uriBaseId": place.base}

    def _fix(self, fix: Fix) -> dict[str, Json] | None:
        """A fix, a change for each file; None if it changes an argument of the command line."""
        changes: list[Json] = []
        for file in dict.fromkeys(edit.span.file for edit in fix.edits):
            artifact = self._artifact(file)
            if artifact is None:
                return None
            replacements: list[Json] = [_replacement(edit) for edit in fix.edits if edit.span.file == file]
            changes.append({"artifactLocation": artifact, "replacements": replacements})
        if not changes:
            return None
        return {**_text("description", fix.title), "artifactChanges": changes, "properties": {"safe": fix.safe}}


def _replacement(edit: Edit) -> dict[str, Json]:
    return {"deletedRegion": _region(edit.span), **_text("insertedContent", edit.text)}


def _region(span: Span) -> dict[str, Json]:
    start, end = span.start, span.end
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }
