"""What a ruleset or variant is made of: follows `extends` to the ruleset below, each file once, parents first."""

from pathlib import Path

from imhotep.dataclass import dataclass
from imhotep.diagnostics import MOST_TOLD, Diagnostic, Related, Span
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence
from imhotep.loading.documents import Documents, is_whole
from imhotep.loading.gathering import gather, missing
from imhotep.shipped import RULESET_FILE
from imhotep.variants.canonical import digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A ruleset or one of the variants laid over it.

    `path` is a ruleset's folder or the file of a variant (or of a ruleset in a single file), `file` how messages call
    it, `digest` tells apart what two of them say; `changes` names the scenarios of the ruleset that a variant is meant
    to change.
    """

    id: str
    title: Node | None
    file: str
    changes: tuple[Scalar, ...]
    path: Path
    root: Mapping

    @property
    def digest(self) -> str:
        """The SHA-256 of what it says, wherever and however it is written."""
        return digest(self.root)


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A layer with the files that it builds on."""

    layer: Layer
    builds_on: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Step:
    """A file on the way, and the place that led to it."""

    path: Path
    asked: Span | None


class Lineage:
    """A ruleset and its variants, in the order in which they are laid over one another."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.ruleset: Member | None = None
        self.variants: list[Member] = []
        self._known: dict[Path, frozenset[str]] = {}

    def include(self, path: Path, asked: Span | None = None, trail: tuple[_Step, ...] = ()) -> frozenset[str]:
        """Take in a ruleset's folder or a file and all below it; the files are given back.

        `asked` is the place that names it.
        """
        if path in self._known:
            return self._known[path]
        step = _Step(path, asked)
        for index, earlier in enumerate(trail):
            if earlier.path == path:
                self._report_cycle((*trail[index:], step))
                return frozenset()
        if self.documents.library.is_ruleset(path):
            files = self._include_ruleset(path, asked)
        else:
            files = self._include_file(path, asked, (*trail, step))
        self._known[path] = files
        return files

    def _include_ruleset(self, folder: Path, asked: Span | None) -> frozenset[str]:
        file = self.documents.library.name(folder / RULESET_FILE)
        if self.ruleset is not None:
            self._report_second(file, asked)
        else:
            root = gather(self.documents, folder, asked)
            if root is not None:
                self._found(root, folder, file)
        return frozenset({file})

    def _found(self, root: Mapping, path: Path, file: str) -> None:
        layer = _layer(root, "ruleset", path, path.name, file)
        self.ruleset = Member(layer=layer, builds_on=frozenset())

    def _include_file(self, path: Path, asked: Span | None, trail: tuple[_Step, ...]) -> frozenset[str]:
        library = self.documents.library
        file = library.name(path)
        root = self.documents.read(path, "variant", asked)
        if root is None:
            return frozenset({file})
        if is_whole(root):
            if self.ruleset is not None:
                self._report_second(file, asked)
            else:
                self.documents.diagnostics.extend(missing(root))
                self._found(root, path, file)
            return frozenset({file})
        below: set[str] = set()
        refused = 0
        for reference in _references(root):
            place = reference.span
            found, diagnostics = library.follow(reference.text, place, path)
            self.documents.diagnostics.extend(diagnostics)
            if found is not None:
                below |= self.include(found, place, trail)
                continue
            refused += 1
            if refused > MOST_TOLD:
                break
        layer = _layer(root, "id", path, path.name.removesuffix(".yaml"), file)
        self.variants.append(Member(layer=layer, builds_on=frozenset(below)))
        return frozenset(below | {file})

    def _report_cycle(self, cycle: tuple[_Step, ...]) -> None:
        names = [self.documents.library.name(step.path) for step in cycle]
        message = f"`{names[0]}` extends itself"
        if len(names) > 2:
            message += " by way of " + ", ".join(f"`{name}`" for name in names[1:-1])
        links = [
            Related(step.asked, f"`{before}` extends `{name}`")
            for step, before, name in zip(cycle[1:], names[:-1], names[1:], strict=True)
            if step.asked is not None
        ]
        self.documents.diagnostics.append(
            Diagnostic(code="V016", message=message, span=links[0].span, related=tuple(links[1:]))
        )

    def _report_second(self, file: str, asked: Span | None) -> None:
        assert self.ruleset is not None
        message = f"`{file}` is a second ruleset: variants are laid over one"
        related = Related(self.ruleset.layer.root.span, "the other one stands here")
        self.documents.diagnostics.append(Diagnostic(code="V017", message=message, span=asked, related=(related,)))


def _references(root: Mapping) -> tuple[Scalar, ...]:
    extends = root.get("extends")
    items = extends.items if isinstance(extends, Sequence) else (extends,)
    return tuple(item for item in items if isinstance(item, Scalar) and isinstance(item.value, str))


def _layer(root: Mapping, id_key: str, path: Path, default: str, file: str) -> Layer:
    id, changes = root.get(id_key), root.get("changes")
    scenarios = changes.items if isinstance(changes, Sequence) else ()
    return Layer(
        id=id.text if isinstance(id, Scalar) else default,
        title=root.get("title"),
        file=file,
        changes=tuple(item for item in scenarios if isinstance(item, Scalar)),
        path=path,
        root=root,
    )
