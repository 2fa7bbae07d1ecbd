"""Makes the fixes of what a check finds, and looks again; keeps only what makes no new error. Writes nothing.

A fix may bring to light what a fault hid: a text that could not be read to its end has no errors further down yet.
Such an error is not held against the fix. Any other new one is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Edit, Severity, Span
from imhotep.document.source import Source
from imhotep.fixing.edits import compatible, edited

MOST_ROUNDS: Final = 12
MOST_CHECKS: Final = 60
_STAGES: Final = {"Y": 0, "F": 1, "S": 2, "V": 2, "L": 3}  # what finds errors first; all other letters come last
_STOPPING: Final = "YL"  # here a text is read up to its first error only
_FORM: Final = "SV"  # here a value that is no value at all is not looked at further


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check found in which files; `own` are the names of those that may be changed."""

    found: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    own: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """What came of it: the faults that are mended, how many of the fixes were given up, and files with a new text."""

    done: tuple[Diagnostic, ...]
    given_up: int
    changed: tuple[tuple[Source, str], ...]


Texts: TypeAlias = Mapping[Path, str]
Check: TypeAlias = Callable[[Texts], Checked]


def mend(check: Check, *, unsafe: bool = False) -> Mended:
    """Make all safe fixes, and with `unsafe` the others, too; `check` looks at files with some texts in memory."""
    work = _Work(check, unsafe)
    for _ in range(MOST_ROUNDS):
        if not work.round():
            break
    return Mended(done=tuple(work.done), given_up=len(work.given_up), changed=tuple(work.changed()))


class _Work:
    def __init__(self, check: Check, unsafe: bool) -> None:
        self.check = check
        self.unsafe = unsafe
        self.checks = 1
        self.now = check({})
        self.before = self.now
        self.done: list[Diagnostic] = []
        self.given_up: set[tuple[object, ...]] = set()

    def round(self) -> bool:
        """Make all fixes that do not touch each other; whether anything was mended or given up."""
        wanted = self._wanted()
        if not wanted or self.checks >= MOST_CHECKS:
            return False
        after = self._tried(wanted)
        if after is None:
            after, wanted = self._one_by_one(wanted)
        if after is not None:
            self.now = after
            self.done += wanted
        return True

    def changed(self) -> Iterable[tuple[Source, str]]:
        """The files that read otherwise now, as they were, with their new text."""
        texts = {source.name: source.text for source in self.now.sources}
        for source in self.before.sources:
            text = texts.get(source.name, source.text)
            if source.path is not None and text != source.text:
                yield source, text

    def _wanted(self) -> list[Diagnostic]:
        """What has a fix that may be made, in its order, without those that touch an earlier one."""
        possible = [
            each
            for each in self.now.found
            if each.fix is not None
            and (each.fix.safe or self.unsafe)
            and {edit.span.file for edit in each.fix.edits} <= self.now.own
            and _key(each) not in self.given_up
        ]
        possible.sort(key=_order)
        taken = {id(fix) for fix in compatible(each.fix for each in possible if each.fix is not None)}
        return [each for each in possible if id(each.fix) in taken]

    def _one_by_one(self, wanted: list[Diagnostic]) -> tuple[Checked | None, list[Diagnostic]]:
        """Give up the fixes that make a new error by themselves. If none does, make the first alone."""
        first: Checked | None = None
        failed = False
        for each in wanted:
            after = self._tried([each]) if self.checks < MOST_CHECKS else None
            if after is None:
                self.given_up.add(_key(each))
                failed = True
            elif first is None:
                first = after
                wanted = [each, *(other for other in wanted if other is not each)]
        return (None, []) if failed or first is None else (first, wanted[:1])

    def _tried(self, wanted: list[Diagnostic]) -> Checked | None:
        """What is found after the fixes, or None if they make new errors or do not mend."""
        edits: dict[str, list[Edit]] = {}
        for each in wanted:
            for edit in _edits(each):
                edits.setdefault(edit.span.file, []).append(edit)
        sources = {source.name: source for source in self.now.sources if source.name in self.now.own}
        texts = {source.path: source.text for source in sources.values() if source.path is not None}
        for name, some in edits.items():
            path = sources[name].path if name in sources else None
            if path is None:
                return None
            texts[path] = edited(sources[name].text, some)
        self.checks += 1
        after = self.check(texts)
        return after if _is_better(self.now.found, after.found, wanted) else None


def _is_better(before: Iterable[Diagnostic], after: tuple[Diagnostic, ...], mended: Iterable[Diagnostic]) -> bool:
    """Whether what was mended is gone and every new error was only hidden before."""
    mended = list(mended)
    left = {_key(each) for each in after}
    if any(_key(each) in left for each in mended):
        return False
    errors = [each for each in mended if each.severity is Severity.ERROR]
    known = Counter(_name(each) for each in before if each.severity is Severity.ERROR)
    for each in after:
        if each.severity is Severity.ERROR:
            known[_name(each)] -= 1
            if known[_name(each)] < 0 and not any(_hid(error, each) for error in errors):
                return False
    return True


def _hid(mended: Diagnostic, new: Diagnostic) -> bool:
    """Whether an error can have been hidden by one that is mended now."""
    one, other = mended.code[0], new.code[0]
    first, second = _STAGES.get(one, len(_STAGES)), _STAGES.get(other, len(_STAGES))
    if one != other:
        return first <= second and one in _STAGES
    if mended.span is None or new.span is None or mended.span.file != new.span.file:
        return False
    steps = new.span.start.line - mended.span.start.line
    return steps == 0 if one in _FORM else steps >= 0 and one in _STOPPING


def _order(diagnostic: Diagnostic) -> tuple[bool, bool, Span]:
    """What is certain comes first, then errors, then what stands further up."""
    fix = diagnostic.fix
    assert fix is not None
    return not fix.safe, diagnostic.severity is not Severity.ERROR, fix.edits[0].span


def _edits(diagnostic: Diagnostic) -> tuple[Edit, ...]:
    return diagnostic.fix.edits if diagnostic.fix is not None else ()


def _name(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return (diagnostic.span.file if diagnostic.span else "", diagnostic.code, diagnostic.message)


def _key(diagnostic: Diagnostic) -> tuple[object, ...]:
    return (*_name(diagnostic), diagnostic.span.start.line if diagnostic.span else 0)
