"""Nodes back to YAML text that says the same: `compose` of what this writes has the same keys and values.

Blocks, with two spaces a level; what was `{...}` or `[...]` stays so while it fits on its line. Parts of several lines
at the top have empty lines around them. Characters that do not show, or that would steer a terminal, are written as
escapes. Knows nothing of comments: each line says whose value it holds.
"""

import re
from collections.abc import Iterator
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence
from imhotep.document.scalars import boolean_hint, number_hint, resolve

WIDEST: Final = 120
_STEP: Final = 2
_LONGEST_KEY: Final = 1000
"""YAML allows somewhat more; a longer key stands after a `?`."""

_BEGINS_OTHERWISE: Final = frozenset(",[]{}#&*!|>'\"%@`?:")
_ENDS_IN_BRACKETS: Final = frozenset(",[]{}")
_WORDS: Final = {None: "null", True: "true", False: "false"}
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_SINGLE_SPACE: Final = re.compile(r"(?<=\S) (?=\S)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of YAML; `origin` is where the value that begins in it was written, None where none does."""

    text: str
    origin: Span | None = None


def write(node: Node, *, width: int = WIDEST, is_ascii: bool = False) -> str:
    """A document that says what `node` says."""
    return "".join(f"{line.text}\n" for line in lines(node, width=width, is_ascii=is_ascii))


def lines(node: Node, *, width: int = WIDEST, is_ascii: bool = False, one_origin: bool = False) -> tuple[Line, ...]:
    """The lines of such a document.

    Lines grow wider than `width` only where they cannot be broken. `is_ascii` writes all other characters as escapes.
    `one_origin` puts values that were written on different lines onto different lines.
    """
    return tuple(_Writer(width, is_ascii, one_origin).document(node))


def leaves(node: Node) -> Iterator[Scalar | Mapping | Sequence]:
    """All values in a node that hold no others, in order: scalars, and maps and lists that are empty."""
    inner = _inner(node)
    if not inner:
        yield node
    for each in inner:
        yield from leaves(each)


def _inner(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Mapping):
        return tuple(entry.value for entry in node.entries)
    return node.items if isinstance(node, Sequence) else ()


@dataclass(frozen=True, slots=True)
class _Writer:
    width: int
    is_ascii: bool
    one_origin: bool

    def document(self, node: Node) -> Iterator[Line]:
        if not _inner(node) or self._on_one_line(node, 0) is not None:
            yield from self._valued("", node, 0)
            return
        before = ""
        for line in self._block(node, 0):
            begins = isinstance(node, Mapping) and line.text[:1] not in ("", " ")
            if begins and before and (before.startswith(" ") or line.origin is None):
                yield Line("")
            yield line
            before = line.text

    def _block(self, node: Node, indent: int) -> Iterator[Line]:
        """The entries of a map or list that has some, each on lines of its own."""
        margin = " " * indent
        if isinstance(node, Mapping):
            for entry in node.entries:
                key = self._key(entry.key.text, in_brackets=False)
                if len(key) > _LONGEST_KEY:
                    yield Line(f"{margin}? {key}")
                    key = ""
                yield from self._valued(f"{margin}{key}:", entry.value, indent)
        elif isinstance(node, Sequence):
            for item in node.items:
                yield from self._valued(f"{margin}-", item, indent)

    def _valued(self, head: str, node: Node, indent: int) -> Iterator[Line]:
        """A value after its key or dash, which stand in a block indented by so much."""
        space = " " if head else ""
        short = self._on_one_line(node, len(head + space))
        if short is not None:
            yield Line(f"{head}{space}{short}", next(leaves(node)).span)
        elif isinstance(node, Scalar):
            sign, texts = self._long(str(node.value), self.width - indent - _STEP)
            yield Line(f"{head}{space}{sign}", node.span)
            margin = " " * (indent + _STEP)
            yield from (Line(f"{margin}{text}" if text else "") for text in texts)
        elif head.endswith("-"):
            first, *more = self._block(node, indent + _STEP)
            yield Line(f"{head} {first.text.lstrip(' ')}", first.origin)
            yield from more
        else:
            yield Line(head)
            yield from self._block(node, indent + _STEP)

    def _on_one_line(self, node: Node, column: int) -> str | None:
        """A value as it stands behind what takes so many columns, or None if it needs lines of its own."""
        if isinstance(node, Scalar):
            word = self._word(node, in_brackets=False)
            if not isinstance(node.value, str):
                return word
            is_text = self._is_text(node.value)
            too_long = column + len(word) > self.width and self._is_foldable(node.value)
            return None if is_text or too_long else word
        if self.one_origin and len({(leaf.span.file, leaf.span.start.line) for leaf in leaves(node)}) > 1:
            return None
        short = self._in_brackets(node)
        fits = short is not None and (column + len(short) <= self.width or not _inner(node))
        return short if fits else None

    def _in_brackets(self, node: Node) -> str | None:
        """A map or list in brackets, or None if a part of it should not stand in them."""
        if isinstance(node, Scalar):
            is_text = isinstance(node.value, str) and self._is_text(node.value)
            return None if is_text else self._word(node, in_brackets=True)
        parts = [self._in_brackets(each) for each in _inner(node)]
        if parts and (not node.flow or None in parts):
            return None
        if isinstance(node, Sequence):
            return f"[{', '.join(map(str, parts))}]"
        keys = [self._key(entry.key.text, in_brackets=True) for entry in node.entries]
        if any(len(key) > _LONGEST_KEY for key in keys):
            return None
        return f"{{{', '.join(f'{key}: {part}' for key, part in zip(keys, parts, strict=True))}}}"

    def _key(self, text: str, *, in_brackets: bool) -> str:
        is_plain = self._is_plain(text, in_brackets) and text != "<<" and boolean_hint(text, key=True) is None
        return text if is_plain else self._quoted(text)

    def _word(self, scalar: Scalar, *, in_brackets: bool) -> str:
        value, text = scalar.value, scalar.text
        if isinstance(value, str):
            is_plain = (
                resolve(value) == value
                and self._is_plain(value, in_brackets)
                and boolean_hint(value) is None
                and number_hint(value) is None
            )
            return value if is_plain else self._quoted(value)
        read = resolve(text)
        if text and type(read) is type(value) and read == value:
            return text
        return _WORDS[value] if value is None or isinstance(value, bool) else str(value)

    def _is_plain(self, text: str, in_brackets: bool) -> bool:
        """Whether a text can do without quotes, whatever it is then taken for."""
        if not text or text != text.strip() or text[0] in _BEGINS_OTHERWISE or not self._shows(text):
            return False
        if text.startswith(("- ", "---", "...")) or text == "-" or text.endswith(":") or ": " in text or " #" in text:
            return False
        return not in_brackets or (_ENDS_IN_BRACKETS.isdisjoint(text) and text.count("(") <= text.count(")"))

    def _shows(self, text: str) -> bool:
        return text.isprintable() and (text.isascii() or not self.is_ascii)

    def _quoted(self, text: str) -> str:
        return f'"{"".join(_ESCAPES.get(c) or (c if self._shows(c) else _escape(c)) for c in text)}"'

    def _is_text(self, text: str) -> bool:
        """Whether a text has lines that can stand as they are, below a `|`."""
        found = text.split("\n")
        return len(found) > 1 and any(found) and all(self._shows(each) and (not each or each.strip()) for each in found)

    def _is_foldable(self, text: str) -> bool:
        return text == text.strip() and self._shows(text) and _SINGLE_SPACE.search(text) is not None

    def _long(self, text: str, room: int) -> tuple[str, list[str]]:
        """What a text of several lines begins with, and its lines; a single long line is broken at its spaces."""
        if "\n" not in text:
            return ">-", _broken(text, room)
        body = text.rstrip("\n")
        ends = len(text) - len(body)
        indented = str(_STEP) if body.lstrip("\n").startswith(" ") else ""
        return f"|{indented}{('-', '')[ends] if ends < 2 else '+'}", text.removesuffix("\n").split("\n")


def _broken(text: str, room: int) -> list[str]:
    """A text as lines that fit into the room, as far as its single spaces allow."""
    first, *words = _SINGLE_SPACE.split(text)
    found = [first]
    for word in words:
        if len(found[-1]) + 1 + len(word) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
