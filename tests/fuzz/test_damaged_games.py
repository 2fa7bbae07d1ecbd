"""Damaged rulesets: whatever stands in the files, checking them and playing them never ends in an unexpected way."""

import random
import re
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from fuzz.damage import TOKEN, TOKENS
from hypothesis import given, settings
from hypothesis import strategies as st

import imhotep
from imhotep.errors import RulesFault
from imhotep.machine.chance import Stream
from imhotep.machine.engine import Machine
from imhotep.program.memory import SEAT, STATUS

CHECKOUT = Path(__file__).parents[2]
SMALL = [CHECKOUT / "tests" / "rulesets" / name for name in ("small", "rows", "hands")]
SHIPPED = CHECKOUT / "rulesets" / "imhotep"
LONGEST = 60.0  # seconds for one check, however slow the machine: what hangs takes longer
STEPS = 400  # decisions played of a game


def texts_of(folder: Path) -> dict[str, str]:
    """The files of a ruleset by name."""
    found = sorted(folder.rglob("*.yaml"))
    return {str(p): p.read_text(encoding="utf-8") for p in found if not p.name.endswith(".scenarios.yaml")}


def damaged(text: str, chance: random.Random, words: list[str]) -> str:
    """The text with one thing wrong in it."""
    lines = text.split("\n")
    i = chance.randrange(len(lines))
    match chance.randrange(9):
        case 0:
            del lines[i]
        case 1:
            lines.insert(chance.randrange(len(lines)), lines[i])
        case 2:
            j = chance.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
        case 3:
            lines[i] = lines[i][2:] if chance.random() < 0.5 else "  " + lines[i]
        case 4:
            old, new = chance.choice(words), chance.choice(words)
            return re.sub(rf"\b{re.escape(old)}\b", lambda _: new, text)
        case kind:
            found = list(TOKEN.finditer(text))
            one, other = chance.choice(found), chance.choice(found)
            new = {5: "", 6: f"{one[0]} {one[0]}", 7: chance.choice([*words, *TOKENS]), 8: other[0]}[kind]
            return text[: one.start()] + new + text[one.end() :]
    return "\n".join(lines)


def check_and_play(folder: Path, files: Mapping[str, str]) -> None:
    """Validate in time; play what is left of the game; only the rules themselves may break down."""
    start = time.perf_counter()
    ruleset, found = imhotep.validate(str(folder), files=files)
    assert time.perf_counter() - start < LONGEST
    assert (ruleset is None) == any(d.severity == "error" for d in found)
    assert all(d.span is not None for d in found)
    if ruleset is None:
        return
    for players in ruleset.players:
        program = ruleset.program(players)
        assert imhotep.Program.from_json(program.to_json()) == program
        machine = Machine(program)
        for seed in range(3):
            stream = Stream(seed, "player")
            state = machine.begin(seed)
            try:
                machine.enter(state, "begin")
                for _ in range(STEPS):
                    if state[STATUS]:
                        break
                    assert 1 <= state[SEAT] <= players
                    machine.answer(state, *machine.pick(state, stream))
            except RulesFault:
                continue


def fuzz(folder: Path, seed: int, amount: int) -> None:
    """One damaged copy of a ruleset."""
    chance = random.Random(seed)
    files = texts_of(folder)
    words = sorted({word for text in files.values() for word in re.findall(r"[A-Za-z_]+", text)})
    for _ in range(amount):
        name = chance.choice(sorted(files))
        files[name] = damaged(files[name], chance, words)
    check_and_play(folder, files)


@pytest.mark.parametrize("folder", SMALL, ids=lambda folder: folder.name)
@settings(derandomize=True, deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), amount=st.integers(1, 3))
def test_a_damaged_small_ruleset_is_reported_or_played(folder: Path, seed: int, amount: int) -> None:
    fuzz(folder, seed, amount)


@pytest.mark.long
@settings(derandomize=True, deadline=None, max_examples=1500)
@given(folder=st.sampled_from([*SMALL, SHIPPED]), seed=st.integers(0, 2**32), amount=st.integers(1, 3))
def test_any_damaged_ruleset_is_reported_or_played(folder: Path, seed: int, amount: int) -> None:
    fuzz(folder, seed, amount)
