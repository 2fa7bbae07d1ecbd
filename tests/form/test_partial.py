"""The schema of variants: derived from that of rulesets, as strict about keys and types, demanding nothing."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from imhotep.diagnostics import Diagnostic
from imhotep.document.composer import compose
from imhotep.document.nodes import Entry, Mapping, Node
from imhotep.document.source import Source
from imhotep.form.partial import Json, Schema, derive, text
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


def test_the_shipped_schema_of_variants_is_in_step_with_that_of_rulesets() -> None:
    shipped = (schemas_folder() / "variant.schema.json").read_text(encoding="utf-8")
    assert shipped == text(derive(json.loads(shipped), load("ruleset")))


def demands(schema: Json) -> Iterator[Schema]:
    """The schemas that ask for keys, beside conditions."""
    if isinstance(schema, dict):
        if "required" in schema or "minProperties" in schema:
            yield schema
        for keyword, value in schema.items():
            if keyword != "if":
                yield from demands(value)
    elif isinstance(schema, list):
        for each in schema:
            yield from demands(each)


def test_what_is_derived_demands_no_key() -> None:
    defs = cast(Schema, load("variant")["$defs"])
    derived = [part for name, part in defs.items() if name.startswith("partial_")]
    assert len(derived) == len(cast(Schema, load("ruleset")["$defs"])) + 1
    assert list(demands(derived)) == []


@pytest.mark.parametrize("section", ["change", "add"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_whole_file_of_the_ruleset_could_stand_in_a_variant(path: Path, section: str) -> None:
    root = read_file(path)
    assert isinstance(root, Mapping)
    kept = replace(root, entries=tuple(e for e in root.entries if e.key.text not in ("format", "ruleset")))
    variant = read(f"extends: imhotep\n{section}: {{}}")
    assert isinstance(variant, Mapping)
    extends, part = variant.entries
    assert check(replace(variant, entries=(extends, Entry(part.key, kept))), "variant") == ()


@pytest.mark.parametrize(
    "change",
    [
        "{areas: {sled: {capacity: 6}}}",
        "{numbers: {rounds: {value: 4}}}",
        "{tables: {start: {rows: {2: 3}}}}",
        "{boards: {temple: {sides: {A: {areas: {floor: {rows: 3}}}}}}}",
        "{options: {x: {default: b}}}",
        "{actions: {x: {name: {de: a}}}}",
        "{}",
    ],
)
def test_a_change_may_be_any_part(change: str) -> None:
    for section in ("change", "add"):
        assert check(read(f"extends: imhotep\n{section}: {change}"), "variant") == ()


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        ("extend: imhotep", "S001", "unknown key `extend`"),
        ("title: a", "S004", "the file lacks `extends`"),
        ("extends: a\nchange: {numbers: {x: 4}}", "S002", "`x` must be a map"),
        ("extends: a\nchange: {areas: {sled: {capcity: 6}}}", "S001", "unknown key `capcity`"),
        ("extends: a\nchange: {areas: {x: {kind: pool, size: 6}}}", "S005", "`size` cannot stand here"),
        ("extends: a\nadd: {cards: {x: {count: many}}}", "S002", "`count` must be a whole number"),
        ("extends: a\nchange: {actions: {x: {for_players: []}}}", "S008", "`for_players` is empty"),
        ("extends: a\nchange: {cards: {x: }}", "S002", "`x` must be a map, not nothing"),
        ("extends: a\nchange: {ruleset: x}", "S001", "unknown key `ruleset`"),
        ("extends: []", "S008", "`extends` is empty"),
        ("extends: {a: b}", "S002", "`extends` must be a text or a list, not a map"),
        ("extends: a\nremove: cards.x", "S002", "`remove` must be a list"),
        ("extends: a\nsides: {market: 2}", "S002", "`market` must be a text"),
        ("extends: a\ntitle: {de: b}", "S004", "`title` lacks `en`"),
        ("extends: a\nnumbers: {}", "S001", "unknown key `numbers`"),
    ],
)
def test_a_mistake_in_a_variant_is_said_once(written: str, code: str, message: str) -> None:
    found = the_one(written, "variant")
    assert found.code == code
    assert message in found.message


def test_a_variant_may_use_all_its_keys() -> None:
    written = """
        format: 1
        extends: [imhotep, ./other.yaml]
        id: roomy
        title: {en: Roomy, de: Geräumig}
        note: Why.
        sides: {market: B}
        options: {a: true, b: c, d: 3}
        change: {}
        add: {}
        remove: [cards.lever]
        changes: [sled-takes-only-what-fits]
    """
    assert check(read(written), "variant") == ()
