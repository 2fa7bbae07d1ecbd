"""A rules engine for board games whose rules are data: load a ruleset, lay variants over it, play it, compare.

The names below are the whole public surface. They are imported when first used, so that a process that only runs
programs loads nothing that reads rulesets.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from imhotep.checking.validator import Report, Validator
    from imhotep.compile.ruleset import Ruleset, open_ruleset, validate
    from imhotep.diagnostics import Diagnostic
    from imhotep.errors import ImhotepError, InvalidRulesetError, RulesFault, UnreadableError, UsageError
    from imhotep.game.events import Event
    from imhotep.game.game import Decision, Game, Option, Score
    from imhotep.program.program import Program

__all__ = [
    "Decision", "Diagnostic", "Event", "Game", "ImhotepError", "InvalidRulesetError", "Option", "Program", "Report",
    "RulesFault", "Ruleset", "Score", "UnreadableError", "UsageError", "Validator", "open_ruleset", "validate",
]  # fmt: skip

_HOMES = {
    "imhotep.checking.validator": ("Report", "Validator"),
    "imhotep.compile.ruleset": ("Ruleset", "open_ruleset", "validate"),
    "imhotep.diagnostics": ("Diagnostic",),
    "imhotep.errors": ("ImhotepError", "InvalidRulesetError", "RulesFault", "UnreadableError", "UsageError"),
    "imhotep.game.events": ("Event",),
    "imhotep.game.game": ("Decision", "Game", "Option", "Score"),
    "imhotep.program.program": ("Program",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module `imhotep` has no `{name}`")
