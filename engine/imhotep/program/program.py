"""A compiled game for one table: all that a back end, a worker or a browser needs, as plain data."""

import json
from dataclasses import asdict
from typing import Any

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError
from imhotep.program.instructions import Code
from imhotep.program.lists import Priority, PriorityList, Wish
from imhotep.program.memory import Area, Family, Field, Place, Table, Text
from imhotep.program.soundness import sound

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One alternative of a decision.

    `domain` is what is gone through (None: a label, one option), bound to local `slot` and filtered by `condition`.
    `test` is the plan as a plain condition; with `trial` the plan is tried on a copy instead. `segment` is where an
    answer goes on. `type` says what a value is, for ids and labels: "label", "number", "seat", "cell", "row", "column",
    "group", "piece:F", "thing:F", "kind:F" with a family's number.
    """

    label: str
    type: str
    slot: int
    domain: Code | None
    condition: Code
    test: Code
    trial: bool
    segment: int
    last_resort: bool = False
    hidden: bool = False  # chosen among pieces that others do not see


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPoint:
    """A question: `id` is the prompt's stable name."""

    id: str
    ways: tuple[Way, ...]
    secret: bool
    source: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A text of the ruleset: its first locals are its parameters. `body` is for one that never stops, else ().

    `place` is its `file:line:column`.
    """

    id: str
    parameters: int
    locals: int
    stops: bool
    entry: int
    body: tuple[Code, ...]
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A stretch of a procedure that runs without stopping."""

    procedure: int
    code: tuple[Code, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A compiled game for one table. Make it with `imhotep.compile.build.build`; run it with `imhotep.machine`."""

    ruleset: str
    digest: str
    players: int
    sides: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str | int | bool], ...]
    seats: tuple[str, ...]
    start: tuple[int, ...]
    pending: int  # how many effects may wait for one another
    families: tuple[Family, ...]
    areas: tuple[Area, ...]
    places: tuple[Place, ...]
    fields: tuple[Field, ...]
    streams: tuple[str, ...]
    sources: tuple[str, ...]  # where points come from
    counters: int  # address of the first stream's counter
    points: int  # address of the points: source × players + seat - 1
    tables: tuple[Table, ...]
    lists: tuple[tuple[int, ...], ...]
    procedures: tuple[Procedure, ...]
    segments: tuple[Segment, ...]
    decisions: tuple[DecisionPoint, ...]
    entries: tuple[tuple[str, int], ...]  # procedures that play may begin with
    checks: tuple[tuple[str, Code], ...]  # formulas, by name
    check_types: tuple[str, ...]  # of their values, as in `Way`, or "yes/no", "nothing", "choice:A,B"
    winner: tuple[tuple[str, Code], ...]  # ranking values of the seat in local 0
    places_in_files: tuple[str, ...]
    texts: tuple[tuple[str, Text], ...]
    priorities: tuple[PriorityList, ...] = ()  # lists of players that may play it
    format: int = FORMAT

    def __hash__(self) -> int:
        """Of a part, since all of it takes milliseconds."""
        return hash((self.digest, self.players, self.sides, self.options))

    def to_json(self) -> str:
        """The program as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> "Program":
        """Read what `to_json` wrote; raises UsageError for another format, and for what is no program."""
        try:
            data = json.loads(text)
            if data.get("format") != FORMAT:
                raise UsageError(f"this program has format {data.get('format')}, this engine reads format {FORMAT}")
            made = Program._made(data)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise UsageError("this is no program") from error
        if not sound(made):
            raise UsageError("this is no program: it holds texts where instructions are due")
        return made

    @staticmethod
    def _made(data: dict[str, Any]) -> "Program":
        made: dict[str, Any] = {key: _tuples(value) for key, value in data.items()}
        for key, kind in _PARTS.items():
            made[key] = tuple(kind(**{k: _tuples(v) for k, v in part.items()}) for part in data[key])
        made["decisions"] = tuple(
            DecisionPoint(
                id=d["id"],
                secret=d["secret"],
                source=d["source"],
                ways=tuple(Way(**{k: _tuples(v) for k, v in way.items()}) for way in d["ways"]),
            )
            for d in data["decisions"]
        )
        made["priorities"] = tuple(_list(each) for each in data.get("priorities", ()))
        return Program(**made)


def _list(data: dict[str, Any]) -> PriorityList:
    entries = []
    for entry in data["entries"]:
        wishes = tuple(Wish(**{key: _tuples(value) for key, value in wish.items()}) for wish in entry["wishes"])
        made = {key: _tuples(value) for key, value in entry.items()} | {"wishes": wishes}
        entries.append(Priority(**made))
    return PriorityList(name=data["name"], fallback=data["fallback"], entries=tuple(entries))


_PARTS: dict[str, Any] = {
    "families": Family,
    "areas": Area,
    "places": Place,
    "fields": Field,
    "tables": Table,
    "procedures": Procedure,
    "segments": Segment,
}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value
