"""Tells everything that is wrong with a ruleset, a variant, scenarios, an experiment or a player; again and again.

An editor asks after each edit. What did not change since is not read again, and nothing is kept longer than that.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from imhotep.compile.ruleset import Ruleset, as_written
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Span, has_errors, ordered
from imhotep.document.source import Source
from imhotep.errors import InvalidRulesetError, UsageError
from imhotep.fixing.settling import ALWAYS, settle
from imhotep.loading.documents import start_of
from imhotep.loading.library import Texts, home
from imhotep.loading.load import load_noting
from imhotep.loading.memory import Memory
from imhotep.loading.project import EXPERIMENT, OTHERS, PLAYER, SCENARIOS
from imhotep.meaning.texts import Texts as Effects

Amount: TypeAlias = tuple[int, str, str]
"""How many of what was looked at, with the word for one and for many."""

Further: TypeAlias = Callable[[Ruleset], tuple[tuple[Diagnostic, ...], Amount]]
"""A look at a ruleset in which nothing was an error, by play."""

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
WAITS: Final = "the rest waits until its form is right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one check found, and in what.

    `found` is in the order of places, what belongs to no place last. `sources` are all files that were read, `own` the
    names of those that belong to what was asked for. `scope` says what was looked at to the end, `waits` why the rest
    was not; `files` are the names of files looked at to the end, `texts` counts the effects and formulas in them.
    """

    found: tuple[Diagnostic, ...]
    sources: tuple[Source, ...] = ()
    own: frozenset[str] = frozenset()
    scope: tuple[Amount, ...] = ()
    waits: str = ""
    files: frozenset[str] = frozenset()
    texts: int = 0

    def utf16(self, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
        """A stretch as the language server protocol has it: line and column of both ends, from 0, in UTF-16 units."""
        source = next((each for each in self.sources if each.name == span.file), None)
        if source is None:
            return (0, 0), (0, 0)
        return source.utf16(span.start), source.utf16(span.end)


class Validator:
    """Checks files by name, as often as is wanted.

    `files` are texts by name that stand before the files on the disk; without `disk` they are all there is, beside the
    shipped rulesets, and names are paths from one folder that nothing leads out of.
    """

    def __init__(self, files: Mapping[str, str] = _NONE, *, disk: bool = True) -> None:
        self._library: Texts | Memory = Texts(files) if disk else Memory(files)

    def hold(self, name: str, text: str) -> None:
        """From now on a file has this text."""
        self._library.files[self._library.real(Path(name))] = text

    def release(self, name: str) -> None:
        """From now on a file is what it is on the disk; without one, it is gone."""
        self._library.files.pop(self._library.real(Path(name)), None)

    def whole(self, reference: str) -> str:
        """What is checked when a file is asked for: the ruleset that it is a part of, else the file itself."""
        path = Path(reference)
        if path.suffix != ".yaml" or reference.endswith(OTHERS) or not self._library.holds(path):
            return reference
        folder = home(self._library, path)
        return reference if folder is None else folder.as_posix()

    def check(
        self,
        reference: str,
        *,
        variants: Sequence[str] = (),
        settings: Sequence[str] = (),
        sides: Mapping[str, str] = _NONE,
        options: Mapping[str, str | int | bool] = _NONE,
        languages: Iterable[str] = (),
        further: Further | None = None,
    ) -> Report:
        """Everything that is wrong with a ruleset (its id, folder or any of its files), or with any other file.

        The arguments in the middle are those of `open_ruleset`; `languages` are such as `en`, whose missing texts are
        told, too. Raises UsageError or UnreadableError for a reference that names nothing that can be read.
        """
        self._library.kept.begin()
        laid = {"variants": variants, "settings": settings, "sides": sides, "options": as_written(options)}
        if reference.endswith(SCENARIOS):
            return self._scenarios(Path(reference), laid)
        if reference.endswith(EXPERIMENT):
            if any(laid.values()):
                raise UsageError("an experiment says itself what is laid over its base")
            return self._experiment(Path(reference))
        if reference.endswith(PLAYER):
            return self._player(Path(reference), laid)
        return self._ruleset(reference, laid, languages, further)

    def _ruleset(
        self, reference: str, laid: Mapping[str, Any], languages: Iterable[str], further: Further | None
    ) -> Report:
        loaded = load_noting(self.whole(reference), **laid, files=self._library)
        composed, judged = loaded.composed, ALWAYS
        if composed is None:
            found = ordered(loaded.settled())
            return Report(found=found, sources=loaded.sources, own=loaded.own, waits=WAITS)
        ruleset = Ruleset(composed, texts=Effects(loaded.kept))
        more = list(ruleset.examined())
        for language in languages:
            from imhotep.compile.languages import missing_texts

            judged += "T"
            more += missing_texts(composed.root, language, ruleset.texts.prompts)
        texts = len(ruleset.texts.kept)
        scope = [(len(composed.files), "file", "files"), (texts, "text", "texts"), *_tables(ruleset)]
        if further is not None and not has_errors((*loaded.found, *more)):
            judged += "D"
            seen, amount = further(ruleset)
            more += seen
            scope.append(amount)
        return Report(
            found=ordered(loaded.settled(*more, judged=judged)),
            sources=loaded.sources,
            own=loaded.own,
            scope=tuple(scope),
            files=frozenset(composed.files),
            texts=texts,
        )

    def _scenarios(self, path: Path, laid: Mapping[str, Any]) -> Report:
        from imhotep.compile.ruleset import open_ruleset
        from imhotep.scenario.preparing import prepare
        from imhotep.scenario.scenarios import home_of, read_scenarios

        file, found = read_scenarios(path, self._library)
        if file is None:
            return self._report(path, found, waits=WAITS)
        try:
            ruleset = open_ruleset(home_of(file, self._library), **laid, files=self._library)
        except UsageError as error:
            message, _, help = str(error).partition(": ")
            found += (Diagnostic(code="F006", message=message, span=start_of(file.file), help=help or None),)
            return self._report(path, found, waits=WAITS)
        except InvalidRulesetError as error:
            return self._report(path, found + error.diagnostics, waits="its texts wait until its ruleset is right")
        for prepared in prepare(ruleset, file.scenarios):
            found += prepared.diagnostics
        texts = sum(text is not None for each in file.scenarios for text in (each.given, each.when, *each.then))
        return self._report(path, found, (len(file.scenarios), "scenario", "scenarios"), files={file.file}, texts=texts)

    def _experiment(self, path: Path) -> Report:
        from imhotep.design.opening import open_design
        from imhotep.design.reading import read_design

        design, found, _ = read_design(path, self._library)
        if design is None:
            return self._report(path, found, waits=WAITS)
        opened, more = open_design(design, self._library)
        variants, tables = len(design.variants), len(design.tables) or 1
        scope = (variants, "variant", "variants"), (tables, "table", "tables")
        return self._report(path, found + more, *scope, files={design.name} if opened is not None else ())

    def _player(self, path: Path, laid: Mapping[str, Any]) -> Report:
        from imhotep.design.enlisting import check_list
        from imhotep.design.players import read_player

        file, found, _ = read_player(path, self._library)
        if file is None:
            return self._report(path, found, waits=WAITS)
        files = {file.source.name}
        try:
            found += check_list(file, **laid, files=self._library)
        except InvalidRulesetError as error:
            waits = "its names wait until its ruleset is right"
            return self._report(path, found + error.diagnostics, waits=waits, files=files)
        return self._report(path, found, (len(file.entries), "entry", "entries"), files=files)

    def _report(
        self,
        path: Path,
        found: Iterable[Diagnostic],
        *scope: Amount,
        waits: str = "",
        files: Iterable[str] = (),
        texts: int = 0,
    ) -> Report:
        """What was found in a file that stands for itself."""
        source, _ = self._library.read(path)
        sources = () if source is None else (source,)
        own = frozenset(each.name for each in sources)
        left = settle(found, sources, own=own, kept=self._library.kept)
        return Report(
            found=ordered(left), sources=sources, own=own, scope=scope, waits=waits, files=frozenset(files), texts=texts
        )


def _tables(ruleset: Ruleset) -> tuple[Amount, ...]:
    """At how many tables of play a ruleset was looked at."""
    fixed = dict(ruleset.composed.sides)
    sides = max((len(names) for board, names in ruleset.sides.items() if board not in fixed), default=0)
    players: Amount = (len(ruleset.players), "player count", "player counts")
    return (players, (sides, "side", "sides")) if sides else (players,)
