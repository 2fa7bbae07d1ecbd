"""How many whole games by random players one core plays a second, by WebAssembly and by the interpreter.

    python benchmarks/playouts.py --games 20000

Tables with 2, 3 and 4 players and all sides A, and with all sides B, take turns, a slice of the games each, so that a
slow moment of the machine hits all of them: trust the ratios more than the speeds. Bare games are those whose
statistics are written in the module, but not handed to Python. Also told: how large the modules are, and how long it
takes to make them and to compile them, without wasmtime's cache and with it.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import wasmtime

from imhotep import Program, open_ruleset
from imhotep.experiment.series import game_seeds
from imhotep.machine.marks import Marking
from imhotep.wasm.engine import WasmMachine, assembled
from imhotep.wasm.playing import Backend, Covering, Interpreting, Playing, covering

PLAYERS = (2, 3, 4)
SIDES = ("A", "B")
SLICES = 10
A_CALL = 1000
"""Games that are played in one call of a module."""

FEWER = 100
"""The interpreter plays one game where WebAssembly plays so many."""


def programs(ruleset_id: str) -> dict[tuple[str, int], Program]:
    """The program of each table, by its sides and number of players."""
    ruleset = open_ruleset(ruleset_id)
    found = {}
    for side in SIDES:
        sides = {board: side for board, known in ruleset.sides.items() if side in known}
        opened = open_ruleset(ruleset_id, sides=sides)
        found.update({(side, players): opened.program(players) for players in PLAYERS})
    return found


def measure(tables: dict[tuple[str, int], Program], games: int, seed: int) -> None:
    """Print the speeds."""
    playing: dict[tuple[str, int], tuple[Playing, Playing]] = {
        table: (WasmMachine(program), Interpreting(program)) for table, program in tables.items()
    }
    seeds = game_seeds(seed, games)
    some = seeds[: max(SLICES, games // FEWER)]
    for both in playing.values():
        for one in both:
            list(one.outcomes(seeds[:2]))
    bare = {table: Bare(program) for table, program in tables.items()}
    spent = {(table, i): 0.0 for table in tables for i in (0, 1, 2)}
    decisions = dict.fromkeys(tables, 0)
    for number in range(SLICES):
        for table, both in playing.items():
            for i, (one, mine) in enumerate(zip(both, (seeds, some), strict=True)):
                first, last = len(mine) * number // SLICES, len(mine) * (number + 1) // SLICES
                seconds, count = _played(one, mine[first:last])
                spent[table, i] += seconds
                decisions[table] += count if i == 0 else 0
            spent[table, 2] += bare[table].play(number, games // SLICES)
    print("sides  players  bare games/s    wasm games/s  decisions/s  decisions/game  interpreter games/s  ratio")
    for table in tables:
        fast, slow = games / spent[table, 0], len(some) / spent[table, 1]
        print(
            f"{table[0]:>5}  {table[1]:7}  {games // SLICES * SLICES / spent[table, 2]:12.0f}"
            f"  {fast:14.0f}  {decisions[table] / spent[table, 0]:11.0f}"
            f"  {decisions[table] / games:14.1f}  {slow:19.1f}  {fast / slow:5.0f}"
        )


class Bare:
    """A module as anybody has it: games are played and their statistics written, which nobody reads."""

    def __init__(self, program: Program) -> None:
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self.store, wasmtime.Module(engine, assembled(program)), []).exports(self.store)
        play = exports["play"]
        assert isinstance(play, wasmtime.Func)
        self.call = play
        self.play(1, A_CALL)

    def play(self, slice: int, games: int) -> float:
        """How long it takes to play so many games."""
        begin = time.perf_counter()
        for first in range(0, games, A_CALL):
            self.call(self.store, slice * games + first, min(A_CALL, games - first))
        return time.perf_counter() - begin


def measure_watched(tables: dict[tuple[str, int], Program], games: int, seed: int) -> None:
    """Print the speeds of games that are watched, as `validate --deep` plays them."""
    print("sides  players  watched: wasm games/s  interpreter games/s  ratio")
    seeds = game_seeds(seed, games)
    for (side, players), program in tables.items():
        marking = Marking(program)
        speeds = []
        some: dict[Backend, Sequence[int]] = {"wasm": seeds, "interpreter": seeds[: max(SLICES, games // FEWER)]}
        for backend, mine in some.items():
            one = covering(marking, backend)
            list(one.outcomes(seeds[:2]))
            speeds.append(len(mine) / _played(one, mine)[0])
        print(f"{side:>5}  {players:7}  {speeds[0]:21.0f}  {speeds[1]:19.1f}  {speeds[0] / speeds[1]:5.0f}")


def _played(one: Playing | Covering, seeds: Sequence[int]) -> tuple[float, int]:
    begin = time.perf_counter()
    decisions = sum(outcome.decisions for outcome in one.outcomes(seeds))
    return time.perf_counter() - begin, decisions


def making(tables: dict[tuple[str, int], Program]) -> None:
    """Print how long it takes to make modules ready, and how large they are."""
    print("sides  players  module kB  printed s  compiled s  compiled, cached s")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = Path(folder) / "cache.toml"
        settings.write_text(f'[cache]\ndirectory = "{Path(folder).as_posix()}/cache"\n')
        for (side, players), program in tables.items():
            begin = time.perf_counter()
            binary = assembled(program)
            printed = time.perf_counter() - begin
            compiled = compiled_in(binary, None)
            compiled_in(binary, settings)
            cached = compiled_in(binary, settings)
            size = len(binary) / 1000
            print(f"{side:>5}  {players:7}  {size:9.0f}  {printed:9.2f}  {compiled:10.2f}  {cached:18.3f}")


def compiled_in(binary: bytes, cache: Path | None) -> float:
    """How long it takes to compile a module, with a cache whose settings stand in a file, or without one."""
    config = wasmtime.Config()
    if cache is not None:
        config.cache = str(cache)
    engine = wasmtime.Engine(config)
    begin = time.perf_counter()
    wasmtime.Module(engine, binary)
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="games for each table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ruleset", default="imhotep")
    given = parser.parse_args()
    if given.games < SLICES:
        parser.error(f"--games is at least {SLICES}")
    tables = programs(given.ruleset)
    measure(tables, given.games, given.seed)
    print()
    measure_watched(tables, given.games, given.seed)
    print()
    making(tables)


if __name__ == "__main__":
    main()
