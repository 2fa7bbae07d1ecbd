"""A player that follows a list of priorities, which anybody can read and write. How it is written: docs/players.md."""

from collections.abc import Iterable, Sequence

from imhotep.machine.engine import Pick, State
from imhotep.players.facts import ME, facts, number
from imhotep.players.player import Look, Player
from imhotep.program.lists import Priority, PriorityList, Wish, fits
from imhotep.program.memory import DECISION, SEAT
from imhotep.wasm.playing import Playing


class ListedPlayer:
    """Lets each entry that holds leave over what it wants most; what is still open in the end is for the fallback."""

    def __init__(self, engine: Playing, followed: PriorityList, fallback: Player) -> None:
        self._machine = engine.by_steps()
        self._program = engine.program
        self._list = followed
        self._fallback = fallback
        self._facts = facts(engine.program)
        self._checks = {name: number for number, (name, _) in enumerate(engine.program.checks)}
        self._at: dict[int, tuple[Priority, ...]] = {}

    def choose(self, offered: Sequence[Pick], look: Look) -> Pick:
        """One of the options that are offered."""
        seen = look()
        left = list(offered)
        for entry in self._entries(seen[DECISION]):
            if len(left) == 1:
                break
            if not entry.check or self._machine.check(seen, self._checks[entry.check]):
                left = self._wanted(entry.wishes, left, seen) or left
        return left[0] if len(left) == 1 else self._fallback.choose(left, lambda: seen)

    def _entries(self, decision: int) -> tuple[Priority, ...]:
        """The entries for a decision."""
        if decision not in self._at:
            id = self._program.decisions[decision - 1].id
            self._at[decision] = tuple(
                each for each in self._list.entries if any(fits(pattern, id) for pattern in each.decisions)
            )
        return self._at[decision]

    def _wanted(self, wishes: Iterable[Wish], left: Sequence[Pick], seen: State) -> list[Pick]:
        """What fulfils the first wish that anything does."""
        mine = self._program.seats[seen[SEAT] - 1]
        for wish in wishes:
            if found := [pick for pick in left if self._fulfils(pick, wish, seen, mine)]:
                return found if len(found) == 1 else self._extreme(found, wish, seen)
        return []

    def _fulfils(self, pick: Pick, wish: Wish, seen: State, mine: str) -> bool:
        def meets(patterns: tuple[str, ...], texts: Iterable[str]) -> bool:
            return any(fits(mine if pattern == ME else pattern, text) for pattern in patterns for text in texts)

        if wish.names and not meets(wish.names, self._facts.names(seen, pick)):
            return False
        if not (wish.facts or wish.most or wish.least):
            return True
        told = self._facts.of(seen, pick)
        return all(fact in told and meets(patterns, [told[fact]]) for fact, patterns in wish.facts) and all(
            number(told.get(fact)) is not None for fact in (wish.most, wish.least) if fact
        )

    def _extreme(self, found: list[Pick], wish: Wish, seen: State) -> list[Pick]:
        """Of several options those with the most, then the least of what is named."""
        for fact, sign in ((wish.most, 1), (wish.least, -1)):
            if fact:
                worth = [sign * (number(self._facts.of(seen, pick)[fact]) or 0) for pick in found]
                found = [pick for pick, each in zip(found, worth, strict=True) if each == max(worth)]
        return found
