"""Finds what comes with the package: rulesets, schemas and, in a checkout, examples. Reads none of it."""

from functools import cache
from pathlib import Path
from typing import Final

from imhotep.errors import UsageError

_PACKAGE: Final = Path(__file__).resolve().parent
RULESET_FILE: Final = "ruleset.yaml"


def rulesets_folder() -> Path:
    """The folder that holds a folder for each shipped ruleset."""
    return _folder("rulesets")


def schemas_folder() -> Path:
    """The folder that holds the JSON schemas."""
    return _folder("schemas")


def examples_folder() -> Path | None:
    """The examples of a checkout; an installed package has none."""
    checkout = _checkout()
    folder = None if checkout is None else checkout / "examples"
    return folder if folder is not None and folder.is_dir() else None


def ruleset_ids() -> tuple[str, ...]:
    """The ids of the shipped rulesets, in alphabetical order."""
    return tuple(sorted(file.parent.name for file in rulesets_folder().glob(f"*/{RULESET_FILE}")))


def _checkout() -> Path | None:
    """The top folder of the source tree that this module runs from, or None if it is installed."""
    return _checkout_of(_PACKAGE)


@cache
def _checkout_of(package: Path) -> Path | None:
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file() and (folder / "rulesets").is_dir():
            return folder if folder / "engine" / "imhotep" == package else None
    return None


def _folder(name: str) -> Path:
    checkout = _checkout()
    folder = _PACKAGE / "_shipped" / name if checkout is None else checkout / name
    if not folder.is_dir():
        raise UsageError(f"this installation is not complete: it has no folder `{name}`")
    return folder
