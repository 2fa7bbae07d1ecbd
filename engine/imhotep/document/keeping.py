"""What was worked out of texts, kept for checks that come one after another, as in an editor."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from imhotep.diagnostics import Diagnostic
from imhotep.document.composer import compose
from imhotep.document.nodes import Node
from imhotep.document.source import Source

T = TypeVar("T")


class Kept:
    """Results by what they were worked out of: whoever asks again gets the same one.

    What one check did not ask for is gone at the next one but one, so no more is kept than two checks need.
    """

    def __init__(self) -> None:
        self._now: dict[Hashable, Any] = {}
        self._before: dict[Hashable, Any] = {}

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What `work` gives; `key` says all that it depends on."""
        if key not in self._now:
            self._now[key] = self._before[key] if key in self._before else work()
        return cast(T, self._now[key])

    def begin(self) -> None:
        """A new check begins."""
        self._before, self._now = self._now, {}

    def composed(self, source: Source, *, example: str | None = None) -> tuple[Node | None, tuple[Diagnostic, ...]]:
        """What `compose` makes of a file."""
        key = ("composed", source.name, source.text, example)
        found = self.once(key, lambda: compose(source, example=example))
        self.once(("root", source.name, source.text), lambda: found[0])
        return found

    def root(self, source: Source) -> Node | None:
        """What a file says, whoever has read it; None where it cannot be read."""
        return self.once(("root", source.name, source.text), lambda: self.composed(source)[0])
