"""Past positions, put together from the present one and what has happened since.

The maps alone are compared: cards and whose turn it is are told of now.
"""

from __future__ import annotations

from games import Variant, games_of, rng_for, start, told

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.scene import read
from elgrande.app.panes.glyphs import UNICODE
from elgrande.content.scorings import rewound
from elgrande.rules.events import Event

BACK = 40
"""Answers that are taken back at most."""


@games_of(range(34, 38))
def test_a_past_map_is_drawn_as_it_was(variant: Variant, seed: int) -> None:
    rng, state = rng_for(variant, seed, "rewound"), start(variant, seed)
    guide = Guide(variant.setup(seed), state.rules, UNICODE)
    lately = [(read(state.view(None), guide), list[Event]())]
    for _, _, _, events in told(state, rng):
        for _, since in lately:
            since += events
        lately = [*lately[-BACK:], (read(state.view(None), guide), [])]
        if rng.random() < 0.05:
            then, since = rng.choice(lately)
            shown = read(rewound(state.view(None), [*enumerate(since)]), guide)
            assert shown == then, [type(event).__name__ for event in since]
