"""What is compared with what, from a command line or from the file of an experiment, for all commands that compare."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from imhotep.cli.choices import Choices
from imhotep.cli.games import Games, players, progress
from imhotep.dataclass import dataclass
from imhotep.errors import InvalidRulesetError, UsageError

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.design.opening import Opened
    from imhotep.experiment.findings import Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a command line asks of the games; None stands for what it does not say."""

    metric: str | None = None
    better: Any = None
    same_within: float | None = None
    precision: float | None = None
    second_by: tuple[str, ...] = ()


_POSITIVE: Final = click.FloatRange(min=0, min_open=True)
_OPTIONS: Final = (
    click.option("--metric", metavar="NAME", help="The one figure that it is about.  [default: score]"),
    click.option("--better", type=click.Choice(("higher", "lower")), help="Which way the figure is wished to go."),
    click.option("--same-within", type=_POSITIVE, metavar="X", help="A smaller difference of it does not matter."),
    click.option(
        "--precision", type=_POSITIVE, metavar="X", help="Play as many games, up to --games, as tell it to within X."
    ),
    click.option(
        "--second-by", callback=players, metavar="PLAYER[,...]", help="Do all of it again with other players."
    ),
)


def with_question(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options of a question; it receives them as one `question`."""

    @wraps(function)
    def run(
        *,
        metric: str | None,
        better: str | None,
        same_within: float | None,
        precision: float | None,
        second_by: tuple[str, ...],
        **rest: Any,
    ) -> int:
        question = Question(
            metric=metric, better=better, same_within=same_within, precision=precision, second_by=second_by
        )
        return function(question=question, **rest)

    command: Callable[..., int] = run
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


NOTHING: Final = "there is nothing to compare with: name a variant, or make one with --set PATH=VALUE"


def asked(
    base: str,
    others: Sequence[str],
    grid: Sequence[str],
    *,
    games: Games,
    question: Question,
    choices: Choices,
) -> "Opened":
    """The experiment that a command asks for: that of a file, or the base with its variants and settings.

    With a grid the settings are for the base, too, and each mix of the grid's values is a variant.
    """
    from imhotep.loading.project import EXPERIMENT

    if base.endswith(EXPERIMENT):
        is_more = others or grid or choices != Choices() or games.players or games.metrics or question != Question()
        if is_more:
            raise click.UsageError(f"`{base}` says what is compared; only --games, --seed and --by overrule it")
        return _from_file(base, games)
    return _from_words(base, others, grid, games, question, choices)


def carry_out(opened: "Opened", games: Games) -> "Comparison":
    """The experiment with its games played."""
    from imhotep.experiment.compare import compare

    experiment = opened.experiment
    players = 1 if experiment.second_players is None else 2
    count = experiment.games * players * sum(map(len, experiment.tables))
    with progress(count) as step:
        return compare(experiment, progress=step, **games.running(count))


def broke_down(comparison: "Comparison") -> int:
    """The exit code: 1 where a game did not come to its end."""
    return int(any(each.finished < each.games for each in comparison.simulations))


def _from_file(base: str, games: Games) -> "Opened":
    from imhotep.design.opening import open_design
    from imhotep.design.reading import read_design

    design, found, _ = read_design(Path(base))
    opened = None
    if design is not None:
        opened, more = open_design(design, played_by=games.played_by)
        found += more
    if opened is None:
        raise InvalidRulesetError(found)
    overruled: dict[str, Any] = {}
    if games.games is not None:
        overruled["games"] = games.games
    if games.seed is not None:
        overruled["seed"] = games.seed
    return replace(opened, experiment=replace(opened.experiment, **overruled))


def _from_words(
    base: str, others: Sequence[str], grid: Sequence[str], games: Games, question: Question, choices: Choices
) -> "Opened":
    from imhotep.design.enlisting import enlist, read_players
    from imhotep.design.opening import Opened
    from imhotep.experiment.experiment import PRIMARY, Experiment, Rules

    common = choices if grid else replace(choices, settings=())
    rulesets = [common.open(reference) for reference in (base, *others)]
    if choices.settings and not grid:
        rulesets.append(_titled(choices.open(base), choices.settings))
    for settings in _mixes(grid):
        opened = replace(choices, settings=(*choices.settings, *settings)).open(base)
        rulesets.append(_titled(opened, settings, whole=False))
    if len(rulesets) == 1:
        raise click.UsageError(NOTHING)
    players = games.at(rulesets[0])
    played_by, lists = read_players(games.played_by or ("random",))
    second_by, more = read_players(question.second_by)
    rulesets = [enlist(each, (*lists, *more), players) for each in rulesets]
    metric = question.metric or PRIMARY
    experiment = Experiment(
        tables=(tuple(Rules(each.id, each.program(players)) for each in rulesets),),
        metric=metric,
        better=question.better,
        same_within={} if question.same_within is None else {metric: question.same_within},
        metrics=games.families(),
        players=played_by,
        second_players=second_by or None,
        seed=games.seed or 0,
        games=games.count(),
        precision=question.precision,
    )
    return Opened(experiment, tuple(rulesets))


def _mixes(grid: Sequence[str]) -> list[tuple[str, ...]]:
    """The settings of each mix of the values of a grid."""
    from imhotep.experiment.experiment import MOST_VARIANTS

    axes = []
    for text in grid:
        path, equals, values = text.partition("=")
        words = [word.strip() for word in values.split(",")]
        if not path.strip() or not equals or not all(words):
            raise UsageError(f"`{text}` is no line of a grid; write a path and its values: `numbers.NAME=4,5,6`")
        axes.append([f"{path.strip()}={word}" for word in words])
    mixes = list(product(*axes)) if axes else []
    if len(mixes) > MOST_VARIANTS:
        raise UsageError(f"the grid has {len(mixes)} variants, and at most {MOST_VARIANTS} are compared")
    return mixes


def _titled(ruleset: "Ruleset", settings: Sequence[str], *, whole: bool = True) -> "Ruleset":
    """The ruleset under a name that tells its settings."""
    composed = ruleset.composed
    name = ", ".join(settings)
    return replace(ruleset, composed=replace(composed, id=f"{composed.id} with {name}" if whole else name))
