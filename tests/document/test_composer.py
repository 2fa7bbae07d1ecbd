from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imhotep.diagnostics import Diagnostic, Severity, has_errors
from imhotep.document.composer import compose
from imhotep.document.events import MOST_NODES
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence
from imhotep.document.source import MOST_BYTES, Source

RULESETS = Path(__file__).parents[2] / "rulesets"


def root_of(text: str) -> Mapping:
    root, diagnostics = compose(Source("f", text))
    assert not has_errors(diagnostics), diagnostics
    assert isinstance(root, Mapping)
    return root


def scalar(text: str, key: str) -> Scalar:
    value = root_of(text).get(key)
    assert isinstance(value, Scalar)
    return value


def the_fault(text: str) -> Diagnostic:
    _, diagnostics = compose(Source("f", text))
    assert len(diagnostics) == 1, diagnostics
    return diagnostics[0]


def plain(node: Node | None) -> object:
    """The node as Python values, without places."""
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return None if node is None else node.value


def test_maps_lists_and_values_keep_their_order_and_meaning() -> None:
    root = root_of("b: 1\na: [x, '2', ~, true]\n1: {k: |\n  }\n".replace("|\n  ", "") + "t: |\n  one\n  two\n")
    assert plain(root) == {"b": 1, "a": ["x", "2", None, True], "1": {"k": None}, "t": "one\ntwo\n"}
    assert [(entry.key.text, entry.key.value) for entry in root.entries][2] == ("1", 1)


def test_everything_knows_where_it_begins_and_ends() -> None:
    text = "a:\n  - x: 12\n    y: 'q'\n\n# end\nb: {c: [d, e]}\nf:\n"
    root = root_of(text)

    def cut(node: Node) -> str:
        return text[node.span.start.offset : node.span.end.offset]

    a, b, f = (entry.value for entry in root.entries)
    assert isinstance(a, Sequence)
    assert isinstance(b, Mapping)
    assert (cut(a), a.flow) == ("- x: 12\n    y: 'q'", False)
    assert cut(a.items[0]) == "x: 12\n    y: 'q'"
    assert (cut(b), b.flow) == ("{c: [d, e]}", True)
    assert cut(root) == text.rstrip()
    assert (str(f.span), cut(f)) == ("f:7:3", "")


@pytest.mark.parametrize("path", sorted(RULESETS.rglob("*.yaml")), ids=lambda path: path.name)
def test_the_shipped_rulesets_are_read_without_a_word(path: Path) -> None:
    root, diagnostics = compose(Source(path.name, path.read_text(encoding="utf-8")))
    assert isinstance(root, Mapping)
    assert diagnostics == ()


# What a text means.


def test_dates_odd_numbers_and_yes_no_as_one_word_stay_text() -> None:
    text = "a: 2026-01-31\nb: 010\nc: 1:30\nd: yes/no\ne: .nan\nf: '5'\n"
    expected = {"a": "2026-01-31", "b": "010", "c": "1:30", "d": "yes/no", "e": ".nan", "f": "5"}
    assert plain(root_of(text)) == expected


def test_an_unquoted_no_is_a_text_with_a_warning() -> None:
    root, diagnostics = compose(Source("f", "name: no\non: 'no'\ny: Yes\n"))
    assert plain(root) == {"name": "no", "on": "no", "y": "Yes"}
    assert [(d.code, d.severity, str(d.span)) for d in diagnostics] == [
        ("Y050", Severity.WARNING, "f:1:7"),
        ("Y050", Severity.WARNING, "f:2:1"),
        ("Y050", Severity.WARNING, "f:3:4"),
    ]
    assert diagnostics[0].help == 'write `false`, or `"no"` for the text'


def test_texts_that_other_readers_stumble_over_are_read() -> None:
    text = "a: {en: Really? Yes!, x?: 1}\nb: c#d # e\nf: g \t\nh: ...\ni: |  # note\n  j\n"
    expected = {"a": {"en": "Really? Yes!", "x?": 1}, "b": "c#d", "f": "g", "h": "...", "i": "j\n"}
    assert plain(root_of(text)) == expected


def test_an_unusual_space_beside_a_text_is_named() -> None:
    for text, place in (("a: 1\n\u3000b: 2\n", "f:2:1"), ("a: {b: c\u00a0}\n", "f:1:8")):
        fault = the_fault(text)
        assert (fault.code, str(fault.span)) == ("Y017", place)
    assert plain(root_of("a: Vraiment\u00a0?\n")) == {"a": "Vraiment\u00a0?"}


# Keys.


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("a: 1\nb: 2\na: 3\n", "f:1:1", "f:3:1"),
        ("x:\n  a: 1\n  'a': 3\n", "f:2:3", "f:3:3"),
        ("x: {a: 1, b: 2, a: 3}\n", "f:1:5", "f:1:17"),
        ("1: b\n1: c\n", "f:1:1", "f:2:1"),
        ("caf\u00e9: 1\ncafe\u0301: 2\n", "f:1:1", "f:2:1"),
    ],
)
def test_the_same_key_twice_is_one_fault_with_both_places(text: str, first: str, second: str) -> None:
    fault = the_fault(text)
    assert (fault.code, str(fault.span)) == ("Y020", second)
    assert [str(related.span) for related in fault.related] == [first]


def test_of_two_equal_keys_the_first_counts_and_checking_goes_on() -> None:
    root, diagnostics = compose(Source("f", "a: 1\na: {b: 1, b: 2}\nc: &x 1\nc: &x 2\n"))
    assert plain(root) == {"a": 1, "c": 1}
    assert [d.code for d in diagnostics] == ["Y020", "Y020", "Y020", "Y024"]


@pytest.mark.parametrize("text", ["? [a]\n: b\n", "{a}: b\n", "[a]: b\n", "a: &x 1\n*x : 2\n", "? \n: 1\n"])
def test_a_key_must_be_a_text(text: str) -> None:
    assert "Y021" in [d.code for d in compose(Source("f", text))[1]]


def test_merge_keys_point_to_extends() -> None:
    fault = the_fault("a: &x {b: 1}\nc:\n  <<: *x\n")
    assert (fault.code, str(fault.span)) == ("Y022", "f:3:3")
    assert fault.help is not None
    assert "`extends:`" in fault.help
    assert plain(root_of("'<<': 1\n")) == {"<<": 1}


# Anchors, tags, documents.


def test_an_alias_stands_for_what_it_names() -> None:
    assert plain(root_of("a: &x {b: 1}\nc: [*x, *x]\n")) == {"a": {"b": 1}, "c": [{"b": 1}, {"b": 1}]}


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: &a [*a]\n", "Y026", "f:1:8"),
        ("a: &a {b: {c: *a}}\n", "Y026", "f:1:15"),
        ("a: *b\nc: &b 1\n", "Y025", "f:1:4"),
        ("a: &b 1\nc: &b 2\n", "Y024", "f:2:4"),
        ("a: !!str 1\n", "Y018", "f:1:4"),
        ("a: !!python/object/apply:os.system ['x']\n", "Y018", "f:1:4"),
        ("a: !x\n", "Y018", "f:1:4"),
        ("--- !!set\n? a\n", "Y018", "f:1:5"),
        ("%TAG ! x:\n---\na: 1\n", "Y019", "f:1:1"),
        ("a: 1\n%YAML 1.2\n", "Y019", "f:2:1"),
        ("a: 1\n---\nb: 2\n", "Y041", "f:2:1"),
        ("--- 1\n--- 2\n", "Y041", "f:2:1"),
    ],
)
def test_what_yaml_offers_beyond_maps_lists_and_texts_is_refused(text: str, code: str, place: str) -> None:
    fault = the_fault(text)
    assert (fault.code, str(fault.span)) == (code, place)


def test_a_yaml_version_and_document_marks_are_fine() -> None:
    assert plain(root_of("# first\n%YAML 1.2\n---\na: 1\n...\n")) == {"a": 1}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "~\n", "---\n", "--- null\n...\n"])
def test_a_file_that_holds_nothing_is_answered_with_the_smallest_one(text: str) -> None:
    root, diagnostics = compose(Source("f", text), example="ruleset: NAME")
    assert root is None
    assert [(d.code, d.help) for d in diagnostics] == [("Y040", "the smallest valid file:\nruleset: NAME")]


# What cannot be read.

BROKEN = [
    ("a:\n\tb: 1\n", "Y011", "f:2:1", "→b: 1", "spaces"),
    ("a:\n  b: 1\n \tc: 1\n", "Y011", "f:3:2", "→c: 1", "spaces"),
    ("a: |\n  b\n\tc\n", "Y011", "f:3:1", "→c", "spaces"),
    ("a:\tb\n", "Y011", "f:1:3", "a tab", "space"),
    ("do: if x: stop\n", "Y012", "f:1:9", "second `: `", "after `|`"),
    ("a: 'it's: x'\n", "Y010", "f:1:8", "cannot follow", "quotes"),
    ("a: 'b\nc: 'd'\n", "Y013", "f:1:4", "quote `'`", "ends"),
    ('a: "b\n', "Y013", "f:1:4", 'quote `"`', "ends"),
    ("a: {b: c\nd: e\n", "Y013", "f:1:4", "`{` is not closed", "`}`"),
    ("a: [1, 2\n", "Y013", "f:1:4", "`[` is not closed", "`]`"),
    ("[1, {a: 2\n", "Y013", "f:1:5", "`{` is not closed", "`}`"),
    ("a: b]\nc: ]\n", "Y013", "f:2:4", "`]` closes nothing", "quote"),
    ("a: [b}\n", "Y010", "f:1:6", "expected `,` or `]`, found `}`", "quote"),
    ("a: [b,, c]\n", "Y010", "f:1:7", "expected `,` or `]`, found `,`", "quote"),
    ("a: @b\n", "Y014", "f:1:4", "`@`", "quotes"),
    ("a: `b`\n", "Y014", "f:1:4", "backtick", "quotes"),
    ("a: {b: |}\n", "Y014", "f:1:8", "`|`", "inside brackets"),
    ("a: **b**\n", "Y014", "f:1:4", "`*`", "quote"),
    ("a: & b\n", "Y014", "f:1:4", "`&`", "quote"),
    ('a: "\\q"\n', "Y014", "f:1:5", "`\\q`", "backslash"),
    ('a: "\\x1g"\n', "Y014", "f:1:5", "`\\x`", "backslash"),
    ("a: | move\n", "Y010", "f:1:4", "no text may follow `|`", "next line"),
    ("a: |0\n  b\n", "Y010", "f:1:4", "no text may follow `|`", "1 to 9"),
    ("a: |\n    b\n  c\nd: 1\n", "Y010", "f:3:3", "`c` does not fit", "first line"),
    ("a: |\n    b\n  c: 1\n", "Y010", "f:3:3", "`c: 1` does not fit", "first line"),
    ("a:b\nc: d\n", "Y010", "f:1:1", "a space is missing after `a:`", "after the colon"),
    ("a\n  c: d\n", "Y010", "f:1:1", "a colon is missing after `a`", "put a colon"),
    ("a: b\n  c: d\n", "Y010", "f:2:3", "goes on with the text of the line above", "indent"),
    ("a: 1\nb\n", "Y010", "f:2:1", "`b` is not `key: value`", "colon"),
    ("a: 1\nb:2\n", "Y010", "f:2:1", "`b:2` is not `key: value`", "after the colon"),
    ("a:\n- b\n-c\n", "Y010", "f:3:1", "`-c` is not `key: value`", "after the `-`"),
    ("'a':1\n", "Y010", "f:1:4", "cannot follow", "after the colon"),
    ("a:\n  b: 1\n c: 2\n", "Y010", "f:3:2", "`c: 2` does not fit here", "indent"),
    ("a: - b\n", "Y010", "f:1:4", "a list cannot begin here", "next line"),
    ("a: [b] c\n", "Y010", "f:1:8", "`c` cannot follow", "quotes"),
    (": b\n", "Y010", "f:1:1", "key is missing", "`key: value`"),
    ("a:\u00a01\nb: 2\n", "Y010", "f:2:1", "goes on", "U+00A0"),
    ("a: {: b}\n", "Y010", "f:1:5", "key is missing", "`key: value`"),
    ("a: {b: c: d}\n", "Y010", "f:1:9", "expected `,` or `}`, found `:`", "quote"),
    ("a: b\nc:\u3000d\n", "Y010", "f:2:1", "not `key: value`", "U+3000"),
    ("a: b\0c\n", "Y004", "f:1:5", "U+0000", "delete"),
    ("a: \x1b[31m\n", "Y004", "f:1:4", "U+001B", "delete"),
    ("a: \ufeffb\n", "Y004", "f:1:4", "U+FEFF", "delete"),
    ("a: b\u2028c: d\n", "Y004", "f:1:5", "U+2028", "delete"),
    ('a: "\\0"\n', "Y004", "f:1:5", "`\\0`", ""),
    ('a: "\\ud800"\n', "Y004", "f:1:5", "`\\ud800`", ""),
    ('a: "\\UFFFFFFFF"\n', "Y004", "f:1:5", "`\\UFFFFFFFF`", ""),
]


@pytest.mark.parametrize(("text", "code", "place", "message", "help"), BROKEN, ids=[case[0][:20] for case in BROKEN])
def test_what_cannot_be_read_is_told_plainly_and_in_place(
    text: str, code: str, place: str, message: str, help: str
) -> None:
    fault = the_fault(text)
    assert (fault.code, str(fault.span)) == (code, place), fault
    assert message in fault.message
    assert help in (fault.help or "")
    assert compose(Source("f", text))[0] is None


def test_a_bracket_that_is_closed_wrongly_shows_where_it_was_opened() -> None:
    fault = the_fault("a:\n  [1,\n   2}\n")
    assert [str(related.span) for related in fault.related] == ["f:2:3"]


# Texts cut by a comma.


@pytest.mark.parametrize(
    ("text", "place", "whole"),
    [
        ("x: {taken: build(card, player, x), y: 1}\n", "f:1:12", "build(card, player, x)"),
        ("x: {taken: build(card, card, b, b)}\n", "f:1:12", "build(card, card, b, b)"),
        ("x: {en: Stop, look, listen}\n", "f:1:9", "Stop, look, listen"),
        ("x: {en: one,\n  two, y: 1}\n", "f:1:9", "one, two"),
    ],
)
def test_a_text_cut_by_a_comma_is_found_and_put_together_again(text: str, place: str, whole: str) -> None:
    root, diagnostics = compose(Source("f", text))
    assert [(d.code, str(d.span)) for d in diagnostics] == [("Y015", place)]
    assert isinstance(root, Mapping)
    inner = root.get("x")
    assert isinstance(inner, Mapping)
    value = inner.entries[0].value
    assert isinstance(value, Scalar)
    assert value.text == whole
    assert [entry.key.text for entry in inner.entries[1:]] in ([], ["y"])


def test_an_open_bracket_at_a_comma_is_found_even_where_a_key_follows() -> None:
    assert the_fault("x: {a: f(b, c: 1}\n").code == "Y015"
    assert the_fault("x: [f(a, b)]\n").code == "Y015"


def test_an_entry_without_a_value_is_told_and_left_out() -> None:
    root, (fault,) = compose(Source("f", "x: {a, b: 1}\n"))
    assert (fault.code, str(fault.span)) == ("Y016", "f:1:5")
    assert plain(root) == {"x": {"b": 1}}


def test_quoted_and_empty_values_inside_braces_are_fine() -> None:
    assert plain(root_of("x: {a: 'f(b', c: , d: '', e: (f)}\n")) == {"x": {"a": "f(b", "c": None, "d": "", "e": "(f)"}}


# Limits.


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        below = ", ".join([f"*a{level - 1}"] * 9)
        lines.append(f"a{level}: &a{level} [{below}]")
    return "\n".join(lines) + "\n"


HOSTILE = {
    "a bomb of aliases": (bomb(9), "Y031"),
    "brackets": ("a: " + "[" * 2000, "Y030"),
    "a file of brackets": ("[" * MOST_BYTES, "Y030"),
    "braces with keys": ("{a: " * 60_000, "Y030"),
    "dashes": ("- " * 100_000, "Y030"),
    "question marks": ("? " * 100_000, "Y030"),
    "aliases below each other": (
        "a0: &a0 [[[[[[[[[[x]]]]]]]]]]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 70)),
        "Y030",
    ),
    "many values": ("- 1\n" * (MOST_NODES + 1), "Y031"),
    "commas": ("[" + "," * 200_000, "Y010"),
    "colons": (":" * 200_000 + "\n", "Y010"),
    "anchors": ("&a " * 80_000, "Y010"),
    "an open quote": ("a: '" + "x\n" * 100_000, "Y013"),
    "quotes": ("'" * 200_001, "Y013"),
    "escapes": ('a: "' + "\\x41" * 60_000 + '"', ""),
    "blank lines in quotes": ("a: 'b" + "\n" * 200_000 + "  c'", ""),
    "blank lines in a block": ("a: |\n  b\n" + "\n" * 200_000 + "  c\n", ""),
    "blanks": ("a: b" + " " * 200_000 + "c" + "\t" * 50_000, ""),
    "a long line": ("a: " + "x " * 100_000, ""),
    "a long key": ("x" * 200_000 + ": 1\n", "Y010"),
    "a long comment": ("# " * 100_000, "Y040"),
    "comments": ("#\n" * 100_000, "Y040"),
    "a long number": ("a: " + "9" * 5000, ""),
    "a long directive": ("%YAML 1." + "1" * 5000, "Y019"),
    "tags": ("!" * 200_000, "Y018"),
    "a list cut by commas": ("a: {b: (" + "c, " * 4_000 + "}", "Y015"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_gets_one_answer(name: str) -> None:
    text, code = HOSTILE[name]
    assert len(text.encode()) <= MOST_BYTES
    _, diagnostics = compose(Source("f", text))
    assert [d.code for d in diagnostics] == [code] * bool(code)


def test_the_deepest_nesting_that_is_allowed_is_read() -> None:
    assert compose(Source("f", "[" * 64 + "]" * 64))[1] == ()
    assert the_fault("[" * 65 + "]" * 65).code == "Y030"
    nested = "".join(f"{'  ' * level}a:\n" for level in range(63)) + "  " * 63 + "a: 1\n"
    assert compose(Source("f", nested))[1] == ()
    assert the_fault(nested + "  " * 64 + "b:\n" + "  " * 65 + "c: 1\n").code in ("Y010", "Y030")


# Laws.

PIECES = st.sampled_from(
    [*"abc \n\t:-{}[],'\"|>#&*!?%@`\\~10\r\0é神😀", ": ", "- ", "\n  ", "\n    ", "---\n", "<<: ", "&a ", "*a", "|\n  "]
)
RULES = [path.read_text(encoding="utf-8") for path in sorted(RULESETS.rglob("*.yaml"))]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A stretch of a real file with a few characters added, changed or taken out."""
    text = draw(st.sampled_from(RULES))
    start = draw(st.integers(0, len(text) - 1))
    text = text[start : start + draw(st.integers(1, 400))]
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.one_of(st.just(""), PIECES)) + text[place + draw(st.integers(0, 1)) :]
    return text


TEXTS = st.one_of(damaged(), st.lists(PIECES, max_size=40).map("".join), st.text(max_size=60))


def every_scalar(node: Node | None) -> list[Scalar]:
    found: list[Scalar] = []
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            waiting += [part for entry in each.entries for part in (entry.key, entry.value)]
        elif isinstance(each, Sequence):
            waiting += each.items
        elif each is not None:
            found.append(each)
    return found


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_any_text_gives_nodes_or_a_reason_and_no_exception(text: str) -> None:
    source = Source("f", text)
    root, diagnostics = compose(source)
    assert root is not None or has_errors(diagnostics)
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start.offset <= diagnostic.span.end.offset <= len(text)
        assert "\n" not in diagnostic.message


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_each_character_of_a_text_is_found_in_the_file(text: str) -> None:
    source = Source("f", text)
    for scalar in every_scalar(compose(source)[0]):
        for index, character in enumerate(scalar.text):
            place = scalar.place(index, index + 1).start
            if character in " \n":
                continue
            assert place == source.position(place.offset)
            assert text[place.offset] in (character, "\\")
