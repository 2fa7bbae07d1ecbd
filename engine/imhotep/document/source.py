"""A file as text: read within limits, decoded, and asked for line and column. Knows nothing of YAML."""

import os
import re
from bisect import bisect_right
from dataclasses import dataclass, field  # the standard one: its values are worked out when asked for
from functools import cached_property
from pathlib import Path
from typing import Final

from imhotep.diagnostics import Diagnostic, Position, Span
from imhotep.errors import UnreadableError

MOST_BYTES: Final = 256 * 1024
FORBIDDEN: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_LINE_BREAK: Final = re.compile(r"\r\n?|\n")
_FOREIGN_MARKS: Final = (  # longest first: the mark of UTF-32 begins like that of UTF-16
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


@dataclass(frozen=True)
class Source:
    """The text of one file. `name` is how messages call it; offsets count code points after any byte order mark."""

    name: str
    text: str
    path: Path | None = field(default=None, kw_only=True)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins; CRLF, LF and a lone CR end a line."""
        return (0, *(found.end() for found in _LINE_BREAK.finditer(self.text)))

    def position(self, offset: int) -> Position:
        """The place of an offset."""
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return Position(line, offset - starts[line - 1] + 1, offset)

    def span(self, start: int, end: int) -> Span:
        """The stretch between two offsets."""
        first, starts = self.position(start), self.line_starts
        if first.line < len(starts) and end >= starts[first.line]:
            return Span(self.name, first, self.position(end))
        return Span(self.name, first, Position(first.line, first.column + end - start, end))

    def utf16(self, position: Position) -> tuple[int, int]:
        """Line and column from 0, in UTF-16 units, as the language server protocol counts."""
        before = self.text[position.offset - position.column + 1 : position.offset]
        return position.line - 1, len(before) + sum(character > "\uffff" for character in before)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line break."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")


def read(path: Path, name: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The text of the file at `path`, called `name`; None beside a diagnostic if it is too large or not UTF-8.

    Raises UnreadableError if there is no such file, or it is a folder, or it may not be read.
    """
    return decode(_read_bytes(path, name), path, name)


def typed(text: str, path: Path, name: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The same for a text that stands for the file at `path`."""
    return decode(text.encode("utf-8", "surrogatepass"), path, name)


def decode(data: bytes, path: Path, name: str) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    """The same for bytes that stand for the file at `path`."""
    if len(data) > MOST_BYTES:
        message = f"this file is larger than {MOST_BYTES // 1024} kB, the most that is read"
        return None, (_at_start("Y001", name, message, "divide it into several files"),)
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            return None, (_at_start("Y002", name, f"this file is {encoding}, not UTF-8", "save it as UTF-8"),)
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return Source(name, data.decode("utf-8"), path=path), ()
    except UnicodeDecodeError as error:
        return None, (_not_utf8(name, data, error.start),)


def _read_bytes(path: Path, name: str) -> bytes:
    """At most one byte more than the limit, so that a huge file or an endless device costs nothing."""
    try:
        if path.exists() and not path.is_file():
            raise UnreadableError(f"cannot read `{name}`: it is a folder" if path.is_dir() else _strange(name))
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UnreadableError(f"cannot read `{name}`: there is no such file") from None
    except PermissionError:
        raise UnreadableError(f"cannot read `{name}`: no permission") from None
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno).lower() if isinstance(error, OSError) and error.errno else "not a file name"
        raise UnreadableError(f"cannot read `{name}`: {reason}") from None


def _strange(name: str) -> str:
    return f"cannot read `{name}`: it is not an ordinary file"


def _at_start(code: str, name: str, message: str, help: str) -> Diagnostic:
    start = Position(1, 1, 0)
    return Diagnostic(code=code, message=message, span=Span(name, start, start), help=help)


def _not_utf8(name: str, data: bytes, index: int) -> Diagnostic:
    before = Source(name, data[:index].decode("utf-8"))
    start = before.position(len(before.text))
    span = Span(name, start, Position(start.line, start.column + 1, start.offset + 1))
    message = f"the byte 0x{data[index]:02X} is not UTF-8"
    character = data[index : index + 1].decode("cp1252", errors="ignore")
    if character and character.isprintable():
        message += f"; perhaps it was meant to be `{character}`"
    return Diagnostic(code="Y003", message=message, span=span, help="save the file as UTF-8")
