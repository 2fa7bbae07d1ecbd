"""An option that is only asked for in vain is told with all the places; one question that matters clears it."""

import pytest

import imhotep

RULESET = """\
ruleset: tiny
players: {least: 1, most: 2}
seats: {north: {}, south: {}}
begin: game
winner: {by: {points: score of seat}}
scores: {luck: {}}
options:
  quick: {default: false}
  pace: {values: {slow: {en: slow}, fast: {en: fast}, wild: {en: wild}}, default: slow}
  size: {default: 2, least: 1, most: 3}
  huge: {default: 2, least: 1, most: 300}
fields: {day: {type: number}}
definitions:
  late: {gives: yes/no, means: day is more than 3 or quick}
procedures:
  other: {do: "set day to size + huge"}
  game:
    do: |
      set day to day + 1
      other()
"""
OTHERS = {
    "quick": "if quick: north scores 1 as luck\n",
    "pace": "if pace is fast: north scores 1 as luck\n",
}
SAME = "north scores 1 as luck\notherwise: north scores 1 as luck"


def told(effect: str, about: str) -> list[tuple[str, int]]:
    """Which options are said to be asked for in vain by an effect that is about one of them, and how often."""
    text = RULESET if about == "quick" else RULESET.replace(" or quick", "")
    text = text.replace("size + huge", {"size": "huge", "huge": "size"}.get(about, "size + huge"))
    lines = "".join(other for name, other in OTHERS.items() if name != about) + effect
    text += "".join(f"      {line}\n" for line in lines.splitlines())
    text = text.replace("  late: {gives: yes/no, means: day is more than 3 or quick}\n", "  late: {means: day is 4}\n")
    ruleset, found = imhotep.validate("tiny", files={"tiny/ruleset.yaml": text})
    assert ruleset is not None, [f"{d.span}: {d.message}" for d in found]
    return [(d.message.split("`")[1], len(d.related)) for d in found if d.code == "U009"]


@pytest.mark.parametrize(
    ("about", "effect", "questions"),
    [
        ("quick", "if quick: " + SAME, 1),
        ("quick", "if not quick and day is 3: " + SAME, 1),
        ("quick", "if quick or day is 3 or not quick: north scores 1 as luck", 2),
        ("quick", "if quick and day is 3 or not quick and day is 3: north scores 1 as luck", 2),
        ("quick", "if day is 1: north scores 1 as luck\notherwise if quick: north scores 2 as luck\n"
                  "otherwise: north scores 2 as luck", 1),
        ("quick", "if quick: north scores 2 as luck\notherwise if day is 1: north scores 2 as luck\n"
                  "otherwise: north scores 2 as luck", 1),
        ("quick", "if day is 1:\n  if quick: north scores 2 as luck\n  otherwise: north scores 2 as luck", 1),
        ("quick", "require quick or yes", 1),
        ("pace", "if pace is slow or pace is fast or pace is wild: north scores 1 as luck", 3),
        ("pace", "if pace is slow and pace is fast: north scores 1 as luck", 2),
        ("pace", "let many be count seat where pace is slow or pace is not slow\nset day to many", 2),
        ("size", "if size is at least 1: north scores 1 as luck", 1),
        ("size", "if size > 3 or 0 >= size: north scores 1 as luck", 2),
        ("huge", "if huge is 7: " + SAME, 1),
    ],
)  # fmt: skip
def test_a_question_in_vain_is_told(about: str, effect: str, questions: int) -> None:
    assert told(effect, about) == [(about, questions)]


@pytest.mark.parametrize(
    ("about", "effect"),
    [
        ("quick", "if quick: north scores 1 as luck"),
        ("quick", "if quick: north scores 1 as luck\notherwise: north scores 2 as luck"),
        ("quick", "if quick: " + SAME + "\nset day to 1\nif quick: set day to 2"),
        ("quick", "if quick and day is 3 or not quick and day is 4: north scores 1 as luck"),
        ("quick", "if quick: north scores 2 as luck\notherwise if day is 1: north scores 2 as luck"),
        ("quick", "if quick is (day is 3): north scores 1 as luck"),
        ("quick", "if any seat where quick: north scores 1 as luck"),
        ("quick", "north chooses:\n  one if quick\n  two"),
        ("quick", "if possible:\n  require quick\n  set day to 1\notherwise: set day to 1"),
        ("pace", "if pace is slow or pace is fast: north scores 1 as luck"),
        ("size", "if size is at least 2: north scores 1 as luck"),
        ("size", "if size is day: north scores 1 as luck"),
        ("size", "north scores size as luck"),
        ("size", "north chooses number n from 1 to size\nset day to n"),
        ("huge", "if huge is at least 1: north scores 1 as luck"),
    ],
)
def test_a_question_that_may_matter_clears_the_option(about: str, effect: str) -> None:
    assert told(effect, about) == []


def test_a_definition_that_asks_counts_as_a_question_that_matters() -> None:
    text = RULESET + "      if quick: " + SAME.replace("\n", "\n      ") + "\n      if late(): set day to 1\n"
    found = imhotep.validate("tiny", files={"tiny/ruleset.yaml": text})[1]
    assert [d.message for d in found if "quick" in d.message] == []


def test_the_places_of_the_questions_are_told() -> None:
    text = RULESET + "      if pace is slow: " + SAME.replace("\n", "\n      ") + "\n"
    found = imhotep.validate("tiny", files={"tiny/ruleset.yaml": text})[1]
    (warning,) = (d for d in found if "`pace`" in d.message)
    assert str(warning.span) == "tiny/ruleset.yaml:9:3"
    assert warning.message == "the option `pace` changes nothing: it is asked for in vain"
    assert [(str(r.span), r.message) for r in warning.related] == [
        ("tiny/ruleset.yaml:21:10", "this makes no difference")
    ]
