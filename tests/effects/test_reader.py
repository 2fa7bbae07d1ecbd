"""How texts are read: the grammar, its tables, lines and blocks, and what a `where` takes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from imhotep.effects import reader
from imhotep.effects import tree as t
from imhotep.effects.builder import RULES
from imhotep.effects.parser import RESERVED, parse_choice, parse_effect, parse_formula

GRAMMAR = reader.GRAMMAR.read_text(encoding="utf-8")
HERE = Path(__file__).parent


# ---- the grammar and its tables


def test_the_grammar_is_unambiguous() -> None:
    pytest.importorskip("interegular")
    reader.build(GRAMMAR, strict=True)


def test_every_rule_of_the_grammar_has_a_maker() -> None:
    rules = reader.build(GRAMMAR).rules
    made = {rule.alias or rule.origin.name for rule in rules if rule.alias or not rule.options.expand1}
    assert {name for name in made if not name.startswith("_")} == set(RULES)


def test_the_reserved_words_are_the_words_of_the_grammar() -> None:
    words = {terminal.pattern.value for terminal in reader.build(GRAMMAR).terminals if terminal.pattern.type == "str"}
    assert {word for word in words if word.isalpha()} | {"true", "false"} == RESERVED


def test_the_tables_belong_to_the_grammar() -> None:
    made_from = json.loads(reader.TABLES.read_text(encoding="utf-8"))["made_from"]
    expected = reader.origin(GRAMMAR)
    assert made_from["grammar"] == expected["grammar"], "run: python -m imhotep.effects.reader"
    if made_from["lark"] != expected["lark"]:
        pytest.skip("the tables are for another version of lark, so the parser is made from the grammar")
    assert made_from == expected


def test_the_parser_of_the_tables_has_all_that_one_made_of_the_grammar_has() -> None:
    loaded, made = reader._parser(), reader.build(GRAMMAR)
    assert loaded.rules == made.rules
    for rule, same in zip(loaded.rules, made.rules, strict=True):
        assert (rule.order, rule.alias, vars(rule.options)) == (same.order, same.alias, vars(same.options))
    for terminal, other in zip(loaded.terminals, made.terminals, strict=True):
        assert (terminal.name, terminal.priority, terminal.pattern) == (other.name, other.priority, other.pattern)


READ_ALL = """
import sys
from pathlib import Path
from imhotep.effects import reader
from imhotep.effects.parser import parse_choice, parse_effect, parse_formula

reader.TABLES = Path(sys.argv[2])
for kind, parse in {"effects": parse_effect, "formulas": parse_formula, "choices": parse_choice}.items():
    for text in (Path(sys.argv[1]) / f"bad_{kind}.txt").read_text(encoding="utf-8").split("\\n---\\n"):
        print(parse(text))
        for line in text.split("\\n"):
            print(parse(line))
"""


def read_all(seed: str, tables: Path) -> str:
    command = [sys.executable, "-c", READ_ALL, str(HERE), str(tables)]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, env=environment, capture_output=True, check=True, encoding="utf-8").stdout


def test_trees_and_faults_do_not_depend_on_the_hash_seed_or_on_the_tables() -> None:
    expected = read_all("0", reader.TABLES)
    assert "faults=()" in expected
    assert "L001" in expected
    assert read_all("1", reader.TABLES) == expected
    assert read_all("0", HERE / "missing.json") == expected
    assert read_all("1", HERE / "missing.json") == expected


# ---- lines and blocks


@pytest.mark.parametrize(
    "text",
    [
        "stop",
        "stop\n",
        "\n\nstop\n\n\n",
        "  stop  ",
        "stop # here",
        "# before\nstop\n# after",
        "# before\n  stop\n # after",
        "\r\nstop\r\n",
    ],
)
def test_blank_lines_and_comments_mean_nothing(text: str) -> None:
    assert parse_effect(text).value == (t.Stop(at=t.Extent(0, 0)),)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("set x\n  to y\n    and z", "set x to y and z"),
        ("set x to y\nor z", "set x to y or z"),
        ("award a to b\n  where c\n  # why\n\n  by d\n  as e", "award a to b where c by d as e"),
        ("move all c\n  from d\n  to e", "move all c from d to e"),
        ("shuffle a\ninto b", "shuffle a into b"),
        ("x chooses y\n        in z", "x chooses y in z"),
        ("if a:\n  if b\n  and c:\n    stop\n  stop", "if a:\n  if b and c:\n    stop\n  stop"),
    ],
)
def test_a_line_that_begins_with_a_joining_word_goes_on_with_the_line_before(text: str, line: str) -> None:
    parsed = parse_effect(text)
    assert parsed.value is not None
    assert parsed == parse_effect(line)


def test_a_formula_and_a_choice_may_stand_on_several_lines() -> None:
    formula, choice = parse_formula("a and b or d"), parse_choice("a in b where c")
    assert (formula.faults, choice.faults) == ((), ())
    assert parse_formula("\na\n  and b # c\nor d\n") == formula
    assert parse_choice("a\nin b\n  where c") == choice


def test_a_block_may_follow_on_the_line_or_below_it_at_any_width() -> None:
    one = parse_effect("if a: stop\notherwise: f()").value
    assert one is not None
    assert one == parse_effect("if a:\n        stop\notherwise:\n f()").value
    assert one == parse_effect("if a:\n  stop\n\n# b\notherwise:\n    # c\n    f()").value


def test_words_are_read_whole() -> None:
    name = parse_formula("orr").value
    assert name == t.Name("orr", at=t.Extent(0, 3))
    assert parse_formula("notx").value == t.Name("notx", at=t.Extent(0, 4))
    assert parse_formula("x2 and3").value is None


# ---- what a `where` takes


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("count site where a and b", "count site where (a and b)"),
        ("count site where a is b + c or d", "count site where (a is b + c or d)"),
        ("x and any y where z", "x and (any y where z)"),
        ("x and any y where z or w", "x and (any y where (z or w))"),
        ("x or any y where z and w", "x or (any y where (z and w))"),
        ("not any y where z and w", "not (any y where (z and w))"),
        ("1 + count y where z > 2", "1 + (count y where (z > 2))"),
        ("2 * count y where z", "2 * (count y where z)"),
        ("6 / count y where z", "6 / (count y where z)"),
        ("-count y where z + 1", "-(count y where (z + 1))"),
        ("a is first x in b where c and d", "a is (first x in b where (c and d))"),
        ("any x where any y where a and b", "any x where (any y where (a and b))"),
        ("any x in a and b", "(any x in a) and b"),
        ("count a + b", "(count a) + b"),
        ("count a * 2 is b", "((count a) * 2) is b"),
        ("sum a + b for each c in d + e", "(sum (a + b) for each c in d) + e"),
        ("sum a for each c where d + e", "sum a for each c where (d + e)"),
        ("sum sum a for each b for each c", "sum (sum a for each b) for each c"),
        ("f(any x where a, b)", "f((any x where a), b)"),
        ("not a is b and c", "((not (a is b)) and c)"),
        ("not not a", "not (not a)"),
        ("a or b and c or d", "((a or (b and c)) or d)"),
        ("a - b - c * d / e", "(a - b) - ((c * d) / e)"),
        ("a is not empty and b is full", "(a is not empty) and (b is full)"),
        ("a is not b", "(a) is not (b)"),
        ("a is at least b", "a >= b"),
        ("a is at most b", "a <= b"),
        ("a is more than b", "a > b"),
        ("a is less than b", "a < b"),
    ],
)
def test_a_formula_binds_as_if_bracketed_so(text: str, same: str) -> None:
    formula = parse_formula(text)
    assert formula.value is not None, formula.faults
    assert formula == parse_formula(same)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("(any y where z) or w", "any y where z or w"),
        ("(count y where z) > 2", "count y where z > 2"),
        ("a and (b or c)", "a and b or c"),
        ("a is (not b)", "a is not b"),
        ("not (a and b)", "not a and b"),
        ("not not a", "a"),
        ("not not a", "not a"),
        ("a - (b - c)", "a - b - c"),
        ("-(a + b)", "-a + b"),
    ],
)
def test_brackets_change_the_meaning(text: str, other: str) -> None:
    one, two = parse_formula(text).value, parse_formula(other).value
    assert one is not None
    assert two is not None
    assert one != two


def test_a_where_in_a_statement_ends_with_its_part() -> None:
    for text in (
        "move first card in deck where a and b to hand",
        "award places to seat where a and b by c, count x where d, e as f",
        "for each x where a and b, ordered by c: stop",
        "repeat until any x where a, at most 3 times: stop",
        "if any x where a: stop",
    ):
        assert parse_effect(text).faults == ()


def test_moves_of_some_pieces_say_the_least_and_the_most() -> None:
    found = []
    for amount in ("3", "3 to 3", "1 to 3", "up to 3", "all"):
        effect = parse_effect(f"move {amount} cards from a to b").value
        assert effect is not None
        move = effect[0]
        assert isinstance(move, t.MoveSome)
        found.append(tuple(n.value if isinstance(n, t.Number) else n for n in (move.least, move.most)))
    assert found == [(3, 3), (3, 3), (1, 3), (None, 3), (None, None)]
