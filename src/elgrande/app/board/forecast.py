"""If it were scored now: what every place, every total and a scoring card would bring.

Pure: it reads a position, a View as well as a State, and asks the core's own
``score`` and the card's own effect. Nothing is guessed: the caballeros in the
Castillo count where they stand, and where the house rules veil them the
Castillo is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elgrande.rules import Generator, State, View, score
from elgrande.rules.effects.scorings import ScoreChoice, ScoreListFrame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.app.board.guide import Guide
    from elgrande.rules import Position, Scored


@dataclass(frozen=True)
class Forecast:
    """Every place scored once as it stands now; ``scored`` has None for a veiled one.

    ``barred`` are those that a general scoring would leave out now, so nothing is gained there.
    """

    scored: tuple[Scored | None, ...]
    now: tuple[int, ...]
    gains: tuple[int, ...]
    barred: frozenset[int] = frozenset()

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points if all of it were scored."""
        return tuple(have + more for have, more in zip(self.now, self.gains, strict=True))

    @property
    def veiled(self) -> bool:
        """Whether a place had to be left out."""
        return None in self.scored


@dataclass(frozen=True)
class CardForecast:
    """What the special action of a scoring card would score now.

    ``choice`` says that the actor picks one of ``scored``; ``disks`` that secret disks
    decide which of them count. Otherwise all are scored. ``hidden`` says that the
    veiled Castillo was left out.
    """

    card: int
    scored: tuple[Scored, ...]
    choice: bool = False
    disks: bool = False
    hidden: bool = False

    @property
    def certain(self) -> bool:
        """Whether all of it would be scored, without anybody's choice."""
        return not (self.choice or self.disks)


def gain(scored: Iterable[Scored], seats: int) -> tuple[int, ...]:
    """Return the points that scorings bring, by seat."""
    sums = [0] * seats
    for one in scored:
        for seat, more in one.paid():
            sums[seat] += more
    return tuple(sums)


def points(scored: Scored, seat: int) -> int:
    """Return the points that a scoring brings one seat."""
    return sum(more for who, more in scored.paid() if who == seat)


def forecast(position: Position, guide: Guide) -> Forecast:
    """Every region and the Castillo, scored as they stand."""
    rules = guide.rules
    closed = -1 if guide.shows(rules.castillo) else rules.castillo_target
    found = tuple(
        None if target == closed else score(position, target, general=True)
        for target in range(len(rules.targets))
    )
    now = tuple(position.score(seat) for seat in range(rules.n_seats))
    asked = {rules.castillo_target, *rules.scoring_order(position)}
    counted = [one for one in found if one is not None and one.target in asked]
    barred = frozenset(range(len(rules.targets))) - asked
    return Forecast(found, now, gain(counted, rules.n_seats), barred)


def card_forecast(position: Position, guide: Guide, card: int, seat: int) -> CardForecast | None:
    """Return what a card's special action would score now; None if it is no scoring card.

    The card's own effect says what: it begins on a copy, and the frame that it
    puts there is read. What is hidden does not matter to a scoring, so any
    State that the view allows will do as the copy.
    """
    rules = guide.rules
    effect = rules.card_effects[card]
    params = rules.cards[card].params
    if not effect.name.startswith("score_"):
        return None
    copy = _copy(position)
    before = len(copy.stack)
    if not effect.possible(copy, seat, params):
        return CardForecast(card, ())
    effect.begin(copy, seat, params)
    if len(copy.stack) != before + 1:
        return None
    frame = copy.stack[-1]
    name, first_only = frame.step, False
    step: Any = rules.steps[name]
    if isinstance(frame, ScoreListFrame):
        targets, first_only = frame.targets, bool(frame.first_only)
    elif isinstance(step, ScoreChoice):
        targets = tuple(step.targets(copy, frame))
    elif name == "score_unique_disks":
        targets = tuple(sorted(step.disk_regions(copy, frame, seat)))
    else:
        return None
    closed = -1 if guide.shows(rules.castillo) else rules.castillo_target
    return CardForecast(
        card,
        tuple(score(position, target, first_only) for target in targets if target != closed),
        choice=isinstance(step, ScoreChoice),
        disks=name == "score_unique_disks",
        hidden=closed in targets,
    )


def _copy(position: Position) -> State:
    """Return a State to try something on."""
    if isinstance(position, View):
        return position.sample(Generator.seeded(0))
    assert isinstance(position, State)
    return position.copy()
