"""Lays out areas: the cells, counters and piles of each owner, with their rows, columns and printed values."""

from dataclasses import field

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Notes
from imhotep.document.nodes import Scalar
from imhotep.model import declarations as m
from imhotep.program.memory import HEADER, UNLIMITED, Area, Family, Field, Place, PlaceKind

LARGEST_STATE = 50_000  # integers; more is refused before anything is built


@dataclass(slots=True)
class CellHandlers:
    """Which effects stand on cells (by address) and on rows and columns (by place)."""

    cells: dict[int, list[m.Handler]] = field(default_factory=dict)
    lines: dict[int, list[m.Handler]] = field(default_factory=dict)


class Areas:
    """Memory in the making, and the areas in it. `declared` gives each area's declaration by its number."""

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
        self.cell_values: dict[str, dict[int, int]] = {}  # field -> address -> value
        self.line_values: dict[str, dict[int, int]] = {}  # field -> place -> value
        self.cell_words: dict[str, dict[int, int]] = {}  # settable field -> address -> address of its word
        self.handlers = CellHandlers()
        self.remembered: list[Field] = []  # by things and cells

    def reserve(self, amount: int) -> int:
        """The address of that many more integers."""
        first = len(self.start)
        if first + amount <= 2 * LARGEST_STATE:
            self.start.extend([0] * amount)
        return first

    def settle(self, area: m.AreaDeclaration, owners: list[tuple[str, int, m.Kind | None]]) -> None:
        """Give an area its places, one for each owner: (id, seat or 0, kind)."""
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
        elif area.seen_by == "owner" and not area.per_seat:
            self.notes.error("M033", f"`{area.id}` has no owner who could see it", area.span, "add `per: seat`")
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
            name=name, kind=shape, family=number, start=self.reserve(length + (shape == "pile")), length=length,
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
                self.remembered.append(
                    Field(
                        id=f"{declared.id} of {name}", start=len(self.start), sizes=(place.length,),
                        type=declared.type.in_programs, keys=("cell",), seen_by=declared.seen_by,
                    )
                )  # fmt: skip
                for address in place.addresses():
                    words[address] = self.reserve(1)
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
            self.notes.error("M020", f"grid `{area.id}` has more than {LARGEST_STATE} cells", area.span)
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
        for name, value in line.values:
            self.line_values.setdefault(name, {})[place] = value
        if line.handlers:
            self.handlers.lines[place] = list(line.handlers)
        addresses = self.places[place].addresses()
        for number, cell in line.cells:
            if not 1 <= number <= len(addresses):
                self.notes.error("M026", f"`{line.id}` has no cell {number}", cell.span, f"1 to {len(addresses)}")
                continue
            self._cell(area, cell, addresses[number - 1])

    def _cell(self, area: m.AreaDeclaration, cell: m.Line, address: int) -> None:
        for name, value in cell.values:
            self.cell_values.setdefault(name, {})[address] = value
        if cell.handlers:
            self.handlers.cells.setdefault(address, []).extend(cell.handlers)
