"""What is said of what comes, came, and was paid is what happens, in every game there is."""

from __future__ import annotations

import re

from games import VARIANTS, Variant, games_of, positions, rng_for, start, told

from elgrande.cli.plain.queries import sentences
from elgrande.content import story as stories
from elgrande.content.clean import tidy
from elgrande.content.expansion import display_of
from elgrande.content.scorings import PlaceScored, PointsGot, scorings
from elgrande.content.words import GameNames, answer, prompt, say_event, why_not
from elgrande.content.words.scoring_steps import say_step, step_details
from elgrande.rules import events as ev

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
            if "has been done in this one" in said:
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
    for state, rng in positions(variant, (seed,), 0.02, "forms"):
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
                    assert not re.search("write it as|for example|behind it", said), said
        said = why_not(state, seat, "@@@@", names)
        named = set(re.findall("'([^']*)'", said)[1:])
        assert named == verbs
        assert "..." not in tidy(said)


# -- what is told as news since a seat's last turn is what came after its end, in any game


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
        for sentence, clause in zip(
            stories.sentences(passage, names), stories.clauses(passage, names), strict=True
        ):
            by = who if sentence.startswith(f"{who} ") and " pays " not in clause.text else ""
            assert (clause.who == who) == (by == who != last)
            last, line = by, f"{line}; {clause.whole}"
        assert len(stories.joined(stories.clauses(passage, names))) <= len(line)


# -- what the show of a scoring tells is what the score markers moved, in every game there is


@games_of((130, 131))
def test_the_points_that_are_told_are_those_that_are_paid(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    state = start(variant, seed)
    seats = range(state.rules.n_seats)
    began = [state.score(seat) for seat in seats]
    moved, heard = [0] * len(seats), []
    for at, (before, _, _, events) in enumerate(told(state, rng_for(variant, seed, "scorings"))):
        heard += [(at, event) for event in events]
        for seat in seats:
            more = state.score(seat) - before.score(seat)
            assert more == sum(_paid(event, seat) for event in events)
            moved[seat] += more
    assert moved == [state.score(seat) - began[seat] for seat in seats]
    n = setup.names()
    shown = [0] * len(seats)
    for scoring in scorings(state, heard, 0):
        for i, step in enumerate(scoring.steps):
            if not isinstance(step, (PlaceScored, PointsGot)):
                continue
            details = step_details(scoring, i, n)
            for seat in seats:
                got = sum(
                    detail.points or 0
                    for detail in details
                    for kind, _ in detail.who
                    if kind == seat
                )
                assert got == step.won[seat], say_step(scoring, i, n)
                shown[seat] += got
            if isinstance(step, PlaceScored):
                _counts_are_explained(step.event, say_step(scoring, i, n), n)
    beside = [_given_alone(state.rules.n_seats, heard)[seat] for seat in seats]
    assert [a + b for a, b in zip(shown, beside, strict=True)] == moved


def _paid(event: ev.Event, seat: int) -> int:
    """Return what an event paid a seat."""
    if isinstance(event, ev.RegionScored):
        return sum(points for who, points in event.scored.paid() if who == seat)
    return event.points if isinstance(event, ev.PointsGiven) and event.seat == seat else 0


def _given_alone(seats: int, heard: list[tuple[int, ev.Event]]) -> list[int]:
    """Return what came outside of any scoring: gifts in a turn, which the log tells."""
    out, general = [0] * seats, False
    for _, event in heard:
        if isinstance(event, (ev.GeneralScoring, ev.RoundBegan)):
            general = isinstance(event, ev.GeneralScoring)
        elif isinstance(event, ev.PointsGiven) and not general:
            out[event.seat] += event.points
    return out


def _counts_are_explained(event: ev.RegionScored, said: str, n: GameNames) -> None:
    """What a number holds beside its owner's caballeros is said, and less than all of it."""
    for line in event.scored.lines:
        more = [extra for extra in event.scored.extras if extra.seat == line.seat]
        assert sum(extra.number for extra in more) <= line.count
        for extra in more if line.rank == 1 or not event.scored.first_only else ():
            assert f"{extra.number} {n.plain(extra.reason).lower()}" in said
    if event.scored.aside:
        assert "not count" in said
