"""The options of commands that play many games, and the bar that shows how far they are."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import click

from imhotep.cli.output import is_dumb
from imhotep.dataclass import dataclass

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset

_WORTH_A_JOB: Final = 100
"""Games below which a further process costs more than it saves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """How many games to play, for how many players, from which seed, in how many processes."""

    games: int
    players: int | None
    seed: int
    jobs: int | None

    def arguments(self, ruleset: "Ruleset") -> dict[str, Any]:
        """The same as arguments of an experiment: as few players as the ruleset allows, as many jobs as pay."""
        jobs = min(os.cpu_count() or 1, max(1, self.games // _WORTH_A_JOB))
        return {
            "games": self.games,
            "players": ruleset.players[0] if self.players is None else self.players,
            "seed": self.seed,
            "jobs": jobs if self.jobs is None else self.jobs,
        }


_OPTIONS: Final = (
    click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games."),
    click.option("--players", type=click.IntRange(min=1), help="How many players; the least number if not given."),
    click.option("--seed", type=int, default=0, show_default=True, help="What decides all that chance decides."),
    click.option("--jobs", type=click.IntRange(min=1), help="In how many processes; as many as pay if not given."),
)


def with_games(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of many games; it receives them as one `games`."""

    @wraps(function)
    def run(*, games: int, players: int | None, seed: int, jobs: int | None, **rest: Any) -> int:
        return function(games=Games(games=games, players=players, seed=seed, jobs=jobs), **rest)

    command: Callable[..., int] = run
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextmanager
def progress(length: int) -> Iterator[Callable[[int], None] | None]:
    """What to call with each number of games done; None where nobody watches."""
    if not sys.stderr.isatty() or is_dumb():
        yield None
        return
    with click.progressbar(length=length, label="games", file=sys.stderr) as bar:
        yield bar.update
