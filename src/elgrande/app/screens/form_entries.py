"""A form as values of TOML, and the form that such values fill in again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.edition import is_edition
from elgrande.content.expansion import offered
from elgrande.content.setup import MAX_SEED, PERSON, Player

if TYPE_CHECKING:
    from elgrande.app.screens.form import Form


def entries(form: Form, dealt: int) -> dict[str, Any]:
    """Return what was filled in; the seed only if it is not the one that was ``dealt``."""
    out: dict[str, Any] = {
        "edition": form.edition,
        "expansions": [*form.expansions],
        "deck": form.deck,
        "short": form.short,
        "count": form.count,
        "house": dict(form.house),
        "players": [
            {"colour": player.colour, "name": player.name, "source": player.source}
            for player in form.players
        ],
    }
    if form.seed != dealt:
        out["seed"] = form.seed
    return out


def fill_in(form: Form, said: dict[str, Any]) -> Form:
    """Return the form with what was filled in before, as far as it can still be chosen.

    Whatever is missing or makes no sense any more, such as a bot that is not installed,
    stays as the form has it; nothing is refused.
    """
    name = said.get("edition")
    if isinstance(name, str) and is_edition(name):
        form = form.with_edition(name)
    can = [one.id for one in offered(form.edition)]
    form = replace(
        form,
        expansions=tuple(one for one in can if one in _list(said.get("expansions"))),
        house=tuple((key, _choice(form, key, old, said)) for key, old in form.house),
        players=_players(form, _list(said.get("players"))),
    )
    if said.get("deck") in [deck.id for deck in form.decks]:
        form = replace(form, deck=said["deck"])
    if isinstance(said.get("short"), bool):
        form = replace(form, short=said["short"])
    if _number(said.get("count")) in form.data.ranks:
        form = replace(form, count=said["count"])
    if 0 <= _number(said.get("seed")) <= MAX_SEED:
        form = replace(form, seed=said["seed"])
    return form


def _choice(form: Form, key: str, old: Any, said: dict[str, Any]) -> Any:
    house = said.get("house")
    value = house.get(key) if isinstance(house, dict) else None
    return value if form.rule(key).allows(value) else old


def _players(form: Form, said: list[Any]) -> tuple[Player, ...]:
    """Return the players as they were named and seated, if each colour is there once."""
    tables = [one for one in said if isinstance(one, dict)]
    texts = [[one.get(key) for key in ("colour", "name", "source")] for one in tables]
    players = [
        Player(colour, clean(name), source)
        for colour, name, source in texts
        if isinstance(colour, str) and isinstance(name, str) and isinstance(source, str)
    ]
    if {player.colour for player in players} != {*form.data.colours} or len(players) != len(
        form.players
    ):
        return form.players
    labels = form.data.labels
    bot = form.bots[0] if form.bots else PERSON
    return tuple(
        replace(
            player,
            name=player.name or labels[player.colour].name,
            source=player.source if player.source in (PERSON, *form.bots) else bot,
        )
        for player in players
    )


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: object) -> int:
    return value if type(value) is int else -1
