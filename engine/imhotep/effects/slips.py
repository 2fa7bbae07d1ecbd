"""Frequent slips of people who know other languages, or who are new to this one, and what to write instead."""

import re
from collections.abc import Set
from typing import TypeAlias

from imhotep.diagnostics import nearest

# signs that have no meaning here; a longer one stands before the shorter one it begins with
SIGNS = {
    "===": "write `is`",
    "==": "write `is`",
    "!==": "write `is not`",
    "!=": "write `is not`",
    "<>": "write `is not`",
    "=>": "write `>=`, or `is at least`",
    "=<": "write `<=`, or `is at most`",
    "+=": "write `set FIELD to FIELD + AMOUNT`",
    "-=": "write `set FIELD to FIELD - AMOUNT`",
    "*=": "write `set FIELD to FIELD * FACTOR`",
    "/=": "write `set FIELD to FIELD / DIVISOR`",
    ":=": "write `let NAME be VALUE`, or `set FIELD to VALUE`",
    "//": "begin a comment with `#`; `/` divides and rounds down",
    "&&": "write `and`",
    "&": "write `and`",
    "||": "write `or`",
    "|": "write `or`",
    "!": "write `not`",
    "=": "write `is` to compare, `set FIELD to VALUE` to change a field, `let NAME be VALUE` to name a value",
    "≠": "write `is not`",
    "≥": "write `>=`, or `is at least`",
    "≤": "write `<=`, or `is at most`",
    "−": "write `-`",
    "–": "write `-`",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `/`",
    "%": "there is no remainder; `/` divides and rounds down",
    "[": "use round brackets",
    "]": "use round brackets",
    "{": "use round brackets",
    "}": "use round brackets",
    '"': "write names without quotes",
    "'s": "write `X of Y`",
    "'": "write names without quotes",
    ";": "write each statement on a line of its own",
}

# words that make a line go on with the one before it; words that begin a statement; words that take a binder or a
# place; words and signs between two values
JOINING = frozenset({"where", "and", "or", "by", "as", "from", "to", "in", "into"})
STATEMENTS = frozenset(
    {"move", "set", "let", "shuffle", "award", "require", "trigger", "stop", "if", "for", "repeat", "otherwise"}
)
TAKERS = frozenset({"count", "any", "first", "last", "sum", "highest", "lowest", "top", "bottom"})
OPERATORS = frozenset({"+", "-", "*", "/", "<", ">", "<=", ">=", "is", "and", "or"})

# never names, so that `true` is not taken for one
TRUTHS = {"true": "write `yes`", "false": "write `no`"}

# words that may be names, but hardly are where a text is broken
WORDS = {
    "else": "write `otherwise:`, or `otherwise if CONDITION:`",
    "elif": "write `otherwise if CONDITION:`",
    "elseif": "write `otherwise if CONDITION:`",
    "then": "write `:`",
    "unless": "write `if not CONDITION:`",
    "while": "write `repeat until CONDITION, at most N times:`",
    "foreach": "write `for each`",
    "return": "write `stop`",
    "equals": "write `is`",
    "isnt": "write `is not`",
    "greater": "write `is more than`",
    "fewer": "write `is less than`",
    "plus": "write `+`",
    "minus": "write `-`",
    "can": "write `may:`",
}

# words in a wrong place: the word expected there instead, and what to write
_PHRASES = {
    "otherwise": ("let", "`otherwise` stands in line with its `if`, right after that block"),
    "if": ("let", "put it on the next line, indented"),
    "for": ("let", "put it on the next line, indented"),
    "repeat": ("let", "put it on the next line, indented"),
    "ordered": (",", "put `,` before `ordered`"),
    "is": ("chooses", "to change a field write `set FIELD to VALUE`"),
    ":": (",", "a loop needs a bound: add `, at most N times`"),
}

_COMPARING = frozenset({"greater", "fewer"})
_TOKEN = re.compile(r"[A-Za-z]\w*|[0-9]+|[<>]=|\S", re.ASCII)
_DOTTED = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)+", re.ASCII)
_COMMENT = re.compile(r"#[^\n]*")
_LONGEST_DOTTED = 60
# words that hold others together, so hardly meant as names
LINKS = JOINING | {"of", "is", "be", "with", "than", "at", "not"}
UNCLOSED = "a `(` before this is not closed"
ONLY_JOINED = "only a line that begins with one of " + ", ".join(f"`{word}`" for word in sorted(JOINING))

Slip: TypeAlias = tuple[int, int, str]  # start and end in the text, what to write instead


def words_before(text: str, at: int) -> list[str]:
    """The words and signs on the same line before `at`."""
    return _TOKEN.findall(text[text.rfind("\n", 0, at) + 1 : at])


def is_inside_brackets(text: str, at: int) -> bool:
    """Whether a bracket is open at `at`, where all before it is in order."""
    before = _COMMENT.sub("", text[:at])
    return before.count("(") > before.count(")")


def foreign(text: str, at: int, before: list[str]) -> Slip | None:
    """A word or sign of another language at `at` or just before it; `before` are the words before it on its line."""
    word = _TOKEN.match(text, at)
    if word is not None and word.group() in WORDS:
        return at, word.end(), WORDS[word.group()]
    if before and before[-1] in WORDS and (len(before) == 1 or before[-1] in _COMPARING):
        start = text.rindex(before[-1], 0, at)
        return start, start + len(before[-1]), WORDS[before[-1]]
    for start in range(max(at - 1, 0), at + 1):
        slip = foreign_sign(text, start)
        if slip is not None and slip[1] > at and slip[1] - slip[0] > 1:
            return slip
    return None


def foreign_sign(text: str, at: int) -> Slip | None:
    """A sign of another language at `at`."""
    if text.startswith(".", at):
        return _point(text, at)
    for sign, remedy in SIGNS.items():
        if text.startswith(sign, at):
            return at, at + len(sign), remedy
    return None


def _point(text: str, at: int) -> Slip:
    for found in _DOTTED.finditer(text, text.rfind("\n", 0, at) + 1):
        if found.start() < at < found.end() and len(found.group()) <= _LONGEST_DOTTED:
            turned = " of ".join(reversed(found.group().split(".")))
            return found.start(), found.end(), f"write `{turned}`"
    if text[at + 1 : at + 2].isdigit():
        return at, at + 1, "numbers are whole"
    return at, at + 1, "a statement ends with its line; for a part of something write `PART of THING`"


def remedy(word: str, before: list[str], expected: Set[str], reserved: Set[str]) -> str | None:
    """What may have been meant by `word` (empty at the end of a line) after the words `before` on its line."""
    last = before[-1] if before else ""
    if word in OPERATORS and last in OPERATORS:
        return f"remove `{last}` or `{word}`"
    if last in TAKERS and (word in OPERATORS or not word[:1].isalnum()):
        return f"`{last}` is a reserved word and cannot be a name"
    if word in _PHRASES and _PHRASES[word][0] in expected:
        return _PHRASES[word][1]
    if ")" in expected and (word in reserved or not word[:1].isalnum()):
        return UNCLOSED
    if word not in reserved:
        return _remedy_for_name(word, before, expected, reserved)
    if word == "is" and "is" in before:
        return "what is compared may not hold a comparison of its own, unless it stands in parentheses: `(...) is`"
    if ":" in expected and word in STATEMENTS:
        return f"put `:` before `{word}`"
    if last == "of" and word in TAKERS:
        return f"put it in brackets: `of ({word} ...)`"
    if "NAME" in expected and word not in LINKS:
        return f"`{word}` is a reserved word and cannot be a name"
    return None


def _remedy_for_name(word: str, before: list[str], expected: Set[str], reserved: Set[str]) -> str | None:
    wanted = sorted(w for w in expected if w.isalpha() and w.islower())
    glued = re.fullmatch("(" + "|".join(wanted) + ")([0-9]{1,9})", word)
    if wanted and glued:
        return f"put a space between: `{glued[1]} {glued[2]}`"
    if near := nearest(word, wanted):
        return f"did you mean `{near}`?"
    first = before[0] if len(before) == 1 else ""
    if "chooses" in expected and first not in reserved and (near := nearest(first, STATEMENTS)):
        return f"did you mean `{near}` in place of `{first}`?"
    if ":" in expected and word[:1].isalpha():
        return f"put `:` before `{word}`"
    if not expected and not before:
        return f"{ONLY_JOINED} continues the line before it"
    return None
