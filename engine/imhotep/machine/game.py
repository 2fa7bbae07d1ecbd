"""A game in play: the surface that programs, players and scenarios use."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from imhotep.errors import UsageError
from imhotep.machine.engine import Machine
from imhotep.machine.naming import Naming
from imhotep.machine.view import describe
from imhotep.program.memory import DECISION, SEAT, STATUS
from imhotep.program.program import Program
from imhotep.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that a seat may pick. `id` is stable; `payload` says for programs what it is."""

    id: str
    label: str
    payload: dict[str, Any]
    way: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A question to one seat (1 up to the number of players); there is always at least one option.

    `secret`: other seats are not to be told what is picked.
    """

    id: str
    seat: int
    secret: bool
    options: tuple[Option, ...]

    def option(self, id: str) -> Option:
        """The option of that id; raises UsageError where it is not offered."""
        for option in self.options:
            if option.id == id:
                return option
        raise UsageError(f"`{self.id}` does not offer `{id}`; it offers " + ", ".join(o.id for o in self.options))


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `place` is the `file:line:column` of the statement that did it.

    kind: "score" (seat, source, points), "move" (piece, from and to), "shuffle" (pile), "draw" (value).
    """

    kind: str
    place: str
    details: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The points of one seat, in all and by where they come from (sources without points are left out)."""

    seat: int
    points: int
    by_source: tuple[tuple[str, int], ...]


class Game:
    """A game of one program. `seed` (any whole number, modulo 2⁶⁴) decides everything that chance decides.

    Play is a loop: while not `over`, look at `decision`, `apply` one of its options.
    """

    def __init__(self, program: Program, seed: int = 0, *, language: str = "en", entry: str | None = "begin") -> None:
        self.program = program
        self.language = language
        self._machine, self._naming, self._log = _equipment(program)
        self._state = self._machine.begin(seed)
        self._decision: Decision | None = None
        if entry is not None:
            self.enter(entry)

    def enter(self, entry: str) -> tuple[Event, ...]:
        """Run one of the program's entries (`begin` is the whole game) up to a decision or its end."""
        self._decision = None
        self._log.clear()
        self._machine.enter(self._state, entry)
        return self._events()

    @property
    def over(self) -> bool:
        """Whether the game, or the entry that was run, has ended."""
        return bool(self._state[STATUS])

    @property
    def state(self) -> tuple[int, ...]:
        """The whole state as numbers; equal states are equal in every respect, the random generator included."""
        return tuple(self._state)

    @property
    def decision(self) -> Decision | None:
        """The decision that waits, or None when the game is over."""
        if self.over or not self._state[DECISION]:
            return None
        if self._decision is None:
            s = self._state
            point = self.program.decisions[s[DECISION] - 1]
            options = _told_apart([self._option(w, v) for w, v in self._machine.options(s)])
            self._decision = Decision(id=point.id, seat=s[SEAT], secret=point.secret, options=options)
        return self._decision

    def _option(self, way: int, value: int) -> Option:
        s = self._state
        w = self.program.decisions[s[DECISION] - 1].ways[way]
        if w.type == "label":
            text = self._label(w.label)
            return Option(id=w.label, label=text, payload={"type": "label"}, way=way, value=value)
        id = self._naming.value(s, w.type, value)
        label = self._naming.label(s, w.type, value, self.language)
        if w.label:
            id, label = f"{w.label}:{id}", f"{self._label(w.label)}: {label}"
        return Option(id=id, label=label, payload=self._naming.payload(s, w.type, value), way=way, value=value)

    def _label(self, id: str) -> str:
        text = self._naming.text
        return text(f"actions.{id}", self.language) or text(f"choices.{id}", self.language) or id

    def apply(self, option: Option) -> tuple[Event, ...]:
        """Carry out an offered option, up to the next decision or the end. Returns what happened.

        Raises UsageError for an option that is not offered now, RulesFault where the rules break down.
        """
        decision = self.decision
        if decision is None:
            raise UsageError("the game is over")
        if option not in decision.options:
            raise UsageError(f"`{option.id}` is not an option of `{decision.id}` now")
        self._decision = None
        self._log.clear()
        self._machine.answer(self._state, option.way, option.value)
        return self._events()

    def copy(self) -> "Game":
        """An independent game in the same state."""
        other = object.__new__(Game)
        other.program, other.language = self.program, self.language
        other._machine, other._naming, other._log = self._machine, self._naming, self._log
        other._state = list(self._state)
        other._decision = self._decision
        return other

    @property
    def scores(self) -> tuple[Score, ...]:
        """The points so far, seat by seat."""
        p, s = self.program, self._state
        found = []
        for seat in range(1, p.players + 1):
            points = [(source, s[p.points + i * p.players + seat - 1]) for i, source in enumerate(p.sources)]
            found.append(
                Score(
                    seat=seat, points=sum(n for _, n in points), by_source=tuple((i, n) for i, n in points if n)
                )
            )  # fmt: skip
        return tuple(found)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that rank highest by the ruleset's `winner`; several share the win. Empty before the end."""
        return winners(self._machine, self._state) if self.over else ()

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat (1 up to the number of players) may see, as plain data."""
        if not 1 <= seat <= self.program.players:
            raise UsageError(f"there is no seat {seat}")
        return describe(self.program, self._naming, self._state, seat)

    def describe(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return describe(self.program, self._naming, self._state)

    def check(self, name: str) -> int:
        """The value of one of the program's own formulas, as a number; see `said`."""
        return self._machine.check(self._state, [n for n, _ in self.program.checks].index(name))

    def said(self, name: str) -> str:
        """The value of one of the program's own formulas, as the ruleset writes it."""
        number = [n for n, _ in self.program.checks].index(name)
        value = self._machine.check(self._state, number)
        said = self._naming.said(self._state, self.program.check_types[number], value)
        return (
            {True: "yes", False: "no", None: "nothing"}[said]
            if said is None or said is True or said is False
            else str(said)
        )

    def _events(self) -> tuple[Event, ...]:
        return tuple(self._event(*happened) for happened in self._log)

    def _event(self, kind: str, src: int, *numbers: Any) -> Event:
        p = self.program
        details: tuple[tuple[str, Any], ...]
        match kind:
            case "score":
                seat, source, points = numbers
                details = (("seat", p.seats[seat - 1]), ("source", p.sources[source]), ("points", points))
            case "move":
                piece, before, after = numbers
                details = (("piece", piece), ("from", before), ("to", after))
            case "shuffle":
                details = (("pile", p.places[numbers[0]].name),)
            case _:
                details = (("value", numbers[0]),)
        return Event(kind=kind, place=self._machine.primitives.where(src), details=details)


def _told_apart(options: list[Option]) -> tuple[Option, ...]:
    """Options with different ids; where two alternatives of a menu offer the same, the later one is numbered."""
    seen: dict[str, int] = {}
    made = []
    for option in options:
        n = seen[option.id] = seen.get(option.id, 0) + 1
        made.append(option if n == 1 else replace(option, id=f"{option.id}#{n}"))
    return tuple(made)


def winners(machine: Machine, s: list[int]) -> tuple[int, ...]:
    """The seats that rank highest in a state."""
    ranks = {seat: machine.ranking(s, seat) for seat in range(1, machine.program.players + 1)}
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


@lru_cache(maxsize=16)
def _equipment(program: Program) -> tuple[Machine, Naming, list[tuple[Any, ...]]]:
    """What all games of one program share. The log is cleared before each step and read right after it."""
    log: list[tuple[Any, ...]] = []
    naming = Naming(program)

    def record(s: list[int], kind: str, src: int, *numbers: int) -> None:
        if kind != "move":
            log.append((kind, src, *numbers))
            return
        before, after = numbers
        place = program.places[naming.place_at[after]]
        family = program.families[place.family].id
        piece = naming.piece(family, naming._code(s, after))
        log.append((kind, src, piece, _spot(program, naming, before), _spot(program, naming, after)))

    return Machine(program, record), naming, log


def _spot(program: Program, naming: Naming, address: int) -> str:
    place = program.places[naming.place_at[address]]
    cell = f" {address - place.start + 1}" if place.kind == "cells" else ""
    return place.name + cell
