"""What a question needs is on the screen at 80x24: every answer, the cards, the hands, the keys.

In every phase that is drawn in ``phases``, and at each question of games of all kinds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from phases import PHASES, PHASES_2023, SMALL, Phase, app_in, go
from tables import Bench, fresh, press, screen_text, sit, table_screen
from textual.pilot import Pilot

from elgrande.app.answering.answering import (
    HALF,
    Answering,
    SeatTurn,
    answer_prompt,
)
from elgrande.app.keys import AT_TABLE
from elgrande.app.panes import prompt
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.story_pane import StoryPane
from elgrande.app.panes.text_runs import plain, spans
from elgrande.app.screens.answer_board import reads_cards
from elgrande.app.settings.bindings import Keys
from elgrande.content.setup import Setup
from elgrande.table import new_game, seated

KEYS = Keys()
REFUSED = "Aragon is the King's region: nothing can enter or leave it."
GAMES: dict[str, dict[str, Any]] = {
    "1996": {},
    "two": {"players": 2},
    "colonies": {"expansions": ("colonies",)},
    "grandissimo": {"expansions": ("grandissimo",)},
    "intrigue": {"expansions": ("intrigue",), "players": 3},
    "intrigue and colonies": {"expansions": ("intrigue", "colonies")},
    "2023": {"edition": "2023", "players": 3},
    "2023 for two": {"edition": "2023", "players": 2},
    "minis": {
        "edition": "2023",
        "expansions": ("power-shift", "old-hands-veto", "old-hands-competition", "new-regency"),
    },
}
FREE = ("end", "done", "let", "let-all")


def questions(game: str, seed: int) -> Iterator[tuple[SeatTurn, Answering]]:
    """Every question of a game by lot, and what is asked on when an answer has begun."""
    others = {"players": 5, **GAMES[game]}
    table = new_game(Setup.of(others.pop("players"), seed=seed, short=True, **others))
    chair, chance = seated(table), random.Random(seed)
    while not table.over:
        seat = chance.choice(table.state.owing())
        turn = SeatTurn(chair, UNICODE)
        turn.take(chair.update(seat), seat, KEYS.letters(AT_TABLE))
        now = turn.answering
        assert now is not None
        yield turn, now
        said = [table.rules.text(code) for code in now.decision.codes]
        # A hand is chosen without a change of mind, and what goes on comes before the end.
        said = [text for text in said if not text.startswith("leave")] or said
        told = chance.choice([text for text in said if text not in FREE] or said)
        code = table.rules.code(told)
        mine = [one for one in now.offer.choices if code in one.codes and len(one.codes) > 1]
        for one in mine[:1]:
            now.choose(one.codes)
            yield turn, now
        now.drop()
        if told.split()[0] in HALF:
            if now.give(told):
                continue
            yield turn, now
            now.drop()
        table.send(seat, [told])


def bar(turn: SeatTurn, now: Answering, refusal: str = "") -> tuple[prompt.Prompt, list[str]]:
    """The bar at 80x24, and what it is made of."""
    turn.refusal = refusal
    at = "map" if now.offer.targets else "prompt"
    asked = answer_prompt(turn, now, KEYS, at=at)
    return asked, plain(prompt.rows(asked, UNICODE, 80, 3))


def missing(asked: prompt.Prompt, rows: list[str], *, names: bool) -> list[str]:
    """What of the answers is not in the bar; cards may be in their pane."""
    said = " ".join(rows)
    found = [
        f"[{one.key}] {one.label}"
        for one in asked.choices
        if (f"[{one.key}]" not in said and f"▶{one.key}◀" not in said)
        or (
            (names or one.verb != "card")
            and not any(label in said for label in (one.label, one.brief or one.label))
        )
    ]
    found += ["more answers"] * ("more answers" in said)
    return found


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.expansions
def test_every_answer_is_in_the_bar_and_no_question_is_cut(game: str, seed: int) -> None:
    steps = set()
    for turn, now in questions(game, seed):
        steps.add(now.decision.step)
        asked, rows = bar(turn, now)
        names = not reads_cards(now) or now.decision.step == "power"
        assert missing(asked, rows, names=names) == [], rows
        if len(rows) < 3:
            assert UNICODE.more not in rows[0] + rows[-1], rows
        asked, rows = bar(turn, now, REFUSED)
        assert f"! {REFUSED}" in rows[0]
        said = " ".join(rows)
        assert all(f"[{one.key}]" in said or f"▶{one.key}◀" in said for one in asked.choices), rows
        assert all(f"{key.name} {key.label}" in said for key in asked.keys), rows
        assert "e advice" in said, rows
        if len(rows) < 3:
            assert UNICODE.more not in said
    assert {"act", "power"} <= steps


@pytest.mark.parametrize(
    "phases", [PHASES, pytest.param(PHASES_2023, marks=pytest.mark.long)], ids=["1996", "2023"]
)
async def test_every_phase_has_every_answer(phases: dict[str, Phase], tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=SMALL) as pilot:
        for name, phase in phases.items():
            await go(pilot, Phase(phase.sit))
            screen = table_screen(pilot.app)  # type: ignore[arg-type]
            if screen.turn.answering is not None and pilot.app.screen is screen:
                offer, said = screen.turn.answering.offer, screen_text(pilot.app)
                keys = [f"[{one.key}]" for one in offer.choices]
                marks = [f"▶{one.key}◀" for one in offer.choices]
                assert all(a in said or b in said for a, b in zip(keys, marks, strict=True)), name
                assert "more answers" not in said, name


# -- cards and hands when a power card is chosen -------------------------------------------------

SIZES = ((80, 24), (100, 30), (120, 40), (160, 60), (120, 36), (160, 48))
"""One after the other, as a window is dragged."""


def choosing(**others: Any) -> Bench:
    """Red is to play a power card in the second round of a game, after some others."""
    bench = sit(setup=fresh(4, 3, short=True, **others))
    table, chance = bench.table, random.Random(2)
    while (
        table.state.round < 3
        or table.state.decision().step != "power"
        or 0 not in (table.state.owing())
    ):
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    return bench


@pytest.mark.expansions
async def test_cards_and_hands_are_seen_when_a_power_card_is_chosen(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=SMALL) as pilot:
        for sets in ((), ("colonies",), ("grandissimo",)):
            bench = choosing(expansions=sets)
            await go(pilot, Phase(lambda bench=bench: bench))  # type: ignore[misc]
            if isinstance(pilot.app.screen.focused, StoryPane):
                # What others did to whoever is asked is told before.
                await press(pilot, "escape")
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await press(pilot)
                check_seen(pilot, bench, size)


def check_seen(pilot: Pilot[Any], bench: Bench, size: tuple[int, int]) -> None:
    view, said = bench.table.state.view(0), screen_text(pilot.app)
    guide = table_screen(pilot.app).turn.guide  # type: ignore[arg-type]
    for slot in view.slots:
        assert f"{guide.stack_key(slot.stack - 1)}  {guide.card_name(slot.card)}" in said, size
    assert said.count("Power cards") == (size[0] >= 160), "hands are told once"
    for seat in range(view.rules.n_seats):
        hand, now = view.hand(seat), view.power(seat)
        # In the largest window a card has a place of its own.
        signs = {value: f"{UNICODE.hand}{value}" for value in (now,)}
        signs |= {value: str(value) for value in hand}
        grid = "".join(f"{signs.get(value, UNICODE.dot):>3}" for value in view.rules.power_values)
        assert spans(hand, view.rules.power_values) in said or grid in said, (size, seat, said)
