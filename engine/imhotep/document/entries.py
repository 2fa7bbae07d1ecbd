"""The entries of a mapping from its keys and values as they came; finds what YAML lets pass.

Two equal keys, keys that are no plain texts, merge keys, and texts that a comma inside `{...}` or `[...]` cut in two.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, TypeAlias, TypeGuard

from imhotep.diagnostics import Diagnostic, Fix, Position, Related, Span, rewrite
from imhotep.document.nodes import Entry, Node, Scalar
from imhotep.document.remedies import in_quotes
from imhotep.document.source import Source

Pair: TypeAlias = tuple[Node, Node]
_NO_SPACE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*:(?=\S)")
_NO_COLON: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*) *=? *[\[{]")
_EQUALS: Final = re.compile(r"([A-Za-z_][A-Za-z0-9_]*) *= *(\S.*)")
_THOUSANDS: Final = re.compile(r"-?[0-9]{1,3}(?:,[0-9]{3})+")
_LINE: Final = re.compile(r"[^\s](?:[^\r\n]*[^\s])?")


def entries(pairs: list[Pair], source: Source, *, flow: bool) -> tuple[tuple[Entry, ...], tuple[Diagnostic, ...]]:
    """The entries that count, and what is wrong with the others. Of two equal keys the first counts."""
    diagnostics: list[Diagnostic] = []
    if flow:
        pairs, split = _rejoined(pairs, source)
        diagnostics.extend(split)
    seen: dict[str, Scalar] = {}
    found: list[Entry] = []
    for key, value in pairs:
        if not isinstance(key, Scalar):
            help = "a key is one text, like `name: ...`; quote a text that begins with a bracket"
            message = "a list or map is not allowed as a key"
            diagnostics.append(Diagnostic(code="Y021", message=message, span=key.span, help=help))
        elif not key.text and key.style == "plain":
            help = "write the key before the colon"
            diagnostics.append(Diagnostic(code="Y021", message="a key is missing here", span=key.span, help=help))
        elif key.text == "<<" and key.style == "plain":
            help = "to build on something else use `extends:` at the top of a variant"
            diagnostics.append(
                Diagnostic(code="Y022", message="merge keys (`<<`) are not allowed", span=key.span, help=help)
            )
        elif not flow and key.style == "plain" and (cut := _NO_COLON.match(key.text)):
            diagnostics.append(_no_colon(key, cut[1], source))
        else:
            name = key.text if key.text.isascii() else unicodedata.normalize("NFC", key.text)
            first = seen.setdefault(name, key)
            if first is key:
                found.append(Entry(key, value))
            else:
                diagnostics.append(_twice(first, key))
    return tuple(found), tuple(diagnostics)


def cut_text(items: Iterable[Node]) -> tuple[Diagnostic, ...]:
    """A fault if one of the values inside `[...]` is a text that a comma cut in two."""
    for item in items:
        if _is_plain(item) and _is_open(item.text):
            return (_cut(item.text, item.span, "[...]"),)
    return ()


def _twice(first: Scalar, second: Scalar) -> Diagnostic:
    message = f"the key `{second.text}` stands twice"
    if first.text != second.text:
        message += ", with its accents written in two ways"
    related = (Related(first.span, "first here"),)
    help = "keep one of the two; only the first is looked at"
    return Diagnostic(code="Y020", message=message, span=second.span, related=related, help=help)


def _rejoined(pairs: list[Pair], source: Source) -> tuple[list[Pair], list[Diagnostic]]:
    """The entries of a `{...}` with texts put together again that a comma cut, so that the rest can be checked."""
    found: list[Pair] = []
    diagnostics: list[Diagnostic] = []
    index = 0
    while index < len(pairs):
        key, value = pairs[index]
        index += 1
        if _has_no_colon(key, value, source):
            diagnostics.append(_no_value(key, source))
            continue
        last = value
        while index < len(pairs) and _is_plain(value) and _has_no_colon(*pairs[index], source):
            last = pairs[index][0]
            index += 1
        if last is not value and _is_plain(value):
            whole = _whole(value, last, source)
            diagnostics.append(_number(whole) or _cut(value.text, whole.span, "{...}", in_quotes(whole.span, source)))
            value = whole
        elif _is_plain(value) and _is_open(value.text) and index < len(pairs):
            diagnostics.append(_unclosed(value.text, value.span))
        found.append((key, value))
    return found, diagnostics


def _has_no_colon(key: Node, value: Node, source: Source) -> bool:
    """Whether an entry of `{...}` is a key alone: an empty value stands just after its colon, if there is one."""
    return (
        _is_plain(value)
        and value.span.start == value.span.end
        and source.text[value.span.start.offset - 1] != ":"
        and key.span.start != value.span.start
    )


def _whole(value: Scalar, last: Node, source: Source) -> Scalar:
    """The text from the beginning of `value` to the end of `last` as it stands in the file, in one line."""
    start = value.span.start.offset
    lines: list[str] = []
    marks: list[tuple[int, Position]] = []
    length = 0
    for found in _LINE.finditer(source.text[start : last.span.end.offset]):
        marks.append((length, source.position(start + found.start())))
        lines.append(found[0])
        length += len(found[0]) + 1
    text = " ".join(lines)
    span = Span(value.span.file, value.span.start, last.span.end)
    return Scalar(value=text, text=text, style="plain", span=span, marks=tuple(marks))


def _is_plain(node: Node) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and node.style == "plain"


def _is_open(text: str) -> bool:
    return text.count("(") > text.count(")")


def _no_colon(key: Scalar, word: str, source: Source) -> Diagnostic:
    """An opening bracket in a key: it was to begin the value."""
    at = key.span.start.offset + len(word)
    help = f"put a colon and a space after `{word}`"
    gap = len(key.text[len(word) :]) - len(key.text[len(word) :].lstrip(" ="))
    return Diagnostic(
        code="Y021",
        message=f"a colon is missing after `{word}`",
        span=source.span(key.span.start.offset, at),
        help=help,
        fix=rewrite(source.span(at, at + gap), ": ", safe=False, title=help),
    )


def _unclosed(text: str, span: Span) -> Diagnostic:
    message = f"`(` is not closed before the comma that ends this text: `{text}`"
    help = (
        "write `)`; if the comma belongs to the text, put an effect on a line of its own and any other text in quotes"
    )
    return Diagnostic(code="Y015", message=message, span=span, help=help)


def _number(whole: Scalar) -> Diagnostic | None:
    """A fault for a number that is written with commas between the thousands; None for any other text."""
    if not _THOUSANDS.fullmatch(whole.text):
        return None
    meant = whole.text.replace(",", "")
    message, help = f"a comma cuts `{whole.text}` in two", f"write `{meant}`"
    return Diagnostic(
        code="Y015", message=message, span=whole.span, help=help, fix=rewrite(whole.span, meant, safe=False)
    )


def _no_value(key: Node, source: Source) -> Diagnostic:
    message = "this has no value; each entry of `{...}` is `key: value`"
    found = _NO_SPACE.match(key.text) if _is_plain(key) else None
    if _is_plain(key) and (equals := _EQUALS.fullmatch(key.text)):
        meant = f"{equals[1]}: {equals[2]}"
        fix = rewrite(key.span, meant, safe=False)
        return Diagnostic(code="Y016", message=message, span=key.span, help=f"write `{meant}`", fix=fix)
    if found is None:
        return Diagnostic(code="Y016", message=message, span=key.span, help="write `key: value`")
    at = key.span.start.offset + found.end()
    help = "put a space after the colon"
    fix = rewrite(source.span(at, at), " ", safe=False, title=help)
    return Diagnostic(code="Y016", message=message, span=key.span, help=help, fix=fix)


def _cut(text: str, span: Span, brackets: str, fix: Fix | None = None) -> Diagnostic:
    message = f"inside `{brackets}` a comma ends a text: this one ends after `{text}`"
    help = f"put an effect on a line of its own, not inside `{brackets}`; put any other text with a comma in quotes"
    return Diagnostic(code="Y015", message=message, span=span, help=help, fix=fix)
