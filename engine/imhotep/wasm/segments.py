"""Prints a program's functions: one for each segment, each straight text, each decision and each way of it."""

from typing import Final

from imhotep.program.instructions import Code
from imhotep.program.memory import DECISION, FRAME, FRAME_HEADER, SEAT, STATUS
from imhotep.program.program import Way
from imhotep.wasm.statements import Statements
from imhotep.wasm.text import Node, at, const, get, load, plus, set_, store

ASKED, OVER, FAILED = -1, -2, -3  # what a segment returns instead of the next one

LONGEST: Final = 4
"""Segments that are printed one after the other where each goes on with the next."""

LARGEST: Final = 40
"""Words of instructions in a segment that is printed again where another goes on with it."""


class Segments(Statements):
    """Prints the functions of one program."""

    _chain: tuple[int, ...] = ()

    def functions(self) -> list[Node]:
        """All functions that the program is made of."""
        p = self.program
        made: list[Node] = []
        for number, procedure in enumerate(p.procedures):
            self._chain = ()
            if not procedure.stops:
                made.append(self._straight(number))
        for number, segment in enumerate(p.segments):
            made += [f";; of {p.procedures[segment.procedure].id}", self._segment(number, segment.code)]
        for number, decision in enumerate(p.decisions):
            made.append(f";; {decision.id}")
            made.append(self._candidates(f"$candidates_{number}", decision.ways, last_resort=False))
            made.append(self._candidates(f"$last_resort_{number}", decision.ways, last_resort=True))
            for i, way in enumerate(decision.ways):
                if not way.trial and way.test != 1:
                    made.append(self._test(f"$test_{number}_{i}", way))
            made.append(self._pick(number, decision.ways))
        for i, (_, code) in enumerate(p.winner):
            made.append(self._ranking(f"$ranking_{i}", code))
        return made

    def table(self) -> list[str]:
        """The functions that are called by number, in order."""
        p = self.program
        decisions = range(len(p.decisions))
        tests = [
            "$trial" if way.trial else "$legal" if way.test == 1 else f"$test_{number}_{i}"
            for number, decision in enumerate(p.decisions)
            for i, way in enumerate(decision.ways)
        ]
        return [
            *(f"$segment_{i}" for i in range(len(p.segments))),
            *(f"$candidates_{i}" for i in decisions),
            *(f"$last_resort_{i}" for i in decisions),
            *tests,
            *(f"$ranking_{i}" for i in range(len(p.winner))),
            *(f"$pick_{i}" for i in decisions),
        ]

    # ---- functions

    def _begin(self, *, in_frame: bool) -> None:
        self.names, self.locals, self.in_frame, self.fail = {}, {}, in_frame, "$fail"
        self._names_made = 0

    def _function(self, head: tuple[Node, ...], body: list[Node], parameters: tuple[str, ...] = ()) -> Node:
        own = tuple(("local", name, type) for name, type in self.locals.items() if name not in parameters)
        return ("func", *head, *own, *body)

    def _frame(self) -> list[Node]:
        self.locals["$f"] = "i32"
        return [set_("$f", ("i32.shl", at(FRAME), const(2)))]

    def _straight(self, number: int) -> Node:
        procedure = self.program.procedures[number]
        self._begin(in_frame=False)
        parameters = tuple(f"$v{i}" for i in range(procedure.parameters))
        body = self.block(procedure.body)
        entered = ("call", "$enter", const(number))
        return self._function(
            (f"$procedure_{number}", f";; {procedure.id}", *(("param", name, "i32") for name in parameters)),
            [("block", "$fail", entered, *body, self.leave())],
            parameters,
        )

    def _segment(self, number: int, code: tuple[Code, ...]) -> Node:
        self._begin(in_frame=True)
        self._chain = (number,)
        frame = self._frame()
        body = self.block(code)
        return self._function(
            (f"$segment_{number}", ("result", "i32")),
            [("block", "$fail", *frame, *body, ("unreachable",)), const(FAILED)],
        )

    def _candidates(self, name: str, ways: tuple[Way, ...], *, last_resort: bool) -> Node:
        """Writes down the candidates of a decision as pairs of a way and a value."""
        self._begin(in_frame=True)
        body = self._frame()
        for i, way in enumerate(ways):
            if way.last_resort is last_resort:
                body += self._way(i, way)
        return self._function((name,), [("block", "$fail", *body)])

    def _way(self, number: int, way: Way) -> list[Node]:
        self.names = {way.slot: self.local("v")}
        v = self.names[way.slot]
        if way.domain is None:
            pushed: Node = ("call", "$push", const(number), const(0))
            return [pushed] if way.condition == 1 else [self._if(self.value(way.condition), [pushed], [])]
        begin: list[Node] = []
        pushed = ("call", "$push", const(number), get(v))
        if self._equal_pieces(way.domain):
            first = self.local("first")
            begin = [set_(first, ("global.get", "$sp"))]
            pushed = ("call", "$push_distinct", const(number), get(v), get(first))
        return [*begin, *self.each(self.sequence(way.domain), v, way.condition, lambda _: [pushed])]

    def _equal_pieces(self, domain: Code) -> bool:
        """Whether equal pieces may come up twice; a pool has one counter for all of them."""
        assert isinstance(domain, tuple)
        if domain[0] == "pieces":
            return self._known(domain[1]) is None or not self._weighs(domain[1])
        return domain[0] in ("pieces_of", "top_pieces")

    def _test(self, name: str, way: Way) -> Node:
        self._begin(in_frame=True)
        self.names = {way.slot: "$value"}
        frame = self._frame()
        value = self.value(way.test)
        return self._function(
            (name, ("param", "$way", "i32"), ("param", "$value", "i32"), ("result", "i32")),
            [("block", "$fail", *frame, ("return", value)), const(0)],
        )

    def _pick(self, number: int, ways: tuple[Way, ...]) -> Node:
        """Picks a legal option at random and notes it as the answer; returns the segment where it goes on.

        Candidates are drawn first and tested after.
        """
        self._begin(in_frame=True)
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
        goes_on: Node = const(ways[first[-1]].segment if first else 0)
        for i in reversed(first[:-1]):
            chosen = ("i32.eq", get(way), const(i))
            goes_on = ("if", ("result", "i32"), chosen, ("then", const(ways[i].segment)), ("else", goes_on))
        drawn = ("call", "$bounded", ("i64.load", get("$stream")), plus(get("$stream"), const(8)), get(left))
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
        head: tuple[Node, ...] = (f"$pick_{number}", ("param", "$stream", "i32"), ("result", "i32"))
        return self._function(head, body)

    def _ranking(self, name: str, code: Code) -> Node:
        self._begin(in_frame=False)
        self.names = {0: "$seat"}
        value = self.value(code)
        head: tuple[Node, ...] = (name, ("param", "$seat", "i32"), ("result", "i32"))
        return self._function(head, [("block", "$fail", ("return", value)), const(0)])

    # ---- ends of segments

    def end(self, name: str, a: list[Code]) -> list[Node]:
        """What ends a segment or a text."""
        v = self.value
        match name:
            case "goto":
                return self._go(a[0])
            case "branch":
                return [self._if(v(a[0]), self._go(a[1]), self._go(a[2]))]
            case "possible":
                possible = self.local("possible")
                tried = ("call", "$possible", const(a[0]))  # type: ignore[arg-type]
                chosen = self._if(get(possible), self._go(a[1]), self._go(a[2]))
                return [set_(possible, tried), self._checked(), chosen]
            case "jump":
                key = self.local("key")
                cases: list[Node] = [
                    self._if(("i32.eq", get(key), const(number)), self._go(segment), [])
                    for number, segment in a[1]  # type: ignore[union-attr]
                ]
                return [set_(key, v(a[0])), *cases, *self._go(a[2])]
            case "ask":
                return [
                    store(const(SEAT), v(a[1])),
                    store(const(DECISION), const(a[0] + 1)),  # type: ignore[operator]
                    *self._back(ASKED),
                ]
            case "call" | "tail":
                return self._call(name, a)
            case "next":
                return self._next(a)
            case "return":
                return self._return()
        raise AssertionError(name)

    def _back(self, segment: Node | int) -> list[Node]:
        """This segment is done: returns the one to go on with."""
        target = const(segment) if isinstance(segment, int) else segment
        return [("global.set", "$steps", plus(("global.get", "$steps"), const(1))), ("return", target)]

    def _go(self, segment: Code) -> list[Node]:
        """Goes on with a segment of the same text: right here where it is small, as long as no steps are to be noted."""
        assert isinstance(segment, int)
        code = self.program.segments[segment].code
        if segment in self._chain or len(self._chain) >= LONGEST or _size(code) > LARGEST:
            return self._back(segment)
        stop = ("i32.gt_s", ("global.get", "$steps"), ("global.get", "$most"))
        before = self._chain
        self._chain = (*before, segment)
        steps = [
            ("global.set", "$steps", plus(("global.get", "$steps"), const(1))),
            self._if(stop, [("return", const(segment))], []),
            f";; segment {segment}",
            *self.block(code),
        ]
        self._chain = before
        return steps

    def _return(self) -> list[Node]:
        if not self.in_frame:
            return [self.leave(), ("return",)]
        caller = self.local("caller")
        return [
            set_(caller, ("i32.load", get("$f"))),
            ("global.set", "$top", at(FRAME)),
            store(const(FRAME), get(caller)),
            self.leave(),
            self._if(get(caller), self._back(load(plus(get(caller), const(1)))), []),
            store(const(STATUS), const(1)),
            *self._back(OVER),
        ]

    def _call(self, name: str, a: list[Code]) -> list[Node]:
        """A frame for another effect, above this one or in its place. All arguments are worked out before."""
        number, arguments = a[0], a[1]
        assert isinstance(number, int) and isinstance(arguments, tuple)
        procedure = self.program.procedures[number]
        words: list[Node] = []
        steps: list[Node] = []
        for argument in arguments:
            words.append(get(self.local("argument")))
            steps.append(set_(str(words[-1][1]), self.value(argument)))
        words += [const(0)] * (procedure.locals - len(words))
        frame = self.local("frame")
        if name == "call":
            steps += [
                ("i32.store", "offset=4", get("$f"), const(a[2])),  # type: ignore[arg-type]
                set_(frame, ("global.get", "$top")),
                store(const(FRAME), get(frame)),
                ("call", "$enter", const(number)),
            ]
            caller: Node = ("i32.shr_u", get("$f"), const(2))
        else:
            steps.append(set_(frame, at(FRAME)))
            caller = ("i32.load", get("$f"))
        address = self.local("address")
        steps.append(set_(address, ("i32.shl", get(frame), const(2))))
        for i, word in enumerate((caller, const(0), *words)):
            steps.append(("i32.store", f"offset={4 * i}", get(address), word))
        size = const(FRAME_HEADER + len(words))
        return [*steps, ("global.set", "$top", plus(get(frame), size)), *self._back(procedure.entry)]

    def _next(self, a: list[Code]) -> list[Node]:
        """One step of a loop that may stop: `position` counts the places looked at, `left` equal pieces to come."""
        slot, position, left, domain, condition, body, done = a
        assert isinstance(slot, int) and isinstance(position, int) and isinstance(left, int)
        sequence = self.sequence(domain)
        i, more, x = self.local("i"), self.local("left"), self.local("x")
        again, found = self.label("again"), self.label("found")
        weight: Node = ("call", "$weight", get(x))
        look: list[Node] = [
            self._if(("i32.ge_s", get(i), sequence.length), [*sequence.after, *self._go(done)], []),
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
            unless = [("br_if", again, ("i32.eqz", self.value(condition)))]
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
                *self._go(body),
            ),
        ]  # fmt: skip


def _size(code: Code | tuple[Code, ...]) -> int:
    return sum(_size(part) for part in code) if isinstance(code, tuple) else 1
