"""How a single value is written as one of another type, where there is only one way to mean it."""

from collections.abc import Collection

from imhotep.diagnostics import Fix, rewrite
from imhotep.document.nodes import Node, Scalar
from imhotep.document.scalars import meant_number, resolve, said


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


def _as_number(scalar: Scalar) -> Fix | None:
    if scalar.style in ("single", "double") and isinstance(resolve(scalar.text), int):
        return rewrite(scalar.span, scalar.text, safe=True, title=f"write `{scalar.text}` without quotes")
    meant = meant_number(scalar.text)
    return None if meant is None else rewrite(scalar.span, meant[0], safe=meant[1])
