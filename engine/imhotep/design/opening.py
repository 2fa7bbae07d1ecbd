"""From the file of an experiment to the experiment: all its rulesets opened and compiled at all its tables."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from imhotep.compile.ruleset import Ruleset, open_ruleset
from imhotep.dataclass import dataclass
from imhotep.design.enlisting import enlist, read_players
from imhotep.design.players import PlayerFile, read_player
from imhotep.design.reading import Aim, Candidate, Design, TableOfPlay, number, setting
from imhotep.diagnostics import Diagnostic, Notes, Related, Span
from imhotep.document.nodes import Entry, Node, Scalar
from imhotep.errors import InvalidRulesetError, UsageError
from imhotep.experiment.experiment import (
    GAMES,
    PRIMARY,
    Experiment,
    Rules,
    Target,
    check_figures,
    check_primary,
    check_target,
)
from imhotep.experiment.metrics import families
from imhotep.experiment.seating import seated
from imhotep.loading.library import Files, library_of
from imhotep.players.specs import RANDOM, read_spec
from imhotep.program.program import Program


@dataclass(frozen=True, slots=True)
class Opened:
    """An experiment, and the base and variants at its first table."""

    experiment: Experiment
    rulesets: tuple[Ruleset, ...]


def open_design(
    design: Design, files: Files | None = None, *, played_by: Sequence[str] = ()
) -> tuple[Opened | None, tuple[Diagnostic, ...]]:
    """The experiment; None beside an error.

    `files` are texts by name that stand before those on the disk, `played_by` are players in the place of those that it
    names itself. Raises as `read_players` does for these.
    """
    opening = _Opening(design, files, played_by)
    if opening.notes.failed:
        return None, opening.notes.found
    tables = opening.tables()
    experiment = None if opening.notes.failed else opening.experiment(tables)
    if experiment is None or opening.notes.failed:
        return None, opening.notes.found
    return Opened(experiment, tuple(ruleset for ruleset, _ in tables[0])), opening.notes.found


class _Opening:
    """Opens one design and collects what is wrong."""

    def __init__(self, design: Design, files: Files | None, played_by: Sequence[str]) -> None:
        self.design = design
        self.files = files
        self.notes = Notes()
        self.lists: list[PlayerFile] = []
        if played_by:
            self.players, lists = read_players(played_by, files)
            self.lists += lists
        else:
            self.players = self._named(design.players)
        self.second_players = self._named(design.second_players)

    def _named(self, written: Sequence[Scalar]) -> tuple[str, ...]:
        """Players as games know them; their lists are read."""
        names = []
        for node in written:
            with self._noting("E002", node):
                named = read_spec(node.text).name
                file = self._list(named, node) if named else None
                names.append(node.text if file is None else file.followed.name + node.text.removeprefix(named))
        return tuple(names)

    def _list(self, named: str, node: Scalar) -> PlayerFile | None:
        """A list that is named at a place of the design."""
        path, found = library_of(self.files).follow(named, node.span, self.design.path, to_rules=False)
        self.notes.add(found)
        if path is None:
            return None
        file, found, _ = read_player(path, self.files)
        self.notes.add(found)
        self.lists += [] if file is None else [file]
        return file

    # ---- rulesets

    def tables(self) -> list[list[tuple[Ruleset, Rules]]]:
        """For each table the base and its variants, as far as they can be opened."""
        base = Candidate(name="")
        found = []
        for table in self.design.tables or (None,):
            rows = []
            for candidate in (base, *self.design.variants):
                opened = self._open(candidate, table)
                if opened is not None:
                    rows.append(opened)
                elif candidate is base:  # what is wrong with it is wrong with all variants
                    break
            found.append(rows)
        return found

    def _open(self, candidate: Candidate, table: TableOfPlay | None) -> tuple[Ruleset, Rules] | None:
        """A variant at a table; the least number of players where there is none."""
        sides, options = ((), ()) if table is None else (table.sides, table.options)
        written = {f"--set {setting(each)}": each for each in candidate.settings}
        written |= {f"--side {setting(each)}": each for each in sides}
        written |= {f"--option {setting(each)}": each for each in options}
        try:
            ruleset = open_ruleset(
                self.design.base.as_posix(),
                variants=[path.as_posix() for path in candidate.files],
                settings=[setting(each) for each in candidate.settings],
                sides={each.key.text: _text(each.value) for each in sides},
                options={each.key.text: _text(each.value) for each in options},
                files=self.files,
            )
            players = ruleset.players[0] if table is None else table.players.value
            assert isinstance(players, int)
            if players not in ruleset.players and table is not None:
                least, most = ruleset.players[0], ruleset.players[-1]
                message = f"`{candidate.name or ruleset.id}` is for {least} to {most} players, not {players}"
                self.notes.error("E006", message, table.players.span)
                return None
            ruleset = enlist(ruleset, self.lists, players, self.files)
            program = ruleset.program(players)
        except InvalidRulesetError as error:
            self.notes.add(_placed(each, written) for each in error.diagnostics)
            return None
        return ruleset, Rules(candidate.name or ruleset.id, program)

    # ---- what is asked

    def experiment(self, tables: list[list[tuple[Ruleset, Rules]]]) -> Experiment:
        """The experiment; what is wrong with it is noted."""
        design = self.design
        programs = [table[0][1].program for table in tables]
        players, second = self.players or (RANDOM,), self.second_players
        for who, written in ((players, design.players), (second, design.second_players)):
            if who and written:
                with self._noting("E002", written[0]):
                    for program in programs:
                        seated(who, program.players)
        primary = PRIMARY if design.metric is None else design.metric.text
        if design.metric is not None:
            with self._noting("E001", design.metric):
                for program in programs:
                    check_primary(primary, program, players)
        bands = {} if design.same_within is None else {primary: design.same_within}
        for entry in design.bands:
            self._figures(entry.key, programs, players)
            bands[entry.key.text] = number(entry.value) or 0.0
        targets = tuple(self._target(each, programs, players) for each in design.targets)
        return Experiment(
            tables=tuple(tuple(rules for _, rules in table) for table in tables),
            metric=primary,
            better=design.better,  # type: ignore[arg-type]
            same_within=bands,
            metrics=self._metrics(),
            targets=targets,
            players=players,
            second_players=second or None,
            seed=design.seed,
            games=GAMES if design.games is None else design.games,
            precision=design.precision,
            title=design.title,
        )

    def _metrics(self) -> tuple[str, ...]:
        known: list[str] = []
        for node in self.design.metrics:
            with self._noting("E001", node):
                families([node.text])
                known.append(node.text)
        return families(known)

    def _target(self, aim: Aim, programs: Iterable[Program], players: Sequence[str]) -> Target:
        target = Target(metric=aim.metric.text, least=aim.least, most=aim.most, equal_within=aim.equal_within)
        with self._noting("E001", aim.metric):
            for program in programs:
                check_target(target, program, players)
        return target

    def _figures(self, node: Scalar, programs: Iterable[Program], players: Sequence[str]) -> None:
        with self._noting("E001", node):
            for program in programs:
                check_figures(node.text, program, players)

    @contextmanager
    def _noting(self, code: str, node: Node) -> Iterator[None]:
        """Note a refusal as a fault of the file."""
        try:
            yield
        except UsageError as error:
            message, _, help = str(error).partition("; ")
            self.notes.error(code, message, node.span, help or None)


def _text(node: Node) -> str:
    assert isinstance(node, Scalar)
    return node.text


def _placed(diagnostic: Diagnostic, written: dict[str, Entry]) -> Diagnostic:
    """A fault of a setting, side or option where the file of the experiment has it."""
    if diagnostic.span is None or diagnostic.span.file not in written:
        return diagnostic

    def placed(span: Span) -> Span:
        entry = written.get(span.file)
        if entry is None:
            return span
        words = span.file.partition(" ")[2]
        return entry.value.span if span.start.offset > words.index("=") else entry.key.span

    return replace(
        diagnostic,
        span=placed(diagnostic.span),
        related=tuple(Related(placed(each.span), each.message) for each in diagnostic.related),
        fix=None,
    )
