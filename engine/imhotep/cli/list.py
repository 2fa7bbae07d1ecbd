"""`imhotep list`: the rulesets that come with the package, and what a table may choose in them."""

from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import output_format
from imhotep.cli.output import Json, say, say_json, visible
from imhotep.shipped import examples_folder, ruleset_ids

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.document.nodes import Mapping, Node


@click.command("list")
@output_format
def list_rulesets(*, form: str) -> int:
    """Tell which rulesets there are, with their boards, options and seats."""
    from imhotep.compile.ruleset import open_ruleset

    found = [_described(open_ruleset(id)) for id in ruleset_ids()]
    examples = _examples()
    if form == "json":
        say_json({"rulesets": found, "examples": examples})
        return 0
    return 0


def _described(ruleset: "Ruleset") -> dict[str, Json]:
    return {}


def _examples() -> list[Json]:
    return []
