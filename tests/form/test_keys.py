"""Which keys the schema knows where."""

import pytest

from imhotep.form.keys import keys_at


@pytest.mark.parametrize(
    "path",
    [
        "players", "winner", "areas.bed", "boards.hill", "boards.hill.sides.A.numbers.height", "components.token",
        "components.token.kinds.red", "areas.bed.cells.1", "areas.bed.rows.1.cells.2", "options.gentle", "fields.wind",
        "seats.red", "numbers.source",
    ],
)  # fmt: skip
def test_things_may_have_a_source(path: str) -> None:
    assert "source" in keys_at(tuple(path.split(".")))


@pytest.mark.parametrize(
    "path", ["areas", "numbers", "title", "boards.hill.effects", "numbers.a.value", "nothing.at.all"]
)
def test_maps_of_ids_and_single_values_have_none(path: str) -> None:
    assert "source" not in keys_at(tuple(path.split(".")))
    assert "source" not in keys_at(())
