"""The options of a ruleset, and what is chosen."""

from pathlib import Path

from imhotep.compile.ruleset import open_ruleset
from imhotep.explain.options import switches


def test_values_defaults_and_choices(work: Path) -> None:
    composed = open_ruleset("Windy 2.yaml").composed
    gentle, bonus = switches(composed.root, composed.options)
    assert (gentle.id, gentle.values, gentle.default, gentle.chosen) == (
        "gentle", (("false", ""), ("true", "")), "false", "true",
    )  # fmt: skip
    assert str(gentle.by) == "Windy 2.yaml:4:19"
    assert (bonus.values, bonus.default, bonus.chosen, bonus.by) == ((("0 to 3", ""),), "0", "0", None)


def test_named_values_have_a_text_and_the_option_a_source() -> None:
    composed = open_ruleset("imhotep", options={"chisel_places": "up_to_two", "wrath_of_the_pharaoh": "yes"}).composed
    found = {each.id: each for each in switches(composed.root, composed.options)}
    chisel = found["chisel_places"]
    assert chisel.values[1] == ("up_to_two", "one is enough")
    assert (chisel.name, chisel.default, chisel.chosen) == ("What the Chisel needs", "exactly_two", "up_to_two")
    assert (chisel.confidence, found["pyramid_overflow"].note) == ("several", "For side B of the pyramids.")
    assert found["wrath_of_the_pharaoh"].chosen == "true"
