"""`imhotep replay`: games of a log, told in words, traced, or played again and compared."""

import json
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from imhotep.cli.choices import output_format
from imhotep.cli.output import complain, say, say_json, visible
from imhotep.dataclass import dataclass
from imhotep.errors import UnreadableError, UsageError
from imhotep.shipped import RULESET_FILE, ruleset_ids

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.program.program import Program
    from imhotep.record.transcript import Record


@click.command(short_help="Show games of a log, or play them again.")
@click.argument("log", type=click.Path(path_type=Path), metavar="LOG")
@click.option(
    "--game", type=click.IntRange(min=1), metavar="N", help="The game's number in the log; the first if not given."
)
@click.option("--verify", is_flag=True, help="Play it again and compare; all games if --game is not given.")
@click.option("--trace", is_flag=True, help="Play it again and show each step with the file and line that did it.")
@click.option(
    "--rules",
    multiple=True,
    metavar="RULESET|VARIANT",
    help="The rules, where they are not found by the log; repeatable.",
)
@output_format
def replay(*, log: Path, game: int | None, verify: bool, trace: bool, rules: tuple[str, ...], form: str) -> int:
    """Tell a game of a log: outcomes of chance, decisions with what was offered, points, the end.

    A log is written by `simulate --log` or `play --log`. To tell a game, the log is enough; --verify and --trace need
    the rules as well.
    """
    from imhotep.record.replay import read

    if verify and trace:
        raise click.UsageError("choose one of --verify and --trace")
    wanted = 1 if game is None and not verify else game
    known = _Rules(log, rules)
    found = 0
    results: list[dict[str, Any]] = []
    broken: UnreadableError | None = None
    try:
        for number, record in read(log):
            found += 1
            if wanted not in (None, found):
                continue
            _check_form(record, f"`{log.as_posix()}`, line {number}")
            if verify:
                results.append(_verified(record, found, *known.of(record)))
            elif trace:
                _trace(record, *known.of(record))
            else:
                _tell(record, form)
            if wanted is not None:
                break
    except UnreadableError as error:  # what was read before it still counts
        broken = error
    code = _report(results, form) if results else 0
    if broken is not None:
        raise broken
    if not found or (wanted is not None and wanted > found):
        complain(f"`{log.as_posix()}` has {found} games" if found else f"`{log.as_posix()}` holds no game")
        return 2
    return code


def _check_form(record: "Record", where: str) -> None:
    from imhotep.form.schema import objection

    found = objection(record, "log")
    if found is not None:
        raise UnreadableError(f"{where}: this is no game: {found}")


def _tell(record: "Record", form: str) -> None:
    from imhotep.record.telling import tell

    if form == "json":
        say_json(record)
    else:
        say(visible("\n".join(tell(record))))


def _trace(record: "Record", ruleset: "Ruleset", program: "Program") -> None:
    from imhotep.record.replay import changed_rules, follow
    from imhotep.record.telling import tell_end, tell_event, tell_heading, tell_step
    from imhotep.record.transcript import Transcript

    changed = changed_rules(record, ruleset)
    if changed:
        complain(changed)
    transcript = Transcript(program, record["seed"])
    say(visible("\n".join(tell_heading(record))))
    for step, events in follow(transcript, record):
        lines = [] if step is None else [tell_step(step)]
        say(visible("\n".join(lines + [tell_event(event) for event in events])))
    say(visible("\n".join(tell_end(transcript.record({}, {})["end"]))))


def _verified(record: "Record", number: int, ruleset: "Ruleset", program: "Program") -> dict[str, Any]:
    from imhotep.record.replay import changed_rules, difference, follow
    from imhotep.record.transcript import Transcript

    transcript = Transcript(program, record["seed"])
    for _ in follow(transcript, record):
        pass
    return {
        "game": number,
        "seed": record["seed"],
        "rules": changed_rules(record, ruleset),
        "difference": difference(record, transcript),
    }


def _report(results: list[dict[str, Any]], form: str) -> int:
    wrong = [each for each in results if each["rules"] or each["difference"]]
    if form == "json":
        say_json(results)
        return int(bool(wrong))
    for note in dict.fromkeys(each["rules"] for each in wrong if each["rules"]):
        say(visible(f"rules: {note}"))
    for each in wrong:
        if each["difference"]:
            say(visible(f"game {each['game']} (seed {each['seed']}): {each['difference']}"))
    differ = sum(1 for each in wrong if each["difference"])
    say(f"{len(results)} played again: " + (f"{differ} differ" if differ else "all the same"))
    return int(bool(wrong))


@dataclass(slots=True)
class _Rules:
    """Finds the rules that games were played with: those given, or those that the log names."""

    log: Path
    given: tuple[str, ...]
    _opened: "dict[str, tuple[Ruleset, Program]]" = field(default_factory=dict)

    def of(self, record: "Record") -> "tuple[Ruleset, Program]":
        from imhotep.compile.ruleset import open_ruleset

        references = self.given or self._named(record)
        table = {name: record[name] for name in ("settings", "sides", "options")}
        key = json.dumps([references, table, record["players"]])
        if key not in self._opened:
            ruleset = open_ruleset(references[0], variants=references[1:], **table)
            self._opened[key] = ruleset, ruleset.program(record["players"])
        return self._opened[key]

    def _named(self, record: "Record") -> tuple[str, ...]:
        below = record["ruleset"]
        paths = [self._found(each["file"]) for each in record["variants"]]
        if below["id"] in ruleset_ids():
            return (below["id"], *(path.as_posix() for path in paths))
        base = self._found(below["file"])
        whole = base.parent if base.name == RULESET_FILE else base
        return (whole.as_posix(), *(path.as_posix() for path in paths))

    def _found(self, name: str) -> Path:
        """A file that the log names, below the current folder or that of the log."""
        path = Path(name)
        if not path.is_absolute() and ".." not in path.parts:
            for place in (Path(), self.log.parent):
                if (place / path).is_file():
                    return (place / path).absolute()
        raise UsageError(f"the rules of the log are not found: there is no `{name}` here; name them with --rules")
