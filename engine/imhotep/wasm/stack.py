"""How much of the machine's own stack a module's texts may need, told before it runs."""

from collections.abc import Sequence
from typing import Final

from imhotep.wasm.text import Node

MOST_STACK: Final = 384 * 1024
"""Bytes that effects may take which wait for one another; wasmtime gives 512 kB to all that is called."""

TEXTS: Final = ("$procedure_", "$played_")
"""How the names of functions begin that texts are printed as: once for trials, once for play."""

VALUE: Final = 8
"""Bytes of a value that is kept over a call."""


def stack_needed(functions: Sequence[Node], pending: int) -> int:
    """At most so many bytes, where so many effects may wait. Fewer are used, since not all values are kept at once."""
    sizes: dict[str, int] = {}
    calls: dict[str, set[str]] = {}
    for node in functions:
        if not isinstance(node, str) and str(node[1]).startswith(TEXTS):
            text = _number(node[1])
            size = VALUE * sum(part[0] in ("local", "param") for part in node if not isinstance(part, str))
            sizes[text] = max(size, sizes.get(text, 0))
            calls.setdefault(text, set()).update(_called(node))
    again = {text for text in calls if text in _reached(calls, text)}
    once = sorted((size for text, size in sizes.items() if text not in again), reverse=True)
    return sum(once[:pending]) + pending * max((sizes[text] for text in again), default=0)


def _number(name: Node) -> str:
    """Which text a function is printed from."""
    return str(name).rpartition("_")[2]


def _called(node: Node) -> list[str]:
    """The texts that are called in a part of a function."""
    if isinstance(node, str):
        return []
    if node[0] == "call" and str(node[1]).startswith(TEXTS):
        return [_number(node[1]), *(name for part in node[2:] for name in _called(part))]
    return [name for part in node for name in _called(part)]


def _reached(calls: dict[str, set[str]], name: str) -> set[str]:
    """The texts that a text calls, by whatever way."""
    found: set[str] = set()
    fresh = set(calls[name])
    while fresh:
        found |= fresh
        fresh = {other for each in fresh for other in calls.get(each, ())} - found
    return found
