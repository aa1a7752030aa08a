"""What every step is, and what the effects of cards share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from elgrande.rules.events import Announced, CardKept, HeldExpired
from elgrande.rules.frames import F, PlainFrame, shared
from elgrande.rules.held import Held
from elgrande.rules.moments import carried_out, settled
from elgrande.rules.params import PARAMS
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.wording import unworded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.decision import Decision
    from elgrande.rules.forms import Form
    from elgrande.rules.frames import Frame
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.ruleset import Ruleset
    from elgrande.rules.wording import Names, Words


class Step(Generic[F]):
    """One piece of the program of a game.

    ``frame`` is the class of its frames, a named tuple with ``step`` and ``actor`` first.
    ``run`` does what needs no answer, pops or replaces the frame, and returns True when
    the game must wait for an answer; ``legal`` and ``answer`` are then asked. Only ``run``
    and ``answer`` change anything. Steps hold no state of their own.

    What a step says to people stands in it too: ``prompt``, ``label`` and ``refusal``.
    """

    name: ClassVar[str]
    # Its fields are the step's own, so nothing can be said of what it takes.
    frame: ClassVar[type[Any]] = PlainFrame
    secret: ClassVar[bool] = False
    may_change: ClassVar[str] = "the choice may still be changed"
    """What is said to a seat that has answered while others have not."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def begun(self, actor: int) -> F:
        """Return the frame with which a program begins the step."""
        return self.named((self.name, actor))

    def named(self, values: tuple[Any, ...]) -> F:
        """Return the frame of these values; raises TypeError if they do not fit."""
        found: F = self.frame(*values)
        return found

    def shown_of(self, values: tuple[Any, ...]) -> Frame:
        """Return what ``shown`` returned, of its values: a remote screen has no more."""
        return self.named(values)

    def run(self, s: State, f: F) -> bool:
        """Carry the game on; True if it must wait."""
        return True

    def owing(self, s: Position, f: F) -> tuple[int, ...]:
        """The seats that must answer."""
        return (f.actor,)

    def legal(self, s: Position, f: F, seat: int) -> list[int]:
        """The codes that a seat may answer."""
        return []

    def answer(self, s: State, f: F, seat: int, code: int) -> None:
        """Carry out a legal answer."""
        raise AssertionError(f"the step {self.name!r} asks nothing")

    def shown(self, s: Position, f: F) -> Frame:
        """Return the frame as a Decision shows it: with more, if a question needs that."""
        return f

    def tells(self, s: Position, f: F, seat: int) -> bool:
        """Say whether applying a single legal answer unasked would tell a secret."""
        return False

    def behind(self, s: Position) -> bool:
        """Say whether a position that was laid out, with cards face up, has this step behind it."""
        return False

    def prompt(self, d: Decision, f: F, n: Names) -> str:
        """Return what the step waits for, as an infinitive without *to*.

        The frame is as ``shown`` returns it. Without ``d.codes`` this is told to those
        who wait: what helps to answer is then left out (``wording.hint``, ``whose``).
        """
        return unworded(self.name)

    def label(self, d: Decision, f: F, words: Words, n: Names) -> str:
        """Return a label that says more than the verb's; "" if there is no more to say.

        ``words`` are those of the answer's notation, the verb first.
        """
        return ""

    def refusal(self, c: Case, f: F) -> str:
        """Return why a command is not legal now, whatever its verb; "" if nothing bars it.

        A step says here what is its own; where caballeros can go and whence says the case.
        Say nothing of what the seat that gave it may not know.
        """
        return c.usual()

    def disk_hint(self, f: F, n: Names) -> str:
        """Return what disks are set for that the step has asked for."""
        return self.name.replace("_", " ")


class Effect(Step[F]):
    """A special action of a card.

    ``begin`` puts its frame on the stack. The action is announced with the first
    answer that ``commits``; then the windows of held cards open before it is
    carried out by ``do`` (FACTS 1.8). After each unit ``unit_done`` opens them
    again, unless nothing is left to stop.
    """

    announced_by_choice: ClassVar[bool] = True
    """False: there is no open first choice, so the windows open at once."""
    vetoable: ClassVar[bool] = True
    on_cards: ClassVar[bool] = True
    """False on a class itself: it is a piece of other effects, and no card may name it."""
    scores: ClassVar[bool] = False
    """Whether something is scored: held cards may be used before, once it is carried out."""
    stops: ClassVar[bool] = False
    """Whether its actor may end it from the start, with ``done``."""
    params: ClassVar[tuple[str, ...]] = ()
    """The parameters that a card of this effect must give; none but these and ``extra``."""
    extra: ClassVar[tuple[str, ...]] = ()
    """The parameters that a card may give besides."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.told = bool(rules.on_carried_out)

    def faults(self, card: Card) -> list[SpecError]:
        """Return what is wrong with the names and values of the card's parameters."""
        found = []
        given: Mapping[str, object] = card.params
        known = f"the effect {self.name!r} takes {listed((*self.params, *self.extra))}"
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

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the action could do anything now."""
        return True

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Put the effect's frame on the stack."""
        raise NotImplementedError

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

    def scoring(self, f: F, code: int) -> bool:
        """Say whether what begins with this answer, -1 for none, can score anything."""
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
        if (s.held or self.told) and self.commits(f, code):
            action = current_action(s)
            if action.stage < ANNOUNCED:
                s.stack[action_index(s)] = action._replace(stage=ANNOUNCED)
                first = self.first_choice(f, code)
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
        if s.held and self.rules.stop_at_reveal:
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


def listed(names: tuple[str, ...]) -> str:
    """Return the names of parameters as a sentence has them."""
    return ", ".join(map(repr, names)) or "no parameters"


STOPPABLE = ("announced", "disks_shown", "unit_done")
"""The triggers at which a special action can still be stopped, or what is left of it."""
RARE = ("choosing", "scoring", "round_end", "scored")
"""The triggers that come only where a card ``hears`` them.

``choosing`` comes before a seat chooses the card to act on; ``scoring`` before anything is
scored by a special action that has been announced and let pass, before its disks too, and
before the regions in a general scoring; ``scored`` after the last region of a general
scoring; ``round_end`` at the end of a round, before held cards expire and before its general
scoring. Besides them there are ``turn_start``, ``action_done``, ``castillo_emptied`` and the
``STOPPABLE`` ones.
"""
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


class AskedFrame(NamedTuple):
    """How often a step has stopped to let held cards be used before it does what it does."""

    step: str
    actor: int
    asked: int = 0


class WindowFrame(NamedTuple):
    """``actor`` is asked about the card ``held``, since ``acting`` does something with ``card``.

    ``mark`` is the held card's own.
    """

    step: str
    actor: int
    held: int
    trigger: str
    acting: int
    card: int
    first: tuple[int, ...]
    mark: int = -1


class KeepFrame(NamedTuple):
    """A card to be kept; -1 when it is."""

    step: str
    actor: int
    card: int
    rounds: int


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


def open_windows(
    s: State, trigger: str, actor: int, card: int, first: tuple[int, ...] = ()
) -> None:
    """Ask everybody whose held card may be used now, clockwise from the actor.

    The one checkpoint for all held cards (veto, repeat, late moves). ``actor``
    is -1 where nobody acts, so that the starter is asked first, and ``card``
    the card of the action, or -1; ``first`` are the codes that it is announced with.
    """
    if not s.held:
        return
    effects = s.rules.card_effects
    if actor >= 0:
        seats = (*s.rules.clockwise(actor), actor)
    else:
        seats = (s.starter, *s.rules.clockwise(s.starter))
    windows = []
    for seat in seats:
        asked = set()
        for held in s.held:
            if held.owner != seat:
                continue
            effect = effects[held.card]
            if effect.name in asked or not isinstance(effect, HeldEffect):
                continue
            if effect.listens(s, held.card, seat, trigger, actor, card):
                if effect.asks:
                    asked.add(effect.name)
                windows.append(
                    WindowFrame("window", seat, held.card, trigger, actor, card, first, held.mark)
                )
    s.stack.extend(reversed(windows))


class PausingStep(Step[AskedFrame]):
    """A step before which, once, held cards may be used that hear its ``trigger``."""

    frame = AskedFrame
    trigger: ClassVar[str]

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.pauses = self.trigger in rules.heard
        """Whether any card of the game hears it; else nothing is noted."""

    def asked_first(self, s: State, f: AskedFrame) -> bool:
        """Open the windows before the step, whose frame is on top; say whether there are any."""
        if f.asked:
            return False
        s.stack[-1] = AskedFrame(f.step, f.actor, 1)
        open_windows(s, self.trigger, f.actor, -1)
        return isinstance(s.stack[-1], WindowFrame)


class HeldEffect(AutoEffect[KeepFrame]):
    """A card that is kept, and used when one of its triggers comes.

    Its special action is to keep it. ``listens`` says when its owner is asked,
    ``use`` what it then does; to carry out a special action, of whatever card, it
    calls ``begin_action``.
    """

    vetoable = False
    frame = KeepFrame
    params: ClassVar[tuple[str, ...]] = ("rounds",)
    hears: ClassVar[tuple[str, ...]] = ()
    """Of the ``RARE`` triggers those at which it may be used: where nobody says so none comes."""
    asks: ClassVar[bool] = True
    """Whether its owner decides; if not it is used at once when its trigger comes."""
    lasts: ClassVar[int] = 0
    """``GAME`` or ``NEXT_SCORING``, if that and not a number of rounds is its end."""

    def check(self, card: Card) -> None:
        """Besides the parameters: nobody can keep a card that also lies face up again."""
        super().check(card)
        if card.returns:
            problem = "a card that is kept cannot return every round; write false here"
            raise SpecError.of_card(card.id, "returns", problem)

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the unit of keeping the card."""
        card = current_action(s).card
        s.stack.append(KeepFrame(self.name, actor, card, params.get("rounds", 0)))

    def finished(self, s: Position, f: KeepFrame) -> bool:
        """Say whether the card has been kept."""
        return f.card < 0

    def unit(self, s: State, f: KeepFrame) -> None:
        """Keep the card, this round and ``rounds`` more."""
        self.keep(s, f)

    def keep(self, s: State, f: KeepFrame, mark: int = -1) -> None:
        """Lay the card in front of its owner, with a mark if it needs one."""
        later = [number for number in self.rules.rounds if number > s.round]
        until = self.lasts or ([s.round, *later])[min(f.rounds, len(later))]
        s.held = (*s.held, Held(f.card, f.actor, until, mark))
        s.emit(CardKept(f.actor, f.card, until))
        s.stack[-1] = f._replace(card=-1, rounds=0)

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        """Say whether the owner may use the held card at this point."""
        raise NotImplementedError

    def marks(self) -> Form | None:
        """Return how the mark of such a card is written, if it may have one."""
        return None

    def again(self, held: int) -> bool:
        """Say whether the owner may be asked more than once during a special action."""
        return True

    def code(self, held: int) -> int:
        """Return the answer that uses the card."""
        return self.rules.USE + held

    def use(self, s: State, f: WindowFrame) -> None:
        """Use the card; the window's frame ``f`` is off the stack and the card discarded."""
        raise NotImplementedError

    def deed(self, held: int, n: Names) -> str:
        """Return what using the card on something is called, for a prompt."""
        return f"use {n.card(held)} on"


def begin_action(s: State, actor: int, card: int, *, stoppable: bool = True) -> None:
    """Let a seat carry out the special action of a card, whoever has taken the card.

    What only looks like one and cannot be stopped has been let pass by everybody.
    """
    passed = 0 if stoppable else (1 << s.rules.n) - 1
    s.stack.append(action_frame("action", actor, card, 0, passed))


def expire_held(s: State, *lasts: int) -> None:
    """Discard the held cards that were kept until one of these, unused."""
    for held in s.held:
        if held.until in lasts:
            s.emit(HeldExpired(held.owner, held.card))
    s.held = tuple(held for held in s.held if held.until not in lasts)


def stop_action(s: State) -> None:
    """End the special action that is being carried out: what is done is done, the rest lost."""
    at = action_index(s)
    actor = current_action(s).actor
    del s.stack[at:]
    settled(s, actor)


def begin_carrying_out(s: State, actor: int, card: int, scores: bool) -> bool:
    """Tell that a special action begins to be carried out; say whether anything comes before."""
    before = len(s.stack)
    if scores and "scoring" in s.rules.heard:
        open_windows(s, "scoring", actor, card)
    carried_out(s, actor, card)
    return len(s.stack) > before


def discard_held(s: State, card: int, owner: int) -> None:
    """Take a held card off the table."""
    s.held = tuple(held for held in s.held if (held.card, held.owner) != (card, owner))
