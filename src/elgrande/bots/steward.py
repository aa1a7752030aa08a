"""The steward: looks to the end of its own turn, and no further.

It values a position by its own expected points of the coming scorings less its
opponents' (``outlook``), tries what its turn could do (``planner``), and answers
with what leads to the best. Power cards go by rules of thumb (``power``), and
secret disks are drawn by lot, better regions being likelier (``disks``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from elgrande.bots import disks, power, reasons
from elgrande.bots.adding import added
from elgrande.bots.bot import Answer, Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.plan_words import Plan, Voice, next_best, rivals
from elgrande.bots.planner import Option, Planner
from elgrande.bots.playouts import own_turn
from elgrande.bots.program import End, only_action, set_aside
from elgrande.bots.race import Budget, undisturbed
from elgrande.bots.weights import WEIGHTS, Weights
from elgrande.content.words.names import points, sentence
from elgrande.rules import State, View
from elgrande.rules.steps.effect import action_index
from elgrande.rules.steps.step import STOPPABLE, WindowFrame

if TYPE_CHECKING:
    from elgrande.bots.leads import Rest

VETO_MARGIN = 1.5
"""How many points an action must cost beyond the worth of the Veto that stops it."""
HAND = "A good hand has cards from low to high: high ones act early, low ones bring many."
"""Why a card is kept for a whole game."""
SAMPLES = 12
"""How often the others' disks are guessed, unless the budget allows less."""


class Steward:
    """Middling: plans its own turn, no further; four hardly ever lose to one squire."""

    wants_events = False

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights

    def choose(self, request: Request) -> Answer:
        """Answer with what leads to the best position, or the best found when the time is over."""
        with undisturbed():
            return self.answer(request, Budget(request.budget, request.seconds).expire)

    def answer(self, request: Request, check: Callable[[], None] | None = None) -> Answer:
        """Answer with the best that is found before ``check`` raises Enough."""
        view, decision = request.view, request.decision
        if len(decision.codes) == 1:
            return Answer(decision.codes[0])
        seat = decision.seat
        rules = view.rules
        outlook, voice = self.outlook(view, seat), Voice.of(request)
        if decision.step == "disks":
            samples = max(1, min(SAMPLES, request.budget))
            rated = disks.rate(outlook, view, request.generator, samples)
            region = disks.drawn(rated, request.generator)
            ranked = [(worth, rules.DISK + each) for each, worth in rated]
            code = rules.DISK + region
            second = reasons.second_of(voice, ranked, code)
            return Answer(code, reasons.of_disk(request, outlook, region, second), 0, second)
        if decision.step == "choose_hand":
            kept = power.keep(rules, decision.codes, plans=self.weights.plans)
            return Answer(kept, HAND)
        state = view.sample(request.generator)
        if decision.step == "power":
            planner = Planner(outlook, request.generator, brisk=True, check=check)
            cards = power.rate(planner, state)
            code = cards[0][1]
            second = reasons.second_of(voice, cards, code)
            why = reasons.of_power(request, planner, state, code, second)
            return Answer(code, why, 0, second)
        planner = Planner(outlook, request.generator, check=check)
        if decision.step == "window":
            return self._window(planner, state, voice)
        ends: list[End] = []
        if decision.step == "choose_card":
            ends = planner.ends(state)
            options = self._deny(planner, state, _by_card(ends))
        else:
            options = planner.options(state)
        if request.private and not ends and own_turn(view):
            ends = planner.ends(state)
        code = options[0].code
        second = reasons.second_of(voice, options, code)
        path = next((end.path for end in ends if (seat, code) in end.path[:1]), [])
        plan = [each for at, each in path if at == seat and request.private]
        return Answer(code, _why(voice, state, code, second, ends), 0, second, tuple(plan))

    def outlook(self, view: View, seat: int) -> Outlook:
        """Return what values positions in this game."""
        return Outlook(view, seat, self.weights)

    def _window(self, planner: Planner, state: State, voice: Voice) -> Answer:
        """Use a held card against an action, or in its place, if that is worth it."""
        rules = state.rules
        seat = planner.seat
        codes = state.legal(seat)
        window = state.stack[-1]
        assert isinstance(window, WindowFrame)
        if window.trigger not in STOPPABLE:
            return Answer(planner.options(state)[0].code)
        set_aside(state, action_index(state))
        stopped = state.copy()
        stopped.apply(seat, codes[0])
        state.apply(seat, rules.LET_ALL)
        after = planner.of(window.acting).play(state).state
        harm = planner.outlook.worth(stopped) - planner.outlook.worth(after)
        if harm > VETO_MARGIN:
            much = points(round(harm))
            whom = rivals(voice)
            why = f"Letting it pass would set {voice.me} back about {much} against {whom}."
            return Answer(codes[0], why)
        return Answer(rules.LET, "Stopping it would gain you little." if voice.private else "")

    def _deny(self, planner: Planner, state: State, options: list[Option]) -> list[Option]:
        """Add to each card what those who follow, the strongest above all, can no longer do."""
        followers = _followers(state, planner.seat)
        if not followers or not self.weights.denied:
            return options
        rival = min(followers, key=lambda seat: planner.outlook.share[seat])
        first = state.rules.CARD
        cards = {first + card for card in state.rules.offered(state, planner.seat)}
        harms = {code: _harm(planner, state, code, rival) for _, code in options if code in cards}
        whole = added(sorted(harms.values())[-len(followers) :])
        out = []
        for worth, code in options:
            left = [harm for other, harm in harms.items() if other != code]
            spared = whole - added(sorted(left)[-len(followers) :])
            out.append(Option(worth + self.weights.denied * spared, code))
        return sorted(out, key=lambda option: -option.worth)


def _by_card(ends: list[End]) -> list[Option]:
    """Return the best end with each card, as the choice of that card."""
    cards: dict[int, Option] = {}
    for end in ends:
        _, code = end.path[0]
        cards.setdefault(code, Option(end.worth, code))
    return list(cards.values())


def _followers(state: State, seat: int) -> tuple[int, ...]:
    """Return who chooses a card after a seat in this round."""
    order = state.turn_order
    return order[order.index(seat) + 1 :] if seat in order else ()


def _harm(planner: Planner, state: State, code: int, follower: int) -> float:
    """Return what a card's special action would cost us in the hands of another seat."""
    after = state.copy()
    only_action(after, follower, code - state.rules.CARD)
    after = planner.of(follower).play(after).state
    return max(0.0, planner.outlook.worth(state) - planner.outlook.worth(after))


def _why(voice: Voice, state: State, code: int, second: Rest | None, ends: list[End]) -> str:
    """Say in a few sentences what speaks for an answer, and what it is to lead to."""
    rules = state.rules
    seat = voice.seat

    def planned(code: int) -> Plan | None:
        end = next((one for one in ends if (seat, code) in one.path[:1]), None)
        if end is None and voice.private and code != rules.END:
            return reasons.forced(state, seat, code)
        return None if end is None else Plan.of(state, end)

    if code in (rules.DONE, rules.END):
        said = [reasons.stopping(voice, state, code)]
        said += [next_best(voice, second)] if second and voice.private else []
        return " ".join(map(sentence, said))
    if rules.verb(code) == "take" and not voice.private:
        return "I can place only what I have taken to my court."
    return reasons.why(voice, planned(code), second, second and planned(second.code))
