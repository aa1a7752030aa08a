"""Whether a position between two turns can be played on to the end of the game.

A position that somebody wrote may hold every field in its form and still make no
game: a card taken before its turn, too few power cards for the rounds to come.
Each check raises ContentError with one sentence that names place and cure. Which steps are in
progress the open board tells.
"""

from __future__ import annotations

from typing import Any

from elgrande.content.files import ContentError
from elgrande.content.words.names import GameNames
from elgrande.rules import Form, Position, Ruleset, State
from elgrande.rules.parts import LASTS, NEXT_SCORING, Frame, PlainFrame
from elgrande.rules.pile import pile
from elgrande.rules.questions import face_up_cards
from elgrande.rules.steps.general import after_scoring
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.power import PowerCardsFrame
from elgrande.rules.steps.round import RunFrame, TurnsFrame

FILE = "the position"


def mark_form(rules: Ruleset, card: int) -> Form | None:
    """Return how the mark of a held card is written; None for a card that has none."""
    effect = rules.card_effects[card]
    return effect.marks() if isinstance(effect, HeldEffect) else None


def takers(position: Position) -> list[int]:
    """Return the seats that have taken a face-up card."""
    rules = position.rules
    return [seat for seat in position.board[rules.at_taker : rules.at_known] if seat >= 0]


def round_begins(position: Position) -> bool:
    """Say whether a position between turns stands before the first thing of its round.

    No action card lies face up there; where turns do without, nobody shows a power card.
    """
    rules = position.rules
    if any(card >= 0 for card in position.board[rules.at_face : rules.at_taker]):
        return False
    return rules.plain_offer or not any(position.power(seat) for seat in range(rules.n_seats))


def check_playable(position: State, turns: int) -> None:
    """Raise ContentError if play would come to a stop or something could not have been.

    ``turns`` is how many turns of the round are said to be over.
    """
    rules = position.rules
    begins = round_begins(position)
    ahead = [number for number in rules.rounds if number > position.round]
    if not rules.may_reign(position, position.king):
        raise _fault("top", "king", "the King never comes there; write another of his seats")
    if rules.plain_offer:
        _check_decks(position, [position.round, *ahead] if begins else ahead)
        _check_faces(position, begins)
    _check_places(position)
    _check_room(position)
    for check in rules.checks:
        if fault := check(position, begins, len(ahead)):
            raise _fault(*("cells", *fault)[-3:])
    _check_laid(position)
    if {"power_cards", "turns"} <= set(rules.programs["round"]):
        # Where an expansion plays otherwise, it is not for us to say what fits.
        _check_power(position, begins)
        _check_turns(position, turns)
        _check_hands(position, begins, len(ahead))


def check_held(position: State, number: int) -> None:
    """Raise ContentError if the held card of this number cannot be where it is said to be."""
    rules = position.rules
    held = position.held[number]
    place = f"held {number + 1}"
    name = rules.cards[held.card].id
    effect = rules.card_effects[held.card]
    if not isinstance(effect, HeldEffect):
        raise _fault(place, "card", f"{name} is not a card that can be kept; leave it out")
    owner, value = rules.colours[held.owner], rules.cards[held.card].value
    # Of a card of hands every seat has one.
    before = [kept for kept in position.held[:number]
              if kept.card == held.card and (kept.owner == held.owner or not value)]  # fmt: skip
    again = [(kept.until, kept.owner == held.owner) for kept in before] == [(held.until, False)]
    if before and not (again and _was_used(position, effect.repeated)):
        more = ", but for one more where a card that is 'gone' has done its action again"
        problem = f"{name} is held too often; there is one of it{more if effect.repeated else ''}"
        raise _fault(place, "card", problem)
    if value and value not in pile(position, held.owner):
        problem = f"{owner} has not played {name}; list {value} as 'played', not in the hand"
        raise _fault(place, "card", problem)
    owners = [other.owner for other in position.held if other.card == held.card]
    if any(slot.card == held.card and slot.taker not in owners for slot in position.slots):
        raise _fault(place, "card", f"{name} is face up; write {owner} as 'taken_by' there")
    form = mark_form(rules, held.card)
    if form is not None and held.mark not in form.names:
        raise _fault(place, "mark", f"write {form.wants} here")
    marks = [kept.mark for kept in position.held[:number] if mark_form(rules, kept.card) == form]
    if form is not None and held.mark in marks:
        raise _fault(place, "mark", "another held card is there already; name another place")
    if fault := effect.misplaced(position, held):
        raise _fault(place, *fault)
    last, scored = _last_used(position, held.card, held.owner), _last_scoring(position)
    if not last:
        raise _fault(place, "card", f"{owner} has had no chance to keep {name}; leave it out")
    ends = {end for number in rules.rounds[: rules.rounds.index(last) + 1]
            if (end := effect.until(number, held)) >= position.round
            and (end != NEXT_SCORING or number > scored)}  # fmt: skip
    if not ends:
        raise _fault(place, "card", f"{name} would have been discarded by now; leave it out")
    if held.until not in ends:
        names = [f'"{LASTS[end]}"' if end in LASTS else str(end) for end in sorted(ends)]
        raise _fault(place, "until", f"write {' or '.join(names)} here")


def _last_scoring(position: Position) -> int:
    """Return the last round before this one that ended with a general scoring, or 0."""
    return max((n for n in position.rules.scoring_rounds if n < position.round), default=0)


def _last_used(position: Position, at: int, seat: int) -> int:
    """Return the last round in which a seat can have acted with a card; 0 for none.

    On a card of a hand, which is in its pile, another has come in each round since.
    """
    rules, card, power = position.rules, position.rules.cards[at], position.power(seat)
    rounds = [0, *(number for number in rules.rounds if number <= position.round)]
    if card.value:
        order, played = position.turn_order, pile(position, seat)
        early = rules.card_effects[at].early and len(order) == rules.n_seats
        taken = [slot.card for slot in position.slots if slot.taker == seat]
        acts = seat in (order if early else order[: position.turns_begun])
        acts = acts and at in (taken or rules.offered(position, seat))
        if card.value not in played or (card.value == power and not acts):
            return 0
        late = len(played) - 1 - played.index(card.value) + (power != played[-1])
    else:
        offered = at in face_up_cards(position, seat)
        if not card.returns and (offered or not position.board[rules.at_seen] >> at & 1):
            return 0
        begins = position.stack[-1:] == [PlainFrame("rounds", -1)]
        late = int(offered or begins or not position.turns_begun)
    return rounds[max(0, len(rounds) - 1 - late)]


def _check_laid(position: State) -> None:
    """Refuse a value that no card brought about since what would have ended it."""
    rules = position.rules
    laid = [name for name in rules.laid_by if position.cell(name) != rules.cell_start[name]]
    after = after_scoring(position)[0] if laid else position
    for name in laid:
        ends = after.cell(name) != position.cell(name)
        if not _was_used(position, rules.laid_by[name]):
            problem = "no card that has been used brings it about; leave it out, or list that card"
            raise _fault("cells", name, problem)
        if ends and not _was_used(position, rules.laid_by[name], _last_scoring(position)):
            raise _fault("cells", name, "a general scoring has ended it since; leave it out")


def _was_used(position: Position, effect: str, since: int = 0) -> bool:
    """Say whether an action with this effect can have been carried out after a round.

    A kept one may be used in a general scoring, after what that ends.
    """
    rules, effects = position.rules, position.rules.card_effects
    return any(
        _last_used(position, at, seat) > (0 if isinstance(effects[at], HeldEffect) else since)
        for at in rules.carriers(effect)
        for seat in range(rules.n_seats)
        if not any(
            at in effects[kept.card].waiting(kept)
            and (kept.owner == seat or not rules.cards[at].value)
            for kept in position.held
        )
    )


NEVER = "{} would be here, where none can be; write where they are"


def _check_places(position: Position) -> None:
    """Nobody is where none of the kind can be; whoever is not written is in the provinces."""
    rules = position.rules
    for kind, places in enumerate(rules.never):
        for place in sorted(places):
            if number := position.count(kind, place):
                # In the provinces is whoever the file has nowhere else.
                who = f"{number} that the file has nowhere else" * (place == rules.provinces)
                raise _fault(_row(position, kind), rules.places[place], NEVER.format(who or number))


def _check_room(position: Position) -> None:
    """No place holds more than it takes."""
    rules = position.rules
    if rules.plain_moves:
        return
    for place in (*rules.board_places, rules.castillo):
        kinds = [kind for kind in rules.all_kinds if position.count(kind, place)]
        number = sum(position.count(kind, place) for kind in kinds)
        room = rules.room(position, place)
        if number > room:
            problem = f"{number} caballeros stand here, where there is room for {room}; write fewer"
            raise _fault(_row(position, kinds[-1]), rules.places[place], problem)


def _fault(place: str, field: str, problem: str) -> ContentError:
    return ContentError(f"{FILE}, {place}, field {field!r}: {problem}")


def _row(position: Position, kind: int) -> str:
    """Return the table that says where those of a kind are."""
    own = kind < position.rules.n_seats
    return f"{_seat(position, kind)}.caballeros" if own else f"neutral.{position.rules.kinds[kind]}"


def _seat(position: Position, seat: int) -> str:
    return f"seat {position.rules.colours[seat]}"


def _check_decks(position: State, rounds: list[int]) -> None:
    """In every round there must be a card for every turn."""
    rules = position.rules
    endless = 0
    sizes = []
    for slot, deck in zip(position.slots, position.box[1:], strict=True):
        if any(rules.cards[card].returns for card in (*deck, slot.card) if card >= 0):
            endless += 1
        else:
            sizes.append(len(deck))
    for at, number in enumerate(rounds):
        cards = endless + sum(size > at for size in sizes)
        turns = rules.n_seats + rules.more_turns
        if cards < turns:
            word = "card" if cards == 1 else "cards"
            raise ContentError(
                f"{FILE}: round {number} has {cards} action {word} face up for {turns} turns; "
                "list fewer cards as 'gone'"
            )


def _check_faces(position: State, begins: bool) -> None:
    """In a round that has begun there lies a card for every turn."""
    rules = position.rules
    number = sum(slot.card >= 0 for slot in position.slots)
    if not begins and number < rules.n_seats:
        cards = "1 action card is" if number == 1 else f"{number} action cards are"
        raise ContentError(
            f"{FILE}: {cards} face up for {rules.n_seats} turns; give each [[stack]] its 'face', "
            "or none"
        )


def _check_power(position: State, begins: bool) -> None:
    """Power cards are played clockwise from the starter, once the action cards lie face up."""
    rules = position.rules
    missing, barred = -1, rules.barred(position)
    for step in range(rules.n_seats):
        seat = (position.starter + step) % rules.n_seats
        if not position.power(seat):
            missing = seat if missing < 0 else missing
        elif begins:
            problem = "the cards of the round are face up first; give each [[stack]] its 'face'"
            raise _fault(_seat(position, seat), "power", problem)
        elif barred.count(rules.initiative(position, seat)) > 1:
            problem = (
                f"another {GameNames(rules).power} of this round counts the same; write another"
            )
            raise _fault(_seat(position, seat), "power", problem)
        elif missing >= 0:
            first, starter = rules.colours[missing], rules.colours[position.starter]
            problem = f"{first} plays earlier, as the starter is {starter}; leave it out"
            raise _fault(_seat(position, seat), "power", problem)


def _check_turns(position: State, turns: int) -> None:
    """Who has taken a card has had a turn, the first ones in order; each takes one at most."""
    rules = position.rules
    had, met = position.turn_order[: position.turns_begun], set()
    for slot in [one for one in position.slots if one.taker >= 0]:
        place, colour = f"stack {slot.stack}", rules.colours[slot.taker]
        if slot.taker in met:
            problem = f"{colour} has taken a card already; write another, or leave it out"
            raise _fault(place, "taken_by", problem)
        if slot.taker not in had:
            problem = f"{colour} cannot have had a turn yet; see the {GameNames(rules).power}s"
            raise _fault(place, "taken_by", problem)
        met.add(slot.taker)
    if turns > len(had):
        raise _fault(
            "top", "turns", f"all {GameNames(rules).power}s are played first; leave it out"
        )
    if rules.plain_offer and len(met) < turns:
        problem = f"every turn takes an action card; leave it out, or name {turns} in 'taken_by'"
        raise _fault("top", "turns", problem)


def _check_hands(position: State, begins: bool, ahead: int) -> None:
    """With fewer power cards, the others' could leave a seat none that it may play."""
    rules = position.rules
    for seat in range(rules.n_seats):
        rounds = ahead + (begins or not position.power(seat))
        needed = rules.hand_needed(rounds)
        if rounds and len(position.hand(seat)) < needed <= rules.hand_size:
            word = "1 round is" if rounds == 1 else f"{rounds} rounds are"
            raise _fault(
                _seat(position, seat), "hand",
                f"{word} to be played, which takes {needed} {GameNames(rules).power}s in hand",
            )  # fmt: skip


def derived(position: Position) -> list[Frame] | None:
    """Return the stack of a position between two turns, as the open board tells it.

    None where the board alone does not tell it.
    """
    rules = position.rules
    drawers: list[tuple[Any, ...] | None] = [
        (rules.power_bits, -1, *rules.hidden_start)
    ] * rules.n_seats
    drawers.append((0, *[()] * len(rules.stacks)))
    program = between(position, position.turns_had)
    state = State(rules, position.board[:], program, position.held, position.unknown_cards, drawers)
    last = state.stack[-1]
    if last.step == "rounds" or (isinstance(last, TurnsFrame) and last.begun == rules.n_seats):
        # Here the program would run on and turn hidden cards up.
        return None
    state.advance()
    # Where something else than a seat's answer is due, that has happened in the position.
    return state.stack if state.board == position.board else None


def between(position: Position, turns: int) -> list[Frame]:
    """Return the program of a position at the start of a round, a power card or a turn.

    ``turns`` is how many turns of the round are over; as many seats have played a power
    card as show one. Where a step that this needs was replaced, the round begins. A step between
    the cards' turning up and the power cards is left out if it is over.
    """
    rules = position.rules
    steps = rules.programs["round"]
    stack: list[Frame] = [
        RunFrame("run", "game", rules.programs["game"].index("rounds") + 1, -1),
        PlainFrame("rounds", -1),
    ]
    if round_begins(position):
        return stack
    played = sum(1 for seat in range(rules.n_seats) if position.power(seat))
    if played == rules.n_seats and "turns" in steps:
        at = steps.index("turns") + 1
        stack += [RunFrame("run", "round", at, -1), TurnsFrame("turns", -1, turns)]
    elif played == 0 and "turn_up" in steps:
        at = steps.index("turn_up") + 1
        while at < len(steps) and rules.steps[steps[at]].already_done(position):
            at += 1
        stack += [RunFrame("run", "round", at, -1)]
    elif "power_cards" in steps:
        at = steps.index("power_cards") + 1
        stack += [RunFrame("run", "round", at, -1), PowerCardsFrame("power_cards", -1, played)]
    return stack
