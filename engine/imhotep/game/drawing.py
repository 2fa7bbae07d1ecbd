"""The table as text, drawn from the geometry of its areas alone: pools, piles, cells in a row, grids.

A piece that has areas of its own is drawn with them, wherever it lies.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import east_asian_width

from imhotep.game.labels import Labels
from imhotep.game.naming import Naming
from imhotep.game.view import amount, remembered
from imhotep.machine.redealing import is_seen
from imhotep.program.memory import Area, Family, Place
from imhotep.program.program import Program

EMPTY = "."
MOST_LISTED = 8  # pieces of a pile that are named, from the top
LONGEST_ROW = 16  # cells of a row that are drawn in any case
MOST_ROWS = 6  # rows of a grid that are drawn in any case


def draw(program: Program, naming: Naming, labels: Labels, s: list[int], seat: int | None = None) -> list[str]:
    """The lines of the drawing: what a seat (1 up to the number of players) sees, or all with what is hidden."""
    return list(_Drawing(program, naming, labels, s, seat).lines())


class _Drawing:
    def __init__(self, program: Program, naming: Naming, labels: Labels, s: list[int], seat: int | None) -> None:
        self.program = program
        self.naming = naming
        self.labels = labels
        self.s = s
        self.seat = seat
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
                    yield self.labels.kind(board)
                    yield from (f"  {line}" for line in self._areas(board))
        for number, seat in enumerate(self.program.seats, 1):
            points = sum(self.s[self.program.points + number - 1 + i * self.program.players] for i in self._sources())
            mine = f"  ({self.labels.word('you')})" if number == self.seat else ""
            yield f"{self.labels.seat(seat)}: {self.labels.word('points', n=points)}{mine}"
            yield from (f"  {line}" for line in self._areas(seat))
        yield from self._remembered()

    def _sources(self) -> range:
        return range(len(self.program.sources))

    def _areas(self, holder: str) -> Iterator[str]:
        for area, number in self.own.get(holder, ()):
            yield from self._area(area, number)

    def _area(self, area: Area, number: int) -> Iterator[str]:
        owner = area.owners[area.places.index(number)]
        whose = owner if area.per_seat and area.id.startswith("boards.") else ""
        name = self.labels.area(area, whose)
        place = self.program.places[number]
        if not is_seen(self.program, area, owner, self.seat):
            yield f"{name}: {self._hidden(number)}"
        elif place.kind != "cells":
            yield f"{name}: {', '.join(self._listed(place)) or EMPTY}"
        elif place.columns:
            yield f"{name}:"
            rows = area.rows[area.places.index(number)]
            yield from (f"  {line}" for line in self._grid(rows))
        else:
            yield f"{name}: {self._row(place)}"

    def _hidden(self, number: int) -> str:
        return self.labels.word("hidden", n=amount(self.program, self.s, number))

    # ---- pieces

    def _piece(self, family: Family, code: int, *, at_home: bool = False) -> str:
        """A piece in a word or two, and what lies in its own areas; `at_home`: only if something does."""
        id = self.naming.piece(family.id, code)
        if not family.individuals:
            kind, _, owner = id.partition(".")
            if not owner:
                return self.labels.kind(kind)
            seat = self.labels.seat(owner)
            return seat if len(family.kinds) == 1 else f"{seat} {self.labels.kind(kind)}"
        name = self.labels.kind(family.kinds[family.individuals[code - 1] - 1])
        areas = self.own.get(id, [])
        used = [pair for pair in areas if amount(self.program, self.s, pair[1])]
        drawn = used or ([] if at_home else areas[:1])
        return " ".join([name, *(self._inside(area, number) for area, number in drawn)])

    def _inside(self, area: Area, number: int) -> str:
        owner = area.owners[area.places.index(number)]
        if not is_seen(self.program, area, owner, self.seat):
            return f"[{self._hidden(number)}]"
        place = self.program.places[number]
        return self._row(place) if place.kind == "cells" else f"[{', '.join(self._listed(place)) or EMPTY}]"

    def _listed(self, place: Place) -> list[str]:
        """What lies in a pool, with numbers; or in a pile, from the top."""
        family = self.program.families[place.family]
        if place.kind == "pile":
            codes = [code for a in place.addresses() if (code := self.s[a])]
            named = [self._piece(family, code, at_home=True) for code in reversed(codes[-MOST_LISTED:])]
            more = len(codes) - MOST_LISTED
            return named + ([self.labels.word("below", n=more)] if more > 0 else [])
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
        names = [self.labels.line(number) for number in rows]
        wide = max(map(_width, names), default=0)
        width = max((_width(cell) for row in cells for cell in row), default=1)
        for name, row in zip(names[:used], cells, strict=False):
            head = _padded(name, wide) + " " if wide else ""
            drawn = " ".join(_padded(cell, width) for cell in row[:columns]).rstrip()
            yield head + drawn + (" …" if columns < len(row) else "")
        if used < len(cells):
            yield "…"

    # ---- the rest

    def _remembered(self) -> Iterator[str]:
        plain = []
        for field in self.program.fields:
            value = remembered(self.program, self.naming, self.s, field, self.seat)
            if not field.keys and value is not None and value is not False:
                name = self.labels.name(f"fields.{field.id}", field.id)
                said = self.labels.word("yes") if value is True else str(value)
                plain.append(f"{name} {self.labels.seat(said) if field.type == 'seat' else said}")
        if plain:
            yield ", ".join(plain)


def _trimmed(cells: list[str], longest: int = LONGEST_ROW) -> list[str]:
    """A row of cells without the empty ones at its end but one, where it is long."""
    if len(cells) <= longest:
        return cells
    last = max((i for i, cell in enumerate(cells) if cell != EMPTY), default=-1)
    return cells[: last + 2]


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
