"""What `validate --deep` adds: a ruleset is played many times at each of its tables, and what that shows is told."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from imhotep.cli.choices import Choices
from imhotep.cli.frames import Lines
from imhotep.cli.games import chosen_backend, progress
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Severity, Span
from imhotep.document.nodes import Entry, Mapping, Node, Scalar

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.experiment.exploring import Finding
    from imhotep.program.program import Program
    from imhotep.wasm.playing import Backend

WORTH_A_MODULE: Final = 25
"""Games at a table below which the interpreter is done before a module is made ready."""


@dataclass(frozen=True, slots=True)
class Deep:
    """How many random games to play at each table, and by which back end."""

    games: int
    backend: "Backend"

    @staticmethod
    def asked(games: int, backend: "Backend | None") -> "Deep":
        """By the back end that is asked for, else by the one that is done sooner. Raises UsageError."""
        if backend is None and games < WORTH_A_MODULE:
            return Deep(games, "interpreter")
        return Deep(games, chosen_backend(backend))


_CODES: Final = {
    "branch": "D001",
    "effect": "D002",
    "row": "D003",
    "chain": "D004",
    "choice": "D005",
    "fault": "D006",
    "stopped": "D007",
    "question": "D008",
    "alternative": "D009",
    "piece": "D010",
}

_PLACED: Final = re.compile(r"(.+:\d+:\d+): ")


def deep_check(
    argument: str, ruleset: "Ruleset", choices: Choices, asked: Deep, lines: Lines
) -> tuple[tuple[Diagnostic, ...], int]:
    """What so many random games at each table show, and how many games that were.

    `lines` finds the places. Tables are all numbers of players with all first sides, then with all second sides, and
    so on.
    """
    from imhotep.experiment.exploring import Exploration

    programs = list(_programs(argument, ruleset, choices))
    exploration = Exploration()
    with progress(asked.games * len(programs)) as step:
        for program in programs:
            exploration.play(program, asked.games, step, backend=asked.backend)
    telling = _Telling(argument, ruleset, choices, exploration.games, lines)
    return tuple(telling.diagnostics(exploration.findings())), exploration.games


def _programs(argument: str, ruleset: "Ruleset", choices: Choices) -> "Iterator[Program]":
    from imhotep.compile.ruleset import open_ruleset

    chosen = {board: side.text for board, side in ruleset.composed.sides}
    for sides in ruleset.side_choices(chosen):
        opened = open_ruleset(argument, **(choices.arguments() | {"sides": sides}))
        yield from (opened.program(players) for players in opened.players)


class _Telling:
    """Makes diagnostics of findings."""

    def __init__(self, argument: str, ruleset: "Ruleset", choices: Choices, games: int, lines: Lines) -> None:
        self.argument = argument
        self.root = ruleset.composed.root
        self.choices = choices
        self.played = "1 random game" if games == 1 else f"{games} random games"
        self.lines = lines

    def diagnostics(self, findings: "tuple[Finding, ...]") -> Iterator[Diagnostic]:
        """All findings; nothing of what stands on pieces that never moved but that they did not.

        Cards that none of a family ever moved are told; of other things some are meant to stay where they are.
        """
        still: list[Entry] = []
        for finding in findings:
            made = self.diagnostic(finding)
            if finding.kind == "piece":
                if entries := _unmoved(self.root, finding.subject):
                    still += entries
                    yield replace(made, span=entries[0].key.span)
            elif not any(made.span is not None and _holds(entry, made.span) for entry in still):
                yield made

    def diagnostic(self, finding: "Finding") -> Diagnostic:
        """A finding as a warning, or as an error where a game broke down."""
        is_fault = finding.kind in ("fault", "stopped")
        place, message = finding.place, self._message(finding)
        if is_fault and (said := _PLACED.match(finding.subject)):
            place, message = said[1], message.replace(said[0], "")
        span = self._span(place) if place else None
        if finding.kind == "row":
            span = _table(self.root, finding.subject.rpartition(".")[2])
        return Diagnostic(
            code=_CODES[finding.kind],
            severity=Severity.ERROR if is_fault else Severity.WARNING,
            message=message,
            span=span,
            help=self._replay(finding) if finding.players else None,
        )

    def _message(self, finding: "Finding") -> str:
        match finding.kind:
            case "branch":
                return f"never reached in {self.played}"
            case "effect":
                return f"the effect `{finding.subject}` never ran in {self.played}"
            case "row":
                table = finding.subject.rpartition(".")[2]
                rows = ", ".join(map(str, finding.rows))
                noun = "row" if len(finding.rows) == 1 else "rows"
                return f"never looked up in {self.played}: {noun} {rows} of the table `{table}`"
            case "chain":
                return f"{finding.number} of at most {finding.subject} effects waited for one another"
            case "choice":
                return f"the decision `{finding.subject}` never had a second option in {self.played}"
            case "question":
                return f"the decision `{finding.subject}` was never asked in {self.played}"
            case "alternative":
                name, _, decision = finding.subject.partition(" ")
                often = "never offered" if not finding.number else f"offered {_times(finding.number)} and never taken"
                return f"the alternative `{name}` of `{decision}` was {often} in {self.played}"
            case "piece":
                family, _, kind = finding.subject.partition(".")
                others = f", and other kinds of `{family}` were" if kind else ""
                return f"no `{kind or family}` was ever moved in {self.played}{others}"
            case "stopped":
                return f"a game was stopped: {finding.subject}"
        return f"a game broke down: {finding.subject}"

    def _span(self, place: str) -> Span:
        file, line, column = place.rsplit(":", 2)
        return self.lines.span(file, int(line), int(column))

    def _replay(self, finding: "Finding") -> str:
        """The command that plays that game again."""
        words = ["imhotep", "play", self.argument, "--players", str(finding.players), "--seed", str(finding.seed)]
        words += ["--seat", "1=random", "--trace"]
        for name, value in finding.sides:
            words += ["--side", f"{name}={value}"] if value else []
        for name, value in self.choices.options:
            words += ["--option", f"{name}={value}"]
        words += [word for file in self.choices.variants for word in ("--variant", file)]
        words += [word for text in self.choices.settings for word in ("--set", text)]
        return f"`{shlex.join(words)}` plays it again"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _unmoved(root: Mapping, subject: str) -> list[Entry]:
    """The entries of pieces that never moved: of a kind, as `family.kind`, its own; of a family of cards, as `family`,
    those of all its cards; of other families none."""
    family, _, kind = subject.partition(".")
    cards = root.get("cards")
    mine = [entry for entry in cards.entries if _is_of(entry, family)] if isinstance(cards, Mapping) else []
    if not kind:
        return mine
    kinds = _at(root, ("components", family, "kinds"))
    return [e for e in (*mine, *(kinds.entries if isinstance(kinds, Mapping) else ())) if e.key.text == kind]


def _is_of(card: Entry, family: str) -> bool:
    of = card.value.get("family") if isinstance(card.value, Mapping) else None
    return isinstance(of, Scalar) and of.text == family


def _at(root: Mapping, path: tuple[str, ...]) -> Node | None:
    node: Node | None = root
    for key in path:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node


def _holds(entry: Entry, span: Span) -> bool:
    """Whether a place stands inside an entry."""
    start, end = entry.key.span.start, entry.value.span.end
    return span.file == entry.key.span.file and start <= span.start < end


def _table(root: Mapping, id: str) -> Span | None:
    """Where a table stands."""
    from imhotep.variants.paths import same_name

    for path in same_name(root, ("tables",), id):
        tables = _at(root, path[:-1])
        entry = tables.entry(id) if isinstance(tables, Mapping) else None
        return None if entry is None else entry.key.span
    return None
