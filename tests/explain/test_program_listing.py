"""A program as text: everything in it is named."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from imhotep.compile.ruleset import open_ruleset
from imhotep.explain import memory as naming
from imhotep.explain.code import ADDRESSES, BLOCKS, PLACES, SEGMENTS, Listing
from imhotep.explain.memory import HEADER_WORDS, Names
from imhotep.explain.program import program_text
from imhotep.program import instructions, memory
from imhotep.program.program import Program

RULESETS = Path(__file__).parents[1] / "rulesets"
SIGNATURES = instructions.VALUES | instructions.DOMAINS | instructions.STATEMENTS | instructions.ENDS
PLAIN = {
    # operands that are values, numbers or words of their own
    "a", "b", "amount", "arguments", "axis", "bits", "cases", "class-condition-slot", "condition", "domain", "high",
    "index", "individual", "kind", "least", "left", "list", "low", "message", "most", "number", "position", "slot",
    "src", "thing", "times", "type", "value", "viewer",
}  # fmt: skip


@pytest.fixture
def program(work: Path) -> Program:
    return open_ruleset("./meadow").program(2)


def test_every_operand_of_every_signature_is_known() -> None:
    named = {"family", "table", "stream", "source", "seat", "procedure", "decision"}
    names = {name for text in SIGNATURES.values() for name in text.partition(":")[0].split()} - {"..."}
    assert names - PLAIN - named - BLOCKS - SEGMENTS - PLACES - ADDRESSES == set()


def test_every_word_of_the_header_has_its_name() -> None:
    for number, name in enumerate(HEADER_WORDS):
        assert getattr(memory, name.upper()) == number
    assert len(HEADER_WORDS) == memory.HEADER
    assert naming.HEADER_WORDS is HEADER_WORDS


def test_the_memory_is_laid_out_to_its_end(program: Program) -> None:
    lines = program_text(program).partition("\nprocedure 0")[0].splitlines()
    found = [re.match(r" {4}(\d+)(?:\.\.(\d+))? ", line) for line in lines]
    spans = sorted((int(m[1]), int(m[2] or m[1])) for m in found if m)
    ends = [first for first, _ in spans[1:]] + [len(program.start)]
    assert [last + 1 for _, last in spans] == ends


def test_places_fields_and_sources_are_named_and_statements_have_their_line(program: Program) -> None:
    text = program_text(program)
    for line in (
        r"    12  active  seat",
        r"    16\.\.18  bed +cells  token  3 cells",
        r"  s\d+:",
        r"    store address=\[wind\] value=2 +# meadow/ruleset\.yaml:48",
        r"    score source=planting seat=\$2 amount=2 +# meadow/ruleset\.yaml:\d+",
        r"decision \d+ plant\.cell +# meadow/ruleset\.yaml:\d+",
        r"  points: scored\(source=all, seat=\$0\)",
    ):
        assert re.search(f"^{line}$", text, re.MULTILINE), (line, text)


def _codes(code: Any) -> Iterator[Any]:
    if isinstance(code, tuple):
        if code and code[0] in SIGNATURES:
            yield code
        for each in code:
            yield from _codes(each)


@pytest.mark.parametrize("ruleset", ["imhotep", *(f"{RULESETS}/{name}" for name in ("hands", "rows", "small"))])
def test_no_segment_and_no_instruction_is_left_out(ruleset: str) -> None:
    opened = open_ruleset(ruleset)
    program = opened.program(opened.players[-1])
    text = program_text(program)
    assert re.findall(r"^  s(\d+):$", text, re.MULTILINE) and "None" not in text
    assert {int(n) for n in re.findall(r"^  s(\d+):$", text, re.MULTILINE)} == set(range(len(program.segments)))
    parts = [*(s.code for s in program.segments), *(p.body for p in program.procedures if not p.stops)]
    for head in {code[0] for part in parts for code in _codes(part) if code[0] not in ("local", "offset")}:
        due = sum(code[0] == head for part in parts for code in _codes(part))
        assert len(re.findall(rf"(?<![\w.]){head}(?![\w=.])", text)) >= due, head


def test_a_block_within_a_statement_is_indented(program: Program) -> None:
    listing = Listing(Names(program))
    code = (("if", ("eq", 1, ("load", 12)), (("walk", 3, ("seats", 1), 1, (("set", 4, 2),)),), (("return",),)),)
    assert [line.text for line in listing.block(code, 1)] == [
        "  if condition=eq(1, load([active]))",
        "    then",
        "      walk slot=$3 domain=seats(red) condition=1",
        "        set slot=$4 value=2",
        "    otherwise",
        "      return",
    ]
    cases = (("switch", ("local", 1), ((1, (("wall",),)), (2, ())), ()),)
    assert [line.text for line in listing.block(cases, 0)] == [
        "switch value=$1", "  case 1", "    wall", "  case 2",
    ]  # fmt: skip
    assert [line.text for line in listing.block((("jump", 0, ((1, 7),), 8),), 0)] == ["jump value=0 cases=(1: s7) s8"]
