"""Played power cards taken back: what lies in view is missed, what lies below is not (R1).

S0, card "Power Cards": "if you take the top-most card in your used stack, the other players
will see"; S1, "Play the power cards": only the top-most can be seen. S2, "Empowerment" and the
end of a round: this round's card lies face up, the discard pile face down.
"""

from __future__ import annotations

from random import Random

import pytest

from drawing import of_kind, play, table, words
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.words import why_not
from elgrande.rules import Generator, State
from elgrande.rules.events import CardDeduced, Recalled, RecalledOpenly, RecalledValue
from elgrande.rules.parts import PlainFrame
from elgrande.rules.pile import pile, top_in_view
from elgrande.rules.steps.effect import begin_action


def taking(*values: int, seats: str | int = "RBGY", **others: object) -> State:
    """A pile of these, the last played in this round, and red about to take from it again."""
    *earlier, last = values
    state = table(
        seats=seats, played="R: " + " ".join(map(str, earlier)), power=_powers(last, seats),
        card="4-08", round=len(values), **others,  # type: ignore[arg-type]
    )  # fmt: skip
    play(state, "red special")
    return state


def _powers(last: int, seats: str | int) -> str:
    """Red acts now, so the others' cards are lower; values of their own."""
    letters = "RBGYW"[:seats] if isinstance(seats, int) else seats
    free = [value for value in range(1, 14) if value < last]
    return " ".join(f"{c}{v}" for c, v in zip(letters, [last, *free], strict=False))


def again(state: State, value: str) -> list[object]:
    """Let red take back another card at once, whatever brings that about."""
    card = state.rules.card_index["4-08"]
    begin_action(state, 0, card)
    state.advance()
    return list(play(state, f"red recall {value}"))


def known(state: State) -> set[int]:
    """Red's cards that blue knows of."""
    return set(state.view(1).hand(0))


def doubts(state: State) -> list[set[int]]:
    """What each card may be that red has taken back unseen."""
    return [
        {b for b in range(14) if mask >> b & 1} for owner, mask in state.unknown_cards if owner == 0
    ]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_top_card_is_missed(seats: int) -> None:
    """1996 4-08: everybody sees that it was this one."""
    state = taking(3, 7, 13, seats=seats)
    events = play(state, "red recall 13")
    assert [event.value for event in of_kind(events, RecalledOpenly)] == [13]
    assert all(event.audience is None for event in of_kind(events, RecalledOpenly))
    assert not of_kind(events, Recalled)
    assert 13 in known(state)
    assert state.unknown_cards == ()
    assert pile(state, 0) == (3, 7)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_of_another_card_everybody_knows_that_it_was_not_the_top_one(seats: int) -> None:
    """1996 4-08: one of the played, less the one that still lies there."""
    state = taking(3, 7, 13, seats=seats)
    events = play(state, "red recall 3")
    assert len(of_kind(events, Recalled)) == 1
    assert [event.audience for event in of_kind(events, RecalledValue)] == [frozenset({0})]
    assert doubts(state) == [{3, 7}]
    assert top_in_view(state, 0) == 1 << 13


def test_the_only_card_below_the_top_is_known_at_once() -> None:
    state = taking(3, 13)
    events = play(state, "red recall 3")
    assert [event.value for event in of_kind(events, CardDeduced)] == [3]
    assert 3 in known(state)
    assert state.unknown_cards == ()
    assert pile(state, 0) == (13,)


def test_the_only_played_card_is_the_top_one() -> None:
    """In round 1 nothing else can be taken, and nobody is left in doubt."""
    state = taking(13)
    assert words(state, "red recall") == {"13"}
    assert not state.reveals_secret(0), "so nothing is told by answering for red"
    play(state, "red recall 13")
    assert 13 in known(state)
    assert pile(state, 0) == ()


def test_what_lies_on_top_later_was_not_taken() -> None:
    """The 7 becomes visible when the 13 goes: of 3, 5 and 7 it was not the one."""
    state = taking(3, 5, 7, 13)
    play(state, "red recall 3")
    assert doubts(state) == [{3, 5, 7}]
    state.revealed = False
    again(state, "13")
    assert doubts(state) == [{3, 5}]
    assert state.revealed, "others have seen something new: in a fair game this stands"


def test_what_does_not_lie_on_top_later_was_taken() -> None:
    """Under the 13 lies the 5: the 7 is missed, so the 7 it was."""
    state = taking(3, 5, 7, 13)
    play(state, "red recall 7")
    events = again(state, "13")
    assert [event.value for event in of_kind(events, CardDeduced)] == [7]  # type: ignore[arg-type]
    assert doubts(state) == []
    assert {7, 13} <= known(state)
    assert pile(state, 0) == (3, 5)


def test_several_taken_back_unseen() -> None:
    """Two of 3, 5 and 7 are gone: any two, until the top one goes and the 7 lies there."""
    state = taking(3, 5, 7, 13)
    play(state, "red recall 3")
    again(state, "5")
    assert doubts(state) == [{3, 5, 7}, {3, 5, 7}]
    again(state, "13")
    assert doubts(state) == []
    assert {3, 5, 13} <= known(state)
    assert pile(state, 0) == (7,)


def test_a_card_played_again_lies_on_top_and_no_longer_below() -> None:
    state = taking(3, 5, 7, 13)
    play(state, "red recall 5")
    state.stack[-1:] = [PlainFrame("power", 0)]
    state.advance()
    state.board[state.rules.at_power] = 0
    play(state, "red power 5")
    assert pile(state, 0) == (3, 7, 13, 5)
    assert doubts(state) == []


def test_a_card_that_was_not_taken_settles_nothing_when_it_is_played() -> None:
    """The 9 was in the hand all along."""
    state = taking(3, 5, 7, 13)
    play(state, "red recall 5")
    state.stack[-1:] = [PlainFrame("power", 0)]
    state.advance()
    state.board[state.rules.at_power] = 0
    play(state, "red power 9")
    assert pile(state, 0) == (3, 5, 7, 13, 9)
    assert doubts(state) == [{3, 5, 7}]
    again(state, "13")
    assert doubts(state) == [{3, 5, 7}, {3, 5, 7, 13}], "the 13 is covered now"


def test_what_is_in_the_hand_cannot_be_taken_back() -> None:
    state = taking(3, 7, 13)
    assert why_not(state, 0, "recall 5") == "The 5 is still in your hand."


def test_what_another_has_taken_back_says_nothing_of_a_pile() -> None:
    """Blue has taken back one of 3, 5 and 7; that red's 7 lies under the 13 is no news."""
    state = taking(3, 5, 7, 13)
    state.unknown_cards = ((1, sum(1 << value for value in (3, 5, 7))),)
    before = state.unknown_cards
    assert not of_kind(play(state, "red recall 13"), CardDeduced)
    assert not state.revealed
    assert state.unknown_cards == before


def test_even_a_single_card_to_take_back_is_secret_after_another() -> None:
    """Only red knows which of the played cards are left, so nobody answers for red."""
    state = taking(3, 7, 13)
    play(state, "red recall 3")
    begin_action(state, 0, state.rules.card_index["4-08"])
    state.advance()
    assert state.reveals_secret(0)


def test_what_is_certain_is_no_possibility_of_another_card() -> None:
    """Two cards are the 3 and the 4, so a third that is one of 3 to 6 is the 5 or the 6."""
    others = [1, 2, *range(7, 13)]
    state = _laid_out(
        hand=[3, 4, 5, *others], known_hand=others, played=[6, 13],
        taken_back=[[3, 4], [3, 4], [3, 4, 5, 6]], round=3,
    )  # fmt: skip
    assert doubts(state) == [{5, 6}]
    assert known(state) == {3, 4, *others}


def test_in_2023_the_card_just_played_is_missed() -> None:
    """S2 "Empowerment"; "Put your played Power card face down on your discard pile"."""
    state = table(played="R: 3 7", card="4-07", round=3, edition="2023")
    play(state, "red special")
    other = state.copy()
    events = play(state, "red recall 13")
    assert [event.value for event in of_kind(events, RecalledOpenly)] == [13]
    assert 13 in known(state)
    play(other, "red recall 7")
    assert doubts(other) == [{3, 7}]


def test_in_2023_the_discard_pile_stays_face_down() -> None:
    """Unlike 1996: once the latest is gone, the one below is not seen."""
    state = table(played="R: 3 5 7", card="4-07", round=4, edition="2023")
    play(state, "red special, recall 7")
    card = state.rules.card_index["4-07"]
    begin_action(state, 0, card)
    state.advance()
    play(state, "red recall 13")
    assert doubts(state) == [{3, 5, 7}]
    assert 13 in known(state)


# -- positions -------------------------------------------------------------------


@pytest.mark.parametrize("value", ["3", "5", "7", "13"])
@pytest.mark.parametrize("edition", ["1996", "2023"])
def test_every_position_and_view_is_read_back_as_it_was(edition: str, value: str) -> None:
    card = "4-08" if edition == "1996" else "4-07"
    state = table(played="R: 3 5 7", card=card, round=4, edition=edition)
    play(state, "red special", f"red recall {value}")
    assert lay_out(state.rules, describe(state), seed=1) == state
    for seat in (None, 0, 1):
        view = state.view(seat)
        read = lay_out(state.rules, describe(view), seed=1).view(seat)
        assert describe(read) == describe(view)


def test_a_drawn_hand_never_holds_what_lies_on_top() -> None:
    """Red has taken back one of 3, 5 and 7; which is left to the seed."""
    state = taking(3, 5, 7, 13)
    play(state, "red recall 3")
    data = describe(state.view(1))
    drawn = {lay_out(state.rules, data, seed=seed).hand(0) for seed in range(40)}
    assert len(drawn) == 3
    chance = Generator.seeded(1)
    assert {state.view(1).sample(chance).hand(0) for _ in range(40)} == drawn


def test_where_no_pile_is_written_this_rounds_card_lies_on_top() -> None:
    state = table(power="R9 B4 G3 Y2", hand="R: 1 2 3 4 5 6 7 8 10 11 12", round=2)
    assert pile(state, 0) == (13, 9)


def test_a_written_pile_is_completed_from_below() -> None:
    rules = table(seats=2).rules
    seat = {"colour": "red", "hand": [1, 2, 3, 4, 5, 6, 7, 8, 9], "played": [13, 11]}
    data = {"king": "galicia", "round": 7, "seat": [seat, {"colour": "blue"}]}
    assert pile(lay_out(rules, data, seed=1), 0) == (10, 12, 13, 11)


def _laid_out(round: int = 2, **red: object) -> State:
    """A game of two at the start of a round, with red's hand written like this."""
    rules = table(seats=2).rules
    data = {
        "king": "galicia",
        "round": round,
        "seat": [{"colour": "red", **red}, {"colour": "blue"}],
    }
    return lay_out(rules, data, seed=1)


def test_what_is_known_to_be_in_the_hand_was_not_taken_back_unseen() -> None:
    """A person writes 2 or 5, and that everybody knows of the 5: then it was the 2."""
    state = _laid_out(hand=list(range(2, 14)), known_hand=list(range(3, 14)), taken_back=[[2, 5]])
    assert doubts(state) == []
    while state.decision().seat:
        state.apply(state.decision().seat, state.legal(state.decision().seat)[0])
    state.apply(0, state.rules.code("power 5"))
    for seed in range(10):
        assert 5 not in state.view(1).sample(Generator.seeded(seed)).hand(0)


@pytest.mark.long
def test_what_was_written_of_a_hand_is_printed_so_that_it_is_read_again() -> None:
    """In the middle of a round too, whatever has been concluded by then."""
    for seed in range(30):
        state = _laid_out(
            hand=list(range(1, 13)), known_hand=list(range(2, 13)), taken_back=[[1, 4, 13]],
            played=[13],
        )  # fmt: skip
        chance = Random(seed)
        for _ in range(60):
            due = state.decision()
            state.apply(due.seat, chance.choice(list(state.legal(due.seat))))
            assert lay_out(state.rules, describe(state), seed=1) == state


@pytest.mark.parametrize("back", [[[6, 8]], [[3, 4], [3, 4, 5], [3, 4, 5]]])
def test_where_all_is_in_the_hand_again_there_is_no_pile(back: list[list[int]]) -> None:
    """That nothing lies there everybody sees, and knows the whole hand by it."""
    doubted = {8} if len(back) == 1 else {3, 4, 5}
    state = _laid_out(
        hand=list(range(1, 14)), known_hand=[v for v in range(1, 14) if v not in doubted],
        taken_back=back,
    )  # fmt: skip
    assert pile(state, 0) == ()
    assert state.unknown_cards == ()
    assert known(state) == set(range(1, 14))
    assert lay_out(state.rules, describe(state), seed=1) == state
