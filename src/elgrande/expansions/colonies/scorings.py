"""Special scorings: wherever black caballeros are, and one that comes a round later (S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.colonies.kept import KeepRepeat
from elgrande.expansions.colonies.places import layout
from elgrande.rules.effects.scorings import ScoreList
from elgrande.rules.events import CardUsed
from elgrande.rules.parts import GAME
from elgrande.rules.spec import Form
from elgrande.rules.steps.general import score_alone
from elgrande.rules.steps.held import KeepChosen, KeepFrame

if TYPE_CHECKING:
    from elgrande.rules import Decision, Held, Position, Spec, State
    from elgrande.rules.refused import Case
    from elgrande.rules.spec import Params
    from elgrande.rules.steps.step import WindowFrame
    from elgrande.rules.wording import Names


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

    def shown(self, s: Position, f: KeepFrame) -> KeepFrame:
        return f._replace(rounds=self._due(s.round))

    def marks(self) -> Form:
        return Form(dict(enumerate(self.rules.regions)))

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        until = next((h.until for h in s.held if (h.card, h.owner) == (held, owner)), -1)
        if trigger == "round_end":
            return until == s.round
        return trigger == "scored" and until == GAME and s.round == self.rules.rounds[-1]

    def use(self, s: State, f: WindowFrame) -> None:
        s.emit(CardUsed(f.actor, f.held, -1, -1))
        score_alone(s, f.mark, f.actor)

    def prompt(self, d: Decision, f: KeepFrame, n: Names) -> str:
        last = f.rounds == GAME
        when = "after the last general scoring" if last else f"at the end of round {f.rounds}"
        return f"choose the region that is scored {when}"

    def refusal(self, c: Case, f: KeepFrame) -> str:
        if c.verb != "score":
            return ""
        if c.region_at(c.words[0]) == c.view.rules.castillo_target:
            return f"this card is put on a region, not on {c.n.the(c.words[0])}"
        return f"a delayed scoring is already waiting {c.n.at(c.words[0])}"


def edit(spec: Spec) -> None:
    """Add them."""
    spec.steps += [ScoreBlack, ScoreLater]
