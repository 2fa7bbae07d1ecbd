"""Lists of priorities that players follow, as plain data: they travel with the program of the games that are played."""

from typing import Final

from imhotep.dataclass import dataclass

PLAYER: Final = ".player.yaml"
"""How the name of the file of a list ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Which options are wanted: those with one of `names`, each of whose `facts` is one of some texts.

    `*` in a text stands for anything. Of these the ones with the `most`, then the `least` of a number, if one is named.
    """

    names: tuple[str, ...] = ()
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    most: str = ""
    least: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Priority:
    """An entry of a list: at which `decisions` what is wanted, the best first.

    `check` is the name of the program's formula that must hold; "" for none.
    """

    decisions: tuple[str, ...]
    check: str = ""
    wishes: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorityList:
    """A list under the `name` that players are called by; `fallback` is the player who decides what it leaves open."""

    name: str
    fallback: str
    entries: tuple[Priority, ...]


def fits(pattern: str, text: str) -> bool:
    """Whether a text is what a pattern says; `*` stands for anything."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == first
    *inner, last = rest
    if len(text) < len(first) + len(last) or not (text.startswith(first) and text.endswith(last)):
        return False
    at, end = len(first), len(text) - len(last)
    for part in inner:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
