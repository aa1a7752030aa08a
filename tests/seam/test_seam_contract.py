"""All that an Expansion says of itself is asked for, and by nobody who knows its name."""

from __future__ import annotations

import pickle
import random
import shutil
from collections.abc import Callable
from concurrent.futures.process import _ExceptionWithTraceback
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chairs import loopback
from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import now_rows
from elgrande.app.panes import cards_pane, courts, status
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.app.screens.setup_form import SetupForm
from elgrande.app.settings.bindings import Keys
from elgrande.bots.registry import said as bot_said
from elgrande.cli.main import main
from elgrande.cli.plain.queries import sentences
from elgrande.content import edition as editions
from elgrande.content import expansion as expansions
from elgrande.content.edition import (
    FIRST,
    HouseRule,
    edition,
    edition_ids,
    read_edition,
    register_edition,
)
from elgrande.content.expansion import Expansion, culprit, in_order, register
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import why_not
from elgrande.rules import Spec, SpecError, State
from elgrande.saves import Paths, Store
from elgrande.table import new_game
from seam.guild import GUILD, JOINED, MINT

BOTH = ("guild", "a-mint")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are known to these tests alone."""
    expansions.expansion_ids()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))
    for one in (GUILD, MINT, JOINED):
        register(one)


def played(number: int, **others: object) -> tuple[Setup, State]:
    """A game after so many random answers."""
    setup = Setup.of(3, seed=4, expansions=("guild",), starter="red", **others)
    state = setup.start()
    rng = random.Random(1)
    for _ in range(number):
        seat = rng.choice(state.owing())
        state.apply(seat, rng.choice(state.legal(seat)))
    return setup, state


def text(rows: object) -> str:
    return "\n".join(plain(rows))  # type: ignore[arg-type]


# -- the order of editing, and parts that join ----------------------------------------


def test_the_order_does_not_depend_on_how_they_were_typed() -> None:
    """By need, then by id; the part that joins comes last, and only where both are chosen."""
    ways = [Setup.of(3, seed=1, expansions=ids) for ids in (BOTH, BOTH[::-1])]
    assert ways[0] == ways[1]
    assert ways[0].expansions == in_order(BOTH) == ("guild", "a-mint")
    rules = ways[0].ruleset()
    assert rules.in_play == ("guild", "a-mint", "guild-and-mint")
    assert rules.expansions == BOTH, "nobody chose the part"
    assert rules.start_court == Setup.of(3, seed=1).ruleset().start_court - 1
    alone = Setup.of(3, seed=1, expansions=("guild",)).ruleset()
    assert alone.in_play == ("guild",)


def test_what_nobody_registered_is_named_when_it_is_to_be_played() -> None:
    """A Setup may be written down before the package that it needs is there."""
    setup = Setup.of(3, seed=1, expansions=("zebra", "ape"))
    assert setup.expansions == ("ape", "zebra")
    with pytest.raises(ContentError, match="there is no expansion 'ape'"):
        setup.ruleset()


def test_a_save_keeps_the_order_that_it_was_written_with() -> None:
    """Which card has which index depends on it, and with it every digest of the game."""
    mini = ("power-shift", "new-regency")
    old = {**Setup.of(3, seed=1, edition="2023", expansions=mini).to_plain(), "expansions": [*mini]}
    assert Setup.from_plain(old).expansions == mini
    assert Setup.from_plain(old).ruleset().in_play == mini


def test_the_editions_parts_come_after_what_was_chosen() -> None:
    rules = Setup.of(2, seed=1, edition="2023", expansions=("power-shift",)).ruleset()
    assert rules.in_play[0] == "power-shift"
    assert len(rules.in_play) == 3


def test_what_joins_brings_its_names_and_rules_along() -> None:
    setup = Setup.of(3, seed=1, expansions=BOTH)
    assert setup.content.labels["silver"].name == "Silver"
    assert setup.options()["coin"] == "king"
    assert "Coin" in reference(setup).about("house-coin").title
    assert "coin" not in Setup.of(3, seed=1, expansions=("guild",)).options()
    form = SetupForm.start((), 1).changed("expansion guild", 1)
    assert JOINED.description not in form.field("expansion guild").about(Keys())
    form = form.changed("expansion a-mint", 1)
    assert form.setup().expansions == setup.expansions
    for one in ("guild", "a-mint"):
        assert form.field(f"expansion {one}").about(Keys()).endswith(JOINED.description)
    with pytest.raises(ContentError, match="cannot be chosen; a-mint and guild bring it"):
        Setup.of(3, seed=1, expansions=(*BOTH, JOINED.id)).ruleset()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (replace(JOINED, id="x", part=False), "must be a part"),
        (replace(JOINED, id="x", joins=frozenset(("guild",))), "'x' joins a single expansion"),
        (replace(MINT, id="guild"), "two expansions are called 'guild'"),
        (replace(GUILD, id="x", house_rules=(replace(GUILD.house_rules[0], default=4),)),
         "house rule 'gold' has a default that is not one of its choices"),
        ("guild", "this is not an Expansion"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_not_registered(wrong: object, says: str) -> None:
    with pytest.raises(ContentError, match=says):
        register(wrong)  # type: ignore[arg-type]


def test_two_house_rules_of_one_key_are_named() -> None:
    register(replace(MINT, id="clash", house_rules=GUILD.house_rules))
    with pytest.raises(ContentError, match="two house rules are called 'gold'"):
        Setup.of(3, seed=1, expansions=("guild", "clash")).ruleset()


def raises(error: Exception) -> Callable[[Spec], None]:
    def edit(spec: Spec) -> None:
        raise error

    return edit


def unsound(spec: Spec) -> None:
    spec.cells["guild"] = 0
    spec.forms["guild"] = lambda rules: 1 / 0  # type: ignore[assignment, return-value]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"edit": raises(SpecError("it does not fit"))},
         "this game cannot be set up: it does not fit"),
        ({"edit": raises(KeyError("lamp"))},
         "expansion 'amiss' cannot be played: KeyError: 'lamp' (seam/test_seam_contract.py, line "),
        ({"edit": unsound}, "expansion 'amiss' cannot be played: ZeroDivisionError"),
    ],
    ids=["does not fit", "raises", "compiles to nothing"],
)  # fmt: skip
def test_an_expansion_that_cannot_be_played_is_named(
    wrong: dict[str, Any],
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever installed it is told, like of one that cannot be loaded; it is not a bug in the "
    "program."""
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    parts = {"edit": lambda spec: None, **wrong}
    register(Expansion("amiss", "Amiss", "Broken.", **parts))
    setup = Setup.of(3, seed=1, expansions=("amiss",))
    asks: list[Callable[[], object]] = [setup.ruleset]
    if wrong.get("edit") not in (None, unsound):
        # Its cards and names are asked for without a game, and that takes an edited Spec too.
        asks.append(lambda: setup.content)
    for ask in asks:
        with pytest.raises(ContentError) as caught:
            ask()
        assert str(caught.value).startswith(says)
    assert main(["new", "--players", "3", "--no-play", "--expansion", "amiss"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"elgrande: {says}")
    assert told.count("\n") == 1


# -- house rules of its own -------------------------------------------------------------


def test_its_house_rules_are_in_the_form_as_soon_as_it_is_chosen() -> None:
    form = SetupForm.start((), 1)
    assert "house gold" not in form.house_rows
    form = form.changed("expansion guild", 1)
    assert "house gold" in form.house_rows
    form = form.changed("house gold", 1)
    assert form.setup().options()["gold"] == 3
    rules = form.setup().ruleset()
    assert rules.kind_start[rules.kinds.index("gold")] == 3
    assert "gold" not in form.changed("expansion guild", 1).setup().options()


def test_its_house_rules_on_the_command_line_and_in_saves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    new = ("new", "--players", "3", "--seed", "1", "--no-play", "--expansion", "guild")
    assert main([*new, "--name", "mine", "--house", "gold=3"]) == 0
    assert Store(Paths(tmp_path)).read("mine").header["game"]["house"]["gold"] == 3
    capsys.readouterr()
    assert main(["show", "mine"]) == 0
    assert "The guild has 3 in gold." in capsys.readouterr().out
    for words, says in (
        ((*new, "--house", "gold=4"), "--house gold must be one of 5, 3"),
        ((*new[:-2], "--house", "gold=3"), "there is no house rule 'gold'"),
    ):
        assert main([*words]) == 2
        assert says in capsys.readouterr().err


def test_a_house_rule_of_a_save_is_no_number_that_only_equals_a_choice() -> None:
    """5.0 equals 5, but an expansion counts pieces with it and a frame would carry it on."""
    plain = Setup.of(3, seed=1, expansions=("guild",)).to_plain()
    assert Setup.from_plain(plain).options()["gold"] == 5
    with pytest.raises(ContentError, match="house rule 'gold' must be one of 5, 3"):
        Setup.from_plain({**plain, "house": {**plain["house"], "gold": 5.0}})


def test_its_house_rules_in_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They decide what there is on the board, so a position says them and goes with no others."""
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    setup, state = played(6, house={"gold": 3})
    data = describe(state)
    assert data["house"]["gold"] == 3
    assert lay_out(setup.ruleset(), data, 4).digest() == state.digest()
    other = Setup.of(3, seed=4, expansions=("guild",)).ruleset()
    with pytest.raises(ContentError, match=r"field 'gold': the position is of '3', this game of"):
        lay_out(other, data, 4)
    with pytest.raises(ContentError, match=r"field 'gold': write one of 5, 3 here"):
        lay_out(setup.ruleset(), {**data, "house": {"gold": 4}}, 4)
    with pytest.raises(ContentError, match=r"'undo' is not one of own_caballero, veto, gold"):
        lay_out(setup.ruleset(), {**data, "house": {"undo": "free"}}, 4)
    new = ("new", "--players", "3", "--seed", "1", "--no-play", "--expansion", "guild")
    assert main([*new, "--name", "mine", "--house", "gold=3"]) == 0
    capsys.readouterr()
    assert main(["show", "mine", "--toml"]) == 0
    file = tmp_path / "position.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["new", "--from", str(file), "--no-play", "--name", "again"]) == 0
    assert Store(Paths(tmp_path)).read("again").header["game"]["house"]["gold"] == 3
    assert main(["new", "--from", str(file), "--no-play", "--house", "gold=5"]) == 2
    assert "position.toml, top.house, field 'gold'" in capsys.readouterr().err


def test_a_mistake_in_an_expansion_is_not_said_to_be_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named with its file and line; what went wrong elsewhere stays a bug in the program.

    What does not even come to a game is told without a report (see above).
    """
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))

    def kinds_of(previous: object, position: object, seat: int) -> tuple[int, ...]:
        raise ZeroDivisionError("by design")

    def edit(spec: Spec) -> None:
        spec.bend("kinds_of", kinds_of)

    register(Expansion("broken", "Broken", "Cannot be played.", edit))
    assert main(["new", "--players", "2", "--no-play", "--expansion", "broken"]) == 1
    said = capsys.readouterr().err
    assert "a mistake of the expansion Broken, or ours (ZeroDivisionError, seam/test_" in said
    assert "in the save" in said
    assert len([*(tmp_path / "reports").iterdir()]) == 1


def faulty_effect(spec: Spec) -> None:
    """Let the effect of moving the King fail, as a stranger's may, in the midst of a game."""
    (step,) = (one for one in spec.steps if one.name == "king_anywhere")

    def codes(self: object, s: object, seat: int) -> list[int]:
        raise IndexError("by design")

    spec.steps[spec.steps.index(step)] = type("Faulty", (step,), {"codes": codes})


@pytest.mark.parametrize(
    "call",
    ["simulate --bots random --players 2 --games 2 --jobs 1", "tournament random squire --jobs 1"],
)
def test_a_mistake_in_the_midst_of_a_game_is_its_expansions_and_no_save_is_promised(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    register(Expansion("faulty", "Faulty", "Fails when the King moves.", faulty_effect))
    assert main([*call.split(), "--seed", "1", "--expansion", "faulty"]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert "a mistake of the expansion Faulty, or ours (IndexError, seam/test_" in said
    assert "; a report to send them or us is in" in said
    assert "save" not in said
    (report,) = (tmp_path / "reports").iterdir()
    assert "newest save" not in report.read_text(encoding="utf-8")


def test_a_mistake_is_found_in_another_process_behind_another_error_and_by_a_bot() -> None:
    register(Expansion("faulty", "Faulty", "Fails when the King moves.", faulty_effect))
    try:
        faulty_effect(None)
    except AttributeError as error:
        behind = ValueError("ours")
        behind.__cause__ = error
        found = culprit(error)
        assert culprit(behind) == found
        sent = pickle.loads(pickle.dumps(_ExceptionWithTraceback(error, error.__traceback__)))
    assert found is not None
    assert (found.name, found.file) == ("Faulty", "seam/test_seam_contract.py")
    assert culprit(sent) == found
    assert culprit(ValueError("ours")) is None
    assert f"; seam/test_seam_contract.py, line {found.line}, of Faulty" in bot_said(sent)


def test_house_rules_of_what_an_edition_brings_along(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are there with the number of players that brings it, and nowhere else."""
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    heard = []
    rule = HouseRule("herald", "Herald", "Who speaks.", "nobody", ("nobody", "dummy"))
    part = Expansion(
        "herald", "Herald", "For tests.", lambda spec: heard.append(spec.options["herald"]),
        part=True, house_rules=(rule,),
    )  # fmt: skip
    register(part)
    data = edition(FIRST)
    changed = replace(data, parts={**data.parts, 2: (*data.parts.get(2, ()), "herald")})
    monkeypatch.setitem(editions._REGISTERED, "heralds", replace(changed, id="heralds"))
    setup = Setup.of(2, seed=1, edition="heralds", house={"herald": "dummy"})
    rules = setup.ruleset()
    assert heard == ["dummy"]
    assert rule in setup.content.house_rules
    told = describe(setup.start())
    assert told["house"]["herald"] == "dummy"
    assert lay_out(rules, told, 1).digest() == setup.start().digest()
    other = Setup.of(3, seed=1, edition="heralds", house={"herald": "dummy"})
    with pytest.raises(ContentError, match="no house rule 'herald'"):
        other.ruleset()
    form = SetupForm.start((), 1).with_edition("heralds")
    for count in (2, 3):
        some = replace(form, count=count)
        assert ("house herald" in some.house_rows) == (count == 2)
        assert ("herald" in some.setup().options()) == (count == 2)
    new = ("new", "--seed", "1", "--no-play", "--edition", "heralds", "--house", "herald=dummy")
    assert main([*new, "--players", "2", "--name", "mine"]) == 0
    assert Store(Paths(tmp_path)).read("mine").header["game"]["house"]["herald"] == "dummy"
    capsys.readouterr()
    assert main([*new, "--players", "3"]) == 2
    assert "there is no house rule 'herald'" in capsys.readouterr().err


# -- what is shown -----------------------------------------------------------------------


def test_the_plain_board_says_what_it_says() -> None:
    setup, state = played(9)
    said = list(sentences(state.view(None), setup.names()))
    assert "The guild has 5 in gold." in said
    assert any("with a lamp" in one and one.startswith("Red") for one in said) == bool(
        state.power(0)
    )


def test_the_players_pane_has_its_row_and_what_it_adds() -> None:
    setup, state = played(3)
    guide = Guide(setup, setup.ruleset(), UNICODE)
    assert courts.needed(guide, 3) == 10
    wide = text(courts.rows(state.view(None), guide, 60, 20))
    assert f"The Guild  keeps {guide.names.title(0)}  owes {UNICODE.dash}" in wide
    assert "5 left" in wide
    assert "a lamp" in wide
    narrow = text(courts.rows(state.view(None), guide, 36, 20))
    assert "The Guild k it" in narrow


def test_the_order_of_turns_has_its_turn() -> None:
    setup, state = played(3)
    guide = Guide(setup, setup.ruleset(), UNICODE)
    assert "7 The Guild" in text(status.status_rows(state.view(None), guide, 120))


def test_a_stack_from_which_it_took_says_so() -> None:
    setup, state = played(3)
    guide = Guide(setup, setup.ruleset(), UNICODE)
    state.board[state.rules.at_face] = -1
    shown = text(cards_pane.rows(state.view(None), guide, 60, 30))
    assert f"1  {guide.card_name(0)}" in shown
    assert "taken by" in shown.splitlines()[0]
    assert "The Guild" in shown.splitlines()[0]


def test_help_and_hints_are_its_own() -> None:
    setup, state = played(0)
    guide = Guide(setup, setup.ruleset(), UNICODE)
    said = text(now_rows(state.view(0), guide, 60))
    assert f"{UNICODE.piece('gold')} The guild watches." in said
    assert "\nNobody is poor." in said
    table = new_game(setup)
    chair = loopback(table)
    answering = Answering(chair, guide, chair.update(0), 0)
    assert answering.hint == "The guild advises Red. Gold is heavy."


def test_a_number_that_lies_there_for_it_is_refused_by_its_name() -> None:
    setup, state = played(0)
    assert why_not(state, 0, "power 7", setup.names()) == (
        "The guild has the 7 this round; no two may be equal."
    )


# -- editions ----------------------------------------------------------------------------


def test_an_edition_is_a_folder_and_is_registered_like_an_expansion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editions, "_REGISTERED", {})
    folder = tmp_path / "ours"
    shutil.copytree(Path(str(editions.FOLDER / FIRST)), folder)
    file = folder / "edition.toml"
    told = file.read_text(encoding="utf-8").replace(f'id = "{FIRST}"', 'id = "ours"', 1)
    file.write_text(told, encoding="utf-8")
    register_edition(read_edition(folder))
    assert edition_ids() == ("1996", "2023", "ours")
    setup = Setup.of(3, seed=1, edition="ours")
    assert setup.ruleset().version == edition("ours").version == "ours/1"
    assert setup.start().board == Setup.of(3, seed=1).start().board
    assert reference(setup).about("ties") == reference(Setup.of(3, seed=1)).about("ties")
    with pytest.raises(ContentError, match="two editions are called 'ours'"):
        register_edition(read_edition(folder))
    with pytest.raises(ContentError, match="two editions are called '1996'"):
        register_edition(replace(edition(FIRST)))
    with pytest.raises(ContentError, match="no edition 'none'; choose one of 1996, 2023, ours"):
        edition("none")
