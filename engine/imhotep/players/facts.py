"""Options as those see them who write lists of priorities: by their names, and by facts such as `kind` or `owner`."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from imhotep.game.naming import Naming
from imhotep.machine.engine import Pick, State
from imhotep.program.memory import DECISION, Family
from imhotep.program.program import Program, Way

ME: Final = "me"
"""The seat that decides."""

Known: TypeAlias = dict[str, set[str]]
"""The facts that options may have, each with its values."""

NAME: Final = ""
"""Stands among facts for the names of options."""

NUMBER: Final = "<number>"
"""Stands among values for all numbers."""

_NUMBER: Final = re.compile("-?[0-9]{1,10}")


class Facts:
    """Tells what is known of the options of one program. All values are texts; a yes is `true`."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._naming = Naming(program)

    def names(self, s: State, pick: Pick) -> set[str]:
        """What an option is called: by its id, its alternative, the id of what is picked, its kind."""
        way = self._way(s, pick)
        if way.type == "label":
            return {way.label}
        id = self._naming.value(s, way.type, pick[1])
        found = {id, id.partition(".")[0]} if way.type.startswith("piece:") else {id}
        return _labelled(way, found)

    def of(self, s: State, pick: Pick) -> dict[str, str]:
        """The facts about an option."""
        way = self._way(s, pick)
        payload = {} if way.type == "label" else self._naming.payload(s, way.type, pick[1])
        printed = payload.pop("values", {})
        found = {key: _text(value) for key, value in (printed | payload).items()}
        return found | ({"alternative": way.label} if way.label else {})

    def _way(self, s: State, pick: Pick) -> Way:
        return self._program.decisions[s[DECISION] - 1].ways[pick[0]]

    def known(self, way: Way) -> Known:
        """The facts that options of a way may have, and with `NAME` their names."""
        sort, _, id = way.type.partition(":")
        if sort == "label":
            return {NAME: {way.label}, "alternative": {way.label}}
        family = self._naming.families.get(id)
        seats = {*self._program.seats, ME}
        called = {NUMBER}
        found: Known = {"type": {id or sort}}
        if sort == "seat":
            called = found["seat"] = seats
        elif sort == "number":
            found["number"] = called
        elif family is None:
            found |= self._of_places()
            if sort in ("row", "column"):
                called = {place.id for place in self._program.places if place.line}
        else:
            called = set(family.kinds if sort == "kind" else self._ids(family))
            found |= self._printed(family)
            if sort == "piece" and (family.where or not family.individuals):
                found |= self._of_places()
            if sort == "piece" and (family.owned or any(family.holders)):
                found["owner"] = seats
        if way.label:
            found["alternative"] = {way.label}
        return found | {NAME: _labelled(way, called)}

    def _ids(self, family: Family) -> Iterator[str]:
        yield from (*family.kinds, *family.ids)
        if family.owned and not family.individuals:
            yield from (f"{kind}.{seat}" for kind in family.kinds for seat in self._program.seats)

    def _printed(self, family: Family) -> Known:
        found: Known = {}
        for id, type, values in family.printed:
            said = {_text(self._naming.said([], type, value)) for value in values}
            found[id] = {NUMBER} if type == "number" else said
        return found | {"kind": set(family.kinds)} | ({"id": set(family.ids)} if family.ids else {})

    def _of_places(self) -> Known:
        spots = self._naming.spots.values()
        found = {key: {spot[key] for spot in spots if key in spot} for key in ("area", "board", "of", "row", "column")}
        return found | {"of": {*found["of"], ME}, "cell": {NUMBER}}


facts = lru_cache(maxsize=16)(Facts)
"""The facts of a program, made once. Looking them up may take as long as it takes to compare two programs."""


def number(text: str | None) -> int | None:
    """The number that a fact is, if it is one."""
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None


def _labelled(way: Way, names: set[str]) -> set[str]:
    """Names also under the alternative that they belong to, which may be named alone."""
    return {*names, way.label, *(f"{way.label}:{each}" for each in names)} if way.label else names


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
