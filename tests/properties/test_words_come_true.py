"""What is said of a next turn, round or general scoring comes, and after the end nothing more."""

from __future__ import annotations

import re

from games import Variant, games_of, rng_for, start, told

from elgrande.cli.plain.queries import sentences
from elgrande.content.expansion import display_of
from elgrande.content.words import answer, prompt, say_event
from elgrande.rules import events as ev

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
