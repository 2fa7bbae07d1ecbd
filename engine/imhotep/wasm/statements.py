"""Prints statements as WebAssembly: changes, conditions, loops. What ends a segment is `segments`'s."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Final

from imhotep.machine.faults import ENDLESS, Why
from imhotep.program.instructions import Code
from imhotep.program.memory import DEPTH, PLAN
from imhotep.program.program import Program
from imhotep.wasm.domains import Sequence
from imhotep.wasm.known import assigns, names, size
from imhotep.wasm.layout import Layout
from imhotep.wasm.several import Several
from imhotep.wasm.sharing import laid_out, repeated
from imhotep.wasm.text import Node, at, const, get, load, plus, set_, store
from imhotep.wasm.values import FAILED

WALLS: Final = frozenset(("wall", "plan_end", "draw", "run"))
"""Statements that are printed in another way where they are only run in play."""

UNROLLED: Final = 300
"""Words of instructions that a loop over known numbers is printed as, round by round."""


def messages(program: Program) -> tuple[str, ...]:
    """The messages that a program's texts may break down with. Modules know them by their numbers in this order."""
    codes = (*(segment.code for segment in program.segments), *(procedure.body for procedure in program.procedures))
    return tuple(sorted({ENDLESS, *(text for code in codes for text in _messages(code))}))


def _messages(code: Code | tuple[Code, ...]) -> Iterator[str]:
    if isinstance(code, tuple):
        if code and code[0] == "fault":
            yield str(code[1])
        for part in code:
            yield from _messages(part)


class Statements(Several):
    """Prints the statements of one program."""

    def __init__(self, program: Program, layout: Layout) -> None:
        super().__init__(program, layout)
        self.messages = messages(program)

    def block(self, block: tuple[Code, ...]) -> list[Node]:
        """Statements one after the other."""
        return [node for statement in block for node in self.statement(statement)]

    def statement(self, code: Code) -> list[Node]:
        """One statement, after a comment that says where it comes from. What it searches for more than once is searched
        for once, before."""
        assert isinstance(code, tuple)
        if code[0] not in ("set", "store", "score"):
            return self._statement(code)
        laid = laid_out(code, self.known, frozenset(self.names))
        searches = repeated(laid)
        found = {search: self.local("found") for search in searches}
        before = [set_(found[search], self.value((*search, 0))) for search in searches]  # type: ignore[misc]
        self.shared = found
        made = self._statement(laid if found else code)
        self.shared = {}
        return [*before, *made]

    def _statement(self, code: Code) -> list[Node]:
        assert isinstance(code, tuple)
        name, *a = code
        v = self.value
        match name:
            case "set":
                return [self.assign(a[0], v(a[1]))]
            case "store":
                return [self._from(a[2]), store(v(a[0]), v(a[1]))]
            case "move" | "move_to" | "send" | "send_to":
                return [self._from(a[3]), *self.moved(name, a)]
            case "move_some" | "send_some":
                return [self._from(a[6]), *self.some_moved(name, a)]
            case "score":
                return [self._from(a[3]), *self._score(a[0], v(a[1]), v(a[2]), a[3])]
            case "shuffle":
                return [self._from(a[2]), ("call", "$shuffle", v(a[0]), const(a[1])), self.checked()]
            case "shuffle_into":
                called = ("call", "$shuffle_into", v(a[0]), v(a[1]), const(a[2]), const(a[3]))
                return [self._from(a[3]), called, self.checked()]
            case "draw":
                return [self._from(a[5]), *self._draw(a)]
            case "require":
                wrong = ("if", ("i32.eqz", v(a[0])), ("then", *self.failing(Why.REQUIRED, a[1])))
                return [self._from(a[1]), wrong]
            case "fault":
                return [self._from(a[1]), self._broken(a[0], a[1])]
            case "plan":
                return [store(const(PLAN), plus(at(PLAN), const(1)))]
            case "plan_end":
                return [("call", "$plan_played")] if self.play else [("call", "$plan_end"), self.checked()]
            case "wall":
                return self._wall()
            case "if":
                return self.choice(a[0], self.block(a[1]), self.block(a[2]))
            case "walk":
                return self._walk(a[0], a[1], a[2], a[3])
            case "repeat" | "until":
                return [self._from(a[3] if name == "repeat" else a[4]), *self._repeat(name, a)]
            case "attempt":
                return self._attempt(a[0], a[1])
            case "switch":
                return self._switch(a[0], a[1])
            case "run":
                name = "played" if self.play and self.differs(a[0]) else "procedure"
                return [("call", f"${name}_{a[0]}", *(v(x) for x in a[1])), self.checked()]
        return self.end(name, a)

    def differs(self, number: int) -> bool:
        """Whether a straight text may run otherwise in play than where it is only tried."""
        return names(self.program.procedures[number].body, WALLS)

    def _score(self, source: int, seat: Node, amount: Node, src: int) -> list[Node]:
        """Points for a seat from one of the sources."""
        word, more = self.local("points"), self.local("more")
        first = self.program.points + source * self.program.players - 1
        sum_ = ("i64.add", ("i64.extend_i32_s", load(get(word))), ("i64.extend_i32_s", get(more)))
        checked = ("call", "$checked", sum_, const(src))
        return [set_(word, plus(const(first), seat)), set_(more, amount), store(get(word), checked)]

    def _wall(self) -> list[Node]:
        return [store(const(PLAN), const(0))] if self.play else [("call", "$wall"), self.checked()]

    @abstractmethod
    def end(self, name: str, a: list[Code]) -> list[Node]:
        """What ends a segment or a text."""

    def _broken(self, text: str, src: int) -> Node:
        """The rules break down with a message."""
        return self.fault(Why.MESSAGE, src, const(self.messages.index(text)))

    def _from(self, src: int) -> Node:
        files = self.program.places_in_files
        return f";; {files[src] if 0 <= src < len(files) else 'the engine'}"

    def choice(self, condition: Code, then: list[Node], otherwise: list[Node]) -> list[Node]:
        """One of two ways to go on."""
        if isinstance(condition, tuple) and condition[0] in ("and", "or", "fold"):
            other, end = self.label("otherwise"), self.label("end")
            return [("block", end, ("block", other, *self.unless(condition, other), *then, ("br", end)), *otherwise)]
        return [self._if(self.value(condition), then, otherwise)]

    def _switch(self, value: Code, cases: tuple[tuple[int, tuple[Code, ...]], ...]) -> list[Node]:
        key, done = self.local("key"), self.label("done")
        made = [
            self._if(("i32.eq", get(key), const(number)), [*self.block(block), ("br", done)], [])
            for number, block in cases
        ]
        return [set_(key, self.value(value)), ("block", done, *made)]

    # ---- drawing

    def _draw(self, a: list[Code]) -> list[Node]:
        """One of the things at random, each unit of weight alike: first their number, then the one that was drawn."""
        slot, _, domain, condition, stream, src = a
        assert isinstance(slot, int) and isinstance(src, int)
        w, total, left, chosen = (self.local(n) for n in ("w", "total", "left", "drawn"))
        sequence, condition = self.search(slot, domain, condition)
        weight: Node = ("call", "$weight", get(w)) if sequence.weighted else const(1)
        self.names[slot] = w
        counted = self.each(sequence, w, condition, lambda _: [set_(total, plus(get(total), weight))])
        found = self.each(
            sequence, w, condition,
            lambda done: [
                set_(left, ("i32.sub", get(left), weight)),
                self._if(("i32.lt_s", get(left), const(0)), [set_(chosen, get(w)), ("br", done)], []),
            ],
        )  # fmt: skip
        del self.names[slot]
        return [
            set_(total, const(0)),
            *counted,
            self._if(("i32.eqz", get(total)), list(self.failing(Why.NOTHING_TO_DRAW, src)), []),
            *self._wall(),
            set_(left, ("call", "$draw", const(stream), get(total))),  # type: ignore[arg-type]
            *found,
            self.assign(slot, get(chosen)),
        ]

    # ---- loops

    def _round(self, slot: int, number: int, condition: Code, block: tuple[Code, ...]) -> list[Node]:
        """A round of a loop whose number is known."""
        next_one = self.label("next")
        inside = self.known.put_in(block, slot, number)
        unless = self.unless(self.known.put_in(condition, slot, number), next_one)
        begun: list[Node] = [("call", "$tick"), self.assign(slot, const(number))]
        return [*begun, ("block", next_one, *unless, *self.block(inside))]  # type: ignore[arg-type]

    def _walk(self, slot: int, domain: Code, condition: Code, block: tuple[Code, ...]) -> list[Node]:
        """A loop looks at each place when it is reached."""
        numbers = self.known.numbers(domain)
        if numbers is not None and len(numbers) * size(block) <= UNROLLED and not assigns(block, slot):
            return [node for number in numbers for node in self._round(slot, number, condition, block)]
        known, places = self.knowing.within, len(self.program.places)
        match domain:
            case ("range", int(low), int(high)) if 0 < low <= high < places and not assigns(block, slot):
                self.knowing.within = known | {slot: range(low, high + 1)}
        walked = self._each_place(slot, domain, condition, block)
        self.knowing.within = known
        return walked

    def _each_place(self, slot: int, domain: Code, condition: Code, block: tuple[Code, ...]) -> list[Node]:
        sequence = self.sequence(domain)
        x = self.local("x")
        plain = Sequence(
            sequence.before, sequence.length, sequence.item, present=sequence.present, after=sequence.after
        )  # fmt: skip
        taken: Node = load(get(x)) if sequence.taken else get(x)

        def step(more: str) -> list[Node]:
            unless: list[Node] = []
            if condition != 1:
                unless = self.unless(condition, more)
            return [("call", "$tick"), self.assign(slot, taken), *unless, *self.block(block)]

        def body(_: str) -> list[Node]:
            next_one = self.label("next")
            if not sequence.weighted:
                return [("block", next_one, *step(next_one))]
            n, again = self.local("n"), self.label("again")
            weight: Node = ("call", "$weight", get(x))
            both = ("i32.and", ("i32.gt_s", get(n), const(0)), ("i32.ne", load(get(x)), const(0)))
            least = ("select", get(n), weight, ("i32.lt_s", get(n), weight))
            return [
                set_(n, weight),
                ("block", next_one, (
                    "loop", again,
                    ("br_if", next_one, ("i32.eqz", both)),
                    set_(n, plus(least, const(-1))),
                    *step(again),
                    ("br", again),
                )),
            ]  # fmt: skip

        return self.each(plain, x, 1, body)

    def _repeat(self, name: str, a: list[Code]) -> list[Node]:
        n, done, more = self.local("n"), self.label("done"), self.label("more")
        less = set_(n, plus(get(n), const(-1)))
        if name == "repeat":
            _, amount, block, _ = a
            head: list[Node] = [("br_if", done, ("i32.le_s", get(n), const(0)))]
        else:
            _, condition, amount, block, src = a
            assert isinstance(src, int)
            head = [
                ("br_if", done, self.value(condition)),
                self._if(("i32.le_s", get(n), const(0)), [self._broken(ENDLESS, src)], []),
            ]
        inside = self.block(block)  # type: ignore[arg-type]
        loop: Node = ("loop", more, *head, less, ("call", "$tick"), *inside, ("br", more))
        return [set_(n, self.value(amount)), ("block", done, loop)]

    def _attempt(self, block: tuple[Code, ...], otherwise: tuple[Code, ...]) -> list[Node]:
        """Carries a block out, or undoes it where it fails. Leaves where a trial has come to its end."""
        kept, failed, through = self.local("kept"), self.label("failed"), self.label("through")
        plans = ("call", "$kept_plans", get(kept))
        outer = self.fail
        self.fail = failed
        inside = self.block(block)
        self.fail = outer
        return [
            set_(kept, ("call", "$keep")),
            store(const(PLAN), plus(at(PLAN), const(1))),
            ("block", through,
                ("block", failed,
                    *inside,
                    self._if(("i32.gt_s", at(PLAN), plans), [store(const(PLAN), plus(at(PLAN), const(-1)))], []),
                    ("global.set", "$sp", get(kept)),
                    ("br", through),
                ),
                ("br_if", outer, ("i32.eq", FAILED, const(2))),
                ("br_if", outer, ("i32.le_s", at(PLAN), plans)),
                ("global.set", "$failed", const(0)),
                ("call", "$restore", get(kept)),
                *self.block(otherwise),
            ),
        ]  # fmt: skip

    def leave(self) -> Node:
        """One effect less."""
        return store(const(DEPTH), plus(at(DEPTH), const(-1)))
