"""The text of a YAML scalar and where in the file each part of it stands, for each of the five ways to write one.

Each function is given the whole text (closed by NUL characters), the offset where the scalar begins and the
indentation of the block around it, and follows the rules of YAML 1.2. Knows nothing of tokens and nodes.
"""

import re
import string
import sys
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.document.source import FORBIDDEN
from imhotep.document.syntax import Fault

BREAK: Final = r"(?:\r\n?|\n)"
_WORD: Final = r"(?:[^\0 \t\r\n:]|:(?![\0 \t\r\n]))++"
_FLOW_WORD: Final = r"(?:[^\0 \t\r\n:,\[\]{}]|:(?![\0 \t\r\n,\[\]{}]))++"
_PLAIN: Final = re.compile(rf"{_WORD}(?: ++(?!#){_WORD})*+")
_FLOW_PLAIN: Final = re.compile(rf"{_FLOW_WORD}(?: ++(?!#){_FLOW_WORD})*+")
_FOLD: Final = re.compile(rf"[ \t]*+{BREAK}(?:[ \t]*+{BREAK})*+( *+)")
_SEPARATOR: Final = re.compile(r"(?:---|\.\.\.)(?=[\0 \t\r\n])")
_ANY_BREAK: Final = re.compile(BREAK)
_BLANKS: Final = re.compile(r"[ \t]*+")
_SINGLE: Final = re.compile(r"[^'\r\n\0]*+")
_DOUBLE: Final = re.compile(r'[^"\\\r\n\0]*+')
_HEADER: Final = re.compile(rf"[|>]([+-]?[1-9]?|[1-9][+-])[ \t]*+(?:(?<=[ \t])#[^\r\n\0]*+)?+({BREAK}|(?=\0))")
_LINE: Final = re.compile(rf"( *+)([^\r\n\0]*+)({BREAK}?)")
_ESCAPED: Final = {
    **dict(zip("0abtnvfre", "\0\a\b\t\n\v\f\r\x1b", strict=True)),
    "\t": "\t",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
    **{character: character for character in ' "\\/'},
}
_HEXADECIMAL: Final = {"x": 2, "u": 4, "U": 8}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and where it stands; all but `text` in offsets of the file.

    `runs` are pairs (index in the text, offset), rising; between two of them both go on one by one. `start` and `end`
    take in quotes. `next` is where scanning goes on, which may be some lines further.
    """

    text: str
    runs: tuple[tuple[int, int], ...]
    start: int
    end: int
    next: int


class _Pieces:
    """Collects a text piece by piece, with the offset of each."""

    __slots__ = ("length", "pieces", "runs")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.runs: list[tuple[int, int]] = []
        self.length = 0

    def add(self, piece: str, offset: int) -> None:
        """A piece of one line. A line break or space that follows on what is there needs no place of its own."""
        if piece:
            if piece[0] not in " \n" or not self._follows_on(offset):
                self.runs.append((self.length, offset))
            self.pieces.append(piece)
            self.length += len(piece)

    def decoded(self, after: int, start: int, end: int, following: int) -> Decoded:
        """`after` is the offset of what follows the last character of the text."""
        if not self._follows_on(after):
            self.runs.append((self.length, after))
        return Decoded("".join(self.pieces), tuple(self.runs), start, end, following)

    def _follows_on(self, offset: int) -> bool:
        return bool(self.runs) and self.runs[-1][1] - self.runs[-1][0] == offset - self.length


def plain(buffer: str, start: int, indent: int, *, flow: bool) -> Decoded:
    """An unquoted scalar; inside `{}` and `[]` it ends at brackets and commas."""
    pattern = _FLOW_PLAIN if flow else _PLAIN
    found = pattern.match(buffer, start)
    if found is None:
        return Decoded("", ((0, start),), start, start, start)
    pieces = _Pieces()
    while True:
        end = found.end()
        following, gap = _next_line(buffer, end, indent)
        more = None if gap is None else pattern.match(buffer, following)
        if more is None and not pieces.length:
            return Decoded(found[0], ((0, start),), start, end, following)  # most are one line
        pieces.add(found[0], found.start())
        if more is None or gap is None:
            return pieces.decoded(end, start, end, following)
        pieces.add(_folded(gap), end)
        found = more


def _next_line(buffer: str, end: int, indent: int) -> tuple[int, str | None]:
    """The offset of what follows after an unquoted line, and the gap before it if the text goes on there."""
    fold = _FOLD.match(buffer, end)
    if fold is None:
        return end, None
    following = fold.end()
    column = len(fold[1])
    if column <= indent or (column == 0 and _SEPARATOR.match(buffer, following)) or buffer[following] == "#":
        return following, None
    return following, fold[0]


def quoted(buffer: str, start: int, indent: int) -> Decoded:
    """A scalar in single or double quotes; its further lines must be indented like any value."""
    quote = buffer[start]
    pattern = _DOUBLE if quote == '"' else _SINGLE
    pieces = _Pieces()
    index = start + 1
    while True:
        found = pattern.match(buffer, index)
        assert found is not None
        end = found.end()
        stop = buffer[end]
        if stop == quote and quote == "'" and buffer[end + 1] == "'":
            pieces.add(buffer[index : end + 1], index)
            index = end + 2
        elif stop == quote:
            pieces.add(found[0], index)
            return pieces.decoded(end, start, end + 1, end + 1)
        elif stop == "\\":
            pieces.add(found[0], index)
            index = _escape(buffer, end, start, indent, pieces)
        elif stop == "\0":
            raise _unclosed(buffer, start)
        else:
            words = found[0].rstrip(" \t")
            pieces.add(words, index)
            fold = _FOLD.match(buffer, index + len(words))
            assert fold is not None
            pieces.add(_folded(fold[0]), fold.start())
            index = _continued(buffer, start, fold, indent)


def block(buffer: str, start: int, indent: int) -> Decoded:
    """A literal or folded scalar: the lines after `|` or `>` that are indented more than what is around them."""
    header = _HEADER.match(buffer, start)
    if header is None:
        help = f"begin the text on the next line, indented; after `{buffer[start]}` only `+`, `-` or 1 to 9 may stand"
        raise Fault("Y010", f"no text may follow `{buffer[start]}` on its line", start, start + 1, help)
    indicators = header[1]
    increment = int(indicators.strip("+-") or 0)
    lines, following = _block_lines(buffer, header.end(), max(indent + 1, 1), increment)
    pieces = _Pieces()
    end = header.start(2)
    previous, blank, closed = "", 0, False
    for content, offset, line_closed in lines:
        if not content:
            blank += 1
            continue
        folding = buffer[start] == ">" and not previous.startswith((" ", "\t")) and content[0] not in " \t"
        pieces.add(_joint(previous, blank, folding), end)
        pieces.add(content, offset)
        previous, blank, closed, end = content, 0, line_closed, offset + len(content)
    if closed and "-" not in indicators:
        pieces.add("\n", end)
    if "+" in indicators:
        pieces.add("\n" * blank, end)
    return pieces.decoded(end, start, end, following)


def _block_lines(buffer: str, index: int, least: int, increment: int) -> tuple[list[tuple[str, int, bool]], int]:
    """Content without indentation, offset and "has a line break" of each line, and the offset of what follows."""
    level = least + increment - 1 if increment else None
    lines: list[tuple[str, int, bool]] = []
    while True:
        found = _LINE.match(buffer, index)
        assert found is not None
        spaces = len(found[1])
        blank = not found[2] or (spaces < (level or least) and not found[2].strip("\t "))
        if level is None and not blank:
            level = max(least, spaces)
        if not blank and level is not None and spaces < level:
            return lines, index
        content = "" if level is None or spaces < level else (found[1] + found[2])[level:]
        if content or found[3]:
            lines.append((content, index + (level or 0), bool(found[3])))
        index = found.end()
        if not found[3]:
            return lines, index


def _joint(previous: str, blank: int, folding: bool) -> str:
    """What stands between two lines of a block scalar that have `blank` empty lines between them."""
    if not previous:
        return "\n" * blank
    if folding:
        return "\n" * blank or " "
    return "\n" * (blank + 1)


def _folded(gap: str) -> str:
    """What a line break in a plain or quoted scalar stands for: a space, or the empty lines that follow it."""
    return "\n" * (len(_ANY_BREAK.findall(gap)) - 1) or " "


def _continued(buffer: str, start: int, fold: re.Match[str], indent: int) -> int:
    """The offset where the next line of a quoted scalar has its first word."""
    column = len(fold[1])
    if column <= indent or (column == 0 and _SEPARATOR.match(buffer, fold.end())):
        raise _unclosed(buffer, start)
    blanks = _BLANKS.match(buffer, fold.end())
    assert blanks is not None
    return blanks.end()


def _escape(buffer: str, index: int, start: int, indent: int, pieces: _Pieces) -> int:
    """Add what the backslash at `index` stands for; the offset after it."""
    letter = buffer[index + 1]
    if letter in "\r\n":
        fold = _FOLD.match(buffer, index + 1)
        assert fold is not None
        pieces.add("\n" * (len(_ANY_BREAK.findall(fold[0])) - 1), index)
        return _continued(buffer, start, fold, indent)
    digits = buffer[index + 2 : index + 2 + _HEXADECIMAL.get(letter, 0)]
    written = buffer[index : index + 2] + digits
    if letter in _ESCAPED:
        meant = _ESCAPED[letter]
    elif letter in _HEXADECIMAL and len(digits) == _HEXADECIMAL[letter] and set(digits) <= set(string.hexdigits):
        code = int(digits, 16)
        meant = chr(code) if code <= sys.maxunicode else "\0"
    else:
        help = "in double quotes write `\\\\` for a backslash; in single quotes a backslash is one already"
        shown = "a backslash" if letter in "\0\t" else f"`{buffer[index : index + 2]}`"
        raise Fault("Y014", f"{shown} stands for no character", index, index + 2, help)
    if FORBIDDEN.search(meant):
        raise Fault("Y004", f"`{written}` stands for a character that no text may hold", index, index + len(written))
    pieces.add(meant, index)
    return index + len(written)


def _unclosed(buffer: str, start: int) -> Fault:
    quote = buffer[start]
    help = f"write `{quote}` where the text ends; further lines of the text must be indented more than its key"
    return Fault("Y013", f"the quote `{quote}` that begins here is not closed", start, start + 1, help)
