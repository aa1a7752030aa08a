"""Several people at one keyboard: the curtain, whose view is shown, what is never shown."""

from __future__ import annotations

from tables import press, screen_text, sit, table_screen

from drawing import play, table
from elgrande.app.screens.curtain import CurtainScreen

SIZE = (80, 24)


def disks():
    """Ana scores by disk (4-11): everybody sets one in secret."""
    state = table("aragon: R2 B1", card="4-11")
    play(state, "red special")
    return state


async def test_a_curtain_between_two_people_for_a_secret() -> None:
    bench = sit(disks(), persons="RB", bots=True)
    app = bench.app()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        assert isinstance(app.screen, CurtainScreen)
        assert "Ana chooses in secret" in screen_text(app)
        await press(pilot, "3")
        assert bench.sent == []
        await press(pilot, "enter", "3")
        assert bench.sent == [("disk aragon",)]
        assert isinstance(app.screen, CurtainScreen)
        assert "Bruno chooses in secret" in screen_text(app)
        # Behind the curtain nobody's view lies open, least of all the last one's.
        assert table_screen(app).seat is None
        await press(pilot, "enter")
        assert table_screen(app).seat == 1
        shown = screen_text(app)
        assert "Bruno: set the secret disk" in shown
        assert "Ana's disk" not in "\n".join(e.text for e in table_screen(app).log_entries)


async def test_no_curtain_for_one_person_against_bots() -> None:
    bench = sit(disks(), persons="R", bots=True)
    app = bench.app()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "7")
        assert bench.sent == [("disk seville",)]


async def test_no_curtain_for_open_decisions() -> None:
    bench = sit(table(turn="", court="R7"))
    app = bench.app()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "9", "8")
        assert bench.sent == [("power 9",), ("power 8",)]
        assert table_screen(app).seat == 2


async def test_a_hand_with_a_card_taken_back_unseen_is_hidden_too() -> None:
    """Whoever took a card back has a hand that the others must not read."""
    state = table("aragon: R1", card="4-08", played="R: 3 4", round=3)
    play(state, "red special, recall 4")
    bench = sit(state)
    app = bench.app()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        for _ in range(60):
            screen = table_screen(app)
            if isinstance(app.screen, CurtainScreen):
                break
            answering = screen.answering
            assert answering is not None
            offer = answering.offer
            done = [c for c in offer.choices if c.verb in {"end", "done"}]
            if done:
                await press(pilot, done[0].key)
            elif offer.choices:
                await press(pilot, offer.choices[-1].key)
            else:
                await press(pilot, answering.guide.key(next(iter(offer.targets))))
        assert isinstance(app.screen, CurtainScreen)
        assert "Ana chooses in secret" in screen_text(app)
        assert bench.table.state.round == 4


async def test_a_spectator_sees_bots_play_and_no_hands() -> None:
    bench = sit(disks(), persons="", bots=True)
    app = bench.app()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        screen = table_screen(app)
        assert screen.seat is None
        assert screen.answering is None
        assert screen.look is not None
        assert all(drawer is None for drawer in screen.look.view.drawers)
