"""What is under the cursor, and the keys: the answer to ``?``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import CLOSES, PageDialog
from elgrande.app.dialogs.help import key_rows, legend_rows
from elgrande.app.dialogs.score_dialogs import rule_rows, scoring_rows
from elgrande.app.keys import HELP
from elgrande.app.panes.forecast import card_forecast, forecast, kept_for, may_come, user
from elgrande.app.panes.line_widget import SCROLLS, PagePane
from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    TITLE,
    Row,
    Run,
    TextStyle,
    cells,
    filled,
    pad,
    paragraph,
    wrap,
)
from elgrande.app.settings.bindings import bindings
from elgrande.content.documents import cited
from elgrande.content.expansion import hand_card
from elgrande.content.reference import about, reference, spoken_of
from elgrande.content.words import card_facts, card_text, say_score
from elgrande.content.words.names import capital, listed, near_king, sentence
from elgrande.rules import Decision, Scored, View, score


@dataclass(frozen=True)
class OpenDecision:
    """The question at hand: its words, the Decision, and the seat that answers it or waits.

    ``note`` says what choosing the thing under the cursor would mean, or why it cannot be chosen;
    ``hint`` is what the prompt says below, as far as it has room.
    """

    text: str
    decision: Decision
    seat: int = 0
    note: str = ""
    hint: str = ""


class ExplainScreen(PageDialog[None]):
    """Explains the thing under the cursor and the question at hand, then signs and keys.

    What it is based on is behind a key.
    """

    BINDINGS = bindings("explain")

    title_text = "Help"
    hint = f"{SCROLLS}, {{explain.sources}} why and sources, {{explain.rules}} rules, {CLOSES}"

    def __init__(
        self,
        view: View,
        guide: Guide,
        asked: OpenDecision,
        subject: str = "",
        named: Sequence[tuple[str, str]] = HELP,
        rules: Callable[[str], object] = str,
    ) -> None:
        """``subject`` is ``card 12`` or ``target galicia``, or empty; ``named`` are the keys, and
        ``rules`` opens what the rules say of the subject.
        """
        super().__init__()
        self.subject = subject
        self._rules = rules
        self._named = named
        self.look(view, guide, asked)
        self._sources = False

    def look(self, view: View, guide: Guide, asked: OpenDecision) -> None:
        """Explain another moment: the game has gone on."""
        self._view, self._guide, self._asked = view, guide, asked
        self.renew()

    def action_rules(self) -> None:
        self._rules(self.subject)

    def action_sources(self) -> None:
        self._sources = not self._sources
        page = self.query_one(PagePane)
        page.action_move(-(10**6))
        page.redraw()

    def rows(self, width: int) -> list[Row]:
        """Return what is explained, then the signs and the keys."""
        view, guide, asked = self._view, self._guide, self._asked
        if self._sources:
            return source_rows(view, guide, self.subject, asked, width)
        out = subject_rows(view, guide, self.subject, asked, width)
        out += [pad([], width)] if out else []
        out += question_rows(view, guide, asked, self.subject, width)
        told = hand_cards(guide, asked.decision)
        now, signs = now_rows(view, guide, width, told), legend_rows(guide, width)
        # Where a game has that much to say of itself, the signs are not below all of it.
        parts = [signs, [pad([], width)], now] if len(now) > len(signs) else [now, signs]
        out += [pad([], width), *(row for part in parts for row in part)]
        return [*out, *key_rows(width, self.keys, self._named)]


def subject_rows(
    view: View, guide: Guide, subject: str, asked: OpenDecision, width: int
) -> list[Row]:
    """Return what matters now about the thing under the cursor, if there is one."""
    what, _, which = subject.partition(" ")
    if what == "card":
        return card_now_rows(view, guide, int(which), asked, width)
    if what == "target":
        return target_rows(view, guide, which, width, asked.note)
    return []


def source_rows(
    view: View, guide: Guide, subject: str, asked: OpenDecision, width: int
) -> list[Row]:
    """Return what the explanation is based on: fields of a card, steps of a scoring, the rule."""
    what, _, which = subject.partition(" ")
    if what == "card":
        return card_rows(guide, int(which), width)
    if what == "target":
        return reason_rows(view, guide, which, width)
    book, decision = reference(guide.setup), asked.decision
    found = [entry for entry, _ in book.asked(decision, guide.rules)]
    if decision.card >= 0 and (card := book.card(guide.rules.cards[decision.card].id)):
        found.append(card)
    out = []
    for entry in found:
        out += [pad([Run(entry.title, TITLE)], width), *paragraph(entry.text, width)]
        out += _fact_rows("Sources", cited(entry.cite), DIM, width)
    return out or paragraph("No page of the rules is about this question.", width)


def question_rows(
    view: View, guide: Guide, asked: OpenDecision, subject: str, width: int
) -> list[Row]:
    """Return the question at hand, and what it is about: cards in use, and rules of the game.

    ``subject`` was explained before. Each card that the answers speak of is explained, too.
    """
    decision, rules = asked.decision, guide.rules
    out = [pad([Run("The question", TITLE)], width), *paragraph(asked.text, width)]
    out += paragraph(sentence(asked.hint), width) if asked.hint else []
    used = [rules.card_index[name] for name in about(decision, rules) if name in rules.card_index]
    for at in dict.fromkeys((decision.card, *used)):
        info = guide.card(at) if at >= 0 else None
        if info is not None and subject != f"card {at}":
            out += paragraph(f"{info.short}: {info.text}", width)
            for said in card_scores(view, guide, at, asked.seat):
                out += paragraph(said, width)
    for entry, said in reference(guide.setup).asked(decision, rules):
        out += paragraph(f"{entry.title}: {said or beginning(entry.text)}", width)
    for name in hand_cards(guide, decision):
        card = hand_card(guide.rules, name)
        if card is not None:
            out += _fact_rows(card.name, capital(card.brief or card.text), PLAIN, width)
    return out


def hand_cards(guide: Guide, decision: Decision) -> list[str]:
    """Return the ids of the cards besides power cards that answers speak of, in their order."""
    rules = guide.rules
    return [word for word in spoken_of(decision, rules) if hand_card(rules, word) is not None]


LONGEST = 320
"""The most characters of a rule that the help begins with."""


def beginning(text: str, most: int = LONGEST) -> str:
    """Return as many whole sentences as have room, at least the first."""
    out = ""
    for one in text.split(". "):
        said = f"{one.removesuffix('.')}."
        if out and len(out) + len(said) >= most:
            break
        out += f" {said}" if out else said
    return out


def card_now_rows(
    view: View, guide: Guide, card: int, asked: OpenDecision, width: int
) -> list[Row]:
    """Return a card: heading, text, whose it is, what its special action would bring now."""
    out = _card_head(guide, card, width)
    for said in card_now(view, guide, card, asked) if guide.card(card) else ():
        out += paragraph(said, width)
    return out


def _card_head(guide: Guide, card: int, width: int) -> list[Row]:
    info = guide.card(card)
    if info is None:
        return [pad([Run(guide.card_name(card), TITLE)], width)]
    head, text, _ = card_text(info).split("\n")
    return [pad([Run(head, TITLE)], width), *paragraph(text, width)]


def card_now(view: View, guide: Guide, card: int, asked: OpenDecision) -> Iterator[str]:
    """Yield what is to be said of a card at this moment."""
    rules, names = guide.rules, guide.names
    taker = next((slot.taker for slot in view.slots if slot.card == card), -1)
    if taker >= 0:
        yield f"{names.seat(taker)} has chosen it this round."
    elif rules.CARD + card in asked.decision.codes:
        at = next((i for i, slot in enumerate(view.slots, 1) if slot.card == card), 0)
        yield f"You can choose it now{f', with the key {at}' if at else ''}."
    yield from card_scores(view, guide, card, asked.seat)


def card_scores(view: View, guide: Guide, card: int, seat: int) -> Iterator[str]:
    """Yield what a card's special action would score now, if it is one that scores."""
    names, seat = guide.names, user(view, card, seat)
    found = card_forecast(view, guide, card, max(0, seat))
    if found is None:
        return
    if seat < 0:
        yield "Nobody can use its special action any more in this round."
        return
    if not found.scored:
        shut = "The Castillo is veiled, so what its special action would pay now is not shown."
        yield shut if found.shut else "Its special action would score nothing now."
        return
    paid = [f"{names.target(one.target)} ({_paid(one, guide)})" for one in found.scored]
    now = "now" if found.whose < 0 else f"now, if {names.seat(found.whose)} uses it"
    if found.told:
        paying = listed(paid, "or" if found.choice else "and")
        yield f"Its special action {found.told}; as things stand: {paying}."
    elif found.certain:
        yield f"Its special action would score {now}: {listed(paid)}."
    elif found.disks:
        yield f"Its secret disks can lead to {listed(paid, 'or')}."
    else:
        yield f"Its player would choose which place pays now: {listed(paid, 'or')}."
    if found.hidden:
        yield "The Castillo is veiled, so it is not counted."
    yield from may_come(kept_for(view, "scoring"), names)


def _paid(scored: Scored, guide: Guide) -> str:
    """Return who would get how much from a scoring."""
    got = [f"{guide.names.seat(seat)} {more}" for seat, more in scored.sums().items() if more]
    return ", ".join(got) or "nothing for anybody"


def card_rows(guide: Guide, card: int, width: int) -> list[Row]:
    """Return a card: heading, text, what it does, its copies, and where we have each field from."""
    info, out = guide.card(card), _card_head(guide, card, width)
    if info is None:
        return out
    cards = guide.setup.played_deck().cards
    for name, says in card_facts(next(one for one in cards if one.card.id == info.card.id), cards):
        out += _fact_rows(name, says, PLAIN, width)
    if info.cite:
        out += _fact_rows("Sources", cited(info.cite), DIM, width)
    return out


def _fact_rows(name: str, says: str, style: TextStyle, width: int) -> list[Row]:
    """Return a headed line, what does not fit into it set in below."""
    lead = max(15, cells(name) + 2)
    first, *rest = wrap(says, width - lead)
    out = [pad([Run(f"{filled(name + ':', lead)}", DIM), Run(first, style)], width)]
    return [*out, *(pad([Run(" " * lead + line, style)], width) for line in rest)]


def target_rows(view: View, guide: Guide, name: str, width: int, note: str = "") -> list[Row]:
    """Return a region or the Castillo: its neighbours, what it would pay now, why it is closed.

    ``note`` says what choosing it would mean.
    """
    out = _target_head(view, guide, name, width)
    rules = guide.rules
    target = rules.targets.index(name)
    if target < len(rules.regions):
        borders = [guide.names.region(region) for region in rules.region_neighbours[target]]
        out += paragraph(f"It borders {listed(borders) or 'no other region'}.", width)
    out += (
        paragraph(VEILED, width)
        if _veiled(guide, target)
        else _scored_now(view, guide, target, width)
    )
    if rules.king_target[view.king] == target:
        here = "here" if view.king == target else "beside it, so it is his region"
        text = f"The King is {here}: only the King may enter or leave it. It is scored."
        out += paragraph(text, width)
    elif note:
        out += paragraph(sentence(note), width)
    homes = [guide.player(s) for s in range(rules.n_seats) if view.grande(s) == target]
    if homes:
        inside = name == "castillo"
        whose = listed([f"{home}'s" for home in homes])
        many = len(homes) > 1
        head = f"{whose} Grande{'s are' if many else ' is'} in it" if inside else (
            f"It is {whose} home region"
        )  # fmt: skip
        who = "each of them" if many else homes[0]
        text = f"{head}: as sole leader {who} gets 2 extra points."
        out += paragraph(text, width)
    return out


def _scored_now(view: View, guide: Guide, target: int, width: int) -> list[Row]:
    """Return what a target would pay by itself, and in a general scoring where that differs."""
    rules, scored = guide.rules, score(view, target)
    out = paragraph("If it were scored now: " + say_score(scored, rules, guide.names), width)
    if (ahead := forecast(view, guide).at(target)) != [scored]:
        says = [say_score(one, rules, guide.names) for one in ahead] or ["it is left out."]
        out += paragraph(f"In a general scoring now: {' '.join(says)}", width)
    return out


VEILED = "The Castillo is veiled in this game: nobody can see what is inside, so remember it."


def reason_rows(view: View, guide: Guide, name: str, width: int) -> list[Row]:
    """Return a scoring of a region or the Castillo as it is now, step by step with the rules."""
    target = guide.rules.targets.index(name)
    if _veiled(guide, target):
        return [*_target_head(view, guide, name, width), *paragraph(VEILED, width)]
    scored = score(view, target)
    told = scoring_rows(scored, guide, width)
    return [*told, pad([], width), *rule_rows([scored], guide, width)]


def _target_head(view: View, guide: Guide, name: str, width: int) -> list[Row]:
    values = guide.names.values(view.values(guide.rules.targets.index(name)))
    return [pad([Run(f"{guide.name(name)}  {values}", TITLE)], width)]


def _veiled(guide: Guide, target: int) -> bool:
    return not all(guide.shows(place) for place in guide.rules.target_places[target])


def now_rows(view: View, guide: Guide, width: int, told: Collection[str] = ()) -> list[Row]:
    """Return what is special about this game and this moment:
    expansions, a King abroad, own cards but those that were ``told`` of before.
    """
    rules = guide.rules
    said = []
    for note in guide.display.notes(view, guide.names):
        sign = f"{guide.glyphs.piece(rules.kinds[note.kind])} " if note.kind >= 0 else ""
        said.append(sign + note.text)
    if rules.king_target[view.king] < 0:
        said.append(
            f"The King is {guide.names.at(rules.nodes[view.king])}: no region is closed, and you "
            f"place caballeros in {near_king(view, guide.names)}."
        )
    for index in () if view.seat is None else view.extras(view.seat):
        name = rules.extra_hand[index]
        card = hand_card(guide.rules, name)
        if card is not None and name not in told:
            said.append(f"You hold {guide.name(name)}: {card.brief or card.text}")
    return [pad([Run(line, PLAIN)], width) for text in said for line in wrap(text, width)]
