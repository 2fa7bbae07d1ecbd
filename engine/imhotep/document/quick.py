"""The same events, from libyaml where it is there and the text holds nothing unusual: a tenth of the time.

PyYAML's C parser says where things begin and end; what scalars mean is read by our own decoders, and both must agree.
Whatever is out of the ordinary (tabs, tags, anchors, directives, brackets over several lines, a fault of any kind) is
left to the parser that explains it. A test holds both to the same events.
"""

import re
from typing import Any, Final

import yaml

from imhotep.document.decoding import Decoded, block, plain, quoted
from imhotep.document.events import DEEPEST, KINDS, MOST_NODES, Event
from imhotep.document.syntax import Fault

_UNUSUAL: Final = re.compile("[\t\r\x85\u2028\u2029\ufeff\0]|^%", re.MULTILINE)


def quick_events(text: str) -> list[Event] | None:
    """The events of a text; None where the careful parser is to read it."""
    if not yaml.__with_libyaml__ or _UNUSUAL.search(text):
        return None
    try:
        return _Reading(text).events()
    except (yaml.YAMLError, Fault):
        return None


class _Reading:
    def __init__(self, text: str) -> None:
        self.text = text
        self.buffer = text + "\0\0\0\0"
        self.columns = [-1]  # of the blocks around
        self.brackets: list[int] = []  # the lines where they open
        self.found: list[Event] = []

    def events(self) -> list[Event] | None:
        parser = yaml.CLoader(self.text)
        while True:
            event: Any = parser.get_event()
            if event is None or len(self.found) > 2 * MOST_NODES + 1:
                return self.found
            kind = KINDS.get(type(event))
            if kind == "scalar":
                if not self._scalar(event):
                    return None
            elif kind is not None and not self._other(kind, event):
                return None

    def _other(self, kind: Any, event: Any) -> bool:
        start, end = event.start_mark, event.end_mark
        flow = False
        if kind == "alias" or _is_marked(event):
            return False
        if kind in ("mapping", "sequence"):
            flow = bool(event.flow_style)
            if flow:
                self.brackets.append(start.line)
            self.columns.append(self.columns[-1] if flow else start.column)
            if len(self.brackets) > DEEPEST:
                return False
        elif kind == "end":
            self.columns.pop()
            closes = end.index > start.index and self.text[start.index] in "]}"
            if self.brackets and closes and self.brackets.pop() != end.line:
                return False
        elif kind == "document" and (self.found or event.explicit):
            return False
        self.found.append(Event(kind, start.index, end.index, None, flow, None, None))
        return True

    def _scalar(self, event: Any) -> bool:
        start, end = event.start_mark.index, event.end_mark.index
        if _is_marked(event):
            return False
        style = event.style or None
        decoded: Decoded | None = None
        if start == end and self.brackets:  # the parsers put nothing at different places there
            return False
        if style is not None or end > start:
            indent = self.columns[-1]
            if style is None:
                decoded = plain(self.buffer, start, indent, flow=bool(self.brackets))
            else:
                decoded = (quoted if style in "'\"" else block)(self.buffer, start, indent)
            if decoded.text != event.value:
                return False
            if style not in ("|", ">") and decoded.end != end:
                return False
            end = decoded.end
        self.found.append(Event("scalar", start, end, None, False, style, decoded))
        return True


def _is_marked(event: Any) -> bool:
    """Whether an anchor or a tag stands there."""
    return getattr(event, "anchor", None) is not None or getattr(event, "tag", None) is not None
