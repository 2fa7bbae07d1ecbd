"""Prints a program's functions: two for each segment and straight text, one for each decision and each way of it.

Play runs segments that go on with others right away. What is only tried runs them one by one, so that each is counted
when it is over, and leaves at the end of a plan.
"""

from typing import Final

from imhotep.program.instructions import Code
from imhotep.program.memory import DECISION, FRAME, FRAME_HEADER, SEAT, STATUS
from imhotep.wasm.known import size
from imhotep.wasm.rounds import Rounds
from imhotep.wasm.text import Node, at, const, get, load, plus, set_, store

ASKED, OVER, FAILED = -1, -2, -3  # what a segment returns instead of the next one

LONGEST: Final = 4
"""Segments that are printed one after the other where each goes on with the next."""

LARGEST: Final = 40
"""Words of instructions in a segment that is printed again where another goes on with it."""


FEW_CASES: Final = 3
MOST_CASES: Final = 64
"""From so many cases on, which do not lie farther apart than that, a table says where to go on."""


class Segments(Rounds):
    """Prints the functions of one program."""

    _chain: tuple[int, ...] = ()  # the segments that are printed one after the other; none in what is only tried

    def functions(self) -> list[Node]:
        """All functions that the program is made of."""
        p = self.program
        made: list[Node] = []
        for number, procedure in enumerate(p.procedures):
            self._chain = ()
            if not procedure.stops:
                plays = (False, True) if self.differs(number) else (False,)
                made += [self._straight(number, play=play) for play in plays]
        for number, segment in enumerate(p.segments):
            made += [f";; of {p.procedures[segment.procedure].id}"]
            made += [self._segment(number, segment.code, play=play) for play in (False, True)]
        self.play = False
        for number, decision in enumerate(p.decisions):
            made.append(f";; {decision.id}")
            made.append(self.candidates(f"$candidates_{number}", decision.ways, last_resort=False))
            made.append(self.candidates(f"$last_resort_{number}", decision.ways, last_resort=True))
            for i, way in enumerate(decision.ways):
                if not way.trial and way.test != 1:
                    made.append(self.test(f"$test_{number}_{i}", way))
            made.append(self.pick(number, decision.ways))
        for i, (_, code) in enumerate(p.winner):
            made.append(self.ranking(f"$ranking_{i}", code))
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
            *(f"$play_{i}" for i in range(len(p.segments))),
            *(f"$candidates_{i}" for i in decisions),
            *(f"$last_resort_{i}" for i in decisions),
            *tests,
            *(f"$ranking_{i}" for i in range(len(p.winner))),
            *(f"$pick_{i}" for i in decisions),
        ]

    # ---- functions

    def _straight(self, number: int, *, play: bool) -> Node:
        self.play = play
        procedure = self.program.procedures[number]
        self.begin(in_frame=False)
        parameters = tuple(f"$v{i}" for i in range(procedure.parameters))
        body = self.block(procedure.body)
        entered = ("call", "$enter", const(number))
        return self.function(
            (
                f"$played_{number}" if play else f"$procedure_{number}",
                f";; {procedure.id}",
                *(("param", name, "i32") for name in parameters),
            ),
            [("block", "$fail", entered, *body, self.leave())],
            parameters,
        )

    def _segment(self, number: int, code: tuple[Code, ...], *, play: bool) -> Node:
        self.begin(in_frame=True)
        self.play = play
        self._chain = (number,) if play else ()
        self.locals["$f"] = "i32"
        name = f"$play_{number}" if play else f"$segment_{number}"
        body = self.block(code)
        return self.function(
            (name, ("param", "$f", "i32"), ("result", "i32")),
            [("block", "$fail", *body, ("unreachable",)), const(FAILED)],
            ("$f",),
        )

    # ---- ends of segments

    def end(self, name: str, a: list[Code]) -> list[Node]:
        """What ends a segment or a text."""
        match name:
            case "goto":
                return self.go(a[0])
            case "branch":
                return self.choice(a[0], self.go(a[1]), self.go(a[2]))
            case "possible":
                possible = self.local("possible")
                tried = ("call", "$possible", const(a[0]))  # type: ignore[arg-type]
                chosen = self._if(get(possible), self.go(a[1]), self.go(a[2]))
                return [set_(possible, tried), self.checked(), chosen]
            case "jump":
                return self._jump(a[0], a[1], a[2])
            case "ask":
                return self._ask(a[0], a[1])
            case "call" | "tail":
                return self._call(name, a)
            case "next":
                return self.next_round(a)
            case "return":
                return self._return()
        raise AssertionError(name)

    def _jump(self, value: Code, cases: Code, otherwise: Code) -> list[Node]:
        """Goes on as a number says."""
        assert isinstance(cases, tuple)
        targets = dict(cases)
        if len(targets) < FEW_CASES or max(targets) - min(targets) > MOST_CASES:
            key = self.local("key")
            made = [self._if(("i32.eq", get(key), const(n)), self.go(segment), []) for n, segment in cases]
            return [set_(key, self.value(value)), *made, *self.go(otherwise)]
        first, default = min(targets), self.label("default")
        labels = {number: self.label("case") for number in targets}
        table = [labels.get(number, default) for number in range(first, max(targets) + 1)]
        made = [("br_table", *table, default, plus(self.value(value), const(-first)))]
        for number, segment in targets.items():
            made = [("block", labels[number], *made), *self.go(segment)]
        return [("block", default, *made), *self.go(otherwise)]

    def _ask(self, decision: Code, seat: Code) -> list[Node]:
        """Somebody must choose. A game that is played out goes on with a pick right away."""
        assert isinstance(decision, int)
        noted = self._noted(decision, seat)
        if not self._chain:
            return [*noted, *self._back(ASKED)]
        stops = ("i32.ge_s", ("global.get", "$decisions"), ("global.get", "$last"))
        stream: Node = ("call", "$stream_of", at(SEAT))
        number, again = self.again
        on: tuple[Node, ...] = (("return_call", f"$pick_{decision}", get("$f"), stream),)
        if decision == number:
            on = (set_("$stream", stream), ("br", again))
        counted = ("call", "$next_decision", const(len(self._chain)))
        return [*noted, self._if(stops, self._back(ASKED), []), counted, *on]

    def _noted(self, decision: Code, seat: Code) -> list[Node]:
        """The state says who must choose, and what for."""
        assert isinstance(decision, int)
        return [store(const(SEAT), self.value(seat)), store(const(DECISION), const(decision + 1))]

    def _counted(self) -> Node:
        """Counts the segments that have run."""
        return ("global.set", "$steps", plus(("global.get", "$steps"), const(len(self._chain))))

    def _back(self, segment: Node | int) -> list[Node]:
        """This segment is done: returns the one to go on with."""
        target = const(segment) if isinstance(segment, int) else segment
        return [*([self._counted()] if self._chain else []), ("return", target)]

    def go(self, segment: Code) -> list[Node]:
        """Goes on with a segment: in play right here where it is small, else by a call that takes the place of this
        one; but a return where steps are soon to be added up."""
        assert isinstance(segment, int)
        code = self.program.segments[segment].code
        if not self._chain:
            return [("return", const(segment))]
        if segment in self._chain or len(self._chain) >= LONGEST or size(code) > LARGEST:
            soon = ("i32.gt_s", ("global.get", "$steps"), ("global.get", "$NEARLY_MOST_STEPS"))
            stop = self._if(soon, [("return", const(segment))], [])
            return [self._counted(), stop, ("return_call", f"$play_{segment}", get("$f"))]
        before = self._chain
        self._chain = (*before, segment)
        steps: list[Node] = [f";; segment {segment}", *self.block(code)]
        self._chain = before
        return steps

    def follow(self, segment: int) -> list[Node]:
        """Goes on in play with the segment that carries out an answer."""
        self.names, self.play, self.counting, self._chain = {}, True, True, (segment,)
        steps: list[Node] = [f";; segment {segment}", *self.block(self.program.segments[segment].code)]
        self.play, self.counting, self._chain = False, False, ()
        return steps

    def _return(self) -> list[Node]:
        if not self.in_frame:
            return [self.leave(), ("return",)]
        caller = self.local("caller")
        following = load(plus(get(caller), const(1)))
        return [
            set_(caller, ("i32.load", get("$f"))),
            ("global.set", "$top", at(FRAME)),
            store(const(FRAME), get(caller)),
            self.leave(),
            self._if(get(caller), self._back(following), []),
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
        steps.append(("global.set", "$top", plus(get(frame), size)))
        return [*steps, set_("$f", get(address)), *self.go(procedure.entry)]
