"""If it were scored now: what every place, every total and a scoring card would bring.

Pure: it reads a position, a View as well as a State, and lets the core hold the general
scoring, or a card begin, on a copy. Nothing is guessed: the caballeros in the Castillo count
where they stand, and where the house rules veil them the Castillo is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.rules import Gift, Scored, State, View, score
from elgrande.rules.events import Event, PointsGiven, RegionScored
from elgrande.rules.steps.effect import begin_action
from elgrande.rules.steps.general import scored_now, unanswered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elgrande.app.board.guide import Guide


@dataclass(frozen=True)
class Forecast:
    """What a general scoring would pay now, by place: None for a veiled one, and for those that it
    leaves out (``barred``). ``besides`` is scored before or after it, by cards that wait.
    ``closed`` says that nobody is asked for a disk, as the Castillo is closed.
    """

    scored: tuple[Scored | None, ...]
    now: tuple[int, ...]
    gains: tuple[int, ...]
    barred: frozenset[int] = frozenset()
    besides: tuple[Scored, ...] = ()
    closed: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points if all of it were scored."""
        return tuple(have + more for have, more in zip(self.now, self.gains, strict=True))

    @property
    def veiled(self) -> bool:
        """Whether a place had to be left out."""
        return len(self.barred) < self.scored.count(None)

    def at(self, target: int) -> list[Scored]:
        """Return all that would be scored at a place."""
        return [one for one in (self.scored[target], *self.besides) if one and one.target == target]


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

    @property
    def shut(self) -> bool:
        """Whether it scores the veiled Castillo and nothing else."""
        return self.hidden and self.certain and not self.scored


def gain(scored: Iterable[Scored], seats: int) -> tuple[int, ...]:
    """Return the points that scorings bring, by seat."""
    sums = [0] * seats
    for one in scored:
        for seat, more in one.paid():
            sums[seat] += more
    return tuple(sums)


def forecast(position: State | View, guide: Guide) -> Forecast:
    """Every region and the Castillo, as a general scoring would find them now."""
    rules = guide.rules
    shut = -1 if guide.shows(rules.castillo) else rules.castillo_target
    every = scored_now(position)
    heard = [event for event in every if event.scored.target != shut]
    found = {event.scored.target: event.scored for event in heard if event.general}
    targets = range(len(rules.targets))
    return Forecast(
        tuple(map(found.get, targets)),
        tuple(map(position.score, range(rules.n_seats))),
        gain([event.scored for event in heard], rules.n_seats),
        frozenset(targets).difference(event.scored.target for event in every if event.general),
        tuple(event.scored for event in heard if not event.general),
        rules.castillo in rules.taboo(position),
    )


def card_forecast(
    position: State | View, guide: Guide, card: int, seat: int
) -> CardForecast | None:
    """Return what a card's special action would score now; None if it is no scoring card.

    The action is begun on a copy, and whatever may be chosen there is tried. What is hidden does
    not matter to a scoring, so any State that the view allows will do as the copy.
    """
    rules = guide.rules
    if not rules.card_effects[card].name.startswith("score_"):
        return None
    copy = position.trial()
    copy.stack = []
    begin_action(copy, seat, card)
    events = unanswered(copy, "score", "disk")
    codes = copy.legal(seat) if copy.stack else []
    disks = rules.verb(codes[0]) == "disk" if codes else False
    found = [event.scored for event in events if isinstance(event, RegionScored)]
    for code in codes:
        found += [score(copy, code - rules.DISK)] if disks else _chosen(copy, seat, code)
    if codes and not found:
        return None
    seen = [one for one in found if guide.shows(rules.target_places[one.target][0])]
    return CardForecast(card, tuple(seen), bool(codes) > disks, disks, len(seen) < len(found))


def _chosen(state: State, seat: int, code: int) -> Iterator[Scored]:
    """Yield what is scored if a seat chooses a place; points that are just given are a gift."""
    after, target = state.copy(), code - state.rules.SCORE
    events: list[Event] = []
    after.apply(seat, code, events.append)
    for event in events + unanswered(after):
        if isinstance(event, RegionScored):
            yield event.scored
        elif isinstance(event, PointsGiven):
            gift = Gift(event.seat, event.points, event.reason)
            yield Scored(target, state.values(target), False, (), (gift,))
