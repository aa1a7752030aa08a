"""Why a command is refused, in one sentence; what bars it the step itself says.

Everything is read from the View of the seat that tried, so that no sentence
can tell more than that seat may know.
"""

from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING

from elgrande.content.clean import clean
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import every_expansion
from elgrande.content.words.names import Called, Names, named, sentence
from elgrande.content.words.typed import LONGEST, plainly
from elgrande.content.words.typed import named as called
from elgrande.rules import NotationError, State, View
from elgrande.rules.free import not_free
from elgrande.rules.refused import Case
from elgrande.rules.wording import awaited, listed, wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


_NEAR = 0.7
"""How much two commands must have in common for one to be taken for the other."""
_ALIKE = 0.05
"""How much less another one may have in common with what was typed, to be named too."""
_MOST = 3
"""So many commands are named at most."""


def why_not(position: State | View, seat: int, text: str, names: Called = None) -> str:
    """Return one sentence that says why a seat may not give a command now.

    ``text`` is the command's notation, with or without its colour. The sentence
    is empty when nothing speaks against the command.
    """
    rules = position.rules
    n = named(rules, names)
    if not 0 <= seat < rules.n_seats:
        return f"This game has {rules.n_seats} seats; that is not one of them."
    view = position.view(seat) if isinstance(position, State) else position
    return sentence(reason) if (reason := _reason(view, seat, clean(text, LONGEST), n)) else ""


def misread(text: str, error: NotationError, names: Names, legal: Iterable[int] = ()) -> str:
    """Return why a text is no command: those that were most likely meant, if any is near.

    Legal answers are thought of first, also by what follows their verb alone. They are looked
    for in notation and by the names that the screen shows, and named as what was typed comes
    nearest to.
    """
    rules = names.rules
    said = plainly(clean(text, LONGEST))
    legal_texts = [rules.text(code) for code in legal]
    both = [
        {
            plainly(way): (way, command)
            for command in known
            for way in (called(command, names), command)
        }
        for known in (legal_texts, rules.vocabulary.texts)
    ]
    for ways in both:
        if said in ways:
            # It differs in nothing that could be shown, or by a name that notation lacks.
            return f"here a command is written letter by letter: {ways[said][1]!r}"
    if elsewhere := _elsewhere(said, names):
        return elsewhere
    for ways in both:
        near = _nearest(said, {way: shown for way, (shown, _) in ways.items()})
        if not near:
            # Whoever leaves the verb out means an answer that can be given now.
            ends = {way.partition(" ")[2]: shown for way, (shown, _) in both[0].items()}
            near = _nearest(said, ends)
        if near:
            meant = listed([repr(way) for way in near], "or")
            return f"there is no command {said!r}; did you mean {meant}?"
    return str(error)


def _elsewhere(said: str, names: Names) -> str:
    """Return that a text ends as only another edition or expansion names something, else ""."""
    words = {word for text in names.rules.vocabulary.texts for word in text.split()[1:]}
    editions = [edition(name).labels for name in edition_ids()]
    labels = (*editions, *(one.labels for one in every_expansion()))
    for name, label in (pair for some in labels for pair in some.items()):
        called = label.name.removeprefix("the ")
        here = name in words
        known = map(plainly, names.known_as(name)) if here else ()
        if f" {said}".endswith(f" {plainly(called)}") and plainly(called) not in known:
            other = f"; here it is {names.the(name)}" if here else ""
            return f"no command of this game names {called}{other}"
    return ""


def _nearest(said: str, ways: Mapping[str, str]) -> list[str]:
    """Return what the nearest of some ways to say a command mean, the nearest first."""
    near = get_close_matches(said, ways, _MOST, _NEAR)
    alike = [SequenceMatcher(None, way, said).ratio() for way in near]
    found = [ways[way] for way, ratio in zip(near, alike, strict=True) if ratio > alike[0] - _ALIKE]
    return list(dict.fromkeys(found))


def why_never(verb: str, target: str, names: Names) -> str:
    """Return one sentence that says why a verb never names a region or the Castillo."""
    never = names.rules.vocabulary.declared[verb].never
    return sentence(never.replace("{place}", names.the(target)))


def _reason(view: View, seat: int, text: str, n: Names) -> str:
    rules = view.rules
    first, _, rest = text.partition(" ")
    if first in rules.colours:
        if rules.colours[seat] != first:
            return f"that command is {n.who(first)}'s, but {n.seat(seat)} is the one to answer"
        text = rest
    try:
        code = rules.code(text)
    except NotationError as error:
        return misread(text, error, n, view.legal(seat))
    if view.over:
        return "the game is over"
    decision = view.decision(seat)
    if code in decision.codes:
        return ""
    if not decision.codes:
        others = listed([n.seat(other) for other in decision.owing])
        return (
            "it is not for you to answer now; "
            f"the game is waiting for {others} to {awaited(decision, n)}"
        )
    verb, *words = rules.text(code).split()
    case = Case(view, seat, decision, verb, words, n)
    reason = rules.steps[decision.step].refusal(case, decision.fields)
    if not reason and code in rules.free_codes:
        reason = not_free(case)
    if reason:
        return reason
    verbs = {rules.verb(legal) for legal in decision.codes}
    if verb == "done" and "end" in verbs:
        return "there is nothing to stop here; end your turn instead"
    return f"that is not possible now; you are asked to {wanted(decision, n)}"
