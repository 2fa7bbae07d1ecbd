"""How cost grows with the size of a ruleset, the number of players and the length of games.

    python benchmarks/growth.py --seconds 1

Rulesets are made by data alone, in a temporary folder: cards and sites, each with an effect of its own, so that one of
them differs from another in no more than their number, or in the number of players or rounds. Told are how long it
takes to read and compile the rules, to print the module and to compile that (without and with wasmtime's cache), its
size, and how fast it plays; `ratio` is the time of a decision, that of the first line of each table being 1. Tables
take turns, a slice of the games each, and the best slice counts, since a slow moment of the machine hits all of them.
"""

import argparse
import tempfile
import time
from pathlib import Path

from playouts import compiled_in

from imhotep import open_ruleset
from imhotep.dataclass import dataclass
from imhotep.experiment.series import game_seeds
from imhotep.wasm.engine import WasmMachine, assembled

SLICES = 8
RULES = """\
ruleset: growing
players: {least: 2, most: 8}
seats: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}}
begin: game
winner: {by: {points: score of seat}}
scores: {cards: {}, sites: {}}
components:
  token: {owner: seat, count: 250, starts_in: supply}
  card: {is: card, fields: {worth: number}, starts_in: deck}
  site: {is: board, fields: {rate: number}, areas: {pier: {kind: slots, size: 3, holds: token}}}
areas:
  supply: {per: seat, kind: pool, holds: own token}
  deck: {kind: pile, holds: card, seen_by: nobody}
  hand: {per: seat, kind: pool, holds: card, seen_by: owner}
  discards: {kind: pile, holds: card}
fields:
  gold: {type: number, keys: {who: seat}}
triggers:
  played: {with: {card: card, player: seat}, to: card}
  visited: {with: {site: site, player: seat}, to: site}
procedures:
  game:
    do: |
      shuffle deck
      for each seat:
        move 4 cards from deck to hand of seat
      repeat ROUNDS times:
        for each seat:
          turn(seat)
  turn:
    with: {player: seat}
    do: |
      if possible:
        player chooses card in hand of player
        move card to discards
        trigger played(card, player)
      if possible:
        player chooses site where pier of site is not full
        move 1 token from supply of player to pier of site
        trigger visited(site, player)
      if deck is empty: shuffle discards into deck
      move top of deck to hand of player
cards:
"""
PLAYED = (
    "player scores worth of card as cards",
    "set gold(player) to gold(player) + NUMBER",
    "if gold(player) is at least NUMBER:\n          set gold(player) to gold(player) - NUMBER\n"
    "          player scores NUMBER + worth of card as cards",
    "for each seat where gold(seat) is more than NUMBER: set gold(seat) to gold(seat) - 1",
    "player scores count site where any token in pier of site where owner of token is player as cards",
)
VISITED = (
    "player scores rate of site as sites",
    "set gold(player) to gold(player) + count token in pier of site where owner of token is player",
    "for each token in pier of site: owner of token scores 1 as sites",
    "if gold(player) is more than NUMBER: player scores gold(player) / NUMBER as sites",
)
EMPTIED = "if pier of site is full:\n          for each token in pier of site: move token to supply of owner of token"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A table of play: how many times ten kinds of cards and four sites there are, and how long a game is."""

    size: int = 1
    players: int = 2
    rounds: int = 30


TABLES = {
    "size": [Case(size=n) for n in (1, 2, 4, 8, 16)],
    "players": [Case(players=n) for n in (2, 3, 4, 6, 8)],
    "rounds": [Case(rounds=n) for n in (15, 30, 60, 120, 240)],
}


def rules(case: Case) -> str:
    """The ruleset of a case."""
    text = RULES.replace("ROUNDS", str(case.rounds))
    for number in range(10 * case.size):
        effect = PLAYED[number % len(PLAYED)].replace("NUMBER", str(number % 7 + 1))
        text += f"  card_{number}:\n    family: card\n    count: 4\n    worth: {number % 5 + 1}\n"
        text += f"    effects:\n      played: |\n        {effect}\n"
    text += "boards:\n"
    for number in range(4 * case.size):
        effect = VISITED[number % len(VISITED)].replace("NUMBER", str(number % 7 + 1))
        text += f"  site_{number}:\n    rate: {number % 3 + 1}\n"
        text += f"    effects:\n      visited: |\n        {effect}\n        {EMPTIED}\n"
    return text


@dataclass(slots=True)
class Made:
    """A case made ready: how long that took, and what plays it."""

    case: Case
    read: float
    printed: float
    compiled: float
    cached: float
    kilobytes: float
    texts: int
    machine: WasmMachine
    best: float = float("inf")
    decisions: float = 0


def made(case: Case, folder: Path) -> Made:
    """The game of a case, compiled in all ways."""
    home = folder / f"rules-{case.size}-{case.players}-{case.rounds}"
    home.mkdir()
    (home / "ruleset.yaml").write_text(rules(case), encoding="utf-8")
    begin = time.perf_counter()
    ruleset = open_ruleset(str(home))
    program = ruleset.program(case.players)
    read = time.perf_counter() - begin
    binary = assembled(program)
    printed = time.perf_counter() - begin - read
    plain = min(compiled_in(binary, None) for _ in range(3))
    settings = folder / "cache.toml"
    settings.write_text(f'[cache]\ndirectory = "{folder.as_posix()}/cache"\n')
    compiled_in(binary, settings)
    return Made(
        case,
        read,
        printed,
        plain,
        min(compiled_in(binary, settings) for _ in range(3)),
        len(binary) / 1000,
        len(ruleset.texts.kept),
        WasmMachine(program, binary),
    )


def play(tables: list[Made], seconds: float) -> None:
    """Find out how fast each plays, so many seconds each."""
    games = []
    for one in tables:
        begin = time.perf_counter()
        outcomes = list(one.machine.outcomes(game_seeds(0, 200)))
        games.append(max(50, int(200 * seconds / SLICES / (time.perf_counter() - begin))))
        assert all(outcome.fault is None for outcome in outcomes)
    for number in range(SLICES):
        for one, count in zip(tables, games, strict=True):
            begin = time.perf_counter()
            decisions = sum(o.decisions for o in one.machine.outcomes(game_seeds(number, count)))
            one.best = min(one.best, (time.perf_counter() - begin) / decisions)
            one.decisions = decisions / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1, help="how long each table plays")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made(Case(), Path(folder))  # what is imported and read once counts nowhere
    for name, cases in TABLES.items():
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            tables = [made(case, Path(folder)) for case in cases]
            play(tables, given.seconds)
        print(f"{name:>7}  texts  read s  printed s  compiled s  cached s     kB  games/s  decisions/s  a game  ratio")
        for one in tables:
            print(
                f"{getattr(one.case, name):7}  {one.texts:5}  {one.read:6.2f}  {one.printed:9.2f}  {one.compiled:10.2f}"
                f"  {one.cached:8.3f}  {one.kilobytes:5.0f}  {1 / one.best / one.decisions:7.0f}  {1 / one.best:11.0f}"
                f"  {one.decisions:6.1f}  {one.best / tables[0].best:5.2f}"
            )


if __name__ == "__main__":
    main()
