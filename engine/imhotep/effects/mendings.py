"""What to write in the place of a slip, where that can be told. What is certain is safe, the rest a guess."""

import re
from collections.abc import Set
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import only_near
from imhotep.effects import slips

AFTER_NUMBERS: Final = slips.JOINING | {"is", "times", "of", "at", "with", "than"}
"""Words that may follow a number, so that one written without a space between can mean nothing else."""

_CERTAIN: Final = {
    "===": "is",
    "==": "is",
    "!==": "is not",
    "!=": "is not",
    "<>": "is not",
    "&&": "and",
    "||": "or",
    "≠": "is not",
    "≥": ">=",
    "≤": "<=",
    "−": "-",
    "–": "-",
    "×": "*",
    "·": "*",
    "÷": "/",
}
_LIKELY: Final = {
    "=>": ">=",
    "=<": "<=",
    "&": "and",
    "|": "or",
    "!": "not",
    "else": "otherwise",
    "elif": "otherwise if",
    "elseif": "otherwise if",
    "foreach": "for each",
    "equals": "is",
    "isnt": "is not",
    "plus": "+",
    "minus": "-",
}
_DOTTED: Final = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mending:
    """`text` in the place of `[start:end]` of the effect, and whether nothing else can be meant."""

    start: int
    end: int
    text: str
    safe: bool


def of_line_end(text: str, end: int) -> Mending | None:
    """A colon at the end of a line, certain where a block follows: a line that is indented further."""
    line = text[text.rfind("\n", 0, end) + 1 :].partition("\n")[0]
    following = (each for each in text[end:].split("\n")[1:] if each.strip() and not each.lstrip().startswith("#"))
    after = next(following, "")
    return Mending(end, end, ":", safe=True) if _indent(after) > _indent(line) else None


def of_word(word: str, start: int, end: int, expected: Set[str], reserved: Set[str]) -> Mending | None:
    """A space between a word and a number where no name can stand, or the word that is nearly this one."""
    wanted = {w for w in expected if w.isalpha() and w.islower()}
    glued = re.fullmatch(r"([a-z]+)[0-9]{1,9}", word)
    if glued and glued[1] in wanted and "NAME" not in expected:
        return Mending(start + len(glued[1]), start + len(glued[1]), " ", safe=True)
    near = None if word in reserved else only_near(word, wanted)
    return None if near is None else Mending(start, end, near, safe=False)


def of_foreign(text: str, start: int, end: int) -> Mending | None:
    """A word or sign of this language for one of another."""
    word = text[start:end]
    if word in _CERTAIN or word in _LIKELY:
        return Mending(start, end, _apart(text, start, end, (_CERTAIN | _LIKELY)[word]), safe=word in _CERTAIN)
    if _DOTTED.fullmatch(word):
        return Mending(start, end, " of ".join(reversed(word.split("."))), safe=False)
    return None


def of_space(text: str, at: int) -> Mending | None:
    """An ordinary space for a tab, or for a space of an unusual kind, that does not indent its line."""
    is_indent = not text[text.rfind("\n", 0, at) + 1 : at].strip()
    return Mending(at, at + 1, " ", safe=True) if text[at].isspace() and not is_indent else None


def _apart(text: str, start: int, end: int, word: str) -> str:
    """A word with spaces where it would run into what stands beside it; a sign needs none."""
    if not word[0].isalpha():
        return word
    before, after = text[start - 1 : start], text[end : end + 1]
    return " " * before.isalnum() + word + " " * after.isalnum()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
