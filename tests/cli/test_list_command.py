"""`imhotep list`: what it tells about the shipped rulesets."""

import json

import pytest
from click.testing import CliRunner

from imhotep.cli import list as listing
from imhotep.cli.main import cli


def test_it_tells_boards_options_and_seats() -> None:
    result = CliRunner().invoke(cli, ["list"])
    assert result.exit_code == 0
    assert result.output.startswith(
        "imhotep: Imhotep\n  players  2 to 4\n  seats    black, white, brown, gray\n  sides    burial_chamber: A, B\n"
    )
    assert "  options  wrath_of_the_pharaoh: false (false, true)\n" in result.output
    assert "\n           chisel_places: exactly_two (exactly_two, up_to_two)\n" in result.output
    assert "  examples/house-rules/01-sled-of-six.yaml  Sled of six\n" in result.output


def test_json_tells_the_same() -> None:
    result = CliRunner().invoke(cli, ["list", "--format", "json"])
    found = json.loads(result.stdout)
    (imhotep,) = found["rulesets"]
    assert (imhotep["id"], imhotep["title"], imhotep["players"]) == ("imhotep", "Imhotep", [2, 4])
    assert imhotep["sides"]["market"] == ["A", "B"]
    assert {"id": "hammer_takes", "default": "what_fits", "values": ["what_fits", "at_least_one", "exactly_three"]} in (
        imhotep["options"]
    )
    assert {"file": "examples/house-rules/25-quay.yaml", "title": "The Quay"} in found["examples"]


def test_an_installed_package_has_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "examples_folder", lambda: None)
    assert "example" not in CliRunner().invoke(cli, ["list"]).output
