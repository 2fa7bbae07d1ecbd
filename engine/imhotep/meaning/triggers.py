"""Triggers and the texts they run, and texts with a frame of their own."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from imhotep.document.nodes import Scalar
from imhotep.effects import tree as t
from imhotep.lowering.blocks import Block, Body, Core, Invoke, Switch, Wall
from imhotep.meaning import access, calls, statements
from imhotep.meaning.scope import Context, Slots, Value, Variable
from imhotep.model import declarations as m


def start(c: Context, call: t.Call) -> Block:
    """`trigger name(things)`: the thing it is sent to, or all boards and then all other kinds; then the rules."""
    trigger = next((x for x in c.shared.model.triggers if x.id == call.name.id), None)
    if trigger is None:
        c.unknown("N040", "trigger", call.name, [x.id for x in c.shared.model.triggers])
        return ()
    c.shared.used.add(f"triggers.{trigger.id}")
    inner = replace(c, variables={})
    if not calls.bind_arguments(c, inner, call, trigger.parameters):
        return ()
    values = [inner.variables[p.id].value for p in trigger.parameters]
    before: list[Core] = []
    for i, value in enumerate(values):
        if not value.sure or (isinstance(value.code, tuple) and value.code[0] != "local"):
            slot = c.slots.take()
            before.append(statements.assign(slot, value.certain, c, call.at))
            values[i] = replace(value, code=("local", slot), sure=True)
            inner.variables[trigger.parameters[i].id] = Variable(values[i])
    if trigger.can_refuse:
        return (*before, *_foreseen(c, call, trigger, values, inner))
    made: list[Core] = [*before, Wall()]
    span = c.span(call.at)
    codes = tuple(v.code for v in values)

    def run(handlers: list[m.Handler]) -> Block:
        c.shared.used.update(f"effects.{h.path}" for h in handlers)
        return tuple(
            Invoke(
                procedure=body_of(
                    c, h.path, h.do, h.home, trigger.parameters, tuple(values), h.home.source, h.home.thing
                ),
                arguments=codes,
                span=span,
            )
            for h in handlers
        )

    if trigger.to is None:
        made.extend(run(_everybody(c.shared.model, trigger.id)))
    else:
        made.extend(_sent(c, call, trigger, values[trigger.to], run))
    made.extend(run(_rules(c.shared.model, trigger.id)))
    hand_on(c, call.arguments)
    return tuple(made)


def _everybody(model: m.Model, trigger: str) -> list[m.Handler]:
    boards = [f for f in model.families if f.sort == "board"]
    others = [f for f in model.families if f.sort != "board"]
    return [h for f in (*boards, *others) for k in f.kinds for h in k.handlers if h.trigger == trigger]


def _rules(model: m.Model, trigger: str) -> list[m.Handler]:
    return [r for r in model.rules if r.trigger == trigger]


Run: TypeAlias = Callable[[list[m.Handler]], Block]


def _sent(c: Context, call: t.Call, trigger: m.TriggerDeclaration, value: Value, run: Run) -> Block:
    """The effects of the one thing that a trigger is sent to."""
    by_value: dict[int, list[m.Handler]] = {}
    layout = c.shared.layout
    code = value.code
    match value.type.kind:
        case "piece":
            family = layout.families[layout.family_numbers[value.type.family]]
            kinds = c.shared.model.family(family.id).kinds
            by_value = {i + 1: [h for h in k.handlers if h.trigger == trigger.id] for i, k in enumerate(kinds)}
            found = access.of_piece(c, "kind", value, value.certain)
            if c.shared.model.family(family.id).sort != "board" and found is not None:
                code = found.code
        case "cell":
            by_value = {a: [h for h in hs if h.trigger == trigger.id] for a, hs in layout.handlers.cells.items()}
        case "row" | "column":
            by_value = {p: [h for h in hs if h.trigger == trigger.id] for p, hs in layout.handlers.lines.items()}
        case _:
            c.error("N041", f"a trigger cannot be sent to {value.type}", call.at)
    if isinstance(code, int):
        return run(by_value.get(code, []))
    cases = tuple((number, run(handlers)) for number, handlers in by_value.items() if handlers)
    return (Switch(value=code, cases=cases),) if cases else ()


def _foreseen(
    c: Context, call: t.Call, trigger: m.TriggerDeclaration, values: list[Value], variables: Context
) -> Block:
    """A trigger that can refuse: its effects are put in, so that the plan around it sees them."""

    def run(handlers: list[m.Handler]) -> Block:
        made: list[Core] = []
        c.shared.used.update(f"effects.{h.path}" for h in handlers)
        for h in handlers:
            mark = f"effect {h.path}"
            if mark in c.stack:
                c.error("N042", f"`{trigger.id}` can refuse, so it cannot start itself: {h.path}", call.at)
                continue
            tree = c.shared.parsed.effect(h.do, c.shared.notes)
            if tree is None:
                continue
            with c.block() as outer:
                inner = replace(
                    outer, scalar=h.do, home=h.home, variables=dict(variables.variables), source=h.home.source,
                    path=h.home.thing, stack=(*c.stack, mark),
                )  # fmt: skip
                made.extend(statements.sequence(inner, tree))
        return tuple(made)

    if trigger.to is None:
        sent = run(_everybody(c.shared.model, trigger.id))
    else:
        sent = _sent(c, call, trigger, values[trigger.to], run)
    return (*sent, *run(_rules(c.shared.model, trigger.id)))


def hand_on(c: Context, arguments: tuple[t.Expression, ...]) -> None:
    """Equal pieces that were handed to another text may lie elsewhere afterwards: their variables end here."""
    for argument in arguments:
        variable = c.variables.get(argument.id) if isinstance(argument, t.Name) else None
        if variable is not None and variable.value.type.kind == "piece":
            layout = c.shared.layout
            if not layout.families[layout.family_numbers[variable.value.type.family]].individuals:
                variable.gone = c.span(argument.at)


def area_of_place(value: Value) -> int | None:
    """The area that a cell, line or group lies in for good, where that is known."""
    return value.area if value.type.kind in ("cell", "row", "column", "group") else None


def body_of(
    c: Context,
    key: str,
    do: Scalar,
    home: m.Home,
    parameters: tuple[m.Parameter, ...],
    values: tuple[Value, ...],
    source: str,
    path: str = "",
) -> int:
    """The number of a text with a frame of its own; it is compiled later, once for each area its places lie in."""
    shared = c.shared
    key = " at ".join([key, *(shared.layout.areas[a].id for a in map(area_of_place, values) if a is not None)])
    if key in shared.body_numbers:
        return shared.body_numbers[key]
    number = shared.body_numbers[key] = len(shared.bodies)
    body = Body(id=key, parameters=len(parameters), place=str(do.span))
    shared.bodies.append(body)
    slots = Slots()
    variables = {
        p.id: Variable(
            Value(
                code=("local", slots.take()),
                type=v.type if v.type.kind != "nothing" else p.type,
                area=area_of_place(v),
            )
        )
        for p, v in zip(parameters, values, strict=True)
    }
    context = Context(
        shared=shared, scalar=do, home=home, slots=slots, variables=variables, source=source or c.source, path=path,
        stack=tuple(s for s in c.stack if s.startswith("action")),
    )  # fmt: skip
    shared.queue.append((body, context))
    return number
