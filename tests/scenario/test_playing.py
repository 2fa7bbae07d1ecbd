"""What comes of single scenarios of the ruleset `meadow`."""

from functools import cache
from pathlib import Path
from textwrap import indent

import pytest

from imhotep.compile.ruleset import Ruleset, open_ruleset
from imhotep.scenario.results import Result, Stop
from imhotep.scenario.running import run_scenarios


@cache
def meadow() -> Ruleset:
    return open_ruleset((Path(__file__).parent / "meadow").as_posix())


def results(*scenarios: str) -> list[Result]:
    text = "scenarios:\n" + "".join(f"  s{i}:\n{indent(s, '    ')}\n" for i, s in enumerate(scenarios, start=1))
    path = Path("meadow/x.scenarios.yaml")
    path.write_text(text, encoding="utf-8")
    report = run_scenarios(meadow(), only=path)
    assert not [f for f in report.findings if f.kind == "unusable file"], report.findings
    assert [r.id for r in report.results] == [f"s{i}" for i in range(1, len(scenarios) + 1)]
    return list(report.results)


def result(scenario: str) -> Result:
    return results(scenario)[0]


def place(found: Result) -> str:
    return f"{found.span.start.line}:{found.span.start.column}"


@pytest.mark.parametrize(
    "scenario",
    [
        "then: [count bag of red is 4, wind is calm, active is red]",
        "given: set wind to strong\nthen: [wind is strong]",
        "when: move 1 token from bag of red to bed\nthen: [owner of (first token in bed) is red, over: true]",
        "then: [over: true]",
        "when: turn(red)\nthen: [decision: plant.cell, seat: red, options: [3, 1, 2], over: false]",
        "when: red takes an action\nchoose: [plant, 2]\nthen: [over: true, score of red is 2]",
        "when: turn(blue)\nthen: [offered: [2], not_offered: [4, wait]]",
        "when: turn(blue)\nchoose: [2]\nthen: [over: true, score of blue is 2, count bag of blue is 3]",
        "when: turn(blue)\nchoose: [{blue: '2'}]\nthen: ['scored(blue, planting) is 2']",
        "when: move 5 tokens from bag of red to bed\nthen: [fails: may not fail here, wind is calm]",
        "options: {bonus: 3}\nwhen: turn(red)\nchoose: [1]\nthen: [score of red is 5]",
        "sides: {hill: B}\n"
        "given: move 1 token from bag of red to bed\nwhen: trigger evening()\nthen: [score of red is 3]",
        "players: 3\nthen: [players is 3, count bag of green is 4]",
        "when: |\n  turn(red)\n  turn(blue)\nchoose: [1]\nthen: [seat: blue, options: [2, 3]]",
    ],
)
def test_a_scenario_passes_where_all_is_as_it_says(work: Path, scenario: str) -> None:
    found = result(scenario)
    assert (found.outcome, found.message) == ("passed", "")


@pytest.mark.parametrize(
    ("scenario", "outcome", "where", "message"),
    [
        (
            "then: [count bag of red is 3]",
            "failed",
            "3:12",
            "`count bag of red is 3` is not so: `count bag of red` is 4",
        ),
        ("then: [active is blue]", "failed", "3:12", "`active is blue` is not so: `active` is red"),
        ("then: [wind is strong]", "failed", "3:12", "`wind is strong` is not so: `wind` is calm"),
        ("then: [gentle]", "failed", "3:12", "`gentle` is not so"),
        ("then: [bed is not empty]", "failed", "3:12", "`bed is not empty` is not so: `count bed` is 0"),
        (
            "then: [not (prize is 2) and rounds > players]",
            "failed",
            "3:12",
            "`not (prize is 2) and rounds > players` is not so: `prize` is 2, `rounds` is 2, `players` is 2",
        ),
        ("then: [prize]", "broken", "3:12", "a claim is yes or no, but this is a number"),
        ("then: [over: false]", "failed", "3:18", "it is over"),
        (
            "when: turn(red)\nthen: [over: true]",
            "failed",
            "4:18",
            "it is not over: `plant.cell` of `red` waits",
        ),
        (
            "when: turn(red)\nthen: [decision: plnat]",
            "failed",
            "4:22",
            "the decision is `plant.cell`, not `plnat`",
        ),
        (
            "when: turn(red)\nthen: [seat: blue]",
            "failed",
            "4:18",
            "the seat that decides is `red`, not `blue`",
        ),
        ("then: [seat: blue]", "failed", "3:18", "no decision waits, but `seat` is claimed"),
        (
            "when: turn(red)\nthen: [options: [1, 2, 4]]",
            "failed",
            "4:21",
            "not offered: `4`; offered beside them: `3` (all that is offered: `1`, `2`, `3`)",
        ),
        (
            "when: turn(red)\nthen: [offered: [wait]]",
            "failed",
            "4:21",
            "not offered: `wait` (all that is offered: `1`, `2`, `3`)",
        ),
        ("when: turn(red)\nthen: [not_offered: [wait, 3]]", "failed", "4:25", "offered are also `3`"),
        ("then: [fails: anything]", "failed", "3:19", "it should end in a fault with `anything`, but there is none"),
        (
            "when: move 5 tokens from bag of red to bed\nthen: [fails: thunder]",
            "failed",
            "4:19",
            "it should end in a fault with `thunder`, but it is: this step may not fail here, but there is no room in "
            "`bed` (meadow/x.scenarios.yaml:3:11)",
        ),
        (
            "when: move 5 tokens from bag of red to bed\nthen: [over: true]",
            "failed",
            "3:11",
            "the rules break down: this step may not fail here, but there is no room in `bed` "
            "(meadow/x.scenarios.yaml:3:11)",
        ),
        (
            "given: move 5 tokens from bag of red to bed\nthen: [fails: fail]",
            "broken",
            "3:12",
            "`given` cannot be carried out: this step may not fail here, but there is no room in `bed` "
            "(meadow/x.scenarios.yaml:3:12)",
        ),
        (
            "given: turn(red)\nthen: [over: true]",
            "broken",
            "3:12",
            "`given` leaves a decision open, `plant.cell` of `red`",
        ),
        (
            "when: turn(red)\nchoose: [5]\nthen: [over: true]",
            "failed",
            "4:14",
            "`plant.cell` of `red` does not offer `5`: it offers `1`, `2`, `3`",
        ),
        (
            "when: turn(red)\nchoose: [{blue: 1}]\nthen: [over: true]",
            "failed",
            "4:15",
            "`plant.cell` should be decided by `blue`, but it is `red`'s",
        ),
        (
            "when: turn(red)\nchoose: [1, 2]\nthen: [over: true]",
            "failed",
            "4:17",
            "nothing is left to decide after 1 of the 2 picks",
        ),
        ("choose: [1]\nthen: [over: true]", "failed", "3:14", "there is nothing to decide without `when`"),
        ("players: 9\nthen: [over: true]", "broken", "2:3", "`meadow` is for 2 to 3 players, not 9"),
        ("sides: {hill: C}\nthen: [over: true]", "broken", "3:19", "`hill` has no side `C`"),
        ("options: {bonus: 4}\nthen: [over: true]", "broken", "3:22", "`bonus` is a whole number from 0 to 3, not `4`"),
        ("when: set wnid to calm\nthen: [over: true]", "broken", "3:15", None),
        ("then: [count bag of yellow is 4]", "broken", "3:25", "there is nothing named `yellow` here"),
    ],
)
def test_a_scenario_that_does_not_hold_says_what_was_expected_and_what_was_found(
    work: Path, scenario: str, outcome: str, where: str, message: str | None
) -> None:
    found = result(scenario)
    assert (found.outcome, place(found)) == (outcome, where)
    assert message in (None, found.message)


def test_a_fault_of_a_shared_text_is_told_at_the_line_that_leads_to_it(work: Path) -> None:
    found = result("when: plant(red)\nthen: [over: true]")
    assert (found.outcome, place(found)) == ("broken", "3:11")
    assert "outside every action" in found.message
    assert [d.span.file for d in found.diagnostics if d.span] == ["ruleset.yaml"]


def test_a_fault_in_one_scenario_leaves_the_others_alone(work: Path) -> None:
    found = results("then: [over: true]", "when: blurb\nthen: [over: true]", "then: [wind is strong]")
    assert [r.outcome for r in found] == ["passed", "broken", "failed"]
    assert found[1].diagnostics[0].code.startswith("L")


def test_the_result_tells_where_play_stopped(work: Path) -> None:
    found = result("when: turn(red)\nthen: [seat: blue]")
    assert found.stop == Stop(decision="plant.cell", seat="red", options=("1", "2", "3"))
    assert result("then: [wind is strong]").stop is None


def test_a_scenario_begins_with_pieces_where_they_start_and_nothing_set_up(work: Path) -> None:
    found = result("then: [count bag of red is 4, bed is empty, active is red, score of red is 0]")
    assert found.outcome == "passed"


def test_the_seed_decides_what_chance_decides(work: Path) -> None:
    text = "when: |\n  chance chooses number n from 1 to 1000\n  red scores n as planting\n"
    claims = [f"score of red is {n}" for n in range(1, 1001)]
    found = [result(f"seed: {seed}\n{text}then: [score of red is 0]").message for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    number = found[0].rpartition(" ")[2]
    assert f"score of red is {number}" in claims
    assert result(f"seed: 1\n{text}then: [score of red is {number}]").outcome == "passed"
