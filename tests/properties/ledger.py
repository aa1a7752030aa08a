"""A second set of books: what the event stream says about a game, kept apart from the core."""

from __future__ import annotations

from elgrande.expansions.colonies.cards import TurnedDown
from elgrande.expansions.dummy.steps import DummyTook
from elgrande.expansions.grandissimo.cards import RegionCardBack
from elgrande.expansions.intrigue.effects import QuarantineLaid, QuarantineLifted
from elgrande.expansions.power_shift.steps import ModifierPlayed, ModifierReceived, ModifiersDealt
from elgrande.rules import State
from elgrande.rules import events as ev
from elgrande.rules.events import Event
from elgrande.rules.steps.hand import HandDealt, HandReopened, HandShows

INTO_TABOO = {"entourage", "infiltration"}
"""The special actions that bring caballeros into the King's region (S2)."""


class Ledger:
    """Pieces, points and hands as the events of a game tell them.

    It begins with the position in which somebody starts to listen; ``hear`` keeps
    it up to date and checks that each event is possible at its own moment.
    """

    def __init__(self, state: State) -> None:
        rules = self.rules = state.rules
        self.counts = {
            (kind, place): state.count(kind, place)
            for kind in range(len(rules.kinds))
            for place in range(rules.n_places)
        }
        self.king = state.king
        self.grandes = [state.grande(seat) for seat in range(rules.n_seats)]
        self.mobile = list(state.mobile)
        self.scores = [state.score(seat) for seat in range(rules.n_seats)]
        self.hands = [self.cards(state, seat) for seat in range(rules.n_seats)]
        self.faces = {slot.card for slot in state.slots if slot.card >= 0}
        self.power = [state.power(seat) for seat in range(rules.n_seats)]
        self.held = {(held.card, held.owner) for held in state.held}
        self.order = state.turn_order
        self.turns: list[int] = []
        self.takers: dict[int, int] = {}
        self.starter = state.starter
        self.quarantine = -1
        self.keeps: dict[int, set[int]] = {}
        """Hands that are chosen, until the last is."""
        self.effect = rules.cards[state.card].effect if state.card >= 0 else ""

    def cards(self, state: State, seat: int) -> set[int]:
        """The cards in a hand, each as the bit that stands for it."""
        bits = self.rules.hand_bits[len(self.rules.power_values) :]
        return {*state.hand(seat), *(bits[extra] for extra in state.extras(seat))}

    def modifier(self, number: int) -> int:
        """The bit of a modifier."""
        return self.rules.hand_bits[len(self.rules.power_values) + number]

    def taboo(self) -> set[int]:
        """The places where nothing may enter or leave now."""
        rules = self.rules
        closed = set(rules.region_places[self.quarantine]) if self.quarantine >= 0 else set()
        if self.king < len(rules.regions):
            return closed | set(rules.region_places[self.king])
        return closed | set(rules.king_taboo[self.king])

    def closed(self, target: int) -> bool:
        """Say whether a target lies wholly in taboo places; beside the map never does."""
        return target >= 0 and set(self.rules.target_places[target]) <= self.taboo()

    def hear(self, event: Event) -> None:
        """Book one event."""
        rules = self.rules
        match event:
            case ev.Moved(by, kind, source, target, number):
                assert number > 0
                assert source != target
                assert self.counts[kind, source] >= number
                self.counts[kind, source] -= number
                self.counts[kind, target] += number
                assert source not in self.taboo(), "the King's region is taboo"
                assert target not in self.taboo() or self.effect in INTO_TABOO
                if source == rules.castillo:
                    assert by < 0, "no card opens the Castillo"
            case ev.Converted(_, kind, other, place, number):
                assert 0 < number <= self.counts[kind, place]
                self.counts[kind, place] -= number
                self.counts[other, place] += number
            case ev.KingMoved(_, source, target):
                assert self.king == source != target
                self.king = target
            case ev.GrandeMoved(seat, source, target):
                assert self.grandes[seat] == source != target
                # After a swap the King stands where the Grande came from.
                assert not self.closed(source) or self.effect == "stand_in"
                # Whom the King takes along goes where he goes (S0, "King").
                assert (event.led and target == self.king) or not self.closed(target)
                self.grandes[seat] = target
            case ev.ScoreboardMoved(_, mobile, source, target):
                assert self.mobile[mobile] == source != target
                # A quarantine moves with its scoreboard, unless the King stands there.
                assert not self.closed(source) or source == self.quarantine != self.king
                assert not self.closed(target)
                self.mobile[mobile] = target
                assert self.mobile.count(target) == 1, "never two on one place"
            case QuarantineLaid(_, region):
                assert region in self.mobile
                self.quarantine = region
            case QuarantineLifted(region, mobile):
                assert self.mobile[mobile] == region == self.quarantine
                self.mobile[mobile] = self.quarantine = -1
            case ev.RegionScored(scored):
                self.hear_score(scored)
            case ev.PointsGiven(seat, points):
                self.scores[seat] += points
            case HandDealt(seat, values):
                self.hands[seat] = set(values)
            case HandShows(seat, values):
                self.keeps[seat] = set(values)
                if len(self.keeps) == rules.n_seats:
                    self.hands = [self.keeps[one] for one in range(rules.n_seats)]
            case HandReopened(seat):
                del self.keeps[seat]
            case ev.PowerPlayed(seat, value):
                assert not self.power[seat]
                self.hands[seat].remove(value)
                self.power[seat] = value
            case ev.RecalledValue(seat, value) | ev.RecalledOpenly(seat, value):
                assert value not in self.hands[seat]
                self.hands[seat].add(value)
            case ModifiersDealt(seat, modifiers):
                assert len(modifiers) == 3
                self.hands[seat] |= set(map(self.modifier, modifiers))
            case ModifierReceived(seat, modifier):
                self.hands[(seat - 1) % rules.n_seats].remove(self.modifier(modifier))
                self.hands[seat].add(self.modifier(modifier))
            case ModifierPlayed(seat, modifier):
                self.hands[seat].remove(self.modifier(modifier))
            case ev.RoundBegan(_, starter):
                self.power = [0] * rules.n_seats
                self.turns, self.takers = [], {}
                self.starter = starter
            case ev.CardsTurned(cards):
                self.faces = set(cards)
            case ev.CardChosen(_, card) if not rules.cards[card].stack:
                self.effect = rules.cards[card].effect
            case ev.CardChosen(seat, card):
                assert card in self.faces
                assert card not in self.takers
                assert seat not in self.takers.values(), "one card each in a round"
                self.takers[card] = seat
                self.effect = rules.cards[card].effect
            case DummyTook(_, card) | TurnedDown(_, card):
                assert card < 0 or card in self.faces - set(self.takers)
                self.faces.discard(card)
            case ev.CardsCleared(cards):
                assert set(cards) == self.faces - set(self.takers)
                self.faces, self.takers = set(), {}
            case ev.CardKept(seat, card, _):
                self.held.add((card, seat))
            case ev.CardUsed(_, card) if card in rules.abilities:
                pass
            case ev.CardUsed(seat, card) | ev.HeldExpired(seat, card):
                self.held.remove((card, seat))
            case RegionCardBack(_, card):
                (owner,) = (owner for held, owner in self.held if held == card)
                self.held.remove((card, owner))
            case ev.TurnBegan(seat):
                self.turns.append(seat)
                self.effect = ""
            case ev.TurnEnded():
                self.effect = ""
            case _:
                pass

    def hear_score(self, scored: ev.Scored) -> None:
        """Book the points of one place, and check that they are bounded."""
        tied = any(line.tied for line in scored.lines)
        total = 0
        for line in scored.lines:
            assert line.count > 0
            base = line.points - line.king - line.grande
            assert line.king in (0, 2)
            assert line.grande in (0, 2)
            if line.king or line.grande:
                assert line.rank == 1
                assert not line.tied, "a bonus is for a sole leader"
            if line.seat < 0:
                assert line.points == 0, "nobody scores for nobody"
            else:
                assert 0 <= base <= scored.values[1 if line.tied else 0]
                self.scores[line.seat] += line.points
            total += line.points
        for gift in scored.gifts:
            assert gift.points > 0
            self.scores[gift.seat] += gift.points
        if not tied:
            assert total <= sum(scored.values) + 4
        seats = [line.seat for line in scored.lines if line.seat >= 0]
        assert len(set(seats)) == len(seats), "a player stands in one rank"
        counts = [line.count for line in scored.lines]
        assert counts == sorted(counts, reverse=True)

    def agrees(self, state: State) -> None:
        """Check that the position is what the events led to."""
        rules = self.rules
        for (kind, place), number in self.counts.items():
            assert state.count(kind, place) == number
        assert state.king == self.king
        assert [state.grande(seat) for seat in range(rules.n_seats)] == self.grandes
        assert list(state.mobile) == self.mobile
        assert [state.score(seat) for seat in range(rules.n_seats)] == self.scores
        assert [self.cards(state, seat) for seat in range(rules.n_seats)] == self.hands
        assert {slot.card for slot in state.slots if slot.card >= 0} == self.faces
        assert {s.card: s.taker for s in state.slots if s.taker >= 0} == self.takers
        assert {(held.card, held.owner) for held in state.held} == self.held
        if not state.over:
            assert [state.power(seat) for seat in range(rules.n_seats)] == self.power
