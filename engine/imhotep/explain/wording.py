"""What players read."""

from imhotep.document.nodes import Mapping, Node, Scalar


def english(text: Node | None) -> str:
    """A text for players, in English."""
    found = text.get("en") if isinstance(text, Mapping) else text
    return found.text if isinstance(found, Scalar) else ""
