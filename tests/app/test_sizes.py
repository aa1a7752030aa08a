"""No number and no name loses its end in any window, whatever the players are called."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from phases import app_in, clear, midgame
from tables import press, settle, sit
from textual.pilot import Pilot

from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes.cards_pane import CardsPane
from elgrande.app.panes.courts import CourtsPane
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.power_cards import PowersPane
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.panes.score_track import ScoresPane
from elgrande.app.panes.status import SeatsPane, StatusPane
from elgrande.app.panes.text_runs import cells, plain, spans
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.clean import NAME_CELLS
from elgrande.rules import State

SIZES = [(80, 24), (81, 25), (80, 60), (100, 30), (117, 40), (119, 35), (120, 36), (140, 40),
         (157, 48), (160, 48), (200, 24), (200, 60)]  # fmt: skip
NAMES = {
    "usual": ("Ana", "Bruno", "Clara", "Diego", "Elena"),
    # As wide as a name may be: with a first word of its own, shared, wide, and of one word.
    "longest": ("Maximiliana de la Fuente", "Juan Alfonso de Valencia", "Juan Nicolás Fernández A",
                "南海北山東京大学西風", "Wolfeschlegelsteinhausen"),
}  # fmt: skip
CROWD = {
    "score": "R131 B144 G128 Y152 W117",
    "court": "R12 B11 G10 Y13 W14",
    "held": "2-01 blue until 5 | 2-02 blue until 5",
    "played": "",
    "hand": "R: 1 2 4 5 7 8 10 11 | B: 1 2 4 5 7 8 10 11 13 | G: 1 3 5 6 7 9 12 13"
    " | Y: 2 3 4 6 8 9 11 12 13 | W: 1 2 4 5 7 8 10 12",
    "scoreboards": "840 seville, 400 basque",
}


def test_the_longest_names_are_as_long_as_names_may_be() -> None:
    assert all(cells(name) <= NAME_CELLS for name in NAMES["longest"])
    assert sum(cells(name) == NAME_CELLS for name in NAMES["longest"]) == 4


def positions() -> dict[str, State]:
    """An ordinary position, one with large numbers, and one half-way through a move."""
    return {
        "ordinary": midgame("3-05"),
        "large": midgame("3-05", **CROWD),
        "moving": midgame("1-07", **CROWD),
    }


@pytest.mark.long
@pytest.mark.parametrize("names", NAMES)
async def test_everything_is_there_in_full(tmp_path: Path, names: str) -> None:
    async with app_in(tmp_path).run_test(size=SIZES[-1]) as pilot:
        app: Any = pilot.app
        for state in positions().values():
            await settle(pilot)
            await clear(pilot)
            bench = sit(state)
            for seat, name in enumerate(NAMES[names]):
                rename(bench.table, seat, name)
            await app.push_screen(TableScreen(bench.chair, app.glyphs))
            await press(pilot)
            for size in SIZES:
                await pilot.resize_terminal(*size)
                await settle(pilot)
                await look(pilot, app.screen)


def rename(table: Any, seat: int, name: str) -> None:
    """Gives a player at the table another name."""
    table.players[seat] = replace(table.players[seat], name=name)


async def look(pilot: Pilot[Any], screen: TableScreen) -> None:
    """Everything that the position holds, in the panes of one size."""
    assert screen.turn.look is not None
    view, guide, size = screen.turn.look.view, screen.turn.guide, screen.app.size
    tabs = ["1"] if screen.play.board.has_class("big") else list(screen.play.board.TABS)
    seen: dict[type[LineWidget], list[str]] = {}
    for i in range(len(tabs)):
        screen.play.board.show_tab(i)
        await pilot.pause()
        for pane in screen.query(LineWidget):
            if pane.display and pane.size.width and pane.size.height and type(pane) not in seen:
                whole(pane, size)
                seen[type(pane)] = plain(pane.rows)
    check_map(screen, guide)
    check_status(seen[StatusPane], view, guide)
    check_cards(seen[CardsPane], view, guide)
    if screen.play.board.small:
        # A large window has the story there, and everything beside the name.
        check_hands(seen[CourtsPane], view, guide)
        check_seats(seen[SeatsPane], view, guide)
        check_scores(seen[ScoresPane], view, guide)
    else:
        check_courts(seen[CourtsPane], view, guide, hands=not screen.play.board.has_class("huge"))
    if PowersPane in seen:
        check_powers(seen[PowersPane], view, guide)
    check_prompt(seen[PromptPane], screen)


def whole(pane: LineWidget, size: Any) -> None:
    """The pane lies within the window, and its rows within the pane."""
    region = pane.region
    assert region.right <= size.width, (pane, size)
    assert region.bottom <= size.height, (pane, size)
    rows = plain(pane.rows)
    assert len(rows) <= pane.size.height, (pane, size)
    assert all(cells(row) <= pane.size.width for row in rows), (pane, size)


def says(row: str, words: str) -> bool:
    """Whether whole words stand in a row, with nothing cut off or grown onto them."""
    return re.search(rf"(?<!\w){re.escape(words)}(?![\w…])", row) is not None


def forms(guide: Any, seat: int) -> list[str]:
    """What a player may be called; the sign stands beside each of them."""
    full = guide.player(seat)
    word, colour = full.split()[0], guide.colour(seat)
    starts = [f"{word[:size]}." for size in range(2, len(word) - 1)]
    return [full, word, *starts, colour.title(), colour[0].upper()]


def check_map(screen: TableScreen, guide: Any) -> None:
    pane = screen.query_one(MapPane)
    rows, chart = plain(pane.rows), pane.chart
    for spot in pane._scene.spots:
        if spot.id == "castillo":
            x, y, width, height = chart.castle
            lines = [rows[y + j][x : x + width] for j in range(1, height)]
        else:
            lines = [rows[slot.y][slot.x : slot.x + slot.width] for slot in chart.labels[spot.id]]
        assert any(says(lines[0][3:], name) for name in guide.forms(spot.id)), (spot.id, lines)
        assert lines[0][1] == spot.key, (spot.id, lines)
        text = "\n".join(lines[1:])
        values = "/".join(map(str, spot.values))
        assert f"[{values}]" in text if spot.mobile else says(text, values), (spot.id, lines)
        for troop in spot.troops:
            sign = f"{guide.glyphs.piece(troop.colour)}{troop.count}"
            assert re.search(rf"{re.escape(sign)}(?!\d)", text), (spot.id, sign, lines)
        for colour in spot.grandes:
            assert re.search(rf"{guide.glyphs.home}\w*{colour[0].upper()}", text), (spot.id, lines)
        assert not spot.king or guide.glyphs.king in text, (spot.id, lines)


def check_status(rows: list[str], view: Any, guide: Any) -> None:
    assert f"[{view.round}]" in rows[0]
    for number in guide.rules.rounds:
        assert says(rows[0], str(number)), rows
    for seat in view.turn_order:
        sign = guide.glyphs.piece(guide.colour(seat))
        assert re.search(rf"{sign}{view.power(seat)}(?!\d)", rows[0]), rows
    named = [seat for seat in view.turn_order if says(rows[0], guide.player(seat))]
    assert len(named) in (0, len(view.turn_order)), rows


def check_cards(rows: list[str], view: Any, guide: Any) -> None:
    text = "\n".join(rows)
    # A card in one line, and the text of one of them below, where there is no room for all.
    listed = any(row.startswith(f" {guide.glyphs.rule} ") for row in rows)
    for i, slot in enumerate(view.slots):
        at = next(y for y, row in enumerate(rows) if row[1] == str(i + 1) and row[3] == " ")
        names = (guide.card_name(slot.card), guide.card(slot.card).short)
        assert any(name in rows[at] for name in names), rows[at]
        if listed:
            if slot.taker >= 0:
                assert rows[at].split()[-1] in forms(guide, slot.taker), rows[at]
            elif slot.left:
                assert rows[at].endswith(f" {slot.left} left"), rows[at]
            continue
        told = "\n".join(rows[at : at + 2])
        if slot.taker >= 0:
            assert "taken by" in told, told
            assert any(says(told, form) for form in forms(guide, slot.taker)), told
        elif slot.left:
            assert f" {slot.left} left" in told, told
    assert not re.search(r"\w…", text), "a word was cut"


def blocks(rows: list[str], guide: Any) -> list[list[str]]:
    """The rows of each player."""
    starts = [
        next(y for y, row in enumerate(rows) if row[1] == guide.glyphs.piece(colour))
        for colour in guide.rules.colours
    ]
    return [rows[top:end] for top, end in zip(starts, [*starts[1:], len(rows)], strict=True)]


def check_seats(rows: list[str], view: Any, guide: Any) -> None:
    rules = guide.rules
    assert len(rows) == rules.n_seats + 1
    for seat, row in enumerate(rows[1:]):
        assert any(says(row, form) for form in forms(guide, seat)), row
        number = view.power(seat) or guide.glyphs.dash
        assert re.search(rf"{number} {guide.glyphs.piece(guide.colour(seat))} ", row), row
        court, provinces = view.count(seat, rules.court), view.count(seat, rules.provinces)
        assert row.split()[-3:] == [str(court), str(provinces), str(view.score(seat))], row


def check_hands(rows: list[str], view: Any, guide: Any) -> None:
    for seat, block in enumerate(blocks(rows, guide)):
        text = "\n".join(block)
        assert any(says(text, form) for form in forms(guide, seat)), text
        check_hand(text, seat, view)


def check_powers(rows: list[str], view: Any, guide: Any) -> None:
    assert rows[0].strip().startswith("Power cards")
    for seat, row in enumerate(rows[1:]):
        left, now = view.hand(seat), view.power(seat)
        played = [f"{guide.glyphs.hand}{now}"] if now else []
        numbers = re.findall(rf"{guide.glyphs.hand}?\d+", row)
        assert sorted(numbers) == sorted([*map(str, left), *played]), row


def check_hand(text: str, seat: int, view: Any) -> None:
    for span in spans_of(view.hand(seat)):
        assert says(text, span), (span, text)
    check_held(text, seat, view)


def check_held(text: str, seat: int, view: Any) -> None:
    for held in view.held:
        if held.owner == seat:
            assert re.search(rf"Veto r[\d,]*{held.until}", text), text


def check_courts(rows: list[str], view: Any, guide: Any, *, hands: bool) -> None:
    rules = guide.rules
    for seat, block in enumerate(blocks(rows, guide)):
        text = "\n".join(block)
        assert any(says(block[0][3:], form) for form in forms(guide, seat)), block[0]
        assert re.search(rf"(?<!\d){view.score(seat)} p(oin)?ts", text), text
        assert says(text, f"court {view.count(seat, rules.court)}"), text
        assert re.search(rf"prov +{view.count(seat, rules.provinces)}(?!\d)", text), text
        assert re.search(rf"plays +{view.power(seat)}(?!\d)", text), text
        if hands:
            check_hand(text, seat, view)
        check_held(text, seat, view)
        home = re.search(r"home (.*?)(?: {2}|$)", text, re.MULTILINE)
        if home:
            assert home[1].strip() in guide.forms(rules.targets[view.grande(seat)]), text


def spans_of(values: list[int]) -> list[str]:
    """The parts of a hand as they are written."""
    return spans(values).split()


def check_scores(rows: list[str], view: Any, guide: Any) -> None:
    for seat in range(guide.rules.n_seats):
        assert any(says(rows[seat], form) for form in forms(guide, seat)[:-1]), rows[seat]
        assert says(rows[seat], str(view.score(seat))), rows[seat]


def check_prompt(rows: list[str], screen: TableScreen) -> None:
    assert screen.turn.answering is not None
    text = " ".join(" ".join(rows).split())
    assert screen.turn.guide.player(screen.turn.answering.seat) in text, rows
    assert not re.search(r"\w…", text), rows
    if "…" not in text:
        assert screen.turn.answering.asks in text, rows
