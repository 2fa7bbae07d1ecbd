"""What came of scenarios: each one's result, and the findings of a whole test."""

from typing import Final, Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Span

Outcome: TypeAlias = Literal["passed", "failed", "broken", "skipped"]
Kind: TypeAlias = Literal[
    "failed",
    "broken",
    "undeclared change",
    "no longer playable",
    "change does not happen",
    "unknown scenario",
    "unusable file",
    "same id twice",
]
UNDECLARED: Final[frozenset[Kind]] = frozenset(("undeclared change", "no longer playable"))
"""What a variant does to scenarios of its base without saying so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Where play stood at the end of a scenario: the decision that waited, whose it was, and what was offered."""

    decision: str
    seat: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One scenario played.

    `failed`: something was not as it should be; `broken`: it could not be played at all; `skipped`: it is about
    another table of play. `message` says what was expected and what was found, `span` is the line it is about.
    """

    id: str
    file: str
    outcome: Outcome
    span: Span
    message: str = ""
    stop: Stop | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that a test must not pass over. `result` is the scenario's own, where there is one."""

    kind: Kind
    message: str
    span: Span | None
    help: str | None = None
    result: Result | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All scenarios of a ruleset or variant and of what it builds on, played under it.

    `changed` are the ids of scenarios that the variant declares to change, and does.
    """

    ruleset: str
    results: tuple[Result, ...]
    changed: tuple[str, ...]
    findings: tuple[Finding, ...]

    def count(self, outcome: Outcome) -> int:
        """How many scenarios came out like that."""
        return sum(result.outcome == outcome for result in self.results)
