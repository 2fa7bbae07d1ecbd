"""The random generator against the published algorithm, written down again here without the engine's functions."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep.machine.chance import GOLDEN, Stream, below, mix, name_hash, stream_key, word

SPLITMIX64_FROM_1234567 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""The first words of SplitMix64 from that seed, as other implementations publish them."""


def splitmix64(seed: int) -> Iterator[int]:
    """SplitMix64 by Steele, Lea and Flood, with the constants of its reference implementation."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        yield z ^ (z >> 31)


def fnv1a(text: str) -> int:
    """FNV-1a, 64 bits."""
    value = 14695981039346656037
    for byte in text.encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return value


def test_the_algorithm_written_down_here_is_the_published_one() -> None:
    words = splitmix64(1234567)
    assert tuple(next(words) for _ in SPLITMIX64_FROM_1234567) == SPLITMIX64_FROM_1234567
    assert fnv1a("") == 0xCBF29CE484222325
    assert fnv1a("a") == 0xAF63DC4C8601EC8C
    assert fnv1a("foobar") == 0x85944171F73967E8


@given(st.integers(0, 2**64 - 1))
def test_words_of_a_stream_are_the_upper_halves_of_splitmix64(key: int) -> None:
    words = splitmix64(key)
    assert [word(key, n) for n in range(1, 6)] == [next(words) >> 32 for _ in range(5)]


def test_words_are_the_same_for_ever() -> None:
    key = stream_key(7, name_hash("areas.deck"))
    first = next(splitmix64(7))
    assert key == mix((first + fnv1a("areas.deck")) % 2**64)
    assert [word(key, n) for n in range(1, 4)] == GOLDEN_WORDS
    stream = Stream(2026, "player black")
    assert [stream.below(6) for _ in range(20)] == GOLDEN_THROWS


GOLDEN_WORDS = [3981627075, 2163139573, 2353344527]
GOLDEN_THROWS = [4, 2, 1, 3, 1, 4, 1, 5, 1, 4, 4, 2, 3, 5, 2, 0, 3, 2, 4, 1]


@given(st.integers(), st.text(max_size=20), st.lists(st.integers(1, 2**32), min_size=1, max_size=30))
def test_a_stream_and_the_bare_functions_draw_alike(seed: int, name: str, bounds: list[int]) -> None:
    stream = Stream(seed, name)
    key, counter = stream_key(seed, name_hash(name)), 0
    for bound in bounds:
        value, counter = below(key, counter, bound)
        assert stream.below(bound) == value
        assert 0 <= value < bound
    assert stream.counter == counter


@given(st.integers(0, 2**64 - 1), st.sampled_from([3 * 2**30, 2**31 + 1, 2**32 - 1]))
def test_biased_words_are_thrown_away(key: int, bound: int) -> None:
    """By Lemire's rule a word is refused when the low half of its product is below 2³² modulo the bound."""
    words = splitmix64(key)
    products = [(next(words) >> 32) * bound for _ in range(200)]
    drawn = next(i for i, product in enumerate(products) if product % 2**32 >= 2**32 % bound)
    assert below(key, 0, bound) == (products[drawn] >> 32, drawn + 1)


def test_seeds_count_modulo_two_to_the_64() -> None:
    assert stream_key(5, 1) == stream_key(5 + 2**64, 1) == stream_key(5 - 2**64, 1)
    assert stream_key(5, 1) != stream_key(6, 1)
    assert stream_key(5, 1) != stream_key(5, 2)
    assert GOLDEN % 2 == 1


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 52])
def test_draws_are_spread_evenly(bound: int) -> None:
    stream = Stream(1, f"dice {bound}")
    draws = 600 * bound
    counted = Counter(stream.below(bound) for _ in range(draws))
    chi_square = sum((counted[i] - 600) ** 2 / 600 for i in range(bound))
    assert chi_square < bound - 1 + 5 * (2 * (bound - 1)) ** 0.5
    pairs: Counter[bool] = Counter()
    before = stream.below(bound)
    for _ in range(draws):
        now = stream.below(bound)
        pairs[before < now] += 1
        before = now
    assert abs(pairs[True] / draws - (bound - 1) / (2 * bound)) < 0.05
