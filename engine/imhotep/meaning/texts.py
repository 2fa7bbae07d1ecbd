"""The texts of a ruleset as syntax trees, each parsed once."""

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Notes
from imhotep.document.nodes import Scalar
from imhotep.effects import tree as t
from imhotep.effects.parser import parse_scalar_choice, parse_scalar_effect, parse_scalar_formula, too_long


@dataclass(frozen=True, slots=True)
class Traits:
    """What a text of statements holds somewhere: `stop`, and fields that are set by that name."""

    stops: bool
    sets: frozenset[str]


@dataclass(slots=True)
class Texts:
    """Syntax trees by the scalar they stand in. A text with a fault is None; the fault is noted each time.

    `prompts` are the ids of all decisions met so far in the meaning of texts; `length` is that of all texts together.
    """

    kept: dict[tuple[str, int], tuple[Scalar, Any, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    known_traits: dict[int, Traits] = field(default_factory=dict)
    prompts: set[str] = field(default_factory=set)
    length: int = 0

    def traits(self, scalar: Scalar, notes: Notes) -> Traits:
        """What a text of statements holds; nothing where it has a fault."""
        tree = self.effect(scalar, notes)
        if id(scalar) not in self.known_traits:
            nodes = list(inside(tree or ()))
            targets = [n.target for n in nodes if isinstance(n, t.Set)]
            self.known_traits[id(scalar)] = Traits(
                stops=any(isinstance(n, t.Stop) for n in nodes),
                sets=frozenset(x.name.id for x in targets if isinstance(x, t.Of | t.Call)),
            )
        return self.known_traits[id(scalar)]

    def words(self) -> set[str]:
        """All words of the texts read so far."""
        return {word for scalar, _, _ in self.kept.values() for word in re.findall(r"\w+", scalar.text)}

    def effect(self, scalar: Scalar, notes: Notes) -> tuple[t.Statement, ...] | None:
        """A text of statements. A `stop` at its very end does nothing, and is left out."""
        found: tuple[t.Statement, ...] | None = self._parse("effect", scalar, notes, parse_scalar_effect)
        while found and isinstance(found[-1], t.Stop):
            found = found[:-1]
        return found

    def formula(self, scalar: Scalar, notes: Notes) -> t.Expression | None:
        """One expression."""
        found: t.Expression | None = self._parse("formula", scalar, notes, parse_scalar_formula)
        return found

    def choice(self, scalar: Scalar, notes: Notes) -> t.Binder | None:
        """One binder."""
        found: t.Binder | None = self._parse("choice", scalar, notes, parse_scalar_choice)
        return found

    def _parse(
        self,
        what: str,
        scalar: Scalar,
        notes: Notes,
        parse: Callable[[Scalar], tuple[Any, tuple[Diagnostic, ...]]],
    ) -> Any:
        key = (what, id(scalar))
        if key not in self.kept:
            refused = too_long(scalar, self.length)
            self.kept[key] = (scalar, *parse(scalar)) if refused is None else (scalar, None, refused)
            self.length += len(scalar.text)
        _, tree, faults = self.kept[key]
        notes.add(faults)
        return tree


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
