"""`imhotep compare`: how games differ under variants, on the same seeds."""

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.experiments import Question, asked, broke_down, carry_out, with_question
from imhotep.cli.games import Games, with_games
from imhotep.cli.output import say, say_json, visible


@click.command(short_help="Compare variants with a base, game by game.")
@click.argument("base", metavar="BASE|EXPERIMENT", shell_complete=complete_ruleset)
@click.argument("others", metavar="[VARIANT...]", nargs=-1, shell_complete=complete_ruleset)
@with_games
@with_question
@output_format
@with_choices
def compare(
    *, base: str, others: tuple[str, ...], games: Games, question: Question, form: str, choices: Choices
) -> int:
    """Hold variants against a base: what they change, and the same games, played under each.

    All settings given with --set make one variant of the base. The other options are for the base and all variants. A
    file that ends in `.experiment.yaml` says all of this itself.
    """
    from imhotep.experiment.report_comparison import comparison_text
    from imhotep.explain.difference import differences
    from imhotep.explain.difference_report import as_plain, in_short

    opened = asked(base, others, (), games=games, question=question, choices=choices)
    found = carry_out(opened, games)
    first, *variants = opened.rulesets
    changes = [differences(first.composed, variant.composed) for variant in variants]
    if form == "json":
        say_json(found.plain([[as_plain(each, places=False) for each in some] for some in changes]))
    else:
        say(visible(comparison_text(found, [in_short(some) for some in changes])).rstrip("\n"))
    return broke_down(found)
