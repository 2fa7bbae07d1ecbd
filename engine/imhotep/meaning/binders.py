"""Gives binders their meaning: what is gone through or chosen among, and the sums and counts made over it."""

from dataclasses import replace

from imhotep.dataclass import dataclass
from imhotep.effects import tree as t
from imhotep.lowering import fold
from imhotep.meaning import access
from imhotep.meaning import expressions as ex
from imhotep.meaning.names import family_held, sparse
from imhotep.meaning.scope import Context, Value
from imhotep.model import declarations as m
from imhotep.model.types import NUMBER, SEAT, TRUTH, Type
from imhotep.program.instructions import Code

UNKNOWN_PLACE = "several areas could be meant; take it from `in AREA` in the same text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One area, row or column. `area` is its declared area, where that is known."""

    code: Code
    area: int | None
    family: str
    hidden: bool
    viewer: Code | None

    def family_number(self, c: Context) -> int:
        """The family of what lies there."""
        return c.shared.layout.family_numbers[self.family]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A binder with its meaning: `domain` filtered by `condition`, each bound to `slot`."""

    name: t.Name
    slot: int
    value: Value
    domain: Code
    condition: Code

    @property
    def way_type(self) -> str:
        """How programs name the type of a picked value."""
        return self.value.type.in_programs


def bind(c: Context, b: t.Binder) -> Bound | None:
    """The meaning of a binder; its variable is bound in `c`, which should be a block of its own."""
    found = _domain(c, b)
    if found is None:
        return None
    domain, value, extra = found
    slot = c.slots.take()
    if isinstance(extra, tuple) and extra[0] == "kind_is":
        extra = fold.compare("eq", _kind_code(c, replace(value, code=("local", slot))), extra[1])
    name = b.name or b.noun
    bound = replace(value, code=("local", slot), sure=True)
    noun = b.noun.id
    c.bind(name, bound, "give it another name" if b.name else f"give this one a name of its own: `{noun} other ...`")
    where = ex.condition(c, b.where) if b.where is not None else 1
    condition = fold.both(extra, where)
    # what asks about nothing does not hold; it must not end the search among the others
    condition = ("holds", condition) if fold.can_fail(condition) else condition
    return Bound(name=name, slot=slot, value=bound, domain=domain, condition=condition)


def _kind_code(c: Context, value: Value) -> Code:
    found = access.of_piece(c, "kind", value, value.code)
    return found.code if found is not None else 0


def _domain(c: Context, b: t.Binder) -> tuple[Code, Value, Code] | None:
    """What is gone through, a value of its type, and a condition that comes with the noun."""
    noun = b.noun.id
    model = c.shared.model
    match noun:
        case "seat":
            start = ex.seat(c, b.source.seat) if isinstance(b.source, t.StartingWith) else None
            if b.source is not None and start is None:
                _wrong_source(c, b, "seats are gone through as they are, or `starting with` one of them")
                return None
            domain: Code = ("range", 1, model.players) if start is None else ("seats", start)
            return domain, Value(code=0, type=SEAT), 1
        case "number":
            if not isinstance(b.source, t.Range):
                _wrong_source(c, b, "write `number n from 1 to 6`")
                return None
            return ("range", ex.number(c, b.source.low), ex.number(c, b.source.high)), Value(code=0, type=NUMBER), 1
        case "cell" | "row" | "column" | "group":
            return _geometry(c, b)
        case "kind":
            return _kinds(c, b)
    return _pieces(c, b)


def _wrong_source(c: Context, b: t.Binder, help: str) -> None:
    c.error("N014", f"`{b.noun.id}` cannot be gone through like this", b.at, help)


def _geometry(c: Context, b: t.Binder) -> tuple[Code, Value, Code] | None:
    if not isinstance(b.source, t.Inside):
        _wrong_source(c, b, f"write `{b.noun.id} in PLACE`")
        return None
    place = ex.one_place(c, b.source.place)
    if place is None:
        return None
    layout = c.shared.layout
    value = Value(code=0, type=Type(b.noun.id), area=place.area)  # type: ignore[arg-type]
    shape = layout.declared[place.area].kind if place.area is not None else "grid"
    if b.noun.id == "cell":
        if shape not in ("slots", "grid"):
            _wrong_source(c, b, "only slots and grids have cells")
            return None
        return ("cells", place.code), value, 1
    if shape != "grid" or place.area is None:
        _wrong_source(c, b, "only grids have rows, columns and groups")
        return None
    if b.noun.id == "group":
        return ("groups", place.code), value, 1
    area = layout.areas[place.area]
    lines = area.rows if b.noun.id == "row" else area.columns
    if isinstance(place.code, int) and place.code in area.places:
        mine = lines[area.places.index(place.code)]
        return ("range", mine[0], mine[-1]) if mine else ("range", 1, 0), value, 1
    values = {p: mine[0] for p, mine in zip(area.places, lines, strict=True) if mine}
    lasts = {p: mine[-1] for p, mine in zip(area.places, lines, strict=True) if mine}
    if not values:
        return ("range", 1, 0), value, 1
    first = sparse(c, f"first {b.noun.id} of {area.id}", values)
    last = sparse(c, f"last {b.noun.id} of {area.id}", lasts)
    return ("range", ("row_value", first, place.code), ("row_value", last, place.code)), value, 1


def _kinds(c: Context, b: t.Binder) -> tuple[Code, Value, Code] | None:
    if not isinstance(b.source, t.Inside):
        _wrong_source(c, b, "write `kind NAME in LIST`, or in a family")
        return None
    place = b.source.place
    if isinstance(place, t.Name) and place.id in c.shared.layout.family_numbers and place.id not in c.variables:
        family = c.shared.layout.families[c.shared.layout.family_numbers[place.id]]
        return ("range", 1, len(family.kinds)), Value(code=0, type=Type("kind", family.id)), 1
    value = ex.expression(c, place)
    if not ex.known(value):
        return None
    if value.type.kind != "list":
        c.error("N014", f"kinds are gone through in a printed list or a family, and this is {value.type}", place.at)
        return None
    return ("list", value.code), Value(code=0, type=Type("kind", value.type.family)), 1


def family_of_noun(c: Context, noun: str) -> tuple[m.FamilyDeclaration, int | None] | None:
    """The family a noun means; with a number, only that kind of it."""
    for f in c.shared.model.families:
        if f.id == noun:
            return f, None
    for f in c.shared.model.families:
        for i, kind in enumerate(f.kinds):
            if kind.id == noun:
                c.shared.used.add(f"kinds.{noun}")
                return f, i + 1
    return None


def nouns(c: Context) -> list[str]:
    """All nouns, for a suggestion."""
    things = [k.id for f in c.shared.model.families for k in f.kinds]
    return ["seat", "number", "cell", "row", "column", "group", "kind", *c.shared.layout.family_numbers, *things]


def _pieces(c: Context, b: t.Binder) -> tuple[Code, Value, Code] | None:
    meant = family_of_noun(c, b.noun.id)
    if meant is None:
        c.unknown("N015", "family or kind", b.noun, nouns(c))
        return None
    family, kind = meant
    extra: Code = 1 if kind is None else ("kind_is", kind)
    value = Value(code=0, type=Type("piece", family.id))
    individual = bool(c.shared.layout.families[c.shared.layout.family_numbers[family.id]].individuals)
    match b.source:
        case None:
            if not individual:
                _wrong_source(c, b, f"say where: `{b.noun.id} in PLACE`")
                return None
            total = len(c.shared.layout.families[c.shared.layout.family_numbers[family.id]].individuals)
            return ("range", 1, total), value, extra
        case t.Inside():
            domain, held = inside(c, b.source.place, family)
            if domain is None:
                return None
            return domain, replace(value, area=held.area, hidden=held.hidden, viewer=held.viewer), extra
        case t.TopSome():
            place = ex.one_place(c, b.source.place)
            if place is None:
                return None
            if individual or place.area is None or c.shared.layout.declared[place.area].kind != "pile":
                _wrong_source(c, b, "only piles of equal pieces have a top to look at")
                return None
            seen = replace(value, area=place.area, hidden=place.hidden, viewer=place.viewer)
            return ("top_pieces", b.source.amount, place.code), seen, extra
    _wrong_source(c, b, f"write `{b.noun.id} in PLACE`")
    return None


def inside(c: Context, e: t.Expression, family: m.FamilyDeclaration) -> tuple[Code | None, Value]:
    """The pieces of a family in a place, or in all areas of a thing; with what the place is."""
    value = ex.expression(c, e)
    if not ex.known(value):
        return None, value
    layout = c.shared.layout
    number = layout.family_numbers[family.id]
    individual = bool(layout.families[number].individuals)
    if value.type.kind in ("area", "row", "column"):
        # a row or column that was handed over may be of any area
        held = family_held(c, value)
        if held is None:
            c.error("N016", f"what lies in this {value.type.kind} is not known here", e.at, UNKNOWN_PLACE)
            return None, value
        if held != number:
            c.error("N016", f"no {family.id} can lie there: it holds {layout.families[held].id}", e.at)
            return None, value
        return ("things" if individual else "pieces", value.code), value
    if value.type.kind == "piece":
        holder = layout.family_numbers[value.type.family]
        first = _thing_lists(c, holder, number)
        listed = fold.offset(first - 1, value.certain)
        return ("things_of" if individual else "pieces_of", listed), replace(value, area=None)
    c.error("N016", f"nothing lies in {value.type}", e.at, "a place is an area, a row, a column, or a thing with areas")
    return None, value


def _thing_lists(c: Context, holder: int, family: int) -> int:
    """The first of the lists that give, for each thing of a family, the addresses where pieces of another may lie."""
    layout = c.shared.layout
    key = (holder, family)
    if key not in c.shared.thing_lists:
        things = layout.families[holder].individuals
        first = len(c.shared.lists)
        addresses: list[list[int]] = [[] for _ in things]
        for number, area in enumerate(layout.areas):
            declared = layout.declared[number]
            if area.family != family:
                continue
            for i, place in enumerate(area.places):
                owner = None
                if declared.thing_family == layout.families[holder].id:
                    owner = i
                elif declared.board and declared.board in layout.families[holder].kinds:
                    owner = layout.families[holder].kinds.index(declared.board)
                if owner is not None:
                    addresses[owner].extend(layout.places[place].addresses())
        c.shared.lists.extend(tuple(a) for a in addresses)
        c.shared.thing_lists[key] = first
    return c.shared.thing_lists[key]


def quantified(c: Context, e: t.Count | t.AnyOf | t.Pick | t.Fold) -> Value:
    """`count`, `any`, `first`, `last`, `sum`, `highest`, `lowest`."""
    with c.block() as inner:
        bound = bind(inner, e.binder)
        if bound is None:
            return ex.UNKNOWN
        amount: Code = ex.number(inner, e.value) if isinstance(e, t.Fold) else 1

    def made(kind: str) -> Code:
        return ("fold", kind, bound.slot, bound.domain, bound.condition, amount)

    match e:
        case t.Count():
            return Value(code=made("count"), type=NUMBER)
        case t.AnyOf():
            return Value(code=made("any"), type=TRUTH)
        case t.Fold():
            return Value(code=made(e.kind), type=NUMBER)
        case t.Pick():
            if bound.value.type == NUMBER:
                c.error("N014", f"`{e.end}` picks a thing, not a number", e.at, "use `lowest` or `highest`")
                return ex.UNKNOWN
            return replace(bound.value, code=made(e.end), sure=False, src=c.shared.src(c.span(e.at)))
