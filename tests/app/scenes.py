"""Made-up scenes for tests of the map: no game, only what the drawing needs."""

from __future__ import annotations

from elgrande.app.board.map.scene import Scene, Spot, Troop

COLOURS = ("red", "blue", "green", "yellow", "white")
NAMES = {
    "galicia": ("Galicia", "Gal."),
    "basque": ("Basque Country", "Basque"),
    "aragon": ("Aragon", "Ara."),
    "catalonia": ("Catalonia", "Cat."),
    "old-castile": ("Old Castile", "Old Cas."),
    "new-castile": ("New Castile", "New Cas."),
    "seville": ("Seville", "Sev."),
    "granada": ("Granada", "Gra."),
    "valencia": ("Valencia", "Val."),
}
VALUES = (
    (4, 2, 0),
    (5, 3, 1),
    (5, 4, 1),
    (4, 2, 1),
    (6, 4, 2),
    (7, 4, 2),
    (4, 3, 1),
    (6, 3, 1),
    (5, 3, 2),
)


def quiet() -> Scene:
    """Early in a game: the King in New Castile, a few pieces, three lit places."""
    spots = []
    for i, (place, names) in enumerate(NAMES.items()):
        troops = tuple(Troop(c, (i + j) % 4 + 1) for j, c in enumerate(COLOURS) if (i + j) % 2)
        spots.append(
            Spot(
                place,
                names,
                str(i + 1),
                (8, 4, 0) if place == "seville" else VALUES[i],
                mobile=place == "seville",
                troops=troops,
                grandes=(COLOURS[i // 2],) if i % 2 else (),
                king=place == "new-castile",
                taboo=place == "new-castile",
                lit=place in {"old-castile", "granada"},
            )
        )
    inside = (Troop("red", 2), Troop("white", 1))
    spots.append(Spot("castillo", ("Castillo",), "0", (5, 3, 1), troops=inside, lit=True))
    return Scene(tuple(spots), ((4, 0, 0),))


def crowded() -> Scene:
    """Everybody everywhere, four with two digits, all Grandes: more than any game has."""
    troops = tuple(Troop(colour, 20 + i if i < 4 else 9) for i, colour in enumerate(COLOURS))
    spots = [
        Spot(place, names, str(i + 1), (8, 4, 0), True, troops, COLOURS, king=True, taboo=True)
        for i, (place, names) in enumerate(NAMES.items())
    ]
    spots.append(Spot("castillo", ("Castillo",), "0", (8, 4, 0), True, troops))
    return Scene(tuple(spots), ((8, 4, 0), (4, 0, 0)))
