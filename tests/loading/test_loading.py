"""Composing a ruleset from its folder, variants that extend one another, and settings."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from imhotep.compile.ruleset import open_ruleset
from imhotep.diagnostics import Diagnostic, Severity
from imhotep.document.nodes import Mapping, Node
from imhotep.errors import UnreadableError, UsageError
from imhotep.loading.library import MOST_FILES
from imhotep.loading.load import Composed, load, scenario_files
from imhotep.shipped import examples_folder
from imhotep.variants.canonical import canonical

RULESET = """\
ruleset: pond
title: {en: Pond}
players: {least: 2, most: 3}
seats: {red: {}, blue: {}, green: {}}
begin: game
winner: {by: {points: score of seat}}
"""
PIECES = """\
components:
  frog: {owner: seat, count: 9, starts_in: reeds}
areas:
  reeds: {per: seat, kind: pool, holds: own frog}
  leaf: {kind: pool, holds: frog, capacity: 5}
numbers:
  rounds: {value: 6, source: printed}
"""
FLOW = """\
procedures:
  game: {do: shuffle leaf}
boards:
  shore:
    sides:
      A: {numbers: {steps: {value: 2}}}
      B: {numbers: {steps: {value: 3}}}
  bank: {}
options:
  storm: {default: false}
  wind:
    default: none
    values: {none: {en: no wind}, strong: {en: much wind}}
  depth: {default: 2, least: 1, most: 4}
"""
BASE = {"pond/ruleset.yaml": RULESET, "pond/pieces.yaml": PIECES, "pond/more/flow.yaml": FLOW}
SIX = "extends: pond\ntitle: {en: Six}\nchange:\n  areas:\n    leaf:\n      capacity: 6\n"


def told(diagnostic: Diagnostic) -> str:
    """A diagnostic in one line: place, code, message, help."""
    line = f"{diagnostic.span} {diagnostic.code} {diagnostic.message}"
    return f"{line} [{diagnostic.help}]" if diagnostic.help else line


def also(diagnostic: Diagnostic) -> list[str]:
    return [f"{related.span} {related.message}" for related in diagnostic.related]


def good(result: tuple[Composed | None, tuple[Diagnostic, ...]]) -> Composed:
    composed, diagnostics = result
    assert composed is not None, [told(each) for each in diagnostics]
    assert diagnostics == ()
    return composed


def bad(result: tuple[Composed | None, tuple[Diagnostic, ...]]) -> Diagnostic:
    """The only diagnostic, which is an error."""
    composed, diagnostics = result
    assert len(diagnostics) == 1, [told(each) for each in diagnostics]
    assert composed is None
    assert diagnostics[0].severity is Severity.ERROR
    return diagnostics[0]


def at(root: Node, path: str) -> Node:
    node: Node | None = root
    for key in path.split("."):
        assert isinstance(node, Mapping), path
        node = node.get(key)
    assert node is not None, path
    return node


def value(composed: Composed, path: str) -> str:
    return canonical(at(composed.root, path))


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], Path]:
    """Writes files into an empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return write


Write = Callable[[dict[str, str]], Path]


class TestARulesetFolder:
    def test_all_its_files_are_one_ruleset(self) -> None:
        composed = good(load("pond", files=BASE))
        assert composed.id == "pond"
        assert composed.files == ("pond/ruleset.yaml", "pond/more/flow.yaml", "pond/pieces.yaml")
        assert value(composed, "areas.leaf.capacity") == "5"
        assert value(composed, "procedures.game.do") == '"shuffle leaf"'

    def test_it_can_be_named_by_its_folder_or_its_first_file(self, disk: Write) -> None:
        disk(BASE)
        assert {good(load(name)).digest for name in ("./pond", "pond/", "pond/ruleset.yaml")} == {
            good(load("pond", files=BASE)).digest
        }

    def test_the_disk_and_texts_are_read_alike(self, disk: Write) -> None:
        disk({**BASE, "v.yaml": SIX.replace("pond", "./pond")})
        from_disk, from_texts = good(load("v.yaml")), good(load("v.yaml", files={**BASE, "v.yaml": SIX}))
        assert (from_disk.id, from_disk.digest, from_disk.files) == (
            from_texts.id,
            from_texts.digest,
            from_texts.files,
        )

    def test_sections_of_several_files_are_joined(self) -> None:
        composed = good(load("pond", files={**BASE, "pond/z.yaml": "format: 1\nnumbers: {steps: {value: 2}}"}))
        assert value(composed, "numbers.steps.value") == "2"
        assert value(composed, "numbers.rounds.value") == "6"

    def test_the_same_entry_in_two_files_is_told_with_both_places(self) -> None:
        diagnostic = bad(load("pond", files={**BASE, "pond/z.yaml": "numbers:\n  rounds: {value: 2}"}))
        assert told(diagnostic) == (
            "pond/z.yaml:2:3 V014 `numbers.rounds` stands in two files of the ruleset "
            "[give one of them another name, or delete it]"
        )
        assert also(diagnostic) == ["pond/pieces.yaml:7:3 it stands here, too"]

    def test_the_same_property_in_two_files_is_told_with_both_places(self) -> None:
        diagnostic = bad(load("pond", files={**BASE, "pond/z.yaml": "begin: other"}))
        assert told(diagnostic).startswith("pond/z.yaml:1:1 V014 `begin` stands in two files")
        assert also(diagnostic) == ["pond/ruleset.yaml:5:1 it stands here, too"]

    def test_what_every_ruleset_needs_is_asked_for(self) -> None:
        diagnostic = bad(load("pond", files={**BASE, "pond/ruleset.yaml": RULESET.replace("begin: game\n", "")}))
        assert told(diagnostic) == "pond/ruleset.yaml:1:1 V015 this ruleset has no `begin`"

    def test_scenarios_and_hidden_files_are_no_part_of_it(self, disk: Write) -> None:
        disk({**BASE, "pond/a.scenarios.yaml": "x: y", "pond/.x.yaml": "x: y", "pond/.git/x.yaml": "x: y"})
        disk({"pond/imhotep-project.yaml": "x: y", "pond/README.md": "x: y"})
        assert len(good(load("./pond")).files) == 3

    def test_a_file_with_another_ending_is_pointed_out(self, disk: Write) -> None:
        disk({**BASE, "pond/lost.yml": "numbers: {steps: {value: 2}}"})
        composed, (diagnostic,) = load("./pond")
        assert composed is not None
        assert diagnostic.severity is Severity.WARNING
        assert told(diagnostic) == (
            "pond/lost.yml:1:1 V019 `pond/lost.yml` is not read: the files of a ruleset end in `.yaml`"
        )

    def test_links_do_not_lead_out_of_the_project(self, disk: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
        root = disk(BASE)
        outside = tmp_path_factory.mktemp("outside")
        (outside / "x.yaml").write_text("begin: x")
        (root / "pond" / "x.yaml").symlink_to(outside / "x.yaml")
        (root / "pond" / "folder").symlink_to(outside)
        composed, diagnostics = load("./pond")
        assert composed is None
        assert [told(each) for each in diagnostics] == [
            "pond/folder:1:1 V018 `pond/folder` is a link to a folder, which is not followed",
            "pond/x.yaml:1:1 V018 `pond/x.yaml` is a link that leads out of the project",
        ]

    def test_a_link_that_leads_nowhere_is_told(self, disk: Write) -> None:
        root = disk(BASE)
        (root / "pond" / "x.yaml").symlink_to("nothing.yaml")
        assert bad(load("./pond")).code == "V021"

    def test_there_is_a_limit_to_its_files(self) -> None:
        many = {f"pond/z{number}.yaml": "format: 1" for number in range(MOST_FILES)}
        diagnostic = bad(load("pond", files={**BASE, **many}))
        assert (diagnostic.code, diagnostic.message[-39:]) == ("V020", "one file too many: at most 200 are read")

    def test_there_is_a_limit_to_its_text(self) -> None:
        many = {f"pond/z{number:02}.yaml": "format: 1\n#" + "x" * 250_000 for number in range(18)}
        diagnostic = bad(load("pond", files={**BASE, **many}))
        assert told(diagnostic) == "pond/z16.yaml:1:1 V022 with `pond/z16.yaml` it is more than 4 MB of text"

    def test_a_fault_of_form_is_told_at_its_place(self) -> None:
        diagnostic = bad(load("pond", files={**BASE, "pond/z.yaml": "numbers:\n  steps: {vlaue: 2}"}))
        assert (str(diagnostic.span), diagnostic.help) == ("pond/z.yaml:2:11", "did you mean `value`?")


class TestExtends:
    def test_a_variant_is_laid_over_what_it_extends(self) -> None:
        composed = good(load("v.yaml", files={**BASE, "v.yaml": SIX}))
        assert composed.id == "v"
        assert composed.title is not None
        assert canonical(composed.title) == '{"map":[["en","Six"]]}'
        assert [(layer.id, layer.file) for layer in composed.lineage] == [
            ("pond", "pond/ruleset.yaml"),
            ("v", "v.yaml"),
        ]
        assert str(at(composed.root, "areas.leaf.capacity").span) == "v.yaml:6:17"
        assert str(at(composed.root, "areas.leaf.kind").span) == "pond/pieces.yaml:5:16"

    def test_a_variant_extends_another_and_may_overrule_it(self) -> None:
        second = "extends: v.yaml\nid: seven\nchange: {areas: {leaf: {capacity: 7}}}"
        composed = good(load("w.yaml", files={**BASE, "v.yaml": SIX, "w.yaml": second}))
        assert composed.id == "seven"
        assert value(composed, "areas.leaf.capacity") == "7"

    def test_a_diamond_applies_each_variant_once(self) -> None:
        files = {
            **BASE,
            "v.yaml": "extends: pond\nadd: {numbers: {steps: {value: 1}}}",
            "left.yaml": "extends: v.yaml\nchange: {areas: {leaf: {capacity: 7}}}",
            "right.yaml": "extends: ./v.yaml\nchange: {numbers: {rounds: {value: 4}}}",
            "both.yaml": "extends: [left.yaml, right.yaml]",
        }
        composed = good(load("both.yaml", files=files))
        assert [layer.id for layer in composed.lineage] == ["pond", "v", "left", "right", "both"]
        assert [value(composed, path) for path in ("areas.leaf.capacity", "numbers.rounds.value")] == ["7", "4"]

    def test_a_circle_is_told_link_by_link(self) -> None:
        files = {"a.yaml": "extends: b.yaml", "b.yaml": "id: b\nextends: [c.yaml]", "c.yaml": "extends: a.yaml"}
        diagnostic = bad(load("a.yaml", files=files))
        assert told(diagnostic) == "a.yaml:1:10 V016 `a.yaml` extends itself by way of `b.yaml`, `c.yaml`"
        assert also(diagnostic) == ["b.yaml:2:11 `b.yaml` extends `c.yaml`", "c.yaml:1:10 `c.yaml` extends `a.yaml`"]

    def test_a_variant_that_extends_itself_is_told(self) -> None:
        assert told(bad(load("a.yaml", files={"a.yaml": "extends: a.yaml"}))) == (
            "a.yaml:1:10 V016 `a.yaml` extends itself"
        )

    def test_a_circle_through_a_link_is_seen(self, disk: Write) -> None:
        root = disk({"a.yaml": "extends: link.yaml"})
        (root / "link.yaml").symlink_to("a.yaml")
        assert bad(load("a.yaml")).code == "V016"

    @pytest.mark.parametrize(
        ("reference", "code"),
        [
            ("../../etc/passwd", "F002"),
            ("/etc/passwd", "F001"),
            ("C:/x.yaml", "F001"),
            ("//host/x.yaml", "F001"),
            ("https://example.org/x.yaml", "F001"),
            ("sixx.yaml", "F003"),
            ("imhotpe", "F004"),
        ],
    )
    def test_a_reference_that_may_not_be_followed_is_told(self, disk: Write, reference: str, code: str) -> None:
        disk({"v.yaml": f"extends: {reference}\n", "six.yaml": SIX})
        diagnostic = bad(load("v.yaml"))
        assert (diagnostic.code, str(diagnostic.span)) == (code, "v.yaml:1:10")

    def test_a_folder_that_is_no_ruleset_is_told_where_it_is_extended(self, disk: Write) -> None:
        disk({"v.yaml": "extends: ./stuff\n", "stuff/x.yaml": SIX})
        assert told(bad(load("v.yaml"))) == "v.yaml:1:10 V021 `stuff` is no ruleset: it holds no `ruleset.yaml`"

    def test_variants_of_two_rulesets_do_not_go_together(self) -> None:
        files = {**BASE, "lake/ruleset.yaml": RULESET.replace("pond", "lake"), "v.yaml": "extends: lake"}
        diagnostic = bad(load("pond", files=files, variants=["v.yaml"]))
        assert told(diagnostic) == (
            "v.yaml:1:10 V017 `lake/ruleset.yaml` is a second ruleset: variants are laid over one"
        )
        assert also(diagnostic) == ["pond/ruleset.yaml:1:1 the other one stands here"]

    def test_a_ruleset_may_be_a_single_file_of_any_name(self) -> None:
        whole = RULESET + FLOW + PIECES
        composed = good(load("some.yaml", files={"some.yaml": whole}))
        assert (composed.id, composed.files, composed.digest) == (
            "pond", ("some.yaml",), good(load("pond", files=BASE)).digest,
        )  # fmt: skip
        again = good(load("v.yaml", files={"some.yaml": whole, "v.yaml": SIX.replace("pond", "./some.yaml")}))
        assert again.digest == good(load("v.yaml", files={**BASE, "v.yaml": SIX})).digest

    def test_a_single_file_must_hold_a_whole_ruleset(self) -> None:
        diagnostic = bad(load("some.yaml", files={"some.yaml": RULESET.replace("begin: game\n", "")}))
        assert told(diagnostic) == "some.yaml:1:1 V015 this ruleset has no `begin`"

    def test_a_single_file_is_a_second_ruleset_like_any_other(self) -> None:
        diagnostic = bad(load("v.yaml", files={**BASE, "some.yaml": RULESET, "v.yaml": "extends: [pond, some.yaml]"}))
        assert told(diagnostic) == ("v.yaml:1:17 V017 `some.yaml` is a second ruleset: variants are laid over one")

    @pytest.mark.parametrize("key", ["extends: pond", "change: {}", "add: {}", "remove: []"])
    def test_a_file_with_a_key_of_variants_is_a_variant(self, key: str) -> None:
        _, found = load("v.yaml", files={**BASE, "v.yaml": f"ruleset: pond\n{key}\n"})
        assert "unknown key `ruleset`" in {each.message for each in found}

    def test_a_variant_without_extends_is_told(self) -> None:
        diagnostic = bad(load("v.yaml", files={"v.yaml": "title: x"}))
        assert "`extends`" in diagnostic.message

    @pytest.mark.parametrize("text", ["", "# nothing\n", "~"])
    def test_an_empty_variant_is_told_how_one_looks(self, text: str) -> None:
        diagnostic = bad(load("v.yaml", files={"v.yaml": text}))
        assert diagnostic.help is not None
        assert "extends: NAME" in diagnostic.help

    def test_a_variant_with_a_list_at_the_top_is_told(self) -> None:
        assert bad(load("v.yaml", files={"v.yaml": "- extends: pond"})).code.startswith("S")


class TestAMistakeInAVariant:
    @pytest.mark.parametrize(
        ("text", "place", "words"),
        [
            ("extend: pond", "2:1", ["`extend`", "`extends`"]),
            ("change:\n  areas:\n    laef: {capacity: 6}", "4:5", ["`laef`", "did you mean `leaf`?"]),
            ("change:\n  areas:\n    leaf: {capcity: 6}", "4:12", ["`capcity`", "`capacity`"]),
            ("change:\n  aeras:\n    leaf: {capacity: 6}", "3:3", ["`aeras`", "`areas`"]),
            ("change:\n  areas:\n    leaf: {kind: poool}", "4:18", ["`poool`", "`pool`"]),
            ("change:\n  numbers:\n    rounds: {value: many}", "4:21", ["many", "whole number"]),
            ("change:\n  numbers:\n    rounds: {value: 06}", "4:21", ["06", "6"]),
            ("change:\n  areas:\n    leaf:\n", "4:5", ["`areas.leaf`", "remove: [areas.leaf]"]),
            ("remove:\n  - areas.laef", "3:11", ["`laef`", "did you mean `leaf`?"]),
            ("sides: {shroe: B}", "2:9", ["`shroe`", "did you mean `shore`?"]),
            ("options: {strom: true}", "2:11", ["`strom`", "did you mean `storm`?"]),
        ],
    )
    def test_is_one_diagnostic_at_its_place_with_the_nearest_name(
        self, text: str, place: str, words: list[str]
    ) -> None:
        first = "id: x" if "extend: " in text else "extends: pond"
        composed, diagnostics = load("v.yaml", files={**BASE, "v.yaml": f"{first}\n{text}\n"})
        assert composed is None
        if "extend: " in text:
            diagnostics = tuple(each for each in diagnostics if "no `extends`" not in each.message)
        (diagnostic,) = diagnostics
        assert str(diagnostic.span) == f"v.yaml:{place}"
        for word in words:
            assert word in told(diagnostic)

    def test_two_mistakes_are_both_told(self) -> None:
        text = "extends: pond\nchange:\n  areas:\n    laef: {capacity: 6}\n    reeds: {capcity: 3}\n"
        composed, diagnostics = load("v.yaml", files={**BASE, "v.yaml": text})
        assert composed is None
        assert sorted(str(each.span) for each in diagnostics) == ["v.yaml:4:5", "v.yaml:5:13"]

    def test_a_change_that_breaks_the_form_of_a_thing_is_told_at_the_change(self) -> None:
        text = "extends: pond\nchange:\n  areas:\n    leaf:\n      kind: slots\n      size: 3\n"
        diagnostic = bad(load("v.yaml", files={**BASE, "v.yaml": text}))
        assert diagnostic.span is not None
        assert diagnostic.span.file == "v.yaml"
        assert "`capacity`" in told(diagnostic)
        assert also(diagnostic) == ["pond/pieces.yaml:5:35 the fault shows here"]

    def test_an_incomplete_new_thing_is_told_where_it_is_added(self) -> None:
        text = "extends: pond\nadd:\n  areas:\n    mud: {holds: frog}\n"
        diagnostic = bad(load("v.yaml", files={**BASE, "v.yaml": text}))
        assert diagnostic.span is not None
        assert (diagnostic.span.file, diagnostic.span.start.line) == ("v.yaml", 4)


SEVEN = "extends: pond\nchange:\n  areas:\n    leaf: {capacity: 7}\n"
STACK = {**BASE, "six.yaml": SIX, "seven.yaml": SEVEN}


class TestStackedVariants:
    def test_the_last_one_wins_with_a_warning_that_names_both(self) -> None:
        composed, (diagnostic,) = load("six.yaml", files=STACK, variants=["seven.yaml"])
        assert composed is not None
        assert composed.id == "seven"
        assert value(composed, "areas.leaf.capacity") == "7"
        assert diagnostic.severity is Severity.WARNING
        assert told(diagnostic) == (
            "seven.yaml:4:12 V007 `areas.leaf.capacity` is set by another variant and set here again"
        )
        assert also(diagnostic) == ["six.yaml:6:7 the other variant sets it here"]

    def test_the_same_variant_twice_is_applied_once(self) -> None:
        composed = good(load("pond", files=STACK, variants=["six.yaml", "./six.yaml"]))
        assert [layer.id for layer in composed.lineage] == ["pond", "six"]

    def test_a_thing_added_by_two_variants_is_told_with_both_places(self) -> None:
        new = "extends: pond\nadd:\n  rules:\n    bonus: {when: x, do: stop}\n"
        composed, diagnostics = load("1.yaml", files={**BASE, "1.yaml": new, "2.yaml": new}, variants=["2.yaml"])
        assert composed is None
        assert told(diagnostics[0]) == (
            "2.yaml:4:5 V003 `rules.bonus` exists already "
            "[set its properties under `change`, or give the new one another name]"
        )
        assert also(diagnostics[0]) == ["1.yaml:4:5 it stands here"]

    def test_scenarios_that_a_variant_changes_stand_in_its_layer(self) -> None:
        composed = good(load("v.yaml", files={**BASE, "v.yaml": "extends: pond\nchanges: [one, two]"}))
        assert [[each.text for each in layer.changes] for layer in composed.lineage] == [[], ["one", "two"]]


class TestSettings:
    def test_come_after_all_variants_and_say_so(self) -> None:
        composed = good(load("v.yaml", files={**BASE, "v.yaml": SIX}, settings=["areas.leaf.capacity=9"]))
        assert composed.id == "v"
        assert str(at(composed.root, "areas.leaf.capacity").span) == "--set areas.leaf.capacity=9:1:21"
        assert value(composed, "areas.leaf.capacity") == "9"

    def test_of_a_number_mean_its_value(self) -> None:
        assert value(good(load("pond", files=BASE, settings=["numbers.rounds=4"])), "numbers.rounds.value") == "4"

    @pytest.mark.parametrize(
        ("setting", "column", "words"),
        [
            ("areas.laef.capacity=9", 7, "did you mean `leaf`?"),
            ("areas.leaf.capcity=9", 12, "`capacity`"),
            ("numbers.rounds=many", 16, "whole number"),
            ("areas.leaf.capacity", 20, "is not a setting"),
        ],
    )
    def test_that_are_wrong_are_told_at_their_column(self, setting: str, column: int, words: str) -> None:
        diagnostic = bad(load("pond", files=BASE, settings=[setting]))
        assert diagnostic.span is not None
        assert (diagnostic.span.file, diagnostic.span.start.column) == (f"--set {setting}", column)
        assert words in told(diagnostic)

    def test_twice_of_one_path_is_a_warning(self) -> None:
        composed, (diagnostic,) = load("pond", files=BASE, settings=["numbers.rounds=4", "numbers.rounds=3"])
        assert composed is not None
        assert value(composed, "numbers.rounds.value") == "3"
        assert diagnostic.code == "V007"


class TestSidesAndOptions:
    CHOOSING = "extends: pond\nsides: {shore: B}\noptions: {storm: true, wind: strong, depth: 3}\n"

    def test_are_chosen_by_variants(self) -> None:
        composed = good(load("v.yaml", files={**BASE, "v.yaml": self.CHOOSING}))
        assert [(name, side.value) for name, side in composed.sides] == [("shore", "B")]
        assert [(name, each.value) for name, each in composed.options] == [
            ("storm", True),
            ("wind", "strong"),
            ("depth", 3),
        ]

    def test_arguments_win_over_variants_with_a_warning(self) -> None:
        files = {**BASE, "v.yaml": self.CHOOSING}
        composed, found = load("v.yaml", files=files, sides={"shore": "A"}, options={"storm": "no", "depth": "1"})
        assert composed is not None
        assert composed.overruled == found
        assert [d.message.partition(", ")[2] for d in found] == [
            "which fixes `shore=B`", "which fixes `storm=true`", "which fixes `depth=3`"
        ]  # fmt: skip
        assert [(name, side.value) for name, side in composed.sides] == [("shore", "A")]
        assert [each.value for _, each in composed.options] == [False, "strong", 1]

    def test_two_variants_that_choose_differently_are_told_with_both_places(self) -> None:
        files = {**BASE, "v.yaml": self.CHOOSING, "w.yaml": "extends: pond\nsides: {shore: A}"}
        composed, (diagnostic,) = load("v.yaml", files=files, variants=["w.yaml"])
        assert composed is not None
        assert [side.value for _, side in composed.sides] == ["A"]
        assert told(diagnostic) == "w.yaml:2:9 V007 `sides.shore` is set by another variant and set here again"
        assert also(diagnostic) == ["v.yaml:2:9 the other variant sets it here"]

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("sides: {shore: C}", "2:16 V012 `shore` has no side `C` [known here: `A`, `B`]"),
            ("sides: {bank: A}", "2:15 V012 `bank` has only one side, without a name"),
            ("sides: {lake: A}", "2:9 V011 there is no board `lake` [known here: `bank`, `shore`]"),
            ("options: {storm: 1}", "2:18 V013 `storm` is yes or no, not `1` [write `true` or `false`]"),
            ("options: {wind: storng}", "2:17 V013 `wind` cannot be `storng` [did you mean `strong`?]"),
            ("options: {depth: 5}", "2:18 V013 `depth` is a whole number from 1 to 4, not `5`"),
            ("options: {depth: true}", "2:18 V013 `depth` is a whole number from 1 to 4, not `true`"),
        ],
    )
    def test_that_do_not_exist_are_told_at_their_place(self, text: str, expected: str) -> None:
        diagnostic = bad(load("v.yaml", files={**BASE, "v.yaml": f"extends: pond\n{text}"}))
        assert told(diagnostic) == f"v.yaml:{expected}"

    def test_arguments_that_do_not_exist_are_told(self) -> None:
        composed, diagnostics = load("pond", files=BASE, sides={"shroe": "B"}, options={"storm": "perhaps"})
        assert composed is None
        assert [told(each) for each in diagnostics] == [
            "--side shroe=B:1:1 V011 there is no board `shroe` [did you mean `shore`?]",
            "--option storm=perhaps:1:7 V013 `storm` is yes or no, not `perhaps` [write `true` or `false`]",
        ]

    def test_a_board_that_a_variant_adds_has_sides_to_choose(self) -> None:
        text = "extends: pond\nsides: {cave: X}\nadd: {boards: {cave: {sides: {X: {}, Y: {}}}}}"
        assert [name for name, _ in good(load("v.yaml", files={**BASE, "v.yaml": text})).sides] == ["cave"]


class TestAReference:
    @pytest.mark.parametrize("reference", ["pont", "no/such.yaml", "x\0y.yaml", ""])
    def test_that_names_nothing_is_a_fault_in_use(self, disk: Write, reference: str) -> None:
        disk({})
        with pytest.raises((UsageError, UnreadableError)):
            load(reference)

    def test_to_a_folder_without_a_ruleset_is_a_fault_in_use(self, disk: Write) -> None:
        disk({"stuff/x.yaml": SIX})
        with pytest.raises(UnreadableError, match=r"`stuff` is no ruleset: it holds no `ruleset\.yaml`"):
            load("./stuff")

    def test_in_a_text_may_name_what_is_on_the_disk(self, disk: Write) -> None:
        disk({**BASE, "sub/six.yaml": SIX.replace("pond", "../pond")})
        composed = good(load("new.yaml", files={"new.yaml": "extends: sub/six.yaml"}))
        assert [layer.id for layer in composed.lineage] == ["pond", "six", "new"]

    def test_in_a_file_finds_the_text_that_stands_for_another_file(self, disk: Write) -> None:
        disk({**BASE, "six.yaml": SIX.replace("pond", "./pond"), "top.yaml": "extends: six.yaml"})
        composed = good(load("top.yaml", files={"six.yaml": SIX.replace("pond", "./pond").replace("6", "8")}))
        assert value(composed, "areas.leaf.capacity") == "8"


def test_scenarios_lie_in_the_folder_of_a_ruleset_and_beside_a_variant(disk: Write) -> None:
    root = disk({**BASE, "v.yaml": SIX.replace("pond", "./pond"), "v.scenarios.yaml": "", "w.scenarios.yaml": ""})
    disk({"pond/a.scenarios.yaml": "", "pond/more/b.scenarios.yaml": ""})
    names = [[os.path.relpath(path, root) for path in scenario_files(each)] for each in good(load("v.yaml")).lineage]
    assert names == [["pond/a.scenarios.yaml", "pond/more/b.scenarios.yaml"], ["v.scenarios.yaml"]]


def test_the_digest_tells_content_apart_but_not_where_it_is_written() -> None:
    moved = {"pond/ruleset.yaml": RULESET + PIECES, "pond/flow.yaml": FLOW}
    other = {**BASE, "pond/pieces.yaml": PIECES.replace("6", "7")}
    one, two = (
        good(load("pond", files=BASE)),
        good(load("pond", files={**BASE, "pond/ruleset.yaml": "# x\n" + RULESET})),
    )
    assert one.digest == two.digest
    assert one.digest != good(load("pond", files=other)).digest
    assert one.digest != good(load("pond", files=moved)).digest
    assert good(load("v.yaml", files={**BASE, "v.yaml": "extends: pond"})).digest == one.digest


EXAMPLES = examples_folder()
assert EXAMPLES is not None
HOUSE_RULES = sorted((EXAMPLES / "house-rules").glob("[0-9]*[a-z].yaml"))


@pytest.mark.parametrize("path", [each for each in HOUSE_RULES if "scenarios" not in each.name], ids=lambda p: p.name)
def test_each_example_of_a_house_rule_changes_the_shipped_ruleset_without_a_fault(path: Path) -> None:
    composed = good(load(str(path)))
    assert composed.digest != good(load("imhotep")).digest or composed.options
    assert composed.title is not None


def test_a_word_that_is_wrong_anyway_gets_no_warning_beside_the_error() -> None:
    text = "extends: imhotep\nchange:\n  options: {wrath_of_the_pharaoh: {default: yes}}\n"
    _, found = load("v.yaml", files={"v.yaml": text})
    assert [d.code for d in found] == ["S002"]


def test_a_setting_reaches_the_row_of_a_table() -> None:
    program = open_ruleset("imhotep", settings=["tables.group_points.rows.2=99"]).program(2)
    assert [table.values[2] for table in program.tables if table.id.endswith("group_points")] == [99]
