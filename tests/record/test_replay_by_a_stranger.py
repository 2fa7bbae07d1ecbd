"""From a log alone, a program that knows nothing of the engine plays the same game: here one written by hand."""

import json
from typing import Any

import pytest
from reference.imhotep_all_sides import Rulings
from reference.imhotep_by_hand import ImhotepByHand
from reference.side_by_side import Table, Told, in_words

from imhotep import open_ruleset
from imhotep.experiment.simulate import simulate

B_SIDES = ("burial_chamber", "market", "obelisks", "pyramids", "temple")


def shuffles(steps: list[dict[str, Any]], start: int) -> list[list[str]]:
    """The orders of the market deck, next card first, that fall before the next decision."""
    found = []
    for step in steps[start:]:
        if "decision" in step:
            break
        if step.get("pile") == "deck":
            found.append(step["order"][::-1])
    return found


def played_by_hand(record: dict[str, Any], table: Table) -> ImhotepByHand:
    """The logged game, played by the hand-written one; every question and answer must be one of the log's."""
    steps = record["steps"]
    rounds = next(step["order"] for step in steps if step.get("pile") == "round_deck")
    cards = [card.rpartition("_")[2] for card in rounds[::-1]]
    told = Told(cards[:6], shuffles(steps, 0))
    hand = table.by_hand(told)
    for number, step in enumerate(steps):
        if "decision" not in step:
            continue
        question = hand.question
        assert question is not None
        words = {o["id"]: in_words(o["id"], o["payload"], record["seats"]) for o in step["options"]}
        assert (record["seats"][question.seat], question.options) == (step["seat"], frozenset(words.values()))
        told.decks = shuffles(steps, number + 1)
        hand.answer(words[step["taken"]])
        assert not told.decks
    return hand


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("b_sides", [(), B_SIDES], ids=["A", "B"])
def test_the_hand_written_game_replays_a_log(players: int, b_sides: tuple[str, ...]) -> None:
    table = Table(players=players, b_sides=b_sides, rulings=Rulings())
    lines: list[str] = []
    ruleset = open_ruleset("imhotep", sides=dict.fromkeys(b_sides, "B"))
    simulate(ruleset, players=players, games=6, seed=players, log=lines.append)
    for line in lines:
        record = json.loads(line)
        hand = played_by_hand(record, table)
        assert hand.question is None
        assert [score["points"] for score in record["end"]["scores"]] == [hand.total(s) for s in range(players)]
        assert record["end"]["winners"] == [record["seats"][seat] for seat in hand.winners()]
