"""Every example variant is played as often as an experiment would, at each number of players, without a fault."""

from pathlib import Path

import pytest

from imhotep import open_ruleset
from imhotep.experiment.series import game_seeds
from imhotep.machine.engine import Machine
from imhotep.machine.playout import play_out

FOLDER = Path(__file__).parents[1] / "examples" / "house-rules"
VARIANTS = [path for path in sorted(FOLDER.glob("*.yaml")) if not path.name.endswith(".scenarios.yaml")]


def played(path: Path, players: int, games: int) -> None:
    machine = Machine(open_ruleset(str(path)).program(players))
    for seed in game_seeds(1, games):
        assert play_out(machine, seed).fault is None, f"seed {seed}"


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_variant_is_played_without_a_fault(path: Path) -> None:
    played(path, 2 + VARIANTS.index(path) % 3, 5)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_a_variant_is_played_for_long_without_a_fault(path: Path, players: int) -> None:
    played(path, players, 300)
