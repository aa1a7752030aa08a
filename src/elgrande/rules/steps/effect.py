"""The special action of a card: what stands on the stack below it, and what all effects share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from elgrande.rules.events import Announced
from elgrande.rules.moments import carried_out, settled
from elgrande.rules.parts import F, Held, shared
from elgrande.rules.spec import PARAMS, Card, SpecError
from elgrande.rules.steps.step import Step, WindowFrame, open_windows

if TYPE_CHECKING:
    from elgrande.rules import Names, Params, Position, Ruleset, State


# -- a special action in progress ---------------------------------------------


BEGUN = 1
ANNOUNCED = 2
"""How far a special action is: begun but not yet told, or announced."""


class ActionFrame(NamedTuple):
    """The special action of a card: ``passed`` has a bit for each seat that lets it all pass."""

    step: str
    actor: int
    card: int
    stage: int
    passed: int


action_frame = shared(ActionFrame)


class CarryOutFrame(NamedTuple):
    """An answer that was announced, to be carried out in the frame below; -1 for none.

    ``begun`` is 1 when everybody has been told that the special action begins.
    """

    step: str
    actor: int
    code: int
    begun: int = 0


def action_index(s: Position) -> int:
    """Return where the special action that is being carried out stands on the stack."""
    stack = s.stack
    for at in range(len(stack) - 1, -1, -1):
        if isinstance(stack[at], ActionFrame):
            return at
    raise AssertionError("no special action is being carried out")


def current_action(s: Position) -> ActionFrame:
    """Return the frame of the special action that is being carried out."""
    frame = s.stack[action_index(s)]
    assert isinstance(frame, ActionFrame)
    return frame


def begin_action(s: State, actor: int, card: int, *, stoppable: bool = True) -> None:
    """Let a seat carry out the special action of a card, whoever has taken the card.

    What only looks like one and cannot be stopped has been let pass by everybody.
    """
    passed = 0 if stoppable else (1 << s.rules.n_seats) - 1
    s.stack.append(action_frame("action", actor, card, 0, passed))


def begin_carrying_out(s: State, actor: int, card: int, scores: bool) -> bool:
    """Tell that a special action begins to be carried out; say whether anything comes before."""
    before = len(s.stack)
    if scores and "scoring" in s.rules.heard:
        open_windows(s, "scoring", actor, card)
    carried_out(s, actor, card)
    return len(s.stack) > before


def stop_action(s: State) -> None:
    """End the special action that is being carried out: what is done is done, the rest lost."""
    at = action_index(s)
    actor = current_action(s).actor
    del s.stack[at:]
    settled(s, actor)


# -- effects ------------------------------------------------------------------


class Effect(Step[F]):
    """A special action of a card.

    ``begin`` puts its frame on the stack. The action is announced with the first
    answer that ``commits``; then the windows of held cards open before it is
    carried out by ``do`` (FACTS 1.8). Without a first choice it is announced at once and
    begins when the windows have passed, so that it finds what they have left. After each
    unit ``unit_done`` opens them again, unless nothing is left to stop.
    """

    announced_by_choice: ClassVar[bool] = True
    """False: there is no open first choice, so the windows open at once, before it begins."""
    vetoable: ClassVar[bool] = True
    asks: ClassVar[bool] = True
    """Of a card that is kept: whether its owner decides; if not it is used at its trigger."""
    early: ClassVar[bool] = False
    """Of a card of hands that is kept: whether that is so before the turn of who has played it."""
    on_cards: ClassVar[bool] = True
    """False on a class itself: it is a piece of other effects, and no card may name it."""
    lapsed: ClassVar[str] = " unused"
    """Of a card that is kept: what is said behind it when its time is over."""
    scores: ClassVar[bool] = False
    """Whether something is scored: held cards may be used before, once it is carried out."""
    places: ClassVar[bool] = False
    """Whether it may place caballeros from the court, as a turn does."""
    stops: ClassVar[bool] = False
    """Whether its actor may end it from the start, with ``done``."""
    stops_actions: ClassVar[bool] = False
    """Of a card that is kept: whether it is used to stop another player's special action."""
    params: ClassVar[tuple[str, ...]] = ()
    """The parameters that a card of this effect must give; none but these and ``extra``."""
    extra: ClassVar[tuple[str, ...]] = ()
    """The parameters that a card may give besides."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.is_told = bool(rules.on_carried_out)

    def faults(self, card: Card) -> list[SpecError]:
        """Return what is wrong with the names and values of the card's parameters."""
        found = []
        given: Mapping[str, object] = card.params
        takes = ", ".join(map(repr, (*self.params, *self.extra))) or "no parameters"
        known = f"the effect {self.name!r} takes {takes}"
        for name in (*self.params, *self.extra):
            wanted = PARAMS.get(name)
            if name not in given and name in self.extra:
                continue
            if name not in given:
                what = f"; write {wanted.wants} here" if wanted else "; give it"
                found.append(SpecError.of_card(card.id, name, f"this is missing: {known}{what}"))
            elif wanted and not wanted.fits(given[name]):
                found.append(SpecError.of_card(card.id, name, f"write {wanted.wants} here"))
        found += [
            SpecError.of_card(card.id, name, f"there is no such field: {known}; remove it")
            for name in given
            if name not in self.params and name not in self.extra
        ]
        return found

    def check(self, card: Card) -> None:
        """Raise SpecError if the card's parameters are not this effect's."""
        for fault in self.faults(card):
            raise fault

    def moves_king(self, params: Params) -> bool:
        """Say whether it may bring the King to another region."""
        return False

    def idle(self, card: Card) -> list[SpecError]:
        """Return why a card with these parameters could do nothing in any position.

        No new game begins with such a card; one that was begun goes on.
        """
        return []

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the action could do anything now."""
        return True

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Put the effect's frame on the stack: without more said, one without values."""
        s.stack.append(self.begun(actor))

    def ahead(self, s: Position, f: F) -> F:
        """Return the frame as it stands once whoever can do nothing has been stepped over."""
        return f

    def finished(self, s: Position, f: F) -> bool:
        """Say whether nothing is left to do or choose."""
        f = self.ahead(s, f)
        return not self.legal(s, f, f.actor)

    def commits(self, f: F, code: int) -> bool:
        """Say whether this answer carries out a unit, so that the action is announced."""
        return code != self.rules.DONE

    def scores_as(self, card: Card) -> bool:
        """Say whether the special action of a card with this effect can score anything."""
        return self.scores

    def foretold(self, s: Position, card: int, n: Names) -> str:
        """Return what a forecast says behind the card's name, if not that it scores at once.

        A region that such a card lies on is scored later.
        """
        return ""

    def scoring(self, f: F, code: int) -> bool:
        """Say whether what begins with this answer can score anything."""
        return self.scores

    def stands(self, s: Position, f: F, code: int) -> bool:
        """Say whether an answer that was announced can still be carried out."""
        return code in self.legal(s, f, f.actor)

    def anew(self, f: F) -> F:
        """Return the frame that asks anew for an answer that no longer stands."""
        return f

    def first_choice(self, f: F, code: int) -> tuple[int, ...]:
        """Return the codes that the action is announced with."""
        return (code,)

    def do(self, s: State, f: F, seat: int, code: int) -> None:
        """Carry out an answer."""
        raise NotImplementedError

    def run(self, s: State, f: F) -> bool:
        """Wait, or end the effect when nothing is left."""
        f = self.ahead(s, f)
        codes = self.legal(s, f, f.actor)
        if not codes:
            s.stack.pop()
            return False
        s.stack[-1] = f
        s._cache = codes
        return True

    def answer(self, s: State, f: F, seat: int, code: int) -> None:
        """Announce the action if this is its first unit, else carry it out at once."""
        if (s.held or self.is_told) and self.commits(f, code):
            action = current_action(s)
            if action.stage < ANNOUNCED:
                s.stack[action_index(s)] = action._replace(stage=ANNOUNCED)
                first = self.first_choice(f, code)
                if action.card not in self.rules.abilities:
                    s.emit(Announced(action.actor, action.card, first))
                s.stack.append(CarryOutFrame("carry_out", seat, code))
                if s.held:
                    open_windows(s, "announced", action.actor, action.card, first)
                return
        self.do(s, f, seat, code)

    def unit_done(self, s: State) -> None:
        """Open the windows after a unit, if there is more to stop."""
        if s.held:
            self._pause(s, "unit_done")

    def disks_shown(self, s: State) -> None:
        """Open the windows between the reveal of the disks and the first unit that follows."""
        if s.held:
            self._pause(s, "disks_shown")

    def _pause(self, s: State, trigger: str) -> None:
        """Open the windows in the midst of an action, if there is more to stop."""
        stack = s.stack
        while not isinstance(frame := stack[-1], ActionFrame):
            effect = self.rules.steps[frame.step]
            if not isinstance(effect, Effect):
                break
            # Whoever looks at what is left must not see those who can do nothing.
            stack[-1] = frame = effect.ahead(s, frame)
            if not effect.finished(s, frame):
                break
            stack.pop()
        if not isinstance(stack[-1], ActionFrame):
            action = current_action(s)
            open_windows(s, trigger, action.actor, action.card)

    def listens(self, s: Position, f: WindowFrame) -> bool:
        """Say whether a kept card may be used in the window with this frame; no other can be."""
        return False

    def brings(self, held: int) -> int:
        """Return the card whose action a card is kept for, to be carried out later, or -1."""
        return -1

    def waiting(self, held: Held) -> tuple[int, ...]:
        """Return the cards whose actions are still to come while one is held."""
        return (held.card,)


class OneChoice(Effect[F]):
    """An effect of a single choice: ``codes`` are the answers, ``do`` carries one out."""

    def codes(self, s: Position, seat: int) -> list[int]:
        """Return the answers of whoever carries the action out; without any it is impossible."""
        raise NotImplementedError

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.codes(s, actor))

    def choices(self, s: Position, f: F) -> list[int]:
        return self.codes(s, f.actor)


class AutoEffect(Effect[F]):
    """An effect whose units need no answer."""

    announced_by_choice = False

    def finished(self, s: Position, f: F) -> bool:
        """Say whether no unit is left."""
        raise NotImplementedError

    def unit(self, s: State, f: F) -> None:
        """Carry out the next unit and replace the frame, which ``ahead`` has returned."""
        raise NotImplementedError

    def run(self, s: State, f: F) -> bool:
        """Carry out one unit, or end."""
        f = self.ahead(s, f)
        if self.finished(s, f):
            s.stack.pop()
        else:
            self.unit(s, f)
            self.unit_done(s)
        return False


def on_cards(step: type[Step[Any]]) -> bool:
    """Say whether cards may name this step: it is an effect, and no piece of others."""
    return bool(vars(step).get("on_cards", issubclass(step, Effect)))
