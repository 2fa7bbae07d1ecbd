"""Valid rulesets with something wrong in them: at a key, a value or an entry, in an effect, or anywhere in the text.

Hypothesis draws what is damaged and how, so that what it finds is made small before it is shown.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from hypothesis import strategies as some

from imhotep.dataclass import dataclass
from imhotep.document.composer import compose
from imhotep.document.nodes import Entry, Node, Scalar, Sequence
from imhotep.document.nodes import Mapping as Map
from imhotep.document.source import Source

TOKEN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[^\sA-Za-z0-9_]")
WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

KEYS: Final = (
    "no",
    "on",
    "'a b'",
    '""',
    "<<",
    "[a]",
    "{a: 1}",
    "? a",
    "*a",
    "&a a",
    "!x a",
    "06",
    "1",
    "é",
    "kind",
    "a.b",
)
VALUES: Final = (
    "", "~", "no", "yes", "true", "06", "0x1F", "1_000", "1e3", "1:30", "1.5", ".nan", "-1", "0", "1", "7",
    "2147483647",
    "2147483648", "-2147483648", "99999999999999999999", "nothing", "'x'", '"\\t\\u00e9"', "x", "x y", "[]", "{}",
    "[1, 2]", "[a, [b]]", "{a: 1}", "{a: {b: 1}}", "{a, b}", "*a", "&a 1", "&a [*a]", "!x 1", "!!set {a}", "|\n a\n",
    ">-\n  stop\n", "神殿", "own token", "seat", "2026-01-01", "@a", "`a`", "%a", "- a", "a: b", "'", '"',
    "[", "}", "# a",
)  # fmt: skip
TOKENS: Final = (
    "0", "1", "-1", "3", "2147483647", "99999999999999999999", "nothing", "yes", "no", "stop", "chance", "seat",
    "number", "cell", "row", "column", "group", "kind", "top", "first", "last", "count", "sum", "highest", "if",
    "possible", "otherwise", "for", "each", "where", "in", "of", "and", "or", "not", "is", "empty", "full", "from",
    "to", "all", "up", "into", "as", "by", "may", "chooses", "secretly", "takes", "an", "action", "move", "set", "let",
    "be", "repeat", "times", "until", "at", "most", "require", "trigger", "shuffle", "award", "scores", "players",
    "(", ")", ",", ":", "*", "+", "-", "/", "<", ">=", "{", "}", "[", "]", "'", '"', "#", "|", "&", "é", "unlimited",
    "pool", "pile", "slots", "grid", "own", "owner", "everyone", "nobody", "for_players", "last_resort", "true",
    "==", "!=", "&&", "=", "orr", "3x", "神", ";", "->", ".", "%", "\t", "\n", "  ",
)  # fmt: skip
CHARACTERS: Final = (*"\t\r\n\0\x7f\x85\xa0\u2028\ufeff\u3000\ud800é神🎲:#-&*!|>'\"%@`[]{},?\\~", "\r\n", "e\u0301")


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Files by name in which nothing is wrong, and what is checked of them: a ruleset or a file of scenarios."""

    asked: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What became of a base.

    `damages` tell what was done, `lost` and `gained` which pieces of text differ, and `near` what they were a part of.
    """

    asked: str
    files: Mapping[str, str]
    damages: tuple[str, ...]
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    near: tuple[str, ...]

    @property
    def label(self) -> str:
        """The kind of damage, for counts."""
        return self.damages[0] if len(self.damages) == 1 else "several"


@dataclass(frozen=True, slots=True)
class _Spot:
    """A piece of a text that is about to be replaced, and what goes with it: the value of a key."""

    start: int
    end: int
    text: str
    near: str = ""


@some.composite
def damaged(draw: some.DrawFn, bases: tuple[Base, ...], most: int = 3) -> Case:
    """One of the bases with one or a few things wrong in it."""
    base = draw(some.sampled_from(bases))
    files, damages, spots, lost = dict(base.files), [], [], []
    for _ in range(draw(some.integers(1, most))):
        name = draw(some.sampled_from(sorted(files)))
        kind = draw(some.sampled_from(sorted(_KINDS)))
        text = files[name]
        spot = _KINDS[kind](draw, text) or _anywhere(draw, text)
        files[name] = text[: spot.start] + spot.text + text[spot.end :]
        damages.append(kind)
        lost.append(text[spot.start : spot.end])
        spots.append(spot)
    return Case(
        asked=base.asked,
        files=files,
        damages=tuple(damages),
        lost=tuple(lost),
        gained=tuple(spot.text for spot in spots),
        near=tuple(spot.near for spot in spots),
    )


# ---- at nodes


def _read(text: str) -> Node | None:
    return compose(Source("", text))[0]


def _parts(node: Node | None) -> Iterator[tuple[Entry | None, Node]]:
    """All values below a node, each with the entry that it is the value of."""
    if isinstance(node, Map):
        for entry in node.entries:
            yield entry, entry.value
            yield from _parts(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield None, item
            yield from _parts(item)


def _entries(text: str) -> list[Entry]:
    return [entry for entry, _ in _parts(_read(text)) if entry is not None]


def _stretch(node: Node) -> tuple[int, int]:
    return node.span.start.offset, node.span.end.offset


def _rename(draw: some.DrawFn, text: str) -> _Spot | None:
    """A key is misspelt, or something else stands in its place."""
    entries = _entries(text)
    if not entries:
        return None
    entry = draw(some.sampled_from(entries))
    key = entry.key
    new = draw(some.one_of(some.just(_misspelt(draw, key.text)), some.sampled_from(KEYS), _words(text)))
    return _Spot(*_stretch(key), new, text[slice(*_stretch(entry.value))])


def _retype(draw: some.DrawFn, text: str) -> _Spot | None:
    """Something of another kind stands in the place of a value."""
    values = [value for _, value in _parts(_read(text))]
    if not values:
        return None
    value = draw(some.sampled_from(values))
    new = draw(some.one_of(some.sampled_from(VALUES), _words(text)))
    return _Spot(*_stretch(value), new)


def _copy(draw: some.DrawFn, text: str) -> _Spot | None:
    """A value stands in the place of another one, too."""
    values = [value for _, value in _parts(_read(text))]
    if not values:
        return None
    one, other = draw(some.sampled_from(values)), draw(some.sampled_from(values))
    start, end = _stretch(other)
    indent = " " * (one.span.start.column - 1)
    lines = text[start:end].split("\n")
    return _Spot(*_stretch(one), ("\n" + indent).join(line.strip(" ") if i else line for i, line in enumerate(lines)))


def _drop(draw: some.DrawFn, text: str) -> _Spot | None:
    """An entry is gone."""
    entries = _entries(text)
    if not entries:
        return None
    entry = draw(some.sampled_from(entries))
    start, end = entry.key.span.start.offset, entry.value.span.end.offset
    after = re.match(r"[ \t]*,[ \t]*", text[end:])
    return _Spot(start, end + (len(after[0]) if after else 0), "")


def _twice(draw: some.DrawFn, text: str) -> _Spot | None:
    """An entry stands twice."""
    entries = _entries(text)
    if not entries:
        return None
    entry = draw(some.sampled_from(entries))
    start, end = entry.key.span.start.offset, entry.value.span.end.offset
    is_alone = not text[:start].rpartition("\n")[2].strip()
    between = "\n" + " " * (entry.key.span.start.column - 1) if is_alone else ", "
    return _Spot(end, end, between + text[start:end])


def _restyle(draw: some.DrawFn, text: str) -> _Spot | None:
    """A text is written in another way, which changes nothing if it is done well."""
    found = [(entry, value) for entry, value in _parts(_read(text)) if isinstance(value, Scalar) and value.text]
    if not found:
        return None
    entry, value = draw(some.sampled_from(found))
    margin = " " * ((entry.key.span.start.column if entry else value.span.start.column) + 1)
    lines = value.text.rstrip("\n").split("\n")
    new = draw(
        some.sampled_from(
            (
                "'" + value.text.replace("'", "''") + "'",
                '"'
                + value.text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
                + '"',
                "|\n" + "".join(f"{margin}{line}\n" for line in lines) + margin,
                ">\n" + "".join(f"{margin}{line}\n\n" for line in lines) + margin,
                "|9-\n" + "".join(f"{margin}{line}\n" for line in lines) + margin,
            )
        )
    )
    return _Spot(*_stretch(value), new)


def _mark(draw: some.DrawFn, text: str) -> _Spot | None:
    """An anchor, a tag or a stray sign stands before a value."""
    values = [value for _, value in _parts(_read(text))]
    if not values:
        return None
    start = draw(some.sampled_from(values)).span.start.offset
    return _Spot(
        start,
        start,
        draw(some.sampled_from(("&a ", "*a ", "!x ", "!!str ", "- ", "? ", ": ", "| ", "[", "{", "'", '"', "# "))),
    )


# ---- inside effects


def _effect(draw: some.DrawFn, text: str) -> _Spot | None:
    """A word or sign of a text of several words is gone, doubled, or replaced."""
    texts = [v for _, v in _parts(_read(text)) if isinstance(v, Scalar) and isinstance(v.value, str) and " " in v.text]
    if not texts:
        return None
    value = draw(some.sampled_from(texts))
    tokens = list(TOKEN.finditer(value.text))
    if not tokens:
        return None
    token = draw(some.sampled_from(tokens))
    place = value.place(token.start(), token.end())
    start, end = place.start.offset, place.start.offset + len(token[0])
    new = draw(
        some.one_of(
            some.sampled_from(("", f"{token[0]} {token[0]}", _misspelt(draw, token[0]))),
            some.sampled_from(TOKENS),
            some.sampled_from(tokens).map(lambda other: other[0]),
            _words(text),
        )
    )
    return _Spot(start, end, new)


# ---- anywhere


def _line(draw: some.DrawFn, text: str) -> _Spot:
    """A line is gone, doubled, moved to the left or right, indented with a tab, joined to the next one, or cut off."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    start = draw(some.sampled_from(starts))
    end = text.find("\n", start) + 1 or len(text)
    line = text[start:end]
    news = (
        "",
        line + line,
        line[2:],
        line[1:],
        "  " + line,
        " " + line,
        "\t" + line.lstrip(" "),
        line.rstrip("\n"),
        "---\n" + line,
    )
    new = draw(
        some.sampled_from((*news, line[: len(line) // 2] + "\n", line.replace(":", "", 1), line.replace(": ", ":", 1)))
    )
    return _Spot(start, end, new)


def _anywhere(draw: some.DrawFn, text: str) -> _Spot:
    """A character is put in, in the place of none or one."""
    start = draw(some.integers(0, len(text)))
    return _Spot(start, min(start + draw(some.integers(0, 1)), len(text)), draw(some.sampled_from(CHARACTERS)))


def _whole(draw: some.DrawFn, text: str) -> _Spot:
    """All line ends are of another kind, all indents are tabs, the text is cut off, or there is a mark before it."""
    cut = draw(some.integers(0, len(text)))
    return _Spot(0, len(text), draw(some.sampled_from((
        text.replace("\n", "\r\n"), text.replace("\n", "\r"), text.replace("\n", "\x85"), text.replace("  ", "\t"),
        text[:cut], text[cut:], "\ufeff" + text, text + text, text.replace(": ", ":"), text.replace("'", '"'),
    ))))  # fmt: skip


_KINDS: Final[dict[str, Callable[[some.DrawFn, str], _Spot | None]]] = {
    "key": _rename, "value": _retype, "copy": _copy, "drop": _drop, "twice": _twice, "style": _restyle, "mark": _mark,
    "effect": _effect, "token": _effect, "line": _line, "character": _anywhere, "file": _whole,
}  # fmt: skip


def _misspelt(draw: some.DrawFn, word: str) -> str:
    """A word with one letter more, less, or in another place."""
    if not word:
        return "x"
    at = draw(some.integers(0, len(word) - 1))
    return draw(
        some.sampled_from(
            (
                word[:at] + word[at + 1 :],
                word[: at + 1] + word[at:],
                word[:at] + "x" + word[at + 1 :],
                word[:at] + word[at:][:2][::-1] + word[at + 2 :],
            )
        )
    )


def _words(text: str) -> some.SearchStrategy[str]:
    return some.sampled_from(sorted(set(WORD.findall(text))) or ["x"])


# ---- what is damaged

TESTS: Final = Path(__file__).parents[1]
CHECKOUT: Final = TESTS.parent


def _folder(path: Path, name: str) -> Base:
    """A ruleset on the disk as one in memory."""
    found = sorted(path.rglob("*.yaml"))
    rules = [file for file in found if not file.name.endswith((".scenarios.yaml", ".experiment.yaml"))]
    return Base(
        asked=name, files={f"{name}/{p.relative_to(path).as_posix()}": p.read_text(encoding="utf-8") for p in rules}
    )


def small() -> tuple[Base, ...]:
    """The small rulesets of the tests; one of them also in two files, with a variant, with scenarios."""
    folders = sorted((TESTS / "rulesets").iterdir())
    meadow = (TESTS / "scenario" / "meadow" / "ruleset.yaml").read_text(encoding="utf-8")
    first, found, second = meadow.partition("actions:")
    around = {"meadow/ruleset.yaml": meadow}
    return (
        *(_folder(folder, folder.name) for folder in folders),
        Base(asked="meadow", files={"meadow/ruleset.yaml": first, "meadow/rules.yaml": found + second}),
        Base(asked="v.yaml", files={**around, "v.yaml": VARIANT}),
        Base(asked="m.scenarios.yaml", files={**around, "m.scenarios.yaml": SCENARIOS}),
    )


def shipped() -> tuple[Base, ...]:
    """The shipped game and a variant of it."""
    house = (CHECKOUT / "examples" / "house-rules" / "25-quay.yaml").read_text(encoding="utf-8")
    return (_folder(CHECKOUT / "rulesets" / "imhotep", "game"), Base(asked="v.yaml", files={"v.yaml": house}))


VARIANT: Final = """\
extends: meadow/ruleset.yaml
id: windy
title: {en: "Windy \\u2014 a variant", de: 'Wind'}
options: {gentle: true, bonus: 2}
sides: {hill: B}
changes: []
change:
  areas: {bed: {size: 4}}
  numbers: {prize: {value: 3}}
  boards:
    hill:
      sides:
        B: {numbers: {height: {value: 5}}}
  procedures:
    plant:
      do: >-
        player chooses cell in bed where cell is empty

        move 1 token from bag of player to cell

        player scores prize as planting
add:
  scores: {gusts: {name: {en: Gusts, ja: 突風}}}
  numbers: {gust: {value: 2}}
  tables: {blown: {rows: {1: 3, 2: 2}, beyond: 0}}
  triggers: {gusty: {with: {player: seat}}}
  rules:
    blow:
      when: evening
      do: "for each seat:\\n  if wind is strong: trigger gusty(seat)"
    blown:
      when: gusty
      do: 'if count token in bed is more than gust: player scores blown[2] as gusts'
remove: [actions.wait.name]
"""
SCENARIOS: Final = """\
for: meadow/ruleset.yaml
players: 2
options: {gentle: false}
scenarios:
  plants-once:
    seed: 3
    given: set wind to strong
    when: plant(red)
    choose:
      - cell:1
    then:
      - wind is strong
      - score of red is 2
      - count token in bed is 1
  sleeps:
    when: |
      set wind to calm
      if wind is calm: trigger evening()
    then: [wind is calm, "not bed is full"]
"""
