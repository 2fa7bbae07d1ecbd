"""Runs `imhotep validate` on a folder of files in a process of its own, and tells what that took."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hostile.cases import Files

from imhotep.dataclass import dataclass

LONGEST = 60.0  # seconds, then it is ended

WATCH = """
import json, resource, subprocess, sys
code = subprocess.run(sys.argv[2:], timeout=float(sys.argv[1])).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(".used", "w") as out:
    json.dump([code, used.ru_utime + used.ru_stime, used.ru_maxrss], out)
"""
"""A small process that starts the other one: one that is started by a large process would be taken to be as large."""


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
        start = time.perf_counter()
        with out.open("wb") as said, err.open("wb") as complained:
            inner = [sys.executable, "-m", "imhotep", "validate", "v.yaml", *words]
            command = [sys.executable, "-S", "-c", WATCH, str(LONGEST), *inner]
            subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=complained, check=True)
        code, processor, memory = json.loads((folder / ".used").read_text(encoding="utf-8"))
        return Run(
            seconds=time.perf_counter() - start,
            processor=processor,
            megabytes=memory / (2**20 if sys.platform == "darwin" else 1024),
            code=code,
            said=out.read_text(encoding="utf-8"),
            complained=err.read_text(encoding="utf-8"),
        )
