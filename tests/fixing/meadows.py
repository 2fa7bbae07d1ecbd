"""The small ruleset `meadow` with a variant of it, both in memory: what is found in them, and how they are mended."""

from collections.abc import Mapping
from pathlib import Path

import imhotep
from imhotep.diagnostics import Diagnostic
from imhotep.document.source import Source
from imhotep.fixing.mending import Checked, Mended, mend

FOLDER = Path(__file__).parents[1] / "scenario" / "meadow"
MEADOW = (FOLDER / "ruleset.yaml").read_text(encoding="utf-8")
HEAD = "extends: meadow/ruleset.yaml\n"
PLACE = Path("v.yaml").absolute()


def found_in(variant: str) -> tuple[Diagnostic, ...]:
    """All that is wrong with a variant."""
    return imhotep.validate("v.yaml", files={"meadow/ruleset.yaml": MEADOW, "v.yaml": variant})[1]


def mended(variant: str, *, unsafe: bool = False) -> tuple[str, Mended]:
    """A variant after its fixes."""

    def check(texts: Mapping[Path, str]) -> Checked:
        text = texts.get(PLACE, variant)
        source = Source("v.yaml", text, path=PLACE)
        return Checked(found=found_in(text), sources=(source,), own=frozenset({"v.yaml"}))

    result = mend(check, unsafe=unsafe)
    return (result.changed[0][1] if result.changed else variant), result
