"""States as they may be for all that a seat knows: what is hidden from it is drawn anew.

The pieces of a family that lie where the seat does not see them are mixed and dealt back: each place gets as many as it
had, a place for one seat's own pieces gets such pieces. A seat is taken to know nothing of what it saw before and does
not see now, but it sees what it is offered at the moment. Remembered values that are hidden are drawn among those that
their type has; numbers have no such bounds, so a program with hidden numbers cannot be thought of anew. Future chance
is another one, too.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.errors import UsageError
from imhotep.machine.chance import Stream, name_hash, stream_key
from imhotep.program.memory import ANSWER, DECISION, SEED_HIGH, SEED_LOW, STEPS, WAY, Area, Family, Field, Place
from imhotep.program.program import Program

STREAM: Final = "redeal"
FUTURE: Final = "future"


@dataclass(frozen=True, slots=True)
class Pooled:
    """Places whose pieces are mixed, since they are of one family and hidden from the seat."""

    family: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """A hidden remembered value: its address, and the lowest of the `values` values that it may have."""

    address: int
    lowest: int
    values: int


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is hidden from a seat, in the order in which it is drawn."""

    pooled: tuple[Pooled, ...]
    guesses: tuple[Guess, ...]


def is_seen(program: Program, area: Area, owner: str, seat: int | None) -> bool:
    """Whether a seat sees what lies in an area of that owner; None sees all."""
    mine = area.per_seat and seat is not None and owner == program.seats[seat - 1]
    return seat is None or area.seen_by == "everyone" or (area.seen_by == "owner" and mine)


class _Itself:
    """A program that equals only itself: whether two have the same content takes too long to tell at each decision."""

    __slots__ = ("program",)

    def __init__(self, program: Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.program is other.program


def hidden(program: Program, seat: int) -> Hidden:
    """What is hidden from a seat. Raises UsageError where that cannot be drawn anew."""
    return _hidden(_Itself(program), seat)


@lru_cache(maxsize=128)
def _hidden(itself: _Itself, seat: int) -> Hidden:
    program = itself.program
    pooled: dict[tuple[int, int], list[int]] = {}
    for area in program.areas:
        for number, owner in zip(area.places, area.owners, strict=True):
            if not is_seen(program, area, owner, seat):
                pooled.setdefault((area.family, program.places[number].seat), []).append(number)
    guesses = [guess for field in program.fields for guess in _guesses(program, field, seat)]
    return Hidden(tuple(Pooled(family, tuple(places)) for (family, _), places in pooled.items()), tuple(guesses))


def _guesses(program: Program, field: Field, seat: int) -> list[Guess]:
    if field.seen_by == "everyone":
        return []
    found = []
    for i, keys in enumerate(product(*(range(1, size + 1) for size in field.sizes))):
        seats = [key for type, key in zip(field.keys, keys, strict=True) if type == "seat"]
        if field.seen_by == "owner" and seat in seats:
            continue
        lowest, values = _values(program, field)
        found.append(Guess(field.start + i, lowest, values))
    return found


def _values(program: Program, field: Field) -> tuple[int, int]:
    """The lowest value of a type, and how many there are."""
    sort, _, id = field.type.partition(":")
    family = next((f for f in program.families if f.id == id), None)
    if sort == "yes/no":
        return 0, 2
    if sort == "seat":
        return 1, program.players
    if sort == "kind" and family is not None:
        return 1, len(family.kinds)
    if sort == "choice":
        return 1, len(id.split(","))
    raise UsageError(f"`{field.id}` is hidden from some seats, and a {field.type} cannot be guessed by a player")


def redeal(
    program: Program, s: Sequence[int], seat: int, seed: int, picks: Sequence[tuple[int, int]] = ()
) -> list[int]:
    """A copy of a state in which everything that a seat (from 1) does not see is drawn anew; the same for one seed.

    `picks` are options that it is offered: the pieces among them stay where they are.
    """
    made = list(s)
    stream = Stream(seed, STREAM)
    shown = _shown(program, s, picks)
    for pool in hidden(program, seat).pooled:
        _deal(program, made, pool, stream, shown)
    for guess in hidden(program, seat).guesses:
        made[guess.address] = guess.lowest + stream.below(guess.values)
    future = stream_key(seed, name_hash(FUTURE))
    made[SEED_LOW], made[SEED_HIGH] = _signed(future & 0xFFFFFFFF), _signed(future >> 32)
    return made


def masked(program: Program, s: Sequence[int], seat: int, picks: Sequence[tuple[int, int]] = ()) -> list[int]:
    """A copy of a state that holds nothing of what a seat does not see: states that look alike to it become equal.

    Hidden pieces lie in the order of their classes or numbers, hidden values are the lowest of their types, and the
    seed, the counters of streams and the last answer are 0. `picks` are options that it is offered. To be re-dealt.
    """
    made = list(s)
    shown = _shown(program, s, picks)
    for pool in hidden(program, seat).pooled:
        _deal(program, made, pool, None, shown)
    for guess in hidden(program, seat).guesses:
        made[guess.address] = guess.lowest
    made[program.counters : program.counters + len(program.streams)] = [0] * len(program.streams)
    for address in (SEED_LOW, SEED_HIGH, STEPS, WAY, ANSWER):
        made[address] = 0
    return made


def _shown(program: Program, s: Sequence[int], picks: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Where the pieces lie that are offered."""
    found = set()
    for way, value in picks:
        family = piece_family(program, program.decisions[s[DECISION] - 1].ways[way].type)
        if family is not None and not family.individuals:
            found.add(value)
        elif family is not None and family.where:
            found.add(s[family.where + value - 1])
    return frozenset(found)


def piece_family(program: Program, type: str) -> Family | None:
    """The family of the pieces that a way of that type picks; None for other types."""
    sort, _, id = type.partition(":")
    return next((f for f in program.families if f.id == id), None) if sort == "piece" else None


def _deal(program: Program, s: list[int], pool: Pooled, stream: Stream | None, shown: frozenset[int]) -> None:
    """Deal the pieces of a pool back, mixed, or without a stream in the order of their codes."""
    family = program.families[pool.family]
    places = [program.places[number] for number in pool.places]
    taken = [_codes(family, s, place, shown) for place in places]
    codes = [code for some in taken for code in some]
    if stream is None:
        codes.sort()
    else:
        for i in range(len(codes) - 1, 0, -1):
            j = stream.below(i + 1)
            codes[i], codes[j] = codes[j], codes[i]
    dealt = iter(codes)
    for place, some in zip(places, taken, strict=True):
        _put(family, s, place, [next(dealt) for _ in some], shown)


def _codes(family: Family, s: list[int], place: Place, shown: frozenset[int]) -> list[int]:
    """The pieces in a place that are not shown: their class plus 1, or an individual's number."""
    if place.kind != "pool" or family.individuals:
        return [s[a] for a in place.addresses() if s[a] and a not in shown]
    own = place.seat - 1 if place.seat else 0
    return [i * place.divisor + own + 1 for i, a in enumerate(place.addresses()) for _ in range(s[a] - (a in shown))]


def _put(family: Family, s: list[int], place: Place, codes: list[int], shown: frozenset[int]) -> None:
    """Put as many pieces into a place as it had: a pool by their class, else one after the other where some lay."""
    addresses = place.addresses()
    if place.kind == "pool":
        for a in addresses:
            if a not in shown:
                s[a] = 0
            elif not family.individuals:
                s[a] = 1
        for code in codes:
            address = place.start + (code - 1) // place.divisor
            s[address] = code if family.individuals else s[address] + 1
            _note(family, s, code, address)
        return
    for address, code in zip([a for a in addresses if s[a] and a not in shown], codes, strict=True):
        s[address] = code
        _note(family, s, code, address)


def _note(family: Family, s: list[int], code: int, address: int) -> None:
    if family.where:
        s[family.where + code - 1] = address


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word
