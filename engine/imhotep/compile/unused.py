"""What a ruleset declares and nothing uses, and numbers that do not add up: warnings, never about what might be right.

A name counts as used wherever its word stands in a text or as a value, so some unused names are not found; none that
is used is reported. What only play can tell is for `validate --deep`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from imhotep.compile.vain import in_vain
from imhotep.diagnostics import Diagnostic, Severity, Span, suggestion
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.meaning.texts import Texts
from imhotep.model import declarations as m
from imhotep.variants.paths import Path, is_keyed, show

_NOUNS: Final = {
    "areas": "area",
    "choices": "alternative",
    "definitions": "definition",
    "fields": "field",
    "numbers": "number",
    "options": "option",
    "procedures": "procedure",
    "scores": "source of points",
    "tables": "table",
    "triggers": "trigger",
}
_FOR_READERS: Final = frozenset({"credits", "name", "note", "source", "title"})
_WORD: Final = re.compile(r"\w+")
_COMMENT: Final = re.compile(r"#.*")
_STARTED: Final = re.compile(r"\btrigger\s+(\w+)")


def unused(root: Mapping, texts: Texts) -> tuple[Diagnostic, ...]:
    """Warnings about names that nothing uses, options that are asked for in vain, kinds of which there are none, and
    rows for numbers of players that the game does not have. `texts` are those that were read."""
    words: dict[str, list[Scalar]] = {}
    started: set[str] = set()
    for scalar in _texts(root, ()):
        plain = _COMMENT.sub("", scalar.text)
        for word in set(_WORD.findall(plain)):
            words.setdefault(word, []).append(scalar)
        started.update(_STARTED.findall(plain))
    found = []
    for section, entry in _declared(root, ()):
        id = entry.key.text
        if section == "triggers" and id not in started:
            found.append(_warning("U002", f"nothing starts the trigger `{id}`", entry.key.span, f"`trigger {id}(...)`"))
        elif section == "options" and id not in words:
            found.append(_warning("U003", f"the option `{id}` changes nothing: no text asks for it", entry.key.span))
        elif section == "options":
            vain = in_vain(entry, words[id], texts)
            found += [vain] if vain is not None else []
        elif id not in words:
            found.append(_warning("U001", f"the {_NOUNS[section]} `{id}` is never used", entry.key.span, "remove it"))
    return (*found, *_counts_of_nothing(root, ()), *_rows_for_nobody(root))


def unasked(root: Mapping, decisions: Collection[str]) -> tuple[Diagnostic, ...]:
    """Warnings about prompts that no decision asks."""
    prompts = root.get("prompts")
    return tuple(
        _warning("U008", f"no decision asks `{key.text}`", key.span, suggestion(key.text, decisions))
        for key in (entry.key for entry in (prompts.entries if isinstance(prompts, Mapping) else ()))
        if key.text not in decisions
    )


def too_many_asked(model: m.Model) -> Iterator[Diagnostic]:
    """Warnings about printed lists that ask for more pieces of a kind than there are."""
    for family in model.families:
        for field in family.fields:
            if field.type.kind != "list":
                continue
            asked = model.family(field.type.family)
            for kind in family.kinds:
                number = dict(kind.values).get(field.id)
                for place, times in Counter(() if number is None else model.lists[number]).items():
                    there = asked.kinds[place - 1].count * (model.players if asked.owned else 1)
                    if times > there:
                        id = asked.kinds[place - 1].id
                        message = f"`{field.id}` of `{kind.id}` asks for {times} of `{id}`, and the game has {there}"
                        yield _warning("U005", message, kind.span)


def _texts(node: Node, path: Path) -> Iterator[Scalar]:
    """All values that can name something: texts, and plain values."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(item, path)
    else:
        for entry in node.entries:
            here = (*path, entry.key.text)
            if not _is_for_readers(path, entry.key.text):
                yield from _texts(entry.value, here)


def _is_for_readers(path: Path, key: str) -> bool:
    if is_keyed(path):
        return path[-1] in ("choices", "prompts") or (path[0] == "options" and path[-1] == "values")
    return key in _FOR_READERS


def _declared(node: Mapping, path: Path) -> Iterator[tuple[str, Entry]]:
    """All entries of sections whose names texts use. What is printed on pieces and cells is there to be read, too."""
    for entry in node.entries:
        here = (*path, entry.key.text)
        if isinstance(entry.value, Mapping):
            section = entry.key.text
            if section in _NOUNS and not is_keyed(path) and (section != "fields" or not path):
                yield from ((section, inner) for inner in entry.value.entries)
            yield from _declared(entry.value, here)


def _counts_of_nothing(node: Mapping, path: Path) -> Iterator[Diagnostic]:
    """Kinds with a count of 0."""
    for entry in node.entries:
        here = (*path, entry.key.text)
        value = entry.value
        if isinstance(value, Mapping):
            yield from _counts_of_nothing(value, here)
        elif path[:1] in (("cards",), ("components",)) and entry.key.text == "count" and not is_keyed(path):
            remove = f"`remove: [{show(path)}]`"
            if isinstance(value, Scalar) and value.value == 0:
                yield _warning("U004", f"there are no pieces of `{path[-1]}`", value.span, remove)


def _rows_for_nobody(root: Mapping) -> Iterator[Diagnostic]:
    """Values for numbers of players that the game is not for."""
    players = root.get("players")
    least, most = (players.get(key) if isinstance(players, Mapping) else None for key in ("least", "most"))
    if not (isinstance(least, Scalar) and isinstance(most, Scalar)):
        return
    for path, span, number in _numbers_of_players(root, ()):
        if not int(least.text) <= number <= int(most.text):
            message = f"`{show(path)}` has something for {number} players, and there are {least.text} to {most.text}"
            yield _warning("U006", message, span)


def _numbers_of_players(node: Mapping, path: Path) -> Iterator[tuple[Path, Span, int]]:
    for entry in node.entries:
        here = (*path, entry.key.text)
        if entry.key.text in ("rows_by_players", "value_by_players") and isinstance(entry.value, Mapping):
            yield from ((here, e.key.span, int(e.key.text)) for e in entry.value.entries)
        elif entry.key.text == "for_players" and isinstance(entry.value, Sequence):
            for item in entry.value.items:
                if isinstance(item, Scalar) and isinstance(item.value, int):
                    yield here, item.span, item.value
        elif isinstance(entry.value, Mapping):
            yield from _numbers_of_players(entry.value, here)


def _warning(code: str, message: str, span: Span, help: str | None = None) -> Diagnostic:
    return Diagnostic(code=code, severity=Severity.WARNING, message=message, span=span, help=help)
