"""From a reference to a composed ruleset: the ruleset below, its variants and settings laid over it, its form checked.

Does not look into effects and does not know whether the names in them exist.
"""

from collections.abc import Mapping as Table
from collections.abc import Sequence as Row
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, has_errors
from imhotep.document.keeping import Kept
from imhotep.document.nodes import Mapping, Node
from imhotep.document.source import Source
from imhotep.fixing.consequences import without_consequences
from imhotep.fixing.settling import ALWAYS, settle
from imhotep.form.schema import check
from imhotep.loading.documents import Documents
from imhotep.loading.library import Files, library_of
from imhotep.loading.lineage import Layer, Lineage, Member
from imhotep.loading.project import SCENARIOS
from imhotep.variants.blame import blame
from imhotep.variants.canonical import digest
from imhotep.variants.choosing import Choices, Subject, Wish, choose
from imhotep.variants.overlay import Mark, Overlaid, apply_variant
from imhotep.variants.overlay_faults import FIXED_OTHERWISE
from imhotep.variants.paths import Path as Keys
from imhotep.variants.settings import parse_setting

LACKS: Final = "S004"
"""The schema's code for a missing key: a setting extends nothing."""

_NONE: Final[Table[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A ruleset with everything that is laid over it.

    `id` and `title` are those of the last variant. `root` has all sections of the ruleset, and each value in it knows
    the place that set it. `sides` and `options` hold what is chosen; the rest is at its default. `record` holds, at
    each path, the last deed of all variants and settings. `files` are the names of all files read. `overruled` warns
    of sides and options that were asked for against what a variant fixes.
    """

    id: str
    title: Node | None
    root: Mapping
    sides: Choices
    options: Choices
    record: Table[Keys, Mark]
    lineage: tuple[Layer, ...]
    settings: tuple[str, ...]
    files: tuple[str, ...]
    sources: tuple[Source, ...] = field(default=(), compare=False, repr=False)
    overruled: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)

    @property
    def digest(self) -> str:
        """What tells apart what two of these say, wherever it was written."""
        return digest(self.root)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What came of loading: a composed ruleset or None, what was found, and all texts that were read.

    `own` are the names of the files that belong to what was asked for, not to what it is laid over; `kept` is what was
    worked out of texts on the way.
    """

    composed: Composed | None
    found: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    own: frozenset[str]
    kept: Kept

    def settled(self, *more: Diagnostic, judged: str = ALWAYS) -> tuple[Diagnostic, ...]:
        """What was found and what later stages found, less what comments in the files silence."""
        return settle((*self.found, *more), self.sources, own=self.own, judged=judged, kept=self.kept)


def load_noting(
    reference: str,
    *,
    variants: Row[str] = (),
    settings: Row[str] = (),
    sides: Table[str, str] = _NONE,
    options: Table[str, str] = _NONE,
    files: Files | None = None,
) -> Loaded:
    """The same as `load`, with all that was read on the way."""
    library = library_of(files)
    documents = Documents(library)
    composed, found = _load(documents, (reference, *variants), settings, sides, options)
    place = library.locate(reference)
    own = frozenset(each.name for each in documents.sources if each.path and each.path.is_relative_to(place))
    return Loaded(composed=composed, found=found, sources=tuple(documents.sources), own=own, kept=library.kept)


def load(
    reference: str,
    *,
    variants: Row[str] = (),
    settings: Row[str] = (),
    sides: Table[str, str] = _NONE,
    options: Table[str, str] = _NONE,
    files: Files | None = None,
) -> tuple[Composed | None, tuple[Diagnostic, ...]]:
    """What `reference` names, with more variants and settings laid over it; None beside an error.

    A reference is the id of a ruleset, its folder or file, or the file of a variant. A setting is a path and a value,
    such as `numbers.NAME=4`. `files` are texts by name that stand before those on the disk. Raises UsageError or
    UnreadableError if a reference names nothing that can be read.
    """
    documents = Documents(library_of(files))
    composed, found = _load(documents, (reference, *variants), settings, sides, options)
    sources = {source.name: source for source in documents.sources}
    return composed, without_consequences(found, sources, documents.library.kept)


def scenario_files(layer: Layer) -> tuple[Path, ...]:
    """The files of scenarios that belong to a ruleset's folder, or to the file of a variant."""
    if layer.path.is_dir():
        return tuple(sorted(layer.path.rglob(f"*{SCENARIOS}")))
    beside = layer.path.with_suffix(SCENARIOS)
    return (beside,) if beside.is_file() else ()


def _load(
    documents: Documents, references: Row[str], settings: Row[str], sides: Table[str, str], options: Table[str, str]
) -> tuple[Composed | None, tuple[Diagnostic, ...]]:
    lineage = Lineage(documents)
    for reference in references:
        lineage.include(documents.library.locate(reference))
    ruleset = lineage.ruleset
    diagnostics = documents.diagnostics
    if ruleset is None:
        return None, tuple(diagnostics)
    overlaid = _overlay(ruleset.layer.root, lineage.variants, settings, diagnostics)
    chosen_sides = _choose("sides", overlaid.root, lineage.variants, sides, diagnostics)
    chosen_options = _choose("options", overlaid.root, lineage.variants, options, diagnostics)
    if (lineage.variants or settings) and not has_errors(diagnostics):
        diagnostics.extend(blame(found, overlaid.root, overlaid.record) for found in check(overlaid.root, "ruleset"))
    if has_errors(diagnostics):
        return None, tuple(diagnostics)
    layers = (ruleset.layer, *(variant.layer for variant in lineage.variants))
    composed = Composed(
        id=layers[-1].id,
        title=layers[-1].title,
        root=overlaid.root,
        sides=chosen_sides,
        options=chosen_options,
        record=overlaid.record,
        lineage=layers,
        settings=tuple(settings),
        files=tuple(documents.files),
        sources=tuple(documents.sources),
        overruled=tuple(each for each in diagnostics if each.code == FIXED_OTHERWISE),
    )
    return composed, tuple(diagnostics)


def _overlay(root: Mapping, variants: Row[Member], settings: Row[str], diagnostics: list[Diagnostic]) -> Overlaid:
    """Lay variants and then settings over a ruleset."""
    overlaid = Overlaid(root=root, record={}, diagnostics=())
    for variant in variants:
        overlaid = apply_variant(overlaid.root, variant.layer.root, record=overlaid.record, builds_on=variant.builds_on)
        diagnostics.extend(overlaid.diagnostics)
    files = [variant.layer.file for variant in variants]
    for text in settings:
        setting, faults = parse_setting(text)
        diagnostics.extend(faults)
        if setting is not None:
            diagnostics.extend(each for each in check(setting, "variant") if each.code != LACKS)
            overlaid = apply_variant(overlaid.root, setting, record=overlaid.record, builds_on=files, is_setting=True)
            diagnostics.extend(overlaid.diagnostics)
    return overlaid


def _choose(
    subject: Subject, root: Mapping, variants: Row[Member], arguments: Table[str, str], diagnostics: list[Diagnostic]
) -> Choices:
    wishes = []
    for variant in variants:
        said = variant.layer.root.get(subject)
        if isinstance(said, Mapping):
            wishes.append(Wish(said, variant.builds_on))
    choices, found = choose(subject, root, wishes, arguments)
    diagnostics.extend(found)
    return choices
