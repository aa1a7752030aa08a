"""The general scoring (S0, "Scoring"; FACTS 1.6, 9.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.events import Event, RegionScored
from elgrande.rules.moments import settled
from elgrande.rules.movement import shift
from elgrande.rules.parts import DISK, NEXT_SCORING
from elgrande.rules.scoring import paying, rows, score
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.held import expire_held
from elgrande.rules.steps.round import begin_program, running
from elgrande.rules.steps.step import AskedFrame, InstantStep, PausingStep, Step, open_windows

if TYPE_CHECKING:
    from elgrande.rules import Position, State, View


SCORED = 2
"""How often score_regions has stopped when everything is scored."""
MANY = 200
"""So many questions and more: one in which nobody answers has come to no end (``unanswered``)."""


class SetDisksFrame(NamedTuple):
    """Whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int


class SetDisks(Step[SetDisksFrame]):
    """Set the disks before the Castillo is opened; ``asked_for_disks`` says who does.

    Whoever has nobody inside, caballero or Grande, could set anything.
    """

    name = "set_disks"
    frame = SetDisksFrame
    # It may be caballeros, the Grande alone, or, where nobody may know that, nobody.
    disks_for = "the region for all that you have in the Castillo"

    def begun(self, actor: int) -> SetDisksFrame:
        return SetDisksFrame(self.name, actor, 0)

    def run(self, s: State, f: SetDisksFrame) -> bool:
        if f.asked:
            s.stack.pop()
            return False
        s.stack[-1] = SetDisksFrame(self.name, f.actor, 1)
        if seats := self.rules.asked_for_disks(s):
            ask_disks(s, seats)
        return False

    def disk_regions(self, s: Position, f: SetDisksFrame, seat: int) -> list[int]:
        """All regions; the King's is a choice with a consequence (FACTS 7)."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: SetDisksFrame) -> None:
        """Leave the disks face down: they are revealed after the Castillo is scored."""


class OpenCastillo(InstantStep):
    """Open the Castillo and score it."""

    name = "open_castillo"

    def do(self, s: State, actor: int) -> None:
        pay(s, self.rules.castillo_target, general=True)


class EmptyCastillo(InstantStep):
    """Turn the disks up and move everybody out of the Castillo.

    To the region on the disk, all of a player's to one; to the court if that
    region is taboo (S0, "Move the Caballeros from the Castillo to the regions") or has
    no room left. Who may not even go to the court stays inside.
    A Grande inside goes along; having no place in a court he stays inside if the
    region is taboo (S2, "Competition"; FACTS 9.3). Nobody leaves a taboo Castillo, unless
    an expansion lets caballeros out of it (``may_leave``).
    """

    name = "empty_castillo"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        shown = reveal_disks(s)
        taboo = rules.taboo(s)
        closed = rules.castillo in taboo
        for seat in range(rules.n_seats):
            region = shown[seat]
            if region < 0:
                continue
            places = rules.region_places[region]
            shift(s, -1, rules.kinds_of(s, seat), rules.castillo, (*places, rules.court))
            inside = s.grande(seat) == rules.castillo_target
            if inside and not closed and not taboo.issuperset(places):
                s.move_grande(-1, seat, region)
        for function in rules.on_emptied:
            function(s, shown)
        open_windows(s, "castillo_emptied", -1, -1)
        settled(s, -1)


class ScoreRegions(PausingStep):
    """Score all regions in the order of the track, or whatever is to be scored instead.

    Held cards may be used before and after it; those that were kept so long are discarded.
    """

    name = "score_regions"
    trigger = "scoring"

    def run(self, s: State, f: AskedFrame) -> bool:
        if self.pauses and self.asked_first(s, f):
            return False
        if f.asked == SCORED:
            s.stack.pop()
            expire_held(s, NEXT_SCORING)
            return False
        for target in self.rules.scoring_order(s):
            pay(s, target, general=True)
        s.stack[-1] = AskedFrame(self.name, f.actor, SCORED)
        if "scored" in self.rules.heard:
            open_windows(s, "scored", -1, -1)
        return False


class ScoreAloneFrame(NamedTuple):
    """What is scored, by whose card, and whether held cards could be used before, 0 or 1."""

    step: str
    actor: int
    target: int
    asked: int = 0


class ScoreAlone(Step[ScoreAloneFrame]):
    """Score a target outside of any special action; held cards may be used before it."""

    name = "score_alone"
    frame = ScoreAloneFrame

    def run(self, s: State, f: ScoreAloneFrame) -> bool:
        if not f.asked and "scoring" in self.rules.heard:
            s.stack[-1] = f._replace(asked=1)
            # Nobody's turn is in progress, whosever card it was.
            open_windows(s, "scoring", -1, -1)
            return False
        s.stack.pop()
        pay(s, f.target, by=f.actor)
        return False


def score_alone(s: State, target: int, by: int) -> None:
    """Let a target be scored next, by the card of a seat that nobody carries out."""
    s.stack.append(ScoreAloneFrame(ScoreAlone.name, by, target))


def pay(
    s: State, target: int, *, general: bool = False, first_only: bool = False, by: int = -1
) -> None:
    """Score a target and move the score markers."""
    at = s.rules.at_score
    if s.sink is None:
        # Nobody looks, as in a bot's search: the numbers are all there is to know.
        if s.rules.plain_gifts:
            values = s.values(target)
            for seat, _, _, _, _, _, points, _, _ in rows(s, target, values, first_only, general):
                if points:
                    s.board[at + seat] += points
            return
        for seat, points in paying(s, target, first_only, general).paid():
            s.board[at + seat] += points
        return
    scored = score(s, target, first_only, general=general)
    for seat, points in scored.paid():
        s.board[at + seat] += points
    s.emit(RegionScored(scored, general, by))


def unanswered(s: State, *verbs: str) -> list[Event]:
    """Run to the end, or to a question that one of these verbs answers; return what happens.

    All other questions are taken off: nobody answers them. A step that asks the same again is
    taken off with its question, and so are ever more steps where there is no end to questions.
    """
    events: list[Event] = []
    s.advance(events.append)
    before, times = s.stack[:0], 0
    while s.stack and not any(s.rules.verb(c) in verbs for i in s.owing() for c in s.legal(i)):
        again, before, times = s.stack == before, s.stack[:], times + 1
        del s.stack[-1 - again - times // MANY :]
        s.advance(events.append)
    return events


def scored_now(position: State | View) -> list[RegionScored]:
    """Return what a general scoring would pay now, or the rest of the one in progress."""
    return [event for event in after_scoring(position)[1] if isinstance(event, RegionScored)]


def after_scoring(position: State | View) -> tuple[State, list[Event]]:
    """Hold a general scoring on a copy, or the rest of it; return the copy and what happens.

    In a round that ends with one it comes as if the round ended here, with all that then happens
    of itself; in another what waits for that round's end has no part in it. Nobody answers: no
    disk is set, so that nobody leaves the Castillo, and no kept card is used.
    """
    state = position.trial()
    rules, stack = state.rules, state.stack
    for seat in range(rules.n_seats):
        state.keep(seat, DISK, -1)
    at = running(state, "general_scoring")
    del stack[: at if at >= 0 else len(stack)]
    if not stack:
        steps = rules.programs["round"]
        known = {"turns", "end_of_round_scoring"} <= set(steps)
        if known and position.round in rules.scoring_rounds:
            # Where an expansion replaced one of them, nobody can say what belongs to the end.
            ends = steps[steps.index("turns") + 1 : steps.index("end_of_round_scoring")]
            stack += [rules.steps[name].begun(-1) for name in reversed(ends)]
        stack.insert(0, begin_program("general_scoring", -1))
    return state, unanswered(state)
