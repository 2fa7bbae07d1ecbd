"""Gives everything that a state holds its address, and fills the state that a game begins with."""

from imhotep.diagnostics import Notes
from imhotep.model import declarations as m
from imhotep.model.areas import LARGEST_STATE, Areas
from imhotep.model.types import Type
from imhotep.program.memory import Area, Family, Field, Place, Table


class Layout(Areas):
    """Addresses of a table's state. Built once, then only read, but for tables, which are added on demand."""

    def __init__(self, model: m.Model, settable: frozenset[str], notes: Notes) -> None:
        super().__init__(model, settable, notes)
        self.fields: list[Field] = []
        self.field_numbers: dict[str, int] = {}
        self.thing_fields: dict[tuple[str, str], int] = {}  # (family, field) -> address of the first thing's
        self.tables: list[Table] = []
        self._table_numbers: dict[str, int] = {}
        self._families()
        self._fields()
        self._areas()
        self.fields += self.remembered
        if len(self.start) > LARGEST_STATE:
            notes.error(
                "M020", f"a state of this game takes more than {LARGEST_STATE} numbers", model.table_span,
                "have fewer pieces, or give areas a capacity",
            )  # fmt: skip
        elif not notes.failed:
            self._set_out()

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
                self.notes.error("M020", f"there are more than {LARGEST_STATE} pieces of `{f.id}`", f.span)
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
            where = self.reserve(total) if individual and f.sort != "board" else 0
            self.families.append(
                Family(
                    id=f.id,
                    kinds=tuple(k.id for k in f.kinds),
                    owners=1 if individual else owners,
                    owned=f.owned,
                    individuals=tuple(n[0] for n in numbered),
                    ids=_ids(f, [n[0] for n in numbered]),
                    holders=tuple(n[1] for n in numbered),
                    where=where,
                    total=total,
                    printed=tuple(
                        (d.id, d.type.in_programs, tuple(dict(k.values).get(d.id, 0) for k in f.kinds))
                        for d in f.fields
                        if d.id not in self.settable
                    ),
                )
            )
            for declared in f.fields:
                if declared.id in self.settable:
                    first = self.reserve(total)
                    self.thing_fields[f.id, declared.id] = first
                    self.remembered.append(
                        Field(
                            id=f"{declared.id} of {f.id}", start=first, sizes=(total,), type=declared.type.in_programs,
                            keys=(f"piece:{f.id}",), seen_by=declared.seen_by,
                        )
                    )  # fmt: skip
                    for i, (kind, _) in enumerate(numbered):
                        self.start[first + i] = dict(f.kinds[kind - 1].values).get(declared.id, 0)

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
            if amount > LARGEST_STATE:
                self.notes.error("M020", f"`{f.id}` has more than {LARGEST_STATE} values", f.span, "have fewer keys")
                amount = 0
            first = self.reserve(amount)
            value = self._field_start(f)
            for i in range(amount):
                self.start[first + i] = value
            self.field_numbers[f.id] = len(self.fields)
            self.fields.append(
                Field(
                    id=f.id, start=first, sizes=sizes, type=f.type.in_programs,
                    keys=tuple(k.type.in_programs for k in f.keys),
                    seen_by=f.seen_by,
                )
            )  # fmt: skip

    def _boards(self) -> tuple[Type, ...]:
        return tuple(Type("piece", f.id) for f in self.model.families if f.sort == "board")

    def _field_start(self, f: m.FieldDeclaration) -> int:
        s = f.start
        if s is None:
            return 0
        if f.type.kind == "seat" and s.text in self.model.seats:
            return self.model.seats.index(s.text) + 1
        if f.type.kind == "kind" or f.type in self._boards():
            kinds = self.families[self.family_numbers[f.type.family]].kinds
            if s.text in kinds:
                return kinds.index(s.text) + 1
        if f.type.kind == "choice" and s.text in f.type.values:
            return f.type.values.index(s.text) + 1
        if f.type.kind == "yes/no" and (isinstance(s.value, bool) or s.text in ("yes", "no")):
            return int(s.value is True or s.text == "yes")
        if isinstance(s.value, int) and not isinstance(s.value, bool):
            seat = f.type.kind == "seat" and 1 <= s.value <= self.model.players
            if seat or f.type.kind == "number":
                return s.value
        self.notes.error("M002", f"`{s.text}` is not {f.type}", s.span)
        return 0

    def _areas(self) -> None:
        for area in self.model.game.names.areas.values():
            self.settle(area, [("", 0, None)])
        for f in self.model.families:
            family = self.families[self.family_numbers[f.id]]
            for area in f.areas:
                owners: list[tuple[str, int, m.Kind | None]] = [
                    (family.ids[i], 0, f.kinds[kind - 1]) for i, kind in enumerate(family.individuals)
                ]
                self.settle(area, owners)
            for kind in f.kinds:
                for area in kind.home.names.areas.values():
                    self.settle(area, [("", 0, kind)])

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
            held = self.families[area.family].id
            why = f"it holds {held}" if held != f.id else "each seat has its own, and these belong to no seat"
            self.notes.error("M029", f"`{f.id}` cannot start in `{area.id}`: {why}", f.starts_in.span)
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


def _ids(family: m.FamilyDeclaration, individuals: list[int]) -> tuple[str, ...]:
    """The ids of a family's individuals, whose kinds are given."""
    seen: dict[int, int] = {}
    made = []
    for kind in individuals:
        n = seen[kind] = seen.get(kind, 0) + 1
        id = family.kinds[kind - 1].id
        made.append(f"{id}.{n}" if individuals.count(kind) > 1 else id)
    return tuple(made)
