"""One line for a finding: `file:line:column: severity[CODE]: message`, as editors and `grep` like it."""

from imhotep.cli.output import visible
from imhotep.cli.report import kind_text, place
from imhotep.diagnostics import Diagnostic


def concise(diagnostic: Diagnostic) -> str:
    """A diagnostic on one line."""
    where = "" if diagnostic.span is None else f"{visible(place(diagnostic.span))}: "
    return f"{where}{kind_text(diagnostic)}: {visible(' '.join(diagnostic.message.split()))}"
