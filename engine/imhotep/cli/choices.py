"""The options that every command on a ruleset has: variants, sides, option values and settings laid over it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
from click.shell_completion import CompletionItem

from imhotep.cli.output import warn
from imhotep.dataclass import dataclass

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset


LANGUAGE: Final = "[a-z]{2}(-[A-Z]{2})?"

Texts: TypeAlias = tuple[str, ...]
Pairs: TypeAlias = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a command line lays over a ruleset."""

    variants: Texts = ()
    sides: Pairs = ()
    options: Pairs = ()
    settings: Texts = ()
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts by name that stand before those on the disk."""

    def laid(self) -> dict[str, Any]:
        """What is laid over it, as arguments of `open_ruleset`."""
        return {
            "variants": self.variants,
            "sides": dict(self.sides),
            "options": dict(self.options),
            "settings": self.settings,
        }

    def arguments(self) -> dict[str, Any]:
        """All of it, as arguments of `open_ruleset`."""
        return {**self.laid(), "files": self.files}

    def words(self) -> tuple[str, ...]:
        """What is chosen and set, as a command line says it; not the variants, which have names of their own."""
        pairs = (*self.sides, *self.options)
        return (*self.settings, *(f"{name}={value}" for name, value in pairs))

    def open(self, reference: str) -> "Ruleset":
        """The ruleset or variant with all this laid over it; raises as `open_ruleset` does.

        Says so where a side or an option is not what a variant fixes.
        """
        from imhotep.compile.ruleset import open_ruleset

        opened = open_ruleset(reference, **self.arguments())
        for each in opened.composed.overruled:
            warn(f"{each.message} at {each.related[0].span}")
        return opened


def complete_ruleset(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What a shell offers for a ruleset: the shipped ones and files."""
    from imhotep.shipped import ruleset_ids

    shipped = [CompletionItem(id) for id in ruleset_ids() if id.startswith(incomplete)]
    return [*shipped, CompletionItem(incomplete, type="file")]


def _pairs(ctx: click.Context, param: click.Parameter, values: Texts) -> Pairs:
    """Each `NAME=VALUE` as a pair. Where the form shows that a value may be missing, it is `true`."""
    form = str(param.metavar)
    pairs = []
    for text in values:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals and form.endswith("]"):
            value = "true"
        if not name or not value:
            raise click.BadParameter(f"`{text}` is not of the form {form}", ctx, param)
        pairs.append((name, value))
    return tuple(pairs)


_OPTIONS: Final = (
    click.option("--variant", "variants", multiple=True, metavar="FILE", help="Lay a variant over it; repeatable."),
    click.option(
        "--side", "sides", multiple=True, callback=_pairs, metavar="BOARD=SIDE", help="Choose a board's side."
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        callback=_pairs,
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


FORMS: Final = ("text", "concise", "json", "github", "sarif")
"""The forms that findings can be written in."""


def output_format(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command `--format text|json`."""
    return _format(("text", "json"))(function)


def findings_format(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command `--format` with all forms that findings can be written in."""
    return _format(FORMS)(function)


def _format(forms: Texts) -> Callable[[Callable[..., int]], Callable[..., int]]:
    return click.option(
        "--format", "form", type=click.Choice(forms), default="text", show_default=True, help="Output form."
    )


def language(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command `--lang`; it receives it as `lang`."""
    return click.option(
        "--lang",
        default="en",
        show_default=True,
        callback=_language,
        metavar="LANGUAGE",
        help="What players read is in this language; what is missing in it is shown in English and marked so.",
    )(function)


def each_language(ctx: click.Context, param: click.Parameter, values: Texts) -> Texts:
    """Refuse what is no language."""
    return tuple(_language(ctx, param, value) for value in values)


def _language(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if re.fullmatch(LANGUAGE, value) is None:
        raise click.BadParameter(f"`{value}` is no language; write it as `de` or `pt-BR`", ctx, param)
    return value
