"""YAML text as PyYAML's parse events, with offsets for marks and a `Decoded` for the value of a scalar.

PyYAML's pure Python scanner and parser do the work; what is slow in them, or too lenient, or says too little, is
written anew here. Nothing is constructed: tags and directives are refused. What holds nothing unusual is read by
`quick`, which gives the same events.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

import yaml
from yaml import events as pyyaml
from yaml.parser import Parser
from yaml.scanner import Scanner
from yaml.tokens import ScalarToken

from imhotep.document.decoding import BREAK, Decoded, block, plain, quoted
from imhotep.document.events import DEEPEST, KINDS, Event
from imhotep.document.quick import quick_events
from imhotep.document.syntax import Fault, Met, cut_key, explain, tab

_GAP: Final = re.compile(rf"(?:[ \t]*+(?:#[^\r\n\0]*+)?+{BREAK})*+(?: *+#[^\r\n\0]*+|[ \t]++(?=\0)| *+)")
_GAP_BEGINS: Final = " \t\r\n#"
_INDICATORS: Final = "\0\t#%@`-.[]{},?:*&!|>'\""
_DIRECTIVE: Final = re.compile(r"%YAML +1\.[12] *(?:#[^\r\n\0]*)?(?=[\0\r\n])")
_TAG: Final = re.compile(r"![^\0 \t\r\n,\[\]{}]*")


def events(text: str) -> Iterable[Event]:
    """The events of `text`, which holds no forbidden characters; raises Fault where YAML cannot go on."""
    return quick_events(text) or careful_events(text)


def careful_events(text: str) -> Iterator[Event]:
    """The events of `text`, which holds no forbidden characters; raises Fault where YAML cannot go on."""
    parser = _Events(text)
    try:
        while True:
            event: Any = parser.get_event()  # type: ignore[no-untyped-call]
            if event is None:
                return
            kind = KINDS.get(type(event))
            start, end = event.start_mark, event.end_mark
            if kind == "scalar":
                yield Event(kind, start, end, event.anchor, False, event.style, event.value or None)
            elif kind is not None:
                flow = bool(getattr(event, "flow_style", False))
                yield Event(kind, start, end, getattr(event, "anchor", None), flow, None, None)
    except yaml.MarkedYAMLError as error:
        met = Met(
            problem=error.problem or "",
            context=error.context or "",
            place=_offset(error.problem_mark, len(text)),
            beginning=_offset(error.context_mark, 0),
            opened=_offset(parser.marks[-1] if parser.marks else None, 0),
            last_block=parser.last_block,
        )
        raise explain(text, met) from None


def _offset(mark: Any, otherwise: int) -> int:
    return mark if isinstance(mark, int) else otherwise


class _Events(Scanner, Parser):
    """PyYAML with all text at hand: `line` only tells lines apart, a mark is an offset."""

    def __init__(self, text: str) -> None:
        self.buffer = text + "\0\0\0\0"
        self.index = self.line = self.column = 0
        self.encoding = None
        self.has_returns = "\r" in text
        self.open_brackets: list[int] = []
        self.last_block = 0
        Scanner.__init__(self)
        Parser.__init__(self)

    def peek(self, index: int = 0) -> str:
        return self.buffer[self.index + index]

    def prefix(self, length: int = 1) -> str:
        return self.buffer[self.index : self.index + length]

    def forward(self, length: int = 1) -> None:
        """Pass `length` characters of one line."""
        self.index += length
        self.column += length

    def get_mark(self) -> int:
        return self.index

    def _go(self, end: int) -> None:
        """Move to the offset `end`, over any number of lines."""
        start = self.buffer.rfind("\n", self.index, end)
        if self.has_returns:
            start = max(start, self.buffer.rfind("\r", self.index, end))
        if start < 0:
            self.column += end - self.index
        else:
            self.line += 1
            self.column = end - start - 1
        self.index = end

    def need_more_tokens(self) -> bool:
        """The same as PyYAML's, but possible keys are looked at only where there are some."""
        if self.done:
            return False
        if not self.tokens:
            return True
        if not self.possible_simple_keys:
            return False
        self.stale_possible_simple_keys()
        return self.tokens_taken in [key.token_number for key in self.possible_simple_keys.values()]

    def check_token(self, *choices: Any) -> bool:
        while (self.possible_simple_keys or not self.tokens) and self.need_more_tokens():
            self.fetch_more_tokens()
        return bool(self.tokens) and (not choices or isinstance(self.tokens[0], choices))

    def fetch_more_tokens(self) -> None:
        """The same as PyYAML's, which looks for colons and unquoted texts last."""
        self.scan_to_next_token()
        here = self.buffer[self.index]
        is_value = here == ":" and self.check_value()
        if here in _INDICATORS and not is_value:
            super().fetch_more_tokens()
            return
        if self.possible_simple_keys:
            self.stale_possible_simple_keys()
        if self.indent > self.column:
            self.unwind_indent(self.column)
        if is_value:
            self.fetch_value()
        else:
            self.fetch_plain()

    def get_token(self) -> Any:
        while (self.possible_simple_keys or not self.tokens) and self.need_more_tokens():
            self.fetch_more_tokens()
        self.tokens_taken += 1
        return self.tokens.pop(0)

    def parse_node(self, block: bool = False, indentless_sequence: bool = False) -> Any:
        """The same as PyYAML's, which looks for scalars last."""
        if not self.check_token(ScalarToken):
            return super().parse_node(block, indentless_sequence)
        token = self.get_token()
        self.state = self.states.pop()
        implicit = (token.plain, not token.plain)
        return pyyaml.ScalarEvent(None, None, implicit, token.value, token.start_mark, token.end_mark, token.style)

    def scan_to_next_token(self) -> None:
        if self.buffer[self.index] not in _GAP_BEGINS:
            return
        found = _GAP.match(self.buffer, self.index)
        assert found is not None
        line = self.line
        if found.end() > self.index:
            self._go(found.end())
        if self.buffer[self.index] == "\t":
            raise tab(self.buffer, self.index)
        if line != self.line:
            if not self.flow_level:
                self.allow_simple_key = True
            self._check_brackets()

    def fetch_directive(self) -> None:
        found = _DIRECTIVE.match(self.buffer, self.index)
        if found is None or self.tokens_taken + len(self.tokens) > 1:
            message = "a line that begins with `%` is an instruction to a YAML reader; none is obeyed here"
            raise Fault("Y019", message, self.index, self.index + 1, "quote a text that begins with `%`")
        self._go(found.end())

    def fetch_tag(self) -> NoReturn:
        found = _TAG.match(self.buffer, self.index)
        assert found is not None
        help = "leave it out, or quote a text that begins with `!`"
        raise Fault("Y018", f"`{found[0]}` is a YAML tag; tags are not allowed", self.index, found.end(), help)

    def fetch_flow_collection_start(self, TokenClass: Any) -> None:
        if self.flow_level >= DEEPEST:
            raise Fault("Y030", f"nested deeper than {DEEPEST}", self.index, self.index + 1)
        self.open_brackets.append(self.index)
        super().fetch_flow_collection_start(TokenClass)

    def fetch_flow_collection_end(self, TokenClass: Any) -> None:
        if not self.open_brackets:
            help = "quote a text that holds brackets"
            cut = cut_key(self.buffer, self.index)
            if cut is not None:
                raise cut
            raise Fault("Y013", f"`{self.peek()}` closes nothing", self.index, self.index + 1, help)
        self.open_brackets.pop()
        super().fetch_flow_collection_end(TokenClass)

    def _check_brackets(self) -> None:
        """At the first word of a line: inside brackets it must be indented more than the block around them."""
        if self.flow_level and self.column <= self.indent and self.peek() not in "]}":
            start = self.open_brackets[-1]
            opening = self.buffer[start]
            help = f"write `{'}' if opening == '{' else ']'}` where it ends, or quote a text that holds brackets"
            raise Fault("Y013", f"`{opening}` is not closed", start, start + 1, help)

    def scan_plain(self) -> ScalarToken:
        return self._scalar(plain(self.buffer, self.index, self.indent, flow=self.flow_level > 0), plain=True)

    def scan_flow_scalar(self, style: str) -> ScalarToken:
        return self._scalar(quoted(self.buffer, self.index, self.indent), style=style)

    def scan_block_scalar(self, style: str) -> ScalarToken:
        token = self._scalar(block(self.buffer, self.index, self.indent), style=style)
        self.last_block = self.index
        return token

    def _scalar(self, decoded: Decoded, *, plain: bool = False, style: str | None = None) -> ScalarToken:
        start = self.index
        self._go(decoded.next)
        if plain and decoded.next > decoded.end:
            self.allow_simple_key = True
            self._check_brackets()
        return ScalarToken(decoded, plain, start, decoded.end, style)
