"""Writes to the terminal: text that no terminal chokes on, and JSON that stands alone."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import click

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"

_KEPT: Final = frozenset("\n")


def prepare_streams() -> None:
    """Let characters that the terminal does not know be written as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def colour() -> bool | None:
    """False where colours are unwanted; None leaves it to whether the output is a terminal."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def visible(text: str) -> str:
    """The text with control characters as escapes: what stands in a file must not steer the terminal."""
    return "".join(c if c.isprintable() or c in _KEPT else c.encode("unicode_escape").decode() for c in text)


def say(text: str, *, error: bool = False) -> None:
    """Write a line or several."""
    click.echo(text, err=error)


def complain(message: str) -> None:
    """Write what is wrong with a request, on one line of the error stream."""
    say(f"{click.style('error', fg='red', bold=True)}: {visible(message)}", error=True)


def say_json(value: Json) -> None:
    """Write a JSON document, in plain ASCII so that it arrives whole everywhere."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=True))
