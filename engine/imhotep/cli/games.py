"""The options of commands that play many games, how far they are, and what is kept when they are stopped."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from imhotep.cli.output import is_dumb, say
from imhotep.dataclass import dataclass

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.wasm.playing import Backend

GAMES: Final = 1000
_WORTH_A_JOB: Final = {"interpreter": 100, "wasm": 10_000}
"""Games below which a further process costs more than it saves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """How many games to play, for how many players, by whom, from which seed, how, and what to tell of them.

    None stands for what the command line does not say.
    """

    games: int | None
    players: int | None
    played_by: tuple[str, ...]
    metrics: tuple[str, ...]
    seed: int | None
    jobs: int | None
    ledger: Path | None
    backend: "Backend | None"

    def running(self, games: int) -> dict[str, Any]:
        """Arguments that say how so many games are run: by which back end, and in as many processes as pay."""
        chosen = chosen_backend(self.backend)
        jobs = min(os.cpu_count() or 1, max(1, games // _WORTH_A_JOB[chosen]))
        return {"jobs": jobs if self.jobs is None else self.jobs, "ledger": self.ledger, "backend": chosen}

    def families(self) -> tuple[str, ...]:
        """The metrics to tell: those that take no longer, and those that are asked for."""
        from imhotep.experiment.metrics import families

        return families(self.metrics)

    def count(self) -> int:
        """How many games."""
        return GAMES if self.games is None else self.games

    def at(self, ruleset: "Ruleset") -> int:
        """For how many players: as few as the ruleset allows, if it is not said."""
        return ruleset.players[0] if self.players is None else self.players


def chosen_backend(asked: "Backend | None") -> "Backend":
    """The back end that plays; it is told where that is a slow one that nobody asked for. Raises UsageError."""
    from imhotep.wasm.playing import backend

    chosen = backend(asked)
    if chosen == "interpreter" and asked is None:
        say("the interpreter plays, which is slow; `pip install wasmtime` makes it fast", error=True)
    return chosen


def words(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The words of a list with commas."""
    return tuple(word.strip() for word in value.split(",")) if value is not None else ()


def players(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """The players of a list with commas, some of which belong to a player: `mcts:400,noise=0.1,random`."""
    found: list[str] = []
    for word in words(ctx, param, value):
        if found and "=" in word:
            found[-1] += f",{word}"
        else:
            found.append(word)
    return tuple(found)


with_backend: Final = click.option(
    "--backend",
    type=click.Choice(("wasm", "interpreter")),
    help="What runs the rules; WebAssembly if it is there. What comes out is the same.",
)
"""The option that says what plays."""

_OPTIONS: Final = (
    click.option("--games", type=click.IntRange(min=1), help=f"How many games.  [default: {GAMES}]"),
    click.option("--players", type=click.IntRange(min=1), help="How many players; the least number if not given."),
    click.option(
        "--by",
        "played_by",
        callback=players,
        metavar="PLAYER[,...]",
        help="Who plays, such as `greedy:20`: one for all seats, or one for each, who change seats from game to game."
        "  [default: random]",
    ),
    click.option(
        "--metrics",
        callback=words,
        metavar="NAME[,...]",
        help="What to tell that takes a look at each decision, such as `turns`, or `all`.",
    ),
    click.option("--seed", type=int, help="What decides all that chance decides.  [default: 0]"),
    click.option("--jobs", type=click.IntRange(min=1), help="In how many processes; as many as pay if not given."),
    click.option(
        "--ledger",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Keep each game in this file, and go on from there.",
    ),
    with_backend,
)


def with_games(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of many games; it receives them as one `games`."""

    @wraps(function)
    def run(
        *,
        games: int | None,
        players: int | None,
        played_by: tuple[str, ...],
        metrics: tuple[str, ...],
        seed: int | None,
        jobs: int | None,
        ledger: Path | None,
        backend: "Backend | None",
        **rest: Any,
    ) -> int:
        asked = Games(
            games=games,
            players=players,
            played_by=played_by,
            metrics=metrics,
            seed=seed,
            jobs=jobs,
            ledger=ledger,
            backend=backend,
        )
        try:
            return function(games=asked, **rest)
        except KeyboardInterrupt:
            if ledger is not None:
                say(f"the games so far are kept in {ledger}; the same command goes on from there", error=True)
            raise

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
