"""`imhotep validate`: everything that is wrong with rulesets, variants and files of scenarios."""

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import Choices, each_language, output_format, with_choices
from imhotep.cli.fixing import Mending, with_mending
from imhotep.cli.frames import Lines
from imhotep.cli.output import complain, say, say_json
from imhotep.cli.report import counted, diagnostic_json, diagnostic_text, ordered, refusal, totals
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, has_errors
from imhotep.errors import InvalidRulesetError, UnreadableError, UsageError
from imhotep.shipped import RULESET_FILE

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.document.source import Source
    from imhotep.fixing.mending import Check, Checked
    from imhotep.loading.library import Held


@click.command(short_help="Tell everything that is wrong with rulesets.")
@click.argument("rulesets", metavar="RULESET|FILE...", nargs=-1, required=True)
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
@click.option("--strict", is_flag=True, help="Let warnings fail, too.")
@output_format
@with_mending
@with_choices
def validate(
    *,
    rulesets: tuple[str, ...],
    languages: tuple[str, ...],
    deep: int | None,
    strict: bool,
    form: str,
    mending: Mending | None,
    choices: Choices,
) -> int:
    """Tell everything that is wrong with rulesets, variants or scenarios.

    Each is a ruleset's id, its folder or file, a variant's file, or a file of scenarios. Nothing is played without
    --deep, and the scenarios beside a ruleset are left to `imhotep test`.
    """
    stopped = None
    if mending is not None:
        stopped = mending.run(rulesets, _texts_check(choices, languages), form)
        if not mending.writes:
            return stopped or 0
    checks = [_Check(choices, languages, deep) for _ in rulesets]
    lines = Lines()
    lines.add(*rulesets, *choices.variants)
    unreadable = stopped is not None
    for argument, check in zip(rulesets, checks, strict=True):
        try:
            check.run(argument)
        except (UsageError, UnreadableError) as error:
            complain(refusal(argument, error))
            unreadable = True
    found = ordered(d for check in checks for d in check.found)
    if form == "json":
        say_json([diagnostic_json(d, lines) for d in found])
    else:
        for diagnostic in found:
            say(diagnostic_text(diagnostic, lines) + "\n")
        if found:
            say("`imhotep explain CODE` tells more")
        for argument, check in zip(rulesets, checks, strict=True):
            if check.scope:
                say(f"{argument}: {check.scope}: {totals(ordered(check.found))}")
    if unreadable:
        return 2
    return int(has_errors(found) or (strict and bool(found)))


@dataclass(slots=True)
class _Check:
    """The check of one argument: what was found, and what was looked at."""

    choices: Choices
    languages: tuple[str, ...]
    deep: int | None
    found: list[Diagnostic] = field(default_factory=list)
    scope: str = ""
    texts: Mapping[Path, str] = field(default_factory=dict)
    sources: "tuple[Source, ...]" = ()
    own: frozenset[str] = frozenset()

    def run(self, argument: str) -> None:
        from imhotep.loading.load import SCENARIOS

        if argument.endswith(SCENARIOS):
            self._scenarios(Path(argument))
        else:
            self._ruleset(argument)

    def _ruleset(self, argument: str) -> None:
        from imhotep.compile.ruleset import Ruleset
        from imhotep.fixing.settling import ALWAYS
        from imhotep.loading.library import Held
        from imhotep.loading.load import load_noting

        loaded = load_noting(_whole(argument), library=Held(self.texts), **self.choices.arguments())
        self.sources, self.own = loaded.sources, loaded.own
        composed, judged = loaded.composed, ALWAYS
        if composed is None:
            self.found += loaded.settled()
            self.scope = "the rest waits until its form is right"
            return
        ruleset = Ruleset(composed)
        more = list(ruleset.examined())
        if self.languages:
            from imhotep.compile.languages import missing_texts

            judged += "T"
            for language in self.languages:
                more += missing_texts(composed.root, language, ruleset.texts.prompts)
        files = counted(len(composed.files), "file")
        self.scope = f"{files}, {counted(len(ruleset.texts.kept), 'text')}, {_tables(ruleset)}"
        if self.deep is not None and not has_errors((*loaded.found, *more)):
            from imhotep.cli.deep import deep_check

            judged += "D"
            found, games = deep_check(_whole(argument), ruleset, self.choices, self.deep)
            more += found
            self.scope += f", {counted(games, 'game')}"
        self.found += loaded.settled(*more, judged=judged)

    def _scenarios(self, path: Path) -> None:
        from imhotep.fixing.settling import settle
        from imhotep.loading.library import Held

        disk = Held(self.texts)
        found: list[Diagnostic] = []
        self.scope = self._look_at_scenarios(path, disk, found)
        source, _ = disk.read(path)
        if source is not None:
            self.sources, self.own = (source,), frozenset({source.name})
        self.found += settle(found, self.sources, own=self.own)

    def _look_at_scenarios(self, path: Path, disk: "Held", found: list[Diagnostic]) -> str:
        """Add what is wrong with the scenarios of a file to `found`; what was looked at is given back."""
        from imhotep.scenario.preparing import prepare
        from imhotep.scenario.scenarios import home_of, read_scenarios

        file, faults = read_scenarios(path, disk)
        found += faults
        if file is None:
            return "the rest waits until its form is right"
        try:
            ruleset = self.choices.open(home_of(file))
        except InvalidRulesetError as error:
            found += error.diagnostics
            return "its texts wait until its ruleset is right"
        for prepared in prepare(ruleset, file.scenarios):
            found += prepared.diagnostics
        return counted(len(file.scenarios), "scenario")


def _texts_check(choices: Choices, languages: tuple[str, ...]) -> "Callable[[str], Check]":
    """For each argument, a check of its files with some texts in memory. Nothing is played."""

    def of(argument: str) -> "Check":
        def check(texts: Mapping[Path, str]) -> "Checked":
            from imhotep.fixing.mending import Checked

            work = _Check(choices, languages, None, texts=texts)
            work.run(argument)
            return Checked(found=ordered(work.found), sources=work.sources, own=work.own)

        return check

    return of


def _whole(argument: str) -> str:
    """The folder of the ruleset that a file is a part of, or the argument as it is."""
    path = Path(argument)
    if path.suffix == ".yaml" and path.is_file():
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
