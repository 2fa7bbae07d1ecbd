"""A composed ruleset that stands alone says and plays what the composed one does."""

from dataclasses import replace
from pathlib import Path

import pytest

from imhotep.compile.ruleset import Ruleset, open_ruleset, validate
from imhotep.document.nodes import plain
from imhotep.document.writer import write
from imhotep.explain.origin import origins, with_origins
from imhotep.explain.standalone import standalone
from imhotep.game.game import Game
from imhotep.program.program import Program

EXAMPLES = Path(__file__).parents[2] / "examples" / "house-rules"


def saved(text: str, file: str) -> Ruleset:
    """What a text is as a ruleset; it must be without errors."""
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(text, encoding="utf-8")
    ruleset, found = validate(f"./{file}")
    assert ruleset is not None, [f"{d.span}: {d.message}" for d in found]
    return ruleset


def rules(program: Program) -> Program:
    """A program without its names and places."""
    procedures = tuple(replace(procedure, place="") for procedure in program.procedures)
    return replace(program, ruleset="", digest="", places_in_files=(), procedures=procedures)


def test_it_has_the_id_and_title_of_the_variant_and_what_was_chosen(work: Path) -> None:
    root = standalone(open_ruleset("Windy 2.yaml", options={"bonus": 3}).composed)
    found = plain(root)
    assert isinstance(found, dict)
    assert (found["ruleset"], found["title"]) == ("windy-2", {"en": "Windy meadow"})
    assert found["options"] == {"gentle": {"default": True}, "bonus": {"default": 3, "least": 0, "most": 3}}
    assert [each.path for each in origins(root) if ".height." in each.path] == [
        "boards.hill.sides.B.numbers.height.value", "boards.hill.sides.A.numbers.height.value",
    ]  # fmt: skip


def test_without_a_variant_it_keeps_its_own_names(work: Path) -> None:
    composed = open_ruleset("./meadow").composed
    assert standalone(composed) == composed.root


@pytest.mark.parametrize(
    ("name", "id"), [("01-Quick Game!.yaml", "quick-game"), ("größe.yaml", "gr-e"), ("7.yaml", "meadow")]
)
def test_an_id_becomes_one_that_a_ruleset_may_have(work: Path, name: str, id: str) -> None:
    Path(name).write_text("extends: meadow/ruleset.yaml\nsides: {hill: A}\n", encoding="utf-8")
    root = standalone(open_ruleset(name).composed)
    assert saved(write(root), "out.yaml").id == id


def test_a_named_value_stays_a_name(work: Path) -> None:
    Path("v.yaml").write_text(
        "extends: meadow/ruleset.yaml\n"
        "add: {options: {bold: {default: no_way, values: {no_way: {en: No}, 'true': {en: Yes}}}}}\n",
        encoding="utf-8",
    )
    root = standalone(open_ruleset("v.yaml", options={"bold": "true"}).composed)
    again = saved(write(root), "out.yaml")
    assert dict(again.program(2).options)["bold"] == "true"


@pytest.mark.parametrize("writing", [write, with_origins])
@pytest.mark.parametrize("file", ["out.yaml", "folder/ruleset.yaml"])
def test_saved_it_plays_the_same_games(work: Path, file: str, writing: object) -> None:
    original = open_ruleset("Windy 2.yaml", options={"bonus": "2"}, settings=["numbers.rounds=3"])
    again = saved((write if writing is write else with_origins)(standalone(original.composed)), file)
    one, other = original.program(2), again.program(2)
    assert rules(one) == rules(other)
    assert [_outcome(one, seed) for seed in range(5)] == [_outcome(other, seed) for seed in range(5)]


VARIANTS = [str(path) for path in sorted(EXAMPLES.glob("*.yaml")) if not path.name.endswith(".scenarios.yaml")]


@pytest.mark.parametrize(
    "path",
    [
        "imhotep",
        *(pytest.param(v, marks=() if n % 5 == 0 else pytest.mark.long) for n, v in enumerate(VARIANTS)),
    ],
)
def test_shipped_rules_are_the_same_when_they_stand_alone(work: Path, path: str) -> None:
    choices = {"sides": {"temple": "B", "market": "B"}, "options": {"wrath_of_the_pharaoh": "yes"}}
    original = open_ruleset(path, **choices)  # type: ignore[arg-type]
    root = standalone(original.composed)
    plainly, told = saved(write(root), "out.yaml"), saved(with_origins(root), "told.yaml")
    for players in original.players:
        program = rules(original.program(players))
        assert program == rules(plainly.program(players)) == rules(told.program(players))


def _outcome(program: Program, seed: int) -> object:
    game = Game(program, seed=seed)
    while (decision := game.decision) is not None:
        game.apply(decision.options[seed % len(decision.options)])
    return game.scores, game.winners
