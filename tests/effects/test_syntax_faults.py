"""What is said of broken texts. The data files hold texts, parted by `---`, with the expected fault on the bad line:

    TEXT  #! COLUMN CODE MESSAGE || HELP

The column is counted from 1; a help that ends in `...` is only a beginning.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imhotep.diagnostics import Position, Span
from imhotep.document.nodes import Scalar
from imhotep.effects.parser import (
    RESERVED,
    Parsed,
    SyntaxFault,
    parse_choice,
    parse_effect,
    parse_formula,
    placed,
)

PARSERS: dict[str, Callable[[str], Parsed[object]]] = {
    "effects": parse_effect,
    "formulas": parse_formula,
    "choices": parse_choice,
}


def bad_texts() -> Iterator[tuple[str, str]]:
    for kind in PARSERS:
        data = Path(__file__).with_name(f"bad_{kind}.txt").read_text(encoding="utf-8")
        for text in data.split("\n---\n"):
            yield kind, text


@pytest.mark.parametrize(("kind", "text"), list(bad_texts()))
def test_a_bad_text_gets_the_fault_written_beside_it(kind: str, text: str) -> None:
    (line,) = (number for number, line in enumerate(text.split("\n")) if "#!" in line)
    expected = text.split("\n")[line].partition("#! ")[2]
    parsed = PARSERS[kind](text)
    assert parsed.value is None
    (fault,) = parsed.faults
    before = text[: fault.start].split("\n")
    found = f"{len(before[-1]) + 1} {fault.code} {fault.message}" + (f" || {fault.help}" if fault.help else "")
    if expected.endswith("..."):
        found = found[: len(expected) - 3] + "..."
    assert (len(before) - 1, found) == (line, expected)


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "# nothing\n", "\n  # nothing"])
def test_an_empty_text_is_a_fault(text: str) -> None:
    fault = SyntaxFault("found an empty text", 0, 0, None, "L009")
    assert [parse(text).faults for parse in PARSERS.values()] == [(fault,)] * 3


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_no_reserved_word_can_be_a_name(word: str) -> None:
    fault = parse_effect(f"let {word} be 1").faults[0]
    assert (fault.start, fault.end) == (4, 4 + len(word))
    if word not in ("true", "false"):
        assert fault.code == "L008"
        assert fault.help is not None
        assert f", {word}, " in f", {fault.help.partition(': ')[2]}, "


def test_a_number_may_have_31_bits_and_no_more() -> None:
    assert parse_formula("-2147483647 + 0000000000000007").value is not None
    for text in ("2147483648", "9" * 5000):
        fault = SyntaxFault("number is too large, the largest is 2147483647", 4, 4 + len(text), None, "L006")
        assert parse_formula(f"1 + {text}").faults == (fault,)


@pytest.mark.parametrize(
    "text",
    [
        "f(" * 5000 + "1" + ")" * 5000,
        "not " * 5000 + "a",
        " + ".join(["a"] * 5000),
        "a of " * 6000 + "a",
        "any a where " * 2500 + "a",
        "-" * 30_000 + "1",
    ],
    ids=lambda text: text[:12],
)
def test_too_deep_a_text_is_a_fault(text: str) -> None:
    fault = parse_formula(text).faults[0]
    assert (fault.code, fault.message) == ("L007", "this is nested too deeply")


def test_too_deep_a_block_is_a_fault() -> None:
    lines = [f"{' ' * depth}if a:" for depth in range(200)]
    assert parse_effect("\n".join([*lines, " " * 200 + "stop"])).faults[0].code == "L007"


def test_a_hundred_levels_are_not_too_deep() -> None:
    assert parse_formula("not " * 99 + "a").value is not None
    assert parse_formula("not " * 100 + "a").value is None


def test_needless_brackets_are_no_depth() -> None:
    assert parse_formula("(" * 5000 + "a" + ")" * 5000).value is not None


@pytest.mark.parametrize(
    "text",
    [
        "(" * 30_000,
        ")" * 30_000,
        "f(" * 14_000,
        "x" * 30_000,
        "a." * 14_000,
        "=" * 30_000,
        " " * 30_000,
        "\n" * 30_000,
        "a\n" * 14_000,
        "1 " * 14_000,
        "a\n and " * 4_000,
        "#" * 30_000,
        "if a: " * 4_000,
        "if a:\n" * 4_000,
        ", " * 14_000,
        "\N{GRINNING FACE}" * 30_000,
        "y" * 14_000 + " " + "x" * 14_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_long_bad_text_gets_one_short_message(text: str) -> None:
    for parse in PARSERS.values():
        for fault in parse(text).faults:
            assert len(fault.message) < 300
            assert len(fault.help or "") < 600
            assert 0 <= fault.start <= fault.end <= len(text)


def test_a_long_good_text_is_read() -> None:
    effect = parse_effect("move a to b  # as it should be\n" * 1000).value
    assert effect is not None
    assert len(effect) == 1000


signs = ["2147483648", "\n", "\n  ", "\n    ", "\t", "==", "é", "# c\n", *"():,.+-*/<>=!"]
soups = st.lists(st.sampled_from([*sorted(RESERVED), "a", "b1", "7", *signs]), max_size=30).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(soups | st.text(max_size=60))
def test_any_text_has_a_meaning_or_a_fault_in_plain_words(text: str) -> None:
    for parse in PARSERS.values():
        parsed = parse(text)
        assert (parsed.value is None) == bool(parsed.faults)
        for fault in parsed.faults:
            assert 0 <= fault.start <= fault.end <= len(text)
            assert re.fullmatch("L0[0-9][0-9]", fault.code)
            words = fault.message.replace(text[fault.start : fault.end], "")
            assert not re.search("_NL|DENT|ANON|NAME|NUMBER|END|COLON|expected $", words)
            assert fault.message == fault.message.strip()
            assert not fault.message.endswith(".")


def test_a_fault_is_placed_in_its_file() -> None:
    text = "stop\nmove x\n"
    marks = ((0, Position(7, 9, 100)), (5, Position(8, 9, 113)))
    span = Span("rules.yaml", Position(6, 5, 90), Position(9, 1, 130))
    scalar = Scalar(value=text, text=text, style="literal", span=span, marks=marks)
    (diagnostic,) = placed(scalar, parse_effect(text).faults)
    assert (diagnostic.code, diagnostic.message) == ("L002", "found the end of the text, expected `to` or a name")
    assert diagnostic.span == Span("rules.yaml", Position(8, 15, 119), Position(8, 15, 119))
