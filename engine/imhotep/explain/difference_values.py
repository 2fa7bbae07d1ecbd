"""Values of a ruleset in a few words: single values, the rows of a table, and what makes up a whole thing."""

from collections.abc import Iterator
from typing import Final

from imhotep.document.nodes import Plain

WIDEST: Final = 72
"""Texts that are longer have lines of their own."""

BY_PLAYERS: Final = "_by_players"
"""How the key of a map by numbers of players ends."""

_BESIDE: Final = frozenset({"choices", "family", "name", "note", "source"})
_TEXTS: Final = ("do", "means")
_FEW: Final = 5


def word(value: Plain) -> str:
    """A value on one line."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(word, value)) or "an empty list"
        case dict() if any(isinstance(each, dict | list) for each in value.values()):
            return f"{len(value)} of their own ({', '.join(value)})"
        case dict():
            return ", ".join(f"{key}: {word(each)}" for key, each in value.items()) or "none"
        case _:
            return " / ".join(line.strip() for line in str(value).splitlines())


def quoted(value: Plain) -> str:
    """A text for players, in one language or in several."""
    if isinstance(value, str):
        return f'"{word(value)}"'
    return ", ".join(f"{key} {quoted(each)}" for key, each in value.items()) if isinstance(value, dict) else word(value)


def is_short(*values: Plain) -> bool:
    """Whether values have room side by side on one line."""
    texts = [value for value in values if isinstance(value, str)]
    return sum(map(len, map(word, values))) <= WIDEST and not any("\n" in text.strip() for text in texts)


def rows(before: dict[str, Plain], after: dict[str, Plain]) -> tuple[str, str, str]:
    """The rows of a table that differ, and what they said before and after."""
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    said = [" ".join(word(each.get(key)) for key in keys) for each in (before, after)]
    return f"row{'s' * (len(keys) != 1)} {', '.join(keys)}", said[0], said[1]


def whole_rows(before: dict[str, Plain], after: dict[str, Plain]) -> tuple[str, str]:
    """All rows of a table: the values alone where both have the same rows."""
    if list(before) != list(after):
        return word(before), word(after)
    return " ".join(map(word, before.values())), " ".join(map(word, after.values()))


def by_players(value: dict[str, Plain]) -> str:
    """What holds for each number of players."""
    said = ((" ".join(map(word, each.values())) if isinstance(each, dict) else word(each)) for each in value.values())
    return ", ".join(f"{each} with {players} players" for players, each in zip(value, said, strict=True))


def summary(thing: Plain) -> str:
    """What makes up a thing, without what is written beside it and without its text."""
    return ", ".join(_parts(thing)) if isinstance(thing, dict) else ""


def text_of(thing: Plain) -> str:
    """The effect or formula of a thing that takes lines of its own."""
    found = next((thing[key] for key in _TEXTS if key in thing), "") if isinstance(thing, dict) else thing
    return found if isinstance(found, str) and not is_short(found) else ""


def _parts(thing: dict[str, Plain]) -> Iterator[str]:
    text = text_of(thing)
    for key, value in thing.items():
        if key in _BESIDE or (text and value == text):
            continue
        if key == "count" and isinstance(value, int):
            yield "1 copy" if value == 1 else f"{value} copies"
        elif key == "value":
            yield word(value)
        elif key == "effects" and isinstance(value, dict):
            yield _effects(value)
        elif key == "with" and isinstance(value, dict):
            yield f"with {', '.join(value)}"
        elif isinstance(value, dict) and key.endswith(BY_PLAYERS):
            yield by_players(value)
        elif isinstance(value, dict):
            yield _some(key, value)
        elif isinstance(value, list):
            yield f"{key} {' '.join(map(word, value))}"
        else:
            yield f"{key} {word(value)}"


def _effects(effects: dict[str, Plain]) -> str:
    """A single short effect, or at which triggers there are effects."""
    if len(effects) == 1 and is_short(*effects.values()):
        return f"at {word(effects)}"
    return f"effects at {', '.join(effects)}"


def _some(key: str, value: dict[str, Plain]) -> str:
    """The entries of a map: all of them, or how many."""
    if value and is_short(value) and not any(isinstance(each, dict | list) for each in value.values()):
        return f"{key} {word(value)}"
    noun = key.removesuffix("s") if len(value) == 1 else key
    names = f" ({', '.join(value)})" if 0 < len(value) <= _FEW else ""
    return f"{len(value)} {noun}{names}"
