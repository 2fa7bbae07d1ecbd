"""Looking up what a mapping holds."""

from copy import copy
from dataclasses import replace
from pickle import dumps, loads

from imhotep.diagnostics import Position, Span
from imhotep.document.nodes import Entry, Mapping, Scalar

PLACE = Span("here.yaml", Position(1, 1, 0), Position(1, 2, 1))


def mapping(*keys: str) -> Mapping:
    scalars = (Scalar(value=key, text=key, style="plain", span=PLACE) for key in keys)
    return Mapping(entries=tuple(Entry(scalar, scalar) for scalar in scalars), span=PLACE)


def test_a_copy_with_other_entries_finds_those() -> None:
    old = mapping("a", "b")
    assert old.get("a") is old.entries[0].value
    new = replace(old, entries=mapping("c").entries)
    assert new.get("a") is None
    assert new.get("c") is new.entries[0].value


def test_having_been_looked_into_makes_no_difference() -> None:
    used, fresh = mapping("a", "b"), mapping("a", "b")
    assert used.entry("b") == used.entries[1]
    assert used.entry("z") is None
    for each in (used, copy(used), loads(dumps(used))):
        assert (each, hash(each), repr(each)) == (fresh, hash(fresh), repr(fresh))
        assert each.entry("b") == fresh.entries[1]
