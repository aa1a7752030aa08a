"""The administrator's calls: which words each takes, and that each says what it did to what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from houses import Told, wish

from elgrande.server import control
from elgrande.server.control import CALLS, NotAdmitted, Visitor
from patience import until

if TYPE_CHECKING:
    from houses import House

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
WAYS = [
    f"{call} {way}".strip() for call, (usage, _) in CALLS.items() for way in usage.split(" or ")
]
KEY = f"SHA256:{'k' * 43}"


@pytest.mark.parametrize("way", WAYS)
def test_every_call_is_on_the_page_with_its_words(way: str) -> None:
    assert f"`{way}`" in PAGE


@pytest.mark.parametrize(
    "said",
    [
        "kick", "ban", "unban", "who ana",
        "stats 1", "games ana ben", "hand toledo", "hand toledo red extra", "delete",
        "end by", "forget", "drain 1 2", "drain off 2", "wall",
        "rekey", "reindex now", "bans ana",
    ],
)  # fmt: skip
def test_words_too_many_or_too_few_are_refused(said: str, house: House) -> None:
    house.come("ana")
    call = said.split()[0]
    asks = "There is no game by" if said == "end by" else f"Say it so: elgrande admin {call}"
    with pytest.raises(NotAdmitted, match=asks):
        house.admin(*said.split())


def test_what_is_unknown_is_named(house: House) -> None:
    for said in ("games eve", "delete by eve", "forget eve", "rekey eve"):
        with pytest.raises(NotAdmitted, match="Nobody is called eve here"):
            house.admin(*said.split())
    with pytest.raises(NotAdmitted, match="Nobody called eve is in"):
        house.admin("kick", "eve")
    with pytest.raises(NotAdmitted, match=r"No guest is in\. Say whom"):
        house.admin("ban", "guest")
    for said in ("delete nogame", "end nogame", "hand nogame red"):
        with pytest.raises(NotAdmitted, match="There is no game nogame here"):
            house.admin(*said.split())
    with pytest.raises(NotAdmitted, match="Everybody is let in already"):
        house.admin("drain", "off")
    with pytest.raises(NotAdmitted, match="Nobody is called SHA256:abc"):
        house.admin("ban", "SHA256:abc")
    assert KEY in house.admin("ban", KEY)["text"]


def test_a_ban_says_what_is_banned(house: House) -> None:
    house.come("ana", address="127.0.0.9")
    wide = house.admin("ban", "127.0.0.52/255.255.255.0")["text"]
    assert "Banned: 127.0.0.0/24, ana, SHA256:ana. Ended 1 line (ana)." in wide
    with pytest.raises(NotAdmitted, match=r"banned still, as part of 127\.0\.0\.0/24"):
        house.admin("unban", "127.0.0.53")
    with pytest.raises(
        NotAdmitted, match=r"^Of 127\.0\.0\.0/16 these are banned still: 127\.0\.0\.0/24"
    ):
        house.admin("unban", "127.0.0.0/16")
    house.admin("ban", "127.0.0.53")
    assert "banned still" in house.admin("unban", "127.0.0.53")["text"]
    assert house.admin("bans")["bans"][0]["since"].endswith("Z")
    house.admin("unban", "127.0.0.0/24")
    house.come("ana", address="127.0.0.9")
    assert "Banned: ana, SHA256:ana." in house.admin("ban", "ana")["text"]
    assert (
        "Banned still, until you unban it: SHA256:ana, ana" in house.admin("forget", "ana")["text"]
    )


def test_guests_are_one_word(house: House) -> None:
    for n in range(3):
        house.come("guest", address=f"192.0.2.{n}")
    ana = house.come("ana", address="192.0.2.0")
    house.come("guest", address="192.0.2.9").make(wish("me", "random", listed=False))
    (row,) = [row for row in house.admin("costs")["costs"] if row["games"]]
    assert (row["account"], row["waiting"] in (0, 1)) == ("192.0.2.9", True)
    assert len(house.admin("games", row["account"])["games"]) == 1, "it is a word for other calls"
    assert house.admin("kick", "guest")["text"].startswith("Ended 4 lines (guest ")
    until(lambda: len(house.host.sessions) == 1)
    assert not ana.gone
    house.come("guest", address="192.0.2.5")
    assert "Banned: 192.0.2.5. Ended 1 line" in house.admin("ban", "guest")["text"]


def test_several_are_named_in_one_call(house: House) -> None:
    games = [house.come("ana").make(wish("me", "anybody")).game.name for _ in range(2)]
    assert house.admin("delete", *games)["text"].startswith("Deleted 2 games (")
    house.come("bo", address="192.0.2.1")
    assert house.admin("kick", "ana", "bo", "eve")["text"].startswith("Ended 3 lines (")
    house.come("guest", address="192.0.2.5")
    said = house.admin("ban", "192.0.2.5", "192.0.2.6")["text"]
    assert "Banned: 192.0.2.5, 192.0.2.6. Ended 1 line" in said
    assert house.admin("unban", "192.0.2.5", "192.0.2.6", "192.0.2.7")["text"]
    assert house.admin("bans")["bans"] == []
    with pytest.raises(NotAdmitted, match="Nobody is called eve"):
        house.admin("forget", "ana", "eve")
    assert house.admin("forget", "ana", "bo")["text"].count("is forgotten") == 2


def test_with_an_address_go_the_names_of_a_day_wherever_they_are(house: House) -> None:
    house.come("ana", address="192.0.2.1")
    house.come("ana", address="192.0.2.200")
    house.come("cleo", address="192.0.2.3")
    said = house.admin("ban", "192.0.2.1")["text"]
    assert "Banned: 192.0.2.1, ana, SHA256:ana. Ended 2 lines (ana, ana)." in said
    with pytest.raises(NotAdmitted):
        house.come("ana", address="192.0.2.77")
    house.admin("unban", "192.0.2.1")
    house.come("ana", address="192.0.2.77")
    assert house.admin("kick", "192.0.2.1")["text"].startswith("Ended 1 line (ana)")
    assert "ana is forgotten" in house.admin("forget", "by", "192.0.2.1", "192.0.2.2")["text"]


def test_games_of_all_guests_go_in_one_call(house: House) -> None:
    kept = house.come("ana").make(wish("me", "anybody")).game.name
    house.come("guest", address="192.0.2.9").make(wish("me", "random", listed=False))
    assert house.admin("delete", "by", "guest")["text"].startswith("Deleted 1 game (")
    assert [row["name"] for row in house.admin("games")["games"]] == [kept]


def test_a_drain_that_is_off_is_told_to_everybody(house: House) -> None:
    told = Told(house.come("ana"))
    house.admin("drain", "600")
    assert "stops in 600 seconds" in told.wait("house").text
    house.admin("drain", "off")
    assert told.wait("house").text == "The server does not stop after all; play on."


def test_a_seat_or_a_game_is_given_to_bots_where_that_can_be(house: House) -> None:
    ana = house.come("ana")
    waits = ana.make(wish("me", "anybody")).game.name
    game = ana.make(wish("me", "random", short=True)).game.name
    for call in ("end {}", "hand {} red"):
        with pytest.raises(NotAdmitted, match="has not begun; delete it instead"):
            house.admin(*call.format(waits).split())
    with pytest.raises(NotAdmitted, match=r"random plays blue in .* already"):
        house.admin("hand", game, "blue")
    with pytest.raises(NotAdmitted, match=r"There is no seat pink in .* red, blue"):
        house.admin("hand", game, "pink")
    said = house.admin("hand", game, "red")["text"]
    assert said.startswith(f"random plays red in {game}, until ana takes the seat back. Bots alone")
    house.admin("end", game)
    until(lambda: ana.room(game).game.state == "finished", "its end")
    for call in ("end {}", "hand {} red"):
        with pytest.raises(NotAdmitted, match="is over"):
            house.admin(*call.format(game).split())
    assert [row["state"] for row in house.admin("games", "ana")["games"]] == ["finished", "open"]
    assert [row["name"] for row in house.admin("games", game)["games"]] == [game]
    assert all("word" not in row for row in house.admin("games")["games"])


def test_who_sits_at_a_deleted_game_is_told_so(house: House) -> None:
    ana = house.come("ana")
    game = ana.make(wish("me", "random")).game.name
    chair = ana.sit(game)
    said = house.admin("delete", game)["text"]
    assert said == f"Deleted 1 game ({game}); what had begun has its save in the bin."
    assert "Whoever runs this server has deleted this game." in str(chair.update())
    assert ("deleted", game) in [(what, facts.get("game")) for what, facts in house.logged]
    assert [row["at"] for row in house.admin("who")["who"]] == [[]]


def test_all_that_somebody_made_goes_at_once(house: House) -> None:
    bo = house.come("bo", address="192.0.2.8")
    for name in ("ana", "anton"):
        client = house.come(name, address="192.0.2.7")
        for _ in range(3):
            client.make(wish("me", "anybody"))
        client.make(wish("me", "random", short=True))
    guest = house.come("guest", address="192.0.2.7")
    guest.make(wish("me", "random", listed=False))
    kept = bo.make(wish("me", "random", short=True)).game.name
    assert house.admin("delete", "by", "ana")["text"].startswith("Deleted 4 games (")
    assert house.admin("delete", "by", "192.0.2.0/29")["text"].startswith("Deleted 5 games (")
    assert [row["name"] for row in house.admin("games")["games"]] == [kept]
    assert house.admin("delete", "by", "ana")["text"].startswith("Deleted 0 games;")
    assert f"Bots play 1 game ({kept})" in house.admin("end", "by", "bo")["text"]
    until(lambda: bo.room(kept).game.state == "finished", "its end")
    assert house.admin("delete", "by", "bo")["text"].startswith("Deleted 0 games;"), "it is over"
    assert [row["name"] for row in house.admin("games", "bo")["games"]] == [kept]


def test_who_is_connected_without_a_session_is_shown(house: House) -> None:
    house.come("ana", address="192.0.2.1")
    unused = [Visitor("ana", "SHA256:ana", "192.0.2.9"), Visitor("guest", "", "192.0.2.7")]
    unused.append(Visitor("", "", "192.0.2.8"))
    control.here(house.options.control, unused, {"connections": 3})
    rows = [(row["name"], row["address"], row["at"]) for row in house.admin("who")["who"]]
    assert rows[1:] == [
        ("ana", "192.0.2.9", ["no session", "SHA256:ana"]),
        ("guest", "192.0.2.7", ["no session", "no key"]),
        ("logging in", "192.0.2.8", ["no session", "no key"]),
    ]
    costs = house.admin("costs")["costs"]
    assert [sum(row[what] for row in costs) for what in ("unused", "logging_in")] == [2, 1]
    assert "Banned: 192.0.2.7." in house.admin("ban", "guest")["text"]
    assert "elgrande_front_connections 3" in house.admin("stats")["text"]


def test_a_new_key_gets_in_from_elsewhere(house: House) -> None:
    """Where people come from this machine, too, a command with its own address is no use."""
    house.come("ana", server="127.0.0.1:2222")
    assert "ssh -t -p 2222 ana+" in (text := house.admin("rekey", "ana")["text"])
    assert text.endswith("@HOST")
    house.come("bo", server="192.0.2.1:2222")
    house.come("eve", server="[::1]:2222")
    assert house.admin("rekey", "eve")["text"].endswith("@192.0.2.1")


def test_who_is_called_like_an_address_is_forgotten_and_nobody_from_there(house: House) -> None:
    """Somebody may have had such a name before nobody could."""
    house.do(lambda: house.host.lobby.people._add("10.0.0.1", "SHA256:ten"))
    ten = house.come("ten", address="192.0.2.1")
    eve = house.come("eve", address="10.0.0.1")
    assert "ended. Within" in house.admin("rekey", "10.0.0.1")["text"]
    assert until(lambda: ten.gone)
    house.admin("forget", "10.0.0.1")
    assert not eve.gone
    assert len(house.host.sessions) == 1


def test_reindex_says_what_is_gained(house: House) -> None:
    house.come("ana")
    house.admin("reindex")
    facts = until(lambda: [facts for what, facts in house.logged if what == "indexed"])[-1]
    assert (facts["games"], facts["keys"]) == (0, 0)


def test_who_is_called_like_one_forgotten_has_not_made_their_games(house: House) -> None:
    dora, ana = house.come("dora"), house.come("ana")
    game = dora.make(wish("me", "anybody")).game.name
    ana.join(game)
    house.admin("forget", "dora")
    until(lambda: dora.gone)
    again = house.come("dora", key="another")
    assert house.admin("games", "dora")["games"] == []
    costs = {row["account"]: row["games"] for row in house.admin("costs")["costs"]}
    assert (costs["dora"], costs["nobody"]) == (0, 1)
    assert [line.owner for line in ana.games()] == [""]
    assert not any(line.mine for line in again.games())
