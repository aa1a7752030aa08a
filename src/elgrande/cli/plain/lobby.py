"""The lobby of a server as a line dialogue: list, make, join, play, watch, talk.

News of a table are told between answers, and never while somebody types.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from elgrande.cli.plain.dialogue import Dialogue
from elgrande.cli.plain.lines import Ended, Lines
from elgrande.cli.plain.question import Stopped
from elgrande.cli.plain.typed import Typed
from elgrande.cli.plain.waiting import Waiting
from elgrande.content.edition import edition, edition_ids
from elgrande.content.setup import PERSON
from elgrande.content.toml_data import ContentError
from elgrande.lobby import CLOCKS, Denied, GameWish, SeatWish
from elgrande.lobby.address import ssh
from elgrande.lobby.records import ANYBODY, BY_WORD, ME, NO_CLOCK, OPEN, RUNNING
from elgrande.rules.wording import listed
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from typing import TextIO

    from elgrande.lobby import GameLine, LobbyClient, Room, SeatLine

HELP = """\
Games have names; games lists them.
  games                 all games that you may know of; those that wait for you come first
  play GAME             sit down at your seat, and play;  quit there comes back here
  watch GAME            hear how everything is in a game, as one who looks on
  who GAME              who plays, who is there, and what was said
  make EDITION SEATS    make a game; a seat is me, anybody, a bot's name or a person's, or word,
                        for who has the invitation. Behind the seats may stand:
                        with EXPANSION, clock day, clock quick, private
  join GAME             take a free seat; of a private game by its word:  join WORD
  fill GAME BOT         begin a game of yours; a bot plays for those who are missing until they come
  leave GAME            give up your seat in a game that has not begun
  say GAME WORDS        say something to those in a game's room
  hand GAME BOT         let a bot play for you;  take GAME  plays again yourself
  rematch GAME          the same people once more
  export GAME           the save of a finished game, or of a running one as it is now
  code                  a word that lets in another key of yours
  quit                  leave
While the others at your table move you can type who, say WORDS, help and quit."""
REFUSED = 2
STATES = {"open": "waits for players", "running": "round {round} of {rounds}", "finished": "over"}
WITH, CLOCK, PRIVATE = "with", "clock", "private"


class Misread(Exception):
    """A line could not be understood; the message is one sentence."""


class LobbyDialogue:
    """One visitor's dialogue with a lobby."""

    def __init__(self, client: LobbyClient, source: TextIO, sink: TextIO) -> None:
        self._client = client
        self._typed = Typed(source)
        self.lines = self._lines = Lines(self._typed, sink)

    def run(self) -> None:
        """Answer lines until the visitor leaves (Gone)."""
        self._lines.say("Type help to hear what can be typed.")
        self._games([])
        while True:
            words = self._lines.hear("lobby>").split()
            if not words:
                continue
            deed = getattr(self, f"_{words[0].lower()}", None)
            if words[0].lower() not in DEEDS or deed is None:
                self._lines.refuse("There is no such word here; type help to hear them all.")
                continue
            try:
                deed(words[1:])
            except (Denied, Misread, ContentError) as refusal:
                self._lines.refuse(str(refusal))
            except Gone as loss:
                if self._client.gone:
                    raise
                self._lines.refuse(str(loss))

    def play(self, game: str) -> None:
        """Play a game to its end, or until the visitor leaves the table (Denied, Gone)."""
        chair = self._client.sit(game)
        deeds = {
            "who": lambda _rest: self._who([game]),
            "say": lambda rest: self._say([game, *rest.split()]),
        }
        waiting = Waiting(chair, self._lines, self._typed, deeds, (Denied, Misread))
        try:
            dialogue = Dialogue(chair, self._lines, waiting, lambda: "Every answer is kept.")
            dialogue.board()
            update = dialogue.update()
            if not update.seats and not update.view.over:
                self._lines.say("You have no seat here, so nothing is asked of you.")
                return
            dialogue.play()
        except Ended:
            self._lines.say("You are away from the table; the game is kept.")
        except Stopped as stopped:
            raise Gone(str(stopped)) from None
        finally:
            waiting.stop()
            chair.close()

    # -- what can be typed ---------------------------------------------------------------

    def _help(self, _words: list[str]) -> None:
        self._lines.say(HELP)

    def _games(self, _words: list[str]) -> None:
        found = self._client.games()
        self._lines.say_all(map(line_of, found) if found else ["There are no games yet."])

    def _play(self, words: list[str]) -> None:
        self.play(_one(words))

    def _watch(self, words: list[str]) -> None:
        chair = self._client.watch(_one(words))
        try:
            Dialogue(chair, self._lines, lambda _tell: (), lambda: "").board()
        finally:
            chair.close()

    def _who(self, words: list[str]) -> None:
        self._tell(self._client.room(_one(words)))

    def _make(self, words: list[str]) -> None:
        self._tell(self._client.make(wish_of(words)))

    def _join(self, words: list[str]) -> None:
        self._tell(self._client.join(*_some(words, 2)))

    def _fill(self, words: list[str]) -> None:
        game, *bot = _some(words, 2)
        self._tell(self._client.fill(game, *(bot or ["steward"])))

    def _leave(self, words: list[str]) -> None:
        self._client.leave(_one(words))
        self._lines.say("You have left it.")

    def _say(self, words: list[str]) -> None:
        if len(words) < 2:
            raise Misread("Say where, and what: say GAME WORDS; while you wait there, say WORDS.")
        said = self._client.say(words[0], " ".join(words[1:]))
        self._lines.say(f"{said.who}: {said.text}")

    def _hand(self, words: list[str]) -> None:
        self._tell(self._client.hand_over(*_some(words, 2)))

    def _take(self, words: list[str]) -> None:
        self._tell(self._client.take_back(_one(words)))

    def _rematch(self, words: list[str]) -> None:
        self._tell(self._client.rematch(_one(words)))

    def _export(self, words: list[str]) -> None:
        self._lines.say(self._client.export(_one(words)), end="")

    def _code(self, _words: list[str]) -> None:
        self._lines.say(code_told(self._client))

    def _tell(self, room: Room) -> None:
        self._lines.say(line_of(room.game))
        if room.word and room.game.state == OPEN:
            command = ssh(self._client.server, f"join-{room.word}")
            self._lines.say(f"Friends come in with: {command}")
        if room.here:
            self._lines.say(f"In the room: {', '.join(room.here)}.")
        self._lines.say_all(f"{said.who or 'The house'}: {said.text}" for said in room.said)


DEEDS = (
    "help", "games", "play", "watch", "who", "make", "join", "fill", "leave", "say", "hand", "take",
    "rematch", "export", "code",
)  # fmt: skip
"""The words that the lobby knows."""


def code_told(client: LobbyClient) -> str:
    """Return how another key of one's own comes in, with a code made for it."""
    user = f"{client.me.name}+{client.code()}"
    command = ssh(client.server, user=user, terminal=False)
    return f"Within 10 minutes, connect with the other key: {command}"


def _one(words: list[str]) -> str:
    return _some(words, 1)[0]


def _some(words: list[str], most: int) -> list[str]:
    if not 1 <= len(words) <= most:
        raise Misread("Say which game; games lists their names.")
    return words


def wish_of(words: list[str]) -> GameWish:
    """Return the game that words ask for (Misread, ContentError)."""
    if not words or words[0] not in edition_ids():
        raise Misread(f"Say which edition: {', '.join(edition_ids())}.")
    data = edition(words[0])
    seats: list[str] = []
    expansions: list[str] = []
    clock, listed = NO_CLOCK, True
    rest = iter(words[1:])
    for word in rest:
        if word == WITH:
            expansions.append(next(rest, ""))
        elif word == CLOCK:
            clock = next(rest, "")
        elif word == PRIVATE:
            listed = False
        else:
            seats.append(word)
    if clock not in CLOCKS:
        raise Misread(f"A clock is one of {', '.join(CLOCKS)}.")
    if len(seats) > len(data.colours):
        raise Misread(f"At most {len(data.colours)} play.")
    return GameWish(
        words[0],
        tuple(map(seat_wish, data.colours, seats)),
        expansions=tuple(expansions),
        clock=clock,
        listed=listed,
    )


def seat_wish(colour: str, word: str) -> SeatWish:
    """Return for whom a word keeps a seat: a bot's name before a person's."""
    from elgrande.bots import registry

    if word in (ME, BY_WORD, ANYBODY) or word in registry.names():
        return SeatWish(colour, word)
    return SeatWish(colour, "invited", word)


def line_of(game: GameLine) -> str:
    """Return a game as a line: its name, how it stands, what it wants of one, who plays."""
    stands = STATES[game.state].format(round=game.round, rounds=game.rounds)
    wants = "; it waits for you" if game.waits else "; it invites you" if game.invites else ""
    owing = [seat.name or seat.colour for seat in game.seats if seat.owes >= 0 and not seat.mine]
    if owing and not wants and game.state == RUNNING:
        wants = f"; it waits for {listed(owing)}"
    return f"{game.name}: {stands}{wants}. {', '.join(map(seat_of, game.seats))}."


def seat_of(seat: SeatLine) -> str:
    """Return who plays a colour."""
    bot = f"the bot {seat.source}" if seat.source not in ("", PERSON) else ""
    who = "you" if seat.mine else seat.name or bot or "free"
    if seat.name and bot:
        who += f" ({bot} is playing)"
    return f"{seat.colour} {who}"


def visit(
    client: LobbyClient, game: str = "", source: TextIO | None = None, sink: TextIO | None = None
) -> int:
    """Be in the lobby, or at a game's table, until the visitor leaves; returns the exit code."""
    dialogue = LobbyDialogue(client, source or sys.stdin, sink or sys.stdout)
    lines = dialogue.lines
    try:
        if game:
            dialogue.play(game)
        else:
            dialogue.run()
    except Ended:
        pass
    refused = lines.refused if lines.scripted else []
    if refused:
        said = "One line was" if len(refused) == 1 else f"{len(refused)} lines were"
        print(f"elgrande: {said} refused, the first of them line {refused[0]}.", file=sys.stderr)
    return REFUSED if refused else 0
