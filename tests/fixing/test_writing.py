"""A file is written whole or not at all, and keeps what no edit touches."""

from pathlib import Path

import pytest

from imhotep.document.source import Source, read
from imhotep.errors import UnreadableError
from imhotep.fixing.writing import why_not, write


def source_of(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    source, _ = read(path, path.name)
    assert source is not None
    return source


def test_the_byte_order_mark_the_line_endings_and_the_mode_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    source = source_of(path, b"\xef\xbb\xbfa: no\r\nb: 1\rc: 2\n\nd: 3")
    path.chmod(0o640)
    write(source, source.text.replace("no", '"no"'))
    assert path.read_bytes() == b'\xef\xbb\xbfa: "no"\r\nb: 1\rc: 2\n\nd: 3'
    assert path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"])
def test_a_write_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a.yaml"
    source = source_of(path, b"a: no\n")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(step, fail)
        with pytest.raises(UnreadableError, match=r"cannot write `a\.yaml`: no space left on device"):
            write(source, "a: yes\n")
    assert path.read_bytes() == b"a: no\n"
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


def test_a_file_that_has_changed_since_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    source = source_of(path, b"a: no\n")
    path.write_bytes(b"a: other\n")
    with pytest.raises(UnreadableError, match="it has changed"):
        write(source, "a: yes\n")
    assert path.read_bytes() == b"a: other\n"


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "a.yaml", tmp_path / "b.yaml"
    source_of(target, b"a: no\n")
    link.symlink_to(target)
    source, _ = read(link, "b.yaml")
    assert source is not None
    write(source, "a: 1\n")
    assert link.is_symlink() and target.read_bytes() == b"a: 1\n"


def test_files_outside_and_files_that_may_only_be_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    source = source_of(path, b"a: no\n")
    inside = tmp_path / "inside"
    inside.mkdir()
    assert why_not(source, tmp_path) is None
    assert why_not(source, inside) == "cannot write `a.yaml`: it lies outside of the project"
    path.chmod(0o444)
    assert why_not(source, tmp_path) == "cannot write `a.yaml`: it may only be read"
