from pathlib import Path

import pytest

from imhotep import shipped
from imhotep.errors import UsageError

CHECKOUT = Path(__file__).parents[1]


def test_a_checkout_uses_its_own_rulesets_schemas_and_examples() -> None:
    assert shipped.rulesets_folder() == CHECKOUT / "rulesets"
    assert shipped.schemas_folder() == CHECKOUT / "schemas"
    assert shipped.examples_folder() == CHECKOUT / "examples"


def test_every_folder_with_a_ruleset_file_is_a_shipped_ruleset() -> None:
    assert "imhotep" in shipped.ruleset_ids()
    assert list(shipped.ruleset_ids()) == sorted(
        folder.name for folder in (CHECKOUT / "rulesets").iterdir() if (folder / "ruleset.yaml").is_file()
    )


def test_an_installed_package_uses_its_own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lib" / "imhotep"
    (package / "_shipped" / "rulesets" / "meadow").mkdir(parents=True)
    (package / "_shipped" / "rulesets" / "meadow" / "ruleset.yaml").write_text("ruleset: meadow\n")
    monkeypatch.setattr(shipped, "_PACKAGE", package)
    assert shipped.rulesets_folder() == package / "_shipped" / "rulesets"
    assert shipped.ruleset_ids() == ("meadow",)
    assert shipped.examples_folder() is None
    with pytest.raises(UsageError, match="no folder `schemas`"):
        shipped.schemas_folder()


def test_another_project_that_holds_an_environment_is_no_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / ".venv" / "lib" / "imhotep"
    (package / "_shipped" / "rulesets").mkdir(parents=True)
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(shipped, "_PACKAGE", package)
    assert shipped.rulesets_folder() == package / "_shipped" / "rulesets"
