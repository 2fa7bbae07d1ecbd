"""WebAssembly text as trees, printed so that people can read it."""

from collections.abc import Iterable
from typing import Final, TypeAlias

Node: TypeAlias = str | tuple["Node", ...]

WIDTH = 110


def printed(node: Node, depth: int = 0) -> str:
    """A node as text. One that does not fit in a line has its operands below it, each on lines of its own."""
    margin = "  " * depth
    if isinstance(node, str):
        return margin + node
    flat = _flat(node)
    if flat is not None and len(margin) + len(flat) <= WIDTH:
        return margin + flat
    lead = 1
    while lead < min(len(node), 4) and isinstance(node[lead], str) and not _is_comment(node[lead]):
        lead += 1
    head = " ".join(str(part) for part in node[:lead])
    return "\n".join((f"{margin}({head}", *(printed(part, depth + 1) for part in node[lead:]), f"{margin})"))


def compact(nodes: Iterable[Node]) -> str:
    """Nodes as text for machines: no comments, no margins."""
    parts: list[str] = []
    for node in nodes:
        _write(node, parts)
    return " ".join(parts)


def _write(node: Node, parts: list[str]) -> None:
    if isinstance(node, str):
        if not _is_comment(node):
            parts.append(node)
        return
    parts.append("(")
    for part in node:
        _write(part, parts)
    parts.append(")")


def _flat(node: Node) -> str | None:
    """A node on one line; None where it holds a comment, or steps one after the other."""
    if isinstance(node, str):
        return None if _is_comment(node) else node
    if node[0] == "loop":
        return None
    parts = [_flat(part) for part in node]
    return None if None in parts else f"({' '.join(part for part in parts if part is not None)})"


def _is_comment(node: Node) -> bool:
    return isinstance(node, str) and node.startswith(";;")


def const(number: int) -> Node:
    """A 32-bit number."""
    return ("i32.const", str(number))


def get(name: str) -> Node:
    """A local of the function."""
    return ("local.get", name)


def set_(name: str, value: Node) -> Node:
    """Sets a local of the function."""
    return ("local.set", name, value)


def plus(a: Node, b: Node) -> Node:
    """A sum, worked out where both are known."""
    known = [number for number in (number_of(a), number_of(b)) if number is not None]
    if len(known) == 2:
        return const(sum(known))
    if number_of(a) == 0:
        return b
    if isinstance(b, tuple) and b[0] == "i32.add" and len(known) == 1 and number_of(b[1]) is not None:
        return plus(plus(a, b[1]), b[2])
    return a if number_of(b) == 0 else ("i32.add", a, b)


def times(a: Node, factor: int) -> Node:
    """A multiple, worked out where it is known."""
    number = number_of(a)
    if number is not None:
        return const(number * factor)
    if isinstance(a, tuple) and a[0] == "i32.add" and number_of(a[1]) is not None:
        return plus(times(a[1], factor), times(a[2], factor))
    return a if factor == 1 else ("i32.mul", a, const(factor))


def number_of(node: Node) -> int | None:
    """The number that a node is, where it is one."""
    return int(str(node[1])) if isinstance(node, tuple) and node[0] == "i32.const" else None


def load(word: Node) -> Node:
    """A word of the state, whose first one stands at the beginning of memory."""
    number = number_of(word)
    if number is not None and number >= 0:
        return at(number)
    return ("i32.load", ("i32.shl", word, const(2)))


def at(word: int) -> Node:
    """A word of the state with a known number."""
    return ("i32.load", f"offset={4 * word}", const(0))


def store(word: Node, value: Node) -> Node:
    """Writes a word of the state."""
    number = number_of(word)
    if number is not None and number >= 0:
        return ("i32.store", f"offset={4 * number}", const(0), value)
    return ("i32.store", ("i32.shl", word, const(2)), value)


def is_yes_or_no(node: Node) -> bool:
    """Whether a node is known to leave 0 or 1."""
    match node:
        case ("i32.const", number):
            return number in ("0", "1")
        case ("i32.eqz" | "i32.eq" | "i32.ne" | "i32.lt_s" | "i32.le_s" | "i32.gt_s" | "i32.ge_s", *_):
            return True
        case ("i32.and" | "i32.or", a, b):
            return is_yes_or_no(a) and is_yes_or_no(b)
        case ("if", ("result", "i32"), _, ("then", *_, a), ("else", *_, b)):
            return is_yes_or_no(a) and is_yes_or_no(b)
        case ("block", ("result", "i32"), *_, last):
            return is_yes_or_no(last)
    return False


def is_short(node: Node) -> bool:
    """Whether it costs next to nothing to work out a node, and nothing can go wrong."""
    match node:
        case ("i32.load", *_, ("i32.const", _)) | ("local.get", _) | ("i32.const", _):
            return True
        case ("i32.load", str(), ("local.get", "$f")):
            return True
        case ("i32.eqz", a):
            return is_short(a)
        case (("i32.eq" | "i32.ne" | "i32.lt_s" | "i32.le_s" | "i32.and" | "i32.or" | "i32.add" | "i32.sub"), a, b):
            return is_short(a) and is_short(b)
    return False


OPPOSITES: Final = {
    "i32.eq": "i32.ne", "i32.ne": "i32.eq", "i32.lt_s": "i32.ge_s", "i32.ge_s": "i32.lt_s", "i32.gt_s": "i32.le_s",
    "i32.le_s": "i32.gt_s",
}  # fmt: skip


def negated(node: Node) -> Node:
    """Whether a number is 0."""
    match node:
        case ("i32.eqz", ("i32.eqz", a)):
            return ("i32.ne", a, const(0))
        case ("i32.eqz", a):
            return a if is_yes_or_no(a) else ("i32.ne", a, const(0))
        case ("i32.popcnt", a):
            return negated(a)
        case (str(name), a, b) if name in OPPOSITES:
            return (OPPOSITES[name], a, b)
    return ("i32.eqz", node)
