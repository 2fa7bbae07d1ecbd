"""Checks that a program read from a file holds only instructions where instructions are due, and only numbers else.

Back ends print programs as code, so a text in the wrong place of a strange file must not reach them.
"""

from dataclasses import fields, is_dataclass
from typing import Any

from imhotep.program.instructions import DOMAINS, ENDS, STATEMENTS, VALUES

_WORDS = frozenset((*VALUES, *DOMAINS, *STATEMENTS, *ENDS))
_FOLDS = frozenset(("count", "any", "sum", "highest", "lowest", "first", "last"))
_CODES = frozenset(("body", "code", "domain", "condition", "test"))
_NAMED_CODES = frozenset(("checks", "winner"))


def sound(part: Any) -> bool:
    """Whether a program or a part of one is what its description says."""
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in _NAMED_CODES:
            good = all(len(pair) == 2 and _is_code(pair[1]) for pair in value)
        elif field.name in _CODES:
            good = value is None or _is_code(value)
        elif field.type is int:
            good = isinstance(value, int)
        else:
            inner = value if isinstance(value, tuple) else ()
            good = all(sound(each) for each in inner if is_dataclass(each))
        if not good:
            return False
    return True


def _is_code(code: Any) -> bool:
    if not isinstance(code, tuple):
        return isinstance(code, int)
    if not code or not isinstance(code[0], str):
        return all(_is_code(part) for part in code)
    head, *rest = code
    if head not in _WORDS:
        return False
    if (head == "fold" and rest and rest[0] in _FOLDS) or (head == "fault" and rest and isinstance(rest[0], str)):
        rest = rest[1:]
    elif head == "draw" and len(rest) > 1 and isinstance(rest[1], str):
        del rest[1]
    return all(_is_code(part) for part in rest)
