"""The ledger of an experiment: a file to which each game is added as soon as it was played, and read again to go on.

The first line says what is played; each other line is one game. Lines are only ever added, by one process at a time. A
last line that was torn off, as when the power failed, is taken away; everything else that does not fit is refused.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final

from imhotep.dataclass import dataclass
from imhotep.errors import UnreadableError, UsageError
from imhotep.experiment.series import Series
from imhotep.experiment.tally import Pick, Played, Tally
from imhotep.game.naming import Naming
from imhotep.machine.playout import Outcome

FORMAT: Final = 1
MOST: Final = 2**53
"""Beyond what any count or sum of points comes to."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """An open ledger: for each series the games that it held when it was opened, by number."""

    name: str
    held: tuple[dict[int, Played], ...]
    _file: FileIO

    def add(self, number: int, games: Sequence[tuple[int, Played]]) -> None:
        """Write down games of a series, in one go."""
        self.write("".join(json.dumps(_line(number, *game), separators=(",", ":")) + "\n" for game in games))

    def write(self, text: str) -> None:
        """Add lines; raises UnreadableError where they cannot be written."""
        left = memoryview(text.encode("ascii"))
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise _unwritable(self.name, error) from None


@contextmanager
def open_ledger(path: Path, series: Sequence[Series]) -> Iterator[Ledger]:
    """The ledger of these series, new or as it was left.

    Raises UsageError for a file that is no ledger, one of other games, and one that is being written;
    UnreadableError where it cannot be read or written.
    """
    name = path.as_posix()
    try:
        file = FileIO(path, "a+")
    except OSError as error:
        raise _unwritable(name, error) from None
    with file:
        if not _lock(file):
            raise UsageError(f"`{name}` is being written by another process; wait for its end, or name another file")
        file.seek(0)
        head, *lines = file.read().split(b"\n")
        wanted = {"ledger": FORMAT, "series": [each.plain() for each in series]}
        first = json.dumps(wanted)
        if not lines and first.encode("ascii").startswith(head):
            file.truncate(0)
            ledger = Ledger(name, tuple({} for _ in series), file)
            ledger.write(first + "\n")
            yield ledger
            return
        _compare(_read(head), wanted, name)
        *lines, torn = lines or [b""]
        reader = _Reader(series)
        for row, line in enumerate(lines, start=2):
            if not reader.take(_read(line)):
                raise UsageError(f"line {row} of `{name}` is no game of this experiment; the file stays as it is")
        if torn:
            file.truncate(file.seek(0, os.SEEK_END) - len(torn))
        yield Ledger(name, reader.held, file)


def _unwritable(name: str, error: OSError) -> UnreadableError:
    return UnreadableError(f"cannot write `{name}`: {(error.strerror or '').lower()}")


def _compare(found: Any, wanted: dict[str, Any], name: str) -> None:
    """Refuse a first line that is not the wanted one, and say how it differs."""
    if not isinstance(found, dict) or "ledger" not in found:
        raise UsageError(f"`{name}` exists and is no ledger; it stays as it is")
    if found.get("ledger") != FORMAT:
        raise UsageError(f"`{name}` is a ledger of format {found['ledger']}, this engine writes format {FORMAT}")
    if found == wanted:
        return
    theirs, ours = found.get("series"), wanted["series"]
    why = "other variants or tables"
    if isinstance(theirs, list) and len(theirs) == len(ours):
        for before, now in zip(theirs, ours, strict=True):
            keys = [key for key in now if not isinstance(before, dict) or before.get(key) != now[key]]
            if keys:
                why = f"{_SAID[keys[0]]} `{now['name']}`"
                break
    raise UsageError(f"`{name}` holds games of another experiment ({why}); it stays as it is, so name another file")


_SAID: Final = {
    "name": "another name for",
    "lists": "another list of a player in",
    "rules": "other rules of",
    "players": "other players in",
    "first_seed": "another seed of",
    "rows": "other metrics of",
    "marks": "other metrics of",
}


def _line(number: int, game: int, played: Played) -> list[Any]:
    o, t = played.outcome, played.tally
    tallied = None if t is None else [t.turns, t.choices, t.lead_changes, t.half, t.picks, t.begun]
    return [number, game, o.points, o.winners, o.decisions, o.fault, int(o.stopped), tallied]


def _read(line: bytes) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(line)
    return None


class _Reader:
    """Reads lines of games of some series; `held` are those read so far, for each series by number."""

    def __init__(self, series: Sequence[Series]) -> None:
        self.held: tuple[dict[int, Played], ...] = tuple({} for _ in series)
        self._series = series
        self._namings = [Naming(each.program) for each in series]

    def take(self, line: Any) -> bool:
        """Take over a line; false if it is no game of these series."""
        try:
            number, game, points, winners, decisions, fault, stopped, tallied = line
            each, game = self._series[_least(number, 0)], _least(game, 0)
            played = Played(
                Outcome(
                    seed=each.first + game,
                    points=tuple(tuple(map(_whole, row)) for row in points),
                    winners=tuple(map(_whole, winners)),
                    decisions=_least(decisions, 0),
                    fault=fault,
                    stopped=bool(stopped),
                ),
                None if tallied is None else _tally(*tallied),
            )
            if game in self.held[number] or not self._fits(played, number):
                return False
        except (TypeError, ValueError, LookupError):
            return False
        self.held[number][game] = played
        return True

    def _fits(self, played: Played, number: int) -> bool:
        """Whether a game can be one of a series. Raises LookupError for a pick that its program does not have."""
        o, t, each = played.outcome, played.tally, self._series[number]
        p, seats = each.program, range(1, each.program.players + 1)
        if not isinstance(o.fault, str | None) or (t is not None) != (each.has_rows and o.fault is None):
            return False
        if len(o.points) != len(p.sources) or any(len(row) != p.players for row in o.points):
            return False
        if (o.fault is None) != bool(o.winners) or not set(o.winners) <= set(seats):
            return False
        if t is None:
            return True
        for decision, way, value, _, seat in t.picks:
            self._namings[number].sort(p.decisions[decision].ways[way], value)
            if seat not in seats:
                return False
        if max(t.begun, default=0) >= len(p.procedures) or (t.begun and not each.has_marks):
            return False
        return len(t.half) == p.players and t.choices <= o.decisions


def _tally(
    turns: int, choices: int, lead_changes: int, half: list[int], picks: list[list[int]], begun: list[int]
) -> Tally:
    return Tally(
        turns=_least(turns, 0),
        choices=_least(choices, 0),
        lead_changes=_least(lead_changes, 0),
        half=tuple(map(_whole, half)),
        picks=tuple(_pick(*pick) for pick in picks),
        begun=tuple(_least(number, 0) for number in begun),
    )


def _pick(decision: int, way: int, value: int, times: int, seat: int) -> Pick:
    return _least(decision, 0), _least(way, 0), _least(value, 0), _least(times, 1), _least(seat, 1)


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > MOST:
        raise TypeError
    return value


def _least(value: Any, least: int) -> int:
    if _whole(value) < least:
        raise ValueError
    return int(value)


def _lock(file: FileIO) -> bool:
    """Keep other processes out until the file is closed, also by the end of this process; false if one is in."""
    try:
        _locking()(file)
    except OSError:
        return False
    return True


def _locking() -> Callable[[FileIO], None]:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        def lock(file: FileIO) -> None:
            file.seek(2**62)  # far behind all that is ever written
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

        return lock
    return lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
