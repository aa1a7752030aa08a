"""Where the arrows lead: computed, and for the ten places of the base game as it always was."""

from __future__ import annotations

import pytest

from elgrande.content.map.chart import SIZES, Board, Box, Chart, load, slots

# What hands have learnt; the charts may be redrawn, but not this.
LEARNT = {
    "galicia": {"right": "basque", "down": "old-castile"},
    "basque": {"left": "galicia", "right": "aragon", "down": "old-castile"},
    "aragon": {"left": "old-castile", "right": "catalonia", "up": "basque", "down": "valencia"},
    "catalonia": {"left": "aragon", "up": "aragon", "down": "castillo"},
    "old-castile": {"left": "galicia", "right": "aragon", "up": "basque", "down": "new-castile"},
    "new-castile": {"left": "seville", "right": "valencia", "up": "old-castile", "down": "granada"},
    "seville": {"right": "granada", "up": "new-castile"},
    "granada": {"left": "seville", "right": "valencia", "up": "new-castile"},
    "valencia": {"left": "new-castile", "right": "castillo", "up": "aragon", "down": "granada"},
    "castillo": {"left": "valencia", "up": "catalonia"},
}


@pytest.mark.parametrize("size", SIZES)
def test_the_arrows_of_the_base_game_lead_where_they_always_led(size: str) -> None:
    assert load(size).walk == LEARNT


def test_without_a_word_from_the_map_geometry_alone_leads_everywhere() -> None:
    """Four boxes: one in each direction from the first, and one behind another."""
    grid = ("." * 60,) * 40
    chart = Chart(
        "bare", Board({}, {}, {}), grid, {}, Box(25, 8, 10, 3), slots([]), {},
        {"west": Box(0, 8, 10, 3), "east": Box(50, 9, 10, 3), "south": Box(25, 16, 10, 3),
         "corner": Box(0, 17, 10, 3)},
    )  # fmt: skip
    walk = chart.walk
    assert walk["castillo"] == {"left": "west", "right": "east", "down": "south"}
    assert walk["west"] == {"right": "castillo", "down": "corner"}
    assert walk["corner"]["up"] == "west"
    assert walk["corner"]["right"] == "south"
    for start in walk:
        reached, edge = {start}, [start]
        while edge:
            new = set(walk[edge.pop()].values()) - reached
            reached |= new
            edge += new
        assert reached == set(chart.targets), start
