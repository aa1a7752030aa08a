"""The lobby of a server as a line dialogue: list, make, join, play, watch, talk.

News are told as they come, also while a line is waited for.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import partial
from typing import TextIO

from elgrande.analysis.report import Report
from elgrande.analysis.worker import NoAnalysis, Progress
from elgrande.app.answering.bot_answers import Adviser
from elgrande.cli.commands.analyse import report_lines
from elgrande.cli.plain import queries
from elgrande.cli.plain.console import LEAVING, REFUSED, Console, Ended, LineInput
from elgrande.cli.plain.dialogue import Dialogue, Stopped, TableWords
from elgrande.content.files import ContentError
from elgrande.content.words.names import round_name, sentence
from elgrande.lobby import Denied, GameLine, LobbyClient, Room, SeatLine
from elgrande.lobby.client import ssh
from elgrande.lobby.records import (
    FINISHED,
    OPEN,
    RUNNING,
    day_lines,
    left,
    result_of,
    seat_words,
    span,
)
from elgrande.rules.wording import listed
from elgrande.saves.paths import make_name
from elgrande.table import Chair, Refused
from elgrande.table.chair import Gone
from elgrande.visitor import plain_wish as wish
from elgrande.visitor.plain_waiting import NewsFeed, Waiting
from elgrande.visitor.plain_wish import Misread
from elgrande.visitor.served_games import HostAdvice

HELP = """\
Games have names; games lists them.
  games                 all games that you may know of; those that wait for you come first
  play GAME             sit down at your seat, and play;  quit there comes back here
  watch GAME            hear how everything is in a game, as one who looks on
  follow GAME           look on and hear what happens, until you type quit
  story GAME, scoring GAME, scorings GAME, why GAME, forecast GAME, log GAME   what has happened \
there, or would; a number behind story means a round, behind scoring and why one of the scorings
  clock GAME            how long who is to answer there has left
  who GAME              what is played there, by whom, who is there, and what was said;  who \
alone is for the lobby
  talk WORDS            say something to all in the lobby
  make EDITION SEATS    make a game;  help make  says what seats there are, and all the rest
  edit GAME WORDS       change a game of yours that has not begun, by the same words as make has
  swap GAME COLOUR COLOUR   exchange two seats there: any two of your own game, else your own and \
another, which somebody may have to grant by asking for the same
  word GAME             make another invitation to a game of yours; the old one opens nothing
  today                 play the game of the day;  today table  says how everybody here has done
  join GAME             take a free seat; of a private game by its word:  join WORD
  fill GAME BOT         begin a game of yours; a bot plays for those who are missing until they come
  leave GAME            give up your seat in a game that has not begun
  say GAME WORDS        say something to those in a game's room
  mute NAME             hear no more of what somebody says;  hear NAME  hears them again
  hand GAME BOT         let a bot play for you;  take GAME  plays again yourself
  rematch GAME          the same people once more
  analyse GAME          for those who played a game that is over: who was likely to win when, and \
which turns changed that; it takes a few minutes
  export GAME           the save of a finished game, or of a running one as it is now
  code                  a word that lets in another key of yours
  quit                  leave
At a table you can type who, say WORDS, mute NAME and take as well, also while the others move."""
AT_TABLE = """\
  who      who plays, who is there, and what was said
  clock    how long whoever is to answer has left
  say WORDS     say something to those in this game's room
  mute NAME     hear no more of what somebody says;  hear NAME  hears them again
  take     play again yourself where a bot plays for you;  hand BOT  lets one do so"""
FORMS = {
    "who": ("who",),
    "clock": ("clock",),
    "say": ("say WORDS",),
    "mute": ("mute NAME",),
    "hear": ("hear NAME",),
    "take": ("take",),
    "hand": ("hand BOT",),
}
"""How the words of a table are written (``queries.FORMS``)."""
OF_PEOPLE = ("mute", "hear")
"""Those that take no game in the lobby either."""
LOBBY_FORMS = {
    "help": ("help", "help make", "help edit"),
    "games": ("games",),
    "today": ("today", "today table"),
    "code": ("code",),
    **{word: (word,) for word in LEAVING},
}
"""How those words of the lobby are written that take no game."""
ALONE = frozenset({"take"})
"""With a number behind it this is an answer of the game."""
STATES = {"open": "waits for players", "running": "{round}", "finished": "over"}
HOUSE = "The house"
EACH = 1.0
"""Seconds between two questions of a server how far an analysis has come."""
LAST = 1 << 30
"""More moments than a game has: here they are told by the report alone."""
REFUSALS = (Denied, Misread, ContentError, Refused)
"""Why something is not done, in a sentence."""


class LobbyDialogue:
    """One visitor's dialogue with a lobby."""

    def __init__(self, client: LobbyClient, source: TextIO, sink: TextIO) -> None:
        self._client = client
        self._typed = LineInput(source)
        self.console = Console(self._typed, sink, echoes=False)
        self._feed = NewsFeed(client, self._typed.wakeup)
        self.console.waits, self.console.news = self._typed.wait_line, self._feed.news

    def run(self) -> None:
        """Answer lines until the visitor leaves (Gone)."""
        self.console.say("Type help to hear what can be typed.")
        self.do_games([])
        while True:
            self.console.say_all(self._feed.news())
            word, *words = self.console.ask("lobby>").split() or [""]
            if not word:
                continue
            try:
                word = word.lower()
                if word in LOBBY_FORMS:
                    queries.check(word, " ".join(words), LOBBY_FORMS[word])
                self._find(word)(words)
            except REFUSALS as refusal:
                self.console.refuse(sentence(str(refusal)))
            except Gone as loss:
                if self._client.gone:
                    raise
                self.console.refuse(str(loss))

    def play(self, game: str) -> None:
        """Play a game to its end, or until the visitor leaves the table (Denied, Gone)."""
        mine = self._client.room(game).game.mine
        self._at(game, self._client.sit(game), mine=mine)

    def _at(self, game: str, chair: Chair, *, mine: bool, stays: bool = False) -> None:
        """Be at a table; one who only looks on ``stays`` there, or is told how everything is."""
        self._feed.game = game
        waiting = Waiting(
            chair, self.console, self._typed, self._feed.news,
            partial(self._left, game), mine=mine,
        )  # fmt: skip
        try:
            dialogue = Dialogue(
                chair, self.console, waiting, lambda: "Every answer is kept.",
                words=TableWords(self._words_at(game), FORMS, AT_TABLE, REFUSALS, ALONE),
                adviser=Adviser(chair.setup, make=partial(HostAdvice, self._client, game)),
            )  # fmt: skip
            waiting.dialogue = dialogue
            dialogue.query("board")
            update = dialogue.update()
            if not (update.seats or mine or stays or update.view.over):
                self.console.say("You have no seat here, so nothing is asked of you.")
                return
            dialogue.play()
            if mine:
                self.console.say(f"In the lobby: rematch {game}, analyse {game}, export {game}.")
        except Ended:
            self.console.say("You are away from the table; the game is kept.")
        except Stopped as stopped:
            raise Gone(str(stopped)) from None
        finally:
            waiting.stop()
            chair.close()
            self._feed.game = ""

    def _left(self, game: str) -> float:
        """Return how many seconds somebody here has for an answer; -1 without a clock."""
        seats = self._client.room(game).game.seats
        return min((seat.left for seat in seats if seat.mine and seat.left >= 0), default=-1.0)

    def _words_at(self, game: str) -> dict[str, Callable[[str], None]]:
        """Return what can be done at a table besides answering: here the words know the game."""

        def does(word: str, rest: str) -> None:
            self._find(word)([game] * (word not in OF_PEOPLE) + rest.split())

        return {word: partial(does, word) for word in FORMS}

    def close(self) -> None:
        """Hear no more news."""
        self._feed.stop()
        self._typed.wakeup.close()

    def _find(self, word: str) -> Callable[[list[str]], None]:
        """Return what a word does with what is typed behind it (Misread)."""
        if word in QUERIES:
            return partial(self._query, word)
        if word in CHANGES:
            return partial(self._change, *CHANGES[word])
        found: Callable[[list[str]], None] | None = getattr(self, f"do_{word}", None)
        if found is None:
            raise Misread("There is no such word here; type help to hear them all.")
        return found

    # -- what can be typed: a method each ------------------------------------------------

    def do_help(self, words: list[str]) -> None:
        self.console.say(wish.HELP if words[:1] in (["make"], ["edit"]) else HELP)

    def do_games(self, _words: list[str]) -> None:
        self.console.say_all(list_of(self._client))

    def do_play(self, words: list[str]) -> None:
        self.play(self._one(words))

    def do_today(self, words: list[str]) -> None:
        if words == ["table"]:
            self.console.say_all(day_lines(self._client.day_table()))
        elif words:
            raise Misread("Type today to play, or today table.")
        else:
            self.play(self._client.today().game.name)

    def do_watch(self, words: list[str]) -> None:
        self._look("board", self._client.watch(self._one(words)))

    def do_follow(self, words: list[str]) -> None:
        game = self._one(words)
        self._at(game, self._client.watch(game), mine=False, stays=True)

    def _change(self, do: Callable[..., Room], most: int, words: list[str]) -> None:
        self._tell(do(self._client, *self._some(words, most)))

    def _query(self, word: str, words: list[str]) -> None:
        # A number may follow where there are several of what is told.
        game, *rest = self._some(words, len(queries.FORMS[word]))
        self._look(word, self._client.sit(game), "".join(rest))

    def _look(self, word: str, chair: Chair, rest: str = "") -> None:
        """Tell something of a game as the only person here, or a spectator, may know it."""
        try:
            Dialogue(chair, self.console, lambda _tell: (), lambda: "").query(word, rest)
        except Stopped as stopped:
            raise Gone(str(stopped)) from None
        finally:
            chair.close()

    def do_who(self, words: list[str]) -> None:
        if not words:
            self._tell_room(self._client.room(""), "In the lobby")
            return
        room = self._client.room(self._one(words))
        self._tell(room)
        self.console.say_all(wish.described(room))
        self.console.say_all(filter(None, map(about, room.game.seats)))
        self.console.say_all(clock_lines(room.game))

    def do_clock(self, words: list[str]) -> None:
        game = self._client.room(self._one(words)).game
        self.console.say_all(clock_lines(game) or ["No clock runs in this game."])

    def do_make(self, words: list[str]) -> None:
        wished = wish.wish_of(words)
        if not wished.seats:
            raise Misread("Say whom the seats are for; help make says how.")
        self._tell(self._client.make(wished))

    def do_edit(self, words: list[str]) -> None:
        if len(words) < 2:
            raise Misread("Say which game, and what to change; help edit says what there is.")
        game, changes = self._one(words[:1]), words[1:]
        before = self._client.room(game).wish
        if before is None:
            raise Misread("Only who made a game can change it, and only before it begins.")
        room = self._client.edit(game, wish.wish_of(changes, before))
        self._tell(room)
        self.console.say_all(wish.described(room))

    def do_swap(self, words: list[str]) -> None:
        if len(words) != 3:
            raise Misread("Say which game and which two seats: swap GAME COLOUR COLOUR.")
        room = self._client.swap(*self._some(words, 3))
        self._tell(room)
        self.console.say_all(filter(None, map(about, room.game.seats)))

    def do_leave(self, words: list[str]) -> None:
        self._client.leave(self._one(words))
        self.console.say("You have left it.")

    def do_say(self, words: list[str]) -> None:
        if len(words) < 2:
            raise Misread("Say where, and what: say GAME WORDS; while you wait there, say WORDS.")
        self._talk(self._one(words[:1]), words[1:])

    def do_talk(self, words: list[str]) -> None:
        self._talk("", words)

    def _talk(self, game: str, words: list[str]) -> None:
        said = self._client.say(game, " ".join(words))
        self.console.say(f"{said.who}: {said.text}")

    def do_mute(self, words: list[str]) -> None:
        name = self._mute(words)
        while_ = " while you are here" if self._client.me.guest else ""
        self.console.say(f"You hear no more of what {name} says{while_}.")

    def do_hear(self, words: list[str]) -> None:
        self.console.say(f"You hear {self._mute(words, muted=False)} again.")

    def _mute(self, words: list[str], *, muted: bool = True) -> str:
        """Mute somebody or hear them again; return who that is, written as they are.

        Of others that are muted another terminal of theirs may have changed some meanwhile.
        """
        said, before = _called(words), {*self._client.me.muted}
        changed = before ^ {*self._client.mute(said, muted=muted).muted}
        alike = [each for each in changed if each.casefold() == said.casefold()]
        return (alike or [said])[0]

    def do_export(self, words: list[str]) -> None:
        self.console.say(self._client.export(self._one(words)), end="")

    def do_analyse(self, words: list[str]) -> None:
        game, say = self._one(words), self.console.say
        self.console.say_all(analysis_lines(self._client, game, say, ascii=True))

    do_analyze = do_analyse

    def do_code(self, _words: list[str]) -> None:
        self.console.say(code_sentence(self._client))

    def _one(self, words: list[str]) -> str:
        return self._some(words, 1)[0]

    def _some(self, words: list[str], most: int) -> list[str]:
        """Return the words with a game's address for the first, which may be its title."""
        if not words:
            raise Misread("Say which game; games lists their names.")
        if len(words) > most:
            raise Misread(
                f"There is a word too many, {words[most]}; type help to hear what belongs there."
            )
        return [self._client.find(words[0]), *words[1:]]

    def _tell(self, room: Room) -> None:
        self.console.say(line_of(room.game))
        if room.word and room.game.state == OPEN:
            command = ssh(self._client.server, f"join-{room.word}")
            self.console.say(f"Friends come in with: {command}")
        self._tell_room(room, "In the room")

    def _tell_room(self, room: Room, where: str) -> None:
        if room.here:
            self.console.say(f"{where}: {', '.join(room.here)}.")
        self.console.say_all(f"{said.who or HOUSE}: {said.text}" for said in room.said)
        self._feed.read(room)


QUERIES = ("story", "scoring", "scorings", "why", "forecast", "log")
"""The words of a table that the lobby knows, too."""
CHANGES: Mapping[str, tuple[Callable[..., Room], int]] = {
    "word": (LobbyClient.new_word, 1),
    "join": (LobbyClient.join, 2),
    "fill": (LobbyClient.fill, 2),
    "hand": (LobbyClient.hand_over, 2),
    "take": (LobbyClient.take_back, 1),
    "rematch": (LobbyClient.rematch, 1),
}
"""What changes a game and tells how it is then, and with how many words at most."""


def code_sentence(client: LobbyClient) -> str:
    """Return how another key of one's own comes in, with a code made for it."""
    user = f"{client.me.name}+{client.code()}"
    command = ssh(client.server, user=user, terminal=False)
    return f"Within 10 minutes, connect with the other key: {command}"


def _called(words: list[str]) -> str:
    name = " ".join(words).strip()
    if not name:
        raise Misread("Say whom, by the name that who tells.")
    return name


def list_of(client: LobbyClient) -> list[str]:
    """Return a line for each game that one may know of; those that wait for one come first."""
    return [*map(line_of, client.games())] or ["There are no games yet."]


def line_of(game: GameLine) -> str:
    """Return a game as a line: its name, how it stands, what it wants of one, who plays."""
    stands = STATES[game.state].format(round=round_name(game.round))
    wants = "; it waits for you" if game.waits else "; it invites you" if game.invites else ""
    owing = [seat.name or seat.colour for seat in game.seats if seat.owes >= 0 and not seat.mine]
    if owing and not wants and game.state == RUNNING:
        wants = f"; it waits for {listed(owing)}"
    # The address of a private game says nothing of its title.
    title = "" if make_name(game.called) == game.name else f" ({game.called})"
    over = game.state == FINISHED
    if over:
        stands += f"; {result_of(game)}"
    seats = [seat_words(seat, over=over) + f" {seat.score}" * over for seat in game.seats]
    more = f" Of {game.owner} there are {game.more} more." if game.more else ""
    return f"{game.name}{title}: {stands}{wants}. {'; '.join(seats)}.{more}"


def clock_lines(game: GameLine) -> list[str]:
    """Return how long those who are to answer have left, in sentences."""
    return [
        f"{'You have' if seat.mine else f'{seat.name or seat.colour} has'} {left(seat.left)}."
        for seat in game.seats
        if seat.left >= 0
    ]


def about(seat: SeatLine) -> str:
    """Return what is worth knowing of whoever has a seat: gone since when, and what they want."""
    who = "You" if seat.mine else seat.name
    if not who:
        return ""
    said = []
    if not seat.mine and not seat.here and seat.away >= 0:
        said.append(f"{who} has been away for {span(seat.away)}.")
    if seat.wants:
        said.append(f"{who} would like {seat.wants} instead of {seat.colour}.")
    return " ".join(said)


def analysis_lines(
    client: LobbyClient, game: str, say: Callable[[str], None], *, ascii: bool
) -> list[str]:
    """Return a server's analysis of a finished game when it is done (Denied, Gone).

    ``say`` is told now and then how far it has come.
    """
    said = -1
    while True:
        for news in client.analysis(game, LAST):
            if isinstance(news, Report):
                return report_lines(news, game, ascii=ascii)
            if isinstance(news, NoAnalysis):
                raise Denied(news.why)
            if isinstance(news, Progress):
                tenth = 10 * news.done // max(1, news.of)
                if news.before and said < 0:
                    say("Other games are analysed first.")
                elif tenth > said:
                    say(f"{10 * tenth} % of the analysis is done.")
                said = max(said, tenth)
        time.sleep(EACH)


def run_lobby(
    client: LobbyClient, game: str = "", source: TextIO | None = None, sink: TextIO | None = None
) -> int:
    """Be in the lobby, or at a game's table, until the visitor leaves; returns the exit code."""
    dialogue = LobbyDialogue(client, source or sys.stdin, sink or sys.stdout)
    with closing(dialogue), suppress(Ended):
        if game:
            dialogue.play(game)
        else:
            dialogue.run()
    return REFUSED if dialogue.console.script_refused() else 0
