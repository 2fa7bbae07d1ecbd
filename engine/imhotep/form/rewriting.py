"""How a single value is written as one of another type, where there is only one way to mean it."""

import re
from collections.abc import Collection
from typing import Final

from imhotep.diagnostics import Fix, rewrite
from imhotep.document.nodes import Node, Scalar
from imhotep.document.scalars import meant_number, resolve, said
from imhotep.form.partial import Schema

_ENTRY: Final = re.compile(r"([a-z_]+)(:?) *([^:\s][^:]*)")


def rewritten(node: Node, types: Collection[str]) -> Fix | None:
    """The fix for a value that is not of the types (JSON Schema's) that are due; None where its meaning is open."""
    if not isinstance(node, Scalar) or node.span.start.line != node.span.end.line:
        return None
    if "integer" in types and isinstance(node.value, str):
        return _as_number(node)
    if set(types) == {"boolean"} and node.style == "plain" and (meant := said(node.text)) is not None:
        return rewrite(node.span, meant, safe=True)
    if "string" in types and node.style == "plain" and isinstance(node.value, int):
        return rewrite(node.span, f'"{node.text}"', safe=True)
    return None


def unspaced(scalar: Scalar, schema: Schema) -> tuple[str, bool] | None:
    """The `key: value` that an unquoted text is meant to be where a map is due, and whether its colon is there.

    None where the text does not begin with one of the keys that the schema knows.
    """
    found = _ENTRY.fullmatch(scalar.text)
    properties = schema.get("properties", {})
    known = found is not None and isinstance(properties, dict) and found[1] in properties
    if found is None or not known or scalar.style != "plain":
        return None
    return f"{found[1]}: {found[3]}", bool(found[2])


def spaced(node: Node, schema: Schema) -> Fix | None:
    """The fix that writes such a text as an entry."""
    entry = unspaced(node, schema) if isinstance(node, Scalar) else None
    if entry is None or node.span.start.line != node.span.end.line:
        return None
    return rewrite(node.span, entry[0], safe=entry[1])


def _as_number(scalar: Scalar) -> Fix | None:
    if scalar.style in ("single", "double") and isinstance(resolve(scalar.text), int):
        return rewrite(scalar.span, scalar.text, safe=True, title=f"write `{scalar.text}` without quotes")
    meant = meant_number(scalar.text)
    return None if meant is None else rewrite(scalar.span, meant[0], safe=meant[1])
