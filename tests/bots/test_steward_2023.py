"""The steward with the cards of the second edition and its mini expansions.

Each position asks for what a card is for; none was chosen after looking at what
the steward answers. It knows no card by name: it reads what the core offers.
"""

from __future__ import annotations

import pytest
from asking import steward_says, steward_turn

from drawing import REGIONS, play, table
from elgrande.content.expansion import expansion, expansion_ids
from elgrande.content.setup import Setup
from elgrande.expansions.power_shift.steps import MODIFIERS, first_bit
from elgrande.rules import State, score
from elgrande.rules.parts import HAND
from elgrande.tournament.contest import Contest
from elgrande.tournament.statistics import standings
from elgrande.tournament.tournament import play_in_memory

ALL = tuple(name for name in expansion_ids() if expansion(name).needs == ("2023",))


def lost(*but: str) -> str:
    """Draw every region but these as lost: the places are taken, and by many."""
    return " | ".join(f"{name}: B3 G3 Y3" for name in sorted(REGIONS - {*but}))


def test_militia_goes_where_two_decide() -> None:
    """Far from the King, two caballeros take the lead in Granada and nowhere else."""
    state = table(
        f"granada: R2 B3 | {lost('granada')}",
        edition="2023", king="galicia", court="R2", card="1-02", round=9,
    )  # fmt: skip
    play(state, "red special")
    assert steward_turn(state)[:2] == ["place granada", "place granada"]


def pays(state: State, seat: int) -> int:
    """What scoring everything now would bring a seat."""
    lines = [line for target in range(10) for line in score(state, target).lines]
    return sum(line.points for line in lines if line.seat == seat)


def test_a_move_in_full_does_not_do_harm_where_it_must_be_done() -> None:
    """Three of any colour must be moved, and there are three whose moving pays."""
    state = table(
        f"aragon: R3 B2 | granada: B3 R2 | castillo: B3 G3 Y3 | {lost('aragon', 'granada')}",
        edition="2023", king="galicia", card="1-06", round=9, score="B40 R40",
    )  # fmt: skip
    before = pays(state, 0)
    play(state, "red special")
    assert len([line for line in steward_turn(state) if line.startswith("put")]) == 3
    assert pays(state, 0) > before


def test_infiltration_takes_the_kings_region() -> None:
    """Two more win Toledo with the King's bonus; everywhere else is lost."""
    state = table(
        f"new-castile: R2 B3 | {lost('new-castile')}", edition="2023",
        expansions="old-hands-infiltration", king="new-castile", court="R2", card="1-21", round=9,
    )  # fmt: skip
    play(state, "red special")
    assert steward_turn(state)[:2] == ["place new-castile", "place new-castile"]


@pytest.mark.parametrize("ours", [True, False])
def test_stand_in_is_used_when_the_king_comes_to_us_and_not_to_others(ours: bool) -> None:
    """At home the King would pay whoever leads there."""
    home, away = ("R5 B1", "B4 R1") if ours else ("B5 R1", "R4 B1")
    state = table(
        f"new-castile: {home} | galicia: {away} | {lost('new-castile', 'galicia')}",
        edition="2023", expansions="old-hands-stand-in", king="galicia",
        home="R new-castile, B aragon, G seville, Y seville", card="2-21", round=9,
        score="B40 R40",
    )  # fmt: skip
    steward_turn(state)
    assert state.rules.nodes[state.king] == ("new-castile" if ours else "galicia")


def test_rebellion_pays_who_holds_the_castillo() -> None:
    """The King beside the Castillo adds 2 where red is far ahead; elsewhere he pays Blue."""
    state = table(
        "castillo: R6 B1 | galicia: B5 | seville: B5", edition="2023", expansions="new-regency",
        king="seville", card="5-14", round=9, score="B40 R40",
    )  # fmt: skip
    assert "special" in steward_turn(state)
    assert state.rules.nodes[state.king] == "beside-castillo"


def test_exile_takes_the_bonus_from_an_opponent() -> None:
    """Blue leads in the King's region: in France he pays nobody."""
    state = table(
        "galicia: B6 R1 | aragon: R4 B1", edition="2023", expansions="new-regency",
        king="galicia", card="5-11", round=9, score="B40 R40",
    )  # fmt: skip
    steward_turn(state)
    assert state.rules.nodes[state.king] in {"france", "portugal"}


def test_entourage_brings_the_king_where_it_leads() -> None:
    """Of all regions only in Aragon is it ahead."""
    state = table(
        f"galicia: R2 B2 | aragon: R4 B3 | {lost('galicia', 'aragon')}", edition="2023",
        expansions="new-regency", king="galicia", card="5-12", round=9, score="B40 R40",
    )  # fmt: skip
    steward_turn(state)
    assert state.rules.nodes[state.king] == "aragon"


def test_competition_follows_the_own_caballeros() -> None:
    """It leads in the Castillo and not at home: inside, the Grande pays."""
    state = table(
        "castillo: R6 B1 | galicia: B6 R2", edition="2023",
        expansions="old-hands-competition", home="R galicia, B aragon, G seville, Y seville",
        king="valencia", card="4-21", round=8, score="B40 R40",
    )  # fmt: skip
    steward_turn(state)
    assert state.grande(0) == state.rules.castillo_target


def test_a_modifier_is_played_where_the_total_decides() -> None:
    """Round 9, last to play, one card worth all: only with a modifier does it act first."""
    setup = Setup.of(4, seed=3, edition="2023", expansions=("power-shift",))
    state = setup.start()
    for seat in state.owing():
        state.apply(seat, state.legal(seat)[0])
    rules = state.rules
    order = [(state.starter + step) % 4 for step in range(4)]
    last = order[3]
    drawer = state.drawers[last]
    assert drawer is not None
    best = next(i for i, modifier in enumerate(MODIFIERS) if modifier.value == 3)
    # The highest power card left is a 10, and a 12 lies on the table.
    low = sum(1 << value for value in range(1, 11))
    state.drawers[last] = (low | (1 << (first_bit(rules) + best)), *drawer[1:])
    for other in order[:3]:
        held = state.drawers[other]
        assert held is not None
        state.drawers[other] = (held[HAND] & ~(1 << (first_bit(rules) + best)), *held[1:])
    for seat, value in zip(order[:3], (12, 11, 9), strict=True):
        play(state, f"{rules.colours[seat]} power {value}")
    state.board[rules.at_round] = 9
    court = last * rules.n_places + rules.court
    state.board[court - rules.court + rules.provinces] -= 8
    state.board[court] += 8
    # One card scores what it alone holds; the others bring nothing.
    for region in ("basque", "aragon", "valencia"):
        if rules.regions.index(region) != state.king:
            at = last * rules.n_places + rules.place_index[region]
            state.board[at] += 3
            state.board[last * rules.n_places + rules.provinces] -= 3
    index = rules.card_index["3-03"]
    state.board[rules.at_face + 2] = index
    assert steward_says(state) == {"shift 10 plus-3"}


def beats_randoms(
    players: int,
    expansions: tuple[str, ...],
    games: int,
    least: float,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Play so many games, the seats rotated over the same deals."""
    setup = Setup.of(players, 0, edition="2023", expansions=expansions)
    contest = Contest(setup, ("steward", *["random"] * (players - 1)), 2023)
    (steward,) = standings(["steward"], play_in_memory(contest, games).pairings())
    with capsys.disabled():
        print(f"\n{players} players: {steward.share:.0%} of {steward.games} games")
    assert steward.replaced == 0
    assert steward.share >= least


def test_it_beats_randoms_in_two_games(capsys: pytest.CaptureFixture[str]) -> None:
    beats_randoms(2, (), 2, 0.5, capsys)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("expansions", [(), ALL], ids=["plain", "everything"])
def test_it_beats_randoms_at_every_number_of_players(
    players: int, expansions: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    beats_randoms(players, expansions, 10, 0.9, capsys)
