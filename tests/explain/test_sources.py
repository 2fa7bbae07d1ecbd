"""What is told as not printed."""

from pathlib import Path

from imhotep.compile.ruleset import open_ruleset
from imhotep.explain.sources import not_printed

PRINTED = """\
extends: meadow/ruleset.yaml
change:
  numbers:
    rounds: {source: printed}
    prize: {source: {confidence: assumed, note: {en: A guess., de: Geraten.}}}
  areas: {bed: {source: {confidence: printed, note: Counted.}}}
  boards: {hill: {source: printed}}
"""


def told(file: str, *settings: str) -> list[tuple[str, str, str]]:
    found = not_printed(open_ruleset(file, settings=settings).composed)
    return [(each.path, each.confidence, each.span.file) for each in found]


def test_sources_that_are_not_printed_are_told_with_their_note(work: Path) -> None:
    Path("p.yaml").write_text(PRINTED, encoding="utf-8")
    (found,) = not_printed(open_ruleset("p.yaml").composed)
    assert (found.path, found.confidence, found.note) == ("numbers.prize", "assumed", "A guess.")
    assert str(found.span) == "p.yaml:5:34"


def test_a_change_of_what_is_printed_is_told(work: Path) -> None:
    Path("p.yaml").write_text(PRINTED, encoding="utf-8")
    Path("v.yaml").write_text(
        "extends: p.yaml\n"
        "change:\n"
        "  numbers:\n"
        "    rounds: {value: 3}\n"
        "    prize: {value: 3}\n"
        "  areas: {bed: {size: 4, source: printed, note: Counted again.}}\n"
        "  boards: {hill: {sides: {A: {numbers: {height: {value: 2}}}}}}\n",
        encoding="utf-8",
    )
    assert told("v.yaml", "areas.bed.size=5") == [
        ("numbers.prize", "assumed", "p.yaml"),
        ("numbers.rounds.value", "changed", "v.yaml"),
        ("areas.bed.size", "changed", "--set areas.bed.size=5"),
        ("boards.hill.sides.A.numbers.height.value", "changed", "v.yaml"),
    ]


def test_a_thing_that_a_variant_adds_without_a_source_is_told_once(work: Path) -> None:
    Path("v.yaml").write_text(
        "extends: meadow/ruleset.yaml\n"
        "remove: [rules.rest]\n"
        "add:\n"
        "  numbers: {one: {value: 1}, two: {value: 2, source: printed}, source: {value: 3}}\n"
        "  tables: {steps: {rows: {1: 2}}}\n"
        "  boards: {pit: {areas: {hole: {kind: pool, holds: token}}, effects: {evening: set wind to calm}}}\n"
        "  components: {token: {note: A remark.}}\n",
        encoding="utf-8",
    )
    assert told("v.yaml") == [
        ("rules.rest", "removed", "v.yaml"),
        ("numbers.one", "no source", "v.yaml"),
        ("numbers.source", "no source", "v.yaml"),
        ("tables.steps", "no source", "v.yaml"),
        ("boards.pit", "no source", "v.yaml"),
    ]


def test_the_shipped_game_says_where_everything_comes_from() -> None:
    found = not_printed(open_ruleset("imhotep").composed)
    assert {each.confidence for each in found} == {"several", "one", "inferred", "assumed"}
    assert "options.wrath_counts" in {each.path for each in found}
