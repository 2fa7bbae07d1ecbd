"""Reads the declarations of a composed ruleset, for one table of play. The schema has been checked before."""

from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from itertools import pairwise
from typing import Literal, cast

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Notes, Span
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.model import declarations as m
from imhotep.model.types import NUMBER, TRUTH, Type, read_type, type_names
from imhotep.program.memory import Text

SECTIONS_OF_A_THING = (
    "name", "note", "source", "for_players", "family", "count", "areas", "numbers", "tables", "effects", "definitions",
    "procedures", "choices", "sides", "cells", "fields",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableOfPlay:
    """What is fixed when a game begins."""

    players: int
    sides: MappingType[str, str]
    options: MappingType[str, Scalar]


def text_of(node: Node | None) -> Text:
    """A label in one or several languages; a plain text counts as English."""
    if isinstance(node, Scalar):
        return (("en", node.text),)
    if isinstance(node, Mapping):
        return tuple((e.key.text, e.value.text) for e in node.entries if isinstance(e.value, Scalar))
    return ()


class Reader:
    """Reads the sections common to the game and to its things; keeps what all of them need."""

    def __init__(self, root: Mapping, table: TableOfPlay, notes: Notes) -> None:
        self.root = root
        self.table = table
        self.notes = notes
        self.texts: dict[str, Text] = {}
        self.lists: list[tuple[int, ...]] = []
        self.families = frozenset(e.key.text for e in self.entries(root, "components"))
        self.kind_ids: dict[str, tuple[str, ...]] = {}

    def entries(self, node: Node | None, section: str) -> Iterator[Entry]:
        """The entries of a section that count at this table."""
        inner = node.get(section) if isinstance(node, Mapping) else None
        if not isinstance(inner, Mapping):
            return
        for entry in inner.entries:
            only = entry.value.get("for_players") if isinstance(entry.value, Mapping) else None
            if isinstance(only, Sequence) and not any(
                isinstance(i, Scalar) and i.value == self.table.players for i in only.items
            ):
                continue
            yield entry

    def label(self, path: str, node: Node) -> None:
        """Keep the name of the thing at `path`."""
        if isinstance(node, Mapping) and (text := text_of(node.get("name"))):
            self.texts[path] = text

    # ---- types and values

    def type(self, scalar: Scalar) -> Type:
        """The type that a scalar names."""
        found = read_type(scalar.text, self.families)
        if found is None:
            self.notes.unknown("M001", "type", scalar.text, scalar.span, type_names(self.families))
            return NUMBER
        return found

    def parameters(self, node: Node | None) -> tuple[m.Parameter, ...]:
        """The `with:` of a definition, procedure or trigger, in order."""
        return tuple(
            m.Parameter(id=e.key.text, type=self.type(e.value))
            for e in self.entries(node, "with")
            if isinstance(e.value, Scalar)
        )

    def field_type(self, node: Node) -> Type:
        """The type of a field of a kind: a type's name, or a list of values."""
        if isinstance(node, Sequence):
            return Type("choice", values=tuple(i.text for i in node.items if isinstance(i, Scalar)))
        return self.type(node) if isinstance(node, Scalar) else NUMBER

    def value(self, type: Type, node: Node) -> int:
        """A printed value as its number."""
        if type.kind == "list":
            items = node.items if isinstance(node, Sequence) else ()
            self.lists.append(tuple(self.value(Type("kind", type.family), i) for i in items))
            return len(self.lists) - 1
        if isinstance(node, Scalar):
            match type.kind:
                case "number" if isinstance(node.value, int) and not isinstance(node.value, bool):
                    return node.value
                case "yes/no" if isinstance(node.value, bool):
                    return int(node.value)
                case "yes/no" if node.text in ("yes", "no"):
                    return int(node.text == "yes")
                case "choice":
                    return self._one_of(node, type.values, "value")
                case "kind":
                    return self._one_of(node, self.kind_ids.get(type.family, ()), f"kind of {type.family}")
        self.notes.error("M002", f"this is not {type}", node.span, f"write {type}")
        return 0

    def _one_of(self, node: Scalar, values: tuple[str, ...], what: str) -> int:
        if node.text in values:
            return values.index(node.text) + 1
        self.notes.unknown("M003", what, node.text, node.span, values)
        return 0

    def by_players(self, node: Mapping, plain: str, by_players: str, what: str, key: Scalar) -> Node | None:
        """What holds at this table: the plain value, or the one for this number of players."""
        split = node.get(by_players)
        if isinstance(split, Mapping):
            found = split.get(str(self.table.players))
            if found is None:
                self.notes.error("M004", f"{what} `{key.text}` has nothing for {self.table.players} players", key.span)
            return found
        return node.get(plain)

    # ---- sections

    def names(self, node: Node, names: m.Names, home: m.Home, path: str, *, board: str = "", family: str = "") -> None:
        """Read a thing's own areas, numbers, tables, definitions, procedures and choices into `names`."""
        for e in self.entries(node, "numbers"):
            if isinstance(e.value, Mapping):
                found = self.by_players(e.value, "value", "value_by_players", "number", e.key)
                if found is not None:
                    number = self.value(NUMBER, found)
                    names.numbers[e.key.text] = m.NumberDeclaration(e.key.text, number, found.span, e.key.span)
        for e in self.entries(node, "tables"):
            if isinstance(e.value, Mapping):
                self._table(e.key, e.value, names)
        for e in self.entries(node, "definitions"):
            if isinstance(e.value, Mapping):
                names.definitions[e.key.text] = self._definition(e.key, e.value, home)
        for e in self.entries(node, "procedures"):
            if isinstance(e.value, Mapping) and isinstance(do := e.value.get("do"), Scalar):
                names.procedures[e.key.text] = m.ProcedureDeclaration(
                    id=e.key.text,
                    path=f"{path}.procedures.{e.key.text}".lstrip("."),
                    parameters=self.parameters(e.value),
                    do=do,
                    home=home,
                    span=e.key.span,
                )
        for e in self.entries(node, "choices"):
            names.choices[e.key.text] = text_of(e.value)
            self.texts[f"choices.{e.key.text}"] = text_of(e.value)
        for e in self.entries(node, "areas"):
            if isinstance(e.value, Mapping):
                area = self.area(e.key, e.value, home, path, board=board, family=family)
                names.areas[e.key.text] = area

    def _table(self, key: Scalar, node: Mapping, names: m.Names) -> None:
        rows = self.by_players(node, "rows", "rows_by_players", "table", key)
        if not isinstance(rows, Mapping):
            return
        written = {e.key.value: e.value for e in rows.entries if isinstance(e.key.value, int)}
        for a, b in pairwise(indices := sorted(written)):
            if b != a + 1:
                self.notes.error("M006", f"table `{key.text}` has no row for {a + 1}", rows.span)
                return
        beyond = node.get("beyond")
        kind: Literal["error", "same", "add", "value"] = "error"
        step = 0
        if isinstance(beyond, Mapping) and (amount := beyond.get("add")) is not None:
            kind, step = "add", self.value(NUMBER, amount)
        elif isinstance(beyond, Scalar):
            kind, step = ("same", 0) if beyond.text == "same" else ("value", self.value(NUMBER, beyond))
        names.tables[key.text] = m.TableDeclaration(
            id=key.text, first=indices[0], values=tuple(self.value(NUMBER, written[i]) for i in indices),
            stand=tuple(written[i].span for i in indices), beyond=kind, step=step, span=key.span,
        )  # fmt: skip

    def _definition(self, key: Scalar, node: Mapping, home: m.Home) -> m.Definition:
        means = node.get("means")
        parts = [means] if isinstance(means, Scalar) else [e.value for e in self.entries(node, "all")]
        gives = node.get("gives")
        return m.Definition(
            id=key.text,
            parameters=self.parameters(node),
            means=tuple(p for p in parts if isinstance(p, Scalar)),
            gives=self.type(gives) if isinstance(gives, Scalar) else None if isinstance(means, Scalar) else TRUTH,
            home=home,
            span=key.span,
        )

    def handlers(self, node: Node, home: m.Home, path: str) -> tuple[m.Handler, ...]:
        """The `effects:` of a thing."""
        return tuple(
            m.Handler(trigger=e.key.text, path=f"{path}.effects.{e.key.text}", do=e.value, home=home, span=e.key.span)
            for e in self.entries(node, "effects")
            if isinstance(e.value, Scalar)
        )

    def fields(self, node: Node | None) -> tuple[m.FieldDeclaration, ...]:
        """The `fields:` that a family or an area gives to its kinds or cells."""
        return tuple(
            m.FieldDeclaration(id=e.key.text, type=self.field_type(e.value), span=e.key.span)
            for e in self.entries(node, "fields")
        )

    def printed(
        self, node: Node, fields: tuple[m.FieldDeclaration, ...], what: Scalar, *, all_of_them: bool
    ) -> tuple[tuple[str, int], ...]:
        """The field values that stand in a kind, cell or line, checked against what the family declares."""
        types = {f.id: f.type for f in fields}
        entries = node.entries if isinstance(node, Mapping) else ()
        values = {e.key.text: self.value(types[e.key.text], e.value) for e in entries if e.key.text in types}
        strange = [e.key for e in entries if e.key.text not in (*types, *SECTIONS_OF_A_THING)]
        for key in strange:
            self.notes.unknown("M007", "field or key", key.text, key.span, (*types, *SECTIONS_OF_A_THING))
        if all_of_them and not strange:
            self.lacking(what.text, [name for name in types if name not in values], what.span)
        return tuple(values.items())

    def lacking(self, what: str, names: list[str], span: Span) -> None:
        """Note the fields that a kind does not give a value to."""
        if names:
            self.notes.error("M008", f"`{what}` does not say its {' and '.join(f'`{name}`' for name in names)}", span)

    # ---- areas

    def area(
        self, key: Scalar, node: Mapping, home: m.Home, path: str, *, board: str, family: str
    ) -> m.AreaDeclaration:
        """One area."""
        where = f"{path}.areas.{key.text}".lstrip(".")
        self.label(where, node)
        holds = node.get("holds")
        words = holds.text.split() if isinstance(holds, Scalar) else []
        if words and words[-1] not in self.families and isinstance(holds, Scalar):
            self.notes.unknown("M009", "family", words[-1], holds.span, self.families)
        fields = self.fields(node)

        def scalar(name: str) -> Scalar | None:
            found = node.get(name)
            return found if isinstance(found, Scalar) and found.text != "unlimited" else None

        def text(name: str, default: str) -> str:
            found = node.get(name)
            return found.text if isinstance(found, Scalar) else default

        def named(name: str) -> tuple[m.Line, ...]:
            return tuple(
                self.line(e.key, e.value, fields, home, f"{where}.{name}.{e.key.text}", cells=name == "cells")
                for e in self.entries(node, name)
            )

        return m.AreaDeclaration(
            id=key.text,
            path=where,
            family=words[-1] if words else "",
            own=words[:1] == ["own"] and len(words) == 2,
            kind=cast(Literal["pool", "pile", "slots", "grid"], text("kind", "pool")),
            per_seat=text("per", "") == "seat",
            thing_family=family,
            board=board,
            capacity=scalar("capacity"),
            size=scalar("size"),
            columns=scalar("columns"),
            rows=scalar("rows"),
            named_cells=named("cells"),
            named_rows=named("rows"),
            named_columns=named("columns"),
            by_row=text("fill", "by row") == "by row",
            fields=fields,
            seen_by=cast(Literal["everyone", "owner", "nobody"], text("seen_by", "everyone")),
            home=home,
            span=key.span,
        )

    def line(
        self, key: Scalar, node: Node, fields: tuple[m.FieldDeclaration, ...], home: m.Home, path: str, *, cells: bool
    ) -> m.Line:
        """One named cell, row or column."""
        self.label(path, node)
        inner = tuple(
            (e.key.value, self.line(e.key, e.value, fields, home, f"{path}.cells.{e.key.text}", cells=True))
            for e in self.entries(node, "cells")
            if isinstance(e.key.value, int)
        )
        return m.Line(
            id=key.text,
            values=self.printed(node, fields, key, all_of_them=cells),
            handlers=self.handlers(node, home, path),
            cells=inner,
            name=text_of(node.get("name")) if isinstance(node, Mapping) else (),
            span=key.span,
        )
