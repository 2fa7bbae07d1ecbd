"""Every diagnostic of the compiler, by examples: `faults/*.yaml` hold what is expected as a comment on the bad line.

A file that begins with `ruleset:` is a ruleset of its own, any other a variant.
"""

import re
from pathlib import Path

import pytest

import imhotep

FAULTS = Path(__file__).parent / "faults"
PACKAGE = Path(__file__).parents[2] / "engine" / "imhotep"
COMPILER = ("compile", "lowering", "meaning", "model")
EXPECTED = re.compile(r"# ([A-Z]\d{3}): (.*?)(?=\s+# [A-Z]\d{3}: |$)")


def expected(text: str) -> list[tuple[int, str, str]]:
    """The lines, codes and messages that the comments of a file promise."""
    return [
        (number, code, message)
        for number, line in enumerate(text.splitlines(), 1)
        for code, message in EXPECTED.findall(line)
    ]


def found(path: Path) -> list[imhotep.Diagnostic]:
    """What validating the file finds."""
    text = path.read_text(encoding="utf-8")
    if text.startswith("ruleset:"):
        return list(imhotep.validate("bare", files={"bare/ruleset.yaml": text})[1])
    return list(imhotep.validate(str(path))[1])


@pytest.mark.parametrize("path", sorted(FAULTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_each_fault_is_reported_once_on_its_line_and_nothing_else_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("imhotep.diagnostics", "imhotep.fixing.settling"):
        monkeypatch.setattr(f"{module}.MOST_TOLD", 1000)  # a file may hold more than a designer would want to read
    told = []
    for diagnostic in found(path):
        assert diagnostic.span is not None
        assert Path(diagnostic.span.file).name in (path.name, "ruleset.yaml")
        told.append((diagnostic.span.start.line, diagnostic.code, diagnostic.message))
    assert sorted(told) == sorted(expected(path.read_text(encoding="utf-8")))


def test_every_code_of_the_compiler_has_an_example() -> None:
    sources = [path for part in COMPILER for path in sorted((PACKAGE / part).glob("*.py"))]
    codes = {code for path in sources for code in re.findall(r'"([MNP]\d{3})"', path.read_text(encoding="utf-8"))}
    assert codes
    shown = {code for path in FAULTS.glob("*.yaml") for _, code, _ in expected(path.read_text(encoding="utf-8"))}
    assert codes - shown == set()


def test_messages_are_written_in_one_style() -> None:
    for path in FAULTS.glob("*.yaml"):
        for _, _, message in expected(path.read_text(encoding="utf-8")):
            assert message[0] in "`" or message[0].islower()
            assert not message.endswith(".")
