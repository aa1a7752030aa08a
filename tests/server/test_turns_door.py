"""The door behind which somebody learns where it is their turn."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from elgrande.lobby.records import RUNNING, GameLine
from elgrande.server.request import SessionRequest, request_of
from elgrande.server.served import SESSIONS


def test_only_games_that_wait_for_one_or_invite_one_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert request_of("turns") == SessionRequest("turns")
    other = GameLine("rome", RUNNING, "1996", (), ())
    games = (replace(other, name="lisbon", waits=True), replace(other, name="oslo", invites=True))
    client: Any = SimpleNamespace(games=lambda: (*games, other))
    assert SESSIONS["turns"](client, "") == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["lisbon", "oslo"]
    assert ["; it waits for you" in told[0], "; it invites you" in told[1]] == [True, True]
