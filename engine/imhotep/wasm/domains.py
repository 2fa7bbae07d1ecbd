"""Prints what goes through things: domains, and the loops over them."""

from abc import abstractmethod
from collections.abc import Callable

from imhotep.dataclass import dataclass
from imhotep.machine.faults import LARGEST_RANGE
from imhotep.program.instructions import Code
from imhotep.wasm.layout import PLACE
from imhotep.wasm.masks import Masks
from imhotep.wasm.text import Node, const, get, load, plus, set_, times


@dataclass(frozen=True, slots=True)
class Sequence:
    """What a domain goes through: what is to be set before, how many there are, and the n-th of them, from 0.

    `present`: only those at whose address something lies count. `taken`: what lies there is meant. `after` is to be
    done when all were gone through. Where there are `bits`, they say which ones count at all, so that the others need
    not be looked at: there are at most `most`, and only some of those in `among`. `nested`: whether it is
    gone through inside of something else, where that is not plain to see.
    """

    before: tuple[Node, ...]
    length: Node
    item: Callable[[Node], Node]
    present: bool = False
    taken: bool = False
    weighted: bool = False
    after: tuple[Node, ...] = ()
    bits: Node | None = None
    most: int | None = None
    among: int = -1
    nested: bool | None = None


class Domains(Masks):
    """Prints domains and loops."""

    def sequence(self, domain: Code) -> Sequence:
        """What a domain goes through."""
        assert isinstance(domain, tuple)
        name, *a = domain
        match name:
            case "range":
                return self._range(a[0], a[1])
            case "seats":
                n = self.program.players
                start = self.local("start")

                def seat(i: Node) -> Node:
                    return plus(("i32.rem_u", plus(get(start), i), const(n)), const(1))

                from_one = ("i32.rem_s", plus(self.value(a[0]), const(-1)), const(n))
                return Sequence((set_(start, plus(from_one, const(n))),), const(n), seat)
            case "cells":
                return self._addresses(a[0])
            case "pieces":
                found = self._addresses(a[0])
                return Sequence(found.before, found.length, found.item, present=True, weighted=self._weighs(a[0]))
            case "things":
                found = self._addresses(a[0])
                return Sequence(found.before, found.length, found.item, present=True, taken=True)
            case "pieces_of" | "things_of" | "list":
                found = self._list(a[0])
                here = name != "list"
                taken, weighted = name == "things_of", name == "pieces_of"
                return Sequence(found.before, found.length, found.item, present=here, taken=taken, weighted=weighted)
            case "top_pieces":
                return self._top_pieces(int(a[0]), a[1])
            case "groups":
                leaders, length = self.local("leaders"), self.local("length")
                before = (set_(leaders, ("global.get", "$sp")), set_(length, ("call", "$groups", self.value(a[0]))))
                after = (("global.set", "$sp", get(leaders)),)
                written = lambda i: ("i32.load", plus(get(leaders), times(i, 4)))  # noqa: E731
                return Sequence(before, get(length), written, after=after)
        raise AssertionError(domain)

    def _range(self, low: Code, high: Code) -> Sequence:
        if isinstance(low, int) and isinstance(high, int) and high - low < LARGEST_RANGE:
            return Sequence((), const(max(0, high - low + 1)), lambda i: plus(const(low), i))
        first, length = self.local("low"), self.local("length")
        before = (set_(first, self.value(low)), set_(length, ("call", "$numbers", get(first), self.value(high))))
        return Sequence(before, get(length), lambda i: plus(get(first), i))

    def _addresses(self, code: Code) -> Sequence:
        """The addresses of a place."""
        if isinstance(code, int):
            found = self.program.places[code].addresses()
            return Sequence((), const(len(found)), lambda i: plus(const(found.start), times(i, found.step)))
        beginning, length, step = self.first_of(code), self.same(code, "length"), self.same(code, "step")
        place, begin = self.local("place"), self.local("first")
        before: list[Node] = []
        if beginning is None or length is None or step is None:
            before.append(set_(place, plus(const(self.layout.places), times(self.value(code), PLACE))))
        before.append(set_(begin, beginning or ("i32.load", "offset=4", get(place))))
        amount: Node
        if length is None:
            many = self.local("length")
            before.append(set_(many, ("i32.load", "offset=8", get(place))))
            amount = get(many)
        else:
            amount = const(length)
        if step is not None:
            return Sequence(tuple(before), amount, lambda i: plus(get(begin), times(i, step)))
        apart = self.local("step")
        before.append(set_(apart, ("i32.load", "offset=12", get(place))))
        return Sequence(tuple(before), amount, lambda i: plus(get(begin), ("i32.mul", i, get(apart))))

    def _weighs(self, code: Code) -> bool:
        """Whether an address of the place may stand for several equal pieces."""
        return self.knowing.sort(code) in ("pool", "")

    def _list(self, code: Code) -> Sequence:
        if isinstance(code, int):
            start = self.layout.list_values[code]
            length = const(len(self.program.lists[code]))
            return Sequence((), length, lambda i: ("i32.load", plus(const(start), times(i, 4))))
        described, first, count = self.local("list"), self.local("first"), self.local("length")
        before = (
            set_(described, plus(const(self.layout.lists), times(self.value(code), 8))),
            set_(first, ("i32.load", get(described))),
            set_(count, ("i32.load", "offset=4", get(described))),
        )
        return Sequence(before, get(count), lambda i: ("i32.load", plus(get(first), times(i, 4))))

    def _top_pieces(self, amount: int, code: Code) -> Sequence:
        start, last, length = self.local("start"), self.local("last"), self.local("length")
        described = plus(const(self.layout.places), times(self.value(code), PLACE))
        most = const(max(amount, 0))
        before = (
            set_(start, ("i32.load", "offset=16", described)),
            set_(length, load(get(start))),
            set_(last, plus(get(start), get(length))),
            set_(length, ("select", get(length), most, ("i32.lt_s", get(length), most))),
        )
        return Sequence(before, get(length), lambda i: ("i32.sub", get(last), i))

    @abstractmethod
    def unless(self, condition: Code, label: str) -> list[Node]:
        """Leaves for a label where a condition does not hold."""

    def search(self, slot: int, domain: Code, condition: Code) -> tuple[Sequence, Code]:
        """What a search goes through, none of which changes meanwhile, and what is to be tested of each thing."""
        assert isinstance(domain, tuple)
        mask = None
        if domain[0] in ("pieces", "things", "cells"):
            mask, rest = self.decided(domain[0], domain[1], slot, condition)
        if mask is None:
            return self.sequence(domain), condition
        first, weighted = plus(mask.first, const(mask.low)), domain[0] == "pieces" and self._weighs(domain[1])
        return Sequence(
            mask.before,
            mask.length,
            lambda i: plus(first, i),
            taken=domain[0] == "things",
            weighted=weighted,
            bits=mask.bits,
            most=mask.most,
            among=mask.among,
        ), rest

    def each(
        self, sequence: Sequence, found: str, condition: Code, body: Callable[[str], list[Node]], index: str = ""
    ) -> list[Node]:
        """Goes through a sequence: `found` is the local that takes each thing, `body` what is done with it.

        `body` is given the label that leaves the loop. `index` takes the number of each thing where there are bits.
        """
        i, done, more = index or self.local("i"), self.label("done"), self.label("more")
        if sequence.bits is not None:
            bits = self.local("bits")

            def step(more: str) -> list[Node]:
                item = sequence.item(get(i))
                inside = [set_(found, load(item) if sequence.taken else item)]
                if condition != 1:
                    inside += self.unless(condition, more)
                return [*inside, *body(done)]

            gone: Node = ("block", done, self.through(bits, i, step, done))
            return [*sequence.before, *self.counted(sequence), set_(bits, sequence.bits), gone, *sequence.after]
        inside: list[Node] = [
            ("br_if", done, ("i32.ge_s", get(i), sequence.length)),
            set_(found, sequence.item(get(i))),
            set_(i, plus(get(i), const(1))),
        ]
        if sequence.taken:
            inside.append(set_(found, load(get(found))))
            inside.append(("br_if", more, ("i32.eqz", get(found))))
        elif sequence.present:
            inside.append(("br_if", more, ("i32.eqz", load(get(found)))))
        if condition != 1:
            inside += self.unless(condition, more)
        loop: Node = ("loop", more, *inside, *body(done), ("br", more))
        begin = [*sequence.before, *self.counted(sequence)]
        return [*begin, set_(i, const(0)), ("block", done, loop), *sequence.after]

    def counted(self, sequence: Sequence) -> list[Node]:
        """Counts what is gone through inside of something else."""
        nested = len(self.names) > 1 if sequence.nested is None else sequence.nested
        return [("call", "$go_through", sequence.length)] if self.counting and nested else []
