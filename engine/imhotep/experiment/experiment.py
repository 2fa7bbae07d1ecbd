"""What an experiment asks and how it is carried out, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import suggestion
from imhotep.errors import UsageError
from imhotep.experiment.deciding import Direction
from imhotep.experiment.metrics import NAMES, PLAIN, families, metric, needs_marks, needs_rows
from imhotep.experiment.seating import seated
from imhotep.machine.marks import effects
from imhotep.program.program import Program

PRIMARY: Final = "score"
GAMES: Final = 1000
MOST_VARIANTS: Final = 200
PILOT: Final = 100
"""Games from which it is told how many a wanted precision takes."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The base or a variant at one table of play."""

    name: str
    program: Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Bounds that a metric is to lie between; where it is of several seats or sources, all of them are.

    `equal_within` bounds win rates around 1/n for n seats. `words` say it in a report.
    """

    metric: str
    least: float | None = None
    most: float | None = None
    equal_within: float | None = None

    def bounds(self, seats: int) -> tuple[float, float]:
        """The lower and the upper bound."""
        if self.equal_within is not None:
            return 1 / seats - self.equal_within, 1 / seats + self.equal_within
        return float("-inf") if self.least is None else self.least, float("inf") if self.most is None else self.most

    @property
    def words(self) -> str:
        """The target as a report says it."""
        if self.equal_within is not None:
            return f"{self.metric} within {self.equal_within:g} of equal"
        bounds = [f"{w} {b:g}" for w, b in (("at least", self.least), ("at most", self.most)) if b is not None]
        return f"{self.metric} {' and '.join(bounds)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """Each of `tables` holds the base and its variants, compiled for that table of play.

    `metric` is the one that the experiment is about, `better` the way it is wished to go, if any. `same_within` has for
    figures, or for all figures of a metric, the size from which on a difference matters. `metrics` are the families
    that are told beside it. `players` are one for all seats or one for each, which then move on by a seat from game to
    game; with `second_players` everything is done again. With `precision` as many games are played as make the interval
    of the metric's difference reach that far to either side, `games` at most.
    """

    tables: tuple[tuple[Rules, ...], ...]
    metric: str = PRIMARY
    better: Direction | None = None
    same_within: Mapping[str, float] = field(default_factory=dict)
    metrics: tuple[str, ...] = PLAIN
    targets: tuple[Target, ...] = ()
    players: tuple[str, ...] = ("random",)
    second_players: tuple[str, ...] | None = None
    seed: int = 0
    games: int = GAMES
    precision: float | None = None
    title: str = ""

    @property
    def families(self) -> tuple[str, ...]:
        """All metrics that are measured, in the order of the list of metrics."""
        wanted = {*self.metrics, *(metric(name).name for name in (self.metric, *(t.metric for t in self.targets)))}
        return tuple(name for name in NAMES if name in wanted)

    @property
    def has_rows(self) -> bool:
        """Whether decisions must be looked at."""
        return needs_rows(self.families)

    @property
    def has_marks(self) -> bool:
        """Whether it must be noted what runs."""
        return needs_marks(self.families)

    def band(self, figure: str) -> float | None:
        """The size from which on a difference of a figure matters, if any is said."""
        return self.same_within.get(figure, self.same_within.get(figure.partition(".")[0]))

    def check(self) -> None:
        """Raises UsageError for what does not exist at one of the tables: a metric, a player."""
        families(self.metrics)
        for table in self.tables:
            for players in (self.players, self.second_players or self.players):
                seated(players, table[0].program.players)
            check_primary(self.metric, table[0].program, self.players)
            for name in self.same_within:
                check_figures(name, table[0].program, self.players)
            for target in self.targets:
                check_target(target, table[0].program, self.players)


def check_primary(name: str, program: Program, players: Sequence[str]) -> None:
    """Refuse what is not one figure at a table; raises UsageError."""
    known = figure_names(program, players)
    if name not in known:
        if several := figures_of(name, known):
            raise UsageError(f"`{name}` is several figures; choose one, such as `{several[0]}`")
        raise _unknown(name, known)


def check_figures(name: str, program: Program, players: Sequence[str]) -> None:
    """Refuse what is no figure or several at a table; raises UsageError."""
    known = figure_names(program, players)
    if not figures_of(name, known):
        raise _unknown(name, known)


def check_target(target: Target, program: Program, players: Sequence[str]) -> None:
    """Refuse a target that no figure can meet or miss at a table; raises UsageError."""
    check_figures(target.metric, program, players)
    if target.equal_within is not None and metric(target.metric).name != "wins":
        raise UsageError(f"only win rates can be equal, not `{target.metric}`; write `metric: wins`")


def figures_of(name: str, known: Sequence[str]) -> list[str]:
    """The figures that a name stands for: itself, or all of its subjects."""
    return [name] if name in known else [each for each in known if each.startswith(f"{name}.")]


def figure_names(program: Program, players: Sequence[str]) -> list[str]:
    """All figures that can be named before a game is played: all but those of options."""
    who = tuple(dict.fromkeys(players))
    subjects = {"seat": program.seats, "source": program.sources, "player": who if len(who) > 1 else ()}
    subjects["effect"] = tuple(effects(program))
    return [
        name
        for each in NAMES.values()
        for name in (
            *((each.name,) if each.whole is not None else ()),
            *(f"{each.name}.{subject}" for subject in subjects.get(each.of or "", ())),
        )
    ]


def _unknown(name: str, known: Sequence[str]) -> UsageError:
    family, _, subject = name.partition(".")
    metric(name)
    of = [each.partition(".")[2] for each in known if each.startswith(f"{family}.")]
    return UsageError(f"there is no figure `{name}`; {suggestion(subject, of) or 'it cannot be named here'}")
