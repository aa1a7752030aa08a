"""What the prompt says: while an answer is made, and while nobody here is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.prompt import Prompt
from elgrande.content.words import prompt as say_prompt
from elgrande.content.words.events import say_event
from elgrande.content.words.scores import ranked
from elgrande.rules.events import GameEnded

if TYPE_CHECKING:
    from elgrande.app.answering.answering import Answering
    from elgrande.app.answering.turn import Turn
    from elgrande.app.settings.bindings import Key, Keys

ENTER = "Enter: "
"""What stands before that which Enter does where the keyboard is."""
MAP_KEYS = "The keys are on the map."
"""What is said where the answers have their keys there, and nothing else is to be said."""
LABELS = {
    "table.undo": "undo",
    "table.back": "back",
    "table.answers": "list",
    "table.explain": "help",
    "table.leave": "leave",
    "table.hint": "advice",
    "table.forecast": "forecast",
    "table.recap": "story",
    "table.scorings": "scorings",
    "table.rules": "rules",
}
"""What the prompt calls the keys that it names."""

HELPERS = ("table.recap", "table.rules", "table.forecast", "table.hint")
"""What the prompt names besides where there is room and it has a word for it, the most needed last.
"""


def asked(turn: Turn) -> str:
    """Return what the game waits for, in words."""
    return say_prompt(turn.decision, turn.guide.rules, turn.guide.names)


def ended(turn: Turn) -> str:
    """Return who has won, and with how many points."""
    view, guide = turn.shown.view, turn.guide
    scores = tuple(view.score(seat) for seat in range(guide.rules.n_seats))
    first = tuple(seat for rank, seat in ranked(scores) if rank == 1)
    return say_event(GameEnded(scores, first), guide.rules, guide.names)


def waiting(turn: Turn, keys: Keys) -> Prompt:
    """Return the prompt while nobody here is asked; after the end it says who has won."""
    if turn.shown.view.over:
        undo = ("table.undo",) if turn.shown.can_undo else ()
        named = _named(keys, LABELS, "table.scorings", *undo, "table.leave")
        helps = _named(keys, LABELS, "table.recap", "table.rules", "table.explain")
        return Prompt(ended(turn), refusal=turn.refusal, keys=named, helpers=helps)
    named = _named(keys, LABELS, "table.explain", "table.leave")
    note = turn.unasked or turn.said
    helps = _named(keys, LABELS, *(name for name in HELPERS if name != "table.hint"))
    whole = note == turn.said
    return Prompt(
        asked(turn), refusal=turn.refusal, note=note, whole=whole, keys=named, helpers=helps
    )


def answering(
    turn: Turn,
    now: Answering,
    keys: Keys,
    labels: dict[str, str],
    *,
    cursor: int | None = None,
    target: str = "",
    at: str = "prompt",
) -> Prompt:
    """Return the prompt of a question.

    ``cursor`` is the choice under the prompt's cursor, -1 for none, None where nobody moved it;
    ``target`` is the one under the map's cursor. ``at`` is where the keyboard is: the prompt, the
    map, or the cards where one of them is to be chosen. There Enter acts, and nowhere else.
    """
    offer = now.offer
    if cursor is None:
        cursor = _first_choice(now)
    if at != "prompt":
        cursor = -1
    note = now.hint
    if 0 <= cursor < len(offer.choices):
        codes = offer.choices[cursor].codes
        note = "; ".join(now.says(code) for code in codes)
        if len(codes) == 1:
            # A card that is passed or played along is explained where it is pointed at.
            words = turn.guide.rules.text(codes[0]).split()[1:]
            briefs = (turn.guide.shown.hand_card(word) for word in words)
            note = ": ".join((note, *(card.brief for card in briefs if card and card.brief)))
        note = ENTER + note
    elif target and offer.targets:
        note = now.note(target)
        if target in offer.targets:
            # Alone it would read as if it were done.
            note = (ENTER if at == "map" else f"On the map, {ENTER}") + note
    if turn.refusal:
        # It stands where the prompt was, so the prompt takes the note's place.
        note = now.asks
    elif not now.half_made:
        final = "Your answer cannot be undone." if turn.shown.final else ""
        note = note or " ".join(filter(None, (turn.unasked, final)))
    if not note and at == "cards":
        note = ENTER + "take the card under the cursor"
    if not note and offer.targets:
        note = MAP_KEYS
    named = ["table.answers", "table.explain"]
    if now.half_made:
        named.insert(0, "table.back")
    elif turn.shown.can_undo:
        named.insert(0, "table.undo")
    return Prompt(
        now.asks,
        turn.guide.colour(now.seat),
        turn.refusal,
        offer.choices,
        cursor,
        note,
        note.startswith(ENTER) and bool(cursor >= 0 or (at == "map" and target)),
        _named(keys, labels, *named),
        _named(keys, labels, *(name for name in HELPERS if name in labels)),
    )


def _named(keys: Keys, labels: dict[str, str], *bindings: str) -> tuple[Key, ...]:
    """Return keys as they are bound now, with what they do."""
    return tuple(keys.key(binding, labels[binding]) for binding in bindings)


def _first_choice(now: Answering) -> int:
    """Return the choice under the cursor before anybody moves it: taking all, else none."""
    if now.typed:
        return now.choice_typed
    offer = now.offer
    return len(offer.choices) - 1 if offer.verbs == {"take"} else -1
