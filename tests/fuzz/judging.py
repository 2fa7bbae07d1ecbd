"""What must be so of any text: an answer in time, every place in its file, always the same, mended without harm."""

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from fuzz.damage import WORD, Case

import imhotep
from imhotep.cli.formats.concise import concise
from imhotep.cli.formats.github import annotations
from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.formats.sarif import sarif
from imhotep.cli.frames import Lines
from imhotep.cli.report import diagnostic_json, diagnostic_text
from imhotep.diagnostics import Diagnostic, Severity, Span
from imhotep.document.source import Source
from imhotep.errors import ImhotepError
from imhotep.fixing.mending import Checked, mend

LONGEST: Final = 20.0  # seconds for one check, however busy the machine: what hangs takes longer


PRECISE: Final = ("key", "value", "effect", "token")
"""Damages of one word or value, which can make only so many errors."""


def found_in(asked: str, files: Mapping[str, str]) -> tuple[tuple[Diagnostic, ...], tuple[Source, ...]]:
    """All that is wrong with a file, and the texts that were read."""
    report = imhotep.Validator(files).check(asked)
    return report.found, report.sources


def judge(case: Case, *, mending: bool = True) -> tuple[Diagnostic, ...]:
    """Check a case and what is found in it. Raises AssertionError where something is not as it must be."""
    start = time.perf_counter()
    try:
        found, sources = found_in(case.asked, case.files)
    except ImhotepError as error:  # what is asked for cannot be read at all
        assert "\n" not in str(error)
        return ()
    assert time.perf_counter() - start < LONGEST
    assert found == found_in(case.asked, case.files)[0]
    texts = {source.name: source for source in sources}
    for each in found:
        assert each.span is not None or each.code == "F005", each
        for span in _spans(each):
            _is_in_its_file(span, texts, case.files)
    _are_told_once(found)
    if case.label in PRECISE:
        assert len(errors(found)) <= most_errors(case), (len(errors(found)), most_errors(case))
    _are_shown(found, case)
    if mending:
        _is_mended(case, sources)
    return found


def errors(found: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """The errors among what was found."""
    return [each for each in found if each.severity is Severity.ERROR]


def most_errors(case: Case) -> int:
    """How many errors the damage can explain: one, and one for each place where a word that is gone or came stands."""
    words = {word for piece in (*case.lost, *case.gained, *case.near) for word in WORD.findall(piece)}
    return 2 + sum(word in words for text in case.files.values() for word in WORD.findall(text))


def _spans(diagnostic: Diagnostic) -> Iterator[Span]:
    if diagnostic.span is not None:
        yield diagnostic.span
    yield from (each.span for each in diagnostic.related)
    yield from (edit.span for edit in (diagnostic.fix.edits if diagnostic.fix else ()))


def _is_in_its_file(span: Span, texts: Mapping[str, Source], files: Mapping[str, str]) -> None:
    source = texts.get(span.file) or (Source(span.file, files[span.file]) if span.file in files else None)
    assert source is not None, span
    assert 0 <= span.start.offset <= span.end.offset <= len(source.text), span
    assert source.position(span.start.offset) == span.start, span
    assert source.position(span.end.offset) == span.end, (span, source.position(span.end.offset))


def _are_told_once(found: tuple[Diagnostic, ...]) -> None:
    """No two errors at one place."""
    seen: dict[object, Diagnostic] = {}
    for each in errors(found):
        assert each.span is not None
        if each.span.start == each.span.end:
            continue  # something is missing; there may be more of that
        key = (each.span.file, each.span.start.offset)
        assert key not in seen, f"{concise(seen[key])} // {concise(each)}"
        seen[key] = each


def _are_shown(found: tuple[Diagnostic, ...], case: Case) -> None:
    lines = Lines()
    lines.hold(case.files)
    outcome = Outcome(found=found, refused=(), summary=(), code=1)
    for each in found:
        assert each.message[0] in "`" or not each.message[0].isupper(), each.message
        assert "\n" not in concise(each)
        assert diagnostic_text(each, lines)
        diagnostic_json(each, lines)
    list(annotations(outcome, lines))
    sarif(outcome, lines)


def _is_mended(case: Case, sources: tuple[Source, ...]) -> None:
    """Fixes make nothing worse, and nothing is left for a second round."""
    names = {Path(os.path.realpath(name)): name for name in case.files}

    def check(texts: Mapping[Path, str]) -> Checked:
        files = {**case.files, **{names[Path(os.path.realpath(path))]: text for path, text in texts.items()}}
        found, sources = found_in(case.asked, files)
        return Checked(found=found, sources=sources, own=frozenset(case.files))

    for unsafe in (False, True):
        before = len(errors(check({}).found))
        result = mend(check, unsafe=unsafe)
        texts = {source.path: text for source, text in result.changed if source.path is not None}
        if not texts:
            continue
        after = check(texts)
        assert len(errors(after.found)) <= before or len(result.done) > 0
        assert errors(after.found) == [] or before > 0, (case, after.found)
        again = mend(lambda more, texts=texts: check({**texts, **more}), unsafe=unsafe)  # type: ignore[misc]
        if not result.given_up and not unsafe:
            assert not again.changed, again
