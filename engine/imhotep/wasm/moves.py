"""Prints what moves pieces: where places are known beforehand, without a look at what describes them."""

from imhotep.machine.faults import Why
from imhotep.program.instructions import Code
from imhotep.program.memory import UNLIMITED, Place
from imhotep.wasm.text import Node, at, const, get, load, plus, set_, store, times
from imhotep.wasm.values import FAILED, Values

INDEX = -2
"""Stands for a variable that keeps which place of an area is meant."""


class Moves(Values):
    """Prints the moves of one program."""

    def checked(self) -> Node:
        return ("br_if", self.fail, FAILED)

    def _if(self, condition: Node, then: list[Node], otherwise: list[Node]) -> Node:
        last = (("else", *otherwise),) if otherwise else ()
        return ("if", condition, ("then", *then), *last)

    def moved(self, name: str, a: list[Code]) -> list[Node]:
        """A piece goes to a place or a cell."""
        kept, thing, target, src = a
        assert isinstance(kept, int) and isinstance(src, int)
        found, code = self.local("found"), self.local("code")
        individual = name in ("send", "send_to")
        steps = [set_(code if individual else found, self.value(thing))]
        cell = ""
        if name in ("move_to", "send_to"):
            cell = self.local("cell")
            taken = ("i32.or", ("i32.eqz", get(cell)), ("i32.ne", load(get(cell)), const(0)))
            steps += [set_(cell, self.value(target)), self._if(taken, list(self.failing(Why.CELL_TAKEN, src)), [])]
        else:
            before, target = self._steady(target)
            steps += before
        where = ""
        if individual:
            where = self.local("where")
            first = self.program.families[kept].where - 1
            steps += [
                set_(where, ("i32.shl", plus(get(code), const(first)), const(2))),
                set_(found, ("i32.load", get(where))),
                ("call", "$lift_at", get(found)),
            ]
        else:
            steps += self._take(thing, found, code, src)
        put, address = ([store(get(cell), get(code))], get(cell)) if cell else self._put(target, code, src)
        self.names.pop(INDEX, None)
        steps += put
        if individual:
            steps.append(("i32.store", get(where), address))
        elif kept >= 0:
            steps.append(self.assign(kept, address))
        return steps

    def _steady(self, place: Code) -> tuple[list[Node], Code]:
        """A place that stays the same while a piece is taken; what is to be done before."""
        match place:
            case int() | ("offset", int(), ("local", _)):
                return [], place
            case ("offset", int(first), index):
                kept = self.local("index")
                steps = [set_(kept, self.value(index))]
                self.names[INDEX] = kept
                return steps, ("offset", first, ("local", INDEX))
        kept = self.local("to")
        steps = [set_(kept, self.value(place))]
        self.names[INDEX] = kept
        return steps, ("local", INDEX)

    def _take(self, piece: Code, found: str, code: str, src: int) -> list[Node]:
        """Takes a counted piece; `code` is its class plus 1 then."""
        pile = self._is_on_top(piece)
        if pile is not None and not self.program.families[pile.family].individuals:
            return [
                self._if(("i32.eqz", get(found)), list(self.failing(Why.NO_PIECE, src)), []),
                set_(code, load(get(found))),
                store(get(found), const(0)),
                store(const(pile.start), plus(at(pile.start), const(-1))),
            ]
        if not self._is_counter(piece):
            return [set_(code, plus(("call", "$take", get(found), const(src)), const(1))), self.checked()]
        class_ = ("i32.load", plus(const(self.layout.class_at), times(get(found), 4)))
        return [
            self._if(("i32.eqz", get(found)), list(self.failing(Why.NO_PIECE, src)), []),
            store(get(found), plus(load(get(found)), const(-1))),
            set_(code, plus(class_, const(1))),
        ]

    def _is_on_top(self, piece: Code) -> Place | None:
        """The pile of which it is the top-most piece, if it is known to be that."""
        match piece:
            case ("sure", found, _):
                return self._is_on_top(found)
            case ("top", int(place)) if self.knowing.sort(place) == "pile":
                return self.program.places[place]
        return None

    def _is_counter(self, piece: Code) -> bool:
        """Whether a piece, if there is one, is known to be a counter that is not 0."""
        match piece:
            case ("sure", found, _):
                return self._is_counter(found)
            case ("fold", "first" | "last", _, ("pieces", place), _, _):
                return self.knowing.has_counters(place)
        return False

    def _put(self, place: Code, code: str, src: int) -> tuple[list[Node], Node]:
        """Puts a piece on the next free cell; what is to be done, and the address it has then."""
        meant, first = self.knowing.meant(place), self.first_of(place)
        if meant and first is not None:
            address = self.local("address")
            if meant[0].kind == "cells":
                mask = self.mask(place, free=True)
                if mask is not None and all(one.seat == 0 for one in meant):
                    bits = self.local("bits")
                    refused: Node = ("drop", ("call", "$no_room", self.value(place), const(src)))
                    return [
                        *mask.before,
                        set_(bits, mask.bits),
                        self._if(("i32.eqz", get(bits)), [refused, ("br", self.fail)], []),
                        set_(address, plus(first, ("i32.ctz", get(bits)) if mask.most > 1 else const(0))),
                        store(get(address), get(code)),
                    ], get(address)
            if isinstance(place, int) and meant[0].kind == "pile" and not meant[0].seat:
                pile, count = meant[0], self.local("count")
                full: list[Node] = [("drop", ("call", "$no_room", const(place), const(src))), ("br", self.fail)]
                return [
                    set_(count, at(pile.start)),
                    self._if(("i32.ge_s", get(count), const(pile.length)), full, []),
                    store(const(pile.start), plus(get(count), const(1))),
                    set_(address, plus(const(pile.start + 1), get(count))),
                    store(get(address), get(code)),
                ], get(address)
            seats = {one.seat - i for i, one in enumerate(meant)} if any(one.seat for one in meant) else {0}
            divisors = {one.divisor for one in meant}
            unlimited = all(one.capacity == UNLIMITED for one in meant)
            if meant[0].kind == "pool" and unlimited and len(seats) == len(divisors) == 1:
                divisor = divisors.pop()
                kind: Node = ("i32.div_u", plus(get(code), const(-1)), const(divisor))
                if all(one.length == 1 for one in meant):
                    kind = const(0)
                elif divisor == 1:
                    kind = plus(get(code), const(-1))
                counted = not self.program.families[meant[0].family].individuals
                more = plus(load(get(address)), const(1)) if counted else get(code)
                belongs = ("call", "$belongs", self.value(place), get(code), const(src))
                return [
                    *([belongs] if any(one.seat for one in meant) else []),
                    set_(address, plus(first, kind)),
                    store(get(address), more),
                ], get(address)
        put = self.local("put")
        return [set_(put, ("call", "$put", self.value(place), get(code), const(src))), self.checked()], get(put)
