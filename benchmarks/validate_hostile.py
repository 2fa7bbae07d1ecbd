"""How long `imhotep validate` takes for files made to be slow, and how much memory, each in a process of its own.

python benchmarks/validate_hostile.py                # all of them
python benchmarks/validate_hostile.py bracket many   # those with one of the words in their name
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from hostile.cases import CASES, HEAD, RULES
from hostile.measuring import measured


def main() -> None:
    """Print a line for each case."""
    words = sys.argv[1:]
    chosen = {name: make for name, make in CASES.items() if not words or any(word in name for word in words)}
    nothing = {"bare/ruleset.yaml": RULES, "v.yaml": HEAD}
    print("   clock  processor  memory  exit     said")
    for name, make in {"(nothing hostile)": lambda: nothing, **chosen}.items():
        run = measured(make())
        size = f"{len(run.said) / 1024:.0f} kB"
        print(
            f"{run.seconds:6.2f} s {run.processor:8.2f} s {run.megabytes:4.0f} MB {run.code:5} {size:>8}  {name}",
            flush=True,
        )


if __name__ == "__main__":
    main()
