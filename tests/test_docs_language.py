import re
import textwrap
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_type_hints

import pytest

import imhotep
from imhotep.compile.build import build
from imhotep.compile.ruleset import Ruleset
from imhotep.diagnostics import Diagnostic, Notes, Position, Span
from imhotep.document.nodes import Scalar
from imhotep.effects import tree
from imhotep.effects.parser import RESERVED, parse_effect, parse_formula
from imhotep.game.game import Game
from imhotep.meaning.texts import inside
from imhotep.model.contents import texts_of
from imhotep.model.things import read_model
from imhotep.program.program import Program

PAGE = "docs/language.md"
FILE = Path(__file__).parents[1] / PAGE
TEXT = FILE.read_text(encoding="utf-8")
RESERVED_WORDS = re.compile("(?<=<!-- reserved words: begin -->\n).*(?=<!-- reserved words: end -->)", re.S)
PLAYERS = 3

# what examples speak of: the words after ```effect say which of these come before it
GIVEN = {
    "used": "move top of deck to used",
    "yard": "move all baskets from shed to yard",
    "player": "let player be ann",
    "flower": "let flower be first flower in bag of ann",
    "basket": "move all baskets from shed to yard\nlet basket be first large in yard\n"
    "move 1 flower from bag of ann to inside of basket\nmove 1 flower from bag of bob to inside of basket",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code of the page; `line` is that of its first line."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def error(self) -> str | None:
        return next((word.removeprefix("error=") for word in self.words if word.startswith("error=")), None)

    @property
    def begin(self) -> str:
        return "".join(f"{GIVEN[word]}\n" for word in self.words if word in GIVEN)

    def scalar(self) -> Scalar:
        """The block as a text that stands in the page: what is given first, and in a scope unless it is bare.

        A scope that cannot be carried out is a fault.
        """
        lines = [(f"{line}\n", self.line + n) for n, line in enumerate(self.text.splitlines())]
        if "bare" in self.words:
            return in_page([(self.begin, self.line), *lines])
        scope = f"{self.begin}if possible:\n"
        return in_page([(scope, self.line), *((f"  {t}", n) for t, n in lines), ("otherwise: require no\n", self.line)])


def in_page(parts: list[tuple[str, int]]) -> Scalar:
    """A text made of parts, each with its line in the page."""
    marks, text = [], ""
    for part, line in parts:
        marks.append((len(text), Position(line, 1, 0)))
        text += part
    start = Position(parts[0][1], 1, 0)
    return Scalar(value=text, text=text, style="literal", span=Span(PAGE, start, start), marks=tuple(marks))


def _blocks() -> list[Block]:
    found = []
    for match in re.finditer(r"^```(\S+)(.*)\n((?:.*\n)*?)```$", TEXT, re.M):
        line = TEXT.count("\n", 0, match.start(3)) + 1
        found.append(Block(match[1], tuple(match[2].split()), match[3], line))
    return found


BLOCKS = _blocks()
(MEADOW,) = (block for block in BLOCKS if block.words == ("ruleset",))
EFFECTS = [block for block in BLOCKS if block.language == "effect"]
FORMULAS = [block for block in BLOCKS if block.language == "formula" and block.words == ()]
HELD = [(a, b) for a, b in pairwise(BLOCKS) if b.words == ("holds",)]


def _checked(*further: Block) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """The meadow with more files in its folder."""
    files = {f"meadow/part_{block.line}.yaml": block.text for block in further}
    return imhotep.validate("meadow", files={"meadow/ruleset.yaml": MEADOW.text} | files)


@cache
def _meadow() -> Ruleset:
    ruleset, found = _checked()
    assert ruleset is not None, found
    return ruleset


def _build(
    entries: dict[str, Scalar], checks: dict[str, Scalar] | None = None
) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    ruleset = _meadow()
    return build(ruleset.composed.root, ruleset.table(PLAYERS), entries=entries, checks=checks or {})


def _formulas(block: Block) -> list[tuple[str, int]]:
    return [(line, block.line + n) for n, line in enumerate(block.text.splitlines())]


@cache
def _program() -> Program:
    """All examples that are right, in one program."""
    entries = {f"line {b.line}": b.scalar() for b in EFFECTS if b.error is None}
    for block in FORMULAS:
        parts = [(f"let example{n} be {text}\n", n) for text, n in _formulas(block)]
        entries[f"line {block.line}"] = in_page(parts)
    checks = {f"line {n}": in_page([(text, n)]) for _, b in HELD for text, n in _formulas(b)}
    program, found = _build(entries, checks)
    assert program is not None, "\n".join(f"{d.span}: {d.code} {d.message}" for d in found)
    return program


def test_every_block_of_the_page_is_of_a_kind_that_is_tested() -> None:
    kinds = {"yaml": {"ruleset", "part", "variant"}, "effect": {*GIVEN, "bare"}, "formula": {"holds"}}
    for block in BLOCKS:
        unknown = set(block.words) - {f"error={block.error}"} - kinds.get(block.language, set())
        assert not unknown, block.line
        assert block.language != "yaml" or len(block.words) == 1, block.line
    assert TEXT.count("```") == 2 * len(BLOCKS)


def test_the_meadow_has_no_faults_and_can_be_played() -> None:
    game = Game(_meadow().program(PLAYERS), 1)
    while not game.over:
        decision = game.decision
        assert decision is not None
        game.apply(decision.options[0])
    assert game.winners


def test_parts_and_variants_have_no_faults() -> None:
    _, found = _checked(*(block for block in BLOCKS if block.words == ("part",)))
    assert _used(found) == ()
    variants = {f"variant_{block.line}.yaml": block.text for block in BLOCKS if block.words == ("variant",)}
    files = {"meadow/ruleset.yaml": MEADOW.text} | variants
    first, *others = (f"./{name}" for name in variants)
    ruleset, found = imhotep.validate(first, variants=others, files=files)
    assert _used(found) == ()
    assert ruleset is not None


def _used(found: tuple[imhotep.Diagnostic, ...]) -> tuple[imhotep.Diagnostic, ...]:
    """All but what is said of names that no text here uses: the examples show only parts of a game."""
    return tuple(diagnostic for diagnostic in found if not diagnostic.code.startswith("U"))


WRONG_FILES = [block for block in BLOCKS if block.language == "yaml" and block.error]


@pytest.mark.parametrize("block", WRONG_FILES, ids=lambda block: f"line {block.line}")
def test_a_wrong_file_has_the_fault_that_the_page_names(block: Block) -> None:
    _, found = _checked(block)
    assert {d.code for d in found} == {block.error}


def test_wrong_texts_have_the_faults_that_the_page_names() -> None:
    wrong = [block for block in EFFECTS if block.error]
    broken = [block for block in wrong if block.error is not None and block.error.startswith("L")]
    for block in broken:
        assert {fault.code for fault in parse_effect(block.text).faults} == {block.error}, block.line
    _, found = _build({f"line {b.line}": b.scalar() for b in wrong if b not in broken})
    for block in wrong:
        lines = range(block.line, block.line + block.text.count("\n"))
        codes = {d.code for d in found if d.span is not None and d.span.start.line in lines}
        assert block in broken or codes == {block.error}, block.line
    assert {d.span.file for d in found if d.span is not None} == {PAGE}


@pytest.mark.parametrize("block", [b for b in EFFECTS if b.error is None], ids=lambda block: f"line {block.line}")
def test_an_example_can_be_carried_out(block: Block) -> None:
    game = Game(_program(), 1, entry=None)
    game.enter(f"line {block.line}")
    while (decision := game.decision) is not None:
        game.apply(decision.options[0])


def test_what_holds_after_an_example_holds() -> None:
    assert HELD
    for example, held in HELD:
        game = Game(_program(), 1, entry=None)
        if example.language == "effect":
            game.enter(f"line {example.line}")
        for text, line in _formulas(held):
            assert game.said(f"line {line}") == "yes", (line, text)


def reserved_words() -> str:
    """What stands between the marks of the page."""
    return textwrap.fill(", ".join(f"`{word}`" for word in sorted(RESERVED)), 118) + "\n"


def test_the_page_lists_the_reserved_words() -> None:
    assert RESERVED_WORDS.findall(TEXT) == [reserved_words()]


def _nodes() -> list[Any]:
    """All that the examples of the page are made of."""
    found: list[Any] = []
    for block in EFFECTS:
        found += inside(parse_effect(block.text).value or ())
    for block in BLOCKS:
        if block.language == "formula":
            for text, line in _formulas(block):
                formula = parse_formula(text).value
                assert formula is not None, (line, text)
                found += inside(formula)
    ruleset = _meadow()
    model = read_model(ruleset.composed.root, ruleset.table(PLAYERS), Notes())
    assert model is not None
    for scalar in texts_of(model):
        found += inside(parse_effect(scalar.text).value or ())
    return found


def test_every_form_of_the_language_occurs_in_the_page() -> None:
    """Each sort of statement, expression and binder, and of each all that may be there or not."""
    nodes = _nodes()
    missing = set()
    for form in (*get_args(tree.Statement), *get_args(tree.Expression), *get_args(tree.Domain), tree.Alternative):
        mine = [node for node in nodes if type(node) is form]
        if not mine:
            missing.add(form.__name__)
        hints = get_type_hints(form)
        for field in fields(form):
            if field.name != "at":
                missing |= _unseen(form.__name__, field.name, hints[field.name], [getattr(n, field.name) for n in mine])
    assert missing == set()


def _unseen(form: str, name: str, hint: Any, values: list[Any]) -> set[str]:
    options = get_args(hint) if isinstance(hint, UnionType) else ()
    due: tuple[Any, ...] = ()
    if NoneType in options:
        due, values = ("there", "not there"), ["not there" if value is None else "there" for value in values]
    elif hint is bool:
        due = (True, False)
    elif all(isinstance(word, str) for word in get_args(hint)):
        due = get_args(hint)
    return {f"{form}.{name} is {each}" for each in due if each not in values}


if __name__ == "__main__":
    FILE.write_text(RESERVED_WORDS.sub(reserved_words(), TEXT), encoding="utf-8")
