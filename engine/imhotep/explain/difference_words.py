"""A change in a designer's words: one line that says it, and the lines of texts that differ."""

from typing import Final

from imhotep.document.nodes import Plain
from imhotep.explain.difference import CHOSEN, Change
from imhotep.explain.difference_pairs import moved
from imhotep.explain.difference_texts import line_difference
from imhotep.explain.difference_values import (
    BY_PLAYERS,
    by_players,
    is_short,
    quoted,
    rows,
    summary,
    text_of,
    whole_rows,
    word,
)
from imhotep.form.keys import definition_at
from imhotep.variants.paths import Path, is_keyed, show

_PARTS: Final = {
    "all": "condition",
    "by": "criterion",
    "keys": "key",
    "value_by_players": "players",
    "rows_by_players": "players",
    "values": "value",
    "with": "parameter",
}
"""What an entry is called that is a part of one value."""

_MOST: Final = 12
"""How many lines of a text that is new or gone are shown."""


def headline(change: Change) -> str:
    """What changed, on one line."""
    if change.about == CHOSEN:
        of = "side of" if change.path[0] == "sides" else "option"
        return f"{of} {change.path[1]}: {word(change.before)} -> {word(change.after)}"
    subject, rest = _split(change.was or change.path)
    part = change.path[-2] if len(change.path) > 1 and len(change.path) == len(subject) else ""
    if part in _PARTS:
        return f"{show(subject[:-2])}: {_part(change, _PARTS[part])}"
    is_named = rest and (rest[-1] == "value" or rest[-1].endswith(BY_PLAYERS))
    said = " ".join(rest[:-1] if is_named else rest)
    return f"{show(subject)}: {_said(change, said)}"


def details(change: Change) -> list[str]:
    """The lines of a text that differ, or of one that is new or gone."""
    if change.kind == "changed" and not _is_on_one_line(change):
        before, after = (value if isinstance(value, str) else word(value) for value in (change.before, change.after))
        return list(line_difference(before, after))
    if change.kind in ("added", "removed"):
        sign, value = ("+", change.after) if change.kind == "added" else ("-", change.before)
        lines = text_of(value).splitlines()
        more = [f"{sign} ... and {len(lines) - _MOST} lines more"] if len(lines) > _MOST else []
        return [f"{sign} {line}" for line in lines[:_MOST]] + more
    return []


def _split(path: Path) -> tuple[Path, Path]:
    """The thing that a path is about, and what of it."""
    n = max((n for n in range(1, len(path) + 1) if is_keyed(path[: n - 1])), default=1)
    return path[:n], path[n:]


def _said(change: Change, what: str) -> str:
    """What happened to a thing, or to what of it."""
    head = f"{what} " if what else ""
    match change.kind:
        case "added" if not what:
            return ", ".join(filter(None, ("new", _content(change, change.after))))
        case "removed" if not what:
            said = _content(change, change.before)
            return f"removed ({said})" if said else "removed"
        case "renamed":
            return f"now {'at' if change.path[-2] == 'effects' else 'called'} {change.path[-1]}"
        case "reordered":
            return f"{head}order: {_moved(change.before, change.after)}"
    if change.is_remark and change.kind == "changed" and definition_at(change.path) in ("effect", "formula"):
        return f"{head}only written otherwise"
    if not _is_on_one_line(change):
        return f"{head}{change.kind}"
    if isinstance(change.before, dict) and isinstance(change.after, dict) and definition_at(change.path) == "rows":
        name, before, after = rows(change.before, change.after)
        return f"{name}: {before} -> {after}"
    if change.was is not None and change.was[-1] != change.path[-1]:
        return f"{_rewritten(change.was, change.before)} -> {_rewritten(change.path, change.after)}"
    return head + _arrow(change)


def _rewritten(path: Path, value: Plain) -> str:
    """A value that stands under another key before or after."""
    if path[-1].endswith(BY_PLAYERS) and isinstance(value, dict):
        return by_players(value)
    return word(value) if path[-1] == "value" else f"{path[-1]} {word(value)}"


def _part(change: Change, noun: str) -> str:
    """What happened to an entry that is a part of one value."""
    name = change.path[-1]
    if noun == "players":
        before, after = word(change.before), word(change.after)
        if isinstance(change.before, dict) and isinstance(change.after, dict):
            before, after = whole_rows(change.before, change.after)
        return f"with {name} players: {before} -> {after}"
    match change.kind:
        case "added":
            text = _content(change, change.after)
            return f"one more {noun}, {name}" + (f": {text}" if text else "")
        case "removed":
            text = _content(change, change.before)
            return f"one {noun} less, {name}" + (f": {text}" if text else "")
        case "renamed":
            return f"{noun} {change.before} now called {name}"
    return f"{noun} {name}: {_arrow(change) if _is_on_one_line(change) else 'changed'}"


def _content(change: Change, value: Plain) -> str:
    """What an entry that is new or gone says, as far as it fits."""
    if isinstance(value, dict) and definition_at(change.path) != "text":
        return summary(value)
    return "" if text_of(value) else _word(change, value)


def _arrow(change: Change) -> str:
    return f"{_word(change, change.before)} -> {_word(change, change.after)}"


def _word(change: Change, value: Plain) -> str:
    is_text = any(definition_at(change.path[:n]) == "text" for n in range(1, len(change.path) + 1))
    return quoted(value) if is_text else word(value)


def _is_on_one_line(change: Change) -> bool:
    if isinstance(change.before, str) and isinstance(change.after, str):
        return is_short(change.before, change.after)
    return not any(text_of(value) for value in (change.before, change.after))


def _moved(before: Plain, after: Plain) -> str:
    """The fewest ids whose move makes one order the other, and where each of them stands now."""
    assert isinstance(before, list) and isinstance(after, list)
    ids = [str(id) for id in after]
    found = moved([str(id) for id in before], ids)
    return ", ".join(f"{ids[n]} now {f'after {ids[n - 1]}' if n else 'first'}" for n in found)
