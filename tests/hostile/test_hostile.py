"""Files made to be slow, large or deep are told of shortly and soon, in little memory.

The limits are far above what `benchmarks/validate_hostile.py` measures: they are there to catch what grows without
bounds, not to time anything.
"""

import pytest
from hostile.cases import CASES
from hostile.measuring import measured

SAMPLE = (
    "comments that ignore", "small maps", "a giant number in a setting", "anchors and misspelt references",
    "an effect of open parentheses", "a field with many keys", "many sides", "changes of misspelt names among many",
)  # fmt: skip
MOST_SECONDS = 30
MOST_MEGABYTES = 200
MOST_SAID = 200_000


@pytest.mark.parametrize("name", SAMPLE)
def test_a_hostile_file_is_told_of_in_bounds(name: str) -> None:
    judge(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(CASES.keys() - set(SAMPLE)))
def test_any_hostile_file_is_told_of_in_bounds(name: str) -> None:
    judge(name)


def judge(name: str) -> None:
    run = measured(CASES[name]())
    assert run.code in (0, 1), run.complained
    assert "Traceback" not in run.complained
    assert run.processor < MOST_SECONDS
    assert run.megabytes < MOST_MEGABYTES
    assert len(run.said) < MOST_SAID
