"""The memory of a state: one flat sequence of signed 32-bit integers. Nothing else knows these numbers.

A state begins with a header, then come fields, areas, the counters of the random streams, points, and last the frames
of the effects that wait for one another. Frames are `[caller's frame, segment to go on with, locals ...]`.
"""

from typing import Literal, TypeAlias

from imhotep.dataclass import dataclass

STATUS = 0  # 0 in play, 1 over
FRAME = 1  # where the frame of the running effect begins
DEPTH = 2  # frames in use
PLAN = 3  # open plans
TRYING = 4  # 1 while a plan is only tried, on a copy
DECISION = 5  # number of the decision that waits, plus 1; 0 for none
SEAT = 6  # who decides
WAY = 7  # the answer: which alternative ...
ANSWER = 8  # ... and what was picked in it
SEED_LOW = 9
SEED_HIGH = 10
STEPS = 11  # loop rounds and segments so far, for the step budget
HEADER = 12

FRAME_HEADER = 2
UNLIMITED = 2**31 - 1
LOWEST, HIGHEST = -(2**31), 2**31 - 1

Text: TypeAlias = tuple[tuple[str, str], ...]  # (language, text) pairs
PlaceKind: TypeAlias = Literal["pool", "pile", "cells"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One area of one owner, or one row or column of a grid: where its integers are and what they mean.

    pool: a counter for each class (for an individual family: its number, or 0, for each individual).
    pile: the number of pieces, then the pieces from bottom to top. cells: one integer a cell, in filling order.
    A piece in a cell or pile is its class plus 1 (an individual: its number); 0 is an empty cell.
    `divisor` is the number of owners where a pool holds only its own seat's pieces, which then need no counter of
    their own by owner; `seat` is that seat, else 0.
    """

    name: str
    kind: PlaceKind
    family: int
    start: int
    length: int
    step: int = 1
    capacity: int = UNLIMITED
    divisor: int = 1
    seat: int = 0
    columns: int = 0  # of a grid, for finding neighbours
    by_row: bool = True
    line: bool = False
    id: str = ""  # of a row or column

    def addresses(self) -> range:
        """The addresses of its counters, entries or cells."""
        first = self.start + (1 if self.kind == "pile" else 0)
        return range(first, first + self.length * self.step, self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A declared area, compiled: `places` are its instances (one a seat, one a board ...) in order."""

    id: str
    family: int
    seen_by: Literal["everyone", "owner", "nobody"]
    places: tuple[int, ...]
    owners: tuple[str, ...]  # the id of each instance's owner, or ""
    per_seat: bool
    rows: tuple[tuple[int, ...], ...] = ()  # for each instance, the places that are its rows
    columns: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A sort of pieces, compiled. A class is kind × owners + owner, both from 0.

    `individuals` gives, for an individual family, the kind of each individual from number 1 on, `ids` its id (that of
    its kind, numbered where there are several), `holders` the seat that owns it (0 for none); `where` is the address of
    the word that says where individual 1 lies (0 for boards, which lie nowhere). `total` is how many pieces there are.
    `printed` is what stands on the pieces, for reports: a field, its type as in `Field`, and its value for each kind.
    """

    id: str
    kinds: tuple[str, ...]
    owners: int
    owned: bool = False
    individuals: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()
    holders: tuple[int, ...] = ()
    where: int = 0
    total: int = 0
    printed: tuple[tuple[str, str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A remembered value, compiled: `start` + the keys, each counted from 1 and as many as `sizes` says.

    `type` and `keys` are types as ways of decisions name them: "seat", "piece:F", "kind:F", "cell" ...
    """

    id: str
    start: int
    sizes: tuple[int, ...]
    type: str
    keys: tuple[str, ...]
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Numbers looked up by a number: `values` from index `first` on; beyond them `beyond` says what holds.

    beyond: "error", "same" (the last value repeats), "add" (the last value, and `step` more for each further index),
    "value" (`step` itself).
    """

    id: str
    first: int
    values: tuple[int, ...]
    beyond: Literal["error", "same", "add", "value"] = "error"
    step: int = 0
