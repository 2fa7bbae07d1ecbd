"""A simulation as plain text for people, of 80 columns and without colours. Computes nothing."""

from collections.abc import Sequence

from imhotep.experiment.metrics import NAMES
from imhotep.experiment.report_parts import WIDTH, listed, number, percent, percents, rough, spread, table, told
from imhotep.experiment.seating import caution
from imhotep.experiment.simulate import Simulation


def simulation_text(simulation: Simulation, width: int = WIDTH) -> str:
    """What a simulation found, as lines of text that end in a newline."""
    seats = [(seat.seat, spread(seat.score, 1), percent(seat.wins)) for seat in simulation.seats]
    if len(simulation.seats) > 1:
        seats.append(("all seats", spread(simulation.score, 1), ""))
    lines = [
        heading(simulation.played_by),
        f"{simulation.ruleset}: {played(simulation.players, simulation.games, simulation.seed)}",
        *told("with", [*simulation.sides, *simulation.options], width),
        f"in brackets: {percents(simulation.confidence)} intervals",
        *rough(simulation.finished, "games"),
        "",
        *endings(simulation),
        f"length: {spread(simulation.length.mean, 1)} decisions" + _range(simulation),
        "",
        *table([("seat", "score", "wins"), *seats], width),
        f"from the seat with most wins to that with fewest: {percent(simulation.win_spread)}",
        "",
        *_sources(simulation, width),
        *_more(simulation, width),
    ]
    return "\n".join(lines) + "\n"


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
        rows = [(name, *(number(points[name], 2) for _, points in some)) for name in names]
        lines += [*([""] if lines else ()), *table([head, *rows], width)]
    return lines


def _more(simulation: Simulation, width: int) -> list[str]:
    """The other metrics; options in a table of their own, those picked most often first."""
    rows: list[tuple[str, str]] = []
    options: dict[str, dict[str, tuple[str, float]]] = {}
    for name, estimate in simulation.more:
        family, _, subject = name.partition(".")
        metric = NAMES[family]
        if metric.of == "effect":
            continue
        told = percent(estimate) if metric.is_share else spread(estimate, 2)
        told = told if family != "picked" else told.partition(" (")[0]
        if metric.of == "option":
            options.setdefault(subject, {})[family] = (told, estimate.value or 0.0)
        else:
            rows.append((name, told))
    lines = ["", *table([("in a game", ""), *rows], width)] if rows else []
    if unused := never_used(simulation, width):
        lines += ["", *unused]
    if options:
        none = ("", 0.0)
        ranked = sorted(options.items(), key=lambda item: -item[1].get("picked", none)[1])
        told_of = [(name, *(of.get(family, none)[0] for family in ("picked", "lift"))) for name, of in ranked]
        lines += ["", *table([("option", "picked", "win lift"), *told_of], width)]
    return lines


def never_used(simulation: Simulation, width: int) -> list[str]:
    """The effects that never ran, if that was noted; nothing where there are none."""
    used = {name.partition(".")[2]: estimate.value for name, estimate in simulation.more if name.startswith("used.")}
    return listed("never used:", [effect for effect, value in used.items() if value == 0], width)


def heading(players: Sequence[str]) -> str:
    """Who played, and what to make of it."""
    return caution(players) or f"played by {', '.join(dict.fromkeys(players))}"


def endings(simulation: Simulation) -> list[str]:
    """How many games came to their end, and why the others did not."""
    s = simulation
    lines = [f"games: {s.finished} finished, {s.broken} broken down, {s.stopped} stopped for their length"]
    for fault in s.faults:
        lines += [f"  {fault.games} x {fault.message}", f"    (the first one has seed {fault.first_seed})"]
    return lines


def played(players: int, games: int, seed: int) -> str:
    """How many games there were, and which."""
    return f"{players} player{'s' * (players != 1)}, {games} game{'s' * (games != 1)} from seed {seed}"


def _range(simulation: Simulation) -> str:
    length = simulation.length
    return "" if length.least is None else f", {length.least} to {length.most}"
