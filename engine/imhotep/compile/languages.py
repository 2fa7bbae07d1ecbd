"""Which texts for players a ruleset lacks in a language."""

from collections.abc import Iterable, Iterator

from imhotep.diagnostics import Diagnostic, Severity
from imhotep.document.nodes import Entry, Mapping, Node
from imhotep.variants.paths import Path, is_keyed, show


def missing_texts(root: Mapping, language: str, decisions: Iterable[str]) -> tuple[Diagnostic, ...]:
    """A warning for each text of a composed ruleset that is not written in that language. A plain text is English.

    `decisions` are the ids of all decisions: those without a prompt are missing in every language.
    """
    prompts = root.get("prompts")
    asked = {entry.key.text for entry in prompts.entries} if isinstance(prompts, Mapping) else set()
    silent = tuple(
        Diagnostic(
            code="T002",
            severity=Severity.WARNING,
            message=f"nothing says what players are asked at the decision `{id}`",
            span=None,
            help=f"`prompts: {{{id}: {{{language}: ...}}}}`",
        )
        for id in sorted(decisions)
        if id not in asked
    )
    return silent + tuple(
        Diagnostic(
            code="T001",
            severity=Severity.WARNING,
            message=f"`{show(path)}` has no text in `{language}`",
            span=entry.key.span,
            help=f"add `{language}: ...` beside `en:`" if isinstance(entry.value, Mapping) else _both(entry, language),
        )
        for path, entry in _texts(root, ())
        if not _is_written(entry.value, language)
    )


def _texts(node: Mapping, path: Path) -> Iterator[tuple[Path, Entry]]:
    """All texts for players with their paths: names, titles, prompts, alternatives, values of options."""
    for entry in node.entries:
        here = (*path, entry.key.text)
        if _is_text(path, entry):
            yield here, entry
        elif isinstance(entry.value, Mapping):
            yield from _texts(entry.value, here)


def _is_text(path: Path, entry: Entry) -> bool:
    if not is_keyed(path):
        return entry.key.text in ("name", "title")
    return path[-1] in ("choices", "prompts") or (path[0] == "options" and path[-1] == "values")


def _is_written(text: Node, language: str) -> bool:
    if isinstance(text, Mapping):
        return text.get(language) is not None
    return language == "en"


def _both(entry: Entry, language: str) -> str:
    return f"write `{entry.key.text}: {{en: ..., {language}: ...}}`"
