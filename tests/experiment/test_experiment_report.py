from collections.abc import Callable
from dataclasses import replace

import pytest
from experiment.asking import compare

from imhotep import Ruleset, open_ruleset
from imhotep.experiment.findings import Against, Comparison
from imhotep.experiment.metrics import NAMES
from imhotep.experiment.report import simulation_text
from imhotep.experiment.report_comparison import comparison_text
from imhotep.experiment.simulate import Fault, Simulation, simulate
from imhotep.experiment.statistics import Estimate

CAUTION = "random players: this says little about good play"


@pytest.fixture(scope="module")
def simulation(base: Ruleset) -> Simulation:
    return simulate(base, players=4, games=10, seed=1)


@pytest.fixture(scope="module")
def comparison(base: Ruleset) -> Comparison:
    other = open_ruleset("imhotep", sides={"market": "B"})
    return compare([base, base, other], 4, 10)


def variants(comparison: Comparison, *variants: Against) -> Comparison:
    return replace(comparison, tables=(replace(comparison.tables[0], variants=variants),))


def lines_of(text: str, first_word: str) -> list[str]:
    return [line for line in text.splitlines() if line.split(" ")[0] == first_word]


def test_texts_fit_into_80_columns_and_plain_letters(simulation: Simulation, comparison: Comparison) -> None:
    for text in (simulation_text(simulation), comparison_text(comparison)):
        assert max(map(len, text.splitlines())) <= 80
        assert text.isascii()
        assert text.endswith("\n") and not text.endswith("\n\n")
        assert all(line == line.rstrip() for line in text.splitlines())


def test_texts_begin_with_a_caution(simulation: Simulation, comparison: Comparison) -> None:
    for text in (simulation_text(simulation), comparison_text(comparison)):
        assert text.splitlines()[0] == CAUTION


def test_a_simulation_names_each_seat_and_source(simulation: Simulation) -> None:
    text = simulation_text(simulation)
    for name in ("black", "white", "brown", "gray", "temple", "statue"):
        assert len(lines_of(text, name)) == 1
    assert f"{simulation.seats[0].score.value:.1f}" in lines_of(text, "black")[0]


def test_many_seats_with_long_names_still_fit(simulation: Simulation) -> None:
    seats = tuple(replace(simulation.seats[0], seat=f"{number}_seat_with_a_name_of_some_length") for number in range(7))
    text = simulation_text(replace(simulation, seats=seats))
    assert max(map(len, text.splitlines())) <= 80
    assert len(lines_of(text, "temple")) > 1


def test_a_comparison_tells_only_what_a_variant_chose_otherwise(comparison: Comparison) -> None:
    text = comparison_text(comparison)
    assert text.splitlines().count("with market B") == 1
    assert "variant 1: imhotep" in text and "variant 2: imhotep" in text


def test_the_same_rules_are_told_to_be_no_different(comparison: Comparison) -> None:
    text = comparison_text(variants(comparison, comparison.tables[0].variants[0]))
    assert "higher" not in text.split("variant 1")[1]
    assert "0.00 (0.00 to 0.00)  no game differs" in lines_of(text, "white")[0]


def test_a_gift_of_five_points_reads_as_such(base: Ruleset, variant: Callable[[str], Ruleset]) -> None:
    gift = variant("add: {rules: {gift: {when: game_end, do: white scores 5}}}\n")
    text = comparison_text(compare([base, gift], 2, 12))
    assert "+5.00 (+5.00 to +5.00)  higher" in lines_of(text, "white")[0]
    assert lines_of(text, "gift")[0].split()[1:4] == ["-", "2.50", "+2.50"]
    assert "fewer than 30 pairs: the intervals are rough" in text


def test_a_small_difference_is_not_written_as_0(comparison: Comparison) -> None:
    against = comparison.tables[0].variants[0]
    small = Estimate(value=-0.006, low=-0.0113, high=-0.0007, count=100)
    shown = replace(against.named("score"), difference=small)
    others = tuple(each for each in against.differences if each.name != "score")
    text = comparison_text(variants(comparison, replace(against, differences=(shown, *others))))
    assert "-0.01 (-0.01 to -0.001)" in text


def test_faults_are_told_with_a_seed_to_play_them_again(simulation: Simulation) -> None:
    fault = Fault(message="rules.yaml:3:1: no", stopped=False, games=2, first_seed=77)
    text = simulation_text(replace(simulation, finished=8, broken=2, faults=(fault,)))
    assert "8 finished, 2 broken down, 0 stopped" in text
    assert "2 x rules.yaml:3:1: no" in text and "seed 77" in text


def test_a_comparison_without_a_pair_says_so(comparison: Comparison) -> None:
    against = replace(comparison.tables[0].variants[0], pairs=0, dropped=10)
    text = comparison_text(variants(comparison, against))
    assert "nothing to compare" in text
    assert "no game differs" not in text


def test_the_answer_stands_before_the_tables(comparison: Comparison) -> None:
    text = comparison_text(comparison)
    assert "the question: score\n" in text
    assert text.index("score 0.00 (0.00 to 0.00): no game differs") < text.index("all seats")


def test_findings_that_depend_on_play_are_told_with_both_players(comparison: Comparison) -> None:
    against = comparison.tables[0].variants[0]
    turned = replace(against.named("score"), verdict="better", again="worse")
    others = tuple(each for each in against.differences if each.name != "score")
    asked = replace(comparison.experiment, second_players=("random",))
    text = comparison_text(
        replace(variants(comparison, replace(against, differences=(turned, *others))), experiment=asked)
    )
    assert "and again by random" in text
    assert "score 0.00 (0.00 to 0.00): depends on play\n" in text
    assert "score depends on play: better with random; worse with random\n" in text


def test_options_are_told_those_most_unlike_chance_first(base: Ruleset) -> None:
    other = open_ruleset("imhotep", settings=["areas.sled.capacity=3"])
    text = comparison_text(compare([base, other], 2, 30, metrics=tuple(NAMES)))
    assert max(map(len, text.splitlines())) <= 80
    picked = text.split("\npicked ")[1].split("\n\n")[0].splitlines()
    assert len(picked) == 14 and picked[-1].startswith("and ")
    assert picked[1].startswith("play_turns.action")
