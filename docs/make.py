"""Write what the README takes from the program: the keys, the notation table, a bot, the pictures.

python docs/make.py               # write both
python docs/make.py --text        # or one of them
python docs/make.py --pictures
python docs/make.py --check       # only say what has gone stale; exit code 1 then
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from elgrande.app.keys import HELP
from elgrande.app.settings.bindings import Keys
from elgrande.content.edition import edition
from elgrande.content.expansion import expansion, expansion_ids
from elgrande.content.reference.facts import number
from elgrande.content.setup import Setup
from elgrande.content.words.names import listed
from elgrande.rules.commands import VERBS

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


LIKELY = {"take": "take 3", "option": "option 2", "use": "use 2-01"}
"""Examples of what a game really comes to, where the middle answer is none of these."""


def notation() -> str:
    """Return the table of all verbs, with an example of each that the program reads back."""
    rules = Setup.of(3, seed=1).ruleset()
    lines = ["| command | what it says | example |", "| --- | --- | --- |"]
    for verb in VERBS:
        form = " ".join((verb.name, *(domain.upper() for domain in verb.domains)))
        base = rules.base[verb.name]
        size = sum(1 for text in rules.vocabulary.texts if text.split()[0] == verb.name)
        example = f"red {LIKELY.get(verb.name) or rules.text(base + size // 2)}"
        assert rules.format(rules.parse(example)) == example
        secret = " (secret)" if verb.secret else ""
        lines.append(f"| `{form}` | {verb.meaning}{secret} | `{example}` |")
    return "\n".join(lines)


def keys() -> str:
    """Return the keys of the table, as the help page lists them."""
    usual = Keys()
    lines = ["| key | what it does |", "| --- | --- |"]
    for pressed, says in HELP:
        each = usual.say(pressed).split()
        # Names of keys are words; what is printed on a key, or typed with ctrl, is code.
        names = ", ".join(
            key if key in {"arrows", "Enter", "Esc", "Tab"} else f"`{key}`" for key in each
        )
        lines.append(f"| {names} | {usual.say(says)} |")
    return "\n".join(lines)


def bot_example() -> str:
    """Return the ten-line bot, taken from the file that the tests play."""
    text = (ROOT / "tests" / "readme" / "hoarder.py").read_text(encoding="utf-8")
    return f"```python\n{text.strip()}\n```"


def played() -> str:
    """Return the table of what can be played; what is counted or listed comes from the game."""
    old, new = edition("1996"), edition("2023")
    lying = {one.id: sum(info.card.stack > 0 for info in one.cards) for one in (old, new)}
    short = listed([str(one) for one in old.short_rounds])
    known = {one: expansion(one) for one in expansion_ids()}
    lesson = {one: "; a lesson" * bool(known[one].lessons) for one in known}
    switches = [rule.title for rule in known["grandissimo"].house_rules if rule.default is True]
    hands = [info.card.value for info in known["intrigue"].cards if info.card.value]
    few = sum(value % 10 == 0 for value in hands)
    moving = number(sum(info.card.stack == 5 for info in known["new-regency"].cards))
    modifiers = number(len(known["power-shift"].hand))
    rows = {
        "1996": f"the base game: {lying['1996']} action cards; {len(old.rounds)} rounds, or in a "
        f"short game {len(old.short_rounds)} of them: {short}",
        "+ Intrigue & the King": "with 1996: thirteen action cards of your own, of "
        f"{few} or {len(hands)}, instead of power cards and stacks; chosen or dealt"
        f"{lesson['intrigue']}",
        "+ Grand Inquisitor & the Colonies": "with 1996: France, America and the Mediterranean, a "
        "ship, gold and wares to bring home, black caballeros, a limit table, two more stacks"
        f"{lesson['colonies']}",
        "+ Grandissimo": "with 1996: Portugal, Queen and Jester, a Grande who becomes King, two "
        f"more stacks; these parts can be left out: {', '.join(switches)}, cards of stack 6"
        f"{lesson['grandissimo']}",
        "2023": f"{lying['2023']} cards; a dummy colour and merged stacks for two; for three, "
        "merged stacks if you like",
        "+ New Regency": f"{moving} cards that send the King travelling, to France, Portugal or "
        "the Castillo's gate",
        "+ Old Hands": "any of `old-hands-competition`, `-infiltration`, `-stand-in` and "
        "`-veto`, each for a card drawn by lot",
        "+ Power Shift": f"{modifiers} modifiers that shift power cards, some with an ability",
    }
    many = f"{min(old.ranks)} to {max(old.ranks)}"
    lines = (f"| {name} | {many} | {with_it} |" for name, with_it in rows.items())
    return "\n".join(("| edition | players | with |", "| --- | --- | --- |", *lines))


BLOCKS = {"played": played, "keys": keys, "notation": notation, "bot": bot_example}


def written(text: str) -> str:
    """Return the README with its generated blocks as they should be."""
    for name, make in BLOCKS.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"README.md has no block between <!-- {name} --> marks")
        block = make()
        text = pattern.sub(lambda m, block=block: f"{m[1]}{block}\n{m[2]}", text)
    return text


RECORD = "record"
PICTURES: dict[str, tuple[str | None, tuple[int, int], tuple[str, ...]]] = {
    "table.svg": ("after-round-three", (132, 40), ()),
    "forecast.svg": ("after-round-three", (100, 32), ("f",)),
    "end.svg": ("five-stewards", (132, 42), ()),
    "lesson.svg": (None, (80, 24), ("p", "enter")),
    "compact.svg": ("veto-in-hand", (80, 24), ()),
    "thirteen.svg": ("thirteen-cards:4", (120, 40), ("enter", "b", "5", "3")),
    "colonies.svg": ("colonies-four:380", (120, 40), ()),
    "record.svg": (RECORD, (100, 40), ("m",)),
    "puzzle.svg": (None, (120, 40), ("f", "enter", "3")),
    "grandissimo.svg": ("grandissimo-five:158", (120, 40), ("enter",)),
}
"""The pictures: a sample save, all of them or the menu; the size of the terminal; pressed keys.

A number after a save's name says after which of its records the picture is taken."""


async def picture(save: str | None, size: tuple[int, int], keys: tuple[str, ...]) -> str:
    """Return a screen as SVG."""
    import os
    import tempfile

    from elgrande.app.app import ElGrande
    from elgrande.app.saved_games.game_opener import Games
    from elgrande.saves import Paths, Store, shipped

    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(folder)
        if save == RECORD:
            samples = (each for each in shipped("saves").glob("*.toml") if "." not in each.stem)
            for number, each in enumerate(sorted(samples)):
                copied = Store(paths).copy(each, each.stem)
                os.utime(copied, (noon := 1_760_000_000 + number * 86_400, noon))
            save = None
        elif save is not None:
            save, _, until = save.partition(":")
            Store(paths).copy(shipped("saves") / f"{save}.toml", save)
            if until:
                # A save only grows: its beginning is a save as well.
                path = Path(folder) / "saves" / f"{save}.toml"
                head, *records = path.read_text(encoding="utf-8").split("[[command]]")
                text = "[[command]]".join((head, *records[: int(until)]))
                path.write_text(text, encoding="utf-8")
        app = ElGrande(Games(paths), save=save)
        # The picture is of the table, not of what would be told before it.
        app.preferences.apply(app.preferences.settings.with_value("story", "off"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.8)
            for key in keys:
                await pilot.press(key)
                await pilot.pause(0.8)
            while not getattr(app.screen, "filled", True):
                await pilot.pause(0.1)
            return app.export_screenshot(title="El Grande")


def evening() -> str:
    """Return what ``elgrande export`` draws of the end of a game."""
    from elgrande.cli.games import store_of, table_at
    from elgrande.cli.page.cells import drawing
    from elgrande.cli.page.evening import Evening
    from elgrande.saves import shipped

    table = table_at(store_of(None), str(shipped("saves") / "colonies-five.toml"))
    return drawing(Evening(table, None).picture())


def draw() -> None:
    """Draw the pictures."""
    import asyncio
    import os

    os.environ.update(TEXTUAL_ANIMATIONS="none", TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    for name, (save, size, keys) in PICTURES.items():
        svg = asyncio.run(picture(save, size, keys))
        (ROOT / "docs" / name).write_text(svg, encoding="utf-8")
    (ROOT / "docs" / "evening.svg").write_text(evening(), encoding="utf-8")


def main() -> int:
    """Write, or only compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--text", action="store_true")
    only.add_argument("--pictures", action="store_true")
    arguments = parser.parse_args()
    old = README.read_text(encoding="utf-8")
    new = written(old)
    if arguments.check:
        if new != old:
            print("README.md is stale; run python docs/make.py", file=sys.stderr)
        return int(new != old)
    if not arguments.pictures:
        README.write_text(new, encoding="utf-8")
    if not arguments.text:
        draw()
    return 0


if __name__ == "__main__":
    sys.exit(main())
