"""`imhotep validate`: everything that is wrong with rulesets, variants, scenarios and experiments."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from imhotep.cli.choices import Choices, complete_ruleset, each_language, findings_format, with_choices
from imhotep.cli.deep import Deep
from imhotep.cli.fixing import Mending, with_mending
from imhotep.cli.formats.outcome import Outcome
from imhotep.cli.formats.writing import write
from imhotep.cli.frames import Lines
from imhotep.cli.games import chosen_backend, with_backend
from imhotep.cli.output import complain
from imhotep.cli.report import counted, ordered, refusal, totals
from imhotep.cli.standard_input import DASH, Typed, names_input, read_input
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, has_errors
from imhotep.errors import InvalidRulesetError, UnreadableError, UsageError
from imhotep.shipped import RULESET_FILE

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.document.source import Source
    from imhotep.fixing.mending import Check, Checked
    from imhotep.scenario.scenarios import Scenario
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
    """Tell everything that is wrong with rulesets, variants, scenarios or experiments.

    Each is a ruleset's id, its folder or file, a variant's file, a file of scenarios or of an experiment, or `-` for a
    text on standard input. Nothing is played without --deep, and the scenarios beside a ruleset are left to `imhotep
    test`.
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
    plays = None if deep is None else Deep(deep, chosen_backend(backend))
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
    checks: list[_Check] = []
    if typed is not None and typed.text is None:
        checks.append(_Check(typed.name, choices, languages, plays, lines, found=list(typed.found)))
    elif typed is not None:
        names.insert(rulesets.index(DASH), typed.name)
    for name in _distinct(names, choices.files):
        check = _Check(name, choices, languages, plays, lines)
        try:
            check.run(name)
            checks.append(check)
        except (UsageError, UnreadableError) as error:
            refused.append(refusal(name, error))
    found = ordered(d for check in checks for d in check.found)
    code = 2 if refused or stopped is not None else int(has_errors(found) or (strict and bool(found)))
    for reason in refused:
        complain(reason)
    summary = _summary(checks, len(refused), found)
    write(form, Outcome(found=found, refused=tuple(refused), summary=summary, code=code), lines)
    return code


_WAITS: Final = "the rest waits until its form is right"


@dataclass(slots=True)
class _Check:
    """The check of one argument: what was found, and what was looked at."""

    argument: str
    choices: Choices
    languages: tuple[str, ...]
    deep: Deep | None
    lines: Lines
    found: list[Diagnostic] = field(default_factory=list)
    scope: str = _WAITS
    files: frozenset[str] = frozenset()
    texts: int = 0
    sources: "tuple[Source, ...]" = ()
    own: frozenset[str] = frozenset()

    def run(self, argument: str) -> None:
        """Look at it, as far as it can be read. Raises UsageError or UnreadableError if it cannot be."""
        from imhotep.loading.project import EXPERIMENT, SCENARIOS

        if argument.endswith(SCENARIOS):
            self._scenarios(Path(argument))
        elif argument.endswith(EXPERIMENT):
            self._experiment(Path(argument))
        else:
            self._ruleset(argument)

    def _ruleset(self, argument: str) -> None:
        from imhotep.compile.ruleset import Ruleset
        from imhotep.fixing.settling import ALWAYS
        from imhotep.loading.load import load_noting

        argument = _whole(argument, self.choices.files)
        loaded = load_noting(argument, **self.choices.arguments())
        self.sources, self.own = loaded.sources, loaded.own
        composed, judged = loaded.composed, ALWAYS
        if composed is None:
            self.found += loaded.settled()
            return
        ruleset = Ruleset(composed)
        more = list(ruleset.examined())
        if self.languages:
            from imhotep.compile.languages import missing_texts

            judged += "T"
            for language in self.languages:
                more += missing_texts(composed.root, language, ruleset.texts.prompts)
        files = counted(len(composed.files), "file")
        self.files, self.texts = frozenset(composed.files), len(ruleset.texts.kept)
        self.scope = f"{files}, {counted(self.texts, 'text')}, {_tables(ruleset)}"
        if self.deep is not None and not has_errors((*loaded.found, *more)):
            from imhotep.cli.deep import deep_check

            judged += "D"
            found, games = deep_check(argument, ruleset, self.choices, self.deep, self.lines)
            more += found
            self.scope += f", {counted(games, 'game')}"
        self.found += loaded.settled(*more, judged=judged)

    def _scenarios(self, path: Path) -> None:
        from imhotep.fixing.settling import settle
        from imhotep.loading.library import Texts

        found: list[Diagnostic] = []
        self.scope = self._look_at_scenarios(path, found)
        source, _ = Texts(self.choices.files).read(path)
        if source is not None:
            self.sources, self.own = (source,), frozenset({source.name})
        self.found += settle(found, self.sources, own=self.own)

    def _experiment(self, path: Path) -> None:
        from imhotep.design.opening import open_design
        from imhotep.design.reading import read_design
        from imhotep.fixing.settling import settle

        if replace(self.choices, files={}) != Choices():
            raise UsageError("an experiment says itself what is laid over its base")
        design, found, source = read_design(path, self.choices.files)
        if design is not None:
            opened, more = open_design(design, dict(self.choices.files))
            found += more
            variants, tables = counted(len(design.variants), "variant"), counted(len(design.tables) or 1, "table")
            self.scope = f"{variants}, {tables}"
            self.files = frozenset([design.name]) if opened is not None else frozenset()
        if source is not None:
            self.sources, self.own = (source,), frozenset({source.name})
        self.found += settle(found, self.sources, own=self.own)

    def _look_at_scenarios(self, path: Path, found: list[Diagnostic]) -> str:
        """Add what is wrong with the scenarios of a file to `found`; what was looked at is given back."""
        from imhotep.scenario.preparing import prepare
        from imhotep.scenario.scenarios import home_of, read_scenarios

        file, faults = read_scenarios(path, self.choices.files)
        found += faults
        if file is None:
            return _WAITS
        try:
            ruleset = self.choices.open(home_of(file))
        except InvalidRulesetError as error:
            found += error.diagnostics
            return "its texts wait until its ruleset is right"
        for prepared in prepare(ruleset, file.scenarios):
            found += prepared.diagnostics
        self.files, self.texts = frozenset([file.file]), sum(map(_texts, file.scenarios))
        return counted(len(file.scenarios), "scenario")


def _texts_check(choices: Choices, languages: tuple[str, ...]) -> "Callable[[str], Check]":
    """For each argument, a check of its files with some texts in memory. Nothing is played."""

    def of(argument: str) -> "Check":
        def check(texts: Mapping[Path, str]) -> "Checked":
            from imhotep.fixing.mending import Checked

            held = replace(choices, files={path.as_posix(): text for path, text in texts.items()})
            work = _Check(argument, held, languages, None, Lines())
            work.run(argument)
            return Checked(found=ordered(work.found), sources=work.sources, own=work.own)

        return check

    return of


def _summary(checks: Sequence[_Check], refused: int, found: Sequence[Diagnostic]) -> tuple[str, ...]:
    """How much was looked at: a line for each argument that was, and one for all if there are several."""
    each = [f"{check.argument}: {check.scope}: {totals(ordered(check.found))}" for check in checks]
    if len(checks) + refused > 1:
        files = counted(len({name for check in checks for name in check.files}), "file")
        texts = counted(sum(check.texts for check in checks), "text")
        complete = sum(bool(check.files) for check in checks)
        each.append(f"{complete} of {len(checks) + refused} checked to the end, {files}, {texts}: {totals(found)}")
    return tuple(each)


def _texts(scenario: "Scenario") -> int:
    """How many texts a scenario has."""
    return sum(text is not None for text in (scenario.given, scenario.when, *scenario.then))


def _distinct(arguments: Sequence[str], files: Mapping[str, str]) -> list[str]:
    """The arguments without those that stand for the same as one before: all files of a ruleset are one."""
    from imhotep.loading.project import EXPERIMENT, SCENARIOS, is_path

    found: dict[str, str] = {}
    for argument in arguments:
        whole = argument if argument.endswith((SCENARIOS, EXPERIMENT)) else _whole(argument, files)
        found.setdefault(os.path.realpath(whole) if is_path(whole) else whole, argument)
    return list(found.values())


def _whole(argument: str, files: Mapping[str, str]) -> str:
    """The folder of the ruleset that a file is a part of, or the argument as it is."""
    path = Path(argument)
    if path.suffix == ".yaml" and (path.is_file() or argument in files):
        for folder in path.absolute().parents:
            if (folder / RULESET_FILE).is_file():
                return folder.as_posix()
    return argument


def _tables(ruleset: "Ruleset") -> str:
    """At how many tables of play a ruleset was looked at."""
    fixed = dict(ruleset.composed.sides)
    sides = max((len(names) for board, names in ruleset.sides.items() if board not in fixed), default=0)
    players = counted(len(ruleset.players), "player count")
    return f"{players}, {counted(sides, 'side')}" if sides else players
