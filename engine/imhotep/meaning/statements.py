"""Gives statements their meaning: from the syntax tree to core blocks. Procedures are put in where they are called."""

from dataclasses import replace

from imhotep.diagnostics import nearest
from imhotep.effects import tree as t
from imhotep.lowering import plans
from imhotep.lowering.blocks import Block, Branch, Core, Invoke, Leave, Repeat, Scope, Step, Walk
from imhotep.meaning import access, binders, calls, menus, moves, scoring, triggers
from imhotep.meaning import expressions as ex
from imhotep.meaning.scope import DEEPEST, DEEPEST_BLOCK, DEEPEST_LOOP, LARGEST_PROGRAM, Context, Value, Variable
from imhotep.model import declarations as m
from imhotep.model.types import NOTHING
from imhotep.program.instructions import Code


def block(c: Context, statements: tuple[t.Statement, ...]) -> Block:
    """A block; its variables end with it."""
    with c.perhaps() as inner:
        return sequence(inner, statements)


def sequence(c: Context, statements: tuple[t.Statement, ...]) -> Block:
    """Statements one after another, in the variables of `c`."""
    made: list[Core] = []
    if not statements or _is_too_deep(c, statements[0].at):
        return ()
    c.shared.blocks += 1
    for s in statements:
        c.shared.statements += 1
        if c.shared.statements > LARGEST_PROGRAM:
            if c.shared.statements == LARGEST_PROGRAM + 1:
                c.error(
                    "N020", f"the rules are longer than {LARGEST_PROGRAM} statements once procedures are put in", s.at,
                    "a procedure is put in at every place that calls it; start a trigger instead",
                )  # fmt: skip
            break
        made.extend(statement(c, s))
    c.shared.blocks -= 1
    return tuple(made)


def _is_too_deep(c: Context, at: t.Extent) -> bool:
    """Whether what stands here is inside too much; that is told once."""
    shared = c.shared
    if shared.blocks < DEEPEST_BLOCK and shared.loops <= DEEPEST_LOOP:
        return False
    if not shared.too_deep:
        shared.too_deep = True
        inside = f"{DEEPEST_BLOCK} blocks" if shared.blocks >= DEEPEST_BLOCK else f"{DEEPEST_LOOP} loops and plans"
        c.error(
            "N027", f"this stands inside more than {inside} once procedures are put in", at,
            "start a trigger instead, which begins anew; use a table for a long row of conditions",
        )  # fmt: skip
    return True


def _loop(c: Context, statements: tuple[t.Statement, ...]) -> Block:
    """What is done several times, or only if it can be."""
    c.shared.loops += 1
    made = sequence(c, statements)
    c.shared.loops -= 1
    return made


def statement(c: Context, s: t.Statement) -> Block:
    """One statement."""
    match s:
        case t.Choose():
            return menus.choose(c, s)
        case t.Menu():
            return menus.menu(c, s)
        case t.May():
            return menus.may(c, s)
        case t.TakeAction():
            return menus.take_action(c, s)
        case t.MovePiece():
            return moves.move_piece(c, s)
        case t.MoveSome():
            return moves.move_some(c, s)
        case t.Shuffle():
            return moves.shuffle(c, s)
        case t.Score():
            return scoring.score(c, s)
        case t.Award():
            return scoring.award(c, s)
        case t.Set():
            return _set(c, s)
        case t.Let():
            return _let(c, s)
        case t.Require():
            needs = ex.condition(c, s.condition)
            code: Code = ("require", needs, c.shared.src(c.span(s.at)))
            return (Step(code=code, needs=needs, writes=False, span=c.span(s.at)),)
        case t.Trigger():
            return triggers.start(c, s.call)
        case t.Do():
            return _do(c, s.call)
        case t.Stop():
            return (Leave(),)
        case t.If():
            return _if(c, s.branches, s.otherwise, s.at)
        case t.ForEach():
            return _for_each(c, s)
        case t.Repeat():
            return _repeat(c, s.block, s.at, times=ex.number(c, s.times), until=None)
        case t.RepeatUntil():
            return _repeat(c, s.block, s.at, times=ex.number(c, s.most), until=s.condition)


def assign(slot: int, code: Code, c: Context, at: t.Extent) -> Step:
    """A variable gets its value, which it keeps."""
    c.slots.origins[slot] = code
    return Step(code=("set", slot, code), writes=False, defines=(slot, code), span=c.span(at))


def _set(c: Context, s: t.Set) -> Block:
    target = s.target
    value: Value | None = None
    address: Code | None = None
    fields = {f.id: f for f in c.shared.model.fields}
    if isinstance(target, t.Call) and target.name.id in fields:
        field = fields[target.name.id]
        address = calls.keyed_address(c, target, field)
        if address is None:
            return ()
        value = _to_remember(c, s.value, field)
    elif isinstance(target, t.Name) and target.id in fields and target.id not in c.variables:
        field = fields[target.id]
        if field.keys:
            c.error("N005", f"`{target.id}` is kept by {', '.join(k.id for k in field.keys)}", target.at)
            return ()
        address = c.shared.layout.fields[c.shared.layout.field_numbers[field.id]].start
        value = _to_remember(c, s.value, field)
    elif isinstance(target, t.Of):
        owner = access.of(c, target)
        if not ex.known(owner):
            return ()
        if isinstance(owner.code, tuple) and owner.code[0] == "load":
            address = owner.code[1]
            value = ex.typed(c, s.value, owner.type)
    if address is None or value is None:
        known = sorted(fields)
        c.error(
            "N024", "this is not a field that can be set", target.at,
            _fields_known(target, known),
        )  # fmt: skip
        return ()
    return (Step(code=("store", address, value.code, c.shared.src(c.span(s.at))), span=c.span(s.at)),)


def _fields_known(target: t.Expression, known: list[str]) -> str:
    """Help for what is no field."""
    near = nearest(target.id, known) if isinstance(target, t.Name) else None
    if near is not None:
        return f"did you mean `{near}`?"
    return f"fields are: {', '.join(known)}" if known else "declare it under `fields:`"


def _to_remember(c: Context, e: t.Expression, field: m.FieldDeclaration) -> Value:
    """The new value of a field; one with a `start:` is never nothing."""
    value = ex.typed(c, e, field.type)
    if field.start is not None and value.type == NOTHING:
        c.error(
            "N003",
            f"this is nothing, but {field.type} is due here",
            e.at,
            "only a field without `start:` may be nothing",
        )
    return replace(value, code=value.certain) if field.start is not None else value


def _let(c: Context, s: t.Let) -> Block:
    value = ex.expression(c, s.value)
    if not ex.known(value):
        c.bind(s.name, value)
        return ()
    if value.type.kind in ("area", "list") or isinstance(value.code, int):
        c.bind(s.name, value)
        return ()
    slot = c.slots.take()
    c.bind(s.name, replace(value, code=("local", slot)))
    return (assign(slot, value.code, c, s.at),)


def _do(c: Context, call: t.Call) -> Block:
    found = None
    for home in c.homes():
        found = found or home.names.procedures.get(call.name.id)
    if found is None:
        known = [name for home in c.homes() for name in home.names.procedures]
        c.unknown("N025", "procedure", call.name, known)
        return ()
    return put_in(c, call, found)


def put_in(c: Context, call: t.Call, p: m.ProcedureDeclaration) -> Block:
    """A procedure's statements in the place of its call. One that holds `stop` gets a frame of its own instead."""
    mark = f"procedure {p.path}"
    if mark in c.stack or len(c.stack) >= DEEPEST:
        circle = [s.removeprefix("procedure ") for s in c.stack[c.stack.index(mark) :]] if mark in c.stack else []
        c.error(
            "N026", f"the procedure `{p.id}` calls itself" + (": " + " > ".join([*circle, p.path]) if circle else ""),
            call.at, "start a trigger instead",
        )  # fmt: skip
        return ()
    c.shared.used.add(f"procedures.{p.path}")
    tree = c.shared.parsed.effect(p.do, c.shared.notes)
    with c.block() as outer:
        inner = replace(
            outer, scalar=p.do, home=p.home, variables={}, stack=(*c.stack, mark),
            source=p.home.source or c.source, path=p.id,
        )  # fmt: skip
        if not calls.bind_arguments(c, inner, call, p.parameters) or tree is None:
            return ()
        if not c.shared.parsed.traits(p.do, c.shared.notes).stops:
            made: list[Core] = []
            for parameter in p.parameters:
                value = inner.variables[parameter.id].value
                if isinstance(value.code, tuple) and value.code[0] != "local":
                    slot = inner.slots.take()
                    made.append(assign(slot, value.code, c, call.at))
                    inner.variables[parameter.id] = Variable(replace(value, code=("local", slot)))
            return (*made, *sequence(inner, tree))
        arguments = tuple(inner.variables[q.id].value for q in p.parameters)
        number = triggers.body_of(
            c, f"{p.path} for {inner.source}", p.do, p.home, p.parameters, arguments, inner.source
        )
        codes = tuple(v.certain for v in arguments)
        triggers.hand_on(c, call.arguments)
        return (Invoke(procedure=number, arguments=codes, foreseen=True, span=c.span(call.at)),)


def _if(c: Context, branches: tuple[t.Branch, ...], otherwise: tuple[t.Statement, ...] | None, at: t.Extent) -> Block:
    if not branches:
        return block(c, otherwise) if otherwise else ()
    first, rest = branches[0], branches[1:]
    if _is_too_deep(c, first.at):
        return ()
    if isinstance(first.condition, t.Possible):
        with c.perhaps() as inner:
            then = _loop(inner, first.block)
        return (Scope(block=then, otherwise=_rest(c, rest, otherwise, at), span=c.span(first.at)),)
    condition = ex.condition(c, first.condition)
    then = block(c, first.block)
    rest_block = _rest(c, rest, otherwise, at)
    if isinstance(condition, int):
        return then if condition else rest_block
    return (Branch(condition=condition, then=then, otherwise=rest_block),)


def _rest(c: Context, branches: tuple[t.Branch, ...], otherwise: tuple[t.Statement, ...] | None, at: t.Extent) -> Block:
    """What is done where the branch before is not; it stands inside of that one."""
    c.shared.blocks += 1
    made = _if(c, branches, otherwise, at)
    c.shared.blocks -= 1
    return made


def _for_each(c: Context, s: t.ForEach) -> Block:
    if s.ordered_by is not None:
        return menus.in_order(c, s)
    with c.perhaps() as inner:
        bound = binders.bind(inner, s.binder)
        if bound is None:
            return ()
        position, left = inner.slots.take(), inner.slots.take()
        # asked before the block is read: the variable's area changes where its piece moves
        place = c.shared.layout.declared[bound.value.area] if bound.value.area is not None else None
        body = _loop(inner, s.block)
    pile = bound.domain[1] if isinstance(bound.domain, tuple) and len(bound.domain) > 1 else 0
    if place is not None and place.kind == "pile" and plans.disturbs(body, bound.slot, pile):
        c.error(
            "N036", f"this loop takes pieces from the pile `{place.id}` while it goes through it", s.binder.at,
            f"write `repeat count {place.id} times:` and use `top of {place.id}`",
        )  # fmt: skip
    return (
        Walk(
            slot=bound.slot, position=position, left=left, domain=bound.domain, condition=bound.condition, block=body
        ),
    )  # fmt: skip


def _repeat(
    c: Context, statements: tuple[t.Statement, ...], at: t.Extent, *, times: Code, until: t.Expression | None
) -> Block:
    with c.perhaps() as inner:
        slot, limit = inner.slots.take(), inner.slots.take()
        condition = ex.condition(inner, until) if until is not None else None
        body = _loop(inner, statements)
    return (Repeat(slot=slot, limit=limit, times=times, condition=condition, block=body, src=c.shared.src(c.span(at))),)
