"""What one must know of a module to use it elsewhere, as JSON knows it: texts, and where memory keeps what."""

from dataclasses import asdict
from typing import Any, Final

from imhotep.machine.faults import BUDGET, Why
from imhotep.program import memory
from imhotep.program.program import Program
from imhotep.wasm.layout import RESULTS, TOTALS, Layout
from imhotep.wasm.statements import messages

FORMAT: Final = 1

HEADER: Final = (
    "STATUS", "FRAME", "DEPTH", "PLAN", "TRYING", "DECISION", "SEAT", "WAY", "ANSWER", "SEED_LOW", "SEED_HIGH", "STEPS"
)  # fmt: skip


def description(program: Program) -> dict[str, Any]:
    """All of it. Words of the state are counted from 0, `addresses` and sizes are bytes; docs/wasm.md says more."""
    layout = Layout(program)
    p = program
    return {
        "format": FORMAT,
        "ruleset": p.ruleset,
        "digest": p.digest,
        "players": p.players,
        "seats": list(p.seats),
        "sides": dict(p.sides),
        "options": dict(p.options),
        "entries": [name for name, _ in p.entries],
        "decisions": [
            {
                "id": d.id,
                "secret": d.secret,
                "ways": [{"label": way.label, "type": way.type, "hidden": way.hidden} for way in d.ways],
            }
            for d in p.decisions
        ],
        "state": {
            "words": len(p.start),
            "most_words": layout.words,
            "header": {name.lower(): getattr(memory, name) for name in HEADER},
            "streams": {"first": p.counters, "names": list(p.streams)},
            "points": {"first": p.points, "sources": list(p.sources)},
        },
        "families": [asdict(family) for family in p.families],
        "areas": [asdict(area) for area in p.areas],
        "places": [asdict(place) for place in p.places],
        "fields": [asdict(field) for field in p.fields],
        "addresses": {
            "results": layout.results,
            "results_size": RESULTS,
            "totals": layout.results + TOTALS,
            "stack": layout.stack,
        },
        "faults": {str(int(why)): why.name.lower().replace("_", " ") for why in Why},
        "messages": list(messages(p)),
        "places_in_files": list(p.places_in_files),
        "steps": BUDGET,
        "texts": {path: dict(text) for path, text in p.texts},
    }
