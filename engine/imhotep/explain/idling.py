"""Options that change nothing: whatever is chosen, the compiled rules are the same.

Each option is tried at its values with all others as they are chosen, with each other one at each of its values, and
with all others at their last values. One that matters only together with two or more others might be missed, so it is
then not called idle by mistake only if none of these mixes shows it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from imhotep.compile.build import build
from imhotep.explain.options import switches
from imhotep.model.reading import TableOfPlay
from imhotep.program.instructions import without_places
from imhotep.variants.choosing import choose

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.program.program import Program


def idle_options(ruleset: "Ruleset") -> Iterator[str]:
    """The ids of the options of a ruleset without faults that change nothing, whatever else is chosen."""
    rules = _Rules(ruleset)
    for id, values in rules.values.items():
        if all(rules.are_the_same(id, values, others) for others in rules.surroundings(id)):
            yield id


class _Rules:
    """The compiled rules of a ruleset by what is chosen; each mix is compiled once."""

    def __init__(self, ruleset: "Ruleset") -> None:
        self._ruleset = ruleset
        self._known: dict[tuple[tuple[str, str], ...], list[object]] = {}
        self._chosen: dict[str, str] = {}
        self.values: dict[str, tuple[str, ...]] = {}
        for switch in switches(ruleset.composed.root, ruleset.composed.options):
            self._chosen[switch.id] = switch.chosen
            self.values[switch.id] = tuple(end for value, _ in switch.values for end in value.split(" to "))

    def surroundings(self, id: str) -> Iterator[dict[str, str]]:
        """What is chosen of all other options."""
        yield {}
        others = {other: values for other, values in self.values.items() if other != id}
        for other, values in others.items():
            yield from ({other: value} for value in values if value != self._chosen[other])
        yield {other: values[-1] for other, values in others.items()}

    def are_the_same(self, id: str, values: tuple[str, ...], others: Mapping[str, str]) -> bool:
        """Whether the rules are the same for all values of an option."""
        first, *more = (self._at({**self._chosen, **others, id: value}) for value in values)
        return all(rules == first for rules in more)

    def _at(self, chosen: dict[str, str]) -> list[object]:
        key = tuple(sorted(chosen.items()))
        if key not in self._known:
            self._known[key] = list(self._compiled(chosen))
        return self._known[key]

    def _compiled(self, chosen: dict[str, str]) -> Iterator[object]:
        composed = self._ruleset.composed
        options, _ = choose("options", composed.root, [], chosen)
        sides = {board: side.text for board, side in composed.sides}
        for players in self._ruleset.players:
            for mix in self._ruleset.side_choices(sides):
                table = TableOfPlay(players, mix, dict(options))
                program, _ = build(composed.root, table, texts=self._ruleset.texts)
                yield None if program is None else hash(_bare(program))


def _bare(program: "Program") -> Any:
    """What a program does, without what it is called and where it stands."""
    p = program
    return without_places(
        (
            p.start,
            p.pending,
            repr((p.families, p.areas, p.places, p.fields, p.tables)),
            p.lists,
            p.sources,
            p.streams,
            tuple(code for procedure in p.procedures for code in procedure.body),
            tuple(segment.code for segment in p.segments),
            repr([[replace(w, condition=0, test=0, domain=None) for w in d.ways] for d in p.decisions]),
            tuple((w.condition, w.test, w.domain) for d in p.decisions for w in d.ways),
            tuple(code for _, code in p.winner),
        )
    )
