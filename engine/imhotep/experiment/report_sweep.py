"""Many variants of one question as a line each, and plans, as plain text for people. Computes nothing."""

from collections.abc import Sequence

from imhotep.experiment.experiment import Experiment
from imhotep.experiment.findings import Against, Compared, Comparison, Difference
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.planning import Plan, Planned
from imhotep.experiment.report import endings, played
from imhotep.experiment.report_comparison import aims, amount, opening, said, value
from imhotep.experiment.report_parts import WIDTH, rough, table, told


def sweep_text(comparison: Comparison, width: int = WIDTH) -> str:
    """What a sweep found: for each table a line for each variant, with the figure that the question is about."""
    lines = opening(comparison)
    for place, found in enumerate(comparison.tables, start=1):
        base = found.base
        title = f"base {base.ruleset}: {played(base.players, base.games, base.seed)}"
        lines += ["", f"table {place}, {title}" if len(comparison.tables) > 1 else title]
        lines += told("with", [*base.sides, *base.options], width)
        lines += [*endings(base), *aims(comparison.experiment, found.aims)]
        lines += [*rough(min((a.pairs for a in found.variants), default=base.finished), "pairs"), ""]
        lines += _lines(comparison.experiment, found, width)
    return "\n".join(lines) + "\n"


def _lines(experiment: Experiment, found: Compared, width: int) -> list[str]:
    name = experiment.metric
    rows: list[Sequence[str]] = [("variant", name, "difference", "")]
    for against in found.variants:
        main = _main(against, name)
        if main is None:
            rows.append((against.variant.ruleset, "-", "", "no pair of games came to its end"))
        else:
            rows.append((against.variant.ruleset, value(name, main.variant), amount(main), said(main)))
    lines = table(rows, width, said=True)
    for number, target in enumerate(experiment.targets):
        rows = [(against.variant.ruleset, against.aims[number]) for against in found.variants]
        lines += ["", *table([(f"target {target.words}", ""), *rows], width, said=True)]
    return lines


def _main(against: Against, name: str) -> Difference | None:
    return against.named(name) if against.pairs else None


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
