"""Finds the lines of a file that a message is about, and shows them with a mark under the place."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from imhotep.cli.output import visible
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Position, Span
from imhotep.errors import ImhotepError
from imhotep.explain.texts import columns
from imhotep.shipped import rulesets_folder

if TYPE_CHECKING:
    from imhotep.document.source import Source

WIDEST: Final = 120
MOST_LINES: Final = 3
"""Of a place that is longer than that, the first lines and the last one are shown."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a frame: a line of a file with its number, a mark below one, or nothing."""

    text: str = ""
    number: int | None = None
    is_gap: bool = False


@dataclass(slots=True)
class Lines:
    """Finds the lines of files by the names that messages give them.

    `folders` are where the names may start. `texts` stand before the files on the disk, by real path.
    """

    folders: list[Path] = field(default_factory=list)
    texts: dict[Path, str] = field(default_factory=dict)
    _kept: "dict[str, Source | None]" = field(default_factory=dict)

    def add(self, *arguments: str) -> None:
        """Let names start at the projects that arguments of the command lie in."""
        from imhotep.loading.project import is_path, project_root

        self.folders += [project_root(Path(argument)) for argument in arguments if is_path(argument)]

    def hold(self, files: Mapping[str, str]) -> None:
        """Show texts by name, seen from the current folder, in the place of those on the disk."""
        from imhotep.loading.project import project_root

        for name, text in files.items():
            self.folders.append(project_root(Path(name)))
            self.texts[Path(os.path.realpath(name))] = text

    def unplaced(self, text: str) -> str:
        """The text with the names of projects' folders for their places on this machine."""
        for folder in sorted(self.folders, key=lambda folder: len(folder.parts), reverse=True):
            text = text.replace(folder.as_posix(), folder.name)
        return text

    def path(self, name: str) -> Path | None:
        """The file that messages call so, or None if it is not found or no file at all."""
        for folder in () if name.startswith("--") else (*self.folders, Path.cwd(), rulesets_folder()):
            path = folder / name
            if self._is_held(path) or path.is_file():
                return path
        return None

    def span(self, file: str, line: int, column: int) -> Span:
        """A place that is known by line and column alone."""
        source = self._source(file)
        starts = source.line_starts if source is not None else ()
        offset = starts[line - 1] + column - 1 if line <= len(starts) else 0
        position = Position(line, column, offset)
        return Span(file, position, position)

    def frame(self, span: Span) -> list[str]:
        """The lines of a span with marks below, or nothing if they cannot be had."""
        rows = self.rows(span)
        return framed(rows, gutter(rows))

    def rows(self, span: Span, *, only_first: bool = False) -> list[Row]:
        """The same before it is known how wide the numbers of lines are; on demand the first line alone."""
        source = self._source(span.file)
        if source is None or span.start.line > len(source.line_starts):
            return []
        numbers = range(span.start.line, min(span.end.line, len(source.line_starts)) + 1)
        marks = list(islice(_marks(source, span, numbers), 1 if only_first else MOST_LINES + 1))
        left_out = len(marks) > MOST_LINES
        if left_out:
            marks = [*marks[: MOST_LINES - 1], next(_marks(source, span, reversed(numbers)))]
        rows = [Row()]
        for number, start, end in marks:
            if left_out and number == marks[-1][0]:
                rows.append(Row(is_gap=True))
            text, before, marked = _cut(source.line(number), start, end)
            rows += [Row(text, number), Row(" " * before + "^" * marked)]
        return rows

    def _source(self, name: str) -> "Source | None":
        if name not in self._kept:
            self._kept[name] = self._read(name)
        return self._kept[name]

    def _read(self, name: str) -> "Source | None":
        from imhotep.document.source import Source, read

        if name.startswith("--"):
            return Source(name, name.partition(" ")[2])
        path = self.path(name)
        if path is None:
            return None
        if self._is_held(path):
            return Source(name, self.texts[Path(os.path.realpath(path))])
        try:
            return read(path, name)[0]
        except (ImhotepError, OSError):
            return None

    def _is_held(self, path: Path) -> bool:
        return bool(self.texts) and Path(os.path.realpath(path)) in self.texts


def gutter(rows: Iterable[Row]) -> int:
    """How wide the numbers of lines are."""
    return max((len(str(row.number)) for row in rows if row.number is not None), default=0)


def framed(rows: Iterable[Row], width: int) -> list[str]:
    """Rows as text, the numbers of lines in so many columns."""
    return [f"{row.number or '':>{width}} {':' if row.is_gap else '|'} {row.text}".rstrip() for row in rows]


def _marks(source: "Source", span: Span, numbers: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Of these lines of a span those that hold something of it, and from where to where."""
    for number in numbers:
        line = source.line(number)
        start = span.start.column - 1 if number == span.start.line else len(line) - len(line.lstrip())
        end = span.end.column - 1 if number == span.end.line else len(line.rstrip())
        if number == span.start.line or start < end:
            yield number, start, max(end, start + 1)


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """What is shown of a line, and the columns before the mark and under it on a terminal."""
    first = 0
    if len(line) > WIDEST and start > WIDEST // 2:
        first = min(start - WIDEST // 2, len(line) - WIDEST)
    text = line[first : first + WIDEST]
    start, end = start - first, min(end - first, len(text) + 1)
    lead = "..." if first else ""
    tail = "..." if first + WIDEST < len(line) else ""
    before, under = _shown(text[:start]), _shown(text[start:end])
    shown = f"{lead}{_shown(text)}{tail}"
    return shown, len(lead) + columns(before) + max(0, start - len(text)), max(1, columns(under))


def _shown(text: str) -> str:
    return visible(text.replace("\t", " "))
