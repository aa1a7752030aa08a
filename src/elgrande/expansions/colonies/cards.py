"""What cards of the Colonies do that no others do: moves that bring discs, scorings, conspiracy,
and cards that are kept (S0, S3). The discs themselves come in ``voyage``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from elgrande.expansions.colonies.places import layout
from elgrande.rules import Decision, Form, Gift, Held, Position, Scored, Spec, State
from elgrande.rules.commands import Verb
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.effects.figures import GrandesByDisk, grandes_by_disk
from elgrande.rules.effects.move import Move
from elgrande.rules.effects.scorings import ScoreList
from elgrande.rules.events import Event
from elgrande.rules.parts import GAME
from elgrande.rules.questions import face_up_cards
from elgrande.rules.refused import Case
from elgrande.rules.spec import Params
from elgrande.rules.steps.effect import begin_action
from elgrande.rules.steps.general import score_alone
from elgrande.rules.steps.held import HeldEffect, KeepChosen, KeepFrame, tell_use
from elgrande.rules.steps.round import clear_stack, running
from elgrande.rules.steps.step import Step, WindowFrame
from elgrande.rules.steps.turn import ActFrame
from elgrande.rules.wording import Names, listed

# -- conspiracy: in the next general scoring the Grandes are in the Castillo --


CONSPIRACY = "conspiracy"
"""Whether the next general scoring finds the Grandes in the Castillo, 0 or 1; also a reason."""
BONUS = 2


@dataclass(frozen=True)
class ConspiracyAhead(Event):
    """In the next general scoring the Grandes are in the Castillo."""

    seat: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} conspires: in the next general scoring each Grande counts as "
            "in the Castillo, unless its region is closed as the King's is, and then goes where "
            "its owner's disk shows, unless that is closed."
        )


class Conspire(GrandesByDisk):
    """Lay it for the next general scoring (S3)."""

    name = "conspire"
    cell = CONSPIRACY

    def tell(self, seat: int) -> Event:
        return ConspiracyAhead(seat)


def bonus(position: Position, scored: Scored) -> tuple[Gift, ...]:
    """Pay whoever alone leads the Castillo in the general scoring, if the Grande is inside (S3).

    A Grande in the King's region is not: nothing leaves it.
    """
    rules = position.rules
    if scored.target != rules.castillo_target or not position.cell(CONSPIRACY):
        return ()
    if running(position, "general_scoring") < 0:
        return ()
    return tuple(
        Gift(line.seat, BONUS, CONSPIRACY)
        for line in scored.lines
        if line.rank == 1 and not line.tied and line.seat >= 0 and _inside(position, line.seat)
    )


def _inside(position: Position, seat: int) -> bool:
    rules = position.rules
    home = position.grande(seat)
    return home < 0 or not rules.taboo(position).issuperset(rules.target_places[home])


# -- kept to the end of the game and used once: again, away with one, late ----


DOWN = Verb("turn-down", ("card",), "turn this face-up card down", label="turn {card} down")


@dataclass(frozen=True)
class TurnedDown(Event):
    """A player turned down a face-up card that nobody had taken."""

    seat: int
    card: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} turns {n.card(self.card)} down: nobody can choose it this round."
        )


class DiscMove(Move):
    """Move caballeros as ``move`` does, announced before the first: discs come out with it."""

    name = "disc_move"
    announced_by_choice = False


class KeepRepeat(HeldEffect):
    """Keep it; once, do another player's special action again when that is over (S3).

    An action of a turn, carried out to its end; neither a kept card's nor the keeping of one.
    """

    name = "keep_repeat"
    params = ()
    lasts = GAME

    def listens(self, s: Position, f: WindowFrame) -> bool:
        if f.trigger != "action_done" or f.acting == f.actor or f.acting < 0:
            return False
        rules = self.rules
        if not rules.card_effects[f.card].vetoable or not rules.possible(s, f.actor, f.card):
            return False
        return any(
            isinstance(each, ActFrame)
            and (each.actor, each.card) == (f.acting, f.card)
            and each.acted
            for each in s.stack
        )

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        begin_action(s, f.actor, f.card)

    def use_phrase(self, held: int, n: Names) -> str:
        return "do again"


class KeepTurnDown(HeldEffect):
    """Keep it; once, before a player chooses a card, turn down one that nobody has taken (S0)."""

    name = "keep_turn_down"
    params = ()
    hears = ("choosing",)
    lasts = GAME

    def listens(self, s: Position, f: WindowFrame) -> bool:
        # Whoever has the turn must be left a choice.
        left = len(self.rules.offered(s, f.acting)) > 1
        return f.trigger == "choosing" and left and bool(face_up_cards(s, f.acting))

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        s.stack.append(TurnDownFrame(TurnDown.name, f.actor, f.held))


class TurnDownFrame(NamedTuple):
    """Who turns a card down, with which."""

    step: str
    actor: int
    card: int


class TurnDown(Step[TurnDownFrame]):
    """Turn down a face-up card: the King's and the Inquisitor's return in the next round (S0)."""

    name = "turn_down"
    frame = TurnDownFrame
    wants = "choose a face-up card to turn down"

    def choices(self, s: Position, f: TurnDownFrame) -> list[int]:
        return [self.rules.base[DOWN.name] + card for card in face_up_cards(s, f.actor)]

    def answer(self, s: State, f: TurnDownFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        card = code - rules.base[DOWN.name]
        clear_stack(s, s.board[rules.at_face : rules.at_taker].index(card))
        s.emit(TurnedDown(seat, card))

    def refusal(self, c: Case, f: TurnDownFrame) -> str:
        if c.verb != DOWN.name:
            return ""
        card = c.view.rules.card_index[c.words[0]]
        for slot in c.view.slots:
            if slot.card == card and slot.taker >= 0:
                return f"{c.n.seat(slot.taker)} has already taken {c.n.card(card)}"
        return f"{c.n.card(card)} is not face up"


class KeepForEmptied(KeepForLater):
    """Keep it; once, in a general scoring after the Castillo is emptied, do what it names (S3)."""

    name = "keep_for_emptied"
    lasts = GAME
    trigger = "castillo_emptied"


# -- scorings: wherever black caballeros are, and one that comes a round later


class ScoreBlack(ScoreList):
    """Score every region with a black caballero in it, the King's too, not the Castillo (S3)."""

    name = "score_black"

    def targets(self, s: Position, params: Params) -> tuple[int, ...]:
        rules = self.rules
        black = layout(rules).black
        return tuple(
            region
            for region, places in enumerate(rules.region_places)
            if any(s.count(kind, place) for kind in black for place in places)
        )


class ScoreLater(KeepChosen):
    """Put the card on a region, which is scored at the end of the next round (S3).

    Before a general scoring of that round; played in the last round, after the last scoring.
    """

    name = "score_later"
    params = ()
    hears = ("round_end", "scored")
    repeated = KeepRepeat.name

    def codes(self, s: Position, seat: int) -> list[int]:
        taken = {held.mark for held in s.held if self.rules.cards[held.card].effect == self.name}
        every = range(len(self.rules.regions))
        return [self.rules.SCORE + region for region in every if region not in taken]

    def do(self, s: State, f: KeepFrame, seat: int, code: int) -> None:
        self.keep(s, f, code - self.rules.SCORE)

    def until(self, number: int, held: Held) -> int:
        return self._due(number)

    def _due(self, number: int) -> int:
        return next((later for later in self.rules.rounds if later > number), GAME)

    def decision_frame(self, s: Position, f: KeepFrame) -> KeepFrame:
        return f._replace(rounds=self._due(s.round))

    def marks(self) -> Form:
        return Form(dict(enumerate(self.rules.regions)))

    def listens(self, s: Position, f: WindowFrame) -> bool:
        until = next((h.until for h in s.held if (h.card, h.owner) == (f.held, f.actor)), -1)
        if f.trigger == "round_end":
            return until == s.round
        return f.trigger == "scored" and until == GAME and s.round == self.rules.rounds[-1]

    def use(self, s: State, f: WindowFrame) -> None:
        tell_use(s, f)
        score_alone(s, f.mark, f.actor)

    def foretold(self, s: Position, card: int, n: Names) -> str:
        laid = [held for held in s.held if held.card == card]
        where = listed([n.region(held.mark) for held in laid])
        what = where or "one region, chosen by whoever uses it,"
        return f"scores {what} {_when(laid[0].until if laid else self._due(s.round))}"

    def prompt(self, d: Decision, f: KeepFrame, n: Names) -> str:
        return f"choose the region that is scored {_when(f.rounds)}"

    def refusal(self, c: Case, f: KeepFrame) -> str:
        if c.verb != "score":
            return ""
        if c.region_at(c.words[0]) == c.view.rules.castillo_target:
            return f"this card is put on a region, not on {c.n.the(c.words[0])}"
        return f"a delayed scoring is already waiting {c.n.at(c.words[0])}"


def _when(due: int) -> str:
    return "after the last general scoring" if due == GAME else f"at the end of round {due}"


# -- all of them --------------------------------------------------------------


def edit(spec: Spec) -> None:
    """Add the effects that only these cards have."""
    spec.cells[CONSPIRACY] = 0
    grandes_by_disk(spec, Conspire)
    spec.steps += [
        Conspire, ScoreBlack, ScoreLater, DiscMove, KeepRepeat, KeepTurnDown, TurnDown,
        KeepForEmptied,
    ]  # fmt: skip
    spec.verbs.append(DOWN)
