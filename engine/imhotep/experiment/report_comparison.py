"""What an experiment shows, as plain text for people, of 80 columns and without colours. Computes nothing."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from imhotep.experiment.deciding import disagree
from imhotep.experiment.experiment import Experiment
from imhotep.experiment.findings import Against, Compared, Comparison, Difference
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.report import endings, heading, never_used, played
from imhotep.experiment.report_parts import WIDTH, change, clip, number, percents, rough, table, told
from imhotep.experiment.simulate import Simulation
from imhotep.experiment.statistics import CONFIDENCE, Estimate

MOST_OPTIONS: Final = 12
"""Options, and effects, of which text tells; JSON tells of all."""


def comparison_text(comparison: Comparison, changes: Sequence[Sequence[str]] = (), width: int = WIDTH) -> str:
    """What a comparison found, as lines of text that end in a newline.

    `changes` are those that each variant makes to the rules, if they are to be told: a few lines for each.
    """
    lines = opening(comparison, width)
    for place, found in enumerate(comparison.tables, start=1):
        lines += ["", *base_lines(comparison, place, found, width)]
        for variant, against in enumerate(found.variants, start=1):
            made = _changes(changes[variant - 1], width) if changes and place == 1 else []
            lines += ["", *_against(comparison.experiment, variant, against, found.base, made, width)]
    return "\n".join(lines) + "\n"


def opening(comparison: Comparison, width: int) -> list[str]:
    """The first lines of a report: who played, and how to read the rest."""
    e = comparison.experiment
    lines = [*([clip(e.title, width)] if e.title else []), heading(e.players)]
    if e.second_players is not None:
        lines.append(f"and again by {_who(e.second_players)}")
    wished = f", {e.better} is better" if e.better else ""
    band = e.band(e.metric)
    lines.append(f"the question: {e.metric}{wished}" + (f"; less than {band:g} does not matter" if band else ""))
    lines.append(f"in brackets: {percents(CONFIDENCE)} intervals, of shares in points of 100;")
    lines.append("verdicts are corrected for their number")
    return lines


def base_lines(comparison: Comparison, place: int, found: Compared, width: int) -> list[str]:
    """The base at a table (from 1): what was played, what is chosen there and not at the first table, how it went."""
    base = found.base
    first = comparison.tables[0].base
    known = {*first.sides, *first.options} if place > 1 else set()
    title = f"base {base.ruleset}: {played(base.players, base.games, base.seed)}"
    if len(comparison.tables) > 1:
        title = f"table {place}, {title}"
    return [
        title,
        *told("with", [choice for choice in (*base.sides, *base.options) if choice not in known], width),
        *endings(base),
        *(broken_again(comparison.experiment, found.second.base) if found.second else []),
        *never_used(base, width),
        *aims(comparison.experiment, found),
    ]


def broken_again(experiment: Experiment, second: Simulation) -> list[str]:
    """What did not come to its end with the second players."""
    if second.finished == second.games:
        return []
    first, *rest = endings(second)
    return [f"with {_who(experiment.second_players or ())} {first}", *rest]


def aims(experiment: Experiment, found: Compared | Against) -> list[str]:
    """Whether each target is met."""
    return [
        f"target {target.words}: {aimed(experiment, found, number)}" for number, target in enumerate(experiment.targets)
    ]


def aimed(experiment: Experiment, found: Compared | Against, number: int) -> str:
    """Whether a target is met, and with whom where that depends on play."""
    aim = found.aims[number]
    again = None if found.second is None else found.second.aims[number]
    return _by_both(experiment, aim, again) if disagree(aim, again) else aim


def _changes(changes: Sequence[str], width: int) -> list[str]:
    """What a variant changes, each change on a line of its own."""
    if not changes:
        return ["changes: nothing that shows in play"]
    return ["changes:", *(clip(f"  {line}", width) for line in changes)]


def _against(
    experiment: Experiment, number: int, against: Against, base: Simulation, changes: list[str], width: int
) -> list[str]:
    """The part of a report about one variant."""
    title = f"variant {number}: {against.variant.ruleset}"
    chosen = [*against.variant.sides, *against.variant.options]
    known = {*base.sides, *base.options}
    head = [
        title,
        "=" * len(title),
        *changes,
        *told("with", [choice for choice in chosen if choice not in known], width),
        *endings(against.variant),
        *(broken_again(experiment, against.second.variant) if against.second else []),
        *never_used(against.variant, width),
        f"pairs of games: {against.pairs}, dropped: {against.dropped}"
        + (" (what is left need not be like the whole)" if against.dropped else ""),
    ]
    if not against.pairs:
        return [*head, "nothing to compare: no pair of games came to its end"]
    main = against.named(experiment.metric)
    return [
        *head,
        *rough(against.pairs, "pairs"),
        *aims(experiment, against),
        "",
        f"{main.name} {amount(main)}: {said(main)}",
        *(
            [f"with {_who(experiment.second_players)}: {main.again or 'no such figure'}"]
            if experiment.second_players
            else []
        ),
        *(turned(experiment, each) for each in against.differences if each.depends_on_play),
        *_tables(against, width),
    ]


def turned(experiment: Experiment, each: Difference, name: str = "") -> str:
    """A finding that the two players do not agree on, under its own name or another one."""
    return f"{name or each.name} {_by_both(experiment, each.verdict, each.again)}"


def _by_both(experiment: Experiment, one: str | None, other: str | None) -> str:
    first, second = _who(experiment.players), _who(experiment.second_players or ())
    return f"depends on play: {one} with {first}; {other} with {second}"


def _who(players: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(players))


def _tables(against: Against, width: int) -> Iterator[str]:
    """All differences: a table for each metric that has several figures, and one for all others."""
    alone: list[Difference] = []
    for family, group in groupby(against.differences, key=lambda each: each.name.partition(".")[0]):
        some = list(group)
        metric = NAMES[family]
        if metric.of is None:
            alone += some
            continue
        is_long = metric.of in ("option", "effect")
        if is_long:
            some = sorted(some, key=lambda each: 2.0 if each.chance is None else each.chance)
        rows = [_row(each.name.partition(".")[2] or "all seats", each) for each in some]
        yield ""
        yield from _differences(metric.title, rows[:MOST_OPTIONS] if is_long else rows, width)
        if is_long and len(rows) > MOST_OPTIONS:
            yield f"and {len(rows) - MOST_OPTIONS} more"
    if alone:
        yield ""
        yield from _differences("in a game", [_row(each.name, each) for each in alone], width)


def _differences(title: str, rows: Sequence[Sequence[str]], width: int) -> list[str]:
    return table([(title, "base", "variant", "difference", ""), *rows], width, said=True)


def _row(name: str, each: Difference) -> tuple[str, ...]:
    return name, value(each.name, each.base), value(each.name, each.variant), amount(each), said(each)


def said(each: Difference) -> str:
    """The verdict."""
    return "depends on play" if each.depends_on_play else each.verdict or ""


def amount(each: Difference) -> str:
    """The difference with its interval; of shares in points of 100."""
    return change(each.difference, 1, 100) if _is_share(each.name) else change(each.difference, 2)


def value(name: str, estimate: Estimate | None) -> str:
    """A figure without its interval."""
    if estimate is None or estimate.value is None:
        return "-"
    return f"{100 * estimate.value:.1f} %" if _is_share(name) else number(estimate.value, 2)


def _is_share(name: str) -> bool:
    return NAMES[name.partition(".")[0]].is_share
