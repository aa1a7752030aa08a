"""What can be asked for at a table at any time: how everything is, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import spans
from elgrande.content import story as stories
from elgrande.content.clean import clean
from elgrande.content.expansion import display_of, hand_card
from elgrande.content.leads import led
from elgrande.content.reference import reference, spoken_of
from elgrande.content.scorings import PlaceScored, Scoring, rewound, scorings
from elgrande.content.setup import PERSON, Setup
from elgrande.content.turn_facts import lines as story_lines
from elgrande.content.veil import known_extras, shows
from elgrande.content.words import GameNames, card_text, explain_score, say_event
from elgrande.content.words import scoring_steps as score_words
from elgrande.content.words.cards import PRINTED, card_numbers
from elgrande.content.words.decisions import plainly
from elgrande.content.words.names import (
    capital,
    coming_scoring,
    figure,
    last_round,
    listed,
    near_king,
    points,
    round_name,
)
from elgrande.rules.events import Event, GameEnded, RegionScored, RoundBegan, added
from elgrande.rules.parts import NEXT_SCORING
from elgrande.table import Look, Refused

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.rules import Card, Position


# -- a position ------------------------------------------------------------------------------------


def sentences(view: Position, names: GameNames, *, seat: int | None = None) -> Iterator[str]:
    """Yield the position line by line; ``seat`` is the reader's, who also hears of the own disk.

    Where the Castillo is veiled neither its counts nor those of the provinces are said.
    """
    rules = view.rules
    veiled = not shows(view, -1, rules.provinces)
    # Once all have played theirs, it may be the first player of the next round already.
    begins = len(view.turn_order) < rules.n_seats
    first = f" {names.seat(view.starter)} plays the first {names.power}." if begins else ""
    yield f"{_when(view)}.{first} {_king(view, names)}"
    for region in range(len(rules.regions)):
        yield _target(view, names, region)
    yield _target(view, names, rules.castillo_target)
    beside = [
        "/".join(map(str, rules.mobile_values[i])) for i, t in enumerate(view.mobile) if t < 0
    ]
    if beside:
        yield f"{names.scoreboard.capitalize()}s beside the map: {', '.join(beside)}."
    for player in range(rules.n_seats):
        yield _player(view, names, player, veiled)
    if view.round != rules.rounds[-1] and len(view.turn_order) == rules.n_seats:
        yield f"{names.seat(view.turn_order[-1])} will be first player in the next round."
    shown = display_of(rules)
    yield from map(capital, shown.sentences(view, names))
    for slot in shown.slots(view) if any(slot.card >= 0 for slot in view.slots) else ():
        up = card(rules.cards[slot.card], names) if slot.card >= 0 else "no card face up"
        up += f", taken by {names.seat(slot.taker)}" if slot.taker >= 0 else ""
        if slot.left >= 0 or slot.card >= 0:
            left = f"; {slot.left} left face down" if slot.left >= 0 else ""
            yield f"Stack {names.stack(slot.stack)}: {up}{left}."
    for held in view.held:
        who, what = names.seat(held.owner), names.card(held.card)
        if view.over:
            yield f"{who} has kept {what} to the end of the game."
            continue
        end = coming_scoring(view) if held.until == NEXT_SCORING else last_round(held.until)
        yield f"{who} keeps {what} until the end of {end}."
    if seat is not None and view.disk(seat) >= 0:
        yield f"Your disk shows {names.region(view.disk(seat))}."


def card(found: Card, names: GameNames) -> str:
    """Return what a card is called, and how many it places."""
    return ", ".join(filter(None, (names.card_id(found.id), card_numbers(found))))


def _when(view: Position) -> str:
    rules = view.rules
    if not view.round:
        return round_name(0, rules.rounds[0]).capitalize()
    last = rules.rounds[-1]
    return f"Round {view.round}{' of' if len(rules.rounds) == last else ', the last is'} {last}"


def _king(view: Position, names: GameNames) -> str:
    rules = view.rules
    where = f"The King is {names.at(rules.nodes[view.king])}"
    if view.king < len(rules.regions):
        return f"{where}."
    closed = "" if rules.king_taboo[view.king] else ", so no region is closed"
    return f"{where}{closed}; you place caballeros in {near_king(view, names)}."


def _target(view: Position, names: GameNames, target: int) -> str:
    rules = view.rules
    values = names.values(view.values(target))
    # A region of several places: who stands in one that has a name of its own is told apart.
    main = rules.place_index.get(rules.targets[target], -1)
    inside = _crowd(view, names, main) if main >= 0 else "nobody"
    name = names.target(target)
    apart = [
        f"{added(names.place(place), name) or names.plain(rules.places[place])}: "
        f"{_crowd(view, names, place)}"
        for place in rules.target_places[target]
        if place != main and any(view.count(kind, place) for kind in rules.all_kinds)
    ]
    inside = "; ".join([*([] if apart and inside == "nobody" else [inside]), *apart])
    homes = [names.seat(s) for s in range(rules.n_seats) if view.grande(s) == target]
    notes = []
    if rules.king_target[view.king] == target:
        notes.append("the King's region, taboo")
    elif all(map(view.is_taboo, rules.target_places[target])):
        notes.append("closed: nothing may enter or leave")
    if homes:
        where = "with the Grande of" if target == rules.castillo_target else "home of"
        notes.append(f"{where} {' and '.join(homes)}")
    if target in view.mobile:
        notes.append(f"under a {names.scoreboard}")
    note = f" ({'; '.join(notes)})" if notes else ""
    return f"{name[:1].upper()}{name[1:]}, {values}{note}: {inside}."


def _crowd(view: Position, names: GameNames, place: int) -> str:
    """Say who stands at a place, where that may be seen."""
    if not shows(view, -1, place):
        return "veiled"
    kinds = [kind for kind in view.rules.all_kinds if view.count(kind, place)]
    said = [f"{names.owner(kind)} {view.count(kind, place)}" for kind in kinds]
    return ", ".join(said) or "nobody"


def _runs(values: Iterable[int], every: Sequence[int]) -> Iterator[str]:
    """Yield numbers, three and more neighbours of ``every`` as a range in words.

    Not everything that reads aloud says a dash, and a range from which numbers are missing nobody
    can tell from one of all, unless it is all that there is.
    """
    for run in spans(values, every).split():
        first, *last = map(int, run.split("-"))
        found = every[every.index(first) : every.index(last[0]) + 1] if last else (first,)
        even = len({after - before for before, after in pairwise(found)}) == 1
        joined = len(found) > 2 and (even or len(found) == len(every))
        yield from (run.replace("-", " to "),) if joined else map(str, found)


def _player(view: Position, names: GameNames, seat: int, veiled: bool) -> str:
    rules = view.rules
    known = known_extras(view, seat)
    extras = [names.plain(rules.extra_hand[index]) for index in known]
    hand = [*_runs(view.hand(seat), rules.power_values), *extras]
    provinces = "" if veiled else f", {view.count(seat, rules.provinces)} in {names.provinces}"
    power = f", played {view.power(seat)}" if view.power(seat) else ""
    added = display_of(rules).added(view, seat)
    if added is not None:
        power += f" with {added.name}, total {figure(rules.initiative(view, seat))}"
    unknown = 0
    if view.drawers[seat] is None:
        # What everybody knows is in no doubt; what the reader alone knows is.
        unknown = sum(owner == seat for owner, _ in view.unknown_cards)
        unknown -= len(known) - len(view.extras(seat))
    some = rules.extra_hand or rules.hand_size < len(rules.power_values)
    what = "hidden" if some else "taken back unseen"
    if unknown and not hand:
        cards = f"{unknown} {names.power}{'s' * (unknown > 1)} {what}"
    else:
        hand += [f"{unknown} more {what}"] * (unknown > 0)
        cards = f"{names.power}s {listed(hand) if hand else 'none'}"
    return (
        f"{names.seat(seat)}: {points(view.score(seat))}, {view.count(seat, rules.court)} at court"
        f"{provinces}{power}; {cards}."
    )


# -- what can be asked -----------------------------------------------------------------------------

HELP = """\
  board    show the board;  where galicia  shows one place of it
  cards    what the cards do that are face up or kept, or that you may use
  log      what has happened in this round
  story    what has happened since your last turn;  story 4  tells round 4
  scoring  what the last scoring brought;  scorings  lists all;  scoring 2  says the second
  why      how its points came about;  why 2  those of the second scoring
  forecast what a general scoring and the cards on the table would bring now
  rules WORDS   what the rules say about that"""
SHORT = {"b": "board", "c": "cards", "l": "log", "r": "rules"}
FORMS: Mapping[str, tuple[str, ...]] = {
    "board": ("board",),
    "where": ("where NAME",),
    "cards": ("cards",),
    "log": ("log",),
    "story": ("story", "story ROUND"),
    "scoring": ("scoring", "scoring NUMBER"),
    "scorings": ("scorings",),
    "why": ("why", "why NUMBER"),
    "forecast": ("forecast",),
    "rules": ("rules", "rules WORDS"),
}
"""How each word is written, alone or with what may follow it; capitals stand for something else."""
MANY = ("WORDS", "NAME")
"""What may be several words; each of the others in capitals is one."""
NO_SCORING = "No scoring is recorded yet."
ENTRIES = 3
"""How many entries of the rules answer one question."""


def board(update: Look, names: GameNames) -> Iterator[str]:
    """Yield who sits where, and where everything is as the update's seat may know it."""
    seats = []
    for player in update.players:
        about = [] if player.name.lower() == player.colour else [player.colour]
        about += [] if player.source == PERSON else [f"the bot {player.source}"]
        seats.append(f"{player.name} ({', '.join(about)})" if about else player.name)
    yield f"Seats, clockwise: {', '.join(seats)}."
    yield from sentences(update.view, names, seat=update.seat)


def where(update: Look, names: GameNames, name: str) -> Iterator[str]:
    """Yield who is in a region or in the Castillo (Refused)."""
    for at, target in enumerate(names.rules.targets):
        if plainly(name) in map(plainly, names.known_as(target)):
            yield _target(update.view, names, at)
            return
    for node in names.rules.nodes:
        if plainly(name) in map(plainly, names.known_as(node)):
            raise Refused(f"Only the King is ever {names.at(node)}")
    raise Refused(f"No place of this game is called {clean(name, 40)!r}")


def news(
    update: Look, told: Sequence[tuple[int, Event]], after: int, names: GameNames
) -> Iterator[str]:
    """Yield what happened after an entry; a scoring as it is told everywhere, then what it came to.

    ``told`` are all events of the game so far that may be told here.
    """
    fresh = [(at, event) for at, (entry, event) in enumerate(told) if entry > after]
    ends = (RegionScored, RoundBegan, GameEnded)
    unheard = {id(event) for _, event in fresh}
    found = scorings(update.view, told) if any(isinstance(e, ends) for _, e in fresh) else []
    steps = {
        id(event): (scoring, i)
        for scoring in found
        for i, step in enumerate(scoring.steps)
        for event in step.events
    }
    for at, event in fresh:
        if isinstance(event, (RoundBegan, GameEnded)):
            yield from _summary(found, told, at, names)
        if id(event) not in steps:
            yield say_event(event, names.rules, names)
            continue
        scoring, i = steps[id(event)]
        step = scoring.steps[i]
        if event is step.events[-1]:
            # What came before somebody was asked in the midst of it has been told.
            new = tuple(each for each in step.events if id(each) in unheard)
            part = (*scoring.steps[:i], replace(step, events=new), *scoring.steps[i + 1 :])
            yield score_words.say_step(replace(scoring, steps=part), i, names)


def _summary(
    found: Sequence[Scoring], told: Sequence[tuple[int, Event]], at: int, names: GameNames
) -> Iterator[str]:
    """Yield what the general scoring came to that ended with this event."""
    before = [scoring for scoring in found if scoring.general and scoring.steps[-1].last < at]
    if not before:
        return
    between = told[before[-1].steps[-1].last + 1 : at]
    if not any(isinstance(event, (RoundBegan, GameEnded)) for _, event in between):
        yield from score_words.summary_lines(before[-1], names)


def scoring_again(update: Look, names: GameNames, which: str) -> Iterator[str]:
    """Yield a scoring of the game once more: the last one, or that of a number in the list."""
    scoring = _scoring(update, which)
    yield from score_words.scoring_lines(scoring, names) if scoring else [NO_SCORING]


def _scoring(update: Look, which: str, word: str = "scoring") -> Scoring | None:
    """Return the scoring that is asked for (Refused), None as long as there is none."""
    found = scorings(update.view, update.log)
    if not found:
        return None
    number = len(found)
    if which:
        number = int(which[:9]) if which.isdecimal() else 0
        if not 1 <= number <= len(found):
            raise Refused(f"Say {word} with a number from 1 to {len(found)}; scorings lists them")
    return found[number - 1]


def why(update: Look, names: GameNames, setup: Setup, which: str) -> Iterator[str]:
    """Yield how the points came about of the last scoring, or of that of a number in the list."""
    scoring = _scoring(update, which, "why")
    if scoring is None:
        yield NO_SCORING
        return
    yield f"{score_words.scoring_name(scoring, names)}."
    for step in scoring.steps:
        if isinstance(step, PlaceScored):
            scored = step.event.scored
            reasons = [] if step.closed else explain_score(scored, names.rules, names)
            said = " ".join(reason.sentence for reason in reasons) or score_words.NO_COUNTS
            yield f"{score_words.step_name(step, names)}, {names.values(scored.values)}. {said}"
    open_ones = [step.event.scored for step in scoring.places if not step.closed]
    if rules := [entry.title for entry in reference(setup).behind(open_ones, names)]:
        yield f"The rules that were used: {', '.join(rules)}."


def forecast(update: Look, names: GameNames, setup: Setup) -> Iterator[str]:
    """Yield what a general scoring would bring now, and what the cards would that score."""
    # As the app tells it, which nothing else here has to load.
    from elgrande.app.panes.forecast import card_forecast, forecast, gain, notes, user

    view, rules = update.view, names.rules
    if view.over:
        yield "The game is over, so nothing more will be scored."
        return
    guide = _guide(names, setup)
    found = forecast(view, guide)
    for scored in filter(None, (*found.scored, *found.besides)):
        if scored.lines or scored.gifts:
            yield score_words.say_place(scored, names)
    yield f"A general scoring would bring: {_each(found.gains, names)}."
    yield f"Points then: {_each(found.totals, names)}."
    said, again = notes(found, None, guide), {one.target for one in found.besides}
    yield from map(str.strip, said)
    seat = max(0, update.decision.seat if update.seat is None else update.seat)
    cards = [*_about_now(update, names)]
    cards += [card for other in view.to_come for card in rules.offered(view, other)]
    for card in dict.fromkeys(cards):
        uses = user(view, card, seat)
        if uses >= 0 and (scores := card_forecast(view, guide, card, uses)):
            if scores.told and {one.target for one in scores.scored} & again:
                # What it scores is told above, as a part of the general scoring.
                continue
            yield from notes(found, scores, guide)[len(said) :]
            if scores.certain and scores.scored:
                would = "As things stand that" if scores.told else "That"
                got = _each(gain(scores.scored, rules.n_seats), names)
                yield f"{would} would bring: {got}."


def sources(update: Look, names: GameNames) -> Iterator[str]:
    """Yield where the points of a game came from, as the screen of its end tells it."""
    from elgrande.content.tally import name_of, tally

    scores = map(update.view.score, range(names.rules.n_seats))
    found = tally(names.rules, [*scores], update.public)
    for share in (*found.sources, *found.targets):
        yield f"{name_of(share.id, names)}: {_each(share.points, names)}."


def _guide(names: GameNames, setup: Setup) -> Guide:
    """Return what the app's words ask for names, without the signs of pieces."""
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import ASCII

    signs = dict.fromkeys(names.rules.kinds, " ")
    return Guide(setup, names.rules, replace(ASCII, pieces=signs))


def _each(points: Sequence[int], names: GameNames) -> str:
    return ", ".join(f"{names.seat(seat)} {number}" for seat, number in enumerate(points))


def all_scorings(update: Look, names: GameNames) -> Iterator[str]:
    """Yield a line for each scoring of the game so far, the first one first."""
    found = scorings(update.view, update.log)
    if not found:
        yield NO_SCORING
    for number, scoring in enumerate(found, 1):
        yield f"  {number}. {score_words.scoring_line(scoring, names)}"


def log(update: Look, names: GameNames) -> Iterator[str]:
    """Yield what has happened in this round."""
    events = [event for _, event in update.log]
    rounds = [at for at, event in enumerate(events) if isinstance(event, RoundBegan)]
    if not rounds:
        yield stories.opening(rewound(update.view, update.log), names, update.log)
    for event in events[rounds[-1] if rounds else 0 :]:
        yield say_event(event, names.rules, names)


def since(update: Look, names: GameNames, seat: int) -> Iterator[str]:
    """Yield what has happened since a seat's last turn, first of all whether others had theirs."""
    told = stories.passages(names.rules, update.log, update.view.round)
    news = stories.since(led(told, update.log, update.view), seat)
    if news.acted:
        yield "Since your last turn:" if news.had else "So far:"
    else:
        yield news.nobody
    yield from story_lines(news.passages, names, update.reader)


def round_story(update: Look, names: GameNames, number: int) -> Iterator[str]:
    """Yield a round, a line a turn."""
    told = stories.passages(names.rules, update.log, update.view.round)
    told = led(stories.in_round(told, (number,)), update.log, update.view)
    begins = number == names.rules.rounds[0]
    laid = [stories.opening(rewound(update.view, update.log), names, update.log)] if begins else []
    found = [*laid, *story_lines(told, names, update.reader)]
    ahead = number > update.view.round
    nothing = (
        f"Round {number} has not begun." if ahead else f"Nothing is recorded of round {number}."
    )
    yield from found or [nothing]


def cards(look: Look, names: GameNames, setup: Setup) -> Iterator[str]:
    """Yield what the cards say that lie face up or are held, may be chosen or are in use.

    Cards of hands with actions of their own are among them, and those that may be added to others:
    what has been played this round, what the look's seat holds, and what its answers name.
    """
    view, rules, texts = look.view, names.rules, setup.content.cards
    found = _about_now(look, names)
    in_hands = {card.value: at for at, card in enumerate(rules.cards) if card.value}
    for seat in view.turn_order:
        if (value := view.power(seat)) in in_hands:
            found.setdefault(in_hands[value], f"played by {names.seat(seat)}")
    hand = () if view.seat is None else view.hand(view.seat)
    # Before it is chosen or dealt everybody has all cards.
    yours = "in your hand" if len(hand) <= rules.hand_size else "one that may come into your hand"
    for value in hand:
        if value in in_hands:
            others = found.get(in_hands[value])
            found[in_hands[value]] = f"{others}, and {yours}" if others else yours
    told = False
    for card, whose in found.items():
        info = texts.get(rules.cards[card].id)
        if info is not None:
            head, *rest = card_text(info).removesuffix(PRINTED).splitlines()
            yield from (f"{head}, {whose}" if whose else head, *rest)
            told = True
    added = () if view.seat is None else (rules.extra_hand[at] for at in view.extras(view.seat))
    for name in dict.fromkeys((*spoken_of(look.decision, rules), *added)):
        if (extra := hand_card(rules, name)) is not None:
            yield f"{extra.name} ({extra.kind}): {extra.text}"
            told = True
    if not told:
        yield "No card is face up, kept or being carried out now."


def _about_now(look: Look, names: GameNames) -> dict[int, str]:
    """Return the cards that are face up, kept, named by an answer or in use, and who has them."""
    view, rules, decision = look.view, names.rules, look.decision
    found = {
        slot.card: f"taken by {names.seat(slot.taker)}" if slot.taker >= 0 else ""
        for slot in view.slots
    }
    for held in view.held:
        for card in rules.card_effects[held.card].waiting(held):
            found.setdefault(card, f"kept by {names.seat(held.owner)}")
    offered = rules.offered(view, decision.seat) if decision.step == "choose_card" else ()
    spoken = [rules.card_index.get(name, -1) for name in spoken_of(decision, rules)]
    for card in (*offered, *spoken, view.card):
        found.setdefault(card, "")
    found.pop(-1, None)
    return found


def look_up(setup: Setup, words: str) -> Iterator[str]:
    """Yield what the rules say about some words; without any, what there is to ask for."""
    book = reference(setup)
    if not words:
        yield f"Add a subject, for example: rules {book.entries[0].title.lower()}."
        for chapter, entries in book.chapters:
            yield f"{chapter}: {', '.join(entry.title for entry in entries)}."
        return
    found = book.search(words)[:ENTRIES]
    for entry in found:
        yield f"{entry.title}. {entry.text}"
    if not found:
        yield "Nothing found in the rules; try another word."


REPLIES: Mapping[str, Callable[[Look, GameNames, Setup, str], Iterable[str]]] = {
    "board": lambda update, names, _setup, _rest: board(update, names),
    "where": lambda update, names, _setup, rest: where(update, names, rest),
    "cards": lambda update, names, setup, _rest: cards(update, names, setup),
    "log": lambda update, names, _setup, _rest: log(update, names),
    "scoring": lambda update, names, _setup, rest: scoring_again(update, names, rest),
    "scorings": lambda update, names, _setup, _rest: all_scorings(update, names),
    "why": why,
    "forecast": lambda update, names, setup, _rest: forecast(update, names, setup),
    "rules": lambda _update, _names, setup, rest: look_up(setup, rest),
}


def misfit(word: str, rest: str, forms: Sequence[str]) -> str:
    """Say what is wrong with what follows a word that has these forms; nothing if it is right."""
    said = rest.lower().split()
    if any(_fits(said, form.split()[1:]) for form in forms):
        return ""
    how = f"{word} alone" if [*forms] == [word] else listed([*forms], "or")
    if any(_fits(said, form.split()[1 : len(said) + 1]) for form in forms):
        # It may go on so.
        so_far = f"{word} {clean(rest, 40)}" if said else f"{word} alone"
        return f"{so_far} says too little; write {how}"
    return f"{word} cannot have {clean(rest, 40)!r} behind it; write {how}"


def check(word: str, rest: str, forms: Sequence[str]) -> None:
    """Refuse what cannot follow a word that has these forms (Refused)."""
    if wrong := misfit(word, rest, forms):
        raise Refused(wrong)


def _fits(said: Sequence[str], form: Sequence[str]) -> bool:
    """Say whether words are those of a form."""
    if form and form[-1] in MANY:
        said = said[: len(form)]
    return len(said) == len(form) and all(
        wanted.isupper() or word == wanted for word, wanted in zip(said, form, strict=True)
    )


def reply_to(
    word: str, rest: str, update: Look, names: GameNames, setup: Setup, asker: Look
) -> Iterable[str]:
    """Return what somebody is told (Refused), from an update that may be read here.

    ``asker`` is that of the seat that asks, which others here must not read.
    """
    check(word, rest, FORMS[word])
    if word in REPLIES:
        return REPLIES[word](update, names, setup, rest)
    if not rest and asker.seat is not None:
        return since(update, names, asker.seat)
    return round_story(update, names, _round(rest, update, names))


def _round(which: str, update: Look, names: GameNames) -> int:
    """Return which round is asked for; who has no turns of their own means the present one."""
    now = update.view.round
    if not which:
        return now
    rounds = names.rules.rounds
    number = int(which[:9]) if which.isdecimal() else 0
    if number not in rounds:
        played = listed([*_runs(rounds, range(rounds[0], rounds[-1] + 1))])
        raise Refused(f"There is no round {which!r}, only {played}")
    return number
