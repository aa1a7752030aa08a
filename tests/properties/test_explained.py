"""Help and rules have something of every question, in every kind of game."""

from __future__ import annotations

from dataclasses import replace

from games import VARIANTS, Variant, each, play, rng_for, start, told

from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.explain import OpenDecision, question_rows
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.app.screens.rules_screen import rules_about
from elgrande.content.reference import Reference, RuleEntry, reference
from elgrande.rules import Decision, State
from elgrande.rules.events import RegionScored
from elgrande.rules.steps.effect import Effect
from elgrande.rules.steps.step import Step

KINDS = tuple(one for one in VARIANTS if not any("seam" in name for name in one.expansions))
"""The games that come with the program."""


def pages(book: Reference) -> dict[str, RuleEntry]:
    """Return who explains a step, or what an expansion adds to its answers."""
    return {name: entry for entry in book.entries for name in entry.steps}


@each(3, KINDS)
def test_whatever_asks_has_a_page_or_is_a_card(variant: Variant) -> None:
    """Each step by itself, whether or not random play comes to it."""
    setup = variant.setup(1)
    rules = setup.ruleset()
    known = pages(reference(setup))
    for name, step in rules.steps.items():
        kind = type(step)
        asks = kind.legal is not Step.legal or kind.choices is not Step.choices
        # A window is about the card that may be used: a Veto has a page, any other a text.
        if asks and not isinstance(step, Effect) and name != "window":
            assert name in known, name
    for action in rules.free:
        for verb in action.verbs:
            assert verb in known, verb


@each(3, KINDS)
def test_help_and_rules_tell_of_the_very_question(variant: Variant) -> None:
    seen = set()
    for seed in range(4):
        setup, state = variant.setup(seed), start(variant, seed)
        guide = Guide(setup, state.rules, UNICODE)
        for _ in play(state, rng_for(variant, seed, "explained")):
            for seat in state.owing():
                decision = state.decision(seat)
                asked = dict.fromkeys(map(state.rules.verb, decision.codes))
                if (kind := (decision.step, decision.card, *asked)) not in seen:
                    seen.add(kind)
                    tells(guide, state, decision)


def tells(guide: Guide, state: State, decision: Decision) -> None:
    """What the question is about is told, and so is each free action among the answers."""
    rules, book = state.rules, reference(guide.setup)
    known = pages(book)
    asked = OpenDecision("", decision, decision.seat)
    rows = question_rows(state.view(decision.seat), guide, asked, "", 70)
    told = " ".join(" ".join(plain(rows)).split())
    first = rules_about(guide, "", decision)._start
    step = rules.steps[decision.step]
    names = step.about(decision.fields)
    cards = [name for name in names if name in rules.card_index]
    if isinstance(step, Effect):
        cards.append(rules.cards[decision.card].id)
    page = next((known[name] for name in names if name in known), None)
    assert page is not None or cards, decision.step
    free = {rules.verb(code): code for code in decision.codes if code in rules.free_codes}
    for entry in filter(None, (page, *(known[verb] for verb in free))):
        assert f"{entry.title}: " in told
        assert entry.id in first
    for card in cards:
        info, own = guide.card(rules.card_index[card]), book.card(card)
        assert info is not None
        assert info.text in told
        assert own is not None
        assert own.id in first
    for verb, code in free.items():
        # Asked of nothing else, it is told alone.
        alone = replace(decision, codes=(code,))
        assert [entry for entry, _ in book.asked(alone, rules)] == [known[verb]]


@each(5, KINDS)
def test_whatever_points_hang_on_has_a_page(variant: Variant) -> None:
    for seed in range(4):
        setup, state = variant.setup(seed), start(variant, seed)
        names, book = setup.names(), reference(setup)
        for _, _, _, events in told(state, rng_for(variant, seed, "hang")):
            for scored in [e.scored for e in events if isinstance(e, RegionScored)]:
                found = {*book.behind([scored], names)}
                kinds = {line.kind for line in scored.lines if line.seat < 0}
                why = {*(each.reason for each in (*scored.gifts, *scored.extras))}
                for name in why.union(state.rules.kind_called[kind] for kind in kinds):
                    assert name in book or book.step(name), name
                    assert (book.about(name) if name in book else book.step(name)) in found
