"""What is said of a next turn, round or general scoring comes, and after the end nothing more."""

from __future__ import annotations

import re
from typing import Any

from games import (
    STACKED,
    VARIANTS,
    Variant,
    choose,
    games_of,
    play,
    positions,
    rng_for,
    start,
    told,
)

from elgrande.cli.plain.queries import sentences
from elgrande.content.clean import tidy
from elgrande.content.expansion import display_of
from elgrande.content.words import answer, prompt, say_event, why_not
from elgrande.rules import events as ev
from elgrande.rules.steps.effect import Effect
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.step import STOPPABLE, WindowFrame


def kept(effect: Effect[Any]) -> bool:
    """Say whether cards of an effect are kept and used later."""
    return isinstance(effect, HeldEffect)


FREE = [variant for variant in VARIANTS if variant.setup(1).ruleset().free_codes]
"""Games in which something may be done besides the actions of a card."""
TURN = re.compile(r"(?:(\w+)'s|[Yy]our) next turn")
ROUND = re.compile(r"next round|the first power card|first player")
SCORING = re.compile(r"next general scoring")
END = re.compile(r"end of round (\d+)")


@games_of((160, 161, 162))
def test_what_is_said_of_a_next_one_comes(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    state = start(variant, seed)
    names, rules = setup.names(), state.rules
    said: list[tuple[int, str]] = []
    heard: list[ev.Event] = []
    scoring = False
    for _, _, _, events in told(state, rng_for(variant, seed, "next")):
        for event in events:
            heard.append(event)
            if isinstance(event, (ev.GeneralScoring, ev.RoundBegan)):
                scoring = isinstance(event, ev.GeneralScoring)
            said.append((len(heard), say_event(event, rules, names)))
        if state.round < rules.rounds[-2] and not scoring:
            continue
        now = [*sentences(state, names)]
        for seat in state.owing():
            decision = state.decision(seat)
            now.append(prompt(decision, rules, names))
            now.append(display_of(rules).remarks(state.view(seat), decision.step, seat, names))
            now += [answer(code, rules, names, decision) for code in decision.codes]
        assert not (scoring and any(map(SCORING.search, now))), now
        said += [(len(heard), text) for text in now]
    for at, text in dict.fromkeys(said):
        later = heard[at:]
        for match in TURN.finditer(text):
            begun = {names.seat(e.seat) for e in later if isinstance(e, ev.TurnBegan)}
            assert match[1] in begun, text
        if ROUND.search(text) and "plays the first" not in text:
            assert any(isinstance(e, ev.RoundBegan) for e in later), text
        if SCORING.search(text):
            assert any(isinstance(e, ev.GeneralScoring) for e in later), text
        for match in END.finditer(text):
            assert int(match[1]) <= rules.rounds[-1], text
    for text in sentences(state, names):
        assert not re.search(
            "next|until|up to the end|plays the first|this (turn|round)|wait", text
        ), text


MIDST = "not in the midst of one"


@games_of((170, 171), FREE)
def test_what_forbids_a_free_action_is_true(variant: Variant, seed: int) -> None:
    """It is missing, or it is another's turn, or something of one's own goes on."""
    rules, names = variant.setup(seed).ruleset(), variant.setup(seed).names()
    labels = {name: names.plain(name).lower() for name in rules.cell}
    met = set()
    for state, rng in positions(variant, (seed,), 0.05, "free"):
        seat = rng.choice(state.owing())
        legal = state.legal(seat)
        tried = [code for code in rng.sample([*rules.free_codes], 8) if code not in legal]
        for code in tried:
            said = why_not(state, seat, rules.text(code), names)
            own = state.actor == seat
            if MIDST in said:
                assert own
                assert state.card >= 0
            if "in your turn" in said:
                assert not own
            if "already chosen it in this one" in said:
                assert own
            if match := re.fullmatch(r"(.*) is not at your court\.", said):
                name = next(name for name in labels if labels[name] == match[1].lower())
                assert state.cell(name) != seat
            met.add(said.partition(" ")[0])
    assert met


@games_of((180, 181))
def test_a_form_is_told_only_of_what_can_be_answered(variant: Variant, seed: int) -> None:
    """Whoever types a verb, or a word that is none, is not led to a second refusal."""
    rules, names = variant.setup(seed).ruleset(), variant.setup(seed).names()
    for state, rng in positions(variant, (seed,), 0.008, "forms"):
        seat = rng.choice(state.owing())
        verbs = {rules.verb(code) for code in state.legal(seat)}
        for verb in rng.sample([*rules.base], 3):
            for text in (verb, f"{verb} @@@@"):
                if text in rules.vocabulary.codes:
                    continue
                said = why_not(state, seat, text, names)
                if verb in verbs:
                    assert "is not possible now" not in said
                else:
                    assert not re.search("write it as|behind it", said), said
                    for example in re.findall("for example '([^']*)'", said):
                        assert rules.code(example) in state.legal(seat), said
        said = why_not(state, seat, "@@@@", names)
        named = set(re.findall("'([^']*)'", said)[1:])
        assert named == verbs
        assert "..." not in tidy(said)


HELD = [variant for variant in VARIANTS if any(map(kept, variant.setup(1).ruleset().card_effects))]
"""Games in which cards are kept and used later."""


@games_of((190, 191, 192, 193), HELD)
def test_no_more_passes_than_is_said(variant: Variant, seed: int) -> None:
    """A step of a special action, after which its holder may be asked again, or all of it."""
    rules, names = variant.setup(seed).ruleset(), variant.setup(seed).names()
    state = start(variant, seed)
    let: dict[object, str] = {}
    for seat, code in play(state, rng_for(variant, seed, "let")):
        frame, decision = state.stack[-1], state.decision()
        if not isinstance(frame, WindowFrame):
            continue
        said = answer(rules.LET, rules, names, decision)
        asked = (state.round, frame.acting, frame.card, seat)
        stops = frame.trigger in STOPPABLE
        assert let.get(asked, "step") == "step" or not stops, said
        more = any(
            rules.held_effect(held.card, "unit_done").listens(
                state, frame._replace(actor=seat, held=held.card, trigger="unit_done")
            )
            for held in state.held
            if held.owner == seat
        )
        passes = "step" if stops and more else "whole action" if stops else "this"
        assert passes in said
        assert (passes == "step") == (rules.LET_ALL in decision.codes)
        if code == rules.LET:
            let[asked] = passes


HANDS = [variant for variant in VARIANTS if variant not in STACKED]
"""Games in which what is acted on follows from the cards that were played."""


@games_of(tuple(range(200, 210)), HANDS)
def test_what_somebody_will_act_with_is_what_may_be_chosen(variant: Variant, seed: int) -> None:
    """On the board and in the table of the round; whoever has used a Veto has no other choice."""
    names, state = variant.setup(seed).names(), start(variant, seed)
    rules, table = state.rules, display_of(state.rules).round
    assert table is not None
    rng = rng_for(variant, seed, "acts")
    while not state.over:
        seat, code = choose(state, rng)
        # At random hardly anybody has used a Veto before a turn of a choice.
        eager = {"keep 40", "power 40", "veto"}.intersection(map(rules.text, state.legal(seat)))
        before, events = state.copy(), list[ev.Event]()
        state.apply(seat, rules.code(min(eager)) if eager else code, events.append)
        if not all(map(before.power, range(rules.n_seats))):
            continue
        chosen = {event.seat: event.card for event in events if isinstance(event, ev.CardChosen)}
        for row in table(before, names).rows:
            who = f"{names.seat(row.seat)}: played "
            line = next(line for line in sentences(before, names) if line.startswith(who))
            own, more = {row.card, *row.others}, "face up" in row.text
            assert more == ("face-up card" in line)
            if before.stack[-1].step == "choose_card" and row.seat == seat:
                legal = {
                    card
                    for card in range(len(rules.cards))
                    if rules.CARD + card in before.legal(seat)
                }
                if legal:
                    assert own == {card for card in legal if not rules.cards[card].stack}
                    assert more == (legal > own)
                    assert all(names.title(card) in line for card in own)
            elif row.seat in chosen and seat != row.seat:
                # It was the only one, so that nobody was asked.
                assert own == {chosen[row.seat]}
