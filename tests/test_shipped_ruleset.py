"""Every shipped file says where its schema is, and every number where it comes from."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from imhotep.compile.ruleset import open_ruleset
from imhotep.document.nodes import Mapping
from imhotep.shipped import ruleset_ids

CHECKOUT = Path(__file__).parents[1]
FILES = sorted(p for folder in ("rulesets", "examples") for p in (CHECKOUT / folder).rglob("*.yaml"))


def test_there_are_files_of_all_three_kinds() -> None:
    assert len(FILES) > 20


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(CHECKOUT)))
def test_the_first_line_names_the_schema_for_editors(path: Path) -> None:
    found = re.fullmatch(r"# yaml-language-server: \$schema=(.+)", path.read_text(encoding="utf-8").split("\n")[0])
    assert found is not None
    assert (path.parent / found[1]).is_file()


def things(root: Mapping) -> Iterator[tuple[str, Mapping]]:
    """Everything that must say its source."""
    for section in ("numbers", "tables", "boards", "cards", "components", "kinds", "options", "actions"):
        inner = root.get(section)
        for entry in inner.entries if isinstance(inner, Mapping) else ():
            assert isinstance(entry.value, Mapping)
            yield f"{section}.{entry.key.text}", entry.value
            yield from things(entry.value)
            sides = entry.value.get("sides")
            for side in sides.entries if isinstance(sides, Mapping) else ():
                assert isinstance(side.value, Mapping)
                yield from things(side.value)


@pytest.mark.parametrize("id", ruleset_ids())
def test_everything_says_where_it_comes_from(id: str) -> None:
    found = list(things(open_ruleset(id).composed.root))
    assert len(found) > 60
    assert [path for path, thing in found if thing.get("source") is None] == []
