"""Scenarios of a ruleset under its variants: what may change, what must, and what is about another table."""

from pathlib import Path

import pytest

from imhotep.compile.ruleset import open_ruleset
from imhotep.scenario.results import Report
from imhotep.scenario.running import run_scenarios

BASE = """\
scenarios:
  prize-is-two:
    when: turn(red)
    choose: [1]
    then: [score of red is 2]
  low-hill:
    sides: {hill: A}
    given: move 1 token from bag of red to bed
    when: trigger evening()
    then: [score of red is 1]
  three-may-play:
    players: 3
    then: [players is 3]
"""
RICH = "extends: meadow/ruleset.yaml\nchange: {numbers: {prize: {value: 5}}}\n"


@pytest.fixture(autouse=True)
def base(work: Path) -> None:
    (work / "meadow" / "base.scenarios.yaml").write_text(BASE, encoding="utf-8")


def report(reference: str, **files: str) -> Report:
    for name, text in files.items():
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    return run_scenarios(open_ruleset(reference))


def outcomes(found: Report) -> dict[str, str]:
    return {result.id: result.outcome for result in found.results}


def told(found: Report) -> list[str]:
    return [f"{f.span}: {f.kind}: {f.message}" + (f" [{f.help}]" if f.help else "") for f in found.findings]


def test_a_ruleset_is_tested_by_its_own_scenarios() -> None:
    found = report("./meadow")
    assert outcomes(found) == {"prize-is-two": "passed", "low-hill": "passed", "three-may-play": "passed"}
    assert told(found) == []


def test_an_own_scenario_that_fails_is_a_finding(work: Path) -> None:
    text = "scenarios:\n  wrong:\n    then: [prize is 3]\n  odd:\n    then: [prise is 3]\n"
    (work / "meadow" / "more.scenarios.yaml").write_text(text, encoding="utf-8")
    assert told(report("./meadow")) == [
        "meadow/more.scenarios.yaml:3:12: failed: `wrong`: `prize is 3` is not so: `prize` is 2",
        "meadow/more.scenarios.yaml:5:12: broken: `odd`: there is nothing named `prise` here",
    ]


def test_a_variant_that_changes_nothing_below_leaves_all_scenarios_as_they_are() -> None:
    found = report("x.yaml", x="extends: meadow/ruleset.yaml\nadd: {numbers: {extra: {value: 1}}}\n")
    assert set(outcomes(found).values()) == {"passed"}
    assert told(found) == []


def test_a_scenario_of_the_base_that_fails_under_a_variant_is_an_undeclared_change() -> None:
    found = report("rich.yaml", rich=RICH)
    assert outcomes(found)["prize-is-two"] == "failed"
    assert told(found) == [
        "meadow/base.scenarios.yaml:5:12: undeclared change: `prize-is-two` does not hold under `rich`: "
        "`score of red is 2` is not so: `score of red` is 5"
        " [if that is meant, name it under `changes:` in `rich.yaml`]"
    ]


def test_a_scenario_of_the_base_that_cannot_be_played_under_a_variant_is_told_as_such() -> None:
    text = "extends: meadow/ruleset.yaml\nchange: {players: {most: 2}}\n"
    assert told(report("two.yaml", two=text)) == [
        "meadow/base.scenarios.yaml:11:3: no longer playable: `three-may-play` cannot be played under `two`: "
        "`two` is for 2 to 2 players, not 3 [if that is meant, name it under `changes:` in `two.yaml`, and write an "
        "example that can be played]"
    ]
    assert told(report("two.yaml", two=text + "changes: [three-may-play]\n")) == []


def test_a_declared_change_is_no_finding() -> None:
    found = report("rich.yaml", rich=RICH + "changes: [prize-is-two]\n")
    assert found.changed == ("prize-is-two",)
    assert told(found) == []


def test_a_declared_change_that_does_not_happen_is_a_finding() -> None:
    found = report("rich.yaml", rich=RICH + "changes: [prize-is-two, low-hill]\n")
    assert told(found) == [
        "rich.yaml:3:25: change does not happen: `low-hill` is declared to change, but it still holds"
        " [the scenario stands at meadow/base.scenarios.yaml:6:3]"
    ]


def test_a_declared_scenario_that_does_not_exist_is_told_with_the_nearest_name() -> None:
    found = report("rich.yaml", rich=RICH + "changes: [prize-is-tow, prize-is-two]\n")
    assert told(found) == [
        "rich.yaml:3:11: unknown scenario: there is no scenario `prize-is-tow` below `rich`"
        " [did you mean `prize-is-two`?]"
    ]


def test_a_change_declared_by_a_variant_in_between_is_no_finding_above_it() -> None:
    richer = "extends: rich.yaml\nadd: {numbers: {extra: {value: 1}}}\n"
    found = report("richer.yaml", rich=RICH + "changes: [prize-is-two]\n", richer=richer)
    assert found.changed == ("prize-is-two",)
    assert told(found) == []


def test_scenarios_of_a_variant_in_between_are_played_under_the_last_one() -> None:
    Path("rich.scenarios.yaml").write_text("scenarios:\n  five: {then: [prize is 5]}\n", encoding="utf-8")
    richer = "extends: rich.yaml\nchange: {numbers: {prize: {value: 6}}}\nchanges: [five]\n"
    found = report("richer.yaml", rich=RICH + "changes: [prize-is-two]\n", richer=richer)
    assert outcomes(found)["five"] == "failed"
    assert found.changed == ("prize-is-two", "five")
    assert told(found) == []


def test_a_scenario_about_a_side_that_a_variant_does_not_have_is_skipped() -> None:
    found = report("high.yaml", high="extends: meadow/ruleset.yaml\nsides: {hill: B}\n")
    assert outcomes(found)["low-hill"] == "skipped"
    skipped = next(r for r in found.results if r.id == "low-hill")
    assert skipped.message == "it is about side `A` of `hill`, and `B` is fixed at high.yaml:2:15"
    assert (found.count("skipped"), told(found)) == (1, [])


def test_a_scenario_keeps_its_own_options_under_a_variant_that_sets_others() -> None:
    text = "scenarios:\n  plain: {options: {bonus: 0}, when: turn(red), choose: [1], then: [score of red is 2]}\n"
    Path("meadow/options.scenarios.yaml").write_text(text, encoding="utf-8")
    found = report("kind.yaml", kind="extends: meadow/ruleset.yaml\noptions: {bonus: 1}\nchanges: [prize-is-two]\n")
    assert outcomes(found)["plain"] == "passed"
    assert told(found) == []


def test_a_variant_may_have_scenarios_on_a_side_of_their_own() -> None:
    text = "scenarios:\n  low: {sides: {hill: A}, then: [over: true]}\n"
    Path("high.scenarios.yaml").write_text(text, encoding="utf-8")
    found = report("high.yaml", high="extends: meadow/ruleset.yaml\nsides: {hill: B}\n")
    assert outcomes(found)["low"] == "passed"


def test_a_file_for_a_variant_is_played_with_it() -> None:
    text = "for: ../rich.yaml\nscenarios:\n  five: {then: [prize is 5]}\n"
    Path("imhotep-project.yaml").write_text("", encoding="utf-8")
    Path("meadow/rich.scenarios.yaml").write_text(text, encoding="utf-8")
    found = report("./meadow", rich=RICH)
    assert outcomes(found)["five"] == "passed"
    assert told(found) == []
    assert outcomes(report("other.yaml", other="extends: meadow/ruleset.yaml\n"))["five"] == "skipped"


def test_a_file_with_faults_is_a_finding() -> None:
    Path("meadow/odd.scenarios.yaml").write_text("scenarios: [a]\n", encoding="utf-8")
    (finding,) = report("./meadow").findings
    assert (finding.kind, str(finding.span)) == ("unusable file", "meadow/odd.scenarios.yaml:1:12")


def test_an_id_that_two_scenarios_have_is_a_finding() -> None:
    Path("meadow/z.scenarios.yaml").write_text("scenarios:\n  low-hill: {then: [over: true]}\n", encoding="utf-8")
    assert told(report("./meadow")) == [
        "meadow/z.scenarios.yaml:2:3: same id twice: `low-hill` is the id of two scenarios; "
        "the other one stands at meadow/base.scenarios.yaml:6:3"
    ]


def test_one_file_can_be_played_alone() -> None:
    Path("x.scenarios.yaml").write_text("scenarios:\n  alone: {then: [over: true]}\n", encoding="utf-8")
    found = run_scenarios(open_ruleset("./meadow"), only=Path("x.scenarios.yaml"))
    assert outcomes(found) == {"alone": "passed"}
