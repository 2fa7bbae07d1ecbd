"""Runs `imhotep validate` on a folder of files in a process of its own, and tells what that took."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from hostile.cases import Files

from imhotep.dataclass import dataclass

LONGEST = 60.0  # seconds, then it is ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run: seconds on the clock and on the processor, megabytes at most, exit code, and what was said."""

    seconds: float
    processor: float
    megabytes: float
    code: int
    said: str
    complained: str


def measured(files: Files, *words: str) -> Run:
    """Write the files into a new folder, and validate `v.yaml` there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8", newline="")
        out, err = folder / ".out", folder / ".err"
        with out.open("wb") as said, err.open("wb") as complained:
            start = time.perf_counter()
            command = [sys.executable, "-m", "imhotep", "validate", "v.yaml", *words]
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=complained)
            limit = threading.Timer(LONGEST, process.kill)
            limit.start()
            _, status, used = os.wait4(process.pid, 0)
            limit.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.perf_counter() - start
        return Run(
            seconds=seconds,
            processor=used.ru_utime + used.ru_stime,
            megabytes=used.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024),
            code=process.returncode,
            said=out.read_text(encoding="utf-8"),
            complained=err.read_text(encoding="utf-8"),
        )
