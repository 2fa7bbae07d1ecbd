"""Lays a variant over a ruleset: what it removes, then what it changes, then what it adds. Reads no file.

Every value keeps the place where it was written, so its place tells who set it. Parts of a variant that have the wrong
form are passed over: `schema` reports them.
"""

from collections.abc import Collection
from collections.abc import Mapping as Table
from typing import Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import MOST_TOLD, Diagnostic, Span
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.variants import overlay_faults as faults
from imhotep.variants.canonical import canonical
from imhotep.variants.paths import PARTS, SECTIONS, Path, Segment, alternative, is_keyed, is_thing, parse

Deed: TypeAlias = Literal["set", "added", "removed"]

PROPERTIES = frozenset({"begin", "credits", "limits", "note", "players", "title", "winner"})
"""What a ruleset says about itself, beside its sections."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a variant did at a path, and where it says so."""

    deed: Deed
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlaid:
    """A ruleset after a variant. `record` holds, at each path, the last deed of all variants so far."""

    root: Mapping
    record: Table[Path, Mark]
    diagnostics: tuple[Diagnostic, ...]


def apply_variant(
    base: Mapping,
    variant: Mapping,
    *,
    record: Table[Path, Mark] | None = None,
    builds_on: Collection[str] = (),
    is_setting: bool = False,
) -> Overlaid:
    """Lay one variant over a ruleset.

    `record` comes from the variants before it. To set again what one of the files in `builds_on` sets is no accident.
    `is_setting`: from a command line, where to give a value that holds already is no accident either, and where a path
    cannot bring a map of its own.
    """
    variant, diagnostics = without_empty(variant)
    overlay = _Overlay(base, dict(record or {}), {*builds_on, variant.span.file}, is_setting)
    removals, changes, additions = variant.get("remove"), variant.get("change"), variant.get("add")
    if isinstance(removals, Sequence):
        overlay.remove(removals)
    if isinstance(changes, Mapping):
        overlay.root = overlay.change(overlay.root, changes, ())
    if isinstance(additions, Mapping):
        overlay.root = overlay.add(overlay.root, additions, ())
    return Overlaid(root=overlay.root, record=overlay.record, diagnostics=(*diagnostics, *overlay.diagnostics))


def without_empty(variant: Mapping) -> tuple[Mapping, tuple[Diagnostic, ...]]:
    """A variant without the keys in `change` and `add` that have no value, and a diagnostic for each of them."""
    found: list[Diagnostic] = []
    entries = []
    for entry in variant.entries:
        value = entry.value
        if entry.key.text in ("change", "add") and isinstance(value, Mapping):
            value = _without_empty(value, (), found, added=entry.key.text == "add")
        entries.append(Entry(entry.key, value))
    return Mapping(entries=tuple(entries), span=variant.span, flow=variant.flow), tuple(found)


def _without_empty(base: Mapping, path: Path, found: list[Diagnostic], *, added: bool) -> Mapping:
    entries = []
    for entry in base.entries:
        here = (*path, entry.key.text)
        value = entry.value
        if isinstance(value, Mapping) and value.entries:
            value = _without_empty(value, here, found, added=added)
            if not value.entries:
                continue
        elif isinstance(value, Scalar) and value.value is None:
            found.append(faults.empty(entry, here, added=added))
            continue
        entries.append(Entry(entry.key, value))
    return Mapping(entries=tuple(entries), span=base.span, flow=base.flow)


class _Overlay:
    """One variant on its way over a ruleset: `root` is the ruleset so far."""

    def __init__(self, root: Mapping, record: dict[Path, Mark], known: Collection[str], is_setting: bool) -> None:
        self.root = root
        self.record = record
        self.is_setting = is_setting
        self.diagnostics: list[Diagnostic] = []
        self.unknowns = 0
        self.strange = {
            path: mark for path, mark in record.items() if mark.deed == "set" and mark.span.file not in known
        }
        self.around: dict[Path, Mark] = {}
        for path, mark in self.strange.items():
            for end in range(len(path)):
                self.around.setdefault(path[:end], mark)

    def remove(self, removals: Sequence) -> None:
        """Take the named entries out of the ruleset."""
        gone: dict[Path, Span] = {}
        for item in removals.items:
            if not isinstance(item, Scalar):
                continue
            segments = parse(item.text)
            if isinstance(segments, int):
                self.diagnostics.append(faults.malformed_path(item, segments))
            else:
                self._remove(item, segments, gone)
        self._take_out(gone)

    def _remove(self, item: Scalar, segments: tuple[Segment, ...], gone: dict[Path, Span]) -> None:
        path: Path = ()
        here: Node = self.root
        for segment in segments:
            entry = here.entry(segment.key) if isinstance(here, Mapping) else None
            if entry is None or (*path, segment.key) in gone:
                self._take_out(gone)
                self._unknown("V004", _at(self.root, path), path, segment.key, item.place(segment.start, segment.end))
                return
            path, here = (*path, segment.key), entry.value
        if is_keyed(path[:-1]):
            self._warn_of_others("removed", path, item.span)
            gone[path] = item.span
        else:
            self.diagnostics.append(faults.not_an_entry(path, here, item.span))

    def _take_out(self, gone: dict[Path, Span]) -> None:
        """Carry out the removals so far, all at once."""
        if not gone:
            return
        around = {path[:end] for path in gone for end in range(len(path))}
        self.root = _without(self.root, gone, around, ())
        self.record.update({path: Mark("removed", span) for path, span in gone.items()})
        self.record = {path: mark for path, mark in self.record.items() if not _is_below(path, gone)}
        gone.clear()

    def change(self, base: Mapping, changes: Mapping, path: Path) -> Mapping:
        """The map at `path` with changes merged into it by key."""
        found = {entry.key.text: entry for entry in base.entries}
        for new in changes.entries:
            key = new.key.text
            here = (*path, key)
            old = found.get(key)
            if old is not None:
                found[key] = self._changed(old, new, here)
            elif self._may_be_set(here, new.value):
                self._mark("set", here, new.key.span)
                other = alternative(key)
                if other in found:
                    found = {(key if each == other else each): entry for each, entry in found.items()}
                found[key] = new
            else:
                self._change_unknown(base, new, here)
        return Mapping(entries=tuple(found.values()), span=base.span, flow=base.flow)

    def _changed(self, old: Entry, new: Entry, path: Path) -> Entry:
        is_empty_map = isinstance(new.value, Mapping) and not new.value.entries
        if isinstance(old.value, Mapping) and not is_empty_map:
            if isinstance(new.value, Mapping):
                return self._merged(old, old.value, new.value, path)
            if is_thing(path):
                return old
        if is_empty_map or canonical(old.value) == canonical(new.value):
            if not self.is_setting:
                self.diagnostics.append(faults.changes_nothing(old, new, path))
            return old
        self._mark("set", path, new.key.span)
        return new

    def _merged(self, old: Entry, base: Mapping, changes: Mapping, path: Path) -> Entry:
        """A map with changes in it. Where one row of a table changes, the others may be written out again."""
        before = len(self.diagnostics)
        merged = self.change(base, changes, path)
        if path[-1] in PARTS and is_keyed(path) and canonical(merged) != canonical(base):
            found = self.diagnostics[before:]
            self.diagnostics[before:] = [each for each in found if each.code != "V006"]
        return Entry(old.key, merged)

    def _may_be_set(self, path: Path, value: Node) -> bool:
        """Whether `path`, where the base has nothing, is a property left at its default."""
        if len(path) == 1:
            return path[0] in PROPERTIES
        if is_keyed(path[:-1]):
            return False
        if is_keyed(path) and self.is_setting:
            return not isinstance(value, Mapping)
        return not is_keyed(path) or path[-1] in PARTS or path[-1] == "fields"

    def _change_unknown(self, base: Mapping, new: Entry, path: Path) -> None:
        """Report what does not exist: for a whole section, the entries in it."""
        key = new.key.text
        missing_section = key in SECTIONS and not is_keyed(path[:-1])
        if missing_section and isinstance(new.value, Mapping):
            for entry in new.value.entries:
                self._unknown("V001", None, path, entry.key.text, entry.key.span)
        else:
            self._unknown("V001", base, path[:-1], key, new.key.span)

    def add(self, base: Mapping, additions: Mapping, path: Path) -> Mapping:
        """The map at `path` with new entries after its own."""
        found = {entry.key.text: entry for entry in base.entries}
        for new in additions.entries:
            key = new.key.text
            here = (*path, key)
            old = found.get(key) or found.get(alternative(key) or key)
            if old is None and not path and key not in SECTIONS | PROPERTIES:
                self._unknown("V001", base, path, key, new.key.span)
            elif old is None:
                self._mark("added", here, new.key.span)
                found[key] = new
            elif isinstance(old.value, Mapping) and isinstance(new.value, Mapping) and old.key.text == key:
                found[key] = self._added_inside(old, old.value, new, new.value, here)
            else:
                self.diagnostics.append(faults.exists(old, new, here))
        return Mapping(entries=tuple(found.values()), span=base.span, flow=base.flow)

    def _added_inside(self, old: Entry, base: Mapping, new: Entry, additions: Mapping, path: Path) -> Entry:
        """What stands at `path` with additions inside it; a thing that is written a second time is one fault."""
        clashes = [e for e in additions.entries if base.entry(e.key.text) and not isinstance(e.value, Mapping)]
        if len(clashes) > 1 and is_thing(path) and not is_keyed(path):
            self.diagnostics.append(faults.exists(old, new, path))
            return old
        if not additions.entries:
            self.diagnostics.append(faults.changes_nothing(old, new, path))
        return Entry(old.key, self.add(base, additions, path))

    def _mark(self, deed: Deed, path: Path, span: Span) -> None:
        """Put a deed on record, with a warning if another variant that this one does not build on has set the same."""
        self._warn_of_others(deed, path, span)
        self.record[path] = Mark(deed, span)

    def _warn_of_others(self, deed: Deed, path: Path, span: Span) -> None:
        if deed == "added" or not self.strange:
            return
        before = next((self.strange[path[:end]] for end in range(len(path) + 1) if path[:end] in self.strange), None)
        before = before or self.around.get(path)
        if before is not None:
            self.diagnostics.append(faults.overruled(path, span, before.span, removed=deed == "removed"))

    def _unknown(self, code: str, base: Node | None, path: Path, key: str, span: Span) -> None:
        self.unknowns += 1
        if self.unknowns > MOST_TOLD + 1:
            return
        mark = self.record.get((*path, key))
        self.diagnostics.append(
            faults.unknown(
                code,
                base if isinstance(base, Mapping) else None,
                path,
                key,
                span,
                root=self.root,
                removed=mark.span if mark is not None and mark.deed == "removed" else None,
                may_add=code == "V001" and not self.is_setting,
            )
        )


def _at(root: Mapping, path: Path) -> Node:
    """What stands at a path, which is there."""
    here: Node = root
    for key in path:
        entry = here.entry(key) if isinstance(here, Mapping) else None
        assert entry is not None
        here = entry.value
    return here


def _without(base: Mapping, gone: Collection[Path], around: Collection[Path], path: Path) -> Mapping:
    """The map at `path` without what is gone from it and, where `around` says so, from what stands in it."""
    entries = []
    for entry in base.entries:
        here = (*path, entry.key.text)
        if here in around and here not in gone and isinstance(entry.value, Mapping):
            entries.append(Entry(entry.key, _without(entry.value, gone, around, here)))
        elif here not in gone:
            entries.append(entry)
    return Mapping(entries=tuple(entries), span=base.span, flow=base.flow)


def _is_below(path: Path, gone: Collection[Path]) -> bool:
    return any(path[:end] in gone for end in range(1, len(path)))
