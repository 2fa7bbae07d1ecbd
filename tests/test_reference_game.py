"""The engine playing the shipped game, decision by decision beside the same game written out by hand."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import imhotep
import pytest
from imhotep.machine.game import Event, Option
from reference.imhotep_by_hand import MARKET_DECK, PYRAMID_A, SITES, ImhotepByHand, Question

ACTIONS = {"get_stones": "take", "load": "load", "sail": "sail", "pass": "pass"}
SIZES = {"four": 4, "three": 3, "two": 2, "one": 1}
ONE_CARD_EACH = dict.fromkeys(MARKET_DECK, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of play, the same for both games."""

    players: int
    stones: int = 29
    thin_deck: bool = False

    @property
    def settings(self) -> tuple[str, ...]:
        cards = tuple(f"cards.{card}.count=1" for card in MARKET_DECK) if self.thin_deck else ()
        return (f"components.stone.count={self.stones}", *cards)


@lru_cache(maxsize=64)
def program_of(table: Table) -> imhotep.Program:
    return imhotep.open_ruleset("imhotep", settings=table.settings).program(table.players)


@dataclass
class Told:
    """How the cards lay in the engine's game, told to the hand-written one."""

    cards: list[str]
    decks: list[list[str]] = field(default_factory=list)

    def round_cards(self) -> Sequence[str]:
        return self.cards

    def market_deck(self) -> Sequence[str]:
        return self.decks.pop(0)

    def reshuffled(self, cards: Sequence[str]) -> Sequence[str]:
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


class Pair:
    """The same game twice: once played by the engine, once by hand."""

    def __init__(self, table: Table, seed: int) -> None:
        self.seats = range(table.players)
        self.game = imhotep.Game(program_of(table), seed, entry=None)
        self.colours = self.game.program.seats
        events = self.game.enter("begin")
        areas = self.areas()
        cards = [areas["round_row"][0], *reversed(areas["round_deck"])]
        self.told = Told([card.rpartition("_")[2] for card in cards[:6]], shuffled_decks(events, areas["deck"]))
        deck = ONE_CARD_EACH if table.thin_deck else MARKET_DECK
        self.hand = ImhotepByHand(table.players, self.told, stones=table.stones, market_deck=deck)
        self.rounds, self.berths = 0, list[str]()
        self.note_berths(areas)

    def areas(self) -> dict[str, Any]:
        return dict(self.game.describe()["areas"])

    def note_berths(self, areas: Mapping[str, Any]) -> None:
        """Remember which ship lay where when the round began."""
        if len(areas["round_row"]) != self.rounds:
            self.rounds, self.berths = len(areas["round_row"]), areas["harbour"]

    def step(self, option: Option) -> None:
        answer = self.translated(option)
        events = self.game.apply(option)
        areas = self.areas()
        self.told.decks = shuffled_decks(events, areas["deck"])
        self.hand.answer(answer)
        assert not self.told.decks, "the engine reshuffled, the hand-written game did not"
        self.note_berths(areas)

    def translated(self, option: Option) -> Hashable:
        """An engine's option in the words of the hand-written game."""
        payload = option.payload
        match payload["type"]:
            case "label":
                return ACTIONS[option.id]
            case "card" if option.id.startswith("play_card:"):
                return f"play {payload['kind']}"
            case "card":
                return str(payload["kind"])
            case "ship":
                return int(payload["cell"]) - 1
            case "cell" if payload["area"] == "cargo":
                return int(payload["cell"]) - 1
            case "site":
                return str(payload["id"])
            case "stone":
                return self.colours.index(payload["owner"])
        raise AssertionError(f"no translation for {option}")

    def compare(self) -> None:
        """Hold everything that both games know side by side."""
        decision, question = self.game.decision, self.hand.question
        if decision is None or question is None:
            assert decision is question is None
        else:
            options = [self.translated(option) for option in decision.options]
            assert len(set(options)) == len(options)
            assert (decision.seat - 1, set(options)) == (question.seat, question.options), question
        engine, hand = self.engine_state(), self.hand_state()
        assert engine == hand, {key: (engine[key], hand[key]) for key in engine if engine[key] != hand[key]}

    def engine_state(self) -> dict[str, Any]:
        areas = self.areas()
        points = self.game.describe()["points"]
        sailed = {ship: site for site in SITES for ship in areas[f"dock of {site}"] if ship}
        waiting = [ship for ship in areas["harbour"] if ship]
        return {
            "quarry": [areas[f"quarry of {c}"].get(f"stone.{c}", 0) for c in self.colours],
            "sled": [areas[f"sled of {c}"].get(f"stone.{c}", 0) for c in self.colours],
            "hand": [areas[f"hand of {c}"] for c in self.colours],
            "points": {source: list(seats) for source, seats in points.items() if source != "wrath"},
            "deck": areas["deck"][::-1],
            "discards": areas["discards"],
            "display": areas["market: display"],
            "ships": {
                berth: (SIZES[ship.partition(".")[0]], sailed.get(ship) or self.stones(areas[f"cargo of {ship}"]))
                for berth, ship in enumerate(self.berths)
                if ship in sailed or ship in waiting
            },
            "pyramid": self.stones(areas["pyramids: pyramid"]),
            "beside the pyramid": {self.stones([s])[0]: n for s, n in areas["pyramids: edge"].items()},
            "temple": self.stones(areas["temple: floor"]),
            "burial_chamber": self.stones(areas["burial_chamber: chamber"]),
            "obelisk": [areas[f"obelisks: obelisk of {c}"].get(f"stone.{c}", 0) for c in self.colours],
        }

    def stones(self, pieces: Sequence[str | None]) -> list[int | None]:
        """Pieces as seats; free places at the end are left out."""
        return [piece and self.colours.index(piece.removeprefix("stone.")) for piece in pieces]  # type: ignore[misc]

    def hand_state(self) -> dict[str, Any]:
        hand = self.hand
        return {
            "quarry": hand.quarry,
            "sled": hand.sled,
            "hand": [Counter(cards) for cards in hand.hand],
            "points": hand.points,
            "deck": hand.deck,
            "discards": Counter(hand.discards),
            "display": Counter(hand.display),
            "ships": {
                berth: (ship.size, ship.site or trimmed(ship.spaces)) for berth, ship in enumerate(hand.ships)
            },
            "pyramid": hand.pyramid[: len(PYRAMID_A)],
            "beside the pyramid": Counter(hand.pyramid[len(PYRAMID_A) :]),
            "temple": hand.temple,
            "burial_chamber": hand.burial,
            "obelisk": hand.obelisk,
        }  # fmt: skip


def trimmed(spaces: Sequence[int | None]) -> list[int | None]:
    """The spaces up to the last one that is taken."""
    filled = [space for space, stone in enumerate(spaces) if stone is not None]
    return list(spaces[: filled[-1] + 1 if filled else 0])


def play_both(table: Table, seed: int) -> Iterator[Question]:
    """Play one game on both to its end, comparing before every decision; yields each question."""
    pair, picks = Pair(table, seed), random.Random(seed)
    fond = picks.choice((0.0, 0.5, 0.9))
    pair.compare()
    while (decision := pair.game.decision) is not None:
        assert pair.hand.question is not None
        yield pair.hand.question
        telling = [o for o in decision.options if o.id == "market" or o.id.startswith("play_card:")]
        pair.step(picks.choice(telling if telling and picks.random() < fond else decision.options))
        pair.compare()
    for seat in pair.seats:
        assert pair.game.scores[seat].points == pair.hand.total(seat)
    assert [seat - 1 for seat in pair.game.winners] == pair.hand.winners()
