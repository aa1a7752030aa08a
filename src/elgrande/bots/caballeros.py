"""Which single caballero is best placed, moved, sent away or fetched next.

What counts is the gain for each caballero that a plan takes: three that win a
region are worth more than one that does nothing, and the first of the three is
placed although it gains nothing by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from elgrande.bots.odds import plus
from elgrande.bots.program import placing_left
from elgrande.rules.effects.move import ANY, UNFIXED, MoveFrame
from elgrande.rules.questions import all_that_stand_there

if TYPE_CHECKING:
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Position, Ruleset

ENOUGH = 0.02
"""A caballero that brings less than this stays where it is."""
TOGETHER = 5
"""As many caballeros are considered at once, at most."""
FOREIGN = 2
"""As many of an opponent's: what matters is who falls behind whom."""

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
        self.plain = self.rules.plain_kinds
        self.regions = self.rules.place_region
        ground = outlook.ground(position)
        self.sites = ground.sites
        self.owners = ground.owners
        self.counts = outlook.tallies(position)
        self._room: dict[int, int] = {}
        self.counted = () if outlook.rules.counted is all_that_stand_there else ground.counted
        """By target, which places and kinds count there; empty where all do."""
        self.worth = []
        for site, counts in zip(self.sites, self.counts, strict=True):
            worth = site.memo.get(counts)
            self.worth.append(outlook.pays(site, counts) if worth is None else worth)

    def change(self, kind: int, place: int, number: int) -> float:
        """Return the gain if so many of a kind come to a place, or leave it (below 0)."""
        outlook = self.outlook
        target = self.regions[place]
        if target >= 0 and self.plain:
            # Nearly every question is this one, so it takes the shortest way.
            counts = self.counts[target]
            new = (*counts[:kind], counts[kind] + number, *counts[kind + 1 :])
            site = self.sites[target]
            worth = site.memo.get(new)
            if worth is None:
                worth = outlook.pays(site, new)
            return worth - self.worth[target] + outlook.cube * number * outlook.share[kind]
        rules = self.rules
        owner = self.owners[kind]
        mine = owner < rules.n_seats
        gain = 0.0
        if target < 0:
            there = self.position.count(kind, place)
            if place == rules.court:
                if not mine:
                    return 0.0
                after = outlook.court(owner, there + number) - outlook.court(owner, there)
                return outlook.share[owner] * after
            if place != rules.castillo:
                if not mine or place not in outlook.terms.places:
                    return 0.0
                return self._elsewhere(owner, place, number)
            target = rules.castillo_target
            if mine:
                gain = outlook.spread(owner, there + number) - outlook.spread(owner, there)
        if mine:
            gain += outlook.cube * number * outlook.share[owner]
            if outlook.terms.loads and kind >= rules.n_seats:
                load = outlook.terms.load(self.position, kind, place)
                gain += load * number * outlook.share[owner]
            if place in outlook.terms.besides:
                gain += self._elsewhere(owner, place, number, cube=False)
        if self.counted:
            places, kinds = self.counted[target]
            if place not in places or kind not in kinds:
                return gain
        new = plus(self.counts[target], owner, number)
        return gain + outlook.pays(self.sites[target], new) - self.worth[target]

    def fitting(self, number: int, place: int) -> int:
        """Return how many of so many a place still takes."""
        if self.rules.plain_moves:
            return number
        room = self._room.get(place)
        if room is None:
            rules = self.rules
            there = sum(rules.there[place](self.board))
            room = self._room[place] = rules.room(self.position, place) - there
        return min(number, room)

    def _elsewhere(self, owner: int, place: int, number: int, *, cube: bool = True) -> float:
        """Return the gain at a place of which an expansion says what it is worth.

        What a ``cube`` on the board is worth is added.
        """
        outlook = self.outlook
        counts = outlook.terms.counts
        there = outlook.own(self.position, owner, place)
        gain = counts(self.position, place, owner, there + number)
        gain -= counts(self.position, place, owner, there)
        return outlook.share[owner] * (gain + (outlook.cube * number if cube else 0.0))


def best(outlook: Outlook, position: Position, codes: list[int]) -> Best:
    """Return the best of the answers that bring a caballero somewhere, of one verb."""
    sheet = Sheet(outlook, position)
    verbs = verb_table(outlook.rules)
    verb = verbs[codes[0]]
    codes = [code for code in codes if verbs[code] == verb]
    if verb == "place":
        return _place(sheet, codes)
    if verb == "pick":
        found = _pick(sheet, codes)
        return found if found[1] else (0.0, (codes[0],))
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
        kind, place = divmod(code - first, rules.n_places)
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
    left = placing_left(sheet.position)
    left = min(left, sheet.board[seat * rules.n_places + rules.court], TOGETHER)
    court = [sheet.change(seat, rules.court, -number) for number in range(left + 1)]
    found = _NOBODY
    for code in codes:
        place = code - rules.PLACE
        for number in range(1, sheet.fitting(left, place) + 1):
            gain = sheet.change(seat, place, number) + court[number]
            if gain / number > found[0]:
                found = gain / number, (code,)
    return found


def _pick(sheet: Sheet, codes: list[int]) -> Best:
    """Find the best group of one kind that moves to one place, and its first caballero."""
    rules = sheet.rules
    sources: dict[int, list[int]] = {}
    for code in codes:
        kind, place = divmod(code - rules.PICK, rules.n_places)
        sources.setdefault(kind, []).append(place)
    source = moving(sheet.position).source
    found = _NOBODY
    for kind, places in sources.items():
        quota = _quota(sheet, kind)
        if source == UNFIXED:
            groups: Iterable[list[int]] = _by_region(rules, places)
        else:
            groups = (places,)
        leaving = [_leaving(sheet, kind, group, quota) for group in groups]
        # More than can leave will not arrive.
        goals = _goals(sheet, kind, min(quota, max(map(len, leaving))))
        for steps in leaving:
            gain, place, goal = _group(sheet, kind, steps, goals)
            if gain > found[0]:
                pick = rules.PICK + kind * rules.n_places + place
                # Where more than the taboo says what may be entered, the next answer is asked for.
                found = gain, (pick, rules.PUT + goal) if rules.plain_moves else (pick,)
    return found


def _put(sheet: Sheet, codes: list[int]) -> Best:
    """Find the best goal for the marked caballero, others of its kind following it."""
    rules = sheet.rules
    move = moving(sheet.position)
    source, kind, place = move.source, move.kind, move.place
    if kind < 0:
        return 0.0, (codes[0],)
    quota = _quota(sheet, kind)
    taboo = rules.taboo(sheet.position)
    places = rules.region_places[source] if source >= 0 else rules.board_places
    places = tuple(p for p in places if sheet.position.count(kind, p) and p not in taboo)
    first = _leaving(sheet, kind, [place], 1)
    if not first:
        return 0.0, (codes[0],)
    more = [step for step in _leaving(sheet, kind, places, quota) if step != first[0]]
    steps = first + more
    allowed = {code - rules.PUT for code in codes}
    goals = _goals(sheet, kind, min(quota, len(steps)), allowed)
    if not goals:
        return 0.0, (codes[0],)
    gain, _, goal = _group(sheet, kind, steps, goals)
    return gain, (rules.PUT + goal,)


Removal = tuple[float, int]
"""Taking one more caballero away: what that changes, and from where."""


def moving(position: Position) -> MoveFrame:
    """Return the move that the game waits in; a step that we do not know moves one of anybody's."""
    frame = position.stack[-1]
    if isinstance(frame, MoveFrame):
        return frame
    # Whom it has marked, such a step says as all do: by kind and place.
    kind, place = getattr(frame, "kind", -1), getattr(frame, "place", -1)
    return MoveFrame(frame.step, frame.actor, 1, 1, 1, ANY, kind, place)


def _quota(sheet: Sheet, kind: int) -> int:
    """Return how many of a kind may still be moved, as far as that is worth considering."""
    move = moving(sheet.position)
    if sheet.rules.counts_as(sheet.position, kind) == move.actor:
        return min(move.own, move.total, TOGETHER)
    return min(move.foreign, move.total, FOREIGN)


def _by_region(rules: Ruleset, places: Iterable[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for place in places:
        groups.setdefault(rules.place_region[place], []).append(place)
    return list(groups.values())


def _goals(
    sheet: Sheet, kind: int, quota: int, allowed: Collection[int] | None = None
) -> dict[int, list[float]]:
    """Return for each place that a move may reach what 1, 2, ... of a kind change there.

    Without those ``allowed`` the taboo alone says which.
    """
    rules = sheet.rules
    taboo = rules.taboo(sheet.position)
    shuns = sheet.outlook.shuns
    return {
        goal: [sheet.change(kind, goal, number) for number in range(1, most + 1)]
        for goal in (*rules.board_places, rules.castillo)
        if (allowed is None or goal in allowed)
        and goal not in taboo
        and goal not in shuns
        and (most := sheet.fitting(quota, goal)) > 0
    }


def _leaving(sheet: Sheet, kind: int, places: Iterable[int], quota: int) -> list[Removal]:
    """Return what taking one after another away changes, the best first."""
    steps = []
    for place in places:
        before = 0.0
        for number in range(1, min(quota, sheet.position.count(kind, place)) + 1):
            after = sheet.change(kind, place, -number)
            steps.append((after - before, place))
            before = after
    steps.sort(key=lambda step: -step[0])
    return steps


def _group(
    sheet: Sheet, kind: int, steps: list[Removal], goals: dict[int, list[float]]
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
