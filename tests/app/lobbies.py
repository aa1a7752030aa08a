"""A lobby on paper: what a server would tell, for pictures of the screens that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from elgrande.lobby import Denied, GameLine, GameWish, Me, News, Room, Said, SeatLine
from elgrande.lobby.records import ANYBODY, BY_WORD, DAY, ME, PERSON
from elgrande.table.chair import Chair

COLOURS = ("red", "blue", "green", "yellow", "white")
HOUR = 3600.0
EVENING = 64_800.0
"""Six o'clock on the first day of 1970."""


def seat(colour: str, name: str = "", source: str = PERSON, **others: Any) -> SeatLine:
    """A seat; a person's unless said."""
    others.setdefault("mine", name == "ana")
    return SeatLine(colour, name, source, **others)


def seats(*names: str, **by_colour: dict[str, Any]) -> tuple[SeatLine, ...]:
    """Seats of persons by their names, of bots behind a colon, free ones by a dash."""
    made = []
    for colour, name in zip(COLOURS, names, strict=False):
        more = by_colour.get(colour, {})
        if name == "-":
            made.append(SeatLine(colour, who=more.pop("who", ANYBODY), **more))
        elif name.startswith(":"):
            made.append(SeatLine(colour, "", name[1:], **more))
        else:
            made.append(seat(colour, name, **{"here": True, **more}))
    return tuple(made)


GAMES = (
    GameLine(
        "sunday-table", "running", "1996", (),
        seats("ana", "bruno", "carla", "dan", ":steward", red={"owes": 1200.0, "left": 24_000.0},
              dan={"here": False}),
        "ana", 5, mine=True, waits=True, idle=1200, clock=DAY, title="Sunday table",
    ),
    GameLine("office", "running", "2023", (), seats("ana", "bruno", ":steward", red={"owes": 90.0}),
             "bruno", 2, mine=True, waits=True, idle=90, title="Office"),
    GameLine("harbour", "running", "1996", ("grandissimo",),
             seats("ana", "bruno", "carla", "dan", green={"owes": 60.0}),
             "dan", 8, mine=True, idle=60, title="Harbour"),
    GameLine("learners", "open", "1996", (), seats("dora", "ed", "-", "-"), "dora", rounds=6,
             title="Learners only"),
    GameLine("big-map", "open", "1996", ("colonies",), seats("ed", "dan", "finn", "-", "-"), "ed",
             clock=DAY, title="Big map on Friday"),
    GameLine("final", "running", "1996", (),
             seats("gus", "hal", "ida", "jon", "kim", yellow={"owes": 3.0}), "gus", 9, idle=3,
             watchers=14, title="The final"),
    GameLine("two-at-dawn", "finished", "1996", (),
             seats("ana", "finn", red={"score": 84}, blue={"score": 71}), "finn", 9, mine=True,
             idle=3 * HOUR, title="Two at dawn"),
)  # fmt: skip

SAID = tuple(
    Said(n, EVENING + 60 * n, who, text)
    for n, (who, text) in enumerate([
        ("ana", "the word is in the mail"), ("bruno", "got it"), ("bruno", "can I have green?"),
        ("ana", "sure"), ("", "dan was late, so steward plays yellow for now."),
        ("dora", "who has the Veto?"),
    ])
)  # fmt: skip

WAITING = Room(
    GameLine(
        "thursday", "open", "1996", ("grandissimo",),
        (seat("red", "ana", here=True, who=ME),
         seat("blue", "bruno", here=True, who=BY_WORD, wants="green"),
         SeatLine("green", who=BY_WORD), SeatLine("yellow", who=ANYBODY),
         SeatLine("white", "", "steward", who="steward")),
        "ana", mine=True, clock=DAY, title="Thursday table",
    ),
    word="KXQZ2MVR", here=("ana", "bruno", "dora"), said=SAID[:4], begins="told",
    wish=GameWish("1996", ()),
)  # fmt: skip


class PaperLobby:
    """Stands in for a LobbyClient; what is asked of it is noted."""

    server = ""
    user = "ana"

    def __init__(self, chair: Chair | None = None, door: str = "", name: str = "ana") -> None:
        self.me = Me(name)
        self.door = door
        self.note = ""
        self.gone = ""
        self.asked: list[tuple[Any, ...]] = []
        self._chair = chair
        self.rooms = {game.name: Room(game) for game in GAMES}
        self.rooms["thursday"] = WAITING

    def find(self, text: str) -> str:
        return text

    def games(self) -> tuple[GameLine, ...]:
        return GAMES

    def room(self, game: str) -> Room:
        if game not in self.rooms:
            raise Denied("There is no game of that name here that you may see.")
        return self.rooms[game]

    def sit(self, _game: str) -> Chair:
        assert self._chair is not None
        return self._chair

    def settings(self) -> dict[str, Any]:
        return {}

    def keep_settings(self, settings: dict[str, Any]) -> None:
        self.asked.append(("keep", settings))

    def subscribe(self, _told: Callable[[News], None]) -> Callable[[], None]:
        return lambda: None

    def say(self, game: str, text: str) -> None:
        self.asked.append(("say", game, text))


def at_the_table(chair: Chair) -> PaperLobby:
    """A lobby whose Sunday table is played at a Chair, with a bot in one person's place."""
    paper = PaperLobby(chair, "sunday-table")
    game = GAMES[0]
    states = {
        "yellow": {"source": "steward", "here": False, "away": 2 * HOUR},
        "green": {"owes": 30.0},
    }
    line = replace(
        game, waits=False, watchers=2,
        seats=tuple(
            replace(each, left=24_000.0, **states.get(each.colour, {})) for each in game.seats
        ),
    )  # fmt: skip
    paper.rooms["sunday-table"] = Room(
        line, here=("ana", "bruno", "carla", "dora", "ed"), said=SAID,
    )  # fmt: skip
    return paper
