"""The recipes are followed to the letter, and keep what they promise."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from recipes import PAGES, ROOT, Commands, blocks, compare, follow

PAGES_AND_PROOFS = {
    "card.md": """
from elgrande.content.setup import Setup
rules = Setup.of(3, expansions=("tour",), seed=1).ruleset()
print(rules.cards[rules.card_index["4-12"]].stack)
""",
    "deck.md": """
from pathlib import Path
print('id = "4-12"' in next(Path("home/saves").glob("own*")).read_text())
""",
    "effect.md": """
from elgrande.content.setup import Setup
from elgrande.content.words import prompt, why_not
from elgrande.rules import Generator
setup = Setup.of(3, expansions=("muster",), seed=5)
generator = Generator.seeded(1)
asked = 0
for seed in range(40):
    state = Setup.of(3, expansions=("muster",), seed=seed).start()
    while not state.over and not asked:
        seat = generator.choice(list(state.owing()))
        if state.decision(seat).step == "muster":
            asked += 1
            print(prompt(state.decision(seat), state.rules).partition(": ")[2])
        state.apply(seat, generator.choice(list(state.legal(seat))))
""",
    "expansion.md": """
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.content.words import prompt, say_event
from elgrande.rules import Generator
from elgrande.rules.events import RegionScored
setup = Setup.of(3, expansions=("canaries",), seed=5)
assert any(entry.title == "The pilot" for entry in reference(setup).entries)
generator, said = Generator.seeded(1), set()
for seed in range(40):
    state = Setup.of(3, expansions=("canaries",), seed=seed).start()
    told = []
    while not state.over:
        seat = generator.choice(list(state.owing()))
        if state.decision(seat).step == "sail":
            said.add(prompt(state.decision(seat), state.rules).partition(": ")[2])
        state.apply(seat, generator.choice(list(state.legal(seat))), told.append)
    gifts = [e for e in told if isinstance(e, RegionScored) and e.scored.gifts]
    said |= {say_event(e, state.rules) for e in gifts[:1]}
    if len(said) > 1:
        break
prompted, *paid = sorted(said, key=len)
assert paid and all(sentence.endswith("gets 2 (the pilot).") for sentence in paid), paid
print(prompted)

import asyncio
from elgrande.app.app import ElGrande
from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes.text_runs import plain
from elgrande.saves import Paths
from patience import eventually

async def look():
    app = ElGrande(Paths(), save="first")
    async with app.run_test(size=(80, 24)) as pilot:
        await eventually(lambda: app.screen.query(MapPane))
        pane = app.screen.query_one(MapPane)
        seen = await eventually(lambda: plain(pane.rows))
        return "the Canaries" in seen[17] and "\N{ANCHOR}1" in seen[19], pane.chart.at(3, 18)

print(asyncio.run(look()))
""",
    "bot.md": """
from elgrande.bots.runner import BotInside
from elgrande.content.setup import Setup
state = Setup.of(3, seed=4, short=True).start()
bot = BotInside("glance", 1)
for entry in range(30):
    seat = state.owing()[0]
    move = bot.choose(state.view(seat), entry)
    assert not move.notice, move.notice
    state.apply(seat, move.code)
print("plays")
""",
    "theme.md": """
from elgrande.app.app import ElGrande
from elgrande.saves import Paths
app = ElGrande(Paths())
assert "copper" in app.preferences.themes, app.preferences.notices
app.theme = "copper"
print(app.current_theme.variables["map-sea"])
""",
    "pane.md": """
import asyncio
from elgrande.app.app import ElGrande
from elgrande.app.panes.order import OrderPane
from elgrande.app.panes.text_runs import plain
from elgrande.saves import Paths, Store, shipped
from patience import eventually

async def look():
    Store(Paths()).copy(shipped("saves") / "after-round-three.toml", "game")
    Paths().config_file.write_text('format = 1\\nstory = "off"\\n')
    app = ElGrande(Paths(), save="game")
    async with app.run_test(size=(120, 36)) as pilot:
        await eventually(lambda: app.screen.query(OrderPane))
        pane = app.screen.query_one(OrderPane)
        await eventually(lambda: pane.rows)
        assert pane.size.height == 5, pane.size
        return plain(pane.rows)[0].strip()

print(asyncio.run(look()))
""",
    "edition.md": """
from elgrande.content.edition import edition_ids
from elgrande.content.setup import Setup
print(Setup.of(3, edition="westward", seed=1).start().values(0), "westward" in edition_ids())
""",
}
"""A page, and lines that show what came of it."""
PROMISED = {
    "card.md": "4",
    "deck.md": "True",
    "effect.md": "choose a region next to the King's to muster caballeros from.",
    "expansion.md": "sail the pilot to another region on the coast.\n(True, 'canaries')",
    "bot.md": "plays",
    "theme.md": "#3a2a20",
    "pane.md": "1. ● Ana               9",
    "edition.md": "(8, 5, 2) True",
}
IN_THE_SOURCE = {"pane.md"}
"""The pages that change the source tree; all others are about a package or file of one's own."""


@pytest.mark.parametrize("page", PAGES_AND_PROOFS)
def test_a_recipe_is_followed(page: str, tmp_path: Path) -> None:
    printed = follow(page, tmp_path, PAGES_AND_PROOFS[page], source=page in IN_THE_SOURCE)
    assert printed.strip().endswith(PROMISED[page])


def test_no_recipe_is_left_out() -> None:
    assert sorted(PAGES_AND_PROOFS) == sorted(path.name for path in PAGES.glob("[a-z]*.md"))
    contents = (PAGES / "README.md").read_text(encoding="utf-8")
    for page in PAGES_AND_PROOFS:
        assert f"({page})" in contents, page


@pytest.mark.parametrize("page", PAGES_AND_PROOFS)
def test_a_recipe_has_sound_python_and_names_files_that_are_there(page: str) -> None:
    for block in blocks(page):
        if not isinstance(block, Commands) and block.name.endswith(".py") and not block.how:
            ast.parse(block.body)
    text = (PAGES / page).read_text(encoding="utf-8")
    made = {block.name for block in blocks(page) if not isinstance(block, Commands)}
    for name in re.findall(r"`((?:src|tests|docs|themes|rules|content|app)/[\w./*-]+)`", text):
        places = (ROOT, ROOT / "src" / "elgrande")
        there = any(any(place.glob(name.rstrip("/"))) for place in places)
        assert there or name in made, f"{page}: {name}"
    for name in re.findall(r"\]\(([\w./-]+\.md)\)", text):
        assert (PAGES / name).is_file(), f"{page}: {name}"


def test_what_a_page_says_is_compared() -> None:
    compare("x", "one\n...\nthree\n", "one\ntwo\nthree\n")
    with pytest.raises(AssertionError, match="and it is"):
        compare("x", "one\n...\nfour\n", "one\ntwo\nthree\n")
