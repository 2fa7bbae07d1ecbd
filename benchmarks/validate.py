"""How long `imhotep validate RULESET` takes as a whole process: start, imports, loading, all tables.

python benchmarks/validate.py --runs 7
"""

import argparse
import statistics
import subprocess
import sys
import time


def measure(ruleset: str, runs: int) -> list[float]:
    """Seconds of each run; raises CalledProcessError if it finds an error or does not start."""
    command = [sys.executable, "-m", "imhotep.cli.main", "validate", ruleset]
    found = []
    for _ in range(runs):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found.append(time.perf_counter() - begin)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--ruleset", default="imhotep")
    given = parser.parse_args()
    found = measure(given.ruleset, given.runs)
    print(f"runs {len(found)}  min {min(found):.3f} s  median {statistics.median(found):.3f} s")


if __name__ == "__main__":
    main()
