"""What is hidden from a seat is told for each program by itself, without comparing programs."""

from pathlib import Path

import pytest

from imhotep import Program, open_ruleset
from imhotep.machine.redealing import hidden


def test_equal_programs_are_not_compared_at_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    one = open_ruleset(str(Path(__file__).parents[1] / "rulesets" / "hands")).program(2)
    other = Program.from_json(one.to_json())
    assert one == other and one is not other

    def refuse(self: Program, other: object) -> bool:
        raise AssertionError("two programs are compared")

    monkeypatch.setattr(Program, "__eq__", refuse)
    found = [hidden(program, seat) for _ in range(2) for program in (one, other) for seat in (1, 2)]
    assert found[:2] == found[2:4] and found[0] != found[1]
    assert all(again is before for again, before in zip(found[4:], found[:4], strict=True))
