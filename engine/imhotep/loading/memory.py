"""Files that are only in memory, beside the shipped rulesets; nothing else on the disk is ever looked at."""

import os
from collections.abc import Iterable, MutableMapping
from collections.abc import Mapping as Table
from pathlib import Path

from imhotep.diagnostics import Diagnostic, Span
from imhotep.document.keeping import Kept
from imhotep.document.source import Source, typed
from imhotep.errors import UnreadableError, UsageError
from imhotep.loading.library import Disk, as_parts, folder_or_file, is_part, wrong_ending
from imhotep.loading.project import is_path, locate_reference
from imhotep.shipped import RULESET_FILE, rulesets_folder


class Memory:
    """Texts by their path from a folder that is the whole world: `games/roomy.yaml`."""

    def __init__(self, files: Table[str, str]) -> None:
        self.files: MutableMapping[Path, str] = {self.real(Path(name)): text for name, text in files.items()}
        self.shipped = Disk()
        self.kept = Kept()

    def locate(self, reference: str) -> Path:
        """The folder of a ruleset or the file of a variant that a user asks for; raises UsageError."""
        path = self.real(Path(reference))
        if self.exists(path):
            return folder_or_file(path)
        if is_path(reference) and not _is_shipped(Path(reference)):
            raise UsageError(f"there is no file `{reference}`")
        return self.shipped.locate(reference)

    def follow(
        self, reference: str, span: Span, file: Path, *, to_rules: bool = True
    ) -> tuple[Path | None, tuple[Diagnostic, ...]]:
        """The same for what is written at `span` in `file`."""
        if _is_shipped(file):
            return self.shipped.follow(reference, span, file, to_rules=to_rules)
        path, found = locate_reference(reference, span, file.parent, Path(), self, to_rules=to_rules)
        return None if path is None else folder_or_file(path), found

    def is_ruleset(self, path: Path) -> bool:
        """Whether it is a folder rather than a file."""
        return self.shipped.is_ruleset(path) if _is_shipped(path) else path not in self.files

    def parts(self, folder: Path) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
        """All files of a ruleset, the first one first; raises UnreadableError if the folder is no ruleset."""
        if _is_shipped(folder):
            return self.shipped.parts(folder)
        if folder / RULESET_FILE not in self.files:
            raise UnreadableError(f"`{folder.as_posix()}` is no ruleset: it holds no `{RULESET_FILE}`")
        inside = [path for path in self.files if is_part(path, folder)]
        return as_parts(folder, inside, lambda path: wrong_ending(path, path.as_posix()))

    def read(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        """The text of a file; raises UnreadableError."""
        if _is_shipped(path):
            return self.shipped.read(path)
        real = self.real(path)
        if real not in self.files:
            raise UnreadableError(f"there is no file `{path.as_posix()}`")
        return typed(self.files[real], real, self.name(real))

    def name(self, path: Path) -> str:
        """How messages call a file."""
        return self.shipped.name(path) if _is_shipped(path) else path.as_posix()

    def holds(self, path: Path) -> bool:
        """Whether there is such a file."""
        return self.shipped.holds(path) if _is_shipped(path) else self.real(path) in self.files

    def absolute(self, path: Path) -> Path:
        """The path from the outermost folder, so that its parents are all folders around it."""
        return self.real(path)

    # ---- where references lead

    def real(self, path: Path) -> Path:
        """The path without dots; one that leads out of the outermost folder is in none."""
        plain = Path(os.path.normpath(path))
        return Path("/", *plain.parts) if ".." in plain.parts else plain

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or folder."""
        return self.holds(path) or any(file.is_relative_to(path) for file in self.files)

    def is_link(self, path: Path) -> bool:  # there are none
        """Whether it is a link."""
        return False

    def rules(self, folder: Path) -> Iterable[str]:
        """The names of the files and rulesets in a folder."""
        beside = [file.name for file in self.files if file.parent == folder and file.suffix == ".yaml"]
        return [*beside, *(f.parent.name for f in self.files if f.name == RULESET_FILE and f.parent.parent == folder)]


def _is_shipped(path: Path) -> bool:
    return path.is_absolute() and path.is_relative_to(rulesets_folder())
