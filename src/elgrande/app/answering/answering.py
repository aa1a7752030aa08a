"""One seat's answer in the making: what was pointed at so far, and what that comes to.

A *half-made gesture* is a row of commands that changes nothing yet (announcing
a special action, choosing its option, marking a caballero). It is peeked at and
not sent; Esc takes it back step by step. With the command that does something
the whole row is sent as one gesture. No Textual here: screens and tests drive it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.answering import offer as offers
from elgrande.app.answering.asked import Asked, sentence
from elgrande.content.clean import tidy
from elgrande.content.words import misread, notation, unused
from elgrande.rules import NotationError
from elgrande.table.chair import Chair, Look, Reply

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from elgrande.app.answering.offer import Offer
    from elgrande.app.board.guide import Guide

HALF = frozenset({"special", "option", "pick"})
"""Verbs that may stand in a half-made gesture; what follows a ``pick`` is never final alone."""


@dataclass(frozen=True)
class Result:
    """What became of a key or a click: sent, refused with a reason, or neither (half-made).

    ``reply`` is the table's, where something was sent; ``ask`` is a question to be answered
    with yes before ``confirm`` sends it.
    """

    refused: str = ""
    ask: str = ""
    reply: Reply | None = None

    @property
    def sent(self) -> bool:
        """Whether the table has taken an answer."""
        return bool(self.reply)


class Answering(Asked):
    """The answer of one seat to one Decision."""

    def __init__(
        self, chair: Chair, guide: Guide, look: Look, seat: int, bound: frozenset[str] = offers.NONE
    ) -> None:
        """``chair`` is where it is answered; for the others see ``Asked``."""
        super().__init__(guide, look, seat, bound)
        self.chair = chair
        self.confirms = False
        self.reminds = False
        """Whether ending the turn is told once what could be done besides."""
        self._unsent: tuple[str, ...] = ()

    def press(self, key: str) -> Result:
        """Return a key that is a choice, or the key of a region or the Castillo."""
        now = self.offer
        if key.isdecimal() and self._narrowed is None and self._takes_values(now):
            return self._type_digit(key)
        choice = now.pressed(key)
        if choice is not None:
            return self.choose(choice.codes)
        target = self.target_by_key(key)
        if target and self._narrowed is None and (now.targets or self._on_map(now)):
            return self.point(target)
        return Result(refused=self.why_key(key))

    def enter_typed(self) -> Result:
        """Choose what has been typed so far."""
        if self.choice_typed < 0:
            return Result(self._why(f"{self._verb_of_values()} {self.typed}"))
        return self.choose(self.offer.choices[self.choice_typed].codes)

    def _takes_values(self, now: Offer) -> bool:
        """Whether digits are typed one after the other to say which power card."""
        return any(offers.by_value(self.guide.rules, verb) for verb in now.verbs)

    def _type_digit(self, key: str) -> Result:
        """One more digit; a value that no other one begins with is taken at once."""
        typed = self.typed + key
        values = [str(value) for value in self.guide.rules.power_values]
        fits = [value for value in values if value.startswith(typed)]
        self.typed = typed if len(fits) > 1 or (fits and fits != [typed]) else ""
        if self.typed:
            return Result()
        if not fits:
            return Result(f"No power card's value begins with {typed}.")
        for choice in self.offer.choices:
            if choice.key == typed:
                return self.choose(choice.codes)
        return Result(self._why(f"{self._verb_of_values()} {typed}"))

    def point(self, target: str, place: str = "") -> Result:
        """Return a region or the Castillo, chosen on the map; ``place`` is the one of it meant."""
        at = [
            code
            for code in self._codes_at(target)
            if place and offers.words(code, self.guide.rules)[-1] == place
        ]
        if at:
            return self.choose(at)
        if self._narrowed is not None:
            if target == offers.target_of(self.guide.rules, self._narrowed.codes[0], self.guide):
                return Result(refused="Press one of the keys shown, or Esc to go back.")
            self._narrowed = None
        codes = self.offer.targets.get(target)
        if codes is None:
            return Result(refused=self.why(target))
        return self.choose(codes)

    def _codes_at(self, target: str) -> Sequence[int]:
        """Return what pointing at a target can mean now."""
        narrowed = self._narrowed
        if narrowed is None:
            return self.offer.targets.get(target, ())
        mine = offers.target_of(self.guide.rules, narrowed.codes[0], self.guide)
        return narrowed.codes if target == mine else ()

    def choose(self, codes: Sequence[int]) -> Result:
        """Codes that share what was pointed at: one is taken, several ask a second question."""
        self.typed = ""
        if len(codes) > 1:
            self._narrowed = offers.narrow(self.view, codes, self.guide, self.bound)
            return Result()
        return self.give(self.guide.rules.text(codes[0]))

    def give(self, *said: str) -> Result:
        """One command in notation, or several that follow each other, after the half-made ones."""
        commands = (*self.draft, *said)
        code = self.guide.rules.code(said[0])
        if self.reminds and code == self.guide.rules.END:
            self.reminds = False
            if left := unused(self.decision, self.guide.rules):
                return Result(refused=left)
        if self.confirms and (len(said) > 1 or code in (self._ahead or self.look).final):
            # What comes after the first is not looked up: it may be final too.
            what = self.says(code) if len(said) == 1 else f"give {len(said)} answers at once"
            self._unsent = commands
            return Result(ask=f"{sentence(what)} This cannot be undone. Go ahead?")
        if said[-1].split(maxsplit=1)[0] not in HALF:
            return self._sent(self.chair.send(self.seat, commands))
        begun = self.chair.begin(self.seat, commands)
        if not isinstance(begun, Look):
            return self._sent(begun)
        self.draft, self._ahead, self._narrowed = commands, begun, None
        return Result()

    def mark(self, values: Collection[int], done: bool) -> Result:
        """Keep exactly these power cards, in one gesture, and is done with it if that is so."""
        kept = {*self.kept}
        # Away first: a hand that is full takes nothing more.
        said = [f"leave {value}" for value in sorted(kept.difference(values))]
        said += [f"keep {value}" for value in sorted({*values} - kept)]
        commands = (*said, *(["done"] * done))
        return self._sent(self.chair.send(self.seat, commands)) if commands else Result()

    def confirm(self) -> Result:
        """Send what was asked about."""
        commands, self._unsent = self._unsent, ()
        return self._sent(self.chair.send(self.seat, commands)) if commands else Result()

    def type(self, text: str) -> Result:
        """Return commands as a person typed them, with or without the colour in front.

        Several have a semicolon between them; they are given as one, or none of them is.
        """
        said = [" ".join(part.split()) for part in text.split(";")]
        commands: list[str] = []
        for part in filter(None, said):
            colour, _, rest = part.partition(" ")
            if colour.lower() in self.guide.rules.colours:
                if colour.lower() != self.guide.colour(self.seat):
                    who = self.guide.player(self.seat)
                    return Result(refused=f"{who} is the one to answer now; leave out the colour.")
                part = rest
            command = notation(part, self.guide.names)
            try:
                code = self.guide.rules.code(command)
            except NotationError as error:
                # What fits now is of no help with what comes later.
                codes = () if commands else self.decision.codes
                reason = misread(command, error, self.guide.names, codes)
                return Result(refused=sentence(tidy(reason)))
            if not commands and code not in self.decision.codes:
                return Result(refused=self._why(command))
            commands.append(command)
        return self.give(*commands) if commands else Result()

    def back(self) -> bool:
        """Take the last step of a half-made gesture back; False if there is none."""
        if self.typed:
            self.typed = ""
            return True
        if self._narrowed is not None:
            self._narrowed = None
            return True
        if not self.draft:
            return False
        self.draft = self.draft[:-1]
        ahead = self.chair.peek(self.seat, self.draft) if self.draft else None
        self._ahead = ahead if isinstance(ahead, Look) else None
        if self._ahead is None:
            self.draft = ()
        return True

    def drop(self) -> None:
        """Take the whole half-made gesture back."""
        self.draft, self._ahead, self._narrowed, self._unsent = (), None, None, ()
        self.typed = ""

    def _sent(self, reply: Reply) -> Result:
        if reply:
            self.drop()
        return Result(reply.refused, reply=reply)
