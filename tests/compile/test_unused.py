"""What nothing uses and what does not add up is warned about, once, where it stands; nothing else is."""

import re
from pathlib import Path

import imhotep
from imhotep.compile.unused import _NOUNS

PACKAGE = Path(__file__).parents[2] / "engine" / "imhotep"
EXPECTED = re.compile(r"# (U\d{3}): (.*)")
RULESET = (Path(__file__).parent / "unused.yaml").read_text(encoding="utf-8")


def test_each_warning_stands_at_its_place_and_nothing_else_is_warned_about() -> None:
    ruleset, found = imhotep.validate("tiny", files={"tiny/ruleset.yaml": RULESET})
    assert ruleset is not None, [f"{d.span}: {d.message}" for d in found]
    expected = [
        (number, code, message.strip())
        for number, line in enumerate(RULESET.splitlines(), 1)
        for code, message in EXPECTED.findall(line)
    ]
    assert sorted((d.span.start.line, d.code, d.message) for d in found if d.span) == sorted(expected)


def test_every_code_has_an_example() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    assert set(re.findall(r'"(U\d{3})"', sources)) == {code for code, _ in EXPECTED.findall(RULESET)}
    assert all(f"the {noun} `" in RULESET for section, noun in _NOUNS.items() if section not in ("options", "triggers"))


def test_what_a_variant_leaves_behind_is_warned_about(tmp_path: Path) -> None:
    variant = tmp_path / "v.yaml"
    variant.write_text("extends: imhotep\nremove: [cards.statue]\n", encoding="utf-8")
    found = imhotep.validate(str(variant))[1]
    assert [(d.code, d.message) for d in found] == [("U001", "the table `statue_points` is never used")]
