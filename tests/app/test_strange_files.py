"""Settings, marks of lessons, themes and saves that somebody else wrote: one sentence each.

Positions and decks are walked through in the tests of the commands.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import elgrande
import strange
from elgrande.app.keys import check_keys
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.saved_games.save_list import SavedGames
from elgrande.app.saved_games.user_files import FilledForm, KeptMarks, UserFile
from elgrande.app.settings import schema as settings
from elgrande.app.settings.theme import ThemeError, read
from elgrande.content import files
from elgrande.content.files import ContentError, read_toml
from elgrande.saves import Paths, SaveError, Store


def config(path: Path) -> str:
    return " ".join(settings.SettingsFile(path).load(("elgrande-dark",)).notices)


def of(kind: type[UserFile]) -> Callable[[Path], str]:
    """Return the reader of a kind of file, whatever it is called here."""

    def problem(path: Path) -> str:
        return type(kind.__name__, (kind,), {"FILE": path.name})(path.parent).problem

    return problem


marks, form = of(KeptMarks), of(FilledForm)


def theme(path: Path) -> str:
    with pytest.raises(ThemeError) as error:
        read(path)
    return str(error.value)


def content(path: Path) -> str:
    try:
        read_toml(path)
    except ContentError as error:
        return str(error)
    return ""


def save(path: Path) -> str:
    store = Store(Paths(path.parent / "none"))
    said = []
    for use in (store.read, store.open):
        with pytest.raises(SaveError) as error:
            use(path)
        said.append(str(error.value))
    return max(said, key=len)


SOUND = {
    config: ("nothing", "a byte order mark and nothing", "not there", "null"),
    marks: ("not there",),
    form: ("not there",),
    content: ("nothing", "a byte order mark and nothing", "escapes in a key", "odd values",
              "a key of 3,000 letters", "a text of 3,000 letters", "endless digits"),
}  # fmt: skip
"""What is no fault of a file of that kind, or not of its form."""


@pytest.mark.parametrize("reader", [config, marks, form, theme, content, save])
def test_files_of_others(tmp_path: Path, reader: Callable[[Path], str]) -> None:
    for what, path in strange.files(tmp_path / "files").items():
        said = reader(path)
        if what not in SOUND.get(reader, ()) or said:
            strange.harmless(said)
            # The name itself may be one that no terminal should be sent.
            assert path.name.lstrip("\u202e")[:20] in said, (what, said)


def test_a_folder_of_strange_saves_is_listed(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    strange.files(paths.saves)
    shelf = SavedGames(Store(paths), UNICODE)
    own = [saved for saved in shelf.all() if not saved.example]
    assert len(own) > 20
    for saved in own:
        assert saved.name.isprintable()
        shelf.players(saved)
        strange.harmless(shelf.read(saved).problem)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    """Some editors write one; the file is no worse for it."""
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xef\xbb\xbfbot_pace = 'calm'\r\n")
    assert settings.SettingsFile(path).load()["bot_pace"] == "calm"


def test_keys_that_nobody_has_are_told_in_short() -> None:
    """Both as the name of a binding and as its key."""
    for text in strange.TEXTS.values():
        for keys in ({text: "x"}, {"table.undo": text}, {"table.undo": f"{text},p"}):
            good, problems = check_keys(keys)
            assert len(good) + len(problems) == 1
            for problem in problems:
                strange.harmless(problem)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\n\nb" + ".b" * 9 + " = 1\n", 3),
        ("\n['x' . \"y\"" + " . a" * 9 + "]\n", 2),
        ("a = {b = [" * 17, 1),
        ("a = [\n" * 40, 33),
        ('a = [\n"""a"""", {b' + ".b" * 9 + ' = 1}, """a"""",\n]\n', 2),
        ("a = [\n'''a'''', {b" + ".b" * 9 + " = 1}, '''a'''',\n]\n", 2),
        ("# nothing\n" + "x" * 4001, 2),
    ],
)
def test_what_would_keep_the_parser_busy_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(ValueError, match=r"too (many dots|deep)|a line of") as error:
        files.toml(text)
    assert files.place_of(error.value)[0] == line


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "." * 50 + '"  # ' + "." * 50 + "\n",
        "a = '''\n" + ".[{" * 50 + "\n'''\n",
        'a = """\n\\"""' + ".[{" * 50 + '\n"""\n',
        "a = [\n" + '["""say "a""""],\n' * 40 + "]\n",
        "a = [\n" + "['''say 'a''''],\n" * 40 + "]\n",
        'a = ["""""", """x"""""]\nb = [\'\'\'x\'\'\'\'\']\n',
        "a = [" + "1.5, " * 40 + "]\n",
        "a = '\\'\nb = " + "[" * 30 + "]" * 30 + "\n",
        "".join(f"[a.b.c.d{n}]\ne.f = {{ g = 1.5 }}\n" for n in range(40)),
    ],
)
def test_dots_and_brackets_within_texts_do_not_count(text: str) -> None:
    assert files.toml(text)


def test_nothing_is_read_past_the_reader() -> None:
    """No other module opens a file to read it, or has TOML parsed."""
    allowed = {
        "content/files.py": "the reader",
        "saves/fs.py": "opens for it",
        "saves/journal.py": "names the parser's errors",
        "app/terminal/bug_report.py": "reads back what it has just written",
        "bots/process.py": "its own descriptors",
        "bots/limits.py": "what the kernel says of processes; opens the null device",
        "app/terminal/driver.py": "opens the terminal to write to it",
        "cli/terminal.py": "streams that are closed",
        "cli/main.py": "output that nobody takes",
        "cli/report.py": "writes a new file",
        "cli/commands/decks.py": "writes a new file",
        "cli/commands/export.py": "writes a new file",
        "content/own_decks.py": "what heads a deck, a file of the package",
        "server/index.py": "its tables, a file of the package",
        "visitor/served_games.py": "opens a game by the store",
        "server/supervise.py": "opens the lock of the folder",
        "server/forkserver.py": "its own descriptors",
        "server/confinement.py": "names folders to the kernel",
        "server/host.py": "opens the null device",
        "server/hostkey.py": "follows no link, and no mode but its owner's",
        "tournament/tournament_file.py": "locks its file, appends to it, and reads that back",
        "bots/versions.py": "the program's own code",
        "server/people.py": "appends to its file of keys, and reads that back",
    }
    root = Path(elgrande.__file__).parent
    found = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            reads = name in ("read_text", "read_bytes", "tomllib", "open")
            # By its bare name it is the reader's own; a store's and a game's ``open`` read by it
            # too.
            ours = isinstance(node, ast.Name) and name.startswith("read_")
            whose = ast.unparse(node).split(".")[-2] if isinstance(node, ast.Attribute) else ""
            if reads and not ours and whose.strip("_") not in ("store", "games", "fs"):
                found.add(path.relative_to(root).as_posix())
    assert found <= set(allowed)


def test_a_file_that_changes_kind_under_the_settings_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.mkdir()
    assert "config.toml" in config(path)
    with pytest.raises(OSError, match="config"):
        settings.SettingsFile(path).save(settings.Settings({"bot_pace": "calm"}))
    assert [each.name for each in tmp_path.iterdir()] == ["config.toml"]
    shutil.rmtree(path)
