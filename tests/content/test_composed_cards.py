"""Texts of cards that are put together from the very game's house rules and expansions."""

from __future__ import annotations

import pytest

from elgrande.content.deck import Composed, Deck, Piece, read_deck
from elgrande.content.edition import edition
from elgrande.content.own_decks import examine, to_toml
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames, card_text

YOURS = "of each player, you included, from"
NOT_YOURS = "of each other player from"
CLOSED = "even in the King's region. The Castillo is closed to them."
KINGS = "even in the King's region. The Castillo is allowed only while it is the King's region."

CARD = """
format = 1

[[card]]
id = "1-91"
stack = 1
caballeros = 1
name = "A card"
short = "A card"
text = "Move the King{how}."
effect = "king_step"
wording = [{ name = "how", text = " a step" }]
"""


@pytest.mark.parametrize(("also", "says"), [(True, YOURS), (False, NOT_YOURS)])
def test_province_says_whether_it_takes_yours_too(also: bool, says: str) -> None:
    setup = Setup.of(3, 1, house={"own_caballero": also})
    assert says in setup.content.cards["2-06"].text
    # Who has no more than the rules of the game says the same, and so does their book.
    assert says in GameNames(setup.ruleset()).text("2-06")
    assert says in getattr(reference(setup).card("2-06"), "text", "")


@pytest.mark.parametrize(
    ("others", "says"), [((), CLOSED), (("new-regency",), KINGS), (("power-shift",), CLOSED)]
)
def test_infiltration_speaks_of_a_king_inside_where_he_can_be(
    others: tuple[str, ...], says: str
) -> None:
    setup = Setup.of(3, 1, edition="2023", expansions=("old-hands-infiltration", *others))
    assert setup.content.cards["1-21"].text.endswith(says)
    assert GameNames(setup.ruleset()).text("1-21").endswith(says)


def test_what_a_house_rule_says_of_a_card_is_not_called_printed() -> None:
    """S0 has it with one of your own; that the sample game spares them is the house rule's."""
    setup = Setup.of(3, 1, house={"own_caballero": False})
    told = "By a house rule: the effect. The rest is printed."
    assert card_text(setup.content.cards["2-06"]).endswith(told)
    assert told in getattr(reference(setup).card("2-06"), "text", "")
    plain = card_text(Setup.of(3, 1).content.cards["2-06"])
    assert plain.endswith("Everything here is printed.")


def test_a_save_carries_the_text_of_its_game_and_keeps_it() -> None:
    setup = Setup.of(3, 1, house={"own_caballero": False})
    deck = setup.played_deck()
    carried = Deck.from_plain(deck.to_plain(sources=False), "a save")
    again = Setup.of(3, 1, house={"own_caballero": False}, deck=carried)
    assert NOT_YOURS in next(info.text for info in carried.cards if info.card.id == "2-06")
    assert NOT_YOURS in again.content.cards["2-06"].text


def test_where_no_game_is_known_the_last_piece_is_shown() -> None:
    info = next(info for info in edition("1996").cards if info.card.id == "2-06")
    assert YOURS in card_text(info)


def test_an_exported_deck_still_depends_on_the_game(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(to_toml(Deck("mine", edition("1996").cards)), encoding="utf-8")
    assert read_deck(file) == edition("1996").cards
    deck = Deck("mine", read_deck(file))
    setup = Setup.of(3, 1, house={"own_caballero": False}, deck=deck)
    assert NOT_YOURS in setup.content.cards["2-06"].text


def test_a_rule_with_several_choices_fits_by_each_of_them() -> None:
    text = Composed(
        "It does{more}.", (Piece("more", " more", "options", "guard"), Piece("more", ""))
    )
    assert text.fill({"options": "ships,guard"}, ()) == "It does more."
    assert text.fill({"options": "ships"}, ()) == "It does."
    assert text.fill({}, ()) == text.general == "It does."


@pytest.mark.parametrize(
    ("wrong", "put", "says"),
    [
        ("{how}", "", "the text has no gap {how}; write one, or remove the piece"),
        ('"how", text', '"when", text', "no piece fills the gap {how}; write one"),
        ('" a step"', f'"{"far " * 50}"', "shorten it to 200"),
        ('"how", text', '"how", house = "dragons", is = 1, text', "no house rule 'dragons'"),
        ('"how", text', '"how", house = "castillo", is = "shut", text', "is never 'shut'"),
        ('"how", text', '"how", house = "castillo", text', "both or neither"),
        ('"how", text', '"how", house = "castillo", is = 2000-01-01, text', "write true, false,"),
        ('"how", text', '"how", house = "castillo", is = nan, text', "write true, false,"),
        ('"how", text', '"how", with = "dragons", text', "there is no expansion 'dragons'"),
        ('"how", text', '"how", who = "me", text', "there is no such field; remove it"),
        ('"how", text', '"HOW", text', "use small letters and _ only"),
    ],
)  # fmt: skip
def test_a_faulty_piece_is_named_with_its_cure(wrong: str, put: str, says: str, tmp_path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CARD.replace(wrong, put, 1), encoding="utf-8")
    faults = examine(file, added=True).faults
    assert any(says in fault and "1-91" in fault for fault in faults), faults


def test_a_gap_in_a_text_without_pieces_is_a_fault(tmp_path) -> None:
    file = tmp_path / "mine.toml"
    head, mark, _ = CARD.partition("wording")
    assert mark
    file.write_text(head.rstrip().rstrip("["), encoding="utf-8")
    faults = examine(file, added=True).faults
    assert any("no piece fills the gap {how}" in fault and "1-91" in fault for fault in faults), (
        faults
    )
