"""A loaded ruleset: compiled for tables of play on demand, and checked for all of them at once."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from imhotep.compile.build import Seen, build, examine
from imhotep.compile.unused import unasked, unused
from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Notes, has_errors
from imhotep.document.nodes import Mapping as Node
from imhotep.document.nodes import Scalar
from imhotep.errors import InvalidRulesetError, UsageError
from imhotep.fixing.settling import settle
from imhotep.loading.library import Files
from imhotep.loading.load import Composed, load_noting
from imhotep.meaning.texts import Texts
from imhotep.model.ids import check_ids
from imhotep.model.reading import TableOfPlay
from imhotep.program.lists import PriorityList
from imhotep.variants.blame import blame
from imhotep.variants.gone import with_removal

if TYPE_CHECKING:
    from imhotep.program.program import Program

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset with its variants, settings, sides and options, and the `lists` of players that are to play it.

    `conditions` are those of the lists, by the names that they have there.
    """

    composed: Composed
    lists: tuple[PriorityList, ...] = ()
    conditions: Mapping[str, Scalar] = field(default_factory=dict)
    texts: Texts = field(default_factory=Texts, compare=False, repr=False)

    @property
    def id(self) -> str:
        """The id of the last variant, or of the ruleset."""
        return self.composed.id

    @property
    def players(self) -> range:
        """The numbers of players that the game allows."""
        players = self.composed.root.get("players")
        found = [players.get(key) if isinstance(players, Node) else None for key in ("least", "most")]
        least, most = (f.value if isinstance(f, Scalar) and isinstance(f.value, int) else 1 for f in found)
        return range(least, most + 1)

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The sides of each board; the first is the default."""
        boards = self.composed.root.get("boards")
        found: dict[str, tuple[str, ...]] = {}
        for board in boards.entries if isinstance(boards, Node) else ():
            sides = board.value.get("sides") if isinstance(board.value, Node) else None
            found[board.key.text] = tuple(e.key.text for e in sides.entries) if isinstance(sides, Node) else ()
        return found

    def table(self, players: int) -> TableOfPlay:
        """The table of play for that many players, with the chosen sides and options."""
        sides = {board: side.text for board, side in self.composed.sides}
        return TableOfPlay(players, sides, dict(self.composed.options))

    def program(
        self,
        players: int,
        *,
        entries: Mapping[str, Scalar] = MappingProxyType({}),
        checks: Mapping[str, Scalar] = MappingProxyType({}),
    ) -> "Program":
        """The game compiled for that many players.

        Raises UsageError for a number of players that the game does not allow, InvalidRulesetError for a ruleset with
        faults.
        """
        if players not in self.players:
            raise UsageError(f"`{self.id}` is for {self.players[0]} to {self.players[-1]} players, not {players}")
        program, found = build(
            self.composed.root,
            self.table(players),
            digest=self.composed.digest,
            texts=self.texts,
            entries=entries,
            checks=checks,
            conditions=self.conditions,
        )
        if program is None:
            raise InvalidRulesetError(self._with_removals(found))
        return replace(program, priorities=self.lists) if self.lists else program

    def check(self) -> tuple[Diagnostic, ...]:
        """Look at it with every number of players and every side, and tell what was found, each fault once."""
        return settle(self.examined(), self.composed.sources, own=(), kept=self.texts.memory)

    def examined(self) -> tuple[Diagnostic, ...]:
        """The same with all that comments in the files silence."""
        root, record = self.composed.root, self.composed.record
        found = tuple(blame(each, root, record) if each.code[0] == "M" else each for each in self._looked_at())
        return self._with_removals(found)

    def _looked_at(self) -> tuple[Diagnostic, ...]:
        notes = Notes()
        check_ids(self.composed.root, notes)
        chosen = {board: side.text for board, side in self.composed.sides}
        self._examine(chosen, self.texts, notes)
        if not notes.failed:
            notes.add(unused(self.composed.root, self.texts))
            notes.add(unasked(self.composed.root, self._decisions()))
        return notes.found

    def _with_removals(self, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        return tuple(with_removal(each, self.composed.record) for each in found)

    def _examine(self, chosen: dict[str, str], texts: Texts, notes: Notes) -> None:
        """Examine a table for every number of players and every side that is not chosen."""
        seen = Seen()
        for players in reversed(self.players):  # with the most players there is the most to see
            for sides in self.side_choices(chosen):
                table = TableOfPlay(players, sides, dict(self.composed.options))
                notes.add(examine(self.composed.root, table, texts, seen))

    def side_choices(self, chosen: dict[str, str]) -> tuple[dict[str, str], ...]:
        """Choices of sides in which each side of each board comes up: all first ones, all second ones, and so on; but
        for boards whose side is chosen."""
        known = self.sides
        most = max((len(sides) for board, sides in known.items() if board not in chosen), default=0)
        return tuple(
            {board: sides[turn % len(sides)] for board, sides in known.items() if sides} | chosen
            for turn in range(max(most, 1))
        )

    def _decisions(self) -> frozenset[str]:
        """The ids of all decisions, also those of sides that are not the chosen ones."""
        asked = frozenset(self.texts.prompts)
        if not self.composed.sides or unasked(self.composed.root, asked) == ():
            return asked
        everywhere = Texts(self.texts.memory)
        self._examine({}, everywhere, Notes())
        return asked | everywhere.prompts


def open_ruleset(
    reference: str,
    *,
    variants: Sequence[str] = (),
    settings: Sequence[str] = (),
    sides: Mapping[str, str] = _NONE,
    options: Mapping[str, str | int | bool] = _NONE,
    files: Files | None = None,
) -> Ruleset:
    """Load a ruleset or variant by its id or path, with more variants and settings laid over it.

    `settings` are texts such as `numbers.rounds=4`, `files` texts by name that stand before those on the disk. Raises
    UsageError or UnreadableError for a reference that names nothing, InvalidRulesetError with the diagnostics for one
    with faults.
    """
    chosen = as_written(options)
    loaded = load_noting(reference, variants=variants, settings=settings, sides=sides, options=chosen, files=files)
    if loaded.composed is None:
        raise InvalidRulesetError(loaded.settled())
    return Ruleset(loaded.composed, texts=Texts(loaded.kept))


def validate(
    reference: str,
    *,
    variants: Sequence[str] = (),
    settings: Sequence[str] = (),
    sides: Mapping[str, str] = _NONE,
    options: Mapping[str, str | int | bool] = _NONE,
    files: Files | None = None,
) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """Everything that is wrong with a ruleset, at all its tables; the ruleset itself only where nothing is an error.

    `files` are texts by name that stand before those on the disk, as an editor holds them.
    """
    chosen = as_written(options)
    loaded = load_noting(reference, variants=variants, settings=settings, sides=sides, options=chosen, files=files)
    if loaded.composed is None:
        return None, loaded.settled()
    ruleset = Ruleset(loaded.composed, texts=Texts(loaded.kept))
    found = loaded.settled(*ruleset.examined())
    return (None if has_errors(found) else ruleset), found


def as_written(options: Mapping[str, str | int | bool]) -> dict[str, str]:
    """Option values as a command line would say them."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()}
