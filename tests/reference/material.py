"""What lies on the table in Imhotep, and its tables of numbers, for the game that is written out by hand."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

SITES = ("market", "pyramids", "temple", "burial_chamber", "obelisks")
MINIMUM = {4: 3, 3: 2, 2: 1, 1: 1}
ROUND_CARDS = {
    2: ("4331", "4322", "4321", "4221", "3322", "3321", "3221"),
    3: ("4421", "4332", "4322", "4321", "4221", "3332", "3322"),
    4: ("4432", "4422", "4421", "4333", "4332", "4322", "3332"),
}
RED = {"entrance": "pyramids", "sarcophagus": "burial_chamber", "paved_path": "obelisks"}
DECORATIONS = {
    "pyramid_decoration": "pyramids",
    "temple_decoration": "temple",
    "burial_chamber_decoration": "burial_chamber",
    "obelisk_decoration": "obelisks",
}
BLUE = ("lever", "hammer", "sail", "chisel")
MARKET_DECK = {
    **dict.fromkeys(RED, 2),
    **dict.fromkeys(DECORATIONS, 2),
    "statue": 10,
    "lever": 2,
    "hammer": 2,
    "sail": 3,
    "chisel": 3,
}
SERIES = (0, 1, 3, 6, 10, 15)
OBELISK_PLACES = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}
PYRAMID_A = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
SOURCES = ("pyramids", "temple", "burial_chamber", "obelisks", "decorations", "statue", "unused_cards", "wrath")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What one seat must now choose: `about` is a word for it, `options` are all that it may answer."""

    seat: int
    about: str
    options: frozenset[Hashable]


class Chance(Protocol):
    """Whoever knows how the cards lie."""

    def round_cards(self) -> Sequence[str]:
        """The six round cards in the order of play."""

    def market_deck(self) -> Sequence[str]:
        """The market deck after set-up, the next card first."""

    def reshuffled(self, cards: Sequence[str]) -> Sequence[str]:
        """These cards in a new order, the next card first."""


@dataclass
class Ship:
    """A ship of this round. A free space holds None."""

    size: int
    spaces: list[int | None] = field(default_factory=list)
    site: str | None = None

    def __post_init__(self) -> None:
        self.spaces = [None] * self.size

    def free(self) -> list[int]:
        return [space for space, stone in enumerate(self.spaces) if stone is None]

    def aboard(self) -> list[int]:
        return [stone for stone in self.spaces if stone is not None]

    def may_leave(self, more: int = 0) -> bool:
        return self.site is None and len(self.aboard()) + more >= MINIMUM[self.size]


def series(count: int) -> int:
    """1, 3, 6, 10, 15 points for one to five things, and 2 for each more."""
    return SERIES[count] if count <= 5 else 15 + 2 * (count - 5)


def shared_places(heights: Sequence[int], places: Sequence[int]) -> dict[int, int]:
    """The points of each seat with something to show. Seats that tie add up their places and divide, rounding down."""
    points: dict[int, int] = {}
    for seat, height in enumerate(heights):
        if height > 0:
            better = sum(other > height for other in heights)
            equal = heights.count(height)
            points[seat] = sum(places[better : better + equal]) // equal
    return points


def groups(stones: Sequence[int]) -> list[tuple[int, int]]:
    """Owner and size of each group of one colour that hangs together by its sides; the stones fill columns of three."""
    waiting = {divmod(place, 3): owner for place, owner in enumerate(stones)}
    found = []
    while waiting:
        start, owner = waiting.popitem()
        group = [start]
        for column, row in group:
            for beside in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                if waiting.get(beside) == owner:
                    del waiting[beside]
                    group.append(beside)
        found.append((owner, len(group)))
    return found
