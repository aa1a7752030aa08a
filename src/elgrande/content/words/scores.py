"""What happened, and why points were given, in words; the final ranking.

FACTS 7; base rules, "Score the regions".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby

from elgrande.content.files import read_toml
from elgrande.content.words.names import (
    Called,
    GameNames,
    caballeros,
    capital,
    listed,
    named,
    ordinal,
    points,
)
from elgrande.rules import Extra, Line, Position, Ruleset, Scored
from elgrande.rules.events import Event, RegionScored, added
from elgrande.rules.wording import of_kind


@dataclass(frozen=True)
class Reason:
    """One step of a scoring: a sentence, who got how many points by it, and the rule.

    ``entry`` is the id of the rule to be looked up.
    """

    sentence: str
    deltas: tuple[tuple[int, int], ...]
    rule: str
    entry: str


@cache
def _rule(name: str) -> tuple[str, str]:
    """Return what is said of a rule of scoring, and its entry (``score_rules.toml``)."""
    told = read_toml(files("elgrande.content") / "score_rules.toml")[name]
    return told["text"], told["entry"]


def say_score(scored: Scored, rules: Ruleset, names: Called = None) -> str:
    """Return one sentence that says who got what from a scoring, and why."""
    n = named(rules, names)
    head = f"{capital(n.target(scored.target))} ({n.values(scored.values)})"
    parts = [_part(list(group), scored, n) for _, group in groupby(scored.lines, _rank)]
    parts += [f"{n.seat(g.seat)} gets {g.points} ({n.plain(g.reason)})" for g in scored.gifts]
    # What counts beside a seat's own would tell later how many are in a veiled Castillo.
    shut = rules.veiled and scored.target == rules.castillo_target
    if not shut and (said := uncounted(scored, n)):
        parts.append(said)
    if not parts:
        return f"{head} is scored, but nobody is there."
    return f"{head} is scored: {'; '.join(parts)}."


def explain_score(scored: Scored, rules: Ruleset, names: Called = None) -> list[Reason]:
    """Return a scoring step by step; the deltas add up to the points that were given."""
    n = named(rules, names)
    if not scored.lines and not scored.gifts and not uncounted(scored, n):
        nobody = f"Nobody has any caballeros {n.at(n.rules.targets[scored.target])}."
        return [Reason(nobody, (), *_rule("nobody"))]
    out = []
    for _, group in groupby(scored.lines, _rank):
        lines = list(group)
        first, payees = lines[0], [line for line in lines if line.seat >= 0]
        each = " each" if first.tied else ""
        stand = f"{capital(listed([payee(line, n) for line in lines]))} "
        stand += "have " if each else "has "
        more = counting(lines, scored, n, ", ")
        beside = sum(x.number for x in scored.extras if x.seat == first.seat)
        if more and not each and beside == first.count:
            stand += more.removeprefix(", counting ")
        else:
            stand += f"{caballeros(first.count)}{each}{more}"
        if not payees:
            reached = ranked_as(first)
            nothing = f"{stand}: {reached}, but that scores nothing."
            out.append(Reason(nothing, (), *_rule("neutral")))
            continue
        base = payees[0].points - payees[0].king - payees[0].grande
        why, rule = _pay(first, scored, rules)
        whom = listed([n.seat(line.seat) for line in payees])
        brings = f"{points(base)}{' each' * (len(payees) > 1)}"
        brings += f" for {whom}" if base and payees != lines else ""
        text = f"{stand}: {why}, {brings}."
        out.append(Reason(text, tuple((line.seat, base) for line in payees if base), *rule))
        for line in payees:
            if line.king:
                who = f"{n.seat(line.seat)} is sole leader"
                text = f"{who} in the King's region: {line.king} extra points."
                out.append(Reason(text, ((line.seat, line.king),), *_rule("king")))
            if line.grande:
                inside = scored.target == rules.castillo_target
                where = "where their Grande is" if inside else "in their home region"
                who = f"{n.seat(line.seat)} is sole leader"
                text = f"{who} {where}: {line.grande} extra points."
                out.append(Reason(text, ((line.seat, line.grande),), *_rule("grande")))
    if said := uncounted(scored, n):
        out.append(Reason(f"{capital(said)} in the ranking.", (), *_rule("aside")))
    for gift in scored.gifts:
        text = f"{capital(n.plain(gift.reason))}: {n.seat(gift.seat)} gets {points(gift.points)}."
        out.append(Reason(text, ((gift.seat, gift.points),), "", gift.reason))
    return out


def counting(lines: Sequence[Line], scored: Scored, n: GameNames, before: str) -> str:
    """Return what counts for those of a rank beside their own, after some words; or nothing.

    ``counting 2 allies``, and among several ``Ana counting 2 black caballeros``.
    """
    said = []
    for line in lines:
        more = [_extra(x, n) for x in scored.extras if x.seat == line.seat >= 0]
        if more:
            who = f"{n.seat(line.seat)} " if len(lines) > 1 else ""
            said.append(f"{who}counting {listed(more)}")
    return f"{before}{', '.join(said)}" if said else ""


def _extra(extra: Extra, n: GameNames) -> str:
    kinds = n.rules.kinds
    if extra.reason in kinds:
        return of_kind(kinds.index(extra.reason), extra.number, n)
    return f"{extra.number} {n.plain(extra.reason).lower()}"


def uncounted(scored: Scored, n: GameNames) -> str:
    """Return whose caballeros have no part in the ranking: ``2 black caballeros do not count``.

    Where the place is why it is named: ``2 of Ana's beside the limit table do not count``.

    Nothing is said of a piece with a name, such as *the pilot*: nobody takes it for a caballero.
    """
    found: dict[str, list[str]] = {}
    aside = [each for each in scored.aside if not is_named(each[0], n)]
    for kind, number, at in aside:
        who = (
            f"{number} of {n.owner(kind)}'s" if kind < n.rules.n_seats else of_kind(kind, number, n)
        )
        found.setdefault(added(n.place(at), n.target(scored.target)), []).append(who)
    said = listed([f"{listed(who)} {where}".strip() for where, who in found.items()])
    one = sum(number for _, number, _ in aside) == 1
    return f"{said} {'does' if one else 'do'} not count" if aside else ""


def is_named(kind: int, n: GameNames) -> bool:
    """Say whether a kind is a piece with a name, such as *the Queen*."""
    return n.owner(kind).startswith("the ")


def _rank(line: Line) -> int:
    return line.rank


def payee(line: Line, n: GameNames) -> str:
    """Return who scores or would score by a line: a player, or somebody who has no seat."""
    return n.seat(line.seat) if line.seat >= 0 else n.whom(line.kind)


def _part(lines: list[Line], scored: Scored, n: GameNames) -> str:
    """Say what one rank brought: who, how much, why."""
    first, payees = lines[0], [line for line in lines if line.seat >= 0]
    others = listed([payee(line, n) for line in lines if line.seat < 0])
    if not payees:
        get, them = ("get", "them") if first.tied else ("gets", "it")
        return f"{others} {get} nothing ({ranked_as(first)}, but nobody plays {them})"
    number = payees[0].points
    why, _ = _pay(first, scored, n.rules)
    if others:
        why = why.replace("tied", f"level with {others}, tied", 1)
    shut = n.rules.veiled and scored.target == n.rules.castillo_target
    notes = [why if shut else f"{why}{counting(payees, scored, n, ', ')}"]
    notes += [f"King +{line.king}" for line in payees if line.king]
    notes += [f"Grande +{line.grande}" for line in payees if line.grande]
    who = listed([n.seat(line.seat) for line in payees])
    verb, each = ("get", " each" * (number > 0)) if len(payees) > 1 else ("gets", "")
    return f"{who} {verb} {number or 'nothing'}{each} ({', '.join(notes)})"


def ranked_as(line: Line) -> str:
    """Return which rank a line has, in words: ``tied for second``."""
    return f"{'tied for ' if line.tied else ''}{ordinal(line.rank)}"


def _pay(line: Line, scored: Scored, rules: Ruleset) -> tuple[str, tuple[str, str]]:
    """Say what place a rank is paid as, and by which rule."""
    reached = ranked_as(line)
    if scored.first_only and line.paid > 1:
        if line.rank == 1:
            return f"{reached}, which pays nobody", _rule("tie-first-only")
        return f"{reached}, only first scores", _rule("first-only")
    if line.paid > 3:
        return reached, _rule("tie" if line.tied and line.rank <= 3 else "low")
    if line.paid > rules.ranks:
        few = f"{rules.n_seats} players"
        void = f"{ordinal(line.paid)} place pays nothing with {few}"
        said = f"{reached}, {void}" if line.tied else void
        return said, (f"With {few} only {_first_values(rules.ranks)}.", "few-players")
    if line.tied:
        return f"{reached}, paid as {ordinal(line.paid)}", _rule("tie")
    return reached, _rule("majority")


def _first_values(ranks: int) -> str:
    return "the first value counts" if ranks == 1 else f"the first {ranks} values count"


# -- the final ranking -----------------------------------------------------------------------------


def ranks(position: Position) -> list[tuple[int, int]]:
    """Return (rank, seat) pairs, best first; equal points share a rank (FACTS 7)."""
    return ranked([position.score(seat) for seat in range(position.rules.n_seats)])


def ranked(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return (rank, seat) pairs of everybody's points, best first; equal points share a rank."""
    seats = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    best = [scores[seat] for seat in seats]
    return [(best.index(scores[seat]) + 1, seat) for seat in seats]


def ranking(position: Position, names: GameNames) -> Iterator[str]:
    """Yield the ranking, line by line, and who has won."""
    table = ranks(position)
    winners = [names.seat(seat) for rank, seat in table if rank == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    yield f"{' and '.join(winners)} {won}."
    for rank, seat in table:
        yield f"{rank}. {names.seat(seat)}, {position.score(seat)} points"


def say_event(event: Event, rules: Ruleset, names: Called = None) -> str:
    """Return one sentence that says what happened: an event says itself, a scoring why, too.

    Who may read it is the event's ``audience``. An event that nobody wrote words for is a fault of
    the expansion that brings it: LookupError names the class.
    """
    if isinstance(event, RegionScored):
        return say_score(event.scored, rules, names)
    return event.said(named(rules, names))
