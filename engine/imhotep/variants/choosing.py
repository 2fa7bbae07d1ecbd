"""The sides and option values that variants and a command line choose, held against what the ruleset knows."""

from collections.abc import Collection, Iterable
from collections.abc import Mapping as Table
from dataclasses import replace
from typing import Literal, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Fix, Related, respell, rewrite, suggestion
from imhotep.document.nodes import Entry, Mapping, Node, Scalar
from imhotep.document.scalars import meant_number, resolve, said
from imhotep.variants.canonical import canonical
from imhotep.variants.overlay_faults import fixed_otherwise, overruled
from imhotep.variants.settings import word

Subject: TypeAlias = Literal["sides", "options"]
Choices: TypeAlias = tuple[tuple[str, Scalar], ...]

_SECTION = {"sides": "boards", "options": "options"}
_NOUN = {"sides": "board", "options": "option"}
_YES_NO = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Wish:
    """What one variant says under `sides:` or `options:`. It may overrule the files that it builds on."""

    said: Mapping
    builds_on: Collection[str]


def choose(
    subject: Subject, root: Mapping, wishes: Iterable[Wish], arguments: Table[str, str]
) -> tuple[Choices, tuple[Diagnostic, ...]]:
    """What is chosen in the end: a later wish wins over an earlier one, and an argument over all."""
    chosen: dict[str, Entry] = {}
    diagnostics: list[Diagnostic] = []
    for wish in wishes:
        for entry in wish.said.entries:
            name = entry.key.text
            fault = _fault(subject, root, name, entry.key, entry.value)
            before = chosen.get(name)
            if fault is not None:
                diagnostics.append(fault)
            elif before is not None and not _agree(before, entry) and before.key.span.file not in wish.builds_on:
                diagnostics.append(overruled((subject, name), entry.key.span, before.key.span, removed=False))
            chosen[name] = entry
    for name, text in arguments.items():
        file = f"--{subject[:-1]} {name}={text}"
        key, value = word(file, name, 0), word(file, text, len(name) + 1)
        if _is_yes_no(root, subject, name):
            value = replace(value, value=_YES_NO.get(value.text, value.value))
        fault = _fault(subject, root, name, key, value)
        given, before = Entry(key, value), chosen.get(name)
        if fault is not None:
            diagnostics.append(fault)
        elif before is not None and not _agree(before, given):
            diagnostics.append(fixed_otherwise(before, given))
        chosen[name] = given
    choices = tuple((name, entry.value) for name, entry in chosen.items() if isinstance(entry.value, Scalar))
    return choices, tuple(diagnostics)


def _agree(one: Entry, other: Entry) -> bool:
    return canonical(one.value) == canonical(other.value)


def _thing(root: Mapping, subject: Subject, name: str) -> Mapping | None:
    section = root.get(_SECTION[subject])
    thing = section.get(name) if isinstance(section, Mapping) else None
    return thing if isinstance(thing, Mapping) else None


def _is_yes_no(root: Mapping, subject: Subject, name: str) -> bool:
    thing = _thing(root, subject, name)
    default = thing.get("default") if thing and subject == "options" else None
    return isinstance(default, Scalar) and isinstance(default.value, bool)


def _fault(subject: Subject, root: Mapping, name: str, key: Scalar, value: Node) -> Diagnostic | None:
    thing = _thing(root, subject, name)
    if thing is None:
        section = root.get(_SECTION[subject])
        names = [entry.key.text for entry in section.entries] if isinstance(section, Mapping) else []
        message = f"there is no {_NOUN[subject]} `{name}`"
        return Diagnostic(
            code="V011",
            message=message,
            span=key.span,
            help=suggestion(name, names),
            fix=respell(name, key.span, names),
        )
    if not isinstance(value, Scalar):
        return None
    if subject == "sides":
        return _side_fault(name, thing, value)
    return _option_fault(name, thing, value)


def _side_fault(name: str, board: Mapping, value: Scalar) -> Diagnostic | None:
    sides = board.get("sides")
    names = [entry.key.text for entry in sides.entries] if isinstance(sides, Mapping) else []
    if value.text in names:
        return None
    message = f"`{name}` has no side `{value.text}`" if names else f"`{name}` has only one side, without a name"
    related = (Related(board.span, f"`{name}` stands here"),)
    help, fix = suggestion(value.text, names), respell(value.text, value.span, names)
    return Diagnostic(code="V012", message=message, span=value.span, related=related, help=help, fix=fix)


def _option_fault(name: str, option: Mapping, value: Scalar) -> Diagnostic | None:
    default, values = option.get("default"), option.get("values")
    help: str | None = None
    fix: Fix | None = None
    if isinstance(values, Mapping):
        names = [entry.key.text for entry in values.entries]
        if value.text in names:
            return None
        message = f"`{name}` cannot be `{value.text}`"
        help, fix = suggestion(value.text, names), respell(value.text, value.span, names)
    elif isinstance(default, Scalar) and isinstance(default.value, bool):
        if isinstance(value.value, bool):
            return None
        message = f"`{name}` is yes or no, not `{value.text}`"
        help = "write `true` or `false`"
        if value.style == "plain" and (meant := said(value.text)) is not None:
            fix = rewrite(value.span, meant, safe=True)
    else:
        least, most = _bound(option, "least"), _bound(option, "most")
        number = value.value
        if isinstance(number, int) and not isinstance(number, bool) and _is_within(number, least, most):
            return None
        if isinstance(number, str) and value.style == "plain" and (plain := meant_number(value.text)) is not None:
            fix = rewrite(value.span, plain[0], safe=plain[1])
        if isinstance(number, str) and value.style != "plain" and isinstance(resolve(value.text or "~"), int):
            help, fix = f"write `{value.text}` without quotes", rewrite(value.span, value.text, safe=True)
        message = f"`{name}` is a whole number{_range(least, most)}, not `{value.text}`"
    related = (Related(option.span, f"`{name}` stands here"),)
    return Diagnostic(code="V013", message=message, span=value.span, related=related, help=help, fix=fix)


def _bound(option: Mapping, key: str) -> int | None:
    node = option.get(key)
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _is_within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or least <= number) and (most is None or number <= most)


def _range(least: int | None, most: int | None) -> str:
    if least is None:
        return "" if most is None else f" of at most {most}"
    return f" of at least {least}" if most is None else f" from {least} to {most}"
