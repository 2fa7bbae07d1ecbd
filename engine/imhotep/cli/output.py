"""Writes to the terminal: text that no terminal chokes on, and JSON that stands alone."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import click

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"


def prepare_streams() -> None:
    """Let characters that the terminal does not know be written as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def is_dumb() -> bool:
    """Whether the terminal can only write one line after the other."""
    return os.environ.get("TERM") == "dumb"


def _colour() -> bool | None:
    """False where colours are unwanted; None leaves it to whether the output is a terminal."""
    return False if os.environ.get("NO_COLOR") or is_dumb() else None


def visible(text: str) -> str:
    """The text with escapes for control characters, which must not steer the terminal, and for what it cannot show."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return "".join(c if c == "\n" or (c.isprintable() and _knows(encoding, c)) else _escape(c) for c in text)


def _knows(encoding: str, character: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeError:
        return False
    return True


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def say(text: str, *, error: bool = False) -> None:
    """Write a line or several. The stream is named, since click would not leave one alone that knows ASCII only."""
    click.echo(text, file=sys.stderr if error else sys.stdout, color=_colour())


def complain(message: str) -> None:
    """Write what is wrong with a request, on one line of the error stream."""
    say(f"{click.style('error', fg='red', bold=True)}: {visible(message)}", error=True)


def warn(message: str) -> None:
    """Write what may not be meant in a request, on one line of the error stream."""
    say(f"{click.style('warning', fg='yellow', bold=True)}: {visible(message)}", error=True)


def is_utf8() -> bool:
    """Whether the output takes every character as YAML files have it."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return encoding.lower().replace("_", "-") in ("utf-8", "utf8")


def say_json(value: Json, *, is_compact: bool = False) -> None:
    """Write a JSON document, in plain ASCII so that it arrives whole everywhere. A compact one is a single line."""
    if is_compact:
        say(json.dumps(value, separators=(",", ":")))
    else:
        say(json.dumps(value, indent=2))
