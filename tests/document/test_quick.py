"""The quick way to read YAML gives the same events as the careful one, for our files and thousands of spoilt ones."""

from pathlib import Path
from random import Random

import pytest

from imhotep.document.events import Event
from imhotep.document.quick import quick_events
from imhotep.document.scanner import careful_events
from imhotep.document.syntax import Fault

CHECKOUT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("rulesets", "examples", "tests") for path in (CHECKOUT / folder).rglob("*.yaml")
)  # fmt: skip
LETTERS = "&*!% \n:-?[]{},#'\"|>x1~ab\\.@`é日=+\u00a0"


def careful(text: str) -> list[Event] | str:
    try:
        return list(careful_events(text))
    except Fault as fault:
        return fault.code


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def spoilt(text: str, random: Random) -> str:
    """A piece of a text with up to three changes."""
    middle = random.randrange(len(text) + 1)
    text = text[max(0, middle - 400) : middle + 400]
    for _ in range(random.randint(1, 3)):
        here = random.randrange(len(text) + 1)
        match random.randrange(4):
            case 0:
                text = text[:here] + random.choice(LETTERS) * random.randint(1, 2) + text[here:]
            case 1:
                text = text[:here] + text[here + random.randint(1, 4) :]
            case 2:
                there = random.randrange(len(text) + 1)
                text = text[:here] + text[there : there + 20] + text[here:]
            case _:
                text = text[:here] + "\n" + " " * random.randint(0, 8) + text[here:]
    return text


def same(texts: list[str]) -> int:
    """How many of the texts are read quickly, all as the careful parser reads them."""
    taken = 0
    for text in texts:
        events = quick_events(text)
        if events is not None:
            taken += 1
            assert events == careful(text), text
    return taken


def test_the_shipped_files_are_read_quickly_and_alike() -> None:
    texts = [read(path) for path in FILES if "rulesets/imhotep" in path.as_posix()]
    assert same(texts) == len(texts) > 15


def test_all_other_files_are_read_alike() -> None:
    texts = [read(path) for path in FILES]
    assert same(texts) > len(texts) / 2


def test_spoilt_texts_are_read_alike() -> None:
    random = Random(1)
    texts = [read(path) for path in FILES]
    assert same([spoilt(random.choice(texts), random) for _ in range(2000)]) > 200


@pytest.mark.long
def test_many_spoilt_texts_are_read_alike() -> None:
    random = Random(2)
    texts = [read(path) for path in FILES]
    assert same([spoilt(random.choice(texts), random) for _ in range(200_000)]) > 20_000
