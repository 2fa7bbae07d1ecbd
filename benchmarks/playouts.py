"""How many whole games by random players one core plays a second, for 2, 3 and 4 players, all sides A.

    python benchmarks/playouts.py --games 300

The tables take turns, a slice of the games each, so that a slow moment of the machine hits all of them: trust the
ratios more than the speeds.
"""

import argparse
import time
from collections.abc import Sequence

from imhotep import open_ruleset
from imhotep.experiment.series import game_seeds
from imhotep.machine.engine import Machine
from imhotep.machine.playout import play_out

PLAYERS = (2, 3, 4)
SLICES = 10


def measure(ruleset_id: str, games: int, seed: int) -> dict[int, tuple[float, int]]:
    """Seconds and decisions for each number of players."""
    ruleset = open_ruleset(ruleset_id)
    ruleset = open_ruleset(ruleset_id, sides={board: "A" for board, sides in ruleset.sides.items() if "A" in sides})
    machines = {players: Machine(ruleset.program(players)) for players in PLAYERS}
    found = dict.fromkeys(PLAYERS, (0.0, 0))
    seeds = game_seeds(seed, games)
    for machine in machines.values():
        play_out(machine, seeds[0])
    for number in range(SLICES):
        for players, machine in machines.items():
            seconds, decisions = _played(machine, seeds[number::SLICES])
            found[players] = (found[players][0] + seconds, found[players][1] + decisions)
    return found


def _played(machine: Machine, seeds: Sequence[int]) -> tuple[float, int]:
    begin = time.perf_counter()
    decisions = sum(play_out(machine, seed).decisions for seed in seeds)
    return time.perf_counter() - begin, decisions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ruleset", default="imhotep")
    given = parser.parse_args()
    if given.games < SLICES:
        parser.error(f"--games is at least {SLICES}")
    found = measure(given.ruleset, given.games, given.seed)
    first = given.games / found[PLAYERS[0]][0]
    print("players  games/s  decisions/s  decisions/game  ratio")
    for players, (seconds, decisions) in found.items():
        speed = given.games / seconds
        rates = f"{speed:7.1f}  {decisions / seconds:11.0f}  {decisions / given.games:14.1f}  {speed / first:5.2f}"
        print(f"{players:7}  {rates}")


if __name__ == "__main__":
    main()
