"""Reads logs and plays their games again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from imhotep.errors import UnreadableError, UsageError
from imhotep.game.events import Event
from imhotep.record.transcript import LOG_FORMAT, Record, Step, Transcript

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

LONGEST_LINE: Final = 64 * 2**20


def read(path: Path) -> Iterator[tuple[int, Record]]:
    """The games of a log with the numbers of their lines. Raises UnreadableError at what is no line of a log.

    Checks no more than that each line is an object of JSON in this format; the rest is for `schemas/log.schema.json`.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if line.strip():
                    yield number, _game(line, f"`{path.as_posix()}`, line {number}")
    except OSError as error:
        reason = (error.strerror or "it cannot be opened").lower()
        raise UnreadableError(f"`{path.as_posix()}` cannot be read: {reason}") from None


def _game(line: bytes, where: str) -> Record:
    if len(line) > LONGEST_LINE:
        raise UnreadableError(f"{where}: the line is longer than {LONGEST_LINE // 2**20} MB")
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        torn = "" if line.endswith(b"\n") else "; it is torn off: the game was not written to its end"
        raise UnreadableError(f"{where}: this is no line of a log{torn}") from None
    if not isinstance(record, dict) or "log" not in record:
        raise UnreadableError(f"{where}: this is no line of a log")
    if record["log"] != LOG_FORMAT:
        raise UsageError(f"{where}: the log has format {record['log']}, this engine reads format {LOG_FORMAT}")
    return record


def follow(transcript: Transcript, record: Record) -> Iterator[tuple[Step | None, tuple[Event, ...]]]:
    """Play a recorded game again, step by step: each decision with what it led to, first None with the opening.

    Ends early where what was taken is not offered.
    """
    yield None, transcript.opening
    for step in record["steps"]:
        if "decision" in step:
            decision = transcript.decision
            options = () if decision is None else decision.options
            taken = next((option for option in options if option.id == step["taken"]), None)
            if taken is None:
                return
            yield step, transcript.take(taken)


def difference(record: Record, transcript: Transcript) -> str | None:
    """Where a game that was played again with `follow` leaves the record, or None."""
    again = json.loads(json.dumps(transcript.record({}, {})))  # as JSON knows it
    for number, (logged, played) in enumerate(zip(record["steps"], again["steps"], strict=False), 1):
        if logged != played:
            return f"step {number}: {_first_unlike(logged, played)}"
    if len(record["steps"]) != len(again["steps"]):
        number = min(len(record["steps"]), len(again["steps"])) + 1
        decision = transcript.decision
        if decision is not None and number <= len(record["steps"]):
            return f"step {number}: the log has {_said(record['steps'][number - 1])}, the rules ask `{decision.id}`"
        which = "the log ends" if number > len(record["steps"]) else "the game ends"
        return f"step {number}: {which} here"
    return None if record["end"] == again["end"] else f"the end: {_first_unlike(record['end'], again['end'])}"


def _first_unlike(logged: Step, played: Step) -> str:
    for key in (*logged, *(key for key in played if key not in logged)):
        if logged.get(key) != played.get(key):
            return f"`{key}` is {_said(logged.get(key))} in the log, and {_said(played.get(key))} now"
    raise AssertionError


def _said(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + " …"


def changed_rules(record: Record, ruleset: "Ruleset") -> str | None:
    """How rules differ from those that a game was played with, or None."""
    composed = ruleset.composed
    if composed.digest == record["rules"]:
        return None
    below, *variants = composed.lineage
    logged = [record["ruleset"], *record["variants"]]
    if [each["id"] for each in logged] != [layer.id for layer in (below, *variants)]:
        names = " with ".join(f"`{each['id']}`" for each in logged)
        return f"the log is of {names}, these rules are " + " with ".join(f"`{x.id}`" for x in (below, *variants))
    changed = [x.id for each, x in zip(logged, (below, *variants), strict=True) if each["digest"] != x.digest]
    if changed:
        return "changed since the log was written: " + ", ".join(f"`{id}`" for id in changed)
    return "the settings laid over the rules are not those of the log"
