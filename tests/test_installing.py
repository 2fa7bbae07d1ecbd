"""Installing really: an editable install follows the checkout, a wheel carries its own copy."""

import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
PROBE = """
import imhotep
ruleset = imhotep.open_ruleset("imhotep")
print(ruleset.composed.root.get("numbers").get("rounds").get("value").text)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build needs."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("engine", "rulesets", "schemas"):
        shutil.copytree(CHECKOUT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(CHECKOUT / name, folder)
    return folder


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The Python of an empty environment that sees this one's libraries, but not this package."""
    venv.create(tmp_path / "env", with_pip=False)
    inside = next((tmp_path / "env").glob("lib/python*/site-packages"))
    libraries = [p for p in (*site.getsitepackages(), *sys.path) if p.endswith("site-packages")]
    (inside / "libraries.pth").write_text("\n".join(dict.fromkeys(libraries)) + "\n")
    return tmp_path / "env" / "bin" / "python"


def pip(python: Path, *arguments: str) -> None:
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--ignore-installed", *arguments],
        check=True, capture_output=True,
    )  # fmt: skip


def rounds(python: Path, cwd: Path) -> str:
    done = subprocess.run([python, "-c", PROBE], check=True, capture_output=True, text=True, cwd=cwd)
    return done.stdout.strip()


def explained(python: Path, cwd: Path) -> str:
    words = [str(python), "-m", "imhotep", "explain", "F004"]
    return subprocess.run(words, check=True, capture_output=True, text=True, cwd=cwd).stdout


def edit(folder: Path) -> None:
    file = next(p for p in folder.rglob("*.yaml") if "rounds: {value: 6" in p.read_text(encoding="utf-8"))
    file.write_text(
        file.read_text(encoding="utf-8").replace("rounds: {value: 6", "rounds: {value: 5"), encoding="utf-8"
    )


def test_an_editable_install_sees_an_edited_ruleset(project: Path, python: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(project, copy)
    pip(python, "-e", str(copy))
    assert rounds(python, tmp_path) == "6"
    edit(copy / "rulesets")
    assert rounds(python, tmp_path) == "5"


def test_a_wheel_carries_its_own_rulesets_schemas_and_explanations(project: Path, python: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(project, copy)
    edit(copy / "rulesets")
    pip(python, str(copy))
    shutil.rmtree(copy)
    assert rounds(python, tmp_path) == "5"
    assert "there is no such ruleset" in explained(python, tmp_path)
