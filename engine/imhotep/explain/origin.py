"""Where each value of a ruleset was written, as comments in its YAML and as a list."""

from collections.abc import Iterator
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.document.nodes import Mapping, Node, Plain, Sequence, plain
from imhotep.document.writer import lines
from imhotep.explain.texts import commented
from imhotep.variants.paths import Path, show

_COLUMN: Final = 84
"""Where comments stand at the farthest; lines that are longer push theirs on."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A value that holds no others, and the place that set it."""

    path: str
    value: Plain
    span: Span


def with_origins(root: Node, *, is_ascii: bool = False) -> str:
    """The YAML of `root` with a comment behind each value that tells the file and line where it was written."""
    found = lines(root, width=_COLUMN, is_ascii=is_ascii, one_origin=True)
    return commented(((line.text, _comment(line.origin, is_ascii) if line.origin else "") for line in found), _COLUMN)


def _comment(span: Span, is_ascii: bool) -> str:
    """A place without characters that do not show, which no comment may hold."""
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in written_at(span))
    return ascii(text)[1:-1] if is_ascii else text


def written_at(span: Span) -> str:
    """File and line on one line of text. An argument of the command line has no lines."""
    return " ".join(span.file.split()) if span.file.startswith("--") else f"{span.file}:{span.start.line}"


def origins(node: Node, path: Path = ()) -> Iterator[Origin]:
    """All values in order. The entries of a list are counted from 1."""
    if isinstance(node, Mapping) and node.entries:
        for entry in node.entries:
            yield from origins(entry.value, (*path, entry.key.text))
    elif isinstance(node, Sequence) and node.items:
        for number, item in enumerate(node.items, 1):
            yield from origins(item, (*path, str(number)))
    else:
        yield Origin(show(path), plain(node), node.span)
