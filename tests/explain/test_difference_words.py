"""How changes are worded."""

import pytest

from imhotep.compile.ruleset import open_ruleset
from imhotep.explain.difference import differences
from imhotep.explain.difference_pairs import moved
from imhotep.explain.difference_report import as_plain, in_short, report
from imhotep.explain.difference_words import details, headline
from imhotep.loading.load import load

HEAD = """\
format: 1
ruleset: small
players: {least: 2, most: 3}
begin: game
winner: {by: {points: score of seat}}
seats: {a: {}, b: {}, c: {}}
"""
LONG = "for each seat:\\n  seat scores 1\\n"


def said(before: str, after: str) -> list[str]:
    found = []
    for text in (before, after):
        composed, diagnostics = load("r", files={"r/ruleset.yaml": HEAD + text})
        assert composed is not None, diagnostics
        found.append(composed)
    return [line for change in differences(*found) for line in (headline(change), *details(change))]


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("numbers: {x: {value: 1}}", "numbers: {x: {value: 2}}", "numbers.x: 1 -> 2"),
        (
            "numbers: {x: {value: 1}}",
            "numbers: {x: {value_by_players: {2: 3, 3: 4}}}",
            "numbers.x: 1 -> 3 with 2 players, 4 with 3 players",
        ),
        (
            "numbers: {x: {value_by_players: {2: 3, 3: 4}}}",
            "numbers: {x: {value_by_players: {2: 3, 3: 5}}}",
            "numbers.x: with 3 players: 4 -> 5",
        ),
        ("tables: {x: {rows: {1: 1, 2: 3}}}", "tables: {x: {rows: {1: 1, 2: 4}}}", "tables.x: row 2: 3 -> 4"),
        (
            "tables: {x: {rows: {1: 1, 2: 3}}}",
            "tables: {x: {rows: {2: 4, 3: 5}}}",
            "tables.x: rows 1, 2, 3: 1 3 none -> none 4 5",
        ),
        (
            "tables: {x: {rows_by_players: {2: {1: 15, 2: 10}}}}",
            "tables: {x: {rows_by_players: {2: {1: 12, 2: 8}}}}",
            "tables.x: with 2 players: 15 10 -> 12 8",
        ),
        (
            "definitions: {x: {all: {k: a is b}}}",
            "definitions: {x: {all: {k: a is b, m: b is c}}}",
            "definitions.x: one more condition, m: b is c",
        ),
        (
            "definitions: {x: {all: {k: a is b, m: b is c}}}",
            "definitions: {x: {all: {k: a is b}}}",
            "definitions.x: one condition less, m: b is c",
        ),
        (
            "definitions: {x: {all: {k: a is b}}}",
            "definitions: {x: {all: {k: a is c}}}",
            "definitions.x: condition k: a is b -> a is c",
        ),
        (
            "procedures: {x: {do: stop, with: {k: seat}}}",
            "procedures: {x: {do: stop, with: {m: seat}}}",
            "procedures.x: parameter k now called m",
        ),
        ("", "cards: {x: {family: f, hue: dark, count: 2}}", "cards.x: new, hue dark, 2 copies"),
        ("cards: {x: {family: f, count: 1}}", "", "cards.x: removed (1 copy)"),
        ("cards: {x: {family: f, count: 1}}", "cards: {y: {family: f, count: 1}}", "cards.x: now called y"),
        (
            "boards: {x: {effects: {k: a scores 1}}}",
            "boards: {x: {effects: {m: a scores 1}}}",
            "boards.x.effects.k: now at m",
        ),
        (
            "",
            "boards: {x: {areas: {k: {kind: pool, holds: f}}, effects: {m: stop, n: stop}}}",
            "boards.x: new, 1 area (k), effects at m, n",
        ),
        ("", "boards: {x: {on: true, effects: {m: stop}}}", "boards.x: new, on yes, at m: stop"),
        (
            "areas: {x: {kind: grid, holds: f, rows: 1, columns: 2}}",
            "areas: {x: {kind: grid, holds: f, rows: 1, columns: {k: {}, m: {}}}}",
            "areas.x: columns 2 -> 2 of their own (k, m)",
        ),
        (
            "areas: {x: {kind: pool, holds: f}}",
            "areas: {x: {kind: pool, holds: f, capacity: 3}}",
            "areas.x: capacity none -> 3",
        ),
        ("scores: {x: {name: One}}", "scores: {x: {name: Two}}", 'scores.x: name "One" -> "Two"'),
        ("scores: {x: {}}", "scores: {x: {name: {en: One, de: Eins}}}", 'scores.x: name none -> en "One", de "Eins"'),
    ],
)  # fmt: skip
def test_a_line_says_what_changed(before: str, after: str, line: str) -> None:
    assert said(before, after) == [line]


def test_long_texts_are_told_line_by_line() -> None:
    text = 'procedures: {p: {do: "one(a)\\ntwo(a)\\nthree(a)\\nfour(a)\\nfive(a)\\n"}}'
    changed = text.replace("one(a)", "one(b)").replace("five(a)", "five(b)")
    assert said(text, changed) == [
        "procedures.p: do changed",
        "- one(a)",
        "+ one(b)",
        "  two(a)",
        "...",
        "  four(a)",
        "- five(a)",
        "+ five(b)",
    ]


def test_the_text_of_what_is_new_or_gone_is_shown() -> None:
    rule = f'rules: {{r: {{when: noon, do: "{LONG}"}}}}'
    assert said("", rule) == ["rules.r: new, when noon", "+ for each seat:", "+   seat scores 1"]
    assert said(rule, "") == ["rules.r: removed (when noon)", "- for each seat:", "-   seat scores 1"]
    endless = rule.replace(LONG, LONG * 10)
    assert said("", endless)[-1] == "+ ... and 8 lines more"


def test_a_text_written_otherwise_is_said_to_be_so() -> None:
    assert said("procedures: {p: {do: load( x )}}", "procedures: {p: {do: load(x)}}") == [
        "procedures.p: do only written otherwise"
    ]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("abc", "abc", ""),
        ("abc", "bca", "a"),
        ("abc", "cab", "c"),
        ("ab", "ba", "a"),
        ("abcde", "aecdb", "eb"),
        ("", "", ""),
    ],
)
def test_the_fewest_ids_move(before: str, after: str, found: str) -> None:
    assert "".join(after[n] for n in moved(list(before), list(after))) == found


def test_the_report_has_headings_places_and_counts_remarks() -> None:
    base, other = (
        open_ruleset("imhotep"),
        open_ruleset("imhotep", settings=["areas.sled.capacity=6", "areas.sled.source=one"]),
    )
    changes = differences(base.composed, other.composed)
    text = report(changes)
    assert text.startswith(
        "areas\n  areas.sled: capacity 5 -> 6  # --set areas.sled.capacity=6, was imhotep/components.yaml:"
    )
    assert text.endswith("\n\nsources and notes: 1 change (--all shows them)\n")
    assert "\nsources and notes\n  areas.sled: source printed -> one  # " in report(changes, is_full=True)
    assert in_short(changes) == ["areas.sled: capacity 5 -> 6"]


def test_in_short_there_are_six_and_how_many_more() -> None:
    settings = [f"tables.statue_points.rows.{n}=40" for n in range(3)]
    settings += [
        f"cards.{id}.count=9" for id in ("statue", "chisel", "hammer", "lever", "sail", "entrance", "sarcophagus")
    ]
    changes = differences(open_ruleset("imhotep").composed, open_ruleset("imhotep", settings=settings).composed)
    short = in_short(changes)
    assert (len(changes), len(short), short[-1]) == (8, 7, "and 2 more, see `imhotep diff`")


def test_plain_data_can_leave_the_places_out() -> None:
    (change,) = differences(
        open_ruleset("imhotep").composed, open_ruleset("imhotep", settings=["numbers.rounds=5"]).composed
    )
    assert as_plain(change, places=False) == {
        "about": "numbers", "kind": "changed", "path": "numbers.rounds.value", "was": None, "before": 6, "after": 5,
    }  # fmt: skip
    assert as_plain(change)["after_at"] == {"file": "--set numbers.rounds=5", "line": None}
