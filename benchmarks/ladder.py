"""Each player against the one below it, two at a table, seats in turn: who wins how often.

    python benchmarks/ladder.py [GAMES] [PLAYER ...]

Prints win rates with Wilson's interval (a shared win counts half). The seeds are 0, 1, 2 ..., so figures come again.
"""

import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from imhotep.compile.ruleset import open_ruleset
from imhotep.design.enlisting import enlist, read_players
from imhotep.experiment.statistics import wilson
from imhotep.players.table import play_game
from imhotep.wasm.playing import assembled_for, backend, playing

EXAMPLE = Path(__file__).parents[1] / "examples" / "players" / "builder.player.yaml"
LADDER = ("random", "greedy:20", EXAMPLE.as_posix(), "flat:100", "mcts:200")


def main(arguments: Sequence[str]) -> None:
    """Print the table of a ladder."""
    games = int(arguments[0]) if arguments else 40
    players, lists = read_players(arguments[1:] or LADDER)
    program = enlist(open_ruleset("imhotep"), lists, 2).program(2)
    engine = playing(program, assembled_for(program, backend()))
    print("| player | against | games | win rate | 95 % interval | seconds a game |\n|---|---|---|---|---|---|")
    for below, above in pairwise(players):
        begun = time.perf_counter()
        parts = []
        for seed in range(games):
            seat = 1 + seed % 2
            outcome = play_game(engine, (above, below) if seat == 1 else (below, above), seed)
            parts.append((seat in outcome.winners) / max(1, len(outcome.winners)))
        won = wilson(sum(parts), len(parts))
        seconds = (time.perf_counter() - begun) / games
        bounds = f"{won.low:.2f}–{won.high:.2f}"
        print(f"| `{above}` | `{below}` | {games} | {won.value:.2f} | {bounds} | {seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
