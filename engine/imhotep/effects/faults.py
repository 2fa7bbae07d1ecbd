"""Faults of syntax, worded for whoever wrote the text: what was found, what could stand there, what to write instead.

Words that could stand somewhere come as they are written; `NAME`, `NUMBER` and `_NL` (the end of a line) are the only
others. Nothing here reads a text.
"""

import unicodedata
from collections.abc import Set

from imhotep.dataclass import dataclass
from imhotep.effects import mendings, slips
from imhotep.effects.mendings import Mending

NAME, NUMBER, LINE_END = "NAME", "NUMBER", "_NL"

_VALUE = slips.TAKERS | {NAME, NUMBER, "yes", "no", "nothing", "not", "(", "-"}
_STATEMENT = slips.STATEMENTS - {"otherwise"}
# a group is named instead of its words where these of them are expected
_GROUPS = (
    (frozenset({"let", "if"}), _STATEMENT | _VALUE, "a statement"),
    (frozenset({"let"}), _STATEMENT | _VALUE, "a simple statement"),
    (frozenset({NAME, "(", "top"}), _VALUE, "a value"),
    (frozenset({"+", "-"}), slips.OPERATORS, "an operator"),
)
_LONGEST_WORD = 40
_MOST_ITEMS = 8


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """One fault of a text, with the indexes of its place in the text: `text[start:end]`."""

    message: str
    start: int
    end: int
    help: str | None
    code: str
    mending: Mending | None = None


class BrokenText(Exception):
    """Ends a reading at its first fault; never leaves this package."""

    def __init__(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        help: str | None = None,
        mending: Mending | None = None,
    ) -> None:
        super().__init__(message)
        self.fault = SyntaxFault(message, start, end, help, code, mending)


def unexpected(text: str, kind: str, start: int, end: int, expected: Set[str], reserved: Set[str]) -> BrokenText:
    """The fault of a word, or of the end of a line, that cannot stand at its place.

    `kind` is NAME, NUMBER, LINE_END, or the word as it is written.
    """
    before = slips.words_before(text, start)
    slip = slips.foreign(text, start, before)
    if slip is not None:
        return _foreign(text, *slip)
    if kind == LINE_END:
        return _too_early(text, end, before, expected, reserved)
    word = text[start:end]
    if word == ")" and not slips.is_inside_brackets(text, start):
        return BrokenText("L010", "`)` closes no bracket", start, end, "remove it, or add the `(` that is missing")
    message = f"found `{_short(word)}`, expected {_list(expected, 'the end of the line')}"
    names_something = before[-1:] in (["let"], ["set"])
    if word in reserved and expected <= {NAME, ":"} and (names_something or word not in slips.LINKS):
        advice = "reserved words, which cannot be names: " + ", ".join(sorted(reserved))
        return BrokenText("L008", message, start, end, advice)
    mending = mendings.of_word(word, start, end, expected, reserved)
    return BrokenText("L001", message, start, end, slips.remedy(word, before, expected, reserved), mending)


def _too_early(text: str, end: int, before: list[str], expected: Set[str], reserved: Set[str]) -> BrokenText:
    what = "the end of the line" if text[end:].partition("\n")[2].strip() else "the end of the text"
    message = f"found {what}, expected {_list(expected, what)}"
    if slips.is_inside_brackets(text, end):
        return BrokenText("L010", message, end, end, slips.UNCLOSED)
    if ":" in expected and NAME not in expected:
        return BrokenText("L012", message, end, end, "end the line with `:`", mendings.of_line_end(text, end))
    return BrokenText("L002", message, end, end, slips.remedy("", before, expected, reserved))


def nothing_written() -> BrokenText:
    """The fault of a text without a word."""
    return BrokenText("L009", "found an empty text", 0, 0)


def foreign_truth(word: str, start: int, end: int) -> BrokenText:
    """The fault of `true` or `false`."""
    mending = Mending(start, end, {"true": "yes", "false": "no"}[word], safe=True)
    return _refused(word, start, end, slips.TRUTHS[word], mending)


def run_together(number: str, word: str, start: int, end: int) -> BrokenText:
    """The fault of a number that is followed by a word without a space between."""
    message = f"found `{_short(number + word)}`, which is neither a name nor a number"
    advice = f"put a space between: `{_short(number)} {_short(word)}`"
    mending = Mending(start, start, " ", safe=True) if word in mendings.AFTER_NUMBERS else None
    return BrokenText("L013", message, start - len(number), end, advice, mending)


def too_large(most: int, start: int, end: int) -> BrokenText:
    """The fault of a number beyond `most`."""
    return BrokenText("L006", f"number is too large, the largest is {most}", start, end)


def too_deep(start: int, end: int) -> BrokenText:
    """The fault of a text with too much inside one another."""
    return BrokenText("L007", "this is nested too deeply", start, end, "give a part of it a name of its own")


def no_block(start: int, end: int) -> BrokenText:
    """The fault of a `:` with nothing that belongs to it."""
    return BrokenText("L005", "a block is missing after `:`", start, end, "indent what belongs to this line below it")


def too_far_right(start: int, end: int) -> BrokenText:
    """The fault of a line that is indented without need."""
    message = "this line is indented further than the line before it, which does not end with `:`"
    return BrokenText("L004", message, start, end, f"{slips.ONLY_JOINED} continues the line before it")


def out_of_line(start: int, end: int) -> BrokenText:
    """The fault of a line that stands between two levels."""
    return BrokenText("L004", "this line does not line up with any line above it", start, end)


def unknown_character(text: str, at: int) -> BrokenText:
    """The fault of a character that is no part of the language."""
    slip = slips.foreign_sign(text, at)
    if slip is not None:
        return _foreign(text, *slip)
    character = text[at]
    advice = None
    if character == "\t":
        shown, advice = "a tab", "use spaces"
    elif character.isascii() and character.isprintable():
        shown = f"`{character}`"
    else:
        name = unicodedata.name(character, "a control character").lower()
        shown = f"U+{ord(character):04X} ({name})"
        if character.isprintable() and not character.isspace():
            shown = f"`{character}`, {shown}"
    if character.isalnum() or character == "_":
        advice = "names begin with a letter and are made of the letters a to z, digits and `_`"
    message, mending = f"found {shown}, which has no meaning here", mendings.of_space(text, at)
    return BrokenText("L003", message, at, at + 1, advice, mending)


def _foreign(text: str, start: int, end: int, remedy: str) -> BrokenText:
    return _refused(text[start:end], start, end, remedy, mendings.of_foreign(text, start, end))


def _refused(word: str, start: int, end: int, remedy: str, mending: Mending | None) -> BrokenText:
    return BrokenText("L011", f"`{word}` has no meaning in this language", start, end, remedy, mending)


def _list(expected: Set[str], end: str) -> str:
    """The expected words as a phrase, grouped and sorted, words before descriptions."""
    if not expected:
        return "the end of the text"
    left = set(expected)
    phrases: list[str] = []
    for sign, group, name in _GROUPS:
        if sign <= left:
            left -= group
            phrases.append(name)
    described = {NAME: "a name", NUMBER: "a number", LINE_END: end}
    phrases += [described[word] for word in left if word in described]
    items = sorted(f"`{word}`" for word in left if word not in described) + sorted(phrases)
    if len(items) > _MOST_ITEMS:
        items = [*items[:_MOST_ITEMS], "something else"]
    return " or ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def _short(word: str) -> str:
    return word if len(word) <= _LONGEST_WORD else word[:_LONGEST_WORD] + "..."
