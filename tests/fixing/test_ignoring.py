"""Comments silence the warnings they name on one line, nothing else; what they get wrong is told."""

import re
from pathlib import Path

import pytest
from fixing.meadows import HEAD, found_in

import imhotep
from imhotep.fixing.codes import ERRORS, WARNINGS

PACKAGE = Path(imhotep.__file__).parent


def told(variant: str) -> list[str]:
    return [f"{each.span.start.line}:{each.code}" for each in found_in(variant) if each.span]


def test_every_code_is_known_as_a_warning_or_an_error() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    assert set(re.findall(r'"([A-Z]\d{3})"', sources)) == WARNINGS | ERRORS
    assert not WARNINGS & ERRORS


@pytest.mark.parametrize(
    "text",
    [
        "title: no # imhotep: ignore[Y050]\n",
        "title: no   #imhotep:ignore [ Y050 ] it is a country\n",
        "# imhotep: ignore[Y050]\ntitle: no\n",
        "# imhotep: ignore[Y050]\n\n# why\n# imhotep: ignore[U001]\ntitle: no\nadd: {numbers: {one: {value: 1}}}\n",
        "title: no # imhotep: ignore[Y050]",
        "title: no # imhotep: ignore[Y050]\r\n",
        "title:\n  # imhotep: ignore[Y050]\n  en: no\n",
        "add:\n  numbers:\n    one: {value: 1} # imhotep: ignore[U001]\n",
        "add: {numbers: {one: {value: no}}} # imhotep: ignore[U001, Y050]\n",
    ],
)
def test_a_comment_silences_what_it_names(text: str) -> None:
    assert "Y050" not in {line.partition(":")[2] for line in told(HEAD + text)}


MANY = """\
change:
  procedures:
    turn:
      do: |
        {before}
        move 100 token from bag of player to bed{after}
"""


def test_a_comment_of_the_effect_language_counts_too() -> None:
    plain = MANY.format(before="set wind to calm", after="")
    assert told(HEAD + plain) == ["7:U007"]
    assert told(HEAD + MANY.format(before="set wind to calm", after="  # imhotep: ignore[U007]")) == []
    assert told(HEAD + MANY.format(before="# imhotep: ignore[U007]", after="")) == []


def test_only_the_line_itself_is_silenced() -> None:
    text = "title: {en: no,\n  # imhotep: ignore[Y050]\n  de: no,\n  fr: no}\n"
    assert told(HEAD + text) == ["2:Y050", "5:Y050"]


def test_a_comment_that_silences_nothing_is_a_warning() -> None:
    text = "title: Six # imhotep: ignore[Y050, U001]\n"
    assert [(each.code, str(each.span), each.message) for each in found_in(HEAD + text)] == [
        ("Y060", "v.yaml:2:30", "this ignores nothing: line 2 gives no warning `Y050`"),
        ("Y060", "v.yaml:2:36", "this ignores nothing: line 2 gives no warning `U001`"),
    ]


def test_beside_an_error_no_comment_is_called_useless() -> None:
    assert told(HEAD + "title: Six # imhotep: ignore[U001]\nchange: {areas: {bed: {size: six}}}\n")[0][2:] != "Y060"
    assert "2:Y060" not in told(HEAD + "title: Six # imhotep: ignore[U001]\nchange: {areas: {bed: {size: 06}}}\n")


def test_what_only_play_or_a_language_can_show_is_not_called_useless() -> None:
    assert told(HEAD + "title: Six # imhotep: ignore[D001, T001]\n") == []


def test_an_error_stays() -> None:
    text = "change: {areas: {bed: {size: 06}}} # imhotep: ignore[S007]\n"
    assert sorted(told(HEAD + text)) == ["2:S007", "2:Y062"]


def test_an_unknown_code_comes_with_the_nearest() -> None:
    (found,) = found_in(HEAD + "title: Six # imhotep: ignore[Y05]\n")
    assert (found.code, found.help) == ("Y061", "did you mean `Y050`?")


@pytest.mark.parametrize("comment", ["# imhotep: ignore", "# imhotep: ignore[]", "# imhotep: ignore Y050"])
def test_a_comment_without_a_code_silences_nothing(comment: str) -> None:
    assert sorted(told(HEAD + f"title: no {comment}\n")) == ["2:Y050", "2:Y063"]


def test_in_quotes_it_is_no_comment() -> None:
    assert told(HEAD + 'title: {en: "a # imhotep: ignore[Y050]", de: no}\n') == ["2:Y050"]


def test_a_comment_in_the_base_is_not_judged_by_a_variant() -> None:
    base = (Path(__file__).parents[1] / "scenario" / "meadow" / "ruleset.yaml").read_text(encoding="utf-8")
    files = {"meadow/ruleset.yaml": base + "# imhotep: ignore[U001]\n", "v.yaml": HEAD + "title: x\n"}
    assert imhotep.validate("v.yaml", files=files)[1] == ()
    assert [each.code for each in imhotep.validate("meadow", files=files)[1]] == ["Y060"]


def test_the_check_of_a_ruleset_in_python_is_silenced_too(tmp_path: Path) -> None:
    file = tmp_path / "v.yaml"
    file.write_text("extends: imhotep\nadd:\n  numbers:\n    xyzzy: {value: 1}\n", encoding="utf-8")
    assert [each.code for each in imhotep.open_ruleset(str(file)).check()] == ["U001"]
    file.write_text(file.read_text().rstrip("\n") + " # imhotep: ignore[U001]\n", encoding="utf-8")
    assert imhotep.open_ruleset(str(file)).check() == ()
