"""A veiled Castillo hides who is in it, and nothing else that is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from games import VARIANTS, Variant, games_of, positions, rng_for
from games import told as played

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.scene import read
from elgrande.app.dialogs.explain import target_rows
from elgrande.app.panes.glyphs import ASCII
from elgrande.app.panes.text_runs import plain
from elgrande.cli.plain.queries import sentences
from elgrande.content import story as stories
from elgrande.content import turn_facts
from elgrande.content.edition import edition
from elgrande.content.leads import led
from elgrande.content.setup import Setup
from elgrande.content.story import Lead
from elgrande.content.veil import forgets
from elgrande.rules import View
from elgrande.rules.events import Announced, Event

VEILABLE = [
    one for one in VARIANTS if any(r.key == "castillo" for r in edition(one.edition).house_rules)
]
SHARE = 0.05
"""Of so many positions everything is told."""
COUNTED = re.compile(r"(?<=: )(?!veiled)[^:]*\.$")
"""Who is somewhere, at the end of a sentence about a place."""

APART = re.compile(r", \d+ (?:in|beside) [^,;.]+")
"""How many are off the board."""


def lifted(
    variant: Variant, seed: int, patch: pytest.MonkeyPatch
) -> Iterator[tuple[View, Guide, Guide]]:
    """Give views of a veiled game with two guides: the second sees it with an open Castillo.

    In every other one the King is there, where he may ever be.
    """
    setup = variant.setup(seed)
    veiled = replace(setup, house={**setup.house, "castillo": "veiled"})
    for at, (state, _) in enumerate(positions(variant, (seed,), SHARE, "veiled")):
        rules = state.rules
        for node, target in enumerate(rules.king_target) if at % 2 else ():
            if target == rules.castillo_target:
                state.move_king(-1, node)
        patch.setattr(rules, "veiled", True)
        shut = Guide(veiled, rules, ASCII)
        yield state.view(0), shut, Guide(veiled, rules, ASCII, unveiled=True)


@games_of((310, 311), VEILABLE)
def test_of_a_veiled_castillo_all_but_who_is_there_is_told(
    variant: Variant, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for view, shut, seen in lifted(variant, seed, monkeypatch):
        rules = view.rules
        target, names = rules.castillo_target, shut.names
        # On the map.
        spots = [read(view, guide).spots[target] for guide in (shut, seen)]
        assert spots[0].troops is None
        assert spots[0] == replace(spots[1], troops=None, apart=())
        # On its page: of the King and of Grandes.
        pages = [
            " ".join(" ".join(plain(target_rows(view, guide, "castillo", 200))).split())
            for guide in (shut, seen)
        ]
        for told in ("The King is", "Grande is in it", "Grandes are in it"):
            assert (told in pages[0]) == (told in pages[1])
        # In sentences.
        lines = [*sentences(view, names)]
        monkeypatch.setattr(rules, "veiled", False)
        opened = [*sentences(view, names)]
        assert len(lines) == len(opened)
        for line, other in zip(lines, opened, strict=True):
            if line.startswith("The Castillo, "):
                assert line.endswith(": veiled.")
                assert line.partition(": veiled")[0] == COUNTED.sub("", other).removesuffix(": ")
            else:
                # How many are in the provinces would tell as much.
                left = (other[: m.start()] + other[m.end() :] for m in APART.finditer(other))
                assert line in (other, *left)


@games_of((312, 313), VEILABLE)
def test_no_story_tells_who_leads_in_a_veiled_castillo(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    state = replace(setup, house={**setup.house, "castillo": "veiled"}).start()
    rules, rng = state.rules, rng_for(variant, seed, "led")
    names, heard = setup.names(), list[tuple[int, Event]]()
    for before, _, _, events in played(state, rng):
        if rng.random() < SHARE:
            story = stories.passages(rules, heard, before.round)
            known: dict[tuple[int, int, int], tuple[Lead, ...]] = {}
            for passage in led(story, heard, before.view(0), known):
                facts = turn_facts.facts(passage, names, 0)
                assert rules.castillo_target not in [lead.target for lead in passage.leads]
                if passage.round < before.round:
                    castillo = names.target(rules.castillo_target)
                    into = [fact.text for fact in facts if f" to {castillo}" in fact.text]
                    assert all("Grande" in text for text in into), "he is seen there"
        heard += [(0, event) for event in events if event.seen_by(0)]


def test_an_announcement_that_names_the_castillo_is_forgotten_with_what_it_announced() -> None:
    for veiled in (True, False):
        house = {"castillo": "veiled" if veiled else "open"}
        rules = Setup.of(2, seed=1, house=house).ruleset()
        inside, beside = (
            Announced(0, 0, (rules.code(text),)) for text in ("place castillo", "place aragon")
        )
        assert forgets(rules, inside) == veiled
        assert not forgets(rules, beside)
        assert not forgets(rules, Announced(0, 0))
