"""Parts of reports: tables in plain text, figures with their intervals."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from imhotep.experiment.statistics import Estimate

Row: TypeAlias = Sequence[str]

WIDTH: Final = 80
MOST_DIGITS: Final = 4
"""Of a small difference, so that it is not taken for 0."""

FEW: Final = 30
"""Pairs or games below which an interval is rough."""


def table(rows: Sequence[Row], width: int, *, said: bool = False) -> list[str]:
    """Rows in columns, the first one to the left and shortened if need be, and with `said` the last one, too."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = max(8, min(widths[0], width - sum(widths[1:]) - 2 * len(widths[1:])))
    lines = []
    for row in rows:
        cells = [cell.rjust(size) for cell, size in zip(row, widths, strict=True)]
        cells[0] = clip(row[0], widths[0]).ljust(widths[0])
        if said:
            cells[-1] = row[-1]
        lines.append("  ".join(cells).rstrip())
    return lines


def told(word: str, choices: Sequence[tuple[str, str | int | bool]], width: int) -> list[str]:
    """Sides and options in lines that fit. A board without sides to choose from has none to tell."""
    said = {True: "yes", False: "no"}
    return listed(
        word,
        [f"{name} {said[value] if isinstance(value, bool) else value}" for name, value in choices if value != ""],
        width,
    )


def listed(word: str, pieces: Sequence[str], width: int) -> list[str]:
    """Pieces behind a word, in lines that fit; no line where there are none."""
    lines = [word]
    for i, piece in enumerate(pieces):
        piece += "," if i < len(pieces) - 1 else ""
        if len(lines[-1]) + 1 + len(piece) > width:
            lines.append(" " * len(word))
        lines[-1] += f" {piece}"
    return lines if pieces else []


def rough(count: int, what: str) -> list[str]:
    """A warning of intervals from few games."""
    return [f"fewer than {FEW} {what}: the intervals are rough"] if count < FEW else []


def percents(confidence: float) -> str:
    """A confidence in percent."""
    return f"{100 * confidence:g} %"


def number(value: float | None, digits: int) -> str:
    """A figure, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def spread(estimate: Estimate, digits: int) -> str:
    """A figure with its interval."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return number(estimate.value, digits)
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


def percent(estimate: Estimate | None) -> str:
    """A share with its interval, in percent."""
    if estimate is None or estimate.value is None or estimate.low is None or estimate.high is None:
        return "-"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def change(difference: Estimate | None, digits: int, times: int = 1) -> str:
    """A difference with its signs; 0 has none."""
    if difference is None:
        return ""
    value, low, high = (_signed(bound, digits, times) for bound in (difference.value, difference.low, difference.high))
    return f"{value} ({low} to {high})" if difference.low is not None else value


def _signed(value: float | None, digits: int, times: int) -> str:
    if value is None:
        return "-"
    while digits < MOST_DIGITS and value and not round(times * value, digits):
        digits += 1
    text = f"{times * value:+.{digits}f}"
    return text if round(times * value, digits) else text.lstrip("+-")


def clip(text: str, width: int) -> str:
    """The text, shortened if need be."""
    return text if len(text) <= width else text[: width - 2] + ".."
