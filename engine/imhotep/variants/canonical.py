"""One text for what a node says, without files, places or ways of writing. Equal texts mean equal content."""

import json

from imhotep.document.nodes import Mapping, Node, Scalar


def canonical(node: Node) -> str:
    """The content of a node as JSON: a map is a list of pairs, because the order of keys has a meaning."""
    return json.dumps(_plain(node), ensure_ascii=True, separators=(",", ":"))


def digest(node: Node) -> str:
    """The SHA-256 of the content of a node, in hexadecimal."""
    import hashlib  # which loads OpenSSL: only for those who ask

    return hashlib.sha256(canonical(node).encode("ascii")).hexdigest()


def _plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {"map": [[entry.key.text, _plain(entry.value)] for entry in node.entries]}
    return {"list": [_plain(item) for item in node.items]}
