"""What a bot names as a gain is the difference to not doing it, in every game there is."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from games import Variant, games_of, play, rng_for, start

from elgrande.bots.plan_words import BUT, Voice, changes
from elgrande.content.words.names import ordinal
from elgrande.rules import Position
from elgrande.rules.scoring import Scored, score

RANK = re.compile(
    r"you (?P<rank>are (?:tied for )?\w+|lead|take the lead) (?P<where>[io]n .*?)(?: from .*)?, "
    r"which would pay (?P<points>\d+) points?(?P<more> more)?"
    r"(?:, but you give up (?P<up>\d+) points? there \(.*\))?"
)
KING = re.compile(
    r"(?P<where>.*) becomes the King's region, with you.*?, which would pay (?P<points>\d+) "
    r"points?(?P<more> more)?"
)
MORE = re.compile(r"you would get (?P<points>\d+) points(?P<more> more)? (?P<where>[io]n [^(]*)")
GIFT = re.compile(r"you would get (?P<points>\d+) points? (?P<where>[io]n .*) \(.*\)")
LESS = re.compile(r"(?P<who>.*) would get (?P<points>\d+) points? less (?P<where>[io]n .*)")
LOST = re.compile(
    r"(?P<who>.*) (?:loses the lead (?P<where>[io]n .*?)(?: to .*|, where nobody is left,)?|"
    r"only ties for first with .*? (?P<there>[io]n .*)) and would get (?P<points>\d+) points? less"
)
GIVEN_UP = re.compile(r"you would get (?P<points>\d+) points? less (?P<where>[io]n .*) \(.*\)")
OTHERS = re.compile(r"(?P<who>.*) would get (?P<points>\d+) points? more (?P<where>[io]n .*)")
AT_ONCE = re.compile(r"you get (\d+) points?\b.* at once")
RANKED = (RANK, KING, MORE)


def paid(position: Position, target: int) -> Scored:
    """Return what a general scoring pays at a target: nothing where a card has it left out."""
    scored = score(position, target, general=True)
    order = (position.rules.castillo_target, *position.rules.scoring_order(position))
    lines = tuple(replace(line, points=0) for line in scored.lines)
    return scored if target in order else replace(scored, lines=lines, gifts=())


def given_up(old: Scored, new: Scored, seat: int) -> int:
    """Return what offices pay a seat no longer."""
    had, has = (
        Counter({gift.reason: gift.points for gift in each.gifts if gift.seat == seat})
        for each in (old, new)
    )
    return (had - has).total()


@games_of((210, 211, 212, 213))
def test_a_gain_is_a_difference(variant: Variant, seed: int) -> None:
    """What a rank pays is told apart from what an office pays besides (America: FACTS 4.2)."""
    names, state = variant.setup(seed).names(), start(variant, seed)
    rules = state.rules
    places = {names.at(name): target for target, name in enumerate(rules.targets)}
    places |= {names.target(target): target for target in range(len(rules.targets))}
    seats = {names.seat(seat): seat for seat in range(rules.n_seats)}
    before = state.copy()
    for number, _ in enumerate(play(state, rng_for(variant, seed, "ranks"))):
        if number % 3:
            continue
        seat = number // 3 % rules.n_seats
        voice = Voice(names, seat, True)
        assert changes(voice, state, state) == [], "who does nothing gains nothing"
        told = [0] * len(rules.targets)
        scored = [[paid(each, target) for each in (before, state)]
                  for target in range(len(rules.targets))]  # fmt: skip
        ranked = [[sum(x.points for x in each.lines if x.seat == seat) for each in both]
                  for both in scored]  # fmt: skip
        for each in changes(voice, before, state):
            text = each.removeprefix(BUT)
            if match := AT_ONCE.fullmatch(text):
                assert int(match[1]) == state.score(seat) - before.score(seat)
            found = [form.fullmatch(text) for form in (*RANKED, GIFT, LOST, GIVEN_UP, LESS, OTHERS)]
            if not (match := next(filter(None, found), None)):
                assert not re.search(r"would (pay|get)", text), text
                continue
            target = places[match["where"] or match["there"]]
            old, new = scored[target]
            if match.re is OTHERS:
                other = seats[match["who"]]
                won = new.sums().get(other, 0) - old.sums().get(other, 0)
                assert int(match["points"]) == won, text
                continue
            up = given_up(old, new, seat)
            if match.re is GIVEN_UP:
                assert int(match["points"]) == up, text
                continue
            if match.re in (LESS, LOST):
                if match["who"] == "you":
                    assert int(match["points"]) == ranked[target][0] - ranked[target][1] + up, text
                    continue
                other = seats[match["who"]]
                lost = old.sums().get(other, 0) - new.sums().get(other, 0)
                assert int(match["points"]) == lost, text
                continue
            told[target] += int(match["points"])
            if match.re is GIFT:
                continue
            assert int(match["points"]) == ranked[target][1] - ranked[target][0], text
            assert bool(match["more"]) == bool(ranked[target][0]), text
            if match.re is RANK:
                assert int(match["up"] or 0) == up, text
                (line,) = [line for line in new.lines if line.seat == seat]
                rank = f"are {'tied for ' * line.tied}{ordinal(line.rank)}"
                assert match["rank"] in (
                    {rank} if line.tied or line.rank > 1 else {"lead", "take the lead"}
                )
        for points, (old, new), (had, has) in zip(told, scored, ranked, strict=True):
            before_it = [gift for gift in old.gifts if gift.seat == seat]
            given = [gift for gift in new.gifts if gift.seat == seat and gift not in before_it]
            most = max(0, has - had) + sum(gift.points for gift in given)
            assert points <= most, "nothing is told twice"
        before = state.copy()
