"""`imhotep compare`: how games differ under variants, on the same seeds."""

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.games import Games, progress, with_games
from imhotep.cli.output import say, say_json, visible

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset


@click.command(short_help="Compare variants with a base, game by game.")
@click.argument("base", metavar="BASE", shell_complete=complete_ruleset)
@click.argument("others", metavar="[VARIANT...]", nargs=-1, shell_complete=complete_ruleset)
@with_games
@output_format
@with_choices
def compare(*, base: str, others: tuple[str, ...], games: Games, form: str, choices: Choices) -> int:
    """Hold variants against a base: what they change, and the same games, played by random players under each.

    All settings given with --set make one variant of the base. The other options are for the base and all variants.
    """
    from imhotep.experiment.compare import compare as run
    from imhotep.experiment.report import comparison_text
    from imhotep.explain.difference import differences
    from imhotep.explain.difference_report import as_plain, in_short

    if not others and not choices.settings:
        raise click.UsageError("there is nothing to compare with: name a variant, or make one with --set PATH=VALUE")
    common = replace(choices, settings=())
    rulesets = [common.open(reference) for reference in (base, *others)]
    if choices.settings:
        rulesets.append(_titled(choices.open(base), choices.settings))
    with progress(games.games * len(rulesets)) as step:
        found = run(rulesets, progress=step, **games.arguments(rulesets[0]))
    changes = [differences(rulesets[0].composed, variant.composed) for variant in rulesets[1:]]
    if form == "json":
        say_json(found.plain([[as_plain(each, places=False) for each in some] for some in changes]))
    else:
        say(visible(comparison_text(found, [in_short(some) for some in changes])).rstrip("\n"))
    return int(any(s.finished < s.games for s in (found.base, *(against.variant for against in found.variants))))


def _titled(ruleset: "Ruleset", settings: tuple[str, ...]) -> "Ruleset":
    """The ruleset under a name that tells its settings."""
    composed = ruleset.composed
    return replace(ruleset, composed=replace(composed, id=f"{composed.id} with {', '.join(settings)}"))
