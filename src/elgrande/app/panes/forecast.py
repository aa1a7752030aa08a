"""If it were scored now: what every place, every total and a scoring card would bring, as a grid.

Finding it out is pure: it reads a position, a View as well as a State, and lets the core hold the
general scoring, or a card begin, on a copy. Nothing is guessed: the caballeros in the Castillo
count where they stand, and where the house rules veil them the Castillo is left out. The grid has
a row a place, a column a player, and the totals below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import letter
from elgrande.app.panes.score_tables import numbers
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    STRONG,
    Row,
    Run,
    cells,
    pad,
    paragraph,
)
from elgrande.content.words.names import listed
from elgrande.rules import Gift, Held, Names, Scored, State, View, score
from elgrande.rules.effects.figures import grandes_follow
from elgrande.rules.events import Event, PointsGiven, RegionScored
from elgrande.rules.steps.effect import begin_action
from elgrande.rules.steps.general import scored_now, unanswered
from elgrande.rules.steps.turn import users


@dataclass(frozen=True)
class Forecast:
    """What a general scoring would pay now, by place: None for a veiled one, and for those that it
    leaves out (``barred``); the ``values`` of all. ``besides`` is scored before or after it, by
    cards that wait. ``closed`` says that nobody is asked for a disk, as the Castillo is closed,
    ``grandes`` that some of the Grandes go by disk, too. ``lent`` are kinds that count for a seat
    in a special scoring and for nobody in a general one, ``kept`` are cards used before a scoring.
    """

    scored: tuple[Scored | None, ...]
    now: tuple[int, ...]
    gains: tuple[int, ...]
    values: tuple[tuple[int, int, int], ...]
    barred: frozenset[int] = frozenset()
    besides: tuple[Scored, ...] = ()
    closed: bool = False
    grandes: bool = False
    lent: tuple[tuple[int, int], ...] = ()
    kept: tuple[Held, ...] = ()

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
    veiled Castillo was left out, ``told`` what the card does, if not that it scores at once.
    ``whose`` is the seat that is taken to use it, where it would pay otherwise for another, or -1.
    """

    card: int
    scored: tuple[Scored, ...]
    choice: bool = False
    disks: bool = False
    hidden: bool = False
    told: str = ""
    whose: int = -1

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
        tuple(map(position.values, targets)),
        frozenset(targets).difference(event.scored.target for event in every if event.general),
        tuple(event.scored for event in heard if not event.general),
        rules.castillo in rules.taboo(position),
        grandes_follow(position),
        tuple(_lent(position)),
        kept_for(position, "castillo_emptied", "scoring"),
    )


def kept_for(position: State | View, *moments: str) -> tuple[Held, ...]:
    """Return the kept cards that their owners may use at these moments."""
    effects = position.rules.card_effects
    return tuple(
        held for held in position.held if getattr(effects[held.card], "trigger", "") in moments
    )


def may_come(kept: Iterable[Held], names: Names) -> Iterator[str]:
    """Yield that kept cards can change what is foreseen."""
    for held in kept:
        card = names.card(held.card)
        yield f"{names.seat(held.owner)} keeps {card}, which can still change this."


def _lent(position: State | View) -> Iterator[tuple[int, int]]:
    """Yield the kinds on the board that count for a seat until a general scoring, and for whom."""
    rules = position.rules
    for kind in rules.all_kinds:
        seat = rules.ranks_for(position, kind, False)
        if seat < 0 or rules.ranks_for(position, kind, True) >= 0:
            continue
        counted = (rules.counted(position, target) for target in range(len(rules.targets)))
        if any(
            kind in kinds and any(position.count(kind, p) for p in places)
            for places, kinds in counted
        ):
            yield kind, seat


def card_forecast(
    position: State | View, guide: Guide, card: int, seat: int
) -> CardForecast | None:
    """Return what a card's special action would score now; None if it is no scoring card.

    The action is begun on a copy, and whatever may be chosen there is tried. What is hidden does
    not matter to a scoring, so any State that the view allows will do as the copy.
    """
    rules, effect = guide.rules, guide.rules.card_effects[card]
    told = effect.foretold(position, card, guide.names)
    if not told and not effect.scores_as(rules.cards[card]):
        return None
    if told and (laid := [held.mark for held in position.held if held.card == card]):
        return CardForecast(card, tuple(score(position, mark) for mark in laid), told=told)
    found, verb = _acted(position, card, seat)
    others = (each for each in range(rules.n_seats) if each != seat)
    alike = all(_acted(position, card, each)[0] == found for each in others)
    seen = [one for one in found if guide.shows(rules.target_places[one.target][0])]
    disks = verb == "disk"
    hidden = len(seen) < len(found)
    whose = -1 if alike else seat
    return CardForecast(card, tuple(seen), bool(verb) > disks, disks, hidden, told, whose)


def _acted(position: State | View, card: int, seat: int) -> tuple[list[Scored], str]:
    """Return what is scored when a seat uses a card now, and by which verb it chooses."""
    copy = position.trial()
    copy.stack = []
    begin_action(copy, seat, card)
    return _scored(copy, seat)


def user(position: State | View, card: int, seat: int) -> int:
    """Return who could use a card now or in this round: the ``seat``, if it may, else another.

    -1 if it was used already or is out of play, or nobody is left to do so; of a card that somebody
    keeps it is the owner, of one in the hand of the ``seat`` that one.
    """
    rules, found = position.rules, users(position, card)
    effects = rules.card_effects
    found += [kept.owner for kept in position.held if card in effects[kept.card].waiting(kept)]
    if found:
        return seat if seat in found else found[0]
    info, powers = rules.cards[card], map(position.power, range(rules.n_seats))
    if info.value:
        able = info.value in position.hand(seat) and info.value not in powers
    else:
        # One of a stack lies face up or is out of play; one of none is a part of another.
        able = not info.stack and all(slot.card != card for slot in position.slots)
    return seat if able else -1


def _scored(
    state: State, seat: int, heard: Sequence[Event] = (), target: int = -1
) -> tuple[list[Scored], str]:
    """Return what is scored whatever a seat chooses, and by which verb it does, if it may.

    ``target`` was chosen, and ``heard`` came of it: points that are just given are a gift there,
    and if nothing came of it yet it is scored later.
    """
    rules, found = state.rules, list[Scored]()
    for event in (*heard, *unanswered(state, "score", "disk", "option")):
        if isinstance(event, RegionScored):
            found.append(event.scored)
        elif isinstance(event, PointsGiven) and target >= 0:
            gift = Gift(event.seat, event.points, event.reason)
            found.append(Scored(target, state.values(target), False, (), (gift,)))
    if target >= 0 and not found:
        found.append(score(state, target))
    codes = state.legal(seat) if state.stack else []
    verb = rules.verb(codes[0]) if codes else ""
    for code in codes:
        if verb == "disk":
            found.append(score(state, code - rules.DISK))
            continue
        after, events = state.copy(), list[Event]()
        after.apply(seat, code, events.append)
        chosen = code - rules.SCORE if verb == "score" else -1
        found += _scored(after, seat, events, chosen)[0]
    return list(dict.fromkeys(found)) if verb else found, verb


# -- the grid --------------------------------------------------------------------------

LEAD = 26
"""Cells for the key, the name and the values of a place."""


def rows(found: Forecast, card: CardForecast | None, guide: Guide, width: int) -> list[Row]:
    """Return the grid, and what the card under the cursor would score, below it."""
    column = max(4, min(13, (width - LEAD) // guide.rules.n_seats))
    out = _heads(guide, width, column)
    for target in range(len(found.scored)):
        out.append(_place(target, found, guide, width, column))
    out.append(pad([Run(guide.glyphs.rule * (LEAD + column * guide.rules.n_seats), DIM)], width))
    for text, values, style in (
        ("Score now", found.now, PLAIN),
        ("Would gain", found.gains, PLAIN),
        ("Total", found.totals, STRONG),
    ):
        out.append(pad(numbers(f" {text:<{LEAD - 1}}", values, column, style), width))
    if card is not None:
        out.append(_card(card, guide, width, column))
    for text in notes(found, card, guide):
        out += paragraph(text, width, DIM)
    return out


def pointed(grid: list[Row], hit: str) -> list[Row]:
    """Return the grid with the cursor on the row that stands for ``hit``."""
    return [
        tuple(run._replace(style=CHOSEN) for run in row) if row and row[0].hit == hit else row
        for row in grid
    ]


def notes(found: Forecast, card: CardForecast | None, guide: Guide) -> list[str]:
    """Return what has to be known to read the numbers."""
    out = []
    castillo = guide.rules.castillo_target
    if castillo in found.barred:
        out.append("The Castillo has been scored already.")
    elif found.veiled:
        values = guide.names.values(found.values[castillo])
        out.append(f"The Castillo, {values}, is veiled, so it is not counted.")
    else:
        then = ", and stay inside" if found.closed else "; what disks show is left open"
        out.append(f"Caballeros in the Castillo count there{then}.")
    if found.grandes:
        out.append(
            "A Grande brings its bonus where it is now; where disks send Grandes is left open."
        )
    if barred := sorted(found.barred - {castillo}):
        left_out = listed([guide.names.target(target) for target in barred])
        verb = "is" if len(barred) == 1 else "are"
        out.append(f"{left_out[:1].upper()}{left_out[1:]} {verb} left out of the general scoring.")
    if again := [guide.names.target(one.target) for one in found.besides]:
        out.append(f"A card that waits scores {listed(again)}, too.")
    for kind, seat in found.lent:
        who, whom = guide.names.who(guide.rules.kinds[kind]), guide.names.seat(seat)
        out.append(
            f"{who} counts for {whom} in a special scoring, and for nobody in a general one."
        )
    for kind in sorted(guide.rules.unplayed):
        lines = [(one.target, line) for one in found.scored if one for line in one.lines]
        first = ""
        for tied, how in ((False, "first"), (True, "tied for first")):
            if at := [t for t, x in lines if x.kind == kind and (x.rank, x.tied) == (1, tied)]:
                where = listed([guide.name(guide.rules.targets[target]) for target in at])
                first += f"; it is {how} in {where}"
        sign, who = guide.glyphs.piece(guide.rules.kinds[kind]), guide.names.whom(kind)
        out.append(f"{sign} {who[:1].upper()}{who[1:]} holds ranks but scores nothing{first}.")
    out += may_come(found.kept, guide.names)
    if card is None:
        return out
    name = guide.names.card(card.card)
    name = f"{name[:1].upper()}{name[1:]}"
    if card.shut:
        out.append(f"{name} scores the Castillo, which is veiled: whom it pays is not shown.")
    elif not card.scored:
        out.append(f"{name} would score nothing now.")
    elif card.told:
        out.append(f"{name} {card.told}.")
    elif card.choice:
        inside = card.hidden or castillo in [one.target for one in card.scored]
        what = "one region or the Castillo" if inside else "one region"
        out.append(f"{name} scores {what}, chosen by whoever uses it.")
    elif card.disks:
        out.append(f"{name} scores regions, and secret disks decide which.")
    else:
        targets = [*(one.target for one in card.scored), *[castillo] * card.hidden]
        places = listed([guide.names.target(target) for target in targets])
        first = ", first places only" if card.scored[0].first_only else ""
        out.append(f"{name} scores {places}{first}.")
    if card.whose >= 0 and card.scored and not card.told:
        used = guide.names.seat(card.whose)
        out.append(f"It is told as {used} would use it; for another user it would pay otherwise.")
    if card.hidden and not card.shut:
        out.append("The Castillo is veiled: whom it pays is not shown.")
    return out


def _heads(guide: Guide, width: int, column: int) -> list[Row]:
    """Return the players over their columns; where a name has no room, its colour's letter."""
    seats = range(guide.rules.n_seats)
    roomy = all(cells(guide.player(seat)) <= column - 3 for seat in seats)
    runs = [Run(" " * LEAD, PLAIN)]
    legend = []
    for seat in seats:
        short = letter(guide.colour(seat))
        name = guide.player(seat) if roomy else short
        gap = column - cells(name) - 2
        runs += [Run(" " * gap, PLAIN), guide.sign(seat), Run(f" {name}", STRONG)]
        legend.append(f"{short} {guide.player(seat)}")
    out = [pad(runs, width)]
    if not roomy:
        out += paragraph(", ".join(legend), width, DIM)
    return out


def _place(target: int, found: Forecast, guide: Guide, width: int, column: int) -> Row:
    """Return one place: its key, name, values, and what each player would get, or why nobody."""
    name = guide.rules.targets[target]
    hit = f"why {target}"
    key = guide.key(name)
    scored = found.at(target)
    values = scored[0].values if scored else found.values[target]
    runs = [Run(f" {key:>1} ", KEY, hit), Run(f" {guide.name(name):<15}", PLAIN)]
    runs.append(Run(f"{guide.names.values(values):>6} ", DIM))
    if not scored:
        why = "not scored" if target in found.barred else "veiled"
        return pad([*runs, Run(f"  {why}", DIM)], width)
    got = [cell(scored, seat) for seat in range(guide.rules.n_seats)]
    runs += numbers("", got, column, PLAIN)
    return pad([run._replace(hit=hit) for run in runs], width)


def cell(scored: list[Scored], seat: int) -> str:
    """Return what one player would get in a place: the ranks' points,
    and what comes beside them apart.
    """
    lines = [line for one in scored for line in one.lines if line.seat == seat]
    more = sum(one.sums().get(seat, 0) for one in scored)
    if not lines:
        return f"+{more}" if more else "."
    ranks = sum(line.points - line.king - line.grande for line in lines)
    return f"{ranks}+{more - ranks}" if more > ranks else str(ranks)


def _card(card: CardForecast, guide: Guide, width: int, column: int) -> Row:
    """Return what a card that scores would bring each player, or the most that a choice could."""
    seats = range(guide.rules.n_seats)
    info = guide.card(card.card)
    ident = guide.rules.cards[card.card].id
    text = f"{ident} {'brings' if card.certain else 'at most'}" if info else ident
    if card.shut:
        return pad([Run(f" {text:<{LEAD - 1}}  veiled", STRONG, "why card")], width, STRONG)
    most = [max((one.sums().get(seat, 0) for one in card.scored), default=0) for seat in seats]
    got = gain(card.scored, guide.rules.n_seats) if card.certain else most
    runs = numbers(f" {text:<{LEAD - 1}}", got, column, STRONG)
    return pad([run._replace(hit="why card") for run in runs], width, STRONG)
