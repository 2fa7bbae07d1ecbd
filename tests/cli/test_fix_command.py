"""`imhotep validate --fix` and `--diff`: what is mended, what is said, what is left alone, and how they exit."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep.cli.main import cli

ODD = "extends: meadow/ruleset.yaml\ntitle: no  # the country\nchange:\n  areas:\n    bed: {size: 04}\n"
MENDED = ODD.replace("no ", '"no" ').replace("04", "4")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["validate", *words])


@pytest.fixture
def odd(work: Path) -> Path:
    (work / "odd.yaml").write_text(ODD, encoding="utf-8")
    return work / "odd.yaml"


def test_fix_mends_the_file_and_tells_what_is_left(odd: Path) -> None:
    result = run("odd.yaml", "--fix")
    assert result.output == (
        'odd.yaml:2:8: mended[Y050]: write `"no"`\n'
        "odd.yaml:5:17: mended[S007]: write `4`\n"
        "\n"
        "odd.yaml: 2 files, 8 texts, 2 player counts, 2 sides: no findings\n"
    )
    assert result.exit_code == 0
    assert odd.read_text(encoding="utf-8") == MENDED


def test_diff_shows_a_patch_and_writes_nothing(odd: Path) -> None:
    result = run("odd.yaml", "--diff")
    assert result.exit_code == 1
    assert result.output.startswith(
        "--- a/odd.yaml\n+++ b/odd.yaml\n@@ -1,5 +1,5 @@\n extends: meadow/ruleset.yaml\n-title: no"
    )
    assert odd.read_text(encoding="utf-8") == ODD


@pytest.mark.parametrize(
    "data", [ODD.encode(), b"\xef\xbb\xbf" + ODD.replace("\n", "\r\n").encode(), ODD.rstrip().encode()]
)
def test_the_patch_is_one_that_does_what_fix_does(odd: Path, data: bytes) -> None:
    odd.write_bytes(data)
    patch = run("odd.yaml", "--diff").stdout_bytes
    assert run("odd.yaml", "--fix").exit_code == 0
    mended = odd.read_bytes()
    odd.write_bytes(data)
    subprocess.run(["git", "apply", "--whitespace=nowarn"], input=patch, check=True, cwd=odd.parent)
    assert odd.read_bytes() == mended != data


def test_where_nothing_would_change_diff_is_silent(odd: Path) -> None:
    odd.write_text(MENDED, encoding="utf-8")
    assert (run("odd.yaml", "--diff").exit_code, run("odd.yaml", "--diff").output) == (0, "")


def test_guesses_are_made_only_with_unsafe_fixes(odd: Path) -> None:
    odd.write_text(MENDED.replace("change", "chnge"), encoding="utf-8")
    assert run("odd.yaml", "--fix").exit_code == 1
    assert "chnge" in odd.read_text(encoding="utf-8")
    assert run("odd.yaml", "--fix", "--unsafe-fixes").exit_code == 0
    assert odd.read_text(encoding="utf-8") == MENDED


def test_with_json_the_output_holds_only_what_is_left(odd: Path) -> None:
    result = run("odd.yaml", "--fix", "--format", "json")
    assert json.loads(result.stdout) == []
    assert "mended[Y050]" in result.stderr


def test_diff_with_json_names_each_file(odd: Path) -> None:
    (entry,) = json.loads(run("odd.yaml", "--diff", "--format", "json").stdout)
    assert entry["file"] == "odd.yaml"
    assert entry["diff"].startswith("--- a/odd.yaml\n")


def test_all_files_of_a_ruleset_are_mended_but_not_the_base_of_a_variant(odd: Path) -> None:
    part = odd.parent / "meadow" / "more.yaml"
    part.write_text("options:\n  other: {default: false, name: {en: no}} # imhotep: ignore[U003]\n", encoding="utf-8")
    before = part.read_bytes()
    run("odd.yaml", "--fix", "--unsafe-fixes")
    assert part.read_bytes() == before
    run("meadow/ruleset.yaml", "--fix")
    assert part.read_bytes() == before.replace(b"no}", b'"no"}')


def test_a_file_of_scenarios_is_mended(work: Path) -> None:
    text = "for: ./meadow\nscenarios:\n  first:\n    note: off\n    players: 02\n"
    text += "    given: set wind to calm\n    then: [wind is calm]\n"
    (work / "some.scenarios.yaml").write_text(text, encoding="utf-8")
    result = run("some.scenarios.yaml", "--fix")
    assert (result.exit_code, "mended" in result.output) == (0, True), result.output
    assert (work / "some.scenarios.yaml").read_text(encoding="utf-8") == text.replace("off", '"off"').replace("02", "2")


def test_a_link_is_followed_but_not_out_of_the_project(odd: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    Path("link.yaml").symlink_to("odd.yaml")
    assert run("link.yaml", "--fix").exit_code == 0
    assert Path("link.yaml").is_symlink() and odd.read_text(encoding="utf-8") == MENDED
    other = tmp_path_factory.mktemp("other") / "far.yaml"
    other.write_text("extends: imhotep\ntitle: no\n", encoding="utf-8")
    Path("far.yaml").symlink_to(other)
    result = run("far.yaml", "--fix")
    assert result.exit_code == 2
    assert "it lies outside of the project" in result.stderr.splitlines()[0]
    assert other.read_text(encoding="utf-8") == "extends: imhotep\ntitle: no\n"


def test_a_file_that_may_only_be_read_is_refused_on_one_line(odd: Path) -> None:
    odd.chmod(0o444)
    result = run("odd.yaml", "--fix")
    assert result.exit_code == 2
    assert result.stderr == "error: cannot write `odd.yaml`: it may only be read\n"
    assert odd.read_text(encoding="utf-8") == ODD


def test_a_shipped_ruleset_is_not_mended_by_its_id() -> None:
    result = run("imhotep", "--fix")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: `imhotep` is a shipped ruleset")


@pytest.mark.parametrize("words", [["--fix", "--diff"], ["--unsafe-fixes"]])
def test_options_that_do_not_go_together_are_refused(odd: Path, words: list[str]) -> None:
    assert run("odd.yaml", *words).exit_code == 2
    assert odd.read_text(encoding="utf-8") == ODD


def test_a_file_that_is_not_there_is_told_once_and_the_others_are_mended(odd: Path) -> None:
    result = run("nowhere.yaml", "odd.yaml", "--fix")
    assert result.exit_code == 2
    assert result.stderr.count("nowhere.yaml") == 1
    assert odd.read_text(encoding="utf-8") == MENDED
