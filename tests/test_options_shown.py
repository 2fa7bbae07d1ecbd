"""Every option of a shipped ruleset is shown by scenarios: at each of its values, and so that the value matters."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from imhotep.compile.ruleset import Ruleset, open_ruleset
from imhotep.document.nodes import Mapping, Scalar
from imhotep.loading.load import scenario_files
from imhotep.scenario.playing import play
from imhotep.scenario.preparing import prepare
from imhotep.scenario.scenarios import Scenario, read_scenarios
from imhotep.shipped import ruleset_ids


def values(root: Mapping) -> dict[str, list[str]]:
    """The values of each option that a ruleset declares, as one would write them."""
    found = {}
    declared = root.get("options")
    for option in declared.entries if isinstance(declared, Mapping) else ():
        assert isinstance(option.value, Mapping)
        listed = option.value.get("values")
        words = [entry.key.text for entry in listed.entries] if isinstance(listed, Mapping) else ["false", "true"]
        found[option.key.text] = words
    return found


@cache
def scenarios(ruleset: str) -> list[Scenario]:
    (layer,) = open_ruleset(ruleset).composed.lineage
    files = [read_scenarios(path)[0] for path in scenario_files(layer)]
    return [scenario for file in files if file is not None for scenario in file.scenarios]


def chosen(scenario: Scenario, option: str) -> str | None:
    said = scenario.options.get(option)
    return said.text if isinstance(said, Scalar) else None


def missing(options: dict[str, list[str]], found: list[Scenario]) -> list[str]:
    """The values of options that no scenario sets."""
    return [
        f"{option}: {value}"
        for option, words in options.items()
        for value in words
        if not any(chosen(scenario, option) == value for scenario in found)
    ]


def otherwise(scenario: Scenario, option: str, value: str) -> Scenario:
    """The scenario with an option at another value."""
    entries = []
    for entry in scenario.options.entries:
        if entry.key.text == option:
            assert isinstance(entry.value, Scalar)
            meant = {"true": True, "false": False}.get(value, value)
            entry = replace(entry, value=replace(entry.value, text=value, value=meant))
        entries.append(entry)
    return replace(scenario, options=replace(scenario.options, entries=tuple(entries)))


def contrasts(options: dict[str, list[str]], found: list[Scenario]) -> Iterator[tuple[str, Scenario]]:
    """Each scenario that sets an option with each other value: what it shows, and how it would be there."""
    for option, words in options.items():
        for scenario in found:
            value = chosen(scenario, option)
            for other in words:
                if value is not None and other != value:
                    yield f"{option}: {value} instead of {other}", otherwise(scenario, option, other)


def without_contrast(ruleset: Ruleset, options: dict[str, list[str]], found: list[Scenario]) -> set[str]:
    """The pairs of values that no scenario tells apart."""
    pairs = list(contrasts(options, found))
    results = [play(prepared) for prepared in prepare(ruleset, [changed for _, changed in pairs])]
    assert all(result.outcome in ("passed", "failed", "broken") and not result.diagnostics for result in results)
    told_apart = {pair for (pair, _), result in zip(pairs, results, strict=True) if result.outcome != "passed"}
    every = {f"{o}: {a} instead of {b}" for o, words in options.items() for a in words for b in words if a != b}
    return every - told_apart


@pytest.mark.parametrize("id", ruleset_ids())
def test_a_scenario_sets_each_value_of_every_option(id: str) -> None:
    assert missing(values(open_ruleset(id).composed.root), scenarios(id)) == []


@pytest.mark.parametrize("id", ruleset_ids())
def test_for_each_value_of_an_option_a_scenario_comes_out_differently_at_each_other_value(id: str) -> None:
    ruleset = open_ruleset(id)
    assert without_contrast(ruleset, values(ruleset.composed.root), scenarios(id)) == set()


def test_a_value_that_no_scenario_sets_is_named() -> None:
    options = values(open_ruleset("imhotep").composed.root)
    assert set(options["wrath_of_the_pharaoh"]) == {"false", "true"}
    assert len(options["hammer_takes"]) == 3
    fewer = [each for each in scenarios("imhotep") if chosen(each, "lever_order") != "fixed_first"]
    assert missing(options, fewer) == ["lever_order: fixed_first"]


def test_values_that_no_scenario_tells_apart_are_named() -> None:
    ruleset = open_ruleset("imhotep")
    options = {"wrath_counts": values(ruleset.composed.root)["wrath_counts"]}
    shown = [each for each in scenarios("imhotep") if each.id == "shipped-stones-please-the-pharaoh-either-way"]
    assert len(without_contrast(ruleset, options, shown)) == 2
