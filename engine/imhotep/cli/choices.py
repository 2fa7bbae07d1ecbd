"""The options that every command on a ruleset has: variants, sides, option values and settings laid over it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a command line lays over a ruleset."""

    variants: tuple[str, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    settings: tuple[str, ...] = ()

    def arguments(self) -> dict[str, Any]:
        """The same as arguments of `open_ruleset`."""
        return {
            "variants": self.variants,
            "sides": dict(self.sides),
            "options": dict(self.options),
            "settings": self.settings,
        }

    def open(self, reference: str) -> "Ruleset":
        """The ruleset or variant with all this laid over it; raises as `open_ruleset` does."""
        from imhotep.compile.ruleset import open_ruleset

        return open_ruleset(reference, **self.arguments())


class _Pair(click.ParamType):
    """`name=value`; with `bare`, a name alone means `true`."""

    def __init__(self, name: str, *, bare: bool = False) -> None:
        self.name = name
        self.bare = bare

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, chosen = str(value).partition("=")
        if not name.strip() or (equals and not chosen.strip()) or not (equals or self.bare):
            self.fail(f"`{value}` is not of the form `{self.name}`", param, ctx)
        return name.strip(), chosen.strip() if equals else "true"


def with_choices(command: F) -> F:
    """Give a command the common options; it receives them as one `choices`."""
    options = (
        click.option("--variant", "variants", multiple=True, metavar="FILE", help="Lay a variant over it. Repeatable."),
        click.option(
            "--side", "sides", multiple=True, type=_Pair("BOARD=SIDE"), metavar="BOARD=SIDE", help="Choose a side."
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            type=_Pair("NAME[=VALUE]", bare=True),
            metavar="NAME[=VALUE]",
            help="Set an option; a bare name means true.",
        ),
        click.option(
            "--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value: numbers.rounds=4."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def output_format(command: F) -> F:
    """Give a command `--format text|json`."""
    return click.option(
        "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output form."
    )(command)


def choices_of(values: dict[str, Any]) -> Choices:
    """The common options taken out of a command's values."""
    return Choices(
        variants=tuple(values.pop("variants")),
        sides=tuple(values.pop("sides")),
        options=tuple(values.pop("options")),
        settings=tuple(values.pop("settings")),
    )
