"""Experiments of one table, in short."""

from typing import Any

from imhotep import Ruleset
from imhotep.experiment.compare import compare as carry_out
from imhotep.experiment.experiment import Experiment, Rules
from imhotep.experiment.findings import Comparison


def experiment(rulesets: list[Ruleset], seats: int, games: int, seed: int = 1, **asked: Any) -> Experiment:
    """An experiment at one table: the first ruleset is the base."""
    table = tuple(Rules(each.id, each.program(seats)) for each in rulesets)
    return Experiment(tables=(table,), games=games, seed=seed, **asked)


def compare(rulesets: list[Ruleset], seats: int, games: int, seed: int = 1, **asked: Any) -> Comparison:
    """What an experiment at one table shows."""
    return carry_out(experiment(rulesets, seats, games, seed, **asked))
