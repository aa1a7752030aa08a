"""The log: events alone, each a line of JSON, limited, and whole."""

from __future__ import annotations

import json
import logging
import os
import warnings
from typing import TYPE_CHECKING

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from elgrande.server import control
from elgrande.server.control import HostGone, NotAdmitted, Order, Reception, Visitor
from elgrande.server.events import WARNINGS, event, hear_libraries
from elgrande.server.request import Closed
from patience import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def heard() -> Iterator[None]:
    root = logging.getLogger()
    before = [*root.handlers]
    hear_libraries("front")
    yield
    logging.captureWarnings(False)
    for each in {*root.handlers} - {*before}:
        root.removeHandler(each)


@pytest.mark.usefixtures("heard")
def test_what_libraries_say_is_an_event_and_not_often(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for n in range(3 * WARNINGS):
        logging.getLogger("asyncio").warning("socket.send() raised exception %s.", n)
    warnings.warn("This is old.", stacklevel=1)
    try:
        raise ValueError("of a library")
    except ValueError:
        logging.getLogger("another").exception("It broke.")
    *many, old, broke = map(json.loads, capsys.readouterr().err.splitlines())
    assert len(many) == WARNINGS
    assert (many[0]["part"], many[0]["event"], many[0]["library"]) == (
        "front",
        "warning",
        "asyncio",
    )
    assert many[1]["what"] == "socket.send() raised exception 1."
    assert "This is old." in old["what"]
    assert broke["traceback"][-1] == "ValueError: of a library"


def test_a_long_sentence_keeps_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    event("front", "refused", why=f"{'It is not as it should be. ' * 9}Choose another name.")
    event("front", "refused", why=f"{'It is not as it should be. ' * 90}Choose another name.")
    for line in capsys.readouterr().err.splitlines():
        assert json.loads(line)["why"].endswith("Choose another name.")


@pytest.mark.parametrize("begins", [0.0, 60.0])
async def test_a_front_says_once_why_it_hears_no_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begins: float
) -> None:
    found = [HostGone("gone"), HostGone("gone"), NotAdmitted("another"), HostGone("gone")]
    hosts = [1, 2]

    def hear(folder: Path) -> Iterator[Order]:
        if folder != tmp_path:
            # Another test's reception goes on hearing in its thread.
            raise HostGone("gone")
        if found:
            raise found.pop(0)
        if not hosts:
            raise HostGone("gone")
        hosts.pop()
        yield Order("drain", text="now")
        found.append(HostGone("gone"))

    monkeypatch.setattr(control, "hear", hear)
    monkeypatch.setattr(control.time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(control, "BEGINS", begins)
    orders: list[Order] = []
    reception = Reception(tmp_path, orders.append)
    reception.hear()
    await eventually(lambda: sum(order.kind == "drain" for order in orders) > 1)
    told = [order.text for order in orders if order.kind in ("no host", "drain")]
    # The first one need not be there at once.
    first = ["another"] if begins else ["gone", "another", "gone"]
    assert told[: len(first) + 3] == [*first, "now", "gone", "now"]
    # Until another host is heard, what the last one said is true.
    kinds = [order.kind for order in orders]
    assert kinds[: len(first) + 3] == ["no host"] * len(first) + ["anew", "drain", "no host"]
    with pytest.raises(Closed, match="now"):
        await reception.enter(Visitor("", ""))


def test_whoever_may_not_call_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HostGone, match="start it with"):
        control.admin(tmp_path, "who")

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    class Shut(control.socket.socket):
        connect = denied

    monkeypatch.setattr(control.socket, "socket", Shut)
    with pytest.raises(HostGone, match="This user may not call the server in"):
        control.admin(tmp_path, "who")


async def test_a_front_that_can_start_nothing_says_so_and_tries_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("asyncssh", reason="the extra elgrande[ssh] is not installed")
    from elgrande.server.front import processes

    monkeypatch.setattr(processes, "AGAIN", 0.01)
    said: list[str] = []
    starter = processes.Starter(["/nowhere"], lambda what, why: said.append(f"{what} {why}"))
    starter.begin()
    await eventually(lambda: len(said) > 1)
    assert said[0] == "forkserver /nowhere: no such file or directory"
    await starter.end()
