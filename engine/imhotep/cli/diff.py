"""`imhotep diff`: what is different between two rulesets or variants, in words."""

import click

from imhotep.cli.choices import Choices, output_format, with_choices
from imhotep.cli.output import say, say_json, visible


@click.command(short_help="Tell what is different between two rulesets or variants.")
@click.argument("base", metavar="BASE")
@click.argument("other", metavar="[OTHER]", required=False)
@click.option("--all", "is_all", is_flag=True, help="Show changes of sources and notes, too.")
@click.option("--exit-code", "is_coded", is_flag=True, help="Exit with 1 if anything is different.")
@output_format
@with_choices
def diff(*, base: str, other: str | None, is_all: bool, is_coded: bool, form: str, choices: Choices) -> int:
    """Tell what is different in OTHER, thing by thing, and where each value was set.

    --variant, --side, --option and --set are laid over OTHER only. Without OTHER they are laid over BASE, which is then
    held against itself as it was. A difference is no finding: the exit code is 0 unless --exit-code asks for more.
    """
    from imhotep.explain.difference import differences
    from imhotep.explain.difference_report import as_plain, counted, report

    if other is None and choices == Choices():
        message = "there is nothing to compare with: name a second ruleset, or lay something over the first"
        raise click.UsageError(f"{message}, such as --set PATH=VALUE")
    before, after = Choices().open(base), choices.open(other or base)
    changes = differences(before.composed, after.composed)
    if form == "json":
        say_json([as_plain(change) for change in changes])
    else:
        said = ", ".join(choices.words())
        told = f"{before.id} -> {after.id}{' with ' if said else ''}{said}: "
        told += f"{counted(changes)}\n\n{report(changes, is_full=is_all)}" if changes else "nothing is different"
        say(visible(told).removesuffix("\n"))
    return int(is_coded and bool(changes))
