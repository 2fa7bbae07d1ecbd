"""Carries out an experiment: plays the base and its variants on the same seeds and says how they differ."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from imhotep.experiment.deciding import holm, p_differs, p_same, verdict
from imhotep.experiment.experiment import PILOT, Experiment
from imhotep.experiment.findings import Compared, Comparison, Difference
from imhotep.experiment.pairing import Found, Line, Measured
from imhotep.experiment.runner import Progress, running
from imhotep.experiment.series import Series, game_seeds
from imhotep.wasm.playing import Backend


def compare(
    experiment: Experiment,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    ledger: Path | None = None,
    backend: Backend | None = None,
) -> Comparison:
    """Carry out an experiment. The same one gives the same comparison, however it is run (see `runner.running`).

    Raises UsageError for one that asks for what does not exist.
    """
    experiment.check()
    game_seeds(experiment.seed, experiment.games)
    lines = [Line(experiment, players, table) for players in _players(experiment) for table in experiment.tables]
    distinct: dict[str, Series] = {}
    for each in (each for line in lines for each in line.series):
        distinct.setdefault(each.key, each)
    every = list(distinct.values())
    with running(every, jobs=jobs, executor=executor, progress=progress, ledger=ledger, backend=backend) as runner:
        needs = [experiment.games] * len(lines)
        if experiment.precision is not None:
            pilot = min(PILOT, experiment.games)
            games = dict(zip(distinct, runner.play([pilot] * len(distinct)), strict=True))
            needs = [line.needs(games, pilot) for line in lines]
        counts = {each.key: need for line, need in zip(lines, needs, strict=True) for each in line.series}
        games = dict(zip(distinct, runner.play([counts[key] for key in distinct]), strict=True))
    measured = [line.measured(games) for line in lines]
    tables = _judged(experiment, measured[: len(experiment.tables)])
    again = _judged(experiment, measured[len(experiment.tables) :])
    if again:
        tables = [_beside(one, other) for one, other in zip(tables, again, strict=True)]
    return Comparison(experiment=experiment, tables=tuple(tables))


def _players(experiment: Experiment) -> Iterator[tuple[str, ...]]:
    yield experiment.players
    if experiment.second_players is not None:
        yield experiment.second_players


def _judged(experiment: Experiment, tables: Sequence[Measured]) -> list[Compared]:
    """What may be said of all that was found; the metric that it is about is corrected apart from all others."""
    every = [found for table in tables for _, some in table.variants for found in some]
    said: dict[int, Difference] = {}
    for is_primary in (True, False):
        family = [f for f in every if f.difference is not None and (f.name == experiment.metric) is is_primary]
        figures = [found.difference for found in family if found.difference is not None]
        bands = [experiment.band(found.name) for found in family]
        differs = holm([p_differs(figure) for figure in figures])
        same = holm([1.0 if band is None else p_same(f, band) for f, band in zip(figures, bands, strict=True)])
        for found, figure, chance, alike in zip(family, figures, differs, same, strict=True):
            better = experiment.better if is_primary else None
            told = verdict(figure, differs=chance, same=alike, better=better)
            said[id(found)] = replace(
                _bare(found),
                difference=figure.estimate(),
                spread=figure.spread if len(figure.errors) > 1 else None,
                chance=chance,
                verdict=told,
            )
    return [
        Compared(
            players=table.players,
            base=table.base,
            aims=table.aims,
            variants=tuple(
                replace(against, differences=tuple(said.get(id(f)) or _bare(f) for f in some))
                for against, some in table.variants
            ),
        )
        for table in tables
    ]


def _bare(found: Found) -> Difference:
    return Difference(name=found.name, base=found.base, variant=found.variant, difference=None)


def _beside(one: Compared, other: Compared) -> Compared:
    """What the first players show, with the verdicts of the second ones."""
    variants = []
    for against, second in zip(one.variants, other.variants, strict=True):
        verdicts = {each.name: each.verdict for each in second.differences}
        told = tuple(replace(each, again=verdicts.get(each.name)) for each in against.differences)
        variants.append(replace(against, differences=told, second=second))
    return replace(one, variants=tuple(variants), second=other)
