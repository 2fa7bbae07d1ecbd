"""How long `imhotep validate RULESET` takes as a whole process: start, imports, loading, all tables.

python benchmarks/validate.py --runs 7
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time


def measure(ruleset: str, runs: int) -> list[float]:
    """Seconds of each run; raises CalledProcessError if it finds an error or does not start.

    A first run that does not count leaves the bytecode behind, as an installation does.
    """
    command = [sys.executable, "-m", "imhotep", "validate", ruleset]
    found = []
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        for _ in range(runs + 1):
            begin = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
            found.append(time.perf_counter() - begin)
    return found[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--ruleset", default="imhotep")
    given = parser.parse_args()
    found = measure(given.ruleset, given.runs)
    print(f"runs {len(found)}  min {min(found):.3f} s  median {statistics.median(found):.3f} s")


if __name__ == "__main__":
    main()
