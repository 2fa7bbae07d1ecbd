"""`imhotep show`: what a ruleset is with all that is laid over it, where each value comes from, and its program."""

import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from imhotep.cli.choices import Choices, complete_ruleset, output_format, with_choices
from imhotep.cli.output import Json, is_utf8, say, say_json, visible

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.diagnostics import Span
    from imhotep.explain.options import Switch

VIEWS: Final = {
    "origin": "The same YAML, with the file and line that set each value.",
    "sources": "What is not printed: by its source, or since a variant changed it.",
    "options": "The options, and what is chosen.",
    "program": "The compiled program for one table.",
}


def _with_view(function: Callable[..., int]) -> Callable[..., int]:
    """Give the command an option for each view; it receives the one that is asked for."""

    @wraps(function)
    def run(**words: Any) -> int:
        asked = [name for name in VIEWS if words.pop(f"view_{name}")]
        if len(asked) > 1:
            raise click.UsageError(f"--{asked[0]} and --{asked[1]} are two views: ask for one at a time")
        return function(view=asked[0] if asked else "", **words)

    command: Callable[..., int] = run
    for name, help in reversed(VIEWS.items()):
        command = click.option(f"--{name}", f"view_{name}", is_flag=True, help=help)(command)
    return command


@click.command(short_help="Show a ruleset as it is with all variants and choices.")
@click.argument("ruleset", metavar="RULESET|FILE", shell_complete=complete_ruleset)
@_with_view
@click.option("--players", type=click.IntRange(min=1), help="For --program: how many players; the least if not given.")
@output_format
@with_choices
def show(*, ruleset: str, view: str, players: int | None, form: str, choices: Choices) -> int:
    """Show a ruleset with its variants, settings and choices as one YAML file, which is a ruleset of its own.

    Chosen sides and option values are what holds by default there. Saved under any name that ends in .yaml, it can
    be used like any other ruleset.
    """
    if players is not None and view != "program":
        raise click.UsageError("--players is for --program; all the rest is for any number of players")
    opened = choices.open(ruleset)
    as_json = form == "json"
    match view:
        case "origin":
            _show_origin(opened, as_json)
        case "sources":
            _show_sources(opened, as_json)
        case "options":
            _show_options(opened, as_json)
        case "program":
            _show_program(opened, players, as_json)
        case _:
            _show_ruleset(opened, as_json)
    return 0


def _show_ruleset(ruleset: "Ruleset", as_json: bool) -> None:
    from imhotep.document.nodes import plain
    from imhotep.document.writer import write
    from imhotep.explain.standalone import standalone

    root = standalone(ruleset.composed)
    if as_json:
        say_json(plain(root))
    else:
        say(write(root, is_ascii=not is_utf8()).removesuffix("\n"))


def _show_origin(ruleset: "Ruleset", as_json: bool) -> None:
    from imhotep.explain.origin import origins, with_origins
    from imhotep.explain.standalone import standalone

    root = standalone(ruleset.composed)
    if as_json:
        say_json([{"path": each.path, "value": each.value, **_place(each.span)} for each in origins(root)])
    else:
        say(with_origins(root, is_ascii=not is_utf8()).removesuffix("\n"))


def _show_sources(ruleset: "Ruleset", as_json: bool) -> None:
    from imhotep.explain.origin import written_at
    from imhotep.explain.sources import not_printed
    from imhotep.explain.texts import side_by_side

    found = not_printed(ruleset.composed)
    if as_json:
        say_json(
            [
                {"path": each.path, "confidence": each.confidence, "note": each.note, **_place(each.span)}
                for each in found
            ]
        )
    elif found:
        rows = ((each.path, each.confidence, written_at(each.span), " ".join(each.note.split())) for each in found)
        say(visible("\n".join(side_by_side(rows))))
    else:
        say("everything that has a source is printed")


def _show_options(ruleset: "Ruleset", as_json: bool) -> None:
    from imhotep.explain.options import switches

    found = list(switches(ruleset.composed.root, ruleset.composed.options))
    if as_json:
        say_json([_switch_json(each) for each in found])
    else:
        say(visible("\n\n".join(map(_switch_text, found)) or "there are no options"))


def _switch_json(switch: "Switch") -> dict[str, Json]:
    return {
        "id": switch.id,
        "name": switch.name,
        "values": [{"value": value, "text": text} for value, text in switch.values],
        "default": switch.default,
        "chosen": switch.chosen,
        "chosen_by": None if switch.by is None else _place(switch.by),
        "note": switch.note,
        "source": switch.confidence,
        "source_note": switch.source_note,
    }


def _switch_text(switch: "Switch") -> str:
    from imhotep.explain.origin import written_at
    from imhotep.explain.texts import side_by_side

    chosen = switch.chosen if switch.by is None else f"{switch.chosen}  ({written_at(switch.by)})"
    rows = [("values" if n == 0 else "", line) for n, line in enumerate(side_by_side(switch.values))]
    rows += [("default", switch.default), ("chosen", chosen), ("note", switch.note)]
    rows.append(("source", ": ".join(filter(None, (switch.confidence, switch.source_note)))))
    lines = side_by_side((head, " ".join(text.splitlines())) for head, text in rows if text)
    return "\n  ".join([f"{switch.id}: {switch.name}" if switch.name else switch.id, *lines])


def _show_program(ruleset: "Ruleset", players: int | None, as_json: bool) -> None:
    from imhotep.explain.program import program_text

    program = ruleset.program(ruleset.players[0] if players is None else players)
    if as_json:
        say_json(json.loads(program.to_json()), is_compact=True)
    else:
        say(visible(program_text(program)).removesuffix("\n"))


def _place(span: "Span") -> dict[str, Json]:
    """A place as plain data; an argument of the command line has no lines."""
    is_argument = span.file.startswith("--")
    return {"file": span.file, "line": None if is_argument else span.start.line}
