"""Records behave like the standard dataclasses that they are to type checkers."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from typing import Any, get_type_hints

import pytest

from imhotep.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A point."""

    x: int
    y: int = 2
    names: list[str] = field(default_factory=list)
    at: "Point | None" = field(compare=False, repr=False, kw_only=True, default=None)


@dataclasses.dataclass(frozen=True, slots=True)
class StandardPoint:
    """A point."""

    x: int
    y: int = 2
    names: list[str] = field(default_factory=list)
    at: "StandardPoint | None" = field(compare=False, repr=False, kw_only=True, default=None)


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """Something that has an order."""

    major: int
    minor: int


@dataclass(slots=True, kw_only=True)
class Heap:
    """Something that changes."""

    size: int = 0


@dataclass(frozen=True, slots=True)
class Nothing:
    """Something without fields."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something with functions of its own."""

    name: str

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return self.name


def test_a_record_is_made_and_shown_as_the_standard_one_is() -> None:
    point = Point(1, names=["a"], at=Point(0))
    assert repr(point) == repr(StandardPoint(1, names=["a"])).replace("Standard", "")
    assert (point.x, point.y, point.names, point.at) == (1, 2, ["a"], Point(0))
    assert Point(1).names is not Point(1).names
    assert Point.__match_args__ == StandardPoint.__match_args__
    assert list(get_type_hints(Point.__init__)) == list(get_type_hints(StandardPoint.__init__))
    ours, standard = (inspect.signature(each).parameters.values() for each in (Point, StandardPoint))
    assert [(p.name, p.kind) for p in ours] == [(p.name, p.kind) for p in standard]


@pytest.mark.parametrize(("arguments", "named"), [((), {}), ((1, 2, [], None), {}), ((1,), {"z": 3}), ((1,), {"x": 1})])
def test_wrong_arguments_are_refused_in_the_words_of_the_standard_one(arguments: Any, named: Any) -> None:
    with pytest.raises(TypeError) as ours:
        Point(*arguments, **named)
    with pytest.raises(TypeError) as standard:
        StandardPoint(*arguments, **named)
    assert str(ours.value) == str(standard.value).replace("Standard", "")


def test_equal_records_are_of_one_class_and_equal_in_all_that_counts() -> None:
    assert Point(1, at=Point(1)) == Point(1)
    assert Point(1) != Point(2)
    different: list[Any] = [Point(1), StandardPoint(1), Nothing(), Version(0, 0)]
    assert [each == other for each in different for other in different].count(True) == len(different)
    assert hash(Version(1, 2)) == hash(Version(1, 2))
    assert len({Nothing(), Nothing(), Version(1, 2), Version(1, 2)}) == 2


def test_a_frozen_record_does_not_change() -> None:
    for name in ("x", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(Point(1), name, 3)
        with pytest.raises(FrozenInstanceError):
            delattr(Point(1), name)


def test_one_that_changes_has_no_hash() -> None:
    heap = Heap()
    heap.size += 1
    assert heap == Heap(size=1)
    with pytest.raises(TypeError):
        hash(heap)


def test_order_is_that_of_the_fields() -> None:
    assert Version(1, 2) < Version(1, 3) <= Version(2, 0)
    assert max(Version(1, 2), Version(2, 0)) > Version(1, 9) >= Version(1, 9)
    with pytest.raises(TypeError):
        Version(1, 2) < Point(1)  # type: ignore[operator]  # noqa: B015


def test_functions_of_its_own_are_kept() -> None:
    assert hash(Named("a")) == 7
    assert repr(Named("a")) == "a"


def test_the_functions_of_dataclasses_know_it() -> None:
    point = Point(1, 3, ["a"])
    assert [f.name for f in fields(point)] == ["x", "y", "names", "at"]
    assert asdict(point) == {"x": 1, "y": 3, "names": ["a"], "at": None}
    assert replace(point, y=4) == Point(1, 4, ["a"])


def test_it_can_be_copied_and_sent_to_another_process() -> None:
    point = Point(1, 3, ["a"], at=Point(2))
    for other in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert other == point
        assert other.at == point.at
    assert pickle.loads(pickle.dumps(Heap(size=3))) == Heap(size=3)
