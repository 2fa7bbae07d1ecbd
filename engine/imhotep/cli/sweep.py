"""`imhotep sweep`: one figure for each value of a setting, or for each mix of several."""

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.experiments import Question, asked, broke_down, carry_out, with_question
from imhotep.cli.games import Games, with_games
from imhotep.cli.output import say, say_json, visible


@click.command(short_help="Try several values of settings, and tell one figure for each.")
@click.argument("base", metavar="BASE|EXPERIMENT", shell_complete=complete_ruleset)
@click.option("--grid", multiple=True, metavar="PATH=VALUE,...", help="A setting and the values to try; repeatable.")
@with_games
@with_question
@output_format
@with_choices
def sweep(*, base: str, grid: tuple[str, ...], games: Games, question: Question, form: str, choices: Choices) -> int:
    """Hold each value of a setting, or each mix of several, against the base, with the same games under each.

    All other options, --set among them, are for the base and all variants. A file that ends in `.experiment.yaml` says
    all of this itself. JSON has the same form as that of `compare`.
    """
    from imhotep.experiment.report_sweep import sweep_text
    from imhotep.loading.project import EXPERIMENT

    if not grid and not base.endswith(EXPERIMENT):
        raise click.UsageError("there is nothing to try: name a setting and its values with --grid PATH=VALUE,...")
    opened = asked(base, (), grid, games=games, question=question, choices=choices)
    found = carry_out(opened, games)
    if form == "json":
        say_json(found.plain())
    else:
        say(visible(sweep_text(found)).rstrip("\n"))
    return broke_down(found)
