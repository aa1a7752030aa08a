"""What is told as news since a seat's last turn is what came after its end, in any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games import Variant, games_of, rng_for, start, told

from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import ASCII
from elgrande.app.panes.log import LogLines
from elgrande.content import story as stories
from elgrande.content.edition import edition
from elgrande.content.veil import FORGOTTEN
from elgrande.content.words.names import sentence
from elgrande.rules import events as ev

SHARE = 0.05
"""After so many answers the news of everybody is looked at."""


@games_of((150, 151))
def test_news_are_what_came_after_ones_last_turn(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    rng = rng_for(variant, seed, "story")
    heard: list[tuple[int, ev.Event]] = []
    for at, (_, _, _, events) in enumerate(told(state, rng)):
        heard += [(at, event) for event in events]
        if rng.random() > SHARE and not state.over:
            continue
        story = stories.passages(state.rules, heard, state.round)
        for seat in range(state.rules.n_seats):
            ends = [
                i
                for i, (_, e) in enumerate(heard)
                if isinstance(e, ev.TurnEnded) and e.seat == seat
            ]
            late = heard[ends[-1] + 1 :] if ends else heard
            news = stories.since(story, seat)
            said = [id(event) for passage in news.passages for _, event in passage.events]
            assert news.had == bool(ends)
            assert set(said) <= {id(event) for _, event in late}
            turns = [e for _, e in late if isinstance(e, ev.TurnEnded)]
            assert {id(turn) for turn in turns if turn.seat != seat} <= set(said)
            assert news.acted or not turns


@games_of((155, 156))
def test_who_does_something_is_said_again_after_anybody_else_did(
    variant: Variant, seed: int
) -> None:
    state = start(variant, seed)
    names = variant.setup(seed).names()
    heard = [(1, e) for *_, events in told(state, rng_for(variant, seed, "who")) for e in events]
    for passage in stories.passages(state.rules, heard, state.round):
        if passage.kind != stories.TURN:
            continue
        who = names.seat(passage.seat)
        last, line = who, ""
        for full, clause in zip(
            stories.sentences(passage, names), stories.clauses(passage, names), strict=True
        ):
            by = who if full.startswith(f"{who} ") and " pays " not in clause.text else ""
            assert (clause.who == who) == (by == who != last)
            last, line = by, f"{line}; {clause.whole}"
        assert len(stories.joined(stories.clauses(passage, names))) <= len(line)


@games_of((160, 161))
def test_nothing_changes_only_in_a_turn_in_which_nothing_was_heard(
    variant: Variant, seed: int
) -> None:
    """What a veiled Castillo no longer tells is left out with a word, in the log too."""
    setup = variant.setup(seed)
    if any(rule.key == "castillo" for rule in edition(variant.edition).house_rules):
        setup = replace(setup, house={**setup.house, "castillo": "veiled"})
    state = setup.start()
    names, rules, first = setup.names(), state.rules, state.round
    rng = rng_for(variant, seed, "nothing")
    heard = [(1, e) for *_, events in told(state, rng) for e in events]
    # As long as a game is not over, whose last round it is.
    heard = [each for each in heard if not isinstance(each[1], ev.GameEnded)]
    whole = stories.passages(rules, heard, rules.rounds[0])
    kept = stories.passages(rules, heard, state.round)
    changed = [bool(one.changes) for one in whole if one.kind == stories.TURN]
    said = [bool(stories.clauses(one, names)) for one in kept if one.kind == stories.TURN]
    assert said == changed
    thrown = {one.round for one in kept if one.forgotten}
    log = LogLines(Guide(setup, rules, ASCII), first)
    log.add(heard)
    assert [line.text for line in log.entries].count(sentence(FORGOTTEN)) == len(thrown)


@games_of((161, 162))
def test_a_turn_that_goes_on_is_not_said_to_change_nothing(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    names, rng = variant.setup(seed).names(), rng_for(variant, seed, "goes on")
    heard: list[tuple[int, ev.Event]] = []
    for at, (_, _, _, events) in enumerate(told(state, rng)):
        heard += [(at, event) for event in events]
        if rng.random() > SHARE:
            continue
        story = stories.passages(state.rules, heard, state.round)
        begun = sum(isinstance(event, ev.TurnBegan) for _, event in heard)
        ended = sum(isinstance(event, ev.TurnEnded) for _, event in heard)
        if begun > ended:
            last = [one for one in story if one.kind == stories.TURN][-1:]
            assert not any(stories.NOTHING in line for line in stories.lines(last, names))


@games_of((157, 158))
def test_who_is_told_to_wait_beside_a_place_has_waited_there(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    rules = state.rules
    for _, _, _, events in told(state, rng_for(variant, seed, "straight")):
        found = ev.straight(events, rules)
        for all_moves, few in zip(_stretches(events), _stretches(found), strict=True):
            assert stories.moved(few) == stories.moved(all_moves)
            came: set[tuple[int, int]] = set()
            for move in few:
                by_itself = move.by < 0 <= rules.place_region[move.source]
                if by_itself and rules.place_region[move.target] == rules.place_region[move.source]:
                    assert (move.kind, move.source) not in came
                came.add((move.kind, move.target))


def _stretches(events: Sequence[ev.Event]) -> list[list[ev.Moved]]:
    """Return the moves before the first scoring, between it and the next, and so on."""
    out: list[list[ev.Moved]] = [[]]
    for event in events:
        if isinstance(event, ev.RegionScored):
            out.append([])
        elif isinstance(event, ev.Moved):
            out[-1].append(event)
    return out
