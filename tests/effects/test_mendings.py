"""What mends a broken text, tried on all broken texts that are kept, however they are written in a file."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from imhotep.document.composer import compose
from imhotep.document.nodes import Mapping, Scalar
from imhotep.document.source import Source
from imhotep.effects.parser import Parsed, parse_choice, parse_effect, parse_formula, placed
from imhotep.fixing.edits import edited

Parse = Callable[[str], Parsed[object]]
PARSERS: dict[str, Parse] = {
    "effects": parse_effect,
    "formulas": parse_formula,
    "choices": parse_choice,
}
STYLES: dict[str, Callable[[str], str]] = {
    "literal": lambda text: "|2-\n" + "\n".join(f"    {line}" if line else "" for line in text.split("\n")),
    "double": lambda text: json.dumps(text, ensure_ascii=False),
    "single": lambda text: "'" + text.replace("'", "''").replace("\n", "\n\n") + "'",
    "plain": lambda text: text,
}


def bad_texts() -> Iterator[tuple[str, str]]:
    for kind in PARSERS:
        data = Path(__file__).with_name(f"bad_{kind}.txt").read_text(encoding="utf-8")
        yield from ((kind, re.sub(r" *#!.*", "", text).strip("\n")) for text in data.split("\n---\n"))


def read(file: str) -> Scalar | None:
    root, _ = compose(Source("a.yaml", file))
    value = root.get("do") if isinstance(root, Mapping) else None
    return value if isinstance(value, Scalar) else None


@pytest.mark.parametrize("style", STYLES)
def test_a_safe_mending_takes_its_fault_away_and_leaves_the_rest_as_it_is(style: str) -> None:
    tried = 0
    for kind, text in bad_texts():
        file = f"do: {STYLES[style](text)}\n"
        scalar = read(file)
        fault = next(iter(placed(scalar, PARSERS[kind](scalar.text).faults)), None) if scalar is not None else None
        if scalar is None or fault is None or fault.span is None or fault.fix is None:
            continue
        mended = read(edited(file, fault.fix.edits))
        assert mended is not None, file
        (edit,) = fault.fix.edits
        assert len(mended.text) - len(scalar.text) == len(edit.text) - (edit.span.end.offset - edit.span.start.offset)
        if fault.fix.safe:
            tried += 1
            left = placed(mended, PARSERS[kind](mended.text).faults)
            assert all(each.span and each.span.start.offset > fault.span.start.offset for each in left), (file, left)
    assert tried >= (1 if style == "plain" else 10)
