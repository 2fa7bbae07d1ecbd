"""What instructions do to a state, held against plain lists and a search of its own."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from imhotep.machine.looking import Fail
from imhotep.machine.primitives import Primitives
from imhotep.program.memory import SEED_LOW, Place
from imhotep.program.program import Program

ProgramOf: TypeAlias = Callable[..., Program]

SECTIONS = """\
components:
  token:
    owner: seat
    starts_in: supply
    kinds: {light: {count: 6}, heavy: {count: 4}}
  walker:
    starts_in: camp
    fields: {tired: yes/no}
    kinds: {scout: {tired: false, count: 5}, mule: {tired: false, count: 2}}
  guard: {owner: seat, count: 6, starts_in: barracks, fields: {awake: yes/no}}
areas:
  supply: {per: seat, kind: pool, holds: own token}
  mixed: {kind: pool, holds: token}
  heap: {kind: pile, holds: token}
  low_heap: {kind: pile, holds: token, capacity: 3}
  bag: {kind: pool, holds: token, capacity: 4}
  camp: {kind: pool, holds: walker}
  trail: {kind: pile, holds: walker}
  other_trail: {kind: pile, holds: walker}
  seats_in_boat: {kind: slots, size: 3, holds: walker}
  by_row: {kind: grid, columns: 4, rows: 3, holds: token}
  by_column: {kind: grid, columns: 4, rows: 3, fill: by column, holds: token}
  barracks: {per: seat, kind: pool, holds: guard}
  wall: {kind: grid, columns: 4, rows: 3, holds: guard}
procedures:
  game:
    do: |
      for each walker: set tired of walker to yes
      for each guard: set awake of guard to yes
      for each row in by_row: stop
"""
COMMON = settings(
    derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def program(program_of: ProgramOf) -> Program:
    compiled: Program = program_of(SECTIONS)
    return compiled


def named(program: Program, name: str) -> tuple[int, Place]:
    """A place and its number."""
    return next((i, p) for i, p in enumerate(program.places) if p.name == name and not p.line)


def pile(program: Program, s: Sequence[int], name: str) -> list[int]:
    """What lies in a pile, bottom first."""
    _, place = named(program, name)
    assert all(not s[a] for a in place.addresses()[s[place.start] :])
    return [s[a] for a in place.addresses()[: s[place.start]]]


def everywhere_right(program: Program, s: Sequence[int]) -> None:
    """Each individual lies just where the state says that it lies."""
    for family in program.families:
        for number in range(1, len(family.individuals) + 1):
            if family.where:
                assert s[s[family.where + number - 1]] == number


@COMMON
@given(st.lists(st.tuples(st.integers(1, 7), st.sampled_from(["trail", "other_trail"])), max_size=25))
def test_individuals_move_between_piles_as_between_lists(program: Program, moves: list[tuple[int, str]]) -> None:
    primitives = Primitives(program)
    s = list(program.start)
    number = next(i for i, f in enumerate(program.families) if f.id == "walker")
    lists: dict[str, list[int]] = {"trail": [], "other_trail": []}
    for thing, target in moves:
        primitives.do_send(s, number, thing, named(program, target)[0], 0)
        for held in lists.values():
            if thing in held:
                held.remove(thing)
        lists[target].append(thing)
        everywhere_right(program, s)
        assert {name: pile(program, s, name) for name in lists} == lists


@COMMON
@given(st.lists(st.tuples(st.sampled_from(["in", "out", "top", "bottom"]), st.integers(0, 30)), max_size=30))
def test_counted_pieces_leave_a_pile_from_any_height(program: Program, steps: list[tuple[str, int]]) -> None:
    primitives = Primitives(program)
    s = list(program.start)
    heap, place = named(program, "heap")
    mixed, pool = named(program, "mixed")
    for counter in pool.addresses():
        s[counter] = 3
    model: list[int] = []
    for what, n in steps:
        if what == "in":
            counter = pool.addresses()[n % len(pool.addresses())]
            if s[counter] and len(model) < place.length:
                primitives.do_move(s, counter, heap, 0)
                model.append(counter - pool.start + 1)
        elif model:
            index = {"out": n % len(model), "top": len(model) - 1, "bottom": 0}[what]
            address = place.addresses()[index]
            assert primitives.do_top(s, heap) == place.addresses()[len(model) - 1]
            assert primitives.do_bottom(s, heap) == place.addresses()[0]
            counter = primitives.do_move(s, address, mixed, 0)
            assert counter == pool.start + model.pop(index) - 1
        assert pile(program, s, "heap") == model
        assert primitives.do_count(s, heap) == len(model)


def test_a_pile_and_a_pool_refuse_what_is_more_than_their_capacity(program: Program) -> None:
    primitives = Primitives(program)
    for name, most in (("low_heap", 3), ("bag", 4)):
        s = list(program.start)
        target, _ = named(program, name)
        _, pool = named(program, "supply of north")
        for n in range(most):
            assert primitives.do_room(s, target) == most - n
            primitives.do_move(s, pool.start, target, 0)
        with pytest.raises(Fail):
            primitives.do_move(s, pool.start, target, 0)


@COMMON
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(1, 4), max_size=8), st.lists(st.integers(1, 4), max_size=8))
def test_shuffling_into_a_pile_puts_what_comes_underneath_in_any_order(
    program: Program, seed: int, below: list[int], above: list[int]
) -> None:
    primitives = Primitives(program)
    s = list(program.start)
    s[SEED_LOW] = seed & 0x7FFFFFFF
    heap, place = named(program, "heap")
    mixed, pool = named(program, "mixed")
    for code in below:
        s[pool.start + code - 1] += 1
    for i, code in enumerate(above):
        s[place.start + 1 + i] = code
    s[place.start] = len(above)
    counters = len(s)
    s.append(0)
    primitives.program = replace_counters(program, counters)
    primitives.name_hashes = [1]
    primitives.do_shuffle_into(s, mixed, heap, 0, 0)
    there = pile(program, s, "heap")
    assert there[len(below) :] == above
    assert sorted(there[: len(below)]) == sorted(below)
    assert primitives.do_count(s, mixed) == 0


def replace_counters(program: Program, counters: int) -> Program:
    """The program with one random stream, whose counter lies there."""
    return replace(program, counters=counters, streams=("test",))


def searched(cells: dict[tuple[int, int], int]) -> set[frozenset[tuple[int, int]]]:
    """Groups of equal owners connected by sides, by plain search; `cells` says the owner of each."""
    left, groups = set(cells), set()
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            x, y = waiting.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left and cells[near] == cells[x, y]:
                    left.remove(near)
                    group.add(near)
                    waiting.append(near)
        groups.add(frozenset(group))
    return groups


@COMMON
@pytest.mark.parametrize("name", ["by_row", "by_column", "wall"])
@given(st.lists(st.integers(0, 4), min_size=12, max_size=12))
def test_groups_are_what_a_plain_search_finds(program: Program, name: str, content: list[int]) -> None:
    primitives = Primitives(program)
    s = list(program.start)
    number, place = named(program, name)
    family = program.families[place.family]
    rows = place.length // place.columns
    cells = {}
    address_at = {}
    for i, code in enumerate(content):
        if family.individuals and code:
            code = i + 1  # guards are told apart; their holders alternate below
        s[place.start + i] = code
        spot = (i % place.columns, i // place.columns) if place.by_row else (i // rows, i % rows)
        address_at[spot] = place.start + i
        if code:
            cells[spot] = family.holders[code - 1] if family.individuals else (code - 1) % family.owners + 1
    expected = searched(cells)
    leaders = primitives.do_groups(s, number)
    first_cells = {min(address_at[spot] for spot in group): len(group) for group in expected}
    assert sorted(leaders) == sorted(first_cells)
    assert [primitives.do_group_size(s, leader) for leader in leaders] == [first_cells[a] for a in leaders]


@COMMON
@given(st.lists(st.integers(0, 4), min_size=12, max_size=12))
def test_top_and_bottom_of_lines_are_their_last_and_first_piece(program: Program, content: list[int]) -> None:
    primitives = Primitives(program)
    for name in ("by_row", "by_column"):
        s = list(program.start)
        _, place = named(program, name)
        s[place.start : place.start + 12] = content
        area = next(a for a in program.areas if a.id == name)
        grid = {((i % 4, i // 4) if place.by_row else (i // 3, i % 3)): place.start + i for i in range(12)}
        for axis, lines in enumerate((area.rows[0], area.columns[0])):
            for n, line in enumerate(lines):
                mine = [grid[x, n] for x in range(4)] if axis == 0 else [grid[n, y] for y in range(3)]
                assert list(program.places[line].addresses()) == mine
                filled = [a for a in mine if s[a]]
                assert primitives.do_top(s, line) == (filled[-1] if filled else 0)
                assert primitives.do_bottom(s, line) == (filled[0] if filled else 0)
                assert primitives.do_count(s, line) == len(filled)
                assert primitives.do_room(s, line) == len(mine) - len(filled)
                assert all(primitives.do_line_of(a, axis) == line for a in mine)
