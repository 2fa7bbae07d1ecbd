"""What is different between two composed rulesets, as a list of changes. Says nothing about it in words.

A change is about the smallest thing that stands by itself: an entry that is new or gone, or one value. A list is one
value, and so are the rows of a table. The order of entries counts where it shows in play; `difference_pairs`
knows. An effect or formula with the same syntax tree is only written otherwise, which is a remark.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Table
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypeGuard

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.document.nodes import Entry, Mapping, Node, Plain, Scalar, plain
from imhotep.explain.difference_chosen import chosen
from imhotep.explain.difference_pairs import has_order, moved, pairs
from imhotep.explain.difference_texts import first_difference, is_same_text
from imhotep.form.keys import definition_at
from imhotep.loading.load import Composed
from imhotep.variants.canonical import canonical
from imhotep.variants.overlay import Mark
from imhotep.variants.paths import Path, is_keyed

Kind: TypeAlias = Literal["added", "removed", "changed", "renamed", "reordered", "chosen"]

CHOSEN: Final = "chosen for play"
GAME: Final = "game"
TEXTS: Final = "texts for players"
REMARKS: Final = "sources and notes"

SUBJECTS: Final = (
    CHOSEN,
    GAME,
    "seats",
    "components",
    "cards",
    "boards",
    "areas",
    "fields",
    "numbers",
    "tables",
    "options",
    "triggers",
    "actions",
    "rules",
    "definitions",
    "procedures",
    "scores",
    TEXTS,
    REMARKS,
)
"""What a change may be about, in the order in which changes are told."""

_ASIDE: Final = frozenset({"credits", "format", "ruleset"})
_TEXTS: Final = frozenset({"choices", "prompts"})
_IN_FULL: Final = {"text": "en", "source": "confidence"}
"""What may be written as a single value, and the key that the value has when it is written in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change.

    `path` is where the thing stands now, or where it stood if it is gone; `was` is where it stood, if elsewhere.
    `before` and `after` are what it said, None where there was nothing; for another order, they are all ids that both
    have. The places are those of the first line that differs; a place after for what is gone is that of its removal.
    """

    about: str
    kind: Kind
    path: Path
    was: Path | None = None
    before: Plain
    after: Plain
    before_at: Span | None = None
    after_at: Span | None = None

    @property
    def is_remark(self) -> bool:
        """Whether play is the same with and without it, and what players read, too."""
        return self.about == REMARKS


def differences(before: Composed, after: Composed) -> tuple[Change, ...]:
    """All changes by what they are about, and within it in the order of the ruleset; what is new comes last."""
    found = [
        Change(about=CHOSEN, kind="chosen", path=path, before=b[0], after=a[0], before_at=b[1], after_at=a[1])
        for path, b, a in chosen(before, after)
    ]
    found += _Walk(after.record).inside(before.root, after.root, (), ())
    return tuple(sorted(found, key=lambda change: SUBJECTS.index(change.about)))


class _Walk:
    """The way through both rulesets at once; `record` holds what was removed, and where."""

    def __init__(self, record: Table[Path, Mark]) -> None:
        self.record = record

    def inside(self, before: Mapping, after: Mapping, was: Path, path: Path) -> Iterator[Change]:
        """The changes in a map that stands at `was` before and at `path` after."""
        both: list[tuple[Entry, Entry]] = []
        for old, new in pairs(before, after, path):
            if old is not None and new is not None:
                both.append((old, new))
                yield from self._both(old, new, (*was, old.key.text), (*path, new.key.text))
            elif old is not None:
                yield from self._gone(old, (*was, old.key.text), (*path, old.key.text))
            elif new is not None:
                yield from self._new(new, (*path, new.key.text))
        if has_order(path):
            yield from _order(both, after, path)

    def _both(self, old: Entry, new: Entry, was: Path, path: Path) -> Iterator[Change]:
        definition = definition_at(path)
        is_other_key = was[-1] != path[-1]
        if is_other_key and is_keyed(path[:-1]):
            yield Change(
                about=_about(path, is_entry=True),
                kind="renamed",
                path=path,
                was=was,
                before=was[-1],
                after=path[-1],
                before_at=old.key.span,
                after_at=new.key.span,
            )
        elif is_other_key:
            yield self._changed(old.value, new.value, was, path)
            return
        one, other = old.value, new.value
        if isinstance(one, Mapping) != isinstance(other, Mapping) and definition in _IN_FULL:
            one, other = (_in_full(node, _IN_FULL[definition]) for node in (one, other))
        if isinstance(one, Mapping) and isinstance(other, Mapping) and definition != "rows":
            yield from self.inside(one, other, was, path)
        elif not _is_equal(one, other):
            yield self._changed(one, other, was, path)

    def _changed(self, before: Node, after: Node, was: Path, path: Path) -> Change:
        is_remark = is_same_text(definition_at(path), before, after)
        return Change(
            about=REMARKS if is_remark else _about(path),
            kind="changed",
            path=path,
            was=None if was == path else was,
            before=plain(before),
            after=plain(after),
            before_at=first_difference(before, after),
            after_at=first_difference(after, before),
        )

    def _gone(self, old: Entry, was: Path, path: Path) -> Iterator[Change]:
        if _is_part(old.value, path):
            yield from self.inside(old.value, replace(old.value, entries=()), was, path)
            return
        marks = (self.record.get(path[:n]) for n in range(len(path), 0, -1))
        removed = next((mark.span for mark in marks if mark is not None and mark.deed == "removed"), None)
        yield Change(
            about=_about(path, is_entry=True),
            kind="removed",
            path=was,
            before=plain(old.value),
            after=None,
            before_at=old.key.span,
            after_at=removed,
        )

    def _new(self, new: Entry, path: Path) -> Iterator[Change]:
        if _is_part(new.value, path):
            yield from self.inside(replace(new.value, entries=()), new.value, path, path)
            return
        yield Change(
            about=_about(path, is_entry=True),
            kind="added",
            path=path,
            before=None,
            after=plain(new.value),
            after_at=new.key.span,
        )


def _order(both: list[tuple[Entry, Entry]], after: Mapping, path: Path) -> Iterator[Change]:
    """The change of the order of entries that stand in two maps; the place is that of the first one that moves."""
    names = [new.key.text for _, new in both]
    known = frozenset(names)
    now = [entry.key.text for entry in after.entries if entry.key.text in known]
    found = moved(names, now)
    if found:
        old, new = both[names.index(now[found[0]])]
        yield Change(
            about=_about(path),
            kind="reordered",
            path=path,
            before=list[Plain](names),
            after=list[Plain](now),
            before_at=old.key.span,
            after_at=new.key.span,
        )


def _is_part(node: Node, path: Path) -> TypeGuard[Mapping]:
    """Whether this is a map of ids in a thing: without it, there are no such ids."""
    return isinstance(node, Mapping) and is_keyed(path) and not is_keyed(path[:-1]) and definition_at(path) != "rows"


def _is_equal(one: Node, other: Node) -> bool:
    """Whether two values say the same. The order of a table's rows has no meaning."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return plain(one) == plain(other)
    return canonical(one) == canonical(other)


def _in_full(node: Node, key: str) -> Node:
    """A single value as a map with this one key."""
    if isinstance(node, Scalar):
        name = Scalar(value=key, text=key, style="plain", span=node.span)
        return Mapping(entries=(Entry(name, node),), span=node.span)
    return node


def _about(path: Path, *, is_entry: bool = False) -> str:
    """What a change at a path is about. `is_entry`: all of what stands there is new, gone or renamed."""
    for n in range(1, len(path) + 1):
        is_property = not is_keyed(path[: n - 1])
        match definition_at(path[:n]):
            case "source":
                return REMARKS
            case "text" if path[n - 1] == "note" and is_property:
                return REMARKS
            case "text" if not (is_entry and n == len(path) and path[n - 2] == "values"):
                return TEXTS
    if path[0] in _ASIDE:
        return REMARKS
    if path[0] in _TEXTS:
        return TEXTS
    return path[0] if path[0] in SUBJECTS else GAME
