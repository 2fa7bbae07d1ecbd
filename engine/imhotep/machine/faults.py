"""Why a step cannot be carried out and how rules break down: as numbers that any back end can tell, and in words."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from imhotep.errors import BudgetExceeded, RulesFault
from imhotep.program.memory import FRAME
from imhotep.program.program import Program

LARGEST_RANGE: Final = 100_000
"""Numbers that may be gone through at once."""

BUDGET: Final = 2_000_000
"""Steps in a game."""

MOST_STEPS: Final = 1000
"""Segments after which their number is added to that of the game's steps."""

MOST_GONE_THROUGH: Final = 20_000_000
"""Things that sums and searches inside other ones may go through in one step from decision to decision."""

FORESIGHT: Final = 1_000_000
"""Steps that may be tried to foresee one plan; each option that is tried counts as one more."""

MOST_FORESEEN: Final = 20_000_000
"""Steps that may be tried in a game that is played out."""

DEEPEST_PLAN: Final = 100
"""Choices in a row that one plan may foresee."""

MOST_NAMED: Final = 8
"""Effects that a message about too long a chain names."""


class Why(IntEnum):
    """What is wrong; `a` and `b` say more. Those up to REQUIRED are steps that fail, which a scope may hold."""

    NOTHING = 1
    NO_ROOM = 2  # a: the place
    NO_LINE = 3
    NO_PIECE = 4
    CELL_TAKEN = 5
    TOO_FEW = 6  # a of b
    NOTHING_TO_DRAW = 7
    REQUIRED = 8
    TOO_LARGE = 9  # a: the number
    BY_ZERO = 10
    TOO_MANY = 11  # a to b
    NO_ROW = 12  # a: the table, b: the index
    NOT_MINE = 13  # a: the place
    TOO_LONG_CHAIN = 14  # a: the procedure
    MESSAGE = 15  # a: its number
    NO_OPTION = 16  # a: the decision
    TOO_DEEP = 17  # a: the decision
    TOO_LONG_PLAN = 18  # a: the decision
    OVER_BUDGET = 19
    TOO_MUCH_MEMORY = 20
    TOO_MUCH_FORESEEN = 21
    TOO_MUCH_AT_ONCE = 22


ENDLESS: Final = "the loop did not end in the number of times allowed"
"""The message of a loop that has a bound."""

_WORDS: Final = {
    Why.NOTHING: "there is nothing here",
    Why.NO_ROOM: "there is no room in `{place}`",
    Why.NO_LINE: "the piece lies in no row or column",
    Why.NO_PIECE: "there is no piece to move",
    Why.CELL_TAKEN: "the cell is not empty",
    Why.TOO_FEW: "only {a} of {b} pieces could be moved",
    Why.NOTHING_TO_DRAW: "there is nothing to draw from",
    Why.REQUIRED: "what is required does not hold",
    Why.TOO_LARGE: "the number {a} does not fit in 32 bits",
    Why.BY_ZERO: "division by zero",
    Why.TOO_MANY: "the numbers from {a} to {b} are too many to go through",
    Why.NO_ROW: "table `{table}` has no row for {b}",
    Why.NOT_MINE: "another seat's piece does not belong in `{place}`",
    Why.NO_OPTION: "a decision has no option",
    Why.TOO_DEEP: f"more than {DEEPEST_PLAN} choices in a row cannot be foreseen",
    Why.TOO_LONG_PLAN: f"more than {FORESIGHT} steps had to be tried to foresee one plan",
    Why.OVER_BUDGET: f"the game takes more than {BUDGET} steps",
    Why.TOO_MUCH_MEMORY: "the game takes too much memory",
    Why.TOO_MUCH_FORESEEN: f"more than {MOST_FORESEEN} steps had to be tried to foresee plans",
    Why.TOO_MUCH_AT_ONCE: f"sums and searches go through more than {MOST_GONE_THROUGH} things at once",
}


def said(program: Program, why: Why, a: int = 0, b: int = 0) -> str:
    """What is wrong, in words; those of MESSAGE and TOO_LONG_CHAIN are not known here."""
    place = program.places[a].name if why in (Why.NO_ROOM, Why.NOT_MINE) else ""
    table = program.tables[a].id if why is Why.NO_ROW else ""
    return _WORDS[why].format(a=a, b=b, place=place, table=table)


def where(program: Program, src: int) -> str:
    """A place in the files, for a message."""
    files = program.places_in_files
    return files[src] if 0 <= src < len(files) else "in play"


def fault(program: Program, why: Why, src: int = -1, a: int = 0, b: int = 0) -> RulesFault:
    """The exception for a break-down, or for a step that failed where it may not."""
    if why in (Why.OVER_BUDGET, Why.TOO_MUCH_FORESEEN):
        return BudgetExceeded(said(program, why), "in play")
    if why <= Why.REQUIRED:
        return unhandled(program, src, said(program, why, a, b))
    if why in (Why.NO_OPTION, Why.TOO_DEEP, Why.TOO_LONG_PLAN):
        src = program.decisions[a].source
    return RulesFault(said(program, why, a, b), where(program, src))


def unhandled(program: Program, src: int, why: str) -> RulesFault:
    """The exception for a step that failed where it may not."""
    return RulesFault(f"this step may not fail here, but {why}", where(program, src))


def too_long_chain(program: Program, s: Sequence[int], procedure: int) -> RulesFault:
    """The exception for too many effects that wait for one another; it names them, innermost last."""
    names = [program.procedures[procedure].id]
    frame = s[FRAME]
    while frame and frame < len(s) and len(names) < MOST_NAMED:
        segment = s[frame + 1]
        names.append(program.procedures[program.segments[segment].procedure].id)
        frame = s[frame]
    chain = " > ".join(reversed(names))
    message = f"more than {program.pending} effects wait for one another: {chain}"
    return RulesFault(message, program.procedures[procedure].place)
