"""Collects the diagnostics of one compilation."""

from collections.abc import Iterable

from imhotep.diagnostics import Diagnostic, Related, Severity, Span, has_errors, suggestion


class Notes:
    """A list of diagnostics that is written to by every stage of a compilation. The same fault counts once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Diagnostic] = {}

    def add(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take over what another stage found."""
        for d in diagnostics:
            self._found.setdefault((d.code, str(d.span), d.message), d)

    def error(self, code: str, message: str, span: Span, help: str | None = None, *related: Related) -> None:
        """A fault that makes the ruleset unusable."""
        self.add([Diagnostic(code=code, message=message, span=span, help=help, related=related)])

    def warning(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        """Something odd that does no harm."""
        self.add([Diagnostic(code=code, message=message, span=span, help=help, severity=Severity.WARNING)])

    def unknown(self, code: str, what: str, name: str, span: Span, known: Iterable[str]) -> None:
        """A name that nothing has, with the nearest one that something has."""
        self.error(code, f"there is no {what} `{name}`", span, suggestion(name, known))

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """All of them, in the order found."""
        return tuple(self._found.values())

    @property
    def failed(self) -> bool:
        """Whether there is an error among them."""
        return has_errors(self._found.values())
