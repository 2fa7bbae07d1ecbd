"""What happens in a game, in words: moves, points, shuffles, draws, values remembered, effects that begin."""

from typing import Any

from imhotep.dataclass import dataclass
from imhotep.game.naming import Naming
from imhotep.program.program import Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `place` is the `file:line:column` of the statement that did it.

    kind: "score" (seat, source, points), "move" (piece, from, to), "shuffle" (pile, stream, order from bottom to top),
    "draw" (stream, value), "set" (field, key where it has one, value), "begin" (effect).
    """

    kind: str
    place: str
    details: tuple[tuple[str, Any], ...]

    def __getitem__(self, name: str) -> Any:
        """A detail by its name."""
        return dict(self.details)[name]


class Recorder:
    """Called by a machine with each thing that happens; keeps it until it is taken."""

    def __init__(self, program: Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming
        self._events: list[Event] = []
        self._fields = {
            field.start + i: (field, i) for field in program.fields for i in range(_amount(field.sizes))
        }  # fmt: skip

    def __call__(self, s: list[int], kind: str, src: int, *numbers: Any) -> None:
        """Keep an event; `s` is the state right after it."""
        details = getattr(self, f"_{kind}")(s, *numbers)
        files = self.program.places_in_files
        if kind == "begin":
            place = self.program.procedures[numbers[0]].place
        else:
            place = files[src] if 0 <= src < len(files) else "in play"
        self._events.append(Event(kind=kind, place=place, details=tuple(details.items())))

    def kept(self) -> int:
        """How many events are kept."""
        return len(self._events)

    def undo(self, kept: int) -> None:
        """Drop all but the first so many: what they tell of was undone."""
        del self._events[kept:]

    def take(self) -> tuple[Event, ...]:
        """All events since they were taken last."""
        taken = tuple(self._events)
        self._events.clear()
        return taken

    def _score(self, s: list[int], seat: int, source: int, points: int) -> dict[str, Any]:
        return {"seat": self.program.seats[seat - 1], "source": self.program.sources[source], "points": points}

    def _move(self, s: list[int], before: int, after: int) -> dict[str, Any]:
        spot = self.naming.spot
        return {"piece": self.naming.at(s, after), "from": spot(before), "to": spot(after)}

    def _shuffle(self, s: list[int], stream: int, place: int) -> dict[str, Any]:
        pile = self.program.places[place]
        order = [self.naming.at(s, address) for address in pile.addresses() if s[address]]
        return {"pile": pile.name, "stream": self.program.streams[stream], "order": tuple(order)}

    def _draw(self, s: list[int], stream: int, type: str, value: int) -> dict[str, Any]:
        return {"stream": self.program.streams[stream], "value": self.naming.value(s, type, value)}

    def _set(self, s: list[int], address: int) -> dict[str, Any]:
        field, i = self._fields[address]
        keys = []
        for size, type in reversed(tuple(zip(field.sizes, field.keys, strict=True))):
            i, key = divmod(i, size)
            keys.append(self.naming.key(type, key + 1))
        of = {"key": ", ".join(reversed(keys))} if keys else {}
        return {"field": field.id} | of | {"value": self.naming.said(s, field.type, s[address])}

    def _begin(self, s: list[int], procedure: int) -> dict[str, Any]:
        return {"effect": self.program.procedures[procedure].id}


def _amount(sizes: tuple[int, ...]) -> int:
    amount = 1
    for size in sizes:
        amount *= size
    return amount
