"""Where rulesets and variants come from: the disk, or texts in memory laid over it. Follows links before it decides."""

import os
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Table
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from imhotep.diagnostics import MOST_TOLD, Diagnostic, Position, Severity, Span
from imhotep.document.keeping import Kept
from imhotep.document.source import Source, read, typed
from imhotep.errors import UnreadableError, UsageError
from imhotep.loading.project import (
    DISK,
    OTHERS,
    PROJECT_FILE,
    display_name,
    is_path,
    locate_argument,
    locate_reference,
    project_root,
)
from imhotep.shipped import RULESET_FILE

MOST_FILES: Final = 200
"""How many files a ruleset and all that is laid over it may have."""


class Library(Protocol):
    """What loading needs to know about files. `kept` is what was worked out of them before."""

    kept: Kept

    def locate(self, reference: str) -> Path:
        """The folder of a ruleset or the file of a variant that a user asks for; raises UsageError."""

    def follow(
        self, reference: str, span: Span, file: Path, *, to_rules: bool = True
    ) -> tuple[Path | None, tuple[Diagnostic, ...]]:
        """The same for what is written at `span` in `file`."""

    def is_ruleset(self, path: Path) -> bool:
        """Whether it is a folder rather than a file."""

    def parts(self, folder: Path) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
        """All files of a ruleset, the first one first; raises UnreadableError if the folder is no ruleset."""

    def read(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """The text of a file; raises UnreadableError."""

    def name(self, path: Path) -> str:
        """How messages call a file."""

    def holds(self, path: Path) -> bool:
        """Whether there is such a file."""

    def absolute(self, path: Path) -> Path:
        """The path from the outermost folder, so that its parents are all folders around it."""


Files: TypeAlias = Table[str, str] | Library
"""Texts by name that stand before those on the disk; or else where all files come from."""


def library_of(files: Files | None) -> Library:
    """Where to look for files, if these are given."""
    if files is None or isinstance(files, Table):
        return Texts(files) if files else Disk()
    return files


def home(library: Library, path: Path) -> Path | None:
    """The folder of the ruleset that a file is a part of, if there is one."""
    folders = library.absolute(path).parents
    return next((folder for folder in folders if library.holds(folder / RULESET_FILE)), None)


class Disk:
    """The files that there are."""

    def __init__(self) -> None:
        self.kept = Kept()

    def locate(self, reference: str) -> Path:
        """The folder of a ruleset or the file of a variant that a user asks for; raises UsageError."""
        return _real(locate_argument(reference))

    def follow(
        self, reference: str, span: Span, file: Path, *, to_rules: bool = True
    ) -> tuple[Path | None, tuple[Diagnostic, ...]]:
        """The same for what is written at `span` in `file`."""
        path, found = locate_reference(reference, span, file.parent, project_root(file), DISK, to_rules=to_rules)
        return None if path is None else folder_or_file(path), found

    def is_ruleset(self, path: Path) -> bool:
        """Whether it is a folder rather than a file."""
        return path.is_dir()

    def parts(self, folder: Path) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
        """All files of a ruleset, the first one first; raises UnreadableError if the folder is no ruleset."""
        if not (folder / RULESET_FILE).exists():
            raise UnreadableError(f"`{self.name(folder)}` is no ruleset: it holds no `{RULESET_FILE}`")
        return as_parts(folder, _entries(folder), _fault_in(folder))

    def read(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """The text of a file; raises UnreadableError."""
        return read(path, self.name(path))

    def name(self, path: Path) -> str:
        """How messages call a file."""
        return display_name(path, project_root(path))

    def holds(self, path: Path) -> bool:
        """Whether there is such a file."""
        return path.is_file()

    def absolute(self, path: Path) -> Path:
        """The path from the outermost folder, so that its parents are all folders around it."""
        return path.absolute()


class Texts:
    """Texts by file name, seen from the current folder; what is not among them is looked for on the disk."""

    def __init__(self, files: Table[str, str]) -> None:
        self.files = {self.real(Path(name)): text for name, text in files.items()}
        self.disk = Disk()
        self.kept = Kept()

    def locate(self, reference: str) -> Path:
        """The folder of a ruleset or the file of a variant that a user asks for; raises UsageError."""
        return self._held(Path(reference)) or self.disk.locate(reference)

    def follow(
        self, reference: str, span: Span, file: Path, *, to_rules: bool = True
    ) -> tuple[Path | None, tuple[Diagnostic, ...]]:
        """The same for what is written at `span` in `file`."""
        held = self._held(file.parent / reference if is_path(reference) else Path(reference))
        return (held, ()) if held is not None else self.disk.follow(reference, span, file, to_rules=to_rules)

    def is_ruleset(self, path: Path) -> bool:
        """Whether it is a folder rather than a file."""
        return path / RULESET_FILE in self.files or (path not in self.files and self.disk.is_ruleset(path))

    def parts(self, folder: Path) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
        """All files of a ruleset, the first one first; raises UnreadableError if the folder is no ruleset."""
        held = [path for path in self.files if is_part(path, folder)]
        if folder / RULESET_FILE not in held and not (held and (folder / RULESET_FILE).exists()):
            return self.disk.parts(folder)
        there = list(_entries(folder))
        known = {Path(os.path.realpath(path)) for path in there}
        return as_parts(folder, (*there, *(path for path in held if path not in known)), _fault_in(folder))

    def read(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """The text of a file; raises UnreadableError."""
        text = self.files.get(self.real(path)) if self.files else None
        return self.disk.read(path) if text is None else typed(text, path, self.name(path))

    def name(self, path: Path) -> str:
        """How messages call a file."""
        return self.disk.name(path)

    def holds(self, path: Path) -> bool:
        """Whether there is such a file."""
        return self.real(path) in self.files or self.disk.holds(path)

    def absolute(self, path: Path) -> Path:
        """The path from the outermost folder, so that its parents are all folders around it."""
        return self.disk.absolute(path)

    def real(self, path: Path) -> Path:
        """The path without links and dots."""
        return DISK.real(path)

    def _held(self, path: Path) -> Path | None:
        real = _real(path)
        return real if real in self.files or real / RULESET_FILE in self.files else None


def _real(path: Path) -> Path:
    try:
        return folder_or_file(Path(os.path.realpath(path)))
    except ValueError:
        raise UsageError(f"`{path.as_posix()!r}` cannot be the name of a file") from None


def folder_or_file(path: Path) -> Path:
    """What stands for a ruleset is its folder."""
    return path.parent if path.name == RULESET_FILE else path


def as_parts(
    folder: Path, entries: Iterable[Path], why_not: Callable[[Path], Diagnostic | None]
) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Which of the entries of a ruleset's folder are read, its first file first, and why the others are not."""
    first = folder / RULESET_FILE
    paths = [first]
    diagnostics: list[Diagnostic] = []
    for path in sorted(entries, key=lambda path: path.relative_to(folder).as_posix()):
        if len(paths) > MOST_FILES or (path.suffix == ".yml" and len(diagnostics) > MOST_TOLD):
            continue
        fault = why_not(path)
        if fault is not None:
            diagnostics.append(fault)
        elif path.suffix == ".yaml" and path != first:
            paths.append(path)
    return tuple(paths), tuple(diagnostics)


def _entries(folder: Path) -> Iterator[Path]:
    """What could be a part of a ruleset: files below the folder, and links to folders."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in folders if Path(parent, name).is_symlink())
        yield from (Path(parent, name) for name in names if _is_part(name))


def is_part(path: Path, folder: Path) -> bool:
    """Whether a file lies in a folder or below it, and has the name of a part of a ruleset there."""
    if not path.is_relative_to(folder):
        return False
    return _is_part(path.name) and not any(name.startswith(".") for name in path.relative_to(folder).parts)


def _is_part(name: str) -> bool:
    is_rule = name.endswith((".yaml", ".yml")) and not name.endswith(_NO_RULES)
    return is_rule and not name.startswith(".") and name != PROJECT_FILE


_NO_RULES: Final = tuple(ending for yaml in OTHERS for ending in (yaml, yaml.replace(".yaml", ".yml")))
"""How the names of files end that may lie beside rules and are none."""


def _fault_in(folder: Path) -> Callable[[Path], Diagnostic | None]:
    """Tells why an entry of a folder on the disk is not read."""
    root = project_root(folder)

    def fault(path: Path) -> Diagnostic | None:
        name = display_name(path, root)
        if path.is_dir():
            return _at_start(name, "V018", f"`{name}` is a link to a folder, which is not followed")
        if not Path(os.path.realpath(path)).is_relative_to(root):
            return _at_start(name, "V018", f"`{name}` is a link that leads out of the project")
        return wrong_ending(path, name)

    return fault


def wrong_ending(path: Path, name: str) -> Diagnostic | None:
    """Why a file is not read that is called `name`, if its own ending is the reason."""
    if path.suffix == ".yml":
        return _at_start(name, "V019", f"`{name}` is not read: the files of a ruleset end in `.yaml`")
    return None


def _at_start(name: str, code: str, message: str) -> Diagnostic:
    start = Position(1, 1, 0)
    severity = Severity.WARNING if code == "V019" else Severity.ERROR
    return Diagnostic(code=code, message=message, span=Span(name, start, start), severity=severity)
