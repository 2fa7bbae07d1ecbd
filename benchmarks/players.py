"""How many games a second each player plays, by back end, in a bare loop, by the runner, and by it in two processes.

    python benchmarks/players.py [PLAYER ...]

One player sits in all seats of the shipped game. Bare loop, runner and two processes take turns with the same games,
for about `--seconds` for each player and back end. Speeds are those of the best turn, ratios the medians over all
turns: trust the ratios more. What it takes to begin (to make the module, to start two processes) is told apart.
"""

import argparse
import multiprocessing
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from operator import truediv

from imhotep import Program, open_ruleset
from imhotep.experiment.runner import Runner, running
from imhotep.experiment.series import Series, series
from imhotep.players.specs import RANDOM
from imhotep.players.table import play_game
from imhotep.wasm.playing import Backend, Playing, assembled_for, playing

PLAYERS = ("random", "greedy:10", "greedy:10,noise=0.5", "flat:10", "mcts:10")
BACKENDS: tuple[Backend, ...] = ("wasm", "interpreter")
TURN = 1.0
"""Seconds that the bare loop takes in a turn, if a game is not longer."""

PROCESSES = 2
WARM = "greedy:1,noise=0.9"
"""Plays the games before all others, so that everything is made ready."""

HEAD = ("player", "back end", "games/s", "runner", "two processes", "turns")

Play = Callable[[int, int], object]
"""Plays the games from one number up to another one."""


def bare(engine: Playing, each: Series) -> Play:
    """Nothing but a loop."""

    def play(begin: int, end: int) -> None:
        seeds = range(each.first + begin, each.first + end)
        if set(each.players) == {RANDOM}:
            list(engine.outcomes(seeds))
        else:
            for seed in seeds:
                play_game(engine, each.players, seed)

    return play


def by_runner(runner: Runner) -> Play:
    """The runner of experiments, which has played the games before the first one."""
    return lambda _, end: runner.play([end, 0])


def seconds(play: Play, begin: int, end: int) -> float:
    """How long these games take."""
    begun = time.perf_counter()
    play(begin, end)
    return time.perf_counter() - begun


def row(program: Program, player: str, backend: Backend, pool: ProcessPoolExecutor, most: float) -> tuple[str, ...]:
    """What is measured of a player and a back end, in about `most` seconds."""
    warm, each = (series(program, seed=1, players=(who,)) for who in (WARM, player))
    engine = playing(program, assembled_for(program, backend))
    with ExitStack() as stack:
        runners = [
            stack.enter_context(running([each, warm], backend=backend)),
            stack.enter_context(running([each, warm], backend=backend, executor=pool, jobs=PROCESSES)),
        ]
        plays = [bare(engine, each), *(map(by_runner, runners))]
        bare(engine, warm)(0, 1)
        for runner in runners:
            runner.play([0, 4 * PROCESSES])
        count = 1
        while (taken := seconds(plays[0], 0, count)) < TURN / 8:
            count *= 8
        count = max(PROCESSES, int(count * TURN / taken))
        begun = time.perf_counter()
        turns: list[list[float]] = []
        while not turns or time.perf_counter() - begun < most * (1 - 0.5 / len(turns)):
            done = count * len(turns)
            turns.append([seconds(play, done, done + count) for play in plays])
    loop, one, two = zip(*turns, strict=True)
    speed = count / min(loop)
    shares = [statistics.median(map(truediv, loop, other)) for other in (one, two)]
    return player, backend, f"{speed:.{0 if speed >= 100 else 2}f}", *(f"{x:.2f}" for x in shares), str(len(turns))


def starts(program: Program) -> None:
    """Print how long it takes to begin: until the first games are there."""
    each = series(program, seed=1)
    for jobs in (1, PROCESSES):
        begun = time.perf_counter()
        with running([each], jobs=jobs) as runner:
            runner.play([PROCESSES])
        print(f"until the first games are there, by {jobs}: {time.perf_counter() - begun:.2f} s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", metavar="PLAYER", default=PLAYERS)
    parser.add_argument("--seconds", type=float, default=6, help="for each player and back end")
    parser.add_argument("--seats", type=int, default=2, help="players at the table")
    given = parser.parse_args(arguments)
    program = open_ruleset("imhotep").program(given.seats)
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        for player in given.players:
            for backend in BACKENDS:
                print(f"| {' | '.join(row(program, player, backend, pool, given.seconds))} |", flush=True)
    print()
    starts(program)


if __name__ == "__main__":
    main()
