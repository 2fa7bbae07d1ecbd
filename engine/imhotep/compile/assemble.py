"""Puts a program together from texts that were read without a fault."""

from imhotep.compile.build import Reading
from imhotep.lowering.lower import Lowering, stopping
from imhotep.program.program import Program


def assemble(reading: Reading, digest: str) -> Program:
    """The program: texts cut into segments, and the memory laid out to its end."""
    model, shared, layout = reading.model, reading.shared, reading.shared.layout
    stopping(shared.bodies)
    lowered = Lowering(shared.bodies)
    start = list(layout.start)
    counters = len(start)
    points = counters + len(shared.streams)
    start += [0] * (len(shared.streams) + len(shared.sources) * model.players)
    return Program(
        ruleset=model.id,
        digest=digest,
        players=model.players,
        sides=model.sides,
        options=tuple((o.id, o.shown) for o in model.options),
        seats=model.seats,
        start=tuple(start),
        pending=model.pending,
        families=tuple(layout.families),
        areas=tuple(layout.areas),
        places=tuple(layout.places),
        fields=tuple(layout.fields),
        streams=tuple(shared.streams),
        sources=tuple(shared.sources),
        counters=counters,
        points=points,
        tables=tuple(layout.tables),
        lists=tuple(shared.lists),
        procedures=tuple(lowered.procedures),
        segments=lowered.segments(),
        decisions=tuple(lowered.decisions),
        entries=tuple(reading.entries.items()),
        checks=tuple((name, value.code) for name, value in reading.checks),
        check_types=tuple(value.type.in_programs for _, value in reading.checks),
        winner=reading.winner,
        places_in_files=tuple(shared.files),
        texts=model.texts,
    )
