"""A deck of one's own: read and examined whole, written for a person, played to the end."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial

import pytest

from elgrande.content import expansion
from elgrande.content.deck import CardInfo, Deck, read_deck, survey
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import Expansion
from elgrande.content.files import ContentError
from elgrande.content.own_decks import effects, examine, to_toml
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import GameNames
from elgrande.rules import Card, Ruleset, Spec, SpecError
from elgrande.rules.spec import PARAMS

CARD = """
[[card]]
id = "{id}"
stack = {stack}
caballeros = 1
name = "A card"
short = "A card"
text = "It moves the King."
effect = "king_step"
"""


def small(stacks: int = 5, number: int = 9, also: str = "") -> str:
    """A deck of the simplest cards."""
    cards = [
        CARD.format(id=f"{stack}-{at:02}", stack=stack)
        for stack in range(1, stacks + 1)
        for at in range(1, number + 1)
    ]
    return f"format = 1\n{also}" + "".join(cards)


@pytest.fixture
def deck(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# -- what is exported ---------------------------------------------------------


@pytest.mark.parametrize("name", edition_ids())
def test_a_built_in_deck_survives_the_way_through_a_file(name, deck):
    cards = edition(name).cards
    text = to_toml(Deck(name, cards))
    path = deck(text)
    assert read_deck(path) == cards
    assert survey(path)[0].name == name
    assert not examine(path).faults
    assert all(len(line) < 100 for line in text.split("format = 1")[0].splitlines())


def test_the_comments_name_every_effect_and_parameter_that_a_card_may_have():
    text = to_toml(Deck("1996", edition("1996").cards)).split("format = 1")[0]
    for name, params in effects().items():
        line = re.search(rf"^#   {name} .*", text, re.MULTILINE) or re.search(
            rf"^#   {name}$", text, re.MULTILINE
        )
        assert line, name
        assert all(param in line[0] for param in params)
        assert all(re.search(rf"^#   {param} ", text, re.MULTILINE) for param in params)
    assert "carry_send" not in effects()
    assert "score_list" not in effects()
    used = {info.card.effect for name in edition_ids() for info in edition(name).cards}
    assert used <= set(effects())


def test_awkward_texts_come_back_as_they_were(deck):
    info = edition("1996").cards[0]
    awkward = replace(info, name='Señor "O\\Higgins"', text='It\'s # no [comment] = "here" 王')
    path = deck(to_toml(Deck("x", (awkward, *edition("1996").cards[1:]))))
    assert read_deck(path)[0] == awkward


# -- what is wrong ------------------------------------------------------------

BROKEN = [
    ("effect = ", "effect = ", 'effect = "teleport"', "effect", "there is no effect 'teleport'"),
    ("a piece", "effect = ", 'effect = "carry_send"', "effect",
     "'carry_send' is a piece of other effects, which no card can name; did you mean"),
    ("a lent piece", "effect = ", 'effect = "ride_along"', "effect", "is a piece of other effects"),
    ("misspelt", "effect = ", 'effect = "king_amung"', "effect", "did you mean 'king_among'"),
    ("moves nobody", "effect = ",
     'effect = "move"\nown = 0\nforeign = 0\ntotal = 3\none_source = true', "own", "moves nobody"),
    ("scores nothing", "effect = ", 'effect = "score_values"\nvalues = [77]', "values",
     "choose from 4, 5, 6, 7, 8"),
    ("missing", "effect = ", 'effect = "court"', "number", "'court' takes 'number'"),
    ("too many", "effect = ", 'effect = "king_step"\nspeed = 3', "speed", "takes no parameters"),
    ("a kind", "effect = ", 'effect = "court"\nnumber = "two"', "number", "from 1 to 99"),
    ("nothing", "effect = ", 'effect = "disk_send"\nnumber = 0', "number", "from 1 to 99"),
    ("a flag", "effect = ", 'effect = "score_one"\ncastillo = 1', "castillo", "true or false"),
    ("a list", "effect = ", 'effect = "score_values"\nvalues = []', "values", "1 to 9 numbers"),
    ("a date", "effect = ", 'effect = "court"\nnumber = 2020-01-01', "number", "a number, a short"),
    ("choice", "effect = ", 'effect = "choice"\noptions = ["1-09", "x"]', "options", "'x' is no"),
    ("kept", "effect = ", 'effect = "keep_veto"\nrounds = 1\npartial = true\nreturns = true',
     "returns", "cannot return"),
    ("id", "id = ", 'id = "a b"', "id", "letters, digits"),
    ("twice", "id = ", 'id = "1-02"', "id", "another card's id"),
    ("stack", "stack = ", "stack = 6", "stack", "from 0 to 5"),
    ("caballeros", "caballeros = ", "caballeros = 12", "caballeros", "from 0 to 9"),
    ("name", "name = ", 'name = "' + "x" * 25 + '"', "name", "room for 24"),
    ("escape", "name = ", 'name = "\\u001b[2J"', "name", "without control characters"),
    ("wide", "short = ", 'short = "王王王王王王王王王"', "short", "fits 16 columns"),
    ("empty", "text = ", 'text = ""', "text", "write something"),
    ("no text", "text = ", "text = 5", "text", "a text in quotes"),
    ("word", "text = ", 'text = "x"\nsource = { effect = "guessed" }', "source", "must be one of"),
    ("field", "text = ", 'text = "x"\nsource = { x = "printed" }', "source", "no field 'x'"),
    ("returns", "text = ", 'text = "x"\nreturns = "yes"', "returns", "true or false"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "line", "field", "words"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_each_fault_is_one_sentence_with_file_card_field_and_cure(start, line, field, words, deck):
    text = re.sub(rf"^{start}.*$", lambda _: line, small(), count=1, flags=re.MULTILINE)
    verdict = examine(deck(text))
    assert len(verdict.faults) == 1, verdict.faults
    assert not verdict.fits
    (fault,) = verdict.faults
    assert re.match(rf"mine.toml, card '(#1|#2|1-01|1-02)', field '{field}': ", fault)
    assert words in fault
    assert "\x1b" not in fault


def lend(numbers: range, spec: Spec) -> None:
    """Add effects that are called so: they do what a card of the edition does."""
    (step,) = (one for one in spec.steps if one.name == "king_step")
    spec.steps += [type(f"Stray{at}", (step,), {"name": f"stray_{at}"}) for at in numbers]


@pytest.mark.expansions
def test_an_effect_of_an_expansion_says_whose_it_is_and_how_to_play_with_it(deck, monkeypatch):
    for name, numbers, needs in (
        ("one", range(1, 3), ()),
        ("other", range(1, 2), ("2023",)),
        ("wholly", range(0), ("one",)),
    ):
        lends = Expansion(name, name.title(), "-", partial(lend, numbers), needs=needs)
        monkeypatch.setitem(expansion._REGISTERED, name, lends)
    # Whoever is asked may lack an effect as well.
    card, *_ = read_deck(deck(small().replace('"king_step"', '"nowhere"', 1).replace("1-01", "x")))
    torn = Expansion("torn", "Torn", "-", lambda spec: None, cards=(card,))
    monkeypatch.setitem(expansion._REGISTERED, "torn", torn)
    path = deck(
        small().replace('"king_step"', '"stray_1"', 1).replace('"king_step"', '"stray_2"', 1)
    )
    place = "mine.toml, card '1-0{}', field 'effect': "
    either = "--expansion one or --edition 2023 --expansion other"
    assert examine(path, ["1996"]).faults == (
        f"{place.format(1)}'stray_1' is only there with One or Other; "
        f"add that expansion ({either}), or name another",
        f"{place.format(2)}'stray_2' is only there with One; "
        "add that expansion (--expansion one), or name another",
    )
    assert not examine(path, ["1996"], ("one",)).faults
    with pytest.raises(ContentError, match="card x, field 'effect': there is no effect 'nowhere'"):
        Setup.of(3, seed=1, expansions=("torn",)).ruleset()
    with pytest.raises(ContentError, match=r"set up: card 1-02, .* with One; add .*on one\)"):
        Setup.of(3, seed=1, edition="2023", expansions=("other",), deck=survey(path)[0]).ruleset()


@pytest.mark.expansions
def test_of_every_expansion_of_ours_an_effect_leads_to_it(deck):
    text, base = small(), effects()
    bringing: dict[str, set[str]] = {}
    for name in expansion.expansion_ids():
        for info in expansion.expansion(name).cards:
            bringing.setdefault(info.card.effect, set()).add(f"--expansion {name}")
    assert bringing.keys() - base.keys()
    # Of each set of expansions that bring an effect, one effect.
    one = {frozenset(ways): effect for effect, ways in bringing.items() if effect not in base}
    for effect in one.values():
        faults = examine(deck(text.replace('"king_step"', f'"{effect}"', 1))).faults
        assert any(way in faults[0] for way in bringing[effect]), faults


def test_all_faults_of_all_cards_come_together(deck):
    text = small().replace('"king_step"', '"teleport"', 3).replace("caballeros = 1", "", 1)
    text = text.replace("format = 1", 'format = 1\ncolour = "red"')
    faults = examine(deck(text)).faults
    assert len(faults) == 5
    assert sum("no effect 'teleport'" in fault for fault in faults) == 3
    assert any("top, field 'colour': there is no such field" in fault for fault in faults)
    assert any("card '1-01', field 'caballeros'" in fault for fault in faults)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("format = 2\n", "has format 2"),
        ("format = 1\n", "holds no [[card]]"),
        ("format = \n", "not valid TOML"),
        ("format = 1\ncard = 3\n", "write [[tables]] here"),
        ("format = 1\ncard = [3]\n", "must be a table"),
    ],
)
def test_a_file_that_is_no_deck_gets_its_sentence(text, words, deck):
    faults = examine(deck(text)).faults
    assert any(words in fault for fault in faults)
    assert all(fault.startswith("mine.toml") for fault in faults)


def test_a_deck_that_no_save_has_room_for(deck):
    cards = [CARD.format(id=f"1-{at}", stack=1) + f'cite = "{"x" * 400}"\n' for at in range(120)]
    faults = examine(deck("format = 1\n" + "".join(cards))).faults
    assert len(faults) == 1
    assert "a save has room for" in faults[0]


# -- too few cards -------------------------------------------------------------


@pytest.mark.expansions
def test_a_stack_that_runs_out_in_any_game_is_a_fault(deck):
    text = small() + CARD.format(id="x", stack=0)
    assert not examine(deck(text)).faults
    cut = re.sub(r"\n\[\[card\]\]\nid = \"3-0[1-4]\"\n(?:.+\n)+", "", text)
    faults = examine(deck(cut), ["1996"]).faults
    assert faults == (
        "mine.toml, stack 3 has 5 cards but needs one for each of 6 rounds; add 1, make one "
        "return, "
        "or play a shorter game",
    )
    # With two players in 2023 stacks 2 and 3 are one.
    fits = examine(deck(cut)).fits
    assert fits[0].startswith("not with the 1996 edition: the deck 'mine' does not last: stack 3")
    assert fits[1].startswith("with the 2023 edition by 2 players; not by others: the deck 'mine'")
    # One that returns makes any stack last.
    assert not examine(deck(cut.replace('id = "3-05"', 'id = "3-05"\nreturns = true'))).faults


def test_a_stack_of_six_is_for_the_short_game_alone(deck):
    path = deck(small(number=6))
    verdict = examine(path, ["1996"])
    assert not verdict.faults
    assert "the short game by 2 to 5 players, not the long one" in verdict.fits[0]
    assert "stack 1 has 6 cards but needs one for each of 9 rounds" in verdict.fits[0]
    own = survey(path)[0]
    with pytest.raises(ContentError, match="'mine' does not last: stack 1 has 6 cards"):
        Setup.of(2, seed=1, deck=own).start()
    assert not Setup.of(2, seed=1, deck=own, short=True).start().over


def test_every_player_needs_a_stack(deck):
    path = deck(small(stacks=3))
    (fits,) = examine(path, ["1996"]).fits
    assert fits.startswith("with the 1996 edition by 2 to 3 players; not by others: ")
    assert "3 stacks for 4 players" in fits
    with pytest.raises(ContentError, match="3 stacks for 4 players"):
        Setup.of(4, seed=1, deck=survey(path)[0]).start()
    faults = examine(deck(small(stacks=1)), ["1996"]).faults
    assert faults
    assert all("1 stack for" in fault for fault in faults)


# -- playing it ------------------------------------------------------------------


def strange(most: int) -> Deck:
    """Every effect of any edition, with parameters that no card of ours has."""
    values = {
        "number": most, "own": 0, "foreign": 99, "total": most, "rounds": 9, "one_source": True,
        "partial": False, "castillo": False, "values": [4, -5], "options": ["a0", "a1", "a2"],
        "king": False, "optional": True, "where": "inland", "targets": ["castillo", "aragon"],
        "nodes": ["aragon", "granada"],
    }  # fmt: skip
    cards = []
    for at, (effect, params) in enumerate(effects().items()):
        card = Card(f"b{at}", 1 + at % 5, at % 10, effect, {p: values[p] for p in params})
        cards.append(replace(card, returns=effect != "keep_veto"))
    for at, effect in enumerate(("dismiss", "grande", "score_most")):
        params = dict.fromkeys(effects()[effect], 30)
        cards.append(Card(f"a{at}", 0, 0, effect, params))
    return Deck("Strange", tuple(CardInfo(c, c.id, c.id, c.id, {}, "") for c in cards))


@pytest.mark.parametrize("name", edition_ids())
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(number, marks=pytest.mark.long) for number in (3, 5))]
)
def test_the_strangest_sound_deck_is_played_to_the_end(name, players, deck):
    for seed, most in enumerate((1, 2, 99)):
        own = strange(most)
        assert not examine(deck(to_toml(own))).faults
        state = Setup.of(players, seed=seed, edition=name, deck=own).start()
        rng = random.Random(seed)
        answers = 0
        while not state.over:
            seat = rng.choice(state.owing())
            state.apply(seat, rng.choice(state.legal(seat)))
            answers += 1
        assert answers > 9 * players


def test_its_cards_are_in_play_and_told_as_they_are(deck):
    cards = [
        replace(info, short="King goes", card=replace(info.card, effect="king_step", params={}))
        if info.card.id == "1-06" else info
        for info in edition("1996").cards
        if info.card.id not in ("4-06", "4-07")
    ]  # fmt: skip
    setup = Setup.of(3, seed=1, deck=Deck("mine", tuple(cards)))
    rules = setup.ruleset()
    assert rules.deck_digest != Setup.of(3, seed=1).ruleset().deck_digest
    assert "4-06" not in rules.card_index
    assert setup.names().card_id("1-06") == "1-06 (King goes)"
    # Who knows only the rules must not call it what the edition's card is called.
    assert GameNames(rules).card_id("1-06") == "1-06"
    assert GameNames(rules).card_id("1-07") == "1-07 (Move any 3)"
    book = reference(setup)
    assert book.card("4-06") is None
    assert "King goes" in book.card("1-06").title
    again = Setup.from_plain(setup.to_plain(secrets=False))
    assert again.deck == setup.deck
    assert again.ruleset() is rules


def test_a_house_rule_takes_the_veto_out_of_it_too():
    setup = Setup.of(3, seed=1, deck=Deck("mine", edition("1996").cards), house={"veto": False})
    assert not any(card.effect == "keep_veto" for card in setup.ruleset().cards)


# -- symbols, and more stacks than the edition has ---------------------------------


def marked(marks: dict[str, int]) -> Ruleset:
    spec = edition("1996").spec(("red", "blue"), False, {})
    spec.marks["gold"] = "as much gold comes out when the action is carried out"
    spec.cards[0] = replace(spec.cards[0], marks=marks)
    return Ruleset(spec)


def test_symbols_go_through_file_save_and_digest(deck):
    plain = edition("1996").cards
    cards = (replace(plain[0], card=replace(plain[0].card, marks={"gold": 2})), *plain[1:])
    assert read_deck(deck(to_toml(Deck("gold", cards)))) == cards
    kept = Deck("gold", cards, complete=True)
    assert Deck.from_plain(kept.to_plain(), "a save") == kept
    digests = {marked(marks).deck_digest for marks in ({}, {"gold": 1}, {"gold": 2})}
    assert len(digests) == 3
    assert marked({}).deck_digest == edition_rules().deck_digest, "no symbols, no change"


def edition_rules() -> Ruleset:
    return Ruleset(edition("1996").spec(("red", "blue"), False, {}))


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"wood": 1}, "this game marks no cards with 'wood'; write some of: gold"),
        ({"gold": 10}, "write a number from 1 to 9 for 'gold'"),
    ],
)
def test_a_symbol_that_means_nothing_is_refused(marks, said):
    with pytest.raises(SpecError, match=said):
        marked(marks)


def test_a_symbol_is_a_name_with_a_number(deck):
    text = to_toml(Deck("x", edition("1996").cards))
    broken = text.replace("returns = true", 'returns = true\nmarks = { gold = "much" }', 1)
    _, faults = survey(deck(broken))
    assert len(faults) == 1
    assert "field 'marks': write a number from 1 to 9 for 'gold'" in faults[0]
    unknown = text.replace("returns = true", "returns = true\nmarks = { gold = 1 }", 1)
    assert any(
        "this game marks no cards with 'gold'; remove it" in said
        for said in examine(deck(unknown)).faults
    )


# -- effects that no edition's cards have ----------------------------------------


def test_a_card_of_a_deck_may_name_an_effect_that_only_expansions_use():
    cards = list(edition("1996").cards)
    at = next(at for at, info in enumerate(cards) if info.card.id == "4-09")
    for effect, params in (
        ("king_among", {"where": "coast"}),
        ("entourage", {"where": "any", "number": 1}),
    ):
        card = replace(cards[at].card, effect=effect, params=params)
        deck = Deck("mine", (*cards[:at], replace(cards[at], card=card), *cards[at + 1 :]))
        rules = Setup.of(3, seed=1, deck=deck).ruleset()
        assert rules.card_effects[at].name == effect
    assert rules.code("along red") >= 0
    # Games without such a card are what they were.
    assert "king_among" not in Setup.of(3, seed=1).ruleset().steps


def lent(expansions: tuple[str, ...], effect: str, **params: object):
    """The book of a game of 1996 whose card 4-04 has another effect."""
    cards = [
        replace(info, card=replace(info.card, effect=effect, params=params))
        if info.card.id == "4-04"
        else info
        for info in edition("1996").cards
    ]
    deck = Deck("mine", tuple(cards))
    return reference(Setup.of(3, seed=1, expansions=expansions, deck=deck))


@pytest.mark.expansions
@pytest.mark.parametrize("expansions", [(), ("grandissimo",), ("colonies",)])
def test_pages_of_a_lent_effect_are_true_of_the_game_that_has_it(expansions):
    """Card and page find each other; the King closes no Castillo here, and France is a region."""
    for effect, page, params in (
        ("infiltration", "king-infiltrated", {"number": 2}), ("stand_in", "swap", {}),
        ("competition", "grande-inside", {}),
    ):  # fmt: skip
        book = lent(expansions, effect, **params)
        assert "card-4-04" in book.about(page).see_also
        assert page in book.about("card-4-04").see_also
        assert not re.search(r"Castillo they get|abroad|beside it", book.about(page).text)
        if effect == "infiltration":
            assert "brings nobody in." in book.about("castillo").text
        if effect == "competition":
            steps = ("One: ", "Two: ", "Three: ", "Four: ", "A Grande inside goes along")
            found = [book.about("general-scoring").text.find(step) for step in steps]
            assert found == sorted(found)
            assert found[0] > 0


@pytest.mark.expansions
def test_infiltration_gets_into_the_castillo_where_the_king_can_close_it():
    both = ("new-regency", "old-hands-infiltration")
    book = reference(Setup.of(3, seed=1, edition="2023", expansions=both))
    assert "only while the King closes it" in book.about("king-infiltrated").text
    assert "only while the King closes it" in book.about("castillo").text


def test_a_game_with_a_card_that_does_nothing_goes_on():
    cards = list(edition("1996").cards)
    idle = {"own": 0, "foreign": 0, "total": 1, "one_source": False}
    card = replace(cards[0].card, effect="move", params=idle)
    deck = Deck("mine", (replace(cards[0], card=card), *cards[1:]))
    with pytest.raises(ContentError, match="moves nobody"):
        Setup.of(3, seed=1, deck=deck).start()
    assert Setup.of(3, seed=1, deck=replace(deck, complete=True)).start().owing()


@pytest.mark.parametrize("name", ["1996", "2023"])
def test_pages_name_no_card_that_a_deck_of_ones_own_leaves_out(name):
    """But for what an option's own text says of the card that it is about."""
    cards = edition(name).cards
    # Grande and Province are words of the game, too; two cards lend others their actions.
    for left_out in {info.name for info in cards} - {
        "Grande",
        "Province",
        "Marching Orders",
        "Militia",
    }:
        deck = Deck("mine", tuple(info for info in cards if info.name != left_out))
        for entry in reference(Setup.of(4, seed=1, edition=name, short=True, deck=deck)).entries:
            assert re.search(rf"\b{re.escape(left_out)}\b", entry.text) is None, entry.id
            assert re.search(r": \.|, ,| \.|\(\)", entry.text) is None, (left_out, entry.id)


@pytest.mark.parametrize(
    ("names", "least", "most"),
    [("own foreign", 0, 99), ("total number", 1, 99), ("rounds", 0, 9)],
)
def test_a_number_on_a_card_keeps_within_what_is_said_of_it(
    names: str, least: int, most: int
) -> None:
    for name in names.split():
        param = PARAMS[name]
        assert param.wants == f"a number from {least} to {most}"
        assert [n for n in range(-1, most + 2) if param.fits(n)] == [*range(least, most + 1)]
        assert not param.fits(True)


@pytest.mark.parametrize(("names", "item"), [("values", 7), ("options nodes targets", "aragon")])
def test_a_list_on_a_card_has_1_to_9_of_its_kind(names: str, item: int | str) -> None:
    """There are no more options to answer with."""
    for name in names.split():
        param = PARAMS[name]
        assert "1 to 9" in param.wants
        assert [n for n in range(11) if param.fits([item] * n)] == [*range(1, 10)]
        assert not param.fits([item, None])
