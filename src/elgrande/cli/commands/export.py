"""A game as one page to send round, or a position of it as a picture."""

from __future__ import annotations

import argparse

from elgrande.analysis.report import kept_report
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.cli.errors import UsageError
from elgrande.cli.games import file_to_write, read, seat_of, store_of, table_at, write_file
from elgrande.cli.page.cells import drawing
from elgrande.cli.page.evening import Evening
from elgrande.cli.page.page import page
from elgrande.content.clean import clean

PIXELS = 1600
"""How wide a picture is."""
EXAMPLES = """\
examples:
  elgrande export sample-game evening.html
  elgrande export sample-game evening.html --as red --force
  elgrande export sample-game end.svg --svg
  elgrande export sample-game start.png --png --at 0
"""


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    parser.add_argument("file", help="where to write it")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help="draw the last position")
    form.add_argument("--png", action="store_true", help="the same; needs elgrande[png]")
    parser.add_argument("--at", type=int, metavar="N", help="up to this record; 0 is the start")
    parser.add_argument(
        "--as", dest="seat", metavar="COLOUR",
        help="with what this player knew; default: what everybody did",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="overwrite the file")


def run_export(options: argparse.Namespace) -> int:
    """Write a game as one page for a browser, which needs neither this program nor a network.

    It has the map after every turn, the story, the scorings step by step, the
    tables of the end, and the analysis if elgrande analyse has made one.
    """
    path = file_to_write(options.file, force=options.force)
    store = store_of(options.data_dir)
    journal, name = read(store, options.save)
    if journal.torn:
        cure = "elgrande check SAVE --salvage NAME makes a save of that, which can be exported"
        raise UsageError(f"{journal.notice.rstrip('.')}; {cure}")
    table = table_at(store, options.save, options.at)
    glyphs = ASCII if options.ascii else UNICODE
    evening = Evening(table, seat_of(table.rules, options.seat), glyphs)
    if options.png:
        made = _png(drawing(evening.picture()))
    elif options.svg:
        made = drawing(evening.picture()).encode()
    else:
        made = page(evening, kept_report(table, journal, store.paths.data)).encode()
    write_file(path, made)
    name, said = clean(name.removesuffix(".toml"), 60), clean(str(path), 300)
    print(f"{name} is written to {said}, {-(-len(made) // 1000)} kB")
    if not table.over and evening.seat is not None:
        who = table.names.seat(evening.seat)
        print(f"The game is not over: whoever gets this sees what {who} alone knows.")
    return 0


def _png(svg: str) -> bytes:
    try:
        from cairosvg import svg2png
    except (ImportError, OSError):
        raise UsageError(
            "--png needs CairoSVG and the library Cairo; pip install 'elgrande[png]' brings the "
            "first, your system the second, and --svg needs neither"
        ) from None
    return bytes(svg2png(bytestring=svg.encode(), output_width=PIXELS))
