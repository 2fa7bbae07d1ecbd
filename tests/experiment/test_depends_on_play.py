"""A rule that helps a seat or hurts it, as the others play: found by play, and told wherever findings are told.

In the game `tolls` one seat takes a toll at a bridge, and the other may go through a ford. Who picks at random pays a
higher toll as often as a low one; who looks ahead pays it no more.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from experiment.asking import compare

from imhotep import open_ruleset
from imhotep.cli.main import cli
from imhotep.experiment.experiment import Target
from imhotep.experiment.findings import Against, Comparison
from imhotep.experiment.report_comparison import comparison_text

TOLLS = Path(__file__).parents[1] / "rulesets" / "tolls"
FILE = """
base: ./tolls
grid: {numbers.toll: [4, 10]}
games: 30
metric: score.keeper
better: higher
second_players: greedy:6
targets: [{metric: score.keeper, least: 20}, {metric: decisions, most: 8.5}]
"""
BREAKS = """
extends: ./tolls/ruleset.yaml
add:
  components: {plank: {count: 5, starts_in: stack}}
  areas: {stack: {kind: pool, holds: plank}, river: {kind: pool, holds: plank}}
change:
  numbers: {days: {value: 40}}
  procedures:
    game:
      do: |
        repeat days times:
          carrier takes an action
        if score of carrier is more than 330: move 1 plank from river to stack
"""


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """A toll of 10, and one of 4, in the place of 3."""
    rulesets = [open_ruleset(str(TOLLS), settings=[f"numbers.toll={toll}"]) for toll in (3, 10, 4)]
    targets = (Target(metric="score.keeper", least=20), Target(metric="decisions", most=8.5))
    return compare(rulesets, 2, 30, metric="score.keeper", second_players=("greedy:6",), targets=targets)


def high(comparison: Comparison) -> Against:
    return comparison.tables[0].variants[0]


def test_a_rule_that_helps_with_one_player_and_hurts_with_another_depends_on_play(comparison: Comparison) -> None:
    keeper = high(comparison).named("score.keeper")
    assert (keeper.verdict, keeper.again, keeper.depends_on_play) == ("higher", "lower", True)
    second = high(comparison).second
    assert second is not None
    helped, hurt = keeper.difference, second.named("score.keeper").difference
    assert helped is not None and hurt is not None
    assert (helped.low or 0) > 10 and (hurt.high or 0) < -10


def test_what_does_not_flip_is_not_marked(comparison: Comparison) -> None:
    marked = {each.name for each in high(comparison).differences if each.depends_on_play}
    assert marked == {"score", "score.keeper", "wins.keeper", "wins.carrier", "points.tolls"}
    carrier = high(comparison).named("score.carrier")
    assert (carrier.verdict, carrier.again, carrier.depends_on_play) == ("lower", "lower", False)
    low = comparison.tables[0].variants[1]
    assert (low.named("score.keeper").verdict, low.named("score.keeper").again) == ("higher", "higher")
    assert not any(each.depends_on_play for each in low.differences)


def test_text_marks_each_finding_that_flips_and_no_other(comparison: Comparison) -> None:
    text = comparison_text(comparison)
    first, second = text.split("variant 2: ")
    assert "score.keeper depends on play: higher with random; lower with greedy:6\n" in first
    assert "target score.keeper at least 20: depends on play: met with random; missed with greedy:6\n" in first
    assert "target decisions at most 8.5: met\n" in first
    lines = {line.split("  ")[0]: line for line in first.split("\n\nscore ")[1].split("\n\n")[0].splitlines()}
    assert lines["carrier"].endswith("  lower")
    assert lines["keeper"].endswith("  depends on play")
    assert lines["all seats"].endswith("  depends on play")
    assert "depends on play" not in second.replace("target score.keeper at least 20: depends on play", "")


def test_json_marks_them_too(comparison: Comparison) -> None:
    (table,) = comparison.plain()["tables"]
    flipped, kept = (variant["differences"]["score.keeper"] for variant in table["variants"])
    assert (flipped["verdict"], flipped["again"], flipped["depends_on_play"]) == ("higher", "lower", True)
    assert (kept["verdict"], kept["again"], kept["depends_on_play"]) == ("higher", "higher", False)
    assert (table["targets"], table["targets_again"]) == (["missed", "met"], ["met", "met"])
    assert [v["targets_depend_on_play"] for v in table["variants"]] == [[True, False], [True, False]]


def test_without_second_players_nothing_is_said_of_play() -> None:
    rulesets = [open_ruleset(str(TOLLS), settings=[f"numbers.toll={toll}"]) for toll in (3, 10)]
    found = compare(rulesets, 2, 5, targets=(Target(metric="decisions", most=9),))
    assert "play:" not in comparison_text(found)
    assert "again" not in json.dumps(found.plain()) and "depend" not in json.dumps(found.plain())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tolls").mkdir()
    (tmp_path / "tolls" / "ruleset.yaml").write_bytes((TOLLS / "ruleset.yaml").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_sweep_of_a_file_says_at_which_values_the_answer_turns(folder: Path) -> None:
    (folder / "tolls.experiment.yaml").write_text(FILE, encoding="utf-8")
    output = CliRunner().invoke(cli, ["sweep", "tolls.experiment.yaml"]).output
    rows = [line for line in output.splitlines() if line.startswith("numbers.toll=")]
    assert rows[0].endswith("  better") and rows[1].endswith("  depends on play")
    assert rows[2] == "numbers.toll=10 depends on play: better with random; worse with greedy:6"
    assert rows[3].split("  ", 1)[1].strip() == "depends on play: missed with random; met with greedy:6"
    assert "target decisions at most 8.5: met, all variants" in output


def test_games_that_break_down_only_with_the_second_players_are_told(folder: Path) -> None:
    (folder / "breaks.yaml").write_text(BREAKS, encoding="utf-8")
    for words in (["compare", "./tolls", "breaks.yaml"], ["sweep", "./breaks.yaml", "--grid", "numbers.toll=2,10"]):
        ran = CliRunner().invoke(cli, [*words, "--games", "12", "--second-by", "greedy:6"])
        assert ran.exit_code == 1, ran.output
        assert "\ngames: 12 finished, 0 broken down" in ran.output
        assert "with greedy:6 games: 0 finished, 12 broken down" in ran.output
        assert ran.output.count("12 x breaks.yaml:") == ran.output.count("(the first one has seed ") > 0
