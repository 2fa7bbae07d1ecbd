"""Options that texts ask for in vain: whatever they are set to, the same is done.

Looks at each text by itself. A question is in vain where its condition comes out the same for every value of the
option, or where an `if` does the same either way. One question that is not in vain clears the option.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as MappingType
from itertools import product
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Related, Severity
from imhotep.document.nodes import Entry, Mapping, Scalar
from imhotep.effects import tree as t
from imhotep.meaning.texts import Texts, inside

MOST_VALUES: Final = 50  # of an option that is a number
MOST_PARTS: Final = 6  # of a condition, besides what it asks about the option

_COMPARED: Final[MappingType[str, Callable[[Any, Any], bool]]] = MappingProxyType(
    {
        "is": operator.eq,
        "is not": operator.ne,
        ">=": operator.ge,
        "<=": operator.le,
        ">": operator.gt,
        "<": operator.lt,
    }
)

Value: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """An option and the values it can have."""

    id: str
    values: tuple[Value, ...]


class _MattersError(Exception):
    """The option goes into something other than a yes or no."""


def in_vain(entry: Entry, asking: Sequence[Scalar], texts: Texts) -> Diagnostic | None:
    """A warning about the option of that entry, if all that `asking` texts ask about it is in vain."""
    option = Option(entry.key.text, tuple(_values(entry.value)))
    asked: list[Related] = []
    for scalar in asking:
        trees = [tree for (_, key), (_, tree, _) in texts.kept.items() if key == id(scalar)]
        if not trees or any(_matters(tree, option) for tree in trees):
            return None
        spans = [scalar.place(name.at.start, name.at.end) for name in _asks(trees[0], option)]
        asked += [Related(span, "this makes no difference") for span in spans]
    if not asked:
        return None
    return Diagnostic(
        code="U009",
        severity=Severity.WARNING,
        message=f"the option `{option.id}` changes nothing: it is asked for in vain",
        span=entry.key.span,
        related=tuple(asked),
    )


def _values(node: object) -> Iterator[Value]:
    """All values of an option; none where there are too many to go through."""
    if not isinstance(node, Mapping):
        return
    values, default, least, most = (node.get(key) for key in ("values", "default", "least", "most"))
    if isinstance(values, Mapping):
        yield from (entry.key.text for entry in values.entries)
    elif isinstance(default, Scalar) and (isinstance(default.value, bool) or default.text in ("yes", "no")):
        yield from (False, True)
    elif isinstance(least, Scalar) and isinstance(most, Scalar):
        low, high = int(least.text), int(most.text)
        yield from range(low, high + 1) if high - low < MOST_VALUES else ()


def _asks(node: Any, option: Option) -> list[t.Name]:
    """Where a part of a tree names the option."""
    return [each for each in inside(node) if isinstance(each, t.Name) and each.id == option.id]


def _matters(node: Any, option: Option) -> bool:
    """Whether the option's value can make a difference in a part of a tree."""
    match node:
        case tuple():
            return any(_matters(part, option) for part in node)
        case t.If():
            return _branches_matter(node, option)
        case t.Name() | t.Not() | t.Logic() | t.Compare():
            return bool(_asks(node, option)) and (not option.values or _decides(node, option))
        case t.Node():
            return any(_matters(getattr(node, name), option) for name in node.__match_args__)
    return False


def _branches_matter(node: t.If, option: Option) -> bool:
    """Whether a condition decides between blocks that differ, or something inside them matters."""
    rest = node.otherwise
    for branch in reversed(node.branches):
        if isinstance(branch.condition, t.Possible) or branch.block != rest:
            rest = None
            if _matters(branch.condition, option):
                return True
        if _matters(branch.block, option):
            return True
    return _matters(node.otherwise, option)


def _decides(condition: t.Expression, option: Option) -> bool:
    """Whether a condition comes out differently for different values, whatever else holds."""
    parts: list[t.Expression] = []
    try:
        _split(condition, option, parts)
    except _MattersError:
        return True
    return len(parts) > MOST_PARTS or any(
        len({_worth(condition, option, value, parts, holds) for value in option.values}) > 1
        for holds in product((False, True), repeat=len(parts))
    )


def _split(e: t.Expression, option: Option, parts: list[t.Expression]) -> None:
    """Collect the parts of a condition that do not ask for the option."""
    match e:
        case t.Not():
            _split(e.condition, option, parts)
        case t.Logic():
            _split(e.left, option, parts)
            _split(e.right, option, parts)
        case t.Name() if e.id == option.id:
            pass
        case t.Compare() if _asks(e, option):
            if None in [_side(side, option, option.values[0]) for side in (e.left, e.right)]:
                raise _MattersError
        case _ if _asks(e, option):
            raise _MattersError
        case t.Truth():
            pass
        case _ if e not in parts:
            parts.append(e)


def _side(e: t.Expression, option: Option, value: Value) -> Value | None:
    """One side of a comparison, where it is the option, with that value, or what it can be compared with."""
    match e:
        case t.Name() if e.id == option.id:
            return value
        case t.Number() | t.Truth():
            return e.value
        case t.Name() if e.id in option.values:
            return e.id
    return None


def _worth(e: t.Expression, option: Option, value: Value, parts: list[t.Expression], holds: tuple[bool, ...]) -> Any:
    """A condition with a value of the option, where the other parts hold or do not."""
    match e:
        case t.Not():
            return not _worth(e.condition, option, value, parts, holds)
        case t.Logic():
            left, right = (_worth(side, option, value, parts, holds) for side in (e.left, e.right))
            return (left and right) if e.operator == "and" else (left or right)
        case t.Name() if e.id == option.id:
            return value
        case t.Truth():
            return e.value
        case t.Compare() if _asks(e, option):
            return _COMPARED[e.operator](_side(e.left, option, value), _side(e.right, option, value))
    return holds[parts.index(e)]
