"""Moving pieces and shuffling."""

from dataclasses import replace

from imhotep.diagnostics import Related
from imhotep.effects import tree as t
from imhotep.lowering import fold
from imhotep.lowering.blocks import Block, Step, Wall
from imhotep.meaning import access, binders
from imhotep.meaning import expressions as ex
from imhotep.meaning.names import family_held, stands
from imhotep.meaning.scope import Context, Value, Variable
from imhotep.model.types import Type
from imhotep.program.instructions import Code
from imhotep.program.memory import UNLIMITED


def takes_all(c: Context, place: Value) -> bool:
    """Whether a place can never be full."""
    if place.area is None or place.type.kind != "area":
        return False
    declared = c.shared.layout.declared[place.area]
    match declared.kind:
        case "pool" | "pile":
            return declared.capacity is None
        case "slots":
            return declared.size is None and not declared.named_cells
        case "grid":
            endless = (
                declared.columns is None and not declared.named_columns,
                declared.rows is None and not declared.named_rows,
            )
            return any(endless)


def _target(c: Context, e: t.Expression, family: str) -> Value | None:
    value = ex.expression(c, e)
    if not ex.known(value):
        return None
    if value.type.kind not in ("area", "row", "column", "cell"):
        c.error("N030", f"pieces move to a place, and this is {value.type}", e.at, "name one of its areas")
        return None
    held = family_held(c, value)
    if held is None:
        c.error("N016", f"what lies in this {value.type.kind} is not known here", e.at, binders.UNKNOWN_PLACE)
        return None
    if c.shared.layout.families[held].id != family:
        other = c.shared.layout.families[held].id
        c.error("N016", f"no {family} can lie there: it holds {other}", e.at)
        return None
    return value


def move_piece(c: Context, s: t.MovePiece) -> Block:
    """`move PIECE to PLACE`; the variable follows its piece."""
    piece = ex.expression(c, s.piece)
    if not ex.known(piece):
        return ()
    if piece.type.kind != "piece":
        c.error("N031", f"only pieces move, and this is {piece.type}", s.piece.at)
        return ()
    layout = c.shared.layout
    number = layout.family_numbers[piece.type.family]
    family = layout.families[number]
    if c.shared.model.family(family.id).sort == "board":
        c.error("N031", "boards do not move", s.piece.at)
        return ()
    target = _target(c, s.place, family.id)
    if target is None:
        return ()
    needs: Code = 1 if takes_all(c, target) else ("lt", 0, ("room", target.code))
    to_cell = target.type.kind == "cell"
    if to_cell:
        needs = ("eq", ("load", target.code), 0)
    code = piece.certain
    if not piece.sure:
        needs = (
            fold.both(fold.compare("ne", _plain(code), 0), needs)
            if family.where == 0
            else fold.both(("ok", code), needs)
        )
    src, span = c.shared.src(c.span(s.at)), c.span(s.at)
    if family.individuals:
        return (Step(code=("send_to" if to_cell else "send", number, code, target.code, src), needs=needs, span=span),)
    plain = _plain(code)
    slot = plain[1] if isinstance(plain, tuple) and plain[0] == "local" else -1
    variable = c.variables.get(s.piece.id) if isinstance(s.piece, t.Name) else None
    if variable is not None:
        followed = variable.value
        if followed.area is not None and layout.declared[followed.area].kind == "pile":
            _shift(c, variable, s)
        followed.area, followed.hidden, followed.viewer = target.area, target.hidden, target.viewer
    return (Step(code=("move_to" if to_cell else "move", slot, code, target.code, src), needs=needs, span=span),)


def _shift(c: Context, moved: Variable, s: t.MovePiece) -> None:
    """A piece that leaves a pile shifts those above it: other variables for pieces of that pile end here."""
    for other in c.variables.values():
        value = other.value
        if other is not moved and value.type == moved.value.type and value.area == moved.value.area:
            other.gone = c.span(s.at)


def _plain(code: Code) -> Code:
    return code[1] if isinstance(code, tuple) and code[0] == "sure" else code


def _noun(c: Context, name: t.Name) -> tuple[str, int | None] | None:
    """The family, or the kind of it, that a noun in the singular or plural means."""
    for noun in (name.id, name.id.removesuffix("s"), name.id.removesuffix("es")):
        meant = binders.family_of_noun(c, noun)
        if meant is not None:
            return meant[0].id, meant[1]
    c.unknown("N015", "family or kind", name, binders.nouns(c)[7:])
    return None


def move_some(c: Context, s: t.MoveSome) -> Block:
    """`move 3 NOUN from PLACE to PLACE` and its kin."""
    meant = _noun(c, s.noun)
    if meant is None:
        return ()
    family_id, kind = meant
    layout = c.shared.layout
    number = layout.family_numbers[family_id]
    individual = bool(layout.families[number].individuals)
    domain, origin = binders.inside(c, s.source, c.shared.model.family(family_id))
    target = _target(c, s.target, family_id)
    if domain is None or target is None:
        return ()
    source = domain[1] if isinstance(domain, tuple) else 0
    if isinstance(domain, tuple) and domain[0] in ("pieces_of", "things_of"):
        c.error("N030", "pieces move from one place", s.source.at, "name one of its areas")
        return ()
    if target.type.kind == "cell" and not (s.least == t.Number(1, at=s.at) == s.most):
        c.error("N030", "several pieces do not move to one cell", s.target.at, "move 1 piece, or name its area")
        return ()
    with c.block() as inner:
        slot = inner.slots.take()
        piece = replace(origin, code=("local", slot), type=Type("piece", family_id), sure=True)
        condition: Code = 1
        if kind is not None:
            found = access.of_piece(c, "kind", piece, piece.code)
            condition = fold.compare("eq", found.code, kind) if found is not None else 1
    if target.type.kind == "cell":
        pile = origin.area is not None and layout.declared[origin.area].kind == "pile"
        found_one: Code = ("fold", "last" if pile else "first", slot, domain, condition, 1)
        needs_one = fold.both(fold.compare("ne", found_one, 0), ("eq", ("load", target.code), 0))
        src, span = c.shared.src(c.span(s.at)), c.span(s.at)
        to_cell: Code = ("send_to", number, found_one, target.code, src)
        if not individual:
            to_cell = ("move_to", -1, found_one, target.code, src)
        return (Step(code=to_cell, needs=needs_one, span=span),)
    there: Code = ("count", source) if condition == 1 else ("fold", "count", slot, domain, condition, 1)
    everything = s.most is None
    most: Code = there if s.most is None else ex.number(c, s.most)
    least: Code = there if everything else 0 if s.least is None else ex.number(c, s.least)
    needs: Code = 1
    if everything:
        needs = 1 if takes_all(c, target) else ("le", there, ("room", target.code))
        most = UNLIMITED
    elif least != 0:
        _enough(c, s, least, family_id, kind, (origin, target))
        needs = ("le", least, there)
        if not takes_all(c, target):
            needs = fold.both(needs, ("le", least, ("room", target.code)))
    name = "send_some" if individual else "move_some"
    src = c.shared.src(c.span(s.at))
    if s.least is not None and (written := stands(c, s.least, least)) is not None:
        c.shared.amounts[src] = written
    code: Code = (name, least, most, slot, condition, source, target.code, src)
    return (Step(code=code, needs=needs, span=c.span(s.at)),)


def _enough(c: Context, s: t.MoveSome, least: Code, family: str, kind: int | None, places: tuple[Value, Value]) -> None:
    """Warn where more pieces are to be moved than there are anywhere, or than the place can hold."""
    layout, declared = c.shared.layout, c.shared.model.family(family)
    source, target = (value.area for value in places)
    wanted = least if isinstance(least, int) else 0
    if isinstance(least, tuple) and least[0] == "lookup":
        table, index = layout.tables[least[1]], least[2]
        known = isinstance(index, int) and 0 <= index - table.first < len(table.values)
        wanted = table.values[index - table.first] if known else min(table.values, default=0)
    counts = [k.count for k in declared.kinds]
    there = sum(counts) if kind is None else counts[kind - 1]
    if declared.owned and not (source is not None and layout.declared[source].own):
        there *= c.shared.model.players
    span = c.span(s.at)
    where = (s.least is not None and stands(c, s.least, least)) or span
    related = () if where == span else (Related(span, "moved here"),)
    if wanted > there:
        message = f"this asks for {wanted} `{s.noun.id}`, and the game has {there}"
        c.shared.notes.warning("U007", message, where, None, *related)
        return
    held = [layout.places[n] for n in layout.areas[target].places] if target is not None else []
    fit = max((p.capacity if p.kind == "pool" else p.length for p in held), default=UNLIMITED)
    if wanted > fit:
        message = f"this asks for {wanted} `{s.noun.id}`, and only {fit} fit there"
        c.shared.notes.warning("U007", message, where, None, *related)


def shuffle(c: Context, s: t.Shuffle) -> Block:
    """`shuffle PLACE`, `shuffle PLACE into PILE`."""
    place = ex.one_place(c, s.place)
    into = ex.one_place(c, s.into) if s.into is not None else None
    if place is None or (s.into is not None and into is None):
        return ()
    pile = into or place
    where = s.into or s.place
    declared = c.shared.layout.declared[pile.area] if pile.area is not None else None
    if declared is None or declared.kind != "pile":
        c.error("N032", "only piles have an order to shuffle", where.at, "`shuffle POOL into PILE`, or declare a pile")
        return ()
    if into is not None and into.family_number(c) != place.family_number(c):
        c.error("N016", "the pile holds other pieces", where.at)
        return ()
    stream = c.shared.stream(declared.path)
    src, span = c.shared.src(c.span(s.at)), c.span(s.at)
    code: Code = (
        ("shuffle", place.code, stream, src) if into is None else ("shuffle_into", place.code, into.code, stream, src)
    )
    needs: Code = 1
    if into is not None and declared.capacity is not None:
        needs = ("le", ("count", place.code), ("room", into.code))
    return (Step(code=code, needs=needs, span=span), Wall())
