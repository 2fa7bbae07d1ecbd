"""`dataclass` for the many small records of this package: the standard one, made in a seventh of the time.

The standard one writes, compiles and runs up to nine functions for each class, which for more than a hundred classes
is a seventh of a short command. Here each class gets an `__init__` of its own, which also takes less time to run; the
other functions are shared by all. Fields are those of `dataclasses`, so `field`, `fields`, `replace` and `asdict` work
as ever, and type checkers see the standard decorator. Not supported: `InitVar`, `__post_init__`, classes without slots.
"""

import dataclasses
import operator
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

__all__ = ["dataclass"]

T = TypeVar("T")


def _record(
    *, slots: bool, frozen: bool = False, kw_only: bool = False, order: bool = False
) -> Callable[[type[T]], type[T]]:
    def make(cls: type[T]) -> type[T]:
        bare = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
        made: Any = bare(cls)
        fields = dataclasses.fields(made)
        functions = {
            "__init__": _constructor(made, fields),
            "_compared": staticmethod(_getter([f.name for f in fields if f.compare])),
            **_SHARED,
            **(_FROZEN if frozen else {"__hash__": None}),
            **(_ORDER if order else {}),
        }
        for name, function in functions.items():
            if name not in cls.__dict__:
                setattr(made, name, function)
        return made  # type: ignore[no-any-return]

    return make


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _record


def _constructor(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """An `__init__` that fills the slots without the check for frozen records."""
    names: dict[str, object] = {"_missing": dataclasses.MISSING}
    parameters: list[str] = []
    only_by_name: list[str] = []
    lines: list[str] = []
    for f in fields:
        names[f"_set_{f.name}"] = getattr(cls, f.name).__set__
        parameter = value = f.name
        if f.default is not dataclasses.MISSING:
            names[f"_default_{f.name}"] = f.default
            parameter += f"=_default_{f.name}"
        elif f.default_factory is not dataclasses.MISSING:
            names[f"_make_{f.name}"] = f.default_factory
            parameter += "=_missing"
            value = f"_make_{f.name}() if {f.name} is _missing else {f.name}"
        (only_by_name if f.kw_only else parameters).append(parameter)
        lines.append(f"  _set_{f.name}(self, {value})")
    heads = ", ".join(["self", *parameters, *(["*", *only_by_name] if only_by_name else [])])
    source = f"def make({', '.join(names)}):\n def __init__({heads}):\n" + "\n".join([*lines, "  return"])
    made: dict[str, Any] = {}
    exec(source + "\n return __init__", vars(sys.modules[cls.__module__]), made)
    function: Callable[..., None] = made["make"](**names)
    function.__qualname__ = f"{cls.__qualname__}.__init__"
    function.__annotations__ = {**{f.name: f.type for f in fields}, "return": None}
    return function


def _getter(names: list[str]) -> Callable[[Any], object]:
    return operator.attrgetter(*names) if names else _nothing


def _nothing(record: object) -> tuple[()]:
    return ()


# ---- what all records share; `_compared` gives the fields that count


def _comparison(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def compared(self: Any, other: Any) -> Any:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return compare(self._compared(self), other._compared(other))

    return compared


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _repr(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: object, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, f.name) for f in dataclasses.fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for f, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, f.name, value)


_SHARED = {"__eq__": _comparison(operator.eq), "__repr__": _repr}
_FROZEN = {
    "__hash__": _hash,
    "__setattr__": _refuse_to_set,
    "__delattr__": _refuse_to_delete,
    "__getstate__": _state,
    "__setstate__": _restore,
}
_ORDER = {f"__{each.__name__}__": _comparison(each) for each in (operator.lt, operator.le, operator.gt, operator.ge)}
