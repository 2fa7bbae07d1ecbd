"""Players as texts: `random`, `greedy:20`, `flat:100`, `mcts:400`, a list, each also with `,noise=0.1`."""

import re
from typing import Final, Literal, TypeAlias, get_args

from imhotep.dataclass import dataclass
from imhotep.diagnostics import suggestion
from imhotep.errors import UsageError
from imhotep.machine.chance import Stream
from imhotep.players.listed import ListedPlayer
from imhotep.players.player import MILLION, FlatPlayer, GreedyPlayer, NoisyPlayer, Player, RandomPlayer
from imhotep.players.searching import SearchingPlayer
from imhotep.program.lists import PLAYER
from imhotep.wasm.playing import Playing

Sort: TypeAlias = Literal["random", "greedy", "flat", "mcts"]

RANDOM: Final = "random"
SORTS: Final[tuple[str, ...]] = get_args(Sort)
BUDGETS: Final = {"greedy": 20, "flat": 100, "mcts": 400}
"""Playouts for a decision, where it is not said."""

MOST_PLAYOUTS: Final = 1_000_000
_SPEC: Final = re.compile(
    rf"(?P<sort>[^,]*{re.escape(PLAYER)}|[^:,]*)(:(?P<budget>[^,]*))?(,(?P<key>[^=]*)=(?P<noise>.*))?", re.ASCII
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """Who a player is: its sort, its playouts for a decision, and its random decisions in a million.

    Without a sort it follows the list of that name.
    """

    sort: Sort | None
    name: str = ""
    budget: int = 0
    millionths: int = 0


def read_spec(text: str) -> Spec:
    """What a text says of a player; raises UsageError where it says nothing sensible."""
    found = _SPEC.fullmatch(text)
    sort, budget, key, noise = found.group("sort", "budget", "key", "noise") if found else (text, None, None, None)
    if sort.endswith(PLAYER) and budget is None:
        pass
    elif sort not in SORTS:
        is_file = "/" in sort or sort.endswith((".yaml", ".yml"))
        help = f"the file of a player ends in `{PLAYER}`" if is_file else suggestion(sort, SORTS)
        raise UsageError(f"there is no player `{text}`; {help}")
    if budget is not None and sort == RANDOM:
        raise UsageError(f"`{text}`: a random player plays nothing out, so it takes no number")
    if budget is not None and not _is_budget(budget):
        raise UsageError(f"`{text}`: playouts are a whole number from 1 to {MOST_PLAYOUTS}, such as `{sort}:100`")
    if key is not None and key != "noise":
        raise UsageError(f"`{text}`: there is no `{key}`; {suggestion(key, ('noise',))}")
    if noise is not None and not re.fullmatch(r"0(\.[0-9]{1,6})?|1(\.0{1,6})?", noise):
        raise UsageError(f"`{text}`: noise is a number from 0 to 1 with at most six decimals, such as `noise=0.1`")
    whole, _, part = (noise or "0").partition(".")
    return Spec(
        sort=None if sort.endswith(PLAYER) else sort,  # type: ignore[arg-type]
        name=sort if sort.endswith(PLAYER) else "",
        budget=BUDGETS.get(sort, 0) if budget is None else int(budget),
        millionths=int(whole) * MILLION + int(part.ljust(6, "0")),
    )


def _is_budget(text: str) -> bool:
    return re.fullmatch("[0-9]{1,7}", text) is not None and 1 <= int(text) <= MOST_PLAYOUTS


def made(text: str, engine: Playing, stream: Stream) -> Player:
    """The player that a text says, for one seat of one game; all its draws come from the stream."""
    spec = read_spec(text)
    player: Player
    match spec.sort:
        case None:
            listed = next((each for each in engine.program.priorities if each.name == spec.name), None)
            if listed is None:
                raise UsageError(f"the list `{spec.name}` does not go with these rules; `enlist` it first")
            player = ListedPlayer(engine, listed, made(listed.fallback, engine, stream))
        case "random":
            player = RandomPlayer(stream)
        case "greedy":
            player = GreedyPlayer(engine, spec.budget, stream)
        case "flat":
            player = FlatPlayer(engine, spec.budget, stream)
        case "mcts":
            player = SearchingPlayer(engine, spec.budget, stream)
    return NoisyPlayer(player, spec.millionths, stream) if spec.millionths else player
