"""What the game waits for, to a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.content.words.answers import answer
from elgrande.content.words.names import Called, Names, caballeros, listed, named
from elgrande.rules.effects.cards import ChoiceFrame, SequenceFrame
from elgrande.rules.effects.evacuate import EvacuateFrame
from elgrande.rules.effects.move import UNFIXED, MoveFrame
from elgrande.rules.effects.place import LeftFrame
from elgrande.rules.effects.scorings import ScoreOneFrame
from elgrande.rules.effects.send import DiskSendFrame, EachSendsFrame
from elgrande.rules.params import ALL
from elgrande.rules.steps.disks import DisksFrame
from elgrande.rules.steps.step import STOPPABLE, WindowFrame
from elgrande.rules.steps.turn import ActFrame, FetchFrame, PlaceFrame

if TYPE_CHECKING:
    from elgrande.rules import Decision, Ruleset

Ask = Callable[["Decision", Names], str]
CASTILLO = "castillo"

STEPS: dict[str, Ask] = {}
"""What every asking step wants done, as an infinitive without *to*.

Without ``codes`` the Decision is shown to those who wait: what helps to answer is then left out.
"""


def asks(step: str) -> Callable[[Ask], Ask]:
    """Register the words of a step: a function of the Decision and the Names.

    Raises ValueError where another step of this name has words: two packages may
    meet, and neither must speak for the other's.
    """

    def keep(function: Ask) -> Ask:
        if step in STEPS:
            raise ValueError(f"a step {step!r} has words already; call yours by another name")
        STEPS[step] = function
        return function

    return keep


def prompt(decision: Decision, rules: Ruleset, names: Called = None) -> str:
    """Return one line of at most some 100 characters that says what the game waits for.

    To the seat that owes the answer it is an order, to the others it tells for
    whom they wait.
    """
    n = named(rules, names)
    if not decision.owing:
        return "The game is over."
    others = listed([n.seat(seat) for seat in decision.owing])
    if decision.may_change:
        what = "the disk may still be turned"
        if decision.step != "disks":
            what = "the choice may still be changed"
        return f"{n.seat(decision.seat)}: {what}; waiting for {others}."
    if decision.codes:
        return f"{n.seat(decision.seat)}: {wanted(decision, n)}."
    return f"Waiting for {others} to {awaited(decision, n)}."


def wanted(decision: Decision, n: Names) -> str:
    """Return what must be done, as an infinitive: ``play a power card``.

    A step without words of its own is named by its id.
    """
    ask = STEPS.get(decision.step)
    return ask(decision, n) if ask else f"answer ({decision.step.replace('_', ' ')})"


def awaited(decision: Decision, n: Names) -> str:
    """Return the same for those who wait, without what helps to answer."""
    return wanted(replace(decision, codes=()), n)


def whose(decision: Decision) -> str:
    """Return ``your`` for whoever is asked, ``their`` for those who wait."""
    return "your" if decision.codes else "their"


@asks("power")
def _power(d: Decision, n: Names) -> str:
    if n.rules.extra_hand:
        # Something may be added to it, and the sum is what must be new.
        return "play a power card, alone or with a card that shifts it, to a new total"
    return "play a power card that nobody has played this round"


@asks("take_caballeros")
def _take(d: Decision, n: Names) -> str:
    if not d.codes:
        return f"take caballeros from {n.provinces} to the court"
    most = d.codes[-1] - n.rules.TAKE
    return f"take {_up_to(most)} from {n.provinces} to the court{', or none' * (most == 1)}"


@asks("fetch")
def _fetch(d: Decision, n: Names) -> str:
    return (
        f"fetch {_up_to(d.of(FetchFrame).left)} from the board, {n.provinces} being empty, or stop"
    )


@asks("choose_card")
def _choose_card(d: Decision, n: Names) -> str:
    cards = [code for code in d.codes if code not in n.rules.free_codes and code != n.rules.END]
    face_up = all(n.rules.cards[code - n.rules.CARD].stack for code in cards)
    choices = (
        []
        if d.codes and not cards
        else [
            "choose one of the face-up action cards"
            if face_up and n.rules.stacks
            else "choose the action of this turn"
        ]
    )
    choices += _free(d, n)
    if n.rules.END in d.codes:
        choices.append("end the turn")
    return listed(choices, "or")


def _free(d: Decision, n: Names) -> list[str]:
    """The free actions that can be done now, each in the words registered for its name."""
    verbs = {n.rules.verb(code) for code in d.codes}
    return [
        STEPS[action.name](d, n) if action.name in STEPS else action.name.replace("_", " ")
        for action in n.rules.free
        if verbs.intersection(action.verbs)
    ]


@asks("act")
def _act(d: Decision, n: Names) -> str:
    rules = n.rules
    card = rules.cards[d.of(ActFrame).card]
    if not d.codes:
        return f"use the action card {n.card_id(card.id)}"
    choices = []
    if any(rules.verb(code) == "place" for code in d.codes):
        choices.append(f"place {_up_to(card.caballeros)}")
    if rules.SPECIAL in d.codes:
        choices.append(f"use the special action ({n.short(card.id)})")
    choices += _free(d, n)
    if rules.END in d.codes:
        choices.append("end the turn")
    return listed(choices, "or")


@asks("place")
def _place(d: Decision, n: Names) -> str:
    return f"place {_up_to(d.of(PlaceFrame).left, ' more')}{_where(d, n)}, or stop"


def _where(d: Decision, n: Names) -> str:
    """Say where a court may place now: what the King closes is not offered."""
    open_to = goals(d, n)
    near = "next to the King" if open_to - {CASTILLO} else ""
    inside = "in the Castillo" if CASTILLO in open_to else ""
    where = listed([part for part in (near, inside) if part], "or")
    return f" {where}" if where else ""


def goals(d: Decision, n: Names) -> set[str]:
    """Return the ids of the places that the answers lead to."""
    return {words[-1] for code in d.codes if len(words := n.rules.text(code).split()) > 1}


def anywhere(d: Decision, n: Names) -> str:
    """Say where something goes that need not go next to the King: ``in any region``.

    Without ``codes`` nothing is said of what is closed.
    """
    open_to = goals(d, n)
    if not open_to:
        return "on the board"
    rules = n.rules
    regions = [{rules.places[place] for place in places} for places in rules.region_places]
    shut = any(open_to.isdisjoint(region) for region in regions)
    if CASTILLO in open_to:
        return "anywhere but in the King's region" if shut else "anywhere"
    return "in any region but the King's" if shut else "in any region"


@asks("window")
def _window(d: Decision, n: Names) -> str:
    f = d.of(WindowFrame)
    held, trigger, actor, card = f.held, f.trigger, f.acting, f.card
    if trigger not in STOPPABLE or actor < 0 or card < 0:
        return f"use {n.card(held)} now, or let the moment pass"
    rest = "the rest of " if trigger == "unit_done" else ""
    begins = ", ".join(answer(code, n.rules, n) for code in f.first)
    begins = f" ({begins})" if begins else ""
    shown = ", now that the disks are turned up" if trigger == "disks_shown" else ""
    what = f"{rest}{n.seat(actor)}'s {n.short(n.rules.cards[card].id)}{begins}{shown}"
    veto = n.rules.cards[held].effect == "keep_veto"
    return f"{'veto' if veto else f'use {n.card(held)} on'} {what}, or let it be"


@asks("disks")
def _disks(d: Decision, n: Names) -> str:
    return f"set the secret disk{_hint(d, _disk_hint(d, n))}"


def _disk_hint(d: Decision, n: Names) -> str:
    asking = d.of(DisksFrame).asking
    if isinstance(asking, EvacuateFrame):
        return f"where the own caballeros in {n.region(asking.region)} go"
    if isinstance(asking, DiskSendFrame):
        number = "all" if asking.number >= ALL else asking.number
        return f"which region sends {number} own caballeros back"
    return DISKS.get(asking.step) or asking.step.replace("_", " ")


DISKS = {
    # It may be caballeros, the Grande alone, or, where nobody may know that, nobody.
    "set_disks": "where all that you have in the Castillo goes",
    "score_unique_disks": "a region is scored if only one player names it",
}
"""What a disk is set for, by the asking step, where its frame has no more to say."""


@asks("move")
def _move(d: Decision, n: Names) -> str:
    return _moving(d, n, "up to ", ", or stop")


@asks("move_in_full")
def _move_in_full(d: Decision, n: Names) -> str:
    return _moving(d, n, "", ", as many as there are")


def _moving(d: Decision, n: Names, limit: str, end: str) -> str:
    """Say what a move wants next: fewer may be moved, or all that the card says."""
    f = d.of(MoveFrame)
    own, foreign, total, source = f.own, f.foreign, f.total, f.source
    if f.kind >= 0:
        return f"say where the caballero of {n.owner(f.kind)} in {n.place(f.place)} goes"
    kinds = []
    if own:
        kinds.append(_count(min(own, total), "own", limit))
    if foreign:
        kinds.append(_count(min(foreign, total), "foreign", limit))
    both = own and foreign and own + foreign > total
    what = f"{_count(total, '', limit)} of any colour" if both else listed(kinds)
    where = ""
    if source >= 0:
        where = f" of {n.region(source)}"
    elif source == UNFIXED:
        where = " of one region"
    return f"pick a caballero to move ({what}{where}){end}"


def _count(number: int, kind: str, limit: str) -> str:
    if number >= ALL:
        return f"{'any' if limit else 'all'} {kind}".strip()
    return f"{limit}{number} {kind}".strip()


@asks("place_anywhere")
def _place_anywhere(d: Decision, n: Names) -> str:
    return f"place {_up_to(d.of(LeftFrame).left, ' extra')} {anywhere(d, n)}, or stop"


@asks("militia")
def _militia(d: Decision, n: Names) -> str:
    left = d.of(LeftFrame).left
    more = f"{left} caballeros" if left > 1 else "1 caballero"
    return f"place {more} from the court {anywhere(d, n)}"


@asks("choice")
def _choice(d: Decision, n: Names) -> str:
    cards = [n.rules.cards[card].id for card in d.of(ChoiceFrame).cards]
    return f"choose an effect{_hint(d, listed([n.short(card) for card in cards], 'or'))}"


@asks("sequence")
def _sequence(d: Decision, n: Names) -> str:
    f = d.of(SequenceFrame)
    return f"carry out {n.short(n.rules.cards[f.cards[f.next]].id)}, or leave it out"


@asks("recall")
def _recall(d: Decision, n: Names) -> str:
    # Hands may hold other cards too, which are taken back like these.
    what = f"one of {whose(d)} played cards" if n.rules.extra_hand else "a played power card"
    return f"take back {what}{_hint(d, IN_VIEW[n.rules.pile])}"


IN_VIEW = {
    "none": "the others do not see which",
    "top": "the others see which only if you take the top one",
    "latest": "the others see which only if you take the one that was just played",
}
"""What the others see of it, by which played cards lie in view."""


@asks("each_sends")
def _each_sends(d: Decision, n: Names) -> str:
    left = d.of(EachSendsFrame).left
    return f"send {caballeros(left)} back to {n.provinces}, from regions or the court"


@asks("send_one_each")
def _send_one_each(d: Decision, n: Names) -> str:
    rules = n.rules
    kinds = {rules.text(code).split()[1] for code in d.codes}
    left = listed([n.who(kind) for kind in rules.kinds if kind in kinds])
    return f"send a caballero of each player back{_hint(d, 'left are ' + left)}"


@asks("score_one")
def _score_one(d: Decision, n: Names) -> str:
    return f"choose a region{', or the Castillo,' if d.of(ScoreOneFrame).castillo else ''} to score"


@asks("score_among")
def _score_among(d: Decision, n: Names) -> str:
    return "choose one of the regions that the card names to score"


@asks("scoreboard")
def _scoreboard(d: Decision, n: Names) -> str:
    castillo = not d.codes or CASTILLO in goals(d, n)
    return f"put a {n.scoreboard} on a region{' or the Castillo' * castillo}"


@asks("king_anywhere")
def _king_anywhere(d: Decision, n: Names) -> str:
    return "move the King to any other region"


@asks("king_step")
def _king_step(d: Decision, n: Names) -> str:
    return "move the King to a neighbouring region"


@asks("grande")
def _grande(d: Decision, n: Names) -> str:
    return "move the own Grande to another region, the new home"


@asks("evacuate")
def _evacuate(d: Decision, n: Names) -> str:
    return "name the region that all other players must leave"


def _hint(d: Decision, text: str) -> str:
    return f": {text}" if d.codes else ""


def _up_to(number: int, more: str = "") -> str:
    return f"{'' if number == 1 else 'up to '}{number}{more} caballero{'s' * (number != 1)}"
