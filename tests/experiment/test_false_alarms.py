"""Where nothing differs, real games are called different as often as is stated, and no more."""

import random

import pytest

from imhotep import Program
from imhotep.experiment.deciding import holm, p_differs
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.runner import running
from imhotep.experiment.sample import Sample
from imhotep.experiment.series import series
from imhotep.experiment.statistics import less

COMPARISONS = 1000
POOL = 4000
GAMES = 200
PRIMARIES = ("score", "wins.black", "ties", "decisions", "choices", "runaway")


@pytest.mark.long
def test_a_thousand_comparisons_of_nothing_raise_as_many_alarms_as_stated(program: Program) -> None:
    """Each holds 200 games against 200 others of the same rules, drawn from the same 4000."""
    each = series(program, seed=11, has_rows=True)
    with running([each], jobs=2) as runner:
        (pool,) = runner.play([POOL])
    chance = random.Random(5)
    alarms = dict.fromkeys(PRIMARIES, 0)
    families = 0
    for _ in range(COMPARISONS):
        drawn = chance.sample(range(POOL), 2 * GAMES)
        sides = (drawn[:GAMES], drawn[GAMES:])
        one, other = (Sample(program, each.players, [(i, pool[i]) for i in side]) for side in sides)
        found = {}
        for name in one.names([name for name in NAMES if NAMES[name].of != "option"]):
            before, after = one.figure(name), other.figure(name)
            assert before is not None and after is not None
            found[name] = p_differs(less(after, before))
        for name in PRIMARIES:
            alarms[name] += found[name] < 0.05
        families += min(holm([p for name, p in found.items() if name != "score"])) < 0.05
    for name, count in alarms.items():
        least = 0 if name == "ties" else 50 - 4 * 7  # rare ones are called different less often
        assert least < count < 50 + 4 * 7, alarms
    assert families < 50 + 3 * 7
