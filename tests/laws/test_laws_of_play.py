"""Laws of pieces, turns and the end: they hold in every game, whoever plays and however badly."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given
from laws.tables import EVERY_TABLE, PURE_TABLES, Table, at_every_table, play, program, quick, sample, seeds, thorough

from imhotep import Game, Program, open_ruleset
from imhotep.document.composer import compose
from imhotep.document.nodes import Scalar
from imhotep.document.source import Source

FEW_STONES = "components.stone.count=8"  # so few that seats get stuck
MINIMUM = {"four": 3, "three": 2, "two": 1, "one": 1}


def text(written: str) -> Scalar:
    node, found = compose(Source("test", "|\n " + written.replace("\n", "\n ")))
    assert isinstance(node, Scalar) and not found
    return node


@cache
def program_from(players: int, written: str) -> Program:
    """The game with an entry of its own, `written`."""
    return open_ruleset("imhotep").program(players, entries={"written": text(written)})


def pieces(game: Game) -> Counter[str]:
    """All pieces, wherever they lie."""
    found: Counter[str] = Counter()
    for contents in game.describe()["areas"].values():
        if isinstance(contents, dict):
            found.update(contents)
        else:
            found.update(piece for piece in contents if piece is not None)
    return found


def families(program: Program, found: Counter[str]) -> dict[str, int]:
    """How many pieces of each family."""
    sums: Counter[str] = Counter()
    for piece, amount in found.items():
        kind = piece.partition(".")[0]
        (family,) = [f.id for f in program.families if kind in f.kinds]
        sums[family] += amount
    return dict(sums)


# ---- pieces


def conserved(program: Program, seed: int) -> None:
    game = Game(program, seed)
    before = pieces(game)
    assert families(program, before) == {"stone": 29 * program.players, "card": 34, "ship": 8, "round_card": 7}
    assert all(before[f"stone.{seat}"] == 29 for seat in program.seats)
    for _ in play(game, Random(seed)):
        assert pieces(game) == before


test_pieces_are_conserved_at_every_decision, test_pieces_are_conserved_in_many_games = at_every_table(conserved)


# ---- the end


def ends(program: Program, seed: int) -> None:
    game = Game(program, seed)
    for _ in play(game, Random(seed)):
        pass
    assert game.over and game.decision is None
    assert game.describe()["fields"]["round"] == 6
    assert set(game.winners) <= set(range(1, program.players + 1)) and game.winners
    best = max(score.points for score in game.scores)
    assert all(game.scores[seat - 1].points == best for seat in game.winners)


test_every_game_ends_after_six_rounds, test_many_games_end_after_six_rounds = at_every_table(ends)


@pytest.mark.parametrize("players", [2, 3, 4])
@quick
@given(seed=seeds)
def test_all_six_round_ends_and_the_end_of_the_game_are_paid(players: int, seed: int) -> None:
    """With every space of the temple taken from the start, each round end pays for each space exactly once."""
    spaces = 4 if players == 2 else 5
    position = f"""\
move {spaces} stones from quarry of black to floor of temple
move 1 stone from quarry of black to chamber of burial_chamber
game()"""
    game = Game(program_from(players, position), seed, entry="written")
    for _ in play(game, Random(seed)):
        pass
    points = Counter[str]()
    for score in game.scores:
        points.update(dict(score.by_source))
    assert points["temple"] == 6 * spaces
    assert points["burial_chamber"] >= 1


# ---- options


def applicable(program: Program, seed: int) -> None:
    game, choices = Game(program, seed), Random(seed)
    decision = game.decision
    for _ in play(game, choices):
        assert decision is not None and decision.options
        assert len({option.id for option in decision.options}) == len(decision.options)
        decision = game.decision
        for option in decision.options if decision is not None else ():
            copy = game.copy()
            copy.apply(option)
            assert copy.over or (copy.decision is not None and copy.decision.options)


test_every_option_can_be_applied, test_every_option_can_be_applied_in_many_games = at_every_table(applicable)


def stuck(game: Game, seat: str) -> bool:
    """Whether a seat has nothing to do, told from what lies on the table alone."""
    areas = game.describe()["areas"]
    ready = any(
        sum(map(bool, areas[f"cargo of {ship}"])) >= MINIMUM[ship.partition(".")[0]]
        for ship in areas["harbour"]
        if ship
    )
    return not areas[f"sled of {seat}"] and not areas[f"quarry of {seat}"] and not ready


def passes_when_stuck(table: Table, seed: int) -> int:
    """Play a game with few stones; how often somebody had to pass."""
    game, passes = Game(program(table, FEW_STONES), seed), 0
    for _ in play(game, Random(seed)):
        decision = game.decision
        if decision is None or decision.id != "play_turns.action":
            continue
        seat = game.program.seats[decision.seat - 1]
        offered = [option.id for option in decision.options]
        if stuck(game, seat):
            assert offered == ["pass"]
            passes += 1
        else:
            assert "pass" not in offered
    return passes


def test_a_seat_passes_exactly_when_it_is_stuck() -> None:
    tables = [*PURE_TABLES, *sample("stuck")]
    passes = [passes_when_stuck(table, seed) for seed, table in enumerate(tables)]
    assert sum(passes) > 10


@pytest.mark.long
@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
@thorough
@given(seed=seeds)
def test_seats_pass_exactly_when_they_are_stuck_in_many_games(table: Table, seed: int) -> None:
    passes_when_stuck(table, seed)
