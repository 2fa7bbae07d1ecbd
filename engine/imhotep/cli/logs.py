"""The files that games are written to."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from imhotep.errors import UnreadableError, UsageError
from imhotep.replacing import replacing


@contextmanager
def log_to(path: Path) -> Iterator[Callable[[str], object]]:
    """What to call with each line of a log. The file appears when all is written; only a log may be overwritten.

    Raises UsageError for a file that is something else, UnreadableError where nothing can be written.
    """
    if path.exists() and not _is_log(path):
        raise UsageError(f"`{path.as_posix()}` exists and is no log; it stays as it is")
    with ExitStack() as stack:
        try:
            file = stack.enter_context(replacing(path))
        except OSError as error:
            raise UnreadableError(f"`{path.as_posix()}` cannot be written: {(error.strerror or '').lower()}") from None
        yield lambda line: file.write(line.encode("ascii"))


def _is_log(path: Path) -> bool:
    """Whether the first line of a file is one of a log, or there is none."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        first = file.readline(64 * 2**20)
    try:
        return not first.strip() or "log" in json.loads(first)
    except (ValueError, TypeError, RecursionError):
        return False
