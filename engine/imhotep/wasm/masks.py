"""Prints which cells of a place are taken as bits of one number, which is read from several words at a time."""

from collections.abc import Callable, Sequence

from imhotep.dataclass import dataclass
from imhotep.program.instructions import Code
from imhotep.program.program import Program
from imhotep.wasm.known import Known, conjuncts, harmless, joined
from imhotep.wasm.layout import PLACE, Layout
from imhotep.wasm.places import Places
from imhotep.wasm.text import Node, const, get, load, number_of, plus, set_, times

WIDEST = 16
"""Words of a place that are read together."""

ZERO: Node = ("v128.const", "i32x4", "0", "0", "0", "0")


@dataclass(frozen=True, slots=True)
class Mask:
    """Bit `n` of `bits` stands for the address number `low + n` of a place, counted from 0. `before` is to be done
    first. There are at most `most` such bits, and of these only some in `among`, where that is not -1."""

    before: tuple[Node, ...]
    bits: Node
    most: int
    among: int
    first: Node  # the first address of the place
    length: Node  # how many it has
    low: int = 0


class Masks(Places):
    """Prints what is taken and what is free."""

    def __init__(self, program: Program, layout: Layout) -> None:
        super().__init__(program, layout)
        self.known = Known(program, self.knowing, layout.classes)

    def mask(self, place: Code, *, free: bool = False, among: int = -1) -> Mask | None:
        """Which addresses of a place are taken (or free), among those whose bits are set in `among`; None where the
        place is not known, or too long."""
        meant = self.knowing.meant(place)
        lengths = {one.length for one in meant}
        if not meant or max(lengths) > WIDEST or any(one.step != 1 for one in meant):
            return None
        most, low = max(lengths), 0
        first, length = self.first_of(place), const(most)
        before: tuple[Node, ...] = ()
        described = self.local("place")
        if first is None or len(lengths) > 1:
            before = (set_(described, plus(const(self.layout.places), times(self.value(place), PLACE))),)
        begin: Node = ("i32.load", "offset=48", get(described)) if first is None else times(first, 4)
        first = first or ("i32.load", "offset=4", get(described))
        if among != -1:
            among &= (1 << most) - 1
            low = (among & -among).bit_length() - 1 if among else 0
            among >>= low
            most = among.bit_length()
        every = const((1 << most) - 1 & among)
        if len(lengths) > 1:
            length = ("i32.load", "offset=8", get(described))
            every = ("i32.load", "offset=52", get(described)) if among == -1 else every
        if most < 2:
            word: Node = ("i32.load", f"offset={4 * low}", begin)
            bits: Node = ("i32.eqz", word) if free else ("i32.ne", word, const(0))
            return Mask(before, bits if most else const(0), 1, among, first, length, low)
        if number_of(begin) is None and most > 4:
            kept = self.local("first")
            before += (set_(kept, begin),)
            begin = get(kept)
        if not free and number_of(every) is None:
            kept = self.local("every")
            before += (set_(kept, every),)
            every = get(kept)
        bits = ("i32.and", _zeros(begin, low, most), every)
        return Mask(before, bits if free else ("i32.xor", bits, every), most, among, first, length, low)

    def decided(self, name: str, place: Code, slot: int, condition: Code) -> tuple[Mask | None, Code]:
        """The mask of a domain's things for which as much of a condition holds as is known by that alone, and what else
        must hold. None where a mask says nothing that matters."""
        kept: list[Code] = []
        settled: list[Code] = []
        free: bool | None = None
        among, open_ = -1, True
        word = ("load", ("local", slot))
        for part in conjuncts(condition):
            if part in settled:
                continue
            bits = self._by_class(place, slot, part) if name == "pieces" and open_ else None
            if name == "cells" and open_ and part in (("eq", word, 0), ("ne", word, 0)):
                wanted = part == ("eq", word, 0)
                if free is (not wanted):
                    among = 0
                free = wanted
                settled.append(part)
            elif bits is not None:
                among &= bits
                settled.append(part)
            else:
                kept.append(part)
                open_ = open_ and harmless(part)
        if name == "cells" and free is None:
            return None, condition
        return self.mask(place, free=bool(free), among=among), joined(kept)

    def _by_class(self, place: Code, slot: int, condition: Code) -> int | None:
        """The counters of a pool whose class fulfils a condition; None where that is not known beforehand."""
        if not self.knowing.has_counters(place):
            return None
        found: set[int] = set()
        for one in self.knowing.meant(place):
            bits = 0
            for i, address in enumerate(one.addresses()):
                holds = self.known.put_in(condition, slot, address)
                if not isinstance(holds, int):
                    return None
                bits |= bool(holds) << i
            found.add(bits)
        return found.pop() if len(found) == 1 else None

    def taken_among(self, addresses: Sequence[int]) -> Node:
        """How many pieces lie at addresses that are all known."""
        sum_: Node = const(0)
        cells = [address for address in addresses if self.layout.classes[address] < 0]
        for address in addresses:
            if self.layout.classes[address] >= 0:
                sum_ = plus(sum_, load(const(address)))
        while cells:
            count = next((n for n in range(1, len(cells)) if cells[n] != cells[0] + n or n == WIDEST), len(cells))
            free: Node = ("i32.and", _zeros(const(4 * cells[0]), 0, count), const((1 << count) - 1))
            sum_ = plus(sum_, ("i32.sub", const(count), ("i32.popcnt", free)))
            cells = cells[count:]
        return sum_

    def through(self, bits: str, index: str, body: Callable[[str], list[Node]], done: str) -> Node:
        """Goes through the bits that are set in a local; `index` takes the number of each. `body` is given the label
        that goes on."""
        more = self.label("more")
        return (
            "loop", more,
            ("br_if", done, ("i32.eqz", get(bits))),
            set_(index, ("i32.ctz", get(bits))),
            set_(bits, ("i32.and", get(bits), plus(get(bits), const(-1)))),
            *body(more),
            ("br", more),
        )  # fmt: skip


def _zeros(begin: Node, low: int, most: int) -> Node:
    """Which of so many words, from a number on, are 0."""
    offsets = range(4 * low, 4 * (low + most), 16)
    words: list[Node] = [("v128.load", f"offset={offset}", "align=4", begin) for offset in offsets]
    if len(words) == 1:
        return ("i32x4.bitmask", ("i32x4.eq", words[0], ZERO))
    halves: list[Node] = [
        ("i16x8.narrow_i32x4_s", words[i], words[min(i + 1, len(words) - 1)]) for i in range(0, len(words), 2)
    ]
    if len(halves) == 1:
        return ("i16x8.bitmask", ("i16x8.eq", halves[0], ZERO))
    return ("i8x16.bitmask", ("i8x16.eq", ("i8x16.narrow_i16x8_s", *halves), ZERO))
