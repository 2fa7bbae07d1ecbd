"""One mistake is one diagnostic, at its place, in a designer's words."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from imhotep.diagnostics import Diagnostic
from imhotep.document.composer import compose
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.document.source import Source
from imhotep.form import schema as schema_module
from imhotep.form.partial import Schema
from imhotep.form.schema import SchemaName, check, load
from imhotep.shipped import schemas_folder

RULESET = schemas_folder().parent / "rulesets" / "imhotep"
FILES = sorted(path for path in RULESET.rglob("*.yaml") if not path.name.endswith(".scenarios.yaml"))


def read(written: str, name: str = "test.yaml") -> Node:
    node, diagnostics = compose(Source(name, written))
    assert node is not None, diagnostics
    return node


@cache
def read_file(path: Path) -> Node:
    return read(path.read_text(encoding="utf-8"), path.name)


def the_one(written: str, schema: SchemaName = "ruleset") -> Diagnostic:
    (found,) = check(read(written), schema)
    return found


class Spot(NamedTuple):
    """An entry of a shipped file whose key the schema names.

    `ambiguous` if under another name it could be the value of a field, about which the schema knows nothing.
    """

    path: Path
    keys: tuple[str, ...]
    ambiguous: bool


def spots(path: Path) -> Iterator[Spot]:
    def walk(node: Node, part: Schema, keys: tuple[str, ...]) -> Iterator[Spot]:
        if not isinstance(node, Mapping):
            return
        properties = cast("dict[str, Schema]", part.get("properties", {}))
        (entries,) = cast("dict[str, Schema]", part.get("patternProperties", {"": {}})).values()
        for entry in node.entries:
            below = (*keys, entry.key.text)
            if entry.key.text in properties:
                open_map = part["additionalProperties"] is not False
                yield Spot(path, below, open_map and isinstance(entry.value, Scalar))
            yield from walk(entry.value, properties.get(entry.key.text, entries), below)

    yield from walk(read_file(path), schema_module._inlined(load("ruleset")), ())


def sample(candidates: list[Spot], size: int) -> list[Spot]:
    """Each key once, wherever it stands, and more of them up to `size`."""
    mixed = random.Random(1).sample(candidates, len(candidates))
    first = {spot.keys[-1]: spot for spot in mixed}
    return list(dict.fromkeys([*first.values(), *mixed]))[:size]


SPOTS = [spot for path in FILES for spot in spots(path)]


def changed(node: Node, keys: tuple[str, ...], change: Callable[[Entry], Entry]) -> tuple[Node, Entry]:
    """The tree with the entry at `keys` changed, and that entry as it was."""
    assert isinstance(node, Mapping)
    index = [entry.key.text for entry in node.entries].index(keys[0])
    old = node.entries[index]
    if len(keys) == 1:
        new, found = change(old), old
    else:
        value, found = changed(old.value, keys[1:], change)
        new = Entry(old.key, value)
    return replace(node, entries=(*node.entries[:index], new, *node.entries[index + 1 :])), found


def spot_id(spot: Spot) -> str:
    return ".".join(spot.keys)


def renamed(entry: Entry) -> Entry:
    name = entry.key.text + "x"
    return Entry(replace(entry.key, text=name, value=name), entry.value)


def retyped(entry: Entry) -> Entry:
    """A list in a list is wrong everywhere."""
    inner = Sequence(items=(), span=entry.value.span)
    return Entry(entry.key, Sequence(items=(inner,), span=entry.value.span))


@pytest.mark.parametrize("spot", sample([spot for spot in SPOTS if not spot.ambiguous], 150), ids=spot_id)
def test_a_misspelt_key_is_one_diagnostic_at_the_key(spot: Spot) -> None:
    root, entry = changed(read_file(spot.path), spot.keys, renamed)
    (found,) = check(root, "ruleset")
    assert (found.code, found.span) == ("S001", entry.key.span)
    assert found.help == f"did you mean `{entry.key.text}`?"


@pytest.mark.parametrize("spot", sample(SPOTS, 150), ids=spot_id)
def test_a_value_of_another_type_is_one_diagnostic_at_the_value(spot: Spot) -> None:
    root, entry = changed(read_file(spot.path), spot.keys, retyped)
    (found,) = check(root, "ruleset")
    assert (found.code, found.span) == ("S002", entry.value.span)


@pytest.mark.parametrize(
    ("written", "code", "column", "message", "help"),
    [
        ("areas: {x: {kind: gird, holds: a}}", "S003", 19, "unknown value `gird` for `kind`", "did you mean `grid`?"),
        ("areas: {x: {kidn: pool, holds: a}}", "S001", 13, "unknown key `kidn`", "did you mean `kind`?"),
        ("areas: {x: {kind: pool, holds: a, size: 3}}", "S005", 35, "only for slots, not for a pool", None),
        ("areas: {x: {kind: slots, holds: a}}", "S004", 9, "`x` lacks `size` or `cells`", None),
        ("areas: {x: {kind: grid, holds: a}}", "S004", 9, "`x` lacks `columns` and `rows`", None),
        ("areas: {x: {kind: slots, holds: a, size: 2, cells: 2}}", "S005", 36, "`cells` says it already", None),
        ("areas: {x: {kind: pool, holds: a, capacity: 06}}", "S007", 45, "value of `capacity`", "write `6`"),
        ('areas: {x: {kind: pool, holds: a, capacity: "4"}}', "S007", 45, "`4`", "write `4` without quotes"),
        ("areas: {x: {kind: pool, holds: my a}}", "S007", 32, "`my a`", "a family, or `own` and a family"),
        ("numbers: {x: 4}", "S002", 14, "`x` must be a map, not the number `4`", "write it like `{value: 3}`"),
        ("numbers: {x: {value: 1_000}}", "S002", 22, "a whole number, not the text `1_000`", "write `1000`"),
        ('numbers: {x: {value: "6"}}', "S002", 22, "a whole number", "write `6` without quotes"),
        ("numbers: {x: {value: 1, value_by_players: {2: 3}}}", "S005", 15, "`value_by_players` says", None),
        ("numbers: {x: {value_by_players: {two: 3}}}", "S007", 34, "`two` cannot be a key", "a number of players"),
        ("tables: {x: {rows: {06: 1}}}", "S007", 21, "`06` cannot be a key of `rows`", "write `6`"),
        ("tables: {x: {rows: {1: 1}, beyond: sane}}", "S003", 36, "unknown value `sane`", "did you mean `same`?"),
        ("tables: {x: {rows: {1: 1}, beyond: {ad: 3}}}", "S001", 37, "unknown key `ad`", "did you mean `add`?"),
        ("tables: {x: {rows: {}}}", "S008", 14, "`rows` is empty", None),
        ("options: {x: {default: a, valeus: {a: b}}}", "S001", 27, "unknown key `valeus`", "did you mean `values`?"),
        ("options: {x: {default: 1, values: {a: b}}}", "S002", 24, "a text, not the number `1`", 'write `"1"`'),
        ("options: {x: {default: yes}}", "S002", 24, "`default` must be yes or no", "write `true`"),
        ("options: {x: {default: 3}}", "S004", 11, "`x` lacks `least` and `most`", None),
        ("options: {x: {default: 3, least: 1, mots: 5}}", "S001", 37, "unknown key `mots`", "did you mean `most`?"),
        ("options: {x: {default: a, values: {a: b}, most: 3}}", "S005", 43, "only for a number", None),
        ("definitions: {x: {alll: {a: b}}}", "S001", 19, "unknown key `alll`", "did you mean `all`?"),
        ("definitions: {x: {means: a, all: {a: b}}}", "S005", 19, "`all` says it already", None),
        ("procedures: {x: {effect: a}}", "S001", 18, "unknown key `effect`", "`do` is due here"),
        ("actions: {x: {do: 3}}", "S002", 19, "a text, not the number `3`", 'write `"3"` for the text'),
        ("actions: {x: {do: }}", "S002", 18, "a text, not nothing", None),
        ("actions: {x: {do: a, last_resort: on}}", "S002", 35, "yes or no, not the text `on`", "write `true`"),
        ("actions: {x: {do: a, last_resort: [a]}}", "S002", 35, "yes or no, not a list", "write `true` or `false`"),
        ("actions: {x: {do: a, for_players: 3}}", "S002", 35, "a list, not the number `3`", "like `[3, 4]`"),
        ("actions: {x: {do: a, for_players: [3, 3]}}", "S009", 35, "holds the same item twice", None),
        ("actions: {x: {do: a, for_players: [3, a]}}", "S002", 39, "item 2 of `for_players`", None),
        ("actions: {2x: {do: a}}", "S007", 11, "`2x` cannot be a key of `actions`", "beginning with a letter"),
        ("actions: {x: {do: a, source: prnted}}", "S003", 30, "`prnted`", "did you mean `printed`? allowed: `printed`"),
        ("actions: {x: {do: a, source: {confidence: sure}}}", "S003", 43, "`sure` for `confidence`", "allowed:"),
        ("actions: {x: {do: a, source: 3}}", "S002", 30, "a text or a map", "write it like `printed`"),
        ("actions: {x: {do: a, name: {english: b}}}", "S001", 29, "unknown key `english`", "`en` is due here"),
        ("actions: {x: {do: a, name: {de: b}}}", "S004", 22, "`name` lacks `en`", None),
        ("cards: {x: {family: f, efects: {a: b}}}", "S001", 24, "unknown key `efects`", "did you mean `effects`?"),
        ("cards: {x: {family: f, for_player: [2, 3]}}", "S001", 24, "unknown key `for_player`", "`for_players`"),
        ("cards: {x: {family: f, size: {a: b}}}", "S002", 30, "or a list, not a map", None),
        ("cards: {x: {family: f, count: -1}}", "S006", 31, "`count` must be at least 0, not the number `-1`", None),
        ("components: {x: {fields: {a: []}}}", "S008", 27, "`a` is empty", None),
        ("titel: x", "S001", 1, "unknown key `titel`", "did you mean `title`?"),
        ("format: 2", "S003", 9, "unknown value `2` for `format`", "allowed: `1`"),
        ("format: [1]", "S002", 9, "`format` must be one of `1`, not a list", None),
        ("[a]", "S002", 1, "the file must be a map, not a list", None),
    ],
)
def test_a_mistake_is_said_once_where_it_stands(
    written: str, code: str, column: int, message: str, help: str | None
) -> None:
    found = the_one(written)
    assert (found.code, found.span and found.span.start.column) == (code, column)
    assert message in found.message
    assert found.help is None if help is None else help in (found.help or "")


@pytest.mark.parametrize(
    "written",
    [
        "options: {x: {default: false}}",
        "options: {x: {default: a, values: {a: A, b: {en: B}}}}",
        "options: {x: {default: 3, least: 1, most: 5}}",
        "areas: {x: {kind: grid, holds: own a, columns: {1: {colour: red}, b: }, rows: unlimited}}".replace(
            "b: }", "b: {}}"
        ),
        "areas: {x: {kind: slots, holds: a, cells: {1: {points: 2, effects: {t: stop}}}}}",
        "areas: {x: {kind: pile, holds: a, capacity: many, seen_by: owner}}",
        "tables: {x: {rows_by_players: {2: {1: 3, -1: 0}}, beyond: {add: -2}}}",
        "tables: {x: {rows: {0: 0}, beyond: 0, source: {confidence: assumed, note: {en: a, pt-BR: b}}}}",
        "definitions: {x: {with: {a: seat}, all: {b: a is a}}}",
        "cards: {x: {family: f, colour: red, fleet: [a, b], wild: true, worth: 3}}",
        "triggers: {x: {}, y: {with: {a: seat}, to: a, can_refuse: true, note: when it happens}}",
        "{}",
    ],
)
def test_each_form_that_an_entry_may_have_is_accepted(written: str) -> None:
    assert check(read(written), "ruleset") == ()


def test_each_unknown_key_of_a_map_has_its_own_diagnostic() -> None:
    found = check(read("procedures: {x: {do: a, wiht: {a: seat}, nmae: b, zzz: 1}}"), "ruleset")
    assert [d.message for d in found] == ["unknown key `wiht`", "unknown key `nmae`", "unknown key `zzz`"]


def test_a_missing_key_is_reported_beside_unknown_keys_that_are_not_near() -> None:
    found = check(read("rules: {x: {foo: 1, bar: 2, when: a}}"), "ruleset")
    assert sorted(d.code for d in found) == ["S001", "S001", "S004"]
