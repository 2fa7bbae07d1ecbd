"""Choices: by a seat, by chance, among alternatives, of an order, of an action."""

from dataclasses import replace

from imhotep.dataclass import dataclass
from imhotep.effects import tree as t
from imhotep.lowering import fold, plans
from imhotep.lowering.blocks import Ask, Block, Branch, Core, CoreWay, Invoke, Repeat, Scope, Step, Wall
from imhotep.meaning import binders, statements, triggers
from imhotep.meaning import expressions as ex
from imhotep.meaning.scope import Context, Value, Variable
from imhotep.model import declarations as m
from imhotep.model.types import SEAT
from imhotep.program.instructions import Code


@dataclass(frozen=True, slots=True)
class _Chooser:
    """Who chooses: `code` as written, by which one seat is told from another; `seat` as asked for.

    A seat that must be worked out is put into a variable `before`.
    """

    code: Code
    seat: Code
    before: Block


def _chooser(c: Context, e: t.Expression) -> _Chooser:
    code = ex.seat(c, e)
    if isinstance(code, int) or code[0] == "local":
        return _Chooser(c.origin(code), code, ())
    slot = c.slots.take()
    return _Chooser(code, ("local", slot), (statements.assign(slot, code, c, e.at),))


def _hidden(value: Value, chooser: Code) -> bool:
    """Whether that seat cannot see what it chooses among."""
    return value.hidden and value.viewer != chooser


def _ask(
    c: Context,
    at: t.Extent,
    name: str,
    who: _Chooser,
    ways: tuple[CoreWay, ...],
    *,
    secret: bool = False,
    total: bool = False,
) -> Ask:
    span = c.span(at)
    id = prompt(c, name)
    c.shared.parsed.prompts.add(id)
    return Ask(
        id=id,
        seat=who.seat,
        chooser=who.code,
        ways=ways,
        secret=secret,
        total=total,
        src=c.shared.src(span),
        span=span,
    )


def prompt(c: Context, name: str) -> str:
    """The stable name of a decision."""
    return f"{c.path}.{name}" if c.path else name


def choose(c: Context, s: t.Choose) -> Block:
    """`SEAT chooses BINDER`, `chance chooses BINDER`; the variable holds from here on."""
    chance = isinstance(s.chooser, t.Name) and s.chooser.id == "chance" and "chance" not in c.variables
    who = _Chooser(0, 0, ()) if chance else _chooser(c, s.chooser)
    bound = binders.bind(c, s.binder)
    if bound is None:
        return ()
    span = c.span(s.at)
    if chance:
        some: Code = ("fold", "any", bound.slot, bound.domain, bound.condition, 1)
        stream = c.shared.stream(f"chance {prompt(c, bound.name.id)}")
        code: Code = ("draw", bound.slot, bound.way_type, bound.domain, bound.condition, stream, c.shared.src(span))
        return (Step(code=code, needs=some, span=span), Wall())
    way = CoreWay(
        label="", type=bound.way_type, slot=bound.slot, domain=bound.domain, condition=bound.condition,
        hidden=bound.value.hidden,
    )  # fmt: skip
    ask = _ask(c, s.at, bound.name.id, who, (way,), secret=s.secretly, total=_never_empty(bound))
    return (*who.before, ask, Wall()) if _hidden(bound.value, who.code) else (*who.before, ask)


def _never_empty(bound: binders.Bound) -> bool:
    """Whether there is something to choose in any case: any seat, or a number between two that are known."""
    match bound.domain:
        case ("seats", _):
            return bound.condition == 1
        case ("range", int(low), int(high)):
            return bound.condition == 1 and low <= high
    return False


def menu(c: Context, s: t.Menu) -> Block:
    """`SEAT chooses:` alternatives."""
    who = _chooser(c, s.chooser)
    ways: list[CoreWay] = []
    total = False
    for a in s.alternatives:
        with c.perhaps() as inner:
            if a.binder is not None:
                bound = binders.bind(inner, a.binder)
                if bound is None:
                    continue
                body = statements.sequence(inner, a.block)
                hidden = _hidden(bound.value, who.code)
                if hidden:
                    body = (Wall(), *body)
                ways.append(
                    CoreWay(
                        label="", type=bound.way_type, slot=bound.slot, domain=bound.domain,
                        condition=bound.condition, block=body, scope=True, hidden=bound.value.hidden,
                    )
                )  # fmt: skip
            elif a.label is not None:
                condition = ex.condition(inner, a.condition) if a.condition is not None else 1
                body = statements.sequence(inner, a.block)
                _check_label(c, a.label)
                total = total or (condition == 1 and not plans.can_fail(body))
                ways.append(CoreWay(label=a.label.id, type="label", condition=condition, block=body, scope=True))
    return (
        *who.before,
        _ask(c, s.at, "choice", who, tuple(ways), total=total),
    )


def _check_label(c: Context, label: t.Name) -> None:
    labels = {name for home in c.homes() for name in home.names.choices}
    if label.id not in labels and label.id in binders.nouns(c):
        c.error(
            "N037", f"`{label.id}` stands here like a label", label.at,
            f"for an option for each {label.id}, write `{label.id} in PLACE:` or `{label.id} where CONDITION:`",
        )  # fmt: skip
        return
    c.shared.used.add(f"choices.{label.id}")
    if labels and label.id not in labels:
        c.unknown("N033", "entry under `choices:` for", label, sorted(labels))


def may(c: Context, s: t.May) -> Block:
    """`SEAT may:`; asked only if the block can be carried out."""
    who = _chooser(c, s.chooser)
    body = statements.block(c, s.block)
    span = c.span(s.at)
    ways = (
        CoreWay(label="yes", type="label", block=body, scope=True),
        CoreWay(label="decline", type="label", scope=True),
    )
    ask = _ask(c, s.at, "may", who, ways, total=True)
    if not plans.can_fail(body):
        return (*who.before, ask)
    return (*who.before, Scope(block=(ask,), otherwise=(), span=span, only_if=body))


def take_action(c: Context, s: t.TakeAction) -> Block:
    """`SEAT takes an action`: each action's choices are options side by side."""
    who = _chooser(c, s.chooser)
    group = s.group.id if s.group is not None else ""
    actions = [a for a in c.shared.model.actions if a.group == group]
    if not actions:
        if s.group is None:
            c.error("N034", "the ruleset has no actions outside groups", s.at)
        else:
            c.unknown("N034", "group of actions", s.group, sorted({a.group for a in c.shared.model.actions if a.group}))
        return ()
    wanted = () if c.shared.only_opening else actions
    ways = [way for a in wanted if (way := action(c, a, who.seat)) is not None]
    total = any(w.domain is None and w.condition == 1 and not plans.can_fail(w.block) for w in ways)
    return (
        *who.before,
        _ask(c, s.at, "action", who, tuple(ways), total=total),
    )


def action(c: Context, a: m.ActionDeclaration, seat: Code) -> CoreWay | None:
    """An action as an alternative, put in; inside itself it is a text of its own."""
    mark = f"action {a.id}"
    c.shared.used.add(f"actions.{a.id}")
    player = Value(code=seat, type=SEAT)
    with c.block() as outer:
        inner = replace(
            outer, scalar=a.do, home=a.home, source=a.id, path=a.id, stack=(*c.stack, mark),
            variables={"player": Variable(player)},
        )  # fmt: skip
        bound = None
        if a.choose is not None:
            inner.scalar = a.choose
            choice = c.shared.parsed.choice(a.choose, c.shared.notes)
            bound = binders.bind(inner, choice) if choice is not None else None
            if bound is None:
                return None
        condition: Code = bound.condition if bound is not None else 1
        if a.when is not None:
            inner.scalar = a.when
            when = c.shared.parsed.formula(a.when, c.shared.notes)
            if when is not None:
                condition = fold.both(condition, ex.condition(inner, when))
        inner.scalar = a.do
        tree = c.shared.parsed.effect(a.do, c.shared.notes)
        body: Block = ()
        if tree is not None and (mark in c.stack or c.shared.parsed.traits(a.do, c.shared.notes).stops):
            values = [player] if bound is None else [player, bound.value]
            parameters = [m.Parameter(id="player", type=SEAT)]
            if bound is not None:
                parameters.append(m.Parameter(id=bound.name.id, type=bound.value.type))
            number = triggers.body_of(c, f"action {a.id}", a.do, a.home, tuple(parameters), tuple(values), a.id, a.id)
            body = (
                Invoke(
                    procedure=number, arguments=tuple(v.code for v in values), foreseen=True, span=a.span
                ),
            )  # fmt: skip
        elif tree is not None:
            body = statements.sequence(inner, tree)
        hidden = bound is not None and _hidden(bound.value, c.origin(seat))
        if hidden:
            body = (Wall(), *body)
    return CoreWay(
        label=a.id,
        type=bound.way_type if bound is not None else "label",
        slot=bound.slot if bound is not None else -1,
        domain=bound.domain if bound is not None else None,
        condition=condition,
        block=body,
        scope=True,
        last_resort=a.last_resort,
        hidden=hidden,
    )


def in_order(c: Context, s: t.ForEach) -> Block:
    """`for each BINDER, ordered by SEAT`: the seat names the next one each time, unless all that are left are equal.

    `done` remembers by bits which cells have had their turn, so the place must have at most 31.
    """
    assert s.ordered_by is not None
    who = _chooser(c, s.ordered_by)
    span = c.span(s.at)
    with c.block() as inner:
        bound = binders.bind(inner, s.binder)
        if bound is None:
            return ()
        longest = 0
        if isinstance(bound.domain, tuple) and bound.domain[0] in ("pieces", "things") and bound.value.area is not None:
            places = [c.shared.layout.places[p] for p in c.shared.layout.areas[bound.value.area].places]
            longest = max((p.length if p.kind == "cells" else 99 for p in places), default=99)
        if not 0 < longest <= 31:
            c.error("N035", "an order is chosen for the pieces in slots or a line of at most 31 cells", s.binder.at)
            return ()
        done, times, counter, limit = (inner.slots.take() for _ in range(4))
        assert isinstance(bound.domain, tuple)
        sort = bound.domain[0]
        variable = ("local", bound.slot)
        cell: Code = variable
        if sort == "things":
            cell = ("where", c.shared.layout.family_numbers[bound.value.type.family], variable)
        bit: Code = ("bit", ("local", done), ("number_of", cell))
        open_still = fold.both(bound.condition, ("eq", bit, 0))
        count: Code = ("fold", "count", bound.slot, bound.domain, bound.condition, 1)
        several: Code = ("differ", bound.slot, bound.domain, open_still)
        one = CoreWay(label="", type=bound.way_type, slot=bound.slot, domain=bound.domain, condition=open_still)
        ask = _ask(c, s.at, bound.name.id, who, (one,), total=True)
        only: Code = ("sure", ("fold", "first", bound.slot, bound.domain, open_still, 1), c.shared.src(span))
        mark = ("set_bit", ("local", done), ("number_of", cell))
        body: list[Core] = [
            Branch(condition=several, then=(ask,), otherwise=(statements.assign(bound.slot, only, c, s.at),)),
            statements.assign(done, mark, c, s.at),
            *statements.sequence(inner, s.block),
        ]
        loop = Repeat(
            slot=counter, limit=limit, times=("local", times), condition=None, block=tuple(body),
            src=c.shared.src(span),
        )  # fmt: skip
        return (*who.before, statements.assign(done, 0, c, s.at), statements.assign(times, count, c, s.at), loop)
