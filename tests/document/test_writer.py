"""What is written says the same when it is read again."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from imhotep.diagnostics import Position, Span
from imhotep.document.composer import compose
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.document.scalars import resolve
from imhotep.document.source import FORBIDDEN, Source
from imhotep.document.writer import WIDEST, Line, leaves, lines, write
from imhotep.variants.canonical import canonical

RULESETS = Path(__file__).parents[2] / "rulesets"
HERE = Span("f", Position(1, 1, 0), Position(1, 1, 0))
ODD = [
    "", " ", "  x", "x ", "-", "- x", "-x", "--- x", "...", "? x", "?x", ":", ": x", "x: y", "x:", "x #y", "#x", "a:b",
    "yes", "no", "on", "Off", "y", "n", "null", "~", "true", "False", "0x1f", "1_000", "2024-01-01", "12", "-7", "007",
    "1.5", "99999999999", "<<", "=", "&a", "*a", "!a", "|", ">", "%", "@", "`", "'q'", '"q"', "\\", "[", "{a", "a, b",
    "if (x, y", "a (b) c", "\t", "a\tb", "\tx", "a\n", "a\nb", "a\n\n\n", "\n", "\n\n", "\na", "\n\n a\n", "  a\n b",
    "a\n  \nb", "a\n \n", "a\n ", "a \nb\n", "# a\nb\n", "a\r\nb", "x\r", "\xa0x", "a\xa0b",
    "é", "丘", "👩\u200d🌾", "\u202ex", "\u3000a", "a: |\n  b\n", "word " * 60, "word  word " * 30,
    "w" * 300, "k" * 1100, "--- a\n...\n", "\ud7ff", "\U0001f600\n\U0001f600",
]  # fmt: skip

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
pieces = st.sampled_from([*" \n\t:#-'\"\\,[]{}&*?|>", ": ", " #", "\n ", "- ", "a", "é", "丘", "1", "(", ")"])
texts = st.one_of(st.sampled_from(ODD), words, st.lists(pieces, max_size=8).map("".join)).filter(
    lambda text: not FORBIDDEN.search(text)
)
values = st.one_of(texts, st.integers(-(2**31), 2**31 - 1), st.booleans(), st.none())


def scalar(value: str | int | bool | None, text: str | None = None) -> Scalar:
    written = str(value) if text is None else text
    return Scalar(value=value, text=written, style="plain", span=HERE)


def mapping(pairs: list[tuple[str, Node]], flow: bool) -> Mapping:
    unique = dict(pairs)
    entries = tuple(Entry(scalar(key), value) for key, value in unique.items())
    return Mapping(entries=entries, span=HERE, flow=flow)


def sequence(items: list[Node], flow: bool) -> Sequence:
    return Sequence(items=tuple(items), span=HERE, flow=flow)


@st.composite
def plain_words(draw: st.DrawFn) -> Scalar:
    """A value as the composer makes it of an unquoted word."""
    text = draw(st.sampled_from(["", "~", "NULL", "TRUE", "False", "-0", "12", "no", "0x1f"]))
    return scalar(resolve(text), text)


keys = texts.filter(lambda text: text.isascii())  # two ways to write an accent are one key
nodes: st.SearchStrategy[Node] = st.recursive(
    st.one_of(values.map(scalar), plain_words()),
    lambda inner: st.one_of(
        st.builds(mapping, st.lists(st.tuples(keys, inner), max_size=4), st.booleans()),
        st.builds(sequence, st.lists(inner, max_size=4), st.booleans()),
    ),
    max_leaves=12,
)


def read(text: str) -> Node | None:
    root, found = compose(Source("f", text))
    assert [d for d in found if d.code != "Y040"] == [], text
    return root


@given(nodes, st.sampled_from([10, 40, 120]), st.booleans())
def test_what_is_written_is_read_the_same(node: Node, width: int, is_ascii: bool) -> None:
    text = write(node, width=width, is_ascii=is_ascii)
    root = read(text)
    nothing = root is None and isinstance(node, Scalar) and node.value is None
    assert nothing or (root is not None and canonical(root) == canonical(node)), text
    assert text.isascii() or not is_ascii
    assert all(character.isprintable() or character == "\n" for character in text)


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_survive_everywhere(text: str) -> None:
    for flow in (True, False):
        inner = sequence([scalar(text), mapping([(text, scalar(text))], flow), sequence([scalar(text)], flow)], flow)
        node = mapping([("a", scalar(text)), ("list", inner), (text, scalar(1))], flow)
        root = read(write(node))
        assert root is not None and canonical(root) == canonical(node)


@given(nodes)
@example(mapping([("a", scalar("x\n y\n"))], False))
def test_comments_behind_the_lines_of_values_change_nothing(node: Node) -> None:
    text = "".join(f"{each.text}  # here\n" if each.origin else f"{each.text}\n" for each in lines(node))
    root = read(text)
    assert root is None or canonical(root) == canonical(node)


def rewritten(text: str, width: int = WIDEST) -> str:
    root = read(text)
    assert root is not None
    return write(root, width=width)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\nb: {c: [x, z], d: {}}\n\nc:\n  - x: 1\n    z: 2\n  - - z\n  - []\n",
        "do: |\n  if a:\n    b\n\nlast: |-\n  one\n\n  two\n\nkeep: |+\n  one\n\nindented: |2\n    one\n  two\n",
        'word: "yes"\nnumber: "12"\nhex: "0x1f"\ntext: it\'s plain, is it not\n"no": "a: b"\n',
        "- |\n  one\n  two\n- three\n",
        "keep: |+\n  one\n\na:\n  b: 1\n\nc:\n  - 1\n\nd: 2\n",
        "a:\n  b:\n    - c: |\n        one\n        two\n",
    ],
)
def test_a_document_in_our_own_style_stays_as_it_is(text: str) -> None:
    assert rewritten(text) == text


def test_a_line_too_long_is_broken_at_spaces_and_brackets_become_blocks() -> None:
    text = "note: one two three four\nmap: {long_key: 1, other_key: 2}\n"
    assert rewritten(text, width=16) == ("note: >-\n  one two three\n  four\n\nmap:\n  long_key: 1\n  other_key: 2\n")


def test_an_empty_map_stands_on_the_line_of_its_key_however_long() -> None:
    assert rewritten("a_long_key: {}\n", width=4) == "a_long_key: {}\n"


def test_values_of_two_lines_do_not_share_one_if_each_is_to_have_one_origin() -> None:
    root = read("a: {b: 1,\n  c: 2}\nd: {e: 3, f: 4}\n")
    assert root is not None
    assert [(each.text, each.origin.start.line if each.origin else None) for each in lines(root, one_origin=True)] == [
        ("a:", None), ("  b: 1", 1), ("  c: 2", 2), ("", None), ("d: {e: 3, f: 4}", 3),
    ]  # fmt: skip


def test_lines_within_a_text_have_no_origin() -> None:
    root = read("do: |\n  one\n  two\n")
    assert root is not None
    assert lines(root) == (Line("do: |", next(leaves(root)).span), Line("  one"), Line("  two"))


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.yaml")), ids=lambda path: path.name)
def test_shipped_files_are_written_without_loss(path: Path) -> None:
    root = read(path.read_text(encoding="utf-8"))
    assert root is not None
    again = read(write(root))
    assert again is not None and canonical(again) == canonical(root)
    assert write(again) == write(root)
