"""The table as text, drawn from the geometry of its areas alone: pools, piles, cells in a row, grids.

A piece that has areas of its own is drawn with them, wherever it lies.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from imhotep.game.naming import Naming
from imhotep.game.view import amount, is_seen, remembered
from imhotep.program.memory import Area, Family, Place
from imhotep.program.program import Program

EMPTY = "."
MOST_LISTED = 8  # pieces of a pile that are named, from the top
LONGEST_ROW = 16  # cells of a row that are drawn in any case
MOST_ROWS = 6  # rows of a grid that are drawn in any case


def draw(program: Program, naming: Naming, s: list[int], seat: int | None = None, language: str = "en") -> list[str]:
    """The lines of the drawing: what a seat (1 up to the number of players) sees, or all with what is hidden."""
    return list(_Drawing(program, naming, s, seat, language).lines())


class _Drawing:
    def __init__(self, program: Program, naming: Naming, s: list[int], seat: int | None, language: str) -> None:
        self.program = program
        self.naming = naming
        self.s = s
        self.seat = seat
        self.language = language
        individuals = {id for f in program.families for id in f.ids}
        self.own: dict[str, list[tuple[Area, int]]] = {}  # areas by the seat, board or piece they belong to
        for area in program.areas:
            board = area.id.split(".")[1] if area.id.startswith("boards.") else ""
            for owner, place in zip(area.owners, area.places, strict=True):
                holder = board or (owner if area.per_seat or owner in individuals else "")
                self.own.setdefault(holder, []).append((area, place))

    def lines(self) -> Iterator[str]:
        """All of it: what belongs to nobody, the boards, the seats, what is remembered, the points."""
        yield from self._areas("")
        for family in self.program.families:
            if family.individuals and not family.where:
                for board in family.ids:
                    yield self._name(f"boards.{board}", board)
                    yield from (f"  {line}" for line in self._areas(board))
        for number, seat in enumerate(self.program.seats, 1):
            points = sum(self.s[self.program.points + number - 1 + i * self.program.players] for i in self._sources())
            mine = "  (you)" if number == self.seat else ""
            yield f"{self._name(f'seats.{seat}', seat)}: {points} points{mine}"
            yield from (f"  {line}" for line in self._areas(seat))
        yield from self._remembered()

    def _sources(self) -> range:
        return range(len(self.program.sources))

    def _name(self, path: str, id: str) -> str:
        return self.naming.text(path, self.language) or id.replace("_", " ")

    def _areas(self, holder: str) -> Iterator[str]:
        for area, number in self.own.get(holder, ()):
            yield from self._area(area, number)

    def _area(self, area: Area, number: int) -> Iterator[str]:
        path = area.id if "." in area.id else f"areas.{area.id}"
        name = self._name(path, area.id.rpartition(".")[2])
        if not area.id.startswith("boards.") and area.per_seat is False:
            name = self._thing_area(area) or name
        owner = area.owners[area.places.index(number)]
        if area.id.startswith("boards.") and owner:
            name = f"{name} of {self._name(f'seats.{owner}', owner)}"
        place = self.program.places[number]
        if not is_seen(self.program, area, owner, self.seat):
            yield f"{name}: {amount(self.program, self.s, number)} hidden"
        elif place.kind != "cells":
            yield f"{name}: {', '.join(self._listed(place)) or EMPTY}"
        elif place.columns:
            yield f"{name}:"
            rows = area.rows[area.places.index(number)]
            yield from (f"  {line}" for line in self._grid(rows))
        else:
            yield f"{name}: {self._row(place)}"

    def _thing_area(self, area: Area) -> str | None:
        """The name of an area that each piece of a family has."""
        ends = f".areas.{area.id}"
        return next((self.naming.text(p, self.language) for p in self.naming.texts if p.endswith(ends)), None)

    # ---- pieces

    def _piece(self, family: Family, code: int, *, at_home: bool = False) -> str:
        """A piece in a word or two, and what lies in its own areas; `at_home`: only if something does."""
        id = self.naming.piece(family.id, code)
        if not family.individuals:
            kind, _, owner = id.partition(".")
            if not owner:
                return self._kind(kind)
            seat = self._name(f"seats.{owner}", owner)
            return seat if len(family.kinds) == 1 else f"{seat} {self._kind(kind)}"
        name = self._kind(family.kinds[family.individuals[code - 1] - 1])
        areas = self.own.get(id, [])
        used = [pair for pair in areas if amount(self.program, self.s, pair[1])]
        drawn = used or ([] if at_home else areas[:1])
        return " ".join([name, *(self._inside(area, number) for area, number in drawn)])

    def _inside(self, area: Area, number: int) -> str:
        owner = area.owners[area.places.index(number)]
        if not is_seen(self.program, area, owner, self.seat):
            return f"[{amount(self.program, self.s, number)} hidden]"
        place = self.program.places[number]
        return self._row(place) if place.kind == "cells" else f"[{', '.join(self._listed(place)) or EMPTY}]"

    def _kind(self, id: str) -> str:
        return self._name(self.naming.sections.get(id, ""), id)

    def _listed(self, place: Place) -> list[str]:
        """What lies in a pool, with numbers; or in a pile, from the top."""
        family = self.program.families[place.family]
        if place.kind == "pile":
            codes = [code for a in place.addresses() if (code := self.s[a])]
            named = [self._piece(family, code, at_home=True) for code in reversed(codes[-MOST_LISTED:])]
            return named + ([f"{len(codes) - MOST_LISTED} more below"] if len(codes) > MOST_LISTED else [])
        counts: Counter[str] = Counter()
        for i, address in enumerate(place.addresses()):
            held = self.s[address]
            if held and family.individuals:
                counts[self._piece(family, held, at_home=True)] += 1
            elif held:
                counts[self._piece(family, i * place.divisor + max(place.seat - 1, 0) + 1)] += held
        return [name if n == 1 else f"{n} {name}" for name, n in counts.items()]

    # ---- cells

    def _cell(self, place: Place, address: int) -> str:
        code = self.s[address]
        return self._piece(self.program.families[place.family], code) if code else EMPTY

    def _row(self, place: Place) -> str:
        cells = [self._cell(place, address) for address in place.addresses()]
        shown = _trimmed(cells)
        return "".join(f"[{cell}]" for cell in shown) + ("…" if len(shown) < len(cells) else "")

    def _grid(self, rows: Iterable[int]) -> Iterator[str]:
        places = [self.program.places[number] for number in rows]
        cells = [[self._cell(place, address) for address in place.addresses()] for place in places]
        columns = max((len(_trimmed(row)) for row in cells), default=0)
        used = len(_trimmed([EMPTY if set(row) <= {EMPTY} else "used" for row in cells], MOST_ROWS))
        names = [self._line(number) for number in rows]
        wide = max(map(len, names), default=0)
        width = max((len(cell) for row in cells for cell in row), default=1)
        for name, row in zip(names[:used], cells, strict=False):
            head = f"{name:<{wide}} " if wide else ""
            drawn = " ".join(f"{cell:<{width}}" for cell in row[:columns]).rstrip()
            yield head + drawn + (" …" if columns < len(row) else "")
        if used < len(cells):
            yield "…"

    def _line(self, number: int) -> str:
        id = self.program.places[number].id
        return "" if id.isdecimal() else self._name(self.naming.line_path(number), id)

    # ---- the rest

    def _remembered(self) -> Iterator[str]:
        plain = []
        for field in self.program.fields:
            value = remembered(self.program, self.naming, self.s, field, self.seat)
            if not field.keys and value is not None and value is not False:
                plain.append(f"{field.id} {self._name(f'seats.{value}', str(value)) if value is not True else 'yes'}")
        if plain:
            yield ", ".join(plain)


def _trimmed(cells: list[str], longest: int = LONGEST_ROW) -> list[str]:
    """A row of cells without the empty ones at its end but one, where it is long."""
    if len(cells) <= longest:
        return cells
    last = max((i for i, cell in enumerate(cells) if cell != EMPTY), default=-1)
    return cells[: last + 2]
