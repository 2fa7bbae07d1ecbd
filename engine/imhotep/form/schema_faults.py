"""Turns what the schemas find into diagnostics: at the key or value, in a designer's words, one for each mistake."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, cast

from imhotep.dataclass import dataclass
from imhotep.diagnostics import MOST_TOLD, Diagnostic, Span, nearest, respell, suggestion
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.document.scalars import boolean_hint, number_hint, resolve
from imhotep.form.partial import Json, Schema
from imhotep.form.rewriting import rewritten, spaced, unspaced

Path: TypeAlias = tuple[str | int, ...]

TYPES: Final = {
    "integer": "a whole number",
    "boolean": "yes or no",
    "string": "a text",
    "array": "a list",
    "object": "a map",
}
DECIMAL: Final = "^-?[0-9]+([.][0-9]+)?$"
PATTERNS: Final = {
    "^[A-Za-z][A-Za-z0-9_]*$": "letters, digits and `_`, beginning with a letter",
    "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)*$": "the id of a decision, such as `build.place`",
    "^[a-z][a-z0-9_-]*$": "small letters, digits, `-` and `_`, beginning with a letter",
    "^[A-Za-z0-9][A-Za-z0-9_-]*$": "letters, digits, `-` and `_`, beginning with a letter or digit",
    "^[A-Za-z0-9_]+$": "a number, or letters, digits and `_`",
    "^[a-z]{2}(-[A-Z]{2})?$": "a language such as `en` or `pt-BR`",
    "^(0|-?[1-9][0-9]*)$": "a whole number in plain digits",
    "^[1-9][0-9]?$": "a number of players such as `3`",
    "^[^=]+$": "a path or name without `=`, such as `areas.pond.capacity`",
    DECIMAL: "a number such as `2` or `0.5`",
    "^(own )?[A-Za-z][A-Za-z0-9_]*$": "a family, or `own` and a family",
}
"""What each pattern of the schemas asks for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing a schema objects to: where, which keyword, what it wants, and the schema that says so.

    `around` holds the keys known beside the value if it is one of a map that is open for more.
    """

    path: Path
    keyword: str
    wanted: Json
    schema: Schema
    around: frozenset[str] = frozenset()


def diagnose(root: Node, faults: list[Fault]) -> tuple[Diagnostic, ...]:
    """The diagnostics for all faults of one value, in the order of their places.

    Keys that are not known may be those that are too many, so they alone are told.
    """
    with_unknown = {fault.path for fault in faults if fault.keyword == "additionalProperties"}
    found = []
    by_map: dict[Path, list[Fault]] = {}
    for fault in faults:
        if fault.keyword in ("additionalProperties", "required", "anyOf"):
            by_map.setdefault(fault.path, []).append(fault)
        elif fault.keyword != "maxProperties" or fault.path not in with_unknown:
            found.append(_value(_Place.find(root, fault.path), fault))
    for path, group in by_map.items():
        found.extend(_keys(_Place.find(root, path), group))
    return tuple(sorted(dict.fromkeys(found), key=lambda d: (d.span is None, d.span, d.message)))


@dataclass(frozen=True, slots=True)
class _Place:
    """A value, its key if it has one, and what to call it."""

    node: Node
    key: Scalar | None
    subject: str

    @staticmethod
    def find(root: Node, path: Path) -> "_Place":
        node, key, subject = root, None, "the file"
        for step in path:
            if isinstance(node, Mapping):
                entry = cast(Entry, node.entry(str(step)))
                node, key, subject = entry.value, entry.key, f"`{step}`"
            elif isinstance(node, Sequence):
                node, key, subject = node.items[int(step)], None, f"item {int(step) + 1} of {subject}"
        return _Place(node, key, subject)

    @property
    def head(self) -> Span:
        """The key, or the value if it has none; of a whole file only its beginning."""
        if self.key is not None:
            return self.key.span
        span = self.node.span
        return Span(span.file, span.start, span.start) if self.subject == "the file" else span


def _keys(place: _Place, faults: list[Fault]) -> Iterator[Diagnostic]:
    """The faults in the keys of one map. A key under another name is one mistake: unknown, but not missing, too."""
    here = cast(Mapping, place.node)
    missing = list(dict.fromkeys(names for fault in faults for names in _missing(here, fault)))
    unknown = [(key, fault) for fault in faults for key in _unknown(here, fault)]
    for key, fault in unknown[: MOST_TOLD + 1]:
        names = next((names for names in missing if nearest(key.text, names)), None)
        if names is None and len(missing) == len(unknown) == 1:
            names = missing[0]
        if names is not None:
            missing.remove(names)
            meant = nearest(key.text, names)
            yield _unknown_key(key, f"did you mean `{meant}`?" if meant else f"{_either(names)} is due here", names)
        elif known := _properties(fault.schema):
            free = known - {e.key.text for e in here.entries}
            yield _unknown_key(key, suggestion(key.text, free or known), free)
        else:
            due = PATTERNS[next(iter(_patterns(fault.schema)))]
            message = f"`{key.text}` cannot be a key of {place.subject}"
            help, fix = number_hint(key.text) or f"write {due}", rewritten(key, ["integer"])
            yield Diagnostic(code="S007", message=message, span=key.span, help=help, fix=fix)
    if missing:
        names_due = " and ".join(_either(names) for names in missing)
        yield Diagnostic(code="S004", message=f"{place.subject} lacks {names_due}", span=place.head)


def _unknown_key(key: Scalar, help: str | None, known: Iterable[str]) -> Diagnostic:
    fix = respell(key.text, key.span, known)
    return Diagnostic(code="S001", message=f"unknown key `{key.text}`", span=key.span, help=help, fix=fix)


def _missing(here: Mapping, fault: Fault) -> Iterator[tuple[str, ...]]:
    """Each missing key, with those that would do in its place."""
    if fault.keyword == "required":
        yield from ((name,) for name in cast(list[str], fault.wanted) if here.entry(name) is None)
    elif fault.keyword == "anyOf":
        yield tuple(name for part in cast(list[dict[str, list[str]]], fault.wanted) for name in part["required"])


def _unknown(here: Mapping, fault: Fault) -> list[Scalar]:
    if fault.keyword != "additionalProperties":
        return []
    known, patterns = _properties(fault.schema), _patterns(fault.schema)
    keys = (entry.key for entry in here.entries if entry.key.text not in known)
    return [key for key in keys if not any(re.search(pattern, key.text) for pattern in patterns)]


def _properties(schema: Schema) -> frozenset[str]:
    return frozenset(cast(Schema, schema.get("properties", {})))


def _patterns(schema: Schema) -> frozenset[str]:
    return frozenset(cast(Schema, schema.get("patternProperties", {})))


def _value(place: _Place, fault: Fault) -> Diagnostic:
    """The fault of one value."""
    span, subject, found = place.node.span, place.subject, _found(place.node)
    match fault.keyword:
        case "type":
            return _wrong_type(place, fault)
        case "enum" if isinstance(place.node, Scalar) and place.node.text:
            allowed = [str(value) for value in cast(list[Json], fault.wanted)]
            near = nearest(place.node.text, allowed)
            help = (f"did you mean `{near}`? " if near else "") + "allowed: " + _listed(allowed)
            message, fix = f"unknown value `{place.node.text}` for {subject}", respell(place.node.text, span, allowed)
            return Diagnostic(code="S003", message=message, span=span, help=help, fix=fix)
        case "enum":
            allowed = [str(value) for value in cast(list[Json], fault.wanted)]
            return Diagnostic(
                code="S002", message=f"{subject} must be one of {_listed(allowed)}, not {found}", span=span
            )
        case "not":
            message = f"{subject} cannot stand here: {fault.schema['description']}"
            return Diagnostic(code="S005", message=message, span=place.head)
        case "minimum" | "maximum":
            bound = "at least" if fault.keyword == "minimum" else "at most"
            return Diagnostic(code="S006", message=f"{subject} must be {bound} {fault.wanted}, not {found}", span=span)
        case "pattern":
            return _malformed(place, fault)
        case "uniqueItems":
            return Diagnostic(code="S009", message=f"{subject} holds the same item twice", span=span)
        case "maxProperties":
            entries = "entry" if fault.wanted == 1 else "entries"
            return Diagnostic(code="S008", message=f"{subject} may have only {fault.wanted} {entries}", span=place.head)
        case _:  # minItems and minProperties, which are 1 wherever they are used
            return Diagnostic(code="S008", message=f"{subject} is empty", span=place.head)


def _wrong_type(place: _Place, fault: Fault) -> Diagnostic:
    node, types = place.node, _types(fault.schema)
    if not isinstance(node, Scalar) and place.key is not None and nearest(place.key.text, fault.around):
        return _unknown_key(place.key, suggestion(place.key.text, fault.around), fault.around)
    due = [TYPES[name] for name in types]
    message = f"{place.subject} must be {_or(due)}, not {_found(node)}"
    help, fix = _help(node, types, fault.schema), rewritten(node, types) or spaced(node, fault.schema)
    return Diagnostic(code="S002", message=message, span=node.span, help=help, fix=fix)


def _help(node: Node, types: list[str], schema: Schema) -> str | None:
    """What to write instead of a value of another type, where that can be told."""
    if isinstance(node, Scalar) and (entry := unspaced(node, schema)) is not None:
        return f"write `{entry[0]}`"
    if types == ["array"] and isinstance(node, Scalar) and node.text.startswith("-"):
        return "put a space after each `-`"
    if types == ["boolean"]:
        said = boolean_hint(node.text) if isinstance(node, Scalar) else None
        return said or "write `true` or `false`"
    if "integer" in types and isinstance(node, Scalar) and isinstance(node.value, str):
        return _number_help(node)
    for example in cast(list[Json], schema.get("examples", [])):
        return f"write it like `{_flow(example)}`"
    if "string" in types and isinstance(node, Scalar) and node.value is not None:
        return f'write `"{node.text}"` for the text'
    return None


def _number_help(text: Scalar) -> str | None:
    if text.style in ("single", "double") and isinstance(resolve(text.text), int):
        return f"write `{text.text}` without quotes"
    return number_hint(text.text)


def _malformed(place: _Place, fault: Fault) -> Diagnostic:
    text = cast(Scalar, place.node).text
    due = PATTERNS[str(fault.wanted)]
    if fault.wanted == DECIMAL:
        help = f"write {due}"
    else:
        if "integer" in _types(fault.schema):
            due = f"a whole number, or a name: {due}"
        help = _number_help(cast(Scalar, place.node)) or f"write {due}"
    message, fix = f"`{text}` cannot be the value of {place.subject}", rewritten(place.node, _types(fault.schema))
    return Diagnostic(code="S007", message=message, span=place.node.span, help=help, fix=fix)


def _types(schema: Schema) -> list[str]:
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else [str(name) for name in cast(list[Json], types)]


def _found(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a map"
    if isinstance(node, Sequence):
        return "a list"
    if node.value is None:
        return "nothing"
    line = node.text.partition("\n")[0]
    shown = f"`{line if len(line) <= 40 else line[:39] + '…'}`"
    if isinstance(node.value, bool):
        return f"the yes or no {shown}"
    return f"the number {shown}" if isinstance(node.value, int) else f"the text {shown}"


def _flow(value: Json) -> str:
    """A small value as it stands in a file."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _either(names: tuple[str, ...]) -> str:
    return _or([f"`{name}`" for name in names])


def _or(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
