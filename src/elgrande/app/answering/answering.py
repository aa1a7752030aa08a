"""One seat's answer in the making: what was pointed at so far, and what that comes to.

A *half-made gesture* is a row of commands that changes nothing yet (announcing
a special action, choosing its option, marking a caballero). It is peeked at and
not sent; Esc takes it back step by step. With the command that does something
the whole row is sent as one gesture. SeatTurn is whose turn it is at this terminal;
``prompt`` says it. No Textual here: screens and tests drive it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from elgrande.app.answering import offer as offers
from elgrande.app.answering.asked import Asked
from elgrande.app.board.guide import Guide
from elgrande.app.panes.prompt import Prompt
from elgrande.content.clean import tidy
from elgrande.content.expansion import hand_card
from elgrande.content.words import addressed, misread, notation, unused
from elgrande.content.words import prompt as say_prompt
from elgrande.content.words.decisions import FINAL
from elgrande.content.words.names import sentence
from elgrande.content.words.scores import ranked, say_event
from elgrande.rules import Decision, NotationError, View
from elgrande.rules.events import GameEnded
from elgrande.table.chair import Chair, Look, Reply

if TYPE_CHECKING:
    from elgrande.app.answering.offer import Offer
    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.bindings import Key, Keys


HALF = frozenset({"special", "option", "pick"})
"""Verbs that may stand in a half-made gesture; what follows a ``pick`` is never final alone."""


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
        self.given = False
        """Whether the answer was given, so that the next question is another."""
        self._unsent: tuple[str, ...] = ()

    def press(self, key: str) -> Reply:
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
        return Reply(refused=self.why_key(key))

    def enter_typed(self) -> Reply:
        """Choose what has been typed so far."""
        if self.choice_typed < 0:
            return Reply(refused=self._why(f"{self._verb_of_values()} {self.typed}"))
        return self.choose(self.offer.choices[self.choice_typed].codes)

    def _takes_values(self, now: Offer) -> bool:
        """Whether digits are typed one after the other to say which power card."""
        return any(offers.by_value(self.guide.rules, verb) for verb in now.verbs)

    def _type_digit(self, key: str) -> Reply:
        """One more digit; a value that no other one begins with is taken at once."""
        typed = self.typed + key
        values = [str(value) for value in self.guide.rules.power_values]
        fits = [value for value in values if value.startswith(typed)]
        self.typed = typed if len(fits) > 1 or (fits and fits != [typed]) else ""
        if self.typed:
            return Reply()
        if not fits:
            return Reply(refused=f"No {self.guide.names.power}'s value begins with {typed}.")
        for choice in self.offer.choices:
            if choice.key == typed:
                return self.choose(choice.codes)
        return Reply(refused=self._why(f"{self._verb_of_values()} {typed}"))

    def point(self, target: str, place: str = "") -> Reply:
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
                return Reply(refused="Press one of the keys shown, or Esc to go back.")
            self._narrowed = None
        codes = self.offer.targets.get(target)
        if codes is None:
            return Reply(refused=self.why(target))
        return self.choose(codes)

    def _codes_at(self, target: str) -> Sequence[int]:
        """Return what pointing at a target can mean now."""
        narrowed = self._narrowed
        if narrowed is None:
            return self.offer.targets.get(target, ())
        mine = offers.target_of(self.guide.rules, narrowed.codes[0], self.guide)
        return narrowed.codes if target == mine else ()

    def choose(self, codes: Sequence[int]) -> Reply:
        """Codes that share what was pointed at: one is taken, several ask a second question."""
        self.typed = ""
        if len(codes) > 1:
            self._narrowed = self._narrow(codes)
            return Reply()
        return self.give(self.guide.rules.text(codes[0]))

    def give(self, *said: str) -> Reply:
        """One command in notation, or several that follow each other, after the half-made ones."""
        commands = (*self.draft, *said)
        code = self.guide.rules.code(said[0])
        if self.reminds and code == self.guide.rules.END:
            self.reminds = False
            if left := unused(self.decision, self.guide.rules):
                return Reply(refused=left)
        if self.confirms and (len(said) > 1 or code in self.final):
            # What comes after the first is not looked up: it may be final too.
            what = self.says(code) if len(said) == 1 else f"give {len(said)} answers at once"
            self._unsent = commands
            return Reply(ask=f"{sentence(what)} This cannot be undone. Go ahead?")
        if said[-1].split(maxsplit=1)[0] not in HALF:
            return self._sent(self.chair.send(self.seat, commands))
        begun = self.chair.begin(self.seat, commands)
        if not isinstance(begun, Look):
            return self._sent(begun)
        self.draft, self._ahead, self._narrowed = commands, begun, None
        return Reply()

    def mark(self, values: Collection[int], done: bool) -> Reply:
        """Keep exactly these power cards, in one gesture, and is done with it if that is so."""
        kept = {*self.kept}
        # Away first: a hand that is full takes nothing more.
        said = [f"leave {value}" for value in sorted(kept.difference(values))]
        said += [f"keep {value}" for value in sorted({*values} - kept)]
        commands = (*said, *(["done"] * done))
        return self._sent(self.chair.send(self.seat, commands)) if commands else Reply()

    def confirm(self) -> Reply:
        """Send what was asked about."""
        commands, self._unsent = self._unsent, ()
        return self._sent(self.chair.send(self.seat, commands)) if commands else Reply()

    def type(self, text: str) -> Reply:
        """Return commands as a person typed them, with or without the colour in front.

        Several have a semicolon between them; they are given as one, or none of them is.
        """
        said = [" ".join(part.split()) for part in text.split(";")]
        commands: list[str] = []
        for part in filter(None, said):
            seat, part = addressed(part, self.guide.names)
            if seat not in (-1, self.seat):
                who = self.guide.player(self.seat)
                refused = f"{who} is the one to answer now; leave out whose answer it is."
                return Reply(refused=refused)
            command = notation(part, self.guide.names, None if commands else self.decision)
            try:
                code = self.guide.rules.code(command)
            except NotationError as error:
                if not commands:
                    return Reply(refused=self._why(command))
                # What fits now is of no help with what comes later.
                reason = misread(command, error, self.guide.names)
                return Reply(refused=sentence(tidy(reason)))
            if not commands and code not in self.decision.codes:
                return Reply(refused=self._why(command))
            commands.append(command)
        return self.give(*commands) if commands else Reply()

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

    def _sent(self, reply: Reply) -> Reply:
        if reply:
            self.drop()
            self.given = True
        return reply


# -- whose turn it is ------------------------------------------------------------------

MOVED_ON = "The game has moved on, so your unfinished answer was dropped."
DROPPED = "Your unfinished answer was dropped. Nothing else has changed."
NOT_ASKED = "There is nothing for anyone here to answer now."


class SeatTurn:
    """What the seat at this terminal sees, what it is asked, and its answer so far."""

    def __init__(self, chair: Chair, glyphs: Glyphs) -> None:
        self.chair = chair
        self.guide = Guide(chair.setup, chair.rules, glyphs)
        self.look: Look | None = None
        self.seat: int | None = None
        self.answering: Answering | None = None
        """The answer in the making; None while nobody here is asked."""
        self.refusal = ""
        """Why the last key did nothing, in a sentence."""
        self.unasked = ""
        """Which answer was given without asking, being the only one."""
        self.untold = False
        """Whether the seat has not been told yet what the others did."""
        self.said = ""
        """What a bot said last."""
        self.over = ""
        """What is said in place of a question once the table is closed."""

    # -- what is seen ------------------------------------------------------

    @property
    def current(self) -> Look:
        """The look; there is one from the first update on."""
        assert self.look is not None
        return self.look

    @property
    def secret(self) -> bool:
        """Whether what is asked on the screen is answered in secret."""
        return self.look is not None and self.look.decision.secret

    @property
    def view(self) -> View:
        """The view, with the half-made answer in it."""
        return self.answering.view if self.answering else self.current.view

    @property
    def decision(self) -> Decision:
        """What is asked, after the half-made answer."""
        return self.answering.decision if self.answering else self.current.decision

    @property
    def half_made(self) -> bool:
        """Whether an answer was begun and nothing of it is sent yet."""
        return self.answering is not None and self.answering.half_made

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Say everything with other signs."""
        self._rename(self.current, glyphs)
        if self.answering is not None:
            self.answering.say_with(self.guide)

    def bind(self, bound: frozenset[str]) -> None:
        """Take over the keys that no choice may have."""
        if self.answering is not None:
            self.answering.bound = bound
            self.answering.say_with(self.guide)

    def _rename(self, look: Look, glyphs: Glyphs) -> None:
        self.guide = Guide(
            self.chair.setup, self.chair.rules, glyphs, look.players, unveiled=look.view.over
        )

    # -- keeping up --------------------------------------------------------

    def moves(self, look: Look, seat: int | None) -> bool:
        """Return whether another look is of another position, or another seat's."""
        return self.look is None or look.entry != self.look.entry or seat != self.seat

    def take(self, look: Look, seat: int | None, bound: frozenset[str]) -> None:
        """Take over another look; what was begun is kept where it is still an answer.

        ``bound`` are the keys that no choice may have.
        """
        moved, begun, refusal = self.moves(look, seat), self.half_made, self.refusal
        if look.players != self.guide.players or look.view.over != self.guide.unveiled:
            self._rename(look, self.guide.glyphs)
        self.look, self.seat, self.untold = look, seat, False
        if moved:
            # What was said about the last question is not true of this one.
            self.refusal = ""
        if seat is None or not look.decision.codes or seat not in look.decision.owing:
            self.answering = None
        elif moved or self.answering is None:
            before = self.answering
            self.answering = Answering(self.chair, self.guide, look, seat, bound)
            if before is not None and self.answering.asks_like(before):
                # Somebody else has answered the same question, and what we type goes on.
                self.answering.typed, self.refusal = before.typed, refusal
        if begun and not self.half_made:
            self.refusal = MOVED_ON

    def still(self, asked: Answering) -> bool:
        """Return whether a question that somebody went away with is open."""
        return self.answering is not None and self.answering.asks_like(asked)


# -- what the prompt says --------------------------------------------------------------

ENTER = "Enter: "
"""What stands before that which Enter does where the keyboard is."""
MAP_KEYS = "The keys are on the map."
"""What is said where the answers have their keys there, and nothing else is to be said."""
HELPERS = ("table.story", "table.rules", "table.forecast", "table.hint")
"""What the prompt names besides where there is room, the most needed last."""


def prompt_of(turn: SeatTurn) -> str:
    """Return what the game waits for, in words."""
    return say_prompt(turn.decision, turn.guide.rules, turn.guide.names)


def result_of(turn: SeatTurn) -> str:
    """Return who has won, and with how many points."""
    view, guide = turn.current.view, turn.guide
    scores = tuple(view.score(seat) for seat in range(guide.rules.n_seats))
    first = tuple(seat for rank, seat in ranked(scores) if rank == 1)
    return say_event(GameEnded(scores, first), guide.rules, guide.names)


def waiting_prompt(turn: SeatTurn, keys: Keys, ends: Sequence[str] = ()) -> Prompt:
    """Return the prompt while nobody here is asked.

    After the end it says who has won, and names the keys ``ends``.
    """
    if turn.current.view.over:
        undo = ("table.undo",) if turn.current.can_undo else ()
        ways = tuple(keys.key(name) for name in ends)
        named = (*ways, *_named(keys, *undo, "table.leave"))
        helps = _named(keys, "table.rules", "table.story", "table.scorings")
        return Prompt(result_of(turn), refusal=turn.refusal, keys=named, helpers=helps)
    named = _named(keys, "table.explain", "table.leave")
    note = turn.unasked or turn.said
    helps = _named(keys, *(name for name in HELPERS if name != "table.hint"))
    whole = note == turn.said
    return Prompt(
        turn.over or prompt_of(turn), refusal=turn.refusal, note=note, whole=whole, keys=named,
        helpers=helps,
    )  # fmt: skip


def answer_prompt(
    turn: SeatTurn,
    now: Answering,
    keys: Keys,
    helpers: Sequence[str] = HELPERS,
    labels: Mapping[str, str] = MappingProxyType({}),
    *,
    cursor: int | None = None,
    target: str = "",
    at: str = "prompt",
    worth: Callable[[Collection[int]], tuple[str, ...]] = lambda _codes: (),
) -> Prompt:
    """Return the prompt of a question; ``labels`` are what some keys are called here.

    ``cursor`` is the choice under the prompt's cursor, -1 for none, None where nobody moved it;
    ``target`` is the one under the map's cursor. ``at`` is where the keyboard is: the prompt, the
    map, or the cards where one of them is to be chosen. There Enter acts, and nowhere else; in the
    story the map is not of now.
    ``worth`` says what an answer would change.
    """
    offer = now.offer
    if cursor is None:
        cursor = _first_choice(now)
    if at != "prompt":
        cursor = -1
    note = now.hint
    codes: Sequence[int] = ()
    if 0 <= cursor < len(offer.choices):
        codes = offer.choices[cursor].codes
        note = "; ".join(now.says(code) for code in codes)
        if len(codes) == 1:
            # A card that is passed or played along is explained where it is pointed at.
            words = turn.guide.rules.text(codes[0]).split()[1:]
            briefs = (hand_card(turn.guide.rules, word) for word in words)
            note = ": ".join((note, *(card.brief for card in briefs if card and card.brief)))
        note = ENTER + note
    elif target and offer.targets:
        note = now.note(target)
        if codes := offer.targets.get(target, ()):
            # Alone it would read as if it were done.
            note = (ENTER if at == "map" else f"On the map, {ENTER}") + note
    if codes and {*now.final}.issuperset(codes):
        note += FINAL
    if turn.refusal:
        # It stands where the prompt was, so the prompt takes the note's place, if it says none.
        note = "" if now.asks in turn.refusal else now.asks
    elif not now.half_made:
        whole = turn.current.final and {*turn.current.decision.codes} == {*turn.current.final}
        final = "Your answer cannot be undone." if whole else ""
        note = note or " ".join(filter(None, (turn.unasked, final)))
    if not note and at == "cards":
        note = ENTER + "take the card under the cursor"
    if at == "story" and (offer.targets or not note):
        # Before whatever else: the keys of the answers are not on the map until one is back.
        note = keys.say("The map shows a turn of the story; {table.back} leads back to now.")
    if not note and offer.targets:
        note = MAP_KEYS
    named = ["table.answers", "table.explain"]
    helpers = [*helpers]
    if now.half_made:
        named.insert(0, "table.back")
    elif turn.current.can_undo:
        named.insert(0, "table.undo")
    if turn.untold:
        # It is no mere help: of the keys above the note the last ones are there in any case.
        helpers.remove("table.story")
        named.insert(-1, "table.story")
        labels = {**labels, "table.story": "others' turns"}
    if turn.refusal and "table.hint" in helpers:
        # Whoever has erred needs it, so the question gives way to it too.
        helpers.remove("table.hint")
        named.insert(0, "table.hint")
    return Prompt(
        now.asks,
        turn.guide.colour(now.seat),
        turn.refusal,
        offer.choices,
        cursor,
        note,
        note.startswith(ENTER) and bool(cursor >= 0 or (at == "map" and target)),
        _named(keys, *named, labels=labels),
        _named(keys, *helpers, labels=labels),
        worth=() if turn.refusal else worth(codes),
        brief=now.asks_briefly,
    )


def _named(
    keys: Keys, *bindings: str, labels: Mapping[str, str] = MappingProxyType({})
) -> tuple[Key, ...]:
    """Return keys as they are bound now, with what they do."""
    return tuple(keys.key(binding, labels.get(binding, "")) for binding in bindings)


def _first_choice(now: Answering) -> int:
    """Return the choice under the cursor before anybody moves it: taking all, else none."""
    if now.typed:
        return now.choice_typed
    offer = now.offer
    return len(offer.choices) - 1 if offer.verbs == {"take"} else -1
