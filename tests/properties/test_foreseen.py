"""What is foreseen is paid: the forecast and the bots' outlook, beside the general scoring itself.

It is held from the very position, by answers: disks show a region that nobody can enter, so that
nobody comes from the Castillo to a region, and no kept card is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from games import Variant, games_of, positions

from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import card_forecast, forecast, gain
from elgrande.app.panes.glyphs import UNICODE
from elgrande.bots.outlook import Outlook
from elgrande.bots.program import running
from elgrande.rules import State
from elgrande.rules.events import Event, PointsGiven, RegionScored
from elgrande.rules.parts import DISK
from elgrande.rules.spec import whose
from elgrande.rules.steps.disks import DisksFrame
from elgrande.rules.steps.effect import begin_action
from elgrande.rules.steps.round import begin_program
from elgrande.rules.steps.step import AskedFrame

SHARE = 0.1
"""Of so many positions the future is looked at."""
SETTLED = ("take_caballeros", "choose_card")
"""Steps before which nothing is on its way: what is moved settles when the move is over."""


def futures(variant: Variant, seed: int, salt: str) -> Iterator[State]:
    """Give positions; in every other one the figures that courts have are somewhere by chance."""
    for at, (state, rng) in enumerate(positions(variant, (seed,), SHARE, salt)):
        form = whose(state.rules)
        for name in (*state.rules.cell,) if at % 2 else ():
            if state.rules.forms.get(name) == form:
                state.board[state.rules.cell[name]] = rng.choice(list(form.names))
        yield state


def held(position: State) -> tuple[State, list[Event]] | None:
    """Hold a general scoring, or go on with the one in progress; None if somebody must choose."""
    state, rules = position.copy(), position.rules
    events: list[Event] = []
    at = running(state, "general_scoring")
    if at >= 0:
        del state.stack[:at]
    else:
        state.stack = [begin_program("general_scoring", -1)]
        if state.round in rules.scoring_rounds:
            # What waits for the end of the round comes before it.
            state.stack.append(AskedFrame("expire_held", -1))
        for seat in range(rules.n_seats):
            state.keep(seat, DISK, -1)
        state.advance(events.append)
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        passing = [code for code in (rules.LET, rules.DONE) if code in codes]
        if isinstance(state.stack[-1], DisksFrame):
            set_disks(state, events)
        elif passing:
            state.apply(seat, passing[0], events.append)
        else:
            return None
    return state, events


def set_disks(state: State, events: list[Event]) -> None:
    """Let every disk show a region that is closed, or nothing where none is."""
    rules, frame, taboo = state.rules, state.stack[-1], state.rules.taboo(state)
    owing = state.owing()
    # Whoever has set one turns it again before the last one is set.
    for seat in sorted(range(rules.n_seats), key=owing.__contains__):
        codes = state.legal(seat)
        shut = [c for c in codes if taboo.issuperset(rules.region_places[c - rules.DISK])]
        if shut:
            state.apply(seat, shut[0], events.append)
        elif codes:
            state.keep(seat, DISK, -1)
            frame = state.stack[-1]
            assert isinstance(frame, DisksFrame)
            state.stack[-1] = frame._replace(ready=frame.ready | 1 << seat)
    state.advance(events.append)


@games_of((153, 146, 168, 171))
def test_the_forecast_is_paid(variant: Variant, seed: int) -> None:
    guide = Guide(variant.setup(seed), variant.setup(seed).ruleset(), UNICODE)
    rules = guide.rules
    for state in futures(variant, seed, "foreseen"):
        found = held(state)
        if found is None:
            continue
        after, events = found
        heard = [event for event in events if isinstance(event, RegionScored)]
        shut = -1 if guide.shows(rules.castillo) else rules.castillo_target
        open_ = [event for event in heard if event.scored.target != shut]
        told = forecast(state, guide)
        assert [one for one in told.scored if one] == sorted(
            (event.scored for event in open_ if event.general), key=lambda one: one.target
        )
        assert list(told.besides) == [event.scored for event in open_ if not event.general]
        hidden = gain([e.scored for e in heard if e.scored.target == shut], rules.n_seats)
        paid = tuple(
            after.score(seat) - state.score(seat) - hidden[seat] for seat in range(rules.n_seats)
        )
        assert told.gains == paid == gain([event.scored for event in open_], rules.n_seats)
        # A veiled Castillo is barred once it has been scored, and else veiled.
        assert set(told.barred) - {shut} == set(range(len(rules.targets))) - {
            event.scored.target for event in heard if event.general
        } - {shut}
        for view in (state.view(None), state.view(0)):
            assert forecast(view, guide) == told


@games_of((168, 171, 178, 153))
def test_an_outlook_without_doubts_expects_what_the_forecast_says(
    variant: Variant, seed: int
) -> None:
    guide = Guide(variant.setup(seed), variant.setup(seed).ruleset(), UNICODE)
    rules = guide.rules
    for state in futures(variant, seed, "outlook"):
        if state.stack[-1].step not in SETTLED:
            continue
        outlook = Outlook(state, 0)
        lent = outlook.terms.lent(state, state, outlook._rounds)
        for scored in forecast(state, guide).scored:
            # What a card lays for one scoring alone is weighed by its expansion.
            if scored is None or any(extra.reason not in rules.kinds for extra in scored.extras):
                continue
            # Nor does it count on what will hardly be a seat's for long.
            places = rules.target_places[scored.target]
            if any(state.count(kind, place) for kind in lent for place in places):
                continue
            site = outlook.sites(state)[scored.target]
            counts = outlook.tally(state, scored.target)
            lines = {line.seat: line.points for line in scored.lines if line.seat >= 0}
            expected = outlook.expected(site, counts, doubt=0)
            assert expected == [lines.get(seat, 0) for seat in range(rules.n_seats)]


@games_of((170, 171, 172, 173))
def test_a_scoring_card_brings_what_was_foretold(variant: Variant, seed: int) -> None:
    guide = Guide(variant.setup(seed), variant.setup(seed).ruleset(), UNICODE)
    rules = guide.rules
    cards = [
        at for at, effect in enumerate(rules.card_effects) if effect.scores_as(rules.cards[at])
    ]
    for at, state in enumerate(futures(variant, seed, "cards")):
        # One of them in each position, in turns.
        for card in cards[at % max(1, len(cards)) :][:1]:
            seat = (at + card) % rules.n_seats
            told = card_forecast(state, guide, card, seat)
            assert told is not None
            if told.disks:
                continue
            begun = state.copy()
            begun.stack = []
            begin_action(begun, seat, card)
            if not told.certain:
                let_pass(begun, [])
            ways = [[]] if told.certain else [[code] for code in begun.legal(seat)]
            found = [one for way in ways for one in paid(begun, way)]
            assert [(one.target, one.sums()) for one in told.scored] == [
                one for one in found if guide.shows(rules.target_places[one[0]][0])
            ]


def let_pass(state: State, events: list[Event]) -> None:
    """Let whatever kept cards could do pass."""
    state.advance(events.append)
    while state.stack and state.rules.LET in state.legal(state.owing()[0]):
        state.apply(state.owing()[0], state.rules.LET, events.append)


def paid(begun: State, codes: list[int]) -> list[tuple[int, dict[int, int]]]:
    """Return what is scored after these answers, and who gets how much."""
    state = begun.copy()
    events: list[Event] = []
    let_pass(state, events)
    for code in codes:
        state.apply(state.owing()[0], code, events.append)
        let_pass(state, events)
    given = [event for event in events if isinstance(event, PointsGiven)]
    return [
        *((e.scored.target, e.scored.sums()) for e in events if isinstance(e, RegionScored)),
        *((codes[0] - state.rules.SCORE, {e.seat: e.points}) for e in given if codes),
    ]
