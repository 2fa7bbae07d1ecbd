"""What is wrong with YAML that cannot be read, in plain words and at the exact place."""

import re
from typing import Final

from imhotep.dataclass import dataclass

_INDENTED_LESS: Final = "a line that belongs to the text above must be indented as much as its first line"
_STRANGE_COLON: Final = "[\uff1a\ufe55\u2236\ua789]"
_STRANGE_SPACE: Final = "[\xa0\u2000-\u200a\u202f\u205f\u3000]"


class Fault(Exception):
    """Why a text cannot be read any further, and where; `composer` makes a diagnostic of it. All places are offsets.

    `opened` is where a bracket was opened, `insert` what is perhaps missing and where.
    """

    def __init__(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        help: str | None = None,
        *,
        opened: int | None = None,
        insert: tuple[int, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.help = help
        self.opened = opened
        self.insert = insert


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """What PyYAML says it met: a `problem` at `place`, in the `context` of something that began at `beginning`.

    `opened` is where the innermost map or list began, `last_block` the offset after the last text written with `|`.
    """

    problem: str
    context: str
    place: int
    beginning: int
    opened: int
    last_block: int


def tab(text: str, index: int) -> Fault:
    """A tab where only spaces may stand."""
    start = _line_start(text, index)
    end = index
    while text[end] == "\t":
        end += 1
    if text[start:index].strip(" \t"):
        return Fault("Y011", "a tab stands here, where only spaces may stand", index, end, "write a space instead")
    shown = _line(text, index).replace("\t", "→").strip()
    help = "indent with spaces only: two for each level"
    return Fault("Y011", f"this line is indented with a tab, shown as `→`: `{_short(shown)}`", index, end, help)


def explain(text: str, met: Met) -> Fault:
    """The fault behind what PyYAML met."""
    fault = _explain(text, met)
    strange = re.search(_STRANGE_SPACE, _line(text, _line_start(text, met.place) - 1) + _line(text, met.place))
    colon = re.search(_STRANGE_COLON, text[fault.start : fault.end])
    if colon:
        fault.help = f"`{colon[0]}` is a colon of another kind; write an ordinary one and a space after it"
    if strange:
        fault.help = f"there is a space of an unusual kind (U+{ord(strange[0]):04X}) here; write an ordinary one"
    return fault


def _explain(text: str, met: Met) -> Fault:
    place = met.place
    if met.problem.startswith("could not find expected ':'"):
        return _no_colon(text, met.beginning, met.last_block)
    if met.problem.startswith("mapping values are not allowed"):
        return _second_colon(text, place)
    if met.problem.startswith("sequence entries are not allowed"):
        return Fault("Y010", "a list cannot begin here", place, place + 1, "begin it on the next line")
    if met.problem.startswith("mapping keys are not allowed"):
        return Fault("Y010", "a `?` cannot stand here", place, place + 1, "quote a text that begins with `?`")
    if "cannot start any token" in met.problem:
        return _no_beginning(text, place)
    if "an alias" in met.context or "an anchor" in met.context:
        mark = text[met.beginning]
        message = f"after `{mark}` the name of an anchor must stand, in plain letters and digits"
        return Fault("Y014", message, met.beginning, place, f"quote a text that begins with `{mark}`")
    if "flow" in met.context:
        return _in_brackets(text, place, met.opened)
    return _out_of_place(text, place, met.last_block)


def _no_colon(text: str, start: int, last_block: int) -> Fault:
    words = _line(text, start)[start - _line_start(text, start) :].partition(" #")[0].rstrip()
    help = "a key needs a colon and a space after it"
    insert: tuple[int, str] | None = None
    if last_block and not text[last_block:start].strip(" "):
        help = _INDENTED_LESS
    elif re.match(r"-[^\s-]", words):
        help, insert = "put a space after the `-`", (start + 1, " ")
    elif found := re.match(r"[^\s:]+:(?=\S)", words):
        help, insert = "put a space after the colon", (start + found.end(), " ")
    elif found := re.match(r"([A-Za-z_][A-Za-z0-9_]*)( *)(?=[^\s:])", words):
        help = f"put a colon and a space after `{found[1]}`" if len(found[0]) < len(words) else help
    message = f"`{_short(words)}` is not `key: value`"
    return Fault("Y010", message, start, start + len(words), help, insert=insert)


def _second_colon(text: str, place: int) -> Fault:
    start = _line_start(text, place)
    before = text[start:place]
    if ": " in before:
        message = "a second `: ` in one line, in a text without quotes"
        help = "put an effect on its own line after `|`, or any other text in quotes"
        return Fault("Y012", message, place, place + 1, help)
    above = _line_above(text, start)
    if found := re.fullmatch(r"( *(?:- +)*)([A-Za-z_][A-Za-z0-9_]*) *", text[slice(*above)]):
        at = above[0] + found.end(2)
        message, help = f"a colon is missing after `{found[2]}`", "put a colon after it"
        return Fault("Y010", message, above[0] + found.start(2), at, help, insert=(at, ":"))
    if found := re.match(r" *(?:- +)*([A-Za-z_][A-Za-z0-9_]*:)(?=[^\s:])", text[slice(*above)]):
        at = above[0] + found.end()
        message = f"a space is missing after `{found[1]}`"
        return Fault("Y010", message, above[0] + found.start(1), at, "put a space after the colon", insert=(at, " "))
    words = _line(text, place).strip()
    message = f"`{_short(words)}` goes on with the text of the line above"
    help = "indent it as much as the line it belongs beside; on the line above a key needs a colon and a space after it"
    return Fault("Y010", message, start + len(before) - len(before.lstrip()), place + 1, help)


def _no_beginning(text: str, place: int) -> Fault:
    here = text[place]
    shown = "a backtick" if here == "`" else f"`{here}`"
    help = "put the text in quotes"
    if here in "|>":
        help = f"a text of several lines after `{here}` cannot stand inside brackets"
    return Fault("Y014", f"no text may begin with {shown}", place, place + 1, help)


def _in_brackets(text: str, place: int, opened: int) -> Fault:
    opening = text[opened]
    closing = "]" if opening == "[" else "}"
    if place >= len(text):
        help = f"write `{closing}` where it ends, or quote a text that holds brackets"
        return Fault("Y013", f"`{opening}` is not closed", opened, opened + 1, help)
    if text[place] == ":" and text[opened:place].rstrip()[-1:] in ("{", "[", ","):
        return _no_key(place)
    help = "quote a text that holds brackets, commas, quotes or colons"
    message = f"expected `,` or `{closing}`, found `{text[place]}`"
    return Fault("Y010", message, place, place + 1, help, opened=opened)


def cut_key(text: str, place: int) -> Fault | None:
    """The fault where a closing bracket is met whose opening one stands right after `key:`, or None."""
    start = _line_start(text, place)
    found = re.match(r" *(?:- +)*([A-Za-z_][A-Za-z0-9_]*:)(?=[\[{])", text[start:place])
    if found is None:
        return None
    at = start + found.end()
    message = f"a space is missing after `{found[1]}`"
    return Fault("Y010", message, start + found.start(1), at, "put a space after the colon", insert=(at, " "))


def _out_of_place(text: str, place: int, last_block: int) -> Fault:
    start = _line_start(text, place)
    words = _line(text, place)[place - start :].rstrip()
    end = place + len(words)
    if not words:
        return Fault("Y010", "something is missing at the end of the file", place, place)
    if last_block and not text[last_block:place].strip(" "):
        return Fault("Y010", f"`{_short(words)}` does not fit here", place, end, _INDENTED_LESS)
    if words.startswith(":") and not text[start:place].strip():
        return _no_key(place)
    if text[start:place].strip():
        help = "put a space after the colon" if re.match(r":\S", words) else "put the whole text in quotes"
        return Fault("Y010", f"`{_short(words)}` cannot follow what stands before it on the line", place, end, help)
    help = "indent it as much as the line it belongs beside; a list item begins with `- `, a key ends with `: `"
    return Fault("Y010", f"`{_short(words)}` does not fit here", place, end, help)


def _no_key(place: int) -> Fault:
    return Fault("Y010", "a key is missing before the colon", place, place + 1, "write `key: value`")


def _line_start(text: str, index: int) -> int:
    return max(text.rfind("\n", 0, max(index, 0)), text.rfind("\r", 0, max(index, 0))) + 1


def _line(text: str, index: int) -> str:
    """The line that holds `index`, without its line break; nothing for an index before the text."""
    return re.split(r"[\r\n\0]", text[_line_start(text, index) :], maxsplit=1)[0] if index >= 0 else ""


def _line_above(text: str, start: int) -> tuple[int, int]:
    """Where the last line before `start` that holds something begins and ends."""
    end = len(text[:start].rstrip())
    return _line_start(text, end), end


def _short(words: str, most: int = 40) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
