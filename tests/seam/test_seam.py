"""What each mechanism of the test-only expansion does; the base game knows nothing of it."""

from __future__ import annotations

import random

import pytest

from chairs import loopback
from elgrande.content import setup as setups
from elgrande.content.files import ContentError
from elgrande.content.positions.layout import lay_out
from elgrande.content.setup import Setup
from elgrande.content.words import say_event
from elgrande.rules import State, score, start
from elgrande.rules.events import Announced, CardUsed, Event, RegionScored
from elgrande.table import Refused, new_game
from seam.steps import BidSet, BidShows
from seam.table import COLOURS, FACES, count, draw, offers, play

RED, BLUE, GREEN = range(3)


def finish_round(state: State) -> list[Event]:
    """Let everybody do as little as possible, up to the disks of the general scoring."""
    heard: list[Event] = []
    while state.decision().step != "disks":
        rules = state.rules
        seat = state.owing()[0]
        codes = state.legal(seat)
        idle = [c for c in codes if rules.verb(c) in ("end", "done", "let")]
        heard += play(state, f"{rules.colours[seat]} {rules.text((idle or codes)[0])}")
    return heard


def test_the_base_game_is_as_it_was() -> None:
    """The edits are made on a Spec of its own: nothing of the edition is touched."""
    plain = Setup.of(3, seed=2)
    before = plain.start()
    bent = Setup.of(3, seed=2, expansions=("seam", "seam-late")).ruleset()
    setups._ruleset.cache_clear()
    after = plain.start()
    assert after.rules is not before.rules, "compiled anew, past the cache"
    assert after.digest() == before.digest()
    assert after.rules.programs == before.rules.programs != bent.programs
    assert after.rules.vocabulary.texts == before.rules.vocabulary.texts
    assert after.rules.deck_digest == before.rules.deck_digest != bent.deck_digest


def test_an_action_that_lies_in_no_stack_is_never_turned_up() -> None:
    rules = Setup.of(3, seed=2, expansions=("seam",)).ruleset()
    assert rules.stacks == (1, 2, 3, 4, 5, 6, 7)
    assert "0-01" in rules.card_index
    assert "0-01" not in [rules.cards[card].id for deck in start(rules, 2).box[1:] for card in deck]


# -- a region of two places that no disk shows ---------------------------------


def test_both_places_of_a_region_receive_and_count_together() -> None:
    state = draw(
        {"court": "red 3", "isles-port": "red 1", "isles-hills": "blue 2"}, king="valencia"
    )
    play(state, "red card 7-01", "red place isles-hills", "red place isles-port", "red done")
    isles = state.rules.targets.index("isles")
    scored = score(state, isles)
    assert [(line.seat, line.count, line.points) for line in scored.lines] == [
        (RED, 3, 5),
        (BLUE, 2, 3),
    ]


def test_in_the_kings_region_both_places_are_taboo() -> None:
    state = draw({"court": "red 3", "isles-port": "red 1", "aragon": "red 1"}, king="isles")
    assert state.is_taboo(state.rules.place_index["isles-port"])
    assert state.is_taboo(state.rules.place_index["isles-hills"])
    play(state, "red card 1-10")
    assert [o for o in offers(state) if "place" in o] == [
        "red place catalonia", "red place valencia", "red place castillo",
    ]  # fmt: skip
    play(state, "red special")
    assert offers(state) == ["red pick red aragon", "red done"]
    play(state, "red pick red aragon")
    assert not any("isles" in offer for offer in offers(state))


def test_one_can_move_between_the_places_of_a_region() -> None:
    state = draw({"isles-port": "red 1"})
    play(state, "red card 1-10", "red special", "red pick red isles-port", "red put isles-hills")
    assert count(state, "red", "isles-hills") == 1


def test_no_disk_shows_it_but_it_can_be_evacuated() -> None:
    state = draw({"isles-port": "blue 1, green 1", "isles-hills": "blue 2"}, faces={4: "4-05"})
    play(state, "red card 4-05", "red special", "red evacuate isles")
    assert len(offers(state)) == 2 * 9
    assert not any("isles" in offer for offer in offers(state))
    play(state, "green disk granada", "blue disk aragon")
    assert count(state, "blue", "aragon") == 3
    assert count(state, "green", "granada") == 1


# -- kept cards ------------------------------------------------------------------


def test_the_kept_card_is_used_after_another_players_special_action() -> None:
    state = draw({"aragon": "red 1, blue 1"}, held={"6-01": "blue"}, faces={6: "6-02"})
    play(state, "red card 4-10", "red special")
    assert offers(state) == ["blue use 6-01", "blue let"]
    heard = play(state, "blue use 6-01")
    rules = state.rules
    assert heard[0] == CardUsed(
        BLUE, rules.card_index["6-01"], RED, rules.card_index["4-10"], until=3
    )
    assert state.decision().card == rules.card_index["0-01"]
    assert state.actor == RED, "it stays red's turn"
    play(state, "blue pick blue aragon", "blue put castillo")
    assert state.held == ()
    assert state.decision().seat == RED
    assert count(state, "blue", "castillo") == 1


def test_it_may_be_kept_on_and_is_not_for_the_own_action() -> None:
    crowd = {"aragon": "red 1, blue 1", "court": "blue 1"}
    state = draw(crowd, held={"6-01": "blue"}, faces={6: "6-02"})
    play(state, "red card 4-10", "red special", "blue let", "red end")
    play(state, "blue card 3-11", "blue special", "blue score aragon")
    assert state.decision().seat == BLUE
    assert state.decision().step == "act", "blue may still place, and is asked nothing else"
    assert len(state.held) == 1


def test_the_echo_repeats_the_same_action_with_its_holder_as_actor() -> None:
    state = draw({"aragon": "red 1"}, held={"6-02": "green"})
    play(state, "red card 4-10", "red special")
    assert offers(state) == ["green use 6-02", "green let"]
    heard = play(state, "green use 6-02")
    card = state.rules.card_index["4-10"]
    assert Announced(GREEN, card) in heard
    assert [count(state, colour, "court") for colour in COLOURS] == [2, 0, 2]


def test_an_echo_with_choices_is_the_holders_to_make() -> None:
    state = draw({"aragon": "red 1, green 1"}, held={"6-02": "green"}, faces={4: "4-06"})
    play(state, "red card 4-06", "red special", "red grande granada", "green use 6-02")
    assert all(offer.startswith("green grande") for offer in offers(state))
    play(state, "green grande seville")
    assert state.rules.regions[state.grande(GREEN)] == "seville"


def test_after_a_veto_there_is_nothing_to_repeat() -> None:
    state = draw({"court": "red 1"}, held={"6-02": "green", "2-01": "blue"})
    play(state, "red card 4-10", "red special", "blue veto")
    assert count(state, "red", "court") == 1
    assert state.decision().seat == RED, "green is not asked"


def test_the_repeated_action_can_be_vetoed_too() -> None:
    state = draw({"aragon": "red 1"}, held={"6-02": "green", "2-01": "blue"})
    play(state, "red card 4-10", "red special", "blue let-all", "green use 6-02")
    assert offers(state) == ["blue veto", "blue let", "blue let-all"]
    play(state, "blue veto")
    assert [count(state, colour, "court") for colour in COLOURS] == [2, 0, 0]
    assert state.held == ()


def test_the_keeping_of_a_card_cannot_be_repeated() -> None:
    state = draw({"court": "red 1"}, held={"6-02": "green"}, faces={2: "2-01"})
    play(state, "red card 2-01", "red special")
    assert state.decision().seat == RED, "green is not asked"
    assert len(state.held) == 2


def test_holders_are_asked_clockwise_from_the_actor_whoever_that_is() -> None:
    """Blue acts, so green comes before red, who has the lower seat."""
    crowd = {"aragon": "red 1", "court": "blue 1"}
    state = draw(crowd, held={"6-01": "red", "6-02": "green"}, faces={6: ""})
    play(state, "red card 1-10", "red end", "blue card 4-10", "blue special")
    assert offers(state) == ["green use 6-02", "green let"]
    play(state, "green let")
    assert offers(state) == ["red use 6-01", "red let"]


def test_what_follows_an_action_is_an_action_that_can_be_followed() -> None:
    """Blue's afterthought is a special action, and green repeats that instead of red's."""
    crowd = {"aragon": "blue 1, green 1", "court": "red 1"}
    state = draw(crowd, held={"6-01": "blue", "6-02": "green"}, faces={6: ""})
    play(state, "red card 4-10", "red special")
    assert offers(state) == ["blue use 6-01", "blue let"], "blue sits nearer to red's left"
    play(state, "blue use 6-01", "blue pick blue aragon", "blue put valencia", "blue done")
    assert offers(state) == ["green use 6-02", "green let"]
    heard = play(state, "green use 6-02")
    rules = state.rules
    assert heard[0] == CardUsed(
        GREEN, rules.card_index["6-02"], BLUE, rules.card_index["0-01"], until=3
    )
    play(state, "green pick green aragon", "green put valencia", "green done")
    assert count(state, "green", "valencia") == 1
    assert state.decision().seat == RED
    assert state.held == ()


def test_who_lets_the_echo_of_one_action_pass_is_asked_after_the_first_one_too() -> None:
    """Green lets the afterthought go unrepeated; red's action can still be."""
    crowd = {"aragon": "blue 1, green 1", "court": "red 1"}
    state = draw(crowd, held={"6-01": "blue", "6-02": "green"}, faces={6: ""})
    play(state, "red card 4-10", "red special", "blue use 6-01", "blue done", "green let")
    assert offers(state) == ["green use 6-02", "green let"]
    play(state, "green use 6-02")
    assert count(state, "green", "court") == 2


def test_a_card_kept_for_the_turns_start_is_used_there() -> None:
    crowd = {"aragon": "red 1, blue 1", "court": "red 1"}
    state = draw(crowd, held={"8-01": "blue"}, late=True, faces={8: "8-02"})
    assert state.decision().step == "choose_card", "it is red's turn, not blue's"
    play(state, "red card 4-10", "red end")
    assert offers(state) == ["blue use 8-01", "blue let"]
    play(state, "blue use 8-01", "blue pick blue aragon", "blue put valencia", "blue done")
    assert state.decision().step == "choose_card"
    assert state.decision().seat == BLUE


def test_cards_kept_for_the_emptied_castillo_are_asked_from_the_starter_on() -> None:
    """Nobody acts then; and all of it comes before the regions are scored."""
    crowd = {"aragon": "red 1, green 1", "castillo": "red 1"}
    state = draw(crowd, round_=3, held={"8-02": "red", "8-03": "green"}, late=True)
    heard = finish_round(state)
    assert not any(isinstance(event, RegionScored) for event in heard)
    assert state.starter == GREEN, "green acted last and begins the next round"
    heard = play(state, "red disk granada")
    assert offers(state) == ["green use 8-03", "green let"]
    assert state.actor == -1
    heard += play(state, "green let")
    assert offers(state) == ["red use 8-02", "red let"]
    heard += play(state, "red use 8-02", "red pick red aragon", "red put granada", "red done")
    scored = [event.scored for event in heard if isinstance(event, RegionScored)]
    assert len(scored) == len(state.rules.targets)
    granada = next(s for s in scored if state.rules.targets[s.target] == "granada")
    assert [(line.seat, line.count) for line in granada.lines] == [(RED, 2)]


# -- a neutral kind that counts as its holder's -----------------------------------


@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        ("", [("red", 3, 5), ("black", 2, 0), ("green", 1, 2)]),
        ("green", [("red", 3, 3), ("green", 3, 3)]),
        ("red", [("red", 5, 5), ("green", 1, 3)]),
        ("blue", [("red", 3, 5), ("blue", 2, 3), ("green", 1, 2)]),
    ],
)
def test_black_counts_as_its_holders_or_as_nobodys(
    holder: str, expected: list[tuple[str, int, int]]
) -> None:
    """While nobody holds it, it takes its rank and the points are lost (as in FACTS 9.4)."""
    state = draw({"valencia": "red 3, black 2, green 1"}, holder=holder)
    rules = state.rules
    lines = score(state, rules.targets.index("valencia")).lines
    assert [(rules.kinds[line.kind], line.count, line.points) for line in lines][:2] == expected[:2]
    assert sum(line.points for line in lines if line.seat < 0) == 0


def test_the_holder_moves_black_as_own_and_the_others_as_foreign() -> None:
    crowd = {"valencia": "black 2", "court": "red 1"}
    own = draw(crowd, holder="red")
    play(own, "red done", "red card 1-10", "red special")
    play(own, "red pick black valencia", "red put aragon")
    assert count(own, "black", "aragon") == 1
    foreign = draw(crowd, holder="blue", faces={1: "1-06"})
    play(foreign, "red card 1-06", "red special", "red pick black valencia", "red put castillo")
    assert count(foreign, "black", "castillo") == 1
    neither = draw(crowd, holder="blue")
    play(neither, "red card 1-10")
    assert "red special" not in offers(neither), "1-10 moves the own, and red has nobody"


def test_the_chancellor_passes_from_hand_to_hand() -> None:
    state = draw({"aragon": "red 1"}, holder="blue")
    heard = play(state, "red card 7-01", "red special", "red option 1")
    assert state.cell("black_holder") == RED
    names = Setup.of(3, seed=1, expansions=("seam",)).names()
    assert any("takes the chancellor from Blue" in say_event(e, state.rules, names) for e in heard)


# -- a King's seat outside the regions ---------------------------------------------


def test_with_the_king_at_sea_nothing_is_taboo_and_his_neighbours_receive() -> None:
    state = draw({"court": "red 3", "old-castile": "red 2, blue 1"})
    play(state, "red card 7-01", "red special", "red option 2", "red king sea")
    assert state.rules.nodes[state.king] == "sea"
    assert not any(state.is_taboo(place) for place in range(state.rules.n_places))
    assert [o for o in offers(state) if "place" in o] == [
        "red place galicia", "red place seville", "red place isles-port", "red place isles-hills",
        "red place castillo",
    ]  # fmt: skip
    for target in range(len(state.rules.targets)):
        assert not any(line.king for line in score(state, target).lines), "no King, no bonus"


def test_the_king_comes_back_from_sea_by_the_cards_of_the_base_game() -> None:
    state = draw({}, king="sea", faces={4: "4-04"})
    play(state, "red card 5-01", "red special")
    assert offers(state) == [f"red king {region}" for region in state.rules.regions]
    play(state, "red king isles")
    assert state.rules.nodes[state.king] == "isles"
    state = draw({}, king="sea", faces={4: "4-04"})
    play(state, "red card 4-04", "red special")
    assert offers(state) == ["red king galicia", "red king seville", "red king isles"]
    play(state, "red king seville")
    assert state.rules.nodes[state.king] == "seville"


# -- a replaced power-card phase -----------------------------------------------------


def test_bids_are_secret_equal_ones_allowed_and_the_next_after_the_starter_acts_first() -> None:
    state = Setup.of(3, seed=3, expansions=("seam",), starter="blue").start()
    assert state.owing() == (RED, BLUE, GREEN)
    heard = play(state, "green bid 5")
    assert heard == [BidSet(GREEN), BidShows(GREEN, 5, audience=frozenset((GREEN,)))]
    play(state, "green bid 9", "red bid 9")
    assert [state.power(seat) for seat in range(3)] == [0, 0, 0]
    play(state, "blue bid 2")
    assert state.revealed
    assert [state.power(seat) for seat in range(3)] == [9, 2, 9]
    assert state.turn_order == (GREEN, RED, BLUE)
    assert 9 not in state.hand(GREEN)
    assert state.decision().seat == GREEN


def test_a_position_that_the_board_alone_does_not_tell_needs_its_program() -> None:
    rules = Setup.of(2, seed=1, expansions=("seam",)).ruleset()
    seats: list[dict[str, object]] = [{"colour": "red", "power": 13}, {"colour": "blue"}]
    stacks = [{"number": n, "face": FACES[n]} for n in rules.stacks]
    with pytest.raises(ContentError, match=r"field 'program': .* use what 'show' prints"):
        lay_out(rules, {"king": "sea", "seat": seats, "stack": stacks}, seed=1)
    # At the start of the round it does, and in the turns it does again.
    assert lay_out(rules, {"king": "sea", "seat": [{"colour": "red"}, {"colour": "blue"}]}, 1)
    seats[1]["power"] = 12
    state = lay_out(rules, {"king": "sea", "seat": seats, "stack": stacks}, seed=1)
    assert state.decision().step == "choose_card"


# -- steps at the start of a turn and in the general scoring ---------------------------


def test_the_holder_may_bring_black_in_at_the_start_of_the_own_turn() -> None:
    state = draw({"aragon": "red 1"}, king="seville", holder="red")
    assert state.decision().step == "bring_black"
    assert offers(state) == [
        "red bring new-castile", "red bring granada", "red bring castillo", "red done",
    ]  # fmt: skip
    play(state, "red bring granada")
    assert count(state, "black", "granada") == 1
    assert state.decision().step == "choose_card"
    other = draw({"aragon": "red 1"}, holder="blue")
    assert other.decision().step == "choose_card"


def test_black_leaves_the_castillo_when_it_is_emptied() -> None:
    state = draw({"castillo": "black 2, red 1"}, round_=3)
    finish_round(state)
    heard = play(state, "red disk aragon")
    assert count(state, "black", "castillo") == 0
    assert count(state, "red", "aragon") == 1
    scored = [event.scored.target for event in heard if isinstance(event, RegionScored)]
    assert scored[-1] == state.rules.targets.index("isles"), "new regions are scored last"


# -- the table ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("undo", ["free", "fair"])
def test_undo_is_exact_and_a_fair_one_stops_at_reveals(players: int, undo: str) -> None:
    setup = Setup.of(players, seed=players, expansions=("seam", "seam-late"), house={"undo": undo})
    table = new_game(setup)
    rng = random.Random(players)
    taken_back = 0
    for _ in range(400):
        if table.over:
            break
        before = table.state.digest()
        seat = rng.choice(table.state.owing())
        entry = table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
        after = table.state.digest()
        line = [e for e in table.history.line() if e.n >= entry.n]
        if rng.random() < 0.3:
            if undo == "fair" and any(e.revealed for e in line):
                with pytest.raises(Refused):
                    table.undo([seat])
                continue
            table.undo([seat])
            taken_back += 1
            assert table.state.digest() == before
            table.redo([seat])
            assert table.state.digest() == after
    assert taken_back > 10


def test_a_chair_sees_the_seam_through_json() -> None:
    setup = Setup.of(3, seed=5, expansions=("seam",))
    table = new_game(setup)
    chair = loopback(table)
    rng = random.Random(5)
    for _ in range(120):
        seat = rng.choice(table.state.owing())
        look = chair.update(seat)
        assert look.view == table.view(seat)
        assert look.decision == table.decision(seat)
        assert chair.send(seat, [chair.rules.text(rng.choice(look.decision.codes))])
