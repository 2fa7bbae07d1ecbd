"""Every code is explained, each bad example has that fault and each good one has not, and the page is up to date."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import imhotep
from imhotep.cli.main import cli
from imhotep.explain.catalog import LETTERS, MEADOW, Explanation, Files, explanations, meadow, page

CHECKOUT = Path(__file__).parents[2]
PACKAGE = CHECKOUT / "engine" / "imhotep"
RECIPE = re.compile(rb"<<(?:(?P<tab>tab)|byte (?P<byte>[0-9A-F]{2})|(?P<times>\d+) x (?P<text>.*?))>>")
LINK = re.compile(r"<<link to (.*)>>\n")
ALL = explanations()

Found = frozenset[tuple[str, str]]
"""Severities and codes."""


def spelt_out(text: str) -> bytes:
    """The bytes that a text with recipes stands for."""

    def made(recipe: re.Match[bytes]) -> bytes:
        if recipe["tab"]:
            return b"\t"
        if recipe["byte"]:
            return bytes.fromhex(recipe["byte"].decode())
        return b"".join(recipe["text"].replace(b"#", b"%d" % n) for n in range(int(recipe["times"])))

    return RECIPE.sub(made, text.encode())


def write(name: str, text: str) -> None:
    """Write a file of an example, or as many as its name says."""
    many = re.fullmatch(r"(.*)<<(\d+) x (.*)>>", name)
    names = [many[1] + many[3].replace("#", str(n)) for n in range(int(many[2]))] if many else [name]
    for path in map(Path, names):
        path.parent.mkdir(parents=True, exist_ok=True)
        link = LINK.fullmatch(text)
        if link:
            path.symlink_to(link[1])
        else:
            path.write_bytes(spelt_out(text))


def effect(text: str) -> str:
    """The variant that an effect stands in."""
    lines = "".join(f"        {line}\n" for line in text.splitlines())
    return f"extends: ./{MEADOW}\nadd:\n  rules:\n    example:\n      when: evening\n      do: |\n{lines}"


def found(explanation: Explanation, files: Files) -> Found:
    """What validating an example finds, in the current folder."""
    write(f"{MEADOW}/ruleset.yaml", meadow())
    name, text = files[0]
    options = shlex.split(explanation.options)
    if text.startswith("imhotep validate "):
        _, _, argument, *options = shlex.split(text)
    elif not name:
        argument = "example.yaml"
        write(argument, effect(text) if explanation.is_effect else text)
    else:
        argument = f"./{MEADOW}" if name.startswith(f"{MEADOW}/") else name
        for each in files:
            write(*each)
    if options:
        told = json.loads(CliRunner().invoke(cli, ["validate", argument, *options, "--format", "json"]).stdout)
        return frozenset((d["severity"], d["code"]) for d in told)
    return frozenset((str(d.severity), d.code) for d in imhotep.Validator().check(argument).found)


def test_every_code_of_the_sources_is_explained_and_no_other() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    codes = [each.code for each in ALL]
    assert set(codes) == set(re.findall(r'"([A-Z]\d{3})"', sources))
    assert codes == sorted(set(codes), key=lambda code: (list(LETTERS).index(code[0]), code))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, with a parent that is no part of the project."""
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("explanation", ALL, ids=lambda each: each.code)
def test_a_bad_example_has_that_fault_and_no_other(explanation: Explanation) -> None:
    told = found(explanation, explanation.bad)
    assert {code for _, code in told} == {explanation.code, *explanation.also}
    assert (explanation.severity, explanation.code) in told


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("explanation", ALL, ids=lambda each: each.code)
def test_a_good_example_has_no_fault(explanation: Explanation) -> None:
    assert found(explanation, explanation.good) == frozenset()


@pytest.mark.parametrize("explanation", ALL, ids=lambda each: each.code)
def test_an_explanation_is_short_and_plain(explanation: Explanation) -> None:
    assert len(explanation.title) <= 70
    assert not explanation.title.endswith(".")
    assert explanation.cause.endswith(".")
    assert explanation.bad != explanation.good


def test_the_page_is_up_to_date() -> None:
    assert (CHECKOUT / "docs" / "diagnostics.md").read_text(encoding="utf-8") == page()
