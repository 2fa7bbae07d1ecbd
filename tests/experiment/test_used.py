"""Which effects begin in the games of an experiment, by either back end, and which never do."""

import json
from pathlib import Path
from typing import Any

import pytest
from experiment.asking import compare

from imhotep import Ruleset, UsageError, open_ruleset
from imhotep.experiment.experiment import Target
from imhotep.experiment.exploring import Exploration
from imhotep.experiment.report import simulation_text
from imhotep.experiment.report_comparison import comparison_text
from imhotep.experiment.simulate import simulate
from imhotep.wasm.playing import Backend

ROWS = Path(__file__).parents[1] / "rulesets" / "rows"
GAMES = 12


def rows(*settings: str) -> Ruleset:
    return open_ruleset(str(ROWS), settings=settings)


def found(players: str, backend: Backend, games: int = GAMES, **more: Any) -> str:
    simulation = simulate(
        rows(), players=2, games=games, seed=0, played_by=(players,), metrics=("used",), backend=backend, **more
    )
    return json.dumps(simulation.plain())


@pytest.mark.parametrize("players", ["random", "greedy:2"])
def test_both_back_ends_tell_the_same_to_the_last_digit(players: str) -> None:
    games = GAMES if players == "random" else 3
    one = found(players, "wasm", games)
    assert one == found(players, "interpreter", games)
    shares = {name: each["value"] for name, each in json.loads(one)["more"].items()}
    assert shares["used.rules.echoes"] > 0
    assert "used.begin" not in shares


def test_it_does_not_matter_how_many_processes_play_or_whether_a_ledger_is_kept(tmp_path: Path) -> None:
    once = found("random", "wasm")
    assert once == found("random", "wasm", jobs=2, ledger=tmp_path / "kept.jsonl")
    assert once == found("random", "wasm", ledger=tmp_path / "kept.jsonl")


def test_what_is_never_used_is_what_deep_validation_tells() -> None:
    program = rows("numbers.turns=3").program(2)
    deep = Exploration()
    deep.play(program, GAMES)
    told = {finding.subject for finding in deep.findings() if finding.kind == "effect"}
    simulation = simulate(rows("numbers.turns=3"), players=2, games=GAMES, seed=0, metrics=("used",))
    never = {name.removeprefix("used.") for name, each in simulation.more if each.value == 0}
    assert never == told != set()
    text = simulation_text(simulation)
    assert all(effect in text.split("never used: ")[1] for effect in never)


def test_a_comparison_tells_what_a_variant_leaves_unused_and_how_often_the_rest_is_used() -> None:
    asked = Target(metric="used.rules.echoes", least=0.5)
    comparison = compare([rows(), rows("numbers.turns=3")], 2, 30, metrics=("used",), targets=(asked,))
    (table,) = comparison.tables
    (against,) = table.variants
    echoes = against.named("used.rules.echoes")
    assert echoes.base is not None and echoes.variant is not None
    assert (echoes.base.value, echoes.variant.value, echoes.verdict) == (1, 0, "lower")
    assert (table.aims, against.aims) == (("met",), ("missed",))
    before, after = comparison_text(comparison).split("variant 1")
    assert "never used: " not in before and "rules.echoes" in after.split("never used:")[1].split("pairs of games")[0]


def test_an_effect_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match=r"no figure `used.rules.ecoes`; did you mean `rules.echoes`"):
        compare([rows()], 2, 2, metric="used.rules.ecoes")


def test_nothing_is_noted_that_was_not_asked_for() -> None:
    simulation = simulate(rows(), players=2, games=2, seed=0)
    assert not any(name.startswith("used") for name, _ in simulation.more)
    assert "never used" not in simulation_text(simulation)
