"""Files of experiments as they stand: what is compared, at which tables, and what counts. Opens no ruleset."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, has_errors
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.document.source import Source
from imhotep.experiment.experiment import MOST_VARIANTS
from imhotep.loading.library import Files, Library, library_of
from imhotep.loading.standing import read_standing

_SMALLEST: Final = "base: NAME\nvariants: {NAME: FILE}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A variant: what it is called, the files that are laid over the base, and settings by path."""

    name: str
    files: tuple[Path, ...] = ()
    settings: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOfPlay:
    """A table of play as it is written."""

    players: Scalar
    sides: tuple[Entry, ...]
    options: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """A target as it is written."""

    metric: Scalar
    least: float | None
    most: float | None
    equal_within: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What the file of an experiment says, with the places of all that may prove wrong later.

    `base` and the files of variants are found, but not opened.
    """

    name: str
    path: Path
    title: str
    base: Path
    variants: tuple[Candidate, ...]
    tables: tuple[TableOfPlay, ...]
    players: tuple[Scalar, ...]
    second_players: tuple[Scalar, ...]
    seed: int
    games: int | None
    precision: float | None
    metric: Scalar | None
    better: str | None
    same_within: float | None
    bands: tuple[Entry, ...]
    metrics: tuple[Scalar, ...]
    targets: tuple[Aim, ...]


def read_design(path: Path, files: Files | None = None) -> tuple[Design | None, tuple[Diagnostic, ...], Source | None]:
    """What a file says, and its text; None beside an error. Raises UnreadableError if it cannot be read at all.

    `files` are texts by name that stand before those on the disk.
    """
    library = library_of(files)
    root, found, source = read_standing(library, path, "experiment", _SMALLEST)
    if root is None or source is None:
        return None, found, source
    reader = _Reader(root, path, library)
    design = reader.design(source.name)
    found += tuple(reader.found)
    return (None if has_errors(found) else design), found, source


class _Reader:
    """Reads one file whose form is right."""

    def __init__(self, root: Mapping, path: Path, library: Library) -> None:
        self.root = root
        self.path = path
        self.library = library
        self.found: list[Diagnostic] = []

    def design(self, name: str) -> Design:
        """What it says; where a file that it names is missing, the design is of no use."""
        base = self._file(self.root.get("base"))
        variants = (*self._variants(), *self._grid())
        band = self.root.get("same_within")
        if not any(self.root.get(key) for key in ("variants", "grid", "targets")):
            self._fault("E003", "nothing is asked: there is no variant, no grid and no target", self.root)
        return Design(
            name=name,
            path=self.path,
            title=_title(self.root.get("title")),
            base=base or self.path,
            variants=variants,
            tables=tuple(_table(item) for item in _items(self.root.get("tables"))),
            players=_scalars(self.root.get("players")),
            second_players=_scalars(self.root.get("second_players")),
            seed=_whole(self.root.get("seed")) or 0,
            games=_whole(self.root.get("games")),
            precision=self._positive("precision", self.root),
            metric=_scalar(self.root.get("metric")),
            better=_word(self.root.get("better")),
            same_within=None if isinstance(band, Mapping) else self._positive("same_within", self.root),
            bands=band.entries if isinstance(band, Mapping) else (),
            metrics=_scalars(self.root.get("metrics")),
            targets=tuple(_aim(item) for item in _items(self.root.get("targets"))),
        )

    def _variants(self) -> Iterator[Candidate]:
        variants = self.root.get("variants")
        for entry in variants.entries if isinstance(variants, Mapping) else ():
            said = entry.value
            named = _items(said.get("files")) if isinstance(said, Mapping) else (said,)
            settings = said.get("set") if isinstance(said, Mapping) else None
            yield Candidate(
                name=entry.key.text,
                files=tuple(file for node in named if (file := self._file(node)) is not None),
                settings=settings.entries if isinstance(settings, Mapping) else (),
            )

    def _grid(self) -> Iterator[Candidate]:
        """A variant for each mix of values, called by its settings."""
        grid = self.root.get("grid")
        if not isinstance(grid, Mapping):
            return
        axes = [[Entry(entry.key, value) for value in _items(entry.value)] for entry in grid.entries]
        size = 1
        for axis in axes:
            size *= len(axis)
        if size > MOST_VARIANTS:
            self._fault("E004", f"the grid has {size} variants, and at most {MOST_VARIANTS} are compared", grid)
            return
        for settings in product(*axes):
            yield Candidate(name=", ".join(setting(each) for each in settings), settings=settings)

    def _file(self, node: Node | None) -> Path | None:
        if not isinstance(node, Scalar):
            return None
        path, faults = self.library.follow(node.text, node.span, self.path)
        self.found += faults
        return path

    def _positive(self, key: str, within: Mapping) -> float | None:
        node = within.get(key)
        amount = number(node)
        if node is not None and amount is not None and amount <= 0:
            self._fault("E005", f"`{key}` is more than 0", node)
        return amount

    def _fault(self, code: str, message: str, node: Node) -> None:
        self.found.append(Diagnostic(code=code, message=message, span=node.span))


def setting(entry: Entry) -> str:
    """A path and its value as a command line says them."""
    assert isinstance(entry.value, Scalar)
    return f"{entry.key.text}={entry.value.text}"


def number(node: Node | None) -> float | None:
    """A number that may have decimals, which YAML files of rules do not have."""
    return float(node.text) if isinstance(node, Scalar) else None


def _title(node: Node | None) -> str:
    """A text, or the English one of several."""
    return _word(node.get("en") if isinstance(node, Mapping) else node) or ""


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _scalars(node: Node | None) -> tuple[Scalar, ...]:
    """The values of a list, or a single one."""
    items = _items(node) if isinstance(node, Sequence) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar))


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _word(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) else None


def _whole(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _table(item: Node) -> TableOfPlay:
    assert isinstance(item, Mapping)
    players = item.get("players")
    assert isinstance(players, Scalar)
    return TableOfPlay(players=players, sides=_entries(item.get("sides")), options=_entries(item.get("options")))


def _aim(item: Node) -> Aim:
    assert isinstance(item, Mapping)
    metric = item.get("metric")
    assert isinstance(metric, Scalar)
    return Aim(
        metric=metric,
        least=number(item.get("least")),
        most=number(item.get("most")),
        equal_within=number(item.get("equal_within")),
    )
