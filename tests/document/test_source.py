import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from imhotep.diagnostics import Diagnostic, Position, has_errors
from imhotep.document.composer import compose
from imhotep.document.source import MOST_BYTES, Source, read
from imhotep.errors import UnreadableError


def reading(folder: Path, data: bytes) -> tuple[Source | None, tuple[Diagnostic, ...]]:
    path = folder / "file.yaml"
    path.write_bytes(data)
    return read(path, "file.yaml")


def refused(folder: Path, data: bytes) -> Diagnostic:
    source, diagnostics = reading(folder, data)
    assert source is None
    (diagnostic,) = diagnostics
    return diagnostic


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_every_line_break_counts_as_one(line_break: str) -> None:
    source = Source("f", f"ab{line_break}{line_break}cd")
    end = source.position(len(source.text))
    assert (end.line, end.column) == (3, 3)
    assert [source.line(number) for number in (1, 2, 3)] == ["ab", "", "cd"]


def test_columns_count_code_points() -> None:
    assert Source("f", "神😀x").position(2) == Position(1, 3, 2)


def test_a_byte_order_mark_moves_nothing(tmp_path: Path) -> None:
    source, diagnostics = reading(tmp_path, b"\xef\xbb\xbfa: 1\n")
    assert diagnostics == ()
    assert source is not None
    assert source.text == "a: 1\n"
    assert source.position(0) == Position(1, 1, 0)


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-16", "UTF-16"), ("utf-16-be", "UTF-16"), ("utf-32", "UTF-32"), ("utf-32-be", "UTF-32")]
)
def test_another_encoding_is_named(tmp_path: Path, encoding: str, name: str) -> None:
    mark = b"" if encoding in ("utf-16", "utf-32") else "\ufeff".encode(encoding)
    diagnostic = refused(tmp_path, mark + "a: 1".encode(encoding))
    assert diagnostic.code == "Y002"
    assert name in diagnostic.message


def test_a_latin_1_byte_is_named_with_its_place(tmp_path: Path) -> None:
    diagnostic = refused(tmp_path, "# ü\nname: Caf".encode() + b"\xe9\n")
    assert (diagnostic.code, str(diagnostic.span)) == ("Y003", "file.yaml:2:10")
    assert "0xE9" in diagnostic.message
    assert "`é`" in diagnostic.message


@pytest.mark.parametrize("byte", [b"\x80", b"\x81", b"\xff", b"\xed\xa0\x80", b"\xc3"])
def test_no_byte_stops_reading_with_an_exception(tmp_path: Path, byte: bytes) -> None:
    assert refused(tmp_path, b"a: " + byte).code == "Y003"


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    source, _ = reading(tmp_path, b"#" * MOST_BYTES)
    assert source is not None
    assert refused(tmp_path, b"#" * (MOST_BYTES + 1)).code == "Y001"


def test_a_missing_file_and_a_folder_are_one_line_each(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"^cannot read `x.yaml`: there is no such file$"):
        read(tmp_path / "x.yaml", "x.yaml")
    with pytest.raises(UnreadableError, match=r"^cannot read `here`: it is a folder$"):
        read(tmp_path, "here")
    with pytest.raises(UnreadableError, match=r"not a file name"):
        read(tmp_path / "a\0b", "a?b")
    with pytest.raises(UnreadableError, match=r"^cannot read `long`: file name too long$"):
        read(tmp_path / ("x" * 5000), "long")


def test_an_endless_device_is_not_read() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no such device here")
    with pytest.raises(UnreadableError, match="not an ordinary file"):
        read(Path("/dev/zero"), "zero")


def test_a_file_without_permission_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    if os.access(path, os.R_OK):

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UnreadableError, match=r"^cannot read `file.yaml`: no permission$"):
        read(path, "file.yaml")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.binary(max_size=80), st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_read_or_refused_with_a_place_in_the_file(tmp_path: Path, data: bytes) -> None:
    source, diagnostics = reading(tmp_path, data)
    assert (source is None) == has_errors(diagnostics)
    if source is not None:
        root, found = compose(source)
        assert root is not None or has_errors(found)
