"""A player who knows nothing: neither the program nor the rules, only what stands on the screen.

It knows how screens of this kind are read: a key stands in brackets before what it
does, or coloured before a word; what is framed comes first and says below how it is
left; a question is answered by one of the keys that are offered.
"""

from __future__ import annotations

import random
import re

from tmux import Screen, Terminal

MAP = 50
"""The map takes the columns before this one; what is written beside it comes after."""
PROMPT = 3
"""Rows at the bottom: what the game waits for, and with which keys."""
CHIP = re.compile(r"\[(\S{1,3})\]((?: \S+)*)|▶(\S{1,3})◀((?: \S+)*)")
LIT = re.compile(r"(?:\[(\w)\]|▶(\w)◀)\s?([A-Z][a-z]+(?: [A-Z][a-z]+)?)?")
REFUSED = re.compile(r".? ?! ")
"""How a prompt begins that says why a key does nothing: behind the player's sign."""
BACK = "Esc leads back to now"
"""What is said where the map, and the keys on it, are of a turn of the story."""
AGAIN = "The same answer again"
"""What is said where a turn would end with something left to do."""
TRIES = 12
"""So often a page of a lesson is answered before the newcomer asks to be shown."""


def prompt(screen: Screen) -> str:
    """What the game asks."""
    return "\n".join(screen.rows[-PROMPT:])


def chips(screen: Screen) -> dict[str, str]:
    """The keys in brackets below the map, and what they say they do."""
    found = {}
    for row in screen.rows[-PROMPT:]:
        for a, does, b, does_too in CHIP.findall(row):
            key, label = a or b, (does or does_too).strip()
            found[key] = label or key
    return found


def lit(screen: Screen) -> dict[str, str]:
    """The keys in brackets on the map, and the names behind them.

    The place under the cursor is marked as that, offered or not: it comes last.
    """
    rows = screen.columns(0, MAP + 3)[1:-PROMPT]
    found = {key: name for row in rows for key, _, name in LIT.findall(row) if key}
    return found | {key: name for row in rows for _, key, name in LIT.findall(row) if key}


def offered(screen: Screen) -> dict[str, str]:
    """Everything that can be answered now: nothing while the game waits for somebody else."""
    return {} if "Waiting for" in prompt(screen) else {**lit(screen), **chips(screen)}


def footer(screen: Screen) -> str:
    """What the frame on the screen says below, or an empty text when there is none."""
    return next((row for row in reversed(screen.rows) if row.lstrip().startswith("╰")), "")


def named(screen: Screen, word: str) -> str:
    """The key that stands before a word, anywhere on the screen."""
    match = re.search(rf"\[?([A-Za-z?]+)\]? {re.escape(word)}", str(screen))
    assert match, f"no key for {word!r} on\n{screen}"
    return match[1]


def choose(terminal: Terminal, title: str, value: str) -> None:
    """Go down a list of settings to one, and turn it to a value; the arrows do both."""
    seek(terminal, "Down", title)
    seek(terminal, "Right", f"< {value} >")


def seek(terminal: Terminal, key: str, text: str) -> None:
    """Press a key until the chosen line of a list says something.

    Each press changes that line; what else stands on the screen may be painted before it.
    """
    screen = terminal.until(lambda s: "▸" in s, "a list")
    for _ in range(30):
        line = chosen(screen)
        if text in line:
            return
        terminal.press(key)
        screen = terminal.until(lambda s, was=line: chosen(s) not in ("", was), "the next line")
    raise AssertionError(f"{key} leads to no {text!r}\n{screen}")


def chosen(screen: Screen) -> str:
    """The line of a list under the cursor, or an empty text."""
    return next((row for row in screen.rows if "▸" in row), "")


class Newcomer:
    """Sits at a terminal; chance decides where the screen leaves a choice."""

    def __init__(self, terminal: Terminal, seed: int = 1) -> None:
        self.terminal = terminal
        self.chance = random.Random(seed)
        self.shown = 0
        """How often the newcomer asked a lesson to be shown what to do."""
        self.answers = 0
        self.refused: list[str] = []
        """Keys that the screen offered and did not take."""

    # -- a lesson ----------------------------------------------------------

    def lesson(self) -> int:
        """Go through a lesson page by page; return how many pages there were."""
        pages = 0
        while True:
            screen = self.terminal.until(
                lambda s: re.search(r"Page \d+ of \d+", str(s)) or "Learn to play" in s,
                "a page of the lesson",
            )
            page = re.search(r"Page (\d+) of (\d+)", str(screen))
            if page is None:
                return pages
            assert int(page[1]) >= pages, "pages go on"
            pages = int(page[1])
            if "go on" in screen:
                self.terminal.answer(named(screen, "go on"))
            elif "finish" in screen:
                self.terminal.answer(named(screen, "finish"))
            else:
                self._page(page[0], screen)

    def _page(self, page: str, screen: Screen) -> None:
        """Do what the page says: press what it names; ask to be shown when that does not help."""
        pressed: dict[str, int] = {}
        for _ in range(TRIES):
            text = " ".join(" ".join(screen.columns(MAP + 2)[2:-PROMPT]).split())
            spoken = [
                (pressed.get(key, 0), -text.rfind(name), key)
                for key, name in offered(screen).items()
                if name and re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
            ]
            if not spoken:
                break
            key = min(spoken)[2]
            pressed[key] = pressed.get(key, 0) + 1
            screen = self.terminal.answer(key)
            if page not in screen:
                return
        self.shown += 1
        self.terminal.answer(named(screen, "show me"))

    # -- a game ------------------------------------------------------------

    def game(self) -> Screen:
        """Answer whatever is asked until the game is over; return its last screen."""
        while True:
            screen = self.terminal.until(
                lambda s: footer(s) or "skip" in prompt(s) or BACK in prompt(s) or offered(s),
                "something to answer",
            )
            if "The game is over" in screen:
                return screen
            assert not footer(screen), f"what is this?\n{screen}"
            if "skip" in prompt(screen):
                self.terminal.answer(named(screen, "skip"))
            elif BACK in prompt(screen) and not offered(screen):
                self.terminal.answer("Space")
            elif "[Space]" in prompt(screen):
                # A scoring is told step by step: no answer of the game's, and Space goes on.
                self.terminal.answer("Space")
            else:
                self._answer(screen)

    def _answer(self, screen: Screen) -> None:
        """Press one of the keys that are offered, one under the map's cursor only if need be."""
        under = [key for _, key, _ in LIT.findall("\n".join(screen.columns(0, MAP + 3))) if key]
        keys = [key for key in offered(screen) if key not in under or key in chips(screen)]
        key = self.chance.choice(keys or under)
        now = self.terminal.answer(key)
        if f"{key}_" in prompt(now):
            # A number that more digits may follow.
            now = self.terminal.answer("Enter")
        if AGAIN in " ".join(prompt(now).split()):
            # It was taken, and asked about: that is what the screen says to do.
            now = self.terminal.answer(key)
        self.answers += 1
        if keys and REFUSED.match(prompt(now)):
            self.refused.append(f"{key} on\n{screen}\nthen\n{prompt(now)}")
