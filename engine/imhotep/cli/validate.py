"""`imhotep validate`: everything that is wrong with rulesets, variants, scenarios, experiments and players."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import Choices, complete_ruleset, each_language, findings_format, with_choices
from imhotep.cli.fixing import Mending, with_mending
from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.formats.writing import write
from imhotep.cli.frames import Lines
from imhotep.cli.games import with_backend
from imhotep.cli.output import complain
from imhotep.cli.report import counted, refusal, totals
from imhotep.cli.standard_input import DASH, Typed, names_input, read_input
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, has_errors, ordered
from imhotep.errors import UnreadableError, UsageError

if TYPE_CHECKING:
    from imhotep.checking.validator import Amount, Further, Report, Validator
    from imhotep.cli.deep import Deep
    from imhotep.compile.ruleset import Ruleset
    from imhotep.fixing.mending import Check, Checked
    from imhotep.wasm.playing import Backend


@click.command(short_help="Tell everything that is wrong with rulesets.")
@click.argument("rulesets", metavar="RULESET|FILE...", nargs=-1, required=True, shell_complete=complete_ruleset)
@click.option(
    "--texts",
    "languages",
    multiple=True,
    callback=each_language,
    metavar="LANGUAGE",
    help="Also list the texts that are missing in a language; repeatable.",
)
@click.option(
    "--deep",
    type=click.IntRange(min=1),
    metavar="N",
    help="Also play N random games at each table, and tell what is never reached and what breaks down.",
)
@with_backend
@click.option("--strict", is_flag=True, help="Let warnings fail, too.")
@with_mending
@click.option(
    "--stdin-filename", metavar="PATH", help="The file that a text on standard input stands for; `-` reads it."
)
@findings_format
@with_choices
def validate(
    *,
    rulesets: tuple[str, ...],
    languages: tuple[str, ...],
    deep: int | None,
    backend: "Backend | None",
    strict: bool,
    stdin_filename: str | None,
    form: str,
    mending: Mending | None,
    choices: Choices,
) -> int:
    """Tell everything that is wrong with rulesets, variants, scenarios, experiments or players.

    Each is a ruleset's id, its folder or file, a variant's file, a file of scenarios, of an experiment or of a player,
    or `-` for a text on standard input. Nothing is played without --deep, and the scenarios beside a ruleset are left
    to `imhotep test`.
    """
    if mending is not None and DASH in rulesets:
        raise click.UsageError("a text on standard input cannot be mended; name its file")
    if backend is not None and deep is None:
        raise click.UsageError("nothing is played without --deep, so --backend says nothing")
    stopped = None
    if mending is not None:
        stopped = mending.run(rulesets, _texts_check(choices, languages), form)
        if not mending.writes:
            return stopped or 0
    from imhotep.checking.validator import WAITS, Report, Validator

    plays = None
    if deep is not None:
        from imhotep.cli.deep import Deep

        plays = Deep.asked(deep, backend)
    typed: Typed | None = None
    refused: list[str] = []
    if names_input(rulesets, stdin_filename):
        try:
            typed = read_input(stdin_filename)
            choices = replace(choices, files=typed.files)
        except UnreadableError as error:
            refused.append(refusal(DASH, error))
    lines = Lines()
    lines.add(*rulesets, *choices.variants)
    lines.hold(choices.files)
    names = [argument for argument in rulesets if argument != DASH]
    checks: list[_Done] = []
    if typed is not None and typed.text is None:
        checks.append(_Done(typed.name, Report(found=typed.found, waits=WAITS)))
    elif typed is not None:
        names.insert(rulesets.index(DASH), typed.name)
    validator = Validator(choices.files)
    for name in _distinct(names, validator):
        further = None if plays is None else _by_play(validator.whole(name), choices, plays, lines)
        try:
            report = validator.check(name, **choices.laid(), languages=languages, further=further)
            checks.append(_Done(name, report))
        except (UsageError, UnreadableError) as error:
            refused.append(refusal(name, error))
    found = ordered(each for check in checks for each in check.report.found)
    code = 2 if refused or stopped is not None else int(has_errors(found) or (strict and bool(found)))
    for reason in refused:
        complain(reason)
    summary = _summary(checks, len(refused), found)
    write(form, Outcome(found=found, refused=tuple(refused), summary=summary, code=code), lines)
    return code


@dataclass(frozen=True, slots=True)
class _Done:
    """The check of one argument."""

    argument: str
    report: "Report"

    def __str__(self) -> str:
        scope = ", ".join(counted(*each) for each in self.report.scope)
        return f"{self.argument}: {self.report.waits or scope}: {totals(self.report.found)}"


def _texts_check(choices: Choices, languages: tuple[str, ...]) -> "Callable[[str], Check]":
    """For each argument, a check of its files with some texts in memory. Nothing is played."""
    from imhotep.checking.validator import Validator

    def of(argument: str) -> "Check":
        validator = Validator(choices.files)

        def check(texts: Mapping[Path, str]) -> "Checked":
            from imhotep.fixing.mending import Checked

            for path, text in texts.items():
                validator.hold(path.as_posix(), text)
            report = validator.check(argument, **choices.laid(), languages=languages)
            return Checked(found=report.found, sources=report.sources, own=report.own)

        return check

    return of


def _summary(checks: Sequence[_Done], refused: int, found: Sequence[Diagnostic]) -> tuple[str, ...]:
    """How much was looked at: a line for each argument that was, and one for all if there are several."""
    each = [str(check) for check in checks]
    if len(checks) + refused > 1:
        files = counted(len({name for check in checks for name in check.report.files}), "file")
        texts = counted(sum(check.report.texts for check in checks), "text")
        complete = sum(bool(check.report.files) for check in checks)
        each.append(f"{complete} of {len(checks) + refused} checked to the end, {files}, {texts}: {totals(found)}")
    return tuple(each)


def _distinct(arguments: Sequence[str], validator: "Validator") -> list[str]:
    """The arguments without those that stand for the same as one before: all files of a ruleset are one."""
    from imhotep.loading.project import is_path

    found: dict[str, str] = {}
    for argument in arguments:
        whole = validator.whole(argument)
        found.setdefault(os.path.realpath(whole) if is_path(whole) else whole, argument)
    return list(found.values())


def _by_play(argument: str, choices: Choices, deep: "Deep", lines: Lines) -> "Further":
    """The look at a ruleset that plays games."""

    def further(ruleset: "Ruleset") -> "tuple[tuple[Diagnostic, ...], Amount]":
        from imhotep.cli.deep import deep_check

        found, games = deep_check(argument, ruleset, choices, deep, lines)
        return found, (games, "game", "games")

    return further
