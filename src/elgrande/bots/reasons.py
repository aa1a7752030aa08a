"""Why a bot answers as it does, in sentences that a person would say.

What is said of an answer on the board (``why``) is the plan that it belongs to, what is otherwise
at its end (``plan_words``), and what is second. What hangs on others' secret answers stands behind
an *if* (``guesses``). A power card is told by whom it lets one choose before, for which action
card; a disk by what it does, to its owner alone. Nothing here knows a card or an expansion: what
these have that is no rank and no point they tell themselves (``BotTerms.gains``).

To whoever asks for advice a bot says *you*, and all of it; what everybody may read is one short
sentence about itself. Differences are a bot's own: its expected points less what its rivals may
expect, so they are told as how it is off *against the others*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from elgrande.bots import disks, power
from elgrande.bots.plan_words import (
    BUT,
    READ,
    SILENT_VERBS,
    SPOKEN,
    Plan,
    Voice,
    against,
    at_once,
    can_special,
    changes,
    moves,
    next_best,
    shut,
    stands,
    then,
    together,
    worst,
)
from elgrande.bots.terms import terms_of
from elgrande.content.words import clause
from elgrande.content.words.names import listed, ordinal, points, sentence
from elgrande.rules.events import Event, RegionScored
from elgrande.rules.scoring import score
from elgrande.rules.wording import caballeros

if TYPE_CHECKING:
    from elgrande.bots.bot import Request
    from elgrande.bots.leads import Rest
    from elgrande.bots.outlook import Outlook
    from elgrande.bots.planner import Planner
    from elgrande.rules import State, View


TOLD = 3
"""So many of the changes that a plan brings are told, the greatest ones."""
NOTHING_BETTER = "I see nothing better."
"""What is said where there is nothing else to say."""
EVEN = "that hardly changes what anybody would get"
"""Why something is answered that has to be, and changes next to nothing."""
AT_ONCE = "This pays at once."
"""What is said where nothing else may be."""


def why(voice: Voice, plan: Plan | None, second: Rest | None, other: Plan | None = None) -> str:
    """Say what a plan is, what it brings and what comes second, with the ``other`` plan for that.

    What the answer itself says is not told again.
    """
    rules = voice.names.rules
    if not voice.private:
        # What was not chosen tells of what was, and what comes of it tells it too.
        if second is not None and rules.is_secret(second.code):
            second = None
        if plan is not None and any(rules.is_secret(code) for _, code in plan.path):
            plan = None
    hidden = plan is not None and shut(plan)
    if hidden:
        # How much better it is would tell how many are in the veiled Castillo.
        second = None
    found = [] if plan is None else changes(voice, plan.start, plan.end, shut=hidden)
    instead = AT_ONCE if hidden else NOTHING_BETTER
    if not voice.private:
        return _in_passing(voice, found, second) or instead
    last = _second(voice, plan, second, other)
    if plan is None:
        return " ".join(map(sentence, last)) or instead
    done, lead = moves(voice, plan), "The plan: "
    own = [c for at, c in plan.path if at == voice.seat]
    code = own[0] if own else -1
    if len(done) == 1 and [c for c in own if rules.verb(c) not in SILENT_VERBS] == [code]:
        done = []
    if done and done[0] == voice.instead(code):
        del done[0]
        lead = "then "
    first = [f"{lead}{then(done)}"] if done else []
    if not done and code in (rules.DONE, rules.END):
        first = [stopping(voice, plan.start, code)]
    supposed = guesses(voice, plan) if found else ""
    sure = _in_any_case(voice, plan, found) if supposed else found
    back = next((c for c in own if rules.verb(c) == "recall"), -1)
    use = _cards_back(voice, back, second if back == code else None)
    use += [*_taken_for(voice, plan, own), *_in_castillo(voice, plan, found[:TOLD])]
    if not (first or found or use or rules.veiled):
        use = [EVEN]
    lead = "that way " if done else ""
    if all(text.startswith(BUT) for text in found):
        lead = "it costs something: "
    for told in range(TOLD, 0, -1):
        always = [text for text in found[:told] if text in sure]
        perhaps = [text for text in found[:told] if text not in sure]
        brings = [f"{lead}{together(always)}"] if always else []
        brings += [f"{supposed}, {together(perhaps)}"] if perhaps else []
        whole = " ".join(map(sentence, [*first, *brings, *use, *last]))
        if len(whole) <= READ:
            break
    return whole or instead


def _in_any_case(voice: Voice, plan: Plan, found: list[str]) -> list[str]:
    """Return what comes true whatever the others answer, as far as other guesses tell."""
    hidden = shut(plan)
    ends = [changes(voice, plan.start, end, shut=hidden) for end in otherwise(voice, plan)]
    return [text for text in found if ends and all(text in each for each in ends)]


def stopping(voice: Voice, state: State, code: int) -> str:
    """Say why a seat does no more: whom it could still place it keeps for a later turn.

    What it leaves undone may bring something, but is worth no more than that.
    """
    rules = voice.names.rules
    court = state.count(voice.seat, rules.court)
    unused = ""
    if code == rules.END and can_special(state, voice.seat):
        unused = f", and the special action would leave {voice.me} no better off"
    if voice.rounds and any(rules.verb(code) == "place" for code in state.legal(voice.seat)):
        whom = caballeros(court) if court > 1 else "caballero"
        return f"{voice.my} {whom} at court will be of more use in a later turn{unused}"
    return f"whatever else {voice.i} could still do would leave {voice.me} no better off"


def _second(voice: Voice, plan: Plan | None, second: Rest | None, other: Plan | None) -> list[str]:
    """Say what comes second, how far it is behind, and where most, if no guess decides that."""
    if second is None:
        return []
    pays = "" if plan is None else _certain(voice, plan, second.code)
    cause = ""
    if plan and other:
        cause = ", depending on what the others answer"
        if not (guesses(voice, plan) or guesses(voice, other)):
            lacks = worst(voice, plan.end, other.end)
            cause = f", as {lacks}" * bool(lacks)
    return [next_best(voice, second, pays, cause)]


def _certain(voice: Voice, plan: Plan, code: int) -> str:
    """Say what an answer pays at once, if it names what is scored; "" if not."""
    if voice.names.rules.verb(code) != "score" or voice.names.rules.veiled:
        return ""
    known = forced(plan.start, voice.seat, code)
    if known is None:
        return ""
    paid = at_once(voice, known.start, known.end)
    return paid[0][1] if paid else "it pays nobody"


def forced(state: State, seat: int, code: int) -> Plan | None:
    """Return an answer as a plan of its own; None if the round ends with it, and more is scored."""
    end = state.copy()
    end.apply(seat, code)
    over = end.round != state.round or not end.stack
    return None if over else Plan(state, [(seat, code)], end)


def _in_passing(voice: Voice, found: list[str], second: Rest | None) -> str:
    """Say the greatest change, and how far the second choice is behind, if both can be read."""
    said = sentence(found[0].removeprefix(BUT)) if found else ""
    much = against(voice, second, "better") if second else ""
    if second is None or not much:
        return said
    more = f"This is {much} than if I {voice.instead(second.code)}."
    whole = f"{said} {more}".strip()
    return whole if len(whole) <= SPOKEN else more


def _taken_for(voice: Voice, plan: Plan, own: Sequence[int]) -> list[str]:
    """Say what a card is taken for whose special action is left out."""
    rules, seat, start = voice.names.rules, voice.seat, plan.start
    verbs = [rules.verb(code) for code in own]
    if "card" not in verbs or "special" in verbs:
        return []
    card = own[verbs.index("card")] - rules.CARD
    others = [each for each in rules.offered(start, seat) if each != card]
    placed = verbs.count("place")
    if not others:
        return ["it is the only card left to choose"]
    if all(rules.allowance(start, seat, each) < placed for each in others):
        return [f"the card is taken for the {caballeros(placed)} that it lets you place"]
    if set(start.to_come) - {seat}:
        return ["nobody after you can use the card's special action then"]
    return []


def _in_castillo(voice: Voice, plan: Plan, told: Sequence[str]) -> list[str]:
    """Say what one can do with those who come to the Castillo in the last round."""
    rules, castillo = voice.names.rules, voice.names.rules.castillo
    came = plan.end.count(voice.seat, castillo) > plan.start.count(voice.seat, castillo)
    where = voice.names.at(rules.targets[rules.castillo_target])
    if voice.rounds or not came or any(where in text for text in told):
        return []
    return [f"those {where} go to the region on your disk before the regions are scored"]


def _cards_back(voice: Voice, code: int, second: Rest | None) -> list[str]:
    """Say what a power card that is taken back is good for, beside another one if there is one."""
    rules = voice.names.rules
    words = [rules.text(each).split() for each in (code, -1 if second is None else second.code)]
    # Cards of an expansion's own have no number.
    got, left = (int(w[1]) if w[0] == "recall" and w[1].isdecimal() else 0 for w in words)
    if not got:
        return []
    if not voice.rounds:
        return ["no power card is played any more"]
    brings = rules.power_numbers[got]
    if got > left > 0 or (not left and brings < 2):
        sooner = f"earlier than the {left}" if left else "early"
        return [f"the {got} lets you choose a card {sooner} in {voice.later}"]
    more = brings - (rules.power_numbers[left] if left else 0)
    than = f" more than the {left}" if left else ""
    return [f"the {got} brings {more}{than} to your court"] if more > 0 else []


# -- what others' secret answers may be -------------------------------------------------


def guesses(voice: Voice, plan: Plan) -> str:
    """Say on which answers of others a plan relies that nobody knows: ``if Blue's disk shows ...``.

    "" if on none. That nobody stops it is taken for granted.
    """
    rules, names = voice.names.rules, voice.names
    disks: dict[int, str] = {}
    others: list[str] = []
    seats: set[int] = set()
    state = plan.start.copy()
    for at, code in plan.path:
        if _guessed(state, voice, at, code):
            seats.add(at)
            if rules.verb(code) == "disk":
                disks[at] = names.region(code - rules.DISK)
            else:
                others.append(f"{names.seat(at)} chooses to {clause(code, rules, names)}")
        state.apply(at, code)
    if len(others) > 1 or (others and disks):
        who = "the others answer" if len(seats) > 1 else f"{names.seat(min(seats))} answers"
        return f"if {who} as I guess"
    if others:
        return f"if {others[0]}, as I guess"
    if not disks:
        return ""
    owners: dict[str, list[str]] = {}
    for at, region in disks.items():
        owners.setdefault(region, []).append(f"{names.seat(at)}'s")
    shown: list[str] = []
    for region, whose in owners.items():
        verb = " " if shown else " disk shows " if len(whose) == 1 else " disks show "
        shown.append(f"{listed(whose)}{verb}{region}")
    return f"if {listed(shown)}, as I guess"


def otherwise(voice: Voice, plan: Plan) -> Iterator[State]:
    """Yield where a plan leads if another answers otherwise than is guessed: each in each way.

    Where the plan's other answers would not be possible then, nothing is yielded for that way.
    """
    state = plan.start.copy()
    for number, (at, code) in enumerate(plan.path):
        if _guessed(state, voice, at, code):
            for other in state.decision(at).codes:
                if other != code:
                    end = _gone_on(state, [(at, other), *plan.path[number + 1 :]])
                    if end is not None:
                        yield end
        state.apply(at, code)


def _gone_on(state: State, path: Sequence[tuple[int, int]]) -> State | None:
    """Return where answers lead; None if one of them is not possible."""
    state = state.copy()
    for at, code in path:
        if at not in state.owing() or code not in state.legal(at):
            return None
        state.apply(at, code)
    return state


def _guessed(state: State, voice: Voice, at: int, code: int) -> bool:
    """Say whether an answer is another's guess: that nobody stops a plan is taken for granted."""
    if at == voice.seat or voice.names.rules.verb(code) in SILENT_VERBS:
        return False
    return len(state.decision(at).codes) > 1


def second_of(voice: Voice, rated: Sequence[tuple[float, int]], code: int) -> Rest | None:
    """Return the best of the other answers, each with its worth; None if there is no other.

    It is ahead of a disk that was drawn by lot. To end the turn is no other way to do something.
    """
    others = [pair for pair in rated if pair[1] not in (code, voice.names.rules.END)]
    if not others:
        return None
    worth, other = max(others)
    return voice.rest(other, next(mine for mine, each in rated if each == code) - worth)


# -- power cards ------------------------------------------------------------------------


STANDS_OUT = 1.0
"""A card on offer that is worth so many points more than the next is wanted."""
CARDS_TOLD = 2
"""So many of the changes that a turn may bring are told."""
CERTAIN = 0.995
"""A rank that is more likely than this is told as a fact."""


def of_power(
    request: Request, planner: Planner, state: State, code: int, second: Rest | None
) -> str:
    """Say why a power card is played.

    What it brings, whom it lets one choose before, and which action card one hopes to choose.
    """
    voice = Voice.of(request)
    rules, seat = state.rules, voice.seat
    played = _played(state, seat, code)
    most = state.count(seat, rules.provinces)
    number = rules.power_numbers[played.power(seat)]
    brings = min(number, most)
    said = [_court(voice, state.count(seat, rules.court), brings, empty=number > brings == 0)]
    if voice.private:
        said += _order(voice, state, played)
        if terms_of(rules).turn is None:
            worths = power.card_worths(planner, state, brings, {})
            chances = power.order(state, seat, rules.initiative(played, seat))
            gone = terms_of(rules).ahead(state, rules.initiative(played, seat))
            left = {card: worth for card, worth in worths.items() if card not in gone}
            said.append(_wanted(voice, left, before=max(chances) > chances[len(gone)]))
        else:
            said += _turn(voice, planner, state, code)
    if second is not None and voice.private:
        cause = _cause(voice, state, played, _played(state, seat, second.code))
        said.append(next_best(voice, second, cause=cause if second.behind >= 1 else ""))
    elif second is not None and _known(state, seat, second.code):
        said.append(f"{voice.my} second choice would be to {voice.instead(second.code)}")
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


def _court(voice: Voice, court: int, brings: int, *, empty: bool) -> str:
    have = f"{voice.i} have {caballeros(court) if court else 'nobody'} at court"
    if not brings:
        why = f", since {voice.my} provinces are empty" if empty else ""
        return f"{have}, and this card brings none{why}"
    return f"{have}, and this card brings {brings}{' more' if court else ''}"


# -- before whom -----------------------------------------------------------


def _order(voice: Voice, state: State, played: State) -> list[str]:
    """Say before and after whom one chooses with this card.

    Where what a turn may do follows from the power cards, nobody chooses, and the rank is told.
    """
    seat, rules = voice.seat, state.rules
    value = rules.initiative(played, seat)
    chances = power.sooner(state, seat, value)
    if not chances:
        return []
    here = [other for other in chances if _is_settled(state, other, value)]
    coming = [other for other in chances if other not in here]
    sure = _around(voice, {o: chances[o] > 0.5 for o in here}, len(chances))
    likely = _around(voice, {o: chances[o] > 0.5 for o in coming}, len(chances))
    if terms_of(rules).turn is not None:
        if not (coming and len(chances) > 1):
            return [f"with it you {'' if sure else 'probably '}act {sure or likely}"]
        # The turn that is told as possible is one of that very rank.
        return [f"with it you {_rank(voice, played, sure)} of all"]
    if sure and likely:
        still = "who have still to play" if len(coming) > 1 else "who has still to play"
        said = f"with it you choose {sure}, and probably {likely}, {still}"
    else:
        said = f"with it you {'' if sure else 'probably '}choose {sure or likely}"
    gone = len(terms_of(rules).ahead(played, value))
    if gone:
        more = " more" * any(chance > 0.5 for chance in chances.values())
        cards = f"one{more} card is" if gone == 1 else f"{gone}{more} cards are"
        said += f"; {cards} gone before that"
    return [said]


def _is_settled(state: State, other: int, value: int) -> bool:
    """Say whether it is certain that another acts before a card of this value, or acts after.

    It is of whoever has played, and where no card that the other may still have changes it.
    """
    rules = state.rules
    if state.power(other) or rules.extra_hand:
        return bool(state.power(other))
    may_have = state.board[rules.at_known + other]
    for owner, mask in state.unknown_cards:
        may_have |= mask * (owner == other)
    values = set(rules.power_values) - {*rules.barred(state), value}
    return len({each > value for each in values if may_have & rules.power_bit[each]}) == 1


def _rank(voice: Voice, played: State, sure: str) -> str:
    """Say as which of all one acts, as far as that can be told while others have still to play."""
    ahead, chance = _likeliest(played, voice.seat)
    last = ahead == played.rules.n_seats - 1
    rank = "last" if last else ordinal(ahead + 1)
    if chance > CERTAIN:
        return f"act {rank}"
    return f"act {sure}, and most likely {rank}" if sure else f"most likely act {rank}"


def _likeliest(played: State, seat: int) -> tuple[int, float]:
    """Return how many others act before a seat most likely, and how likely that is."""
    chances = power.order(played, seat, played.rules.initiative(played, seat))
    ahead = max(range(len(chances)), key=chances.__getitem__)
    return ahead, chances[ahead]


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
    sooner = [o for o in chances if then_[o] > 0.5 >= chances[o]]
    if more := [voice.names.seat(o) for o in sooner]:
        do = "choose" if terms_of(rules).turn is None else "act"
        sure = all(_is_settled(state, o, rules.initiative(other, seat)) for o in sooner)
        likely = "would" if sure else "would probably"
        return f", as {listed(more)} {likely} then {do} before you"
    if power.keeping(state, other.power(seat)) > power.keeping(state, played.power(seat)):
        return f", as the {other.power(seat)} is worth more in {voice.later}"
    fewer = rules.power_numbers[played.power(seat)] - rules.power_numbers[other.power(seat)]
    if fewer > 0:
        return f", as it brings {fewer} fewer to your court"
    return ""


# -- for what --------------------------------------------------------------


def _wanted(voice: Voice, worths: dict[int, float], *, before: bool) -> str:
    """Say which action card one hopes to choose; and the next, if others are likely ``before``."""
    ranked = sorted(((worth, card) for card, worth in worths.items()), reverse=True)[:2]
    best = [voice.card(voice.names.rules.CARD + card) for _, card in ranked]
    if len(best) < 2:
        return f"only {best[0]} is left to choose" if best else "no card is left to choose"
    if ranked[0][0] - ranked[1][0] < STANDS_OUT:
        return f"as things stand, {listed(best)} would be about equally good for you"
    taken = f", or {best[1]} if that is taken" if before else ""
    return f"as things stand, {best[0]} would be best for you{taken}"


def _turn(voice: Voice, planner: Planner, state: State, code: int) -> list[str]:
    """Say what the turn may be to which a power card leads, where it decides on that."""
    begin = terms_of(state.rules).turn
    assert begin is not None
    rules, seat = state.rules, voice.seat
    start = state.copy()
    # With the last card the round would go on, and hand out what is handed out here.
    del start.stack[:-1]
    start.apply(seat, code)
    number = min(rules.power_numbers[start.power(seat)], start.count(seat, rules.provinces))
    start.move(seat, seat, rules.provinces, rules.court, number)
    begin(start, seat, _likeliest(start, seat)[0])
    end = planner.play(start.copy())
    plan = Plan.of(start, end)
    said = []
    done = moves(voice, plan)
    if done:
        said.append(f"as things stand, you could then {then(done)}")
    found = [] if rules.veiled else changes(voice, start, end.state)
    if found:
        said.append(f"that way {together(found[:CARDS_TOLD])}")
    return said


# -- disks ------------------------------------------------------------------------------


def of_disk(request: Request, outlook: Outlook, chosen: int, second: Rest | None) -> str:
    """Say why a disk shows a region, to whoever sets it and to nobody else."""
    if not request.private:
        return ""
    voice, view = Voice.of(request), request.view
    names = voice.names
    other = chosen if second is None else second.code - view.rules.DISK
    said = _does(voice, view, chosen, best=second is None or second.behind >= 0)
    movers = disks.movers(view) or {}
    veiled = view.rules.veiled and disks.asking(view).step == disks.ALL_MOVE
    likely = {
        each: disks.likeliest(outlook, view, each)
        for each, number in movers.items() if each != voice.seat and number and not veiled
    }  # fmt: skip
    shown: dict[int, list[str]] = {}
    for each, region in likely.items():
        shown.setdefault(region, []).append(names.seat(each))
    guessed = [
        f"{listed(who)} set{'s' * (len(who) == 1)} {names.region(region)}"
        for region, who in shown.items()
    ]
    if guessed:
        said.append(f"I guess that {listed(guessed)}")
    if movers.get(voice.seat) and not veiled:
        said += _brings(voice, view, likely, chosen, other)
    if second is not None and second.behind < 0:
        # Only who moves too, or sets what must not be set twice, could use what they foresee.
        foreseen = likely or veiled or disks.asking(view).step == disks.UNIQUE
        best, close = names.region(other), second._replace(behind=-second.behind)
        much = against(voice, close, "better") or "about as good"
        said.append(
            f"{best} looks best, but a disk that always shows that is easy to foresee, so I draw "
            "lots among the good ones"
            if foreseen
            else f"{best} looks {much}, and among regions that are so close I draw lots"
        )
    elif second is not None:
        much = against(voice, second, "worse") or "about as good"
        said.append(f"next best: {names.region(other)}, {much}")
    return " ".join(map(sentence, said))


def _brings(
    voice: Voice, view: View, likely: Mapping[int, int], chosen: int, other: int
) -> list[str]:
    """Say what the disk brings if the others set what is likely: nothing if that is not known.

    What its region pays is told with what that pays anyway, were the ``other`` one on the disk.
    """
    ends = []
    for region in (chosen, other):
        state = view.trial()
        events: list[Event] = []
        # Those of others that are set already may be turned again, here to what is guessed; those
        # of whoever moves nobody show anything.
        rest = [seat for seat in state.owing() if seat != voice.seat and seat not in likely]
        answers = [(seat, state.legal(seat)[0]) for seat in rest]
        answers += [(seat, view.rules.DISK + shown) for seat, shown in likely.items()]
        for seat, code in (*answers, (voice.seat, view.rules.DISK + region)):
            if code not in state.legal(seat):
                return []
            state.apply(seat, code, events.append)
        general = [e.scored for e in events if isinstance(e, RegionScored) and e.general]
        paid = [scored.sums() for scored in general if scored.target == chosen]
        if not paid:
            return [f"then {text}" for text in stands(voice, view, state, chosen)]
        ends.append(paid[0])
    lost = {seat: ends[1].get(seat, 0) - ends[0].get(seat, 0) for seat in range(view.rules.n_seats)}
    loser = max(lost, key=lost.__getitem__)
    # Where its owner gets the same, it may be for what another does not get.
    whom = voice.seat if lost[voice.seat] or lost[loser] <= 0 else loser
    there, anyway = (end.get(whom, 0) for end in ends)
    much = points(there) if there else "nothing"
    than = f" instead of {anyway or 'nothing'}" if there != anyway else ", as it would anyway"
    who = "you" if whom == voice.seat else voice.names.seat(whom)
    return [f"then {voice.names.target(chosen)} pays {who} {much}{than}"]


def _does(voice: Voice, view: View, chosen: int, *, best: bool) -> list[str]:
    """Say what the disk does to its owner's caballeros, or else; ``best`` if it looks so."""
    names, seat, rules = voice.names, voice.seat, view.rules
    movers = disks.movers(view)
    if movers is not None:
        number = movers.get(seat, 0)
        at = disks.asking(view).region
        inside = names.at(rules.regions[at] if at >= 0 else rules.places[rules.castillo])
        mine = f"your {caballeros(number) if number > 1 else 'caballero'} {inside}"
        if number and rules.taboo(view).issuperset(rules.region_places[chosen]):
            return [f"{mine} would go to your court, since {names.region(chosen)} is closed"]
        return [f"{mine} would go to {names.region(chosen)}"] if number else []
    number = disks.asking(view).number
    if disks.asking(view).step == disks.UNIQUE:
        return [_unique(voice, view, chosen)]
    if number < 0:
        return ["all regions that are open look equally good to me, so I draw lots"]
    there = sum(view.count(seat, place) for place in rules.region_places[chosen])
    where, gone = names.at(rules.regions[chosen]), min(number, there)
    if not gone:
        return [f"you have nobody {where}, so it sends nobody back"]
    who = "your caballero" if there == 1 else f"your {caballeros(there)}"
    some = "" if gone == there else f"{gone} of "
    return [f"it sends back {some}{who} {where}{', which costs you least' * best}"]


def _unique(voice: Voice, view: View, chosen: int) -> str:
    """Say whom a region would pay that is scored if one disk alone shows it."""
    paid, region = score(view, chosen).sums(), voice.names.region(chosen)
    most = max(paid, key=paid.__getitem__, default=voice.seat)
    mine = paid.get(voice.seat, 0)
    if 2 * mine >= paid.get(most, 0) > 0:
        return f"if nobody else sets {region}, it is scored and pays you {points(mine)}"
    if not paid.get(most):
        return f"{region} would pay nobody"
    return (
        f"{region} would pay {voice.names.seat(most)} {points(paid[most])}, but nothing if "
        "another sets it too"
    )
