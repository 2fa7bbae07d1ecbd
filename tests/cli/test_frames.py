"""Lines of files with a mark under the place that a message is about."""

from pathlib import Path

import pytest

from imhotep.cli.frames import WIDEST, Lines
from imhotep.diagnostics import Position, Span


def frame(text: str, line: int, start: int, end: int, end_line: int | None = None) -> list[str]:
    Path("x.yaml").write_text(text, encoding="utf-8", newline="")
    return Lines().frame(Span("x.yaml", Position(line, start, 0), Position(end_line or line, end, 0)))


@pytest.mark.parametrize(
    ("text", "span", "wanted"),
    [
        ("a: bcd\n", (1, 4, 7), ["  |", "1 | a: bcd", "  |    ^^^"]),
        ("a: bcd\n", (1, 4, 4), ["  |", "1 | a: bcd", "  |    ^"]),
        ("a: bcd", (1, 7, 7), ["  |", "1 | a: bcd", "  |       ^"]),
        ("a: ❤️é: cd\n", (1, 9, 11), ["  |", "1 | a: ❤️é: cd", "  |        ^^"]),
        ("x\r\n" * 9 + "a: b\r\n", (10, 4, 5), ["   |", "10 | a: b", "   |    ^"]),
        ("丘丘: bc\n", (1, 5, 7), ["  |", "1 | 丘丘: bc", "  |       ^^"]),
        ("a\tb: cd\n", (1, 6, 8), ["  |", "1 | a b: cd", "  |      ^^"]),
        ("a\x07: cd\n", (1, 5, 7), ["  |", "1 | a\\x07: cd", "  |        ^^"]),
        ("", (1, 1, 1), ["  |", "1 |", "  | ^"]),
    ],
)
def test_the_mark_stands_under_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, span: tuple[int, ...], wanted: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert frame(text, *span) == wanted


@pytest.mark.parametrize(
    ("text", "span", "wanted"),
    [
        ("a: |\n  b\n  c\n", (1, 4, 2, 4), ["  |", "1 | a: |", "  |    ^", "2 |   b", "  |   ^"]),
        ("a: |\n  b\n", (1, 4, 3, 1), ["  |", "1 | a: |", "  |    ^", "2 |   b", "  |   ^"]),
        ("x\n" * 8 + "a: b\n\n \tc  \n", (9, 4, 11, 4), [
            "   |", " 9 | a: b", "   |    ^", "11 |   c", "   |   ^",
        ]),
        ("a: [\n 1,\n 2,\n 丘,\n 丘丘]\n", (1, 4, 5, 5), [
            "  |", "1 | a: [", "  |    ^", "2 |  1,", "  |  ^^", "  :", "5 |  丘丘]", "  |  ^^^^^",
        ]),
    ],
)  # fmt: skip
def test_a_place_of_several_lines_is_marked_in_each_and_shortened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, span: tuple[int, int, int, int], wanted: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    line, start, end_line, end = span
    assert frame(text, line, start, end, end_line) == wanted


def test_of_a_long_line_the_part_around_the_place_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "a" * 5000 + "bcd" + "e" * 5000
    _, shown, mark = frame(text, 1, 5001, 5004)
    assert len(shown) == 4 + WIDEST + 6
    assert mark.index("^") == shown.index("bcd")
    assert mark.count("^") == 3


@pytest.mark.parametrize("span", [(5, 1, 2), (2, 1, 2)])
def test_a_line_that_the_file_does_not_have_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, span: tuple[int, int, int]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert frame("a: b", *span) == []


def test_a_file_that_is_not_found_has_no_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Lines().frame(Span("nope.yaml", Position(1, 1, 0), Position(1, 2, 1))) == []


def test_names_are_looked_for_in_the_project_of_an_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "x.yaml").write_text("a: b\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    lines = Lines()
    lines.add((tmp_path / "there" / "x.yaml").as_posix())
    assert lines.frame(Span("x.yaml", Position(1, 4, 3), Position(1, 5, 4)))[1] == "1 | a: b"
