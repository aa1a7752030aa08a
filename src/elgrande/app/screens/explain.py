"""What is under the cursor, and the keys: the answer to `?`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.ink import DIM, PLAIN, TITLE, Ink, Row, Run, pad, piece, wrap
from elgrande.app.panes.page import SCROLLS, PagePane
from elgrande.app.screens import keylist
from elgrande.app.screens.dialog import CLOSES, Dialog
from elgrande.app.screens.rules import rules_about
from elgrande.content.documents import cited
from elgrande.content.words import card_facts, card_text, explain_score, say_score
from elgrande.content.words.names import listed, points
from elgrande.rules import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.binding import BindingType
    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.guide import Guide
    from elgrande.app.keynames import Keys
    from elgrande.rules import View

KEYS = (
    ("1-9 0", "regions in scoring order and the Castillo (also c), or what a chip shows"),
    (
        "{map.left,map.down,map.up,map.right|arrows hjkl}",
        "move the cursor on the map, over cards, over chips",
    ),
    ("{map.choose,cards.choose,prompt.choose|Enter}", "choose what is under the cursor"),
    ("s", "announce the special action"),
    ("d", "done: stop placing or moving, end the turn"),
    ("v p a", "Veto, let this pass, let all pass"),
    ("{table.back}", "back out of a half-made gesture"),
    ("{table.undo}  {table.undo-turn}", "undo one step, undo the turn; {table.redo} brings back"),
    ("{table.answers}", "all legal answers as a list"),
    ("{table.forecast}", "forecast: if it were scored now, and why"),
    ("{table.recap}", "what happened since your last turn, fact by fact"),
    ("{table.hint}", "what the strongest bot would do, and why"),
    ("{table.command}", "type a command, as in `place galicia`"),
    (
        "{table.next}",
        "next pane ({log.up,log.down|arrows} scroll the log, {log.why} there: why these points)",
    ),
    ("{table.settings}", "settings, and keys of your own"),
    ("ctrl+p", "palette: legal answers, themes"),
    ("{table.explain}", "explain what is under the cursor"),
    ("{table.rules}", "the rules, to search and to read"),
    ("{table.leave}", "leave; the game is saved"),
    ("{app.report}", "report a fault: writes a file with the game and the facts"),
)
"""The keys of the table, named as `Keys.say` reads them; those of answers are fixed."""


class ExplainScreen(Dialog[None]):
    """Explains a card or a place, and lists the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "close", "close", show=False, id="explain.close"),
        Binding("R", "rules", "more in the rules", show=False, id="explain.rules"),
    ]

    title_text = "Help"
    hint = f"{SCROLLS}, {{explain.rules}} more in the rules, {CLOSES}"

    def __init__(self, view: View, guide: Guide, subject: str) -> None:
        super().__init__()
        self._view = view
        self._guide = guide
        self._subject = subject

    def content(self) -> Iterator[Widget]:
        """A page."""
        yield PagePane(self.rows)

    def on_mount(self) -> None:
        """The keyboard goes to the page."""
        self.query_one(PagePane).focus()

    def action_rules(self) -> None:
        """What the rules say of it."""
        self.app.push_screen(rules_about(self._guide, self._subject))

    def rows(self, width: int) -> list[Row]:
        """What is explained, then the keys."""
        what, _, which = self._subject.partition(" ")
        out: list[Row] = []
        if what == "card":
            out = card_rows(self._guide, int(which), width)
        elif what == "target":
            out = target_rows(self._view, self._guide, which, width)
        else:
            out = [*legend_rows(self._guide, width), *now_rows(self._view, self._guide, width)]
        return [*out, *key_rows(width, self.keys)]


class HelpScreen(Dialog[None]):
    """The keys and signs, before any game."""

    title_text = "Keys and signs"
    hint = f"{SCROLLS}, {CLOSES}"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def content(self) -> Iterator[Widget]:
        """A page."""
        yield PagePane(lambda width: [*sign_rows(self._glyphs, width), *key_rows(width, self.keys)])

    def on_mount(self) -> None:
        """The keyboard goes to the page."""
        self.query_one(PagePane).focus()


def key_rows(width: int, keys: Keys) -> list[Row]:
    """The keys of the table."""
    named = [(keys.say(key), keys.say(says)) for key, says in KEYS]
    return [pad([], width), pad([Run("Keys", TITLE)], width), *keylist.rows(named, width)]


def card_rows(guide: Guide, card: int, width: int) -> list[Row]:
    """A card: heading, text, what it does, its copies, and where we have each field from."""
    info = guide.card(card)
    if info is None:
        return [pad([Run(guide.card_name(card), TITLE)], width)]
    head, text, _ = card_text(info).split("\n")
    out = [pad([Run(head, TITLE)], width)]
    out += [pad([Run(line, PLAIN)], width) for line in wrap(text, width)]
    cards = guide.setup.played_deck().cards
    for name, says in card_facts(next(one for one in cards if one.card.id == info.card.id), cards):
        out += _fact_rows(name, says, PLAIN, width)
    if info.cite:
        out += _fact_rows("Documents", cited(info.cite), DIM, width)
    return out


def _fact_rows(name: str, says: str, ink: Ink, width: int) -> list[Row]:
    """A headed line, what does not fit into it set in below."""
    lead = 15
    first, *rest = wrap(says, width - lead)
    out = [pad([Run(f"{name + ':':<{lead}}", DIM), Run(first, ink)], width)]
    return [*out, *(pad([Run(" " * lead + line, ink)], width) for line in rest)]


def target_rows(view: View, guide: Guide, name: str, width: int) -> list[Row]:
    """A region or the Castillo: who is how strong, what it would pay, why it is closed."""
    rules = guide.rules
    target = rules.targets.index(name)
    values = "/".join(map(str, view.values(target)))
    out = [pad([Run(f"{guide.name(name)}  {values}", TITLE)], width)]

    def say(text: str) -> None:
        out.extend(pad([Run(line, PLAIN)], width) for line in wrap(text, width))

    if target < len(rules.regions):
        borders = [guide.name(rules.regions[r]) for r in rules.region_neighbours[target]]
        say(f"Borders {', '.join(borders)}.")
    if rules.king_target[view.king] == target:
        here = "here" if view.king == target else "beside it, and it is his"
        say(f"The King stands {here}: nothing but the King may enter or leave; it is scored.")
    homes = [guide.player(s) for s in range(rules.n) if view.grande(s) == target]
    if homes:
        inside = name == "castillo"
        head = "Inside are the Grandes" if inside else "Home region"
        say(f"{head} of {', '.join(homes)}: 2 points more for its sole leader's own Grande.")
    if not all(guide.shows(place) for place in rules.target_places[target]):
        say("The Castillo is veiled in this game: nobody may count who is inside. Remember it.")
        return out
    scored = score(view, target)
    for line in scored.lines:
        kind = rules.kinds[line.kind]
        runs = [
            Run(f" {guide.glyphs.piece(kind)}{line.count} ", piece(kind)),
            Run(f" {guide.names.owner(line.kind)}: {points(line.points)}", PLAIN),
        ]
        out.append(pad(runs, width))
    say("If it were scored now: " + say_score(scored, rules, guide.names))
    for reason in explain_score(scored, rules, guide.names):
        say(f"{guide.glyphs.dot} {reason.sentence} {reason.rule}".rstrip())
    return out


def legend_rows(guide: Guide, width: int) -> list[Row]:
    """The signs on the map, with the players of this game."""
    out = sign_rows(guide.glyphs, width, guide.names.scoreboard)
    for seat in range(guide.rules.n):
        colour = guide.colour(seat)
        runs = [
            Run(" ", PLAIN),
            Run(f"{guide.glyphs.piece(colour)}3", piece(colour)),
            Run(f"      three caballeros of {guide.player(seat)}", PLAIN),
        ]
        out.append(pad(runs, width))
    return out


def now_rows(view: View, guide: Guide, width: int) -> list[Row]:
    """What is special about this game and this moment: expansions, a King abroad, own cards."""
    rules = guide.rules
    said = []
    for note in guide.shown.notes(view, guide.names):
        sign = f"{guide.glyphs.piece(rules.kinds[note.kind])} " if note.kind >= 0 else ""
        said.append(sign + note.text)
    if rules.king_target[view.king] < 0:
        near = listed([guide.names.region(region) for region in rules.neighbours(view)])
        said.append(
            f"The King is in {guide.names.node(view.king)}: no region is closed, and courts place "
            f"in {near}."
        )
    for index in () if view.seat is None else view.extras(view.seat):
        name = rules.extra_hand[index]
        card = guide.shown.hand_card(name)
        if card is not None:
            said.append(f"In your hand, {guide.name(name)}: {card.brief or card.text}")
    return [pad([Run(line, PLAIN)], width) for text in said for line in wrap(text, width)]


def sign_rows(glyphs: Glyphs, width: int, scoreboard: str = "mobile scoreboard") -> list[Row]:
    """The signs on the map."""
    out = [pad([Run("Signs", TITLE)], width)]
    for sign, says in (
        (f"{glyphs.home}R", "the Grande of Red stands here: the home region"),
        (f"{glyphs.king} KING", "the King; his region is hatched and closed"),
        ("[8/4/0]", f"a {scoreboard} covers the printed values"),
        ("[5]", "can be chosen now, with this key"),
        (f"{glyphs.left}5{glyphs.right}", "the cursor"),
        (f"{glyphs.piece('red')}3", "three caballeros; each player has a shape of his own"),
    ):
        out.append(pad([Run(f" {sign:<8}", PLAIN), Run(says, PLAIN)], width))
    return out
