"""From text to the nodes of `tree` by way of lark; nothing else in the package knows lark.

Lark takes long to make a parser of a grammar, so its tables are kept in `tables.json`. They are used only if they
belong to this very grammar and version of lark; otherwise the parser is made afresh. To write them anew:

    python -m imhotep.effects.reader
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias

import lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.lexer import PatternRE, PatternStr, TerminalDef

from imhotep.effects import faults, slips
from imhotep.effects.builder import RULES, Maker, itself, sequence
from imhotep.effects.faults import BrokenText
from imhotep.effects.tree import Extent, Name

Start: TypeAlias = Literal["effect", "formula", "choice"]

GRAMMAR = Path(__file__).with_name("effects.lark")
TABLES = Path(__file__).with_name("tables.json")
LARGEST = 2**31 - 1
DEEPEST = 100

_OPTIONS = {
    "start": ["effect", "formula", "choice"],
    "parser": "lalr",
    "lexer": "basic",
    "keep_all_tokens": True,
    "maybe_placeholders": False,
}


def reserved_words() -> frozenset[str]:
    """All words that cannot be names: those in quotes in the grammar, and `true` and `false`."""
    rules = re.sub("//.*", "", GRAMMAR.read_text(encoding="utf-8"))
    return frozenset(re.findall('"([a-z]+)"', rules)) | slips.TRUTHS.keys()


RESERVED = reserved_words()


def read(text: str, start: Start) -> object:
    """What the text means as a `start`; raises `BrokenText` at its first fault."""
    parser = _parser()
    try:
        part = parser.parse(text, start=start)
    except UnexpectedToken as error:
        raise _unexpected(text, error, parser) from None
    except UnexpectedCharacters as error:
        raise faults.unknown_character(text, error.pos_in_stream or 0) from None
    return part.value  # type: ignore[attr-defined]  # lark declares its own trees; with makers it returns their parts


def _unexpected(text: str, error: UnexpectedToken, parser: lark.Lark) -> BrokenText:
    token = error.token
    if token.type == "$END":
        return faults.nothing_written()
    words = {t.name: t.pattern.value for t in parser.terminals if t.pattern.type == "str"}
    unseen = {"$END", "_INDENT", "_DEDENT"}  # no one writes these; lines say where they are
    expected = {words.get(name, name) for name in error.accepts or () if name not in unseen}
    return faults.unexpected(text, token.type, *_place(token), expected, RESERVED)


# ---- the parser


@cache
def _parser() -> lark.Lark:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    if TABLES.exists():
        tables = json.loads(TABLES.read_text(encoding="utf-8"))
        if tables["made_from"] == origin(grammar):
            return _from_tables(**tables)
    return build(grammar)


def build(grammar: str, *, strict: bool = False) -> lark.Lark:
    """A parser made from the text of the grammar; `strict` refuses any ambiguity."""
    return lark.Lark(grammar, postlex=_Lines(), transformer=_MAKERS, strict=strict, **_OPTIONS)


def tables(grammar: str) -> dict[str, Any]:
    """What `tables.json` holds: lark's own tables, with its longest parts made short.

    In `states` each symbol leads to the number of the next state, or to `~number` of the part, a rule, that ends there.
    """
    parser = build(grammar)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    for live in ("postlex", "transformer"):
        del data["options"][live]
    table = data["parser"]["parser"]
    states = [
        {table["tokens"][token]: ~then["@"] if reduces else then for token, (reduces, then) in row.items()}
        for _, row in sorted(table["states"].items())
    ]
    table["tokens"], table["states"] = list(table["tokens"].values()), None
    parts = [_short(part) for _, part in sorted(memo.items())]
    return {"made_from": origin(grammar), "data": data, "parts": parts, "states": states}


def _short(part: dict[str, Any]) -> list[Any]:
    """A terminal or rule in what tells it from others; this grammar leaves the rest of lark's settings as they are."""
    if part["__type__"] == "TerminalDef":
        return [part["name"], part["pattern"]["__type__"], part["pattern"]["value"]]
    names = [symbol["name"] for symbol in part["expansion"]]
    return [part["origin"]["name"], names, part["order"], part["alias"], part["options"]["expand1"]]


def _from_tables(
    *, made_from: object, data: dict[str, Any], parts: list[list[Any]], states: list[dict[str, int]]
) -> lark.Lark:
    """The parser that the tables were made of."""
    memo = {number: _terminal(*part) if len(part) == 3 else _rule(*part) for number, part in enumerate(parts)}
    steps: dict[int, tuple[int, object]] = {number: (0, number) for number in range(len(states))}
    steps |= {~number: (1, {"@": number}) for number in memo}
    table = data["parser"]["parser"]
    table["tokens"] = {symbol: symbol for symbol in table["tokens"]}
    table["states"] = {n: {symbol: steps[then] for symbol, then in row.items()} for n, row in enumerate(states)}
    # what lark's own stand-alone parsers call
    return lark.Lark._load_from_dict(  # type: ignore[no-any-return, no-untyped-call]
        data, memo, postlex=_Lines(), transformer=_MAKERS
    )


def _terminal(name: str, kind: str, value: str) -> TerminalDef:
    return TerminalDef(name, PatternStr(value) if kind == "PatternStr" else PatternRE(value))


def _rule(origin: str, names: list[str], order: int, alias: str | None, expand1: bool) -> Rule:
    symbols = [Terminal(name) if name.isupper() else NonTerminal(name) for name in names]
    return Rule(NonTerminal(origin), symbols, order, alias, RuleOptions(keep_all_tokens=True, expand1=expand1))


def origin(grammar: str) -> dict[str, Any]:
    """What tables depend on: the grammar, its options and the version of lark."""
    return {"grammar": grammar, "options": _OPTIONS, "lark": lark.__version__}


# ---- lines and blocks


class _Lines:
    """Lark's post-lexer: ends lines, joins continued ones, marks where blocks begin and end, and refuses bad tokens."""

    always_accept = ()

    def process(self, stream: Iterator[lark.Token]) -> Iterator[lark.Token]:
        """The tokens as the grammar wants them; every _NL and _DEDENT is empty and stands right after a word."""
        last: lark.Token | None = None
        is_new_line = False
        indents: list[int] = []
        for token in stream:
            if token.type == "_NL":
                is_new_line = True
                continue
            if last is None:
                indents.append(token.column or 0)
            elif is_new_line and token not in slips.JOINING:
                yield _mark("_NL", last)
                yield from _change_of_indent(indents, last, token)
            elif last.type == "NUMBER" and last.end_pos == token.start_pos and token[0].isalpha():
                raise faults.run_together(last, token, *_place(token))
            yield _checked(token)
            last, is_new_line = token, False
        if last is not None:
            yield _mark("_NL", last)
            if last == ":":
                raise faults.no_block(*_place(last))
            for _ in indents[1:]:
                yield _mark("_DEDENT", last)


def _change_of_indent(indents: list[int], last: lark.Token, token: lark.Token) -> Iterator[lark.Token]:
    """The marks between `last` and `token`, which begins a line; `indents` are those of the open blocks."""
    column = token.column or 0
    if last == ":":
        if column <= indents[-1]:
            raise faults.no_block(*_place(last))
        indents.append(column)
        yield _mark("_INDENT", token)
    elif column > indents[-1]:
        raise faults.too_far_right(*_place(token))
    while column < indents[-1]:
        indents.pop()
        yield _mark("_DEDENT", last)
        if not indents or column > indents[-1]:
            raise faults.out_of_line(*_place(token))


def _checked(token: lark.Token) -> lark.Token:
    if token in slips.TRUTHS:
        raise faults.foreign_truth(token, *_place(token))
    if token.type == "NUMBER":
        digits = token.lstrip("0")
        if len(digits) > len(str(LARGEST)) or int(digits or "0") > LARGEST:
            raise faults.too_large(LARGEST, *_place(token))
    return token


def _mark(kind: str, token: lark.Token) -> lark.Token:
    """A token without width: before `token` for an _INDENT, else after it."""
    start, end = _place(token)
    at = start if kind == "_INDENT" else end
    return lark.Token(kind, "", at, token.line, token.column, token.end_line, token.end_column, at)


def _place(token: lark.Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0


# ---- rules to nodes


class _Part:
    """What a rule made, its place (named as in lark's tokens) and how deep it goes."""

    __slots__ = ("depth", "end_pos", "start_pos", "value")

    def __init__(self, value: object, start_pos: int, end_pos: int, depth: int) -> None:
        self.value = value
        self.start_pos = start_pos
        self.end_pos = end_pos
        self.depth = depth


def _reduction(make: Maker) -> Callable[[list[Any]], _Part]:
    """What lark calls at the end of a rule, with its parts and tokens."""
    is_deeper = make not in (itself, sequence)

    def reduce(children: list[Any]) -> _Part:
        start, end, depth = children[0].start_pos, children[-1].end_pos, 0
        values: list[object] = []
        for child in children:
            if isinstance(child, _Part):
                values.append(child.value)
                depth = max(depth, child.depth)
            elif child.type == "NAME":
                values.append(Name(str(child), at=Extent(child.start_pos, child.end_pos)))
            elif child.type == "NUMBER":
                values.append(int(child))
        depth += is_deeper
        if depth > DEEPEST:
            raise faults.too_deep(start, end)
        return _Part(make(Extent(start, end), *values), start, end, depth)

    return reduce


_MAKERS = SimpleNamespace(**{name: _reduction(make) for name, make in RULES.items()})

if __name__ == "__main__":
    made = tables(GRAMMAR.read_text(encoding="utf-8"))
    TABLES.write_text(json.dumps(made, separators=(",", ":")) + "\n", encoding="utf-8")
