"""Simulations and comparisons as plain text for people: tables of 80 columns, without colours. Computes nothing."""

from collections.abc import Sequence
from typing import TypeAlias

from imhotep.experiment.compare import CAUTION, Against, Comparison, Difference, Named
from imhotep.experiment.simulate import Simulation
from imhotep.experiment.statistics import Estimate

Row: TypeAlias = Sequence[str]

WIDTH = 80
MOST_DIGITS = 4  # of a small difference, so that it is not taken for 0
FEW = 30  # pairs or games below which an interval is rough


def simulation_text(simulation: Simulation, width: int = WIDTH) -> str:
    """What a simulation found, as lines of text that end in a newline."""
    seats = [(seat.seat, _spread(seat.score, 1), _percent(seat.wins)) for seat in simulation.seats]
    if len(simulation.seats) > 1:
        seats.append(("all seats", _spread(simulation.score, 1), ""))
    lines = [
        CAUTION,
        f"{simulation.ruleset}: {_run(simulation.players, simulation.games, simulation.seed)}",
        *_told("with", [*simulation.sides, *simulation.options], width),
        f"in brackets: {_confidence(simulation.confidence)} intervals",
        *_rough(simulation.finished, "games"),
        "",
        *_endings(simulation),
        f"length: {_spread(simulation.length.mean, 1)} decisions" + _range(simulation),
        "",
        *_table([("seat", "score", "wins"), *seats], width),
        "",
        *_sources(simulation, width),
    ]
    return "\n".join(lines) + "\n"


def comparison_text(comparison: Comparison, changes: Sequence[Sequence[str]] = (), width: int = WIDTH) -> str:
    """What a comparison found, as lines of text that end in a newline.

    `changes` are those that each variant makes to the rules, if they are to be told: a few lines for each.
    """
    confidence = _confidence(comparison.confidence)
    lines = [
        CAUTION,
        f"base {comparison.base.ruleset}: {_run(comparison.players, comparison.games, comparison.seed)}",
        *_told("with", [*comparison.base.sides, *comparison.base.options], width),
        *_endings(comparison.base),
        f"in brackets: {confidence} intervals; of 20 differences that are none,",
        f"about {20 * (1 - comparison.confidence):.2g} is called higher or lower by chance",
    ]
    for number, against in enumerate(comparison.variants, start=1):
        made = _changes(changes[number - 1], width) if changes else []
        lines += ["", *_against(number, against, comparison.base, made, width)]
    return "\n".join(lines) + "\n"


def _changes(changes: Sequence[str], width: int) -> list[str]:
    """What a variant changes, each change on a line of its own."""
    if not changes:
        return ["changes: nothing that shows in play"]
    return ["changes:", *(_clip(f"  {line}", width) for line in changes)]


def _against(number: int, against: Against, base: Simulation, changes: list[str], width: int) -> list[str]:
    """The part of a comparison about one variant."""
    title = f"variant {number}: {against.variant.ruleset}"
    chosen = [*against.variant.sides, *against.variant.options]
    known = {*base.sides, *base.options}
    head = [
        title,
        "=" * len(title),
        *changes,
        *_told("with", [choice for choice in chosen if choice not in known], width),
        *_endings(against.variant),
        f"pairs of games: {against.pairs}, dropped: {against.dropped}"
        + (" (what is left need not be like the whole)" if against.dropped else ""),
    ]
    if not against.pairs:
        return [*head, "nothing to compare: no pair of games came to its end"]
    return [
        *head,
        *_rough(against.pairs, "pairs"),
        "",
        *_differences("score", (*against.scores, Named(name="all seats", difference=against.score)), width),
        "",
        *_wins(against.wins, width),
        "",
        *_differences("points of a seat", against.points, width),
        "",
        *_differences("length", (Named(name="decisions", difference=against.length),), width, digits=1),
    ]


def _differences(title: str, named: Sequence[Named], width: int, digits: int = 2) -> list[str]:
    rows = [(title, "base", "variant", "difference", "")]
    for each in named:
        d = each.difference
        rows.append((each.name, _value(d.base), _value(d.variant), _change(d, digits), d.verdict or ""))
    return _table(rows, width, said=True)


def _wins(named: Sequence[Named], width: int) -> list[str]:
    rates = [(each.name, _percent(each.difference.base), _percent(each.difference.variant)) for each in named]
    changes = [(each.name, _change(each.difference, 1, 100), each.difference.verdict or "") for each in named]
    return [
        *_table([("wins", "base", "variant"), *rates], width),
        "",
        *_table([("wins, in points of 100", "difference", ""), *changes], width, said=True),
    ]


def _sources(simulation: Simulation, width: int) -> list[str]:
    """Points by source, as many seats side by side as there is room for."""
    names = [source for source, _ in simulation.points]
    by_seat = [(seat.seat, dict(seat.points)) for seat in simulation.seats]
    columns = [("a seat", dict(simulation.points)), *(by_seat if len(by_seat) > 1 else ())]
    first = max(map(len, ("points from", *names)))
    fit = max(1, (width - first) // (2 + max(6, *(len(name) for name, _ in columns))))
    lines: list[str] = []
    for i in range(0, len(columns), fit):
        some = columns[i : i + fit]
        head = ("points from", *(name for name, _ in some))
        rows = [(name, *(_number(points[name], 2) for _, points in some)) for name in names]
        lines += [*([""] if lines else ()), *_table([head, *rows], width)]
    return lines


def _table(rows: Sequence[Row], width: int, *, said: bool = False) -> list[str]:
    """Rows in columns, the first one to the left and shortened if need be, and with `said` the last one, too."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[0] = max(8, min(widths[0], width - sum(widths[1:]) - 2 * len(widths[1:])))
    lines = []
    for row in rows:
        cells = [cell.rjust(size) for cell, size in zip(row, widths, strict=True)]
        cells[0] = _clip(row[0], widths[0]).ljust(widths[0])
        if said:
            cells[-1] = row[-1]
        lines.append("  ".join(cells).rstrip())
    return lines


def _endings(simulation: Simulation) -> list[str]:
    """How many games came to their end, and why the others did not."""
    s = simulation
    lines = [f"games: {s.finished} finished, {s.broken} broken down, {s.stopped} stopped for their length"]
    for fault in s.faults:
        lines += [f"  {fault.games} x {fault.message}", f"    (the first one has seed {fault.first_seed})"]
    return lines


def _run(players: int, games: int, seed: int) -> str:
    return f"{players} player{'s' * (players != 1)}, {games} game{'s' * (games != 1)} from seed {seed}"


def _told(word: str, choices: Sequence[tuple[str, str | int | bool]], width: int) -> list[str]:
    """Sides and options in lines that fit. A board without sides to choose from has none to tell."""
    said = {True: "yes", False: "no"}
    told = [f"{name} {said[value] if isinstance(value, bool) else value}" for name, value in choices if value != ""]
    lines = [word]
    for i, piece in enumerate(told):
        piece += "," if i < len(told) - 1 else ""
        if len(lines[-1]) + 1 + len(piece) > width:
            lines.append(" " * len(word))
        lines[-1] += f" {piece}"
    return lines if told else []


def _rough(count: int, what: str) -> list[str]:
    return [f"fewer than {FEW} {what}: the intervals are rough"] if count < FEW else []


def _confidence(confidence: float) -> str:
    return f"{100 * confidence:g} %"


def _range(simulation: Simulation) -> str:
    length = simulation.length
    return "" if length.least is None else f", {length.least} to {length.most}"


def _value(estimate: Estimate | None) -> str:
    return "-" if estimate is None else _number(estimate.value, 2)


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _spread(estimate: Estimate, digits: int) -> str:
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return _number(estimate.value, digits)
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


def _percent(estimate: Estimate | None) -> str:
    if estimate is None or estimate.value is None or estimate.low is None or estimate.high is None:
        return "-"
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def _change(difference: Difference, digits: int, times: int = 1) -> str:
    """A difference with its signs; 0 has none."""
    estimate = difference.difference
    if estimate is None:
        return ""
    value, low, high = (_signed(bound, digits, times) for bound in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})" if estimate.low is not None else value


def _signed(value: float | None, digits: int, times: int) -> str:
    if value is None:
        return "-"
    while digits < MOST_DIGITS and value and not round(times * value, digits):
        digits += 1
    text = f"{times * value:+.{digits}f}"
    return text if round(times * value, digits) else text.lstrip("+-")


def _clip(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 2] + ".."
