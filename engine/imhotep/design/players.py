"""Files of players: lists of priorities as they stand. Opens no ruleset."""

from pathlib import Path
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Span, has_errors
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.document.source import Source
from imhotep.errors import UsageError
from imhotep.loading.library import Files, library_of
from imhotep.loading.standing import read_standing
from imhotep.players.specs import RANDOM, read_spec
from imhotep.program.lists import Priority, PriorityList, Wish

_SMALLEST: Final = "for: NAME\npriorities: [{decision: NAME, choose: NAME}]"
ORDERS: Final = frozenset({"most", "least"})
"""The keys of a wish that are no facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenWish:
    """A wish as it is written: a name, or facts, and what there is to be most or least of."""

    name: Scalar | None = None
    facts: tuple[Entry, ...] = ()
    most: Scalar | None = None
    least: Scalar | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPriority:
    """An entry as it is written."""

    decisions: tuple[Scalar, ...]
    condition: Scalar | None
    wishes: tuple[WrittenWish, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFile:
    """What the file of a player says, with the places of all that may prove wrong later.

    `target` is what it plays, which is found, but not opened. `followed` has the file's name, and players call it so.
    """

    target: Path
    target_span: Span
    source: Source
    entries: tuple[WrittenPriority, ...]
    followed: PriorityList

    @property
    def conditions(self) -> dict[str, Scalar]:
        """Its conditions, by the names that the list calls them."""
        pairs = zip(self.followed.entries, self.entries, strict=True)
        return {each.check: written.condition for each, written in pairs if written.condition is not None}


def read_player(
    path: Path, files: Files | None = None
) -> tuple[PlayerFile | None, tuple[Diagnostic, ...], Source | None]:
    """What a file says, and its text; None beside an error. Raises UnreadableError if it cannot be read at all.

    `files` are texts by name that stand before those on the disk.
    """
    library = library_of(files)
    root, found, source = read_standing(library, path, "player", _SMALLEST)
    if root is None or source is None:
        return None, found, source
    named = root.get("for")
    assert isinstance(named, Scalar)
    target, faults = library.follow(named.text, named.span, path)
    fallback, more = _fallback(root.get("fallback"))
    found += (*faults, *more)
    if target is None or has_errors(found):
        return None, found, source
    entries = tuple(_entry(item) for item in _items(root.get("priorities")))
    followed = PriorityList(
        name=source.name,
        fallback=fallback,
        entries=tuple(_meant(each, f"{source.name} {number}") for number, each in enumerate(entries, 1)),
    )
    made = PlayerFile(target=target, target_span=named.span, source=source, entries=entries, followed=followed)
    return made, found, source


def _fallback(node: Node | None) -> tuple[str, tuple[Diagnostic, ...]]:
    """Who decides what the list leaves open. It is no list, so that none can lead to itself."""
    if not isinstance(node, Scalar):
        return RANDOM, ()
    try:
        if read_spec(node.text).sort is None:
            raise UsageError("a list cannot fall back on a list; write its entries into this one")
    except UsageError as error:
        message, _, help = str(error).partition("; ")
        return RANDOM, (Diagnostic(code="B005", message=message, span=node.span, help=help or None),)
    return node.text, ()


def _entry(item: Node) -> WrittenPriority:
    assert isinstance(item, Mapping)
    return WrittenPriority(
        decisions=scalars(item.get("decision")),
        condition=_scalar(item.get("when")),
        wishes=tuple(_wish(each) for each in _items(item.get("choose"))),
    )


def _wish(node: Node) -> WrittenWish:
    if isinstance(node, Scalar):
        return WrittenWish(name=node)
    assert isinstance(node, Mapping)
    return WrittenWish(
        facts=tuple(entry for entry in node.entries if entry.key.text not in ORDERS),
        most=_scalar(node.get("most")),
        least=_scalar(node.get("least")),
    )


def _meant(written: WrittenPriority, check: str) -> Priority:
    return Priority(
        decisions=_texts(written.decisions),
        check=check if written.condition is not None else "",
        wishes=tuple(
            Wish(
                names=() if wish.name is None else (text(wish.name),),
                facts=tuple((entry.key.text, _texts(scalars(entry.value))) for entry in wish.facts),
                most="" if wish.most is None else wish.most.text,
                least="" if wish.least is None else wish.least.text,
            )
            for wish in written.wishes
        ),
    )


def scalars(node: Node | None) -> tuple[Scalar, ...]:
    """The values of a list, or a single one."""
    return tuple(item for item in _items(node) if isinstance(item, Scalar))


def text(node: Scalar) -> str:
    """What a value is compared with."""
    return str(node.value).lower() if isinstance(node.value, bool) else node.text


def _items(node: Node | None) -> tuple[Node, ...]:
    if node is None:
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _texts(nodes: tuple[Scalar, ...]) -> tuple[str, ...]:
    return tuple(text(node) for node in nodes)
