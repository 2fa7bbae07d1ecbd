"""Who plays which seat. Players are named by texts, such as `random`; one text stands for all seats."""

from collections.abc import Sequence

from imhotep.errors import UsageError
from imhotep.players.specs import RANDOM, read_spec


def caution(players: Sequence[str]) -> str | None:
    """What a report on games by such players should say first."""
    return "random players: this says little about good play" if set(players) == {RANDOM} else None


def check_player(text: str) -> None:
    """Refuse what is no player; raises UsageError."""
    read_spec(text)


def seated(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """A player for each seat; raises UsageError for another number of them than 1 or that of the seats."""
    for text in players:
        check_player(text)
    if len(players) not in (1, seats):
        raise UsageError(f"{len(players)} players are named for {seats} seats; name one for all, or one for each")
    return tuple(players) * (seats if len(players) == 1 else 1)


def seating(players: Sequence[str], game: int) -> tuple[str, ...]:
    """Who plays which seat in a game (from 0): from game to game each moves on by one seat."""
    turn = game % len(players)
    return (*players[len(players) - turn :], *players[: len(players) - turn])
