"""The same game twice: once played by the engine, once by hand. Chance is the engine's and is told to the other.

No rules here; only a translation of what the engine asks and describes into the words of the hand-written game.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from reference.imhotep_all_sides import ImhotepAllSides, Rulings
from reference.imhotep_by_hand import ImhotepByHand
from reference.material import BLUE, MARKET_DECK, PYRAMID_A, RED, SITES, Question

import imhotep
from imhotep.game.events import Event
from imhotep.game.game import Option

WORDS = {
    "get_stones": "take",
    "load": "load",
    "sail": "sail",
    "pass": "pass",
    "hidden_cards": "the hidden cards",
    "one_point": "point",
    "two_stones": "stones",
    "yes": "yes",
    "decline": "no",
}
SIZES = {"four": 4, "three": 3, "two": 2, "one": 1}
TELLING = {"market", "pyramids", "right", "hidden_cards", "yes", *BLUE, *RED} - {"sail"}
BASE_RULINGS = Rulings()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of play, the same for both games. A thin deck has one card of each kind."""

    players: int
    stones: int = 29
    thin_deck: bool = False
    b_sides: tuple[str, ...] = ()
    rulings: Rulings = BASE_RULINGS

    @property
    def deck(self) -> dict[str, int]:
        return dict.fromkeys(MARKET_DECK, 1) if self.thin_deck else MARKET_DECK

    def by_engine(self) -> imhotep.Program:
        settings = [f"components.stone.count={self.stones}"]
        settings += [f"cards.{card}.count={count}" for card, count in self.deck.items() if self.thin_deck]
        sides = dict.fromkeys(self.b_sides, "B")
        options = {ruling: str(value).lower() for ruling, value in asdict(self.rulings).items()}
        ruleset = imhotep.open_ruleset("imhotep", settings=settings, sides=sides, options=options)
        return ruleset.program(self.players)

    def by_hand(self, told: "Told") -> ImhotepByHand:
        if not self.b_sides and self.rulings == BASE_RULINGS:
            return ImhotepByHand(self.players, told, stones=self.stones, market_deck=self.deck)
        return ImhotepAllSides(
            self.players,
            told,
            stones=self.stones,
            market_deck=self.deck,
            b_sides=self.b_sides,
            rulings=self.rulings,
        )


@lru_cache(maxsize=64)
def program_of(table: Table) -> imhotep.Program:
    return table.by_engine()


@dataclass(slots=True)
class Told:
    """How the cards lay in the engine's game, told to the hand-written one."""

    cards: list[str]
    decks: list[list[str]] = field(default_factory=list)

    def round_cards(self) -> Sequence[str]:
        return self.cards

    def market_deck(self) -> Sequence[str]:
        return self.decks.pop(0)

    def reshuffled(self, cards: Sequence[str]) -> Sequence[str]:
        assert self.decks, "the hand-written game reshuffles, the engine did not"
        return self.decks.pop(0)


def shuffled_decks(events: Sequence[Event], deck: Sequence[str]) -> list[list[str]]:
    """Each order that the market deck was shuffled into, next card first; `deck` is what is left, bottom first."""
    decks: list[list[str]] = []
    for event in events:
        details = dict(event.details)
        if event.kind == "shuffle" and details["pile"] == "deck":
            decks.append([])
        elif event.kind == "move" and details["from"] == "deck" and decks:
            decks[-1].append(details["piece"])
    if decks:
        decks[-1] += reversed(deck)
    return decks


def in_words(id: str, payload: Mapping[str, Any], colours: Sequence[str]) -> Hashable:
    """An option in the words of the hand-written game."""
    match payload["type"]:
        case "label":
            return WORDS[id]
        case "card":
            return ("play " if id.startswith("play_card:") else "") + str(payload["kind"])
        case "ship" if payload["area"] == "harbour":
            return int(payload["cell"]) - 1
        case "cell" if payload["area"] == "cargo":
            return int(payload["cell"]) - 1
        case "site":
            return str(payload["id"])
        case "row":
            return str(payload["row"])
        case "stone":
            return colours.index(payload["owner"])
    raise AssertionError(f"no translation for {id}")


class Pair:
    """One game on both, always at the same decision."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.game = imhotep.Game(program_of(table), seed, entry=None)
        self.colours = self.game.program.seats
        events = self.game.enter("begin")
        self.seen = self.game.describe()
        areas = self.seen["areas"]
        cards = [*areas["round_row"], *reversed(areas["round_deck"])]
        self.told = Told([card.rpartition("_")[2] for card in cards[:6]], shuffled_decks(events, areas["deck"]))
        self.hand = table.by_hand(self.told)
        self.round, self.berths = 1, areas["harbour"]

    def step(self, option: Option) -> None:
        """Carry out an option of the engine's decision on both."""
        answer = self.translated(option)
        events = self.game.apply(option)
        self.seen = self.game.describe()
        areas = self.seen["areas"]
        self.told.decks = shuffled_decks(events, areas["deck"])
        self.hand.answer(answer)
        assert not self.told.decks, "the engine reshuffled, the hand-written game did not"
        if len(areas["round_row"]) != self.round:
            self.round, self.berths = len(areas["round_row"]), areas["harbour"]

    def translated(self, option: Option) -> Hashable:
        """An engine's option in the words of the hand-written game."""
        return in_words(option.id, option.payload, self.colours)

    def compare(self) -> None:
        """Hold everything that both games know side by side."""
        decision, question = self.game.decision, self.hand.question
        if decision is None or question is None:
            assert decision is None and question is None and self.game.over
        else:
            options = frozenset(self.translated(option) for option in decision.options)
            assert len(options) == len(decision.options), decision
            assert (decision.seat - 1, options) == (question.seat, question.options), (decision, question)
        engine, hand = self.engine_state(), self.hand_state()
        if question is not None and question.about == "pyramid":
            # Whether a stone that a red card moves has left the quarry by now is a matter of telling, not of rules.
            del engine["quarry"], hand["quarry"]
        differing = {key: (engine.get(key), hand.get(key)) for key in engine | hand if engine.get(key) != hand.get(key)}
        assert not differing, f"(engine, by hand): {differing}"

    def compare_results(self) -> None:
        for score in self.game.scores:
            points = {source: seats[score.seat - 1] for source, seats in self.hand.points.items()}
            assert dict(score.by_source) == {source: n for source, n in points.items() if n}
            assert score.points == self.hand.total(score.seat - 1)
        assert [seat - 1 for seat in self.game.winners] == self.hand.winners()

    def engine_state(self) -> dict[str, Any]:
        areas = self.seen["areas"]
        sailed = {ship: site for site in SITES for ship in areas[f"dock of {site}"]}
        ships = {
            berth: (SIZES[ship.partition(".")[0]], sailed.get(ship) or self.stones(areas[f"cargo of {ship}"]))
            for berth, ship in enumerate(self.berths)
            if ship in sailed or ship in areas["harbour"]
        }
        return {
            "quarry": self.piles(areas, "quarry of"),
            "sled": self.piles(areas, "sled of"),
            "hand": [areas[f"hand of {colour}"] for colour in self.colours],
            "points": self.seen["points"],
            "deck": areas["deck"][::-1],
            "discards": areas["discards"],
            "display": areas["market: display"],
            "ships": ships,
            "temple": self.stones(areas["temple: floor"]),
            "burial_chamber": self.stones(areas["burial_chamber: chamber"]),
            "beside the pyramids": self.counted(areas["pyramids: edge"]),
            **self.engine_sides(areas),
        }

    def engine_sides(self, areas: Mapping[str, Any]) -> dict[str, Any]:
        """The areas that only one side of a site has."""
        state: dict[str, Any] = {}
        if "market" in self.table.b_sides:
            state["hidden cards"] = Counter(areas["market: hidden_pair"])
        if "pyramids" in self.table.b_sides:
            building = self.stones(areas["pyramids: building"])
            building += [None] * (15 - len(building))
            state["pyramids"] = [building[start : start + 5] for start in (0, 5, 10)]
        else:
            state["pyramid"] = self.stones(areas["pyramids: pyramid"])
        if "obelisks" in self.table.b_sides:
            state["loose"] = self.piles(areas, "obelisks: loose of")
            state["towers"] = self.stones(areas["obelisks: towers"])
        else:
            state["obelisks"] = self.piles(areas, "obelisks: obelisk of")
        return state

    def piles(self, areas: Mapping[str, Any], name: str) -> list[int]:
        """How many stones lie in each seat's area, which holds none of the others'."""
        piles = [areas[f"{name} {colour}"] for colour in self.colours]
        assert all(set(pile) <= {f"stone.{colour}"} for pile, colour in zip(piles, self.colours, strict=True))
        return [sum(pile.values()) for pile in piles]

    def stones(self, pieces: Sequence[str | None]) -> list[int | None]:
        return [None if piece is None else self.colours.index(piece.removeprefix("stone.")) for piece in pieces]

    def counted(self, pieces: Mapping[str, int]) -> list[int]:
        return [pieces.get(f"stone.{colour}", 0) for colour in self.colours]

    def hand_state(self) -> dict[str, Any]:
        hand = self.hand
        seats = range(self.table.players)
        state: dict[str, Any] = {
            "quarry": hand.quarry,
            "sled": hand.sled,
            "hand": [Counter(cards) for cards in hand.hand],
            "points": hand.points,
            "deck": hand.deck,
            "discards": Counter(hand.discards),
            "display": Counter(hand.display),
            "ships": {berth: (ship.size, ship.site or trimmed(ship.spaces)) for berth, ship in hand.ships.items()},
            "temple": hand.temple,
            "burial_chamber": hand.burial,
            "pyramid": hand.pyramid[: len(PYRAMID_A)],
            "obelisks": hand.obelisk,
            "beside the pyramids": [hand.pyramid[len(PYRAMID_A) :].count(seat) for seat in seats],
        }
        return state | self.hand_sides(state) if isinstance(hand, ImhotepAllSides) else state

    def hand_sides(self, state: dict[str, Any]) -> dict[str, Any]:
        hand = self.hand
        assert isinstance(hand, ImhotepAllSides)
        sides: dict[str, Any] = {}
        if "market" in hand.b_sides:
            sides["hidden cards"] = Counter(hand.hidden)
        if "pyramids" in hand.b_sides:
            assert not state.pop("pyramid")
            sides["pyramids"] = [stones + [None] * (5 - len(stones)) for stones in hand.pyramids.values()]
            sides["beside the pyramids"] = hand.beside
        if "obelisks" in hand.b_sides:
            sides["loose"] = state.pop("obelisks")
            sides["towers"] = [owner for owner in hand.towers for _ in range(3)]
        return sides


def trimmed(spaces: Sequence[int | None]) -> list[int | None]:
    """The spaces up to the last one that is taken."""
    taken = [space for space, stone in enumerate(spaces) if stone is not None]
    return list(spaces[: taken[-1] + 1 if taken else 0])


def play_both(table: Table, seed: int) -> Iterator[Question]:
    """Play one game on both to its end, comparing at every decision; yields each question before it is answered."""
    pair, picks = Pair(table, seed), random.Random(seed)
    zeal = picks.choice((0.0, 0.5, 0.9))
    pair.compare()
    while (decision := pair.game.decision) is not None:
        assert pair.hand.question is not None
        yield pair.hand.question
        pair.step(pick(decision.options, picks, zeal))
        pair.compare()
    pair.compare_results()


def pick(options: Sequence[Option], picks: random.Random, zeal: float) -> Option:
    """Any option; with zeal rather one that leads where even picking seldom does: full ships, cards, bonuses."""
    if picks.random() < zeal:
        telling = [o for o in options if o.id in TELLING or o.id.startswith("play_card:")]
        patient = [o for o in options if o.id != "sail"]
        return picks.choice(telling or patient or options)
    return picks.choice(options)
