"""Points: scored one by one, or awarded by rank."""

from imhotep.effects import tree as t
from imhotep.lowering import fold
from imhotep.lowering.blocks import Block, Branch, Core, Step
from imhotep.meaning import binders, calls, statements
from imhotep.meaning import expressions as ex
from imhotep.meaning.names import find_table
from imhotep.meaning.scope import Context
from imhotep.program.instructions import Code


def source_number(c: Context, name: t.Name | None, at: t.Extent) -> int | None:
    """The source that points count for: the one named, else the thing the text belongs to."""
    if name is not None:
        known = calls.score_names(c.shared.model)
        if name.id not in known:
            c.unknown("N009", "source of points", name, known)
            return None
        c.shared.used.add(f"scores.{name.id}")
        return c.shared.source(name.id)
    if not c.source:
        c.error("N021", "nothing says what these points are for", at, "add `as NAME`, with the name under `scores:`")
        return None
    return c.shared.source(c.source)


def score(c: Context, s: t.Score) -> Block:
    seat, amount = ex.seat(c, s.seat), ex.number(c, s.amount)
    source = source_number(c, s.source, s.at)
    if source is None:
        return ()
    return (Step(code=("score", source, seat, amount, c.shared.src(c.span(s.at))), span=c.span(s.at)),)


def award(c: Context, s: t.Award) -> Block:
    """Places by rank, ties share. All amounts are worked out before the first is paid."""
    table, source = find_table(c, s.table.id), source_number(c, s.source, s.at)
    if table is None:
        known = [name for home in c.homes() for name in home.names.tables]
        c.unknown("N022", "table", s.table, known)
        return ()
    if s.binder.noun.id != "seat" or s.binder.source is not None:
        c.error("N023", "places are awarded to seats", s.binder.at, "write `award TABLE to seat where ... by ...`")
        return ()
    if source is None:
        return ()
    src, span = c.shared.src(c.span(s.at)), c.span(s.at)
    players = c.shared.model.players

    def ranked(inner: Context) -> tuple[int, Code, list[Code]] | None:
        bound = binders.bind(inner, s.binder)
        if bound is None:
            return None
        return bound.slot, bound.condition, [ex.number(inner, key) for key in s.keys]

    outside = c.variables
    with c.block() as one:
        mine = ranked(one)
        one.variables = dict(outside)
        theirs = ranked(one)
    if mine is None or theirs is None:
        return ()
    slots = [c.slots.take() for _ in range(players)]
    mark = c.slots.take()
    made: list[Core] = []
    for seat in range(1, players + 1):
        condition = fold.substitute(mine[1], mine[0], seat)
        keys = [fold.substitute(key, mine[0], seat) for key in mine[2]]
        better: Code = 0
        equal: Code = 1
        for key, other in zip(keys, theirs[2], strict=True):
            better = fold.either(better, fold.both(equal, ("lt", key, other)))
            equal = fold.both(equal, ("eq", key, other))

        def counted(what: Code) -> Code:
            return ("fold", "count", theirs[0], ("range", 1, players), fold.both(theirs[1], what), 1)

        before, same = counted(better), counted(equal)
        first, last = ("offset", before, 1), ("offset", before, same)
        paid = ("fold", "sum", mark, ("range", first, last), 1, ("lookup", table, ("local", mark), src))
        amount: Code = ("choose", condition, ("div", paid, same, src), 0)
        made.append(statements.assign(slots[seat - 1], amount, c, s.at))
    for seat, slot in enumerate(slots, 1):
        some = fold.compare("ne", ("local", slot), 0)
        score = Step(code=("score", source, seat, ("local", slot), src), span=span)
        made.append(Branch(condition=some, then=(score,), otherwise=()))
    return tuple(made)
