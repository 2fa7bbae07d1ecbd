"""The table as text, from the geometry of areas that nobody has drawn by hand."""

from collections.abc import Callable

import pytest

import imhotep
from imhotep.errors import UsageError
from imhotep.program.program import Program

SECTIONS = """\
components:
  token:
    owner: seat
    kinds: {token: {count: 9}}
    starts_in: bag
  tile: {kinds: {oak: {count: 3}, elm: {count: 1}}, starts_in: stack}
  wagon:
    areas:
      bed: {kind: slots, size: 2, holds: token}
    kinds: {cart: {count: 2}}
    starts_in: yard
areas:
  bag: {per: seat, kind: pool, holds: own token}
  stack: {kind: pile, holds: tile, seen_by: nobody, name: {en: face-down tiles}}
  shown: {kind: pile, holds: tile}
  yard: {kind: pool, holds: wagon}
  track: {kind: slots, size: 3, holds: wagon}
  field: {kind: grid, rows: {upper: {name: {en: upper row}}, lower: {}}, columns: 2, holds: token}
  long: {kind: slots, size: 40, holds: token}
procedures:
  game:
    do: |
      move 1 tile from stack to shown
      move 1 tile from stack to shown
      for each cell in track where number of cell is 2:
        move first wagon in yard to cell
      for each wagon in track:
        for each cell in bed of wagon where number of cell is 2:
          move 1 token from bag of north to cell
      for each cell in field where number of cell is 3:
        move 1 token from bag of south to cell
      move 1 token from bag of south to long
      if possible:
        north chooses number n from 1 to 2
"""

DRAWN = """\
face-down tiles: 2 hidden
shown: oak, elm
yard: cart
track: [.][cart [.][north]][.]
field:
  upper row .     .
  lower     south .
long: [south][.]…
north: 0 points
  bag: 8 north
south: 0 points  (you)
  bag: 7 south"""


def test_every_kind_of_area_is_drawn(program_of: Callable[..., Program]) -> None:
    game = imhotep.Game(program_of(SECTIONS))
    assert "\n".join(game.draw(2)) == DRAWN
    assert game.draw()[0] == "face-down tiles: oak, oak"


def test_a_seat_must_be_at_the_table(program_of: Callable[..., Program]) -> None:
    game = imhotep.Game(program_of(SECTIONS))
    with pytest.raises(UsageError, match="there is no seat 3"):
        game.draw(3)


def test_what_is_undone_is_not_told(program_of: Callable[..., Program]) -> None:
    """The first way fails after a piece has moved; only the second one has happened."""
    text = SECTIONS.partition("      move 1 tile")[0]
    program = program_of(
        text
        + """\
      if possible:
        move 1 tile from stack to shown
        move 1 token from bag of north to long
        require count long is 5
      otherwise:
        move 1 token from bag of south to long
"""
    )
    events = imhotep.Game(program, entry=None).enter("begin")
    assert [event["piece"] for event in events if event.kind == "move"] == ["token.south"]
