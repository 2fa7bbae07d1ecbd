"""Imhotep for two to four players, written out by hand: a second opinion on what the rules say.

All five sites show their A side, and unclear cases follow the base ruling. Nothing here is general: every rule is plain
Python for this one game. It rolls no dice; whoever plays it says how the cards lie (see `Chance`).

Seats count from 0, ships and their spaces too, front first. A game is a chain of questions: while `question` is not
None, call `answer` with one of its options.
"""

from collections import Counter
from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from reference.material import (
    BLUE,
    DECORATIONS,
    MARKET_DECK,
    OBELISK_PLACES,
    PYRAMID_A,
    RED,
    ROUND_CARDS,
    SITES,
    SOURCES,
    Chance,
    Question,
    Ship,
    groups,
    series,
    shared_places,
)

T = TypeVar("T")
Flow: TypeAlias = Generator[Question, Hashable, None]
Asking: TypeAlias = Generator[Question, Hashable, T]


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

    def take(self, seat: int, stones: int) -> None:
        """Stones from the quarry to the sled, as far as they go."""
        taken = min(stones, 5 - self.sled[seat], self.quarry[seat])
        self.sled[seat] += taken
        self.quarry[seat] -= taken

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
        sizes = {"pyramids": len(self.pyramid), "temple": len(self.temple), "burial_chamber": len(self.burial)}
        return sizes.get(site, sum(self.obelisk))

    def score_burial_chamber(self) -> None:
        for owner, size in groups(self.burial):
            self.points["burial_chamber"][owner] += series(size)

    def score_obelisks(self) -> None:
        for seat, points in shared_places(self.obelisk, OBELISK_PLACES[self.players]).items():
            self.points["obelisks"][seat] += points
