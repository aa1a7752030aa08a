"""elgrande decks: listed, shown, exported, edited, checked, played and carried along."""

from __future__ import annotations

import json
import random
import tomllib

import pytest
from calls import one_sentence

from elgrande.content import expansion
from elgrande.content.deck import read_deck
from elgrande.content.edition import FOLDER, edition, edition_ids
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup
from elgrande.table import load


@pytest.fixture
def mine(run, tmp_path):
    """The 1996 deck, exported, with card 1-06 moving nine foreign ones."""
    path = tmp_path / "mine.toml"
    assert run("decks", "export", "1996", str(path)).code == 0
    head, sign, tail = path.read_text(encoding="utf-8").partition('id = "1-06"')
    tail = tail.replace("foreign = 3\ntotal = 3", "foreign = 9\ntotal = 9", 1)
    head = head.replace('name = "El Grande (1996)"', 'name = "Nine away"', 1)
    path.write_text(head + sign + tail, encoding="utf-8")
    return path


def broken(path, old, new, times=1):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, times), encoding="utf-8")
    return path


# -- list ----------------------------------------------------------------------


def test_the_list_counts_cards_and_what_we_filled_in(run, store, mine):
    store.paths.decks.mkdir(parents=True)
    mine.rename(store.paths.decks / "nine.toml")
    (store.paths.decks / "bad.toml").write_text("format = 1\n")
    ran = run("decks", "list")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("1996 (edition): El Grande (1996); 45 cards, in stack 1: 11, 2: 11,")
    assert "reconstructed" not in lines[0]
    assert "28 wholly or partly reconstructed" in lines[1]
    assert any(line.startswith("nine (own): Nine away; 45 cards") for line in lines)
    assert any(line.startswith("new-regency (expansion): New Regency; 10 cards") for line in lines)
    assert any("bad (own)" in line and "decks check bad explains why" in line for line in lines)
    assert lines[-1] == f"your own decks are in {store.paths.decks}"
    assert run("decks").out == ran.out
    rows = json.loads(run("decks", "list", "--json").out)
    assert [row["id"] for row in rows if row["origin"] == "edition"] == list(edition_ids())
    assert rows[0]["stacks"] == {"1": 11, "2": 11, "3": 11, "4": 11, "5": 1}
    assert next(row for row in rows if row["id"] == "bad")["faults"]


# -- show ----------------------------------------------------------------------


def test_cards_for_hands_are_shown_with_the_deck_of_their_expansion(run):
    """The sixteen modifiers, by id, name and what each does; nothing of theirs is placed."""
    ran = run("decks", "show", "power-shift")
    assert ran.code == 0
    assert ran.out.startswith("power-shift: Power Shift, 16 cards for hands\n")
    assert "  minus-2-levy  −2 Levy: Shifts the value of your power card by −2. Its" in ran.out
    assert "to place" not in ran.out
    data = json.loads(run("decks", "show", "power-shift", "--json").out)
    assert len(data["hand"]) == data["in_hand"] == 16
    one = run("decks", "show", "power-shift", "plus-1")
    assert "plus-1 Modifier +1\n" in one.out
    assert "Reconstructed: the name. The rest is printed." in one.out
    wrong = run("decks", "show", "power-shift", "plus-9")
    assert wrong.code == 2
    assert "plus-3" in wrong.err


def test_a_list_says_what_lies_in_no_stack_and_marks_cards_for_hands(run):
    out = run("decks", "list").out
    assert "38 cards, not in a stack: 38;" in out
    assert "12 cards, in stack 6: 1, 7: 11;" in out
    assert "in stack 0" not in out
    assert "Power Shift; 16 cards for hands; 16 wholly or partly reconstructed" in out
    assert "What other cards carry out" in run("decks", "show", "colonies").out
    shown = run("decks", "show", "power-shift").out
    assert shown.count("reconstructed)") == 22
    assert "by +1. (partly reconstructed)" in shown


def test_a_deck_has_each_stack_under_one_heading(run):
    for row in json.loads(run("decks", "list", "--json").out):
        lines = run("decks", "show", row["id"]).out.splitlines()[1:-1]
        heads = [line for line in lines if line[:2] != "  "]
        assert len(heads) == len(set(heads))


def test_a_deck_is_shown_card_by_card(run):
    ran = run("decks", "show", "2023")
    assert ran.code == 0
    for info in edition("2023").cards:
        (line,) = [one for one in ran.out.splitlines() if one.startswith(f"  {info.card.id} ")]
        assert info.name in line
        assert info.short in line
        assert ("reconstructed)" in line) == info.reconstructed
    data = json.loads(run("decks", "show", "2023", "--json").out)
    assert data["cards"] == len(data["card"]) == 41


def test_the_card_inspector(run):
    ran = run("decks", "show", "1996", "2-10")
    assert ran.code == 0
    assert "Effect: score one (castillo yes)" in ran.out
    assert "Stack: 2, 11 cards" in ran.out
    assert "Copies: 3: 2-09, 2-10 and 2-11" in ran.out
    assert "Printed: the name, the number of caballeros to place, the effect" in ran.out
    assert "Sources: the rules of 2006" in ran.out
    assert "Reconstructed: the name" in run("decks", "show", "1996", "2-07").out
    data = json.loads(run("decks", "show", "1996", "2-10", "--json").out)
    assert data["copies"] == ["2-09", "2-10", "2-11"]
    assert data["source"]["effect"] == "printed"
    assert (data["effect"], data["castillo"], data["stack"]) == ("score_one", True, 2)


def test_a_file_is_shown_as_it_is(run, mine):
    ran = run("decks", "show", str(mine), "1-06")
    assert "opposing 9" in ran.out
    assert "Copies: none, this card is unique" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "1995"], "name one of 1996, 2023"),
        (["show", "1996", "9-9"], "it has 1-01, 1-02"),
        (["show"], "show DECK [CARD]"),
        (["check", "a", "b"], "check FILE"),
        (["list", "1996"], "decks list"),
        (["check", "1996"], "comes with the program"),
        (["check", "missing.toml"], "cannot be read"),
        (["show", "\x1b[2J"], "there is no deck"),
        (["burn", "1996"], "invalid choice"),
        (["export", "1996", "missing/deck.toml"], "cannot be written"),
    ],
)
def test_wrong_calls(run, arguments, words):
    ran = run("decks", *arguments)
    one_sentence(ran)
    assert words in ran.err


# -- export --------------------------------------------------------------------


def test_nothing_is_overwritten_unless_asked_for(run, mine):
    before = mine.read_bytes()
    ran = run("decks", "export", "2023", str(mine))
    one_sentence(ran)
    assert "--force" in ran.err
    assert mine.read_bytes() == before
    assert run("decks", "export", "2023", str(mine), "--force").code == 0
    assert read_deck(mine) == edition("2023").cards


def test_export_to_standard_output_is_a_deck(run):
    ran = run("decks", "export", "1996")
    assert ran.out.startswith("# The deck El Grande (1996)")
    assert len(tomllib.loads(ran.out)["card"]) == 45
    assert ran.out.count("\n# Stack ") == 5


# -- check ---------------------------------------------------------------------


def test_an_edited_deck_is_checked(run, mine):
    ran = run("decks", "check", str(mine))
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == [
        "mine.toml: 45 cards, playable", "  with the 1996 edition by 2 to 5 players",
    ]  # fmt: skip


def test_every_fault_has_a_line(run, mine):
    broken(mine, 'effect = "recall"', 'effect = "recal"', 2)
    broken(mine, "number = 3", "number = 300")
    broken(mine, 'cite = "S0', 'colour = "red"\ncite = "S0')
    ran = run("decks", "check", str(mine))
    assert ran.code == 2
    assert ran.out == ""
    lines = ran.err.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("elgrande: mine.toml, card '") for line in lines)
    assert all(", field '" in line for line in lines)


def test_a_deck_that_must_fit_one_edition(run, mine):
    assert "1996" not in run("decks", "check", str(mine), "--edition", "2023").out
    one_sentence(run("decks", "check", str(mine), "--edition", "1895"))
    ran = run("decks", "check", str(mine), "--edition", "1996", "--expansion", "power-shift")
    one_sentence(ran)


def test_a_deck_of_an_expansions_effects_fits_with_the_expansion(run, mine):
    cards = mine.read_text(encoding="utf-8")
    text = run("decks", "export", "new-regency").out
    effects = {card["effect"] for card in tomllib.loads(text)["card"]}
    assert effects - {card["effect"] for card in tomllib.loads(cards)["card"]}
    card = text[text.index("[[card]]") :].replace('id = "', 'id = "mine-')
    mine.write_text(cards + card.replace("stack = 5", "stack = 4"), encoding="utf-8")
    assert run("decks", "check", str(mine), "--edition", "2023").code == 2
    ran = run("decks", "check", str(mine), "--edition", "2023", "--expansion", "new-regency")
    assert ran.code == 0, ran.err


ONE_CARD = """\
format = 1

[[card]]
id = "4-12"
stack = 4
caballeros = 4
name = "Grand tour"
short = "Move 6 own"
text = "Move up to 6 of your caballeros."
effect = "king_among"
where = "coast"
"""


def test_the_deck_of_an_expansion_is_checked_together_with_the_editions(run, tmp_path):
    path = tmp_path / "tour.toml"
    path.write_text(ONE_CARD, encoding="utf-8")
    alone = run("decks", "check", str(path))
    assert alone.code == 2
    fault, hint = alone.err.splitlines()
    assert "stack 4 has 1 card but needs one for each of 6 rounds" in fault
    assert "--added checks that" in hint
    added = run("decks", "check", str(path), "--added")
    assert added.code == 0, added.err
    assert added.out.splitlines() == [
        "tour.toml: 1 card, playable", "  with the 1996 edition by 2 to 5 players",
        "  with the 2023 edition by 2 to 5 players",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"4-12"', '"4-01"', "the 1996 edition has a card '4-01'; give this one an id of its own"),
        ("stack = 4", "stack = 9", "write a number from 0 to 5"),
        ('"coast"', '"coast"\nsource = { own = "printed" }', "the card has no field 'own'"),
        ("king_among", "king_amung", "did you mean 'king_among'"),
    ],
)
def test_faults_in_the_deck_of_an_expansion(run, tmp_path, old, new, said):
    path = tmp_path / "tour.toml"
    path.write_text(ONE_CARD.replace(old, new), encoding="utf-8")
    ran = run("decks", "check", str(path), "--added", "--edition", "1996")
    one_sentence(ran)
    assert said in ran.err


@pytest.mark.expansions
def test_our_expansions_have_sound_decks(run):
    for source, ids in (("new_regency", "new-regency"), ("power_shift", "power-shift")):
        (file,) = [FOLDER.parents[1] / "expansions" / source / "deck.toml"]
        assert run("decks", "check", str(file), "--added", "--expansion", ids).code == 0


def test_the_deck_of_a_broken_expansion_says_what_is_wrong_with_it(run, monkeypatch):
    monkeypatch.setattr(expansion, "_installed", lambda: ({"tour": "x"}, ()))
    ran = run("decks", "show", "tour")
    one_sentence(ran)
    assert "there is no deck 'tour' (the expansion 'tour' cannot be loaded: x)" in ran.err


def test_two_cards_of_one_id_are_named_with_their_owners(monkeypatch, tmp_path):
    path = tmp_path / "deck.toml"
    path.write_text(ONE_CARD, encoding="utf-8")
    (info,) = read_deck(path)
    for name in ("tour", "detour"):
        one = expansion.Expansion(name, name.title(), "One card.", lambda spec: None, cards=(info,))
        monkeypatch.setitem(expansion._REGISTERED, name, one)
    rules = Setup.of(3, seed=1, expansions=("tour",)).ruleset()
    assert rules.card_effects[rules.card_index["4-12"]].name == "king_among"
    with pytest.raises(ContentError, match="Tour has a card with the id '4-12', and so has Detour"):
        Setup.of(3, seed=1, expansions=("detour", "tour")).ruleset()


# -- play ----------------------------------------------------------------------


def test_export_edit_check_play_save_and_load_after_the_deck_is_gone(run, store, mine):
    ran = run("new", "--deck", str(mine), "--players", "3", "--seed", "4", "--name", "nine",
              "--no-play")  # fmt: skip
    assert ran.code == 0, ran.err
    mine.unlink()
    with store.open("nine") as save:
        table = load(save, "nine", save)
        rng = random.Random(1)
        while table.state.round < 3:
            seat = rng.choice(table.state.owing())
            table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
        played = table.state.digest()
    again = load(store.read("nine"), "nine")
    assert again.state.digest() == played
    assert again.rules.cards[again.rules.card_index["1-06"]].params["foreign"] == 9
    assert again.setup.deck.name == "Nine away"
    assert run("check", "nine").code == 0
    assert json.loads(run("show", "nine", "--json").out)["round"] == 3
    assert run("replay", "nine").code == 0


def test_a_deck_in_the_folder_is_named_without_path_and_suffix(run, store, mine):
    store.paths.decks.mkdir(parents=True)
    mine.rename(store.paths.decks / "nine.toml")
    assert run("decks", "check", "nine").code == 0
    assert run("new", "--deck", "nine", "--players", "2", "--name", "a", "--no-play").code == 0
    assert store.read("a").header["game"]["deck"]["name"] == "Nine away"
    ran = run("new", "--deck", "1996", "--edition", "2023", "--name", "b", "--no-play")
    assert ran.code == 0, ran.err
    assert len(store.read("b").header["game"]["deck"]["card"]) == 45


def test_bots_play_it(run, mine):
    ran = run("simulate", "--deck", str(mine), "--players", "2", "--games", "2", "--bots",
              "random", "--seed", "1", "--jobs", "1", "--short", "--json")  # fmt: skip
    assert ran.code == 0
    assert json.loads(ran.out)["games"] == 2


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('effect = "recall"', 'effect = "recal"', "no effect 'recal'"),
        ("stack = 3", "stack = 0", "stack 3 has 0"),
        ("caballeros = 1", "caballeros = 99", "field 'caballeros'"),
    ],
)
def test_a_deck_that_cannot_be_played_starts_no_game(run, store, mine, old, new, words):
    broken(mine, old, new, 99)
    ran = run("new", "--deck", str(mine), "--players", "5", "--name", "never", "--no-play")
    one_sentence(ran)
    assert words in ran.err or "stacks for 5 players" in ran.err
    assert "mine.toml" in ran.err
    assert not (store.paths.saves / "never.toml").exists()


@pytest.mark.expansions
@pytest.mark.parametrize("name", ["intrigue", "colonies", "power-shift", "old-hands-veto"])
def test_what_export_says_of_the_check_is_true(run, tmp_path, name):
    """Of each expansion's deck, too: it is added to the cards of the edition that it needs."""
    said = run("decks", "export", name, str(tmp_path / "deck.toml")).out
    call = said.partition("elgrande ")[2].removesuffix(" checks it\n").split()
    assert call[:2] == ["decks", "check"]
    ran = run(*call)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.expansions
def test_cards_that_would_stay_in_the_box_are_counted(run, mine):
    asked = ("--expansion", "intrigue")
    ran = run("decks", "check", str(mine), *asked)
    assert "players; 45 cards of it would stay in the box" in ran.out
    assert "box" not in run("decks", "check", str(mine)).out
    ran = run("new", "--no-play", *asked, "--deck", str(mine), "--name", "boxed")
    assert ran.code == 0
    assert ran.err.count("\n") == 1
    assert "45 of the 45 cards of the deck stay in the box" in ran.err
    assert run("new", "--no-play", "--deck", str(mine), "--name", "used").err == ""
