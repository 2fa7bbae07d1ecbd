"""What a check found, and what it could not look at: all that a form needs."""

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one `imhotep validate`.

    `found` are the findings in the order of places, `refused` says why arguments could not be looked at, `summary` how
    much was looked at, a line for each argument.
    """

    found: tuple[Diagnostic, ...]
    refused: tuple[str, ...]
    summary: tuple[str, ...]
    code: int
