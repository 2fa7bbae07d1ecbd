"""Prints random picks: candidates are drawn first and tested after, as the interpreter does it, but not written down.

Where a decision has at most `MOST` candidates, whatever the state is, each of them has a place in a number: a bit says
whether it is one now. From these bits a table gives the row of the candidates, four bits for each, which is drawn from.
"""

from abc import abstractmethod
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.machine.faults import MOST_GONE_THROUGH
from imhotep.machine.redealing import piece_family
from imhotep.program.instructions import Code
from imhotep.program.program import Way
from imhotep.wasm.decisions import Decisions
from imhotep.wasm.domains import Sequence
from imhotep.wasm.known import conjuncts, joined, quiet
from imhotep.wasm.text import Node, const, get, load, number_of, plus, set_

MOST: Final = 16

CLASSES: Final = 32
"""Classes that can be kept apart by the bits of a number."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the candidates of a way stand: its number, the way, the first bit, how many bits, and what it goes through
    (None: a label)."""

    number: int
    way: Way
    first: int
    most: int
    sequence: Sequence | None
    condition: Code


class Picks(Decisions):
    """Prints the picks of one program."""

    again = (-1, "")
    """The decision that the function picks for, and the label where it begins anew."""

    def pick(self, number: int, ways: tuple[Way, ...]) -> Node:
        """Picks a legal option at random and notes it as the answer; goes on with it, unless only picks are asked for,
        and returns the segment to go on with, as segments do."""
        first = [(i, way) for i, way in enumerate(ways) if not way.last_resort]
        if not self._fits([way for _, way in first]):
            return self.pick_listed(number, ways)
        self.begin(in_frame=True)
        self.counting = False
        self.locals |= {"$f": "i32", "$stream": "i32"}
        self.again = (number, self.label("again"))
        body: list[Node] = []
        places: list[Place] = []
        bits: list[Node] = []
        for i, way in first:
            place = self._place(i, way, sum(one.most for one in places))
            if place.first + place.most > MOST:
                self.counting, self.again = True, (-1, "")
                return self.pick_listed(number, ways)
            steps, mine = self._bits(place)
            places.append(place)
            body += steps
            bits.append(mine)
        body += self._drawn(bits, places, number)
        whole = ("block", "$fail", ("loop", self.again[1], *body))
        self.counting, self.again = True, (-1, "")
        return self.function(self.pick_head(number), [whole, ("unreachable",)], ("$f", "$stream"))

    def _fits(self, ways: list[Way]) -> bool:
        """Whether the order in which candidates are looked for makes no difference, equal ones are told apart, and not
        too much is gone through. What a trial goes through is counted by itself."""
        known = self.known
        gone = sum(known.longest(way.domain) * (1 + known.gone(way.condition) + known.gone(way.test)) for way in ways)
        free = len(ways) == 1 or all(quiet(way.condition) and quiet(way.domain or 0) for way in ways)
        return bool(ways) and free and gone <= MOST_GONE_THROUGH and all(self._told_apart(way) for way in ways)

    def _told_apart(self, way: Way) -> bool:
        """Whether equal candidates do not come up twice, or are known by bits; and all are found where they were."""
        match way.domain:
            case None:
                return True
            case ("groups", _):
                return False
            case domain if not self.knowing.may_repeat(domain):
                return True
        family = piece_family(self.program, way.type)
        return family is not None and len(family.kinds) * family.owners <= CLASSES

    def _place(self, number: int, way: Way, first: int) -> Place:
        self.names = {way.slot: self.local("v")}
        if way.domain is None:
            return Place(number, way, first, 1, None, way.condition)
        sequence, condition = self.search(way.slot, way.domain, self.known.quick(way.condition))
        most = self.known.longest(way.domain) if sequence.most is None else sequence.most
        return Place(number, way, first, int(min(most, MOST + 1)), sequence, condition)

    # ---- candidates

    def _bits(self, place: Place) -> tuple[list[Node], Node]:
        """What is to be done, and which bits stand for the candidates of a way then."""
        way, sequence, first = place.way, place.sequence, place.first
        v = self.names[way.slot]
        if sequence is None:
            return [], self._yes(place.condition, first)
        numbers = self.known.numbers(way.domain)
        if numbers is not None:
            each = (self.known.put_in(place.condition, way.slot, number) for number in numbers)
            bits: Node = const(0)
            for n, condition in enumerate(each):
                bits = _either(bits, self._yes(condition, first + n))
            return [], bits
        assert way.domain is not None
        repeats = self.knowing.may_repeat(way.domain)
        if sequence.bits is not None and place.condition == 1 and not repeats:
            return [*sequence.before], _shifted(sequence.bits, first)
        found, i = self.local("candidates"), self.local("i")
        condition = place.condition
        bit: Node = get(i) if sequence.bits is not None else plus(get(i), const(-1))
        chosen: Node = const(1 << first)
        if condition != 1 and quiet(condition) and not repeats:
            chosen, condition = self._yes(condition, first), 1
        noted = set_(found, ("i32.or", get(found), ("i32.shl", chosen, bit)))
        steps: list[Node] = [noted]
        begin = [set_(found, const(0))]
        if repeats:
            seen, mine = self.local("seen"), self.local("mine")
            begin.append(set_(seen, const(0)))
            steps = [
                set_(mine, ("i32.shl", const(1), self.value(("class", ("local", way.slot))))),
                self._if(("i32.eqz", ("i32.and", get(seen), get(mine))), [noted], []),
                set_(seen, ("i32.or", get(seen), get(mine))),
            ]
        return [*begin, *self.each(sequence, v, condition, lambda _: steps, i)], get(found)

    def _yes(self, condition: Code, bit: int) -> Node:
        """A bit that is set where a condition holds."""
        if isinstance(condition, int):
            return const(bool(condition) << bit)
        return _shifted(self.joined("and", (condition,)), bit)

    # ---- drawing

    def _drawn(self, bits: list[Node], places: list[Place], number: int) -> list[Node]:
        """Draws until a candidate is legal; the last one takes the place of one that is not."""
        mask, row, left, at_, p = (self.local(n) for n in ("bits", "row", "left", "at", "candidate"))
        wide = sum(place.most for place in places) > 8
        t = "i64" if wide else "i32"
        self.locals[row] = t
        every: Node = const(0)
        for mine in bits:
            every = _either(every, mine)
        narrow = (lambda x: ("i32.wrap_i64", x)) if wide else (lambda x: x)
        widened = (lambda x: ("i64.extend_i32_u", x)) if wide else (lambda x: x)

        def nth(at: Node) -> Node:
            return ("i32.and", narrow((f"{t}.shr_u", get(row), widened(at))), const(15))

        last = ("i32.shl", get(left), const(2))
        swapped = (f"{t}.shl", widened(("i32.xor", get(p), nth(last))), widened(get(at_)))
        drawn = ("call", "$draw_pick", get("$stream"), get(left))
        none, more, wrong = self.label("none"), self.label("more"), self.label("wrong")
        return [
            set_(mask, every),
            set_(row, self._row(get(mask), wide)),
            set_(left, ("i32.popcnt", get(mask))),
            ("block", none, (
                "loop", more,
                ("br_if", none, ("i32.eqz", get(left))),
                set_(at_, ("i32.shl", drawn, const(2))),
                set_(p, nth(get(at_))),
                ("block", wrong, *self._chosen(places, p, wrong, number)),
                set_(left, plus(get(left), const(-1))),
                set_(row, (f"{t}.xor", get(row), swapped)),
                ("br", more),
            )),
            ("return", ("call", "$pick_last_resort", get("$stream"))),
        ]  # fmt: skip

    def _row(self, bits: Node, wide: bool) -> Node:
        """The numbers of the bits that are set, lowest first, four bits for each."""
        rows = const(self.layout.bit_rows)
        if not wide:
            return ("i32.load", plus(rows, ("i32.shl", bits, const(2))))
        low = ("i32.and", bits, const(255))
        high = ("i32.shr_u", bits, const(8))
        eights: Node = ("i64.const", str(0x88888888))
        upper: Node = ("i64.add", ("i64.load32_u", plus(rows, ("i32.shl", high, const(2)))), eights)
        shift = ("i64.extend_i32_u", ("i32.shl", ("i32.popcnt", low), const(2)))
        return ("i64.or", ("i64.load32_u", plus(rows, ("i32.shl", low, const(2)))), ("i64.shl", upper, shift))

    def _chosen(self, places: list[Place], p: str, wrong: str, number: int) -> list[Node]:
        """Leaves with the candidate that was drawn, or for `wrong` where it is not legal."""
        if len(places) == 1:
            return self._answered(places[0], p, wrong, number)
        labels = [self.label("way") for _ in places]
        by_bit = [label for label, place in zip(labels, places, strict=True) for _ in range(place.most)]
        made: list[Node] = [("br_table", *by_bit, labels[-1], get(p))]
        for label, place in zip(labels, places, strict=True):
            made = [("block", label, *made), *self._answered(place, p, wrong, number)]
        return made

    def _answered(self, place: Place, p: str, wrong: str, number: int) -> list[Node]:
        way = place.way
        v = self.local("value")
        self.names = {way.slot: v}
        value: Node = const(0)
        if place.sequence is not None:
            item = place.sequence.item(plus(get(p), const(-place.first)))
            value = load(item) if place.sequence.taken else item
        return [
            set_(v, value),
            *self._tested(place, get(v), wrong, number),
            ("call", "$note_answer", const(place.number), get(v)),
            self._if(("call", "$only_picks"), [("return", const(way.segment))], []),
            *self.follow(way.segment),
        ]

    @abstractmethod
    def follow(self, segment: int) -> list[Node]:
        """Goes on in play with the segment that carries out an answer."""

    def _tested(self, place: Place, value: Node, wrong: str, number: int) -> list[Node]:
        """What leaves for `wrong` where a candidate is not legal. What made it a candidate still holds."""
        way = place.way
        unheeded: Node = ("if", ("global.get", "$failed"), ("then", ("unreachable",)))
        if way.trial:
            name = "$try_plan" if ("plan",) in self.program.segments[way.segment].code else "$trial"
            legal: Node = ("call", name, const(place.number), value)
            return [self._if(("i32.eqz", legal), [unheeded, ("br", wrong)], [])]
        holds = conjuncts(self.known.quick(way.condition))
        left = joined([part for part in conjuncts(self.known.quick(way.test)) if part not in holds])
        return self.unless(left, wrong)


def _shifted(bits: Node, by: int) -> Node:
    number = number_of(bits)
    if number is not None:
        return const(number << by)
    return bits if by == 0 else ("i32.shl", bits, const(by))


def _either(a: Node, b: Node) -> Node:
    x, y = number_of(a), number_of(b)
    if x is not None and y is not None:
        return const(x | y)
    return b if x == 0 else a if y == 0 else ("i32.or", a, b)
