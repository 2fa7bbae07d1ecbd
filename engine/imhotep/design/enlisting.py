"""Makes rulesets ready for players that follow lists: conditions compiled, and every name held against the rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

from imhotep.compile.ruleset import Ruleset, open_ruleset
from imhotep.design.players import ORDERS, PlayerFile, WrittenWish, read_player, scalars, text
from imhotep.diagnostics import Diagnostic, Notes, has_errors
from imhotep.document.nodes import Scalar
from imhotep.errors import InvalidRulesetError
from imhotep.loading.library import Files
from imhotep.players.facts import NAME, NUMBER, Known, facts, number
from imhotep.players.specs import read_spec
from imhotep.program.lists import fits
from imhotep.program.program import Program


def read_players(texts: Iterable[str], files: Files | None = None) -> tuple[tuple[str, ...], tuple[PlayerFile, ...]]:
    """Players as games know them, and the lists that they follow; a list is named by the path of its file.

    Raises UsageError for what is no player, InvalidRulesetError or UnreadableError for a file that is no list.
    """
    names, lists = [], {}
    for each in texts:
        named = read_spec(each).name
        if named:
            file, found, _ = read_player(Path(named), files)
            if file is None:
                raise InvalidRulesetError(found)
            lists[file.followed.name] = file
            each = file.followed.name + each.removeprefix(named)
        names.append(each)
    return tuple(names), tuple(lists.values())


def enlist(ruleset: Ruleset, lists: Iterable[PlayerFile], players: int, files: Files | None = None) -> Ruleset:
    """The ruleset for games with that many players, some of whom follow these lists.

    A name that is not known here may be one of what the list is for. Raises InvalidRulesetError for all others.
    """
    distinct = {each.followed.name: each for each in lists}.values()
    if not distinct:
        return ruleset
    conditions = {name: scalar for each in distinct for name, scalar in each.conditions.items()}
    enlisted = replace(ruleset, lists=tuple(each.followed for each in distinct), conditions=conditions)
    try:
        program = enlisted.program(players)
    except InvalidRulesetError:
        _check_decides(distinct, ruleset, ruleset.program(players))
        raise
    _check_decides(distinct, ruleset, program)
    found: list[Diagnostic] = []
    for each in distinct:
        if _misspelt(each, [program]):
            found += _misspelt(each, [program, *_programs(each, files=files)])
    if found:
        raise InvalidRulesetError(tuple(found))
    return enlisted


def check_list(file: PlayerFile, **arguments: Any) -> tuple[Diagnostic, ...]:
    """What is wrong with a list, seen from all tables of what it is for; a condition is right if it is at one of them.

    `arguments` are more ones of `open_ruleset`. Raises InvalidRulesetError for rules with faults.
    """
    programs, faults = [], None
    for ruleset in _rulesets(file, arguments):
        enlisted = replace(ruleset, conditions=file.conditions)
        for players in ruleset.players:
            programs.append(ruleset.program(players))
            if faults != ():
                found = _faults(enlisted, players)
                faults = found if faults is None or not found else faults
    return (*(faults or ()), *_misspelt(file, programs))


def _faults(ruleset: Ruleset, players: int) -> tuple[Diagnostic, ...]:
    try:
        ruleset.program(players)
    except InvalidRulesetError as error:
        return tuple(each for each in error.diagnostics if has_errors([each]))
    return ()


def _programs(file: PlayerFile, **arguments: Any) -> Iterator[Program]:
    for ruleset in _rulesets(file, arguments):
        yield from (ruleset.program(players) for players in ruleset.players)


def _rulesets(file: PlayerFile, arguments: Mapping[str, Any]) -> Iterator[Ruleset]:
    """What a list is for, with all first sides, with all second sides, and so on."""
    target = file.target.as_posix()
    ruleset = open_ruleset(target, **arguments)
    chosen = {board: side.text for board, side in ruleset.composed.sides}
    for sides in ruleset.side_choices(chosen):
        yield open_ruleset(target, **{**arguments, "sides": sides})


def _check_decides(lists: Iterable[PlayerFile], ruleset: Ruleset, program: Program) -> None:
    """Refuse lists that are for another game altogether, before all that is strange in them is told."""
    message = f"this list decides nothing in `{ruleset.id}`"
    found = []
    for file in lists:
        patterns = [pattern for each in file.followed.entries for pattern in each.decisions]
        if not any(fits(pattern, point.id) for point in program.decisions for pattern in patterns):
            found.append(Diagnostic(code="B006", message=message, span=file.target_span))
    if found:
        raise InvalidRulesetError(tuple(found))


def _misspelt(file: PlayerFile, programs: Sequence[Program]) -> tuple[Diagnostic, ...]:
    """The names in a list that mean nothing in any of the programs."""
    notes = Notes()
    by_decision: dict[str, Known] = {}
    for program in programs:
        for point in program.decisions:
            ways = map(facts(program).known, point.ways)
            by_decision[point.id] = reduce(_joined, ways, by_decision.get(point.id, {}))
    ids, together = sorted(by_decision), dict[tuple[str, ...], Known]()
    for entry in file.entries:
        for node in entry.decisions:
            if not any(fits(node.text, id) for id in ids):
                notes.unknown("B001", "decision", node.text, node.span, ids)
        asked = tuple(id for id in ids if any(fits(node.text, id) for node in entry.decisions))
        if asked:
            if asked not in together:
                together[asked] = reduce(_joined, (by_decision[id] for id in asked))
            for wish in entry.wishes:
                _check_wish(wish, together[asked], notes)
    return notes.found


def _joined(one: Known, other: Known) -> Known:
    return {key: one.get(key, set()) | other.get(key, set()) for key in (*one, *other)}


def _check_wish(wish: WrittenWish, there: Known, notes: Notes) -> None:
    if wish.name is not None:
        _check_value(wish.name, there[NAME], "option", notes)
    named = set(there) - {NAME}
    for entry in wish.facts:
        if entry.key.text not in named:
            notes.unknown("B003", "fact", entry.key.text, entry.key.span, named | ORDERS)
            continue
        for node in scalars(entry.value):
            _check_value(node, there[entry.key.text], entry.key.text, notes)
    numbers = {fact for fact in named if any(each == NUMBER or number(each) is not None for each in there[fact])}
    for order in (wish.most, wish.least):
        if order is not None and order.text not in numbers:
            notes.unknown("B003", "number", order.text, order.span, numbers)


def _check_value(node: Scalar, values: set[str], what: str, notes: Notes) -> None:
    said = text(node)
    is_number = NUMBER in values and number(said) is not None
    if not is_number and not any(fits(said, value) for value in values):
        notes.unknown("B002", what, said, node.span, values - {NUMBER})
