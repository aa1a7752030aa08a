"""The table of keys: every key of the app, what it does and where it holds.

From this table come the bindings of all screens and panes, the names of keys on the bar, the
help page, the entries of the palette, the list of keys to rebind, the ids of ``[keys]`` in the
settings file, and the README's table. Nothing of the app is imported here, nor Textual.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from elgrande.content.clean import tidy

MOVE, ANSWER, GAME, LOOK, REPLAY, RULES = "move", "answer", "game", "look", "replay", "rules"
"""Groups of actions. What only moves a cursor or closes something is in ``MOVE``; the palette
offers all others where they hold, under the name of their group."""


@dataclass(frozen=True)
class Action:
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


def _answer(name: str, keys: Iterable[str], text: str) -> Action:
    return Action(f"answer.{name}", ",".join(keys), "", text, ANSWER, where="table", fixed=True)


ANSWERS: tuple[Action, ...] = (
    _answer("place", "1234567890c", "a region or the Castillo, or what a chip shows"),
    _answer("value", string.digits, "a power card: its number, digit by digit"),
    _answer("colour", "rbgyw", "a colour"),
    _answer("special", "s", "the special action"),
    _answer("veto", "v", "the Veto"),
    _answer("let", "p", "let this pass"),
    _answer("let-all", "a", "let all pass"),
    _answer("done", "d", "stop placing or moving"),
    _answer("end", "d", "end the turn"),
)
"""Keys of answers at the table. Two may share a key, since the game never asks for both."""


def _item(name: str, key: str, text: str) -> Action:
    return Action(f"menu.{name}", key, "", text, fixed=True)


MENU: tuple[Action, ...] = (
    _item("continue", "c", "The last game"),
    _item("new", "n", "New game"),
    _item("load", "l", "Load a game"),
    _item("learn", "p", "Learn to play"),
    _item("rules", "r", "Rules"),
    _item("help", "question_mark", "Keys and symbols"),
    _item("settings", "s", "Settings"),
    _item("quit", "q", "Quit"),
)
"""Items of the menu, which its list chooses by their keys."""

ACTIONS: tuple[Action, ...] = (
    *ANSWERS,
    *MENU,
    # -- the table
    Action("table.undo", "u,ctrl+z", "undo", "undo", GAME),
    Action("table.undo-turn", "U", "undo_turn", "undo the turn", GAME),
    Action("table.redo", "ctrl+y", "redo", "redo", GAME),
    Action("table.explain", "question_mark", "explain", "explain", LOOK, short="help"),
    Action("table.command", "colon", "command", "type a command", GAME),
    Action("table.answers", "m", "answers", "all answers", LOOK, short="list"),
    Action("table.rules", "R", "rules", "the rules", LOOK),
    Action("table.recap", "L", "recap", "what has happened", LOOK),
    Action("table.scorings", "S", "scorings", "the scorings so far", LOOK, where="game"),
    Action("table.forecast", "f", "forecast", "forecast", LOOK),
    Action("table.hint", "e", "hint", "ask a bot", LOOK),
    Action("table.settings", "comma", "settings", "settings", GAME),
    Action("table.back", "escape", "back", "back"),
    Action("table.leave", "q", "leave", "leave", GAME),
    Action("table.next", "tab", "next_pane(1)", "next pane", priority=True),
    Action("table.previous", "shift+tab", "next_pane(-1)", "previous pane", priority=True),
    Action("map.left", "left,h", "walk('left')", "west"),
    Action("map.right", "right,l", "walk('right')", "east"),
    Action("map.up", "up,k", "walk('up')", "north"),
    Action("map.down", "down,j", "walk('down')", "south"),
    Action("map.choose", "enter", "choose", "choose"),
    Action("cards.up", "up,k,left,h", "step(-1)", "previous card"),
    Action("cards.down", "down,j,right,l", "step(1)", "next card"),
    Action("cards.choose", "enter", "choose", "take the card"),
    Action("prompt.left", "left,h,up,k", "step(-1)", "previous answer"),
    Action("prompt.right", "right,l,down,j", "step(1)", "next answer"),
    Action("prompt.choose", "enter", "choose", "give the answer"),
    Action("story.up", "up,k", "step(-1)", "turn before"),
    Action("story.down", "down,j", "step(1)", "next turn"),
    Action("story.again", "enter", "again", "see the turn again"),
    Action("story.whole", "W", "whole", "the whole log"),
    Action("log.up", "up,k", "scroll(1)", "older"),
    Action("log.down", "down,j", "scroll(-1)", "newer"),
    Action("log.pageup", "pageup", "scroll(10)", "older"),
    Action("log.pagedown", "pagedown", "scroll(-10)", "newer"),
    Action("log.end", "end", "scroll(-100000)", "newest"),
    Action("log.why", "enter", "ask", "explain these points"),
    # -- a lesson
    Action("lesson.on", "enter,space", "go_on", "go on", priority=True),
    Action("lesson.hint", "H", "hint", "hint", LOOK),
    Action("lesson.show", "S", "show_me", "show me", LOOK),
    # -- a replay
    Action("replay.back", "left,h", "step(-1)", "answer back"),
    Action("replay.forward", "right,l", "step(1)", "answer forward"),
    Action("replay.turn-back", "up,k", "turn(-1)", "turn back"),
    Action("replay.turn-forward", "down,j", "turn(1)", "turn forward"),
    Action("replay.round-back", "pageup", "round(-1)", "round back"),
    Action("replay.round-forward", "pagedown", "round(1)", "round forward"),
    Action("replay.start", "home", "go(0)", "start", REPLAY),
    Action("replay.end", "end", "go(1000000)", "end", REPLAY),
    Action("replay.play", "space", "play", "play", REPLAY),
    Action("replay.faster", "plus,equals_sign", "pace(1)", "faster", REPLAY),
    Action("replay.slower", "minus", "pace(-1)", "slower", REPLAY),
    Action("replay.eyes", "v", "eyes", "change view", REPLAY, short="eyes"),
    Action("replay.scorings", "S", "scorings", "the scorings so far", REPLAY),
    Action("replay.find", "g,slash", "find", "find a line", REPLAY, short="find"),
    Action("replay.play-on", "p", "play_on", "play on from here", REPLAY, short="play on"),
    Action(
        "replay.analysis",
        "a",
        "analysis",
        "analysis: where the game turned",
        REPLAY,
        short="analysis",
    ),
    Action("replay.next", "tab", "tab(1)", "next pane", priority=True),
    Action("replay.previous", "shift+tab", "tab(-1)", "previous pane", priority=True),
    Action("replay.older", "left_square_bracket", "scroll(5)", "older"),
    Action("replay.newer", "right_square_bracket", "scroll(-5)", "newer"),
    Action("replay.keys", "question_mark", "keys", "keys", REPLAY, short="all keys"),
    Action("replay.leave", "q,escape", "leave", "leave", REPLAY),
    *(
        Action(f"replay.round-{n}", str(n), f"to_round({n})", f"round {n}", REPLAY)
        for n in range(1, 10)
    ),
    # -- the analysis of a finished game
    Action("analysis.up", "up,k", "step(-1)", "up"),
    Action("analysis.down", "down,j", "step(1)", "down"),
    Action(
        "analysis.open", "enter", "open", "to this turn in the replay", REPLAY, short="go there"
    ),
    Action(
        "analysis.alone", "s", "alone", "one seat alone, then the next", REPLAY, short="one seat"
    ),
    Action(
        "analysis.page",
        "tab,w",
        "page",
        "the whole explanation, or the plot",
        REPLAY,
        short="explanation",
        priority=True,
    ),
    Action("analysis.older", "left_square_bracket", "scroll(-3)", "scroll up"),
    Action("analysis.newer", "right_square_bracket", "scroll(3)", "scroll down"),
    Action("analysis.keys", "question_mark", "keys", "keys", REPLAY, short="help"),
    Action("analysis.leave", "escape,q", "leave", "to the replay", REPLAY, short="replay"),
    *(
        Action(f"analysis.point-{n}", letter, f"to({n - 1})", f"turning point {n}", REPLAY)
        for n, letter in enumerate("abcde", 1)
    ),
    # -- a scoring, step by step
    Action("scoring.next", "space,right,down,l,j", "step(1)", "next"),
    Action("scoring.back", "left,up,h,k,backspace", "step(-1)", "back"),
    Action("scoring.all", "a,enter,end", "go(1000000)", "show all"),
    Action("scoring.first", "home", "go(0)", "the first step"),
    Action("scoring.why", "w", "why", "explain these points", LOOK, short="why"),
    Action("scoring.pace", "p", "pace", "pace", LOOK),
    Action("scoring.list", "S", "list", "all scorings", LOOK),
    Action("scoring.keys", "question_mark", "keys", "keys", LOOK, short="help"),
    Action("scoring.leave", "escape,q", "leave", "to the game"),
    # -- the end of a game
    Action("final.look", "enter,escape", "close", "look at the table", GAME, short="the table"),
    Action("final.menu", "q,m", "leave('menu')", "menu", GAME),
    Action("final.rematch", "r", "leave('rematch')", "rematch", GAME),
    Action("final.replay", "p", "leave('replay')", "replay", GAME),
    Action("final.analysis", "a", "leave('analysis')", "analysis", GAME),
    Action("final.next", "right,l,tab", "page(1)", "next page"),
    Action("final.previous", "left,h,shift+tab", "page(-1)", "page before"),
    Action("final.page-1", "1", "to_page(0)", "Ranking", LOOK),
    Action("final.page-2", "2", "to_page(1)", "Race", LOOK),
    Action("final.page-3", "3", "to_page(2)", "Sources", LOOK),
    Action("final.page-4", "4", "to_page(3)", "Regions", LOOK),
    Action("final.page-5", "5", "to_page(4)", "Scorings", LOOK),
    # -- a new game, the saves
    Action("new.up", "up,k", "step(-1)", "up"),
    Action("new.down", "down,j,tab", "step(1)", "down"),
    Action("new.left", "left,h", "change(-1)", "before"),
    Action("new.right", "right,l,space", "change(1)", "next"),
    Action("new.colour", "c", "colour", "colour", GAME),
    Action("new.name", "n", "edit", "name", GAME),
    Action("new.rules", "R", "rules", "the rules for this", LOOK),
    Action("new.usual", "backspace,delete", "usual", "as it was at first", GAME),
    Action("new.explain", "question_mark", "explain", "explain the row", LOOK),
    Action("new.start", "enter", "start", "start", GAME),
    Action("playon.up", "up,k", "step(-1)", "up"),
    Action("playon.down", "down,j,tab", "step(1)", "down"),
    Action("playon.left", "left,h", "change(-1)", "before"),
    Action("playon.right", "right,l,space", "change(1)", "next"),
    Action("playon.start", "enter", "start", "start", GAME),
    Action("load.more", "tab", "menu", "more", GAME, priority=True),
    # -- a server: its lobby, the room where a game is waited for, the room of a table
    *(
        Action(f"lobby.game-{n}", str(n), f"open({n - 1})", f"game {n}", fixed=True)
        for n in range(1, 10)
    ),
    Action("rows.up", "up", "step(-1)", "up"),
    Action("rows.down", "down", "step(1)", "down"),
    Action("rows.pageup", "pageup", "step(-10)", "page up"),
    Action("rows.pagedown", "pagedown", "step(10)", "page down"),
    Action("rows.choose", "enter", "choose", "choose"),
    Action("lobby.make", "c", "make", "make a game", GAME),
    Action("lobby.join", "j", "join", "join by word", GAME),
    Action("lobby.talk", "t,T", "talk", "talk", GAME),
    Action("lobby.order", "o", "order", "another order", LOOK, short="order"),
    Action("lobby.find", "slash", "find", "find a game", LOOK, short="find"),
    Action("lobby.settings", "comma", "settings", "settings", GAME),
    Action("lobby.help", "question_mark", "help", "help", LOOK),
    Action("lobby.back", "escape", "back", "back"),
    Action("lobby.leave", "q", "leave", "leave", GAME),
    Action("waiting.start", "g", "start", "start", GAME),
    Action("waiting.mark", "s", "mark", "swap seats", GAME),
    Action("waiting.bot", "b", "bot", "bot here", GAME),
    Action("waiting.word", "k", "word", "new word", GAME),
    Action("waiting.edit", "e", "edit", "change the game", GAME, short="change"),
    Action("waiting.talk", "t,T", "talk", "talk", GAME),
    Action("waiting.give-up", "x", "give_up", "give up your seat", GAME, short="give up"),
    Action("waiting.rules", "R", "rules", "rules", LOOK),
    Action("waiting.help", "question_mark", "help", "help", LOOK),
    Action("waiting.back", "escape,q", "back", "lobby"),
    Action(
        "room.next",
        "N",
        "next_game",
        "next game that waits",
        GAME,
        short="next game",
        where="served",
    ),
    Action("room.talk", "T", "talk", "talk", GAME, where="served"),
    Action(
        "room.seat",
        "B",
        "seat",
        "let a bot play for you, or play again",
        GAME,
        short="bot",
        where="served",
    ),
    Action("room.up", "up,k", "step(-1)", "up"),
    Action("room.down", "down,j", "step(1)", "down"),
    Action("room.choose", "enter", "choose", "choose"),
    Action("elsewhere.go", "enter,y,N", "answer('go')", "go there"),
    Action("elsewhere.later", "z", "answer('later')", "not for an hour"),
    Action("elsewhere.stay", "escape,n", "answer('')", "stay"),
    Action("talk.phrase", "tab,down", "phrase(1)", "a phrase", priority=True),
    Action("talk.phrase-before", "shift+tab,up", "phrase(-1)", "the phrase before", priority=True),
    # -- the rules; the number of a link stands in the text
    Action("rules.back", "escape", "back", "back", priority=True),
    Action("rules.up", "up", "move(-1)", "up"),
    Action("rules.down", "down", "move(1)", "down"),
    Action("rules.pageup", "pageup", "move(-10)", "page up"),
    Action("rules.pagedown", "pagedown", "move(10)", "page down"),
    Action("rules.change", "tab", "change", "between list and entry", RULES, priority=True),
    *(
        Action(f"rules.link-{n}", str(n), f"link({n})", f"link {n}", fixed=True)
        for n in range(1, 10)
    ),
    # -- dialogs
    Action("dialog.close", "escape", "close", "close"),
    Action("ask.yes", "y,enter", "answer(True)", "yes"),
    Action("ask.no", "n,escape", "answer(False)", "no"),
    Action("curtain.lift", "enter,space", "lift", "go on"),
    Action("curtain.leave", "q", "leave", "leave"),
    Action("explain.close", "question_mark", "close", "close"),
    Action(
        "explain.sources", "S", "sources", "why, and where we have it from", LOOK, short="sources"
    ),
    Action("explain.rules", "R", "rules", "more in the rules", LOOK),
    Action("forecast.close", "f", "close", "close", where="forecast-dialog"),
    Action("hand.explain", "question_mark", "explain", "help", LOOK),
    Action("hand.mark", "space", "mark", "mark"),
    Action("hand.done", "d", "finish", "done"),
    Action("hand.fill", "b", "fill", "fill up evenly"),
    Action("hand.clear", "z", "clear", "start over"),
    Action("hand.left", "left,h", "across(-1)", "left column"),
    Action("hand.right", "right,l", "across(1)", "right column"),
    Action("hint.take", "enter", "take", "take the suggestion"),
    Action("hint.close", "e", "close", "close"),
    Action("keylist.close", "question_mark,q", "close", "close"),
    Action("lobbyhelp.close", "question_mark", "close", "close"),
    Action("settings.explain", "question_mark", "explain", "explain the setting", LOOK),
    Action("formhelp.close", "question_mark", "close", "close"),
    Action("rebind.usual", "backspace,delete", "usual", "default keys"),
    # -- lists and pages, in many places
    Action("forecast.up", "up,k", "step(-1)", "up"),
    Action("forecast.down", "down,j", "step(1)", "down"),
    Action("forecast.choose", "enter,space", "choose", "why"),
    Action("list.up", "up,k", "step(-1)", "up"),
    Action("list.down", "down,j", "step(1)", "down"),
    Action("list.pageup", "pageup", "step(-10)", "page up"),
    Action("list.pagedown", "pagedown", "step(10)", "page down"),
    Action("list.choose", "enter", "choose", "choose"),
    Action("options.up", "up,k", "step(-1)", "up"),
    Action("options.down", "down,j", "step(1)", "down"),
    Action("options.left", "left,h", "change(-1)", "previous choice"),
    Action("options.right", "right,l,space", "change(1)", "next choice"),
    Action("options.choose", "enter", "choose", "keep or open"),
    Action("page.up", "up,k", "move(-1)", "up"),
    Action("page.down", "down,j", "move(1)", "down"),
    Action("page.pageup", "pageup", "move(-10)", "page up"),
    Action("page.pagedown", "pagedown,space", "move(10)", "page down"),
    # -- everywhere
    Action("app.report", "ctrl+b", "report", "report a problem", GAME, priority=True),
    Action("app.palette", "ctrl+p", "command_palette", "palette", priority=True, fixed=True),
    Action("app.quit", "ctrl+q", "quit", "quit", GAME, priority=True, fixed=True),
    Action("app.theme", "", "change_theme", "choose a theme", LOOK, fixed=True),
)
"""Every action once; the palette keeps this order."""

BY_ID: Mapping[str, Action] = {action.id: action for action in ACTIONS}

AT_TABLE = frozenset({
    "table", "game", "map", "cards", "prompt", "log", "story", "lesson", "served", "room",
})  # fmt: skip
"""Screens and panes whose keys hold while somebody answers; ``game`` is a table but no lesson, and
``served`` is one on a server."""

INSIDE: Mapping[str, frozenset[str]] = {
    "table": AT_TABLE - {"table"},
    "game": AT_TABLE - {"table", "game", "lesson"},
    "served": AT_TABLE - {"table", "game", "served", "lesson"},
    "forecast-dialog": frozenset({"forecast"}),
    # Every dialog closes alike, whatever it is and whatever pane has the keyboard there.
    "dialog": frozenset({
        "list", "options", "page", "forecast", "forecast-dialog", "hand", "hint", "playon",
        "rebind", "keylist", "explain", "formhelp", "lobbyhelp", "new", "load", "talk", "settings",
    }),
    "load": frozenset({"list"}),
    "lobby": frozenset({"rows"}),
    "waiting": frozenset({"rows"}),
}  # fmt: skip
"""Panes, and screens built on another, that may not take a key of the screen's own.

Elsewhere a pane that has the keyboard goes first: a list is in many dialogs, and whoever
rebinds it need not mind the keys of all of them. A question and the end of a game are closed by
keys of their own. ``app`` holds everywhere.
"""

HELP: tuple[tuple[str, str], ...] = (
    ("{answer.place|1-9 0}",
     "the regions in scoring order, the Castillo (also c), or the choice with that number"),
    ("{map.left,map.down,map.up,map.right|arrows hjkl}",
     "move the cursor over the map, cards or choices"),
    ("{map.choose,cards.choose,prompt.choose|Enter}", "choose what is under the cursor"),
    ("{answer.special}", "announce the special action"),
    ("{answer.done}", "stop placing or moving; end your turn"),
    ("{answer.veto} {answer.let} {answer.let-all}", "Veto, let this pass, let all pass"),
    ("{table.back}", "cancel an unfinished answer"),
    ("{table.undo}  {table.undo-turn}", "undo one step, undo the turn; {table.redo} redoes"),
    ("{table.answers}", "all legal answers as a list"),
    ("{table.forecast}", "forecast: what everything would pay now, and why"),
    ("{table.recap}", "what has happened since your last turn, turn by turn"),
    ("{table.scorings}", "a scoring again, step by step"),
    ("{table.hint}", "what the strongest bot would do, and why"),
    ("{table.command}", "type a command, for example `place galicia`"),
    ("{table.next}",
     "next pane ({log.up,log.down|arrows} scroll the log, {log.why} there: explain these points)"),
    ("{table.settings}", "settings and key bindings"),
    ("{app.palette}", "palette: legal answers, everything a key does here, themes"),
    ("{table.explain}", "explain the question and what is under the cursor"),
    ("{table.rules}", "the rules: browse and search"),
    ("{table.leave}", "leave; the game is saved"),
    ("{app.report}", "report a problem: writes a file with the game and the facts"),
)  # fmt: skip
"""The keys of the table as help and README list them, written as ``Keys.say`` reads them."""


def rebindable() -> tuple[Action, ...]:
    """Return the actions whose keys a person can change, the table's and the map's first."""
    order = {"table": 0, "map": 1}
    free = (action for action in ACTIONS if not action.fixed)
    return tuple(sorted(free, key=lambda one: (order.get(one.id.partition(".")[0], 2), one.id)))


def check_keys(
    keys: Mapping[str, str], actions: tuple[Action, ...] = ACTIONS
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


def _clash(good: Mapping[str, str], known: Mapping[str, Action]) -> tuple[str, str] | None:
    """Return the first wish for a key that something else has, and a sentence that says so."""
    for name, wish in good.items():
        mine = set(split(wish))
        for other in known.values():
            if other.id == name or not together(other, known[name]):
                continue
            if clash := mine & set(split(good.get(other.id, other.keys))):
                taken = ", ".join(sorted(clash))
                return name, f"{taken} cannot be {name}: {_owner(other)}."
    return None


def _owner(action: Action) -> str:
    if action.group == ANSWER:
        return f"answers at the table need it ({action.text})"
    return f"{action.id} ({action.text}) has it"


def together(one: Action, other: Action) -> bool:
    """Say whether the keys of two actions can be in force at the same time."""
    here, there = one.place, other.place
    return (
        here == there
        or "app" in (here, there)
        or there in INSIDE.get(here, ())
        or here in INSIDE.get(there, ())
    )
