"""The types of the effect language."""

from typing import Literal, TypeAlias

from imhotep.dataclass import dataclass

TypeKind: TypeAlias = Literal[
    "number", "yes/no", "seat", "cell", "row", "column", "group", "piece", "kind", "area", "choice", "nothing", "list"
]


@dataclass(frozen=True, slots=True)
class Type:
    """What a value is. `family` says of what pieces, kinds or areas; `values` are the values of a choice."""

    kind: TypeKind
    family: str = ""
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        match self.kind:
            case "piece":
                return f"a {self.family}"
            case "kind" | "area":
                return f"{self.kind} of {self.family}" if self.family else self.kind
            case "list":
                return f"list of kind of {self.family}"
            case "choice":
                return "one of " + ", ".join(self.values)
            case "seat" | "cell" | "row" | "column" | "group" | "number":
                return f"a {self.kind}"
            case _:
                return self.kind

    @property
    def in_programs(self) -> str:
        """How programs name it."""
        rest = self.family or ",".join(self.values)
        return f"{self.kind}:{rest}" if rest else self.kind

    def accepts(self, other: "Type") -> bool:
        """Whether a value of the other type may stand where this one is due."""
        if self == other:
            return True
        if other.kind == "nothing":
            return self.kind not in ("number", "yes/no", "area", "list")
        return self.kind == "area" == other.kind and (not self.family or self.family == other.family)


NUMBER = Type("number")
TRUTH = Type("yes/no")
SEAT = Type("seat")
NOTHING = Type("nothing")
PLAIN = {t.kind: t for t in (NUMBER, TRUTH, SEAT, Type("cell"), Type("row"), Type("column"), Type("group"))}


def read_type(text: str, families: frozenset[str]) -> Type | None:
    """The type that a declaration names, or None for an unknown one."""
    for type in PLAIN.values():
        if type.kind == text:
            return type
    words = text.split()
    match words:
        case [family] if family in families:
            return Type("piece", family)
        case ["kind", "of", family] if family in families:
            return Type("kind", family)
        case ["area", "of", family] if family in families:
            return Type("area", family)
        case ["list", "of", "kind", "of", family] if family in families:
            return Type("list", family)
    return None


def type_names(families: frozenset[str]) -> list[str]:
    """All types that a declaration may name."""
    made = [f"{lead}{family}" for family in families for lead in ("", "kind of ", "area of ")]
    return sorted([*PLAIN, *made])
