"""A compiled program as text: memory, procedures with their segments, decisions, tables."""

from collections.abc import Iterator
from typing import Final

from imhotep.explain.code import Instruction, Listing
from imhotep.explain.memory import Names, layout
from imhotep.explain.texts import commented
from imhotep.program.program import DecisionPoint, Procedure, Program, Way

_COLUMN: Final = 96
_CODES: Final = ("domain", "condition", "test")
_FLAGS: Final = ("trial", "last_resort", "hidden")
_YES: Final = 1
_BEYOND: Final = {
    "error": "nothing beyond",
    "same": "the last one beyond",
    "add": "{} more each beyond",
    "value": "{} beyond",
}


def program_text(program: Program) -> str:
    """The whole program, readable."""
    listing = Listing(Names(program))
    found = [Instruction(line) for line in (*_head(program), "", *layout(program))]
    for number, procedure in enumerate(program.procedures):
        found += [Instruction(""), *_procedure(program, listing, number, procedure)]
    for number, decision in enumerate(program.decisions):
        found += [Instruction(""), *_decision(program, listing, number, decision)]
    for title, lines in (
        ("winner", _winner(listing, program)),
        ("tables", _tables(program)),
        ("lists", _lists(program)),
    ):
        rows = [f"  {line}" for line in lines]
        found += [Instruction(line) for line in ("", title, *rows) if rows]
    return commented(((line.text, line.place) for line in found), _COLUMN)


def _head(program: Program) -> Iterator[str]:
    yield f"program of {program.ruleset} for {program.players} players: {', '.join(program.seats)}"
    if program.sides:
        yield f"  sides: {', '.join(f'{board}={side}' for board, side in program.sides)}"
    if program.options:
        yield f"  options: {', '.join(f'{name}={str(value).lower()}' for name, value in program.options)}"
    yield f"  begins with: {', '.join(f'{name} (procedure {number})' for name, number in program.entries)}"
    yield "  $0 is the first word of a frame, s0 the first segment, [...] a place or an address"


def _procedure(program: Program, listing: Listing, number: int, procedure: Procedure) -> Iterator[Instruction]:
    begin = f" begins at s{procedure.entry}" if procedure.stops else ""
    words = f"{procedure.parameters} parameters, {procedure.locals} words"
    yield Instruction(f"procedure {number} {procedure.id}: {words}{begin}", procedure.place.rpartition(":")[0])
    if not procedure.stops:
        yield from listing.block(procedure.body, 1)
        return
    for segment, code in enumerate(program.segments):
        if code.procedure == number:
            yield Instruction(f"  s{segment}:")
            yield from listing.block(code.code, 2)


def _decision(program: Program, listing: Listing, number: int, decision: DecisionPoint) -> Iterator[Instruction]:
    secret = " (secret)" if decision.secret else ""
    place = program.places_in_files[decision.source].rpartition(":")[0]
    yield Instruction(f"decision {number} {decision.id}{secret}", place)
    for way in decision.ways:
        yield from map(Instruction, _way(listing, way))


def _way(listing: Listing, way: Way) -> Iterator[str]:
    picked = "" if way.domain is None else f" ${way.slot}"
    flags = "".join(f", {flag.replace('_', ' ')}" for flag in _FLAGS if getattr(way, flag))
    yield f"  {way.label or 'pick'}: {way.type}{picked}, goes on at s{way.segment}{flags}"
    for name in _CODES:
        code = getattr(way, name)
        if code not in (None, _YES):
            yield f"    {name} {listing.value(code)}"


def _winner(listing: Listing, program: Program) -> Iterator[str]:
    yield from (f"{name}: {listing.value(code)}" for name, code in program.winner)


def _tables(program: Program) -> Iterator[str]:
    for table in program.tables:
        values = " ".join(map(str, table.values))
        yield f"{table.id} from {table.first}: {values}; {_BEYOND[table.beyond].format(table.step)}"


def _lists(program: Program) -> Iterator[str]:
    for number, values in enumerate(program.lists):
        yield f"{number}: {' '.join(map(str, values)) or 'nothing'}"
