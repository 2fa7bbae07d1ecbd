"""Puts small functions in where they are called, which the compilers of modules leave to those who write them."""

import re
from collections.abc import Sequence
from itertools import count
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.wasm.text import Node

LARGEST: Final = 60
"""Words in a function that is put in where it is called."""

RARE: Final = frozenset(("$fault", "$fail", "$grow", "$over_budget", "$no_option", "$no_room"))
"""Functions that are seldom called, which would only be in the way."""

FREQUENT: Final = frozenset(("$draw_pick", "$next_word"))
"""Functions that are called so often that they are put in though they are not small."""

_TOKEN: Final = re.compile(r";;[^\n]*|[()]|[^\s()]+")


def read(text: str) -> list[Node]:
    """A text as trees; comments between them and inside of them stay."""
    stack: list[list[Node]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


@dataclass(frozen=True, slots=True)
class Function:
    """A function in its parts. `body` holds no comments."""

    name: str
    parameters: tuple[str, ...]
    types: dict[str, str]
    result: str
    body: tuple[Node, ...]


class Inliner:
    """Rewrites the functions of one module. A function that calls itself, by whatever way, stays as it is."""

    def __init__(self, functions: Sequence[Node]) -> None:
        self._functions = {f.name: f for node in functions if (f := _function(node)) is not None}
        self._small: dict[str, Function | None] = {}
        self._numbers = count()

    def rewritten(self, node: Node) -> Node:
        """A function with the small ones that it calls put in."""
        found = _function(node)
        if found is None:
            return node
        types: dict[str, str] = {}
        body = tuple(self._expanded(part, types) for part in found.body)
        head = [part for part in node if isinstance(part, str) or part[0] in ("param", "result", "local")]
        return (*head, *(("local", name, type) for name, type in types.items()), *body)

    def _candidate(self, name: str) -> Function | None:
        """A function that is small enough, itself rewritten; None for others."""
        if name not in self._small:
            self._small[name] = None  # while it is looked at, it calls itself
            function = self._functions.get(name)
            if function is not None and name not in RARE:
                types = dict(function.types)
                body = tuple(self._expanded(part, types) for part in function.body)
                if _size(body) <= LARGEST or name in FREQUENT:
                    self._small[name] = Function(name, function.parameters, types, function.result, body)
        return self._small[name]

    def _expanded(self, node: Node, types: dict[str, str]) -> Node:
        """A part of a body; `types` takes the locals that come with what is put in."""
        if isinstance(node, str):
            return node
        parts = tuple(self._expanded(part, types) for part in node)
        if parts[0] != "call":
            return parts
        function = self._candidate(str(parts[1]))
        return parts if function is None else self._put_in(function, parts[2:], types)

    def _put_in(self, function: Function, arguments: tuple[Node, ...], types: dict[str, str]) -> Node:
        number = next(self._numbers)
        names: dict[str, Node] = {}
        steps: list[Node] = []
        assigned = _assigned(function.body)
        plain = all(_is_plain(argument) for argument in arguments)
        for name, argument in zip(function.parameters, arguments, strict=True):
            if name not in assigned and (_is_constant(argument) or plain):
                names[name] = argument
                continue
            names[name] = f"{name}.{number}"
            types[f"{name}.{number}"] = function.types[name]
            steps.append(("local.set", f"{name}.{number}", argument))
        for name, type in function.types.items():
            if name not in function.parameters:
                names[name] = f"{name}.{number}"
                types[f"{name}.{number}"] = type
                steps.append(("local.set", f"{name}.{number}", (f"{type}.const", "0")))
        out = f"$out.{number}"
        body = [_renamed(part, names, out, number) for part in function.body]
        if not steps and len(body) == 1 and not _mentions(body[0], out):
            return body[0]
        result = (("result", function.result),) if function.result else ()
        return ("block", out, *result, f";; {function.name[1:]}", *steps, *body)


def _function(node: Node) -> Function | None:
    if isinstance(node, str) or node[0] != "func":
        return None
    types: dict[str, str] = {}
    parameters: list[str] = []
    result = ""
    body: list[Node] = []
    for part in node[2:]:
        if isinstance(part, str):
            if not part.startswith(";;"):
                body.append(part)
        elif part[0] == "param":
            parameters.append(str(part[1]))
            types[str(part[1])] = str(part[2])
        elif part[0] == "local":
            types[str(part[1])] = str(part[2])
        elif part[0] == "result":
            result = str(part[1])
        else:
            body.append(part)
    return Function(str(node[1]), tuple(parameters), types, result, tuple(body))


def _size(nodes: Sequence[Node]) -> int:
    return sum(1 if isinstance(node, str) else _size(node) for node in nodes)


def _assigned(nodes: Sequence[Node]) -> set[str]:
    """The locals that are set."""
    found: set[str] = set()
    for node in nodes:
        if not isinstance(node, str):
            if node[0] in ("local.set", "local.tee"):
                found.add(str(node[1]))
            found |= _assigned(node)
    return found


def _is_constant(node: Node) -> bool:
    return node[0] in ("i32.const", "i64.const") or (node[0] == "global.get" and str(node[1])[1:].isupper())


def _is_plain(node: Node) -> bool:
    return node[0] == "local.get" or _is_constant(node)


def _mentions(node: Node, word: str) -> bool:
    return node == word if isinstance(node, str) else any(_mentions(part, word) for part in node)


def _renamed(node: Node, names: dict[str, Node], out: str, number: int) -> Node:
    """A part of a body under the names of the place where it is put in."""
    if isinstance(node, str):
        return node
    match node[0]:
        case "local.get":
            name = names[str(node[1])]
            return ("local.get", name) if isinstance(name, str) else name
        case "local.set" | "local.tee":
            return (node[0], names[str(node[1])], _renamed(node[2], names, out, number))
        case "return":
            return ("br", out, *(_renamed(part, names, out, number) for part in node[1:]))
        case "br_table":
            return (
                "br_table",
                *(
                    f"{part}.{number}" if isinstance(part, str) else _renamed(part, names, out, number)
                    for part in node[1:]
                ),
            )
        case "block" | "loop" | "br" | "br_if" if len(node) > 1 and str(node[1]).startswith("$"):
            label = f"{node[1]}.{number}"
            return (node[0], label, *(_renamed(part, names, out, number) for part in node[2:]))
    return tuple(_renamed(part, names, out, number) for part in node)
