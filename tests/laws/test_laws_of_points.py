"""Laws of points: what every seat has, from every source, counted again from the boards."""

from collections import Counter
from random import Random

import pytest
from laws.tables import EVERY_TABLE, Table, at_every_table, program, sample
from reference.recount import Recount
from reference.side_by_side import pick

from imhotep import Game, Program

SHIPPED_ONLY = "options.wrath_counts.default=shipped_stones"
BUILDING_SITES = ("pyramids", "temple", "burial_chamber", "obelisks")


def recounted(program: Program, seed: int) -> dict[str, list[int]]:
    """Play one game, now eagerly, now at random; its points by source and seat, which a recount has confirmed."""
    game, choices = Game(program, seed), Random(seed)
    zeal, options = choices.choice((0.0, 0.5, 0.9)), dict(program.options)
    recount = Recount(
        program.seats,
        dict(program.sides),
        wrath=bool(options["wrath_of_the_pharaoh"]),
        shipped_only=options["wrath_counts"] == "shipped_stones",
    )
    rounds = 0
    while (decision := game.decision) is not None:
        option = pick(decision.options, choices, zeal)
        events = game.apply(option)
        if recount.note(decision.seat - 1, option.id, events) or game.over:
            rounds += 1
            recount.round_end(game.describe()["areas"])
    assert rounds == 6
    seen = game.describe()
    points = recount.points(seen["areas"])
    assert seen["points"] == points
    for score in game.scores:
        mine = {source: seats[score.seat - 1] for source, seats in points.items()}
        assert dict(score.by_source) == {source: n for source, n in mine.items() if n}
        assert score.points == sum(mine.values())
    sleds = [sum(seen["areas"][f"sled of {colour}"].values()) for colour in program.seats]
    ranks = [(sum(seats), sled) for seats, sled in zip(zip(*points.values(), strict=True), sleds, strict=True)]
    assert list(game.winners) == [seat for seat, rank in enumerate(ranks, start=1) if rank == max(ranks)]
    return points


def agreed(program: Program, seed: int) -> None:
    recounted(program, seed)


test_a_recount_of_the_boards_agrees, test_recounts_agree_in_many_games = at_every_table(agreed)


@pytest.mark.parametrize("table", [table for table in sample("shipped") if table.pharaoh], ids=str)
def test_a_recount_agrees_where_the_pharaoh_counts_shipped_stones(table: Table) -> None:
    recounted(program(table, SHIPPED_ONLY), 5)


@pytest.mark.long
@pytest.mark.parametrize("table", [table for table in EVERY_TABLE if table.pharaoh], ids=str)
def test_recounts_agree_where_the_pharaoh_counts_shipped_stones_in_many_games(table: Table) -> None:
    for seed in range(5):
        recounted(program(table, SHIPPED_ONLY), seed)


def test_the_recounted_games_have_points_from_every_source_on_both_sides() -> None:
    found: Counter[tuple[str, str]] = Counter()
    for seed, sides in enumerate(("AAAAA", "BBBBB") * 8):
        for source, points in recounted(program(Table(3, sides, True)), seed).items():
            found[source, sides[0] if source in BUILDING_SITES else ""] += any(points)
    assert all(found[site, side] for site in BUILDING_SITES for side in "AB")
    assert all(found[source, ""] for source in ("decorations", "statue", "unused_cards", "wrath"))
