"""Texts that are missing in a language are listed on request, each at its place."""

import pytest

import imhotep
from imhotep.compile.languages import missing_texts

RULESET = """\
ruleset: tiny
title: {en: Tiny, de: Winzig}
players: {least: 1, most: 1}
seats: {north: {name: North}}
begin: game
winner: {by: {points: score of seat}}
scores: {bonus: {}}
options:
  fast: {name: {en: Fast}, values: {very: {en: very, de: sehr}, hardly: {en: hardly}}, default: very}
numbers: {name: {value: 4}}
choices: {left: {en: left}, right: {en: right, de: rechts}}
prompts: {game.choice: {en: where to?}}
procedures:
  game:
    note: {en: no text for players}
    do: |
      north may:
        if fast is very: north scores name as bonus
      north chooses:
        left: north scores 1 as bonus
        right: north scores 2 as bonus
"""


def found(language: str) -> list[tuple[str, int | None, str]]:
    ruleset, diagnostics = imhotep.validate("tiny", files={"tiny/ruleset.yaml": RULESET})
    assert ruleset is not None, [f"{d.span}: {d.message}" for d in diagnostics]
    missing = missing_texts(ruleset.composed.root, language, ruleset.texts.prompts)
    return [(d.code, None if d.span is None else d.span.start.line, d.message) for d in missing]


def test_all_texts_without_that_language_are_listed() -> None:
    assert found("de") == [
        ("T002", None, "nothing says what players are asked at the decision `game.may`"),
        ("T001", 4, "`seats.north.name` has no text in `de`"),
        ("T001", 9, "`options.fast.name` has no text in `de`"),
        ("T001", 9, "`options.fast.values.hardly` has no text in `de`"),
        ("T001", 11, "`choices.left` has no text in `de`"),
        ("T001", 12, "`prompts.'game.choice'` has no text in `de`"),
    ]
    assert [code for code, _, _ in found("en")] == ["T002"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_shipped_game_is_complete(language: str) -> None:
    ruleset = imhotep.open_ruleset("imhotep")
    assert ruleset.check() == ()
    assert missing_texts(ruleset.composed.root, language, ruleset.texts.prompts) == ()


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_the_names_of_the_shipped_game_are_complete(language: str) -> None:
    ruleset = imhotep.open_ruleset("imhotep")
    missing = missing_texts(ruleset.composed.root, language, ())
    assert [d.message for d in missing if not d.message.startswith("`options.")] == []


def test_a_prompt_of_no_decision_is_a_warning() -> None:
    text = RULESET.replace("game.choice", "game.choise")
    _, diagnostics = imhotep.validate("tiny", files={"tiny/ruleset.yaml": text})
    assert [(d.code, str(d.span), d.message, d.help) for d in diagnostics] == [
        ("U008", "tiny/ruleset.yaml:12:11", "no decision asks `game.choise`", "did you mean `game.choice`?")
    ]


def test_a_chosen_side_does_not_make_the_prompts_of_the_other_side_wrong() -> None:
    for side in ("A", "B"):
        _, diagnostics = imhotep.validate("imhotep", sides={"market": side, "pyramids": side})
        assert diagnostics == ()


def test_a_prompt_of_no_decision_is_a_warning_at_a_chosen_side_too() -> None:
    text = "extends: imhotep\nsides: {pyramids: A}\nadd: {prompts: {pyramids.rwo: {en: where?}}}\n"
    _, diagnostics = imhotep.validate("wrong.yaml", files={"wrong.yaml": text})
    assert [(d.code, d.message, d.help) for d in diagnostics] == [
        ("U008", "no decision asks `pyramids.rwo`", "did you mean `pyramids.row`?")
    ]
