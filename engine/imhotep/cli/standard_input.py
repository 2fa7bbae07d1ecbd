"""What `-` among the arguments of a command stands for: a text from standard input, in the place of a file."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic
from imhotep.errors import UnreadableError

DASH: Final = "-"
DEFAULT: Final = "<stdin>"
"""How messages call a text that stands for no file; seen as a variant in the current folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A text from standard input. `text` is None beside a diagnostic where it is too long or not UTF-8."""

    name: str
    text: str | None
    found: tuple[Diagnostic, ...]

    @property
    def files(self) -> dict[str, str]:
        """The text by the name of the file that it stands for."""
        return {} if self.text is None else {self.name: self.text}


def names_input(arguments: Sequence[str], name: str | None) -> bool:
    """Whether one of the arguments is `-`; raises click.UsageError if two are, or if a name is given without."""
    if arguments.count(DASH) > 1:
        raise click.UsageError(f"`{DASH}` stands for standard input, and that can be read only once")
    if name is not None and DASH not in arguments:
        raise click.UsageError(f"--stdin-filename needs the argument `{DASH}`, which reads standard input")
    if name is not None and (not name.strip() or "\0" in name or name.endswith(("/", os.sep)) or Path(name).is_dir()):
        raise click.UsageError(f"--stdin-filename names a file, and `{name}` is none")
    return DASH in arguments


def read_input(name: str | None) -> Typed:
    """The text on standard input, which stands for the file `name`. Raises UnreadableError."""
    from imhotep.document.source import MOST_BYTES, decode
    from imhotep.loading.project import display_name, project_root

    path = Path(name or DEFAULT)
    if sys.stdin is None or sys.stdin.closed:
        raise UnreadableError("cannot read standard input: it is closed")
    if sys.stdin.isatty():
        raise UnreadableError("cannot read standard input: it is a terminal; send a text with `<` or `|`")
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else "it is broken"
        raise UnreadableError(f"cannot read standard input: {reason}") from None
    source, found = decode(data, path, display_name(path, project_root(path)))
    return Typed(name=path.as_posix(), text=None if source is None else source.text, found=found)
