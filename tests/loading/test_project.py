from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from imhotep.diagnostics import Diagnostic, Position, Span
from imhotep.errors import UsageError
from imhotep.loading.project import (
    DISK,
    PROJECT_FILE,
    display_name,
    is_path,
    locate_argument,
    locate_reference,
    project_root,
)
from imhotep.shipped import rulesets_folder

SPAN = Span("house.yaml", Position(1, 10, 9), Position(1, 15, 14))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a house rule in a folder, and a file outside; another folder is the current one."""
    root = tmp_path.resolve() / "project"
    (root / "rules").mkdir(parents=True)
    (root / PROJECT_FILE).write_text("")
    (root / "rules" / "house.yaml").write_text("")
    (root / "shared.yaml").write_text("")
    (root.parent / "secret.yaml").write_text("")
    elsewhere = root.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return root


def refused(text: str, project: Path) -> Diagnostic:
    path, diagnostics = locate_reference(text, SPAN, project / "rules", project, DISK)
    assert path is None
    (diagnostic,) = diagnostics
    assert diagnostic.span == SPAN
    return diagnostic


def test_the_root_is_the_nearest_folder_with_a_project_file(project: Path) -> None:
    assert project_root(project / "rules" / "house.yaml") == project
    assert project_root(project / "rules") == project
    (project / "rules" / PROJECT_FILE).write_text("")
    assert project_root(project / "rules" / "house.yaml") == project / "rules"


def test_without_a_project_file_the_root_is_the_current_folder_or_the_files_own(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / PROJECT_FILE).unlink()
    assert project_root(project / "rules" / "house.yaml") == project / "rules"
    monkeypatch.chdir(project)
    assert project_root(Path("rules/house.yaml")) == project


def test_the_root_of_a_shipped_file_is_the_folder_of_all_shipped_rulesets() -> None:
    assert project_root(rulesets_folder() / "imhotep" / "ruleset.yaml") == rulesets_folder()


def test_files_are_called_by_their_path_from_the_root(project: Path) -> None:
    assert display_name(project / "rules" / "house.yaml", project) == "rules/house.yaml"
    assert display_name(Path("../project/rules/../shared.yaml"), project) == "shared.yaml"
    shipped = rulesets_folder() / "imhotep" / "boards" / "market.yaml"
    assert display_name(shipped, project) == "imhotep/boards/market.yaml"
    assert display_name(Path("../secret.yaml"), project) == "../secret.yaml"


def test_a_slash_or_a_yaml_ending_makes_a_path() -> None:
    assert [is_path(text) for text in ("a/b", "./a", "a.yaml", ".", "..")] == [True] * 5
    assert [is_path(text) for text in ("imhotep", "a.yml", "a.yaml.old")] == [False] * 3


def test_an_argument_is_a_path_as_typed_or_a_shipped_ruleset() -> None:
    assert locate_argument("../x/house.yaml") == Path("../x/house.yaml")
    assert locate_argument("imhotep") == rulesets_folder() / "imhotep"
    with pytest.raises(UsageError, match=r"no ruleset `imhotpe`; did you mean `imhotep`\?"):
        locate_argument("imhotpe")
    with pytest.raises(UsageError, match=r"house\.yml"):
        locate_argument("house.yml")


def test_a_reference_is_followed_from_the_file_that_holds_it(project: Path) -> None:
    for text, expected in {
        "house.yaml": project / "rules" / "house.yaml",
        "../shared.yaml": project / "shared.yaml",
        "../rules/./house.yaml": project / "rules" / "house.yaml",
        "imhotep": rulesets_folder() / "imhotep",
    }.items():
        assert locate_reference(text, SPAN, project / "rules", project, DISK) == (expected, ())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("/etc/passwd.yaml", "absolute path"),
        ("C:/games/house.yaml", "drive"),
        ("c:house.yaml", "drive"),
        ("\\\\server\\share\\house.yaml", "another computer"),
        ("//server/share/house.yaml", "another computer"),
        ("..\\shared.yaml", "backslashes"),
        ("house\0.yaml", "neither a path"),
        ("house\n.yaml", "neither a path"),
        ("", "neither a path"),
        ("  ", "neither a path"),
        ("https://example.org/house.yaml", "web address"),
        ("file:///etc/house.yaml", "web address"),
    ],
)
def test_what_is_no_plain_path_is_refused_naming_the_root(project: Path, text: str, says: str) -> None:
    diagnostic = refused(text, project)
    assert diagnostic.code == "F001"
    assert says in diagnostic.message
    assert project.as_posix() in (diagnostic.help or "")


@pytest.mark.parametrize("text", ["../../secret.yaml", "../../etc/passwd.yaml", "./../../project-2/x.yaml", "../.."])
def test_a_way_out_of_the_project_is_refused_naming_the_root(project: Path, text: str) -> None:
    diagnostic = refused(text, project)
    assert diagnostic.code == "F002"
    assert project.as_posix() in (diagnostic.help or "")


def test_a_link_out_of_the_project_is_refused_and_one_inside_is_followed(project: Path) -> None:
    try:
        (project / "rules" / "out.yaml").symlink_to(project.parent / "secret.yaml")
        (project / "rules" / "folder").symlink_to(project.parent)
        (project / "rules" / "in.yaml").symlink_to(project / "shared.yaml")
    except OSError:
        pytest.skip("links cannot be made here")
    assert refused("out.yaml", project).code == "F002"
    assert refused("folder/secret.yaml", project).code == "F002"
    assert locate_reference("in.yaml", SPAN, project / "rules", project, DISK) == (project / "shared.yaml", ())


def test_a_circle_of_links_is_a_missing_file(project: Path) -> None:
    try:
        (project / "rules" / "a.yaml").symlink_to("b.yaml")
        (project / "rules" / "b.yaml").symlink_to("a.yaml")
    except OSError:
        pytest.skip("links cannot be made here")
    assert refused("a.yaml", project).code == "F003"


def test_a_missing_file_and_an_unknown_ruleset_name_what_is_near(project: Path) -> None:
    (project / "rules" / "mouse.yaml").touch()
    assert refused("mause.yaml", project).help == "did you mean `mouse.yaml`?"
    assert refused("hause.yaml", project).help == "did you mean `mouse.yaml`?"  # it stands in `house.yaml` itself
    assert refused("x" * 5000 + ".yaml", project).code == "F003"
    unknown = refused("imhotpe", project)
    assert (unknown.code, unknown.help) == ("F004", "did you mean `imhotep`?")
    assert refused("house", project).help == "for the file in this folder write `house.yaml`"


def test_the_shipped_rulesets_may_be_referred_to_by_path_from_anywhere(project: Path) -> None:
    shipped = rulesets_folder() / "imhotep"
    assert locate_reference("./imhotep", SPAN, rulesets_folder(), project, DISK) == (shipped, ())


@settings(deadline=None)
@given(st.lists(st.sampled_from(["..", ".", "a", "rules", "/", "//", "\\", "C:", "~", ".yaml", "\0", "file://"])))
def test_no_reference_leads_out_of_the_root(parts: list[str]) -> None:
    root = rulesets_folder() / "imhotep"
    path, diagnostics = locate_reference("/".join(parts), SPAN, root / "boards", root, DISK)
    assert (path is None) == bool(diagnostics)
    assert path is None or path.is_relative_to(rulesets_folder())
