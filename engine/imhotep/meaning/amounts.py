"""How much a text asks for, where that can be told before play: constants, tables, and loops whose rounds are known."""

from collections.abc import Iterator

from imhotep.dataclass import dataclass
from imhotep.meaning.scope import Context
from imhotep.program.instructions import Code
from imhotep.program.memory import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """The most that is surely asked for at once, and by all rounds of the loop together (0: not known).

    `said` names the row of a table that it comes from, for a message.
    """

    most: int = 0
    total: int = 0
    said: str = ""


def asked(c: Context, code: Code) -> Asked:
    """How much that is. A table looked up by what is not known asks for its smallest number at least."""
    slots = set(_slots(code))
    rounds = c.slots.every.get(next(iter(slots))) if len(slots) == 1 else None
    if not slots:
        value = _worth(c, code, {})
        return Asked(most=value or 0, total=value or 0, said=_row(c, code, {}))
    if rounds is not None and rounds.values:
        (slot,) = slots
        found = [(value, number) for number in rounds.values if (value := _worth(c, code, {slot: number})) is not None]
        if found:
            most, number = max(found, key=lambda pair: pair[0])
            total = sum(value for value, _ in found if value > 0) if rounds.alone and len(c.slots.every) == 1 else 0
            return Asked(most=most, total=total, said=_row(c, code, {slot: number}))
    if isinstance(code, tuple) and code[0] == "lookup":
        return Asked(most=min(c.shared.layout.tables[code[1]].values, default=0))
    return Asked()


def _slots(code: Code) -> Iterator[int]:
    """The variables in an expression; -1 for anything that only play can tell."""
    if isinstance(code, tuple):
        if code[0] == "local":
            yield code[1]
        elif code[0] in ("add", "sub", "mul"):
            yield from (*_slots(code[1]), *_slots(code[2]))
        elif code[0] in ("lookup", "row_value"):
            yield from _slots(code[2])
        else:
            yield -1


def _worth(c: Context, code: Code, known: dict[int, int]) -> int | None:
    """The value of an expression; None where a table has no such row."""
    match code:
        case int():
            return code
        case ("local", slot):
            return known[slot]
        case ("lookup", table, index, _) | ("row_value", table, index):
            at = _worth(c, index, known)
            return None if at is None else _looked_up(c.shared.layout.tables[table], at)
        case (("add" | "sub" | "mul") as sign, a, b, _):
            first, second = _worth(c, a, known), _worth(c, b, known)
            if first is None or second is None:
                return None
            return {"add": first + second, "sub": first - second, "mul": first * second}[sign]
    return None


def _looked_up(table: Table, index: int) -> int | None:
    beyond = index - table.first - len(table.values)
    if index < table.first or not table.values:
        return None
    if beyond < 0:
        return table.values[index - table.first]
    match table.beyond:
        case "same":
            return table.values[-1]
        case "add":
            return table.values[-1] + table.step * (beyond + 1)
        case "value":
            return table.step
    return None


def _row(c: Context, code: Code, known: dict[int, int]) -> str:
    match code:
        case ("lookup", table, index, _):
            id = c.shared.layout.tables[table].id.rpartition(".")[2]
            return f" (`{id}` for {_worth(c, index, known)})"
    return ""
