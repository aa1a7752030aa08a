"""What the README says is what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from elgrande.bots.runner import BotInside
from elgrande.content.deck import read_deck
from elgrande.content.expansion import Expansion, register
from elgrande.content.setup import Setup
from elgrande.rules.commands import VERBS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", README, re.DOTALL)
    assert found, f"README.md has no block {name}"
    return found[1]


def test_the_generated_blocks_are_fresh():
    run = subprocess.run(
        [sys.executable, "docs/make.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr


def test_every_verb_is_in_the_table_and_every_example_reads_back():
    table = block("notation")
    rules = Setup.of(5, seed=1).ruleset()
    examples = re.findall(r"`(red [^`]+)`", table)
    assert [rules.parse(e).seat for e in examples] == [0] * len(VERBS)
    assert [rules.verb(rules.parse(e).code) for e in examples] == [v.name for v in VERBS]


def test_the_bot_in_ten_lines_plays_a_game():
    sys.path.insert(0, str(Path(__file__).parent))
    from hoarder import Hoarder

    code = [line for line in block("bot").splitlines() if line and not line.startswith("```")]
    assert len(code) <= 11
    state = Setup.of(3, seed=4).start()
    bot = BotInside("hoarder", 1, bot=Hoarder())
    entry = 0
    while not state.over:
        seat = state.owing()[0]
        move = bot.choose(state.view(seat), entry)
        assert not move.notice
        state.apply(seat, move.code)
        entry += 1
    assert entry > 100


def test_the_card_in_ten_lines_is_played(tmp_path):
    card = re.search(r"```toml\n(\[\[card\]\].*?)```", README, re.DOTALL)
    assert card
    assert len(card[1].strip().splitlines()) <= 12
    deck = tmp_path / "deck.toml"
    deck.write_text("format = 1\n\n" + card[1], encoding="utf-8")
    register(
        Expansion("tour", "Grand tour", "One more card.", lambda spec: None, cards=read_deck(deck))
    )
    rules = Setup.of(2, seed=1, expansions=("tour",)).ruleset()
    assert rules.cards[rules.card_index["4-12"]].stack == 4
    for seed in range(40):
        state = Setup.of(2, seed=seed, expansions=("tour",)).start()
        if any(slot.card == rules.card_index["4-12"] for slot in state.slots):
            return
    pytest.fail("the card never came up")


def test_the_commands_are_for_a_checkout_and_name_no_machine():
    for name in ("play", "test"):
        lines = [line for line in block(name).splitlines() if not line.startswith("```")]
        assert len(lines) == 1
        assert "venv" in lines[0]
        assert "/home" not in lines[0]
        assert "http" not in lines[0]


def test_the_pictures_are_there_and_show_our_screens():
    names = re.findall(r"\]\((docs/[a-z]+\.svg)\)", README)
    assert len(names) == 11
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "El&#160;Grande" in text or "El Grande" in text
        assert any(said in text for said in ("Castillo", "scored", "wins", "Against"))
    first = README.index("docs/table.svg")
    assert README[:first].count("\n") < 10, "a picture in the first screenful"
