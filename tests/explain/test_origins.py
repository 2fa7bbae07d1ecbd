"""Each value knows the place that set it."""

from pathlib import Path

from imhotep.compile.ruleset import open_ruleset
from imhotep.diagnostics import Position, Span
from imhotep.document.nodes import Scalar
from imhotep.explain.origin import origins, with_origins, written_at
from imhotep.explain.standalone import standalone


def test_a_comment_tells_the_file_and_line_of_each_value(work: Path) -> None:
    composed = open_ruleset("Windy 2.yaml", settings=["numbers.rounds=3"]).composed
    text = with_origins(standalone(composed))
    lines = [[part.strip() for part in line.split("  # ")] for line in text.splitlines()]
    for found in (
        ["title: {en: Windy meadow}", "Windy 2.yaml:2"],
        ["least: 2", "meadow/ruleset.yaml:4"],
        ["most: 2", "Windy 2.yaml:8"],
        ["prize: {value: 4}", "Windy 2.yaml:7"],
        ["rounds: {value: 3}", "--set numbers.rounds=3"],
        ["gentle: {default: true}", "Windy 2.yaml:4"],
        ["evening: |", "meadow/ruleset.yaml:35"],
        ["for each seat where any token in bed where owner of token is seat:"],
    ):
        assert found in lines


def test_comments_stand_below_one_another(work: Path) -> None:
    text = with_origins(standalone(open_ruleset("./meadow").composed))
    assert len({line.index("  # ") for line in text.splitlines() if "  # " in line}) == 1


def test_every_value_has_its_path_and_place(work: Path) -> None:
    found = {each.path: each for each in origins(open_ruleset("Windy 2.yaml").composed.root)}
    assert (found["numbers.prize.value"].value, str(found["numbers.prize.value"].span)) == (4, "Windy 2.yaml:7:28")
    assert found["fields.wind.type.2"].value == "strong"
    assert found["seats.red"].value == {}


def test_a_place_cannot_break_out_of_its_comment() -> None:
    here = Position(1, 1, 0)
    span = Span("--set a=1\nb: 2", here, here)
    assert written_at(span) == "--set a=1 b: 2"
    strange = Scalar(value=1, text="1", style="plain", span=Span("odd\n\x1b.yaml", here, here))
    assert with_origins(strange) == "1  # odd\\n\\x1b.yaml:1\n"
    wide = Scalar(value="é", text="é", style="plain", span=Span("丘.yaml", here, here))
    assert with_origins(wide, is_ascii=True) == '"\\xe9"  # \\u4e18.yaml:1\n'
