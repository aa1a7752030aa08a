"""Names of saves and the folders they lie in."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elgrande.saves import Paths, SaveError, shipped
from elgrande.saves import paths as paths_module
from elgrande.saves.paths import check_name, is_safe, make_name

PATTERN = re.compile(r"^[a-z0-9][a-z0-9_-]{0,39}\Z")


@pytest.mark.parametrize("name", ["a", "7", "friday-night_2", "x" * 40, "console", "com", "lpt10"])
def test_safe_names(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("", "game"),
        ("Friday", "friday"),
        ("friday.toml", "friday"),
        ("../../etc/passwd", "etc-passwd"),
        ("/abs", "abs"),
        ("a\\b", "a-b"),
        ("-a", "a"),
        ("_a", "a"),
        ("x\n", "x"),
        ("ñandú", "nandu"),
        ("con", "con-game"),
        ("lpt9", "lpt9-game"),
        ("x" * 41, "x" * 40),
        ("\x1b[2J", "2j"),
        ("漢字", "game"),
    ],
)
def test_unsafe_names_are_refused_with_one_that_works(name: str, instead: str) -> None:
    with pytest.raises(SaveError) as caught:
        check_name(name)
    sentence = str(caught.value)
    assert sentence.endswith(f'try "{instead}".')
    assert sentence.isprintable()
    assert check_name(instead) == instead


@given(st.text(max_size=60), st.sets(st.sampled_from(["game", "a", "game-2", "con-game"])))
def test_any_title_makes_a_name(title: str, taken: set[str]) -> None:
    name = make_name(title, taken)
    assert PATTERN.match(name)
    assert is_safe(name)
    assert name not in taken
    assert make_name(name) == name


def test_a_title_that_is_taken_is_numbered() -> None:
    taken: set[str] = set()
    for _ in range(12):
        taken.add(make_name("Anna & José: " + "x" * 40, taken))
    assert "anna-jose-" + "x" * 30 in taken
    assert "anna-jose-" + "x" * 27 + "-12" in taken
    assert all(is_safe(name) for name in taken)


def folders(paths: Paths) -> list[Path]:
    return [paths.saves, paths.bin, paths.reports, paths.config_file]


def test_an_explicit_folder_holds_everything(tmp_path: Path) -> None:
    expected = [tmp_path / name for name in ("saves", "bin", "reports", "config.toml")]
    assert folders(Paths(tmp_path, {})) == expected
    assert folders(Paths(environ={"ELGRANDE_HOME": str(tmp_path)})) == expected
    other = {"ELGRANDE_HOME": str(tmp_path / "other")}
    assert folders(Paths(str(tmp_path), other)) == expected, "the argument comes first"
    assert not list(tmp_path.iterdir()), "naming a folder made it"


def test_the_environment_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path))
    assert Paths().saves == tmp_path / "saves"
    monkeypatch.setenv("ELGRANDE_HOME", "~/games")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert Paths().saves == tmp_path / "games" / "saves"
    monkeypatch.chdir(tmp_path)
    assert Paths("here").saves == tmp_path / "here" / "saves"


def test_the_platform_says_where_otherwise() -> None:
    paths = Paths(environ={"ELGRANDE_HOME": ""})
    assert "elgrande" in str(paths.data)
    assert all(path.is_absolute() for path in folders(paths))


@pytest.mark.parametrize("name", ["saves", "themes"])
def test_what_is_shipped_is_found_in_a_checkout(name: str) -> None:
    top = Path(__file__).parents[2]
    if not paths_module._PACKAGE.is_relative_to(top / "src"):
        pytest.skip("the package is installed elsewhere")
    assert shipped(name) == top / name


def test_what_is_shipped_is_found_in_a_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lib" / "site-packages" / "elgrande"
    (package / "shipped" / "saves").mkdir(parents=True)
    (tmp_path / "lib" / "themes").mkdir()  # of somebody else
    monkeypatch.setattr(paths_module, "_PACKAGE", package)
    assert shipped("saves") == package / "shipped" / "saves"
    with pytest.raises(SaveError, match="themes that comes with elgrande is missing"):
        shipped("themes")
