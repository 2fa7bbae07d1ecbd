"""What players read is in their language; what is missing there is in English and says so."""

from collections.abc import Callable

import imhotep
from imhotep.game.words import _WORDS, ENGLISH
from imhotep.machine.chance import Stream
from imhotep.program.program import Program

SECTIONS = """\
components:
  token: {count: 3, starts_in: bag, name: {en: token, de: Marke}}
areas:
  bag: {kind: pool, holds: token, name: {en: bag, de: Beutel}}
  field: {kind: slots, size: 3, holds: token, name: {en: field}}
choices: {keep: {en: keep it, de-CH: bhaltä}}
prompts: {game.choice: {en: what now?, de: was nun?}}
procedures:
  game:
    do: |
      north chooses:
        keep: north scores 1 as bonus
        cell in field:
          move 1 token from bag to cell
      south may:
        south scores 1 as bonus
"""


def asked(program: Program, language: str) -> tuple[str, list[str]]:
    decision = imhotep.Game(program, language=language).decision
    assert decision is not None
    return decision.prompt, [option.label for option in decision.options]


def test_labels_and_prompts_are_in_the_readers_language(program_of: Callable[..., Program]) -> None:
    program = program_of(SECTIONS)
    assert asked(program, "en") == ("what now?", ["keep it", "space 1", "space 2", "space 3"])
    assert asked(program, "de") == ("was nun?", ["keep it [en]", "Feld 1", "Feld 2", "Feld 3"])
    assert asked(program, "de-CH")[0] == "was nun?"
    assert asked(program, "de-CH")[1][0] == "bhaltä"
    assert asked(program, "xx")[1][:2] == ["keep it [en]", "space 1"]


def test_a_decision_without_words_shows_its_id_and_known_answers(program_of: Callable[..., Program]) -> None:
    game = imhotep.Game(program_of(SECTIONS), language="de")
    game.apply(game.random_option(Stream(0, "x")))
    decision = game.decision
    assert decision is not None
    assert (decision.prompt, [option.label for option in decision.options]) == ("game.may", ["ja", "nein"])


def test_the_drawing_is_in_the_readers_language(program_of: Callable[..., Program]) -> None:
    drawn = imhotep.Game(program_of(SECTIONS), language="de").draw(1)
    assert drawn[:3] == ["Beutel: 3 Marke", "field [en]: [.][.][.]", "north: 0 Punkte  (du)"]


def test_ids_and_payloads_do_not_depend_on_the_language() -> None:
    program = imhotep.open_ruleset("imhotep").program(2)
    games = [imhotep.Game(program, 3, language=language) for language in ("en", "ja")]
    streams = [Stream(3, "x") for _ in games]
    while games[0].decision is not None:
        decisions = [game.decision for game in games]
        seen = [[(o.id, o.payload) for o in d.options] for d in decisions if d is not None]
        assert len(seen) == 2 and seen[0] == seen[1]
        for game, stream in zip(games, streams, strict=True):
            game.apply(game.random_option(stream))


def test_every_word_of_the_engine_has_the_same_places_in_all_languages() -> None:
    values = {"n": 1, "what": "W", "whom": "M", "seat": "S", "seats": "T", "source": "Q", "prompt": "P", "text": "X"}
    for id, phrases in _WORDS.items():
        assert phrases.keys() == {"en", "de", "fr", "ja"}, id
        used = {frozenset(name for name in values if f"{{{name}}}" in phrase) for phrase in phrases.values()}
        assert used == {frozenset(name for name in values if f"{{{name}}}" in phrases[ENGLISH])}, id
