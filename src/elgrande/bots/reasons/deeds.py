"""What is done on the way of a plan, by the labels of its answers and by who moves on the board."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots.terms import terms_of
from elgrande.content.words import answer as label
from elgrande.content.words.names import listed
from elgrande.rules.effects.cards import ChoiceFrame, SequenceFrame
from elgrande.rules.wording import caballeros, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.bots.planner import Path
    from elgrande.bots.reasons.voice import Plan, Voice
    from elgrande.content.words import Names
    from elgrande.rules import Decision, Ruleset, State

ASIDE = frozenset(("special", "done", "end", "let", "let-all"))
"""Verbs that say nothing of a plan."""

_BRIEF = 45
"""Characters of a part's text that still fit a plan."""


class Deed(NamedTuple):
    """One thing that is done; those after one another with the same ``head`` are told together."""

    head: str
    rest: str
    several: str = ""
    """What the head is when it happens several times, with ``{}`` for how often."""


class Moved(NamedTuple):
    """So many of a kind went from a place."""

    kind: int
    source: int
    number: int


def then(deeds: Sequence[str]) -> str:
    """Return deeds in their order: ``choose the King, move him to Seville, then place 2 there``."""
    if len(deeds) < 3:
        return ", then ".join(deeds)
    return f"{', '.join(deeds[:-1])}, then {deeds[-1]}"


def deeds(voice: Voice, plan: Plan) -> list[str]:
    """Return what a seat does on the way, in short."""
    told: list[str] = []
    for head, same in groupby(_deeds(voice, plan), key=lambda deed: deed.head):
        some = list(same)
        if not some[0].several:
            told += [text for text, _ in groupby(deed.rest for deed in some)]
        elif len(some) == 1 and head:
            told.append(f"{head} {some[0].rest}")
        else:
            many = some[0].several.replace("{}", str(len(some)))
            rests = Counter(deed.rest for deed in some)
            if len(rests) == 1 and head:
                told.append(f"{many} {some[0].rest}")
            else:
                goals = listed([f"{number} {rest}" for rest, number in rests.items()])
                told.append(f"{many}: {goals}" if head else f"{many} {goals}")
    return told


def _deeds(voice: Voice, plan: Plan) -> list[Deed]:
    """Return what each answer does; those that are parts of one move are one."""
    names, rules, seat = voice.names, voice.names.rules, voice.seat
    begun = terms_of(rules).begun
    state = plan.start.copy()
    found: list[Deed] = []
    for number, (at, code) in enumerate(plan.path):
        verb, *words = rules.text(code).split()
        if at != seat or (verb in ASIDE and not _only_word(rules, plan.path, number, seat)):
            state.apply(at, code)
            continue
        before, decision = state.copy(), state.decision(seat)
        state.apply(at, code)
        after = _answered(state, seat, plan.path[number + 1 :])
        later = next((rules.verb(c) for a, c in plan.path[number + 1 :] if a == seat), "")
        if verb in begun and later in ("pick", "put"):
            continue
        moved: list[Moved] = []
        goal = -1
        if verb == "put" and len(words) == 1 and words[0] in rules.place_index:
            goal = rules.place_index[words[0]]
            moved = _moved(before, after, goal)
        elif verb == "pick" and len(words) == 2:
            kind, source = rules.kinds.index(words[0]), rules.place_index[words[1]]
            goal = _gone_to(before, after, kind, source)
            if goal < 0 and later == "put":
                # Its goal comes next, and tells all of it.
                continue
            moved = [Moved(kind, source, 1)] if goal >= 0 else []
        if moved:
            found.append(_move(voice, moved, goal))
        elif verb == "pick" and len(words) == 2:
            found.append(Deed("pick", f"pick {_whose(voice, kind)} {names.at(words[1])}"))
        elif verb == "place" and len(words) == 1:
            found.append(Deed("", names.at(words[0]), "place"))
        elif verb == "send" and len(words) == 2 and words[0] in rules.kinds:
            kind = rules.kinds.index(words[0])
            found.append(
                Deed(f"send back {_whose(voice, kind)}", f"from {names.the(words[1])}",
                     f"send back {_several(voice, kind)}")
            )  # fmt: skip
        elif verb == "take" and len(words) == 1:
            found.append(Deed(verb, f"take {words[0]} to your court"))
        elif verb == "card":
            found.append(Deed(verb, f"choose {voice.card(code)}"))
        else:
            said = _part(decision, words, names) or label(code, rules, names, decision)
            found.append(Deed(verb, f"{said[:1].lower()}{said[1:]}"))
    return found


def _part(decision: Decision, words: Sequence[str], names: Names) -> str:
    """Return the text of a card's part that is chosen, if that is one short sentence, or "".

    Its short form is made for a list, and has no room for articles.
    """
    frame = decision.fields
    if not isinstance(frame, (ChoiceFrame, SequenceFrame)) or len(words) != 1:
        return ""
    card = frame.cards[int(words[0]) - 1]
    text = names.text(names.rules.cards[card].id).removesuffix(".")
    return "" if "." in text or len(text) > _BRIEF else text


def _only_word(rules: Ruleset, path: Path, number: int, seat: int) -> bool:
    """Say whether a special action is told by its announcement alone: no answer of it follows."""
    mine = [rules.verb(code) for at, code in path if at == seat]
    later = [rules.verb(code) for at, code in path[number + 1 :] if at == seat]
    special = rules.verb(path[number][1]) == "special"
    return special and "card" not in mine and (not later or later[0] in ("place", *ASIDE))


def _answered(state: State, seat: int, path: Path) -> State:
    """Return where the others' next answers lead: they may let what was announced happen."""
    after = state.copy()
    for at, code in path:
        if at == seat:
            break
        after.apply(at, code)
    return after


def _move(voice: Voice, moved: Sequence[Moved], goal: int) -> Deed:
    """Say who goes where."""
    names, rules = voice.names, voice.names.rules
    to = f"to {names.place(goal)}"
    if len(moved) == 1 and moved[0].number == 1:
        kind, source, _ = moved[0]
        place = f"from {names.place(source)}"
        return Deed(
            f"move {_whose(voice, kind)} {place}", to, f"move {_several(voice, kind)} {place}"
        )
    number = sum(one.number for one in moved)
    places = listed([names.place(place) for place in dict.fromkeys(one.source for one in moved)])
    if len({rules.kind_family[one.kind] for one in moved}) == 1:
        who = _several(voice, moved[0].kind).replace("{}", str(number))
    else:
        who = caballeros(number)
    return Deed("all", f"move {who} from {places} {to}")


def _moved(before: State, after: State, goal: int) -> list[Moved]:
    """Return who came to a place from elsewhere on the board; some leave there what they carry."""
    rules = before.rules
    family = rules.kind_family
    kinds = range(len(rules.kinds))
    came = [0] * len(rules.kinds)
    for kind in kinds:
        came[family[kind]] += after.count(kind, goal) - before.count(kind, goal)
    return [
        Moved(kind, place, gone)
        for kind in kinds
        if came[family[kind]] > 0
        for place in _around(rules)
        if place != goal and (gone := before.count(kind, place) - after.count(kind, place)) > 0
    ]


def _gone_to(before: State, after: State, kind: int, source: int) -> int:
    """Return where one of a kind is that has just left a place; -1 if it is still there."""
    if after.count(kind, source) >= before.count(kind, source):
        return -1
    return next(
        (place for place in range(before.rules.n_places)
         if after.count(kind, place) > before.count(kind, place)),
        -1,
    )  # fmt: skip


def _around(rules: Ruleset) -> list[int]:
    """Return all places but the courts and the provinces, which a turn refills by itself."""
    return [p for p in range(rules.n_places) if p not in (rules.court, rules.provinces)]


def _whose(voice: Voice, kind: int) -> str:
    """Return one caballero of a kind."""
    whose = one_of(kind, voice.names, voice.seat)
    return "one of your caballeros" if whose == "your caballero" else whose


def _several(voice: Voice, kind: int) -> str:
    """Return several of a kind, with ``{}`` for how many: ``{} of Blue's caballeros``."""
    one = one_of(kind, voice.names, voice.seat)
    head, _, load = one.rpartition("caballero")
    if head.startswith("a ") and kind >= voice.names.rules.n_seats:
        return f"{{}} {head[2:]}caballeros{load}"
    return f"{{}} of {head}caballeros{load}"
