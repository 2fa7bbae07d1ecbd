"""What a game begins with is counted at every table: a number that is too large is warned about where it stands."""

import pytest

import imhotep

RULESET = """\
ruleset: tiny
players: {least: 2, most: 3}
seats: {north: {}, south: {}, west: {}}
begin: game
winner: {by: {points: score of seat}}
components:
  coin: {count: 10, starts_in: bank}
  token: {owner: seat, starts_in: bag, kinds: {light: {count: 4}, heavy: {count: 2}}}
  card: {is: card, starts_in: deck}
cards: {ace: {family: card, count: 5}}
areas:
  bank: {kind: pool, holds: coin}
  chest: {kind: pool, holds: coin}
  purse: {per: seat, kind: pool, holds: coin, capacity: 4}
  bag: {per: seat, kind: pool, holds: own token}
  heap: {kind: pool, holds: token}
  deck: {kind: pile, holds: card}
  used: {kind: pile, holds: card, capacity: 5}
numbers:
  gift: {value: 3}
  share: {value_by_players: {2: 5, 3: 2}}
tables:
  pay:
    rows: {1: 1, 2: 2, 3: 5}
fields: {turns: {type: number}}
options: {rich: {default: false}}
triggers: {ready: {}}
procedures:
  game:
    do: |
      set_up()
      trigger ready()
      set turns to gift + share + pay(1) + count used + count heap + count chest
  set_up:
    do: |
      shuffle deck
"""
RULES = """\
rules:
  all_ready:
    when: ready
    do: |
      if rich: set turns to 1
"""


def told(setting_up: str, *settings: str) -> list[tuple[str, str]]:
    """Where and what is warned about, of a ruleset that begins so."""
    text = RULESET + "".join(f"      {line}\n" for line in setting_up.splitlines())
    text += RULES
    ruleset, found = imhotep.validate("tiny", files={"tiny/ruleset.yaml": text}, settings=settings)
    assert ruleset is not None, [f"{d.span}: {d.message}" for d in found]
    return [(str(d.span), f"{d.message}: {d.note}" if d.note else d.message) for d in found if d.code == "U007"]


def test_a_row_of_a_table_that_is_too_large_is_told_where_it_stands() -> None:
    assert told("for each seat:\n  move pay(number of seat) coins from bank to purse of seat") == [
        (
            "tiny/ruleset.yaml:24:27",
            "a game begins with a move of 5 pieces, more than fit there: with 3 players `purse of west` has room for 4 "
            "then",
        )
    ]


def test_each_row_is_told_and_a_row_that_only_fewer_players_use_as_well() -> None:
    found = told("move pay(players) coins from bank to purse of north", "tables.pay.rows.2=6")
    assert found == [
        ("tiny/ruleset.yaml:24:27", "this asks for 5 `coins`, and only 4 fit there"),
        ("--set tables.pay.rows.2=6:1:19", "this asks for 6 `coins`, and only 4 fit there"),
    ]


def test_a_number_is_told_where_its_value_for_so_many_players_stands() -> None:
    assert [place for place, _ in told("move share coins from bank to purse of north")] == ["tiny/ruleset.yaml:21:33"]


def test_what_went_before_counts() -> None:
    found = told("repeat 2 times:\n  for each seat: move 2 coins from bank to purse of seat")
    assert found == [
        (
            "tiny/ruleset.yaml:38:24",
            "a game begins with a move of 2 pieces, more than there are: with 3 players `bank` has 0 then",
        )
    ]


def test_pieces_moved_one_by_one_and_all_of_a_place_count() -> None:
    one_by_one = "repeat 4 times: move top of deck to used\nmove 2 cards from deck to used"
    assert [message.rpartition("`deck` ")[2] for _, message in told(one_by_one)] == ["has 1 then"]
    assert told("repeat 3 times: move top of deck to used\nmove 2 cards from deck to used") == []
    everything = "move all cards from deck to used\nmove up to 3 cards from deck to used\nmove 1 card from deck to used"
    assert [message.rpartition("`deck` ")[2] for _, message in told(everything)] == ["has 0 then"]


@pytest.mark.parametrize(
    "effect",
    [
        "if possible: move 3 coins from bank to chest",
        "north may: move 3 coins from bank to chest",
        "if turns is 1: move 3 coins from bank to chest",
        "for each seat where number of seat is more than 3: move 3 coins from bank to chest",
        "for each seat:\n  if number of seat is more than 3: move 3 coins from bank to chest",
        "chance chooses number n from 1 to 3\nmove pay(n) coins from bank to chest",
        "north chooses seat\nmove 3 coins from bank to chest",
        "trigger ready()\nmove 3 coins from bank to chest",
        "if possible: move 1 coin from chest to bank\nmove 3 coins from bank to chest",
        "move all light from bag of north to heap\nmove 3 coins from bank to chest",
    ],
)
def test_what_may_never_happen_is_not_told(effect: str) -> None:
    assert told("move 8 coins from bank to chest\n" + effect) == []


def test_what_holds_at_this_table_decides() -> None:
    effect = "move 8 coins from bank to chest\nif rich: move 3 coins from bank to chest"
    assert told(effect) == []
    assert len(told(effect, "options.rich.default=true")) == 1


def test_a_move_that_can_never_be_made_anywhere_is_told_once() -> None:
    assert told("move 11 coins from bank to chest") == [
        ("tiny/ruleset.yaml:37:7", "this asks for 11 `coins`, and the game has 10")
    ]
    assert told("move gift coins from bank to chest", "numbers.gift.value=11") == [
        ("--set numbers.gift.value=11:1:20", "this asks for 11 `coins`, and the game has 10")
    ]
