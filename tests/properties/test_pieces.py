"""Pieces, points and cards: what no play of any game may ever break."""

from __future__ import annotations

from itertools import pairwise

from games import PLAIN, STACKED, Variant, games_of, rng_for, start, told
from ledger import INTO_TABOO, Ledger

from elgrande.expansions.intrigue.effects import QuarantineLaid, QuarantineLifted
from elgrande.rules import State
from elgrande.rules.events import Event, KingMoved, RoundBegan

SEEDS = range(10, 14)


@games_of(SEEDS)
def test_the_events_are_the_whole_story_and_break_no_taboo(variant: Variant, seed: int) -> None:
    """Every change of the board is told, in an order in which each was allowed.

    Two ways to see the taboo: no event enters or leaves the King's region of its
    moment, and where the King stood still the region is as it was.
    """
    state = start(variant, seed)
    ledger = Ledger(state)
    for before, _, _, events in told(state, rng_for(variant, seed, "ledger")):
        for event in events:
            ledger.hear(event)
        ledger.agrees(state)
        unwound(before, state, events)
        shifts = (KingMoved, QuarantineLaid, QuarantineLifted)
        if not any(isinstance(event, shifts) for event in events):
            check_untouched(before, state)


def unwound(before: State, after: State, events: list[Event]) -> None:
    """Taken back one by one, the latest first, the events lead to where the pieces stood."""
    rules, board = after.rules, after.board[:]
    for event in reversed(events):
        event.unwind(board, rules)
    for pieces in (slice(0, rules.at_score), slice(rules.at_grande, rules.at_round)):
        assert board[pieces] == before.board[pieces]


def check_untouched(before: State, after: State) -> None:
    """Nothing left the taboo places, and nothing entered but by a card that says so."""
    rules = before.rules
    assert before.king == after.king
    taboo = rules.taboo(before)
    enters = before.card >= 0 and rules.cards[before.card].effect in INTO_TABOO
    for place in taboo:
        for kind in range(len(rules.kinds)):
            were, are = before.count(kind, place), after.count(kind, place)
            assert were <= are if enters else were == are
    for target, places in enumerate(rules.target_places):
        if taboo.issuperset(places):
            homes = [
                [s.grande(seat) == target for seat in range(rules.n_seats)] for s in (before, after)
            ]
            assert homes[0] == homes[1]
            assert [t == target for t in before.mobile] == [t == target for t in after.mobile]


@games_of(SEEDS)
def test_caballeros_are_conserved(variant: Variant, seed: int) -> None:
    """The kinds of a family turn into each other; their sum stays."""
    state = start(variant, seed)
    rules = state.rules
    assert sorted(kind for family in rules.families for kind in family) == list(rules.all_kinds)
    for _ in told(state, rng_for(variant, seed, "conserved")):
        assert min(state.board[: rules.at_score]) >= 0
        for family, whole in zip(rules.families, rules.family_start, strict=True):
            assert sum(sum(state.board[rules.kind_cells[kind]]) for kind in family) == whole
        assert sum(state.board[: rules.at_score]) == sum(rules.family_start)


@games_of(SEEDS)
def test_one_king_a_home_for_everybody_and_scoreboards_apart(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    rules = state.rules
    for _ in told(state, rng_for(variant, seed, "pieces")):
        assert 0 <= state.king < len(rules.nodes)
        assert all(0 <= state.grande(seat) < len(rules.homes) for seat in range(rules.n_seats))
        lying = [target for target in state.mobile if target >= 0]
        assert len(set(lying)) == len(lying)
        assert all(target < len(rules.targets) for target in lying)


@games_of(SEEDS)
def test_scores_never_fall(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    for before, *_ in told(state, rng_for(variant, seed, "scores")):
        for seat in range(state.rules.n_seats):
            assert state.score(seat) >= before.score(seat)


@games_of(SEEDS)
def test_the_order_of_turns_and_the_next_starter(variant: Variant, seed: int) -> None:
    """The order is everybody, descending; who acts last begins the next round."""
    state = start(variant, seed)
    rules = state.rules
    ledger = Ledger(state)
    for before, _, _, events in told(state, rng_for(variant, seed, "order")):
        for event in events:
            if isinstance(event, RoundBegan) and before.round:
                assert tuple(ledger.turns) == before.turn_order
                assert ledger.turns[-1] == event.starter == state.starter
            ledger.hear(event)
        if all(state.power(seat) for seat in range(rules.n_seats)):
            order = state.turn_order
            assert sorted(order) == list(range(rules.n_seats))
            values = [rules.initiative(state, seat) for seat in order]
            assert values == sorted(values, reverse=True)
            assert tuple(ledger.turns) == order[: len(ledger.turns)]


@games_of(SEEDS, PLAIN)
def test_power_cards_of_a_round_all_differ(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    for _ in told(state, rng_for(variant, seed, "power")):
        played = [v for v in map(state.power, range(state.rules.n_seats)) if v]
        assert len(set(played)) == len(played)


@games_of(SEEDS)
def test_hands_played_and_returned_are_all_power_cards(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    rules = state.rules
    for _ in told(state, rng_for(variant, seed, "hands")):
        for seat in range(rules.n_seats):
            hand = state.hand(seat)
            assert len(set(hand)) == len(hand)
            assert set(hand) <= set(rules.power_values)
            assert set(state.view(None).hand(seat)) <= set(hand)


@games_of(SEEDS)
def test_every_action_card_is_in_one_place(variant: Variant, seed: int) -> None:
    """In its deck, face up, or gone; what somebody keeps is gone, or just taken.

    What went back to the box unseen is in no deck.
    """
    state = start(variant, seed)
    rules = state.rules
    dealt = {at for at, card in enumerate(rules.cards) if card.stack}
    boxed = dealt - {card for deck in state.box[1:] for card in deck}
    boxed -= {slot.card for slot in state.slots}
    for index, stack in enumerate(rules.stacks):
        away = [card for card in boxed if rules.cards[card].stack == stack]
        assert len(away) == rules.boxed_number[index]
    for _ in told(state, rng_for(variant, seed, "cards")):
        decks = [card for deck in state.box[1:] for card in deck]
        faces = [slot.card for slot in state.slots if slot.card >= 0]
        hidden_or_up = [*decks, *faces]
        assert len(set(hidden_or_up)) == len(hidden_or_up)
        assert set(hidden_or_up) <= dealt
        seen = state.board[rules.at_seen]
        assert {card for card in dealt if not (seen >> card) & 1} == set(decks) | boxed
        for slot, deck in zip(state.slots, state.box[1:], strict=True):
            assert slot.left == len(deck)
            assert all(rules.cards[card].stack == slot.stack for card in deck)
        # Of a card that lies in hands everybody has one.
        # One that lies on something, done by two, leaves a mark for each.
        kept = [(h.card, h.owner if rules.cards[h.card].value else h.mark) for h in state.held]
        assert len(set(kept)) == len(kept)
        assert not {card for card, _ in kept} & set(decks)
        takers = {slot.card: slot.taker for slot in state.slots}
        for held in state.held:
            assert takers.get(held.card, held.owner) == held.owner or held.mark >= 0
            assert held.until >= state.round


@games_of(SEEDS, STACKED)
def test_nobody_places_more_than_the_card_allows_nor_far_from_the_king(
    variant: Variant, seed: int
) -> None:
    """Placing begins in ``act`` and goes on in ``place``; special actions are not meant."""
    state = start(variant, seed)
    rules = state.rules
    placed: dict[tuple[int, int], int] = {}
    for before, seat, code, _ in told(state, rng_for(variant, seed, "placing")):
        if rules.verb(code) != "place" or before.decision().step not in ("act", "place"):
            continue
        place = code - rules.PLACE
        near = {p for region in rules.neighbours(before) for p in rules.region_places[region]}
        more = () if variant.plain else rules.landing(before, seat)
        assert place in {*near, *more, rules.castillo} - rules.taboo(before)
        (card,) = [slot.card for slot in before.slots if slot.taker == seat]
        turn = (before.round, seat)
        placed[turn] = placed.get(turn, 0) + 1
        assert placed[turn] <= rules.cards[card].caballeros
    assert placed


@games_of(SEEDS)
def test_rounds_follow_the_track(variant: Variant, seed: int) -> None:
    state = start(variant, seed)
    rounds = [state.round]
    for _ in told(state, rng_for(variant, seed, "rounds")):
        rounds.append(state.round)
    track = state.rules.rounds
    # What is asked before the first round is asked in none.
    assert sorted(set(rounds) - {0}) == list(track)
    assert all(before <= after for before, after in pairwise(rounds))
