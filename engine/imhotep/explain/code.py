"""Instructions as text. Knows none of them: `imhotep.program.instructions` says what their operands are called."""

from collections.abc import Iterator
from typing import Any, Final

from imhotep.dataclass import dataclass
from imhotep.explain.memory import Names
from imhotep.program.instructions import DOMAINS, ENDS, STATEMENTS, VALUES

BLOCKS: Final = frozenset({"then", "otherwise", "block"})
SEGMENTS: Final = frozenset({"segment", "yes", "no", "body", "done"})
PLACES: Final = frozenset({"place", "from", "to"})
ADDRESSES: Final = frozenset({"address", "cell", "piece"})
_SIGNATURES: Final = {
    name: signature.partition(":")[0].split()
    for table in (VALUES, DOMAINS, STATEMENTS, ENDS)
    for name, signature in table.items()
    if "..." not in signature
}


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line of a listing; `place` is the file and line of its statement, or nothing."""

    text: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Prints the instructions of one program."""

    names: Names

    def block(self, code: Any, depth: int) -> Iterator[Instruction]:
        """Statements, one a line; those inside others are indented."""
        for statement in code:
            head, *operands = statement
            words, inner = [head], []
            for name, operand in _named(head, operands):
                if name == "cases" and any(isinstance(case[1], tuple) for case in operand):
                    inner += [(f"case {number}", block) for number, block in operand]
                elif name in BLOCKS:
                    inner += [(name, operand)] if operand else []
                elif name != "src":
                    words.append(self._labelled(name, operand))
            yield Instruction("  " * depth + " ".join(words), self._place(statement))
            for title, block in inner:
                if title != "block":
                    yield Instruction("  " * (depth + 1) + title)
                yield from self.block(block, depth + 1 + (title != "block"))

    def value(self, code: Any, name: str = "") -> str:
        """A value or domain on one line; `name` is what the operand is called that it stands for."""
        if isinstance(code, str):
            return repr(code) if name == "message" else code
        if isinstance(code, int):
            return self._number(code, name)
        if not _is_instruction(code):
            return f"({', '.join(self._part(part) for part in code)})"
        head, *operands = code
        if head == "offset":
            return self._offset(operands, name)
        named = [(each, operand) for each, operand in _named(head, operands) if each != "src"]
        if [each for each, _ in named] == ["slot"]:
            return self.value(operands[0], "slot")
        inner = [
            self._labelled(each, operand) if len(named) > 1 else self.value(operand, each) for each, operand in named
        ]
        return f"{head}({', '.join(inner)})"

    def _part(self, part: Any) -> str:
        """One of several operands in a row: an argument, or a case with the segment to go on with."""
        if isinstance(part, tuple) and part and isinstance(part[0], int):
            return f"{part[0]}: {self.value(part[1], 'segment')}"
        return self.value(part)

    def _labelled(self, name: str, operand: Any) -> str:
        text = self.value(operand, name)
        return text if len(name) < 2 or name == "segment" else f"{name}={text}"

    def _number(self, number: int, name: str) -> str:
        if name == "slot" or name.endswith("-slot"):
            return f"${number}" if number >= 0 else "none"
        if name in SEGMENTS:
            return f"s{number}"
        if name in PLACES or name in ADDRESSES:
            found = self.names.place(number) if name in PLACES else self.names.address(number)
            return str(number) if found is None else f"[{found}]"
        return self.names.of(name, number) or str(number)

    def _offset(self, operands: list[Any], name: str) -> str:
        """What is counted from 1 among the places of an area or the values of a field, or else a plain sum."""
        start, step = operands
        found = None
        if isinstance(start, int) and name in PLACES:
            found = self.names.first_place(start + 1)
        elif isinstance(start, int) and name in ADDRESSES:
            found = self.names.first_address(start + 1)
        if found is not None:
            return f"[{found}: {self.value(step)}]"
        return f"offset({self.value(start, name)}, {self.value(step)})"

    def _place(self, code: Any) -> str:
        """The file and line of an instruction, or of the first value in it that knows."""
        named = _named(code[0], code[1:])
        for name, operand in named:
            if name == "src":
                return str(self.names.program.places_in_files[operand]).rpartition(":")[0]
        values = (operand for name, operand in named if name not in BLOCKS and _is_instruction(operand))
        return next(filter(None, map(self._place, values)), "")


def _is_instruction(operand: Any) -> bool:
    return isinstance(operand, tuple) and bool(operand) and isinstance(operand[0], str)


def _named(head: str, operands: Any) -> list[tuple[str, Any]]:
    """Operands with what they are called, as far as the signature goes."""
    names = _SIGNATURES.get(head, [])
    return [(names[n] if n < len(names) else "", operand) for n, operand in enumerate(operands)]
