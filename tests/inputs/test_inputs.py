r"""Bad and odd inputs that people write, each with all that `imhotep validate` says about it, to the letter.

The data files hold cases one after the other, in a folder with the small ruleset `meadow`:

    #### WHAT IS ODD
    ---- NAME                   a file; v.yaml is what is validated, unless `asked` says otherwise
    ---- NAME (crlf)            with other line ends, or (cr); or in another encoding: (utf-16), (latin-1), (utf-8-sig)
    ---- NAME (escaped)         `\t` and `\x07` stand for those characters, `\{[*2000}` for as many brackets
    ---- NAME (link)            a link to what the next line names
    ---- asked                  the words after `imhotep validate`
    ---- told 1                 the exit code; below it what is printed

`pytest tests/inputs --rewrite-golden` writes what is told anew; read the difference before it is kept.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

HERE = Path(__file__).parent
MEADOW = HERE.parent / "scenario" / "meadow"
PART = re.compile(r"^---- (\S+)(?: \((.*)\)| (\d))?$", re.MULTILINE)
ESCAPE = re.compile(r"\\\{(.+?)\*(\d+)\}|\\(?:x..|u....|[tnr\\])")


@dataclass
class Case:
    title: str
    files: list[tuple[str, str, str]] = field(default_factory=list)  # name, form, text
    asked: str = "v.yaml"
    told: str = ""


def cases(path: Path) -> Iterator[Case]:
    """The cases of a data file."""
    text = path.read_text(encoding="utf-8")
    for block in re.split(r"^#### ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = block.partition("\n")
        case = Case(title)
        marks = list(PART.finditer(rest))
        for mark, following in zip(marks, [*marks[1:], None], strict=True):
            body = rest[mark.end() + 1 : following.start() if following else len(rest)]
            if mark[1] == "told":
                case.told = f"{mark[3]}\n{body.rstrip()}\n"
            elif mark[1] == "asked":
                case.asked = body.strip()
            else:
                case.files.append((mark[1], mark[2] or "", body))
        yield case


def written(case: Case) -> str:
    """A case as it stands in its data file."""
    parts = [f"#### {case.title}\n"]
    parts += [f"---- {name}{f' ({form})' if form else ''}\n{text}" for name, form, text in case.files]
    if case.asked != "v.yaml":
        parts.append(f"---- asked\n{case.asked}\n")
    return "".join([*parts, f"---- told {case.told}\n"])


def put(name: str, form: str, text: str) -> None:
    """Write a file of a case."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    match form:
        case "link":
            path.symlink_to(text.strip())
        case "crlf" | "cr":
            path.write_bytes(text.replace("\n", {"crlf": "\r\n", "cr": "\r"}[form]).encode())
        case "escaped":
            path.write_bytes(ESCAPE.sub(unescaped, text).encode("utf-8", "surrogatepass"))
        case "empty":
            path.write_bytes(b"")
        case "":
            path.write_bytes(text.encode())
        case encoding:
            path.write_bytes(text.encode(encoding))


def unescaped(found: re.Match[str]) -> str:
    return found[1] * int(found[2]) if found[1] else found[0].encode().decode("unicode_escape")


ALL = [(path, case) for path in sorted(HERE.glob("*.txt")) for case in cases(path)]


@pytest.mark.parametrize(("path", "case"), ALL, ids=[f"{path.stem}: {case.title}" for path, case in ALL])
def test_an_odd_input_is_told_to_the_letter(
    path: Path, case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    shutil.copytree(MEADOW, tmp_path / "meadow")
    monkeypatch.chdir(tmp_path)
    for each in case.files:
        put(*each)
    result = CliRunner().invoke(cli, ["validate", *case.asked.split()])
    output = re.sub(r" +$", "", result.output.replace(str(tmp_path.resolve()), "FOLDER"), flags=re.MULTILINE)
    told = f"{result.exit_code}\n{output.rstrip()}\n"
    if request.config.getoption("--rewrite-golden"):
        case.told = told
        path.write_text("\n".join(written(c).rstrip("\n") + "\n" for p, c in ALL if p == path), encoding="utf-8")
    assert told == case.told


def test_no_two_cases_have_one_title() -> None:
    titles = [case.title for _, case in ALL]
    assert len(set(titles)) == len(titles)
