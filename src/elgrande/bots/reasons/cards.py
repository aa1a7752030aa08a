"""Why a power card is played: whom it lets one choose before, for which action card, with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.bots import power
from elgrande.bots.reasons.changes import changes
from elgrande.bots.reasons.deeds import deeds, then
from elgrande.bots.reasons.voice import HARDLY, Plan, Voice, on_others
from elgrande.bots.terms import terms_of
from elgrande.content.words.names import listed, sentence
from elgrande.rules.wording import caballeros

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from elgrande.bots.bot import Request
    from elgrande.bots.planner import Planner
    from elgrande.rules import State

STANDS_OUT = 1.0
"""A card on offer that is worth so many points more than the next is wanted."""
TOLD = 2
"""So many of the changes that a turn may bring are told."""


def of_power(
    request: Request, planner: Planner, state: State, rated: Sequence[tuple[float, int]]
) -> str:
    """Say why the first of these power cards, each with its worth, is played.

    What it brings, whom it lets one choose before, and which action card one hopes to choose.
    """
    voice = Voice.of(request)
    rules, seat = state.rules, voice.seat
    played = _played(state, seat, rated[0][1])
    most = state.count(seat, rules.provinces)
    brings = min(rules.power_numbers[played.power(seat)], most)
    said = [_court(voice, state.count(seat, rules.court), brings)]
    if voice.private:
        said += _order(voice, state, played)
        if terms_of(rules).turn is None:
            worths = power.card_worths(planner, state, brings, {})
            chances = power.order(state, seat, rules.initiative(played, seat))
            said.append(_wanted(voice, worths, before=max(chances) > chances[0]))
        else:
            said += _turn(voice, planner, played)
    if len(rated) > 1 and (voice.private or _known(state, seat, rated[1][1])):
        second = rated[1][1]
        instead = voice.instead(second)
        behind = rated[0][0] - rated[1][0]
        if not voice.private:
            said.append(f"{voice.my} second choice would be to {instead}")
        elif behind < HARDLY:
            said.append(f"To {instead} would be as good")
        else:
            other = _played(state, seat, second)
            much = on_others(behind, "less")
            cause = _cause(voice, state, played, other)
            said.append(f"Second best would be to {instead}; that gains you {much}{cause}")
    return " ".join(map(sentence, said))


def _played(state: State, seat: int, code: int) -> State:
    played = state.copy()
    played.apply(seat, code)
    return played


def _known(state: State, seat: int, code: int) -> bool:
    """Say whether everybody knows that a seat has the power card that an answer plays."""
    rules = state.rules
    value = _played(state, seat, code).power(seat)
    return bool(state.board[rules.at_known + seat] & rules.power_bit[value])


def _court(voice: Voice, court: int, brings: int) -> str:
    have = f"{voice.i} have {caballeros(court) if court else 'nobody'} at court"
    if not brings:
        return f"{have}, and this card brings none"
    return f"{have}, and this card brings {brings}{' more' if court else ''}"


# -- before whom -----------------------------------------------------------


def _order(voice: Voice, state: State, played: State) -> list[str]:
    """Say before and after whom one chooses with this card."""
    seat, rules = voice.seat, state.rules
    value = rules.initiative(played, seat)
    chances = power.sooner(state, seat, value)
    if not chances:
        return []
    here = [other for other in chances if state.power(other)]
    coming = [other for other in chances if not state.power(other)]
    sure = _around(voice, {o: chances[o] > 0.5 for o in here}, len(chances))
    likely = _around(voice, {o: chances[o] > 0.5 for o in coming}, len(chances))
    if sure and likely:
        still = "who have still to play" if len(coming) > 1 else "who has still to play"
        said = f"with it you choose {sure}, and probably {likely}, {still}"
    else:
        said = f"with it you {'' if sure else 'probably '}choose {sure or likely}"
    gone = terms_of(rules).ahead(played, value)
    if gone:
        said += f"; {'one card is' if gone == 1 else f'{gone} cards are'} gone before that"
    return [said]


def _around(voice: Voice, sooner: dict[int, bool], others: int) -> str:
    """Return before and after whom: ``before Blue and after Green``; "" if there is nobody."""
    parts = []
    for word, is_sooner in (("before", False), ("after", True)):
        seats = [seat for seat in sooner if sooner[seat] is is_sooner]
        if len(seats) == others > 2:
            parts.append(f"{word} everybody else")
        elif seats:
            parts.append(f"{word} {listed([voice.names.seat(seat) for seat in seats])}")
    return " and ".join(parts)


def _cause(voice: Voice, state: State, played: State, other: State) -> str:
    """Say who would choose before one with another card, or that it is better kept."""
    seat, rules = voice.seat, state.rules
    chances = power.sooner(state, seat, rules.initiative(played, seat))
    then_ = power.sooner(state, seat, rules.initiative(other, seat))
    more = [o for o in chances if then_[o] > 0.5 >= chances[o]]
    if more:
        return f", as {_names(voice, more)} {_probably(state, more)}then choose before you"
    if power.keeping(state, other.power(seat)) > power.keeping(state, played.power(seat)):
        return f", as the {other.power(seat)} is worth more in a later round"
    return ""


def _names(voice: Voice, seats: Collection[int]) -> str:
    return listed([voice.names.seat(seat) for seat in seats])


def _probably(state: State, seats: Collection[int]) -> str:
    return "would " if all(state.power(seat) for seat in seats) else "would probably "


# -- for what --------------------------------------------------------------


def _wanted(voice: Voice, worths: dict[int, float], *, before: bool) -> str:
    """Say which action card one hopes to choose; and the next, if others are likely ``before``."""
    ranked = sorted(((worth, card) for card, worth in worths.items()), reverse=True)
    if not ranked:
        return "no card is left to choose"
    best, card = ranked[0]
    lead = best - ranked[1][0] if len(ranked) > 1 else 0.0
    named = voice.card(voice.names.rules.CARD + card)
    if lead < STANDS_OUT:
        return f"no card is much better for you than the next; the best is {named}"
    if not before:
        return f"you want {named}: it gains you {on_others(lead, 'more')} than any other card"
    other = voice.card(voice.names.rules.CARD + ranked[1][1])
    return (
        f"best for you is {named}, if nobody takes it first; next comes {other}, which gains you "
        f"{on_others(lead, 'less')}"
    )


def _turn(voice: Voice, planner: Planner, played: State) -> list[str]:
    """Say what the turn may be to which a power card leads, where it decides on that."""
    begin = terms_of(played.rules).turn
    assert begin is not None
    rules, seat = played.rules, voice.seat
    chances = power.order(played, seat, rules.initiative(played, seat))
    start = played.copy()
    del start.stack[:-1]
    begin(start, seat, max(range(len(chances)), key=chances.__getitem__))
    number = min(rules.power_numbers[played.power(seat)], start.count(seat, rules.provinces))
    start.move(seat, seat, rules.provinces, rules.court, number)
    start.settle()
    end = planner.play(start.copy())
    plan = Plan.of(start, end)
    said = []
    done = deeds(voice, plan)
    if done:
        said.append(f"as things stand, you could then {then(done)}")
    found = [] if rules.veiled else changes(voice, start, end.state)
    if found:
        said.append(f"that way {'; '.join(found[:TOLD])}")
    return said
