"""The labels of the smallest map, in random positions of all games, as they are and with marks."""

from __future__ import annotations

from games import Variant, each, games_of, rng_for, start, told

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import Changes, read
from elgrande.app.board.map.travel import PARTS, travel
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.content.map.chart import Box
from elgrande.content.map.charts import charts
from elgrande.content.scorings import rewound
from elgrande.content.story import moved, passages
from elgrande.rules.events import Event

CHIPS = 7
"""So many have room in any place; of more, as beside the table of the Colonies, some are cut."""


@each(3)
def test_no_two_labels_have_room_in_common(variant: Variant) -> None:
    """However full one is, it does not run under another or under a box in the sea."""
    for chart in charts(variant.setup(0).ruleset()).values():
        boxes = [chart.castle, *chart.insets.values()]
        taken: list[Box] = []
        for region, (head, *_) in chart.labels.items():
            mine = [Box(*slot, 1) for slot in (head, *chart.rooms(region)[-1])]
            assert not any(one.meets(other) for one in mine for other in (*boxes, *taken)), region
            taken += mine


@games_of(range(30, 32))
def test_whoever_is_in_a_region_is_seen_there(variant: Variant, seed: int) -> None:
    """What is told of it, too: nothing is cut."""
    rng = rng_for(variant, seed, "labels")
    state = start(variant, seed)
    guide = Guide(variant.setup(seed), state.rules, UNICODE)
    chart = guide.charts["compact"]
    lately: list[list[Event]] = []
    for _, _, _, events in told(state, rng):
        lately = [*lately[-30:], events]
        if rng.random() > 0.03:
            continue
        for passed in ([], lately):
            news = moved(event for some in passed for event in some)
            scene = read(state, guide, changes=Changes(news))
            rows = plain(draw(chart, scene, guide.glyphs))
            for spot in scene.spots:
                if spot.apart or len(spot.troops or ()) > CHIPS:
                    continue  # Where a limit table is full what has no room ends in a sign.
                for x, y, width in chart.rooms(spot.id)[-1]:
                    assert UNICODE.more not in rows[y][x : x + width], "\n".join(rows)


@games_of(range(32, 34))
def test_every_turn_can_be_watched(variant: Variant, seed: int) -> None:
    """What moves is drawn on its way on every map, and where it came from it is not counted."""
    state = start(variant, seed)
    guide = Guide(variant.setup(seed), state.rules, UNICODE)
    heard: list[tuple[int, Event]] = []
    for n, (_, _, _, events) in enumerate(told(state, rng_for(variant, seed, "watched"))):
        heard += [(n, event) for event in events if event.seen_by(0)]
    end = state.view(0)
    for passage in passages(state.rules, heard, state.round)[::7]:
        first, last = passage.span
        after = rewound(end, heard[last:])
        for picture in travel(after, heard[first:last], guide)[:: PARTS - 1]:
            assert picture.then is not None
            assert picture.rider is not None
            for (kind, place), number in picture.away.items():
                assert picture.then.count(kind, place) >= number
            scene = read(end, guide, changes=picture)
            for chart in guide.charts.values():
                rows = "\n".join(plain(draw(chart, scene, guide.glyphs)))
                assert picture.rider.drawn.text in rows
