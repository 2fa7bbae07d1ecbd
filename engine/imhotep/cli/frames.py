"""Shows the line of a file that a message is about, with a mark under the place."""

from dataclasses import field
from pathlib import Path
from typing import Final

from imhotep.cli.output import visible
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.errors import ImhotepError
from imhotep.explain.texts import columns
from imhotep.shipped import rulesets_folder

WIDEST: Final = 120


@dataclass(slots=True)
class Lines:
    """Finds the lines of files by the names that messages give them. `folders` are where the names may start."""

    folders: list[Path] = field(default_factory=list)
    _kept: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def add(self, *arguments: str) -> None:
        """Let names start at the projects that arguments of the command lie in."""
        from imhotep.loading.project import is_path, project_root

        self.folders += [project_root(Path(argument)) for argument in arguments if is_path(argument)]

    def unplaced(self, text: str) -> str:
        """The text with the names of projects' folders for their places on this machine."""
        for folder in sorted(self.folders, key=lambda folder: len(folder.parts), reverse=True):
            text = text.replace(folder.as_posix(), folder.name)
        return text

    def frame(self, span: Span) -> list[str]:
        """The line of a span and a mark below, or nothing if the line cannot be had."""
        line = self._line(span)
        if line is None:
            return []
        number = str(span.start.line)
        start = span.start.column - 1
        end = span.end.column - 1 if span.end.line == span.start.line else len(line)
        shown, before, marked = _cut(line, start, max(end, start + 1))
        margin = " " * len(number)
        return [f"{margin} |", f"{number} | {shown}".rstrip(), f"{margin} | {' ' * before}{'^' * marked}"]

    def _line(self, span: Span) -> str | None:
        if span.file.startswith("--"):
            return span.file.partition(" ")[2]
        lines = self._kept.get(span.file)
        if lines is None:
            lines = self._kept[span.file] = self._read(span.file)
        number = span.start.line
        return lines[number - 1] if number <= len(lines) else None

    def _read(self, name: str) -> tuple[str, ...]:
        from imhotep.document.source import read

        for folder in (Path(), *self.folders, rulesets_folder()):
            path = folder / name
            try:
                source = read(path, name)[0] if path.is_file() else None
            except (ImhotepError, OSError):
                source = None
            if source is not None:
                return tuple(source.line(number + 1) for number in range(len(source.line_starts)))
        return ()


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
