"""The names of what a state holds, for programs: stable ids, and what they stand for. Words are in `labels`."""

from typing import Any

from imhotep.program.memory import Area, Family
from imhotep.program.program import Program, Way


class Naming:
    """Names for one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.families = {f.id: f for f in program.families}
        self.spots: dict[int, dict[str, Any]] = {}  # what a place is, for programs
        self.area_of: dict[int, Area] = {}
        self.place_at: dict[int, int] = {}
        self.lines: dict[int, dict[str, str]] = {}  # of grids: the row and column of a cell
        for area in program.areas:
            for owner, place in zip(area.owners, area.places, strict=True):
                self.spots[place] = _spot(area, owner)
                self.area_of[place] = area
                for address in program.places[place].addresses():
                    self.place_at[address] = place
            for what, all_lines in (("row", area.rows), ("column", area.columns)):
                for instance, lines in zip(area.places, all_lines, strict=True):
                    for number in lines:
                        self.spots[number] = self.spots[instance] | {what: program.places[number].id}
                        for address in program.places[number].addresses():
                            self.lines.setdefault(address, {})[what] = program.places[number].id
        self.kinds = {f.id: [self._printed(f, kind) for kind in range(len(f.kinds))] for f in program.families}

    def address(self, s: list[int], type: str, value: int) -> int:
        """Where a picked piece lies; 0 for a board, which lies nowhere."""
        f = self.families[type.partition(":")[2]]
        if not f.individuals:
            return value
        return s[f.where + value - 1] if f.where else 0

    def area_at(self, address: int) -> Area:
        """The area that an address belongs to."""
        return self.area_of[self.place_at[address]]

    def piece(self, family: str, code: int) -> str:
        """The id of what a cell holds: kind and owner of a counted piece, or an individual's own id."""
        f = self.families[family]
        if f.individuals:
            return self.families[family].ids[code - 1]
        kind = f.kinds[(code - 1) // f.owners]
        return f"{kind}.{self.program.seats[(code - 1) % f.owners]}" if f.owned else kind

    def at(self, s: list[int], address: int) -> str:
        """The id of the piece that lies at an address."""
        family = self.program.families[self.program.places[self.place_at[address]].family]
        return self.piece(family.id, self._code(s, address))

    def spot(self, address: int) -> str:
        """An address: the name of its place, and the number of its cell where the place has cells."""
        place = self.program.places[self.place_at[address]]
        return f"{place.name} {address - place.start + 1}" if place.kind == "cells" else place.name

    def value(self, s: list[int], type: str, value: int) -> str:
        """The id of a picked value."""
        sort, _, family = type.partition(":")
        match sort:
            case "seat":
                return self.program.seats[value - 1]
            case "piece":
                if self.families[family].individuals:
                    return self.families[family].ids[value - 1]
                return self.piece(family, self._code(s, value))
            case "kind":
                return self.families[family].kinds[value - 1]
            case "cell" | "group":
                place = self.program.places[self.place_at[value]]
                return str(value - place.addresses().start + 1)
            case "row" | "column":
                return self.program.places[value].id
        return str(value)

    def sort(self, way: Way, value: int) -> str:
        """The id of what was picked, for counting: of a piece its kind alone. A counted piece is told by its class."""
        sort, _, family = way.type.partition(":")
        if sort == "label":
            return way.label
        if sort == "piece":
            f = self.families[family]
            name = f.kinds[f.individuals[value - 1] - 1 if f.individuals else value // f.owners]
        else:
            name = self.value([], way.type, value)
        return f"{way.label}:{name}" if way.label else name

    def key(self, type: str, key: int) -> str:
        """The id of what a field is kept by."""
        sort, _, family = type.partition(":")
        if sort == "seat":
            return self.program.seats[key - 1]
        if sort == "kind":
            return self.families[family].kinds[key - 1]
        return self.families[family].ids[key - 1] if sort == "piece" else str(key)

    def said(self, s: list[int], type: str, value: int) -> str | int | bool | tuple[str, ...] | None:
        """A value as a ruleset means it: yes/no as truth, a choice by its word, nothing as None."""
        sort, _, rest = type.partition(":")
        if sort == "list":
            return tuple(self.families[rest].kinds[kind - 1] for kind in self.program.lists[value])
        if sort == "number":
            return value
        if sort == "yes/no":
            return bool(value)
        if not value:
            return None
        return rest.split(",")[value - 1] if sort == "choice" else self.value(s, type, value)

    def _code(self, s: list[int], address: int) -> int:
        place = self.program.places[self.place_at[address]]
        if place.kind != "pool":
            return s[address]
        return (address - place.start) * place.divisor + max(place.seat - 1, 0) + 1

    def payload(self, s: list[int], type: str, value: int) -> dict[str, Any]:
        """What a picked value is, for programs: a piece with its kind, owner, printed values and place, a cell with its
        area, number, row and column. Numbers of cells count from 1."""
        sort, _, family = type.partition(":")
        made: dict[str, Any] = {"type": sort if sort != "piece" else family}
        match sort:
            case "number":
                made["number"] = value
            case "seat":
                made["seat"] = self.program.seats[value - 1]
            case "kind":
                made |= self.kinds[family][value - 1]
            case "piece":
                made |= self._piece(s, family, value)
            case "cell" | "group":
                made |= self._spot(value)
            case "row" | "column":
                made |= self.spots[value]
        return made

    def _printed(self, f: Family, number: int) -> dict[str, Any]:
        values = {id: self.said([], type, values[number]) for id, type, values in f.printed}
        return {"kind": f.kinds[number]} | ({"values": values} if values else {})

    def _piece(self, s: list[int], family: str, value: int) -> dict[str, Any]:
        f = self.families[family]
        if not f.individuals:
            kind, owner = divmod(self._code(s, value) - 1, f.owners)
            of = {"owner": self.program.seats[owner]} if f.owned else {}
            return self.kinds[family][kind] | of | self._spot(value)
        holder = f.holders[value - 1]
        of = {"owner": self.program.seats[holder - 1]} if holder else {}
        where = self._spot(s[f.where + value - 1]) if f.where else {}
        return {"id": f.ids[value - 1]} | self.kinds[family][f.individuals[value - 1] - 1] | of | where

    def _spot(self, address: int) -> dict[str, Any]:
        place = self.place_at[address]
        made = dict(self.spots[place])
        if self.program.places[place].kind == "cells":
            made["cell"] = address - self.program.places[place].start + 1
        return made | self.lines.get(address, {})


def _spot(area: Area, owner: str) -> dict[str, str]:
    """An area for programs: its id, the board it belongs to, and whose it is."""
    path = area.id.split(".")
    board = {"board": path[1]} if path[0] == "boards" else {}
    return {"area": path[-1]} | board | ({"of": owner} if owner else {})
