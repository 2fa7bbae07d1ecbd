"""Where files may lie: the root of a project, the shipped rulesets beside it, and what a reference in a file may name.

Links are followed before anything is decided, and nothing here reads a file.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Protocol

from imhotep.diagnostics import Diagnostic, Span, nearest, respell, suggestion
from imhotep.errors import UsageError
from imhotep.program.lists import PLAYER as PLAYER
from imhotep.shipped import RULESET_FILE, ruleset_ids, rulesets_folder

PROJECT_FILE: Final = "imhotep-project.yaml"
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_DRIVE: Final = re.compile(r"[A-Za-z]:")
SCENARIOS: Final = ".scenarios.yaml"
"""How the name of a file of scenarios ends."""

EXPERIMENT: Final = ".experiment.yaml"
"""How the name of the file of an experiment ends."""

OTHERS: Final = (SCENARIOS, EXPERIMENT, PLAYER)
"""The endings of files that hold no rules."""

_FORMS: Final = "write the id of a shipped ruleset, or a path from this file's folder, such as `../other/file.yaml`"


class Ground(Protocol):
    """Where references lead: the disk, or files in memory."""

    def real(self, path: Path) -> Path:
        """The path without links and dots."""

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or folder."""

    def is_link(self, path: Path) -> bool:
        """Whether it is a link, wherever that leads."""

    def rules(self, folder: Path) -> Iterable[str]:
        """The names of the files and rulesets in a folder."""


class OnDisk:
    """The disk."""

    def real(self, path: Path) -> Path:
        """The path without links and dots; unlike `Path.resolve` it lets a circle of links pass."""
        return Path(os.path.realpath(path))

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or folder."""
        try:
            return path.exists()
        except OSError:
            return False

    def is_link(self, path: Path) -> bool:
        """Whether it is a link; unlike `Path.is_symlink` it lets a name pass that is too long."""
        return os.path.islink(path)  # noqa: PTH114

    def rules(self, folder: Path) -> Iterable[str]:
        """The names of the files and rulesets in a folder."""
        try:
            return [e.name for e in folder.iterdir() if e.suffix == ".yaml" or (e / RULESET_FILE).is_file()]
        except OSError:
            return ()


DISK: Final = OnDisk()


def project_root(path: Path) -> Path:
    """The folder that everything `path` refers to must lie in.

    The nearest folder upward that holds `imhotep-project.yaml`, else the current folder if `path` lies below it, else
    the folder of `path` itself. For a shipped file it is the folder of all shipped rulesets.
    """
    real = DISK.real(path)
    shipped = rulesets_folder()
    if real.is_relative_to(shipped):
        return shipped
    own = real if real.is_dir() else real.parent
    for folder in (own, *own.parents):
        if (folder / PROJECT_FILE).is_file():
            return folder
    current = DISK.real(Path.cwd())
    return current if real.is_relative_to(current) else own


def display_name(path: Path, root: Path) -> str:
    """How messages call a file: its path from the root, or from the folder of the shipped rulesets."""
    for place in (Path(os.path.normpath(path.absolute())), DISK.real(path)):
        for folder in (rulesets_folder(), DISK.real(root)):
            if place.is_relative_to(folder):
                return place.relative_to(folder).as_posix()
    return path.as_posix()


def is_path(text: str) -> bool:
    """Whether a reference or an argument means a file or folder; anything else is the id of a ruleset."""
    return "/" in text or os.sep in text or text.endswith(".yaml") or text in (".", "..")


def locate_argument(text: str) -> Path:
    """The file or folder that an argument of a command means.

    Raises UsageError for an unknown ruleset; whether a file exists shows when it is read.
    """
    if text.endswith(EXPERIMENT):
        raise UsageError(f"`{text}` is an experiment, no ruleset; `compare`, `sweep`, `plan` and `validate` take it")
    if text.endswith(PLAYER):
        raise UsageError(f"`{text}` is a player, no ruleset; `--by` and `--seat` take it, and `validate`")
    if is_path(text):
        return Path(text)
    if text not in ruleset_ids():
        help = suggestion(text, ruleset_ids()) or "a file is named with a slash or `.yaml`"
        raise UsageError(f"there is no ruleset `{text}`; {help}")
    return rulesets_folder() / text


def locate_reference(
    text: str, span: Span, from_dir: Path, root: Path, ground: Ground, *, to_rules: bool = True
) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    """The ruleset folder or the file that `text` means, written at `span` in a file of the folder `from_dir`.

    `to_rules` is false where a file that holds no rules is due.
    """
    inside = f"everything must lie in `{ground.real(root).as_posix()}`"
    fault = _refused(text, to_rules)
    if fault is not None:
        return None, (Diagnostic(code="F001", message=fault, span=span, help=f"{_FORMS}; {inside}"),)
    if not is_path(text):
        return _shipped(text, span, from_dir, ground)
    path = ground.real(from_dir / text)
    if not (path.is_relative_to(ground.real(root)) or path.is_relative_to(rulesets_folder())):
        message = f"`{text}` leads out of the project"
        return None, (Diagnostic(code="F002", message=message, span=span, help=inside),)
    if not ground.exists(path):
        message = f"there is no file `{text}`, seen from this file's folder"
        if ground.is_link(from_dir / text):
            message = f"`{text}` is a link that leads nowhere"
        near = _nearest_file(path, span, ground)
        help = None if near is None else f"did you mean `{near}`?"
        fix = None if near is None else respell(text, span, [f"{text[: len(text) - len(path.name)]}{near}"])
        return None, (Diagnostic(code="F003", message=message, span=span, help=help, fix=fix),)
    return path, ()


def _refused(text: str, to_rules: bool) -> str | None:
    """Why `text` is no reference at all, or None."""
    if not text.isprintable() or not text.strip():
        return "this is neither a path nor the id of a ruleset"
    if to_rules and text.endswith(OTHERS):
        return f"`{text}` holds no rules: nothing can be laid over it"
    if _URL.match(text):
        return f"`{text}` is a web address; nothing is fetched"
    if text.startswith(("\\\\", "//")):
        return f"`{text}` is a path to another computer"
    if _DRIVE.match(text):
        return f"`{text}` names a drive"
    if "\\" in text:
        return f"`{text}` has backslashes; a path is written with `/`"
    if text.startswith("/"):
        return f"`{text}` is an absolute path"
    return None


def _shipped(text: str, span: Span, from_dir: Path, ground: Ground) -> tuple[Path | None, tuple[Diagnostic, ...]]:
    if text in ruleset_ids():
        return rulesets_folder() / text, ()
    help, fix = suggestion(text, ruleset_ids()), respell(text, span, ruleset_ids())
    if ground.exists(from_dir / f"{text}.yaml"):
        help, fix = f"for the file in this folder write `{text}.yaml`", respell(text, span, [f"{text}.yaml"])
    elif ground.exists(from_dir / text):
        help = f"for what lies in this folder write `./{text}`"
    message = f"there is no ruleset `{text}`"
    return None, (Diagnostic(code="F004", message=message, span=span, help=help, fix=fix),)


def _nearest_file(path: Path, span: Span, ground: Ground) -> str | None:
    """The file, or the folder of a ruleset, that was perhaps meant; not the one in which it is written."""
    names = set(ground.rules(path.parent)) - {path.name, Path(span.file).name}
    alike = [name for name in names if name.lower() == path.name.lower()]
    return alike[0] if len(alike) == 1 else nearest(path.name, names)
