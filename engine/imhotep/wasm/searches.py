"""Prints the sums and searches made over things, and what leaves where a condition does not hold."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from imhotep.program.instructions import Code
from imhotep.wasm.domains import Domains, Sequence
from imhotep.wasm.known import harmless
from imhotep.wasm.text import Node, const, get, load, negated, number_of, plus, set_


class Searches(Domains):
    """Prints the sums and searches of one program."""

    def fold(
        self, kind: str, slot: int, domain: Code, condition: Code, amount: Code, nested: bool | None = None
    ) -> Node:
        """A sum or search. `nested` says whether it is inside of another one, where that is not plain to see."""
        known = self.shared.get(("fold", kind, slot, domain, condition, amount))
        if known is not None:
            whole = replace(self.sequence(domain), nested=nested)
            counted = [*whole.before, *self.counted(whole)] if nested else []
            return ("block", ("result", "i32"), *counted, get(known))
        found = self.local("w")
        sequence, condition = self.search(slot, domain, condition)
        sequence = replace(sequence, nested=nested)
        with self._bound(slot, found, domain):
            made: Node | None = None
            match domain:
                case ("pieces_of", int(number)) if kind == "count" and condition == 1:
                    listed = self.taken_among(self.program.lists[number])
                    made = ("block", ("result", "i32"), *self.counted(sequence), listed)
            if condition == 1 and sequence.bits is not None:
                made = self._at_once(kind, sequence)
            return made or self._one_by_one(kind, sequence, found, condition, amount)

    @contextmanager
    def _bound(self, slot: int, found: str, domain: Code) -> Iterator[None]:
        """While the condition of a search is printed, a local stands for its variable."""
        names, cells, within = self.names, self.in_cells, self.knowing.within
        self.names = names | {slot: found}
        self.in_cells = cells - {slot}
        self.knowing.within = {other: places for other, places in within.items() if other != slot}
        match domain:
            case ("pieces", place) if self.knowing.sort(place) == "cells":
                self.in_cells = cells | {slot}
            case ("range", int(low), int(high)) if 0 < low <= high < len(self.program.places):
                self.knowing.within[slot] = range(low, high + 1)
        yield
        self.names, self.in_cells, self.knowing.within = names, cells, within

    def rounds(self, conditions: tuple[Code, ...], length: int, *, nested: bool) -> Node:
        """How many of some conditions hold; for each thing of a domain there is one."""
        counted = self.counted(Sequence((), const(length), lambda i: i, nested=nested))
        sum_: Node = const(0)
        for condition in conditions:
            sum_ = plus(sum_, const(int(bool(condition))) if isinstance(condition, int) else self.yes(condition))
        return ("block", ("result", "i32"), *counted, sum_)

    @abstractmethod
    def yes(self, condition: Code) -> Node:
        """1 where a condition holds, else 0."""

    def unless(self, condition: Code, label: str) -> list[Node]:
        """Leaves for a label where a condition does not hold."""
        match condition:
            case int():
                return [] if condition else [("br", label)]
            case ("and", *parts):
                return [node for part in parts for node in self.unless(part, label)]
            case ("or", *parts):
                holds = self.label("holds")
                some: list[Node] = [("br_if", holds, self.value(part)) for part in parts[:-1]]
                return [("block", holds, *some, *self.unless(parts[-1], label), ("br", holds))]
            case ("fold", "any", slot, domain, inside, _):
                return self._unless_any(slot, domain, inside, label)
        return [("br_if", label, negated(self.value(condition)))]

    def _unless_any(self, slot: int, domain: Code, condition: Code, label: str) -> list[Node]:
        found, holds = self.local("w"), self.label("holds")
        sequence, condition = self.search(slot, domain, condition)
        with self._bound(slot, found, domain):
            if condition == 1 and sequence.bits is not None:
                return [*sequence.before, *self.counted(sequence), ("br_if", label, ("i32.eqz", sequence.bits))]
            looped = self.each(sequence, found, condition, lambda _: [*sequence.after, ("br", holds)])
            return [("block", holds, *looped, ("br", label))]

    def _one_by_one(self, kind: str, sequence: Sequence, found: str, condition: Code, amount: Code) -> Node:
        wide = kind == "sum"
        result = self.local(kind, "i64" if wide else "i32")
        weight: Node = ("call", "$weight", get(found)) if sequence.weighted else const(1)
        if kind == "count" and not sequence.weighted and condition != 1 and harmless(condition):
            weight, condition = self.yes(condition), 1  # as likely as not, which costs more than to add 0

        def body(done: str) -> list[Node]:
            match kind:
                case "count":
                    return [set_(result, plus(get(result), weight))]
                case "any":
                    return [set_(result, const(1)), ("br", done)]
                case "sum":
                    more: Node = ("i64.extend_i32_s", self.value(amount))
                    if sequence.weighted:
                        more = ("i64.mul", more, ("i64.extend_i32_s", weight))
                    return [set_(result, ("i64.add", get(result), more))]
                case "highest" | "lowest":
                    return self._best(kind, result, amount)
                case "first":
                    return [set_(result, get(found)), ("br", done)]
            return [set_(result, get(found))]

        begin: list[Node] = [set_(result, ("i64.const", "0") if wide else const(0))]
        if kind in ("highest", "lowest"):
            begin.append(set_(self._seen(result), const(0)))
        looped = self.each(sequence, found, condition, body)
        end: Node = ("call", "$checked", get(result), const(-1)) if wide else get(result)
        return ("block", ("result", "i32"), *begin, *looped, end)

    def _at_once(self, kind: str, sequence: Sequence) -> Node | None:
        """A search whose outcome the bits of its things tell."""
        bits = sequence.bits
        assert bits is not None
        if kind == "any":
            found: Node = bits if sequence.most == 1 else ("i32.ne", bits, const(0))
        elif kind == "count" and not sequence.weighted:
            found = ("i32.popcnt", bits)
        elif kind == "count" and (sequence.among != -1 or number_of(sequence.length) == sequence.most):
            found = self._sum(sequence)
        elif kind == "first":
            kept = self.local("bits")
            item = sequence.item(("i32.ctz", get(kept)) if sequence.most != 1 else const(0))
            found = ("select", load(item) if sequence.taken else item, const(0), get(kept))
            return ("block", ("result", "i32"), *sequence.before, *self.counted(sequence), set_(kept, bits), found)
        else:
            return None
        before = (*sequence.before, *self.counted(sequence))
        return ("block", ("result", "i32"), *before, found) if before else found

    def _sum(self, sequence: Sequence) -> Node:
        """The sum of those counters of a pool that may count."""
        found: Node = const(0)
        for i in range(sequence.most or 0):
            if sequence.among >> i & 1:
                found = plus(found, load(sequence.item(const(i))))
        return found

    def _seen(self, result: str) -> str:
        name = f"{result}_seen"
        self.locals[name] = "i32"
        return name

    def _best(self, kind: str, result: str, amount: Code) -> list[Node]:
        value = self.local("value")
        better = ("i32.gt_s" if kind == "highest" else "i32.lt_s", get(value), get(result))
        seen = self._seen(result)
        return [
            set_(value, self.value(amount)),
            ("if", ("i32.or", ("i32.eqz", get(seen)), better), ("then", set_(result, get(value)))),
            set_(seen, const(1)),
        ]

    def differ(self, slot: int, domain: Code, condition: Code) -> Node:
        """Whether there are two things, or for pieces, two that are not equal."""
        assert isinstance(domain, tuple)
        found, first, result = self.local("w"), self.local("first"), self.local("differ")
        sequence, condition = self.search(slot, domain, condition)
        with self._bound(slot, found, domain):
            mine: Node = self.value(("class", ("local", slot))) if domain[0] == "pieces" else const(0)
            other: Node = ("i32.ne", mine, get(first)) if domain[0] == "pieces" else const(1)

            def body(done: str) -> list[Node]:
                begun = ("if", ("i32.eq", get(result), const(-1)), ("then", set_(first, mine), set_(result, const(0))))
                found_two = ("if", other, ("then", set_(result, const(1)), ("br", done)))
                return [(*begun, ("else", found_two))]

            looped = self.each(sequence, found, condition, body)
        return (
            "block", ("result", "i32"), set_(result, const(-1)), *looped,
            ("i32.eq", get(result), const(1)),
        )  # fmt: skip
