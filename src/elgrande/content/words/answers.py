"""What a legal answer means: a short label for a list, a key or a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from elgrande.content.words.names import Called, Names, named
from elgrande.rules.effects.cards import ChoiceFrame, SequenceFrame
from elgrande.rules.steps.step import HeldEffect

if TYPE_CHECKING:
    from elgrande.rules import Decision, Ruleset

T = TypeVar("T")

Words = Sequence[str]
Make = Callable[[Words, Names], str]

VERBS: dict[str, Make] = {}
"""The label of every verb, from the words that follow it."""

Where = Callable[[Words, "Decision", Names], str]
HERE: dict[str, Where] = {}
"""The label of a verb that says more where the Decision is known."""


def labels(verb: str) -> Callable[[Make], Make]:
    """Register the label of a verb: a function of the words that follow it and the Names.

    Raises ValueError where another verb of this name has a label.
    """
    return partial(_keep, VERBS, verb)


def labels_here(verb: str) -> Callable[[Where], Where]:
    """Register a label that says more, with the Decision at hand; "" if it cannot.

    Raises ValueError where another verb of this name has one.
    """
    return partial(_keep, HERE, verb)


def _keep(known: dict[str, T], verb: str, function: T) -> T:
    if verb in known:
        raise ValueError(f"a verb {verb!r} has words already; call yours by another name")
    known[verb] = function
    return function


def offered(decision: Decision, rules: Ruleset) -> tuple[int, ...]:
    """Return the legal answers that a person is shown: of two that come to the same, one.

    To let a whole special action pass is no more than to let this moment pass where no
    card of the game may be used in the midst of one.
    """
    if decision.step != "window" or any(
        isinstance(effect, HeldEffect) and effect.again(card)
        for card, effect in enumerate(rules.card_effects)
    ):
        return decision.codes
    return tuple(code for code in decision.codes if code != rules.LET_ALL)


def answer(
    code: int, rules: Ruleset, names: Called = None, decision: Decision | None = None
) -> str:
    """Return a short label for an answer: ``place in Galicia``, ``take back the 9``.

    With the Decision the label says what the numbered options, the special action
    and the like are. A verb without words of its own is shown as its notation.
    """
    n = named(rules, names)
    verb, *words = rules.text(code).split()
    if decision is not None and decision.frame and verb in HERE:
        label = HERE[verb](words, decision, n)
        if label:
            return label
    make = VERBS.get(verb)
    return make(words, n) if make else rules.text(code)


@labels("power")
def _power(words: Words, n: Names) -> str:
    number = n.rules.power_numbers[int(words[0])]
    return f"play the {words[0]} (brings {number or 'nobody'})"


@labels("take")
def _take(words: Words, n: Names) -> str:
    return f"take {words[0]}" if int(words[0]) else "take none"


@labels("fetch")
def _fetch(words: Words, n: Names) -> str:
    return f"fetch from {n.the(words[0])}"


@labels("fetch-kind")
def _fetch_kind(words: Words, n: Names) -> str:
    return f"fetch {n.plain(words[0])} from {n.the(words[1])}"


@labels("card")
def _card(words: Words, n: Names) -> str:
    return f"choose {n.card_id(words[0])}"


@labels("place")
def _place(words: Words, n: Names) -> str:
    return f"place in {n.the(words[0])}"


@labels("special")
def _special(words: Words, n: Names) -> str:
    return "special action"


@labels_here("special")
def _special_here(words: Words, d: Decision, n: Names) -> str:
    return f"special action: {n.short(n.rules.cards[d.card].id)}" if d.card >= 0 else ""


@labels_here("option")
def _option_here(words: Words, d: Decision, n: Names) -> str:
    cards = d.fields.cards if isinstance(d.fields, ChoiceFrame | SequenceFrame) else ()
    number = int(words[0])
    return n.short(n.rules.cards[cards[number - 1]].id) if number <= len(cards) else ""


@labels("option")
def _option(words: Words, n: Names) -> str:
    return f"effect {words[0]} of the card"


@labels("pick")
def _pick(words: Words, n: Names) -> str:
    return f"pick {n.who(words[0])} in {n.the(words[1])}"


@labels("put")
def _put(words: Words, n: Names) -> str:
    return f"move to {n.the(words[0])}"


@labels("send")
def _send(words: Words, n: Names) -> str:
    return f"send back {n.who(words[0])} from {n.the(words[1])}"


@labels("score")
def _score(words: Words, n: Names) -> str:
    return f"score {n.the(words[0])}"


@labels("scoreboard")
def _scoreboard(words: Words, n: Names) -> str:
    return f"put {n.board(words[0])} on {n.the(words[1])}"


@labels("king")
def _king(words: Words, n: Names) -> str:
    return f"King to {n.the(words[0])}"


@labels("grande")
def _grande(words: Words, n: Names) -> str:
    return f"Grande to {n.the(words[0])}"


@labels("evacuate")
def _evacuate(words: Words, n: Names) -> str:
    return f"make the others leave {n.the(words[0])}"


@labels("disk")
def _disk(words: Words, n: Names) -> str:
    return f"disk on {n.the(words[0])}"


@labels("recall")
def _recall(words: Words, n: Names) -> str:
    return f"take back your {n.plain(words[0])}"


@labels("veto")
def _veto(words: Words, n: Names) -> str:
    return "veto it"


@labels("use")
def _use(words: Words, n: Names) -> str:
    return f"use {n.card_id(words[0])}"


@labels("let")
def _let(words: Words, n: Names) -> str:
    return "let this pass"


@labels("let-all")
def _let_all(words: Words, n: Names) -> str:
    return "let all of it pass"


DONE: dict[str, Callable[[Decision, Names], str]] = {
    "sequence": lambda d, n: "leave this part out",
}
"""What ``done`` comes to, by the step, where it is more than to stop."""


@labels_here("done")
def _done_here(words: Words, d: Decision, n: Names) -> str:
    say = DONE.get(d.step)
    return say(d, n) if say else ""


@labels("done")
def _done(words: Words, n: Names) -> str:
    return "stop here"


@labels("end")
def _end(words: Words, n: Names) -> str:
    return "end the turn"
