"""Each fault with one clear remedy carries it: the text before and after, and whether it may be made without asking."""

from pathlib import Path

import pytest
from fixing.meadows import HEAD, found_in, mended

import imhotep
from imhotep.diagnostics import has_errors
from imhotep.fixing.edits import edited

DO = "change:\n  procedures:\n    turn:\n      do: "
BLOCK = DO + "|\n        "
SAFE = [
    ("Y050", "title: no\n", 'title: "no"\n'),
    ("Y050", "title: On # kept\n", 'title: "On" # kept\n'),
    ("Y017", "title: meadow\u00a0\n", "title: meadow \n"),
    ("Y011", "change:\n\tareas:\n\t\tbed: {size: 4}\n", "change:\n  areas:\n    bed: {size: 4}\n"),
    ("Y011", "title:\tSix\n", "title: Six\n"),
    ("Y011", f"{DO}|\n\t\t\t\tset wind to calm\n", f"{DO}|\n        set wind to calm\n"),
    ("Y004", "title: Six\ufeff\n", "title: Six\n"),
    ("S007", "change: {areas: {bed: {size: 06}}}\n", "change: {areas: {bed: {size: 6}}}\n"),
    ("S002", "change: {numbers: {prize: {value: 1_0}}}\n", "change: {numbers: {prize: {value: 10}}}\n"),
    ("S002", "change: {numbers: {prize: {value: 0x1f}}}\n", "change: {numbers: {prize: {value: 31}}}\n"),
    ("S002", "change: {numbers: {prize: {value: 1e1}}}\n", "change: {numbers: {prize: {value: 10}}}\n"),
    ("S002", "change: {numbers: {prize: {value: +5}}}\n", "change: {numbers: {prize: {value: 5}}}\n"),
    ("S002", "change: {numbers: {prize: {value: '5'}}}\n", "change: {numbers: {prize: {value: 5}}}\n"),
    ("S002", "change: {actions: {wait: {last_resort: off}}}\n", "change: {actions: {wait: {last_resort: false}}}\n"),
    ("S002", "title: 12\n", 'title: "12"\n'),
    ("V013", "options: {bonus: 02}\n", "options: {bonus: 2}\n"),
    ("V013", "options: {gentle: yes}\n", "options: {gentle: true}\n"),
    (
        "L012",
        f"{BLOCK}if gentle  # so\n          set wind to calm\n",
        f"{BLOCK}if gentle:  # so\n          set wind to calm\n",
    ),
    ("L001", f"{BLOCK}if prize is 1 and2 is 2: stop\n", f"{BLOCK}if prize is 1 and 2 is 2: stop\n"),
    ("L013", f"{BLOCK}if 3is prize: stop\n", f"{BLOCK}if 3 is prize: stop\n"),
    ("L011", f"{BLOCK}if prize==2: stop\n", f"{BLOCK}if prize is 2: stop\n"),
    ("L011", f"{BLOCK}if prize != 2 && gentle: stop\n", f"{BLOCK}if prize is not 2 and gentle: stop\n"),
    ("L011", f"{BLOCK}if gentle is true: stop\n", f"{BLOCK}if gentle is yes: stop\n"),
    ("L011", f"{DO}'if prize ≥ 2: stop'\n", f"{DO}'if prize >= 2: stop'\n"),
    ("L003", f"{BLOCK}set wind\tto calm\n", f"{BLOCK}set wind to calm\n"),
]  # fmt: skip
GUESSED = [
    ("Y010", "title:Six\n", "title: Six\n"),
    ("Y025", "id: &some six\ntitle: *sme\n", "id: &some six\ntitle: *some\n"),
    ("S001", "chnge: {areas: {bed: {size: 4}}}\n", "change: {areas: {bed: {size: 4}}}\n"),
    ("S001", 'change: {areas: {bed: {"sise": 4}}}\n', 'change: {areas: {bed: {"size": 4}}}\n'),
    ("S003", "change: {areas: {bed: {kind: slot}}}\n", "change: {areas: {bed: {kind: slots}}}\n"),
    ("S007", "change: {areas: {bed: {size: 010}}}\n", "change: {areas: {bed: {size: 10}}}\n"),
    ("V001", "change: {numbers: {pryze: {value: 4}}}\n", "change: {numbers: {prize: {value: 4}}}\n"),
    ("V004", "remove: [actions.wate]\n", "remove: [actions.wait]\n"),
    (
        "V006",
        "change:\n  numbers:\n    prize: {value: 2}\n    rounds: {value: 3}\n",
        "change:\n  numbers:\n    rounds: {value: 3}\n",
    ),
    (
        "V006",
        "change: {numbers: {prize: {value: 2}, rounds: {value: 3}}}\n",
        "change: {numbers: {rounds: {value: 3}}}\n",
    ),
    (
        "V006",
        "change: {numbers: {rounds: {value: 3}, prize: {value: 2}}}\n",
        "change: {numbers: {rounds: {value: 3}}}\n",
    ),
    ("V011", "options: {gentel: true}\n", "options: {gentle: true}\n"),
    ("N001", f"{BLOCK}set wind to clam\n", f"{BLOCK}set wind to calm\n"),
    (
        "L011",
        f"{BLOCK}if gentle:\n          stop\n        else:\n          stop\n",
        f"{BLOCK}if gentle:\n          stop\n        otherwise:\n          stop\n",
    ),
    ("U001", "add:\n  numbers:\n    one: {value: 1}\n", ""),
    ("Y061", "title: x # imhotep: ignore[U01]\n", "title: x # imhotep: ignore[U001]\n"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "before", "after"), SAFE)
def test_a_safe_fix_mends_its_fault_and_makes_no_error(code: str, before: str, after: str) -> None:
    found = found_in(HEAD + before)
    fixes = [each.fix for each in found if each.code == code]
    assert fixes, [f"{each.code} {each.message}" for each in found]
    assert all(fix is not None and fix.safe for fix in fixes)
    text, result = mended(HEAD + before)
    assert text == HEAD + after
    assert code in {each.code for each in result.done}
    assert not has_errors(found_in(text))


@pytest.mark.parametrize(("code", "before", "after"), GUESSED)
def test_a_guess_is_made_only_when_asked_for(code: str, before: str, after: str) -> None:
    (fix,) = {each.fix for each in found_in(HEAD + before) if each.code == code}
    assert fix is not None and not fix.safe
    assert edited(HEAD + before, fix.edits) == HEAD + after
    assert mended(HEAD + before)[0] == HEAD + before
    assert code in {each.code for each in mended(HEAD + before, unsafe=True)[1].done}


def test_a_text_that_a_comma_cut_is_put_in_quotes() -> None:
    (fault,) = (each for each in found_in(HEAD + "title: {en: One, two}\n") if each.code == "Y015")
    assert fault.fix is not None and not fault.fix.safe
    assert edited(HEAD + "title: {en: One, two}\n", fault.fix.edits) == HEAD + 'title: {en: "One, two"}\n'


@pytest.mark.parametrize(
    "text",
    [
        "change:\n  numbers:\n    a:\n\t  value: 1\n\t\tb: 2\n",  # a tab is as wide as this only by chance
        "change:\n  areas:\n\tbed: {size: 4}\n  numbers:\n    prize: {value: 3}\n",  # in `areas` or beside it
        f"{BLOCK}if gentle\n        set wind to calm\n",  # nothing belongs to the line
        f"{DO}if gentle\n",  # a colon would mean something else to YAML
        f"{BLOCK}set wind = calm\n",  # `=` may mean several things
        "change: {numbers: {prize: {value: 1,000}}}\n",
        "change: {numbers: {prize: {value: two}}}\n",
        "change: {areas: {xyzzy: {size: 3}}}\n",
    ],
)
def test_what_may_mean_several_things_is_left_alone(text: str) -> None:
    assert mended(HEAD + text)[0] == HEAD + text
    assert all(each.fix is None or not each.fix.safe for each in found_in(HEAD + text))


def test_a_fix_that_brings_another_error_is_given_up() -> None:
    text = HEAD + f"{BLOCK}set wind to prise\n"
    assert mended(text, unsafe=True)[0] == text
    assert mended(text, unsafe=True)[1].given_up == 1


def test_a_good_fix_is_made_beside_one_that_is_given_up() -> None:
    text, result = mended(HEAD + f"title: no\n{BLOCK}set wind to prise\n", unsafe=True)
    assert text == HEAD + f'title: "no"\n{BLOCK}set wind to prise\n'
    assert (len(result.done), result.given_up) == (1, 1)


def test_errors_that_a_fault_hid_do_not_stand_in_the_way() -> None:
    before = HEAD + f"{BLOCK}if gentle\n          set wind to calmer\n"
    assert mended(before)[0] == before.replace("gentle", "gentle:")


def test_a_reference_to_a_file_or_ruleset_is_respelt(tmp_path: Path) -> None:
    (tmp_path / "meadow.yaml").write_text("extends: imhotep\n", encoding="utf-8")
    for written, meant in (("imhotp", "imhotep"), ("./medow.yaml", "./meadow.yaml"), ("meadow", "meadow.yaml")):
        (tmp_path / "v.yaml").write_text(f"extends: {written}\n", encoding="utf-8")
        (fault, *_) = imhotep.validate(str(tmp_path / "v.yaml"))[1]
        assert fault.fix is not None and not fault.fix.safe
        assert edited(f"extends: {written}\n", fault.fix.edits) == f"extends: {meant}\n"
