"""What only a process of its own can show: imports, signals, pipes, no terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from calls import one_sentence

from patience import PATIENCE, until

unix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of Unix")


def python(code: str, typed: str | None = None) -> str:
    """Run a program in an interpreter of its own, and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", code], input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"], ["--help"], ["show", "sample-game"], ["check", "sample-game"], ["bots"],
        ["paths"], ["replay", "sample-game"], ["new", "--help"],
        ["simulate", "--games", "1", "--players", "2", "--bots", "random", "--jobs", "1"],
        ["play", "--plain", "--bots", "random"],
    ],
)  # fmt: skip
def test_the_screen_is_imported_by_the_app_alone(home, arguments):
    code = (
        "import sys; from elgrande.cli.main import main; "
        f"code = main({arguments!r}); "
        "bad = [m for m in sys.modules if m.split('.')[0] in ('textual', 'rich')]; "
        "assert not bad, bad; sys.exit(code)"
    )
    typed = "board\nforecast\nstory\nlog\ncards\nscorings\nquit\n"
    python(code, typed)


def test_version_waits_for_nothing_heavy(home):
    code = (
        "import sys; from elgrande.cli.main import main; main(['--version']); "
        "heavy = {'textual', 'asyncio', 'elgrande.rules', 'platformdirs', 'tomli_w'}; "
        "heavy.add('argcomplete'); "
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    python(code)


@pytest.mark.parametrize(
    ("module", "ours", "all_new"),
    [("elgrande.cli.main", 9, 75), ("elgrande.app.app", 33, 410), ("elgrande.rules", 38, 100)],
)
def test_what_a_start_imports_is_counted(module, ours, all_new):
    """Whoever has to raise a number has made every start slower: it is imported too early."""
    code = (
        "import sys; before = set(sys.modules)\n"
        f"import {module}; new = set(sys.modules) - before\n"
        "print(sum(name.startswith('elgrande') for name in new), len(new))"
    )
    mine, number = map(int, python(code).split())
    assert mine <= ours
    assert number <= all_new


def test_the_rules_core_imports_alone():
    code = (
        "import sys; before = set(sys.modules); import elgrande.rules; "
        "mine = {m for m in sys.modules if m.startswith('elgrande.')}; "
        "assert all(m.startswith('elgrande.rules') for m in mine), mine; "
        "assert not {'random', 'time', 'pathlib', 'tomllib'} & (set(sys.modules) - before)"
    )
    python(code)


def test_without_a_terminal_the_app_says_what_to_do(spawn):
    ran = spawn()
    one_sentence(ran)
    assert "play --plain" in ran.err
    one_sentence(spawn("new", "--players", "2"))
    one_sentence(spawn("resume", "sample-game"))


def test_a_wrong_call_in_a_process(spawn):
    one_sentence(spawn("show", "nothing"))


@unix
def test_a_reader_that_has_seen_enough_gets_no_traceback(home):
    done = subprocess.run(
        f"{sys.executable} -m elgrande replay five-stewards | head -1",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize(
    "call", ["show nothere", "simulate --games 0", "check", "show sample-game > /dev/full"]
)
def test_an_error_that_cannot_be_said_has_its_exit_code_all_the_same(home, call):
    for where in ("2> /dev/full", "2> >(:)"):
        command = f"{sys.executable} -m elgrande {call} {where}"
        assert subprocess.run(["bash", "-c", command], check=False).returncode == 2, where


def test_an_uncaught_error_writes_a_report(home, monkeypatch, capsys):
    from elgrande.cli.commands import app
    from elgrande.cli.main import main

    def broken(options):
        raise ZeroDivisionError("by design")

    monkeypatch.setattr(app, "run_paths", broken)
    assert main(["paths"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "a bug in the program" in err
    (report,) = (home / "reports").iterdir()
    text = report.read_text(encoding="utf-8")
    assert "by design" in text
    assert "Python" in text
    assert str(report) in err
    if os.name == "posix":
        assert report.stat().st_mode & 0o777 == 0o600


@unix
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_however_it_ends_every_answer_is_in_the_save(home, run, how):
    """Kill, end or interrupt the dialogue: what was answered is there on resuming."""
    process = subprocess.Popen(
        [sys.executable, "-m", "elgrande", "play", "--plain", "--players", "2", "--seed", "3",
         "--name", "mine"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin
    process.stdin.write("power 9\n")
    process.stdin.flush()
    path = home / "saves" / "mine.toml"
    until(lambda: path.exists() and b"power 9" in path.read_bytes(), "the answer in the save")
    process.send_signal(how)
    _out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    if how == signal.SIGINT:
        assert process.returncode == 130
    assert b"power 9" in path.read_bytes()
    assert run("check", "mine").code == 0
    assert "plays power card 9" in run("replay", "mine").out


@pytest.mark.parametrize(
    "module",
    [
        "effects.move", "effects", "steps", "steps.step", "steps.turn", "base", "scoring",
        "position", "commands", "wording", "refused",
    ],
)  # fmt: skip
def test_any_part_of_the_core_can_be_imported_first(module):
    python(f"import elgrande.rules.{module}")


def test_the_menu_is_painted_before_rules_and_content_are_imported(home):
    code = (
        "import sys; from elgrande.app.screens.menu_screen import MenuScreen; seen = []\n"
        "from elgrande.cli.main import main; from elgrande.app.app import ElGrande\n"
        "def label(self): seen.extend(sys.modules); self.app.exit(0)\n"
        "MenuScreen._label = label; ElGrande.is_headless = True\n"
        "from elgrande.cli import terminal; from elgrande.cli.commands import app\n"
        "app.need_screen = lambda: None\n"
        "from textual.drivers.headless_driver import HeadlessDriver\n"
        "from elgrande.app import base_app as inner; inner._driver = lambda: HeadlessDriver\n"
        "assert main([]) == 0\n"
        "late = ('elgrande.rules', 'elgrande.table', 'elgrande.bots', 'elgrande.saves.store', "
        "'elgrande.saves.journal', 'elgrande.content.setup', 'elgrande.content.edition', "
        "'elgrande.app.navigation', 'elgrande.app.screens.table_screen', 'json', "
        "'importlib.resources', 'zipfile')\n"
        "assert 'elgrande.app.screens.menu_screen' in seen\n"
        "bad = [m for m in seen if m in late]; assert not bad, bad"
    )
    python(code)


def test_a_game_is_painted_before_dialogs_are_imported_and_packages_searched(home):
    """And its save is read and replayed once."""
    code = (
        "import sys; from elgrande.cli.main import main; from elgrande.app.app import ElGrande\n"
        "from elgrande.app.screens.table_screen import TableScreen; seen = []; replays = []\n"
        "from elgrande.table import saved_game; replay = saved_game.replay\n"
        "saved_game.replay = lambda *a, **k: (replays.append(a[1]), replay(*a, **k))[1]\n"
        "from textual._compositor import Compositor; full = Compositor.render_update\n"
        "def drawn(self, *a, **k):\n"
        "    seen.append((app[0]._batch_count, list(sys.modules))); app[0].exit(0)\n"
        "    return full(self, *a, **k)\n"
        "Compositor.render_update = drawn; app = []; init = ElGrande.__init__\n"
        "ElGrande.__init__ = lambda self, *a, **k: (app.append(self), init(self, *a, **k))[1]\n"
        "ElGrande.is_headless = True\n"
        "from elgrande.cli.commands import play; play.need_screen = lambda: None\n"
        "from textual.drivers.headless_driver import HeadlessDriver\n"
        "from elgrande.app import base_app as inner; inner._driver = lambda: HeadlessDriver\n"
        "assert main(['new', '--no-play', '--name', 'game', '--players', '2']) == 0\n"
        "assert main(['resume', 'game']) == 0\n"
        "batch, modules = seen[0]; assert batch == 0, 'drawn where nobody sees it'\n"
        "assert replays == ['game'], replays\n"
        "late = ('importlib.metadata', 'elgrande.app.dialogs.explain', "
        "'elgrande.app.dialogs.answers', 'elgrande.app.dialogs.line_input', "
        "'elgrande.app.dialogs.score_dialogs', 'elgrande.app.screens.lesson_screen', "
        "'elgrande.app.screens.load_screen', 'elgrande.app.screens.new_game_screen', "
        "'elgrande.app.screens.replay_screen', 'elgrande.app.screens.rules_screen', "
        "'elgrande.app.screens.final_screen', 'elgrande.app.screens.scoring_screen')\n"
        "assert 'elgrande.app.screens.table_screen' in modules\n"
        "bad = [m for m in modules if m in late]; assert not bad, bad"
    )
    python(code)


def test_what_a_command_imports_is_no_work_for_the_collector_either(monkeypatch):
    import gc

    from elgrande.cli import main as command_line

    seen = []
    load = command_line.import_module
    monkeypatch.setattr(
        command_line, "import_module", lambda *where: (seen.append(gc.isenabled()), load(*where))[1]
    )
    command_line.command_of("paths")
    assert (seen, gc.isenabled()) == ([False], True)


def test_what_the_app_imports_is_no_work_for_the_collector(home):
    code = (
        "import gc; from elgrande import app\n"
        "import elgrande.app.app as inner\n"
        "def run(*args, **options):\n"
        "    assert gc.isenabled(); assert gc.get_freeze_count() > 10_000; return 7\n"
        "inner.live = run\n"
        "assert app.run(None) == 7"
    )
    python(code)
