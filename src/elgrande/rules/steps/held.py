"""Cards that are kept and used later, and the windows in which holders are asked (FACTS 1.8)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.events import CardKept, CardUsed, HeldExpired
from elgrande.rules.moments import used
from elgrande.rules.parts import Held
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.steps.effect import AutoEffect, Effect, action_index, current_action
from elgrande.rules.steps.step import RARE, STOPPABLE, Step, WindowFrame
from elgrande.rules.wording import FIELDS, label

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Form, Names, Params, Position, State, Words


class KeepFrame(NamedTuple):
    """A card to be kept; -1 when it is."""

    step: str
    actor: int
    card: int
    rounds: int


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
    repeated: ClassVar[str] = ""
    """The effect by which another player may do its action again, and then holds the card, too."""
    lasts: ClassVar[int] = 0
    """``GAME`` or ``NEXT_SCORING``, if that and not a number of rounds is its end."""

    def check(self, card: Card) -> None:
        # Nobody can keep a card that also lies face up again.
        super().check(card)
        if card.returns:
            problem = "a card that is kept cannot return every round; write false here"
            raise SpecError.of_card(card.id, "returns", problem)
        for trigger in self.hears:
            if trigger not in RARE:
                problem = f"{self.name!r} hears {trigger!r}, which is not one of {', '.join(RARE)}"
                raise SpecError.of_card(card.id, "effect", problem)

    def begin(self, s: State, actor: int, params: Params) -> None:
        card = current_action(s).card
        s.stack.append(KeepFrame(self.name, actor, card, params.get("rounds", 0)))

    def finished(self, s: Position, f: KeepFrame) -> bool:
        return f.card < 0

    def unit(self, s: State, f: KeepFrame) -> None:
        self.keep(s, f)

    def keep(self, s: State, f: KeepFrame, mark: int = -1) -> None:
        """Lay the card in front of its owner, with a mark if it needs one."""
        held = Held(f.card, f.actor, -1, mark)
        held = held._replace(until=self.until(s.round, held))
        s.held = (*s.held, held)
        s.emit(CardKept(f.actor, f.card, held.until))
        s.stack[-1] = f._replace(card=-1, rounds=0)

    def until(self, number: int, held: Held) -> int:
        """Return the last round of a card that is kept in a round, with a mark or without."""
        rounds = self.rules.cards[held.card].params.get("rounds", 0)
        later = [after for after in self.rules.rounds if after > number]
        return self.lasts or ([number, *later])[min(rounds, len(later))]

    def listens(self, s: Position, f: WindowFrame) -> bool:
        """Say whether the owner may use the held card in the window with this frame."""
        raise NotImplementedError

    def marks(self) -> Form | None:
        """Return how the mark of such a card is written, if it may have one."""
        return None

    def misplaced(self, s: Position, held: Held) -> tuple[str, str] | None:
        """Return the field at fault and the problem, if such a card cannot be held so."""
        return None

    def again(self, held: int) -> bool:
        """Say whether the owner may be asked more than once during a special action."""
        return True

    def code(self, held: int) -> int:
        """Return the answer that uses the card."""
        return self.rules.USE + held

    def use(self, s: State, f: WindowFrame) -> None:
        """Use the card; the window's frame ``f`` is off the stack. It is discarded here."""
        raise NotImplementedError

    def use_phrase(self, held: int, n: Names) -> str:
        """Return what using the card on something is called, for a prompt."""
        return f"use {n.card(held)} on"


class KeepChosen(HeldEffect):
    """A kept card that lies on something which its player chooses, and is used by itself."""

    announced_by_choice = True
    vetoable = True
    asks = False

    def codes(self, s: Position, seat: int) -> list[int]:
        """Return what there is to choose; without any the card cannot be kept."""
        raise NotImplementedError

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.codes(s, actor))

    def choices(self, s: Position, f: KeepFrame) -> list[int]:
        return [] if f.card < 0 else self.codes(s, f.actor)

    def run(self, s: State, f: KeepFrame) -> bool:
        return Effect.run(self, s, f)


def expire_held(s: State, *lasts: int) -> None:
    """Discard the held cards that were kept until one of these, unused."""
    for held in s.held:
        if held.until in lasts:
            s.emit(expired(held))
    s.held = tuple(held for held in s.held if held.until not in lasts)


def expired(held: Held) -> HeldExpired:
    """Return what is told of a held card that is discarded unused."""
    return HeldExpired(held.owner, held.card, held.until, held.mark)


def discard_held(s: State, card: int, owner: int) -> Held:
    """Take a held card off the table, and return it."""
    (gone,) = (held for held in s.held if (held.card, held.owner) == (card, owner))
    s.held = tuple(held for held in s.held if held != gone)
    return gone


def tell_use(s: State, f: WindowFrame) -> None:
    """Discard the held card of a window, and tell what it is used on."""
    gone, begun = discard_held(s, f.held, f.actor), f.trigger == "unit_done"
    other = f.acting if f.card >= 0 else -1
    s.emit(CardUsed(f.actor, f.held, other, f.card, begun, gone.until, gone.mark))


# -- windows ------------------------------------------------------------------


class Window(Step[WindowFrame]):
    """One holder of a card is asked whether to use it now."""

    name = "window"
    frame = WindowFrame

    def run(self, s: State, f: WindowFrame) -> bool:
        """Skip a holder who lets the whole action pass, or whose moment has gone."""
        if f.trigger in STOPPABLE and (current_action(s).passed >> f.actor) & 1:
            s.stack.pop()
            return False
        effect = self._effect(f)
        kept = any((each.card, each.owner) == (f.held, f.actor) for each in s.held)
        if kept and effect.listens(s, f):
            if effect.asks:
                return True
            self._use(s, f)
            return False
        s.stack.pop()
        return False

    def _effect(self, f: WindowFrame) -> HeldEffect:
        effect = self.rules.held_effect(f.held, f.trigger)
        assert isinstance(effect, HeldEffect)
        return effect

    def choices(self, s: Position, f: WindowFrame) -> list[int]:
        codes = [self._effect(f).code(f.held), self.rules.LET]
        if self._again(s, f):
            codes.append(self.rules.LET_ALL)
        return codes

    def _again(self, s: Position, f: WindowFrame) -> bool:
        """Say whether the holder may be asked more than once during this special action."""
        if f.trigger not in STOPPABLE:
            return False
        for kept in s.held:
            effect = self.rules.held_effect(kept.card, "unit_done")
            if kept.owner == f.actor and isinstance(effect, HeldEffect) and effect.again(kept.card):
                return True
        return False

    def answer(self, s: State, f: WindowFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        if code == rules.LET_ALL:
            action = current_action(s)
            s.stack[action_index(s)] = action._replace(passed=action.passed | (1 << seat))
        elif code != rules.LET:
            s.stack.append(f)
            self._use(s, f)

    def _use(self, s: State, f: WindowFrame) -> None:
        s.stack.pop()
        used(s, f.actor, f.held, partial(self._effect(f).use, s, f))

    def about(self, f: WindowFrame) -> tuple[str, ...]:
        effect = self._effect(f)
        stops = effect.code(f.held) == self.rules.VETO
        return (self.name,) if stops else (self.rules.cards[f.held].id, effect.name)

    def prompt(self, d: Decision, f: WindowFrame, n: Names) -> str:
        if f.trigger not in STOPPABLE or f.acting < 0 or f.card < 0:
            return f"use {n.card(f.held)} now, or let this pass"
        rest = "the rest of " if f.trigger == "unit_done" else ""
        begins = f" (next: {_begun(f.first, n)})" if f.first else ""
        shown = ", now that the disks are revealed" if f.trigger == "disks_shown" else ""
        what = f"{rest}{n.seat(f.acting)}'s {n.short(n.rules.cards[f.card].id)}{begins}{shown}"
        stop = "" if what.endswith(")") else ","
        return f"{self._effect(f).use_phrase(f.held, n)} {what}{stop} or let it pass"

    def label(self, d: Decision, f: WindowFrame, words: Words, n: Names) -> str:
        if words[0] != "let" or self.rules.LET_ALL in d.codes:
            return ""
        # Nobody is asked again, so that it is more than a step.
        return "let the whole action pass" if f.trigger in STOPPABLE else "let this pass"

    def refusal(self, c: Case, f: WindowFrame) -> str:
        if c.verb != "use" or not c.fits:
            return ""
        return f"you cannot use {c.n.card(c.view.rules.card_index[c.words[0]])} now"


def _begun(codes: tuple[int, ...], n: Names) -> str:
    """Say what is announced first: a caballero's way in one breath, else label after label."""
    texts = [n.rules.vocabulary.texts[code].split() for code in codes]
    if [verb for verb, *_ in texts] == ["pick", "put"]:
        (_, kind, source), (_, goal) = texts
        return f"{FIELDS['caballero'](kind, n)} from {n.the(source)} to {n.the(goal)}"
    return ", ".join(label(code, n) for code in codes)
