"""A place that is not lit says why; an answer that nobody was asked for is said."""

from __future__ import annotations

import random

import pytest
from tables import Bench, fresh, press, running, screen_text, sit, table_screen

from drawing import play, table
from elgrande.app.answering.answering import Answering
from elgrande.app.board.guide import Guide
from elgrande.content.words import say_event
from elgrande.rules.events import OnlyAnswer

OLD_HANDS = ("old-hands-competition", "old-hands-infiltration", "old-hands-stand-in")


def unlit(bench: Bench, seat: int, rng: random.Random) -> list[tuple[str, str, str]]:
    """Verb, place and reason for every place that a seat cannot point at while others are lit.

    The gesture is half made as far as it goes: its next questions are met too.
    """
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    answering = Answering(bench.chair, guide, bench.chair.update(seat), seat)
    found = []
    for _ in range(4):
        offer = answering.offer
        verbs = {guide.rules.verb(code) for codes in offer.targets.values() for code in codes}
        for target in guide.rules.targets if offer.targets else ():
            if target not in offer.targets:
                reason = answering.why(target)
                assert reason != answering.asks
                assert answering.note(target) == reason
                found += [(verb, target, reason) for verb in verbs]
        halves = [c for c in offer.codes if guide.rules.verb(c) in {"special", "option", "pick"}]
        if not halves:
            break
        if answering.give(guide.rules.text(rng.choice(halves))):
            break
    return found


@pytest.mark.parametrize(
    ("edition", "expansions"), [("1996", ()), ("2023", ("new-regency", *OLD_HANDS))]
)
def test_a_place_that_is_not_lit_says_why(edition: str, expansions: tuple[str, ...]) -> None:
    """In random games: never that the map is not asked, never only the question again."""
    met: dict[str, str] = {}
    for seed in range(4):
        rng = random.Random(seed)
        setup = fresh(2 + seed, seed, persons="RBGYW", edition=edition, expansions=expansions)
        bench = sit(setup=setup)
        game = bench.table
        while not game.over:
            seat = game.state.owing()[0]
            before = game.history.next
            if rng.random() < 0.3:
                for verb, target, reason in unlit(bench, seat, rng):
                    assert "not need the map" not in reason, (verb, target, reason)
                    assert "is not possible now" not in reason, (verb, target, reason)
                    assert reason.endswith(".")
                    if target == "castillo":
                        met[verb] = reason
            if game.history.next == before:
                codes = game.state.legal(seat)
                game.send(seat, [game.rules.text(rng.choice(codes))])
    assert "Castillo" in met["king"]
    assert "Castillo" in met["disk"]


async def test_the_castillo_while_the_whole_map_is_lit() -> None:
    """The King may go to every region but one, and the cursor is on the Castillo."""
    state = table(card="5-01")
    play(state, "red special")
    async with running(sit(state).app(), "0") as (app, _):
        said = table_screen(app).turn.refusal
        assert said == "The King never enters the Castillo."
        assert "The King never enters" in screen_text(app)
        # The note of the cursor says the same before anything is pressed.
        screen = table_screen(app)
        assert screen.turn.answering is not None
        assert screen.turn.answering.note("castillo") == said


async def test_a_typo_in_the_command_line_gets_the_nearest_command() -> None:
    bench = sit(table(card="1-07", court="R7"))
    async with running(bench.app()) as (app, pilot):
        await press(pilot, "colon", *"plcae", "space", *"seville", "enter")
        assert bench.sent == []
        assert "did you mean 'place seville'?" in screen_text(app)
        await press(pilot, "colon", *"place", "space", *"Sevile", "enter")
        assert "did you mean 'place seville'?" in table_screen(app).turn.refusal


def test_the_only_effect_of_a_card_that_can_be_had_is_named() -> None:
    bench = sit(table(court="R7", card="1-03"))
    bench.chair.send(0, ["special"])
    told = [event for event in bench.table.history.entries[-1].events if type(event) is OnlyAnswer]
    said = [say_event(event, bench.table.rules, bench.table.names) for event in told]
    assert said == ["Ana has only one possible answer: choose Place 2 extra."]


async def test_an_answer_that_was_not_asked_for_is_said() -> None:
    """Only one card is left, so it is taken unasked; the note and the log say so."""
    state = table(
        seats="RBGYW", turn="red", power="R9 B8 G7 Y6 W5",
        face="1-07 2-04 3-01 4-04 5-01", court="R3 B3 G3 Y3 W3",
    )  # fmt: skip
    for colour, card in zip(("red", "blue", "green"), ("1-07", "2-04", "3-01"), strict=True):
        _turn(state, colour, card)
    play(state, "yellow take 0")
    bench = sit(state)
    async with running(bench.app(), "4", size=(120, 40)) as (app, pilot):
        while bench.table.state.actor == 3:
            codes = bench.table.state.legal(3)
            bench.chair.send(3, [bench.table.rules.text(codes[-1])])
        await press(pilot)
        seat = bench.table.state.owing()[0]
        assert seat == 4
        if bench.table.state.card < 0:
            bench.chair.send(4, [bench.table.rules.text(bench.table.state.legal(4)[0])])
        await press(pilot)
        assert bench.table.history.entries[-1].auto
        said = "Elena has only one possible answer: choose 5-01 (King anywhere)"
        assert said in " ".join(screen_text(app).split())
        assert any(said in entry.text for entry in table_screen(app).table_log.entries)
        # The next answer is asked for again, and the note goes.
        await press(pilot, "d", "d")
        assert table_screen(app).turn.unasked == ""


def _turn(state, colour: str, card: str) -> None:
    """A whole turn that does as little as it may."""
    seat = state.rules.colours.index(colour)
    play(state, f"{colour} take 0")
    play(state, f"{colour} card {card}")
    while state.actor == seat:
        state.apply(seat, state.rules.code("end"))
