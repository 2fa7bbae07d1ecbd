"""Prints what moves several pieces: from pool to pool at once, where it is known that they all go, else one by one."""

from collections.abc import Iterator
from itertools import product

from imhotep.machine.faults import Why
from imhotep.program.instructions import Code
from imhotep.program.memory import UNLIMITED, Place
from imhotep.wasm.domains import Sequence
from imhotep.wasm.layout import PLACE
from imhotep.wasm.moves import Moves
from imhotep.wasm.text import Node, const, get, load, number_of, plus, set_, store, times


class Several(Moves):
    """Prints the moves of several pieces."""

    def _at_once_moved(self, low: str, high: str, moved: str, done: str, a: list[Code]) -> list[Node]:
        """Moves counted pieces from pool to pool at once and leaves, where that is known to be possible and there is
        room for as many as must go; else nothing is done."""
        _, _, slot, condition, source, target, _ = a
        assert isinstance(slot, int)
        first, goal = self.first_of(source), self.first_of(target)
        mask, rest = self.decided("pieces", source, slot, condition)
        if first is None or goal is None or mask is None or rest != 1:
            return []
        goes, room = self._matched(source, target, mask.among)
        if not goes or room is None:
            return []
        counters = [plus(first, const(i)) for i, _ in goes]
        total, left, one = self.local("total"), self.local("left"), self.local("one")
        sum_: Node = const(0)
        for counter in counters:
            sum_ = plus(sum_, load(counter))
        if a[1] == UNLIMITED and number_of(room) == UNLIMITED:
            every: list[Node] = []
            for counter, (_, i) in zip(counters, goes, strict=True):
                to = plus(goal, const(i))
                every += [store(to, plus(load(to), load(counter))), store(counter, const(0))]
            return [set_(moved, sum_), *every, ("br", done)]
        carried: list[Node] = []
        for counter, (_, i) in zip(counters, goes, strict=True):
            to = plus(goal, const(i))
            carried += [
                set_(one, _least(load(counter), get(left))),
                store(counter, ("i32.sub", load(counter), get(one))),
                store(to, plus(load(to), get(one))),
                set_(left, ("i32.sub", get(left), get(one))),
            ]
        return [
            set_(total, sum_),
            set_(left, _least(get(total), get(high))),
            set_(one, room),
            self._if(("i32.or", ("i32.le_s", get(left), get(one)), ("i32.le_s", get(low), get(one))), [
                set_(left, _least(get(left), get(one))),
                set_(left, ("select", get(left), const(0), ("i32.gt_s", get(left), const(0)))),
                set_(moved, get(left)),
                *carried,
                ("br", done),
            ], []),
        ]  # fmt: skip

    def _matched(self, source: Code, target: Code, among: int) -> tuple[list[tuple[int, int]], Node | None]:
        """Which counter of a pool takes the pieces of each counter of another one, and how much room there is; nothing
        where that is not known."""
        from_, to = self.knowing.meant(source), self.knowing.meant(target)
        if not (self.knowing.has_counters(source) and self.knowing.has_counters(target)):
            return [], None
        indexed = [
            place[2] if isinstance(place, tuple) and place[0] == "offset" else place for place in (source, target)
        ]
        together = isinstance(source, tuple) and indexed[0] == indexed[1]
        pairs = list(zip(from_, to, strict=False)) if together else list(product(from_, to))
        found = {tuple(_counter(*pair, self.program.families[pair[0].family].owners)) for pair in pairs}
        apart = all(one.start != other.start for one, other in pairs)
        if len(found) != 1 or not apart or (together and len(from_) != len(to)):
            return [], None
        goes = [(i, j) for i, j in enumerate(found.pop()) if among >> i & 1]
        if any(j < 0 for _, j in goes):
            return [], None
        if all(place.capacity == UNLIMITED for place in to):
            return goes, const(UNLIMITED)
        return goes, self.value(("room", target)) if all(place.length == 1 for place in to) else None

    def some_moved(self, name: str, a: list[Code]) -> list[Node]:
        """Moves pieces one by one, until there are `most`, none is left or there is no room."""
        least, most, slot, condition, source, target, src = a
        assert isinstance(slot, int) and isinstance(src, int)
        low, high, moved, found = (self.local(n) for n in ("least", "most", "moved", "found"))
        origin, goal = self.local("from"), self.local("to")
        done, more = self.label("done"), self.label("more")
        stop = ("i32.and", ("i32.ge_s", get(moved), get(low)), ("i32.le_s", ("call", "$room", get(goal)), const(0)))
        if name == "move_some":
            carried: tuple[Node, ...] = (("drop", ("call", "$move", get(found), get(goal), const(src))),)
        else:
            family = ("i32.load", "offset=36", plus(const(self.layout.places), times(get(origin), PLACE)))
            carried = (("call", "$send", family, get(found), get(goal), const(src)),)
        short = ("i32.lt_s", get(moved), get(low))
        at_once = self._at_once_moved(low, high, moved, done, a) if name == "move_some" else []
        one_by_one: Node = ("loop", more,
            ("br_if", done, ("i32.ge_s", get(moved), get(high))),
            *self._next_to_move(found, slot, condition, get(origin), things=name == "send_some"),
            ("br_if", done, ("i32.eqz", get(found))),
            ("br_if", done, stop),
            *carried,
            self.checked(),
            set_(moved, plus(get(moved), const(1))),
            ("br", more),
        )  # fmt: skip
        return [
            set_(low, self.value(least)),
            set_(high, self.value(most)),
            set_(origin, self.value(source)),
            set_(goal, self.value(target)),
            set_(moved, const(0)),
            ("block", done, *at_once, one_by_one),
            self._if(short, list(self.failing(Why.TOO_FEW, src, get(moved), get(low))), []),
        ]  # fmt: skip

    def _next_to_move(self, found: str, slot: int, condition: Code, place: Node, *, things: bool) -> list[Node]:
        """Finds the first piece that fits; from a pile the top-most."""
        described, begin, length, step = (self.local(n) for n in ("place", "first", "length", "step"))
        sequence = Sequence(
            (
                set_(described, plus(const(self.layout.places), times(place, PLACE))),
                set_(begin, ("i32.load", "offset=4", get(described))),
                set_(length, ("i32.load", "offset=8", get(described))),
                set_(step, ("i32.load", "offset=12", get(described))),
                self._if(("i32.eq", ("i32.load", get(described)), const(1)), [
                    set_(begin, plus(get(begin), ("i32.mul", plus(get(length), const(-1)), get(step)))),
                    set_(step, ("i32.sub", const(0), get(step))),
                ], []),
            ),
            get(length),
            lambda n: plus(get(begin), ("i32.mul", n, get(step))),
            present=True,
            taken=things,
        )  # fmt: skip
        w = self.local("w")
        before = self.names.get(slot)
        self.names[slot] = w
        searched = self.each(sequence, w, condition, lambda done: [set_(found, get(w)), ("br", done)])
        del self.names[slot]
        if before is not None:
            self.names[slot] = before
        return [set_(found, const(0)), *searched]


def _counter(source: Place, target: Place, owners: int) -> Iterator[int]:
    """For each counter of a pool the one of another pool that takes its pieces; -1 where they do not belong there."""
    own = source.seat - 1 if source.seat else 0
    for i in range(source.length):
        class_ = i * source.divisor + own
        mine = not target.seat or class_ % owners + 1 == target.seat
        yield class_ // target.divisor if mine else -1


def _least(a: Node, b: Node) -> Node:
    return ("select", a, b, ("i32.lt_s", a, b))
