"""What an answer is said to change is what the forecast says after it less what it said before."""

from __future__ import annotations

from games import Variant, games_of, play, rng_for, start

from elgrande.app.answering.preview import BOTH, FORESEEN, PAID, Preview
from elgrande.app.board.guide import Guide
from elgrande.app.panes.forecast import forecast
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content.scorings import rewound
from elgrande.rules import Generator, State, View
from elgrande.rules.events import Event, TurnEnded

SHARE, CODES = 0.06, 8
"""How many of the positions are looked at, and of how many answers there."""


def difference(state: State, guide: Guide, seat: int, code: int) -> tuple[int, ...]:
    """What the forecast says after an answer, less what it says before."""
    after, heard = state.copy(), list[Event]()
    after.apply(seat, code, heard.append)
    later = next((at + 1 for at, event in enumerate(heard) if isinstance(event, TurnEnded)), None)
    shown = after.view(seat) if later is None else rewound(after, [*enumerate(heard[later:])])
    before, now = (forecast(each, guide).totals for each in (state.view(seat), shown))
    return tuple(new - old for new, old in zip(now, before, strict=True))


def elsewhere(view: View) -> View:
    """The same view where others have more in the veiled Castillo than there are."""
    rules, board = view.rules, view.board[:]
    for kind in range(len(rules.kinds)):
        inside, outside = (rules.at_kind[kind][p] for p in (rules.castillo, rules.provinces))
        if kind not in rules.kinds_owned[view.seat or 0] and board[outside]:
            board[inside] += 1
            board[outside] -= 1
    return View(
        rules, board, view.stack[:], view.held, view.unknown_cards, view.drawers[:], view.seat
    )


@games_of(range(40, 42))
def test_a_preview_is_what_the_forecast_then_says(variant: Variant, seed: int) -> None:
    rng = rng_for(variant, seed, "preview")
    state = start(variant, seed)
    guide = Guide(variant.setup(seed), state.rules, UNICODE)
    for seat, _ in play(state, rng):
        if rng.random() > SHARE:
            continue
        view = state.view(seat)
        preview = Preview(view, guide)
        codes = state.legal(seat)
        for code in rng.sample(codes, min(CODES, len(codes))):
            worth, text = preview.worth(code), state.rules.text(code)
            if worth is None or state.rules.verb(code) in ("card", "special"):
                continue
            after = state.copy()
            after.apply(seat, code)
            went = (after.actor, after.round) != (state.actor, state.round)
            if went and (state.held or after.over or after.round != state.round):
                # What was kept or paid as a turn ended is not known once all that is over.
                continue
            # As it is, and as it may be for all that the seat knows.
            for world in (state, view.sample(Generator.seeded(seed))):
                assert worth.points == difference(world, guide, seat, code), text
            assert worth.when in (FORESEEN, PAID, BOTH)
            if guide.veiled:
                assert Preview(elsewhere(view), guide).worth(code) == worth, text
        assert view == state.view(seat), "a question changes nothing"
