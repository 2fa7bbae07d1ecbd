"""Lists of priorities: what they leave over, that they see nothing hidden, what is wrong with them, at its place."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from imhotep import Game, InvalidRulesetError, Program, UsageError, open_ruleset
from imhotep.design.enlisting import check_list, enlist, read_players
from imhotep.design.players import read_player
from imhotep.diagnostics import Diagnostic
from imhotep.document.composer import compose
from imhotep.document.nodes import Scalar
from imhotep.document.source import Source
from imhotep.experiment.simulate import simulate
from imhotep.machine.evaluation import Worth
from imhotep.machine.redealing import redeal
from imhotep.players.table import Players, play_game
from imhotep.program.lists import fits
from imhotep.program.memory import SEAT, STATUS
from imhotep.wasm.playing import Interpreting

RULESETS = Path(__file__).parents[1] / "rulesets"
EXAMPLES = Path(__file__).parents[2] / "examples" / "players"
NAME = "mine.player.yaml"

SMALL = """\
format: 1
ruleset: orchard
players: {least: 2, most: 2}
seats: {ann: {}, bob: {}}
begin: game
winner: {by: {points: score of seat}}
components:
  fruit: {owner: seat, count: 3, starts_in: tree}
  cart:
    fields: {capacity: number, covered: yes/no}
    areas: {load: {kind: slots, size: capacity, holds: fruit}}
    starts_in: yard
    kinds:
      small: {capacity: 1, covered: true}
      large: {capacity: 3, covered: false, count: 2}
      long: {capacity: 3, covered: true}
areas:
  tree: {per: seat, kind: pool, holds: own fruit}
  yard: {kind: slots, size: 4, holds: cart}
  heap: {kind: pool, holds: fruit}
fields:
  weather: {type: [sun, rain], start: sun}
procedures:
  game:
    do: |
      for each seat:
        move 1 fruit from tree of seat to heap
      for each seat:
        seat takes an action
        if possible:
          seat chooses cart in yard
        if possible:
          seat chooses fruit in heap
        seat chooses number n from 1 to 5
        seat chooses seat other
actions:
  pick: {do: player scores 1}
  wait: {do: player scores 0}
  lend: {choose: cart in yard, do: player scores 2}
"""


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "orchard").mkdir()
    (tmp_path / "orchard" / "ruleset.yaml").write_text(SMALL, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(entries: str, head: str = "for: ./orchard\n") -> str:
    Path(NAME).write_text(f"{head}priorities:\n{entries}", encoding="utf-8")
    return NAME


def program(entries: str, ruleset: str = "./orchard", head: str = "for: ./orchard\n", players: int = 2) -> Program:
    """The program that a list is enlisted in."""
    _, lists = read_players([written(entries, head)])
    return enlist(open_ruleset(ruleset), lists, players).program(players)


def taken(entries: str, head: str = "for: ./orchard\n", seed: int = 0) -> dict[str, str]:
    """What the first seat takes at each decision when it follows a list."""
    rules = program(entries, head=head)
    players, game = Players(Interpreting(rules), (NAME, "random"), seed), Game(rules, seed)
    found = {}
    while game.decision is not None and game.decision.seat == 1:
        option = game.decision.at(players.pick(game.state))
        found[game.decision.id] = option.id
        game.apply(option)
    return found


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    ("choose", "decision", "options"),
    [
        ("wait", "game.action", {"wait"}),
        ("'w*'", "game.action", {"wait"}),
        ("[lend:long, wait]", "game.action", {"lend:long"}),
        ("lend:small", "game.action", {"lend:small"}),
        ("lend", "game.action", {"lend:small", "lend:large.1", "lend:large.2", "lend:long"}),
        ("{alternative: lend, kind: long}", "game.action", {"lend:long"}),
        ("large", "game.cart", {"large.1", "large.2"}),
        ("large.2", "game.cart", {"large.2"}),
        ("[long, large.1]", "game.cart", {"long"}),
        ("{most: capacity}", "game.cart", {"large.1", "large.2", "long"}),
        ("{least: capacity}", "game.cart", {"small"}),
        ("{covered: true, most: capacity}", "game.cart", {"long"}),
        ("{kind: [small, lon*]}", "game.cart", {"small", "long"}),
        ("{capacity: 3, least: cell}", "game.cart", {"large.1"}),
        ("{most: capacity, least: cell}", "game.cart", {"large.1"}),
        ("{owner: me}", "game.fruit", {"fruit.ann"}),
        ("{owner: bob}", "game.fruit", {"fruit.bob"}),
        ("fruit.bob", "game.fruit", {"fruit.bob"}),
        ("3", "game.n", {"3"}),
        ("{most: number}", "game.n", {"5"}),
        ("me", "game.other", {"ann"}),
        ("bob", "game.other", {"bob"}),
    ],
)
def test_an_entry_leaves_over_what_it_wants_most(choose: str, decision: str, options: set[str]) -> None:
    found = {taken(f"  - {{decision: {decision}, choose: {choose}}}\n", seed=seed)[decision] for seed in range(12)}
    assert found <= options
    assert len(found) > 1 or len(options) == 1


@pytest.mark.usefixtures("orchard")
def test_later_entries_break_ties_and_the_fallback_takes_what_is_left() -> None:
    entries = (
        "  - {decision: '*.cart', choose: {capacity: 3}}\n"
        "  - {decision: game.cart, choose: small}\n"
        "  - {decision: [game.n, game.cart], choose: [{covered: true}, 2]}\n"
    )
    assert [taken(entries)[decision] for decision in ("game.cart", "game.n")] == ["long", "2"]
    assert {taken(entries, seed=seed)["game.action"] for seed in range(9)} > {"wait"}
    assert taken(entries, "for: ./orchard\nfallback: greedy:40\n")["game.action"].startswith("lend:")


@pytest.mark.usefixtures("orchard")
def test_a_fallback_keeps_to_its_budget_where_only_some_options_are_left() -> None:
    class Counting(Interpreting):
        spent = 0

        def evaluate(self, s: Sequence[int], playouts: int, seed: int, *, limit: int = -1) -> tuple[Worth, ...]:
            self.spent += playouts * len(self.options(list(s)))
            return super().evaluate(s, playouts, seed, limit=limit)

    rules = program("  - {decision: game.action, choose: lend}\n", head="for: ./orchard\nfallback: flat:12\n")
    engine, game = Counting(rules), Game(rules, 1)
    assert game.decision is not None
    taken = game.decision.at(Players(engine, (NAME, "random"), 0).pick(game.state))
    assert (taken.id.partition(":")[0], len(game.decision.options), engine.spent) == ("lend", 6, 12)


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("count tree of me is 2", True),
        ("count tree of me is 3", False),
        ("me is ann and weather is sun", True),
        ("any cart in yard where covered of cart", True),
        ("owner of (last fruit in heap) is me", False),
        ("owner of (first fruit in load of (first cart in yard)) is me", False),
    ],
)
def test_a_condition_is_asked_of_the_seat_that_decides(when: str, holds: bool) -> None:
    entries = (
        f"  - {{decision: game.action, when: {when}, choose: wait}}\n  - {{decision: game.action, choose: pick}}\n"
    )
    assert taken(entries)["game.action"] == ("wait" if holds else "pick")


GAMES = {
    "hands": (
        "  - {decision: game.action, when: any card in hand of me where worth of card is 2, choose: look}\n"
        "  - {decision: game.action, when: count hand of left of me is 3 and count deck is 20, choose: gift}\n"
        "  - {decision: game.action, choose: [discard, gift, swap]}\n"
        "  - {decision: '*.card', choose: {most: worth}}\n"
        "  - {decision: bidding.n, choose: {most: number}}\n"
    ),
    "masks": (
        "  - {decision: game.action, when: worth of top of chest is 2, choose: draw}\n"
        "  - {decision: game.action, when: any mask in closet where worth of mask is 3, choose: rummage}\n"
        "  - {decision: game.action, choose: [wear, hang, ask_for_one]}\n"
        "  - {decision: '*.mask', choose: {most: worth}}\n"
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_list_decides_alike_in_states_that_look_alike_to_the_seat(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = str(RULESETS / name)
    _, lists = read_players([written(GAMES[name], "for: imhotep\n")])
    rules = enlist(open_ruleset(folder), lists, 2).program(2)
    engine, choices = Interpreting(rules), Random(4)
    state = engine.begin(3)
    engine.enter(state, "begin")
    differ = 0
    for number in range(40):
        if state[STATUS]:
            break
        offered = engine.options(state)
        other = redeal(rules, state, state[SEAT], number, offered)
        if engine.options(other) == offered:
            differ += other != state
            one, two = (Players(engine, [NAME] * 2, number).pick(s) for s in (state, other))
            assert one == two
        engine.answer(state, *choices.choice(offered))
    assert differ > 10
    assert play_game(engine, (NAME, "random"), 2).fault is None


def faults(text: str) -> tuple[Diagnostic, ...]:
    Path(NAME).write_text(text, encoding="utf-8")
    file, found, _ = read_player(Path(NAME))
    return found if file is None else (*found, *check_list(file))


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    ("entry", "place", "code", "message", "help"),
    [
        (
            "{decision: game.acton, choose: wait}",
            "3:16",
            "B001",
            "no decision `game.acton`",
            "did you mean `game.action`?",
        ),
        ("{decision: '*.crat', choose: '*'}", "3:16", "B001", "no decision `*.crat`", "`game.cart`"),
        ("{decision: game.action, choose: wiat}", "3:37", "B002", "no option `wiat`", "did you mean `wait`?"),
        (
            "{decision: game.action, choose: [wait, smal]}",
            "3:44",
            "B002",
            "no option `smal`",
            "did you mean `small`?",
        ),
        ("{decision: game.cart, choose: {kind: smal}}", "3:42", "B002", "no kind `smal`", "did you mean `small`?"),
        ("{decision: game.fruit, choose: {owner: an}}", "3:44", "B002", "no owner `an`", "did you mean `ann`?"),
        ("{decision: game.cart, choose: {kinds: small}}", "3:36", "B003", "no fact `kinds`", "did you mean `kind`?"),
        ("{decision: game.cart, choose: {most: covered}}", "3:42", "B003", "no number `covered`", "`capacity`"),
        (
            "{decision: game.cart, choose: {least: kapacity}}",
            "3:43",
            "B003",
            "no number `kapacity`",
            "did you mean `capacity`?",
        ),
        ("{decision: game.n, choose: many}", "3:32", "B002", "no option `many`", None),
        ("{decision: game.cart, when: cuont yard is 4, choose: small}", "3:39", "L", "", None),
        (
            "{decision: game.cart, when: count yrad is 4, choose: small}",
            "3:39",
            "N001",
            "nothing named `yrad`",
            "`yard`",
        ),
        ("{decision: game.cart, when: count yard, choose: small}", "3:33", "N003", "this is a number", None),
        ("{decision: game.cart, coose: small}", "3:27", "S001", "unknown key `coose`", "did you mean `choose`?"),
        ("{decision: game.cart}", "3:5", "S004", "lacks `choose`", None),
        ("{decision: game.cart, choose: []}", "3:27", "S008", "`choose` is empty", None),
        ("{decision: game.cart, choose: [[small]]}", "3:36", "S002", "must be a text, a whole number or a map", None),
    ],
)
def test_a_fault_is_told_at_its_place_with_the_nearest_name(
    entry: str, place: str, code: str, message: str, help: str | None
) -> None:
    (fault,) = faults(f"for: ./orchard\npriorities:\n  - {entry}\n")
    assert str(fault.span) == f"{NAME}:{place}"
    assert fault.code.startswith(code)
    assert message in fault.message
    assert (help or "") in (fault.help or "")


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    ("head", "code", "message"),
    [
        ("for: ./orchad\n", "F003", "no file `./orchad`"),
        ("for: imhotp\n", "F004", "no ruleset `imhotp`"),
        ("for: mine.player.yaml\n", "F001", "holds no rules"),
        ("for: ./orchard\nfallback: gredy:3\n", "B005", "no player `gredy:3`"),
        ("for: ./orchard\nfallback: other.player.yaml\n", "B005", "a list cannot fall back on a list"),
        ("", "S004", "lacks `for`"),
    ],
)
def test_a_fault_of_the_head_is_told(head: str, code: str, message: str) -> None:
    (fault,) = faults(f"{head}priorities:\n  - {{decision: game.cart, choose: small}}\n")
    assert (fault.code, message in fault.message) == (code, True)


@pytest.mark.usefixtures("orchard")
@pytest.mark.parametrize(
    "text", ["", "[]", "for: [", "for: &a [*a]", "\x00", "for: {}\n", "1", "priorities: 3", "for: x\n"]
)
def test_hostile_texts_are_told_and_never_raise(text: str) -> None:
    assert faults(text)


def test_what_a_seat_does_not_see_cannot_be_asked() -> None:
    for when in ("kind of top of deck is wild", "any card in hand of left of me where worth of card is 3"):
        with pytest.raises(InvalidRulesetError) as refused:
            check(when)
        assert [fault.code for fault in refused.value.diagnostics] == ["B004"]
    check("any card in hand of me where worth of card is 3 and count hand of left of me is 2")


def check(when: str) -> None:
    rules = open_ruleset(str(RULESETS / "hands"))
    node, _ = compose(Source("when", when))
    assert isinstance(node, Scalar)
    replace(rules, conditions={"when": node}).program(2)


@pytest.mark.usefixtures("orchard")
def test_a_list_for_another_game_is_refused_and_one_for_a_wider_game_is_not() -> None:
    other = str(EXAMPLES / "builder.player.yaml")
    with pytest.raises(InvalidRulesetError) as refused:
        enlist(open_ruleset("./orchard"), read_players([other])[1], 2)
    assert [fault.code for fault in refused.value.diagnostics] == ["B006"]
    Path("bare.yaml").write_text("extends: ./orchard/ruleset.yaml\nremove: [actions.wait]\n", encoding="utf-8")
    assert program("  - {decision: game.action, choose: [wait, pick]}\n", "bare.yaml").priorities
    with pytest.raises(InvalidRulesetError) as refused:
        program("  - {decision: game.action, choose: [wiat, pick]}\n", "bare.yaml")
    assert [fault.code for fault in refused.value.diagnostics] == ["B002"]


@pytest.mark.usefixtures("orchard")
def test_a_list_goes_into_the_program_and_out_of_its_json() -> None:
    rules = program(
        "  - {decision: game.action, when: weather is sun, choose: [wait, {kind: small, most: capacity}]}\n"
    )
    assert rules.priorities[0].entries[0].check in dict(rules.checks)
    assert Program.from_json(rules.to_json()) == rules


@pytest.mark.usefixtures("orchard")
def test_a_player_whose_list_was_not_enlisted_is_refused() -> None:
    with pytest.raises(UsageError, match="does not go with these rules"):
        simulate(open_ruleset("./orchard"), players=2, games=1, seed=0, played_by=(NAME,))


def test_the_example_beats_random_players() -> None:
    names, lists = read_players([str(EXAMPLES / "builder.player.yaml"), "random"])
    found = simulate(enlist(open_ruleset("imhotep"), lists, 2), players=2, games=20, seed=0, played_by=names)
    assert dict(found.more)[f"player_wins.{names[0]}"].low > 0.6  # type: ignore[operator]


@given(st.text("ab*", max_size=8), st.text("ab", max_size=8))
def test_a_star_stands_for_anything(pattern: str, text: str) -> None:
    assert fits(pattern, text) == bool(re.fullmatch(pattern.replace("*", ".*"), text))
