"""What one seat is asked, after what it has pointed at so far, and what can be said of it.

Prompt, hints, the meaning of each answer, and why something else is none. Nothing here answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.app.answering import offer as offers
from elgrande.app.answering.offer import Offer, on_map
from elgrande.app.panes.text_runs import spans
from elgrande.content.words import answer, prompt, why_never, why_not
from elgrande.content.words.names import sentence
from elgrande.rules import Decision, NotationError, View

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.table.chair import Look


class Asked:
    """What a seat is asked."""

    def __init__(
        self, guide: Guide, look: Look, seat: int, bound: frozenset[str] = offers.NONE
    ) -> None:
        """``bound`` are keys that do something else at the table, so that no choice may have
        them.
        """
        self.guide = guide
        self.look = look
        self.seat = seat
        self.draft: tuple[str, ...] = ()
        self._ahead: Look | None = None
        self._narrowed: Offer | None = None
        self._sorted: tuple[Look, Guide, frozenset[str], Offer] | None = None
        """What answers were last sorted for, and the offer: each step of a cursor asks for it."""
        self.bound = bound
        self.typed = ""
        """The first digits of a power card's value, where one key is not enough for it."""

    def say_with(self, guide: Guide) -> None:
        """Says the same with other names or signs; what is half made stays."""
        self.guide = guide
        if self._narrowed is not None:
            self._narrowed = self._narrow(self._narrowed.codes)

    def _narrow(self, codes: Sequence[int]) -> Offer:
        """Return the second question: which of these codes is meant."""
        return offers.offer(self.view, codes, self.guide, self.bound, narrowed=True)

    @property
    def view(self) -> View:
        """The view after the half-made gesture."""
        return (self._ahead or self.look).view

    @property
    def decision(self) -> Decision:
        """What is asked after the half-made gesture."""
        return (self._ahead or self.look).decision

    @property
    def final(self) -> tuple[int, ...]:
        """The legal answers that could not be taken back."""
        return (self._ahead or self.look).final

    @property
    def offer(self) -> Offer:
        """What can be pressed and pointed at now."""
        if self._narrowed:
            return self._narrowed
        look, known = self._ahead or self.look, self._sorted
        if (
            known is None
            or known[0] is not look
            or known[1] is not self.guide
            or known[2] is not self.bound
        ):
            found = offers.offer(look.view, look.decision.codes, self.guide, self.bound)
            known = self._sorted = (look, self.guide, self.bound, found)
        return known[3]

    @property
    def half_made(self) -> bool:
        """Whether Esc has something to take back."""
        return bool(self.draft or self.typed) or self._narrowed is not None

    def asks_like(self, other: Asked) -> bool:
        """Whether the same seat is asked the same, whoever else has answered since."""
        here, there = (
            (one.seat, one.look.decision.step, one.look.decision.card, one.look.decision.codes)
            for one in (self, other)
        )
        return here == there

    @property
    def asks(self) -> str:
        """The prompt, in words; a second question says what it narrows."""
        if self.typed:
            return self._asks_on()
        if self._narrowed is not None:
            said = [choice.verb for choice in self._narrowed.choices]
            composites = self.guide.display.composites.items()
            composite = next((c for verb, c in composites if verb in said), None)
            if composite is not None:
                value = offers.words(self._narrowed.codes[0], self.guide.rules)[0]
                return f"The {value}: {composite.question}"
            one = {*said}.intersection(self.guide.display.groups)
            if one and len({*said}) == 1:
                return self.guide.display.groups[one.pop()].question
            target = offers.target_of(self.guide.rules, self._narrowed.codes[0], self.guide)
            rules, codes = self.guide.rules, self._narrowed.codes
            what = "which scoreboard" if "scoreboard" in said else "whose caballero"
            if all(offers.asks_where(rules, code) for code in codes):
                if len({*said}) == 1:
                    return f"Where {self.guide.names.at(target)}?"
                what = "which of these"
            return f"{self.guide.name(target)}: {what}?"
        return self.question

    @property
    def asks_briefly(self) -> str:
        """The prompt without what is to be read on a key in the bar; cards are in their pane."""
        decision, asks = self.decision, self.asks
        if asks != self.question or decision.step not in {"choose_card", "act"}:
            return asks
        named = {c for one in self.offer.choices if one.verb != "card" for c in one.codes}
        left = tuple(code for code in decision.codes if code not in named)
        if len(left) == len(decision.codes):
            return asks
        rules, names = self.guide.rules, self.guide.names
        if not left:
            return f"{names.seat(self.seat)}: choose one of these."
        some = prompt(replace(decision, codes=left), rules, names)
        return f"{some.removesuffix('.')}, or give another answer."

    @property
    def question(self) -> str:
        """The prompt of what is decided, whatever is typed or narrowed of it."""
        return prompt(self.decision, self.guide.rules, self.guide.names)

    def _asks_on(self) -> str:
        """Return what may follow on what is typed."""
        longer = [key for key in self._values_offered if key.startswith(self.typed)]
        longer = [key for key in longer if key != self.typed]
        on = spans([int(key) for key in longer], self.guide.rules.power_values)
        said = [f"Enter chooses the {self.typed}"] * (self.choice_typed >= 0)
        said += [f"type on for {on}"] * bool(longer)
        return f"{self.typed}_ {sentence(', or '.join(said) or 'Nothing that begins so is left')}"

    @property
    def _values_offered(self) -> list[str]:
        """The values of power cards that may be typed now."""
        rules = self.guide.rules
        return [
            one.key for one in self.offer.choices if offers.by_value(rules, one.verb) and one.key
        ]

    @property
    def choice_typed(self) -> int:
        """The index of the choice whose value has been typed, or -1."""
        keys = [choice.key for choice in self.offer.choices]
        return keys.index(self.typed) if self.typed in keys else -1

    def _verb_of_values(self) -> str:
        """Return what typing a value does in this step."""
        return {"choose_hand": "keep"}.get(self.decision.step, self.decision.step)

    @property
    def picked(self) -> Mapping[tuple[int, int], int]:
        """Marked caballeros by (kind, place)."""
        rules = self.guide.rules
        found: dict[tuple[int, int], int] = {}
        for command in self.draft[-1:]:
            verb, *words = command.split()
            if verb == "pick":
                found[rules.kinds.index(words[0]), rules.place_index[words[1]]] = 1
        return found

    @property
    def kept(self) -> tuple[int, ...]:
        """The power cards that are marked to be kept."""
        said = [self.guide.rules.text(code).split() for code in self.decision.codes]
        return tuple(int(words[1]) for words in said if words[0] == "leave")

    # -- reasons and names -------------------------------------------------

    def target_by_key(self, key: str) -> str:
        """Return the region or Castillo of a key; ``c`` always means the Castillo."""
        for target in self.guide.rules.targets:
            if key == self.guide.key(target) or (key == "c" and target == "castillo"):
                return target
        return ""

    @property
    def offered(self) -> tuple[int, ...]:
        """The legal answers that a list shows; while a second question narrows them, its own."""
        if self._narrowed is not None:
            return self._narrowed.codes
        return self.decision.codes

    def says(self, code: int) -> str:
        """Return what a legal answer means, in words."""
        return answer(code, self.guide.rules, self.guide.names, self.decision)

    @property
    def hint(self) -> str:
        """What helps to decide before anything is pointed at: what each power card brings."""
        shown, step = self.guide.display, self.decision.step
        remarks = shown.remarks(self.view, step, self.seat, self.guide.names)
        hint = shown.hint(self.view, step, self.seat, self.guide.names)
        return " ".join(filter(None, (self._hint(step) if hint is None else hint, remarks)))

    def _hint(self, step: str) -> str:
        """Return what helps with a step of which no expansion says anything."""
        if step == "choose_hand":
            return "Type a value, or mark them all in the list of answers."
        if step != "power":
            return ""
        rules = self.guide.rules
        numbers = rules.power_numbers
        some = rules.hand_size < len(rules.power_values)
        by_number: dict[int, list[int]] = {}
        for value in self.view.hand(self.seat) if some else rules.power_values:
            by_number.setdefault(numbers[value], []).append(value)
        parts = [
            f"{spans(values, rules.power_values).replace(' ', ',')}: {n}"
            for n, values in by_number.items()
        ]
        return f"brings  {'  '.join(parts)}"

    def note(self, target: str) -> str:
        """Return what choosing a target would mean, or why it cannot be chosen."""
        codes = self.offer.targets.get(target)
        if codes:
            return "; ".join(self.says(code) for code in codes[:3])
        return self.why(target) if self._on_map(self.offer) else ""

    def why(self, target: str) -> str:
        """Why a target cannot be chosen now, in one sentence."""
        rules = self.guide.rules
        for verb in self._map_verbs():
            for command in self._commands(verb, target):
                try:
                    rules.code(command)
                except NotationError:
                    continue
                return self._why(command)
        if self._map_verbs():
            return sentence(why_never(self._map_verbs()[0], target, self.guide.names))
        return f"You do not need the map now. {self.asks}"

    def why_key(self, key: str) -> str:
        """Why a key does nothing now, in one sentence."""
        command = self._command_of(key)
        if command:
            return self._why(command)
        if self.decision.step == "choose_card" and key in self._stack_keys:
            gone = self.guide.display.put_away(self.view, self._stack_keys.index(key))
            if gone is not None:
                names = self.guide.names
                removed = f"{names.whom(gone.kind)} has removed {names.card(gone.card)}."
                return removed[:1].upper() + removed[1:]
        return f"The key {key} does nothing here. {self.asks}"

    def _why(self, command: str) -> str:
        """Return the reason from the words, or the prompt again where there is none."""
        reason = why_not(self.view, self.seat, command, self.guide.names)
        return reason or self.asks

    def _on_map(self, now: Offer) -> bool:
        rules = self.guide.rules
        return bool(now.targets) or any(on_map(rules, one.codes[0]) for one in now.choices)

    def _map_verbs(self) -> list[str]:
        """Return the verbs of the present answers that point at the map, most frequent first."""
        rules = self.guide.rules
        verbs = [rules.verb(code) for code in self.decision.codes if on_map(rules, code)]
        return sorted({*verbs}, key=lambda verb: -verbs.count(verb))

    def _commands(self, verb: str, target: str) -> list[str]:
        """Commands that pointing at a target could have meant."""
        rules = self.guide.rules
        index = rules.targets.index(target)
        at = rules.target_places[index][0]
        place = rules.places[at]
        if verb in offers.OF_A_KIND:
            present = [k for i, k in enumerate(rules.kinds)
                       if self.guide.shows(at) and self.view.count(i, at)]  # fmt: skip
            own = self.guide.colour(self.seat)
            return [f"{verb} {kind} {place}" for kind in (*present, own)]
        if verb == "scoreboard":
            return [f"{verb} {name} {target}" for name in rules.mobile_names]
        said = (self.guide.rules.text(code) for code in self.decision.codes)
        begun = dict.fromkeys(text.rpartition(" ")[0] for text in said if text.split()[0] == verb)
        return [f"{words} {name}" for words in begun for name in (place, target)]

    @property
    def _stack_keys(self) -> list[str]:
        """The keys of the stacks of action cards."""
        return [self.guide.stack_key(at) for at in range(len(self.view.slots))]

    def _command_of(self, key: str) -> str:
        """Return the command that a key would be in this step, legal or not."""
        rules = self.guide.rules
        step = self.decision.step
        for verb in ("special", "veto"):
            if key == offers.WISHED[verb]:
                return verb
        if key == offers.WISHED["done"]:
            return "end" if step in {"act", "choose_card", "power"} else "done"
        if step == "take_caballeros" and key.isdecimal():
            return f"take {key}"
        if step == "choose_card" and key in self._stack_keys:
            card = self.view.slots[self._stack_keys.index(key)].card
            if card >= 0:
                return f"card {rules.cards[card].id}"
        return ""
