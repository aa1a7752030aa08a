"""What is told as news since a seat's last turn is what came after its deeds, in any game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from games import Variant, choose, games_of, rng_for, start, told

from elgrande.app.board.guide import Guide
from elgrande.app.panes import story_pane as pane
from elgrande.app.panes.glyphs import ASCII
from elgrande.app.panes.log import LogLines
from elgrande.app.panes.text_runs import plain
from elgrande.content import leads, turn_facts
from elgrande.content import story as stories
from elgrande.content.edition import edition
from elgrande.content.scorings import rewound
from elgrande.content.veil import FORGOTTEN, remembered
from elgrande.content.words.names import sentence
from elgrande.rules import State
from elgrande.rules import events as ev

NOTHING = (turn_facts.NOTHING, turn_facts.NOTHING_YET, turn_facts.UNUSED)
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
        # Of a deed that a veiled Castillo has made forgotten nobody is said to have done it.
        kept = {id(event) for _, event in remembered(state.rules, heard, over=state.over)}
        for seat in range(state.rules.n_seats):
            ends = [
                i
                for i, (_, e) in enumerate(heard)
                if isinstance(e, ev.TurnEnded) and e.seat == seat
            ]
            end = ends[-1] if ends else -1
            own = [
                i
                for i, (_, event) in enumerate(heard[: max(0, end)])
                if did(event, seat) and id(event) in kept
            ]
            # What others did after the last that it did in its turn is news, too.
            late = heard[own[-1] + 1 if own else 0 :]
            news = stories.since(story, seat)
            said = [id(event) for passage in news.passages for _, event in passage.events]
            assert news.had == bool(ends)
            assert set(said) <= {id(event) for _, event in late}
            turns = [e for _, e in heard[end + 1 :] if isinstance(e, ev.TurnEnded)]
            assert {id(turn) for turn in turns if turn.seat != seat} <= set(said)
            assert news.acted or not turns


def did(event: ev.Event, seat: int) -> bool:
    """Say whether an event is a seat's doing; what that pays comes of it."""
    by = getattr(event, "seat", getattr(event, "by", -1))
    return by == seat and not isinstance(event, (ev.PointsGiven, ev.RegionScored))


def whole(variant: Variant, seed: int, salt: str) -> tuple[State, list[tuple[int, ev.Event]], dict[
    int, State
]]:  # fmt: skip
    """Play a game; give its end, what everybody was told, and the positions between turns."""
    state = start(variant, seed)
    rng = rng_for(variant, seed, salt)
    heard: list[tuple[int, ev.Event]] = []
    led: dict[int, State] = {}

    def hear(event: ev.Event) -> None:
        if event.seen_by(None):
            # A turn begins before what says so, and ends after it.
            at = len(heard) + isinstance(event, ev.TurnEnded)
            if isinstance(event, (ev.TurnBegan, ev.TurnEnded)):
                led[at] = state.copy()
            heard.append((answers, event))

    answers = 0
    while not state.over:
        answers += 1
        seat, code = choose(state, rng)
        state.apply(seat, code, hear)
    return state, heard, led


@games_of((155, 156))
def test_what_a_turn_changed_of_places_is_told_and_each_lead_once(
    variant: Variant, seed: int
) -> None:
    state, heard, led = whole(variant, seed, "leads")
    rules, names = state.rules, variant.setup(seed).names()
    shut = rules.castillo_target if rules.veiled else -1
    known: dict[tuple[int, int, int], tuple[leads.Lead, ...]] = {}
    story = stories.passages(rules, heard, state.round)
    found = leads.led(story, heard, state.view(None), known)
    assert leads.led(story, heard, state.view(None), known) == found
    turns = [one for one in found if one.kind == stories.TURN and {*one.span} <= {*led}]
    assert turns
    for passage in turns:
        before, after = (led[at] for at in passage.span)
        want = {lead.target: lead for lead in leads.changed(before, after)}
        # How much went into a veiled Castillo is not told, so neither is what that changed.
        told = {lead.target: lead for lead in passage.leads}
        want.pop(shut, None)
        told.pop(shut, None)
        assert told == want
        said = [
            fact.text
            for fact in turn_facts.facts(passage, names)
            if re.search(" lead in ", fact.text)
        ]
        for lead in (lead for lead in passage.leads if lead.passed):
            where = re.escape(names.target(lead.target))
            assert (
                sum(len(re.findall(rf"(?:in|,|and) {where}(?=,| and| with|$)", x)) for x in said)
                == 1
            )


@games_of((164,))
def test_whoever_reads_is_told_first_of_all_that_another_s_turn_did_to_them(
    variant: Variant, seed: int
) -> None:
    """What a place would pay them before and after it, and whose turn it was not."""
    state, heard, _ = whole(variant, seed, "yours")
    names = variant.setup(seed).names()
    story = leads.led(stories.passages(state.rules, heard, state.round), heard, state.view(None))
    for passage in (one for one in story if one.kind == stories.TURN):
        for you in range(state.rules.n_seats):
            told = turn_facts.facts(passage, names, you, "→")
            yours = [fact.text for fact in told if fact.yours]
            assert all(fact.yours for fact in told[: len(yours)])
            moved = {
                (names.target(lead.target), *(one.sums().get(you, 0) for one in lead.paid))
                for lead in passage.leads
                if passage.seat != you
            }
            want = {
                f"{where}, {old}→{new} pt{'s' * (new != 1)}"
                for where, old, new in moved
                if old != new
            }
            told_more = [text for text in yours if re.search(r"→\d+ pts?$", text)]
            assert len(want) == len(told_more)
            for text in want:
                where = text.rpartition(",")[0]
                assert any(where in one and one.endswith(text[len(where) :]) for one in yours)
            for lead in passage.leads if passage.seat != you else ():
                where = names.target(lead.target)
                said = [
                    text for text in yours if re.search(rf"(^|in ){where}(?=,| is| with|$)", text)
                ]
                if lead.passed and you in (*lead.before, *lead.after):
                    assert [text for text in said if text.endswith((" pt", " pts"))]
                here = any(line.seat == you for one in lead.paid for line in one.lines)
                if here and lead.shut[0] != lead.shut[1]:
                    assert any(("closed", "open again")[lead.shut[0]] in text for text in said)


@games_of((157,))
def test_how_a_game_was_laid_out_is_told_alike_at_its_end(variant: Variant, seed: int) -> None:
    """Who began, and where King and Grandes were, is known from what has happened since."""
    state, heard, _ = whole(variant, seed, "opening")
    names = variant.setup(seed).names()
    then = stories.opening(start(variant, seed), names)
    now = stories.opening(rewound(state.view(None), heard), names, heard)
    assert now.partition(".")[0] == then.partition(".")[0]


@games_of((158, 159))
def test_all_that_a_turn_scored_is_told_with_all_its_points(variant: Variant, seed: int) -> None:
    state, heard, _ = whole(variant, seed, "scored")
    names = variant.setup(seed).names()
    for passage in stories.passages(state.rules, heard, state.round):
        scored = [e for e in passage.changes if isinstance(e, ev.RegionScored)]
        if passage.kind != stories.TURN or not scored:
            continue
        for arrow in ("", "→"):
            where = [names.target(e.scored.target).removeprefix("the ") for e in scored]
            texts = [fact.text for fact in turn_facts.facts(passage, names, arrow=arrow)]
            # Others' cards score in facts of their own; beside it is what is paid, as for Gold.
            told = [
                x for x in texts if "+" in x and any(at in x.partition(" (")[2] for at in where)
            ]
            points = [int(n) for x in told for n in re.findall(r"\+(\d+)", x.partition(" (")[0])]
            assert sum(points) == sum(stories.won(scored, state.rules.n_seats))
            for event in scored:
                if any(event.scored.sums().values()):
                    name = names.target(event.scored.target).removeprefix("the ")
                    assert any(name in x for x in told)


@games_of((162, 163))
def test_nothing_is_left_out_with_a_number_and_no_word_is_cut(variant: Variant, seed: int) -> None:
    """In the panes of a small and of a large window, and line by line."""
    state, heard, _ = whole(variant, seed, "whole")
    guide = Guide(variant.setup(seed), state.rules, ASCII)
    story = leads.led(stories.passages(state.rules, heard, state.round), heard, state.view(None))
    several = [line for line in turn_facts.lines(story, guide.names) if "more" in line]
    assert not any(re.search(r"\d+ more (changes?|facts?)\b|and \d+ more\b", x) for x in several)
    signs = {
        turn_facts.FIRST + kind: guide.glyphs.piece(name)
        for kind, name in enumerate(state.rules.kinds)
    }

    def bare(text: str) -> str:
        return " ".join(text.translate(signs).replace(";", "").split())

    def ended(row: str) -> str:
        """Return a row without the sign that more follows."""
        return row.rstrip().removesuffix(guide.glyphs.more).rstrip()

    told = pane.Story("", tuple(story[-9:]), 0)
    for width in (27, 82):
        for chosen in (-1, *told.stops):
            every = plain(pane.rows(told, guide, width, 999, chosen).rows)
            flat = bare(" ".join(every))
            for at in told.stops:
                one = told.passages[at]
                facts = turn_facts.facts(one, guide.names, 0, guide.glyphs.arrow)
                for fact in facts if one.kind == stories.TURN or at == chosen else facts[:1]:
                    assert bare(fact.text) in flat
            for height in (6, 14):
                rows = plain(pane.rows(told, guide, width, height, chosen).rows)
                assert len(rows) <= height
                # The heading of the last turn is in sight, marked as that; others' turns may end
                # where they concern the reader no more.
                left = {
                    row for row in map(ended, rows) if row and f" {bare(row)} " not in f" {flat} "
                }
                assert all(re.match(r"(\d+ more, )?last: ", row) for row in left)
                assert len(left) <= 1


@games_of((165, 166))
def test_an_action_said_to_be_unused_was_not_used(variant: Variant, seed: int) -> None:
    state, rng = start(variant, seed), rng_for(variant, seed, "unused")
    rules, names = state.rules, variant.setup(seed).names()
    heard: list[tuple[int, ev.Event]] = []
    answers: list[tuple[int, str]] = []
    for at, (_, seat, code, events) in enumerate(told(state, rng)):
        heard += [(at, event) for event in events]
        answers.append((seat, rules.verb(code)))
    said = 0
    for one in stories.passages(rules, heard, state.round):
        if turn_facts.UNUSED not in [fact.text for fact in turn_facts.facts(one, names)]:
            continue
        said += 1
        span = answers[one.events[0][0] + 1 : one.events[-1][0] + 1]
        did = [verb for seat, verb in span if seat == one.seat]
        # Whoever ends it before anything was done has used nothing.
        assert "special" not in did or did[did.index("special") + 1] == "done"
    assert said


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
    said = [
        turn_facts.facts(one, names)[-1].text not in NOTHING
        for one in kept
        if one.kind == stories.TURN
    ]
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
            assert not any(turn_facts.NOTHING in line for line in turn_facts.lines(last, names))


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
