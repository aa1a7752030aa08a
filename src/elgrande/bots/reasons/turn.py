"""What speaks for an answer in a turn: the plan it belongs to, what that brings, what is second."""

from __future__ import annotations

from elgrande.bots.reasons.changes import changes, pays_out_of_sight
from elgrande.bots.reasons.deeds import deeds, then
from elgrande.bots.reasons.guesses import guesses, otherwise
from elgrande.bots.reasons.voice import HARDLY, READ, SPOKEN, Plan, Rest, Voice, on_others
from elgrande.content.words.names import sentence

TOLD = 3
"""So many of the changes that a plan brings are told, the greatest ones."""
AT_ONCE = "This pays at once."
"""What is said where nothing else may be."""


def why(voice: Voice, plan: Plan | None, second: Rest | None, *, played_on: bool = False) -> str:
    """Say what a plan is, what it brings and what comes second; "" if there is nothing to say.

    ``played_on`` says that all others' answers of the round were tried, too.
    """
    rules = voice.names.rules
    if not voice.private:
        # What was not chosen tells of what was, and what comes of it tells it too.
        if second is not None and rules.is_secret(second.code):
            second = None
        if plan is not None and any(rules.is_secret(code) for _, code in plan.path):
            plan = None
    shut = plan is not None and pays_out_of_sight(plan, rules)
    if shut:
        # How much better it is would tell how many are in the veiled Castillo.
        second = None
    found = [] if plan is None else changes(voice, plan.start, plan.end)
    if not voice.private:
        return _in_passing(voice, found, second) or (AT_ONCE if shut else "")
    done = [] if plan is None else deeds(voice, plan)
    first = [f"The plan: {then(done)}"] if done else []
    supposed = guesses(voice, plan) if plan is not None and found else ""
    sure = _in_any_case(voice, plan, found) if plan is not None and supposed else found
    last = _second(voice, plan, second, played_on=played_on)
    for told in range(TOLD, 0, -1):
        always = [text for text in found[:told] if text in sure]
        perhaps = [text for text in found[:told] if text not in sure]
        brings = [f"{'that way ' if done else ''}{'; '.join(always)}"] if always else []
        brings += [f"{supposed}, {'; '.join(perhaps)}"] if perhaps else []
        whole = " ".join(map(sentence, [*first, *brings, *last]))
        if len(whole) <= READ:
            break
    return whole or (AT_ONCE if shut else "")


def _in_any_case(voice: Voice, plan: Plan, found: list[str]) -> list[str]:
    """Return what comes true whatever the others answer, as far as other guesses tell."""
    ends = [changes(voice, plan.start, end) for end in otherwise(voice, plan)]
    return [text for text in found if ends and all(text in each for each in ends)]


def _second(voice: Voice, plan: Plan | None, second: Rest | None, *, played_on: bool) -> list[str]:
    """Say what comes second, and how far it is behind."""
    said = []
    if second is not None and second.behind < HARDLY:
        said.append(f"It is close: to {voice.instead(second.code)} would be as good")
    elif second is not None:
        by = "how the round may go on" if played_on else "what the coming scorings may pay"
        said.append(
            f"Second best would be to {voice.instead(second.code)}; that gains you "
            f"{on_others(second.behind, 'less')}, judged by {by}"
        )
        said += _cards_back(voice, plan, second)
    return said


def _in_passing(voice: Voice, found: list[str], second: Rest | None) -> str:
    """Say the greatest change, and how far the second choice is behind, if both can be read."""
    said = sentence(found[0]) if found else ""
    if second is None:
        return said
    instead = voice.instead(second.code)
    if second.behind < HARDLY:
        more = f"It is close: I could as well {instead}."
    else:
        much = on_others(second.behind, "more")
        more = f"This gains me {much} than if I {instead}."
    whole = f"{said} {more}".strip()
    return whole if len(whole) <= SPOKEN else more


def _cards_back(voice: Voice, plan: Plan | None, second: Rest) -> list[str]:
    """Say what a power card that is taken back is good for, beside another one."""
    rules = voice.names.rules
    first = None if plan is None else next((c for at, c in plan.path if at == voice.seat), None)
    if first is None or rules.verb(first) != "recall" or rules.verb(second.code) != "recall":
        return []
    words = [rules.text(code).split()[1] for code in (first, second.code)]
    if not all(word.isdecimal() for word in words):
        # A card of an expansion's own.
        return []
    got, left = map(int, words)
    if got > left:
        return [f"the {got} lets you choose a card earlier than the {left} in a later round"]
    more = rules.power_numbers[got] - rules.power_numbers[left]
    return [f"the {got} brings {more} more than the {left} to your court"] if more > 0 else []
