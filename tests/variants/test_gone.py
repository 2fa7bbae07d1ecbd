"""A name that a text asks for and a variant removed is told with the place of the removal."""

from pathlib import Path

import pytest

import imhotep
from imhotep.errors import InvalidRulesetError


def test_the_removal_is_told_beside_the_use(tmp_path: Path) -> None:
    variant = tmp_path / "v.yaml"
    variant.write_text("extends: imhotep\nremove: [cards.statue, tables.start_stones]\n", encoding="utf-8")
    found = [d for d in imhotep.validate(str(variant))[1] if d.code == "N008"]
    (fault,) = found
    assert fault.span is not None and fault.span.file == "imhotep/flow.yaml"
    assert [(str(r.span).rpartition("v.yaml")[2], r.message) for r in fault.related] == [
        (":2:24", "`tables.start_stones` is removed here")
    ]
    with pytest.raises(InvalidRulesetError) as raised:
        imhotep.open_ruleset(str(variant)).program(2)
    told = [r.message for d in raised.value.diagnostics for r in d.related]
    assert told == ["`tables.start_stones` is removed here"]


def test_a_name_that_never_was_is_told_alone(tmp_path: Path) -> None:
    variant = tmp_path / "v.yaml"
    variant.write_text(
        "extends: imhotep\nremove: [cards.statue]\n"
        "add:\n  rules:\n    more: {when: game_end, do: black scores statues_of(black)}\n",
        encoding="utf-8",
    )
    (fault,) = (d for d in imhotep.validate(str(variant))[1] if d.code == "N008")
    assert fault.related == ()
