"""What a command line says, as nodes: `--set areas.pond.capacity=6` is a variant of one change."""

from imhotep.diagnostics import Diagnostic, Position, Span
from imhotep.document.nodes import Entry, Mapping, Node, Scalar
from imhotep.document.scalars import resolve
from imhotep.variants.paths import Segment, parse


def parse_setting(text: str) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """The variant that a setting stands for. Its places are columns of a file called `--set` and the text.

    `numbers.NAME=4` means the number's `value`.
    """
    file = f"--set {text}"
    written, equals, value = text.partition("=")
    segments = parse(written)
    if isinstance(segments, int) or len(segments) < 2 or not equals:
        start = segments if isinstance(segments, int) else len(written)
        message = f"`{text}` is not a setting"
        help = "write a path, an equals sign and a value: `numbers.NAME=4`"
        return None, (Diagnostic(code="V010", message=message, span=_span(file, start, len(text)), help=help),)
    if segments[-2].key == "numbers":
        segments = (*segments, Segment("value", segments[-1].start, segments[-1].end))
    node: Node = word(file, value, len(written) + 1)
    for segment in reversed(segments):
        node = _map(file, segment, node, len(text))
    return _map(file, Segment("change", 0, 0), node, len(text)), ()


def word(file: str, text: str, start: int) -> Scalar:
    """A value of a command line, read like an unquoted word in a file; `start` is where it begins."""
    stripped = text.strip()
    start += text.index(stripped)
    span = _span(file, start, start + len(stripped))
    return Scalar(value=resolve(stripped), text=stripped, style="plain", span=span)


def _map(file: str, segment: Segment, value: Node, end: int) -> Mapping:
    span = _span(file, segment.start, segment.end)
    key = Scalar(value=resolve(segment.key), text=segment.key, style="plain", span=span)
    return Mapping(entries=(Entry(key, value),), span=_span(file, segment.start, end))


def _span(file: str, start: int, end: int) -> Span:
    return Span(file, Position(1, start + 1, start), Position(1, end + 1, end))
