"""The squire: each of its mistakes, in a position where it makes the difference."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import GAMES, game

from drawing import play, table
from elgrande.bots import steward
from elgrande.bots.bot import Request
from elgrande.bots.race import Budget
from elgrande.bots.registry import make
from elgrande.bots.squire import MISTAKES, NONE, Mistakes, Squire
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from elgrande.tournament.contest import Contest
from elgrande.tournament.games import play_game
from elgrande.tournament.statistics import standings
from elgrande.tournament.tournament import play_in_memory

DRAWS = 6
"""How often a turn is played, with another chance each time."""
FULL = "granada: B4 G3 Y3 | seville: G4 Y3 B2 | galicia: Y3 B3 G2"
LOST = "valencia: B4 G3 Y3 | new-castile: G4 Y3 B3 | old-castile: Y4 B3 G3 | basque: B4 G4 Y3"
OPEN = (
    "granada: B2 G1 | seville: G2 Y1 | galicia: Y2 B1 | catalonia: B2 | valencia: G1 B1 | "
    "new-castile: G2 | old-castile: Y2 | basque: B1"
)
AT_SEA = replace(NONE, forgets_castillo=True)
"""One that only forgets the Castillo, where everybody else likes to place most."""


def placing(board: str, court: int) -> State:
    """Red has moved the King to Aragon, and has so many to place on the regions beside him."""
    state = table(board, king="new-castile", court=f"R{court}", card="5-01", round=3)
    play(state, "red special, red king aragon")
    return state


def asked(state: State, chance: int, number: int) -> Request:
    """Ask red; the number tells questions of a turn apart."""
    view = state.view(0)
    return Request(view, view.decision(0), (), 100, Generator.seeded(chance, number))


def chosen(state: State, mistakes: Mistakes) -> set[str]:
    """Return what red answers to a single question."""
    bot = Squire(mistakes)
    return {state.rules.text(bot.choose(asked(state, n, 0)).code) for n in range(DRAWS)}


def placed(state: State, mistakes: Mistakes, chance: int) -> tuple[list[str], str]:
    """Return where red places, and which region it had eyes for."""
    state, bot, places = state.copy(), Squire(mistakes), []
    while state.actor == 0:
        code = bot.choose(asked(state, chance, len(places))).code
        verb, *place = state.rules.text(code).split()
        if verb != "place":
            break
        places += place
        state.apply(0, code)
    eyed = bot._looks[1]
    return places, state.rules.regions[eyed] if eyed >= 0 else ""


def always(state: State, mistakes: Mistakes) -> list[str]:
    """Return where red places, which is the same each time."""
    found = [placed(state, mistakes, chance)[0] for chance in range(DRAWS)]
    assert all(places == found[0] for places in found)
    return found[0]


def test_it_forgets_the_castillo() -> None:
    state = placing(f"{OPEN} | castillo: B3 G2", 4)
    assert "castillo" in always(state, NONE)
    assert "castillo" not in always(state, AT_SEA)


def test_it_sees_one_region() -> None:
    """Four caballeros would be worth most in four regions; it piles them into the one it sees."""
    state = placing(OPEN, 4)
    assert len(set(always(state, AT_SEA))) == 4
    seen, piled = set(), 0
    for chance in range(DRAWS):
        places, eyed = placed(state, replace(AT_SEA, one_region=True), chance)
        seen.add(eyed)
        if eyed in places:
            assert places.count(eyed) > 1
            piled += 1
    assert len(seen) > 1
    assert piled > 1


def test_it_expects_no_reply() -> None:
    """What pays nothing as things stand is worth nothing to it, though much will change."""
    state = placing(f"{FULL} | {LOST} | catalonia: R5 B1", 2)
    assert always(state, AT_SEA)
    assert always(state, replace(AT_SEA, expects_no_reply=True)) == []


def test_it_leaves_a_card_to_others_that_they_can_do_much_with() -> None:
    """Blue leads and would score the 5s; without that mistake it takes the card from him."""
    state = table(
        "basque: B6 | aragon: B6 | valencia: B6 | galicia: R2 | seville: R2", king="galicia",
        score="B60 R55 G10 Y10", face="1-02 2-04 3-03 4-08 5-01", round=5,
        power="R13 B12 G11 Y10",
    )  # fmt: skip
    assert chosen(state, NONE) == {"card 3-03"}
    assert "card 3-03" not in chosen(state, replace(NONE, expects_no_reply=True))


def test_it_overfills_what_it_has_won() -> None:
    state = placing(f"{FULL} | {LOST} | catalonia: R5 B1", 2)
    assert "catalonia" not in always(state, AT_SEA)
    assert always(state, replace(AT_SEA, overfills=True)) == ["catalonia", "catalonia"]


def test_a_page_spends_its_high_cards_and_a_squire_keeps_them() -> None:
    state = table("aragon: R2 B1", power="Y4", starter="yellow", turn="", round=4)
    high = {"power 13"}
    assert chosen(state, replace(NONE, spends_high_cards=True)) == high
    assert chosen(state, MISTAKES) != high
    page = make("page").choose(asked(state, 1, 0))
    why = "A high card lets me choose early, so I play the highest that I can."
    assert (state.rules.text(page.code), page.reason) == ("power 13", why)
    taken = table("aragon: R2 B1", power="Y13", starter="yellow", turn="", round=4)
    assert taken.rules.text(make("page").choose(asked(taken, 1, 0)).code) == "power 12"


def test_a_bailiff_sees_one_region_and_errs_in_nothing_else() -> None:
    state = placing(OPEN, 2)
    bailiff = make("bailiff")
    assert isinstance(bailiff, Squire)
    assert bailiff.mistakes == replace(NONE, one_region=True)
    assert state.is_legal(0, bailiff.choose(asked(state, 1, 0)).code)


def test_its_answers_are_not_drawn_at_random() -> None:
    """Where it has no choice of a region to look at, the same question gets the same answer."""
    state = placing(f"{FULL} | {LOST} | catalonia: R5 B1", 2)
    assert always(state, MISTAKES) == ["catalonia", "catalonia"]


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_whole_games(name: str) -> None:
    """No answer of it is ever replaced."""
    setup = game(name, players=5) if name == "first edition" else game(name)
    others = ["random"] * (len(setup.players) - 1)
    assert play_game(setup, ["squire", *others], 3).notices == ()


@pytest.mark.parametrize("bot", ["page", "squire", "bailiff", "steward"])
@pytest.mark.parametrize("name", GAMES)
def test_told_next_to_no_time_it_answers_with_what_it_has_found(
    bot: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks at its clock wherever it plans, so that no answer takes long beyond what is told."""
    looks = dict.fromkeys((1e-9, 1e9), 0)

    class Counted(Budget):
        def late(self, share: float) -> bool:
            looks[seconds] += 1
            return super().late(share)

    monkeypatch.setattr(steward, "Budget", Counted)
    for seconds in looks:
        state = game(name).start()
        bots = [make(bot) for _ in range(state.rules.n_seats)]
        for number in range(24):
            seat = state.owing()[0]
            view = state.view(seat)
            chance = Generator.seeded(1, number)
            asked = Request(view, view.decision(seat), (), 4, chance, seconds)
            code = bots[seat].choose(asked).code
            assert state.is_legal(seat, code)
            state.apply(seat, code)
    assert 0 < looks[1e-9] < looks[1e9] / 2


@pytest.mark.long
def test_it_beats_randoms_and_loses_to_stewards(capsys: pytest.CaptureFixture[str]) -> None:
    """In games of two, as surely as twenty of them can say it."""
    for other in ("random", "steward"):
        contest = Contest(Setup.of(2, 0), ("squire", other), 1996)
        (squire,) = standings(["squire"], play_in_memory(contest, 20).pairings())
        low, high = squire.share_interval
        with capsys.disabled():
            print(f"\nsquire against {other}: {squire.share:.0%}, {low:.0%} to {high:.0%}")
        if other == "random":
            assert squire.share >= 0.95
            assert low > 0.5
        else:
            assert squire.share <= 0.12
            assert high < 0.5
