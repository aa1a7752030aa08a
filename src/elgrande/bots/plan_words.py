"""A plan in words: who speaks of it to whom, what is done on its way, what is otherwise at its end.

What is done is told by the labels of the answers, which are data of the verbs, and by who moves on
the board; what has changed by who leads where, whose region the King is in, who has got points.
``Voice`` has the words for a bot that speaks of itself, and for an adviser.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots import leads
from elgrande.bots.terms import terms_of
from elgrande.content.words import advised
from elgrande.content.words.names import GameNames, listed, named, ordinal, slashed
from elgrande.rules.effects.cards import ChoiceFrame, SequenceFrame
from elgrande.rules.effects.pieces import RIDE
from elgrande.rules.events import Event, Moved, PointsGiven, RegionScored, TurnEnded
from elgrande.rules.scoring import KING_BONUS, score
from elgrande.rules.wording import caballeros, one_among, points, some_of

if TYPE_CHECKING:
    from elgrande.bots.bot import Request
    from elgrande.bots.leads import Rest
    from elgrande.bots.program import End, Path
    from elgrande.rules import Decision, Position, Ruleset, State


SPOKEN = 155
"""So many characters are read in passing."""
READ = 690
"""So many characters are read by whoever has asked."""
_YOUR = re.compile(r"\byour\b(?! own\b)")
BUT = "but "
"""A change that begins so is a drawback."""


class Voice(NamedTuple):
    """Who speaks of whose plan: a bot of its own, an adviser of a player's, a report of theirs."""

    names: GameNames
    seat: int
    private: bool
    decision: Decision | None = None
    """What is asked now: it says what numbered answers are."""
    rounds: int = 0
    """So many are to come."""
    their: bool = False

    @classmethod
    def of(cls, request: Request) -> Voice:
        """Return the voice in which a request is answered."""
        view = request.view
        names = named(view.rules, request.names or None)
        rounds = sum(number > view.round for number in view.rules.rounds)
        return cls(names, request.seat, request.private, request.decision, rounds)

    @property
    def me(self) -> str:
        return "you" if self.private else "me"

    @property
    def i(self) -> str:
        return "you" if self.private else "I"

    @property
    def my(self) -> str:
        return "their" if self.their else "your" if self.private else "my"

    def own(self, text: str) -> str:
        """Return what is said to the player as it is said of whose plan it is."""
        return text if self.my == "your" else _YOUR.sub(self.my, text)

    def instead(self, code: int) -> str:
        """Return another answer as it is said in passing."""
        rules = self.names.rules
        if rules.verb(code) == "card":
            return f"choose {self.card(code)}"
        now = self.decision is not None and code in self.decision.codes
        return self.own(advised(code, rules, self.names, self.decision if now else None))

    @property
    def later(self) -> str:
        """When a power card may be of use that is not played now."""
        return "the last round" if self.rounds == 1 else "a later round"

    def card(self, code: int) -> str:
        """Return the action card that an answer chooses, as it is named in a sentence."""
        rules = self.names.rules
        return self.names.card(code - rules.CARD)

    def rest(self, code: int, seen: float) -> Rest:
        """Return a second choice that is seen so far behind what is answered now."""
        step = "" if self.decision is None else self.decision.step
        return leads.rest(step, code, seen)

    def whom(self, kind: int) -> str:
        """Return whose a kind is, the speaker's too, after a preposition."""
        return self.me if kind == self.seat else self.names.whom(kind)


class Plan(NamedTuple):
    """What is planned: from where, by which answers, to where."""

    start: State
    path: Path
    end: Position

    @classmethod
    def of(cls, start: State, end: End) -> Plan:
        """Return the plan that leads to an end."""
        return cls(start, end.path, end.state)


def against(voice: Voice, second: Rest, how: str) -> str:
    """Return how much ``better`` or ``worse`` a choice is, or "" if that is less than a point.

    It is no gain of points: one's own less the others', the strongest rivals' counting most.
    """
    much = round(second.behind)
    about = "about" if second.sure else "perhaps"
    return f"{about} {points(much)} {how} against {rivals(voice)}" if much > 0 else ""


def next_best(voice: Voice, second: Rest, pays: str = "", cause: str = "") -> str:
    """Say what comes second, and what it costs beside the first; ``pays`` is what is certain.

    Without a ``cause`` what is worse is so by the sum of all that is compared.
    """
    cost = against(voice, second, "worse")
    certain = f" ({pays})" if pays else ""
    why = " in the end" * bool(pays) + (cause or ", all in all" * (not pays))
    cost = f"{cost}{why}" if cost else "about as good"
    return f"next best: {voice.instead(second.code)}{certain}, {cost}"


def rivals(voice: Voice) -> str:
    """Return who plays against the speaker: ``the others``, or the only one by name."""
    others = [seat for seat in range(voice.names.rules.n_seats) if seat != voice.seat]
    return "the others" if len(others) > 1 else voice.names.seat(others[0])


# -- what is done on the way -----------------------------------------------------------


SILENT_VERBS = frozenset(("special", "done", "end", "let", "let-all"))
"""Verbs that say nothing of a plan."""

_BRIEF = 45
"""Characters of a part's text that still fit a plan."""


class MoveText(NamedTuple):
    """One thing that is done; those after one another with the same ``head`` are told together."""

    head: str
    rest: str
    several: str = ""
    """What the head is when it happens several times, with ``{}`` for how often."""
    leg: tuple[int, int, int] | None = None
    """Of which kind one has gone, from where and to where; he may go on."""


def then(moves: Sequence[str]) -> str:
    """Return moves in their order: ``choose the King, move him to Seville, then place 2 there``."""
    if len(moves) < 3:
        return ", then ".join(moves)
    return f"{', '.join(moves[:-1])}, then {moves[-1]}"


def moves(voice: Voice, plan: Plan) -> list[str]:
    """Return what a seat does on the way, in short."""
    told: list[str] = []
    for (head, several), same in groupby(_moves(voice, plan), lambda m: (m.head, m.several)):
        some = list(same)
        rests = Counter(move.rest for move in some)
        many = several.replace("{}", str(len(some)))
        if not several:
            for text, alike in groupby(move.rest for move in some):
                times = len([*alike])
                told.append(
                    text if times == 1 else f"{text} {'twice' if times == 2 else f'{times} times'}"
                )
        elif head and len(rests) == 1:
            told.append(f"{head if len(some) == 1 else many} {some[0].rest}".strip())
        else:
            goals = listed([f"{number} {rest}" for rest, number in rests.items()])
            told.append(f"{many}: {goals}" if head else f"{many} {goals}")
    return [*map(voice.own, told)]


def _moves(voice: Voice, plan: Plan) -> list[MoveText]:
    """Return what each answer does; those that are parts of one move are one."""
    names, rules, seat = voice.names, voice.names.rules, voice.seat
    begun = terms_of(rules).begun
    state = plan.start.copy()
    found: list[MoveText] = []
    for number, (at, code) in enumerate(plan.path):
        verb, *words = rules.text(code).split()
        if at != seat or verb in SILENT_VERBS - {"special"}:
            if found and code == rules.END and can_special(state, seat):
                found.append(MoveText(verb, "end the turn without the special action"))
            state.apply(at, code)
            continue
        decision = state.decision(seat)
        events: list[Event] = []
        state.apply(at, code, events.append)
        rest = plan.path[number + 1 :]
        after = _answered(state, seat, rest, events)
        if verb == "special" and not _only_word(decision, after, rest):
            continue
        gone = _seen(events)
        later = next((rules.verb(c) for a, c in rest if a == seat), "")
        if verb in begun and later in ("pick", "put"):
            continue
        if verb == "put" and len(words) == 1 and words[0] in rules.place_index:
            goal = rules.place_index[words[0]]
            gone = [e for e in gone if e.target == goal and e.source in _around(rules)]
        elif verb == "pick" and len(words) == 2:
            whom = rules.kinds.index(words[0]), rules.place_index[words[1]]
            gone = [e for e in gone if (e.kind, e.source) == whom][:1]
            if not gone and later == "put":
                # Its goal comes next, and tells all of it.
                continue
        else:
            gone = []
        if gone:
            _tell_move(voice, gone, found)
        elif verb in ("place", "fetch"):
            said = names.at(words[0]) if verb == "place" else f"from {names.the(words[0])}"
            found.append(MoveText("", said, verb))
        elif verb == RIDE.name:
            # Whoever else may ride with the King is not asked about.
            found += [
                MoveText("", some_of(e.kind, names, seat).removeprefix("{} "), "take along")
                for e in events
                if isinstance(e, Moved) and e.by == seat and e.source in _around(rules)
            ]
        elif verb == "take" and len(words) == 1:
            found.append(MoveText(verb, f"take {words[0]} to your court"))
        elif verb == "card":
            found.append(MoveText(verb, f"choose {voice.card(code)}"))
        else:
            part = _part(decision, words, names) or advised(code, rules, names, decision)
            head, between, where = part.partition(" from ")
            many = head.replace("one of ", "{} of ", 1)
            whence = f"{between[1:]}{where}"
            found.append(MoveText(verb, part) if many == head else MoveText(head, whence, many))
    return found


def can_special(position: Position, seat: int) -> bool:
    """Say whether a seat may use the special action of its card now."""
    return any(position.rules.verb(code) == "special" for code in position.legal(seat))


def _part(decision: Decision, words: Sequence[str], names: GameNames) -> str:
    """Return the text of a card's part that is chosen, if that is one short sentence, or "".

    Its short form is made for a list, and has no room for articles.
    """
    frame = decision.fields
    if not isinstance(frame, (ChoiceFrame, SequenceFrame)) or len(words) != 1:
        return ""
    card = frame.cards[int(words[0]) - 1]
    text = names.text(names.rules.cards[card].id).removesuffix(".")
    return "" if "." in text or len(text) > _BRIEF else f"{text[:1].lower()}{text[1:]}"


def _only_word(before: Decision, after: State, rest: Path) -> bool:
    """Say whether a special action is told by its announcement alone: no answer of it follows."""
    seat = before.seat
    if not any(at == seat for at, _ in rest) or seat not in after.owing():
        return True
    return after.decision(seat).step == before.step


def _seen(events: Sequence[Event]) -> list[Moved]:
    """Return who moved before the turn was over, if these events end one.

    Who comes after that, as a new round begins, may hide on the board who has left.
    """
    end = next((n for n, event in enumerate(events) if isinstance(event, TurnEnded)), len(events))
    return [event for event in events[:end] if isinstance(event, Moved)]


def _answered(state: State, seat: int, path: Path, events: list[Event]) -> State:
    """Return where the others' next answers lead: they may let what was announced happen."""
    after = state.copy()
    for at, code in path:
        if at == seat:
            break
        after.apply(at, code, events.append)
    return after


def _tell_move(voice: Voice, moved: Sequence[Moved], found: list[MoveText]) -> None:
    """Say who goes where; whoever has been moved before goes on, and is told once."""
    names, rules = voice.names, voice.names.rules
    kind, source, goal = moved[0].kind, moved[0].source, moved[0].target
    to = f"to {names.place(goal)}"
    if len(moved) == 1 and moved[0].number == 1:
        place = names.place(source)
        for at, told in enumerate(found):
            if told.leg and (told.leg[0], told.leg[2]) == (kind, source) and told.leg[1] != goal:
                leg = (kind, told.leg[1], goal)
                found[at] = told._replace(rest=f"{to} by way of {place}", leg=leg)
                return
        found.append(MoveText(
            f"move {one_among(kind, names, voice.seat)} from {place}",
            to,
            f"move {some_of(kind, names, voice.seat)} from {place}",
            (kind, source, goal),
        ))  # fmt: skip
        return
    number = sum(one.number for one in moved)
    places = listed([names.place(place) for place in dict.fromkeys(one.source for one in moved)])
    if len({rules.kind_family[one.kind] for one in moved}) == 1:
        who = some_of(moved[0].kind, names, voice.seat).replace("{}", str(number))
    else:
        who = caballeros(number)
    found.append(MoveText("all", f"move {who} from {places} {to}"))


def _around(rules: Ruleset) -> list[int]:
    """Return all places but the courts and the provinces, which a turn refills by itself."""
    return [p for p in range(rules.n_places) if p not in (rules.court, rules.provinces)]


# -- what stands otherwise at the end --------------------------------------------------


def changes(voice: Voice, start: Position, end: Position, *, shut: bool = False) -> list[str]:
    """Return what stands otherwise in the end, what matters most first, but a drawback never.

    What weighs less than nothing is one, and begins with ``BUT``.
    ``shut`` says that points which are given on the way may be those of the veiled Castillo.
    """
    found = _changes(voice, start, end, shut=shut, left=5.0)
    if not found and voice.private:
        found = _courts(voice, start, end)
        for target in range(len(voice.names.rules.targets)):
            found += _strength(voice, start, end, target)
    best = max(found, default=None)
    found.sort(key=lambda each: (each != best or each[0] <= 0, -abs(each[0])))
    return [f"{BUT * (weight < 0 and BUT not in text)}{text}" for weight, text in found]


def together(told: Sequence[str]) -> str:
    """Return changes as one sentence: drawbacks last, told as such if there is anything else."""
    gains = [text for text in told if not text.startswith(BUT)]
    drawbacks = "; ".join(text.removeprefix(BUT) for text in told if text.startswith(BUT))
    return "; ".join([*gains, *[f"{BUT * bool(gains)}{drawbacks}"] * bool(drawbacks)])


def worst(voice: Voice, best: Position, other: Position) -> str:
    """Return the greatest drawback of another end beside the best, or "" if there is none."""
    found = [] if voice.names.rules.veiled else _changes(voice, best, other, shut=True)
    less = best.score(voice.seat) - other.score(voice.seat)
    found.append((-less, f"{voice.i} would get {points(less)} less at once"))
    weight, text = min(found)
    # He may be there before either.
    text = text.replace(" becomes the King's region", " is the King's region then")
    return text if weight <= -1 else ""


def _changes(
    voice: Voice, start: Position, end: Position, *, shut: bool, left: float = 0.0
) -> list[tuple[float, str]]:
    """Return what stands otherwise in the end, each with what it is worth in points.

    By so many points more it weighs what is lost where the King has ``left``.
    """
    found = [] if shut else at_once(voice, start, end)
    rules = voice.names.rules
    if voice.private:
        found += terms_of(rules).gains(start, end, voice.seat, voice.names)
        found += _veiled(start, end, voice.seat) if rules.veiled else []
    for target in range(len(rules.targets)):
        found += _there(voice, start, end, target, left)
    return found


def stands(voice: Voice, start: Position, end: Position, target: int) -> list[str]:
    """Return what stands otherwise at one target in the end: one sentence at most."""
    return [text for _, text in _there(voice, start, end, target)]


def at_once(voice: Voice, start: Position, end: Position) -> list[tuple[float, str]]:
    """Return the points that are given before the turn is over."""
    more = [end.score(seat) - start.score(seat) for seat in range(voice.names.rules.n_seats)]
    seats = sorted(range(len(more)), key=lambda seat: seat != voice.seat)
    got = [
        f"{voice.i} get {points(more[seat])}" if seat == voice.seat
        else f"{voice.names.seat(seat)} gets {points(more[seat])}"
        for seat in seats if more[seat] > 0
    ]  # fmt: skip
    mine, most = max(0, more[voice.seat]), max(more)
    # Where another gets much more, that is what it costs.
    weight = mine + 0.5 if 2 * mine >= most else -0.8 * most
    return [(weight, f"{listed(got)} at once")] if got else []


def shut(plan: Plan) -> bool:
    """Say whether points on the way may be of the veiled Castillo: nobody may read who is inside.

    Those of other scorings and for what was brought home everybody can reckon, unless somebody
    has come out of it.
    """
    rules = plan.start.rules
    if not rules.veiled:
        return False
    events: list[Event] = []
    state = plan.start.copy()
    for at, code in plan.path:
        state.apply(at, code, events.append)
    paid: Counter[int] = Counter()
    for event in events:
        if isinstance(event, RegionScored) and event.scored.target != rules.castillo_target:
            paid.update(event.scored.sums())
        elif isinstance(event, PointsGiven):
            paid[event.seat] += event.points
    left = any(isinstance(event, Moved) and event.source == rules.castillo for event in events)
    return left or any(
        plan.end.score(seat) - plan.start.score(seat) != paid[seat] for seat in range(rules.n_seats)
    )


def _veiled(start: Position, end: Position, seat: int) -> list[tuple[float, str]]:
    """Return how many more of a seat's are in the veiled Castillo: whoever sent them counted."""
    rules = end.rules
    kinds = [kind for kind in rules.all_kinds if rules.counts_as(end, kind) == seat]
    came = [(k, end.count(k, rules.castillo) - start.count(k, rules.castillo)) for k in kinds]
    more = sum(number for _, number in came)
    yours = all(kind in rules.kinds_owned[seat] for kind, number in came if number)
    whose = "of your caballeros" if yours else f"that count{'s' * (more == 1)} for you"
    values = end.values(rules.castillo_target)[: rules.ranks]
    are = "is" if more == 1 else "are"
    text = f"{more} more {whose} {are} in the Castillo, which pays {slashed(values)}"
    return [(float(values[0]), text)] if more > 0 else []


class TargetStanding(NamedTuple):
    """Who will be in front at a target in a general scoring, and the seats' ranks and points there.

    ``leaders`` are kinds. ``ranked`` are the points of the rank with what only a leader gets,
    ``gifts`` what is paid besides, by seat and reason. ``ahead`` is by how many a seat that counts
    there is ahead of the strongest other, or behind.
    """

    leaders: tuple[int, ...]
    ranks: dict[int, tuple[int, bool]]
    ranked: dict[int, int]
    points: dict[int, int]
    gifts: dict[tuple[int, str], int]
    ahead: dict[int, int]


def _standing(position: Position, target: int) -> TargetStanding:
    rules = position.rules
    scored = score(position, target, general=True)
    paid = target in (rules.castillo_target, *rules.scoring_order(position))
    lines = [line for line in scored.lines if line.seat >= 0]
    return TargetStanding(
        tuple(line.kind for line in scored.lines if line.rank == 1),
        {line.seat: (line.rank, line.tied) for line in lines},
        {line.seat: line.points for line in lines} if paid else {},
        scored.sums() if paid else {},
        {(gift.seat, gift.reason): gift.points for gift in scored.gifts} if paid else {},
        {x.seat: x.count - max([0, *(o.count for o in scored.lines if o != x)]) for x in lines},
    )


def _there(
    voice: Voice, start: Position, end: Position, target: int, leaving: float = 0.0
) -> list[tuple[float, str]]:
    """Return what has changed at a target, and how much that matters, in points.

    Points are told as differences: what would be paid without the plan, too, is none of its.
    """
    rules, names, me = voice.names.rules, voice.names, voice.seat
    if rules.veiled and target == rules.castillo_target:
        # Whatever is said of who is inside would tell how many they are.
        return []
    before, after = _standing(start, target), _standing(end, target)
    where = names.at(rules.targets[target])
    gain = after.ranked.get(me, 0) - before.ranked.get(me, 0)
    more = " more" if before.ranked.get(me) else ""
    worth = f", which would pay {points(gain)}{more}" if gain > 0 and voice.private else ""
    now, old = after.ranks.get(me), before.ranks.get(me)
    losses = {s: before.points.get(s, 0) - after.points.get(s, 0) for s in range(rules.n_seats)}
    loser = max((seat for seat in losses if seat != me), key=losses.__getitem__)
    lost = losses[loser]
    found = []
    given_up: dict[str, int] = {}
    for seat, reason in {**before.gifts, **after.gifts}:
        given = after.gifts.get((seat, reason), 0) - before.gifts.get((seat, reason), 0)
        if seat == me and given < 0:
            given_up[names.plain(reason)] = -given
        elif seat == me and given:
            text = f"{voice.i} would get {points(given)} {where} ({names.plain(reason)})"
            found.append((float(given), text))
    up = sum(given_up.values())
    others = _taken(voice, loser, lost, before.leaders == (loser,) and after, where)
    gainer = min((seat for seat in losses if seat != me), key=losses.__getitem__)
    if voice.private and (got := -losses[gainer]) >= 2:
        text = f"{names.seat(gainer)} would get {points(got)} more {where}"
        found.append((-1.6 * got / rules.n_seats, text))
    if gain >= 2 and not others:
        others = [(gain, f"{voice.i} would get {points(gain)}{more} {where}")]
    kings, left = rules.king_target[end.king], rules.king_target[start.king]
    if target == kings != left:
        return [_kings(voice, after, target, gain, worth), *found]
    if gain < 0:
        # What the King's new region pays is no gain where the one that he leaves pays less.
        weight = gain - 0.5 * max(0, lost) - leaving * (target == left != kings)
        return [(weight, f"{voice.i} would get {points(up - gain)} less {where}"), *found]
    rank, tied = now or (0, False)
    alone = rank == 1 and not tied
    if now is None or now == old or not (gain or alone):
        # A rank that pays no more is nothing to speak of; what others lose by it is.
        if up:
            less = f"{voice.i} would get {points(up)} less {where} ({listed([*given_up])})"
            others = [*others, (-up, less)]
        return [*others, *found]
    if alone:
        led = [seat for seat in before.leaders if seat != me]
        if len(before.leaders) == len(led) == 1 and lost > 0:
            text = f"{voice.i} take the lead {where} from {names.whom(led[0])}"
        else:
            text = f"{voice.i} lead {where}"
    else:
        are = "are" if voice.private else "am"
        text = f"{voice.i} {are} {'tied for ' if tied else ''}{ordinal(rank)} {where}"
    if up:
        worth += f", but {voice.i} give up {points(up)} there ({listed([*given_up])})"
    return [(gain - up + 0.1 * max(0, lost), f"{text}{worth}"), *found]


def _kings(
    voice: Voice, after: TargetStanding, target: int, gain: int, worth: str
) -> tuple[float, str]:
    """Return who gets the King's bonus where he comes to, and what that is worth."""
    names, me = voice.names, voice.seat
    text = f"{names.target(target)} becomes the King's region"
    first = [seat for seat, rank in after.ranks.items() if rank == (1, False)]
    leaders = sorted(after.leaders, key=lambda kind: kind != me)
    if leaders:
        tied = " tied for first" if len(leaders) > 1 else " ahead"
        text += f", with {listed([voice.whom(kind) for kind in leaders])}{tied}"
    if first == [me]:
        return gain + 0.5, text + worth
    if not first and voice.private:
        text += f", {'so that' if leaders else 'where'} nobody gets his bonus"
    if gain and voice.private:
        text += f", and you would get {points(abs(gain))} {'more' if gain > 0 else 'less'} there"
    return gain - KING_BONUS * len(first) + 0.5 * (not first), text


def _taken(
    voice: Voice, loser: int, lost: int, now: TargetStanding | bool, where: str
) -> list[tuple[float, str]]:
    """Return what another loses at a target, if it is worth a word; the lead to whom leads now."""
    what = f"would get {points(lost)} less {where}"
    if isinstance(now, TargetStanding) and now.leaders != (loser,):
        heirs = listed([voice.whom(kind) for kind in now.leaders if kind != loser])
        lead = f"loses the lead {where}{f' to {heirs}' if heirs else ', where nobody is left,'}"
        if loser in now.leaders:
            lead = f"only ties for first with {heirs} {where}"
        what = f"{lead} and would get {points(lost)} less"
    return [(0.8 * lost, f"{voice.names.seat(loser)} {what}")] if lost >= 2 else []


def _courts(voice: Voice, start: Position, end: Position) -> list[tuple[float, str]]:
    """Return who has more or fewer at court, as far as that helps the speaker."""
    names, court = voice.names, voice.names.rules.court
    found = []
    for seat in range(names.rules.n_seats):
        more = end.count(seat, court) - start.count(seat, court)
        if seat == voice.seat and more > 0:
            found.append((1.0 * more, f"{voice.i} have {more} more at court"))
        elif seat != voice.seat and more < 0:
            found.append((-0.5 * more, f"{names.seat(seat)} has {-more} fewer at court"))
    return found


def _strength(voice: Voice, start: Position, end: Position, target: int) -> list[tuple[float, str]]:
    """Return where one is further ahead in the same rank, harder to overtake, or closer.

    That is of use as long as somebody has still a turn.
    """
    me, names = voice.seat, voice.names
    before, after = _standing(start, target), _standing(end, target)
    more = after.ahead.get(me, 0) - before.ahead.get(me, 0)
    soon = set(end.to_come) - {me} if end.round == start.round else voice.rounds
    veiled = names.rules.veiled and target == names.rules.castillo_target
    if more <= 0 or me not in before.ranks or me not in after.ranks or veiled:
        return []
    if not (soon or voice.rounds):
        return []
    where = names.at(names.rules.targets[target])
    if after.leaders == (me,):
        later = "" if soon else " in later rounds"
        text = f"{voice.my} lead {where} grows, so that it is harder to take{later}"
        return [(2.0 * more, text)]
    if me in after.leaders:
        level = listed([names.whom(kind) for kind in after.leaders if kind != me])
        one = f"one more of {voice.my} caballeros there would lead"
        return [(1.5 * more, f"{voice.i} draw level with {level} {where}, and {one}")]
    ahead = [kind for kind, rank in after.ranks.items() if rank < after.ranks[me]]
    those = names.whom(ahead[0]) if len(ahead) == 1 else "those ahead"
    return [(1.0 * more, f"{voice.i} come closer to {those} {where}")]
