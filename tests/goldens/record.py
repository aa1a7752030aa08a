"""Record anew what other rules change: ``python tests/goldens/record.py [NAME ...]``.

That is the recorded games of this folder, the games in ``saves/`` and, last, ``digests.txt``.
Where NAMEs are given, of recorded games or of saves, only they are written, and the digests. Run it
only where the rules were meant to change, and read the difference before committing it.

A save is played again, answer by answer. Where an answer is not legal any more the steward gives
another, which is said; such a game should be looked at, or played anew.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from recording import RECIPES, record  # noqa: E402
from test_digests import SAVES, digests  # noqa: E402

import seam  # noqa: E402
from elgrande.bots.runner import BotInside  # noqa: E402
from elgrande.content.expansion import register  # noqa: E402
from elgrande.content.setup import Setup  # noqa: E402
from elgrande.saves import Paths, Store  # noqa: E402
from elgrande.table import Host, Table, new_game  # noqa: E402
from elgrande.table.saved_game import header  # noqa: E402
from elgrande.table.table import Refused  # noqa: E402

KINDS = ("command", "undo", "redo", "source")


def main(names: list[str]) -> None:
    """Record all games, or those that are named."""
    register(seam.SEAM)
    register(seam.LATE)
    ours = {str(recipe) for recipe in RECIPES} | {path.stem for path in SAVES}
    if unknown := set(names) - ours:
        sys.exit(f"there is no recorded game and no save {min(unknown)!r}")
    for recipe in RECIPES:
        if not names or str(recipe) in names:
            recipe.path.write_text(record(recipe), encoding="utf-8")
            print(f"{recipe}: {recipe.path.stat().st_size} bytes")
    for path in SAVES:
        if not names or path.stem in names:
            path.write_bytes(played_again(path))
            print(f"{path.name}: {path.stat().st_size} bytes")
    (HERE / "digests.txt").write_text(digests(), encoding="utf-8")


def played_again(path: Path) -> bytes:
    """Return a save with the same answers under the rules of today."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    records = [(each["n"], kind, each) for kind in KINDS for each in data.get(kind, ())]
    setup = Setup.from_plain(data["game"], path.name)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Paths(folder))
        save = store.create(path.stem, setup.ruleset().version, header(setup))
        table = new_game(setup, save)
        # Whoever sits there now: the steward knows best how to go on.
        host = Host(table, runner=lambda _, table: BotInside("steward", table.private_seed))
        strayed = False
        for n, kind, fields in sorted(records, key=lambda each: each[0]):
            try:
                if not (fields.get("auto") or (strayed and kind in ("undo", "redo"))):
                    _answer(table, kind, fields)
            except Refused as refusal:
                print(f"{path.name}: record {n}: {refusal}")
                strayed = True
                if not table.over:
                    _stand_in(table, host)
        # A game that had come to its end comes to its end.
        while strayed and table.state.round == table.rules.rounds[-1] and not table.over:
            _stand_in(table, host)
        table.close()
        return (store.paths.saves / path.name).read_bytes()


def _answer(table: Table, kind: str, fields: dict[str, Any]) -> None:
    if kind != "command":
        own = {key: value for key, value in fields.items() if key not in ("n", "crc", "digest")}
        table.carry_out(kind, own)
        return
    texts = [fields["do"]] if isinstance(fields["do"], str) else fields["do"]
    seat = table.rules.colours.index(texts[0].split()[0])
    table.send(seat, [text.split(" ", 1)[1] for text in texts], by=fields.get("by"))


def _stand_in(table: Table, host: Host) -> None:
    host.accept(task := host.task(table.state.owing()[0]), task.ask())


if __name__ == "__main__":
    main(sys.argv[1:])
