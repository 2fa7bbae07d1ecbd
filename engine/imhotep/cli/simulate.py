"""`imhotep simulate`: many games by random players, and what came of them."""

from contextlib import nullcontext
from pathlib import Path

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.games import Games, progress, with_games
from imhotep.cli.logs import log_to
from imhotep.cli.output import say, say_json, visible


@click.command(short_help="Play many games and tell what came of them.")
@click.argument("ruleset", metavar="RULESET|VARIANT", shell_complete=complete_ruleset)
@with_games
@click.option("--log", type=click.Path(path_type=Path), metavar="FILE", help="Write each game down, as a line of JSON.")
@output_format
@with_choices
def simulate(*, ruleset: str, games: Games, log: Path | None, form: str, choices: Choices) -> int:
    """Let random players play many games, and tell scores, wins, sources of points and lengths.

    The same seed gives the same figures, whatever the number of jobs. `imhotep replay` reads a log.
    """
    from imhotep.design.enlisting import enlist, read_players
    from imhotep.experiment.report import simulation_text
    from imhotep.experiment.simulate import simulate as run

    opened, count = choices.open(ruleset), games.count()
    played_by, lists = read_players(games.played_by or ("random",))
    opened = enlist(opened, lists, games.at(opened))
    with progress(count) as step, nullcontext() if log is None else log_to(log) as write:
        found = run(
            opened,
            players=games.at(opened),
            games=count,
            seed=games.seed or 0,
            played_by=played_by,
            metrics=games.families(),
            progress=step,
            log=write,
            **games.running(count),
        )
    if form == "json":
        say_json(found.plain())
    else:
        say(visible(simulation_text(found)).rstrip("\n"))
    return int(found.finished < found.games)
