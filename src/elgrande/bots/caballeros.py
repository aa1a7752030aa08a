"""Which single caballero is best placed, moved, sent away or fetched next.

What counts is the gain for each caballero that a plan takes: three that win a
region are worth more than one that does nothing, and the first of the three is
placed although it gains nothing by itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from elgrande.bots.outlook import plus
from elgrande.rules.effects.move import Move
from elgrande.rules.effects.place import PlaceAnywhere
from elgrande.rules.steps.turn import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Position, Ruleset

ENOUGH = 0.02
"""A caballero that brings less than this stays where it is."""
TOGETHER = 5
"""As many caballeros are considered at once, at most."""
FOREIGN = 2
"""As many of an opponent's: what matters is who falls behind whom."""

ANY, UNFIXED = -1, -2
"""Sources in the frame of a move, as ``rules.effects.move`` writes them."""

Best = tuple[float, tuple[int, ...]]
"""The gain for each caballero of a plan, and the codes that bring the first of them home."""

_NOBODY: Best = (float("-inf"), ())


@lru_cache(maxsize=8)
def verb_table(rules: Ruleset) -> tuple[str, ...]:
    """Return the verb of each code that brings a caballero somewhere, else an empty text."""
    moving = {"place", "pick", "put", "send", "fetch", "take"}
    verbs = (rules.verb(code) for code in range(len(rules.vocabulary.texts)))
    return tuple(verb if verb in moving else "" for verb in verbs)


class Sheet:
    """One position laid out, to ask what a few caballeros here or there would change."""

    def __init__(self, outlook: Outlook, position: Position) -> None:
        self.outlook = outlook
        self.rules = outlook.rules
        self.position = position
        self.board = position.board
        self.sites = outlook.sites(position)
        self.counts = [outlook.tally(position, target) for target in range(len(self.sites))]
        self.worth = [
            outlook.pays(site, counts) for site, counts in zip(self.sites, self.counts, strict=True)
        ]

    def change(self, kind: int, place: int, number: int) -> float:
        """Return the gain if so many of a kind come to a place, or leave it (below 0)."""
        outlook = self.outlook
        rules = self.rules
        target = rules.place_region[place]
        if target >= 0 and rules.plain_kinds:
            # Nearly every question is this one, so it takes the shortest way.
            counts = self.counts[target]
            new = (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])
            site = self.sites[target]
            worth = site.memo.get(new)
            if worth is None:
                worth = outlook.pays(site, new)
            return worth - self.worth[target] + outlook.cube * number * outlook.share[kind]
        owner = outlook.owner(self.position, kind)
        mine = owner < rules.n
        gain = 0.0
        if target < 0:
            there = self.board[kind * rules.np + place]
            if place == rules.court:
                if not mine:
                    return 0.0
                after = outlook.court(owner, there + number) - outlook.court(owner, there)
                return outlook.share[owner] * after
            if place != rules.castillo:
                return 0.0
            target = rules.castillo_target
            if mine:
                gain = outlook.spread(owner, there + number) - outlook.spread(owner, there)
        if mine:
            gain += outlook.cube * number * outlook.share[owner]
        new = plus(self.counts[target], owner, number)
        return gain + outlook.pays(self.sites[target], new) - self.worth[target]


def best(outlook: Outlook, position: Position, codes: list[int]) -> Best:
    """Return the best of the answers that bring a caballero somewhere, of one verb."""
    sheet = Sheet(outlook, position)
    verbs = verb_table(outlook.rules)
    verb = verbs[codes[0]]
    codes = [code for code in codes if verbs[code] == verb]
    if verb == "place":
        return _place(sheet, codes)
    if verb == "pick":
        return _pick(sheet, codes)
    if verb == "put":
        return _put(sheet, codes)
    if verb == "take":
        # Whoever is in the court can be placed; in the provinces nobody can.
        return 1.0, (max(codes),)
    rules = outlook.rules
    if verb == "send":
        goal, first = rules.provinces, rules.SEND
    else:
        goal, first = rules.court, rules.FETCH
    found = _NOBODY
    for code in codes:
        kind, place = divmod(code - first, rules.np)
        if verb == "fetch":
            kind = outlook.seat
        gain = sheet.change(kind, place, -1) + sheet.change(kind, goal, 1)
        if gain > found[0]:
            found = gain, (code,)
    return found


def _place(sheet: Sheet, codes: list[int]) -> Best:
    """Place where each caballero of the best group brings most."""
    rules = sheet.rules
    seat = sheet.outlook.seat
    frame = sheet.position.stack[-1]
    left = 1
    if frame[0] == "act":
        left = rules.cards[frame[2]].caballeros
    elif isinstance(rules.steps[frame[0]], (Place, PlaceAnywhere)):
        left = frame[2]
    left = min(left, sheet.board[seat * rules.np + rules.court], TOGETHER)
    court = [sheet.change(seat, rules.court, -number) for number in range(left + 1)]
    found = _NOBODY
    for code in codes:
        for number in range(1, left + 1):
            gain = sheet.change(seat, code - rules.PLACE, number) + court[number]
            if gain / number > found[0]:
                found = gain / number, (code,)
    return found


def _pick(sheet: Sheet, codes: list[int]) -> Best:
    """Find the best group of one kind that moves to one place, and its first caballero."""
    rules = sheet.rules
    sources: dict[int, list[int]] = {}
    for code in codes:
        kind, place = divmod(code - rules.PICK, rules.np)
        sources.setdefault(kind, []).append(place)
    source = _move_frame(sheet)[5]
    found = _NOBODY
    for kind, places in sources.items():
        quota = _quota(sheet, kind)
        goals = _goals(sheet, kind, quota)
        if source == UNFIXED:
            groups: Iterable[list[int]] = _by_region(rules, places)
        else:
            groups = (places,)
        for group in groups:
            gain, place, goal = _group(sheet, kind, _leaving(sheet, kind, group, quota), goals)
            if gain > found[0]:
                codes_of = (rules.PICK + kind * rules.np + place, rules.PUT + goal)
                found = gain, codes_of
    return found


def _put(sheet: Sheet, codes: list[int]) -> Best:
    """Find the best goal for the marked caballero, others of its kind following it."""
    rules = sheet.rules
    _, _, _, _, _, source, kind, place = _move_frame(sheet)
    if kind < 0:
        return 0.0, (codes[0],)
    quota = _quota(sheet, kind)
    allowed = {code - rules.PUT for code in codes}
    goals = {goal: gains for goal, gains in _goals(sheet, kind, quota).items() if goal in allowed}
    taboo = rules.taboo(sheet.position)
    places = rules.region_places[source] if source >= 0 else rules.board_places
    offset = kind * rules.np
    places = tuple(p for p in places if sheet.board[offset + p] and p not in taboo)
    first = _leaving(sheet, kind, [place], 1)
    more = [step for step in _leaving(sheet, kind, places, quota) if step != first[0]]
    gain, _, goal = _group(sheet, kind, first + more, goals)
    return gain, (rules.PUT + goal,)


Step = tuple[float, int]
"""Taking one more caballero away: what that changes, and from where."""


def _move_frame(sheet: Sheet) -> tuple[Any, ...]:
    """Return the frame of the move; a step that we do not know moves one of anybody's."""
    frame = sheet.position.stack[-1]
    known = isinstance(sheet.rules.steps[frame[0]], Move)
    return frame if known else ("move", frame[1], 1, 1, 1, ANY, -1, -1)


def _quota(sheet: Sheet, kind: int) -> int:
    """Return how many of a kind may still be moved, as far as that is worth considering."""
    _, actor, own, foreign, total, *_ = _move_frame(sheet)
    mine = sheet.outlook.owner(sheet.position, kind) == actor
    return int(min(own, total, TOGETHER) if mine else min(foreign, total, FOREIGN))


def _by_region(rules: Ruleset, places: Iterable[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for place in places:
        groups.setdefault(rules.place_region[place], []).append(place)
    return list(groups.values())


def _goals(sheet: Sheet, kind: int, quota: int) -> dict[int, list[float]]:
    """Return for each place that a move may reach what 1, 2, ... of a kind change there."""
    rules = sheet.rules
    taboo = rules.taboo(sheet.position)
    return {
        goal: [sheet.change(kind, goal, number) for number in range(1, quota + 1)]
        for goal in (*rules.board_places, rules.castillo)
        if goal not in taboo
    }


def _leaving(sheet: Sheet, kind: int, places: Iterable[int], quota: int) -> list[Step]:
    """Return what taking one after another away changes, the best first."""
    rules = sheet.rules
    steps = []
    for place in places:
        before = 0.0
        for number in range(1, min(quota, sheet.board[kind * rules.np + place]) + 1):
            after = sheet.change(kind, place, -number)
            steps.append((after - before, place))
            before = after
    steps.sort(key=lambda step: -step[0])
    return steps


def _group(
    sheet: Sheet, kind: int, steps: list[Step], goals: dict[int, list[float]]
) -> tuple[float, int, int]:
    """Return the best gain for each caballero of a group, its first source, and its goal."""
    found = float("-inf"), -1, -1
    for goal, gains in goals.items():
        lost = 0.0
        number = 0
        first = -1
        for change, place in steps:
            if place == goal:
                continue
            if first < 0:
                first = place
            lost += change
            gain = (gains[number] + lost) / (number + 1)
            if gain > found[0]:
                found = gain, first, goal
            number += 1
            if number == len(gains):
                break
    return found
