"""How long `imhotep validate` takes beside `check-jsonschema` on the same files, and again after an edit.

Needs the extra `benchmark`:

python benchmarks/validate_against.py --runs 10
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from imhotep.checking.validator import Validator

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "rulesets" / "imhotep"
LARGEST = 20_000


def seconds(action: Callable[[], object]) -> float:
    """How long that takes."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def process(command: Sequence[str]) -> Callable[[], object]:
    """That command as a process of its own; raises CalledProcessError if it finds an error or does not start."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)


def alternating(commands: Sequence[Sequence[str]], runs: int) -> list[list[float]]:
    """Seconds of each run of each command, one after the other in turn; the first run of each does not count."""
    found: list[list[float]] = [[] for _ in commands]
    for _ in range(runs + 1):
        for times, command in zip(found, commands, strict=True):
            times.append(seconds(process(command)))
    return [times[1:] for times in found]


def after_edits(paths: Sequence[Path], runs: int) -> list[list[float]]:
    """Seconds to load and check the game again in this process after one file has changed: for each file, each edit.

    An edit puts another comment at the top, so that everything in the file stands elsewhere and nothing is wrong: a
    fault would end a check sooner.
    """
    reference, validator = str(GAME / "ruleset.yaml"), Validator()
    validator.check(reference)
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        times = []
        for n in range(1, runs + 1):
            validator.hold(str(path), f"# {n}\n{text}")
            times.append(seconds(partial(validator.check, reference)))
        validator.release(str(path))
        found.append(times)
    return found


def told(name: str, times: Sequence[float]) -> None:
    print(f"{name:<36} min {min(times):.3f} s  median {statistics.median(times):.3f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    runs = parser.parse_args().runs
    paths = sorted(p for p in GAME.rglob("*.yaml") if not p.name.endswith(".scenarios.yaml"))
    schema = ROOT / "schemas" / "ruleset.schema.json"
    ours = [sys.executable, "-m", "imhotep", "validate", str(GAME)]
    theirs = [sys.executable, "-m", "check_jsonschema", "--schemafile", str(schema), *map(str, paths)]
    help = [sys.executable, "-m", "imhotep", "--help"]
    found = alternating([ours, theirs, help], runs)
    for name, times in zip(("imhotep validate", "check-jsonschema", "imhotep --help"), found, strict=True):
        told(name, times)
    least, middle = min(found[0]) / min(found[1]), statistics.median(found[0]) / statistics.median(found[1])
    print(f"imhotep validate / check-jsonschema  min {least:.2f}    median {middle:.2f}")
    small = [p for p in paths if p.stat().st_size <= LARGEST]
    again = after_edits(small, runs)
    told(f"again after an edit, {len(small)} files", [each for times in again for each in times])
    worst = max(range(len(small)), key=lambda n: statistics.median(again[n]))
    told(f"slowest of them, {small[worst].relative_to(GAME)}", again[worst])


if __name__ == "__main__":
    main()
