"""The players: who acts, score, power card, court, provinces, hand, held cards."""

from __future__ import annotations

import textwrap
from collections.abc import Collection

from elgrande.app.board.guide import Guide
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.power_cards import in_hand, other_row, played
from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    TextStyle,
    brief,
    cells,
    pad,
    piece,
    width_of,
)
from elgrande.content.words.names import points
from elgrande.rules import Position
from elgrande.rules.parts import LASTS

ROOMY = 44
"""From this width on words are written out."""

HELD = TextStyle("ink", "king", True)


def needed(guide: Guide, each: int) -> int:
    """Return how many rows show everybody, with so many a player; others have one each."""
    return each * guide.rules.n_seats + guide.display.height


def rows(
    position: Position,
    guide: Guide,
    width: int,
    height: int,
    owing: Collection[int] = (),
    own: int | None = None,
    *,
    tells_hands: bool = True,
    away: Collection[int] = (),
) -> list[Row]:
    """Return three rows a player, or two where the height asks for it; those need a wide pane.

    Those of ``own`` stand behind a bar in its colour, names of those ``away`` in brackets. Hands
    may be told elsewhere.
    """
    count = guide.rules.n_seats
    tall = height >= needed(guide, 3) or width < ROOMY
    out: list[Row] = []
    for seat in range(count):
        facts = _facts(position, guide, seat, width)
        forms = [in_hand(position, guide, seat, wide=wide) for wide in (width >= ROOMY, False)]
        held = _held(position, guide, seat)
        bar = Run(guide.glyphs.own, piece(guide.colour(seat))) if seat == own else Run(" ", DIM)
        power = played(position, seat, guide, wide=width >= ROOMY)
        if tall:
            out.append(_head(position, guide, width, seat, seat in owing, held, bar, seat in away))
            gap = Run("  " if width >= ROOMY else " ", DIM)
            row = [bar, Run("  ", DIM), *power, gap, *facts]
            row += _home(position, guide, seat, width - width_of(row))
            out.append(pad(row, width))
            hand = next((hand for hand in forms if 3 + width_of(hand) <= width), forms[-1])
            out.append(pad(_last(hand, width, guide.glyphs.more), width))
        else:
            out.append(_head(position, guide, width, seat, seat in owing, facts, bar, seat in away))
            left = [bar, Run("  ", DIM), *power, Run(" ", DIM)]
            room = width - width_of([*left, *held])
            if not tells_hands:
                left += _home(position, guide, seat, room)
            else:
                # Where a Veto leaves no room for the label, the numbers are the hand anyway.
                short = forms[-1][1:]
                last = [short[0]._replace(text=brief(short[0].text, room, guide.glyphs.more))]
                known = (*forms, *(whole[1:] for whole in forms), last)
                left += next((hand for hand in known if width_of(hand) <= room), last)
            out.append(_ends(left, held, width))
        if tall and height >= needed(guide, 4) - 1:
            out.append(pad([], width))
    others = guide.display.rows(position, guide.names)
    if others:
        del out[max(0, height - len(others)) :]
        out += [other_row(position, guide, row, width, wide=width >= ROOMY) for row in others]
    return out[:height]


def hands(position: Position, guide: Guide, width: int, height: int) -> list[Row]:
    """Return what everybody has in hand and keeps, where the seats tell the rest:
    two rows a player, or more for a long hand, with air between them where there is room.
    """
    count = guide.rules.n_seats
    others = guide.display.rows(position, guide.names)
    told = [in_hand(position, guide, seat, wide=width >= ROOMY) for seat in range(count)]
    in_full = [_in_full(hand, width) for hand in told]
    room = height - count - len(others)
    if sum(map(len, in_full)) > room:
        in_full = [[_last(hand, width, guide.glyphs.more)] for hand in told]
    air = sum(map(len, in_full)) + count - 1 <= room
    out: list[Row] = []
    for seat in range(count):
        held = _held(position, guide, seat)
        name = guide.called(seat, width - 4 - width_of(held))
        left = [
            Run(" ", PLAIN),
            guide.sign(seat),
            Run(f" {name}", STRONG, f"seat {seat}"),
        ]
        left += _home(position, guide, seat, width - width_of([*left, *held]))
        out.append(_ends(left, held, width))
        out += [pad(row, width) for row in in_full[seat]]
        if air and seat < count - 1:
            out.append(pad([], width))
    out += [other_row(position, guide, row, width, wide=width >= ROOMY) for row in others]
    return out[:height]


def _ends(left: list[Run], right: list[Run], width: int) -> Row:
    """Return a row with runs at both ends."""
    return (*pad(left, width - width_of(right)), *right)


def _head(
    position: Position,
    guide: Guide,
    width: int,
    seat: int,
    acts: bool,
    more: list[Run],
    bar: Run,
    away: bool,
) -> Row:
    """Return marker, sign, name, whatever else belongs here, score."""
    glyphs = guide.glyphs
    wide = width >= ROOMY
    score = points(position.score(seat)) if wide else f"{position.score(seat)} pts"
    rules = guide.rules
    # After the last turn it is whoever starts the next round, if there is one.
    ended = position.round == rules.rounds[-1] and position.turns_had == rules.n_seats
    starts = seat == position.starter and position.round and not ended
    tail = [Run(f" {glyphs.sign(one)}", STRONG) for one in guide.display.at_court(position, seat)]
    tail += [Run(" starts" if wide else " 1st", DIM)] if starts else []
    right = [*more, Run("  " if wide else " ", PLAIN)] if more else []
    right.append(Run(f"{score:>9}" if wide else score, STRONG))
    room = width - 4 - width_of([*tail, *right])
    name = f"({guide.called(seat, room - 2)})" if away else guide.seated(seat, room)
    left = [
        Run(glyphs.hand, TITLE) if acts else bar,
        guide.sign(seat),
        Run(" ", PLAIN),
        Run(name, TITLE if acts else STRONG, f"seat {seat}"),
        *tail,
    ]
    return _ends(left, right, width)


def _held(position: Position, guide: Guide, seat: int) -> list[Run]:
    """Return the held cards, each name once with the rounds until which they are kept."""
    until: dict[str, list[int]] = {}
    for held in position.held:
        if held.owner == seat:
            name = guide.card_name(held.card)
            until.setdefault(name, []).append(held.until)
    out: list[Run] = []
    for name, lasts in until.items():
        rounds = ",".join(str(last) for last in lasts if last not in LASTS)
        out += [Run(" ", PLAIN), Run(f" {name} r{rounds} " if rounds else f" {name} ", HELD)]
    return out


def _facts(position: Position, guide: Guide, seat: int, width: int) -> list[Run]:
    """Return how many stand at court and in the provinces."""
    rules = guide.rules
    shown = guide.shows(rules.provinces)
    provinces = str(position.count(seat, rules.provinces)) if shown else "?"
    return [
        Run("court ", DIM, "court"),
        Run(f"{position.count(seat, rules.court):<2}", STRONG, "court"),
        Run(" prov ", DIM),
        Run(f"{provinces:<2}", PLAIN),
    ]


def _home(position: Position, guide: Guide, seat: int, room: int) -> list[Run]:
    """Return the home region, in the longest form that fits."""
    home = position.grande(seat)
    forms = guide.forms(guide.rules.targets[home]) if home >= 0 else ()
    lead = Run("  home ", DIM)
    return next(([lead, Run(form, PLAIN)] for form in forms if cells(lead.text + form) <= room), [])


def _last(hand: list[Run], width: int, more: str) -> list[Run]:
    """Return the hand indented; in a narrow pane its label goes before a number does."""
    need = 3 + width_of(hand)
    if need > width:
        cut = hand[-1]._replace(text=brief(hand[-1].text, width - 1, more))
        return [Run(" " * (1 if need - 5 >= width else 2), DIM), cut]
    return [Run("   ", DIM), *hand]


def _in_full(hand: list[Run], width: int) -> list[list[Run]]:
    """Return the whole hand with its label, in as many rows as it takes."""
    label, text = hand
    # While a window is laid out, a pane may be asked with next to no width.
    parts = textwrap.wrap(text.text, max(1, width - 3 - cells(label.text)))
    leads = [label, *[label._replace(text=" " * cells(label.text))] * len(parts)]
    return [
        [Run("   ", DIM), *row]
        for row in zip(leads, [text._replace(text=part) for part in parts], strict=False)
    ]


class CourtsPane(LineWidget, can_focus=True):
    """The pane of the players; ``brief`` where the rest is told beside it."""

    brief = False
    tells_hands = True

    def show(
        self,
        position: Position,
        guide: Guide,
        owing: Collection[int],
        own: int | None = None,
        away: Collection[int] = (),
    ) -> None:
        """Show another position."""

        def made(width: int, height: int) -> list[Row]:
            if self.brief:
                return hands(position, guide, width, height)
            told = self.tells_hands
            return rows(position, guide, width, height, owing, own, tells_hands=told, away=away)

        self.draw_with(made)
