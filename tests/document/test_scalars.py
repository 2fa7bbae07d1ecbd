import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep.document.scalars import LEAST, MOST, boolean_hint, number_hint, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("TRUE", True),
        ("False", False),
        ("0", 0),
        ("-0", 0),
        ("-7", -7),
        (str(MOST), MOST),
        (str(LEAST), LEAST),
    ],
)
def test_a_word_means_a_value(text: str, value: object) -> None:
    found = resolve(text)
    assert (found, type(found)) == (value, type(value))


ODD_NUMBERS = {
    "06": "leading zero; write `6`",
    "010": "leading zero",
    "0x1F": "hexadecimal number; write `31`",
    "0o17": "octal number; write `15`",
    "0b101": "binary number; write `5`",
    "1_000": "underscores; write `1000`",
    "1,000": "thousands",
    "1e3": "exponent; write `1000`",
    "1:30": "sixties",
    "1.0": "decimal point; write `1`",
    "1.5": "decimal point; write a whole number",
    "1,5": "decimal comma",
    ".5": "decimal point",
    "-.inf": "infinity",
    ".nan": "not a number",
    "+5": "plus sign; write `5`",
    "3000000000": "outside",
    "9" * 5000: "outside",
    "1e999999999": "exponent",
}


@pytest.mark.parametrize("text", ODD_NUMBERS, ids=lambda text: text[:12])
def test_an_odd_number_stays_text_and_is_explained(text: str) -> None:
    assert resolve(text) == text
    hint = number_hint(text)
    assert hint is not None
    assert ODD_NUMBERS[text] in hint


@pytest.mark.parametrize("text", ["2026-01-31", "yes", "no", "on", "off", "y", "N", "yes/no", "three", "1st", "12 13"])
def test_dates_and_words_stay_text(text: str) -> None:
    assert resolve(text) == text
    assert number_hint(text) is None


def test_the_words_of_older_yaml_have_a_hint() -> None:
    assert boolean_hint("No") == 'write `false`, or `"No"` for the text'
    assert boolean_hint("on", key=True) == 'write `"on"` for the text'
    assert boolean_hint("y") is not None
    assert boolean_hint("y", key=True) is None
    assert boolean_hint("yes/no") is None


@given(st.integers(LEAST, MOST))
def test_a_whole_number_written_plainly_is_that_number(number: int) -> None:
    assert resolve(str(number)) == number


@given(st.text(alphabet="0123456789+-._xobeE:, nia", max_size=12))
def test_a_text_is_never_both_a_number_and_an_odd_number(text: str) -> None:
    assert isinstance(resolve(text), str) or number_hint(text) is None
