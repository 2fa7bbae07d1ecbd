"""Games to be played: of one program, by the same players, with one seed after another."""

import hashlib
import json
from dataclasses import asdict, replace

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError
from imhotep.experiment.seating import seated, seating
from imhotep.experiment.worker import Task
from imhotep.machine.chance import name_hash, stream_key
from imhotep.program.program import Program
from imhotep.record.transcript import Heading, engine_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """`first` is the seed of the first game, game number 0; `name` is what messages call it.

    `rules` tells apart programs that run differently; comments and the places of texts in files do not count. `lists`
    does so for what players follow, and is empty where none follows a list.
    """

    name: str
    program: Program
    rules: str
    lists: str
    players: tuple[str, ...]
    first: int
    has_rows: bool = False
    has_marks: bool = False

    def task(self, program: str, binary: bytes, numbers: tuple[int, ...], heading: Heading | None = None) -> Task:
        """Some of its games as a worker takes them; `program` is the serialised one, `binary` its module or empty."""
        return Task(
            program=program,
            binary=binary,
            games=tuple((self.first + number, seating(self.players, number)) for number in numbers),
            has_rows=self.has_rows,
            has_marks=self.has_marks,
            heading=heading,
        )

    @property
    def key(self) -> str:
        """The same for series whose games are the same ones."""
        return json.dumps([self.rules, self.lists, self.players, self.first, self.has_rows, self.has_marks])

    def plain(self) -> dict[str, object]:
        """What tells it apart from other series, as JSON knows it."""
        lists = {"lists": self.lists} if self.lists else {}
        return {
            "name": self.name,
            **lists,
            "rules": self.rules,
            "players": list(self.players),
            "first_seed": self.first,
            "rows": self.has_rows,
            "marks": self.has_marks,
        }


def series(
    program: Program,
    *,
    seed: int,
    players: tuple[str, ...] = ("random",),
    name: str = "",
    has_rows: bool = False,
    has_marks: bool = False,
) -> Series:
    """The games of an experiment with that seed; `players` are one for all seats, or one for each."""
    first = game_seeds(seed, 1)[0]
    who = seated(players, program.players)
    return Series(
        name=name or program.ruleset,
        program=program,
        rules=_digest(program),
        lists=_digest_of_lists(program),
        players=who,
        first=first,
        has_rows=has_rows,
        has_marks=has_marks,
    )


def game_seeds(seed: int, games: int) -> range:
    """The seed of each game of an experiment: one after another, from a start that the seed of the experiment decides.

    The start is 52 bits of the stream `game`, so experiments with neighbouring seeds lie far apart and share no games
    (for a million games each, by chance once in two thousand million times), more games begin with the same ones, and
    no seed is too large for what reads JSON.
    """
    if games < 1:
        raise UsageError(f"there is at least 1 game to play, not {games}")
    start = stream_key(seed, name_hash("game")) >> 12
    return range(start, start + games)


def _digest(program: Program) -> str:
    procedures = tuple(replace(procedure, place="") for procedure in program.procedures)
    bare = asdict(
        replace(program, places_in_files=(), procedures=procedures, texts=(), ruleset="", digest="", priorities=())
    )
    return hashlib.sha256(json.dumps([engine_digest(), bare], sort_keys=True).encode()).hexdigest()


def _digest_of_lists(program: Program) -> str:
    if not program.priorities:
        return ""
    followed = [asdict(each) for each in program.priorities], program.checks
    return hashlib.sha256(json.dumps(followed, sort_keys=True).encode()).hexdigest()
