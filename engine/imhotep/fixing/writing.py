"""Writes a file anew: all of it or nothing, with the mode, the byte order mark and the line endings that it had."""

import os
import stat
from pathlib import Path
from typing import Final

from imhotep.document.source import Source
from imhotep.errors import UnreadableError
from imhotep.replacing import replacing

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def why_not(source: Source, root: Path) -> str | None:
    """Why a file may not be written, or None: it lies outside of the project's `root`, or may only be read."""
    real = _real(source)
    if not real.is_relative_to(os.path.realpath(root)):
        return f"cannot write `{source.name}`: it lies outside of the project"
    try:
        mode = real.stat().st_mode
    except OSError as error:
        return f"cannot write `{source.name}`: {_reason(error)}"
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(real, os.W_OK):
        return f"cannot write `{source.name}`: it may only be read"
    return None


def write(source: Source, text: str) -> None:
    """Put a new text in the place of the one that was read; raises UnreadableError and leaves the file as it was if it
    cannot, or if the file has changed since."""
    real = _real(source)
    try:
        data = real.read_bytes()
        mark = _BYTE_ORDER_MARK if data.startswith(_BYTE_ORDER_MARK) else b""
        if data != mark + source.text.encode():
            raise UnreadableError(f"cannot write `{source.name}`: it has changed while it was looked at")
        with replacing(real) as stream:
            stream.write(mark + text.encode())
    except OSError as error:
        raise UnreadableError(f"cannot write `{source.name}`: {_reason(error)}") from None


def _real(source: Source) -> Path:
    assert source.path is not None
    return Path(os.path.realpath(source.path))


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "it cannot be replaced"
