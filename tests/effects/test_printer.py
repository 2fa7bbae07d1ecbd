"""The law of the printer: what it prints means the same tree again."""

import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from imhotep.effects import tree as t
from imhotep.effects.parser import RESERVED, Parsed, parse_choice, parse_effect, parse_formula
from imhotep.effects.printer import print_binder, print_effect, print_formula

AT = t.Extent(0, 0)
RULESETS = Path(__file__).parents[2] / "rulesets"

# ---- any tree

words = st.from_regex(r"[a-z]{1,3}", fullmatch=True) | st.sampled_from(["orr", "and2", "notx", "A_b9", "is_", "chance"])
names = words.filter(lambda word: word not in RESERVED).map(lambda word: t.Name(word, at=AT))
numbers = st.sampled_from([0, 1, 7, 2**31 - 1])
simple_values = st.one_of(
    names,
    numbers.map(lambda value: t.Number(value, at=AT)),
    st.booleans().map(lambda value: t.Truth(value, at=AT)),
    st.just(t.Nothing(at=AT)),
)


def domains(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Domain]:
    return st.one_of(
        st.builds(t.Inside, values, at=st.just(AT)),
        st.builds(t.TopSome, numbers, values, at=st.just(AT)),
        st.builds(t.StartingWith, values, at=st.just(AT)),
        st.builds(t.Range, values, values, at=st.just(AT)),
    )


def binders(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Binder]:
    return st.builds(
        t.Binder, names, st.none() | names, st.none() | domains(values), st.none() | values, at=st.just(AT)
    )


def narrowed(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Binder]:
    """Binders with a source or a condition, as most places want them."""
    return binders(values).filter(lambda binder: binder.source is not None or binder.where is not None)


def calls(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Call]:
    return st.builds(t.Call, names, st.lists(values, max_size=3).map(tuple), at=st.just(AT))


def larger(values: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    at = st.just(AT)
    return st.one_of(
        calls(values),
        st.builds(t.Of, names, values, at=at),
        st.builds(t.End, st.sampled_from(["top", "bottom"]), values, at=at),
        st.builds(t.Compare, st.sampled_from(["is", "is not", ">=", "<=", ">", "<"]), values, values, at=at),
        st.builds(t.Test, values, st.sampled_from(["empty", "full"]), st.booleans(), at=at),
        st.builds(t.Not, values, at=at),
        st.builds(t.Logic, st.sampled_from(["and", "or"]), values, values, at=at),
        st.builds(t.Arithmetic, st.sampled_from(["+", "-", "*", "/"]), values, values, at=at),
        st.builds(t.Minus, values, at=at),
        st.builds(t.CountPlace, values, at=at),
        st.builds(t.Count, narrowed(values), at=at),
        st.builds(t.AnyOf, narrowed(values), at=at),
        st.builds(t.Pick, st.sampled_from(["first", "last"]), narrowed(values), at=at),
        st.builds(t.Fold, st.sampled_from(["sum", "highest", "lowest"]), values, binders(values), at=at),
    )


@cache
def _expressions(depth: int) -> st.SearchStrategy[t.Expression]:
    return simple_values | larger(expressions(depth - 1)) if depth else simple_values


@st.composite
def expressions(draw: st.DrawFn, depth: int) -> t.Expression:
    return draw(_expressions(depth))


small = expressions(2)
exactly = small.map(lambda amount: (amount, amount))
amounts = st.tuples(st.none(), st.none()) | st.tuples(st.none() | small, small) | exactly

simple_statements: st.SearchStrategy[t.Statement] = st.one_of(
    st.builds(t.Choose, small, binders(small), st.booleans(), at=st.just(AT)),
    st.builds(t.TakeAction, small, st.none() | names, at=st.just(AT)),
    st.builds(t.MovePiece, small, small, at=st.just(AT)),
    st.builds(
        lambda amount, noun, source, target: t.MoveSome(amount[0], amount[1], noun, source, target, at=AT),
        amounts,
        names,
        small,
        small,
    ),
    st.builds(t.Score, small, small, st.none() | names, at=st.just(AT)),
    st.builds(
        t.Award,
        names,
        binders(small),
        st.lists(small, min_size=1, max_size=3).map(tuple),
        st.none() | names,
        at=st.just(AT),
    ),
    st.builds(t.Set, names | calls(small) | st.builds(t.Of, names, small, at=st.just(AT)), small, at=st.just(AT)),
    st.builds(t.Let, names, small, at=st.just(AT)),
    st.builds(t.Shuffle, small, st.none() | small, at=st.just(AT)),
    st.builds(t.Require, small, at=st.just(AT)),
    st.builds(t.Trigger, calls(small), at=st.just(AT)),
    st.builds(t.Do, calls(small), at=st.just(AT)),
    st.just(t.Stop(at=AT)),
)


def compound(statements: st.SearchStrategy[t.Statement]) -> st.SearchStrategy[t.Statement]:
    at = st.just(AT)
    blocks = st.lists(statements, min_size=1, max_size=3).map(tuple)
    branches = st.builds(t.Branch, small | st.just(t.Possible(at=AT)), blocks, at=at)
    ways = st.one_of(
        st.builds(t.Alternative, narrowed(small), st.none(), st.none(), blocks, at=at),
        st.builds(t.Alternative, st.none(), names, st.none() | small, st.just(()) | blocks, at=at),
    )
    return st.one_of(
        st.builds(t.Menu, small, st.lists(ways, min_size=1, max_size=3).map(tuple), at=at),
        st.builds(t.May, small, blocks, at=at),
        st.builds(t.If, st.lists(branches, min_size=1, max_size=3).map(tuple), st.none() | blocks, at=at),
        st.builds(t.ForEach, binders(small), st.none() | small, blocks, at=at),
        st.builds(t.Repeat, small, blocks, at=at),
        st.builds(t.RepeatUntil, small, small, blocks, at=at),
    )


@cache
def _statements(depth: int) -> st.SearchStrategy[t.Statement]:
    return simple_statements | compound(statements(depth - 1)) if depth else simple_statements


@st.composite
def statements(draw: st.DrawFn, depth: int) -> t.Statement:
    return draw(_statements(depth))


effects = st.lists(statements(3), min_size=1, max_size=3).map(tuple)
thorough = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@thorough
@given(expressions(4))
def test_a_printed_formula_means_the_same_again(tree: t.Expression) -> None:
    text = print_formula(tree)
    assert parse_formula(text) == Parsed(tree), text


@thorough
@given(binders(small))
def test_a_printed_choice_means_the_same_again(tree: t.Binder) -> None:
    text = print_binder(tree)
    assert parse_choice(text) == Parsed(tree), text


@thorough
@given(effects)
def test_a_printed_effect_means_the_same_again(tree: tuple[t.Statement, ...]) -> None:
    text = print_effect(tree)
    assert parse_effect(text) == Parsed(tree), text


# ---- places


def nodes(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        for item in value:
            yield from nodes(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, t.Extent):
        yield value
        for field in dataclasses.fields(value):
            yield from nodes(getattr(value, field.name))


def meaning(text: str, node: object) -> object:
    """What the place of a node alone means, where it can stand alone."""
    extent: t.Extent = node.at  # type: ignore[attr-defined]
    alone = text[extent.start : extent.end]
    line = text[text.rfind("\n", 0, extent.start) + 1 :]
    indented = " " * (len(line) - len(line.lstrip(" "))) + alone
    match node:
        case t.Binder():
            return parse_choice(alone).value
        case t.Inside() | t.TopSome() | t.StartingWith() | t.Range():
            binder = parse_choice(f"x {alone}").value
            return binder and binder.source
        case t.Possible():
            return node if alone == "possible" else None
        case t.Branch():
            effect = parse_effect(indented).value
            return effect and effect[0].branches[0]  # type: ignore[union-attr]
        case t.Alternative():
            shift = " " * (len(indented) - len(alone))
            effect = parse_effect(f"{shift[1:]}x chooses:\n{indented}").value
            return effect and effect[0].alternatives[0]  # type: ignore[union-attr]
    if isinstance(node, t.Expression):
        return parse_formula(alone).value
    effect = parse_effect(indented).value
    return effect and effect[0]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(effects)
def test_the_place_of_every_node_is_exact(tree: tuple[t.Statement, ...]) -> None:
    text = "\n".join(f" {line}  # more" for line in print_effect(tree).splitlines())
    for node in nodes(parse_effect(text).value):
        assert meaning(text, node) == node
        place = text[node.at.start : node.at.end]  # type: ignore[attr-defined]
        assert place == place.strip()
        assert not place.endswith("# more")


def test_brackets_are_no_part_of_what_stands_in_them_but_of_what_they_stand_in() -> None:
    text = " ( (a) + 1 ) * 2"
    product = parse_formula(text).value
    assert isinstance(product, t.Arithmetic)
    assert isinstance(product.left, t.Arithmetic)
    assert (product.at, product.left.at, product.left.left.at) == (t.Extent(1, 16), t.Extent(3, 10), t.Extent(4, 5))


# ---- the rulesets' own texts


def texts() -> Iterator[tuple[str, str]]:
    def walk(node: object, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, dict):
            for inner, value in node.items():
                if key in ("effects", "all") and isinstance(value, str):
                    yield ("effect" if key == "effects" else "formula"), value
                elif inner in kinds and isinstance(value, str):
                    yield kinds[inner], value
                yield from walk(value, inner)
        elif isinstance(node, list):
            for value in node:
                yield from walk(value, key)

    kinds = {"do": "effect", "means": "formula", "when": "formula", "choose": "choice"}
    for path in sorted(RULESETS.rglob("*.yaml")):
        if path.name.endswith(".scenarios.yaml"):
            continue
        yield from walk(yaml.safe_load(path.read_text(encoding="utf-8")), "")


TEXTS = list(texts())


def test_the_rulesets_have_texts() -> None:
    assert {kind for kind, _ in TEXTS} == {"effect", "formula", "choice"}


@pytest.mark.parametrize(("kind", "text"), TEXTS)
def test_a_text_of_a_ruleset_is_printed_with_its_meaning(kind: str, text: str) -> None:
    if kind == "effect":
        effect = parse_effect(text)
        assert effect.value is not None, effect.faults
        assert parse_effect(print_effect(effect.value)) == effect
    elif kind == "formula":
        formula = parse_formula(text)
        assert formula.value is not None, formula.faults
        assert parse_formula(print_formula(formula.value)) == formula
    else:
        choice = parse_choice(text)
        assert choice.value is not None, choice.faults
        assert parse_choice(print_binder(choice.value)) == choice


# ---- the fewest brackets


@pytest.mark.parametrize(
    "text",
    [
        "a or b and not c is d + e * -f",
        "(a or b) and c",
        "a - (b - c)",
        "a - b - c",
        "a / (b * c)",
        "-(a + b)",
        "not (a and b)",
        "not not a",
        "a is (b is c)",
        "(not a) is b",
        "x and any y where z or w",
        "x and (any y where z) or w",
        "x and (count y where z) > 3",
        "a / count y where z",
        "count (count a)",
        "f(any x where y, z)",
        "sum any a in b for each c",
        "sum (any a where b) for each c",
        "sum sum a for each b for each c where d",
        "kind of (first a in b)",
        "a is not (not b)",
        "count site in x where a is (count b where c) + 1",
    ],
)
def test_only_needed_brackets_are_printed(text: str) -> None:
    formula = parse_formula(text).value
    assert formula is not None
    assert print_formula(formula) == text


def test_blocks_are_printed_with_two_spaces() -> None:
    text = "\n".join(
        [
            "if possible:",
            "  for each card x in top 3 of deck where x is full, ordered by left of seat:",
            "    move first x in deck where y to z",
            "otherwise if a:",
            "  seat chooses:",
            "    card in hand:",
            "      stop",
            "    pass",
            "    extra if b:",
            "      move 1 to 2 cards from a to b",
            "otherwise:",
            "  repeat until a, at most 3 times:",
            "    award t to seat where a by b, c as d",
        ]
    )
    effect = parse_effect(text).value
    assert effect is not None
    assert print_effect(effect) == text
