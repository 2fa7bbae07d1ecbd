"""The engine names nothing of any game: the words are taken from the rulesets themselves."""

import re
from functools import cache
from pathlib import Path

from imhotep.compile.ruleset import open_ruleset
from imhotep.document.nodes import Mapping, Scalar
from imhotep.shipped import ruleset_ids

ENGINE = Path(__file__).parents[1] / "engine"

PLAIN_WORDS = {
    # words of the engine
    "card", "cards", "game", "hand", "deck", "points", "capacity",
    # ids that are also plain English
    "one", "two", "three", "four", "left", "right", "middle", "line", "round", "rounds", "active", "pass", "passes",
    "played", "minimum", "deliver", "delivered", "built", "land", "load", "offer", "further", "site", "colour",
    "white", "black", "gray", "level", "edge", "loose", "taken", "starter", "display", "spaces",
    # here: what comes with the package
    "shipped",
}  # fmt: skip


@cache
def declared_ids() -> set[str]:
    """Every id that a shipped ruleset declares, however deep."""
    found: set[str] = set()
    named = (
        "components", "kinds", "areas", "boards", "cards", "options", "procedures", "definitions", "fields", "numbers",
        "tables", "triggers", "actions", "rules", "scores", "choices", "seats", "values", "rows", "columns",
    )  # fmt: skip
    for ruleset in ruleset_ids():
        waiting = [open_ruleset(ruleset).composed.root]
        while waiting:
            for entry in waiting.pop().entries:
                if isinstance(entry.value, Mapping):
                    waiting.append(entry.value)
                    if entry.key.text in named:
                        found |= {e.key.text for e in entry.value.entries if not isinstance(e.key.value, int)}
                        found |= names_of(entry.value)
    return found


def names_of(section: Mapping) -> set[str]:
    """The single English words that a section's things are called by."""
    words: set[str] = set()
    for entry in section.entries:
        name = entry.value.get("name") if isinstance(entry.value, Mapping) else None
        text = name.get("en") if isinstance(name, Mapping) else name
        if isinstance(text, Scalar) and re.fullmatch(r"[A-Za-z]+", text.text):
            words.add(text.text.lower())
    return words


def source_files() -> list[Path]:
    return [
        p for p in ENGINE.rglob("*") if p.suffix in {".py", ".lark", ".json", ".js", ".html", ".yaml"} and p.is_file()
    ]


def test_there_are_many_words_to_look_for() -> None:
    assert len(declared_ids() - PLAIN_WORDS) > 60


def test_every_plain_word_is_declared_somewhere() -> None:
    assert PLAIN_WORDS - declared_ids() == set()


def test_no_source_file_names_anything_of_a_game() -> None:
    words = declared_ids() - PLAIN_WORDS
    found = {
        (str(path.relative_to(ENGINE)), word)
        for path in source_files()
        for word in re.findall(r"[A-Za-z][A-Za-z0-9_]*", path.read_text(encoding="utf-8"))
        if word.lower() in words
    }
    assert not found
