"""Whose machine it is must not matter: the tests see nothing of a person's environment."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

# What tests share they import by its bare name, from whichever folder: drawing, patience, tables.
_shared = {path.parent for path in Path(__file__).parent.rglob("*.py")}
sys.path[:0] = sorted(str(one) for one in _shared if not (one / "__init__.py").exists())

STRANGERS = ("ELGRANDE_", "TEXTUAL", "XDG_", "SSH_", "PYTEST_ADDOPTS")
"""Variables that begin so would change what is tested."""
OURS = ("TEXTUAL_SNAPSHOT_", "ELGRANDE_COMPILE", "ELGRANDE_ALL_GAMES")
"""What the plug-in for snapshots tells its workers, and what asks for the longest tests."""
LOOKS = ("NO_COLOR", "FORCE_COLOR", "PYTHON_COLORS", "COLUMNS", "LINES", "PAGER", "TMUX")

for _name in list(os.environ):
    strange = _name.startswith(STRANGERS) and not _name.startswith(OURS)
    if strange or _name in LOOKS:
        del os.environ[_name]
os.environ["TERM"] = "xterm-256color"
os.environ["COLORTERM"] = "truecolor"
# Whatever forgets to say where its saves are finds none of a person's, and leaves none.
_home = tempfile.mkdtemp(prefix="elgrande-tests-")
os.environ["ELGRANDE_HOME"] = _home
atexit.register(shutil.rmtree, _home, ignore_errors=True)

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # Started in the background by a shell; what the tests start is to be interrupted.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Without its bytecode every program that the tests start would compile all of ours again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Python's collector walks all caches again and again; this way a tenth of the time is saved.
gc.set_threshold(50_000, 20, 100)


HERE = Path(__file__).parent
LONG = 600
"""Seconds after which a long test has failed; any other gets what pyproject.toml says."""


def pytest_collection_finish() -> None:
    """What was imported and collected stays; the collector need not walk it again."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many workers as cores (``-n auto``), and one more for the long tests: some of those wait
    for a terminal or a bot.

    Each begins by reading all tests, so more of them cost more than they find to do.
    """
    return (os.cpu_count() or 1) + (config.option.markexpr != "not long")


@pytest.fixture
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests register expansions of their own; what is offered must not depend on them."""
    from elgrande.content import expansion

    expansion.expansion_ids()
    ours = {
        name: known
        for name, known in expansion._REGISTERED.items()
        if known.edit.__module__.startswith("elgrande.")
    }
    monkeypatch.setattr(expansion, "_REGISTERED", ours)


# -- the base without its expansions ---------------------------------------------------

WITHOUT = "--without-expansions"
TAKEN_AWAY = "is taken away"
ASKING = (TAKEN_AWAY, "there is no expansion")


class Hidden:
    """Finds no module of our expansions, so that their entry points are broken."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "elgrande.expansions" or name.startswith("elgrande.expansions."):
            raise ModuleNotFoundError(f"{name} {TAKEN_AWAY}", name=name)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        WITHOUT, action="store_true",
        help="take our expansions away, and leave out what asks for one: the base must pass",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption(WITHOUT):
        sys.meta_path.insert(0, Hidden())


WAITING = (
    "analysis/test_analysis.py", "analysis/test_puzzle.py",
    "app/test_analysis_page.py", "app/test_bots.py", "app/test_caret.py", "app/test_chair.py",
    "app/test_every_answer.py", "app/test_every_phase.py", "app/test_every_screen.py",
    "app/test_every_size.py", "app/test_expansions_shown.py", "app/test_final.py",
    "app/test_form.py", "app/test_grandissimo_sheets.py", "app/test_half_made.py",
    "app/test_hands_of_cards.py", "app/test_help.py", "app/test_hint.py", "app/test_hotseat.py",
    "app/test_key_order.py", "app/test_keynames.py", "app/test_learn.py", "app/test_load.py",
    "app/test_many_saves.py", "app/test_map_grows.py", "app/test_motion.py", "app/test_newgame.py",
    "app/test_offer.py", "app/test_palette.py", "app/test_pastes.py", "app/test_power_values.py",
    "app/test_puzzles.py", "app/test_record_screen.py", "app/test_replay.py",
    "app/test_rules_screen.py", "app/test_scoring_show.py", "app/test_screens.py",
    "app/test_second_edition.py", "app/test_served_pictures.py", "app/test_settings_screen.py",
    "app/test_snapshots.py", "app/test_strange_files.py", "app/test_strange_texts.py",
    "app/test_table_answers.py", "app/test_trial_screen.py", "app/test_turn_story.py",
    "app/test_two_keys.py", "app/test_unlit.py", "app/test_whole_game.py",
    "bots/test_finals.py", "bots/test_hostile_bots.py", "bots/test_marshal.py",
    "bots/test_planner.py", "bots/test_pondering.py", "bots/test_reasons.py", "bots/test_runner.py",
    "bots/test_squire.py", "bots/test_steward.py",
    "cli/test_analyse.py", "cli/test_commands.py", "cli/test_commands_from_a_file.py",
    "cli/test_decks.py", "cli/test_dialogue.py", "cli/test_editions.py", "cli/test_elsewhere.py",
    "cli/test_endings.py", "cli/test_export.py", "cli/test_processes.py",
    "cli/test_puzzle_command.py", "cli/test_record_command.py", "cli/test_recorded_games.py",
    "cli/test_saves_commands.py", "cli/test_strange.py", "cli/test_today.py",
    "cli/test_tournament.py", "cli/test_veiled_outputs.py",
    "content/test_misread.py", "content/test_own_deck.py", "content/test_reference_games.py",
    "content/test_typed.py", "content/test_words_of_the_game.py",
    "properties/test_api.py", "properties/test_hands.py", "properties/test_many_games.py",
    "properties/test_veiled_told.py", "properties/test_words_come_true.py",
    "readme/test_compiled_wheel.py", "readme/test_recipes.py",
    "rules/test_layout.py", "rules/test_layout_2023.py", "rules/test_mini_expansions_at_random.py",
    "saves/test_saves_power.py",
    "server/test_admin.py", "server/test_analyses.py", "server/test_back_up.py",
    "server/test_bot_pool.py", "server/test_day_table.py", "server/test_front.py",
    "server/test_gathering.py", "server/test_lobby.py", "server/test_lobby_screen.py",
    "server/test_plain_lobby.py", "server/test_served_table.py", "server/test_units.py",
    "server/test_what_runs_out.py", "server/test_who_may_call.py",
    "table/test_apply.py", "table/test_days.py", "table/test_host.py", "table/test_messages.py",
    "table/test_resuming.py", "table/test_undo.py",
    "terminal/test_bytes.py", "terminal/test_force_command.py",
    "tournament/test_record.py", "tournament/test_strangers.py",
    "tournament/test_tournament_games.py",
)  # fmt: skip
"""Files that cost most of the time: they wait for the long tests, so that the README's command
stays within two and a half minutes."""


SHARES = {20: 8, 8: 4, 2: 2}
"""Of a long test with more cases than one of these only each eighth, fourth or second is run where
the whole suite is: ``ELGRANDE_ALL_GAMES=1``, a path or ``-k`` asks for all."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what waits, where the whole suite is run without it."""
    waits = collection_path.is_relative_to(HERE) and (
        collection_path.relative_to(HERE).as_posix() in WAITING
    )
    return True if waits and _whole(config) and config.option.markexpr == "not long" else None


def _whole(config: pytest.Config) -> bool:
    return [Path(asked).resolve() for asked in config.args] == [HERE]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(HERE).as_posix() in WAITING:
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(LONG))
    if _whole(config) and not config.option.keyword and "ELGRANDE_ALL_GAMES" not in os.environ:
        left_out = _left_out_of_a_run(items)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items if config.getoption(WITHOUT) else ():
        if item.get_closest_marker("expansions"):
            item.add_marker(pytest.mark.skip("about an expansion"))


def _left_out_of_a_run(items: list[pytest.Item]) -> set[pytest.Item]:
    """Choose what a run of the whole suite does without.

    Where a test begins to count hangs on its name, so that several tests of the same cases meet
    all of them. What has a picture is always looked at, or the picture would grow old.
    """
    found = {item for item in items if item.get_closest_marker("whole")}
    several: dict[str, list[pytest.Item]] = {}
    for item in items:
        pictured = "snapshot" in getattr(item, "fixturenames", ())
        if item.get_closest_marker("long") and not pictured and item not in found:
            several.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in several.items():
        step = next((step for many, step in SHARES.items() if len(cases) > many), 1)
        begins = crc32(name.encode())
        found.update(case for at, case in enumerate(cases) if (begins + _digits(at, step)) % step)
    return found


def _digits(number: int, base: int) -> int:
    """Add up a number's digits: where cases are rows of a table, other columns come in each row."""
    return number % base + _digits(number // base, base) if number and base > 1 else 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    return _left_out(item.config, (yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    return _left_out(collector.config, (yield))


def _left_out(config: pytest.Config, report: Any) -> Any:
    """What fails since it asks for an expansion is none of the base's."""
    text = str(report.longrepr) if report.failed else ""
    if text and config.getoption(WITHOUT) and any(word in text for word in ASKING):
        report.outcome = "skipped"
        report.longrepr = (str(report.nodeid), 0, "asks for an expansion")
    return report
