"""The Ruleset: what a Spec compiles to, shared by all States of a game.

Names become indices once, here; the steps then work on integers. Nothing in a
Ruleset changes after it is made, and nothing in it is secret: it holds no seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from elgrande.rules import questions as asked
from elgrande.rules.commands import FETCH_KIND, VERBS, Command, NotationError, Vocabulary
from elgrande.rules.effects import LIBRARY, bring
from elgrande.rules.free import OWN_VERBS, USED
from elgrande.rules.geography import Geography
from elgrande.rules.parts import DRAWER, OVER, Frame
from elgrande.rules.pile import IN_VIEW
from elgrande.rules.spec import (
    ALL,
    Card,
    Form,
    Spec,
    SpecError,
    check_marks,
    check_names,
    check_values,
    put_away,
)
from elgrande.rules.steps.effect import Effect, on_cards
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.step import TRIGGERS, InstantStep, Step

if TYPE_CHECKING:
    from elgrande.rules.generator import Generator
    from elgrande.rules.moments import (
        OnCarriedOut,
        OnChosen,
        OnEmptied,
        OnKingMoved,
        OnMoved,
        OnSettled,
        OnUsed,
    )
    from elgrande.rules.position import State

VALUE_BITS = 32
"""A power card of a lower value sets the bit of its value in a hand.

If one is higher, all of them are numbered from 1, in the order of their values: hands stay
numbers that every reader of JSON can hold.
"""


class Ruleset(Geography):
    """One game's rules, compiled.

    ``colours[seat]``, ``kinds[kind]``, ``places[place]``, ``regions[region]``,
    ``targets[target]`` (regions, then the Castillo), ``nodes[node]`` (regions,
    then other seats of the King) and ``cards[card]`` turn indices into names;
    ``text`` and ``code`` translate answers.
    """

    def __init__(self, spec: Spec) -> None:
        """Compile a Spec; raises SpecError with one sentence if it does not fit together.

        Effects of the library that its cards name are brought into it.
        """
        bring(spec, spec.cards)
        check_names(spec)
        super().__init__(spec)
        self.edition = spec.edition
        self.version = spec.version
        self.expansions = spec.expansions
        self.in_play = spec.in_play
        self.options = dict(spec.options)
        self.veiled = self.options.get("castillo") == "veiled"
        """Whether nobody may be shown who is in the Castillo; everybody sets a disk then."""
        self.rounds = spec.rounds
        self.scoring_rounds = frozenset(spec.scoring_rounds)
        self.ranks = spec.ranks
        self.power_values: tuple[int, ...] = tuple(sorted(spec.power))
        self.power_numbers: dict[int, int] = {
            value: spec.power[value] for value in self.power_values
        }
        self.more_turns = spec.more_turns
        self._hands(spec)
        self.start_court = spec.court
        self.start_home = spec.home
        self.caballeros = spec.caballeros
        self.hidden_start = tuple(spec.hidden.values())
        self.hidden_at = {name: DRAWER + at for at, name in enumerate(spec.hidden)}
        """Where each hidden value of an expansion stands in a drawer."""
        self.deal: dict[str, Callable[[State, int, Generator], object]] = dict(spec.deal)
        self.checks = tuple(spec.checks)
        self.laid_by = dict(spec.laid_by)
        self.passing = frozenset({*spec.passing, *([USED] if spec.free else [])})
        self.never_shut = tuple(map(asked.bits, self.never))
        """Where none can be between two turns, by kind, as bits."""
        self.pile = spec.pile
        self._cards(spec)
        self._layout(spec)
        self._vocabulary(spec)
        self._moments(spec)
        self._questions(spec)
        self._free(spec)
        self._steps(spec)
        self.forms = {name: form(self) for name, form in spec.forms.items()}
        if self.free:
            self.forms[USED] = Form(
                {bit: action.name for bit, action in enumerate(self.free)}, several=True
            )

    # -- compiling ---------------------------------------------------------

    def _hands(self, spec: Spec) -> None:
        """Give every card that hands may hold its bit."""
        numbers = len(self.power_values)
        small = self.power_values[-1] < VALUE_BITS
        bits = self.power_values if small else tuple(range(1, numbers + 1))
        self.extra_hand = tuple(spec.extra_hand)
        self.extra_field = spec.extra_field
        self.hand_bits: tuple[int, ...] = (
            *bits,
            *range(bits[-1] + 1, bits[-1] + 1 + len(self.extra_hand)),
        )
        """The number of the bit in a hand for each card that hands may hold, power cards first."""
        self.hand_names = (*map(str, self.power_values), *self.extra_hand)
        self.power_bit = {
            value: 1 << bit for value, bit in zip(self.power_values, bits, strict=True)
        }
        """A hand of one power card, by its value."""
        self.power_bits = sum(self.power_bit.values())
        """A hand of all power cards."""
        self.hand_size = numbers if spec.hand_size is None else spec.hand_size
        """How many power cards a seat has at the start of the first round."""
        if not 0 < self.hand_size <= numbers:
            raise SpecError(
                f"a hand of {self.hand_size} power cards cannot be had from {numbers}; "
                f"write a number from 1 to {numbers}"
            )
        needed = self.hand_needed(len(spec.rounds))
        asked = any("power_cards" in steps for steps in spec.programs.values())
        if asked and self.hand_size < needed:
            raise SpecError(
                f"with {self.hand_size} power cards in a hand somebody could have none left to "
                f"play; {len(spec.rounds)} rounds with this many players take {needed}"
            )
        self.pile_width = max(4, numbers.bit_length())
        """How many bits of a pile's cell a card takes: its number among the power cards, from 1."""

    def _questions(self, spec: Spec) -> None:
        """Chain what answers the questions; what nobody bends stays the base game's function."""
        chain = spec.chain
        self.taboo = chain("taboo", asked.king_taboo)
        self.neighbours = chain("neighbours", asked.king_neighbours)
        self.counts_as = chain("counts_as", asked.owner)
        self.ranks_for = chain("ranks_for", asked.as_it_counts)
        self.kinds_of = chain("kinds_of", asked.own_kinds)
        self.shut = asked.king_shut if self.taboo is asked.king_taboo else asked.taboo_shut
        """The places that are taboo, as bits."""
        entering = spec.bends.get("may_enter", ())
        self.closings = asked.closings(entering, asked.enters)
        """What closes more places to one of a kind that comes from a place."""
        # What expansions say of entering, asked apart from the taboo, which some cards break.
        self.bans = asked.closings(entering, asked.intrudes)
        self.may_enter = asked.one_by_one(entering, asked.enters)
        self.may_leave = chain("may_leave", asked.leaves)
        self.may_reign = chain("may_reign", asked.every_seat_of_his)
        rooms = spec.bends.get("room", ())
        self.rooms, self.room = asked.all_rooms(rooms)
        """How many hold the places that hold only so many."""
        self.allowance = chain("allowance", asked.card_number)
        self.landing = chain("landing", asked.near_the_king)
        self.counted = chain("counted", asked.all_that_stand_there)
        self.support = chain("support", asked.no_support)
        self.gifts = chain("gifts", asked.no_gifts)
        self.crowd = chain("crowd", asked.all_in_a_region)
        self.scoring_order = chain("scoring_order", asked.track_order)
        self.initiative = chain("initiative", asked.power_card)
        self.barred = chain("barred", asked.numbers_on_the_table)
        self.recallable = chain("recallable", asked.all_power_cards)
        self.in_view = chain("in_view", IN_VIEW[spec.pile])
        self.private_hand = chain("private_hand", asked.nothing_private)
        self.offered = chain("offered", asked.face_up_cards)
        self.required = chain("required", asked.never_required)
        self.possible = chain("possible", asked.does_anything)
        self.asked_for_disks = chain("asked_for_disks", asked.whoever_is_inside)
        self.why_shut = tuple(spec.why_shut)
        self.bent = {editor: frozenset(asked) for editor, asked in spec.bent.items()}
        """The questions that each expansion has bent, by its id."""
        bent = set(spec.bends)
        self.plain_kinds = len(self.kinds) == self.n_seats and not bent & {
            "counts_as", "ranks_for", "counted", "support",
        }  # fmt: skip
        """Whether a kind is a seat's row and all of it counts where it stands."""
        self.plain_gifts = "gifts" not in bent
        """Whether a ranking is all that pays."""
        self.plain_support = "support" not in bent
        """Whether caballeros alone count in every scoring."""
        self.plain_moves = not bent & {"may_enter", "may_leave", "room", "taboo"} and not any(
            closed & {self.court, self.provinces} for closed in self.king_taboo
        )
        """Whether the King's taboo alone says where caballeros may come from and go.

        He closes no court and not the provinces, so nobody looks there.
        """
        self.plain_king = not bent & {"taboo", "neighbours"}
        """Whether the King's node alone says what he closes and who receives."""
        plain = self.plain_king and self.plain_moves and self.plain_seats
        self.plain_placing = plain and "landing" not in bent
        """Whether the King's node and the court alone say what may be placed."""
        self.king_placing = tuple(
            tuple(self.PLACE + place for place in places) for places in self.king_landing
        )
        """The answers that place in ``king_landing``."""
        self.plain_initiative = "initiative" not in bent
        self.plain_offer = "offered" not in bent
        """Whether every turn takes one of the face-up cards and there is none to choose besides."""
        self.plain_turns = "required" not in bent and not spec.free
        """Whether nothing in a turn must be done and nothing can be done besides its actions."""

    def _moments(self, spec: Spec) -> None:
        """Note who is told at the moments, and at which rare ones cards can be used."""
        told = spec.listeners
        self.on_moved: tuple[OnMoved, ...] = tuple(told.get("moved", ()))
        self.on_settled: tuple[OnSettled, ...] = tuple(told.get("settled", ()))
        self.on_chosen: tuple[OnChosen, ...] = tuple(told.get("chosen", ()))
        self.on_carried_out: tuple[OnCarriedOut, ...] = tuple(told.get("carried_out", ()))
        self.on_emptied: tuple[OnEmptied, ...] = tuple(told.get("emptied", ()))
        self.on_used: tuple[OnUsed, ...] = tuple(told.get("used", ()))
        self.on_king_moved: tuple[OnKingMoved, ...] = tuple(told.get("king_moved", ()))
        kept = {card.effect for card in spec.cards}
        self.heard = frozenset(
            trigger
            for step in spec.steps
            if step.name in kept
            for trigger in getattr(step, "hears", ())
        ) | {trigger for effect, trigger in spec.uses if effect in kept}
        """The rare triggers at which a card of this game can be used."""

    def _cards(self, spec: Spec) -> None:
        self.cards: tuple[Card, ...] = tuple(spec.cards)
        self.card_index = {card.id: index for index, card in enumerate(self.cards)}
        check_marks(spec)
        check_values(spec)
        self.stacks = tuple(sorted({card.stack for card in self.cards} - {0}))
        self.stack_cards = tuple(
            tuple(at for at, card in enumerate(self.cards) if card.stack == stack)
            for stack in self.stacks
        )
        """The cards of each stack."""
        boxed = put_away(spec, self.cards, self.stacks)
        self.boxed: tuple[tuple[tuple[frozenset[int], int], ...], ...] = tuple(
            tuple(boxed[stack]) for stack in self.stacks
        )
        """For each stack: of which cards how many go back to the box unseen."""
        self.boxed_number = tuple(sum(number for _, number in groups) for groups in self.boxed)

    def _layout(self, spec: Spec) -> None:
        """Give every open value its cell of the board, behind those where kinds are counted."""
        n = self.n_seats
        self.at_grande = self.at_score + n
        self.at_king = self.at_grande + n
        self.at_mobile = self.at_king + 1
        self.at_round = self.at_mobile + len(self.mobile_names)
        self.at_starter = self.at_round + 1
        self.at_power = self.at_starter + 1
        self.at_order = self.at_power + n
        self.at_face = self.at_order + n
        self.at_taker = self.at_face + len(self.stacks)
        self.at_known = self.at_taker + len(self.stacks)
        self.slot_cells = tuple(
            (self.at_face + at, self.at_taker + at) for at in range(len(self.stacks))
        )
        """Where each stack's face-up card, and who took it, stand on the board."""
        self.at_seen = self.at_known + n
        size = self.at_seen + 1
        self.cell: dict[str, int] = {}
        self.cell_start = dict(spec.cells)
        if spec.free:
            self.cell_start[USED] = 0
        for name in self.cell_start:
            self.cell[name] = size
            size += 1
        # What is not kept takes no room.
        kept = spec.pile == "top" or self.hand_size < len(self.power_values)
        self.at_pile = size if kept else 0
        """Where the order of each seat's played power cards is kept; 0 if it does not matter.

        Where not all power cards are in the game, it is needed to tell the played ones from those
        in the box.
        """
        self.board_size = size + (n if self.at_pile else 0)

    def _vocabulary(self, spec: Spec) -> None:
        domains: dict[str, tuple[str, ...]] = {
            "place": self.places,
            "kind": self.kinds,
            "region": self.regions,
            "target": self.targets,
            "home": self.homes,
            "node": self.nodes,
            "mobile": self.mobile_names,
            "card": tuple(card.id for card in self.cards),
            "value": tuple(str(value) for value in self.power_values),
            "hand": self.hand_names,
            "extra": self.extra_hand,
            "number": tuple(str(number) for number in range(self.caballeros + 1)),
            "option": tuple(str(number) for number in range(1, 10)),
            "seat": self.colours,
        }
        # The codes of all other verbs are the same with it and without.
        more = () if self.plain_seats else (FETCH_KIND,)
        for verb in spec.verbs:
            for name in verb.domains:
                if name not in domains:
                    known = ", ".join(domains)
                    raise SpecError(
                        f"the verb {verb.name!r} takes a {name!r}, which is not one of {known}"
                    )
        self.vocabulary = Vocabulary(domains, (*VERBS, *spec.verbs, *more))
        base = self.base = self.vocabulary.base
        self.POWER = base["power"]
        self.TAKE = base["take"]
        self.FETCH = base["fetch"]
        self.CARD = base["card"]
        self.PLACE = base["place"]
        self.SPECIAL = base["special"]
        self.OPTION = base["option"]
        self.PICK = base["pick"]
        self.PUT = base["put"]
        self.SEND = base["send"]
        self.SCORE = base["score"]
        self.SCOREBOARD = base["scoreboard"]
        self.KING = base["king"]
        self.GRANDE = base["grande"]
        self.EVACUATE = base["evacuate"]
        self.DISK = base["disk"]
        self.RECALL = base["recall"]
        self.VETO = base["veto"]
        self.USE = base["use"]
        self.LET = base["let"]
        self.LET_ALL = base["let-all"]
        self.DONE = base["done"]
        self.END = base["end"]

    def _free(self, spec: Spec) -> None:
        self.free = tuple(spec.free)
        """What may be done in a turn besides the two actions of the card."""
        self.free_bits = tuple(
            (1 << at if action.once else 0, action) for at, action in enumerate(self.free)
        )
        """The same, each with its bit in ``USED`` if it can be done once a turn."""
        names = [action.name for action in self.free]
        if len(set(names)) != len(names):
            raise SpecError("two free actions have the same name")
        for action in self.free:
            for verb in action.verbs:
                if verb in OWN_VERBS or verb not in self.base:
                    raise SpecError(
                        f"the free action {action.name!r} is answered with {verb!r}; "
                        "declare a verb of its own"
                    )
        verbs = {verb for action in self.free for verb in action.verbs}
        self.free_codes = frozenset(
            code for code in range(len(self.vocabulary.texts)) if self.verb(code) in verbs
        )
        """The answers that can only be a free action where a turn waits."""

    def _steps(self, spec: Spec) -> None:
        # Whatever stands on a stack is given to the step of its name, so each step gets frames
        # of its own class: the types cannot say that, hence Any.
        self.steps: dict[str, Step[Any]] = {}
        for cls in spec.steps:
            if cls.name in self.steps:
                raise SpecError(f"the step {cls.name!r} is defined twice")
            self.steps[cls.name] = cls(self)
        self.programs = {name: tuple(steps) for name, steps in spec.programs.items()}
        for name, steps in self.programs.items():
            for step in steps:
                if step not in self.steps:
                    raise SpecError(f"program {name!r} names the step {step!r}, which nobody wrote")
        self.runs: dict[str, Callable[[State, Any], bool]] = {
            name: step.run for name, step in self.steps.items()
        }
        self.instants: dict[str, Callable[[State, int], None]] = {
            name: step.do
            for name, step in self.steps.items()
            # Whoever redefines one may have another idea of its run.
            if isinstance(step, InstantStep) and type(step).run is InstantStep.run
        }
        self.answers: dict[str, Callable[[State, Any, int, int], None]] = {
            name: step.answer for name, step in self.steps.items()
        }
        self.legals = {name: step.legal for name, step in self.steps.items()}
        self.owings = {name: step.owing for name, step in self.steps.items()}
        effects: list[Effect[Any]] = []
        faults: list[SpecError] = []
        for card in self.cards:
            try:
                effect = self.effect(card.effect, card.id)
                effects.append(effect)
                found = effect.faults(card)
                faults += found
                if not found:
                    effect.check(card)
            except SpecError as fault:
                fault.card = fault.card or card.id
                faults.append(fault)
        if faults:
            # Whoever mends a deck wants all of them at once.
            faults[0].faults = tuple(faults)
            raise faults[0]
        self.card_effects = tuple(effects)
        later = {effect.brings(at) for at, effect in enumerate(effects)} - {-1}
        self.brought = {card for card in later if self.cards[card].stack == 0}
        self.abilities = {self.card_index[name] for name in spec.abilities}
        self._uses(spec)

    def _uses(self, spec: Spec) -> None:
        """Note which kept cards are used as others are, and at which triggers."""
        for (name, trigger), other in spec.uses.items():
            for effect in (name, other):
                if not isinstance(self.steps.get(effect), HeldEffect):
                    raise SpecError(f"{effect!r} is not the effect of a card that is kept")
            if trigger not in TRIGGERS:
                known = ", ".join(TRIGGERS)
                raise SpecError(f"there is no trigger {trigger!r}; the triggers are {known}")
        self.used_as = {at: self.steps[other] for at, other in spec.uses.items()}

    def held_effect(self, held: int, trigger: str) -> Effect[Any]:
        """Return the effect as whose card a held one is used at a trigger: mostly its own."""
        own = self.card_effects[held]
        return self.used_as.get((own.name, trigger), own)  # type: ignore[return-value]

    def stops_actions(self, held: int) -> bool:
        """Say whether a kept card can stop the special action of another player."""
        own = self.card_effects[held]
        also = (other for (name, _), other in self.used_as.items() if name == own.name)
        return any(isinstance(e, Effect) and e.stops_actions for e in (own, *also))

    def effect(self, name: str, card: str) -> Effect[Any]:
        """Return the effect of that name; SpecError if a card names one that nobody wrote."""
        step = self.steps.get(name)
        if step is None or not on_cards(type(step)):
            raise SpecError.of_card(card, "effect", self._no_effect(name))
        return step  # type: ignore[return-value]

    def carriers(self, effect: str) -> frozenset[int]:
        """Return the cards with an effect, or that carry out a card that has it."""
        return self.carrying(card.id for card in self.cards if card.effect == effect)

    def carrying(self, ids: Iterable[str]) -> frozenset[int]:
        """Return the cards of these ids and those that carry them out, by parts of parts, too."""
        found = set(ids)
        while more := {c.id for c in self.cards if c.id not in found and c.parts & found}:
            found |= more
        return frozenset(self.card_index[name] for name in found)

    def check_cards(self) -> None:
        """Raise SpecError, with all such faults, if a card could do nothing in any position."""
        pairs = zip(self.cards, self.card_effects, strict=True)
        if faults := [fault for card, effect in pairs for fault in effect.idle(card)]:
            faults[0].faults = tuple(faults)
            raise faults[0]

    def _no_effect(self, name: str) -> str:
        """Return why a card cannot name this effect, and which names are like it."""
        known = {name for name, step in self.steps.items() if on_cards(type(step))}
        near = get_close_matches(name, sorted(known | LIBRARY.keys()), 3, 0.5)
        cure = f"did you mean {' or '.join(map(repr, near))}?" if near else "name another"
        pieces = {step.name for lent in LIBRARY.values() for step in lent.steps}
        if name in self.steps or name in pieces:
            return f"{name!r} is a piece of other effects, which no card can name; {cure}"
        return f"there is no effect {name!r}; {cure}"

    def named(self, values: object) -> Frame:
        """Return the frame of plain values, of which the step's name is the first.

        Raises ValueError if they are no frame of this game.
        """
        # A frame within a frame is whatever stood there in a file or a message.
        if not isinstance(values, tuple) or not values or not isinstance(values[0], str):
            raise ValueError(f"there is no step for {values!r}")
        step = self.steps.get(values[0])
        if step is None:
            raise ValueError(f"there is no step for {values!r}")
        try:
            frame: Frame = step.named(values)
        except TypeError as error:
            raise ValueError(f"the step {values[0]!r} has no such frame: {values!r}") from error
        return frame

    def decision_frame_of(self, step: str, values: tuple[Any, ...]) -> Frame:
        """Return a Decision's fields from its step and the values of its frame."""
        return self.steps[step].decision_frame_of((step, *values)) if values else OVER

    @property
    def deck_digest(self) -> str:
        """Sixteen hex digits that change when any card in play does anything else."""
        told: list[object] = [
            (card.id, card.stack, card.caballeros, card.effect, card.returns,
             sorted(card.params.items()), *([sorted(card.marks.items())] if card.marks else ()),
             *((card.value, card.brings) if card.value else ()))
            for card in self.cards
        ]  # fmt: skip
        if any(self.boxed_number):
            told.append([[(sorted(group), n) for group, n in groups] for groups in self.boxed])
        return blake2b(repr(told).encode(), digest_size=8).hexdigest()

    def whole(self, number: int) -> int:
        """Return how many a number on a card stands for: all there are, from ALL on.

        Where a colour has no more than ALL that is the number itself.
        """
        return sum(self.kind_start) if number >= ALL and self.more_than_all else number

    def hand_needed(self, rounds: int) -> int:
        """Return how many power cards a hand must hold for so many rounds.

        Each round takes one, and in the last all that the others play may be in the hand.
        """
        return rounds + self.n_seats - 1 + self.more_turns

    # -- names -------------------------------------------------------------

    def text(self, code: int) -> str:
        """Return the notation of a code, without a colour: ``place galicia``."""
        return self.vocabulary.texts[code]

    def code(self, text: str) -> int:
        """Return the code of such a notation; NotationError if it is none."""
        return self.vocabulary.code(text)

    def verb(self, code: int) -> str:
        """Return the verb of a code."""
        return self.vocabulary.verb(code)

    def domains(self, verb: str) -> tuple[str, ...]:
        """Return what the words of a verb are: ``("kind", "place")``."""
        return self.vocabulary.domains[verb]

    def is_secret(self, code: int) -> bool:
        """Say whether only the answering seat may know this answer for now."""
        return code in self.vocabulary.secret

    def parse(self, text: str) -> Command:
        """Return the command that a line of notation says: ``red power 9``.

        Raises NotationError with one sentence for anything else.
        """
        colour, _, rest = text.strip().partition(" ")
        if colour not in self.colours:
            known = ", ".join(self.colours)
            raise NotationError(f"{colour!r} does not play here; a command begins with {known}")
        return Command(self.colours.index(colour), self.code(rest))

    def format(self, command: Command) -> str:
        """Return a command in notation; ``parse`` reads it back."""
        return f"{self.colours[command.seat]} {self.text(command.code)}"

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return the other seats, clockwise from the left of ``seat`` (-1: all, from seat 0)."""
        return (*range(seat + 1, self.n_seats), *range(seat))
