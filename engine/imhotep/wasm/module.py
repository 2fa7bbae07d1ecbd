"""A program as one WebAssembly module: constants, runtime, the program's own functions, exports."""

from functools import cache
from pathlib import Path
from typing import Final

from imhotep.errors import CannotRun
from imhotep.machine.chance import name_hash
from imhotep.machine.evaluation import WIN
from imhotep.machine.faults import (
    BUDGET,
    DEEPEST_PLAN,
    FORESIGHT,
    LARGEST_RANGE,
    MOST_FORESEEN,
    MOST_GONE_THROUGH,
    MOST_STEPS,
    Why,
)
from imhotep.machine.marks import Marking
from imhotep.machine.redealing import FUTURE, STREAM
from imhotep.program.memory import STATUS, UNLIMITED
from imhotep.program.program import Program
from imhotep.wasm.covering import NOTED, CoveringLayout, CoveringSegments, put_around
from imhotep.wasm.inlining import Inliner, read
from imhotep.wasm.layout import MOST_PAGES, Layout
from imhotep.wasm.segments import LONGEST, Segments
from imhotep.wasm.stack import MOST_STACK, stack_needed
from imhotep.wasm.text import Node, compact, const, printed, store

RUNTIME: Final = ("looking", "moving", "chance", "plans", "playing", "evaluating")

IN_A_LINE: Final = 32
"""Bytes of constants that are printed as one string."""

EXPORTS: Final = {
    "begin": "$begin", "enter": "$enter_play", "options": "$options", "answer": "$answer", "play": "$play",
    "trace": "$trace", "play_on": "$play_on", "begin_streams": "$begin_streams", "winners": "$winners",
    "clear": "$clear", "redeal": "$redeal", "mark_shown": "$mark_shown",
    "begin_worths": "$begin_worths", "round": "$round", "finish": "$finish",
}  # fmt: skip
"""Functions that are called from outside."""

VARIABLES: Final = {
    "top": "i32", "sp": "i32", "room": "i32", "failed": "i32", "why": "i32", "src": "i32", "a": "i64", "b": "i64",
    "trial": "i32", "foresight": "i32",
    "foreseen": "i32", "gone": "i32", "depth": "i32", "mark": "i32", "steps": "i32", "last": "i32", "played": "i32",
    "decisions": "i32", "at_end": "i32", "kept": "i32", "option": "i32",
}  # fmt: skip
"""Globals that change; all are exported."""


def readable(program: Program) -> str:
    """A program as a module in WebAssembly's text form, for people: with names, margins and places in files."""
    return "\n".join((f"(module ;; {program.ruleset}", *(printed(node, 1) for node in nodes(program)), ")\n"))


def assembly(program: Program, marking: Marking | None = None) -> str:
    """The same module for an assembler. With `marking`, whose program it is then, it notes what play reaches."""
    return f"(module {compact(nodes(program, marking))})"


def nodes(program: Program, marking: Marking | None = None) -> list[Node]:
    """All parts of a program's module, and what notes its marks. Raises CannotRun."""
    layout = Layout(program) if marking is None else CoveringLayout(marking)
    segments = (Segments if marking is None else CoveringSegments)(program, layout)
    functions = segments.functions()
    numbers = layout.globals() | _tables(program) | {why.name: int(why) for why in Why}
    numbers |= {
        "BUDGET": BUDGET,
        "DEEPEST_PLAN": DEEPEST_PLAN,
        "LARGEST_RANGE": LARGEST_RANGE,
        "MOST_GONE_THROUGH": MOST_GONE_THROUGH,
        "MOST_STEPS": MOST_STEPS,
        "NEARLY_MOST_STEPS": MOST_STEPS - LONGEST,
        "FORESIGHT": FORESIGHT,
        "MOST_FORESEEN": MOST_FORESEEN,
        "UNLIMITED": UNLIMITED,
        "WIN": WIN,
    }
    names = {"REDEAL_NAME": name_hash(STREAM), "FUTURE_NAME": name_hash(FUTURE)}
    table = segments.table()
    head: list[Node] = [
        ("type", "$act", ("func",)),
        ("type", "$segment", ("func", ("param", "i32"), ("result", "i32"))),
        ("type", "$test", ("func", ("param", "i32"), ("param", "i32"), ("result", "i32"))),
        ("type", "$rank", ("func", ("param", "i32"), ("result", "i32"))),
        ("memory", ("export", '"memory"'), str(layout.pages), str(MOST_PAGES)),
        *(("global", f"${name}", "i32", const(number)) for name, number in numbers.items()),
        *(("global", f"${name}", "i64", ("i64.const", str(number))) for name, number in names.items()),
        *(
            ("global", f"${name}", ("export", f'"{name}"'), ("mut", type), (f"{type}.const", "0"))
            for name, type in (VARIABLES if marking is None else VARIABLES | NOTED).items()
        ),
        *(("export", f'"{name}"', ("func", function)) for name, function in EXPORTS.items()),
        ("table", str(len(table)), "funcref"),
        ("elem", const(0), "func", *table),
        *(("data", const(first), *_strings(data)) for first, data in layout.constants()),
    ]
    runtime = _runtime(*RUNTIME) if marking is None else put_around(_runtime(*RUNTIME), _runtime("covering"))
    functions = [*runtime, _enter(program), _start(program), *functions]
    inliner = Inliner(functions)
    functions = [inliner.rewritten(function) for function in functions]
    if stack_needed(functions, program.pending) > MOST_STACK:
        raise CannotRun("WebAssembly does not run these rules: effects that start themselves keep too many values")
    return [*head, *functions]


@cache
def _runtime(*names: str) -> tuple[Node, ...]:
    folder = Path(__file__).parent / "runtime"
    return tuple(node for name in names for node in read((folder / f"{name}.wat").read_text(encoding="utf-8")))


def _tables(program: Program) -> dict[str, int]:
    """Where in the table of functions each sort begins; see `Segments.table`."""
    segments, decisions = len(program.segments), len(program.decisions)
    ways = sum(len(d.ways) for d in program.decisions)
    tests = 2 * segments + 2 * decisions
    return {
        "PLAYS": segments,
        "CANDIDATES": 2 * segments,
        "LAST_RESORTS": 2 * segments + decisions,
        "TESTS": tests,
        "RANKINGS_AT": tests + ways,
        "PICKS": tests + ways + len(program.winner),
    }


def _enter(program: Program) -> Node:
    """Runs one of the program's entries, by its number in their order."""
    steps: list[Node] = [("call", "$clear"), store(const(STATUS), const(0))]
    for i, (_, number) in enumerate(program.entries):
        procedure = program.procedures[number]
        if procedure.stops:
            begun: list[Node] = [
                ("call", "$new_frame", const(procedure.locals)),
                ("call", "$begin_run"),
                ("call", "$run", const(procedure.entry)),
            ]
        else:
            unheeded: Node = ("if", ("global.get", "$failed"), ("then", ("unreachable",)))
            begun = [("call", f"$procedure_{number}"), unheeded, store(const(STATUS), const(1))]
        chosen: Node = ("i32.eq", ("local.get", "$entry"), const(i))
        steps.append(("if", chosen, ("then", *begun, ("return",))))
    return ("func", "$enter_play", ("param", "$entry", "i32"), *steps)


def _start(program: Program) -> Node:
    """Begins a whole game."""
    number = [name for name, _ in program.entries].index("begin")
    return ("func", "$start", ("call", "$enter_play", const(number)))


def _strings(data: bytes) -> list[Node]:
    """Bytes as strings of some length."""
    parts = (data[i : i + IN_A_LINE] for i in range(0, len(data), IN_A_LINE))
    return ['"' + "".join(f"\\{byte:02x}" for byte in part) + '"' for part in parts]
