"""Settings: read with care, kept whole, keys without conflicts."""

from __future__ import annotations

import pytest

from elgrande.app.keys import KeyAction, check_keys
from elgrande.app.settings.schema import PACES, SETTINGS, Settings, SettingsFile

BOUND = (
    KeyAction("table.undo", "u,ctrl+z", "x", "undo"),
    KeyAction("table.leave", "q", "x", "leave"),
    KeyAction("map.left", "left,h", "x", "west"),
    KeyAction("menu.quit", "q", "x", "quit"),
)


def test_what_is_saved_is_read_again(tmp_path):
    path = tmp_path / "deep" / "config.toml"
    settings = Settings().with_value("bot_pace", "slow").with_key("table.undo", "z")
    SettingsFile(path).save(settings)
    assert SettingsFile(path).load() == settings
    assert SettingsFile(path).load().pace == PACES["slow"]
    assert [p.name for p in path.parent.iterdir()] == ["config.toml"]


def test_without_a_file_the_defaults_hold(tmp_path):
    settings = SettingsFile(tmp_path / "config.toml").load()
    assert all(settings[s.key] == s.default for s in SETTINGS)
    assert not settings.notices


def test_every_default_is_a_choice():
    for setting in SETTINGS:
        assert not setting.choices or setting.default in setting.choices
        assert setting.text.endswith(".")
        assert len(setting.text) <= 78
    assert set(PACES) == set(next(s for s in SETTINGS if s.key == "bot_pace").choices)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("theme = ", "line 1: this is not valid TOML"),
        ('bot_pace = "warp"', "is not one of"),
        ("symbols = 3", "is not one of"),
        ('colour = "red"', "no setting 'colour'"),
        ("format = 9", "format 9"),
        ("keys = 3", "keys"),
        ("[keys]\nx = 1", "keys"),
        ("\x00", "not valid TOML"),
        ("[" * 50_000, "a line of 50000 characters"),
        ('theme = "neon"', "is not one of"),
    ],
)
def test_a_broken_file_gets_one_sentence_and_stays_as_it_is(tmp_path, text, words):
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    settings = SettingsFile(path).load(("elgrande-dark",))
    assert len(settings.notices) == 1
    assert words in settings.notices[0]
    assert "config.toml" in settings.notices[0]
    assert "\n" not in settings.notices[0]
    assert settings["bot_pace"] == "quick"
    assert path.read_text(encoding="utf-8") == text


def test_motion_is_left_out_over_a_network():
    assert Settings().moves({})
    assert not Settings().moves({"SSH_TTY": "/dev/pts/0"})
    assert Settings().with_value("motion", "on").moves({"SSH_TTY": "/dev/pts/0"})
    assert not Settings().with_value("motion", "off").moves({})


def test_keys_are_rebound_and_conflicts_reported():
    good, problems = check_keys({"table.undo": "z", "map.left": "a, left"}, BOUND)
    assert good == {"table.undo": "z", "map.left": "a,left"}
    assert not problems
    good, problems = check_keys({"table.undo": "q"}, BOUND)
    assert not good
    assert "table.leave" in problems[0]
    good, problems = check_keys({"table.undo": "h"}, BOUND)
    assert not good, "the map lies on the table's screen"
    good, problems = check_keys({"menu.quit": "u"}, BOUND)
    assert good, "other screens may use the same key"
    assert "no key binding" in check_keys({"x.y": "z"}, BOUND)[1][0]
    assert "at least one key" in check_keys({"menu.quit": " "}, BOUND)[1][0]


def test_two_bindings_may_swap_their_keys():
    good, problems = check_keys({"table.undo": "q", "table.leave": "u"}, BOUND)
    assert good == {"table.undo": "q", "table.leave": "u"}
    assert not problems
