"""Imhotep for two to four players, written out by hand: a second opinion on what the rules say.

All five sites show their A side, and unclear cases follow the base ruling. Nothing here is general: every rule is plain
Python for this one game. It rolls no dice; whoever plays it says how the cards lie (see `Chance`).

Seats count from 0, ships and their spaces too, front first. A game is a chain of questions: while `question` is not
None, call `answer` with one of its options.
"""

from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

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
    **{"lever": 2, "hammer": 2, "sail": 3, "chisel": 3},
}
SERIES = (0, 1, 3, 6, 10, 15)
OBELISK_PLACES = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}
PYRAMID_A = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
SOURCES = ("pyramids", "temple", "burial_chamber", "obelisks", "decorations", "statue", "unused_cards", "wrath")

T = TypeVar("T")
Flow: TypeAlias = Generator["Question", Hashable, None]
Asking: TypeAlias = Generator["Question", Hashable, T]


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


class ImhotepByHand:
    """One game."""

    def __init__(
        self, players: int, chance: Chance, *, stones: int = 29, market_deck: Mapping[str, int] = MARKET_DECK
    ) -> None:
        self.players, self.chance = players, chance
        self.sled = [min(2 + seat, stones) for seat in range(players)]
        self.quarry = [stones - here for here in self.sled]
        self.hand: list[list[str]] = [[] for _ in range(players)]
        self.points = {source: [0] * players for source in SOURCES}
        self.ships: dict[int, Ship] = {}
        self.deck, self.display, self.discards = list(chance.market_deck()), list[str](), list[str]()
        assert Counter(self.deck) == Counter(market_deck)
        self.pyramid, self.temple, self.burial = list[int](), list[int](), list[int]()
        self.obelisk = [0] * players
        self.starter = 0
        self._flow = self.play()
        self.question: Question | None = next(self._flow)

    def answer(self, option: Hashable) -> None:
        """Carry out an option of the question, up to the next one or the end."""
        assert self.question is not None and option in self.question.options
        try:
            self.question = self._flow.send(option)
        except StopIteration:
            self.question = None

    def winners(self) -> list[int]:
        """The seats that win: most points, then most stones on the sled."""
        rank = [(self.total(seat), self.sled[seat]) for seat in range(self.players)]
        return [seat for seat in range(self.players) if rank[seat] == max(rank)]

    def total(self, seat: int) -> int:
        return sum(points[seat] for points in self.points.values())

    def ask(self, seat: int, about: str, options: Iterable[T]) -> Asking[T]:
        offered = list(options)
        answer = yield Question(seat=seat, about=about, options=frozenset(offered))
        return offered[offered.index(answer)]  # type: ignore[arg-type]

    # The course of play

    def play(self) -> Flow:
        cards = self.chance.round_cards()
        assert len(cards) == 6 and len(set(cards)) == 6 and set(cards) <= set(ROUND_CARDS[self.players])
        for card in cards:
            self.ships = {place: Ship(int(size)) for place, size in enumerate(card)}
            self.lay_out_market()
            yield from self.turns()
            yield from self.round_end()
            self.clear_market()
            self.ships = {}
        self.game_end()

    def turns(self) -> Flow:
        """Turns until the fourth ship has sailed, or until nobody can do a thing."""
        seat, idle = self.starter, 0
        while idle < self.players and any(ship.site is None for ship in self.ships.values()):
            choices = self.actions(seat)
            action = yield from self.ask(seat, "action", choices or ["pass"])
            idle = 0 if choices else idle + 1
            if choices:
                yield from self.act(seat, action)
            seat = (seat + 1) % self.players
        self.starter = seat
        for place, ship in list(self.ships.items()):
            if ship.site is None:
                for stone in self.ships.pop(place).aboard():
                    self.quarry[stone] += 1

    def actions(self, seat: int) -> list[str]:
        possible = {
            "take": self.sled[seat] < 5 and self.quarry[seat] > 0,
            "load": self.sled[seat] > 0 and bool(self.loadable()),
            "sail": bool(self.ready()),
        }
        cards = [card for card in BLUE if card in self.hand[seat] and self.playable(seat, card)]
        return [action for action, yes in possible.items() if yes] + [f"play {card}" for card in cards]

    def act(self, seat: int, action: str) -> Flow:
        if action == "take":
            self.take(seat, 3)
        elif action == "load":
            yield from self.load(seat, self.loadable())
        elif action == "sail":
            ship = yield from self.ask(seat, "ship", self.ready())
            yield from self.sail(seat, ship)
        else:
            card = action.removeprefix("play ")
            yield from self.play_card(seat, card)
            self.hand[seat].remove(card)
            self.discards.append(card)

    def take(self, seat: int, stones: int) -> int:
        """Stones from the quarry to the sled, as far as they go."""
        taken = min(stones, 5 - self.sled[seat], self.quarry[seat])
        self.sled[seat] += taken
        self.quarry[seat] -= taken
        return taken

    def loadable(self) -> list[int]:
        """The ships that still lie in the harbour and have a free space."""
        return [n for n, ship in self.ships.items() if ship.site is None and ship.free()]

    def ready(self, more: int = 0) -> list[int]:
        """The ships that may sail, if so many more stones were aboard."""
        return [n for n, ship in self.ships.items() if ship.may_leave(more) and self.free_sites()]

    def free_sites(self) -> list[str]:
        return [site for site in SITES if site not in [ship.site for ship in self.ships.values()]]

    def load(self, seat: int, ships: Iterable[int]) -> Asking[int]:
        """One stone from the sled onto one of these ships; says which ship it was."""
        ship = yield from self.ask(seat, "ship", ships)
        space = yield from self.ask(seat, "space", self.ships[ship].free())
        self.ships[ship].spaces[space] = seat
        self.sled[seat] -= 1
        return ship

    def sail(self, seat: int, ship: int, in_any_order: bool = False) -> Flow:
        site = yield from self.ask(seat, "site", self.free_sites())
        self.ships[ship].site = site
        if in_any_order:
            yield from self.unload_in_any_order(seat, site, self.ships[ship].aboard())
        else:
            for stone in self.ships[ship].aboard():
                yield from self.deliver(site, stone)

    def unload_in_any_order(self, seat: int, site: str, stones: list[int]) -> Flow:
        """The seat fixes the whole order, then the stones come off."""
        order: list[int] = []
        while stones:
            stone = yield from self.next_stone(seat, stones)
            stones.remove(stone)
            order.append(stone)
        for stone in order:
            yield from self.deliver(site, stone)

    def next_stone(self, seat: int, stones: Sequence[int]) -> Asking[int]:
        """One of these stones; where all are of one colour there is nothing to choose."""
        if len(set(stones)) == 1:
            return stones[0]
        return (yield from self.ask(seat, "next stone", set(stones)))

    # Blue cards

    def playable(self, seat: int, card: str) -> bool:
        spaces = sum(len(self.ships[ship].free()) for ship in self.loadable())
        if card == "lever":
            return bool(self.ready())
        if card == "hammer":
            return spaces > 0 and self.sled[seat] + self.quarry[seat] > 0
        if card == "sail":
            return self.sled[seat] > 0 and bool(self.one_short())
        return self.sled[seat] >= 2 and spaces >= 2

    def one_short(self) -> list[int]:
        """The ships that one more stone, for which they have room, lets sail."""
        return [ship for ship in self.ready(more=1) if ship in self.loadable()]

    def play_card(self, seat: int, card: str) -> Flow:
        if card == "lever":
            ship = yield from self.ask(seat, "ship", self.ready())
            yield from self.sail(seat, ship, in_any_order=True)
        elif card == "hammer":
            self.take(seat, 3)
            yield from self.load(seat, self.loadable())
        elif card == "sail":
            ship = yield from self.load(seat, self.one_short())
            yield from self.sail(seat, ship)
        else:
            yield from self.load(seat, self.loadable())
            yield from self.load(seat, self.loadable())

    # The sites

    def deliver(self, site: str, owner: int) -> Flow:
        """What happens to a stone that comes off a ship."""
        if site == "market":
            yield from self.visit_market(owner)
            self.quarry[owner] += 1
        else:
            yield from self.place(site, owner)

    def place(self, site: str, owner: int) -> Flow:
        """A stone finds its place at a building site."""
        if site == "pyramids":
            yield from self.build_pyramid(owner)
        elif site == "temple":
            self.temple.append(owner)
        elif site == "burial_chamber":
            self.burial.append(owner)
        else:
            self.raise_obelisk(owner)

    def visit_market(self, owner: int) -> Flow:
        if self.display:
            card = yield from self.ask(owner, "card", set(self.display))
            self.display.remove(card)
            yield from self.receive(owner, card)

    def receive(self, owner: int, card: str) -> Flow:
        """A market card comes to a seat: red cards work at once and are discarded, all others stay in the hand."""
        self.hand[owner].append(card)
        if card in RED:
            if self.quarry[owner] > 0:
                self.quarry[owner] -= 1
                yield from self.place(RED[card], owner)
            self.hand[owner].remove(card)
            self.discards.append(card)

    def build_pyramid(self, owner: int) -> Flow:
        place = len(self.pyramid)
        self.pyramid.append(owner)
        self.points["pyramids"][owner] += PYRAMID_A[place] if place < len(PYRAMID_A) else 1
        yield from ()

    def raise_obelisk(self, owner: int) -> None:
        self.obelisk[owner] += 1

    def lay_out_market(self) -> None:
        self.display = self.draw_up_to(4)

    def clear_market(self) -> None:
        self.discards += self.display
        self.display = []

    def draw_up_to(self, count: int) -> list[str]:
        return [card for card in (self.draw() for _ in range(count)) if card is not None]

    def draw(self) -> str | None:
        """The next market card. The discards become the new deck only when a card is needed and none is left."""
        if not self.deck and self.discards:
            self.deck = list(self.chance.reshuffled(self.discards))
            assert Counter(self.deck) == Counter(self.discards)
            self.discards = []
        return self.deck.pop(0) if self.deck else None

    # Scoring

    def temple_spaces(self) -> int:
        return 4 if self.players == 2 else 5

    def visible(self) -> list[int]:
        """The owners of the temple stones seen from above, left to right."""
        width = self.temple_spaces()
        columns = [self.temple[space::width] for space in range(width)]
        return [column[-1] for column in columns if column]

    def round_end(self) -> Flow:
        for owner in self.visible():
            self.points["temple"][owner] += 1
        yield from ()

    def game_end(self) -> None:
        self.score_burial_chamber()
        self.score_obelisks()
        for seat, hand in enumerate(self.hand):
            for card, site in DECORATIONS.items():
                self.points["decorations"][seat] += hand.count(card) * (self.stones_at(site) // 3)
            self.points["statue"][seat] += series(hand.count("statue"))
            self.points["unused_cards"][seat] += sum(card in BLUE for card in hand)

    def stones_at(self, site: str) -> int:
        return {
            "pyramids": len(self.pyramid),
            "temple": len(self.temple),
            "burial_chamber": len(self.burial),
            "obelisks": sum(self.obelisk),
        }[site]

    def score_burial_chamber(self) -> None:
        """Groups of one colour that hang together by their sides. Places are filled in columns of three."""
        waiting = {divmod(place, 3): owner for place, owner in enumerate(self.burial)}
        while waiting:
            start = next(iter(waiting))
            owner, group = waiting[start], {start}
            edge = [start]
            while edge:
                column, row = edge.pop()
                for beside in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
                    if waiting.get(beside) == owner and beside not in group:
                        group.add(beside)
                        edge.append(beside)
            self.points["burial_chamber"][owner] += series(len(group))
            for place in group:
                del waiting[place]

    def score_obelisks(self) -> None:
        for seat, points in shared_places(self.obelisk, OBELISK_PLACES[self.players]).items():
            self.points["obelisks"][seat] += points


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
