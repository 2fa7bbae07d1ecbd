"""Checks again and again: what is kept makes no difference; files in memory alone are a world of their own."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from fuzz.damage import Case, damaged, small
from hypothesis import HealthCheck, given, settings

import imhotep
from imhotep import Diagnostic, Report, UnreadableError, UsageError, Validator
from imhotep.diagnostics import Span
from imhotep.document.composer import compose
from imhotep.document.source import Source
from imhotep.explain.catalog import meadow
from imhotep.shipped import rulesets_folder

SLOW_TO_MAKE = [HealthCheck.too_slow, HealthCheck.data_too_large]
FILES = {
    "meadow/ruleset.yaml": meadow(),
    "meadow/first.scenarios.yaml": "scenarios:\n  one: {then: [{over: false}]}\n",
    "games/long.yaml": "extends: ../meadow\nchange: {numbers: {days: {value: 6}}}\n",
    "games/long.experiment.yaml": "base: ../meadow\nvariants: {long: long.yaml}\n",
    "games/eager.player.yaml": "for: ../meadow\npriorities:\n  - {decision: game.choice, choose: wait}\n",
}


def codes(found: tuple[Diagnostic, ...]) -> list[str]:
    return [each.code for each in found]


@settings(max_examples=40, suppress_health_check=SLOW_TO_MAKE)
@given(damaged(small(), 1), damaged(small(), 2))
def test_a_check_after_edits_finds_what_a_first_one_finds(one: Case, other: Case) -> None:
    validator = Validator(one.files)
    for case in (one, other, one):
        for name, text in case.files.items():
            validator.hold(name, text)
        assert told(validator, case.asked) == told(Validator({**one.files, **other.files, **case.files}), case.asked)


def told(validator: Validator, asked: str) -> Report | str:
    try:
        return validator.check(asked)
    except (UsageError, UnreadableError) as error:
        return str(error)


def test_an_edit_and_its_undoing() -> None:
    validator = Validator(FILES, disk=False)
    assert validator.check("games/long.yaml").found == ()
    validator.hold("games/long.yaml", "extends: ../meadow\nchange: {numbers: {dais: {value: 6}}}\n")
    (found,) = validator.check("games/long.yaml").found
    assert (found.code, str(found.span), found.help) == ("V001", "games/long.yaml:2:20", "did you mean `days`?")
    validator.hold("meadow/ruleset.yaml", meadow().replace("days", "dais"))
    assert validator.check("games/long.yaml").found == ()
    validator.release("games/long.yaml")
    with pytest.raises(UsageError, match="there is no file"):
        validator.check("games/long.yaml")


def test_what_did_not_change_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    validator = Validator(FILES, disk=False)
    validator.check("games/long.yaml")
    read: list[str] = []

    def reading(source: Source, *, example: str | None = None) -> object:
        read.append(source.name)
        return compose(source, example=example)

    monkeypatch.setattr("imhotep.document.keeping.compose", reading)
    validator.hold("games/long.yaml", FILES["games/long.yaml"].replace("6", "7"))
    validator.check("games/long.yaml")
    assert read == ["games/long.yaml"]


@pytest.mark.parametrize("asked", [*FILES, "meadow"])
def test_files_of_all_kinds_are_checked_in_memory_alone(asked: str) -> None:
    with opened() as names:
        report = Validator(FILES, disk=False).check(asked)
    assert report.found == ()
    assert report.files
    shipped = (Path(imhotep.__file__).parent, rulesets_folder())
    read = [Path(name) for name in names if name.endswith((".yaml", ".yml"))]
    assert [path for path in read if not any(path.is_relative_to(folder) for folder in shipped)] == []


@contextmanager
def opened() -> Iterator[list[str]]:
    """The names of all files that are opened."""
    names: list[str] = []
    on = [True]

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if on[0] and event == "open" and isinstance(arguments[0], str):
            names.append(arguments[0])

    sys.addaudithook(hook)
    try:
        yield names
    finally:
        on[0] = False


@pytest.mark.parametrize(
    ("reference", "code", "message"),
    [
        ("../outside.yaml", "F003", "there is no file `../outside.yaml`, seen from this file's folder"),
        ("../../outside.yaml", "F002", "`../../outside.yaml` leads out of the project"),
        ("/etc/passwd.yaml", "F001", "`/etc/passwd.yaml` is an absolute path"),
        ("../meadw", "F003", "there is no file `../meadw`, seen from this file's folder"),
        ("imhotpe", "F004", "there is no ruleset `imhotpe`"),
        ("meadow", "F004", "there is no ruleset `meadow`"),
    ],
)
def test_nothing_leads_out_of_memory(reference: str, code: str, message: str) -> None:
    files = {**FILES, "games/long.yaml": f"extends: {reference}\n"}
    (found,) = Validator(files, disk=False).check("games/long.yaml").found
    assert (found.code, found.message) == (code, message)
    assert str(Path.cwd()) not in (found.help or "")


def test_the_nearest_file_in_memory_is_named() -> None:
    files = {**FILES, "games/long.yaml": "extends: ../meadw\n"}
    (found,) = Validator(files, disk=False).check("games/long.yaml").found
    assert found.help == "did you mean `meadow`?"


def test_the_shipped_rulesets_are_there_beside_memory() -> None:
    validator = Validator({"mine.yaml": "extends: imhotep\nchange: {areas: {sled: {capacity: 6}}}\n"}, disk=False)
    report = validator.check("mine.yaml")
    assert report.found == ()
    assert report.own == {"mine.yaml"}
    assert validator.check("imhotep").found == ()


def test_a_part_of_a_ruleset_is_checked_with_the_whole() -> None:
    validator = Validator({**FILES, "meadow/more.yaml": "numbers: {days: {value: 3}}\n"}, disk=False)
    assert validator.whole("meadow/more.yaml") == "meadow"
    (found,) = validator.check("meadow/more.yaml").found
    assert (found.code, str(found.span)) == ("V014", "meadow/more.yaml:1:11")


def test_scenarios_that_belong_to_nothing_are_a_finding() -> None:
    validator = Validator({"lost.scenarios.yaml": "scenarios:\n  one: {then: [{over: false}]}\n"}, disk=False)
    assert codes(validator.check("lost.scenarios.yaml").found) == ["F006"]


def test_places_in_utf16() -> None:
    files = {**FILES, "games/long.yaml": "extends: ../meadow\nchange: {title: {en: '🎲🎲'}, numbr: 1}\n"}
    report = Validator(files, disk=False).check("games/long.yaml")
    (found,) = report.found
    assert isinstance(found.span, Span)
    assert found.span.start.column == 29
    assert report.utf16(found.span) == ((1, 30), (1, 35))
    assert report.utf16(Span("nowhere.yaml", found.span.start, found.span.end)) == ((0, 0), (0, 0))


def test_more_may_be_laid_over_and_asked_for() -> None:
    validator = Validator(FILES, disk=False)
    assert codes(validator.check("meadow", settings=["numbers.dais=3"]).found) == ["V001"]
    assert set(codes(validator.check("meadow", languages=["de"]).found)) == {"T001", "T002"}
    with pytest.raises(UsageError, match="an experiment says itself"):
        validator.check("games/long.experiment.yaml", settings=["numbers.days=3"])


def test_a_text_may_be_as_large_as_a_file() -> None:
    files: Mapping[str, str] = {**FILES, "games/long.yaml": "# " + "é" * 140_000}
    assert codes(Validator(files, disk=False).check("games/long.yaml").found) == ["Y001"]
