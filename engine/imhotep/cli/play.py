"""`imhotep play`: a game in the terminal, between people and other players."""

import secrets
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from imhotep.cli.choices import Choices, complete_ruleset, language, with_choices
from imhotep.cli.logs import log_to
from imhotep.cli.output import say, visible
from imhotep.dataclass import dataclass
from imhotep.diagnostics import nearest, suggestion

if TYPE_CHECKING:
    from imhotep.design.players import PlayerFile
    from imhotep.game.events import Event
    from imhotep.game.game import Decision, Option
    from imhotep.game.labels import Labels
    from imhotep.machine.chance import Stream
    from imhotep.players.table import Players
    from imhotep.program.program import Program
    from imhotep.record.transcript import Transcript

PERSON: Final = "person"
RANDOM: Final = "random"


@click.command(short_help="Play a game in the terminal.")
@click.argument("ruleset", metavar="RULESET|VARIANT", shell_complete=complete_ruleset)
@click.option("--players", type=click.IntRange(min=1), help="How many players; the least number if not given.")
@click.option(
    "--seat",
    "deciders",
    multiple=True,
    metavar="SEAT=person|PLAYER",
    help="Who decides for a seat, by its id or number: a person, or a player such as `greedy:20` or the file of a list."
    " The first seat is a person if not said, all others random.",
)
@click.option("--seed", type=int, help="What decides all that chance decides; another one each time if not given.")
@language
@click.option("--trace", is_flag=True, help="Show each step with the file and line that did it, also hidden ones.")
@click.option("--log", type=click.Path(path_type=Path), metavar="FILE", help="Write the game down, as a line of JSON.")
@with_choices
def play(
    *,
    ruleset: str,
    players: int | None,
    deciders: tuple[str, ...],
    seed: int | None,
    lang: str,
    trace: bool,
    log: Path | None,
    choices: Choices,
) -> int:
    """Play a game: the board as text, what may be done as a numbered list, points by source at the end."""
    from imhotep.design.enlisting import enlist
    from imhotep.record.transcript import Transcript, heading, line

    opened = choices.open(ruleset)
    count = opened.players[0] if players is None else players
    program = opened.program(count)
    who, lists = _deciders(deciders, program)
    if lists:
        program = enlist(opened, lists, count).program(count)
    with ExitStack() as stack:
        write = None if log is None else stack.enter_context(log_to(log))
        transcript = Transcript(program, secrets.randbits(32) if seed is None else seed, language=lang)
        ended = _Table(transcript, who, trace=trace).play()
        if write is not None:
            write(line(transcript.record(heading(opened, program), who)))
    return ended


def _deciders(given: Iterable[str], program: "Program") -> "tuple[dict[str, str], tuple[PlayerFile, ...]]":
    """Who decides for each seat, and the lists that they follow."""
    from imhotep.design.enlisting import read_players

    lists: tuple[PlayerFile, ...] = ()
    who = {seat: PERSON if i == 0 else RANDOM for i, seat in enumerate(program.seats)}
    for text in given:
        name, _, decider = text.partition("=")
        seat = program.seats[int(name) - 1] if name.isdecimal() and 0 < int(name) <= len(program.seats) else name
        if seat not in program.seats:
            help = suggestion(seat, program.seats) or f"the seats are {', '.join(program.seats)}"
            raise click.UsageError(f"there is no seat `{name}`; {help}")
        if not decider:
            raise click.UsageError(f"`{text}` is not of the form SEAT={PERSON}|PLAYER")
        if decider != PERSON:
            (decider,), more = read_players([decider])
            lists += more
        who[seat] = decider
    return who, lists


class _Quit(Exception):
    """A person has had enough."""


@dataclass(slots=True)
class _Table:
    """A game on its way. `last_drawn` is the drawing that was shown last."""

    transcript: "Transcript"
    who: dict[str, str]
    trace: bool
    last_drawn: list[str] = field(default_factory=list)

    @property
    def _labels(self) -> "Labels":
        return self.transcript.game.labels

    def play(self) -> int:
        """Play to the end; the exit code."""
        from imhotep.machine.chance import Stream

        game, word = self.transcript.game, self._labels.word
        streams = {seat: Stream(self.transcript.seed, f"player {seat}") for seat in game.program.seats}
        thinks = any(who not in (PERSON, RANDOM) for who in self.who.values())
        others = self._players() if thinks else None
        say(visible(f"{word('seed', n=self.transcript.seed)}\n{word('help')}"))
        self._tell(self.transcript.opening)
        try:
            while (decision := self.transcript.decision) is not None:
                self._turn(decision, streams, others)
        except (_Quit, click.Abort):
            say(visible("\n".join(["", word("broken_off"), *self._scores()])))
            return 0
        if self.transcript.fault is not None:
            say(visible(f"the rules broke down: {self.transcript.fault}"))
            return 1
        say(visible("\n".join(["", *game.draw(), "", *self._scores()])))
        return 0

    def _players(self) -> "Players":
        """Those who decide for all seats but those of people."""
        from imhotep.players.table import Players
        from imhotep.wasm.playing import assembled_for, backend, playing

        program = self.transcript.game.program
        names = [RANDOM if self.who[seat] == PERSON else self.who[seat] for seat in program.seats]
        return Players(playing(program, assembled_for(program, backend())), names, self.transcript.seed)

    def _turn(self, decision: "Decision", streams: dict[str, "Stream"], others: "Players | None") -> None:
        game, word = self.transcript.game, self._labels.word
        seat = game.program.seats[decision.seat - 1]
        name = self._labels.seat(seat)
        if self.who[seat] != PERSON:
            option = game.random_option(streams[seat]) if others is None else decision.at(others.pick(game.state))
            said = word("unseen") if decision.secret or option.hidden else option.label
        elif len(decision.options) == 1:
            option = decision.options[0]
            said = f"{option.label} ({word('only')})"
        else:
            option = self._ask(decision, name)
            said = ""
        if said:
            say(visible(word("asked", seat=name, prompt=said)))
        self._tell(self.transcript.take(option))

    # ---- people

    def _ask(self, decision: "Decision", name: str) -> "Option":
        """Let a person pick. What only one of several people may see is cleared from the screen afterwards."""
        private = list(self.who.values()).count(PERSON) > 1 and self._is_private(decision)
        if private:
            click.pause(self._labels.word("look_away", seat=name))
        self._draw(decision, again=False)
        say(visible(self._labels.word("asked", seat=name, prompt=decision.prompt)))
        width = len(str(len(decision.options)))
        for number, option in enumerate(decision.options, 1):
            say(visible(f"  {number:>{width}}  {option.label}"))
        picked = None
        while picked is None:
            text = click.prompt("", prompt_suffix="> ", default="", show_default=False)
            picked = self._answer(decision, text.strip())
        if private:
            click.clear()
            self.last_drawn = []
        return picked

    def _answer(self, decision: "Decision", text: str) -> "Option | None":
        options = decision.options
        if text.isdecimal() and 1 <= int(text) <= len(options):
            return options[int(text) - 1]
        match text:
            case "q":
                raise _Quit
            case "b":
                self._draw(decision, again=True)
            case "?" | "":
                say(visible(self._labels.word("help")))
            case _:
                found = next((option for option in options if option.id == text), None)
                if found is None:
                    near = nearest(text, [o.id for o in options])
                    more = f"`{near}`?" if near else f"1–{len(options)}"
                    say(visible(f"{self._labels.word('not_offered', text=text)}; {more}"))
                return found
        return None

    def _draw(self, decision: "Decision", *, again: bool) -> None:
        """Draw the board, if it has changed since the last time or is wanted again."""
        drawn = self.transcript.game.draw(decision.seat)
        if again or drawn != self.last_drawn:
            self.last_drawn = drawn
            say(visible("\n".join(["", *drawn, ""])))

    def _is_private(self, decision: "Decision") -> bool:
        """Whether the seat is about to see what others do not."""
        areas = [area for area in self.transcript.game.program.areas if area.seen_by == "owner"]
        return bool(areas) or decision.secret or any(option.hidden for option in decision.options)

    # ---- what happens

    def _tell(self, events: "Iterable[Event]") -> None:
        from imhotep.record.telling import tell_event

        for event in events:
            said = tell_event(event) if self.trace else self._said(event)
            if said:
                say(visible(said))

    def _said(self, event: "Event") -> str:
        """What everybody is told of an event, without --trace."""
        labels = self._labels
        match event.kind:
            case "score":
                seat, source = labels.seat(event["seat"]), labels.source(event["source"])
                return "  " + labels.word("scores", seat=seat, n=event["points"], source=source)
            case "shuffle":
                areas = self.transcript.game.program.areas
                area = next((area for area in areas if area.id == event["pile"]), None)
                return "  " + labels.word("shuffled", what=event["pile"] if area is None else labels.area(area))
            case "draw":
                return "  " + labels.word("drawn", what=event["value"])
        return ""

    def _scores(self) -> list[str]:
        """Points by source, a line for each seat; then who has won."""
        game, labels = self.transcript.game, self._labels
        lines = []
        for score in game.scores:
            parts = ", ".join(f"{labels.source(source)} {points}" for source, points in score.by_source)
            points = labels.word("points", n=score.points) + (f" ({parts})" if parts else "")
            lines.append(labels.word("asked", seat=labels.seat(game.program.seats[score.seat - 1]), prompt=points))
        winners = [labels.seat(game.program.seats[seat - 1]) for seat in game.winners]
        if winners:
            lines.append(labels.word("wins" if len(winners) == 1 else "share", seats=", ".join(winners)))
        return lines
