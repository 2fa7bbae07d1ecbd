"""The engine's own words in the languages it knows. Words of a game stand in its ruleset."""

from typing import Final

ENGLISH: Final = "en"

_WORDS: Final[dict[str, dict[str, str]]] = {
    "cell": {"en": "space {n}", "de": "Feld {n}", "fr": "case {n}", "ja": "マス{n}"},
    "group": {
        "en": "group at space {n}",
        "de": "Gruppe bei Feld {n}",
        "fr": "groupe à la case {n}",
        "ja": "マス{n}の組",
    },
    "row": {"en": "row {n}", "de": "Reihe {n}", "fr": "rangée {n}", "ja": "{n}行目"},
    "column": {"en": "column {n}", "de": "Spalte {n}", "fr": "colonne {n}", "ja": "{n}列目"},
    "yes": {"en": "yes", "de": "ja", "fr": "oui", "ja": "はい"},
    "decline": {"en": "no", "de": "nein", "fr": "non", "ja": "いいえ"},
    "hidden": {"en": "{n} hidden", "de": "{n} verdeckt", "fr": "{n} cachées", "ja": "伏せ{n}"},
    "below": {"en": "{n} more below", "de": "{n} weitere darunter", "fr": "{n} de plus dessous", "ja": "下にあと{n}"},
    "of": {"en": "{what} of {whom}", "de": "{what}: {whom}", "fr": "{what} : {whom}", "ja": "{whom}の{what}"},
    "points": {"en": "{n} points", "de": "{n} Punkte", "fr": "{n} points", "ja": "{n}点"},
    "you": {"en": "you", "de": "du", "fr": "vous", "ja": "あなた"},
    "choose": {
        "en": "{seat}, choose",
        "de": "{seat}, wähle",
        "fr": "{seat}, choisissez",
        "ja": "{seat}、選んでください",
    },
    "asked": {"en": "{seat}: {prompt}", "de": "{seat}: {prompt}", "fr": "{seat} : {prompt}", "ja": "{seat}：{prompt}"},
    "only": {"en": "the only option", "de": "nur das ist möglich", "fr": "seule option", "ja": "これだけ"},
    "unseen": {"en": "chooses unseen", "de": "wählt verdeckt", "fr": "choisit en secret", "ja": "伏せて選ぶ"},
    "scores": {
        "en": "{seat} scores {n} ({source})",
        "de": "{seat} erhält {n} ({source})",
        "fr": "{seat} marque {n} ({source})",
        "ja": "{seat} {n}点（{source}）",
    },
    "shuffled": {
        "en": "{what} is shuffled",
        "de": "{what} wird gemischt",
        "fr": "{what} : mélange",
        "ja": "{what}を混ぜる",
    },
    "drawn": {"en": "chance: {what}", "de": "Zufall: {what}", "fr": "hasard : {what}", "ja": "偶然：{what}"},
    "wins": {"en": "{seats} wins", "de": "{seats} gewinnt", "fr": "{seats} gagne", "ja": "{seats}の勝ち"},
    "share": {
        "en": "{seats} share the win",
        "de": "{seats} teilen sich den Sieg",
        "fr": "{seats} se partagent la victoire",
        "ja": "{seats}が勝ちを分け合う",
    },
    "broken_off": {"en": "broken off", "de": "abgebrochen", "fr": "interrompu", "ja": "中断"},
    "seed": {"en": "seed {n}", "de": "Startwert {n}", "fr": "graine {n}", "ja": "シード{n}"},
    "not_offered": {
        "en": "`{text}` is not offered",
        "de": "`{text}` steht nicht zur Wahl",
        "fr": "`{text}` n'est pas proposé",
        "ja": "`{text}`は選べません",
    },
    "look_away": {
        "en": "only {seat} may look now; press any key",
        "de": "jetzt darf nur {seat} hinsehen; drücke eine Taste",
        "fr": "seul {seat} peut regarder ; appuyez sur une touche",
        "ja": "{seat}だけが見てください。何かキーを押してください",
    },
    "help": {
        "en": "type a number or the id of an option; `b` draws the board again, `q` ends the game, `?` shows this",
        "de": "gib eine Nummer oder eine Kennung ein; `b` zeigt das Brett, `q` beendet das Spiel, `?` zeigt dies",
        "fr": "tapez un numéro ou l'identifiant d'une option ; `b` montre le plateau, `q` termine, `?` affiche ceci",
        "ja": "番号か選択肢のIDを入力。`b` 盤面を表示、`q` 終了、`?` この説明",
    },
}

ALTERNATIVES: Final = ("yes", "decline")
"""The answers to `may`."""


def word(id: str, language: str, **values: object) -> str:
    """A word or phrase with its values put in, in that language; in English where the engine does not know it."""
    phrases = _WORDS[id]
    phrase = phrases.get(language) or phrases.get(language[:2]) or phrases[ENGLISH]
    return phrase.format(**values)
