"""What a table may choose: the options of a ruleset with their values, and what is chosen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from imhotep.dataclass import dataclass
from imhotep.document.nodes import Mapping, Node, Scalar
from imhotep.explain.sources import source_of
from imhotep.explain.wording import english

if TYPE_CHECKING:
    from imhotep.diagnostics import Span
    from imhotep.variants.choosing import Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """An option of a table.

    `values` are what it may be set to, each with what players read (often nothing); those of a number are one range.
    `chosen` is what holds here, `by` the place that chose it, None where it is the default.
    """

    id: str
    name: str
    values: tuple[tuple[str, str], ...]
    default: str
    chosen: str
    by: "Span | None"
    note: str
    confidence: str
    source_note: str


def switches(root: Mapping, chosen: "Choices" = ()) -> Iterator[Switch]:
    """The options of a ruleset; `chosen` are values by the ids of options."""
    section = root.get("options")
    for entry in section.entries if isinstance(section, Mapping) else ():
        if isinstance(entry.value, Mapping):
            yield _switch(entry.key.text, entry.value, dict(chosen).get(entry.key.text))


def _switch(id: str, option: Mapping, chosen: Scalar | None) -> Switch:
    default = _word(option.get("default"))
    confidence, note = source_of(option) or (None, None)
    return Switch(
        id=id,
        name=english(option.get("name")),
        values=tuple(_values(option, default)),
        default=default,
        chosen=default if chosen is None else _word(chosen),
        by=None if chosen is None else chosen.span,
        note=english(option.get("note")),
        confidence="" if confidence is None else confidence.text,
        source_note=english(note),
    )


def _values(option: Mapping, default: str) -> Iterator[tuple[str, str]]:
    named = option.get("values")
    if isinstance(named, Mapping):
        yield from ((entry.key.text, english(entry.value)) for entry in named.entries)
    elif default in ("true", "false"):
        yield from (("false", ""), ("true", ""))
    else:
        yield f"{_word(option.get('least'))} to {_word(option.get('most'))}", ""


def _word(value: Node | None) -> str:
    """A value as one writes it."""
    if not isinstance(value, Scalar):
        return "any"
    return str(value.value).lower() if isinstance(value.value, bool) else value.text
