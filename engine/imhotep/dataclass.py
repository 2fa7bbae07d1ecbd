"""`dataclass` for the many small records of this package: the standard one, made in a fraction of the time.

The standard one writes, compiles and runs up to nine functions for each class, which for more than a hundred classes
is a seventh of a short command. Here the functions are shared by all, but for `__init__`, which is compiled once for
all classes with as many fields, and which takes less time to run, too.

Fields are those of `dataclasses`, so `field`, `fields`, `replace` and `asdict` work as ever, and type checkers see the
standard decorator. Not supported: `InitVar`, `__post_init__`, fields without a parameter, classes without slots.
"""

import dataclasses
import operator
import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType
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


def _constructor(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> FunctionType:
    """An `__init__` that fills the slots without the check for frozen records."""
    by_name = [f for f in fields if f.kw_only]
    ordered = [*(f for f in fields if not f.kw_only), *by_name]
    factories = {n: f.default_factory for n, f in enumerate(ordered) if f.default_factory is not dataclasses.MISSING}
    optional = [f for n, f in enumerate(ordered) if n in factories or f.default is not dataclasses.MISSING]
    make = _maker(len(ordered), len(by_name), tuple(factories))
    like = make(dataclasses.MISSING, *(getattr(cls, f.name).__set__ for f in ordered), *factories.values())
    function = FunctionType(
        like.__code__.replace(co_varnames=("self", *(f.name for f in ordered))),
        vars(sys.modules[cls.__module__]),
        "__init__",
        tuple(f.default for f in optional if not f.kw_only),
        like.__closure__,
    )
    function.__kwdefaults__ = {f.name: f.default for f in optional if f.kw_only}
    function.__annotations__ = {**{f.name: f.type for f in fields}, "return": None}
    function.__qualname__ = f"{cls.__qualname__}.__init__"
    return function


@cache
def _maker(fields: int, by_name: int, factories: tuple[int, ...]) -> Callable[..., FunctionType]:
    """What makes an `__init__` for that many fields out of setters and factories; all classes of one shape share it.

    `factories` are the numbers of the fields that have one. Names and defaults are left to each class.
    """
    parameters = ["self", *(f"value_{n}" for n in range(fields))]
    if by_name:
        parameters.insert(1 + fields - by_name, "*")
    values = {n: f"make_{n}() if value_{n} is missing else value_{n}" for n in factories}
    lines = [f"  set_{n}(self, {values.get(n, f'value_{n}')})\n" for n in range(fields)]
    given = ["missing", *(f"set_{n}" for n in range(fields)), *(f"make_{n}" for n in factories)]
    head = f"def make({', '.join(given)}):\n def __init__({', '.join(parameters)}):\n"
    made: dict[str, Callable[..., FunctionType]] = {}
    exec(head + "".join(lines) + "  return\n return __init__", made)
    return made["make"]


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
