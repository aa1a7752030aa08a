"""Why a command is refused, in one sentence.

Everything is read from the View of the seat that tried, so that no sentence
can tell more than that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from elgrande.content.clean import clean
from elgrande.content.shown import shown
from elgrande.content.words.names import Called, Names, counted, figure, listed, named, sentence
from elgrande.content.words.prompts import awaited, wanted
from elgrande.content.words.typed import LONGEST, plainly
from elgrande.content.words.typed import named as called
from elgrande.rules import NotationError, State
from elgrande.rules.effects.cards import ChoiceFrame
from elgrande.rules.effects.move import Move, MoveFrame
from elgrande.rules.effects.place import Militia
from elgrande.rules.effects.send import SendOneEachFrame
from elgrande.rules.free import is_used
from elgrande.rules.movement import free, takeable
from elgrande.rules.params import ALL
from elgrande.rules.steps.turn import ActFrame

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.rules import Decision, View

_NEAR = 0.7
"""How much two commands must have in common for one to be taken for the other."""


@dataclass(frozen=True)
class Case:
    """A refused command: whose, in which view, and what it says."""

    view: View
    seat: int
    decision: Decision
    words: list[str]
    n: Names

    @property
    def moving(self) -> bool:
        """Say whether caballeros are being moved about the board."""
        return isinstance(self.view.rules.steps.get(self.decision.step), Move)

    def region_at(self, name: str) -> int:
        """Return the index of a region or other target by its id."""
        return self.view.rules.targets.index(name)

    def taboo(self, name: str) -> str:
        """Say that a place is closed, or nothing."""
        rules = self.view.rules
        if not self.view.is_taboo(rules.place_index[name]):
            return ""
        if rules.place_region[rules.place_index[name]] == self.view.king:
            return f"{self.n.the(name)} is the King's region, where nothing may enter or leave"
        return f"{self.n.the(name)} is closed by the King: nothing may enter or leave"

    def off_board(self, name: str) -> str:
        """Say that a place is no region and not the Castillo, or nothing."""
        rules = self.view.rules
        at = rules.place_index[name]
        if at == rules.castillo or at in rules.board_places:
            return ""
        return f"caballeros go to a region or the Castillo with this, not to {self.n.the(name)}"

    def shut(self, kind: str, source: str, goal: str) -> str:
        """Say that a place is full, or takes nobody of this kind from there, or nothing."""
        rules = self.view.rules
        at = rules.place_index[goal]
        if not free(self.view, at):
            return f"{self.n.the(goal)} is full"
        who, start = rules.kinds.index(kind), rules.place_index[source]
        if not rules.may_leave(self.view, self.seat, who, start, at):
            return f"nobody may leave {self.n.the(source)} for {self.n.the(goal)} like that"
        if not rules.may_enter(self.view, self.seat, who, start, at):
            return f"nobody may enter {self.n.the(goal)} like that"
        return ""

    def standing(self, kind: str, name: str) -> str:
        """Say that no caballero of a kind can leave a place, or nothing."""
        rules = self.view.rules
        place = rules.place_index[name]
        if place == rules.castillo:
            return "caballeros leave the Castillo in a general scoring only"
        if place == rules.provinces:
            return f"a caballero in {self.n.provinces} is not on the board"
        closed = self.taboo(name)
        if closed:
            return closed
        if not self.view.count(rules.kinds.index(kind), place):
            return f"{self.n.who(kind)} has no caballero in {self.n.the(name)}"
        return ""

    def played(self, total: int) -> str:
        """Say that nobody can come to this value any more in this round, or nothing."""
        rules = self.view.rules
        said = figure(total)
        for seat in range(rules.n):
            if seat != self.seat and self.view.power(seat):
                if rules.initiative(self.view, seat) != total:
                    continue
                how = "played the" if self.view.power(seat) == total else "come to"
                return (
                    f"{self.n.seat(seat)} has {how} {figure(total)} this round, and all must differ"
                )
        for turn in shown(rules).turns(self.view):
            if turn.kind >= rules.n and turn.number == total:
                whom = self.n.whom(turn.kind)
                return f"the {said} lies there for {whom} this round, and all must differ"
        if total in rules.barred(self.view):
            return f"nobody may come to {said} this round"
        return ""


Why = Callable[[Case], str]
_WHY: dict[str, Why] = {}


def refuses(verb: str) -> Callable[[Why], Why]:
    """Register why a verb may not be answered: a function of the Case; "" if nothing bars it."""

    def keep(function: Why) -> Why:
        _WHY[verb] = function
        return function

    return keep


def why_not(position: State | View, seat: int, text: str, names: Called = None) -> str:
    """Return one sentence that says why a seat may not give a command now.

    ``text`` is the command's notation, with or without its colour. The sentence
    is empty when nothing speaks against the command.
    """
    rules = position.rules
    n = named(rules, names)
    if not 0 <= seat < rules.n:
        return f"There are {rules.n} seats here, and this is none of them."
    view = position.view(seat) if isinstance(position, State) else position
    return sentence(reason) if (reason := _reason(view, seat, clean(text, LONGEST), n)) else ""


def misread(text: str, error: NotationError, names: Names, legal: Iterable[int] = ()) -> str:
    """Return why a text is no command: the one that was most likely meant, if any is near.

    A legal answer is thought of first. It is looked for in notation and by the names that
    the screen shows, and named as what was typed comes nearest to.
    """
    rules = names.rules
    said = plainly(clean(text, LONGEST))
    legal_texts = [rules.text(code) for code in legal]
    for known in (legal_texts, rules.vocabulary.texts):
        ways = {plainly(way): way for text in known for way in (called(text, names), text)}
        near = get_close_matches(said, ways, 1, _NEAR)
        if near:
            return f"there is no command {said!r}; did you mean {ways[near[0]]!r}?"
    return str(error)


_NEVER = {
    "king": "the King never enters {}; he moves to a region",
    "grande": "this card does not move your Grande into {}",
    "disk": "the secret disk does not show {}, only regions",
    "evacuate": "{} cannot be evacuated, only a region can",
}
"""Why a place is none of those that a verb can name in this game at all."""


def why_never(verb: str, target: str, names: Names) -> str:
    """Return one sentence that says why a verb never names a region or the Castillo."""
    return sentence(_NEVER.get(verb, "{} cannot be chosen here").format(names.the(target)))


def _reason(view: View, seat: int, text: str, n: Names) -> str:
    rules = view.rules
    first, _, rest = text.partition(" ")
    if first in rules.colours:
        if rules.colours[seat] != first:
            return f"that is a command of {n.who(first)}, and {n.seat(seat)} gave it"
        text = rest
    try:
        code = rules.code(text)
    except NotationError as error:
        return misread(text, error, n, view.legal(seat))
    if view.over:
        return "the game is over"
    decision = view.decision(seat)
    if code in decision.codes:
        return ""
    if not decision.codes:
        others = listed([n.seat(other) for other in decision.owing])
        return (
            f"{n.seat(seat)} is not to answer now; "
            f"the game waits for {others} to {awaited(decision, n)}"
        )
    verb, *words = rules.text(code).split()
    case = Case(view, seat, decision, words, n)
    if decision.step in ("act", "place"):
        reason = _between_actions(case, verb)
        if reason:
            return reason
    verbs = {rules.verb(legal) for legal in decision.codes}
    reason = _WHY[verb](case) if verb in verbs and verb in _WHY else ""
    if reason:
        return reason
    if reason := _not_free(case, verb) if code in rules.free_codes else "":
        return reason
    if verb == "done" and "end" in verbs:
        return "there is nothing to stop; end the turn instead"
    return f"that does not fit now; the game waits for {n.seat(seat)} to {wanted(decision, n)}"


def _between_actions(c: Case, verb: str) -> str:
    """Say what forbids the other one of a turn's two actions."""
    rules = c.view.rules
    if c.decision.step == "place":
        if verb in ("special", "end"):
            return "placing comes to its end first; an action cannot be split, so stop before this"
        return ""
    f = c.decision.of(ActFrame)
    card = f.card
    if verb == "place":
        if f.placed:
            return "the placing of this turn is over; it cannot be split"
        if not rules.allowance(c.view, c.seat, card):
            return f"the card {c.n.card(card)} places no caballeros"
        if not _in_court(c):
            return f"{c.n.seat(c.seat)}'s court is empty"
    elif verb == "special":
        if f.acted:
            return "the special action of this turn is over"
        return f"the special action of {c.n.card(card)} could do nothing now"
    elif verb == "card":
        return f"{c.n.seat(c.seat)} has chosen {c.n.card(card)} already"
    elif verb == "end":
        return f"the special action of {c.n.card(card)} is required as long as it can be done"
    return ""


def _not_free(c: Case, verb: str) -> str:
    """Say what forbids a free action, as far as that is the same for all of them."""
    if c.decision.step not in ("choose_card", "act"):
        return "that is done before or between the actions of a turn, not in the midst of one"
    able = [action for action in c.view.rules.free if verb in action.verbs]
    if all(is_used(c.view, action) for action in able):
        return "that can be done once a turn, and has been done in this one"
    return ""


@refuses("power")
def _power(c: Case) -> str:
    value = int(c.words[0])
    if value not in c.view.hand(c.seat):
        more = " any more" if c.view.rules.hand_size == len(c.view.rules.power_values) else ""
        return c.played(value) or f"the {value} is not in {c.n.seat(c.seat)}'s hand{more}"
    return c.played(value)


@refuses("take")
def _take(c: Case) -> str:
    rules = c.view.rules
    value = c.view.power(c.seat)
    most = rules.power_numbers[value]
    if int(c.words[0]) > most:
        return f"the power card {value} brings {counted(most)} at most"
    there = takeable(c.view, c.seat)
    return f"there {'is' if there == 1 else 'are'} only {counted(there)} in {c.n.provinces}"


@refuses("fetch")
def _fetch(c: Case) -> str:
    place = c.view.rules.place_index[c.words[0]]
    if place == c.view.rules.court:
        return "what is in the court need not be fetched"
    return c.standing(c.view.rules.kinds[c.seat], c.words[0])


@refuses("fetch-kind")
def _fetch_kind(c: Case) -> str:
    rules = c.view.rules
    kind, name = c.words
    if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
        return f"{c.n.who(kind)} is not {c.n.seat(c.seat)}'s to fetch"
    return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.court])


@refuses("card")
def _card(c: Case) -> str:
    card = c.view.rules.card_index[c.words[0]]
    for slot in c.view.slots:
        if slot.card == card and slot.taker >= 0:
            return f"{c.n.seat(slot.taker)} has taken {c.n.card(card)} this round"
    rules = c.view.rules
    if card in c.view.board[rules.at_face : rules.at_taker] or not rules.cards[card].stack:
        return f"{c.n.card(card)} cannot be chosen now"
    return f"{c.n.card(card)} does not lie face up"


@refuses("place")
def _place(c: Case) -> str:
    rules = c.view.rules
    name = c.words[0]
    # Some such cards enter what is taboo, so the taboo is not their reason.
    if name == "castillo" and isinstance(rules.steps.get(c.decision.step), Militia):
        return "this card brings nobody into the Castillo"
    reason = c.off_board(name) or c.taboo(name)
    if not reason and c.decision.step not in ("act", "place"):
        return c.shut(_in_court(c), rules.places[rules.court], name) if _in_court(c) else ""
    if reason:
        return reason
    if not _in_court(c):
        return f"{c.n.seat(c.seat)}'s court is empty"
    if rules.place_index[name] in rules.landing(c.view, c.seat):
        return c.shut(_in_court(c), rules.places[rules.court], name)
    king = c.n.node(c.view.king)
    return f"{c.n.the(name)} is not next to the King, who is in {king}"


def _in_court(c: Case) -> str:
    """Return the first of the seat's kinds that stands in the court, or nothing."""
    rules = c.view.rules
    kinds = rules.kinds_of(c.view, c.seat)
    there = (rules.kinds[kind] for kind in kinds if c.view.count(kind, rules.court))
    return next(there, "")


@refuses("pick")
def _pick(c: Case) -> str:
    rules = c.view.rules
    kind, name = c.words
    if rules.place_index[name] == rules.court:
        return "caballeros in a court cannot be moved with this"
    reason = c.standing(kind, name)
    if reason or not c.moving:
        return reason
    f = c.decision.of(MoveFrame)
    if f.source >= 0 and rules.place_index[name] not in rules.region_places[f.source]:
        return f"all must come from one region, and the first came from {c.n.region(f.source)}"
    mine = rules.counts_as(c.view, rules.kinds.index(kind)) == c.seat
    side = "own" if mine else "foreign"
    if not (f.own if mine else f.foreign):
        more = "more " if rules.cards[c.decision.card].params.get(side) else ""
        return f"no {more}{side} caballeros can be moved with this"
    return ""


@refuses("put")
def _put(c: Case) -> str:
    rules = c.view.rules
    name = c.words[0]
    reason = c.off_board(name) or c.taboo(name)
    if reason or not c.moving:
        return reason
    f = c.decision.of(MoveFrame)
    if rules.place_index[name] == f.place:
        return f"the caballero stands in {c.n.the(name)} already"
    return c.shut(rules.kinds[f.kind], rules.places[f.place], name)


@refuses("send")
def _send(c: Case) -> str:
    rules = c.view.rules
    kind, name = c.words
    at = rules.kinds.index(kind)
    if c.decision.step == "each_sends" and at not in rules.kinds_of(c.view, c.seat):
        return f"{c.n.seat(c.seat)} must send own caballeros back, not those of {c.n.who(kind)}"
    if c.decision.step == "send_one_each":
        if rules.place_index[name] == rules.court:
            return "this card takes caballeros from regions, not from a court"
        if rules.kind_nature[at] != "caballero":
            return f"this card takes players' caballeros, and {c.n.who(kind)} is none of them"
        if not (c.decision.of(SendOneEachFrame).kinds >> at) & 1:
            mine = rules.counts_as(c.view, at) == c.seat
            own = mine and not rules.options.get("own_caballero", True)
            rule = "by house rule the own colour is spared"
            return rule if own else f"a caballero of {c.n.who(kind)} has been sent back already"
    return c.standing(kind, name) or c.shut(kind, name, rules.places[rules.provinces])


@refuses("score")
def _score(c: Case) -> str:
    return f"this card does not score {c.n.the(c.words[0])}"


@refuses("scoreboard")
def _scoreboard(c: Case) -> str:
    rules = c.view.rules
    name, goal = c.words
    lies = c.view.mobile[rules.mobile_names.index(name)]
    at = c.region_at(goal)
    if lies >= 0 and all(map(c.view.is_taboo, rules.target_places[lies])):
        return f"the {c.n.scoreboard} {c.n.board(name)} lies in the King's region and stays there"
    if all(map(c.view.is_taboo, rules.target_places[at])):
        return f"{c.n.the(goal)} is the King's region, where no {c.n.scoreboard} may be put"
    if at == lies:
        return f"the {c.n.scoreboard} {c.n.board(name)} lies on {c.n.the(goal)} already"
    if at in c.view.mobile:
        return f"the other {c.n.scoreboard} lies on {c.n.the(goal)}"
    return ""


@refuses("king")
def _king(c: Case) -> str:
    name = c.words[0]
    if c.view.rules.nodes.index(name) == c.view.king:
        return f"the King is in {c.n.the(name)} already"
    if c.decision.step == "king_step":
        return f"{c.n.the(name)} is not next to the King, who is in {c.n.node(c.view.king)}"
    return f"the King cannot be sent to {c.n.the(name)} by this"


@refuses("grande")
def _grande(c: Case) -> str:
    rules = c.view.rules
    at = c.region_at(c.words[0])
    if rules.text(c.decision.codes[0]) == "grande castillo":
        return f"this card moves your Grande into {c.n.the('castillo')} and nowhere else"
    if at == c.view.grande(c.seat):
        return f"the Grande is in {c.n.the(c.words[0])} already"
    if at == c.view.rules.castillo_target:
        return "this card does not throw the Grande into the Castillo"
    if all(map(c.view.is_taboo, c.view.rules.target_places[at])):
        return f"{c.n.the(c.words[0])} is the King's region, where no Grande may enter"
    return ""


@refuses("evacuate")
def _evacuate(c: Case) -> str:
    at = c.region_at(c.words[0])
    if all(map(c.view.is_taboo, c.view.rules.target_places[at])):
        return f"{c.n.the(c.words[0])} is the King's region, and nobody may leave it"
    return f"no other player has a caballero in {c.n.the(c.words[0])}"


@refuses("disk")
def _disk(c: Case) -> str:
    rules = c.view.rules
    at = c.region_at(c.words[0])
    if at not in rules.disk_regions:
        return f"the secret disk does not show {c.n.the(c.words[0])}"
    card = rules.cards[c.decision.card] if c.decision.card >= 0 else None
    if card is None or card.effect != "disk_send":
        return ""
    places = rules.region_places[at]
    if all(map(c.view.is_taboo, places)):
        return f"{c.n.the(c.words[0])} is the King's region, and nobody may leave it"
    kinds = rules.kinds_of(c.view, c.seat)
    there = sum(c.view.count(kind, place) for kind in kinds for place in places)
    number = int(card.params["number"])
    if there and number < ALL:
        return f"{c.n.seat(c.seat)} has only {counted(there)} in {c.n.the(c.words[0])}"
    return f"{c.n.seat(c.seat)} has no caballero in {c.n.the(c.words[0])}"


@refuses("recall")
def _recall(c: Case) -> str:
    bits = c.view.rules.recallable(c.view, c.seat)
    at = c.view.rules.hand_names.index(c.words[0])
    if not (bits >> c.view.rules.hand_bits[at]) & 1:
        return f"{c.n.seat(c.seat)} has not played {c.n.plain(c.words[0])}"
    return f"the {c.n.plain(c.words[0])} is still in {c.n.seat(c.seat)}'s hand"


@refuses("option")
def _option(c: Case) -> str:
    rules = c.view.rules
    if c.decision.step != "choice":
        return ""
    cards = c.decision.of(ChoiceFrame).cards
    number = int(c.words[0])
    if number > len(cards):
        return f"the card offers {len(cards)} effects"
    return f"{c.n.short(rules.cards[cards[number - 1]].id)} could do nothing now"


@refuses("use")
def _use(c: Case) -> str:
    return f"{c.n.seat(c.seat)} cannot use {c.n.card_id(c.words[0])} now"
