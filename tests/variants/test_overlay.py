"""What a variant may do to a ruleset, and how it is told what it may not."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep.diagnostics import Diagnostic, Severity
from imhotep.document.composer import compose
from imhotep.document.nodes import Mapping, Node
from imhotep.document.source import Source
from imhotep.form.schema import check
from imhotep.variants.canonical import canonical, digest
from imhotep.variants.overlay import Overlaid, apply_variant
from imhotep.variants.paths import is_keyed, parse, show
from imhotep.variants.settings import parse_setting

BASE = """\
title: {en: Base}
players: {least: 2, most: 4}
areas:
  sled: {per: seat, kind: pool, holds: own stone, capacity: 5}
  quarry: {per: seat, kind: pool, holds: own stone}
numbers:
  rounds: {value: 6, source: printed}
  spaces: {value_by_players: {2: 4, 3: 5}}
tables:
  places: {rows: {1: 8, 2: 4}, beyond: {add: 2}}
  obelisks: {rows_by_players: {2: {1: 10, 2: 1}, 3: {1: 12}}}
definitions:
  may_sail:
    with: {player: seat}
    all:
      minimum_aboard: count cargo of ship is at least minimum of ship
  next_starter: {means: active}
cards:
  lever: {family: card, colour: blue, count: 2, fleet: [four, two], effects: {played: move}}
  statue: {family: card, colour: purple, count: 10}
boards:
  temple:
    name: {en: Temple}
    sides:
      A:
        numbers: {steps: {value: 3}}
        areas:
          floor: {kind: grid, holds: stone, rows: unlimited, columns: 4}
      B:
        areas:
          floor: {kind: grid, holds: stone, rows: {top: {points: 1}, low: {points: 2}}, columns: 4}
"""


def read(text: str, name: str = "base.yaml") -> Mapping:
    root, found = compose(Source(name, dedent(text)))
    assert isinstance(root, Mapping), found
    return root


def lay(variant: str, base: str = BASE) -> Overlaid:
    return apply_variant(read(base), read(variant, "v.yaml"))


def at(root: Node, path: str) -> Node | None:
    """What stands at a dotted path."""
    node: Node | None = root
    for key in path.split("."):
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def json(root: Node, path: str) -> str:
    node = at(root, path)
    return "nothing" if node is None else canonical(node)


def told(diagnostic: Diagnostic) -> str:
    """A diagnostic in one line: place, code, message, help."""
    line = f"{diagnostic.span} {diagnostic.code} {diagnostic.message}"
    return f"{line} [{diagnostic.help}]" if diagnostic.help else line


def only(overlaid: Overlaid) -> Diagnostic:
    assert len(overlaid.diagnostics) == 1, overlaid.diagnostics
    return overlaid.diagnostics[0]


@pytest.mark.parametrize(
    ("variant", "path", "expected"),
    [
        ("change: {areas: {sled: {capacity: 6}}}", "areas.sled.capacity", "6"),
        ("change: {areas: {quarry: {capacity: 3}}}", "areas.quarry.capacity", "3"),
        ("change: {cards: {lever: {fleet: [one]}}}", "cards.lever.fleet", '{"list":["one"]}'),
        ("change: {cards: {lever: {effects: {played: stop}}}}", "cards.lever.effects.played", '"stop"'),
        ("change: {cards: {statue: {weight: 2}}}", "cards.statue.weight", "2"),
        ("change: {title: {de: Grund}}", "title", '{"map":[["en","Base"],["de","Grund"]]}'),
        ("change: {limits: {pending: 9}}", "limits.pending", "9"),
        ("change: {tables: {places: {rows: {2: 5}}}}", "tables.places.rows", '{"map":[["1",8],["2",5]]}'),
        ("change: {tables: {places: {beyond: same}}}", "tables.places.beyond", '"same"'),
        ("change: {tables: {obelisks: {rows_by_players: {3: {1: 9}}}}}", "tables.obelisks.rows_by_players.3.1", "9"),
        (
            "change: {boards: {temple: {sides: {A: {areas: {floor: {rows: {x: {points: 1}}}}}}}}}",
            "boards.temple.sides.A.areas.floor.rows.x.points",
            "1",
        ),
        (
            "change: {boards: {temple: {sides: {B: {areas: {floor: {rows: 3}}}}}}}",
            "boards.temple.sides.B.areas.floor.rows",
            "3",
        ),
        (
            "change: {definitions: {may_sail: {all: {minimum_aboard: yes or no}}}}",
            "definitions.may_sail.all.minimum_aboard",
            '"yes or no"',
        ),
    ],
)
def test_change_sets_a_value_and_merges_maps_by_key(variant: str, path: str, expected: str) -> None:
    overlaid = lay(variant)
    assert overlaid.diagnostics == ()
    assert json(overlaid.root, path) == expected


@pytest.mark.parametrize(
    ("variant", "thing", "gone", "there"),
    [
        ("change: {numbers: {spaces: {value: 4}}}", "numbers.spaces", "value_by_players", "value"),
        ("change: {numbers: {rounds: {value_by_players: {2: 4}}}}", "numbers.rounds", "value", "value_by_players"),
        ("change: {tables: {obelisks: {rows: {1: 4}}}}", "tables.obelisks", "rows_by_players", "rows"),
        ("change: {definitions: {may_sail: {means: active}}}", "definitions.may_sail", "all", "means"),
        ("change: {definitions: {next_starter: {all: {x: active}}}}", "definitions.next_starter", "means", "all"),
    ],
)
def test_setting_one_form_of_a_value_drops_the_other(variant: str, thing: str, gone: str, there: str) -> None:
    overlaid = lay(variant)
    assert overlaid.diagnostics == ()
    assert at(overlaid.root, f"{thing}.{gone}") is None
    assert at(overlaid.root, f"{thing}.{there}") is not None


def test_every_value_knows_the_file_and_line_that_set_it() -> None:
    root = lay("change:\n  areas:\n    sled:\n      capacity: 6\n").root
    assert [str(node.span) for node in (at(root, "areas.sled.capacity"), at(root, "areas.sled.kind")) if node] == [
        "v.yaml:4:17",
        "base.yaml:4:27",
    ]


def test_the_base_is_not_touched() -> None:
    base = read(BASE)
    before = digest(base)
    apply_variant(base, read("remove: [cards.lever]\nchange: {areas: {sled: {capacity: 9}}}", "v.yaml"))
    assert digest(base) == before


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        (
            "change: {areas: {slde: {capacity: 6}}}",
            "v.yaml:1:18 V001 `areas` has no `slde` [did you mean `sled`?]",
        ),
        (
            "change: {areas: {barn: {capacity: 6}}}",
            "v.yaml:1:18 V001 `areas` has no `barn` [known here: `quarry`, `sled`; a new one is written under `add`]",
        ),
        (
            "change: {aeras: {sled: {capacity: 6}}}",
            "v.yaml:1:10 V001 the ruleset has no `aeras` [did you mean `areas`?]",
        ),
        (
            "change: {rounds: 7}",
            "v.yaml:1:10 V001 the ruleset has no `rounds` [did you mean `numbers.rounds`?]",
        ),
        (
            "change: {numbers: {steps: {value: 7}}}",
            "v.yaml:1:20 V001 `numbers` has no `steps` [did you mean `boards.temple.sides.A.numbers.steps`?]",
        ),
        (
            "change: {boards: {temple: {areas: {floor: {rows: 3}}}}}",
            "v.yaml:1:36 V001 `boards.temple.areas` has no `floor` [did you mean "
            "`boards.temple.sides.A.areas.floor` or `boards.temple.sides.B.areas.floor`?]",
        ),
        (
            "change: {boards: {temple: {sides: {C: {name: x}}}}}",
            "v.yaml:1:36 V001 `boards.temple.sides` has no `C` "
            "[known here: `A`, `B`; a new one is written under `add`]",
        ),
        (
            "change: {cards: {lever: {effects: {plaied: stop}}}}",
            "v.yaml:1:36 V001 `cards.lever.effects` has no `plaied` [did you mean `played`?]",
        ),
        (
            "change: {cards: {statue: {effects: {played: stop}}}}",
            "v.yaml:1:37 V001 `cards.statue.effects` has no `played` [a new one is written under `add`]",
        ),
        (
            "change: {tables: {places: {rows: {3: 1}}}}",
            "v.yaml:1:35 V001 `tables.places.rows` has no `3` [known here: `1`, `2`; a new one is written under `add`]",
        ),
        (
            "change: {definitions: {may_sail: {all: {own: yes}}}}",
            "v.yaml:1:41 V001 `definitions.may_sail.all` has no `own` "
            "[known here: `minimum_aboard`; a new one is written under `add`]",
        ),
    ],
)
def test_change_of_something_that_does_not_exist_names_the_nearest(variant: str, expected: str) -> None:
    assert told(only(lay(variant))) == expected


def test_an_unknown_name_points_at_the_map_of_the_base() -> None:
    related = only(lay("change: {areas: {slde: {capacity: 6}}}")).related
    assert [f"{r.span} {r.message}" for r in related] == ["base.yaml:4:3 `areas` stands here"]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        (
            "change:\n  cards:\n    lever:\n",
            "v.yaml:3:5 V002 `cards.lever` has no value [to take it out, write `remove: [cards.lever]`]",
        ),
        (
            "change: {areas: {sled: {capacity: null}}}",
            "v.yaml:1:25 V002 `areas.sled.capacity` has no value [write the value that it is to have]",
        ),
        ("add: {areas: {barn: ~}}", "v.yaml:1:15 V002 `areas.barn` has no value [write the value that it is to have]"),
    ],
)
def test_an_empty_value_points_to_remove(variant: str, expected: str) -> None:
    assert told(only(lay(variant))) == expected


@pytest.mark.parametrize("variant", ["change: {numbers: {rounds: 7}}", "change: {cards: [lever]}"])
def test_a_thing_cannot_become_a_single_value_or_a_list(variant: str) -> None:
    result = lay(variant)
    assert result.diagnostics == ()  # the schema tells
    assert result.root == read(BASE)


@pytest.mark.parametrize(
    ("variant", "message"),
    [
        ("change: {areas: {sled: {capacity: 5}}}", "`areas.sled.capacity` is not changed: it has this value already"),
        (
            "change: {cards: {lever: {fleet: [four, two]}}}",
            "`cards.lever.fleet` is not changed: it has this value already",
        ),
        ("change: {areas: {sled: {}}}", "`areas.sled` is not changed: nothing stands below it"),
        ("add: {areas: {sled: {}}}", "`areas.sled` is not changed: nothing stands below it"),
    ],
)
def test_a_change_that_changes_nothing_is_a_warning(variant: str, message: str) -> None:
    diagnostic = only(lay(variant))
    assert (diagnostic.code, diagnostic.severity, diagnostic.message) == ("V006", Severity.WARNING, message)


def test_a_yes_is_not_the_number_one() -> None:
    overlaid = lay("change: {cards: {lever: {count: true}}}", BASE.replace("count: 2", "count: 1"))
    assert overlaid.diagnostics == ()


def test_add_brings_new_entries_after_those_there_are_and_inside_them() -> None:
    overlaid = lay(
        "add: {cards: {torch: {family: card}}, definitions: {may_sail: {all: {own: any}}}, rules: {r: {do: x}}}"
    )
    assert overlaid.diagnostics == ()
    cards = at(overlaid.root, "cards")
    assert isinstance(cards, Mapping)
    assert [entry.key.text for entry in cards.entries] == ["lever", "statue", "torch"]
    assert json(overlaid.root, "definitions.may_sail.all.own") == '"any"'
    assert json(overlaid.root, "rules.r.do") == '"x"'


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        (
            "add: {areas: {sled: {capacity: 6}}}",
            "v.yaml:1:22 V003 `areas.sled.capacity` exists already [set it under `change`]",
        ),
        (
            "add: {cards: {lever: {family: card, count: 1}}}",
            "v.yaml:1:15 V003 `cards.lever` exists already "
            "[set its properties under `change`, or give the new one another name]",
        ),
        (
            "add: {cards: {lever: {fleet: [one]}}}",
            "v.yaml:1:23 V003 `cards.lever.fleet` exists already "
            "[a list is replaced whole: write all of it under `change`]",
        ),
        (
            "add: {definitions: {next_starter: {all: {a: b}}}}",
            "v.yaml:1:36 V003 `definitions.next_starter.all` cannot stand beside `means` [set it under `change`]",
        ),
        ("add: {crads: {torch: {count: 1}}}", "v.yaml:1:7 V001 the ruleset has no `crads` [did you mean `cards`?]"),
    ],
)
def test_add_refuses_what_exists_already(variant: str, expected: str) -> None:
    assert told(only(lay(variant))) == expected


def test_what_is_added_twice_is_told_with_both_places() -> None:
    diagnostic = only(lay("add: {areas: {sled: {capacity: 6}}}"))
    assert [f"{r.span} {r.message}" for r in diagnostic.related] == ["base.yaml:4:51 it stands here"]


@pytest.mark.parametrize(
    "path",
    ["cards.lever", "cards.lever.effects.played", "definitions.may_sail.all.minimum_aboard", "tables.places.rows.2"],
)
def test_remove_takes_out_an_entry(path: str) -> None:
    overlaid = lay(f"remove: [{path}]")
    assert overlaid.diagnostics == ()
    assert at(read(BASE), path) is not None
    assert at(overlaid.root, path) is None


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("remove: [cards.levr]", "v.yaml:1:16 V004 `cards` has no `levr` [did you mean `lever`?]"),
        ("remove: [crads.lever]", "v.yaml:1:10 V004 the ruleset has no `crads` [did you mean `cards`?]"),
        (
            "remove:\n  - boards.temple.sides.A.areas.flor",
            "v.yaml:2:33 V004 `boards.temple.sides.A.areas` has no `flor` [did you mean `floor`?]",
        ),
        (
            "remove: [areas.sled.capacity]",
            "v.yaml:1:10 V005 `areas.sled.capacity` is a property, and only entries can be removed "
            "[set it to another value under `change`, or remove `areas.sled` and write it anew under `add`]",
        ),
        (
            "remove: [cards]",
            "v.yaml:1:10 V005 `cards` is not one entry but all of them [name each entry to remove, like `cards.lever`]",
        ),
        (
            "remove: [cards..lever]",
            "v.yaml:1:16 V009 `cards..lever` is not a path "
            "[write the names from the section down to the entry, with a dot between them: `cards.NAME`]",
        ),
    ],
)
def test_remove_of_something_else_than_an_entry_is_told_at_the_name(variant: str, expected: str) -> None:
    assert told(only(lay(variant))) == expected


def test_a_thing_can_be_removed_and_written_anew() -> None:
    overlaid = lay("remove: [areas.sled]\nadd: {areas: {sled: {kind: slots, holds: stone, size: 3}}}")
    assert overlaid.diagnostics == ()
    assert json(overlaid.root, "areas.sled") == '{"map":[["kind","slots"],["holds","stone"],["size",3]]}'


def stack(*variants: str, builds_on: tuple[str, ...] = ()) -> Overlaid:
    """Lay variants `1.yaml`, `2.yaml`, ... over the base."""
    overlaid = Overlaid(root=read(BASE), record={}, diagnostics=())
    for number, text in enumerate(variants, 1):
        variant = read(text, f"{number}.yaml")
        overlaid = apply_variant(overlaid.root, variant, record=overlaid.record, builds_on=builds_on)
    return overlaid


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (
            "change: {areas: {sled: {capacity: 7}}}",
            "2.yaml:1:25 V007 `areas.sled.capacity` is set by another variant and set here again",
        ),
        ("remove: [areas.sled]", "2.yaml:1:10 V007 `areas.sled` is set by another variant and removed here"),
    ],
)
def test_two_variants_that_set_the_same_path_are_told_with_both_places(second: str, expected: str) -> None:
    diagnostic = only(stack("change: {areas: {sled: {capacity: 6}}}", second))
    assert told(diagnostic) == expected
    assert diagnostic.severity is Severity.WARNING
    assert [str(r.span) for r in diagnostic.related] == ["1.yaml:1:25"]


def test_a_variant_may_overrule_what_it_builds_on() -> None:
    first, second = "change: {areas: {sled: {capacity: 6}}}", "change: {areas: {sled: {capacity: 7}}}"
    overlaid = stack(first, second, builds_on=("1.yaml",))
    assert overlaid.diagnostics == ()
    assert json(overlaid.root, "areas.sled.capacity") == "7"


def test_variants_that_set_different_paths_of_one_thing_do_not_clash() -> None:
    overlaid = stack("change: {cards: {lever: {count: 3}}}", "change: {cards: {lever: {colour: red}}}")
    assert overlaid.diagnostics == ()


def test_change_of_what_another_variant_removed_points_at_the_removal() -> None:
    diagnostic = only(stack("remove: [cards.lever]", "change: {cards: {lever: {count: 3}}}"))
    assert [f"{r.span} {r.message}" for r in diagnostic.related] == ["1.yaml:1:10 it is removed here"]


def setting(text: str) -> Overlaid:
    variant, diagnostics = parse_setting(text)
    assert variant is not None, diagnostics
    return apply_variant(read(BASE), variant, is_setting=True)


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("areas.sled.capacity=6", "areas.sled.capacity", "6"),
        ("areas.quarry.capacity= 6 ", "areas.quarry.capacity", "6"),
        ("numbers.rounds=4", "numbers.rounds.value", "4"),
        ("numbers.spaces=4", "numbers.spaces", '{"map":[["value",4]]}'),
        ("boards.temple.sides.A.numbers.steps=4", "boards.temple.sides.A.numbers.steps.value", "4"),
        ("tables.places.rows.2=5", "tables.places.rows.2", "5"),
        ("tables.\"places\".rows.'2'=5", "tables.places.rows.2", "5"),
        ("cards.lever.secret=true", "cards.lever.secret", "true"),
        ("cards.lever.effects.played=a = b", "cards.lever.effects.played", '"a = b"'),
    ],
)
def test_a_setting_is_a_change_of_one_value(text: str, path: str, expected: str) -> None:
    overlaid = setting(text)
    assert overlaid.diagnostics == ()
    assert json(overlaid.root, path) == expected


def test_a_value_from_a_setting_says_so() -> None:
    node = at(setting("areas.sled.capacity=6").root, "areas.sled.capacity")
    assert node is not None
    assert str(node.span) == "--set areas.sled.capacity=6:1:21"


def test_a_setting_may_give_the_value_that_holds_already() -> None:
    assert setting("areas.sled.capacity=5").diagnostics == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "areas.slde.capacity=6",
            "--set areas.slde.capacity=6:1:7 V001 `areas` has no `slde` [did you mean `sled`?]",
        ),
        (
            "tables.obelisks.rows.2=6",
            "--set tables.obelisks.rows.2=6:1:17 V001 `tables.obelisks` has no `rows` "
            "[did you mean `rows_by_players`?]",
        ),
    ],
)
def test_a_setting_of_an_unknown_path_is_told_like_a_change(text: str, expected: str) -> None:
    assert told(only(setting(text))) == expected


@pytest.mark.parametrize(
    ("text", "column"), [("areas.sled.capacity", 20), ("rounds=3", 7), ("=3", 1), ("areas..x=3", 7), ("areas.'x=3", 7)]
)
def test_a_text_that_is_no_setting_is_told_at_its_first_wrong_place(text: str, column: int) -> None:
    variant, (diagnostic,) = parse_setting(text)
    assert variant is None
    assert diagnostic.span is not None
    assert (diagnostic.code, diagnostic.message) == ("V010", f"`{text}` is not a setting")
    assert diagnostic.span.start.column == column


keys = st.lists(st.text(st.characters(codec="utf-8", exclude_characters=" "), min_size=1), min_size=1)


@given(keys)
def test_a_path_that_is_shown_is_read_back(path: list[str]) -> None:
    segments = parse(show(tuple(path)))
    assert not isinstance(segments, int)
    assert [segment.key for segment in segments] == path


@pytest.mark.parametrize(
    ("path", "keyed"),
    [
        ("", False),
        ("cards", True),
        ("cards.lever", False),
        ("cards.lever.effects", True),
        ("cards.lever.name", False),
        ("boards.temple.sides", True),
        ("boards.temple.sides.A.areas.floor.rows", True),
        ("boards.temple.sides.A.areas.floor.rows.left.cells", True),
        ("tables.t.rows_by_players", True),
        ("tables.t.rows_by_players.2", True),
        ("winner", False),
        ("winner.by", True),
        ("components.ship.kinds.four", False),
    ],
)
def test_maps_of_ids_are_told_from_maps_of_properties(path: str, keyed: bool) -> None:
    assert is_keyed(tuple(path.split("."))) is keyed


values = st.recursive(
    st.integers(0, 9) | st.booleans() | st.sampled_from("abc"),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, min_size=1, max_size=3),
    max_leaves=6,
)


def written(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    return str(value).lower()


@given(st.dictionaries(st.sampled_from(["one", "two", "three"]), values, min_size=1))
def test_what_is_added_can_be_removed_again(new: dict[str, object]) -> None:
    base = read(BASE)
    added = apply_variant(base, read(f"add: {{cards: {written(new)}}}"))
    removed = apply_variant(added.root, read("remove: [" + ", ".join(f"cards.{name}" for name in new) + "]"))
    assert added.diagnostics == removed.diagnostics == ()
    assert canonical(removed.root) == canonical(base)
    assert canonical(added.root) != canonical(base)


@given(values)
def test_the_same_change_twice_is_the_same_as_once(value: object) -> None:
    change = read(f"change: {{cards: {{lever: {{extra: {written(value)}}}}}}}")
    once = apply_variant(read(BASE), change).root
    assert canonical(apply_variant(once, change).root) == canonical(once)


names = st.sampled_from(["areas", "sled", "capacity", "cards", "lever", "effects", "played", "rows", "x"])
trees = st.recursive(
    st.integers(0, 9) | st.just("null"),
    lambda inner: st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
dotted = st.lists(names, min_size=1, max_size=4).map(".".join)


@given(trees, trees, st.lists(dotted, max_size=2))
def test_whatever_a_variant_says_is_answered_with_a_ruleset_and_diagnostics(
    change: object, add: object, remove: list[str]
) -> None:
    text = f"change: {written(change)}\nadd: {written(add)}\nremove: [{', '.join(remove)}]"
    base = read(BASE)
    overlaid = apply_variant(base, read(text, "v.yaml"))
    assert all(each.span is not None and each.span.file == "v.yaml" for each in overlaid.diagnostics)
    if canonical(overlaid.root) == canonical(base):
        told = overlaid.diagnostics or check(read(text, "v.yaml"), "variant")
        assert told or not isinstance(change, dict) or not says_something(change)


def says_something(change: object) -> bool:
    """Whether a change holds a value somewhere, not only empty maps."""
    return any(map(says_something, change.values())) if isinstance(change, dict) else True


def test_the_digest_depends_on_content_and_order_alone() -> None:
    one, moved, other = "a: {b: 1, c: x}", "\n# remark\na:\n  b: 1\n  c: 'x'\n", "a: {c: x, b: 1}"
    assert digest(read(one)) == digest(read(moved, "z.yaml"))
    assert len({digest(read(text)) for text in (one, other, "a: {b: true, c: x}", "a: {b: '1', c: x}")}) == 4
