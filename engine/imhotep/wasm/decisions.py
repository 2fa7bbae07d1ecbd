"""Prints decisions: their candidates, the tests of their ways, and random picks; and what ranks a seat."""

from typing import Final

from imhotep.program.instructions import Code
from imhotep.program.memory import FRAME
from imhotep.program.program import Way
from imhotep.wasm.layout import WAY
from imhotep.wasm.statements import Statements
from imhotep.wasm.text import Node, at, const, get, plus, set_, times

MOST_COMPARED: Final = 8
"""Ways that are told apart one by one."""


class Decisions(Statements):
    """Prints the decisions of one program."""

    def begin(self, *, in_frame: bool) -> None:
        self.names, self.locals, self.in_frame, self.fail = {}, {}, in_frame, "$fail"
        self._names_made = 0

    def function(self, head: tuple[Node, ...], body: list[Node], parameters: tuple[str, ...] = ()) -> Node:
        own = tuple(("local", name, type) for name, type in self.locals.items() if name not in parameters)
        return ("func", *head, *own, *body)

    def frame(self) -> list[Node]:
        self.locals["$f"] = "i32"
        return [set_("$f", ("i32.shl", at(FRAME), const(2)))]

    def candidates(self, name: str, ways: tuple[Way, ...], *, last_resort: bool) -> Node:
        """Writes down the candidates of a decision as pairs of a way and a value."""
        self.begin(in_frame=True)
        body = self.frame()
        for i, way in enumerate(ways):
            if way.last_resort is last_resort:
                body += self._way(i, way)
        return self.function((name,), [("block", "$fail", *body)])

    def _way(self, number: int, way: Way) -> list[Node]:
        self.names = {way.slot: self.local("v")}
        v = self.names[way.slot]
        if way.domain is None:
            pushed: Node = ("call", "$push", const(number), const(0))
            return [pushed] if way.condition == 1 else [self._if(self.value(way.condition), [pushed], [])]
        begin: list[Node] = []
        pushed = ("call", "$push", const(number), get(v))
        if self.knowing.may_repeat(way.domain):
            first = self.local("first")
            begin = [set_(first, ("global.get", "$sp"))]
            pushed = ("call", "$push_distinct", const(number), get(v), get(first))
        sequence, condition = self.search(way.slot, way.domain, way.condition)
        return [*begin, *self.each(sequence, v, condition, lambda _: [pushed])]

    def test(self, name: str, way: Way) -> Node:
        self.begin(in_frame=True)
        self.names = {way.slot: "$value"}
        frame = self.frame()
        value = self.value(way.test)
        return self.function(
            (name, ("param", "$way", "i32"), ("param", "$value", "i32"), ("result", "i32")),
            [("block", "$fail", *frame, ("return", value)), const(0)],
        )

    def pick_listed(self, number: int, ways: tuple[Way, ...]) -> Node:
        """A pick among candidates that are written down."""
        self.begin(in_frame=True)
        base, left, at_, way, value, last = (self.local(n) for n in ("base", "left", "at", "way", "value", "last"))
        none, more, wrong = self.label("none"), self.label("more"), self.label("wrong")
        first = [i for i, w in enumerate(ways) if not w.last_resort]
        test: list[Node] = []
        for i in first:
            if ways[i].trial:
                legal: Node = ("call", "$trial", const(i), get(value))
            elif ways[i].test != 1:
                legal = ("call", f"$test_{number}_{i}", const(i), get(value))
            else:
                continue
            refused: Node = ("br_if", wrong, ("i32.eqz", legal))
            test.append(refused if first == [i] else self._if(("i32.eq", get(way), const(i)), [refused], []))
        goes_on = self._goes_on(number, ways, first, way)
        drawn = ("call", "$draw_pick", get("$stream"), get(left))
        unheeded: Node = ("if", ("global.get", "$failed"), ("then", ("unreachable",)))
        body: list[Node] = [
            set_(base, ("global.get", "$sp")),
            ("call", f"$candidates_{number}"),
            unheeded,
            set_(left, ("i32.shr_u", ("i32.sub", ("global.get", "$sp"), get(base)), const(3))),
            ("block", none, (
                "loop", more,
                ("br_if", none, ("i32.eqz", get(left))),
                set_(at_, get(base)),
                self._if(
                    ("i32.gt_u", get(left), const(1)),
                    [set_(at_, plus(get(base), ("i32.shl", drawn, const(3))))],
                    [],
                ),
                set_(way, ("i32.load", get(at_))),
                set_(value, ("i32.load", "offset=4", get(at_))),
                ("block", wrong,
                    *test,
                    ("global.set", "$sp", get(base)),
                    ("call", "$note_answer", get(way), get(value)),
                    ("global.set", "$gone", const(0)),
                    ("return", goes_on),
                ),
                unheeded,
                set_(left, plus(get(left), const(-1))),
                set_(last, plus(get(base), ("i32.shl", get(left), const(3)))),
                ("i64.store", "align=4", get(at_), ("i64.load", "align=4", get(last))),
                ("br", more),
            )),
            ("global.set", "$sp", get(base)),
            ("call", "$pick_last_resort", get("$stream")),
        ]  # fmt: skip
        return self.function(self.pick_head(number), body)

    def pick_head(self, number: int) -> tuple[Node, ...]:
        """The head of a pick: it is given the frame of the effect that asks, and a stream of random numbers."""
        return (f"$pick_{number}", ("param", "$f", "i32"), ("param", "$stream", "i32"), ("result", "i32"))

    def _goes_on(self, number: int, ways: tuple[Way, ...], among: list[int], way: str) -> Node:
        """The segment of one of some ways; where they are many, it is looked up."""
        if len(among) > MOST_COMPARED:
            before = sum(len(decision.ways) for decision in self.program.decisions[:number])
            return ("i32.load", plus(const(self.layout.ways), times(plus(get(way), const(before)), WAY)))
        goes_on: Node = const(ways[among[-1]].segment if among else 0)
        for i in reversed(among[:-1]):
            chosen = ("i32.eq", get(way), const(i))
            goes_on = ("if", ("result", "i32"), chosen, ("then", const(ways[i].segment)), ("else", goes_on))
        return goes_on

    def ranking(self, name: str, code: Code) -> Node:
        self.begin(in_frame=False)
        self.locals = {"$v0": "i32"}
        value = self.value(code)
        head: tuple[Node, ...] = (name, ("param", "$v0", "i32"), ("result", "i32"))
        return self.function(head, [("block", "$fail", ("return", value)), const(0)], ("$v0",))
