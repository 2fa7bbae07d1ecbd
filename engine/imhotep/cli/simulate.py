"""`imhotep simulate`: many games by random players, and what came of them."""

import click

from imhotep.cli.choices import Choices, output_format, with_choices
from imhotep.cli.games import Games, progress, with_games
from imhotep.cli.output import say, say_json, visible


@click.command(short_help="Play many games and tell what came of them.")
@click.argument("ruleset", metavar="RULESET|VARIANT")
@with_games
@output_format
@with_choices
def simulate(*, ruleset: str, games: Games, form: str, choices: Choices) -> int:
    """Let random players play many games, and tell scores, wins, sources of points and lengths.

    The same seed gives the same figures, whatever the number of jobs.
    """
    from imhotep.experiment.report import simulation_text
    from imhotep.experiment.simulate import simulate as run

    opened = choices.open(ruleset)
    with progress(games.games) as step:
        found = run(opened, progress=step, **games.arguments(opened))
    if form == "json":
        say_json(found.plain())
    else:
        say(visible(simulation_text(found)).rstrip("\n"))
    return int(found.finished < found.games)
