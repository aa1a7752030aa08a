"""What nobody may be called, what everybody may, which two names are one; a server's address."""

from __future__ import annotations

import pytest
from houses import House

from elgrande.lobby.client import joined, split, ssh

pytest.importorskip("confusable_homoglyphs", reason="the extra elgrande[ssh] is not installed")

from elgrande.server.control import NotAdmitted
from elgrande.server.people import checked, looks
from patience import until

SOMETHING_ELSE = (
    # a colour, however it is written
    "red", "Rеd", "r.e.d", "red2", "1red", "BLUE", "grееn", "yeIIow", "whíte",
    # a seat's state, a piece, a word for somebody
    "free", "you", "Open", "away", "here", "waiting", "invited", "N0body", "ME", "Word", "King",
    "owner", "castillo", "Granada", "Basque-Country", "spectator", "guest", "guest1", "guest-Q4FT",
    # the house, or whoever runs it
    "The-house", "house.", "host1", "serνer", "admin.", "admin1", "adm1n", "ɑdmin", "ådmin",
    "αdmin", "admin-ana", "anaadmin", "Administrator2", "mοderator", "sysop-", "the-sysop",
    "operator-7", "el.grande", "ELGRANDE2", "TheHouse", "the.server", "theserver1", "mod", "Op",
    "TheHovse", "hcuse", "Hou5e", "elqrande", "aclmin", "gvest",
    # a bot, a door
    "squire1", "Steward", "random", "marshaI", "bot-1", "plain", "g.a.m.e.s",
)  # fmt: skip
NAMES = (
    "ana", "Clara", "José", "Ярослав", "太郎", "Łukasz", "Ζωή", "badminton", "Redford", "Lyou",
    "Freeman", "Openshaw", "Hans-Peter", "o.neill", "Youssef", "Kingsley", "Rootham", "x7",
    "Botto", "19a6", "Theo", "Thea", "Modesto", "Opal", "Marc", "Claire",
)  # fmt: skip
ONE = (
    ("ana", "аnа"), ("ana", "ána"), ("ana", "ɑna"), ("ana", "a-n.a"), ("Ana", "ANA"),
    ("ana", "ana_"),
    ("mike", "rnike"), ("M.ike", "mike"), ("Ali", "AIi"), ("paul", "pau1"), ("zoe", "ᴢoe"),
    ("Lukasz", "Łukasz"), ("oscar", "οscar"), ("oscar", "0scar"), ("vvim", "wim"),
    ("ᴀna", "ꭺna"), ("strasse", "straße"), ("helen", "НELEN"), ("Ολα", "Oλa"),
    ("tina", "τina"), ("tina", "tiпa"),
)  # fmt: skip


@pytest.mark.parametrize("name", SOMETHING_ELSE)
def test_nobody_is_called_like_something_else(name: str) -> None:
    with pytest.raises(ValueError, match="means something else"):
        checked(name)


@pytest.mark.expansions
@pytest.mark.parametrize("name", ["Queen", "jester2", "Portugal", "dummy", "Grand-Inquisitor"])
def test_nor_like_what_an_expansion_brings(name: str) -> None:
    with pytest.raises(ValueError, match="means something else"):
        checked(name)


@pytest.mark.parametrize("name", NAMES)
def test_everybody_else_is(name: str) -> None:
    assert checked(name) == name


def test_none_of_these_is_another() -> None:
    assert len({looks(name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(("one", "two"), ONE)
def test_two_names_that_look_alike_are_one(one: str, two: str) -> None:
    assert looks(one) == looks(two)


@pytest.mark.parametrize("name", ["", "...", "-ana", "ana bo", "ana/..", "a\u202ena", "😀"])
def test_a_name_has_letters_and_digits(name: str) -> None:
    if name == "a\u202ena":
        assert checked(name) == "ana", "what cannot be seen is dropped"
        return
    with pytest.raises(ValueError, match=r"letters, digits, dots|visible"):
        checked(name)


@pytest.mark.parametrize("name", ["127.0.0.1", "10.0", "1795654690", "7", "1996", "٣٤", "一.二"])
def test_a_name_is_no_number_and_no_address(name: str) -> None:
    with pytest.raises(ValueError, match="at least one letter"):
        checked(name)


def test_a_word_of_the_administrator_is_of_one_kind(house: House) -> None:
    """Somebody may have had such a name before nobody could."""
    house.do(lambda: house.host.lobby.people._add("10.0.0.1", "SHA256:ten"))
    ten = house.come("ten", address="192.0.2.1")
    eve = house.come("eve", address="10.0.0.1")
    guest = house.come("guest", address="10.0.0.7")
    assert ten.me.name == "10.0.0.1"
    assert house.admin("ban", "10.0.0.1")["text"].startswith(
        "The address 10.0.0.1 may come in no more. Banned: 10.0.0.1, eve, SHA256:eve. Ended 1 line"
    )
    assert until(lambda: eve.gone)
    assert not ten.gone
    assert house.admin("unban", "10.0.0.1")["text"].startswith("Banned no more: 10.0.0.1, ")
    assert house.admin("bans")["bans"] == []
    eve = house.come("eve", address="10.0.0.1")
    assert house.admin("kick", "EVE")["text"] == "Ended 1 line (eve), of the person eve."
    number = str(house.admin("who")["who"][-1]["session"])
    said = house.admin("ban", number)["text"]
    assert said.startswith(f"The session {number} may come in no more. Banned: 10.0.0.7.")
    assert until(lambda: guest.gone)
    assert "Banned: SHA256:ten." in house.admin("ban", "SHA256:ten")["text"]
    assert until(lambda: ten.gone)
    with pytest.raises(NotAdmitted, match=r"No line of the address 10\.9\.9\.9 is in"):
        house.admin("kick", "10.9.9.9")


def test_whoever_comes_is_told_why(house: House) -> None:
    house.come("Ana")
    with pytest.raises(NotAdmitted, match=r'"admin" means something else .* As in: ssh NAME@HOST'):
        house.come("аdmin")
    with pytest.raises(NotAdmitted, match=r"а-na cannot be told apart from Ana"):
        house.come("а-na")
    assert house.come("Ana").me.name == "Ana"


# -- what a server is called by those who come to it -----------------------------------


@pytest.mark.parametrize(
    ("server", "host", "port", "command"),
    [
        ("games.example.org", "games.example.org", 22, "ssh -t games.example.org join-X"),
        ("games.example.org:2222", "games.example.org", 2222,
         "ssh -t -p 2222 games.example.org join-X"),
        ("192.0.2.1:2022", "192.0.2.1", 2022, "ssh -t -p 2022 192.0.2.1 join-X"),
        ("[2001:db8::1]:2222", "2001:db8::1", 2222, "ssh -t -p 2222 2001:db8::1 join-X"),
    ],
)  # fmt: skip
def test_a_server_is_called_and_reached(server: str, host: str, port: int, command: str) -> None:
    assert split(server) == (host, port)
    assert joined(host, port) == server
    assert ssh(server, "join-X") == command


def test_a_server_that_has_not_said_its_name() -> None:
    assert ssh("", "games", terminal=False) == "ssh HOST games"
    assert ssh("a:2222", user="ana+X", terminal=False) == "ssh -p 2222 ana+X@a"


@pytest.mark.parametrize(
    "said", ["", "-oProxyCommand=x", "a b", "a:0", "a:70000", "a:x", "2001:db8::1", "a;b", "a\n"]
)
def test_other_words_are_no_address(said: str) -> None:
    with pytest.raises(ValueError, match="HOST"):
        split(said)
