"""Reads the files of one composition, each once, within limits, and collects what is wrong with them."""

from pathlib import Path
from typing import Final

from imhotep.diagnostics import Diagnostic, Position, Span
from imhotep.document.nodes import Mapping, Node
from imhotep.document.source import Source
from imhotep.errors import UnreadableError
from imhotep.form.schema import SchemaName, check
from imhotep.loading.library import MOST_FILES, Library
from imhotep.variants.overlay import without_empty

MOST_BYTES: Final = 4 * 1024 * 1024

_VARIANT_KEYS: Final = ("extends", "change", "add", "remove")
_SMALLEST: Final[dict[SchemaName, str]] = {"ruleset": "ruleset: NAME", "variant": "extends: NAME"}


class Documents:
    """The files read so far."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.files: list[str] = []
        self.sources: list[Source] = []
        self.diagnostics: list[Diagnostic] = []
        self._bytes = 0

    def parts(self, folder: Path, asked: Span | None) -> tuple[Path, ...]:
        """The files of a ruleset; `asked` as for `read`."""
        try:
            paths, found = self.library.parts(folder)
        except UnreadableError as error:
            if asked is None:
                raise
            self._refuse("V021", str(error), self.library.name(folder), asked)
            return ()
        self.diagnostics.extend(found)
        return paths

    def read(self, path: Path, schema: SchemaName, asked: Span | None) -> Mapping | None:
        """What the file says, checked for its form; None if that is no map.

        What should be a variant may turn out to be a whole ruleset (`is_whole`), and is then checked as one. `asked` is
        the place that names the file; without one, a file that cannot be read raises UnreadableError.
        """
        name = self.library.name(path)
        if len(self.files) > MOST_FILES or self._bytes > MOST_BYTES:
            return None
        self.files.append(name)
        if len(self.files) > MOST_FILES:
            self._refuse("V020", f"`{name}` is one file too many: at most {MOST_FILES} are read", name, asked)
            return None
        try:
            source, found = self.library.read(path)
        except UnreadableError as error:
            if asked is None:
                raise
            self._refuse("V021", str(error), name, asked)
            return None
        self.diagnostics.extend(found)
        if source is None:
            return None
        self.sources.append(source)
        self._bytes += len(source.text.encode(errors="replace"))
        if self._bytes > MOST_BYTES:
            self._refuse("V022", f"with `{name}` it is more than {MOST_BYTES // 2**20} MB of text", name, asked)
            return None
        root, found = self.library.kept.once(
            ("read", source.name, source.text, schema), lambda: self._look_at(source, schema)
        )
        self.diagnostics.extend(found)
        return root if isinstance(root, Mapping) else None

    def _look_at(self, source: Source, schema: SchemaName) -> tuple[Node | None, tuple[Diagnostic, ...]]:
        """What a file says, and what is wrong with its form."""
        root, found = self.library.kept.composed(source, example=_SMALLEST.get(schema))
        if schema == "variant" and isinstance(root, Mapping) and is_whole(root):
            schema = "ruleset"
        if schema == "variant" and isinstance(root, Mapping):
            root, more = without_empty(root)
            found += more
        return root, (found if root is None else found + check(root, schema))

    def _refuse(self, code: str, message: str, name: str, asked: Span | None) -> None:
        self.diagnostics.append(Diagnostic(code=code, message=message, span=asked or start_of(name)))


def is_whole(root: Mapping) -> bool:
    """Whether a file is a ruleset of its own: it names itself one, and has no key that only a variant has."""
    return root.entry("ruleset") is not None and not any(root.entry(key) for key in _VARIANT_KEYS)


def start_of(name: str) -> Span:
    """The first place of a file."""
    start = Position(1, 1, 0)
    return Span(name, start, start)
