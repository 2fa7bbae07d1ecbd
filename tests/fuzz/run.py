"""Damages rulesets for as long as is wished, counts what it tried, and writes down what broke a law.

Minutes and seconds are those of the processor, whatever else the machine does.

python tests/fuzz/run.py 60                # for sixty minutes
python tests/fuzz/run.py 60 --seed 5000    # other inputs
"""

import argparse
import json
import re
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.damage import Base, Case, damaged, shipped, small
from fuzz.judging import judge
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings

BATCH = 300
BATCH_OF_SHIPPED = 15
EVERY = 10  # one batch in so many is of the shipped game, which takes longer
KEPT = 3  # examples of each way to break a law


class Tally:
    """What was tried, and what came of it."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.began = time.process_time()
        self.tried = Counter[str]()
        self.told = Counter[str]()
        self.broken = Counter[str]()
        self.slowest = 0.0

    def look(self, case: Case, *, mending: bool) -> None:
        """Judge one case."""
        start = time.process_time()
        self.tried[case.label] += 1
        try:
            self.told.update({each.code for each in judge(case, mending=mending)})
        except Exception as error:
            self.note(case, error)
        self.slowest = max(self.slowest, time.process_time() - start)

    def note(self, case: Case, error: Exception) -> None:
        """Count what broke a law; write down the first few of each kind."""
        where = traceback.extract_tb(error.__traceback__)[-1]
        codes = " ".join(sorted(set(re.findall(r"\b[A-Z]\d{3}\b", str(error)))))
        kind = f"{type(error).__name__} {Path(where.filename).name}:{where.lineno} {codes}"
        self.broken[kind] += 1
        if self.broken[kind] > KEPT:
            return
        with self.out.open("a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(f"==== {kind}\n")
            for damage, old, new in zip(case.damages, case.lost, case.gained, strict=True):
                stream.write(f"{damage}: {old[:500]!r}\n  -> {new[:500]!r}\n")
            stream.write(f"{error!s:.3000}\n{''.join(traceback.format_tb(error.__traceback__)[-2:])}")
            stream.write(f"{json.dumps([case.asked, dict(case.files)])}\n")

    def say(self) -> None:
        """How far it is."""
        minutes = (time.process_time() - self.began) / 60
        broken = f"{self.broken.total()} broke a law in {len(self.broken)} ways"
        print(f"{minutes:.1f} min, {self.tried.total()} inputs, {broken}, slowest {self.slowest:.1f} s", flush=True)


def batch(number: int, tally: Tally) -> None:
    """One series of inputs, which its number decides. One damage or several, mended or not, by turns."""
    is_shipped = number % EVERY == 0
    bases: tuple[Base, ...] = shipped() if is_shipped else small()

    @seed(number)
    @settings(
        max_examples=BATCH_OF_SHIPPED if is_shipped else BATCH,
        deadline=None,
        database=None,
        derandomize=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    @given(damaged(bases, 1 if number % 2 else 3))
    def look(case: Case) -> None:
        tally.look(case, mending=number % 3 == 0)

    look()


def main() -> None:
    """Run for the minutes that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("minutes", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("fuzz-found.txt"), help="what broke a law is added to it")
    asked = parser.parse_args()
    tally, number = Tally(asked.out), asked.seed
    try:
        while time.process_time() < tally.began + 60 * asked.minutes:
            batch(number, tally)
            number += 1
            tally.say()
    except KeyboardInterrupt:
        tally.say()
    print(f"by damage: {dict(sorted(tally.tried.items()))}")
    print(f"{len(tally.told)} codes told: {dict(sorted(tally.told.items()))}")
    print(f"broken: {dict(tally.broken)}")


if __name__ == "__main__":
    main()
