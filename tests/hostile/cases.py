"""Folders of files made to be slow, large or deep, each up to the size that is still read."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, TypeAlias

from imhotep.document.events import MOST_NODES
from imhotep.document.source import MOST_BYTES
from imhotep.loading.library import MOST_FILES

Files: TypeAlias = dict[str, str]

RULES: Final = """\
ruleset: bare
players: {least: 2, most: 2}
seats: {a: {}, b: {}}
begin: game
winner: {by: {points: score of seat}}
procedures: {game: {do: stop}}
"""
PIECES: Final = "components: {t: {count: 3, starts_in: p}}\nareas: {p: {kind: pool, holds: t}, "
HEAD: Final = "extends: ./bare\n"
ROOM: Final = MOST_BYTES - 200


def filled(make: Callable[[int], str], *, most: int = 10**9, room: int = ROOM) -> str:
    """Pieces by their number, one after the other, up to the size that is read or to so many."""
    pieces: list[str] = []
    size = 0
    while len(pieces) < most:
        piece = make(len(pieces))
        size += len(piece.encode())
        if size > room:
            break
        pieces.append(piece)
    return "".join(pieces)


def nested(opening: str, closing: str = "", middle: str = "1") -> str:
    """As many levels as there is room for."""
    count = (ROOM - 1000) // len((opening + closing).encode())
    return opening * count + middle + closing * count


def variant(text: str, **more: str) -> Files:
    """A variant of the bare ruleset, and other files."""
    return {"bare/ruleset.yaml": RULES, "v.yaml": HEAD + text, **more}


def effect(text: str) -> Files:
    """A variant with one text, written as a block."""
    lines = "".join(f"        {line}\n" for line in text.split("\n"))
    return variant(f"change:\n  procedures:\n    game:\n      do: |\n{lines}")


def rules(text: str) -> Files:
    """The bare ruleset with more in it, and a variant that only names it."""
    return {"bare/ruleset.yaml": RULES + text, "v.yaml": HEAD}


def _bomb() -> str:
    names = [f"n{i}" for i in range(2000)]
    first = "note: &n0 [x, x, x, x, x, x, x, x, x]\n"
    return first + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise(names))


def _chain() -> Files:
    links = {f"v{i}.yaml": f"extends: v{i + 1}.yaml\n" for i in range(MOST_FILES + 50)}
    return {"bare/ruleset.yaml": RULES, **links, f"v{len(links)}.yaml": HEAD, "v.yaml": "extends: v0.yaml\n"}


def _circle() -> Files:
    links = {f"v{i}.yaml": f"extends: v{(i + 1) % 150}.yaml\n" for i in range(150)}
    return {**links, "v.yaml": "extends: v0.yaml\n"}


def _lattice() -> Files:
    """Each file extends both of the next level: 2^60 ways to the bottom."""
    files: Files = {"bare/ruleset.yaml": RULES, "v.yaml": "extends: [a0.yaml, b0.yaml]\n"}
    for i in range(60):
        below = f"[a{i + 1}.yaml, b{i + 1}.yaml]" if i < 59 else "./bare"
        files[f"a{i}.yaml"] = files[f"b{i}.yaml"] = f"extends: {below}\n"
    return files


def _parts() -> Files:
    parts = {
        f"bare/p{i}.yaml": filled(lambda n: f"# {n}\n", room=22_000) + f"scores: {{s{i}: {{}}}}\n" for i in range(190)
    }
    return {"bare/ruleset.yaml": RULES, **parts, "v.yaml": HEAD}


def _near(count: int) -> Files:
    """Many misspelt names, each of which is held against many known ones."""
    known = "".join(f"  a_rather_long_name_number_{i}: {{value: 1}}\n" for i in range(count))
    uses = "".join(f"        if a_rather_long_nmae_numbre_{i} is 1: stop\n" for i in range(count))
    return variant(
        "",
        **{"bare/more.yaml": f"numbers:\n{known}rules:\n  r:\n    when: t\n    do: |\n{uses}triggers: {{t: {{}}}}\n"},
    )


CASES: Final[dict[str, Callable[[], Files]]] = {
    # text
    "a single long line": lambda: variant("title: " + "x" * ROOM),
    "a long line of spaces": lambda: variant("title:" + " " * ROOM + "x"),
    "empty lines": lambda: variant("\n" * ROOM),
    "comments": lambda: variant(filled(lambda i: f"# {i}\n")),
    "comments that ignore": lambda: variant(filled(lambda i: "# imhotep: ignore[U001]\n")),
    "comments that ignore unknown codes": lambda: variant(filled(lambda i: f"# imhotep: ignore[X{i}]\n")),
    "one comment that ignores many": lambda: variant("# imhotep: ignore[" + filled(lambda i: f"U{i},") + "]\n"),
    "tabs": lambda: variant("change:\n" + filled(lambda i: "\t" * (i % 50) + f"a{i}:\n")),
    "line ends of all kinds": lambda: variant("\r\n\n\r" * (ROOM // 4)),
    "a text in double quotes of escapes": lambda: variant('title: "' + "\\u00e9" * (ROOM // 6) + '"\n'),
    "a text in single quotes of quotes": lambda: variant("title: '" + "''" * (ROOM // 2 - 10) + "'\n"),
    "a folded text of words": lambda: variant("note: >\n" + filled(lambda i: "  a b c d\n")),
    "an open quote": lambda: variant('title: "' + filled(lambda i: "x\n  ")),
    "wide characters": lambda: variant("title: " + "神" * (ROOM // 3)),
    "combining characters": lambda: variant("title: e" + "\u0301" * (ROOM // 2 - 10)),
    "combining characters in keys": lambda: variant(
        "title: {" + filled(lambda i: "e\u0301" * (i % 60 + 1) + f"{i}: 1, ")
    ),
    # structure
    "open brackets": lambda: variant("changes: " + "[" * (ROOM - 20)),
    "brackets": lambda: variant("changes: " + nested("[", "]")),
    "open braces": lambda: variant("change: " + nested("{a: ")),
    "dashes": lambda: variant("changes:\n  " + nested("- ")),
    "question marks": lambda: variant("" + nested("? ")),
    "steps of indentation": lambda: variant(filled(lambda i: " " * i + f"k{i}:\n")),
    "closing brackets": lambda: variant("changes: [" + "]" * (ROOM - 20)),
    "values": lambda: variant("changes: [" + filled(lambda i: "a,") + "]\n"),
    "the most values": lambda: variant("changes: [" + filled(lambda i: f"a{i}, ", most=MOST_NODES - 20) + "]\n"),
    "the same value often": lambda: variant("changes: [" + filled(lambda i: "a, ", most=MOST_NODES - 20) + "]\n"),
    "small maps": lambda: variant("changes: [" + filled(lambda i: "{}, ", most=MOST_NODES - 20) + "]\n"),
    "lists that differ at their end": lambda: variant(
        "remove: [" + filled(lambda i: "[" + "1, " * 60 + f"{i}], ", most=MOST_NODES // 64) + "]\n"
    ),
    "unknown keys": lambda: variant(filled(lambda i: f"k{i}: 1\n", most=MOST_NODES // 2 - 20)),
    "unknown keys in a thing": lambda: variant(
        "change: {numbers: {x: {" + filled(lambda i: f"valeu{i}: 1, ", most=MOST_NODES // 2 - 20) + "}}}\n"
    ),
    "the same key": lambda: variant(filled(lambda i: "title: 1\n", most=MOST_NODES // 2 - 20)),
    "long keys": lambda: variant(filled(lambda i: "k" * 1000 + f"{i}: 1\n")),
    "one long key": lambda: variant("k" * (ROOM - 20) + ": 1\n"),
    "one long key after a question mark": lambda: variant("? " + "k" * (ROOM - 20) + "\n: 1\n"),
    "keys that are lists": lambda: variant(filled(lambda i: f"[{i}]: 1\n", most=MOST_NODES // 3 - 20)),
    "merge keys": lambda: variant(filled(lambda i: "<<: 1\n", most=MOST_NODES // 2 - 20)),
    "odd numbers": lambda: variant("add:\n  numbers:\n" + filled(lambda i: f"    n{i}: {{value: 0{i}}}\n", most=2400)),
    "words of older YAML": lambda: variant("changes: [" + filled(lambda i: "no, ", most=MOST_NODES - 20) + "]\n"),
    "entries without a value": lambda: variant(
        "change: {numbers: {" + filled(lambda i: f"n{i}, ", most=MOST_NODES // 2 - 20) + "}}\n"
    ),
    "texts that a comma cuts": lambda: variant(
        "title: {en: a" + filled(lambda i: ", b", most=MOST_NODES // 2 - 20) + "}\n"
    ),
    "a giant number": lambda: variant("options: {o: " + "9" * ROOM + "}\n"),
    "a giant number in a setting": lambda: variant("change: {numbers: {n: {value: " + "9" * ROOM + "}}}\n"),
    "a number of underscores": lambda: variant("change: {numbers: {n: {value: 1" + "_1" * (ROOM // 2 - 50) + "}}}\n"),
    "a number of times": lambda: variant("change: {numbers: {n: {value: 1" + ":1" * (ROOM // 2 - 50) + "}}}\n"),
    "a number with a giant exponent": lambda: variant("change: {numbers: {n: {value: 1e999999999}}}\n"),
    # anchors
    "a bomb of references": lambda: variant(_bomb()),
    "anchors": lambda: variant("changes: [" + filled(lambda i: f"&a{i} x, ", most=MOST_NODES - 20) + "]\n"),
    "references": lambda: variant("note: &a x\nchanges: [" + filled(lambda i: "*a, ", most=MOST_NODES - 20) + "]\n"),
    "references to nothing": lambda: variant(
        "note: &abc1 x\nchanges: [" + filled(lambda i: f"*abc{i + 2}, ", most=MOST_NODES - 20) + "]\n"
    ),
    "anchors and misspelt references": lambda: variant(
        "changes: [" + filled(lambda i: f"&name_{i} x, *nmae_{i}, ", most=4900) + "]\n"
    ),
    "the same anchor": lambda: variant("changes: [" + filled(lambda i: "&a x, ", most=MOST_NODES - 20) + "]\n"),
    # effects
    "a long effect": lambda: effect(filled(lambda i: "if 1 is 1: stop\n", room=ROOM // 2)),
    "an effect of names": lambda: effect("if " + filled(lambda i: f"n{i} and ", room=ROOM // 2) + "x: stop"),
    "an effect of sums": lambda: effect("a scores " + "1+" * (ROOM // 3) + "1"),
    "an effect of parentheses": lambda: effect("a scores " + "(" * (ROOM // 3) + "1" + ")" * (ROOM // 3)),
    "an effect of open parentheses": lambda: effect("a scores " + "(" * (ROOM - 500)),
    "an effect of negations": lambda: effect("if " + "not " * (ROOM // 5) + "x: stop"),
    "an effect of minus signs": lambda: effect("a scores " + "-" * (ROOM - 500) + "1"),
    "an effect of `of`": lambda: effect("a scores " + "left of " * (ROOM // 9) + "a"),
    "an effect of calls": lambda: effect("a scores " + "f(" * (ROOM // 5)),
    "an effect of one word": lambda: effect("x" * (ROOM - 500)),
    "an effect of one number": lambda: effect("a scores " + "9" * (ROOM - 500)),
    "an effect of one comment": lambda: effect("# " + "x" * (ROOM - 500)),
    "an effect of empty lines": lambda: effect("stop" + "\n" * (ROOM // 10)),
    "an effect of nested blocks": lambda: effect(
        "\n".join(" " * i + "if 1 is 1:" for i in range(600)) + "\n" + " " * 600 + "stop"
    ),
    "an effect of strange characters": lambda: effect("é" * (ROOM // 3)),
    "effects with a mistake each": lambda: variant(
        "add:\n  rules:\n" + filled(lambda i: f"    r{i}: {{when: t, do: stpo}}\n", most=1600)
    ),
    "an effect with a mistake a line": lambda: effect("\n".join("a scores nmae" for _ in range(9000))),
    "an effect with other mistakes a line": lambda: effect("\n".join(f"a scores nmae{i}" for i in range(9000))),
    "misspelt names among many": lambda: _near(2200),
    # declarations
    "an area for two thousand million": lambda: rules(PIECES + "x: {kind: pile, holds: t, capacity: 2000000000}}\n"),
    "a grid of two thousand million rows": lambda: rules(
        PIECES + "x: {kind: grid, holds: t, columns: 2000000000, rows: 2000000000}}\n"
    ),
    "two thousand million pieces": lambda: rules(
        "components: {t: {count: 2000000000, starts_in: p}}\nareas: {p: {kind: pool, holds: t}}\n"
    ),
    "two thousand million cards": lambda: rules(
        "components: {c: {is: card, starts_in: p}}\ncards: {x: {family: c, count: 2000000000}}\n"
        "areas: {p: {kind: pile, holds: c}}\n"
    ),
    "two thousand million slots": lambda: rules(PIECES + "x: {kind: slots, holds: t, size: 2000000000}}\n"),
    "a table with a row for two thousand million": lambda: rules(
        "tables: {t: {rows: {1: 1, 2000000000: 2}, beyond: 0}}\n"
    ),
    "a table of many rows": lambda: rules(
        "tables: {t: {rows: {" + filled(lambda i: f"{i}: {i}, ", most=MOST_NODES // 2 - 50) + "}, beyond: 0}}\n"
    ),
    "a field with many keys": lambda: rules(
        "numbers: {n: {value: 3}}\nfields: {f: {type: number, keys: {"
        + ", ".join(f"k{i}: seat" for i in range(60))
        + "}}}\n"
    ),
    "an option of two thousand million values": lambda: rules(
        "options: {o: {default: 0, least: 0, most: 2000000000}}\n"
    ),
    "many options": lambda: rules(
        "options:\n" + filled(lambda i: f"  o{i}: {{default: false}}\n", most=MOST_NODES // 4)
    ),
    "many sides": lambda: rules(
        "components: {b: {is: board}}\nboards: {x: {sides: {" + filled(lambda i: f"s{i}: {{}}, ", most=4000) + "}}}\n"
    ),
    "many boards with sides": lambda: rules(
        "components: {b: {is: board}}\nboards:\n"
        + filled(lambda i: f"  x{i}: {{sides: {{A: {{}}, B: {{}}}}}}\n", most=2500)
    ),
    "players from two to two thousand million": lambda: {
        "bare/ruleset.yaml": RULES.replace("most: 2}", "most: 2000000000}"),
        "v.yaml": HEAD,
    },
    "many seats": lambda: {
        "bare/ruleset.yaml": RULES.replace(
            "{a: {}, b: {}}", "{" + filled(lambda i: f"s{i}: {{}}, ", most=4800) + "}"
        ).replace("most: 2}", "most: 99}"),
        "v.yaml": HEAD,
    },
    "many components": lambda: rules(
        "areas: {p: {kind: pool, holds: c0}}\ncomponents:\n"
        + filled(lambda i: f"  c{i}: {{count: 3, starts_in: p}}\n", most=1600)
    ),
    "many areas": lambda: rules(
        "components: {t: {count: 3, starts_in: a0}}\nareas:\n"
        + filled(lambda i: f"  a{i}: {{kind: pool, holds: t}}\n", most=1600)
    ),
    "many unused numbers": lambda: rules("numbers:\n" + filled(lambda i: f"  n{i}: {{value: {i}}}\n", most=2400)),
    "many procedures that call the next": lambda: {
        "bare/ruleset.yaml": RULES.replace(
            "procedures: {game: {do: stop}}\n",
            "procedures:\n  game: {do: p0()}\n" + filled(lambda i: f"  p{i}: {{do: p{i + 1}()}}\n", most=2400),
        ),
        "v.yaml": HEAD,
    },
    "procedures that double": lambda: {
        "bare/ruleset.yaml": RULES.replace(
            "procedures: {game: {do: stop}}\n",
            "procedures:\n  game: {do: p0()}\n"
            + "".join(f'  p{i}: {{do: "p{i + 1}()\\np{i + 1}()"}}\n' for i in range(60))
            + "  p60: {do: a scores 1}\n",
        ),
        "v.yaml": HEAD,
    },
    "definitions that double": lambda: {
        "bare/ruleset.yaml": RULES.replace("do: stop", "do: a scores d0")
        + "definitions:\n"
        + "".join(f"  d{i}: {{means: d{i + 1} + d{i + 1}}}\n" for i in range(60))
        + "  d60: {means: 1}\n",
        "v.yaml": HEAD,
    },
    # files
    "a chain of variants": _chain,
    "a circle of variants": _circle,
    "a lattice of variants": _lattice,
    "many parts": _parts,
    "many files that are not read": lambda: {
        "bare/ruleset.yaml": RULES,
        **{f"bare/n{i}.yml": "" for i in range(3000)},
        "v.yaml": HEAD,
    },
    "many empty parts": lambda: {
        "bare/ruleset.yaml": RULES,
        **{f"bare/n{i}.yaml": "" for i in range(3000)},
        "v.yaml": HEAD,
    },
    "many bases": lambda: {
        "bare/ruleset.yaml": RULES,
        "v.yaml": "extends: [" + filled(lambda i: f"x{i}.yaml, ", most=MOST_NODES - 20) + "]\n",
    },
    "removals of what there is not": lambda: variant(
        "remove: [" + filled(lambda i: f"numbers.x{i}, ", most=MOST_NODES - 20) + "]\n"
    ),
    "one removal of a long path": lambda: variant("remove: [" + "a." * (ROOM // 2 - 20) + "a]\n"),
    "changes of what there is not": lambda: variant(
        "change:\n  numbers:\n" + filled(lambda i: f"    prize{i}: {{value: 1}}\n", most=2400)
    ),
    "changes and additions that clash": lambda: {
        "bare/ruleset.yaml": RULES + "numbers:\n" + filled(lambda i: f"  n{i}: {{value: 1}}\n", most=2400),
        "v.yaml": HEAD + "change:\n  numbers:\n" + filled(lambda i: f"    n{i}: {{value: 2}}\n", most=2400),
    },
    "changes of misspelt names among many": lambda: {
        "bare/ruleset.yaml": RULES + "numbers:\n" + filled(lambda i: f"  number_{i}: {{value: 1}}\n", most=2400),
        "v.yaml": HEAD + "change:\n  numbers:\n" + filled(lambda i: f"    nmuber_{i}: {{value: 2}}\n", most=2400),
    },
}
