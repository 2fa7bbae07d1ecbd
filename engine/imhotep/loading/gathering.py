"""One ruleset out of all files of its folder: their sections are joined, and nothing may stand in two of them."""

from pathlib import Path

from imhotep.diagnostics import Diagnostic, Related, Span, nearest
from imhotep.document.nodes import Entry, Mapping
from imhotep.loading.documents import Documents, start_of
from imhotep.variants.overlay import PROPERTIES
from imhotep.variants.paths import SECTIONS, show

_KNOWN = SECTIONS | PROPERTIES | {"format", "ruleset"}

NEEDED = ("players", "seats", "begin", "winner")
"""What no ruleset can do without."""


def gather(documents: Documents, folder: Path, asked: Span | None) -> Mapping | None:
    """The ruleset in a folder; None if not one of its files can be read."""
    paths = documents.parts(folder, asked)
    whole: Mapping | None = None
    is_complete = True
    for path in paths:
        part = documents.read(path, "ruleset", asked or start_of(documents.library.name(path)))
        if part is None:
            is_complete = False
        elif whole is None:
            whole = part
        else:
            whole = _joined(whole, part, documents.diagnostics)
    if whole is not None and is_complete:
        documents.diagnostics.extend(missing(whole))
    return whole


def _joined(whole: Mapping, part: Mapping, diagnostics: list[Diagnostic]) -> Mapping:
    entries = {entry.key.text: entry for entry in whole.entries}
    for new in part.entries:
        name = new.key.text
        old = entries.get(name)
        if old is None:
            entries[name] = new
        elif name in SECTIONS and isinstance(old.value, Mapping) and isinstance(new.value, Mapping):
            entries[name] = Entry(old.key, _joined_section(name, old.value, new.value, diagnostics))
        elif name != "format":
            diagnostics.append(_twice(name, old, new))
    return Mapping(entries=tuple(entries.values()), span=whole.span)


def _joined_section(section: str, whole: Mapping, part: Mapping, diagnostics: list[Diagnostic]) -> Mapping:
    added = []
    for new in part.entries:
        old = whole.entry(new.key.text)
        if old is None:
            added.append(new)
        else:
            diagnostics.append(_twice(show((section, new.key.text)), old, new))
    return Mapping(entries=(*whole.entries, *added), span=whole.span)


def _twice(name: str, old: Entry, new: Entry) -> Diagnostic:
    return Diagnostic(
        code="V014",
        message=f"`{name}` stands in two files of the ruleset",
        span=new.key.span,
        related=(Related(old.key.span, "it stands here, too"),),
        help="give one of them another name, or delete it",
    )


def missing(whole: Mapping) -> list[Diagnostic]:
    """A fault for each key that no ruleset can do without and this one lacks, and does not have misspelt."""
    start = whole.span.start
    place = Span(whole.span.file, start, start)
    others = [entry.key.text for entry in whole.entries if entry.key.text not in _KNOWN]
    return [
        Diagnostic(code="V015", message=f"this ruleset has no `{key}`", span=place)
        for key in NEEDED
        if whole.entry(key) is None and nearest(key, others) is None
    ]
