"""The texts of a ruleset as syntax trees, each parsed once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar

from imhotep.compile.notes import Notes
from imhotep.diagnostics import Diagnostic
from imhotep.document.nodes import Scalar
from imhotep.effects import tree as t
from imhotep.effects.parser import parse_scalar_choice, parse_scalar_effect, parse_scalar_formula

T = TypeVar("T")


@dataclass(slots=True)
class Texts:
    """Syntax trees by the scalar they stand in. A text with a fault is None; the fault is noted each time."""

    kept: dict[tuple[str, int], tuple[Scalar, Any, tuple[Diagnostic, ...]]] = field(default_factory=dict)

    def effect(self, scalar: Scalar, notes: Notes) -> tuple[t.Statement, ...] | None:
        """A text of statements."""
        return self._parse("effect", scalar, notes, parse_scalar_effect)

    def formula(self, scalar: Scalar, notes: Notes) -> t.Expression | None:
        """One expression."""
        return self._parse("formula", scalar, notes, parse_scalar_formula)

    def choice(self, scalar: Scalar, notes: Notes) -> t.Binder | None:
        """One binder."""
        return self._parse("choice", scalar, notes, parse_scalar_choice)

    def _parse(
        self,
        what: str,
        scalar: Scalar,
        notes: Notes,
        parse: Callable[[Scalar], tuple[T | None, tuple[Diagnostic, ...]]],
    ) -> T | None:
        key = (what, id(scalar))
        if key not in self.kept:
            self.kept[key] = (scalar, *parse(scalar))
        _, tree, faults = self.kept[key]
        notes.add(faults)
        return tree  # type: ignore[no-any-return]


def inside(tree: Any) -> Iterable[Any]:
    """A tree's nodes, outermost first."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif is_dataclass(node) and not isinstance(node, t.Extent):
            yield node
            waiting.extend(getattr(node, f.name) for f in fields(node) if f.name != "at")
