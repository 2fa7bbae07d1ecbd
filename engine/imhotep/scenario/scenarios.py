"""Scenarios as they stand in their files: a position, what is done, and what is so afterwards. Runs nothing."""

from pathlib import Path
from typing import Final

from imhotep.dataclass import dataclass
from imhotep.diagnostics import Diagnostic, Span
from imhotep.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from imhotep.errors import UsageError
from imhotep.loading.library import Files, home, library_of
from imhotep.loading.project import SCENARIOS
from imhotep.loading.standing import read_standing

_SMALLEST: Final = "scenarios:\n  NAME:\n    then: [CONDITION]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """The answer to one decision: the id of an option and, where it is said, the seat that decides."""

    option: Scalar
    seat: Scalar | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What must be so afterwards. `what` is `formula` or a key such as `decision`."""

    what: str
    value: Node
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One example of play, with the defaults of its file filled in."""

    id: str
    file: str
    span: Span
    players: int | None
    seed: int
    sides: Mapping
    options: Mapping
    given: Scalar | None
    when: Scalar | None
    choose: tuple[Pick, ...]
    then: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFile:
    """The scenarios of one file. `target` is the ruleset or variant that it names under `for`."""

    file: str
    path: Path
    target: Path | None
    scenarios: tuple[Scenario, ...]


def read_scenarios(path: Path, files: Files | None = None) -> tuple[ScenarioFile | None, tuple[Diagnostic, ...]]:
    """The scenarios of a file; None beside an error. Raises UnreadableError if it cannot be read at all.

    `files` are texts by name that stand before those on the disk.
    """
    library = library_of(files)
    root, found, source = read_standing(library, path, "scenarios", _SMALLEST)
    if root is None or source is None:
        return None, found
    target, named = None, root.get("for")
    if isinstance(named, Scalar):
        target, faults = library.follow(named.text, named.span, path)
        found += faults
        if target is None:
            return None, found
    scenarios = tuple(_scenario(entry, root, source.name) for entry in _entries(root, "scenarios"))
    return ScenarioFile(file=source.name, path=path, target=target, scenarios=scenarios), found


def _entries(root: Mapping, key: str) -> tuple[Entry, ...]:
    node = root.get(key)
    return node.entries if isinstance(node, Mapping) else ()


def _scenario(entry: Entry, root: Mapping, file: str) -> Scenario:
    own = entry.value
    assert isinstance(own, Mapping)
    choose, then = own.get("choose"), own.get("then")
    return Scenario(
        id=entry.key.text,
        file=file,
        span=entry.key.span,
        players=_number(own, root, "players"),
        seed=_number(own, own, "seed") or 0,
        sides=_merged(own, root, "sides"),
        options=_merged(own, root, "options"),
        given=_text(own, "given"),
        when=_text(own, "when"),
        choose=tuple(_pick(item) for item in choose.items) if isinstance(choose, Sequence) else (),
        then=tuple(_claim(item) for item in then.items) if isinstance(then, Sequence) else (),
    )


def _number(own: Mapping, root: Mapping, key: str) -> int | None:
    node = own.get(key) or root.get(key)
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _text(own: Mapping, key: str) -> Scalar | None:
    node = own.get(key)
    return node if isinstance(node, Scalar) else None


def _merged(own: Mapping, root: Mapping, key: str) -> Mapping:
    """The choices of a scenario and, where it is silent, of its file."""
    mine = _entries(own, key)
    said = {entry.key.text for entry in mine}
    defaults = tuple(entry for entry in _entries(root, key) if entry.key.text not in said)
    return Mapping(entries=(*defaults, *mine), span=own.span)


def _pick(item: Node) -> Pick:
    if isinstance(item, Mapping):
        (entry,) = item.entries
        assert isinstance(entry.value, Scalar)
        return Pick(option=entry.value, seat=entry.key)
    assert isinstance(item, Scalar)
    return Pick(option=item, seat=None)


def _claim(item: Node) -> Claim:
    if isinstance(item, Mapping):
        (entry,) = item.entries
        return Claim(what=entry.key.text, value=entry.value, span=entry.key.span)
    return Claim(what="formula", value=item, span=item.span)


def home_of(file: "ScenarioFile | Path", files: Files | None = None) -> str:
    """What the scenarios of a file belong to, as an argument of `open_ruleset`.

    That is what the file names under `for`, else the ruleset whose folder it lies in, else the variant beside it.
    """
    if isinstance(file, ScenarioFile) and file.target is not None:
        return file.target.as_posix()
    library = library_of(files)
    path = library.absolute(file.path if isinstance(file, ScenarioFile) else file)
    folder = home(library, path)
    if folder is not None:
        return folder.as_posix()
    beside = path.with_name(path.name.removesuffix(SCENARIOS) + ".yaml")
    if library.holds(beside):
        return beside.as_posix()
    name = library.name(path)
    raise UsageError(f"`{name}` does not say what it is for: write `for: RULESET` or `for: VARIANT.yaml` at its top")
