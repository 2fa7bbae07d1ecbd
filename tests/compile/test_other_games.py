"""Games of other kinds than the shipped one compile, and random play keeps all pieces."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

import imhotep
from imhotep.cli.main import cli
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.program.memory import DECISION, SEAT, STATUS
from imhotep.program.program import Program

RULESETS = Path(__file__).parents[1] / "rulesets"
TABLES = [
    *((f"{RULESETS}/rows", n, {"forest": side}, {}) for n, side in product((2, 3), "AB")),
    *(
        (f"{RULESETS}/hands", n, {}, {"deal": deal, "open_discards": shown, "rounds": rounds})
        for n, (deal, shown, rounds) in zip(
            (2, 3, 4, 4), product(("few", "many"), ("false", "true"), ("3",)), strict=True
        )
    ),
    *((f"{RULESETS}/tricks", n, {}, {"hook": hook}) for n, hook in ((2, "true"), (3, "false"), (4, "true"))),
    *((f"{RULESETS}/summits", n, {"twins": side}, {}) for n, side in ((2, "north"), (4, "south"))),
]
NAMES = ("rows", "hands", "masks", "ponds", "suits", "tricks", "summits")


def pieces(program: Program, state: list[int]) -> Counter[tuple[str, int]]:
    """How many pieces of each sort lie anywhere, worked out from the state alone."""
    found: Counter[tuple[str, int]] = Counter()
    for place in program.places:
        family = program.families[place.family]
        if place.line:
            continue
        for i, address in enumerate(place.addresses()):
            if place.kind == "pool" and not family.individuals:
                found[family.id, i * place.divisor + max(place.seat, 1)] += state[address]
            elif state[address]:
                found[family.id, state[address]] += 1
    return +found


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_another_kind_has_no_faults(name: str) -> None:
    assert imhotep.validate(f"{RULESETS}/{name}")[1] == ()


@pytest.mark.parametrize(("name", "scenarios"), [("tricks", 9), ("summits", 11), ("ponds", 8), ("suits", 8)])
def test_the_scenarios_of_a_game_of_another_kind_hold(name: str, scenarios: int) -> None:
    result = CliRunner().invoke(cli, ["test", f"{RULESETS}/{name}"])
    assert result.output.endswith(f"{name}: {scenarios} scenarios, {scenarios} passed, no findings\n")


@pytest.mark.parametrize("name", ["tricks", "summits"])
def test_play_reaches_everything_in_a_game_of_another_kind(name: str) -> None:
    result = CliRunner().invoke(cli, ["validate", f"{RULESETS}/{name}", "--deep", "20"])
    assert result.output.endswith(" games: no findings\n")


@pytest.mark.parametrize(("reference", "players", "sides", "options"), TABLES)
def test_random_games_end_without_faults_and_keep_all_pieces(
    reference: str, players: int, sides: dict[str, str], options: dict[str, str]
) -> None:
    program = imhotep.open_ruleset(reference, sides=sides, options=options).program(players)
    machine = Machine(program)
    taken = set()
    for seed in range(50):
        state = machine.begin(seed)
        stream = Stream(seed, "player")
        before = pieces(program, state)
        machine.enter(state, "begin")
        while not state[STATUS]:
            options_now = machine.options(state)
            assert options_now
            assert 1 <= state[SEAT] <= players
            way, value = options_now[stream.below(len(options_now))]
            taken.add((state[DECISION] - 1, way))
            machine.answer(state, way, value)
            assert pieces(program, state) == before
        for family in program.families:
            if family.where:
                for number in range(1, len(family.individuals) + 1):
                    assert state[state[family.where + number - 1]] == number
    ways = {(i, n) for i, d in enumerate(program.decisions) for n, way in enumerate(d.ways) if not way.last_resort}
    assert taken >= ways, [program.decisions[i].id for i, _ in ways - taken]


@pytest.mark.parametrize(("reference", "players", "sides", "options"), TABLES)
def test_every_option_has_an_id_of_its_own_and_views_can_be_taken(
    reference: str, players: int, sides: dict[str, str], options: dict[str, str]
) -> None:
    program = imhotep.open_ruleset(reference, sides=sides, options=options).program(players)
    for seed in range(3):
        game = imhotep.Game(program, seed)
        stream = Stream(seed, "player")
        while (decision := game.decision) is not None:
            ids = [option.id for option in decision.options]
            assert len(set(ids)) == len(ids)
            for seat in range(1, players + 1):
                game.view(seat)
            game.apply(decision.options[stream.below(len(ids))])
        assert game.winners


def test_a_seat_sees_its_own_hand_only() -> None:
    program = imhotep.open_ruleset(f"{RULESETS}/hands").program(2)
    game = imhotep.Game(program, 1)
    own, other = (game.view(seat)["areas"]["hand of ann"] for seat in (1, 2))
    assert sum(own.values()) == 3
    assert other == {"hidden": 3}
