"""A game in play: the surface that programs, players and scenarios use."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError
from imhotep.game.drawing import draw
from imhotep.game.events import Event, Recorder
from imhotep.game.labels import Labels
from imhotep.game.naming import Naming
from imhotep.game.view import describe
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.program.memory import DECISION, SEAT, STATUS
from imhotep.program.program import Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that a seat may pick. `id` is stable; `payload` says for programs what it is.

    `hidden`: it is picked among pieces that other seats do not see.
    """

    id: str
    label: str
    payload: dict[str, Any]
    hidden: bool
    way: int
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A question to one seat (1 up to the number of players); there is always at least one option.

    `prompt` says in the reader's language what is asked, or is the id where the ruleset has no words for it. `secret`:
    other seats are not to be told what is picked.
    """

    id: str
    prompt: str
    seat: int
    secret: bool
    options: tuple[Option, ...]

    def option(self, id: str) -> Option:
        """The option of that id; raises UsageError where it is not offered."""
        for option in self.options:
            if option.id == id:
                return option
        raise UsageError(f"`{self.id}` does not offer `{id}`; it offers " + ", ".join(o.id for o in self.options))

    def at(self, pick: tuple[int, int]) -> Option:
        """The option of that way and value."""
        return next(option for option in self.options if (option.way, option.value) == pick)


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
        self._machine, self._naming, self._recorder = _equipment(program)
        self.labels = _labels(program, language)
        self._state = self._machine.begin(seed)
        self._decision: Decision | None = None
        if entry is not None:
            self.enter(entry)

    def enter(self, entry: str) -> tuple[Event, ...]:
        """Run one of the program's entries (`begin` is the whole game) up to a decision or its end."""
        self._decision = None
        self._recorder.take()
        self._machine.enter(self._state, entry)
        return self._recorder.take()

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
            prompt = self.labels.prompt(point.id) or point.id
            self._decision = Decision(id=point.id, prompt=prompt, seat=s[SEAT], secret=point.secret, options=options)
        return self._decision

    def _option(self, way: int, value: int) -> Option:
        s = self._state
        w = self.program.decisions[s[DECISION] - 1].ways[way]
        if w.type == "label":
            id, label = w.label, self.labels.choice(w.label)
        else:
            id = self._naming.value(s, w.type, value)
            label = self.labels.value(s, w.type, value)
            if w.label:
                id, label = f"{w.label}:{id}", f"{self.labels.choice(w.label)}: {label}"
        payload = self._naming.payload(s, w.type, value)
        return Option(id=id, label=label, payload=payload, hidden=w.hidden, way=way, value=value)

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
        self._recorder.take()  # a step that broke down leaves some
        self._machine.answer(self._state, option.way, option.value)
        return self._recorder.take()

    def broken_off(self) -> tuple[Event, ...]:
        """What happened in a step before the rules broke down in it."""
        return self._recorder.take()

    def random_option(self, stream: Stream) -> Option:
        """One of the options that are offered now, each alike: the one that a playout with this stream takes."""
        decision = self.decision
        if decision is None:
            raise UsageError("the game is over")
        return decision.at(self._machine.pick(self._state, stream))

    def copy(self) -> "Game":
        """An independent game in the same state."""
        other = object.__new__(Game)
        other.program, other.labels = self.program, self.labels
        other._machine, other._naming, other._recorder = self._machine, self._naming, self._recorder
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
        return self._machine.winners(self._state) if self.over else ()

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat (1 up to the number of players) may see, as plain data."""
        self._at_table(seat)
        return describe(self.program, self._naming, self._state, seat)

    def _at_table(self, seat: int | None) -> None:
        if seat is not None and not 1 <= seat <= self.program.players:
            raise UsageError(f"there is no seat {seat}")

    def draw(self, seat: int | None = None) -> list[str]:
        """The table as lines of text, as a seat (1 up to the number of players) sees it, or all of it."""
        self._at_table(seat)
        return draw(self.program, self._naming, self.labels, self._state, seat)

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


def _told_apart(options: list[Option]) -> tuple[Option, ...]:
    """Options with different ids; where two alternatives of a menu offer the same, the later one is numbered."""
    seen: dict[str, int] = {}
    made = []
    for option in options:
        n = seen[option.id] = seen.get(option.id, 0) + 1
        made.append(option if n == 1 else replace(option, id=f"{option.id}#{n}"))
    return tuple(made)


@lru_cache(maxsize=16)
def _equipment(program: Program) -> tuple[Machine, Naming, Recorder]:
    """What all games of one program share. Events are taken right after each step, so games do not mix theirs."""
    naming = Naming(program)
    recorder = Recorder(program, naming)
    return Machine(program, recorder), naming, recorder


@lru_cache(maxsize=16)
def _labels(program: Program, language: str) -> Labels:
    return Labels(program, _equipment(program)[1], language)
