"""Reading files of scenarios, and finding what they belong to."""

from pathlib import Path

import pytest

from imhotep.document.nodes import Scalar
from imhotep.errors import UnreadableError, UsageError
from imhotep.scenario.scenarios import ScenarioFile, home_of, read_scenarios

FILE = """\
players: 3
sides: {hill: B}
options: {gentle: true, bonus: 1}
scenarios:
  first:
    then: [harvest is 1]
  second:
    players: 2
    seed: 7
    options: {bonus: 2}
    given: set wind to strong
    when: red takes an action
    choose: [plant, {red: 2}]
    then:
      - wind is calm
      - options: [1, 2]
      - over: false
"""


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def good(path: Path) -> ScenarioFile:
    file, found = read_scenarios(path)
    assert file is not None, found
    assert found == ()
    return file


def words(choices: object) -> dict[str, str]:
    return {e.key.text: e.value.text for e in choices.entries}  # type: ignore[attr-defined]


def test_a_scenario_takes_from_its_file_what_it_does_not_say_itself(work: Path) -> None:
    first, second = good(written(work / "x.scenarios.yaml", FILE)).scenarios
    assert (first.players, first.seed) == (3, 0)
    assert (words(first.sides), words(first.options)) == ({"hill": "B"}, {"gentle": "true", "bonus": "1"})
    assert (second.players, second.seed) == (2, 7)
    assert words(second.options) == {"gentle": "true", "bonus": "2"}


def test_picks_and_claims_keep_their_places(work: Path) -> None:
    _, second = good(written(work / "x.scenarios.yaml", FILE)).scenarios
    assert [(p.seat.text if p.seat else None, p.option.text) for p in second.choose] == [(None, "plant"), ("red", "2")]
    assert [(c.what, str(c.span)) for c in second.then] == [
        ("formula", "x.scenarios.yaml:15:9"),
        ("options", "x.scenarios.yaml:16:9"),
        ("over", "x.scenarios.yaml:17:9"),
    ]
    assert isinstance(second.then[0].value, Scalar)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("scenarios:\n  a: {thne: [x]}\n", "S001", "x.scenarios.yaml:2:7"),
        ("scenarios:\n  a: {then: []}\n", "S008", "x.scenarios.yaml:2:7"),
        ("scenarios:\n  a: {seed: soon, then: [x]}\n", "S002", "x.scenarios.yaml:2:13"),
        ("", "Y040", "x.scenarios.yaml:1:1"),
    ],
)
def test_a_file_with_faults_gives_none_and_tells_them(work: Path, text: str, code: str, place: str) -> None:
    file, found = read_scenarios(written(work / "x.scenarios.yaml", text))
    assert file is None
    assert (found[0].code, str(found[0].span)) == (code, place)


def test_a_file_for_something_that_does_not_exist_gives_none(work: Path) -> None:
    file, (fault,) = read_scenarios(written(work / "x.scenarios.yaml", "for: medow\nscenarios: {a: {then: [x]}}\n"))
    assert file is None
    assert (str(fault.span), fault.message) == ("x.scenarios.yaml:1:6", "there is no ruleset `medow`")


def test_a_missing_file_cannot_be_read(work: Path) -> None:
    with pytest.raises(UnreadableError, match="no such file"):
        read_scenarios(work / "x.scenarios.yaml")


def test_scenarios_belong_to_what_they_name(work: Path) -> None:
    written(work / "small.yaml", "extends: meadow/ruleset.yaml\n")
    written(work / "x.yaml", "extends: meadow/ruleset.yaml\n")
    file = good(written(work / "x.scenarios.yaml", "for: small.yaml\nscenarios: {a: {then: [over: true]}}\n"))
    assert home_of(file) == (work / "small.yaml").as_posix()


def test_scenarios_belong_to_the_variant_beside_them(work: Path) -> None:
    written(work / "x.yaml", "extends: meadow/ruleset.yaml\n")
    assert home_of(work / "x.scenarios.yaml") == (work / "x.yaml").as_posix()


def test_scenarios_belong_to_the_ruleset_around_them(work: Path) -> None:
    written(work / "meadow" / "more.yaml", "numbers: {more: {value: 1}}\n")
    assert home_of(work / "meadow" / "more.scenarios.yaml") == (work / "meadow").as_posix()
    assert home_of(work / "meadow" / "deep" / "x.scenarios.yaml") == (work / "meadow").as_posix()


def test_scenarios_that_belong_to_nothing_are_refused(work: Path) -> None:
    with pytest.raises(UsageError, match=r"`x.scenarios.yaml` does not say what it is for: write `for: RULESET`"):
        home_of(work / "x.scenarios.yaml")
