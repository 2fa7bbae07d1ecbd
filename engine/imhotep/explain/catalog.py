"""What each diagnostic code means, with an example of the fault and the same example mended; makes docs/diagnostics.md.

The explanations are data: `codes/*.yaml`, a file for each first letter. A bad and a good example are one text each, or
a map of several files, of which the first is the one to validate. A text is

- a file, a variant of the meadow (`codes/meadow.yaml`) or a whole ruleset, or what the file's name says,
- the `do:` of a rule of the meadow, where the code says `effect: true`,
- a command, where it begins with `imhotep`.

`<<tab>>`, `<<byte FF>>`, `<<link to PATH>>` and `<<3 x TEXT>>` (that text three times; `#` in it counts) stand for what
cannot be printed well. `severity` is that of warnings, `options` are more words for `imhotep validate`, and `also` are
codes of faults that cannot but come with the fault.

After a change, `python -m imhotep.explain.catalog docs/diagnostics.md` writes the page.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Severity
from imhotep.document.composer import compose
from imhotep.document.nodes import Mapping, Node, Scalar, Sequence
from imhotep.document.source import read

Files: TypeAlias = tuple[tuple[str, str], ...]

LETTERS: Final = {
    "Y": "how a file is written",
    "S": "keys and values",
    "V": "variants, and the files of a ruleset",
    "F": "references to files",
    "L": "how an effect is written",
    "M": "what a ruleset declares",
    "N": "names and types in effects",
    "P": "what can be foreseen",
    "T": "languages, with `--texts LANGUAGE`",
    "U": "what is unused or does not add up",
    "E": "experiments",
    "B": "players that follow lists",
    "D": "what only play can tell, with `--deep N`",
}
"""The first letters of codes, and what such codes are about."""

MEADOW: Final = "meadow"
"""The game of the examples."""

_RECIPE: Final = re.compile(r"<<(tab|byte|link to|\d+ x)\b")
_FOLDER: Final = Path(__file__).parent / "codes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What is told about a code. Examples are files by name, or one text without a name."""

    code: str
    title: str
    cause: str
    bad: Files
    good: Files
    severity: Severity = Severity.ERROR
    is_effect: bool = False
    options: str = ""
    also: tuple[str, ...] = ()

    @property
    def is_on_base(self) -> bool:
        """Whether its examples build on the meadow."""
        return self.is_effect or any(MEADOW in name + text for name, text in (*self.bad, *self.good))


def explanations() -> tuple[Explanation, ...]:
    """All of them, by letter and number."""
    return tuple(
        _explanation(entry.key.text, entry.value)
        for letter in LETTERS
        for entry in _file(letter).entries
        if isinstance(entry.value, Mapping)
    )


def meadow() -> str:
    """The ruleset that examples build on."""
    return (_FOLDER / f"{MEADOW}.yaml").read_text(encoding="utf-8")


def _file(name: str) -> Mapping:
    source, faults = read(_FOLDER / f"{name}.yaml", f"{name}.yaml")
    root, found = (None, ()) if source is None else compose(source)
    assert isinstance(root, Mapping) and not faults and not found, (*faults, *found)
    return root


def _explanation(code: str, said: Mapping) -> Explanation:
    also = said.get("also")
    return Explanation(
        code=code,
        title=_text(said.get("title")),
        cause=_text(said.get("cause")),
        bad=_files(said.get("bad")),
        good=_files(said.get("good")),
        severity=Severity(_text(said.get("severity")) or Severity.ERROR),
        is_effect=said.get("effect") is not None,
        options=_text(said.get("options")),
        also=tuple(_text(item) for item in also.items) if isinstance(also, Sequence) else (),
    )


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _files(node: Node | None) -> Files:
    if isinstance(node, Mapping):
        return tuple((entry.key.text, _text(entry.value)) for entry in node.entries)
    return (("", _text(node)),)


def remarks(explanation: Explanation) -> Iterator[str]:
    """What is to be known about its examples, in sentences."""
    if explanation.is_effect:
        yield f"The examples are effects of a rule of the {MEADOW} that waits for `evening`."
    if any(_RECIPE.search(name + text) for name, text in (*explanation.bad, *explanation.good)):
        yield "What stands between `<<` and `>>` tells of what cannot be printed well."
    if explanation.options:
        yield f"The examples are checked with `{explanation.options}`."
    if explanation.also:
        yield f"In the wrong example, {' and '.join(explanation.also)} come with it."


def page() -> str:
    """The page on all diagnostics."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield _HEAD
    found = explanations()
    for letter, subject in LETTERS.items():
        yield f"## {letter}: {subject}\n"
        for each in found:
            if each.code.startswith(letter):
                warning = " (a warning)" if each.severity is Severity.WARNING else ""
                yield f"### {each.code}: {each.title}{warning}\n"
                yield " ".join([each.cause, *remarks(each)]) + "\n"
                yield from _shown("Wrong", each.bad)
                yield from _shown("Right", each.good)
    yield f"## The meadow\n\n```yaml\n{meadow()}```\n"


def _shown(head: str, files: Files) -> Iterator[str]:
    for name, text in files:
        yield f"{head}, `{name}`:" if name else f"{head}:"
        yield f"```\n{text}```\n"


_HEAD: Final = """\
# Diagnostics

What each code means, with an example of the fault and the same example mended. `imhotep explain CODE` prints the
same, and every example is run by a test. (After a change of `engine/imhotep/explain/codes`:
`python -m imhotep.explain.catalog docs/diagnostics.md` writes this page.)

Most examples are variants of a small game, [the meadow](#the-meadow); `imhotep explain --base` prints it. What cannot
be printed well stands between `<<` and `>>`: a tab, a byte, a link, or how often a text is repeated.
"""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
