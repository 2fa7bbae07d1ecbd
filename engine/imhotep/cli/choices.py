"""The options that every command on a ruleset has: variants, sides, option values and settings laid over it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset


Texts: TypeAlias = tuple[str, ...]
Pairs: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a command line lays over a ruleset."""

    variants: Texts = ()
    sides: Pairs = ()
    options: Pairs = ()
    settings: Texts = ()

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


_OPTIONS: Final = (
    click.option("--variant", "variants", multiple=True, metavar="FILE", help="Lay a variant over it; repeatable."),
    click.option(
        "--side", "sides", multiple=True, type=_Pair("BOARD=SIDE"), metavar="BOARD=SIDE", help="Choose a board's side."
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
        "--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value, such as numbers.NAME=4."
    ),
)


def with_choices(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the common options; it receives them as one `choices`."""

    @wraps(function)
    def run(*, variants: Texts, sides: Pairs, options: Pairs, settings: Texts, **rest: Any) -> int:
        choices = Choices(variants=variants, sides=sides, options=options, settings=settings)
        return function(choices=choices, **rest)

    command: Callable[..., int] = run
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def output_format(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command `--format text|json`."""
    return click.option(
        "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Output form."
    )(function)
