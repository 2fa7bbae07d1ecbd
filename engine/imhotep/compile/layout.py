"""Gives everything that a state holds its address, and fills the state that a game begins with."""

from dataclasses import dataclass, field

from imhotep.compile import model as m
from imhotep.compile.notes import Notes
from imhotep.compile.types import Type
from imhotep.document.nodes import Scalar
from imhotep.program.memory import HEADER, UNLIMITED, Area, Family, Field, Place, PlaceKind
from imhotep.program.program import Table

LARGEST_STATE = 50_000  # integers; more is refused before anything is built


@dataclass(slots=True)
class CellHandlers:
    """Which effects stand on cells (by address) and on rows and columns (by place)."""

    cells: dict[int, list[m.Handler]] = field(default_factory=dict)
    lines: dict[int, list[m.Handler]] = field(default_factory=dict)


class Layout:
    """Addresses of a table's state. Built once, then only read, but for `table`, which adds tables on demand."""

    def __init__(self, model: m.Model, settable: frozenset[str], notes: Notes) -> None:
        self.model = model
        self.notes = notes
        self.settable = settable
        self.start: list[int] = [0] * HEADER
        self.families: list[Family] = []
        self.family_numbers = {f.id: i for i, f in enumerate(model.families)}
        self.areas: list[Area] = []
        self.area_numbers: dict[str, int] = {}
        self.declared: dict[int, m.AreaDeclaration] = {}
        self.places: list[Place] = []
        self.fields: list[Field] = []
        self.field_numbers: dict[str, int] = {}
        self.thing_fields: dict[tuple[str, str], int] = {}  # (family, field) -> address of the first thing's
        self.cell_values: dict[str, dict[int, int]] = {}  # field -> address -> value
        self.line_values: dict[str, dict[int, int]] = {}  # field -> place -> value
        self.cell_words: dict[str, dict[int, int]] = {}  # settable field -> address -> address of its word
        self.line_names: dict[int, str] = {}  # place -> text path of its name
        self.handlers = CellHandlers()
        self.tables: list[Table] = []
        self._table_numbers: dict[str, int] = {}
        self._families()
        self._fields()
        self._areas()
        if len(self.start) > LARGEST_STATE:
            notes.error(
                "M020", f"the game needs {len(self.start)} numbers, more than {LARGEST_STATE}", model.table_span
            )
        elif not notes.failed:
            self._set_out()

    def _reserve(self, amount: int) -> int:
        first = len(self.start)
        if first + amount <= 2 * LARGEST_STATE:
            self.start.extend([0] * amount)
        return first

    def table(self, id: str, first: int, values: tuple[int, ...]) -> int:
        """The number of a complete table with that content, made when first asked for."""
        if id not in self._table_numbers:
            self._table_numbers[id] = len(self.tables)
            self.tables.append(Table(id=id, first=first, values=values))
        return self._table_numbers[id]

    def add_table(self, table: Table) -> int:
        """The number of a designer's table."""
        if table.id not in self._table_numbers:
            self._table_numbers[table.id] = len(self.tables)
            self.tables.append(table)
        return self._table_numbers[table.id]

    # ---- families and fields

    def individual(self, family: m.FamilyDeclaration) -> bool:
        """Whether the pieces of a family are told apart: boards, and what has areas or remembers something."""
        return family.sort == "board" or bool(family.areas) or any(f.id in self.settable for f in family.fields)

    def _families(self) -> None:
        for f in self.model.families:
            owners = self.model.players if f.owned else 1
            total = sum(k.count for k in f.kinds) * owners
            if total > LARGEST_STATE:
                self.notes.error("M020", f"there are {total} pieces of `{f.id}`, more than {LARGEST_STATE}", f.span)
                total = 0
            individual = self.individual(f) and total > 0
            numbered = (
                [
                    (kind + 1, owner + 1 if f.owned else 0)
                    for owner in range(owners)
                    for kind, k in enumerate(f.kinds)
                    for _ in range(k.count)
                ]
                if individual
                else []
            )
            where = self._reserve(total) if individual and f.sort != "board" else 0
            self.families.append(
                Family(
                    id=f.id,
                    kinds=tuple(k.id for k in f.kinds),
                    owners=1 if individual else owners,
                    owned=f.owned,
                    individuals=tuple(n[0] for n in numbered),
                    holders=tuple(n[1] for n in numbered),
                    where=where,
                    total=total,
                )
            )
            for declared in f.fields:
                if declared.id in self.settable:
                    first = self._reserve(total)
                    self.thing_fields[f.id, declared.id] = first
                    for i, (kind, _) in enumerate(numbered):
                        self.start[first + i] = dict(f.kinds[kind - 1].values).get(declared.id, 0)

    def thing_ids(self, family: Family) -> tuple[str, ...]:
        """The ids of a family's individuals: the kind's, numbered where there are several."""
        ids: list[str] = []
        for i, kind in enumerate(family.individuals):
            before = family.individuals[:i].count(kind)
            many = family.individuals.count(kind) > 1
            ids.append(f"{family.kinds[kind - 1]}.{before + 1}" if many else family.kinds[kind - 1])
        return tuple(ids)

    def _key_size(self, type: Type, span_of: m.FieldDeclaration) -> int:
        if type.kind == "seat":
            return self.model.players
        if type.kind in ("piece", "kind"):
            family = self.families[self.family_numbers[type.family]]
            size = len(family.kinds) if type.kind == "kind" else len(family.individuals)
            if size:
                return size
        self.notes.error("M021", f"a field cannot be kept by {type}", span_of.span, "keys are seats, boards, kinds")
        return 1

    def _fields(self) -> None:
        for f in self.model.fields:
            sizes = tuple(self._key_size(k.type, f) for k in f.keys)
            amount = 1
            for size in sizes:
                amount *= size
            first = self._reserve(amount)
            value = self._field_start(f)
            for i in range(min(amount, LARGEST_STATE)):
                self.start[first + i] = value
            self.field_numbers[f.id] = len(self.fields)
            self.fields.append(
                Field(
                    id=f.id, start=first, sizes=sizes, type=str(f.type), keys=tuple(str(k.type) for k in f.keys),
                    seen_by=f.seen_by,
                )
            )  # fmt: skip

    def _field_start(self, f: m.FieldDeclaration) -> int:
        s = f.start
        if s is None:
            return 0
        if f.type.kind == "seat" and s.text in self.model.seats:
            return self.model.seats.index(s.text) + 1
        if f.type.kind == "choice" and s.text in f.type.values:
            return f.type.values.index(s.text) + 1
        if f.type.kind == "yes/no" and (isinstance(s.value, bool) or s.text in ("yes", "no")):
            return int(s.value is True or s.text == "yes")
        if isinstance(s.value, int) and not isinstance(s.value, bool):
            seat = f.type.kind == "seat" and 1 <= s.value <= self.model.players
            if seat or f.type.kind == "number":
                return s.value
        self.notes.error("M002", f"this is not {f.type}", s.span)
        return 0

    # ---- areas

    def _areas(self) -> None:
        for area in self.model.game.names.areas.values():
            self._area(area, [("", 0, None)])
        for f in self.model.families:
            family = self.families[self.family_numbers[f.id]]
            ids = self.thing_ids(family)
            for area in f.areas:
                owners: list[tuple[str, int, m.Kind | None]] = [
                    (ids[i], 0, f.kinds[kind - 1]) for i, kind in enumerate(family.individuals)
                ]
                self._area(area, owners)
            for kind in f.kinds:
                for area in kind.home.names.areas.values():
                    self._area(area, [("", 0, kind)])

    def _area(self, area: m.AreaDeclaration, owners: list[tuple[str, int, m.Kind | None]]) -> None:
        if area.family not in self.family_numbers:
            return
        if area.per_seat:
            owners = [(seat, i + 1, owners[0][2]) for i, seat in enumerate(self.model.seats)]
        number = len(self.areas)
        self.area_numbers[area.path] = number
        self.declared[number] = area
        family = self.family_numbers[area.family]
        if area.own and not (area.per_seat and self.families[family].owned):
            self.notes.error(
                "M022", f"`holds: own {area.family}` needs `per: seat` and pieces with an owner", area.span
            )
        places, rows, columns = [], [], []
        for owner, seat, kind in owners:
            name = f"{area.id} of {owner}" if owner else area.id
            places.append(len(self.places))
            a, b = self._place(area, name, seat, kind)
            rows.append(a)
            columns.append(b)
        self.areas.append(
            Area(
                id=area.path if area.board else area.id,
                family=family,
                seen_by=area.seen_by,
                places=tuple(places),
                owners=tuple(o for o, _, _ in owners),
                per_seat=area.per_seat,
                rows=tuple(rows),
                columns=tuple(columns),
            )
        )

    def _size(self, size: Scalar | None, area: m.AreaDeclaration, kind: m.Kind | None) -> int | None:
        """A size as a number; None for unlimited."""
        if size is None:
            return None
        if isinstance(size.value, int) and not isinstance(size.value, bool):
            found = size.value
        else:
            values = dict(kind.values) if kind is not None else {}
            home: m.Home | None = area.home
            number = None
            while home is not None and number is None:
                number = home.names.numbers.get(size.text)
                home = home.outer
            if size.text in values:
                found = values[size.text]
            elif number is not None:
                found = number.value
            else:
                known = [*values, *area.home.names.numbers, *self.model.game.names.numbers]
                self.notes.unknown("M023", "number", size.text, size.span, known)
                return 1
        if not 0 <= found <= LARGEST_STATE:
            self.notes.error("M024", f"a size of {found} is not possible", size.span, f"0 to {LARGEST_STATE}")
            return 1
        return found

    def _place(
        self, area: m.AreaDeclaration, name: str, seat: int, kind: m.Kind | None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        number = self.family_numbers[area.family]
        family = self.families[number]
        divisor = family.owners if area.own and not family.individuals else 1
        capacity = self._size(area.capacity, area, kind)
        shape: PlaceKind = "cells"
        columns = 0
        if area.kind == "pool":
            shape = "pool"
            length = len(family.individuals) or len(family.kinds) * family.owners // divisor
        elif area.kind == "pile":
            shape = "pile"
            length = family.total if capacity is None else min(capacity, LARGEST_STATE)
        elif area.kind == "slots":
            size = len(area.named_cells) or self._size(area.size, area, kind)
            length = size if size is not None else family.total
        else:
            columns, rows = self._grid(area, kind, family.total)
            length = columns * rows
        place = Place(
            name=name, kind=shape, family=number, start=self._reserve(length + (shape == "pile")), length=length,
            capacity=UNLIMITED if capacity is None else capacity, divisor=divisor, seat=seat if area.own else 0,
            columns=columns, by_row=area.by_row,
        )  # fmt: skip
        self.places.append(place)
        if area.kind == "slots":
            for i, cell in enumerate(area.named_cells):
                self._cell(area, cell, place.start + i)
        lines = self._lines(area, place) if area.kind == "grid" else ((), ())
        for declared in area.fields:
            if declared.id in self.settable:
                words = self.cell_words.setdefault(declared.id, {})
                for address in place.addresses():
                    words[address] = self._reserve(1)
                    self.start[words[address]] = self.cell_values.get(declared.id, {}).get(address, 0)
        return lines

    def _grid(self, area: m.AreaDeclaration, kind: m.Kind | None, total: int) -> tuple[int, int]:
        columns = len(area.named_columns) or self._size(area.columns, area, kind)
        rows = len(area.named_rows) or self._size(area.rows, area, kind)
        if columns is None and rows is None:
            self.notes.error("M025", f"grid `{area.id}` is unlimited both ways", area.span, "give `columns` or `rows`")
            return 1, 1
        if columns is None:
            columns = -(-total // rows) if rows else 0
        if rows is None:
            rows = -(-total // columns) if columns else 0
        if columns * rows > LARGEST_STATE:
            self.notes.error("M020", f"grid `{area.id}` has {columns * rows} cells, too many", area.span)
            return 1, 1
        return columns, rows

    def _lines(self, area: m.AreaDeclaration, place: Place) -> tuple[tuple[int, ...], tuple[int, ...]]:
        columns = place.columns
        rows = place.length // columns if columns else 0
        along, across = (1, columns) if place.by_row else (rows, 1)  # steps to the next column, to the next row
        made: list[tuple[int, ...]] = []
        for count, length, step, next_line, named, what in (
            (rows, columns, along, across, area.named_rows, "rows"),
            (columns, rows, across, along, area.named_columns, "columns"),
        ):
            first = len(self.places)
            for i in range(count):
                id = named[i].id if named else str(i + 1)
                self.places.append(
                    Place(
                        name=f"{what[:-1]} {id} of {place.name}", kind="cells", family=place.family,
                        start=place.start + i * next_line, length=length, step=step, line=True, id=id,
                    )
                )  # fmt: skip
                if named:
                    self._line(area, named[i], first + i, what)
            made.append(tuple(range(first, first + count)))
        return made[0], made[1]

    def _line(self, area: m.AreaDeclaration, line: m.Line, place: int, what: str) -> None:
        self.line_names[place] = f"{area.path}.{what}.{line.id}"
        for name, value in line.values:
            self.line_values.setdefault(name, {})[place] = value
        if line.handlers:
            self.handlers.lines[place] = list(line.handlers)
        addresses = self.places[place].addresses()
        for number, cell in line.cells:
            if not 1 <= number <= len(addresses):
                self.notes.error("M026", f"`{line.id}` has no cell {number}", area.span, f"1 to {len(addresses)}")
                continue
            self._cell(area, cell, addresses[number - 1])

    def _cell(self, area: m.AreaDeclaration, cell: m.Line, address: int) -> None:
        for name, value in cell.values:
            self.cell_values.setdefault(name, {})[address] = value
        if cell.handlers:
            self.handlers.cells.setdefault(address, []).extend(cell.handlers)

    # ---- the beginning

    def _set_out(self) -> None:
        for f in self.model.families:
            if f.sort == "board":
                continue
            family = self.families[self.family_numbers[f.id]]
            number = self.area_numbers.get(f"areas.{f.starts_in.text}") if f.starts_in is not None else None
            if number is None:
                where = f.starts_in.span if f.starts_in is not None else f.span
                known = list(self.model.game.names.areas)
                if f.starts_in is None:
                    self.notes.error(
                        "M027", f"`{f.id}` does not say where its pieces start", where, "`starts_in: AREA`"
                    )
                else:
                    self.notes.unknown("M028", "area", f.starts_in.text, where, known)
                continue
            self._lay(f, family, self.areas[number])

    def _lay(self, f: m.FamilyDeclaration, family: Family, area: Area) -> None:
        if area.family != self.family_numbers[f.id] or (area.per_seat and not f.owned):
            assert f.starts_in is not None
            self.notes.error("M029", f"`{f.id}` cannot start in `{area.id}`", f.starts_in.span)
            return
        pieces = (
            [(i + 1, holder) for i, holder in enumerate(family.holders)]
            if family.individuals
            else [
                (kind * family.owners + owner + 1, owner + 1)
                for owner in range(family.owners)
                for kind, k in enumerate(f.kinds)
                for _ in range(k.count)
            ]
        )
        for code, owner in pieces:
            place = self.places[area.places[owner - 1 if area.per_seat else 0]]
            address = self._free(place, code)
            if address is None:
                self.notes.error("M030", f"there are more pieces of `{f.id}` than places in `{place.name}`", f.span)
                return
            if place.kind == "pool" and not family.individuals:
                self.start[address] += 1
            else:
                self.start[address] = code
            if family.where:
                self.start[family.where + code - 1] = address

    def _free(self, place: Place, code: int) -> int | None:
        addresses = place.addresses()
        if place.kind == "pool":
            held = [v for v in self.start[addresses.start : addresses.stop] if v]
            count = len(held) if self.families[place.family].individuals else sum(held)
            return place.start + (code - 1) // place.divisor if count < place.capacity else None
        for i, address in enumerate(addresses):
            if not self.start[address]:
                if place.kind == "pile":
                    self.start[place.start] = i + 1
                return address
        return None
