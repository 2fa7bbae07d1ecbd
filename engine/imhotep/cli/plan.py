"""`imhotep plan`: how many games a question takes."""

from dataclasses import replace
from typing import Final

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.experiments import Question, asked, broke_down, carry_out, with_question
from imhotep.cli.games import Games, with_games
from imhotep.cli.output import say, say_json, visible

PILOT: Final = 200


@click.command(short_help="Tell how many games which difference takes.")
@click.argument("base", metavar="BASE|EXPERIMENT", shell_complete=complete_ruleset)
@click.argument("others", metavar="[VARIANT...]", nargs=-1, shell_complete=complete_ruleset)
@click.option("--grid", multiple=True, metavar="PATH=VALUE,...", help="A setting and the values to try; repeatable.")
@click.option(
    "--effect",
    "effects",
    type=click.FloatRange(min=0, min_open=True),
    multiple=True,
    metavar="X",
    help="A difference of the figure to plan for; repeatable.",
)
@click.option(
    "--power",
    type=click.FloatRange(min=0, max=1, min_open=True, max_open=True),
    default=0.8,
    show_default=True,
    help="How often a difference of that size is to be found.",
)
@with_games
@with_question
@output_format
@with_choices
def plan(
    *,
    base: str,
    others: tuple[str, ...],
    grid: tuple[str, ...],
    effects: tuple[float, ...],
    power: float,
    games: Games,
    question: Question,
    form: str,
    choices: Choices,
) -> int:
    """Play a pilot, and tell from it how many games it takes to find a difference, or to rule it out.

    --games says how many the pilot has: 200 if it is not said.
    """
    from imhotep.experiment.planning import plan as planned
    from imhotep.experiment.report_sweep import plan_text

    pilot = replace(games, games=PILOT if games.games is None else games.games)
    opened = asked(base, others, grid, games=pilot, question=question, choices=choices)
    experiment = replace(opened.experiment, precision=None, second_players=None)
    band = experiment.band(experiment.metric)
    found = carry_out(replace(opened, experiment=experiment), pilot)
    told = planned(found, effects or ((band,) if band else ()), power)
    if form == "json":
        say_json(told.plain())
    else:
        say(visible(plan_text(told)).rstrip("\n"))
    return broke_down(found)
