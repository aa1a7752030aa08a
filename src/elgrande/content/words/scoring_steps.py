"""A scoring told step by step: what each of them is called, and what it brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from elgrande.content.scorings import (
    DisksTurned,
    Happened,
    PlaceScored,
    PointsGot,
    Scoring,
    ScoringStep,
)
from elgrande.content.words.names import (
    GameNames,
    caballeros,
    capital,
    listed,
    ordinal,
    points,
)
from elgrande.content.words.scores import counting, payee, ranked_as, say_event, uncounted
from elgrande.rules import Line, Scored
from elgrande.rules import events as ev
from elgrande.rules.wording import of_kind

NO_COUNTS = "The Castillo is closed again, so how many were inside is no longer shown."


@dataclass(frozen=True)
class Detail:
    """One thing that a step brought: who (kinds, with counts where they are told), how, how much.

    ``points`` is what each of them got, None where it is not about points.
    """

    who: tuple[tuple[int, int], ...]
    text: str
    points: int | None = None


# -- what it is called ------------------------------------------------------


def scoring_name(scoring: Scoring, n: GameNames) -> str:
    """Return what a scoring is called: ``General scoring after round 3``."""
    return scoring_forms(scoring, n)[0]


def scoring_forms(scoring: Scoring, n: GameNames) -> tuple[str, ...]:
    """Return what a scoring is called, the whole name first, then what says most in less room.

    Each says of one that goes on that it is told so far.
    """
    forms = _forms(scoring, n)
    return forms if scoring.done else (*(f"{form}, so far" for form in forms), "Scored so far")


def _forms(scoring: Scoring, n: GameNames) -> tuple[str, ...]:
    if scoring.general:
        return (
            f"General scoring after round {scoring.round}",
            f"General scoring, round {scoring.round}",
        )
    by = n.seat(scoring.by) if scoring.by >= 0 else ""
    whole = f"Special scoring{by and f' by {by}'} in round {scoring.round}"
    if scoring.card < 0:
        return (whole,)
    card = n.short(n.rules.cards[scoring.card].id)
    return (f"{whole}, {card}", *([f"{card}, by {by}"] if by else []), card)


def step_name(step: ScoringStep, n: GameNames) -> str:
    """Return what a step is called: a place's name, ``Disks``, ``Ride``, ``Summary``."""
    if isinstance(step, PlaceScored):
        return capital(n.plain(n.rules.targets[step.target]))
    if isinstance(step, PointsGot):
        return capital(n.plain(step.event.reason))
    if isinstance(step, DisksTurned):
        return "Disks"
    if isinstance(step, Happened):
        return step.told[0] if step.told else "Ride" if step.ride else "Before it goes on"
    return "Summary"


# -- what it brought, in a sentence -----------------------------------------


def say_step(scoring: Scoring, at: int, n: GameNames) -> str:
    """Return what a step brought, in a sentence or two."""
    step = scoring.steps[at]
    if isinstance(step, PlaceScored):
        return " ".join([say_place(_open_part(step), n), *unpaid(step, n), *lost_bonuses(step, n)])
    if isinstance(step, PointsGot):
        return say_event(step.event, n.rules, n)
    if isinstance(step, DisksTurned):
        return say_disks(step, n)
    if isinstance(step, Happened):
        return " ".join(_happened(step, n))
    return say_summary(scoring, n)


def step_forms(scoring: Scoring, at: int, n: GameNames) -> tuple[str, ...]:
    """Return what a step brought in sentences, the whole first, then what says most in less room.

    Each is true by itself; the last ones say who gets most of it, and where the rest is told.
    """
    step, whole = scoring.steps[at], say_step(scoring, at, n)
    if isinstance(step, PlaceScored):
        return (whole, *_place_forms(_open_part(step), n))
    if isinstance(step, DisksTurned):
        places = listed(list(dict.fromkeys(n.region(region) for _, region in step.disks)))
        return (whole, f"The disks are revealed: {places}.", "The disks are revealed.")
    if isinstance(step, Happened) and step.ride:
        number = sum(event.number for event in _rides(step, n))
        ride = "rides" if number == 1 else "ride"
        return (whole, f"{capital(caballeros(number))} {ride} out of the Castillo.")
    if isinstance(step, Happened):
        return (whole, *list(_happened(step, n))[:1])
    if isinstance(step, PointsGot):
        return (whole,)
    if not any(scoring.won):
        return (whole,)
    top = max(scoring.after)
    front = [n.seat(seat) for seat, score in enumerate(scoring.after) if score == top]
    leads = "leads" if len(front) == 1 else "lead"
    return (
        whole,
        f"{whole.removesuffix('.').partition(';')[0]}.",
        f"After that {listed(front)} {leads} with {points(top)}.",
        f"After that {points(top)} lead.",
    )


def _open_part(step: PlaceScored) -> Scored:
    """Return what may be told of a scoring: of a closed one nothing that is a number of pieces."""
    scored = step.event.scored
    return replace(scored, aside=(), extras=()) if step.closed else scored


def _place_forms(scored: Scored, n: GameNames) -> Iterator[str]:
    """Yield who got what where: without notes, without those who got nothing, in sums, the most."""
    yield say_place(scored, n)
    if scored.aside or scored.extras:
        yield say_place(replace(scored, aside=(), extras=()), n)
    where = capital(n.target(scored.target))
    paid = sorted(((more, -seat) for seat, more in scored.sums().items() if more), reverse=True)
    if not paid:
        yield f"{where} pays nobody."
        return
    got = [f"{n.seat(-seat)} {more}" for more, seat in paid]
    yield f"{where} pays {n.values(scored.values)}: {listed(got)}."
    yield f"{where}: {', '.join(got)}."
    most = [n.seat(-seat) for more, seat in paid if more == paid[0][0]]
    yield f"{where} pays {listed(most)} most: {points(paid[0][0])}."
    yield f"{where} pays {points(sum(more for more, _ in paid))} in total."


def say_place(scored: Scored, n: GameNames) -> str:
    """Return who got what where: ``Aragon pays 5/4/1: Ana 5 and 2 for the King; Bruno 4.``"""
    where = capital(n.target(scored.target))
    said = [_said(list(group), scored, n) for group in _ranks(scored)]
    said += [f"{n.seat(g.seat)} {g.points} ({n.plain(g.reason)})" for g in scored.gifts]
    if who := uncounted(scored, n):
        said.append(who)
    if not said:
        return f"No caballero is {n.at(n.rules.targets[scored.target])}."
    pays = n.values(scored.values)
    if not scored.lines and not scored.gifts:
        pays = "nobody"
    elif scored.first_only:
        pays = f"{scored.values[0]} for first place alone"
    return f"{where} pays {pays}: {'; '.join(said)}."


def unpaid(step: PlaceScored, n: GameNames) -> list[str]:
    """Return which place pays nothing with so few players, where a tie is paid as that."""
    scored, rules = step.event.scored, n.rules
    tied = dict.fromkeys(line.paid for line in scored.lines if line.tied and line.seat >= 0)
    return [
        f"With {rules.n_seats} players {ordinal(paid)} place pays nothing."
        for paid in tied
        if paid > rules.ranks and any(scored.values[paid - 1 : paid]) and not scored.first_only
    ]


def lost_bonuses(step: PlaceScored, n: GameNames) -> list[str]:
    """Return which bonuses nobody got, and why, a sentence each."""
    lines = step.event.scored.lines
    first = [line for line in lines if line.rank == 1]
    if not first:
        return []
    shared = len(first) > 1
    out = []
    if step.king and not any(line.king for line in lines):
        why = "first place is shared" if shared else f"{payee(first[0], n)} is first"
        out.append(f"Nobody gets the King's bonus: {why}.")
    for seat in step.homes:
        if any(line.grande for line in lines if line.seat == seat):
            continue
        if shared and any(line.seat == seat for line in first):
            out.append(f"{n.seat(seat)} gets no Grande's bonus: first place is shared.")
        else:
            out.append(
                f"{n.seat(seat)} gets no Grande's bonus: only first place at home brings it."
            )
    return out


def say_disks(step: DisksTurned, n: GameNames) -> str:
    """Return what the disks show."""
    inside = dict(step.inside)
    parts = []
    for seat, region in step.disks:
        who = f"{n.seat(seat)}'s {inside[seat]}" if inside.get(seat) else n.seat(seat)
        parts.append(f"{who} to {n.region(region)}")
    return f"The disks are revealed: {', '.join(parts)}."


def _happened(step: Happened, n: GameNames) -> Iterator[str]:
    """Yield a sentence for each thing that happened, a ride's moves as such."""
    yield from (f"{capital(text.removeprefix('! '))}." for text in step.told[1:])
    rides = _rides(step, n)
    for event in () if step.told else step.events:
        yield _ridden(event, n) if event in rides else say_event(event, n.rules, n)


def _rides(step: Happened, n: GameNames) -> list[ev.Moved]:
    """Return the moves of a ride out of the Castillo, which nobody makes."""
    moves = [event for event in step.events if isinstance(event, ev.Moved) and step.ride]
    return [move for move in moves if move.by < 0 and move.source == n.rules.castillo]


def _ridden(event: ev.Moved, n: GameNames) -> str:
    """Return a sentence on those who leave the Castillo by disk."""
    who = capital(of_kind(event.kind, event.number, n))
    if event.kind < n.rules.n_seats:
        number = "caballero" if event.number == 1 else caballeros(event.number)
        who = f"{n.owner(event.kind)}'s {number}"
    verb = "rides" if event.number == 1 else "ride"
    home = " back" if event.target == n.rules.court else ""
    return f"{who} {verb}{home} to {n.place(event.target)}."


def say_summary(scoring: Scoring, n: GameNames) -> str:
    """Return who is in front after it, by how much, and what it was before.

    It is true whenever it is read: the points can have changed since.
    """
    before, after = scoring.before, scoring.after
    if not any(scoring.won):
        return "Nobody gets anything."
    top = max(after)
    front = [seat for seat, score in enumerate(after) if score == top]
    who = listed([n.seat(seat) for seat in front])
    rest = sorted({score for score in after if score < top}, reverse=True)
    gap = top - rest[0] if rest else 0
    behind = listed([n.seat(seat) for seat, score in enumerate(after) if rest and score == rest[0]])
    ahead = f", {gap} ahead of {behind}" if rest else ""
    led = [seat for seat, score in enumerate(before) if score == max(before)]
    if len(front) > 1:
        level = f"{who} level in front" if rest else "everybody level"
        return f"That {'leaves' if led == front else 'puts'} {level} with {points(top)}{ahead}."
    if led == front:
        gap_before = before[front[0]] - max(
            (score for seat, score in enumerate(before) if seat != front[0]), default=0
        )
        was = f"; the lead was {gap_before} before" if gap_before != gap and rest else ""
        return f"That leaves {who} in front with {points(top)}{ahead}{was}."
    return f"That puts {who} in the lead with {points(top)}{ahead}."


# -- what it brought, one by one --------------------------------------------


def step_details(scoring: Scoring, at: int, n: GameNames) -> list[Detail]:
    """Return what a step brought, one thing after another; a summary ranks the players."""
    step = scoring.steps[at]
    if isinstance(step, PlaceScored):
        notes = [*unpaid(step, n), *lost_bonuses(step, n)]
        return [*_place_details(step, n), *(Detail((), text) for text in notes)]
    if isinstance(step, DisksTurned):
        inside = dict(step.inside)
        return [
            Detail(((seat, inside.get(seat, 0)),), f"to {n.region(region)}")
            for seat, region in step.disks
        ]
    if isinstance(step, PointsGot):
        return [Detail(((step.event.seat, 0),), n.plain(step.event.reason), step.event.points)]
    if isinstance(step, Happened) and step.told:
        return [Detail((), text) for text in step.told[1:]]
    if isinstance(step, Happened):
        return [_happened_detail(step, event, n) for event in step.events]
    return []


def _place_details(step: PlaceScored, n: GameNames) -> Iterator[Detail]:
    scored = _open_part(step)
    if not scored.lines and not scored.gifts and not uncounted(scored, n):
        yield Detail((), f"No caballero is {n.at(n.rules.targets[scored.target])}.")
    for group in _ranks(scored):
        lines = list(group)
        first = lines[0]
        # Whoever nobody plays ties with the others, but is paid nothing.
        paid, others = [x for x in lines if x.seat >= 0], [x for x in lines if x.seat < 0]
        for some in filter(None, (paid, others)):
            who = tuple(
                (x.seat if x.seat >= 0 else x.kind, 0 if step.closed else x.count) for x in some
            )
            yield Detail(who, _reached(some, _base(some)), _base(some))
        if more := counting(lines, scored, n, ""):
            yield Detail((), more)
        if first.king:
            yield Detail(who[:1], "leads alone in the King's region", first.king)
        if first.grande:
            yield Detail(who[:1], "leads alone at home", first.grande)
    if said := uncounted(scored, n):
        yield Detail((), capital(said))
    for gift in scored.gifts:
        yield Detail(((gift.seat, 0),), n.plain(gift.reason), gift.points)
    if step.closed:
        yield Detail((), NO_COUNTS)


def _reached(lines: Sequence[Line], base: int) -> str:
    """Return the rank, and as what it is paid."""
    first = lines[0]
    if all(line.seat < 0 for line in lines):
        return f"{ranked_as(first)}, for nobody"
    if not first.tied:
        return ranked_as(first)
    if base:
        return f"{ranked_as(first)}: {ordinal(first.paid)} place{' each' * (len(lines) > 1)}"
    return f"{ranked_as(first)}: nothing"


def _happened_detail(step: Happened, event: ev.Event, n: GameNames) -> Detail:
    rules = n.rules
    if step.ride and isinstance(event, ev.Moved) and event.source == rules.castillo:
        back = "back to" if event.target == rules.court else "ride to" if event.number > 1 else (
            "rides to"
        )  # fmt: skip
        return Detail(((event.kind, event.number),), f"{back} {n.place(event.target)}")
    return Detail((), say_event(event, rules, n))


# -- ranks -------------------------------------------------------------------


def _ranks(scored: Scored) -> Iterator[Iterator[Line]]:
    """Yield the lines of each rank that can be paid: where first place alone is, of no other."""
    lines = [line for line in scored.lines if line.rank == 1 or not scored.first_only]
    return (group for _, group in groupby(lines, lambda line: line.rank))


def _base(lines: Sequence[Line]) -> int:
    """Return what the rank itself paid each of them."""
    return max(
        (line.points - line.king - line.grande for line in lines if line.seat >= 0), default=0
    )


def _said(lines: list[Line], scored: Scored, n: GameNames) -> str:
    """Return what those who share a rank got."""
    first, base = lines[0], _base(lines)
    who = listed([payee(line, n) for line in lines])
    if all(line.seat < 0 for line in lines):
        return f"{who} {ranked_as(first)}, for nobody"
    more = counting(lines, scored, n, ", ")
    if first.tied:
        payees = [line for line in lines if line.seat >= 0]
        whom = f"{listed([payee(line, n) for line in payees])} " if payees != lines else ""
        what = f"{whom}{base}{' each' * (len(payees) > 1 or not whom)}" if base else "nothing"
        verb = "tie for" if len(lines) > 1 else "ties for"
        return f"{who} {verb} {ordinal(first.rank)}, {what}{more}"
    king = f" and {first.king} for the King" if first.king else ""
    grande = f" and {first.grande} for the Grande" if first.grande else ""
    return f"{who} {base or 'nothing'}{king}{grande}{more}"


# -- all of it ----------------------------------------------------------------


def scoring_lines(scoring: Scoring, n: GameNames) -> Iterator[str]:
    """Yield a whole scoring in sentences, for whoever reads or hears it line by line."""
    yield f"{scoring_name(scoring, n)}."
    for at in range(len(scoring.steps) - 1):
        yield say_step(scoring, at, n)
    yield from summary_lines(scoring, n)


def summary_lines(scoring: Scoring, n: GameNames) -> Iterator[str]:
    """Yield what it came to: the sums, everybody's points after it, who is in front."""
    for lead, sums in (("In total: ", scoring.won), ("Points after that: ", scoring.after)):
        order = sorted(range(len(sums)), key=lambda seat: -sums[seat])
        plus = "+" * (sums is scoring.won)
        yield f"{lead}{', '.join(f'{n.seat(seat)} {plus}{sums[seat]}' for seat in order)}."
    yield say_summary(scoring, n)


def scoring_line(scoring: Scoring, n: GameNames) -> str:
    """Return a scoring in one line: its name and who got how much."""
    got = [f"{n.seat(seat)} +{more}" for seat, more in enumerate(scoring.won) if more]
    return f"{scoring_name(scoring, n)}: {', '.join(got) or 'nobody gets anything'}."
