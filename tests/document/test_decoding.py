"""The five ways to write a text: what each means, and where each part of it stands."""

import re

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from imhotep.document.composer import compose
from imhotep.document.nodes import Mapping, Scalar
from imhotep.document.source import Source


def value_in(text: str) -> Scalar:
    root, diagnostics = compose(Source("f", text))
    assert diagnostics == ()
    assert isinstance(root, Mapping)
    value = root.entries[0].value
    assert isinstance(value, Scalar)
    return value


def place_of(text: str, words: str) -> str:
    """Where the words stand that are found in the decoded value."""
    value = value_in(text)
    index = value.text.index(words)
    span = value.place(index, index + len(words))
    return f"{span.start.line}:{span.start.column}-{span.end.line}:{span.end.column}"


@pytest.mark.parametrize(
    ("text", "meaning", "style"),
    [
        ("a: b c\n", "b c", "plain"),
        ("a: b\n  c\n\n\n  d\n", "b c\n\nd", "plain"),
        ("a: 'b''c'\n", "b'c", "single"),
        ("a: 'b  \n\n   c'\n", "b\nc", "single"),
        ('a: "b\\tc \\u795e\\x21 \\"\\\\"\n', 'b\tc 神! "\\', "double"),
        ('a: "b  \\\n    c\\\n\n   d"\n', "b  c\nd", "double"),
        ("a: |\n  b\n   c\n\n  d\n\n", "b\n c\n\nd\n", "literal"),
        ("a: |-\n  b\n", "b", "literal"),
        ("a: |+\n  b\n\n", "b\n\n", "literal"),
        ("a: |2\n    b\n   c\n", "  b\n c\n", "literal"),
        ("a: |-1\n  b\n", " b", "literal"),
        ("a: |\n\n\n  b\n", "\n\nb\n", "literal"),
        ("a: |\nb: 1\n", "", "literal"),
        ("a: |\n  b", "b", "literal"),
        ("a: >\n  b\n  c\n\n  d\n    e\n  f\n", "b c\nd\n  e\nf\n", "folded"),
    ],
)
def test_a_text_means_what_yaml_says(text: str, meaning: str, style: str) -> None:
    value = value_in(text)
    assert (value.text, value.value, value.style) == (meaning, meaning, style)


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("a: one two\n", "two", "1:8-1:11"),
        ("a: one\n   two\n  three\n", "three", "3:3-3:8"),
        ("a:\n  'it''s mine'\n", "mine", "2:10-2:14"),
        ("a: 'it''s'\n", "'", "1:7-1:9"),
        ("a: 'one\n\n      two'\n", "two", "3:7-3:10"),
        ('a: "\\t\\u795e\\U0001F600x"\n', "x", "1:23-1:24"),
        ('a: "\\t\\u795ex"\n', "\u795e", "1:7-1:13"),
        ('a: "one \\\n     two"\n', "two", "2:6-2:9"),
        ('a: "神😀\tx"\n', "x", "1:8-1:9"),
        ("a: |\n  one\n    two\n\n  three\n", "two", "3:5-3:8"),
        ("a: |\r\n  one\r\n  two\r\n", "two", "3:3-3:6"),
        ("a: |\r  one\r  two\r", "two", "3:3-3:6"),
        ("a: |\n  神\tone\n", "one", "2:5-2:8"),
        ("a: |1\n   one\n", "one", "2:4-2:7"),
        ("a: >\n  one\n  two\n\n  three\n", "two", "3:3-3:6"),
        ("a: >-\n\n  one\n\n  two\n", "two", "5:3-5:6"),
    ],
)
def test_each_part_of_a_text_is_found_in_the_file(text: str, words: str, place: str) -> None:
    assert place_of(text, words) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: one\n", "1:7"),
        ("a: 'one'\n", "1:8"),
        ("a: |\n  one\n  two\n\nb: 1\n", "3:6"),
        ("a: |-\n  one\n", "2:6"),
        ("a: |\r\n  one\r\n", "2:6"),
        ("a: >\n  one\n  two\n", "3:6"),
        ("a: ''\n", "1:5"),
    ],
)
def test_the_end_of_a_text_is_just_behind_its_last_word(text: str, place: str) -> None:
    value = value_in(text)
    start = value.place(len(value.text), len(value.text)).start
    assert f"{start.line}:{start.column}" == place


def test_a_text_of_several_lines_ends_before_what_follows_it() -> None:
    text = "a: |\n  one\n\n\n# note\nb: 1\n"
    value = value_in(text)
    assert text[value.span.start.offset : value.span.end.offset] == "|\n  one"


WORDS = st.text(alphabet="ab \n\n'\"\\|>#:-é神\t", max_size=25)


@settings(deadline=None)
@given(WORDS, st.sampled_from(["plain", "'", '"', "|", ">", "|-", ">+", "|2", ">1"]), st.sampled_from(["\n", "\r\n"]))
def test_a_text_that_pyyaml_reads_means_the_same_here(words: str, style: str, line_break: str) -> None:
    assume(not re.match("[ \n]* \n", words))  # where PyYAML takes a blank line for the measure of indentation
    quote = style if style in "'\"" else ""
    written = quote + words.replace("\n", "\n  ") + quote
    text = f"a: {written}\nb: 1\n" if quote or style == "plain" else f"a: {style}\n  {written}\nb: 1\n"
    text = text.replace("\n", line_break)
    try:
        theirs = yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError:
        assume(False)
    assume(isinstance(theirs["a"], str))
    root, diagnostics = compose(Source("f", text))
    assume(not diagnostics)  # a tab or an unfinished quote, which PyYAML lets pass
    assert isinstance(root, Mapping)
    ours = {entry.key.text: entry.value.text for entry in root.entries if isinstance(entry.value, Scalar)}
    assert ours == theirs
