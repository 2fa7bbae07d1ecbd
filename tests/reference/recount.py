"""Where all points of a game come from, counted again from what lies on the boards, without the rules' own effects.

Most of it is read off the final position. Of play itself only this is noted: the visible stones of the temple at each
round end, who took a point there instead of stones, and whose stones ships have unloaded where.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reference.material import BLUE, DECORATIONS, OBELISK_PLACES, PYRAMID_A, groups, series, shared_places

from imhotep.game.events import Event

PYRAMIDS_B = (2, 1, 3, 2, 4, 2, 3, 1, 1, 4, 2, 3, 3, 1, 4)  # left, middle, right
TOWERS_B = (10, 9, 8, 7, 6, 5, 5, 5)
SITE_OF = {
    "pyramid": "pyramids", "building": "pyramids", "edge": "pyramids", "floor": "temple",
    "chamber": "burial_chamber", "obelisk": "obelisks", "loose": "obelisks", "towers": "obelisks",
}  # fmt: skip


class Recount:
    """Looks on while one game is played; `points` counts at its end."""

    def __init__(self, colours: Sequence[str], sides: Mapping[str, str], *, wrath: bool, shipped_only: bool) -> None:
        self.colours, self.sides = colours, sides
        self.wrath, self.shipped_only = wrath, shipped_only
        self.temple = [0] * len(colours)
        self.choosers: list[int] = []
        self.shipped: set[tuple[str, int]] = set()

    def note(self, seat: int, picked: str, events: Sequence[Event]) -> bool:
        """Look at one pick and what came of it; says whether a new round has begun."""
        if picked in ("one_point", "two_stones"):
            self.choosers.append(seat)
            self.temple[seat] += picked == "one_point"
        begun = False
        for event in events:
            if event.kind == "move":
                details = dict(event.details)
                before, after = details["from"].split()[0], details["to"].split()[0]
                begun |= after == "round_row"
                if before in ("cargo", "line") and after in SITE_OF:
                    self.shipped.add((SITE_OF[after], self.owner(details["piece"])))
        return begun

    def round_end(self, areas: Mapping[str, Any]) -> None:
        """Assess the temple as it stands. Nothing is built there between a round end and the next turn."""
        spaces = 4 if len(self.colours) == 2 else 5
        stones = [self.owner(stone) for stone in areas["temple: floor"]]
        visible = [stones[space::spaces][-1] for space in range(min(spaces, len(stones)))]
        if self.sides["temple"] == "A":
            for seat in visible:
                self.temple[seat] += 1
        else:
            assert self.choosers == visible[0::2]
            self.choosers = []
            for seat in visible[1:2]:
                self.temple[seat] += 2

    def points(self, areas: Mapping[str, Any]) -> dict[str, list[int]]:
        """Each source's points, seat by seat."""
        stones = {site: self.stones_at(site, areas) for site in dict.fromkeys(SITE_OF.values())}
        hands = [areas[f"hand of {colour}"] for colour in self.colours]
        worth = {card: sum(stones[site]) // 3 for card, site in DECORATIONS.items()}
        return {
            "pyramids": self.pyramids(areas),
            "temple": self.temple,
            "burial_chamber": self.burial_chamber(areas),
            "obelisks": self.obelisks(areas),
            "decorations": [sum(worth[card] * hand.get(card, 0) for card in worth) for hand in hands],
            "statue": [series(hand.get("statue", 0)) for hand in hands],
            "unused_cards": [sum(hand.get(card, 0) for card in BLUE) for hand in hands],
            "wrath": [-5 * self.angers(seat, stones) for seat in range(len(self.colours))],
        }

    def pyramids(self, areas: Mapping[str, Any]) -> list[int]:
        a_side = self.sides["pyramids"] == "A"
        worth, area = (PYRAMID_A, "pyramid") if a_side else (PYRAMIDS_B, "building")
        points = self.counted(areas["pyramids: edge"])
        for place, stone in enumerate(areas[f"pyramids: {area}"]):
            if stone is not None:
                points[self.owner(stone)] += worth[place]
        return points

    def burial_chamber(self, areas: Mapping[str, Any]) -> list[int]:
        stones = [self.owner(stone) for stone in areas["burial_chamber: chamber"]]
        points = [0] * len(self.colours)
        if self.sides["burial_chamber"] == "A":
            for owner, size in groups(stones):
                points[owner] += series(size)
            return points
        for row in range(3):
            counts = [stones[row::3].count(seat) for seat in range(len(self.colours))]
            for seat, share in shared_places(counts, (8, 4, 2, 0)).items():
                points[seat] += share
        return points

    def obelisks(self, areas: Mapping[str, Any]) -> list[int]:
        if self.sides["obelisks"] == "A":
            places = OBELISK_PLACES[len(self.colours)]
            shares = shared_places(self.stones_at("obelisks", areas), places)
            return [shares.get(seat, 0) for seat in range(len(self.colours))]
        stones = areas["obelisks: towers"]
        points = [sum(areas[f"obelisks: loose of {colour}"].values()) for colour in self.colours]
        for number in range(len(stones) // 3):
            (owner,) = {self.owner(stone) for stone in stones[3 * number : 3 * number + 3]}
            points[owner] += TOWERS_B[min(number, 7)]
        return points

    def angers(self, seat: int, stones: Mapping[str, Sequence[int]]) -> bool:
        """Whether a seat lacks a stone at a building site, where that matters."""
        taken = {
            site for site in stones if stones[site][seat] and (not self.shipped_only or (site, seat) in self.shipped)
        }
        return self.wrath and taken != set(stones)

    def stones_at(self, site: str, areas: Mapping[str, Any]) -> list[int]:
        """How many stones of each colour lie anywhere at a site."""
        found: Counter[str] = Counter()
        for name, contents in areas.items():
            if name.startswith(f"{site}: "):
                found.update(contents if isinstance(contents, dict) else [c for c in contents if c is not None])
        return self.counted(found)

    def counted(self, stones: Mapping[str, int]) -> list[int]:
        return [stones.get(f"stone.{colour}", 0) for colour in self.colours]

    def owner(self, stone: str) -> int:
        return self.colours.index(stone.removeprefix("stone."))
