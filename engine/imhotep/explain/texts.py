"""Lines of text for a terminal: how wide they show, side by side, with comments behind them."""

import unicodedata
from collections.abc import Iterable


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(c) in ("W", "F") for c in text)
    return len(text) + wide - sum(unicodedata.category(c) in ("Mn", "Me") for c in text)


def filled(text: str, width: int) -> str:
    """The text with spaces after it, so that it takes so many columns."""
    return text + " " * (width - columns(text))


def commented(lines: Iterable[tuple[str, str]], most: int) -> str:
    """Lines of text, each with a comment or an empty one. Comments stand below one another, at most so far right.

    Lines that are longer push theirs on.
    """
    found = list(lines)
    widths = [columns(text) for text, comment in found if comment]
    widest = max((width for width in widths if width <= most), default=0)
    return "".join(f"{filled(text, widest)}  # {comment}\n" if comment else f"{text}\n" for text, comment in found)


def side_by_side(rows: Iterable[tuple[str, ...]], gap: str = "  ") -> list[str]:
    """Rows of texts as lines, each column as wide as its widest text."""
    found = list(rows)
    widths = [max(map(columns, column)) for column in zip(*found, strict=True)]
    return [gap.join(map(filled, row, widths)).rstrip() for row in found]
