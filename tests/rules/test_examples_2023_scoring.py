"""The worked examples of the 2023 rules about scoring, its ranks by players, and merged stacks.

Red is the document's "you" (purple), yellow its orange. S2 are the 2023 rules, FACTS is
our reading of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from drawing import (
    choices,
    courts,
    face_up,
    of_kind,
    paid,
    passes,
    play,
    scores,
    stands,
    table,
    waits_for,
    words,
    would_pay,
)
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup
from elgrande.rules import State, score
from elgrande.rules.events import CardsCleared, DisksRevealed, Event, RegionScored


def drawn(board: str = "", **more: Any) -> State:
    """Draw a position of the 2023 edition."""
    return table(board, edition="2023", **more)


def general(state: State) -> list[Event]:
    """Let everybody take a card and do nothing, up to the disks."""
    events: list[Event] = []
    cards = face_up(state).split()
    for seat in state.turn_order:
        events += passes(state, state.rules.colours[seat], cards.pop())
    return events


# -- the general scoring ---------------------------------------------------


def test_example_of_the_castillo() -> None:
    """S2 "Score the Castillo": you 3, blue 2, orange 1: 5, 3 and 1; you move to Granada."""
    state = drawn("castillo: R3 B2 Y1", round=3, king="basque")
    general(state)
    assert waits_for(state) == "red blue yellow", "green has nobody inside"
    play(state, "red disk granada, blue disk basque")
    assert scores(state) == "R0 B0 G0 Y0"
    assert paid(state, play(state, "yellow disk seville"))["castillo"] == "R5 B3 Y1"
    stands(state, "granada: R3 | seville: Y1")
    assert courts(state) == "R0 B2 G0 Y0", "the King's region on the disk is the court"


def test_the_disks_are_revealed_after_the_castillo_and_before_the_regions() -> None:
    """S2 "General scoring", a to c: set, score the Castillo, move, score the regions in order."""
    state = drawn("castillo: R3 | aragon: B1", round=6, king="basque")
    general(state)
    events = play(state, "red disk aragon")
    told = [e for e in events if isinstance(e, (RegionScored, DisksRevealed))]
    order = ["disks" if isinstance(e, DisksRevealed) else e.scored.target for e in told]
    assert order == [state.rules.castillo_target, "disks", *range(9)]
    assert paid(state, events)["aragon"] == "R5 B4", "moved out, they count there"


def test_example_of_galicia() -> None:
    """S2 "Score each region": orange 4, blue 3, you 2, green 1 there: 4, 2 and nothing more."""
    would_pay(drawn("galicia: R2 B3 G1 Y4", king="granada", home="G galicia"), "galicia: B2 Y4")


def test_example_of_navarra() -> None:
    """S2 "Resolving ties": three share first place and get 3 each, orange is third; no bonus."""
    would_pay(drawn("basque: R2 B2 G2 Y1", king="granada", home="G basque"), "basque: R3 B3 G3 Y1")


def test_example_of_sevilla() -> None:
    """S2 "Scoring tile" page: blue and green share second place: 3 each, no Grande's bonus."""
    would_pay(drawn("seville: R1 B2 G2", king="granada", home="B seville"), "seville: R1 B3 G3")


def test_example_of_granada() -> None:
    """S2: you have 3 and your Grande, 10 in all with the King there; orange and green get 1."""
    state = drawn("granada: R3 G2 Y2", king="granada", home="R granada")
    would_pay(state, "granada: R10 G1 Y1")
    (first, *tied) = score(state, state.rules.targets.index("granada")).lines
    assert (first.king, first.grande) == (2, 2)
    assert all(line.rank == 2 and line.paid == 3 for line in tied)


def test_a_tie_for_first_has_no_bonus() -> None:
    """S2 "King's bonus and Grande's bonus", note."""
    would_pay(drawn("granada: R3 G3", king="granada", home="R granada"), "granada: R3 G3")


def test_the_grande_does_not_count_for_the_majority() -> None:
    """S2 "Score each region", important."""
    would_pay(drawn("granada: R2 G2", king="seville", home="R granada"), "granada: R3 G3")
    would_pay(drawn("granada: G2", king="seville", home="R granada"), "granada: G6")


def test_the_castillo_pays_no_bonus_here() -> None:
    """S2: neither King nor Grande stands there in the game without expansions."""
    would_pay(drawn("castillo: R3 B2", king="granada", home="R granada"), "castillo: R5 B3")


# -- ranks by the number of players ----------------------------------------


@pytest.mark.parametrize(
    ("board", "two", "three"),
    [
        ("R3 B2", "R5 B4", "R5 B4"),
        ("R3 B3", "R4 B4", "R4 B4"),
        ("R1", "R5", "R5"),
        ("R3 B2 G1", "R5 B4", "R5 B4"),
        ("R3 B2 G2", "R5", "R5"),
        ("R2 B2 G1", "R4 B4", "R4 B4"),
        ("R2 B2 G2", "R4 B4", "R4 B4 G4"),
        ("R2 B1 G3", "R4", "R4 G5"),
    ],
)
def test_only_the_first_two_numbers_count(board: str, two: str, three: str) -> None:
    """S2 "2-player game", "3-player game"; FACTS 9.2: a tie for second would be paid third: 0.

    With two players green is the dummy, which takes its rank and scores nothing.
    """
    would_pay(drawn(f"aragon: {board}", seats="RB", king="granada"), f"aragon: {two}")
    would_pay(drawn(f"aragon: {board}", seats="RBG", king="granada"), f"aragon: {three}")


def test_with_four_the_third_number_counts() -> None:
    """S2 "Score each region"."""
    would_pay(drawn("aragon: R3 B2 G1", king="granada"), "aragon: R5 B4 G1")


# -- merged stacks ---------------------------------------------------------


def merged() -> Setup:
    """Three players with the optional rule."""
    return Setup.of(3, 4, edition="2023", house={"merged_stacks": True})


def test_stacks_two_and_three_as_one() -> None:
    """S2 "3-player game", optional: four cards lie open, one stack has twenty."""
    state = merged().start()
    rules = state.rules
    assert rules.stacks == (1, 2, 4, 5)
    assert [slot.left for slot in state.slots] == [9, 19, 9, 0]
    assert len(face_up(state).split()) == 4
    cards = {rules.cards[card].id for card in state.box[2]} | {rules.cards[state.slots[1].card].id}
    assert cards == {f"{stack}-{number:02}" for stack in (2, 3) for number in range(1, 11)}


def test_a_card_of_the_merged_stack_places_as_many_as_it_shows() -> None:
    """S2: shuffled together they stay the cards they are: two or three caballeros."""
    for card, most in (("2-04", 2), ("3-01", 3)):
        state = drawn(seats="RBG", king="old-castile", court="R7", card=card, merged_stacks=True)
        for _ in range(most):
            play(state, "red place castillo")
        assert courts(state) == f"R{7 - most} B0 G0"
        assert choices(state, "red place") == []


def test_three_players_leave_one_card_of_four() -> None:
    """S2 "3-player game": it makes the choice more competitive."""
    state = drawn(seats="RBG", merged_stacks=True, decks="1-01 3-04 4-01", power="R13 B12 G11")
    passes(state, "red", "5-01")
    passes(state, "blue", "3-01")
    play(state, "green take 0")
    assert words(state, "green card") == {"1-07", "4-04"}
    (cleared,) = of_kind(play(state, "green card 4-04"), CardsCleared)
    assert [state.rules.cards[card].id for card in cleared.cards] == ["1-07"]
    assert face_up(state) == "1-01 3-04 4-01 5-01"


@pytest.mark.parametrize("players", [4, 5])
def test_merged_stacks_are_for_three(players: int) -> None:
    """S2 offers it to three; two always have it."""
    setup = Setup.of(players, 1, edition="2023", house={"merged_stacks": True})
    with pytest.raises(ContentError, match=f"is for 3 players, not for {players}"):
        setup.check()
    assert Setup.of(2, 1, edition="2023").ruleset().stacks == (1, 2, 4, 5)
    assert Setup.of(3, 1, edition="2023").ruleset().stacks == (1, 2, 3, 4, 5)
