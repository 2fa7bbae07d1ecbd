"""Where the files that messages name lie, for readers that open them: a base and a path from there, never a machine's.

GitHub and editors look for files from the folder that the command ran in, messages name them from their project.
"""

import os
from pathlib import Path, PurePath
from typing import Final, NamedTuple

from imhotep.cli.frames import Lines
from imhotep.shipped import rulesets_folder

SOURCE: Final = "SRCROOT"
PROJECT: Final = "PROJECT"
RULESETS: Final = "RULESETS"

BASES: Final = {
    SOURCE: "the folder that the command ran in",
    PROJECT: "the folder of the project, which lies elsewhere",
    RULESETS: "the folder of the rulesets that come with imhotep",
}


class Place(NamedTuple):
    """A file, as a path from one of `BASES`."""

    base: str
    path: str


def located(name: str, lines: Lines) -> Place | None:
    """The file that messages call `name`; None for an argument of the command line, which is no file."""
    if name.startswith("--"):
        return None
    path, here = lines.path(name), Path(os.path.realpath(Path.cwd()))
    if path is None:
        own = PurePath(name).name if PurePath(name).is_absolute() else name
        return Place(SOURCE if here in lines.folders else PROJECT, own)
    real, shipped = Path(os.path.realpath(path)), Path(os.path.realpath(rulesets_folder()))
    if real.is_relative_to(shipped) and shipped.parent.name == "_shipped":  # somewhere in an installation
        return Place(RULESETS, real.relative_to(shipped).as_posix())
    for each in (Path(os.path.normpath(path.absolute())), real):
        if each.is_relative_to(here):
            return Place(SOURCE, each.relative_to(here).as_posix())
    if real.is_relative_to(shipped):
        return Place(RULESETS, real.relative_to(shipped).as_posix())
    return Place(PROJECT, name)
