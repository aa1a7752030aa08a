"""The table of keys: every key of the app, what it does and where it holds.

From this table come the bindings of all screens and panes, the names of keys on the bar, the
help page, the entries of the palette, the list of keys to rebind, the ids of ``[keys]`` in the
settings file, and the README's table. Nothing of the app is imported here, nor Textual.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from elgrande.content.clean import tidy
from elgrande.content.files import read_toml

MOVE, ANSWER, GAME, LOOK, REPLAY, RULES = "move", "answer", "game", "look", "replay", "rules"
"""Groups of actions. What only moves a cursor or closes something is in ``MOVE``; the palette
offers all others where they hold, under the name of their group."""


@dataclass(frozen=True)
class KeyAction:
    """One thing that a key does.

    ``keys`` are the default keys as Textual writes them, with commas between them; empty where
    only the palette offers it. ``does`` is Textual's name of the action on the screen or pane;
    empty for an answer, whose meaning depends on what the game asks, and for an item of the
    menu. ``text`` is the description,
    ``label`` the short word on the bar. A ``fixed`` key cannot be rebound.
    """

    id: str
    keys: str
    does: str
    text: str
    group: str = MOVE
    short: str = ""
    where: str = ""
    priority: bool = False
    fixed: bool = False

    @property
    def place(self) -> str:
        """The screen or pane where it holds: the part of the id before the dot, or ``where``."""
        return self.where or self.id.partition(".")[0]

    @property
    def label(self) -> str:
        """The word on the bar."""
        return self.short or self.text

    @property
    def each(self) -> tuple[str, ...]:
        """The default keys, one by one."""
        return split(self.keys)


def split(keys: str) -> tuple[str, ...]:
    """Return the keys of a list as Textual writes it: ``u,ctrl+z``."""
    return tuple(key for key in keys.replace(" ", "").split(",") if key)


SPARE = "yoxzntgbwfri"
"""Keys for answers that have none of their own, such as an expansion's verbs or the court."""


def _answer(name: str, keys: Iterable[str], text: str) -> KeyAction:
    return KeyAction(f"answer.{name}", ",".join(keys), "", text, ANSWER, where="table", fixed=True)


ANSWERS: tuple[KeyAction, ...] = (
    _answer("place", "1234567890c", "a region or the Castillo, or what a chip shows"),
    _answer("value", string.digits, "a card from the hand: its number, digit by digit"),
    _answer("colour", "rbgyw", "a colour"),
    _answer("special", "s", "the special action"),
    _answer("veto", "v", "the Veto"),
    _answer("let", "p", "let this pass"),
    _answer("let-all", "a", "let all pass"),
    _answer("done", "d", "stop placing or moving"),
    _answer("end", "d", "end the turn"),
)
"""Keys of answers at the table. Two may share a key, since the game never asks for both."""


def _item(name: str, key: str, text: str) -> KeyAction:
    return KeyAction(f"menu.{name}", key, "", text, fixed=True)


MENU: tuple[KeyAction, ...] = (
    _item("continue", "c", "Continue"),
    _item("new", "n", "New game"),
    _item("today", "t", "The game of the day"),
    _item("puzzles", "f", "Find the turn"),
    _item("load", "l", "Load a game"),
    _item("learn", "p", "Learn to play"),
    _item("record", "m", "My record"),
    _item("rules", "r", "Rules"),
    _item("help", "question_mark", "Keys and symbols"),
    _item("settings", "s", "Settings"),
    _item("quit", "q", "Quit"),
)
"""Items of the menu, which its list chooses by their keys."""

ACTIONS: tuple[KeyAction, ...] = (
    *ANSWERS,
    *MENU,
    # -- the table
    KeyAction("table.undo", "u,ctrl+z", "undo", "undo", GAME),
    KeyAction("table.undo-turn", "U", "undo_turn", "undo the turn", GAME),
    KeyAction("table.redo", "ctrl+y", "redo", "redo", GAME),
    KeyAction("table.explain", "question_mark", "explain", "explain", LOOK, short="help"),
    KeyAction("table.command", "colon", "command", "type a command", GAME),
    KeyAction("table.answers", "m", "answers", "all answers", LOOK, short="list"),
    KeyAction("table.rules", "R", "rules", "the rules", LOOK, short="rules"),
    KeyAction("table.story", "L", "story", "what has happened", LOOK, short="story"),
    KeyAction("table.scorings", "S", "scorings", "the scorings so far", LOOK, short="scorings",
              where="game"),
    KeyAction("table.forecast", "f", "forecast", "forecast", LOOK),
    KeyAction("table.hint", "e", "hint", "ask a bot", LOOK, short="advice"),
    KeyAction("table.settings", "comma", "settings", "settings", GAME),
    KeyAction("table.back", "escape", "back", "back"),
    KeyAction("table.leave", "q", "leave", "leave", GAME),
    KeyAction("table.next", "tab", "next_pane(1)", "next pane", priority=True),
    KeyAction("table.previous", "shift+tab", "next_pane(-1)", "previous pane", priority=True),
    KeyAction("map.left", "left,h", "walk('left')", "west"),
    KeyAction("map.right", "right,l", "walk('right')", "east"),
    KeyAction("map.up", "up,k", "walk('up')", "north"),
    KeyAction("map.down", "down,j", "walk('down')", "south"),
    KeyAction("map.choose", "enter", "choose", "choose"),
    KeyAction("cards.up", "up,k,left,h", "step(-1)", "previous card"),
    KeyAction("cards.down", "down,j,right,l", "step(1)", "next card"),
    KeyAction("cards.choose", "enter", "choose", "take the card"),
    KeyAction("prompt.left", "left,h,up,k", "step(-1)", "previous answer"),
    KeyAction("prompt.right", "right,l,down,j", "step(1)", "next answer"),
    KeyAction("prompt.choose", "enter", "choose", "give the answer"),
    KeyAction("story.up", "up,k", "step(-1)", "turn before"),
    KeyAction("story.down", "down,j", "step(1)", "next turn"),
    KeyAction("story.next", "space", "next", "play the next turn", short="next"),
    KeyAction("story.open", "enter", "screen.open_turn", "the position after it"),
    KeyAction("story.whole", "W", "screen.whole_log", "the whole log"),
    KeyAction("log.up", "up,k", "scroll(1)", "older"),
    KeyAction("log.down", "down,j", "scroll(-1)", "newer"),
    KeyAction("log.pageup", "pageup", "scroll(10)", "older"),
    KeyAction("log.pagedown", "pagedown", "scroll(-10)", "newer"),
    KeyAction("log.end", "end", "scroll(-100000)", "newest"),
    KeyAction("log.open", "enter", "open", "the position after the last line"),
    # -- a lesson
    KeyAction("lesson.on", "enter,space", "go_on", "go on", priority=True),
    KeyAction("lesson.hint", "H", "hint", "hint", LOOK),
    KeyAction("lesson.show", "S", "show_me", "show me", LOOK),
    # -- a replay
    KeyAction("replay.back", "left,h", "step(-1)", "answer back"),
    KeyAction("replay.forward", "right,l", "step(1)", "answer forward"),
    KeyAction("replay.turn-back", "up,k", "turn(-1)", "turn back"),
    KeyAction("replay.turn-forward", "down,j", "turn(1)", "turn forward"),
    KeyAction("replay.round-back", "pageup", "round(-1)", "round back"),
    KeyAction("replay.round-forward", "pagedown", "round(1)", "round forward"),
    KeyAction("replay.start", "home", "go(0)", "start", REPLAY),
    KeyAction("replay.end", "end", "go(1000000)", "end", REPLAY),
    KeyAction("replay.play", "space", "play", "play", REPLAY),
    KeyAction("replay.faster", "plus,equals_sign", "pace(1)", "faster", REPLAY),
    KeyAction("replay.slower", "minus", "pace(-1)", "slower", REPLAY),
    KeyAction("replay.eyes", "v", "eyes", "change view", REPLAY, short="eyes"),
    KeyAction("replay.scorings", "S", "scorings", "the scorings so far", REPLAY),
    KeyAction("replay.find", "g,slash", "find", "find a line", REPLAY, short="find"),
    KeyAction("replay.play-on", "p", "play_on", "play on from here", REPLAY, short="play on"),
    KeyAction("replay.analysis", "a", "analysis", "analysis: where the game turned", REPLAY,
              short="analysis"),
    KeyAction("replay.next", "tab", "tab(1)", "next pane", priority=True),
    KeyAction("replay.previous", "shift+tab", "tab(-1)", "previous pane", priority=True),
    KeyAction("replay.older", "left_square_bracket", "scroll(5)", "older"),
    KeyAction("replay.newer", "right_square_bracket", "scroll(-5)", "newer"),
    KeyAction("replay.keys", "question_mark", "keys", "keys", REPLAY, short="all keys"),
    KeyAction("replay.leave", "q,escape", "leave", "leave", REPLAY),
    *(
        KeyAction(f"replay.round-{n}", str(n), f"to_round({n})", f"round {n}", REPLAY)
        for n in range(1, 10)
    ),
    # -- the analysis of a finished game
    KeyAction("analysis.up", "up,k", "step(-1)", "up"),
    KeyAction("analysis.down", "down,j", "step(1)", "down"),
    KeyAction("analysis.open", "enter", "open", "to this turn in the replay", REPLAY,
              short="go there"),
    KeyAction("analysis.try", "t", "try_turn", "try this turn yourself", REPLAY, short="try it"),
    KeyAction("analysis.alone", "s", "alone", "one seat alone, then the next", REPLAY,
              short="one seat"),
    KeyAction("analysis.page", "tab,w", "page", "the whole explanation, or the plot", REPLAY,
              short="explanation", priority=True),
    KeyAction("analysis.older", "left_square_bracket", "scroll(-3)", "scroll up"),
    KeyAction("analysis.newer", "right_square_bracket", "scroll(3)", "scroll down"),
    KeyAction("analysis.keys", "question_mark", "keys", "keys", REPLAY, short="help"),
    KeyAction("analysis.leave", "escape,q", "leave", "to the replay", REPLAY, short="replay"),
    *(
        KeyAction(f"analysis.point-{n}", letter, f"to({n - 1})", f"turning point {n}", REPLAY)
        for n, letter in enumerate("abcde", 1)
    ),
    KeyAction("verdict.next", "n", "lead('next')", "next puzzle", REPLAY, short="next"),
    KeyAction("verdict.again", "t", "lead('again')", "try again", REPLAY, short="again"),
    KeyAction("verdict.show", "s", "show", "the answer", REPLAY),
    KeyAction("tried.again", "t", "again", "try again", REPLAY),
    # -- a scoring, step by step
    KeyAction("scoring.next", "space,right,down,l,j", "step(1)", "next"),
    KeyAction("scoring.back", "left,up,h,k,backspace", "step(-1)", "back"),
    KeyAction("scoring.all", "a,enter,end", "go(1000000)", "show all"),
    KeyAction("scoring.first", "home", "go(0)", "the first step"),
    KeyAction("scoring.why", "w", "why", "explain these points", LOOK, short="why"),
    KeyAction("scoring.pace", "p", "pace", "pace", LOOK),
    KeyAction("scoring.list", "S", "list", "all scorings", LOOK),
    KeyAction("scoring.keys", "question_mark", "keys", "keys", LOOK, short="help"),
    KeyAction("scoring.leave", "escape,q", "leave", "to the game"),
    # -- the end of a game
    KeyAction("over.look", "enter", "look", "the result, and back to the table", GAME,
              short="result", priority=True),
    KeyAction("over.analysis", "a", "lead('analysis')", "analysis", GAME),
    KeyAction("over.rematch", "r", "lead('rematch')", "rematch", GAME),
    KeyAction("over.replay", "p", "lead('replay')", "replay", GAME),
    KeyAction("over.day", "t", "lead('day')", "send", GAME),
    KeyAction("final.menu", "q,m", "lead('menu')", "menu", GAME),
    KeyAction("final.next", "right,l,tab", "page(1)", "next page"),
    KeyAction("final.previous", "left,h,shift+tab", "page(-1)", "page before"),
    KeyAction("over.page-1", "1", "to_page(0)", "Ranking", LOOK),
    KeyAction("over.page-2", "2", "to_page(1)", "Race", LOOK),
    KeyAction("over.page-3", "3", "to_page(2)", "Sources", LOOK),
    KeyAction("over.page-4", "4", "to_page(3)", "Regions", LOOK),
    KeyAction("over.page-5", "5", "to_page(4)", "Scorings", LOOK),
    # -- forms: a new game, who plays on, the settings; the saves
    KeyAction("form.up", "up,k", "step(-1)", "up"),
    KeyAction("form.down", "down,j,tab", "step(1)", "down"),
    KeyAction("form.left", "left,h", "change(-1)", "before"),
    KeyAction("form.right", "right,l,space", "change(1)", "next"),
    KeyAction("form.explain", "question_mark", "explain", "explain the row", LOOK),
    KeyAction("form.start", "enter", "start", "go on with it", GAME),
    KeyAction("new.colour", "c", "colour", "colour", GAME),
    KeyAction("new.name", "n", "edit", "name", GAME),
    KeyAction("new.rules", "R", "rules", "the rules for this", LOOK),
    KeyAction("new.usual", "backspace,delete", "usual", "as it was at first", GAME),
    KeyAction("load.more", "tab", "menu", "more", GAME, priority=True),
    # -- a server: its lobby, the room where a game is waited for, the room of a table
    *(
        KeyAction(f"lobby.game-{n}", str(n), f"open({n - 1})", f"game {n}", fixed=True)
        for n in range(1, 10)
    ),
    KeyAction("rows.up", "up", "step(-1)", "up"),
    KeyAction("rows.down", "down", "step(1)", "down"),
    KeyAction("rows.pageup", "pageup", "step(-10)", "page up"),
    KeyAction("rows.pagedown", "pagedown", "step(10)", "page down"),
    KeyAction("rows.choose", "enter", "choose", "choose"),
    KeyAction("lobby.make", "c", "make", "make a game", GAME),
    KeyAction("lobby.day", "d", "day", "the game of the day", GAME, short="today"),
    KeyAction("lobby.join", "j", "join", "join by word", GAME),
    KeyAction("lobby.talk", "t,T", "talk", "talk", GAME),
    KeyAction("lobby.order", "o", "order", "another order", LOOK, short="order"),
    KeyAction("lobby.find", "slash", "find", "find a game", LOOK, short="find"),
    KeyAction("day.play", "enter", "play", "play", GAME),
    KeyAction("lobby.settings", "comma", "settings", "settings", GAME),
    KeyAction("lobby.help", "question_mark", "help", "help", LOOK),
    KeyAction("lobby.back", "escape", "back", "back"),
    KeyAction("lobby.leave", "q", "leave", "leave", GAME),
    KeyAction("waiting.start", "g", "start", "start", GAME),
    KeyAction("waiting.mark", "s", "mark", "swap seats", GAME),
    KeyAction("waiting.bot", "b", "bot", "bot here", GAME),
    KeyAction("waiting.word", "k", "word", "new word", GAME),
    KeyAction("waiting.edit", "e", "edit", "change the game", GAME, short="change"),
    KeyAction("waiting.talk", "t,T", "talk", "talk", GAME),
    KeyAction("waiting.give-up", "x", "give_up", "give up your seat", GAME, short="give up"),
    KeyAction("waiting.rules", "R", "rules", "rules", LOOK),
    KeyAction("waiting.help", "question_mark", "help", "help", LOOK),
    KeyAction("waiting.back", "escape,q", "back", "lobby"),
    KeyAction("room.next", "N", "next_game", "next game that waits", GAME, short="next game",
              where="served"),
    KeyAction("room.talk", "T", "talk", "talk", GAME, where="served"),
    KeyAction("room.seat", "B", "seat", "let a bot play for you, or play again", GAME, short="bot",
              where="served"),
    KeyAction("room.up", "up,k", "step(-1)", "up"),
    KeyAction("room.down", "down,j", "step(1)", "down"),
    KeyAction("room.choose", "enter", "choose", "choose"),
    KeyAction("talk.phrase", "tab,down", "phrase(1)", "a phrase", priority=True),
    KeyAction("talk.phrase-before", "shift+tab,up", "phrase(-1)", "the phrase before",
              priority=True),
    # -- the rules; the number of a link stands in the text
    KeyAction("rules.back", "escape", "back", "back", priority=True),
    KeyAction("rules.up", "up", "move(-1)", "up"),
    KeyAction("rules.down", "down", "move(1)", "down"),
    KeyAction("rules.pageup", "pageup", "move(-10)", "page up"),
    KeyAction("rules.pagedown", "pagedown", "move(10)", "page down"),
    KeyAction("rules.change", "tab", "change", "between list and entry", RULES, priority=True),
    *(
        KeyAction(f"rules.link-{n}", str(n), f"link({n})", f"link {n}", fixed=True)
        for n in range(1, 10)
    ),
    # -- dialogs
    KeyAction("dialog.close", "escape", "close", "close"),
    KeyAction("ask.yes", "y,enter", "answer(True)", "yes"),
    KeyAction("ask.no", "n,escape", "answer(False)", "no"),
    KeyAction("curtain.lift", "enter,space", "lift", "go on"),
    KeyAction("curtain.leave", "q", "leave", "leave"),
    KeyAction("explain.close", "question_mark", "close", "close"),
    KeyAction("explain.sources", "S", "sources", "why, and where we have it from", LOOK,
              short="sources"),
    KeyAction("explain.rules", "R", "rules", "more in the rules", LOOK),
    KeyAction("forecast.close", "f", "close", "close", where="forecast-dialog"),
    KeyAction("hand.explain", "question_mark", "explain", "help", LOOK),
    KeyAction("hand.mark", "space", "mark", "mark"),
    KeyAction("hand.done", "d", "finish", "done"),
    KeyAction("hand.fill", "b", "fill", "fill up evenly"),
    KeyAction("hand.clear", "z", "clear", "start over"),
    KeyAction("hand.left", "left,h", "across(-1)", "left column"),
    KeyAction("hand.right", "right,l", "across(1)", "right column"),
    KeyAction("hint.take", "enter", "take", "take the suggestion"),
    KeyAction("hint.close", "e", "close", "close"),
    KeyAction("record.player", "tab", "player", "the next player's", LOOK, priority=True),
    KeyAction("record.keys", "question_mark", "keys", "keys and words", LOOK, short="help"),
    KeyAction("keylist.close", "question_mark,q", "close", "close"),
    KeyAction("lobbyhelp.close", "question_mark", "close", "close"),
    KeyAction("formhelp.close", "question_mark", "close", "close"),
    KeyAction("rebind.usual", "backspace,delete", "usual", "default keys"),
    # -- lists and pages, in many places
    KeyAction("list.up", "up,k", "step(-1)", "up"),
    KeyAction("list.down", "down,j", "step(1)", "down"),
    KeyAction("list.pageup", "pageup", "step(-10)", "page up"),
    KeyAction("list.pagedown", "pagedown", "step(10)", "page down"),
    KeyAction("list.choose", "enter", "choose", "choose"),
    KeyAction("page.up", "up,k", "move(-1)", "up"),
    KeyAction("page.down", "down,j", "move(1)", "down"),
    KeyAction("page.pageup", "pageup", "move(-10)", "page up"),
    KeyAction("page.pagedown", "pagedown,space", "move(10)", "page down"),
    # -- everywhere
    KeyAction("app.report", "ctrl+b", "report", "report a problem", GAME, priority=True),
    KeyAction("app.palette", "ctrl+p", "command_palette", "palette", priority=True, fixed=True),
    KeyAction("app.quit", "ctrl+q", "quit", "quit", GAME, priority=True, fixed=True),
    KeyAction("app.theme", "", "change_theme", "choose a theme", LOOK, fixed=True),
)  # fmt: skip
"""Every action once; the palette keeps this order."""

BY_ID: Mapping[str, KeyAction] = {action.id: action for action in ACTIONS}

AT_TABLE = frozenset({
    "table", "game", "map", "cards", "prompt", "log", "story", "lesson", "served", "room",
})  # fmt: skip
"""Screens and panes whose keys hold while somebody answers; ``game`` is a table but no lesson, and
``served`` is one on a server."""

INSIDE: Mapping[str, frozenset[str]] = {
    "table": AT_TABLE - {"table"},
    "game": AT_TABLE - {"table", "game", "lesson"},
    "served": AT_TABLE - {"table", "game", "served", "lesson"},
    "forecast-dialog": frozenset({"list"}),
    # Every dialog closes alike, whatever it is and whatever pane has the keyboard there.
    "dialog": frozenset({
        "list", "page", "forecast-dialog", "hand", "hint", "rebind", "keylist",
        "explain", "formhelp", "lobbyhelp", "form", "new", "load", "talk", "tried", "record",
    }),
    "form": frozenset({"new"}),
    "load": frozenset({"list"}),
    "record": frozenset({"page"}),
    "over": frozenset({"table", "game", "served", "final"}),
    "lobby": frozenset({"rows"}),
    "waiting": frozenset({"rows"}),
}  # fmt: skip
"""Panes, and screens built on another, that may not take a key of the screen's own.

Elsewhere a pane that has the keyboard goes first: a list is in many dialogs, and whoever
rebinds it need not mind the keys of all of them. A question and the end of a game are closed by
keys of their own. ``app`` holds everywhere.
"""


@cache
def help_of(screen: str) -> tuple[tuple[str, str], ...]:
    """Return the keys of a screen as its help lists them, written as ``Keys.say`` reads them."""
    told = read_toml(Path(__file__).with_name("help.toml"))[screen]
    return tuple((keys, does) for keys, does in told)


HELP = help_of("table")
"""The keys of the table as help and README list them."""


def rebindable() -> tuple[KeyAction, ...]:
    """Return the actions whose keys a person can change, the table's and the map's first."""
    order = {"table": 0, "map": 1}
    free = (action for action in ACTIONS if not action.fixed)
    return tuple(sorted(free, key=lambda one: (order.get(one.id.partition(".")[0], 2), one.id)))


def check_keys(
    keys: Mapping[str, str], actions: tuple[KeyAction, ...] = ACTIONS
) -> tuple[dict[str, str], list[str]]:
    """Return the bindings that can be changed as wished, and a sentence for each that cannot.

    Two bindings of one screen cannot share a key, nor can one of the table and one
    of a pane that may have the keyboard there, nor any with one that holds everywhere.
    """
    known = {action.id: action for action in actions}
    good: dict[str, str] = {}
    problems: list[str] = []
    for name, wish in keys.items():
        if name not in known:
            problems.append(f"There is no key binding called {name!r}.")
        elif known[name].fixed:
            problems.append(f"The key of {name!r} cannot be changed.")
        elif not split(wish):
            problems.append(f"The key binding {name!r} needs at least one key.")
        else:
            good[name] = wish.replace(" ", "")
    while (found := _clash(good, known)) is not None:
        # What falls back to its usual key may be in the way of another wish: look again.
        name, problem = found
        problems.append(problem)
        del good[name]
    return good, [tidy(problem) for problem in problems]


def _clash(good: Mapping[str, str], known: Mapping[str, KeyAction]) -> tuple[str, str] | None:
    """Return the first wish for a key that something else has, and a sentence that says so."""
    for name, wish in good.items():
        mine = set(split(wish))
        for other in known.values():
            if other.id == name or not together(other, known[name]):
                continue
            if clash := mine & set(split(good.get(other.id, other.keys))):
                taken = ", ".join(sorted(clash))
                return name, f"{known[name].text} ({name}) cannot have {taken}: {_owner(other)}."
    return None


def _owner(action: KeyAction) -> str:
    if action.group == ANSWER:
        return f"answers at the table need it ({action.text})"
    return f"{action.text} ({action.id}) has it"


def together(one: KeyAction, other: KeyAction) -> bool:
    """Say whether the keys of two actions can be in force at the same time."""
    here, there = one.place, other.place
    if "over" in (here, there) and ANSWER in (one.group, other.group):
        # Once the game is over nothing is answered.
        return False
    return (
        here == there
        or "app" in (here, there)
        or there in INSIDE.get(here, ())
        or here in INSIDE.get(there, ())
    )
