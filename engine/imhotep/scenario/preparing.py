"""Compiles scenarios: those of one table of play together, and each alone where one of them has a fault."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from imhotep.compile.ruleset import Ruleset
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, has_errors
from imhotep.document.nodes import Mapping, Scalar
from imhotep.errors import InvalidRulesetError
from imhotep.program.program import Program
from imhotep.scenario.scenarios import Scenario
from imhotep.variants.choosing import Choices, Subject, Wish, choose


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A scenario with the program that holds its texts, under names that begin with `prefix`; or why there is none."""

    scenario: Scenario
    ruleset: Ruleset
    players: int
    prefix: str = ""
    program: Program | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def prepare(ruleset: Ruleset, scenarios: Iterable[Scenario]) -> Iterator[Prepared]:
    """Each scenario with its program, in the order given."""
    placed = [_place(ruleset, scenario) for scenario in scenarios]
    groups: dict[tuple[object, ...], list[int]] = {}
    for i, each in enumerate(placed):
        if not each.diagnostics:
            groups.setdefault(_table(each), []).append(i)
    for members in groups.values():
        for i, done in zip(members, _compile([placed[i] for i in members]), strict=True):
            placed[i] = done
    yield from placed


def entries(prepared: Prepared) -> dict[str, Scalar]:
    """The texts that play may begin with, by name."""
    texts = {"given": prepared.scenario.given, "when": prepared.scenario.when}
    return {f"{prepared.prefix}{name}": text for name, text in texts.items() if text is not None}


def checks(prepared: Prepared) -> dict[str, Scalar]:
    """The formulas among the claims, by name: their place among them."""
    found = {}
    for i, claim in enumerate(prepared.scenario.then):
        if claim.what == "formula" and isinstance(claim.value, Scalar):
            found[f"{prepared.prefix}{i}"] = claim.value
    return found


def _place(ruleset: Ruleset, scenario: Scenario) -> Prepared:
    """The scenario at its table of play."""
    sides, found = _chosen(ruleset, "sides", scenario.sides, ruleset.composed.sides)
    options, more = _chosen(ruleset, "options", scenario.options, ruleset.composed.options)
    composed = replace(ruleset.composed, sides=sides, options=options)
    if scenario.players is not None and scenario.players not in ruleset.players:
        message = f"`{ruleset.id}` is for {ruleset.players[0]} to {ruleset.players[-1]} players, not {scenario.players}"
        more += (Diagnostic(code="E006", message=message, span=scenario.span),)
    return Prepared(
        scenario=scenario,
        ruleset=replace(ruleset, composed=composed),
        players=ruleset.players[0] if scenario.players is None else scenario.players,
        diagnostics=found + more,
    )


def _chosen(
    ruleset: Ruleset, subject: Subject, said: Mapping, before: Choices
) -> tuple[Choices, tuple[Diagnostic, ...]]:
    choices, found = choose(subject, ruleset.composed.root, [Wish(said, ())], {})
    return tuple((dict(before) | dict(choices)).items()), found


def _table(prepared: Prepared) -> tuple[object, ...]:
    composed = prepared.ruleset.composed
    sides = frozenset((name, scalar.text) for name, scalar in composed.sides)
    options = frozenset((name, scalar.value) for name, scalar in composed.options)
    return prepared.players, sides, options


def _compile(group: Sequence[Prepared]) -> list[Prepared]:
    """All with one program if nothing in them is wrong, else each with its own."""
    named = [replace(each, prefix=f"{i}.") for i, each in enumerate(group)]
    program, found = _program(named)
    if program is None and len(named) > 1:
        return [_compile([each])[0] for each in group]
    return [replace(each, program=program, diagnostics=found) for each in named]


def _program(group: Sequence[Prepared]) -> tuple[Program | None, tuple[Diagnostic, ...]]:
    first = group[0]
    texts = {name: text for each in group for name, text in entries(each).items()}
    formulas = {name: text for each in group for name, text in checks(each).items()}
    try:
        return first.ruleset.program(first.players, entries=texts, checks=formulas), ()
    except InvalidRulesetError as error:
        return None, tuple(d for d in error.diagnostics if has_errors([d]))
