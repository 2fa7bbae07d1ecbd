"""`imhotep list`: the rulesets that come with the package, and what a table may choose in them."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from imhotep.cli.choices import output_format
from imhotep.cli.output import say, say_json, visible
from imhotep.dataclass import dataclass
from imhotep.shipped import examples_folder, ruleset_ids

if TYPE_CHECKING:
    from imhotep.compile.ruleset import Ruleset
    from imhotep.document.nodes import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class _Switch:
    """An option of a table: what it may be set to, and what it is otherwise."""

    id: str
    values: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shipped:
    """What is told about a ruleset."""

    id: str
    title: str
    players: tuple[int, int]
    seats: tuple[str, ...]
    sides: dict[str, tuple[str, ...]]
    options: tuple[_Switch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Example:
    """A variant that comes with a checkout."""

    file: str
    title: str


@click.command("list", short_help="List the rulesets and what may be chosen.")
@output_format
def list_rulesets(*, form: str) -> int:
    """Tell which rulesets there are, with their boards, options and seats."""
    from imhotep.compile.ruleset import open_ruleset

    rulesets = [_described(open_ruleset(id)) for id in ruleset_ids()]
    examples = _examples()
    if form == "json":
        say_json({"rulesets": [asdict(each) for each in rulesets], "examples": [asdict(e) for e in examples]})
        return 0
    say("\n\n".join(visible(_text(each)) for each in rulesets))
    if examples:
        say("\nexample variants:\n" + "\n".join(visible(f"  {each.file}  {each.title}") for each in examples))
    return 0


def _described(ruleset: "Ruleset") -> _Shipped:
    from imhotep.explain.options import switches
    from imhotep.explain.wording import english

    root = ruleset.composed.root
    return _Shipped(
        id=ruleset.id,
        title=english(ruleset.composed.title) or ruleset.id,
        players=(ruleset.players[0], ruleset.players[-1]),
        seats=_keys(root.get("seats")),
        sides={board: sides for board, sides in ruleset.sides.items() if sides},
        options=tuple(
            _Switch(id=each.id, values=tuple(id for id, _ in each.values), default=each.default)
            for each in switches(root)
        ),
    )


def _text(ruleset: _Shipped) -> str:
    least, most = ruleset.players
    lines = [
        f"{ruleset.id}: {ruleset.title}",
        f"  players  {least}" if least == most else f"  players  {least} to {most}",
        f"  seats    {', '.join(ruleset.seats)}",
    ]
    lines += _column("sides", [f"{board}: {', '.join(sides)}" for board, sides in ruleset.sides.items()])
    lines += _column("options", [f"{o.id}: {o.default} ({', '.join(o.values)})" for o in ruleset.options])
    return "\n".join(lines)


def _column(head: str, entries: list[str]) -> list[str]:
    return [f"  {head if i == 0 else '':<8} {entry}" for i, entry in enumerate(entries)]


def _keys(node: "Node | None") -> tuple[str, ...]:
    from imhotep.document.nodes import Mapping

    return tuple(entry.key.text for entry in node.entries) if isinstance(node, Mapping) else ()


def _examples() -> tuple[_Example, ...]:
    """The variants among the examples of a checkout, by their path from its top folder."""
    folder = examples_folder()
    if folder is None:
        return ()
    files = sorted(path for path in folder.rglob("*.yaml") if not path.name.endswith(".scenarios.yaml"))
    return tuple(_variants(files, folder.parent))


def _variants(files: list[Path], folder: Path) -> Iterator[_Example]:
    from imhotep.document.composer import compose
    from imhotep.document.nodes import Mapping
    from imhotep.document.source import read
    from imhotep.explain.wording import english

    for path in files:
        name = path.relative_to(folder).as_posix()
        source, _ = read(path, name)
        root = compose(source)[0] if source is not None else None
        if isinstance(root, Mapping) and root.get("extends") is not None:
            yield _Example(file=name, title=english(root.get("title")))
