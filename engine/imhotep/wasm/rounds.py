"""Prints one round of a loop that may stop, since somebody must choose in it."""

from abc import abstractmethod

from imhotep.program.instructions import Code
from imhotep.wasm.domains import Sequence
from imhotep.wasm.picks import Picks
from imhotep.wasm.text import Node, const, get, load, plus, set_


class Rounds(Picks):
    """Prints the rounds of one program."""

    @abstractmethod
    def go(self, segment: Code) -> list[Node]:
        """Goes on with a segment."""

    def next_round(self, a: list[Code]) -> list[Node]:
        """One step of a loop that may stop: `position` counts the places looked at, `left` equal pieces to come."""
        slot, position, left, domain, condition, body, done = a
        assert isinstance(slot, int) and isinstance(position, int) and isinstance(left, int)
        sequence, _ = self.search(slot, domain, condition)
        i, more, x = self.local("i"), self.local("left"), self.local("x")
        if sequence.bits is not None and condition == 1 and not sequence.weighted:
            return self._next_bit(sequence, x, i, a)
        again, found = self.label("again"), self.label("found")
        weight: Node = ("call", "$weight", get(x))
        look: list[Node] = [
            self._if(("i32.ge_s", get(i), sequence.length), [*sequence.after, *self.go(done)], []),
            set_(x, sequence.item(get(i))),
            set_(i, plus(get(i), const(1))),
            set_(more, const(0)),
        ]
        if sequence.present:
            look.append(("br_if", again, ("i32.eqz", load(get(x)))))
        if sequence.weighted:
            before = sequence.item(plus(get(i), const(-1)))
            least = ("select", get(more), weight, ("i32.lt_s", get(more), weight))
            same = [
                set_(x, before),
                self._if(("i32.ne", load(get(x)), const(0)), [
                    set_(more, plus(least, const(-1))),
                    ("br", found),
                ], []),
            ]  # fmt: skip
            look = [self._if(get(more), same, []), *look, set_(more, plus(weight, const(-1)))]
        taken: Node = load(get(x)) if sequence.taken else get(x)
        unless: list[Node] = []
        if condition != 1:
            unless = self.unless(condition, again)
        return [
            *sequence.before,
            set_(i, self.variable(position)),
            set_(more, self.variable(left)),
            ("loop", again,
                ("block", found, *look),
                self.assign(slot, taken),
                *unless,
                self.assign(position, get(i)),
                self.assign(left, get(more)),
                *sequence.after,
                *self.go(body),
            ),
        ]  # fmt: skip

    def _next_bit(self, sequence: Sequence, x: str, i: str, a: list[Code]) -> list[Node]:
        """The same where bits say which places count."""
        slot, position, left, _, _, body, done = a
        assert isinstance(slot, int) and isinstance(position, int) and isinstance(left, int)
        assert sequence.bits is not None
        bits = self.local("bits")
        item = sequence.item(get(i))
        return [
            *sequence.before,
            set_(bits, ("i32.and", sequence.bits, ("i32.shl", const(-1), self.variable(position)))),
            self._if(("i32.eqz", get(bits)), [*sequence.after, *self.go(done)], []),
            set_(i, ("i32.ctz", get(bits))),
            self.assign(slot, load(item) if sequence.taken else item),
            self.assign(position, plus(get(i), const(1))),
            self.assign(left, const(0)),
            *sequence.after,
            *self.go(body),
        ]
