"""From a composed ruleset to a program for one table."""

from collections.abc import Mapping as MappingType
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from imhotep.compile.opening import Opening
from imhotep.compile.unused import too_many_asked
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Notes, Span, has_errors
from imhotep.document.nodes import Mapping, Scalar
from imhotep.effects import tree as t
from imhotep.effects.parser import too_much
from imhotep.lowering import fold, scopes
from imhotep.lowering.blocks import Body
from imhotep.meaning import expressions as ex
from imhotep.meaning import menus
from imhotep.meaning.scope import Context, Shared, Slots, Value, Variable
from imhotep.meaning.statements import sequence
from imhotep.meaning.texts import Texts
from imhotep.model import declarations as m
from imhotep.model.contents import handlers_of, homes_of, names_at, tables_of, texts_of
from imhotep.model.layout import Layout
from imhotep.model.reading import TableOfPlay
from imhotep.model.things import read_model
from imhotep.model.types import NUMBER, SEAT, TRUTH, Type
from imhotep.program.memory import SEAT as DECIDING

if TYPE_CHECKING:
    from imhotep.program.program import Program

BEGIN = "begin"

TEXT = "L"
"""What codes begin with that tell of a text that cannot be read."""

_ME: Final = ("load", DECIDING)
"""The seat that decides."""

Sight: TypeAlias = tuple[object, frozenset[tuple[str, str]]]
"""What texts see of a table: the names that they use, and the effects there are."""


@dataclass(slots=True)
class Seen:
    """What was met at the tables examined so far: all that texts can see of them, and moves of too many pieces."""

    sights: list[Sight] = field(default_factory=list)
    short: set[Span | None] = field(default_factory=set)

    def fresh(self, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """What was found, without moves of too many that were told of another table; notes them down."""
        kept = tuple(d for d in found if d.code != "U007" or d.span not in self.short)
        self.short.update(d.span for d in kept if d.code == "U007")
        return kept


def build(
    root: Mapping,
    table: TableOfPlay,
    *,
    digest: str = "",
    texts: Texts | None = None,
    entries: MappingType[str, Scalar] | None = None,
    checks: MappingType[str, Scalar] | None = None,
    conditions: MappingType[str, Scalar] | None = None,
) -> "tuple[Program | None, tuple[Diagnostic, ...]]":
    """Compile a ruleset for a table.

    `entries` are further texts that play may begin with, `checks` are formulas, `conditions` formulas about what the
    deciding seat, `me`, sees; all by name. Conditions come to be checks. Returns the program, or None, and what was
    found.
    """
    notes = Notes()
    model = read_model(root, table, notes)
    if model is None or notes.failed:
        return None, notes.found
    reading = Reading(model, texts or Texts(), notes)
    if reading.settle(entries or {}):
        reading.read(entries or {}, checks or {}, conditions or {})
    if notes.failed:
        return None, notes.found
    from imhotep.compile.assemble import assemble  # what only checks needs none of it

    return assemble(reading, digest), notes.found


def examine(root: Mapping, table: TableOfPlay, texts: Texts, seen: Seen) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a ruleset at a table, also in texts that nothing reaches. Makes no program.

    `seen` keeps which tables were examined already: where only numbers and the amount of pieces differ, no texts but
    that of the opening are read again.
    """
    notes = Notes()
    model = read_model(root, table, notes)
    excess = None if model is None else too_much(texts_of(model))
    if excess is not None:
        return (*notes.found, excess)
    if model is not None and notes.failed:
        for scalar in texts_of(model):
            texts.effect(scalar, notes)
    elif model is not None:
        notes.add(too_many_asked(model))
        reading = Reading(model, texts, notes)
        if reading.settle({}):
            if reading.unlike(seen.sights):
                reading.read({}, {}, {})
                reading.read_the_rest()
            else:
                reading.shared.only_opening = True
                reading.begin()
            if not notes.failed:
                notes.add(Opening(reading.shared, tables_of(model)).warnings(reading.shared.bodies[0].block))
    return seen.fresh(notes.found)


class Reading:
    """One ruleset at one table, read: memory laid out, texts with their meaning, faults in `notes`."""

    def __init__(self, model: m.Model, texts: Texts, notes: Notes) -> None:
        self.model = model
        self.notes = notes
        self.texts = texts

    def settle(self, entries: MappingType[str, Scalar]) -> bool:
        """Give everything its address; false where that cannot be done. Texts that cannot be read are passed over."""
        layout = Layout(self.model, self._settable(entries), self.notes)
        self.shared = Shared(self.model, layout, self.notes, self.texts, lists=list(self.model.lists))
        return not has_errors(each for each in self.notes.found if each.code[0] != TEXT)

    def unlike(self, seen: list[Sight]) -> bool:
        """Whether texts see something here that they did not see at a table before; notes it down."""
        model, words = self.model, self.texts.words()
        names = (
            frozenset((h.thing, id) for h in homes_of(model) for id in names_at(h) if id in words),
            frozenset(k.id for f in model.families for k in f.kinds if k.id in words),
            frozenset(id for id in model.seats if id in words),
            tuple(f.id for f in model.fields) + tuple(o.id for o in model.options),
            tuple(x.id for x in model.triggers) + tuple(a.id for a in model.actions),
            # an order can be chosen for at most 31 cells
            tuple(min(p.length, 32) for p in self.shared.layout.places if p.kind == "cells" and not p.line),
        )
        handlers = frozenset((h.path, h.trigger) for h in handlers_of(model))
        fresh = not any(names == before and handlers <= more for before, more in seen)
        seen.append((names, handlers))
        return fresh

    def read(
        self,
        entries: MappingType[str, Scalar],
        checks: MappingType[str, Scalar],
        conditions: MappingType[str, Scalar],
    ) -> None:
        """Read all texts that are reached."""
        model, notes, shared = self.model, self.notes, self.shared
        self.entries = {BEGIN: self.begin()}
        for name, scalar in entries.items():
            self.entries[name] = self._entry(name, scalar, call=False)
        self._work()
        ranked = {"seat": Value(code=("local", 0), type=SEAT)}
        self.winner = tuple((id, self._formula(scalar, ranked, 1, NUMBER).code) for id, scalar in model.winner)
        self.checks = [(name, self._formula(scalar, {}, 0)) for name, scalar in checks.items()]
        self.checks += [(name, self._condition(scalar)) for name, scalar in conditions.items()]
        self._handlers_exist()
        for body in shared.bodies:
            body.block = scopes.with_walls(body.block)
        scopes.check(shared.bodies, notes)

    def begin(self) -> int:
        """Read the text that a game begins with, and what is put in there; the number of its body."""
        return self._entry(BEGIN, self.model.begin, call=True)

    def _settable(self, entries: MappingType[str, Scalar]) -> frozenset[str]:
        """The names of the fields that some text sets; all others are printed once and for all."""
        texts = (*texts_of(self.model), *entries.values())
        return frozenset().union(*(self.texts.traits(scalar, self.notes).sets for scalar in texts))

    def _context(self, scalar: Scalar, variables: dict[str, Value], slots: int) -> Context:
        return Context(
            shared=self.shared, scalar=scalar, home=self.model.game, slots=Slots(slots, slots),
            variables={name: Variable(value) for name, value in variables.items()},
        )  # fmt: skip

    def _entry(self, name: str, scalar: Scalar, *, call: bool) -> int:
        """A text that play begins with: a procedure's name, or statements."""
        number = len(self.shared.bodies)
        body = Body(id=name, parameters=0, place=str(scalar.span))
        self.shared.bodies.append(body)
        context = self._context(scalar, {}, 0)
        if call:
            at = t.Extent(0, len(scalar.text))
            statements: tuple[t.Statement, ...] | None = (t.Do(t.Call(t.Name(scalar.text, at=at), (), at=at), at=at),)
        else:
            statements = self.texts.effect(scalar, self.notes)
        body.block = sequence(context, statements or ())
        body.locals = context.slots.most
        return number

    def _work(self) -> None:
        """Compile the texts that were asked for; they may ask for more."""
        while self.shared.queue:
            body, context = self.shared.queue.pop(0)
            tree = self.texts.effect(context.scalar, self.notes)
            if tree is not None:
                body.block = sequence(context, tree)
            body.locals = max(context.slots.most, body.parameters)

    def _formula(self, scalar: Scalar, variables: dict[str, Value], slots: int, due: Type | None = None) -> Value:
        tree = self.texts.formula(scalar, self.notes)
        if tree is None:
            return ex.UNKNOWN
        context = self._context(scalar, variables, slots)
        return ex.expression(context, tree) if due is None else ex.typed(context, tree, due)

    def _condition(self, scalar: Scalar) -> Value:
        """What the seat that decides asks of what it sees; it does not hold where it fails."""
        found = self._formula(scalar, {"me": Value(code=_ME, type=SEAT)}, 0, TRUTH)
        if any(viewer != _ME for viewer in fold.peeks(found.code)):
            message = "this asks about pieces that the seat does not see"
            self.notes.error("B004", message, scalar.span, "ask about what is seen, or about numbers of pieces only")
        return replace(found, code=("holds", found.code)) if fold.can_fail(found.code) else found

    def _handlers_exist(self) -> None:
        known = [x.id for x in self.model.triggers]
        for h in handlers_of(self.model):
            if h.trigger not in known:
                self.notes.unknown("N040", "trigger", h.trigger, h.span, known)

    def read_the_rest(self) -> None:
        """Read the texts that nothing reaches at this table, as if something did."""
        shared = self.shared
        for home in homes_of(self.model):
            for p in home.names.procedures.values():
                if f"procedures.{p.path}" not in shared.used:
                    self._alone(p.path, p.do, home, p.parameters)
            for d in home.names.definitions.values():
                if f"definitions.{d.home.thing}.{d.id}" not in shared.used:
                    for part in d.means:
                        context = self._parameters(part, home, d.parameters)
                        context.stack = (f"definition {d.id}",)
                        tree = self.texts.formula(part, self.notes)
                        if tree is not None:
                            ex.expression(context, tree, d.gives)
        triggers = {x.id: x for x in self.model.triggers}
        for h in handlers_of(self.model):
            if f"effects.{h.path}" not in shared.used and h.trigger in triggers:
                self._alone(h.path, h.do, h.home, triggers[h.trigger].parameters)
        for a in self.model.actions:
            if f"actions.{a.id}" not in shared.used:
                menus.action(self._parameters(a.do, a.home, ()), a, 1)
        self._work()

    def _alone(self, path: str, do: Scalar, home: m.Home, parameters: tuple[m.Parameter, ...]) -> None:
        context = self._parameters(do, home, parameters)
        context.stack = (f"procedure {path}",)
        tree = self.texts.effect(do, self.notes)
        sequence(context, tree or ())

    def _parameters(self, scalar: Scalar, home: m.Home, parameters: tuple[m.Parameter, ...]) -> Context:
        variables = {p.id: Value(code=("local", i), type=p.type) for i, p in enumerate(parameters)}
        context = self._context(scalar, variables, len(parameters))
        context.home = home
        context.source = home.source or "checked"
        return context
