"""Games by any players. Nobody gets more of a state than its seat sees."""

from collections.abc import Sequence

from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine, Pick
from imhotep.machine.playout import Outcome, Row, outcome, row
from imhotep.machine.redealing import masked
from imhotep.players.specs import made
from imhotep.program.memory import SEAT, STATUS
from imhotep.record.transcript import Transcript
from imhotep.wasm.playing import Playing


class Players:
    """Those who play one game: for each seat a text that says who. The same seed makes them decide alike."""

    def __init__(self, engine: Playing, names: Sequence[str], seed: int) -> None:
        self._machine = engine.by_steps()
        seats = engine.program.seats
        self._players = [
            made(name, engine, Stream(seed, f"player {seat}")) for name, seat in zip(names, seats, strict=True)
        ]

    def pick(self, s: Sequence[int]) -> Pick:
        """What the seat that decides takes; it is not asked where it has no choice."""
        seat = s[SEAT]
        offered = self._machine.options(list(s))
        if len(offered) == 1:
            return offered[0]
        return self._players[seat - 1].choose(offered, lambda: masked(self._machine.program, s, seat, offered))


def play_game(
    engine: Playing,
    names: Sequence[str],
    seed: int,
    rows: list[Row] | None = None,
    *,
    machine: Machine | None = None,
) -> Outcome:
    """A whole game by these players, one for each seat. With `rows` each decision adds one to them.

    What is chosen is carried out by `machine` if there is one.
    """
    players = Players(engine, names, seed)
    machine = machine or engine.by_steps()
    s = machine.begin(seed)
    decisions = 0
    fault = None
    winners: tuple[int, ...] = ()
    try:
        machine.enter(s, "begin")
        while not s[STATUS]:
            pick = players.pick(s)
            if rows is not None:
                rows.append(row(machine, s, *pick))
            machine.answer(s, *pick)
            decisions += 1
        winners = machine.winners(s)
    except RulesFault as found:
        fault = found
    return outcome(engine.program, s, seed, decisions, winners, fault)


def logged_game(engine: Playing, names: Sequence[str], seed: int) -> Transcript:
    """The game that `play_game` plays, written down."""
    players = Players(engine, names, seed)
    transcript = Transcript(engine.program, seed)
    while (decision := transcript.decision) is not None:
        transcript.take(decision.at(players.pick(transcript.game.state)))
    return transcript
