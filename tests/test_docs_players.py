"""What the page on players shows works as it stands there."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli

CHECKOUT = Path(__file__).parents[1]
DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "players.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
EXAMPLES = sorted((CHECKOUT / "examples" / "players").glob("*.yaml"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> str:
    result = CliRunner().invoke(cli, words, input="q\n")
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.usefixtures("folder")
def test_all_commands_run_one_after_the_other() -> None:
    assert {shlex.split(command)[1] for command in COMMANDS} == {"simulate", "play", "replay", "validate"}
    for command in COMMANDS:
        run(*shlex.split(re.sub(r"--games \d\d\d", "--games 6", command))[1:])


def test_the_list_that_is_shown_is_right_and_plays_as_the_page_says(folder: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    name = "examples/players/shown.player.yaml"
    (folder / name).write_text(text, encoding="utf-8")
    assert run("validate", name) == f"{name}: 5 entries: no findings\n"
    run("simulate", "imhotep", "--games", "1", "--by", name, "--log", "shown.jsonl")
    told = run("replay", "shown.jsonl")
    assert "sail.site = burial_chamber (not " in told
    assert "(not burial_chamber" not in told
    assert re.search(r"load.ship = four\.\d \(not .*(two|three)", told)
    assert not re.search(r"load.ship = (one|two|three)\S* \(not .*four", told)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_each_example_is_right_and_names_its_schema(path: Path) -> None:
    assert run("validate", f"examples/players/{path.name}").endswith("no findings\n")
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    target = first.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / target).resolve() == CHECKOUT / "schemas" / "player.schema.json"


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        page, _, heading = link.partition("#")
        assert not page or (DOCS / page).exists(), link
        assert not heading or f"\n## {heading.replace('-', ' ')}\n" in PAGE.lower(), link
