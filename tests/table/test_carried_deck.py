"""A save carries the cards that it was played with, and is replayed with them anywhere."""

import random
from dataclasses import replace

import pytest
from playing import Memory, play

from elgrande.content import setup as setups
from elgrande.content.deck import Deck
from elgrande.content.edition import edition
from elgrande.content.setup import Setup
from elgrande.saves.errors import SaveError
from elgrande.saves.paths import Paths
from elgrande.saves.store import Store
from elgrande.table import load, new_game, replay
from elgrande.table.saved_game import header


def played(made, answers=10_000):
    log = Memory()
    table = play(new_game(made, log), random.Random(4), answers)
    log.header = header(made)
    return table, log


def other(data, card_id, **changes):
    """The edition with one card that does something else."""
    cards = [
        replace(info, card=replace(info.card, **changes)) if info.card.id == card_id else info
        for info in data.cards
    ]
    return replace(data, cards=tuple(cards))


@pytest.fixture
def installed(monkeypatch):
    """Install another deck under the id of the edition."""

    def install(name, card_id, **changes):
        data = other(edition(name), card_id, **changes)
        monkeypatch.setattr(
            setups, "edition", lambda asked: data if asked == name else edition(asked)
        )
        setups._ruleset.cache_clear()
        setups._content.cache_clear()

    yield install
    monkeypatch.undo()
    setups._ruleset.cache_clear()
    setups._content.cache_clear()


@pytest.mark.parametrize("name", ["1996", "2023"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_replayed_though_the_installed_deck_has_changed(name, players, installed):
    made = Setup.of(players, seed=3, edition=name)
    table, log = played(made)
    digest = made.ruleset().deck_digest
    then = made.content.cards["2-03"]
    installed(name, "2-03", effect="recall", params={})
    assert Setup.of(players, seed=3, edition=name).ruleset().deck_digest != digest
    again = load(log, "game")
    assert again.over
    assert again.state.digest() == table.state.digest()
    assert again.rules.deck_digest == digest
    # What the card did then is told, without sources; of the others we still know those.
    cards = again.setup.content.cards
    assert cards["2-03"] == replace(then, source={}, cite="")
    assert cards["2-04"] == made.content.cards["2-04"]


def test_an_installed_deck_that_no_longer_fits_together_does_not_matter(installed):
    table, log = played(Setup.of(3, seed=3), 60)
    installed("1996", "2-03", effect="nothing", params={})
    assert load(log, "game").state == table.state


def test_a_save_without_its_cards_is_refused():
    _, log = played(Setup.of(3, seed=3))
    del log.header["deck"]
    with pytest.raises(SaveError, match=r"game: the header does not say with which action cards"):
        replay(log, "game")


def test_a_deck_of_ones_own_lies_in_the_save(tmp_path):
    store = Store(Paths(tmp_path))
    cards = other(edition("1996"), "1-06", params={
        "own": 0, "foreign": 9, "total": 9, "one_source": False,
    }).cards  # fmt: skip
    made = Setup.of(3, seed=8, deck=Deck("Nine away", cards))
    save = store.create("game", made.ruleset().version, header(made))
    table = play(new_game(made, save), random.Random(4), 400)
    table.close()
    again = load(store.read("game"), "game")
    assert again.state.digest() == table.state.digest()
    assert again.setup.deck.name == "Nine away"
    assert again.rules.cards[again.rules.card_index["1-06"]].params["foreign"] == 9
    assert again.setup.content.cards["1-06"].source == made.content.cards["1-06"].source
    # Playing on from there makes a save that carries the same cards.
    assert header(again.setup)["deck"]["digest"] == made.ruleset().deck_digest


def test_the_save_knows_which_cards_may_have_gone_back_to_the_box(installed):
    """An old hand adds its card and boxes another one, drawn from a set of the deck's ids."""
    for deck in (None, Deck("mine", edition("1996").cards)):
        made = Setup.of(
            3, seed=8, edition="2023", expansions=("old-hands-stand-in", "power-shift"), deck=deck
        )
        table, log = played(made, 200)
        assert any(made.ruleset().boxed_number)
        assert load(log, "game").state.digest() == table.state.digest()
    table, log = played(replace(made, deck=None))
    installed("2023", "2-03", effect="recall", params={})
    assert load(log, "game").state.digest() == table.state.digest()


def test_cards_that_were_changed_in_the_header_are_noticed():
    _, log = played(Setup.of(3, seed=3, deck=Deck("mine", edition("1996").cards)), 5)
    log.header["game"]["deck"]["card"][0]["caballeros"] = 9
    with pytest.raises(SaveError, match="other action cards"):
        replay(log, "game")
    log.header["game"]["deck"]["card"][0]["caballeros"] = 99
    with pytest.raises(SaveError, match="card '1-01', field 'caballeros'"):
        replay(log, "game")
