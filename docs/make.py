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
from elgrande.app.settings.key_names import Keys
from elgrande.content.setup import Setup
from elgrande.rules.commands import VERBS

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


def notation() -> str:
    """Return the table of all verbs, with an example of each that the program reads back."""
    rules = Setup.of(3, seed=1).ruleset()
    lines = ["| command | what it says | example |", "| --- | --- | --- |"]
    for verb in VERBS:
        form = " ".join((verb.name, *(domain.upper() for domain in verb.domains)))
        base = rules.base[verb.name]
        size = sum(1 for text in rules.vocabulary.texts if text.split()[0] == verb.name)
        example = f"red {rules.text(base + size // 2)}"
        assert rules.format(rules.parse(example)) == example
        secret = " (secret)" if verb.secret else ""
        lines.append(f"| `{form}` | {verb.meaning}{secret} | `{example}` |")
    return "\n".join(lines)


def keys() -> str:
    """Return the keys of the table, as the help page lists them."""
    usual = Keys()
    lines = ["| key | what it does |", "| --- | --- |"]
    for listed, says in HELP:
        each = usual.say(listed).split()
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


BLOCKS = {"keys": keys, "notation": notation, "bot": bot_example}


def written(text: str) -> str:
    """Return the README with its generated blocks as they should be."""
    for name, make in BLOCKS.items():
        pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"README.md has no block between <!-- {name} --> marks")
        block = make()
        text = pattern.sub(lambda m, block=block: f"{m[1]}{block}\n{m[2]}", text)
    return text


PICTURES: dict[str, tuple[str | None, tuple[int, int], tuple[str, ...]]] = {
    "table.svg": ("after-round-three", (132, 40), ()),
    "forecast.svg": ("after-round-three", (100, 32), ("f",)),
    "end.svg": ("five-stewards", (132, 42), ()),
    "lesson.svg": (None, (80, 24), ("p", "enter")),
    "compact.svg": ("veto-in-hand", (80, 24), ()),
    "thirteen.svg": ("thirteen-cards:4", (120, 40), ("enter", "b", "5", "3")),
    "colonies.svg": ("colonies-four:380", (120, 40), ()),
    "grandissimo.svg": ("grandissimo-five:158", (120, 40), ("enter",)),
}
"""The pictures: a sample save or the menu, the size of the terminal, keys that are pressed.

A number after a save's name says after which of its records the picture is taken."""


async def picture(save: str | None, size: tuple[int, int], keys: tuple[str, ...]) -> str:
    """Return a screen as SVG."""
    import tempfile

    from elgrande.app.app import ElGrande
    from elgrande.app.saved_games.games import Games
    from elgrande.saves import Paths, Store, shipped

    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(folder)
        if save is not None:
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
        app.preferences.apply(app.preferences.settings.with_value("recap", "off"))
        async with app.run_test(size=size) as pilot:
            await pilot.pause(0.8)
            for key in keys:
                await pilot.press(key)
                await pilot.pause(0.8)
            return app.export_screenshot(title="El Grande")


def draw() -> None:
    """Draw the pictures."""
    import asyncio
    import os

    os.environ.update(TEXTUAL_ANIMATIONS="none", TERM="xterm-256color", COLORTERM="truecolor")
    os.environ.pop("NO_COLOR", None)
    for name, (save, size, keys) in PICTURES.items():
        svg = asyncio.run(picture(save, size, keys))
        (ROOT / "docs" / name).write_text(svg, encoding="utf-8")


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
