"""The B sides and the open rulings on top of the hand-written Imhotep; plain Python for this one game, too."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from reference.imhotep_by_hand import Flow, ImhotepByHand
from reference.material import MARKET_DECK, Chance, shared_places

BUILDING_SITES = ("pyramids", "temple", "burial_chamber", "obelisks")
PYRAMIDS_B = {"left": (2, 1, 3, 2, 4), "middle": (2, 3, 1, 1, 4), "right": (2, 3, 3, 1, 4)}
BONUS_PLACES = {("left", 1): "card", ("middle", 2): "stones", ("right", 3): "load"}
TOWERS_B = (10, 9, 8, 7, 6, 5, 5, 5)
ROWS_B = (8, 4, 2, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """How a table reads the cases that the printed rules leave open, and whether the Pharaoh is angry."""

    wrath_of_the_pharaoh: bool = False
    wrath_counts: str = "any_stone"
    market_stone_returns: str = "after_the_card"
    hammer_takes: str = "what_fits"
    chisel_places: str = "exactly_two"
    lever_order: str = "fixed_first"
    pyramid_overflow: str = "all_full"


class ImhotepAllSides(ImhotepByHand):
    """One game in which the sites of `b_sides` show their B side."""

    def __init__(
        self,
        players: int,
        chance: Chance,
        *,
        stones: int = 29,
        market_deck: Mapping[str, int] = MARKET_DECK,
        b_sides: Collection[str] = (),
        rulings: Rulings | None = None,
    ) -> None:
        self.b_sides, self.rulings = b_sides, rulings or Rulings()
        self.hidden: list[str] = []
        self.pyramids: dict[str, list[int]] = {name: [] for name in PYRAMIDS_B}
        self.beside = [0] * players
        self.towers: list[int] = []
        self.shipped = {site: [0] * players for site in BUILDING_SITES}
        super().__init__(players, chance, stones=stones, market_deck=market_deck)

    def lay_out_market(self) -> None:
        if "market" not in self.b_sides:
            return super().lay_out_market()
        self.display = self.draw_up_to(3)
        self.hidden = self.draw_up_to(2)
        return None

    def clear_market(self) -> None:
        super().clear_market()
        self.discards += self.hidden
        self.hidden = []

    def visit_market(self, owner: int) -> Flow:
        if "market" not in self.b_sides:
            yield from super().visit_market(owner)
        elif self.display or self.hidden:
            choices = set(self.display) | ({"the hidden cards"} if self.hidden else set())
            card = yield from self.ask(owner, "card", choices)
            if card == "the hidden cards":
                card = yield from self.ask(owner, "card", set(self.hidden))
                self.hidden.remove(card)
                self.discards += self.hidden
                self.hidden = []
            else:
                self.display.remove(card)
            yield from self.receive(owner, card)

    def deliver(self, site: str, owner: int) -> Flow:
        if site != "market":
            self.shipped[site][owner] += 1
        if site == "market" and self.rulings.market_stone_returns == "before_the_card":
            self.quarry[owner] += 1
            yield from self.visit_market(owner)
        else:
            yield from super().deliver(site, owner)

    def build_pyramid(self, owner: int) -> Flow:
        if "pyramids" not in self.b_sides:
            yield from super().build_pyramid(owner)
            return
        open_to_all = self.rulings.pyramid_overflow == "each_full"
        unfinished = [name for name, stones in self.pyramids.items() if len(stones) < 5]
        if not unfinished:
            self.put_beside(owner)
            return
        name = yield from self.ask(owner, "pyramid", self.pyramids if open_to_all else unfinished)
        place = len(self.pyramids[name])
        if place == 5:
            self.put_beside(owner)
            return
        self.pyramids[name].append(owner)
        self.points["pyramids"][owner] += PYRAMIDS_B[name][place]
        yield from self.bonus(owner, BONUS_PLACES.get((name, place)))

    def put_beside(self, owner: int) -> None:
        self.beside[owner] += 1
        self.points["pyramids"][owner] += 1

    def bonus(self, owner: int, what: str | None) -> Flow:
        """What a place of the pyramids gives beside its points. Only the loading may be declined."""
        if what == "card":
            yield from self.receive_top_card(owner)
        elif what == "stones":
            self.take(owner, 3)
        elif what == "load" and self.sled[owner] > 0 and self.loadable():
            wanted = yield from self.ask(owner, "load a stone?", ("yes", "no"))
            if wanted == "yes":
                yield from self.load(owner, self.loadable())

    def receive_top_card(self, owner: int) -> Flow:
        card = self.draw()
        if card is not None:
            yield from self.receive(owner, card)

    def round_end(self) -> Flow:
        if "temple" not in self.b_sides:
            yield from super().round_end()
            return
        for space, owner in enumerate(self.visible(), start=1):
            if space == 2:
                self.points["temple"][owner] += 2
            elif space == 4:
                yield from self.receive_top_card(owner)
            else:
                yield from self.point_or_stones(owner)

    def point_or_stones(self, owner: int) -> Flow:
        room = self.sled[owner] < 5 and self.quarry[owner] > 0
        reward = yield from self.ask(owner, "reward", ("point", "stones") if room else ("point",))
        if reward == "point":
            self.points["temple"][owner] += 1
        else:
            self.take(owner, 2)

    def score_burial_chamber(self) -> None:
        if "burial_chamber" not in self.b_sides:
            return super().score_burial_chamber()
        for row in range(3):
            stones = self.burial[row::3]
            counts = [stones.count(seat) for seat in range(self.players)]
            for seat, points in shared_places(counts, ROWS_B).items():
                self.points["burial_chamber"][seat] += points
        return None

    def raise_obelisk(self, owner: int) -> None:
        """On side B `obelisk` counts the loose stones; `towers` tells whose the finished ones are."""
        super().raise_obelisk(owner)
        if "obelisks" in self.b_sides and self.obelisk[owner] == 3:
            self.obelisk[owner] = 0
            self.points["obelisks"][owner] += TOWERS_B[min(len(self.towers), 7)]
            self.towers.append(owner)

    def score_obelisks(self) -> None:
        if "obelisks" not in self.b_sides:
            return super().score_obelisks()
        for seat, loose in enumerate(self.obelisk):
            self.points["obelisks"][seat] += loose
        return None

    def stones_at(self, site: str) -> int:
        there = super().stones_at(site)
        if site == "pyramids":
            there += sum(len(stones) for stones in self.pyramids.values()) + sum(self.beside)
        if site == "obelisks":
            there += 3 * len(self.towers)
        return there

    def playable(self, seat: int, card: str) -> bool:
        spaces = sum(len(self.ships[ship].free()) for ship in self.loadable())
        if card == "hammer":
            least = {"what_fits": 0, "at_least_one": 1, "exactly_three": 3}[self.rulings.hammer_takes]
            return super().playable(seat, card) and min(3, 5 - self.sled[seat], self.quarry[seat]) >= least
        if card == "chisel" and self.rulings.chisel_places == "up_to_two":
            return self.sled[seat] > 0 and spaces > 0
        return super().playable(seat, card)

    def play_card(self, seat: int, card: str) -> Flow:
        if card != "chisel":
            yield from super().play_card(seat, card)
            return
        for _ in range(2):
            if self.sled[seat] > 0 and self.loadable():
                yield from self.load(seat, self.loadable())

    def unload_in_any_order(self, seat: int, site: str, stones: list[int]) -> Flow:
        if self.rulings.lever_order == "fixed_first":
            yield from super().unload_in_any_order(seat, site, stones)
            return
        while stones:
            stone = yield from self.next_stone(seat, stones)
            stones.remove(stone)
            yield from self.deliver(site, stone)

    def game_end(self) -> None:
        super().game_end()
        if self.rulings.wrath_of_the_pharaoh:
            for seat in range(self.players):
                if not all(self.has_built(site, seat) for site in BUILDING_SITES):
                    self.points["wrath"][seat] -= 5

    def has_built(self, site: str, seat: int) -> bool:
        if self.rulings.wrath_counts == "shipped_stones":
            return self.shipped[site][seat] > 0
        stones = {
            "pyramids": [*self.pyramid, *(stone for there in self.pyramids.values() for stone in there)],
            "temple": self.temple,
            "burial_chamber": self.burial,
            "obelisks": self.towers,
        }[site]
        loose = {"pyramids": self.beside[seat], "obelisks": self.obelisk[seat]}.get(site, 0)
        return seat in stones or loose > 0
