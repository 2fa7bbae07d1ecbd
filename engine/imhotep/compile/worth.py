"""What a formula is worth where nothing but variables with known values goes into it."""

import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from imhotep.program.instructions import Code
from imhotep.program.memory import Table

Known: TypeAlias = dict[int, int]
"""Values of variables by their slots."""


_ARITHMETIC: Final[Mapping[str, Callable[[int, int], int]]] = MappingProxyType(
    {
        "add": operator.add,
        "sub": operator.sub,
        "mul": operator.mul,
        "offset": operator.add,
        "min": min,
        "max": max,
        "eq": operator.eq,
        "ne": operator.ne,
        "lt": operator.lt,
        "le": operator.le,
    }
)


def worth(code: Code, locals: Known, tables: Sequence[Table]) -> int | None:
    """The value, or None where it depends on more than that, or cannot be worked out."""
    if isinstance(code, int):
        return code
    name, *operands = code
    if name == "local":
        return locals.get(operands[0])
    if name in ("lookup", "row_value"):
        index = worth(operands[1], locals, tables)
        table = tables[operands[0]]
        known = index is not None and 0 <= index - table.first < len(table.values)
        return table.values[index - table.first] if index is not None and known else None
    if name not in _ARITHMETIC:
        return None
    a, b = worth(operands[0], locals, tables), worth(operands[1], locals, tables)
    return None if a is None or b is None else int(_ARITHMETIC[name](a, b))
