"""What stands otherwise at the end of a plan: leads, ranks, the King's region, points at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots.terms import terms_of
from elgrande.content.words.names import Names, listed, ordinal, points
from elgrande.rules.scoring import score

if TYPE_CHECKING:
    from elgrande.bots.reasons.voice import Plan, Voice
    from elgrande.rules import Position, Ruleset


def changes(voice: Voice, start: Position, end: Position) -> list[str]:
    """Return what stands otherwise in the end, what matters most first."""
    found = _at_once(voice, start, end)
    rules = voice.names.rules
    if voice.private:
        found += terms_of(rules).gains(start, end, voice.seat, voice.names)
    # Whatever is said of a veiled Castillo would tell how many are inside.
    seen = [
        t for t in range(len(rules.targets)) if not (rules.veiled and t == rules.castillo_target)
    ]
    for target in seen:
        found += _there(voice, start, end, target)
    if not found and voice.private:
        for target in seen:
            found += _strength(voice, start, end, target)
    return [text for _, text in sorted(found, key=lambda change: -change[0])]


def stands(voice: Voice, start: Position, end: Position, target: int) -> list[str]:
    """Return what stands otherwise at one target in the end: one sentence at most."""
    return [text for _, text in _there(voice, start, end, target)]


def _at_once(voice: Voice, start: Position, end: Position) -> list[tuple[float, str]]:
    """Return the points that are given before the turn is over.

    They may be those of the veiled Castillo, and nobody may read from them what is inside.
    """
    if voice.names.rules.veiled:
        return []
    got = []
    seats = sorted(range(voice.names.rules.n_seats), key=lambda seat: seat != voice.seat)
    for seat in seats:
        more = end.score(seat) - start.score(seat)
        if more > 0:
            verb = "get" if seat == voice.seat else "gets"
            who = voice.i if seat == voice.seat else voice.names.seat(seat)
            got.append((more, f"{who} {verb} {points(more)}"))
    if not got:
        return []
    weight = max(more for more, _ in got)
    return [(weight + 20.0, f"{listed([text for _, text in got])} at once")]


def pays_out_of_sight(plan: Plan, rules: Ruleset) -> bool:
    """Say whether points are given on the way that may come from a veiled Castillo."""
    seats = range(rules.n_seats)
    return rules.veiled and any(plan.end.score(s) != plan.start.score(s) for s in seats)


class Standing(NamedTuple):
    """Who will be in front at a target in a general scoring, and the seats' ranks, points and
    caballeros there.
    """

    leaders: tuple[int, ...]
    ranks: dict[int, tuple[int, bool]]
    points: dict[int, int]
    counts: dict[int, int]


def _standing(position: Position, target: int) -> Standing:
    rules = position.rules
    scored = score(position, target, general=True)
    paid = target in (rules.castillo_target, *rules.scoring_order(position))
    lines = [line for line in scored.lines if line.seat >= 0]
    return Standing(
        tuple(line.seat for line in lines if line.rank == 1),
        {line.seat: (line.rank, line.tied) for line in lines},
        scored.sums() if paid else {},
        {line.seat: line.count for line in lines},
    )


def _there(voice: Voice, start: Position, end: Position, target: int) -> list[tuple[float, str]]:
    """Return what has changed at a target, and how much that matters."""
    rules, names, me = voice.names.rules, voice.names, voice.seat
    before, after = _standing(start, target), _standing(end, target)
    where = names.at(rules.targets[target])
    gain = after.points.get(me, 0) - before.points.get(me, 0)
    now, old = after.ranks.get(me), before.ranks.get(me)
    losers = {
        seat: before.points.get(seat, 0) - after.points.get(seat, 0)
        for seat in range(rules.n_seats)
        if seat != me
    }
    loser = max(losers, key=lambda seat: losers[seat])
    lost = losers[loser]
    kings = rules.king_target[end.king]
    if target == kings and rules.king_target[start.king] != kings:
        region = names.target(target)
        pays = after.points.get(me, 0) if voice.private and me in after.leaders else 0
        worth = f", which would pay {points(pays)}" if pays else ""
        text = f"{region} becomes the King's region, {_ahead(voice, after)}{worth}"
        return [(6.0 + gain + lost, text)]
    if now is not None and now != old:
        rank, tied = now
        pays = after.points.get(me, 0)
        worth = f", which would pay {points(pays)}" if pays and voice.private else ""
        if rank == 1 and not tied:
            from_whom = [seat for seat in before.leaders if seat != me]
            if len(before.leaders) == 1 and from_whom and lost > 0:
                text = f"{voice.i} take the lead {where} from {names.seat(from_whom[0])}"
            else:
                text = f"{voice.i} lead {where}"
        elif old is not None and old < now and gain < 0:
            text, worth = f"{voice.i} fall back {where}", ""
        elif not pays:
            # A rank that pays nothing is nothing to speak of; what others lose by it is.
            return _taken(names, before, after, loser, where)
        else:
            are = "are" if voice.private else "am"
            text = f"{voice.i} {are} {'tied for ' if tied else ''}{ordinal(rank)} {where}"
        return [(abs(gain) + 0.5 * max(0, lost), f"{text}{worth}")]
    if old is not None and now is None:
        return [(abs(gain), f"{voice.i} give up what {voice.i} had {where}")]
    if taken := _taken(names, before, after, loser, where):
        return taken
    if gain >= 2:
        return [(gain, f"{voice.i} would get {points(gain)} more {where}")]
    return []


def _taken(
    names: Names, before: Standing, after: Standing, loser: int, where: str
) -> list[tuple[float, str]]:
    """Return what another loses at a target, if it is worth a word."""
    lost = before.points.get(loser, 0) - after.points.get(loser, 0)
    if lost < 2:
        return []
    name = names.seat(loser)
    if before.leaders == (loser,) and after.leaders != (loser,):
        return [(0.8 * lost, f"{name} loses the lead {where}")]
    return [(0.8 * lost, f"{name} would get {points(lost)} less {where}")]


def _strength(voice: Voice, start: Position, end: Position, target: int) -> list[tuple[float, str]]:
    """Return where more of one's own stand in the same rank: harder to overtake, or closer."""
    me, names = voice.seat, voice.names
    before, after = _standing(start, target), _standing(end, target)
    more = after.counts.get(me, 0) - before.counts.get(me, 0)
    if more <= 0 or me not in before.ranks:
        return []
    where = names.at(names.rules.targets[target])
    if after.leaders == (me,):
        return [(2.0 * more, f"{voice.my} lead {where} grows, so that it is harder to take")]
    if me in after.leaders:
        if me in before.leaders:
            return []
        level = listed([names.seat(seat) for seat in after.leaders if seat != me])
        return [(1.5 * more, f"{voice.i} draw level with {level} {where}")]
    return [(1.0 * more, f"{voice.i} come closer to those ahead {where}")]


def _ahead(voice: Voice, there: Standing) -> str:
    """Say who is in front somewhere."""
    leaders = sorted(there.leaders, key=lambda seat: seat != voice.seat)
    if not leaders:
        return "with nobody ahead"
    if len(leaders) == 1:
        return f"with {voice.whom(leaders[0])} ahead"
    return f"with {listed([voice.whom(seat) for seat in leaders])} tied for the lead"
