"""`imhotep build` writes a module that is played without Python, and `--backend` changes no figure."""

import json
import shutil
import subprocess
from importlib import util
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from imhotep import open_ruleset
from imhotep.cli.main import cli
from imhotep.wasm.engine import WasmMachine

EXAMPLE = Path(__file__).parents[2] / "examples" / "node" / "play.mjs"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words])


@pytest.fixture
def built(tmp_path: Path) -> Path:
    path = tmp_path / "game.wasm"
    done = run("build", "imhotep", "-o", str(path), "--players", "3", "--text")
    assert done.exit_code == 0, done.output
    return path


def test_a_build_is_a_module_its_description_and_its_text(built: Path) -> None:
    assert built.read_bytes().startswith(b"\0asm")
    described = json.loads(built.with_suffix(".json").read_text(encoding="utf-8"))
    program = open_ruleset("imhotep").program(3)
    assert described["digest"] == program.digest
    assert described["seats"] == list(program.seats)
    assert described["texts"]["actions.pass"]["en"]
    text = built.with_suffix(".wat").read_text(encoding="utf-8")
    assert ";; imhotep/flow.yaml:" in text
    assert all(len(line) < 200 for line in text.splitlines())


def test_node_plays_the_same_games_without_python(built: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js here")
    done = subprocess.run([node, str(EXAMPLE), str(built), "9"], capture_output=True, text=True, check=True)
    *_, rates = done.stdout.splitlines()
    program = open_ruleset("imhotep").program(3)
    wins = [0.0, 0.0, 0.0]
    for outcome in WasmMachine(program).outcomes(range(9, 1009)):
        for seat in outcome.winners:
            wins[seat - 1] += 1 / len(outcome.winners)
    told = ", ".join(f"{seat} {won / 10:.1f} %" for seat, won in zip(program.seats, wins, strict=True))
    assert rates == f"1000 games by random players: {told}"
    points = [line for line in done.stdout.splitlines() if line.endswith(" wins")]
    assert points


def test_what_is_not_from_a_build_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("{}")
    done = run("build", "imhotep", "-o", str(tmp_path / "game.wasm"))
    assert done.exit_code != 0
    assert not (tmp_path / "game.wasm").exists()
    assert (tmp_path / "game.json").read_text() == "{}"


def test_the_name_of_a_module_ends_in_wasm(tmp_path: Path) -> None:
    assert run("build", "imhotep", "-o", str(tmp_path / "game.bin")).exit_code != 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("more", [(), ("--metrics", "all")], ids=["plain", "traced"])
def test_the_figures_do_not_depend_on_the_back_end(more: tuple[str, ...]) -> None:
    words = ("simulate", "imhotep", "--players", "4", "--games", "30", "--jobs", "1", "--format", "json", *more)
    outputs = {run(*words, "--backend", name).output for name in ("wasm", "interpreter")}
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["finished"] == 30


def test_the_interpreter_takes_over_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    real = util.find_spec
    monkeypatch.setattr("imhotep.wasm.playing.find_spec", lambda name: None if name == "wasmtime" else real(name))
    done = run("simulate", "imhotep", "--games", "3", "--jobs", "1")
    assert done.exit_code == 0
    assert "the interpreter plays" in done.stderr
    asked = run("simulate", "imhotep", "--games", "3", "--backend", "wasm")
    assert asked.exit_code == 2
    assert "needs the package wasmtime" in asked.stderr
