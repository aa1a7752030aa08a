"""Modifiers: as data, dealing, passing, playing and using them (FACTS 2.5, 9.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.content.deck import read_deck
from elgrande.content.expansion import HandCard
from elgrande.content.files import TomlTable, read_toml
from elgrande.rules.commands import Verb
from elgrande.rules.events import CardUsed, Event
from elgrande.rules.parts import HAND, PlainFrame
from elgrande.rules.steps.effect import begin_action
from elgrande.rules.steps.power import Power, show_card
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import YOUR, Names, a, figure, listed

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Generator, Position, Ruleset, State, View, Words
    from elgrande.rules.questions import Initiative, InView, PrivateHand, Recallable


# -- as data: what they add and which ability they have -----------------------


@dataclass(frozen=True)
class Modifier:
    """A modifier; ``ability`` is the id of a card of stack 0, or empty."""

    id: str
    name: str
    value: int
    ability: str
    source: Mapping[str, str]
    cite: str

    @property
    def sign(self) -> str:
        """What it adds, as it is written: ``+1``."""
        return (
            f"{self.value:+d}".replace("-", "\N{MINUS SIGN}")
            if self.value
            else "\N{PLUS-MINUS SIGN}0"
        )


def _read() -> tuple[Modifier, ...]:
    name = "modifiers.toml"
    top = TomlTable(read_toml(FOLDER / name), name, "top")
    top.number("format", 1, 1)
    abilities = {info.card.id for info in CARDS}
    out = []
    for table in top.tables("modifier"):
        modifier = Modifier(
            table.text("id"), table.text("name", most=16), table.number("value", -3, 3),
            table.text("ability", ""),
            {field: str(word) for field, word in table.table("source").items()},
            table.text("cite"),
        )  # fmt: skip
        table.place = f"modifier {modifier.id!r}"
        if modifier.ability and modifier.ability not in abilities:
            raise table.fault("ability", f"name one of {', '.join(sorted(abilities))}")
        table.close()
        out.append(modifier)
    top.close()
    return tuple(out)


FOLDER = files(__package__)
CARDS = read_deck(FOLDER / "deck.toml")
MODIFIERS = _read()
_TEXTS = {info.card.id: info.text for info in CARDS}
_CALLED = {"value": "the value", "ability": "the ability"}
"""What fields are called for people, where that is more than their name."""


def _card(modifier: Modifier) -> HandCard:
    text = "Leaves the value of your power card as it is."
    if modifier.value:
        text = f"Shifts the value of your power card by {modifier.sign}."
    use = "."
    if modifier.ability:
        ability = _TEXTS[modifier.ability]
        text += f" Its ability: {ability}"
        use = f"; after taking caballeros you may use it: {ability}"
    brief = f"adds {modifier.sign} to a power card{use}"
    source = {_CALLED.get(field, field): word for field, word in modifier.source.items()}
    return HandCard(modifier.id, "modifier", modifier.name, text, source, modifier.cite, brief)


MODIFIER_CARDS = tuple(map(_card, MODIFIERS))
_BY_ID = {modifier.id: modifier for modifier in MODIFIERS}


def shifted(value: int, name: str) -> int:
    """Return what a power card comes to with the modifier of that id."""
    return value + _BY_ID[name].value


# -- what happens to them -----------------------------------------------------


DEALT = 3
"""How many modifiers a player is dealt."""
PASSED = "passed-modifier"
"""In a drawer: the modifier that its seat passes or has passed, or -1."""


def _shift(words: Words, n: Names) -> str:
    number = n.rules.power_numbers[int(words[0])]
    total = figure(shifted(int(words[0]), words[1]))
    card = f"{words[0]} with {n.plain(words[1])}"
    return f"play the {card}, total {total} (brings {number or 'none'})"


VERBS = (
    Verb("pass", ("extra",), "pass this modifier to the left", secret=True,
         label="pass {extra} to the left"),
    Verb("shift", ("value", "extra"), "play the power card of this value with this modifier",
         label=_shift),
    Verb("ability", (), "use the ability of the modifier played this round",
         label="use the ability"),
)  # fmt: skip


@dataclass(frozen=True)
class ModifiersDealt(Event):
    """The modifiers that a player was dealt, told to that player alone."""

    seat: int
    modifiers: tuple[int, ...]

    def said(self, n: Names) -> str:
        cards = listed([_name(index, n) for index in self.modifiers])
        return f"{n.seat(self.seat)} is dealt the modifiers {cards}; nobody else sees them."


@dataclass(frozen=True)
class ModifierSet(Event):
    """A player has chosen what to pass; which is not said."""

    seat: int

    def said(self, n: Names) -> str:
        return f"{n.seat(self.seat)} has chosen a modifier to pass."


@dataclass(frozen=True)
class ModifierPassed(Event):
    """What a player passes, told to that player alone."""

    seat: int
    modifier: int

    def said(self, n: Names) -> str:
        left = n.seat((self.seat + 1) % n.rules.n_seats)
        return (
            f"{n.seat(self.seat)} passes {_name(self.modifier, n)} to {left}; nobody else sees it."
        )


@dataclass(frozen=True)
class ModifierReceived(Event):
    """What a player was passed, told to that player alone."""

    seat: int
    modifier: int

    def said(self, n: Names) -> str:
        right = n.seat((self.seat - 1) % n.rules.n_seats)
        return f"{n.seat(self.seat)} receives {_name(self.modifier, n)} from {right}."


@dataclass(frozen=True)
class ModifierPlayed(Event):
    """A modifier was added to a power card, and what they come to."""

    seat: int
    modifier: int
    total: int

    def said(self, n: Names) -> str:
        modifier = _name(self.modifier, n)
        return f"{n.seat(self.seat)} adds {modifier} for a total of {figure(self.total)}."

    def raises(self) -> str:
        return f"{MODIFIERS[self.modifier].sign} = {figure(self.total)}"


def now_cell(colour: str) -> str:
    """Name the cell that holds the modifier of this round: its index and one, or 0."""
    return f"modifier-{colour}"


def past_cell(colour: str) -> str:
    """Name the cell that holds the modifiers that a colour has ever played, as bits of a hand."""
    return f"modifiers-{colour}"


def first_bit(rules: Ruleset) -> int:
    """Return the bit of the first modifier in a hand."""
    return rules.hand_bits[len(rules.power_values)]


def modifier_of(position: Position, seat: int) -> int:
    """Return the modifier that a seat has played this round, or -1."""
    return position.cell(now_cell(position.rules.colours[seat])) - 1


# -- what the core asks -------------------------------------------------------


def shift_of(position: Position, seat: int) -> int:
    """Return what a seat's modifier of this round adds to its power card."""
    modifier = modifier_of(position, seat)
    return MODIFIERS[modifier].value if modifier >= 0 else 0


def total(position: Position, seat: int) -> int:
    """Return what a seat's power card and modifier of this round come to."""
    return position.power(seat) + shift_of(position, seat)


def total_decides(previous: Initiative, position: Position, seat: int) -> int:
    """Return the turn order and what nobody else may play: by totals instead of cards."""
    return previous(position, seat) + shift_of(position, seat)


def recallable(previous: Recallable, position: Position, seat: int) -> int:
    """Besides power cards the modifiers that the seat has played."""
    rules = position.rules
    return previous(position, seat) | position.cell(past_cell(rules.colours[seat]))


def in_view(previous: InView, position: Position, seat: int) -> int:
    """Return this round's power card and modifier, unless they were taken back."""
    modifier = modifier_of(position, seat)
    shown = previous(position, seat)
    if modifier < 0:
        return shown
    rules = position.rules
    bit = 1 << (first_bit(rules) + modifier)
    return shown | bit & ~position.board[rules.at_known + seat]


def private_hand(previous: PrivateHand, view: View) -> tuple[tuple[int, int], ...]:
    """Who passed a modifier knows whose it is, until it is played."""
    rules = view.rules
    known = previous(view)
    drawer = None if view.seat is None else view.drawers[view.seat]
    if view.seat is None or drawer is None:
        return known
    modifier = drawer[rules.hidden_at[PASSED]]
    if modifier < 0 or _passing(view) is not None:
        return known
    left = (view.seat + 1) % rules.n_seats
    bit = first_bit(rules) + modifier
    if (view.cell(past_cell(rules.colours[left])) >> bit) & 1:
        return known
    return (*known, (left, bit))


def deal_passed(s: State, seat: int, generator: Generator) -> int:
    """Deal what a seat may be passing or have passed, for ``sample``."""
    passing = _passing(s)
    if passing is not None:
        return generator.choice(s.extras(seat)) if (passing.chosen >> seat) & 1 else -1
    rules = s.rules
    left = (seat + 1) % rules.n_seats
    bits = s.cell(past_cell(rules.colours[left])) >> first_bit(rules)
    played = [index for index in range(len(MODIFIERS)) if (bits >> index) & 1]
    return generator.choice([*s.extras(left), *played]) if s.extras(left) or played else -1


class PassModifiersFrame(NamedTuple):
    """Who has chosen, a bit for each seat."""

    step: str
    actor: int
    chosen: int


class AbilityFrame(NamedTuple):
    """The question about an ability as it is shown: with the index of the modifier."""

    step: str
    actor: int
    modifier: int


def _passing(position: Position) -> PassModifiersFrame | None:
    """Return the frame of the passing, while it goes on."""
    top = position.stack[-1] if position.stack else None
    return top if isinstance(top, PassModifiersFrame) else None


# -- steps --------------------------------------------------------------------


def _name(index: int, n: Names) -> str:
    return n.plain(n.rules.extra_hand[index])


class DealModifiers(InstantStep):
    """Deal everybody three modifiers; the others go back to the box, unseen."""

    name = "deal_modifiers"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        generator = s.draw_generator()
        pile = generator.shuffled(list(range(len(MODIFIERS))))
        s.keep_generator(generator)
        first = first_bit(rules)
        unknown = ((1 << len(MODIFIERS)) - 1) << first
        doubts = list(s.unknown_cards)
        for seat in range(rules.n_seats):
            dealt = tuple(sorted(pile[seat * DEALT : (seat + 1) * DEALT]))
            for modifier in dealt:
                s.keep(seat, HAND, s.drawer(seat)[HAND] | (1 << (first + modifier)))
                doubts.append((seat, unknown))
            s.emit(ModifiersDealt(seat, dealt, audience=frozenset((seat,))))
        s.unknown_cards = tuple(sorted(doubts, key=lambda doubt: doubt[0]))


class PassModifiers(Step[PassModifiersFrame]):
    """Everybody passes one modifier to the left.

    A choice may be changed until the last is made.
    """

    name = "pass_modifiers"
    frame = PassModifiersFrame
    secret = True

    def begun(self, actor: int) -> PassModifiersFrame:
        return PassModifiersFrame(self.name, actor, 0)

    def run(self, s: State, f: PassModifiersFrame) -> bool:
        rules = self.rules
        if f.chosen != (1 << rules.n_seats) - 1:
            return True
        s.stack.pop()
        first = first_bit(rules)
        passed = [s.drawer(seat)[rules.hidden_at[PASSED]] for seat in range(rules.n_seats)]
        for seat, modifier in enumerate(passed):
            s.keep(seat, HAND, s.drawer(seat)[HAND] & ~(1 << (first + modifier)))
        for seat, modifier in enumerate(passed):
            left = (seat + 1) % rules.n_seats
            s.keep(left, HAND, s.drawer(left)[HAND] | (1 << (first + modifier)))
            s.emit(ModifierReceived(left, modifier, audience=frozenset((left,))))
        s.revealed = True
        return False

    def owing(self, s: Position, f: PassModifiersFrame) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.rules.n_seats) if not (f.chosen >> seat) & 1)

    def legal(self, s: Position, f: PassModifiersFrame, seat: int) -> list[int]:
        base = self.rules.base["pass"]
        return [base + modifier for modifier in s.extras(seat)]

    def answer(self, s: State, f: PassModifiersFrame, seat: int, code: int) -> None:
        # Choosing anew is not told to the others.
        modifier = code - self.rules.base["pass"]
        s.keep(seat, self.rules.hidden_at[PASSED], modifier)
        if not (f.chosen >> seat) & 1:
            s.stack[-1] = f._replace(chosen=f.chosen | (1 << seat))
            s.emit(ModifierSet(seat))
        s.emit(ModifierPassed(seat, modifier, audience=frozenset((seat,))))

    def reveals_secret(self, s: Position, f: PassModifiersFrame, seat: int) -> bool:
        return True

    def prompt(self, d: Decision, f: PassModifiersFrame, n: Names) -> str:
        return f"pass one of {YOUR} modifiers face down to the player on {YOUR} left"

    def refusal(self, c: Case, f: PassModifiersFrame) -> str:
        if c.verb != "pass" or c.view.rules.extra_hand.index(c.words[0]) in c.view.extras(c.seat):
            return ""
        return _lacking(c, c.words[0])


class ClearModifiers(InstantStep):
    """The modifiers of the last round lie in the discard piles."""

    name = "clear_modifiers"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        for colour in rules.colours:
            s.board[rules.cell[now_cell(colour)]] = 0


class ShiftedPower(Power):
    """Play a power card, with at most one modifier, to a total that nobody has."""

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        codes = super().legal(s, f, seat)
        if seat != f.actor:
            return codes
        rules = self.rules
        shift = rules.base["shift"]
        taken = set(rules.barred(s))
        extras = s.extras(seat)
        for value in s.hand(seat):
            at = shift + rules.power_values.index(value) * len(MODIFIERS)
            totals = {modifier: shifted(value, MODIFIERS[modifier].id) for modifier in extras}
            codes += [at + modifier for modifier, total in totals.items() if total not in taken]
        return codes

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        # A modifier played is known to be in no other hand.
        rules = self.rules
        shift = rules.base["shift"]
        if not shift <= code < shift + len(rules.power_values) * len(MODIFIERS):
            super().answer(s, f, seat, code)
            return
        at, modifier = divmod(code - shift, len(MODIFIERS))
        bit = first_bit(rules) + modifier
        colour = rules.colours[seat]
        s.stack.pop()
        self.play(s, seat, rules.power_values[at])
        s.board[rules.cell[now_cell(colour)]] = modifier + 1
        s.board[rules.cell[past_cell(colour)]] |= 1 << bit
        show_card(s, seat, 1 << bit)
        s.unknown_cards = tuple((owner, mask & ~(1 << bit)) for owner, mask in s.unknown_cards)
        s.emit(ModifierPlayed(seat, modifier, total(s, seat)))

    def reveals_secret(self, s: Position, f: PlainFrame, seat: int) -> bool:
        return True

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return f"play {a(n.power)}, with or without a modifier; the total must be a new one"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "shift":
            return super().refusal(c, f)
        value, name = int(c.words[0]), c.words[1]
        if value not in c.view.hand(c.seat):
            return f"you no longer have the {value}"
        if c.view.rules.extra_hand.index(name) not in c.view.extras(c.seat):
            return _lacking(c, name)
        return c.played(shifted(value, name))


class UseAbility(Step[PlainFrame]):
    """The modifier's ability, after taking caballeros."""

    name = "use_ability"

    def run(self, s: State, f: PlainFrame) -> bool:
        card = self._card(s, f.actor)
        if card >= 0 and self.rules.possible(s, f.actor, card):
            return True
        s.stack.pop()
        return False

    def _card(self, s: Position, seat: int) -> int:
        modifier = modifier_of(s, seat)
        ability = MODIFIERS[modifier].ability if modifier >= 0 else ""
        return self.rules.card_index[ability] if ability else -1

    def decision_frame(self, s: Position, f: PlainFrame) -> AbilityFrame:
        return AbilityFrame(f.step, f.actor, modifier_of(s, f.actor))

    def decision_frame_of(self, values: tuple[Any, ...]) -> AbilityFrame:
        return AbilityFrame(*values)

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        return [self.rules.base["ability"], self.rules.DONE] if seat == f.actor else []

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        # It is no special action, so no held card stops it.
        s.stack.pop()
        if code != self.rules.DONE:
            card = self._card(s, seat)
            s.emit(CardUsed(seat, card, -1, -1))
            begin_action(s, seat, card, stoppable=False)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return f"use {YOUR} modifier {_shown(d, n)}, or skip it"

    def about(self, f: PlainFrame) -> tuple[str, ...]:
        extras = self.rules.extra_hand
        return (*([extras[f.modifier]] if isinstance(f, AbilityFrame) else []), self.name)

    def label(self, d: Decision, f: PlainFrame, words: Words, n: Names) -> str:
        return f"use {_shown(d, n)}" if words[0] == "ability" else "skip it"


def _lacking(c: Case, name: str) -> str:
    """Say that somebody has no such modifier, and which of the same value instead."""
    extras = c.view.rules.extra_hand
    held = [extras[at] for at in c.view.extras(c.seat)]
    like = [c.n.plain(other) for other in held if _BY_ID[other].value == _BY_ID[name].value]
    but = f", but {listed(like)}" if like else ""
    return f"you do not have the modifier {c.n.plain(name)}{but}"


def _shown(d: Decision, n: Names) -> str:
    """Name the modifier of which a Decision tells."""
    return n.plain(n.rules.extra_hand[d.of(AbilityFrame).modifier])


STEPS: tuple[type[Step[Any]], ...] = (DealModifiers, PassModifiers, ClearModifiers, UseAbility)
