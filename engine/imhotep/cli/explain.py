"""`imhotep explain`: what diagnostic codes mean, each with an example of the fault and the same example mended."""

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import output_format
from imhotep.cli.output import Json, complain, say, say_json, visible
from imhotep.diagnostics import suggestion

if TYPE_CHECKING:
    from imhotep.explain.catalog import Explanation, Files

_WIDTH = 100


@click.command(short_help="Tell what a diagnostic code means.")
@click.argument("codes", metavar="[CODE]...", nargs=-1)
@click.option("--base", is_flag=True, help="Print the game that the examples build on, and nothing else.")
@output_format
def explain(*, codes: tuple[str, ...], base: bool, form: str) -> int:
    """Tell what codes such as N001 mean, with a wrong and a right example; without a CODE, list all of them."""
    from imhotep.explain.catalog import explanations, meadow

    if base:
        if form == "json":
            say_json(meadow())
        else:
            say(meadow().rstrip("\n"))
        return 0
    known = {each.code: each for each in explanations()}
    asked = list(dict.fromkeys(code.upper() for code in codes)) or list(known)
    found = [known[code] for code in asked if code in known]
    if form == "json":
        say_json([_as_json(each) for each in found])
    elif not codes:
        say(visible(_list(found)))
    elif found:
        say(visible("\n\n".join("\n".join(_lines(each)) for each in found)))
        if any(each.is_on_base for each in found):
            say("\n`imhotep explain --base` prints the game of the examples")
    for code in (code for code in asked if code not in known):
        near = suggestion(code, known) or "without a code, this command lists all"
        complain(f"there is no code `{code}`; {near}")
    return 0 if len(found) == len(asked) else 2


def _list(found: "list[Explanation]") -> str:
    from imhotep.explain.catalog import LETTERS

    groups = (
        "\n".join([f"{letter}: {subject}", *(f"  {e.code}  {e.title}" for e in found if e.code[0] == letter)])
        for letter, subject in LETTERS.items()
    )
    return "\n\n".join(groups)


def _lines(explanation: "Explanation") -> Iterator[str]:
    from imhotep.explain.catalog import remarks

    yield f"{explanation.code} ({explanation.severity}): {explanation.title}"
    yield ""
    yield textwrap.fill(explanation.cause, _WIDTH)
    yield from remarks(explanation)
    yield from _example("wrong", explanation.bad)
    yield from _example("right", explanation.good)


def _example(head: str, files: "Files") -> Iterator[str]:
    for name, text in files:
        yield f"\n{head}, {name}:" if name else f"\n{head}:"
        yield textwrap.indent(text.rstrip("\n"), "    ")


def _as_json(explanation: "Explanation") -> dict[str, Json]:
    return {
        "code": explanation.code,
        "severity": str(explanation.severity),
        "title": explanation.title,
        "cause": explanation.cause,
        "is_effect": explanation.is_effect,
        "options": explanation.options,
        "also": explanation.also,
        "bad": [{"file": name or None, "text": text} for name, text in explanation.bad],
        "good": [{"file": name or None, "text": text} for name, text in explanation.good],
    }
