"""YAML text as nodes that know their place. One pass over parse events, without recursion; knows no schema.

Bounded before it costs: depth, number of nodes, and what aliases expand to. A fault that leaves the rest readable is
noted and passed over.
"""

from dataclasses import field
from typing import Final, NoReturn

from imhotep.dataclass import dataclass
from imhotep.diagnostics import (
    MOST_TOLD,
    Diagnostic,
    Position,
    Related,
    Severity,
    Span,
    bounded,
    only_near,
    rewrite,
    suggestion,
)
from imhotep.document.decoding import Decoded
from imhotep.document.entries import Pair, cut_text, entries
from imhotep.document.events import DEEPEST, MOST_NODES, Event
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence, Style
from imhotep.document.remedies import remedy, spaces
from imhotep.document.scalars import boolean_hint, resolve
from imhotep.document.scanner import events
from imhotep.document.source import FORBIDDEN, Source
from imhotep.document.syntax import Fault

_STYLES: Final[dict[str | None, Style]] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


def compose(source: Source, *, example: str | None = None) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The one document of `source`, or None if it cannot be read to its end or holds nothing.

    `example` is the smallest valid file, shown where a file is empty.
    """
    composer = _Composer(source, example)
    root: Node | None = None
    try:
        root = composer.run()
    except Fault as fault:
        composer.note(fault)
    return root, bounded(sorted(composer.diagnostics, key=lambda d: d.span.start.offset if d.span else 0))


@dataclass(slots=True)
class _Open:
    """A mapping or sequence that is being read."""

    start: int
    flow: bool
    anchor: str | None
    pairs: list[Pair] | None
    items: list[Node] = field(default_factory=list)
    key: Node | None = None
    end: int = 0
    size: int = 1
    height: int = 1


@dataclass(frozen=True, slots=True)
class _Anchored:
    """A node with a name, how many nodes it is when written out, and how deep."""

    node: Node
    size: int
    height: int


class _Composer:
    def __init__(self, source: Source, example: str | None) -> None:
        self.source = source
        self.example = example
        self.diagnostics: list[Diagnostic] = []
        self.stack: list[_Open] = []
        self.anchors: dict[str, Span] = {}
        self.anchored: dict[str, _Anchored] = {}
        self.size = 0
        self.root: Node | None = None

    def run(self) -> Node:
        forbidden = FORBIDDEN.search(self.source.text)
        if forbidden:
            _refuse_character(forbidden[0], forbidden.start())
        for event in events(self.source.text):
            self._take(event)
        if self.root is None or (isinstance(self.root, Scalar) and self.root.value is None):
            raise Fault("Y040", "this file holds nothing", 0, 0, self._smallest())
        return self.root

    def note(self, fault: Fault) -> None:
        related: tuple[Related, ...] = ()
        if fault.opened is not None:
            related = (Related(self.source.span(fault.opened, fault.opened + 1), "opened here"),)
        end = len(self.source.text)
        span = self.source.span(min(fault.start, end), min(fault.end, end))
        self.diagnostics.append(
            Diagnostic(
                code=fault.code,
                message=fault.message,
                span=span,
                related=related,
                help=fault.help,
                fix=remedy(self.source, fault, compose),
            )
        )

    def _smallest(self) -> str | None:
        return None if self.example is None else f"the smallest valid file:\n{self.example}"

    def _take(self, event: Event) -> None:
        match event.kind:
            case "scalar":
                self._scalar(event)
            case "mapping" | "sequence":
                self._open(event)
            case "end":
                self._close(event.end)
            case "alias":
                self._alias(event)
            case "document" if self.root is not None:
                help = "keep the first and put the other into a file of its own"
                message = "a second document begins here; a file holds one"
                raise Fault("Y041", message, event.start, event.start + 3, help)

    def _scalar(self, event: Event) -> None:
        decoded = event.decoded
        self._count(1, event.start)
        if event.anchor is not None:
            self._name(event.anchor, event.start)
        if decoded is None:
            span = self.source.span(event.end, event.end)
            node = Scalar(value=None, text="", style="plain", span=span)
        else:
            span = self.source.span(decoded.start, decoded.end)
            is_one_run = decoded.runs == ((0, decoded.start),)
            marks = ((0, span.start),) if is_one_run else self._marks(decoded)
            text = decoded.text
            style = _STYLES.get(event.style, "plain")
            value = resolve(text) if style == "plain" else text
            node = Scalar(value=value, text=text, style=style, span=span, marks=marks)
            if style == "plain" and isinstance(value, str):
                self._look_at(node)
        self._arrive(node, span.end.offset, event.anchor)

    def _marks(self, decoded: Decoded) -> tuple[tuple[int, Position], ...]:
        return tuple((index, self.source.position(offset)) for index, offset in decoded.runs)

    def _look_at(self, scalar: Scalar) -> None:
        """Note what is odd about an unquoted text."""
        text = scalar.text
        if text != text.strip():
            strange = text[0] if text[0].isspace() else text[-1]
            message = f"`{text.strip()}` has a space of an unusual kind (U+{ord(strange):04X}) beside it"
            instead = "write an ordinary space, or put it in quotes"
            fix = spaces(scalar, self.source)
            self.diagnostics.append(Diagnostic(code="Y017", message=message, span=scalar.span, help=instead, fix=fix))
        help = boolean_hint(text, key=self._key_is_next()) if len(text) <= len("off") else None
        if help is not None:
            message = f"`{scalar.text}` is a text here, though other YAML readers take it for true or false"
            self.diagnostics.append(
                Diagnostic(
                    code="Y050",
                    message=message,
                    span=scalar.span,
                    severity=Severity.WARNING,
                    help=help,
                    fix=rewrite(scalar.span, f'"{text}"', safe=True),
                )
            )

    def _open(self, event: Event) -> None:
        if len(self.stack) >= DEEPEST:
            raise _too_deep(event.start)
        self._count(1, event.start)
        if event.anchor is not None:
            self._name(event.anchor, event.start)
        pairs: list[Pair] | None = [] if event.kind == "mapping" else None
        self.stack.append(_Open(event.start, event.flow, event.anchor, pairs, end=event.end))

    def _close(self, end: int) -> None:
        done = self.stack.pop()
        if done.flow:
            done.end = end
        span = self.source.span(done.start, done.end)
        node: Node
        if done.pairs is None:
            node = Sequence(items=tuple(done.items), span=span, flow=done.flow)
            if done.flow:
                self.diagnostics.extend(cut_text(done.items))
        else:
            found, diagnostics = entries(done.pairs, self.source, flow=done.flow)
            self.diagnostics.extend(diagnostics)
            node = Mapping(entries=found, span=span, flow=done.flow)
        self._arrive(node, done.end, done.anchor, done.size, done.height)

    def _alias(self, event: Event) -> None:
        name, start, end = event.anchor or "", event.start, event.end
        if self._key_is_next():
            raise Fault("Y021", "a key cannot be a reference to an anchor", start, end, "write the key itself")
        known = self.anchored.get(name)
        if known is None:
            span = self.source.span(start, end)
            self.diagnostics.append(self._unknown_alias(name, span))
            nothing = Scalar(value=None, text="", style="plain", span=span)
            known = _Anchored(nothing, 1, 0)
        if len(self.stack) + known.height > DEEPEST:
            raise _too_deep(start)
        self._count(known.size, start)
        self._arrive(known.node, end, None, known.size, known.height)

    def _unknown_alias(self, name: str, span: Span) -> Diagnostic:
        if any(name == around.anchor for around in self.stack):
            related = (Related(self.anchors[name], f"`&{name}` begins here and is not finished"),)
            message = f"`*{name}` stands inside of what it names"
            return Diagnostic(code="Y026", message=message, span=span, related=related)
        known = self.anchored if len(self.diagnostics) <= MOST_TOLD else {}
        near = only_near(name, known)
        return Diagnostic(
            code="Y025",
            message=f"`*{name}` names nothing: no `&{name}` before it",
            span=span,
            help=suggestion(name, known),
            fix=None if near is None else rewrite(span, f"*{near}", safe=False),
        )

    def _name(self, anchor: str, start: int) -> None:
        """Note the name that a node is given, which must be new."""
        span = self.source.span(start, start + len(anchor) + 1)
        if anchor in self.anchors:
            related = (Related(self.anchors[anchor], "first here"),)
            message = f"the anchor `&{anchor}` stands twice"
            self.diagnostics.append(Diagnostic(code="Y024", message=message, span=span, related=related))
        else:
            self.anchors[anchor] = span

    def _count(self, nodes: int, start: int) -> None:
        self.size += nodes
        if self.size > MOST_NODES:
            help = "divide it into several files" if nodes == 1 else "write out less with `*`"
            raise Fault("Y031", f"this file holds more than {MOST_NODES} values", start, start + 1, help)

    def _key_is_next(self) -> bool:
        return bool(self.stack) and self.stack[-1].pairs is not None and self.stack[-1].key is None

    def _arrive(self, node: Node, end: int, anchor: str | None, size: int = 1, height: int = 0) -> None:
        """Give a finished node to what is around it."""
        if anchor is not None:
            self.anchored.setdefault(anchor, _Anchored(node, size, height))
        if not self.stack:
            self.root = node
            return
        around = self.stack[-1]
        around.size += size
        if around.height <= height:
            around.height = height + 1
        if not around.flow:
            around.end = end
        if around.pairs is None:
            around.items.append(node)
        elif around.key is None:
            around.key = node
        else:
            around.pairs.append((around.key, node))
            around.key = None


def _too_deep(start: int) -> Fault:
    return Fault("Y030", f"nested deeper than {DEEPEST}", start, start + 1)


def _refuse_character(character: str, offset: int) -> NoReturn:
    name = f"U+{ord(character):04X}"
    message = f"the character {name} may not stand in a file"
    raise Fault("Y004", message, offset, offset + 1, "delete it; it is invisible in many editors")
