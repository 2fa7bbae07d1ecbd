"""Effects and formulas held against each other, and where two values begin to differ."""

from collections.abc import Iterator
from difflib import unified_diff
from typing import Final

from imhotep.diagnostics import Span
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence
from imhotep.effects.parser import parse_effect, parse_formula
from imhotep.effects.printer import print_effect, print_formula
from imhotep.variants.canonical import canonical

_CONTEXT: Final = 1
"""How many lines that are equal stand around those that differ."""


def is_same_text(definition: str, before: Node, after: Node) -> bool:
    """Whether two effects or formulas differ only in how they are written."""
    if not isinstance(before, Scalar) or not isinstance(after, Scalar):
        return False
    one, other = (_printed(definition, node.text) for node in (before, after))
    return one is not None and one == other


def _printed(definition: str, text: str) -> str | None:
    """A text as the printer writes it; None for a text that cannot be read, or that is none of the two."""
    if definition == "effect":
        statements = parse_effect(text).value
        return None if statements is None else print_effect(statements)
    if definition == "formula":
        expression = parse_formula(text).value
        return None if expression is None else print_formula(expression)
    return None


def line_difference(before: str, after: str) -> Iterator[str]:
    """What differs, line by line, with a `-`, a `+` or nothing in front; `...` stands for lines that are left out."""
    found = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=_CONTEXT)
    for number, line in enumerate(found):
        if number > 2 and line.startswith("@@"):
            yield "..."
        elif number > 2:
            yield f"{line[0]} {line[1:]}".rstrip()


def first_difference(node: Node, other: Node) -> Span:
    """Where a node first says something else than the other one."""
    if isinstance(node, Mapping) and isinstance(other, Mapping):
        for entry in node.entries:
            value = other.get(entry.key.text)
            if value is None:
                return entry.key.span
            if canonical(value) != canonical(entry.value):
                return first_difference(entry.value, value)
    elif isinstance(node, Sequence) and isinstance(other, Sequence):
        for item, value in zip(node.items, other.items, strict=False):
            if canonical(item) != canonical(value):
                return first_difference(item, value)
    elif isinstance(node, Scalar) and isinstance(other, Scalar) and "\n" in node.text:
        same = (one == two for one, two in zip(node.text, other.text, strict=False))
        index = next((n for n, is_same in enumerate(same) if not is_same), min(len(node.text), len(other.text)))
        index = max(0, min(index, len(node.text.rstrip()) - 1))
        return node.place(index, index)
    return node.span
