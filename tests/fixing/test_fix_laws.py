"""Laws of fixes, on files with several faults: what is mended is gone, nothing new is there, all else is the same."""

import difflib

from fixing.meadows import HEAD, found_in, mended
from hypothesis import given, settings
from hypothesis import strategies as some

from imhotep.diagnostics import has_errors

PARTS = (
    ("title: no  # 'kept'\n", "title: \"no\"  # 'kept'\n"),
    ("# a comment\n\n", None),
    ("id: 'six'   \n", None),
    ("options: {gentle: yes, bonus: 2}\n", "options: {gentle: true, bonus: 2}\n"),
    (
        "change:\n  areas: {bed: {size: 0x4}}  # size\n  procedures:\n    turn:\n      do: |  # rule\n"
        "        if gentle # why\n          set wind\tto calm\n        if prize==2: stop\n",
        "change:\n  areas: {bed: {size: 4}}  # size\n  procedures:\n    turn:\n      do: |  # rule\n"
        "        if gentle: # why\n          set wind to calm\n        if prize is 2: stop\n",
    ),
    ("add:\n  numbers:\n    one: {value: 1_2} # imhotep: ignore[U001]\n", None),
)
ENDINGS = some.sampled_from(("\n", "\r\n", "\r"))


@settings(max_examples=30)
@given(some.lists(some.sampled_from(PARTS), unique=True), ENDINGS, some.booleans())
def test_safe_fixes_mend_and_change_nothing_else(parts: list[tuple[str, str | None]], ending: str, ends: bool) -> None:
    before = (HEAD + "".join(part for part, _ in parts)).replace("\n", ending)
    expected = (HEAD + "".join(after or part for part, after in parts)).replace("1_2", "12").replace("\n", ending)
    if not ends:
        before, expected = before.removesuffix(ending), expected.removesuffix(ending)
    text, result = mended(before)
    assert text == expected
    assert result.given_up == 0
    left = found_in(text)
    assert not has_errors(left)
    assert not any(each.fix is not None and each.fix.safe for each in left)
    assert mended(text)[0] == text  # once is enough
    pieces = difflib.SequenceMatcher(None, before, text, autojunk=False).get_opcodes()
    assert all(before[i:j].count(ending) == text[k:m].count(ending) for _, i, j, k, m in pieces)


@given(some.text(alphabet="\t \n:#[]{},'\"|-&*!<>=noyes06_ax", max_size=60))
def test_nothing_that_can_be_written_breaks_a_fix(noise: str) -> None:
    before = HEAD + "title: no\nchange: {numbers: {prize: {value: 03}}}\n" + noise
    text, _ = mended(before, unsafe=True)
    assert not has_errors(found_in(text)) or has_errors(found_in(before))
