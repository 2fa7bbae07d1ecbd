"""Faults in the use of the package, as exceptions from one small tree. Faults in data are `Diagnostic` values."""

from imhotep.diagnostics import Diagnostic


class ImhotepError(Exception):
    """The root of everything this package raises on purpose."""


class UsageError(ImhotepError):
    """Something asked for does not exist or cannot be done: an unknown ruleset, option or seat."""


class UnreadableError(ImhotepError):
    """A file that cannot be read at all: missing, a directory, no permission."""


class InvalidRulesetError(ImhotepError):
    """A ruleset has faults; `diagnostics` says which."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        errors = [d for d in diagnostics if d.severity == "error"]
        super().__init__("\n".join(f"{d.span}: {d.message}" for d in errors))
        self.diagnostics = diagnostics


class RulesFault(ImhotepError):
    """The rules broke down in play: a step that may not fail failed, a number left 32 bits, a chain grew too long.

    `place` is the `file:line:column` of the step.
    """

    def __init__(self, message: str, place: str) -> None:
        super().__init__(f"{place}: {message}")
        self.message = message
        self.place = place


class BudgetExceeded(RulesFault):
    """The game took more steps than its budget allows."""


class InternalError(ImhotepError):
    """This package has a bug: what it made of the rules did what it may never do. No ruleset is to blame."""


class CannotRun(ImhotepError):
    """Modules do not run here: too little memory, no right to make code, or rules that are too much for a module."""
