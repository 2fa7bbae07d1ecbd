"""Plays a prepared scenario and holds what came of it against what it claims."""

from collections.abc import Iterator
from functools import partial

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Span, nearest
from imhotep.document.nodes import Node, Scalar, Sequence
from imhotep.errors import RulesFault
from imhotep.game.game import Decision, Game
from imhotep.program.program import Program
from imhotep.scenario.explaining import explain
from imhotep.scenario.preparing import Prepared
from imhotep.scenario.results import Outcome, Result, Stop
from imhotep.scenario.scenarios import Claim, Pick, Scenario


def play(prepared: Prepared) -> Result:
    """What comes of a scenario."""
    scenario = prepared.scenario
    if prepared.program is None:
        return _unplayable(prepared)
    play = _begin(prepared, prepared.program)
    ending = play.given() or play.when() or play.claims()
    result = Result(id=scenario.id, file=scenario.file, outcome="passed", span=scenario.span, stop=play.stop())
    return result if ending is None else ending.of(result)


def _begin(prepared: Prepared, program: Program) -> "_Play":
    return _Play(prepared, Game(program, prepared.scenario.seed, entry=None))


def _replay(prepared: Prepared, program: Program) -> Game:
    """The game at the end of a scenario, played with another program for the same table."""
    play = _begin(prepared, program)
    _ = play.given() or play.when()
    return play.game


def _unplayable(prepared: Prepared) -> Result:
    scenario, message, span = prepared.scenario, "", prepared.scenario.span
    if prepared.diagnostics:
        first = prepared.diagnostics[0]
        message = first.message
        text = scenario.when or scenario.given
        if first.span is not None and first.span.file == scenario.file:
            span = first.span
        elif text is not None:
            span = text.span
    return Result(
        id=scenario.id,
        file=scenario.file,
        outcome="broken",
        span=span,
        message=message,
        diagnostics=prepared.diagnostics,
    )


@dataclass(frozen=True, slots=True)
class _Ending:
    """How a scenario ended that did not pass."""

    outcome: Outcome
    message: str
    span: Span

    def of(self, result: Result) -> Result:
        return Result(
            id=result.id,
            file=result.file,
            outcome=self.outcome,
            span=self.span,
            message=self.message,
            stop=result.stop,
        )


@dataclass(slots=True)
class _Play:
    """A scenario in play; `fault` is what broke the rules down."""

    prepared: Prepared
    game: Game
    fault: RulesFault | None = None

    @property
    def scenario(self) -> Scenario:
        return self.prepared.scenario

    def _name(self, what: str | int) -> str:
        return f"{self.prepared.prefix}{what}"

    def stop(self) -> Stop | None:
        """The decision that waits."""
        decision = self._decision()
        if decision is None:
            return None
        return Stop(decision=decision.id, seat=self._seat(decision), options=_ids(decision))

    def given(self) -> _Ending | None:
        """Bring about the position."""
        text = self.scenario.given
        if text is None:
            return None
        try:
            self.game.enter(self._name("given"))
        except RulesFault as fault:
            self.fault = fault
            return _Ending("broken", f"`given` cannot be carried out: {fault.message} ({fault.place})", text.span)
        decision = self.game.decision
        if decision is None:
            return None
        message = f"`given` leaves a decision open, `{decision.id}` of `{self._seat(decision)}`"
        return _Ending("broken", message, text.span)

    def when(self) -> _Ending | None:
        """Do what is to be done, with the picks that are named."""
        try:
            if self.scenario.when is not None:
                self.game.enter(self._name("when"))
            for number, pick in enumerate(self.scenario.choose):
                decision = self.game.decision
                if decision is None:
                    return self._too_many(number, pick)
                wrong = self._wrong(decision, pick)
                if wrong is not None:
                    return wrong
                self.game.apply(decision.option(pick.option.text))
        except RulesFault as fault:
            self.fault = fault
        return self._surprise()

    def _too_many(self, number: int, pick: Pick) -> _Ending:
        message = f"nothing is left to decide after {number} of the {len(self.scenario.choose)} picks"
        if self.scenario.when is None:
            message = "there is nothing to decide without `when`"
        return _Ending("failed", message, pick.option.span)

    def _wrong(self, decision: Decision, pick: Pick) -> _Ending | None:
        """Why a pick cannot be made."""
        seat, ids = self._seat(decision), _ids(decision)
        if pick.seat is not None and pick.seat.text != seat:
            message = f"`{decision.id}` should be decided by `{pick.seat.text}`, but it is `{seat}`'s"
            return _Ending("failed", message, pick.seat.span)
        if pick.option.text in ids:
            return None
        near = nearest(pick.option.text, ids)
        hint = f"; did you mean `{near}`?" if near else ""
        message = f"`{decision.id}` of `{seat}` does not offer `{pick.option.text}`: it offers {_listed(ids)}{hint}"
        return _Ending("failed", message, pick.option.span)

    def _surprise(self) -> _Ending | None:
        """A fault that no claim speaks of."""
        if self.fault is None or any(claim.what == "fails" for claim in self.scenario.then):
            return None
        span = self.scenario.when.span if self.scenario.when is not None else self.scenario.span
        return _Ending("failed", f"the rules break down: {self.fault.message} ({self.fault.place})", span)

    def claims(self) -> _Ending | None:
        """The first claim that does not hold."""
        for number, claim in enumerate(self.scenario.then):
            type = self._type(number) if claim.what == "formula" else "yes/no"
            if type != "yes/no":
                return _Ending("broken", f"a claim is yes or no, but this is a {type}", claim.span)
            message = self._denied(number, claim)
            if message is not None:
                return _Ending("failed", message, claim.value.span)
        return None

    def _type(self, number: int) -> str:
        """What a formula gives."""
        program = self.game.program
        names = [name for name, _ in program.checks]
        return program.check_types[names.index(self._name(number))].partition(":")[0]

    def _denied(self, number: int, claim: Claim) -> str | None:
        """Why a claim does not hold, or None."""
        value, decision = claim.value, self._decision()
        text = value.text if isinstance(value, Scalar) else ""
        if claim.what == "formula":
            return self._untrue(self._name(number), value) if isinstance(value, Scalar) else None
        if claim.what == "fails":
            return self._unfailed(text)
        if claim.what == "over":
            over = self.fault is None and decision is None
            where = "" if decision is None else f": `{decision.id}` of `{self._seat(decision)}` waits"
            said = isinstance(value, Scalar) and value.value is True
            return None if over is said else f"it is over{where}" if over else f"it is not over{where}"
        if claim.what == "winners":
            seats = tuple(self.game.program.seats[seat - 1] for seat in self.game.winners)
            said_seats = tuple(_texts(value))
            return None if set(seats) == set(said_seats) else f"won by {_listed(seats)}, not by {_listed(said_seats)}"
        if decision is None:
            return f"no decision waits, but `{claim.what}` is claimed"
        if claim.what == "decision":
            return _unequal("the decision", decision.id, text)
        if claim.what == "seat":
            return _unequal("the seat that decides", self._seat(decision), text)
        return _unoffered(claim.what, _ids(decision), tuple(_texts(value)))

    def _untrue(self, name: str, formula: Scalar) -> str | None:
        try:
            if self.game.check(name):
                return None
        except RulesFault as fault:
            return f"`{formula.text}` has no value: {fault.message}"
        values = explain(self.prepared, formula, partial(_replay, self.prepared))
        return f"`{formula.text}` is not so" + (f": {values}" if values else "")

    def _unfailed(self, text: str) -> str | None:
        if self.fault is None:
            return f"it should end in a fault with `{text}`, but there is none"
        if text in self.fault.message:
            return None
        return f"it should end in a fault with `{text}`, but it is: {self.fault.message} ({self.fault.place})"

    def _decision(self) -> Decision | None:
        return None if self.fault is not None else self.game.decision

    def _seat(self, decision: Decision) -> str:
        return self.game.program.seats[decision.seat - 1]


def _ids(decision: Decision) -> tuple[str, ...]:
    return tuple(option.id for option in decision.options)


def _texts(value: Node) -> Iterator[str]:
    for item in value.items if isinstance(value, Sequence) else ():
        if isinstance(item, Scalar):
            yield item.text


def _unequal(what: str, found: str, wanted: str) -> str | None:
    return None if found == wanted else f"{what} is `{found}`, not `{wanted}`"


def _unoffered(what: str, offered: tuple[str, ...], said: tuple[str, ...]) -> str | None:
    lacking = [id for id in said if id not in offered]
    if what == "not_offered":
        there = [id for id in said if id in offered]
        return f"offered are also {_listed(there)}" if there else None
    further = [id for id in offered if id not in said] if what == "options" else []
    parts = [f"not offered: {_listed(lacking)}"] if lacking else []
    parts += [f"offered beside them: {_listed(further)}"] if further else []
    if not parts:
        return None
    return "; ".join(parts) + f" (all that is offered: {_listed(offered)})"


def _listed(ids: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"`{id}`" for id in ids) or "nothing"
