"""The texts of a ruleset as syntax trees, each parsed once."""

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, TypeVar, cast

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Notes
from imhotep.document.keeping import Kept
from imhotep.document.nodes import Scalar
from imhotep.effects import tree as t
from imhotep.effects.parser import Parsed, parse_choice, parse_effect, parse_formula, placed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Traits:
    """What a text of statements holds somewhere: `stop`, and fields that are set by that name."""

    stops: bool
    sets: frozenset[str]


@dataclass(slots=True)
class Texts:
    """Syntax trees by the scalar they stand in. A text with a fault is None; the fault is noted each time.

    `memory` keeps what texts say for checks to come. `prompts` are the ids of all decisions met so far in the meaning
    of texts.
    """

    memory: Kept = field(default_factory=Kept)
    kept: dict[tuple[str, int], tuple[Scalar, Any, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    prompts: set[str] = field(default_factory=set)

    def traits(self, scalar: Scalar, notes: Notes) -> Traits:
        """What a text of statements holds; nothing where it has a fault."""
        tree = self.effect(scalar, notes)
        return self.memory.once(("traits", scalar.text), lambda: _traits(tree or ()))

    def words(self) -> set[str]:
        """All words of the texts read so far."""
        return {word for scalar, _, _ in self.kept.values() for word in re.findall(r"\w+", scalar.text)}

    def effect(self, scalar: Scalar, notes: Notes) -> tuple[t.Statement, ...] | None:
        """A text of statements. A `stop` at its very end does nothing, and is left out."""
        found = self._parse("effect", scalar, notes, parse_effect)
        while found and isinstance(found[-1], t.Stop):
            found = found[:-1]
        return found

    def formula(self, scalar: Scalar, notes: Notes) -> t.Expression | None:
        """One expression."""
        return self._parse("formula", scalar, notes, parse_formula)

    def choice(self, scalar: Scalar, notes: Notes) -> t.Binder | None:
        """One binder."""
        return self._parse("choice", scalar, notes, parse_choice)

    def _parse(self, what: str, scalar: Scalar, notes: Notes, parse: Callable[[str], Parsed[T]]) -> T | None:
        key = (what, id(scalar))
        if key not in self.kept:
            parsed = self.memory.once((what, scalar.text), lambda: parse(scalar.text))
            self.kept[key] = (scalar, parsed.value, placed(scalar, parsed.faults))
        _, tree, faults = self.kept[key]
        notes.add(faults)
        return cast(T | None, tree)


def _traits(tree: tuple[t.Statement, ...]) -> Traits:
    nodes = list(inside(tree))
    targets = [n.target for n in nodes if isinstance(n, t.Set)]
    return Traits(
        stops=any(isinstance(n, t.Stop) for n in nodes),
        sets=frozenset(x.name.id for x in targets if isinstance(x, t.Of | t.Call)),
    )


def inside(tree: Any) -> Iterator[t.Node]:
    """A tree's nodes, outermost first."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, t.Node):
            yield node
            waiting.extend(getattr(node, name) for name in node.__match_args__)
