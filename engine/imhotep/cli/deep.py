"""What `validate --deep` adds: a ruleset is played many times at each of its tables, and what that shows is told."""

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from imhotep.cli.choices import Choices
from imhotep.cli.frames import Lines
from imhotep.cli.games import progress
from imhotep.diagnostics import Diagnostic, Severity, Span
from imhotep.document.nodes import Entry, Mapping, Node

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.experiment.exploring import Finding
    from imhotep.program.program import Program

_CODES: Final = {
    "branch": "D001",
    "effect": "D002",
    "row": "D003",
    "chain": "D004",
    "choice": "D005",
    "piece": "D008",
    "fault": "D006",
    "stopped": "D007",
}

_PLACED: Final = re.compile(r"(.+:\d+:\d+): ")


def deep_check(
    argument: str, ruleset: "Ruleset", choices: Choices, games: int, lines: Lines
) -> tuple[tuple[Diagnostic, ...], int]:
    """What so many random games at each table show, and how many games that were.

    `lines` finds the places. Tables are all numbers of players with all first sides, then with all second sides, and
    so on.
    """
    from imhotep.experiment.exploring import Exploration

    programs = list(_programs(argument, ruleset, choices))
    exploration = Exploration()
    with progress(games * len(programs)) as step:
        for program in programs:
            exploration.play(program, games, step)
    telling = _Telling(argument, ruleset, choices, exploration.games, lines)
    return tuple(telling.diagnostic(finding) for finding in exploration.findings()), exploration.games


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
        self.games = games
        self.lines = lines

    def diagnostic(self, finding: "Finding") -> Diagnostic:
        """A finding as a warning, or as an error where a game broke down."""
        is_fault = finding.kind in ("fault", "stopped")
        place, message = finding.place, self._message(finding)
        if is_fault and (said := _PLACED.match(finding.subject)):
            place, message = said[1], message.replace(said[0], "")
        span = self._span(place) if place else None
        if finding.kind == "row":
            span = _declared(self.root, "tables", finding.subject.rpartition(".")[2])
        if finding.kind == "piece":
            span = _kind(self.root, finding.subject)
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
                return f"never reached in {self.games} random games"
            case "effect":
                return f"the effect `{finding.subject}` never ran in {self.games} random games"
            case "row":
                table = finding.subject.rpartition(".")[2]
                rows = ", ".join(map(str, finding.rows))
                noun = "row" if len(finding.rows) == 1 else "rows"
                return f"never looked up in {self.games} random games: {noun} {rows} of the table `{table}`"
            case "chain":
                return f"{finding.number} of at most {finding.subject} effects waited for one another"
            case "choice":
                return f"the decision `{finding.subject}` never had a second option in {self.games} random games"
            case "piece":
                return f"no `{finding.subject}` ever moved in {self.games} random games"
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


def _declared(root: Mapping, section: str, id: str) -> Span | None:
    """Where a thing stands."""
    from imhotep.variants.paths import same_name

    for path in same_name(root, section, id):
        entry = _at(root, path)
        return None if entry is None else entry.key.span
    return None


def _kind(root: Mapping, id: str) -> Span | None:
    """Where a card, component, or kind of one stands."""
    for section in ("cards", "components"):
        things = root.get(section)
        for entry in things.entries if isinstance(things, Mapping) else ():
            if entry.key.text == id:
                return entry.key.span
            kinds = entry.value.get("kinds") if isinstance(entry.value, Mapping) else None
            kind = kinds.entry(id) if isinstance(kinds, Mapping) else None
            if kind is not None:
                return kind.key.span
    return None


def _at(root: Mapping, path: tuple[str, ...]) -> Entry | None:
    node: Node | None = root
    for key in path[:-1]:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node.entry(path[-1]) if isinstance(node, Mapping) else None
