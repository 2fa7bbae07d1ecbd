"""Who chooses: the same seat is known again however it is written, another one is a wall."""

import imhotep

VARIANT = """\
extends: imhotep
add:
  actions:
    odd:
      do: |
        {first} chooses ship in harbour
        {second} chooses cell in cargo of ship where cell is empty
        move 1 stone from sled of {second} to cell
"""


def codes(first: str, second: str) -> list[str]:
    text = VARIANT.format(first=first, second=second)
    return [d.code for d in imhotep.validate("odd.yaml", files={"odd.yaml": text})[1]]


def test_a_field_names_the_same_seat_each_time() -> None:
    assert codes("active", "active") == []


def test_the_player_of_an_action_is_the_seat_that_takes_it() -> None:
    assert codes("player", "player") == []


def test_the_choice_of_another_seat_needs_a_scope_of_its_own() -> None:
    assert codes("player", "left of player") == ["P001"]


def test_an_action_in_a_group_is_taken_only_from_that_group() -> None:
    text = "extends: imhotep\nadd:\n  actions:\n    nap: {group: quiet, do: set passes to passes}\n"
    ruleset, found = imhotep.validate("nap.yaml", files={"nap.yaml": text})
    assert ruleset is not None and not found
    decision = imhotep.Game(ruleset.program(2), 1).decision
    assert decision is not None
    assert "nap" not in {option.id for option in decision.options}


def test_a_secret_choice_is_told_as_one() -> None:
    text = "extends: imhotep\nchange:\n  actions:\n    load:\n      do: |\n"
    for word, secret in (("secretly chooses", True), ("chooses", False)):
        choice = f"        player {word} ship in harbour\n        load_onto(player, ship)\n"
        ruleset, found = imhotep.validate("load.yaml", files={"load.yaml": text + choice})
        assert ruleset is not None and not found
        game = imhotep.Game(ruleset.program(2), 1)
        assert game.decision is not None and not game.decision.secret
        game.apply(game.decision.option("load"))
        assert game.decision is not None and game.decision.secret is secret
