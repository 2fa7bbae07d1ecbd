"""What an unquoted word means: nothing, yes or no, a whole number, or text. Stricter than YAML on purpose."""

import re
from typing import Final

MOST: Final = 2**31 - 1
LEAST: Final = -(2**31)
_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"true", "True", "TRUE"})
_FALSE: Final = frozenset({"false", "False", "FALSE"})
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,9})")
_SAID_YES: Final = frozenset({"yes", "on", "y"})
_SAID_NO: Final = frozenset({"no", "off", "n"})
_HINTS: Final = (
    (r"[-+]?0+[0-9][0-9_]*", "a number with a leading zero"),
    (r"[-+]?0[xX][0-9a-fA-F_]+", "a hexadecimal number"),
    (r"[-+]?0[oO][0-7_]+", "an octal number"),
    (r"[-+]?0[bB][01_]+", "a binary number"),
    (r"[-+]?[0-9]+(?:_[0-9]+)+", "a number with underscores"),
    (r"[-+]?[0-9]{1,3}(?:[,.' ][0-9]{3})+", "a number with separators between the thousands"),
    (r"[-+]?[0-9]+(?::[0-5]?[0-9])+", "a number in sixties, like a time"),
    (r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[eE][-+]?[0-9]+", "a number with an exponent"),
    (r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)", "a number with a decimal point"),
    (r"[-+]?[0-9]+,[0-9]+", "a number with a decimal comma"),
    (r"[-+]?\.(?:inf|Inf|INF)", "infinity"),
    (r"\.(?:nan|NaN|NAN)", "not a number"),
    (r"\+[0-9]+", "a number with a plus sign"),
    (r"-?[0-9]+", f"a number outside {LEAST} to {MOST}"),
)


def resolve(text: str) -> str | int | bool | None:
    """The value of an unquoted word."""
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if text[0] in "-0123456789" and _NUMBER.fullmatch(text):
        number = int(text)
        if LEAST <= number <= MOST:
            return number
    return text


def boolean_hint(text: str, *, key: bool = False) -> str | None:
    """For an unquoted word that older YAML took for true or false: what to write instead. None for any other text.

    A key `y` or `n` is a name like any other.
    """
    meant = None if key and text.lower() in ("y", "n") else said(text)
    if meant is None:
        return None
    quoted = f'write `"{text}"` for the text'
    return quoted if key else f"write `{meant}`, or {quoted[6:]}"


def said(text: str) -> str | None:
    """`true` or `false` for a word that older YAML took for one of them, else None."""
    word = text.lower()
    return "true" if word in _SAID_YES else "false" if word in _SAID_NO else None


def meant_number(text: str) -> tuple[str, bool] | None:
    """The plain whole number that was meant by a text, and whether that is certain: `010` is 8 to older YAML."""
    meant = _meant(text)
    if meant is None or not isinstance(resolve(text), str):
        return None
    digits = text.lstrip("+-").replace("_", "")
    is_octal = re.fullmatch(r"0+[0-7]+", digits) is not None and int(digits) != int(digits, 8)
    return str(meant), not is_octal


def number_hint(text: str) -> str | None:
    """For a text that looks like a number but is not a plain whole one: what it is and what to write."""
    if not isinstance(resolve(text), str):
        return None
    if text.isdecimal() and not text.isascii() and len(text) <= len(str(MOST)):
        return f"these are digits of another script; write `{int(text)}`"
    for pattern, what in _HINTS:
        if re.fullmatch(pattern, text):
            meant = _meant(text)
            instead = "a whole number in plain digits" if meant is None else f"`{meant}`"
            return f"this is {what}; write {instead}"
    return None


def _meant(text: str) -> int | None:
    """The whole number that was certainly meant, or None."""
    digits = text.replace("_", "").removeprefix("+")
    if len(digits) > 12:
        return None
    if re.fullmatch(r"-?[0-9]+(?:\.0*)?", digits):
        number = int(digits.partition(".")[0])
    elif re.fullmatch(r"-?0[xXoObB][0-9a-fA-F]+", digits):
        number = int(digits, 0)
    elif match := re.fullmatch(r"(-?[0-9]{1,4})[eE]\+?([0-9])", digits):
        number = int(match[1]) * 10 ** int(match[2])
    else:
        return None
    return number if LEAST <= number <= MOST else None
