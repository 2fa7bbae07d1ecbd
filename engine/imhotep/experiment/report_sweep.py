"""Many variants of one question as a line each, and plans, as plain text for people. Computes nothing."""

from collections.abc import Sequence

from imhotep.experiment.findings import Compared, Comparison
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.planning import Plan, Planned
from imhotep.experiment.report import endings
from imhotep.experiment.report_comparison import aimed, amount, base_lines, broken_again, opening, said, turned, value
from imhotep.experiment.report_parts import WIDTH, rough, table


def sweep_text(comparison: Comparison, width: int = WIDTH) -> str:
    """What a sweep found: for each table a line for each variant, with the figure that the question is about."""
    lines = opening(comparison, width)
    for place, found in enumerate(comparison.tables, start=1):
        pairs = [against.pairs for against in found.variants if against.pairs]
        lines += ["", *base_lines(comparison, place, found, width)]
        lines += [*rough(min(pairs, default=found.base.finished), "pairs"), "", *_lines(comparison, found, width)]
    return "\n".join(lines) + "\n"


def _lines(comparison: Comparison, found: Compared, width: int) -> list[str]:
    experiment = comparison.experiment
    name = experiment.metric
    rows: list[Sequence[str]] = [("variant", name, "difference", "")]
    broken, turning = [], []
    for against in found.variants:
        variant = against.variant
        if variant.finished < variant.games:
            broken += [f"{variant.ruleset}: {endings(variant)[0]}", *endings(variant)[1:]]
        if against.second:
            first, *rest = broken_again(experiment, against.second.variant) or [""]
            broken += [f"{variant.ruleset} {first}", *rest] if first else []
        if against.pairs:
            main = against.named(name)
            if main.depends_on_play:
                turning.append(turned(experiment, main, variant.ruleset))
            rows.append((variant.ruleset, value(name, main.variant), amount(main), said(main)))
        else:
            rows.append((variant.ruleset, "-", "", "no game ended"))
    lines = [*table(rows, width, said=True), *turning, *broken]
    for number, target in enumerate(experiment.targets):
        aims = [(against.variant.ruleset, aimed(experiment, against, number)) for against in found.variants]
        head = f"target {target.words}"
        if len({aim for _, aim in aims}) == 1:
            lines += ["", f"{head}: {aims[0][1]}, all variants"]
        else:
            lines += ["", head, *table(aims, width, said=True)]
    return lines


def plan_text(plan: Plan, width: int = WIDTH) -> str:
    """What a pilot says about how many games to play."""
    is_share = NAMES[plan.metric.partition(".")[0]].is_share
    lines = [
        f"how many games a difference of {plan.metric} takes,",
        f"to be found in {100 * plan.power:g} of 100 such experiments" + (" (shares are 0 to 1)" if is_share else ""),
    ]
    for planned in plan.variants:
        lines += ["", *_planned(planned, width)]
    return "\n".join(lines) + "\n"


def _planned(planned: Planned, width: int) -> list[str]:
    head = [
        f"{planned.variant}, {planned.players} players: {planned.pairs} pairs of games as a pilot",
        *rough(planned.pairs, "pairs"),
    ]
    if planned.spread is None:
        return [*head, "too few games to tell how they spread"]
    if not planned.spread:
        return [*head, "no spread: all pairs of games differ alike, so a few games are enough"]
    lines = [*head, f"differences of single pairs spread by {planned.spread:.3g} (standard deviation)"]
    if planned.needs:
        rows = [(f"{n.effect:g}", str(n.to_find), str(n.to_be_same), str(n.to_that_precision)) for n in planned.needs]
        lines += ["", *table([("difference", "to find it", "to rule it out", "to that precision"), *rows], width)]
    finds = [(str(games), f"{effect:.3g}") for games, effect in planned.finds]
    return [*lines, "", *table([("games", "find a difference of"), *finds], width)]
