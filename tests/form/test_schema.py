"""The schemas, the shipped files that have their form, and the form of scenarios."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from imhotep.diagnostics import Diagnostic, Span
from imhotep.document.composer import compose
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.document.source import Source
from imhotep.form import schema as schema_module
from imhotep.form.partial import Json, Schema
from imhotep.form.schema import SchemaName, check, load
from imhotep.form.schema_faults import PATTERNS
from imhotep.shipped import schemas_folder

NAMES: tuple[SchemaName, ...] = ("ruleset", "variant", "scenarios", "experiment", "player")
RULESET = schemas_folder().parent / "rulesets" / "imhotep"
FILES = sorted(path for path in RULESET.rglob("*.yaml") if not path.name.endswith(".scenarios.yaml"))
SOURCED = ("boards", "cards", "components", "kinds", "tables", "numbers", "options", "actions", "procedures", "rules")


def read(written: str, name: str = "test.yaml") -> Node:
    node, diagnostics = compose(Source(name, written))
    assert node is not None, diagnostics
    return node


def read_file(path: Path) -> Node:
    return read(path.read_text(encoding="utf-8"), path.name)


def the_one(written: str, schema: SchemaName = "ruleset") -> Diagnostic:
    (found,) = check(read(written), schema)
    return found


def parts(schema: Json, keywords: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Schema]]:
    """All schemas within a schema, and the keywords that lead to them."""
    if isinstance(schema, dict):
        yield keywords, schema
        for keyword, value in schema.items():
            if keyword in ("properties", "patternProperties", "$defs") and isinstance(value, dict):
                for each in value.values():
                    yield from parts(each, (*keywords, keyword))
            elif keyword in ("items", "additionalProperties", "if", "then", "else", "not"):
                yield from parts(value, (*keywords, keyword))
            elif keyword in ("allOf", "anyOf", "oneOf") and isinstance(value, list):
                for each in value:
                    yield from parts(each, (*keywords, keyword))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_valid_schema(name: SchemaName) -> None:
    Draft202012Validator.check_schema(load(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_describes_every_property(name: SchemaName) -> None:
    bare = [
        f"{'/'.join(keywords)}: {key}"
        for keywords, part in parts(load(name))
        if not {"if", "then", "else", "not"} & set(keywords)
        for key, value in cast(Schema, part.get("properties", {})).items()
        if not cast(Schema, value).get("description")
    ]
    assert bare == []


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_refers_only_to_itself(name: SchemaName) -> None:
    defs = cast(Schema, load(name)["$defs"])
    targets = {str(part["$ref"]) for _, part in parts(load(name)) if "$ref" in part}
    assert {target.removeprefix("#/$defs/") for target in targets} == set(defs)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_tells_unions_apart_without_oneof_or_bare_anyof(name: SchemaName) -> None:
    for keywords, part in parts(load(name)):
        assert "oneOf" not in part
        if "if" not in keywords:
            assert all(set(cast(Schema, each)) == {"required"} for each in cast(list[Json], part.get("anyOf", [])))


@pytest.mark.parametrize("name", NAMES)
def test_every_pattern_of_a_schema_can_be_said_in_words(name: SchemaName) -> None:
    for _, part in parts(load(name)):
        assert {*cast(Schema, part.get("patternProperties", {})), part.get("pattern", next(iter(PATTERNS)))} <= set(
            PATTERNS
        )


@pytest.mark.parametrize("name", NAMES)
def test_the_only_lower_bound_on_entries_is_one(name: SchemaName) -> None:
    bounds = {part.get(key, 1) for _, part in parts(load(name)) for key in ("minItems", "minProperties")}
    assert bounds == {1}


@pytest.mark.parametrize("name", NAMES)
def test_every_object_is_closed_or_open_for_values_of_fields_only(name: SchemaName) -> None:
    for keywords, part in parts(load(name)):
        if "properties" in part and not {"if", "then", "else"} & set(keywords):
            rest = part["additionalProperties"]
            assert rest is False or str(cast(Schema, rest)["$ref"]).endswith("value")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_file_has_the_form_of_a_ruleset(path: Path) -> None:
    assert check(read_file(path), "ruleset") == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_file_names_its_schema_for_editors(path: Path) -> None:
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    target = first.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / target).resolve() == (schemas_folder() / "ruleset.schema.json").resolve()


def without_source(node: Node, path: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(node, Mapping):
        if path[-2:-1] and path[-2] in SOURCED and node.get("source") is None:
            yield ".".join(path)
        for entry in node.entries:
            yield from without_source(entry.value, (*path, entry.key.text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_whatever_could_be_disputed_says_where_it_comes_from(path: Path) -> None:
    assert list(without_source(read_file(path))) == []


def test_a_scenario_may_use_all_its_keys() -> None:
    written = """
        for: ../variants/roomy.yaml
        players: 4
        sides: {market: B}
        options: {a: true}
        scenarios:
          sled-takes-only-what-fits:
            note: A full sled.
            source: {confidence: printed, note: page 4}
            players: 2
            sides: {market: A}
            options: {b: c}
            given: move 3 stones from quarry of black to sled of black
            when: trigger round_end()
            choose: [take, 3, {white: pass}]
            then:
              - score of black is 3
              - decision: action
              - seat: white
              - options: [take, 3]
              - offered: [take]
              - not_offered: [pass]
              - fails: past 32
              - over: false
    """
    assert check(read(written), "scenarios") == ()


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        ("scenario: {a: {then: [a]}}", "S001", "unknown key `scenario`"),
        ("scenarios: {}", "S008", "`scenarios` is empty"),
        ("scenarios: {a b: {then: [a]}}", "S007", "`a b` cannot be a key of `scenarios`"),
        ("scenarios: {a: {thne: [a]}}", "S001", "unknown key `thne`"),
        ("scenarios: {a: {then: a is b}}", "S002", "`then` must be a list"),
        ("scenarios: {a: {then: [{decison: b}]}}", "S001", "unknown key `decison`"),
        ("scenarios: {a: {then: [{over: 1}]}}", "S002", "`over` must be yes or no"),
        ("scenarios: {a: {then: [{seat: b, over: true}]}}", "S008", "item 1 of `then` may have only 1 entry"),
        ("scenarios: {a: {then: [{seat: b, oevr: true}]}}", "S001", "unknown key `oevr`"),
        ("scenarios: {a: {then: [a, {}]}}", "S008", "item 2 of `then` is empty"),
        (
            "scenarios: {a: {choose: [[b]], then: [a]}}",
            "S002",
            "item 1 of `choose` must be a text, a whole number or a map",
        ),
    ],
)
def test_a_mistake_in_a_scenario_is_said_once(written: str, code: str, message: str) -> None:
    found = the_one(written, "scenarios")
    assert found.code == code
    assert message in found.message


def test_checking_opens_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    schema_module._validator.cache_clear()
    assert all(check(read("a: 1"), name) for name in NAMES)


SPAN = read("a").span
KEYS = st.sampled_from(
    [*cast(Schema, load("ruleset")["properties"]), "kind", "value", "rows", "x", "1", "extends", "then"]
)
SCALARS = st.sampled_from([None, True, False, 0, -1, 2**31 - 1, "", "a", "06", "pool", "grid", "a\nb", "same"]).map(
    lambda value: Scalar(value=value, text="" if value is None else str(value), style="plain", span=SPAN)
)


def collections(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    keys = KEYS.map(lambda key: Scalar(value=key, text=key, style="plain", span=SPAN))
    entries = st.lists(st.builds(Entry, keys, inner), max_size=4, unique_by=lambda entry: entry.key.text)
    maps = entries.map(lambda each: Mapping(entries=tuple(each), span=SPAN))
    return st.one_of(maps, st.lists(inner, max_size=3).map(lambda each: Sequence(items=tuple(each), span=SPAN)))


@given(st.recursive(SCALARS, collections, max_leaves=20), st.sampled_from(NAMES))
def test_any_value_gives_diagnostics_in_the_house_form(root: Node, name: SchemaName) -> None:
    for found in check(root, name):
        assert re.fullmatch("S00[1-9]", found.code)
        assert isinstance(found.span, Span)
        assert found.message[0] in "`" or found.message[0].islower()
        assert not found.message.endswith(".")
