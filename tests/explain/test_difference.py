"""What counts as a change, and what is told about it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from imhotep.compile.ruleset import open_ruleset
from imhotep.document.nodes import Entry, Mapping, Node, Plain, Scalar
from imhotep.explain.difference import Change, differences
from imhotep.form.keys import definition_at
from imhotep.loading.load import Composed, load
from imhotep.variants.paths import Path as Keys
from imhotep.variants.paths import show

HEAD = """\
format: 1
ruleset: small
players: {least: 2, most: 3}
begin: game
winner: {by: {points: score of seat}}
seats: {a: {}, b: {}, c: {}}
"""
HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house-rules"


def composed(text: str, name: str = "old") -> Composed:
    found, diagnostics = load(name, files={f"{name}/ruleset.yaml": text})
    assert found is not None, diagnostics
    return found


def between(before: str, after: str) -> list[tuple[str, str, Plain, Plain]]:
    found = differences(composed(HEAD + before), composed(HEAD + after, "new"))
    return [(each.kind, show(each.path), each.before, each.after) for each in found]


def test_a_value_that_is_new_gone_or_another() -> None:
    one, two = "numbers: {x: {value: 1}, y: {value: 2}}", "numbers: {x: {value: 3}, y: {value: 2, for_players: [2]}}"
    assert between(one, two) == [
        ("changed", "numbers.x.value", 1, 3),
        ("added", "numbers.y.for_players", None, [2]),
    ]
    assert between(two, one)[1] == ("removed", "numbers.y.for_players", [2], None)


def test_entries_of_maps_that_were_not_there_are_new_one_by_one() -> None:
    found = between(
        "procedures: {p: {do: stop}}", "procedures: {p: {do: stop, with: {x: seat}}}\nnumbers: {n: {value: 1}}"
    )
    assert found == [
        ("added", "numbers.n", None, {"value": 1}),
        ("added", "procedures.p.with.x", None, "seat"),
    ]


def test_the_rows_of_a_table_are_one_value() -> None:
    found = between("tables: {t: {rows: {1: 5, 2: 4}}}", "tables: {t: {rows: {2: 3, 1: 5}}}")
    assert found == [("changed", "tables.t.rows", {"1": 5, "2": 4}, {"2": 3, "1": 5})]
    assert between("tables: {t: {rows: {1: 5, 2: 4}}}", "tables: {t: {rows: {2: 4, 1: 5}}}") == []


def test_a_value_under_another_key_is_one_change() -> None:
    (change,) = differences(
        composed(HEAD + "numbers: {x: {value: 1}}"), composed(HEAD + "numbers: {x: {value_by_players: {2: 1, 3: 2}}}")
    )
    assert (change.was, change.path) == (("numbers", "x", "value"), ("numbers", "x", "value_by_players"))
    assert (change.before, change.after) == (1, {"2": 1, "3": 2})


def test_equal_content_under_another_key_is_renamed_even_with_another_name() -> None:
    found = between(
        "cards: {x: {family: f, count: 2, name: X}}", "cards: {y: {family: f, count: 2, name: {en: Y}, source: one}}"
    )
    assert found == [
        ("renamed", "cards.y", "x", "y"),
        ("changed", "cards.y.name.en", "X", "Y"),
        ("added", "cards.y.source", None, "one"),
    ]


def test_what_says_nothing_is_not_renamed() -> None:
    assert [kind for kind, *_ in between("scores: {x: {}}", "scores: {y: {}}")] == ["removed", "added"]


def test_the_order_counts_where_it_shows_in_play() -> None:
    before = composed(HEAD + "numbers: {x: {value: 1}, y: {value: 2}}")
    text = HEAD.replace("a: {}, b: {}, c: {}", "b: {}, c: {}, a: {}") + "numbers: {y: {value: 2}, x: {value: 1}}"
    (change,) = differences(before, composed(text, "new"))
    assert (change.kind, change.path) == ("reordered", ("seats",))
    assert (change.before, change.after) == (["a", "b", "c"], ["b", "c", "a"])
    assert (str(change.before_at), str(change.after_at)) == ("old/ruleset.yaml:6:9", "new/ruleset.yaml:6:23")


def test_short_and_full_ways_of_writing_are_the_same() -> None:
    assert (
        between("scores: {x: {name: X, source: one}}", "scores: {x: {name: {en: X}, source: {confidence: one}}}") == []
    )


def test_an_effect_with_the_same_syntax_tree_is_a_remark() -> None:
    one, two = "procedures: {p: {do: load( x )}}", "procedures: {p: {do: load(x)}}"
    (change,) = differences(composed(HEAD + one), composed(HEAD + two))
    assert change.is_remark
    (change,) = differences(composed(HEAD + one), composed(HEAD + two.replace("(x)", "(y)")))
    assert not change.is_remark


def test_the_place_is_the_line_that_differs() -> None:
    text = HEAD + "procedures:\n  p:\n    do: |\n      load(x)\n      sail(y)\n"
    (change,) = differences(composed(text), composed(text.replace("sail", "# so it is\n      land"), "new"))
    assert (str(change.before_at), str(change.after_at)) == ("old/ruleset.yaml:11:7", "new/ruleset.yaml:11:7")


@pytest.mark.parametrize(
    ("section", "about"),
    [
        ("prompts: {x.y: Really}", "texts for players"),
        ("boards: {x: {choices: {y: Yes}}}", "boards"),
        ("note: Why", "sources and notes"),
        ("credits: {year: 2000}", "sources and notes"),
        ("limits: {pending: 9}", "game"),
        ("tables: {note: {rows: {1: 1}}}", "tables"),
        ("rules: {source: {when: x, do: stop}}", "rules"),
    ],
)
def test_what_a_change_is_about(section: str, about: str) -> None:
    (change,) = differences(composed(HEAD), composed(HEAD + section))
    assert change.about == about


def test_a_value_of_an_option_is_no_text_but_its_wording_is() -> None:
    base = "options: {x: {default: a, values: {a: {en: A}, b: {en: B}}}}"
    for other, about in (
        (base.replace("b: {en: B}", "c: {en: C}"), "options"),
        (base.replace("B", "C"), "texts for players"),
    ):
        assert {c.about for c in differences(composed(HEAD + base), composed(HEAD + other))} == {about}


def test_choices_are_told_where_somebody_made_them() -> None:
    base = open_ruleset("imhotep").composed
    found = differences(
        base, open_ruleset("imhotep", sides={"temple": "B"}, options={"wrath_of_the_pharaoh": True}).composed
    )
    assert [(c.kind, show(c.path), c.before, c.after) for c in found] == [
        ("chosen", "sides.temple", "A", "B"),
        ("chosen", "options.wrath_of_the_pharaoh", False, True),
    ]
    assert differences(base, open_ruleset("imhotep", sides={"temple": "A"}).composed) == ()


def test_what_a_variant_removed_has_the_place_of_its_removal(work: Path) -> None:
    found = differences(open_ruleset("./meadow").composed, open_ruleset("Windy 2.yaml").composed)
    (gone,) = (change for change in found if change.kind == "removed")
    assert (show(gone.path), str(gone.after_at).partition(":")[0]) == ("rules.rest", "Windy 2.yaml")
    assert {show(change.path) for change in found} == {
        "sides.hill", "options.gentle", "rules.rest", "numbers.prize.value", "players.most", "numbers.gusts",
        "boards.hill.sides.B.effects.evening",
    }  # fmt: skip


# ---- laws


def leaves(node: Node, path: Keys = ()) -> Iterator[tuple[Keys, Scalar]]:
    """Every single value with its path; a list has none of its own."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from leaves(entry.value, (*path, entry.key.text))
    elif isinstance(node, Scalar):
        yield path, node


def changed(node: Node, path: Keys) -> Node:
    """The node with another value at a path."""
    if isinstance(node, Mapping):
        entries = (Entry(e.key, changed(e.value, path[1:])) if e.key.text == path[0] else e for e in node.entries)
        return replace(node, entries=tuple(entries))
    assert isinstance(node, Scalar)
    value = node.value + 1 if isinstance(node.value, int) else f"{node.value} other"
    return replace(node, value=value, text=str(value))


@pytest.mark.parametrize("reference", ["imhotep", *sorted(map(str, HOUSE_RULES.glob("[0-9]*[a-z].yaml")))])
def test_nothing_is_different_in_what_is_the_same(reference: str) -> None:
    if not reference.endswith(".scenarios.yaml"):
        assert differences(open_ruleset(reference).composed, open_ruleset(reference).composed) == ()


def test_every_changed_value_is_one_change_at_its_path() -> None:
    base = open_ruleset("imhotep").composed
    everything = list(leaves(base.root))
    for path, leaf in Random(0).sample(everything, 150):
        root = changed(base.root, path)
        assert isinstance(root, Mapping)
        (change,) = differences(base, replace(base, root=root))
        assert change.kind == "changed"
        is_row = definition_at(path[:-1]) == "rows"
        assert change.path == (path[:-1] if is_row else path)
        assert change.before_at is not None and change.before_at.file == leaf.span.file
        assert leaf.span.start.line <= change.before_at.start.line <= leaf.span.end.line
        if not is_row:
            assert change.before == leaf.value


def test_both_directions_say_the_same() -> None:
    base = open_ruleset("imhotep").composed
    turned = {"added": "removed", "removed": "added"}
    for file in HOUSE_RULES.glob("*.yaml"):
        if not file.name.endswith(".scenarios.yaml"):
            variant = open_ruleset(str(file)).composed
            there, back = differences(base, variant), differences(variant, base)
            assert [mirrored(c, turned) for c in there] == [(c.kind, c.path, c.before, c.after) for c in back]


def mirrored(change: Change, turned: dict[str, str]) -> tuple[str, Keys, Plain, Plain]:
    return turned.get(change.kind, change.kind), change.path, change.after, change.before


def test_each_deed_of_an_example_is_told() -> None:
    base = open_ruleset("imhotep").composed
    for file in HOUSE_RULES.glob("*.yaml"):
        if not file.name.endswith(".scenarios.yaml"):
            variant = open_ruleset(str(file)).composed
            told = {change.path for change in differences(base, variant) if change.kind != "chosen"}
            for path in told:  # a deed on a whole section is told entry by entry, one on a row as its table
                assert any(path[: len(deed)] == deed[: len(path)] for deed in variant.record), (file.name, path)
            for deed in variant.record:
                assert any(path[: len(deed)] == deed[: len(path)] for path in told), (file.name, deed)


def test_lists_are_values() -> None:
    (change,) = differences(
        composed(HEAD + "numbers: {x: {value: 1, for_players: [2]}}"),
        composed(HEAD + "numbers: {x: {value: 1, for_players: [2, 3]}}"),
    )
    assert (change.before, change.after) == ([2], [2, 3])
