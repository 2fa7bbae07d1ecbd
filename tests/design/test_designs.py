"""Files of experiments: what they come to, and what is wrong with them, at its place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from imhotep.design.opening import Opened
from imhotep.design.reading import read_design
from imhotep.diagnostics import Diagnostic
from imhotep.errors import UnreadableError
from imhotep.experiment.experiment import Experiment, Target
from imhotep.experiment.metrics import NAMES, PLAIN

Read = Callable[[str], tuple[Opened | None, tuple[Diagnostic, ...]]]

GRID = "grid: {numbers.prize: [1, 2]}\n"


@pytest.fixture
def experiment(opened: Read) -> Callable[[str], Experiment]:
    def read(text: str) -> Experiment:
        made, found = opened(text)
        assert made is not None, found
        assert found == ()
        return made.experiment

    return read


def names(experiment: Experiment) -> list[str]:
    return [rules.name for rules in experiment.tables[0]]


def test_what_is_not_said_is_as_everywhere_else(experiment: Callable[[str], Experiment]) -> None:
    found = experiment(GRID)
    bare = Experiment(tables=found.tables)
    assert found == bare
    assert (found.games, found.seed, found.players, found.metric) == (1000, 0, ("random",), "score")
    assert [rules.program.players for rules in found.tables[0]] == [2, 2, 2]


def test_variants_are_files_settings_or_both(experiment: Callable[[str], Experiment]) -> None:
    found = experiment(
        "variants:\n  rich: rich.yaml\n  long: {set: {numbers.rounds: 3}}\n"
        "  both: {files: [rich.yaml], set: {numbers.rounds: 3, areas.bed.size: 4}}\n"
    )
    assert names(found) == ["meadow", "rich", "long", "both"]
    assert len({rules.program.digest for rules in found.tables[0]}) == 4


def test_a_grid_has_every_mix_of_its_values(experiment: Callable[[str], Experiment]) -> None:
    found = experiment("grid:\n  numbers.prize: [1, 2]\n  fields.wind.start: [calm, strong]\n")
    assert names(found)[1:] == [
        f"numbers.prize={n}, fields.wind.start={wind}" for n in (1, 2) for wind in ("calm", "strong")
    ]


def test_a_grid_is_the_same_as_settings_on_a_command_line(experiment: Callable[[str], Experiment]) -> None:
    from imhotep import open_ruleset

    made = experiment(GRID).tables[0][1].program
    assert made == open_ruleset("./meadow", settings=["numbers.prize=1"]).program(2)


def test_tables_have_players_sides_and_options(experiment: Callable[[str], Experiment]) -> None:
    found = experiment(
        GRID + "tables:\n  - {players: 2, sides: {hill: B}}\n  - {players: 3, options: {gentle: true, bonus: 2}}\n"
    )
    first, second = (table[2].program for table in found.tables)
    assert (first.players, dict(first.sides)["hill"], dict(first.options)["gentle"]) == (2, "B", False)
    assert (second.players, dict(second.options)) == (3, {"gentle": True, "bonus": 2})


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("title: How much?", "title", "How much?"),
        ("title: {de: Wie viel?, en: How much?}", "title", "How much?"),
        ("metric: score.red", "metric", "score.red"),
        ("better: lower", "better", "lower"),
        ("same_within: 0.5", "same_within", {"score": 0.5}),
        ("same_within: {score: 1, wins: 0.02}", "same_within", {"score": 1.0, "wins": 0.02}),
        ("metrics: [lead_changes]", "metrics", tuple(name for name in NAMES if name in (*PLAIN, "lead_changes"))),
        ("metrics: [all]", "metrics", tuple(NAMES)),
        ("players: random", "players", ("random",)),
        ("players: [random, random]", "players", ("random", "random")),
        ("second_players: random", "second_players", ("random",)),
        ("seed: -7", "seed", -7),
        ("games: 50", "games", 50),
        ("precision: 0.25", "precision", 0.25),
        ("targets: [{metric: wins, equal_within: 0.02}]", "targets", (Target(metric="wins", equal_within=0.02),)),
        ("targets: [{metric: ties, least: 0, most: 0.1}]", "targets", (Target(metric="ties", least=0, most=0.1),)),
    ],
)
def test_each_key_comes_to_a_field(experiment: Callable[[str], Experiment], text: str, field: str, value: Any) -> None:
    assert getattr(experiment(GRID + text), field) == value


def test_a_base_with_targets_needs_no_variant(experiment: Callable[[str], Experiment]) -> None:
    assert names(experiment("targets: [{metric: ties, most: 1}]")) == ["meadow"]


@pytest.mark.parametrize(
    ("text", "place", "code", "message", "help"),
    [
        ("variants: {a: none.yaml}", "2:15", "F003", "there is no file `none.yaml`", None),
        ("variants: {a: rihc.yaml}", "2:15", "F003", "there is no file `rihc.yaml`", "did you mean `rich.yaml`?"),
        ("variants: {a: ../x.yaml}", "2:15", "F002", "`../x.yaml` leads out of the project", None),
        ("variants: {a: {set: {numbers.prze: 3}}}", "2:22", "V001", "`numbers` has no `prze`", "did you mean `prize`?"),
        ("variants: {a: {set: {numbers.prize: much}}}", "2:37", "S002", "must be a whole number", None),
        ("variants: {a: {set: {prize: 3}}}", "2:22", "V010", "`prize=3` is not a setting", None),
        ("grid: {numbers.prize: [1, x]}", "2:27", "S002", "must be a whole number", None),
        ("grid: {numbers.prize: []}", "2:8", "S008", "", None),
        (GRID + "tables: [{players: 2, sides: {hlil: A}}]", "3:31", "V011", "no board `hlil`", "did you mean `hill`?"),
        (GRID + "tables: [{players: 2, sides: {hill: C}}]", "3:37", "V012", "`hill` has no side `C`", None),
        (GRID + "tables: [{players: 2, options: {bonus: 9}}]", "3:40", "V013", "`bonus` is a whole number", None),
        (GRID + "tables: [{players: 4}]", "3:20", "E006", "`meadow` is for 2 to 3 players, not 4", None),
        (GRID + "metric: scroe", "3:9", "E001", "there is no metric `scroe`", "did you mean `score`?"),
        (GRID + "metric: wins", "3:9", "E001", "`wins` is several figures", "choose one, such as `wins.red`"),
        (GRID + "metric: wins.rde", "3:9", "E001", "no figure `wins.rde`", "did you mean `red`?"),
        (GRID + "same_within: {wins.rde: 1}", "3:15", "E001", "no figure `wins.rde`", "did you mean `red`?"),
        (GRID + "metrics: [tunrs]", "3:11", "E001", "no metric `tunrs`", "did you mean `turns`?"),
        (GRID + "targets: [{metric: tie, most: 1}]", "3:20", "E001", "no metric `tie`", "did you mean `ties`?"),
        (GRID + "targets: [{metric: score, equal_within: 1}]", "3:20", "E001", "only win rates can be equal", None),
        (GRID + "players: radnom", "3:10", "E002", "there is no player `radnom`", "did you mean `random`?"),
        (GRID + "players: [random, random, random]", "3:11", "E002", "3 players are named for 2 seats", None),
        (GRID + "precision: 0", "3:12", "E005", "`precision` is more than 0", None),
        (GRID + "same_within: 1,5", "3:14", "S007", "`1,5` cannot be the value of `same_within`", "a number such as"),
        (GRID + "game: 5", "3:1", "S001", "unknown key `game`", "did you mean `games`?"),
        ("seed: 3", "1:1", "E003", "nothing is asked", None),
    ],
)
def test_a_fault_is_told_at_its_place_with_the_nearest_name(
    opened: Read, text: str, place: str, code: str, message: str, help: str | None
) -> None:
    made, found = opened(text)
    assert made is None
    (fault,) = found
    assert (fault.code, str(fault.span)) == (code, f"trial.experiment.yaml:{place}")
    assert message in fault.message
    assert (help or "") in (fault.help or "")


def test_a_fault_of_a_setting_is_told_once_for_all_tables(opened: Read) -> None:
    _, found = opened("grid: {numbers.przie: [1, 2]}\ntables: [{players: 2}, {players: 3}]\n")
    assert [(fault.code, str(fault.span)) for fault in found] == [("V001", "trial.experiment.yaml:2:8")]


def test_faults_of_rules_are_told_in_the_files_of_the_rules(opened: Read) -> None:
    Path("odd.yaml").write_text("extends: meadow/ruleset.yaml\nadd: {rules: {x: {when: evening, do: red jumps}}}\n")
    made, found = opened("variants: {odd: odd.yaml}")
    assert made is None
    assert {fault.span.file for fault in found if fault.span} == {"odd.yaml"}


@pytest.mark.usefixtures("work")
def test_a_file_that_is_not_there_cannot_be_read() -> None:
    with pytest.raises(UnreadableError):
        read_design(Path("none.experiment.yaml"))


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize("text", ["", "[]", "base: [", "base: &a [*a]", "\x00", "base: {}\n", "1", "!!python/x {}"])
def test_hostile_texts_are_told_and_never_raise(text: str) -> None:
    path = Path("trial.experiment.yaml")
    path.write_text(text, encoding="utf-8")
    design, found, _ = read_design(path)
    assert design is None
    assert found
