"""The steps through a YAML document, whichever parser tells them."""

from typing import Final, Literal, NamedTuple, TypeAlias

from yaml import events as pyyaml

from imhotep.document.decoding import Decoded

DEEPEST: Final = 64
"""Brackets inside one another."""

MOST_NODES: Final = 10_000
"""Values in one file."""

Kind: TypeAlias = Literal["document", "scalar", "mapping", "sequence", "end", "alias"]
KINDS: Final[dict[type[pyyaml.Event], Kind]] = {
    pyyaml.DocumentStartEvent: "document",
    pyyaml.ScalarEvent: "scalar",
    pyyaml.MappingStartEvent: "mapping",
    pyyaml.SequenceStartEvent: "sequence",
    pyyaml.MappingEndEvent: "end",
    pyyaml.SequenceEndEvent: "end",
    pyyaml.AliasEvent: "alias",
}


class Event(NamedTuple):
    """One step through a document: a scalar or alias, the beginning of a map, list or document, or an end.

    `start` and `end` are offsets. `decoded` is None for a scalar of which nothing is written. A tuple, because there
    are thousands and nobody keeps them.
    """

    kind: Kind
    start: int
    end: int
    anchor: str | None
    flow: bool
    style: str | None
    decoded: Decoded | None
