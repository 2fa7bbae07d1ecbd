"""What the page on experiments shows works as it stands there."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from imhotep.cli.main import cli
from imhotep.experiment.metrics import METRICS

CHECKOUT = Path(__file__).parents[1]
DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "experiments.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_all_commands_run_one_after_the_other() -> None:
    assert {shlex.split(command)[1] for command in COMMANDS} == {"compare", "sweep", "plan", "simulate", "validate"}
    for command in COMMANDS:
        words = shlex.split(re.sub(r"(--games) (\d+)00", r"\1 \2", command))[1:]
        fewer = [] if words[0] == "validate" or "--games" in words else ["--games", "20"]
        result = CliRunner().invoke(cli, [*words, *fewer])
        assert result.exit_code == 0, result.output


def test_the_file_that_is_shown_is_right(folder: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (folder / "examples" / "experiments" / "shown.experiment.yaml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["validate", "examples/experiments/shown.experiment.yaml"])
    assert result.output == "examples/experiments/shown.experiment.yaml: 4 variants, 2 tables: no findings\n"


def test_the_python_that_is_shown_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "experiments.md", "exec"), {})
    assert capsys.readouterr().out == "not enough games\n"


def test_each_metric_is_defined_once_and_marked_if_it_takes_longer() -> None:
    rows = re.findall(r"^\| (`[a-z_]+[`.].*?) \|", PAGE, re.MULTILINE)
    named = {re.findall(r"`([a-z_]+)", row)[0]: row.endswith(r"\*") for row in rows}
    assert named == {metric.name: metric.needs_rows for metric in METRICS}
    assert len(rows) == len(METRICS)


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (DOCS / link).exists(), link
