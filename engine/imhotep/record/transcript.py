"""A game as plain data, written down while it is played: from this alone it can be played again elsewhere.

The form of it is `schemas/log.schema.json`. One game is one line of JSON in a log.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from imhotep.errors import BudgetExceeded, RulesFault
from imhotep.game.events import Event
from imhotep.game.game import Decision, Game, Option
from imhotep.machine.chance import Stream
from imhotep.program import instructions
from imhotep.program.program import FORMAT, Program

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

LOG_FORMAT = 1

Step: TypeAlias = dict[str, Any]
Heading: TypeAlias = dict[str, Any]
Record: TypeAlias = dict[str, Any]
"""A whole game: its heading, its seed, who decided for each seat, its steps and its end."""

RANDOM = "random"


@cache
def engine_digest() -> str:
    """What tells apart engines that run programs differently: their format and their instructions."""
    parts = (instructions.VALUES, instructions.DOMAINS, instructions.STATEMENTS, instructions.ENDS)
    return _digest(json.dumps([FORMAT, *parts]))


def heading(ruleset: "Ruleset", program: Program) -> Heading:
    """What all games of one table have in common: the rules, by name and digest, and the table."""
    below, *variants = ruleset.composed.lineage
    return {
        "log": LOG_FORMAT,
        "engine": {"format": FORMAT, "digest": engine_digest()},
        "ruleset": {"id": below.id, "file": below.file, "digest": below.digest},
        "variants": [{"id": v.id, "file": v.file, "digest": v.digest} for v in variants],
        "settings": list(ruleset.composed.settings),
        "rules": ruleset.composed.digest,
        "players": program.players,
        "seats": list(program.seats),
        "sides": dict(program.sides),
        "options": dict(program.options),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Transcript:
    """A game that is written down as it goes. Play it through `take`; `decision` says what is due.

    `opening` is what happens before the first decision.
    """

    def __init__(self, program: Program, seed: int, *, language: str = "en") -> None:
        self.game = Game(program, seed, language=language, entry=None)
        self.seed = seed
        self.steps: list[Step] = []
        self.fault: RulesFault | None = None
        self.decisions = 0
        self.opening = self._run(None)

    @property
    def decision(self) -> Decision | None:
        """The decision that waits, or None when the game is over or has broken down."""
        try:
            return None if self.fault is not None else self.game.decision
        except RulesFault as fault:
            self.fault = fault
            return None

    def take(self, option: Option) -> tuple[Event, ...]:
        """Carry out an option and write it down. Where the rules break down, `fault` tells how."""
        decision = self.decision
        assert decision is not None
        step = {
            "decision": decision.id,
            "seat": self.game.program.seats[decision.seat - 1],
            "options": [{"id": each.id, "payload": each.payload} for each in decision.options],
            "taken": option.id,
        }
        self.steps.append(step | {"secret": True} if decision.secret else step)
        self.decisions += 1
        return self._run(option)

    def _run(self, option: Option | None) -> tuple[Event, ...]:
        try:
            events = self.game.enter("begin") if option is None else self.game.apply(option)
        except RulesFault as fault:
            self.fault = fault
            return self.game.broken_off()
        self.steps += [step for event in events if (step := _step(event)) is not None]
        return events

    def record(self, heading: Heading, deciders: Mapping[str, str]) -> Record:
        """The game so far; `deciders` says for each seat who decided."""
        return heading | {
            "seed": self.seed,
            "deciders": dict(deciders),
            "steps": self.steps,
            "end": self._end(),
        }

    def _end(self) -> dict[str, Any]:
        end: dict[str, Any] = {"over": self.game.over and self.fault is None, "decisions": self.decisions}
        if self.fault is not None:
            return end | {"fault": str(self.fault), "stopped": isinstance(self.fault, BudgetExceeded)}
        seats = self.game.program.seats
        scores = [
            {"seat": seats[score.seat - 1], "points": score.points, "by_source": dict(score.by_source)}
            for score in self.game.scores
        ]
        return end | {"scores": scores, "winners": [seats[seat - 1] for seat in self.game.winners]}


def random_game(program: Program, seed: int) -> Transcript:
    """The game that a playout with this seed plays, written down."""
    transcript = Transcript(program, seed)
    streams = [Stream(seed, f"player {seat}") for seat in program.seats]
    while (decision := transcript.decision) is not None:
        transcript.take(transcript.game.random_option(streams[decision.seat - 1]))
    return transcript


def line(record: Record) -> str:
    """A game as one line of a log."""
    return json.dumps(record, ensure_ascii=True, separators=(",", ":")) + "\n"


def _step(event: Event) -> Step | None:
    """What a log says of an event: outcomes of chance and points. Moves follow from the rules."""
    match event.kind:
        case "shuffle":
            return {
                "chance": "shuffle",
                "stream": event["stream"],
                "pile": event["pile"],
                "order": list(event["order"]),
            }
        case "draw":
            return {"chance": "draw", "stream": event["stream"], "value": event["value"]}
        case "score":
            return {"score": event["source"], "seat": event["seat"], "points": event["points"]}
    return None
