"""A Chair that is closed, or whose table is gone, and a save that fails: a reply each time."""

from __future__ import annotations

import errno
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playing import setup

from chairs import loopback, wired
from elgrande.rules import State
from elgrande.saves import Paths, SaveError, Store, savefile
from elgrande.saves.fs import FileSystem
from elgrande.table import (
    FULL,
    GONE,
    SAVE,
    Chair,
    Desk,
    Entry,
    Gone,
    Look,
    Reply,
    Table,
    load,
    new_game,
    seated,
)
from elgrande.table.saved_game import header
from elgrande.table.table import gesture
from patience import until

LOST = "The connection to the table was lost."


class Wire:
    """Carries messages as JSON, counts them, and breaks when told to.

    ``before`` says whether the message that breaks it still reaches the table.
    """

    def __init__(self, table: Table, breaks: int = -1, *, arrives: bool = False) -> None:
        self.desk = Desk(table)
        self.breaks, self.arrives = breaks, arrives
        self.kinds: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.open = True

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self.call(message["ask"])
        plain = json.loads(json.dumps(message))
        assert plain == message
        if self.open or self.arrives:
            answer = self.desk.handle(plain)
            assert json.loads(json.dumps(answer)) == answer
            self.answers.append(answer)
        if not self.open:
            self.arrives = False
            raise Gone(LOST)
        return answer

    def subscribe(self, told: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        self.call("subscribe")
        if not self.open:
            raise Gone(LOST)

        def tell(message: dict[str, Any]) -> None:
            assert json.loads(json.dumps(message)) == message
            if self.open:
                told(message)

        stop = self.desk.subscribe(tell)

        def end() -> None:
            if not self.open:
                raise Gone(LOST)
            stop()

        return end

    def call(self, kind: str) -> None:
        if len(self.kinds) == self.breaks:
            self.open = False
        self.kinds.append(kind)


def life(
    chair: Chair, told: list[dict[str, Any]], between: Callable[[], None] = lambda: None
) -> list[object]:
    """Everything that a client does, and what it got for it."""
    stop = chair.subscribe(told.append)
    got: list[object] = []

    def then(what: Callable[[], Any]) -> Any:
        between()
        got.append(what())
        return got[-1]

    found = then(chair.update)
    look: Look = found if isinstance(found, Look) else Look(**FIRST)
    seat = look.decision.owing[0]
    text = chair.rules.text(look.decision.codes[0])
    then(lambda: chair.update(None))
    then(lambda: chair.peek(seat, [text]))
    then(lambda: chair.begin(seat, [text]))
    then(lambda: chair.undo([seat]))
    then(lambda: chair.redo([seat]))
    then(lambda: chair.send(seat, ["sing"]))
    then(lambda: chair.hand_over(seat, "random"))
    then(lambda: chair.hand_over(seat, "person"))
    then(chair.update)
    then(lambda: chair.moment(seat, 0))
    stop()
    stop()
    then(lambda: chair.update(None))
    return got


def look_now() -> dict[str, Any]:
    found = seated(new_game(setup(3, 2))).update()
    assert isinstance(found, Look)
    return vars(found)


FIRST = look_now()
CALLS = 14


def sentences(got: list[object]) -> set[str]:
    assert all(isinstance(one, Reply) and not one and one.failed == GONE for one in got), got
    return {one.refused for one in got if isinstance(one, Reply)}


def test_every_message_goes_through_json_and_news_too() -> None:
    table = new_game(setup(3, 2))
    wire = Wire(table)
    chair = Chair(wire.ask, wire.subscribe)
    told: list[dict[str, Any]] = []
    got = life(chair, told)
    chair.close()
    assert set(wire.kinds) - {"subscribe"} == set(Desk._HANDLERS)
    assert len(wire.kinds) == CALLS + 1
    assert [type(one) for one in got[:4]] == [Look, Look, Look, Reply]
    assert [bool(one) for one in got[3:9]] == [True, True, True, False, True, True]
    assert {news["kind"] for news in told} == {"command", "undo", "redo", "source"}
    assert all(reply.update == seated(table).update() for reply in got[8:9])  # type: ignore[attr-defined]


@pytest.mark.parametrize("arrives", [False, True], ids=["never came", "no answer"])
@pytest.mark.parametrize("call", range(1, CALLS))
def test_a_connection_lost_at_any_call_is_a_reply(call: int, arrives: bool) -> None:
    table = new_game(setup(3, 2))
    wire = Wire(table, call, arrives=arrives)
    chair = Chair(wire.ask, wire.subscribe)
    told: list[dict[str, Any]] = []
    got = life(chair, told)
    begun = max(0, call - 2)
    assert not any(isinstance(one, Reply) and one.failed for one in got[:begun])
    assert sentences(got[begun:]) == {LOST}
    assert chair.gone == LOST
    # Whoever was listening is told once, and whoever was not is not.
    assert [news for news in told if "gone" in news] == [{"gone": LOST}] * (call < CALLS - 1)
    asked = len(wire.kinds)
    chair.close()
    assert sentences([chair.update(0)]) == {LOST}
    assert len(wire.kinds) == asked, "a line that is lost is not tried again"
    assert not table.closed


def test_no_chair_is_made_at_a_table_that_cannot_be_reached() -> None:
    table = new_game(setup(3, 2))
    wire = Wire(table, 0)
    with pytest.raises(Gone, match="lost"):
        Chair(wire.ask, wire.subscribe)
    table.close()
    with pytest.raises(Gone, match="closed"):
        seated(table)


@pytest.mark.parametrize("make", [seated, loopback, wired])
@pytest.mark.parametrize("ends", ["table", "chair"])
@pytest.mark.parametrize("at", range(12))
def test_a_table_or_chair_closed_before_any_call(
    at: int, ends: str, make: Callable[[Table], Chair]
) -> None:
    table = new_game(setup(3, 2))
    chair, other = make(table), make(table)
    told: list[dict[str, Any]] = []
    left = at

    def between() -> None:
        nonlocal left
        if left == 0:
            (table if ends == "table" else chair).close()
        left -= 1

    got = life(chair, told, between)
    assert not any(isinstance(one, Reply) and one.failed for one in got[:at])
    (sentence,) = sentences(got[at:])
    assert sentence.endswith(".")
    expected = [{"gone": sentence}] if ends == "table" and at < 11 else []
    # Over a socket news comes in a thread of its own.
    until(lambda: len([news for news in told if "gone" in news]) >= len(expected))
    assert [news for news in told if "gone" in news] == expected
    # The others play on where one has left, and nowhere once the table is closed.
    assert isinstance(other.update(), Reply) == (ends == "table")
    chair.close()
    chair.close()


def test_after_leaving_nothing_is_told() -> None:
    table = new_game(setup(3, 2))
    chair = loopback(table)
    told: list[object] = []
    chair.subscribe(told.append)
    chair.close()
    seat = table.state.owing()[0]
    table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
    table.close()
    assert told == []
    assert table._subscribers == []


def test_a_spectator_s_log_grows_as_that_of_a_chair_that_comes_anew() -> None:
    """Over undo, redo and other seats: only what is new is told, and it comes to the same."""
    table = new_game(setup(3, 4, house={"undo": "free"}))
    chair, rng = loopback(table), random.Random(4)
    for turn in range(60):
        for seat in (None, 0, 1, 2):
            if rng.random() < 0.5:
                update, fresh = chair.update(seat), loopback(table).update(seat)
                assert update == fresh
                assert isinstance(update, Look)
                assert list(update.log) == table.events(seat)
                assert list(update.public) == table.events(None)
                assert update.after(turn) == table.events(seat, turn)
        if rng.random() < 0.2 and table.can_undo(range(3)):
            table.undo(range(3))
            if rng.random() < 0.5:
                table.redo(range(3))
        seat = rng.choice(table.state.owing())
        reply = chair.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
        assert reply.update == loopback(table).update()


@pytest.mark.parametrize("make", [seated, loopback, wired])
def test_who_listens_too_late_is_told_at_once(make: Callable[[Table], Chair]) -> None:
    """Nobody waits for news of a table that was closed before."""
    table = new_game(setup(3, 2))
    chair = make(table)
    table.close()
    told: list[dict[str, Any]] = []
    stop = chair.subscribe(told.append)
    until(lambda: told)
    assert told == [{"gone": chair.gone}]
    assert chair.gone
    stop()
    assert chair._listeners == {}


def test_news_that_is_lost_while_it_is_asked_for_is_stopped() -> None:
    """The line answers, and says in the same breath that the table is gone."""
    desk, ended = Desk(new_game(setup(3, 2))), []

    def subscribe(told: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        told({"gone": LOST})
        return lambda: ended.append(True)

    chair = Chair(desk.handle, subscribe)
    told: list[dict[str, Any]] = []
    chair.subscribe(told.append)
    assert (told, ended, chair._listeners) == ([{"gone": LOST}], [True], {})


def fault(*_: object) -> None:
    raise ZeroDivisionError


def test_a_listener_that_fails_keeps_nothing_from_the_others(tmp_path: Path) -> None:
    """They hear of the answer, and of the end; the save is let go of, and all is in it."""
    table = saved(tmp_path, FailingDisk())
    heard: list[object] = []
    table.subscribe(fault, fault)
    table.subscribe(heard.append, lambda: heard.append("gone"))
    loopback(table).subscribe(heard.append)
    seat = table.state.owing()[0]
    with pytest.raises(ZeroDivisionError):
        table.send(seat, ["power 9"])
    entry = table.history.entries[1]
    assert heard[0] == entry
    assert heard[1] == {"changed": 1, "kind": "command"}
    with pytest.raises(ZeroDivisionError):
        table.close()
    assert heard[2] == "gone"
    assert len(heard) == 4
    with Store(Paths(tmp_path)).open("game") as save:
        assert load(save, "game").history.entries[1] == entry


def test_one_that_fails_at_the_loss_keeps_it_from_no_other() -> None:
    wire = Wire(new_game(setup(3, 2)), 3)
    chair = Chair(wire.ask, wire.subscribe)
    told: list[dict[str, Any]] = []
    chair.subscribe(fault)
    chair.subscribe(told.append)
    with pytest.raises(ZeroDivisionError):
        chair.update()
    assert told == [{"gone": LOST}]
    assert isinstance(chair.update(), Reply)


def test_who_has_stopped_listening_is_told_nothing_by_the_news_that_is_on_its_way() -> None:
    table = new_game(setup(3, 2))
    told: list[object] = []
    stops: list[Callable[[], None]] = []
    table.subscribe(lambda _entry: stops[0]())
    stops.append(table.subscribe(told.append))
    table.send(table.state.owing()[0], ["power 9"])
    assert told == []


def test_all_hear_in_order_what_one_that_hears_of_it_does() -> None:
    table = new_game(setup(3, 2))
    heard: list[list[int]] = [[], []]

    def answers(entry: Entry) -> None:
        heard[0].append(entry.n)
        if entry.n < 3:
            seat = table.state.owing()[0]
            table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
            # Not before the others know what it answers.
            assert entry.n + 1 not in heard[1]
        elif entry.n == 3:
            fault(entry)

    table.subscribe(answers)
    table.subscribe(lambda entry: heard[1].append(entry.n))
    with pytest.raises(ZeroDivisionError):
        table.send(table.state.owing()[0], ["power 9"])
    last = table.history.next
    assert heard == [[*range(1, last)]] * 2
    # One that failed keeps no later news back.
    seat = table.state.owing()[0]
    table.send(seat, [table.rules.text(table.state.legal(seat)[0])])
    assert heard == [[*range(1, table.history.next)]] * 2


class FailingDisk(FileSystem):
    """A disk on which the sync or the write fails that is told to, counted from now."""

    left = writes = -1

    def fsync(self, fd: int) -> None:
        self.left -= 1
        if self.left == -1:
            raise OSError(errno.EIO, "input/output error")
        super().fsync(fd)

    def write(self, fd: int, data: bytes) -> int:
        self.writes -= 1
        if self.writes == -1:
            raise OSError(errno.EIO, "input/output error")
        return super().write(fd, data)


def saved(tmp_path: Path, disk: FailingDisk, players: int = 3) -> Table:
    store = Store(Paths(tmp_path), disk)
    made = setup(players, 2)
    save = store.create("game", made.ruleset().version, header(made))
    return new_game(made, save)


COMMANDS: dict[str, Callable[[Chair, int], Reply]] = {
    "send": lambda chair, seat: chair.send(seat, ["power 13"]),
    "begin": lambda chair, seat: chair.begin(seat, ["power 13"]),  # type: ignore[dict-item,return-value]
    "undo": lambda chair, seat: chair.undo([seat]),
    "undo turn": lambda chair, seat: chair.undo([seat], turn=True),
    "redo": lambda chair, seat: chair.redo([seat]),
    "source": lambda chair, seat: chair.hand_over(seat, "random"),
}


@pytest.mark.parametrize("make", [seated, loopback, wired])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_save_that_fails_is_a_reply(
    command: str, make: Callable[[Table], Chair], tmp_path: Path
) -> None:
    disk = FailingDisk()
    table = saved(tmp_path, disk)
    chair = make(table)
    seat = table.state.owing()[0]
    if command in {"undo", "undo turn", "redo"}:
        assert chair.send(seat, ["power 9"])
    if command == "redo":
        assert chair.undo([seat])
    told: list[object] = []
    chair.subscribe(told.append)
    before = chair.update(), table.history.next, list(table.players)
    disk.left = 0
    reply = COMMANDS[command](chair, seat)
    assert reply.failed == SAVE
    # The path is for whoever owns the save.
    assert reply.refused == "The game could not be saved, so play stops here."
    assert table.unsaved is not None
    assert str(tmp_path) in table.unsaved.sentence
    assert (chair.update(), table.history.next, table.players) == before
    assert told == []
    # The table is there, and may be looked at; the save takes no more.
    assert not chair.gone
    assert COMMANDS["source"](chair, seat).failed
    table.close()
    store = Store(Paths(tmp_path))
    with store.open("game") as save:
        # Nobody knows whether what was being written is there; nothing else is.
        kept = load(save, "game").history.entries
        assert kept[: table.history.next] == table.history.entries
        assert len(kept) <= table.history.next + 1


@pytest.mark.parametrize("make", [seated, loopback, wired])
def test_a_full_save_is_a_failure_of_its_own(
    make: Callable[[Table], Chair], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rescue to a copy would not help, so a screen must tell the two apart."""
    table = saved(tmp_path, FailingDisk())
    chair, seat = make(table), table.state.owing()[0]
    with monkeypatch.context() as small:
        small.setattr(savefile, "MAX_SAVE", 10)
        reply = chair.send(seat, ["power 9"])
    assert reply.failed == FULL
    assert "a new game can begin from this position" in reply.refused
    assert str(tmp_path) not in reply.refused
    assert table.unsaved is not None
    assert "new --from" in table.unsaved.sentence
    assert table.history.next == 1
    # It was room alone that was missing.
    assert chair.send(seat, ["power 9"])
    assert table.unsaved is None
    table.close()


def test_what_no_save_can_hold_is_refused_and_play_goes_on(tmp_path: Path) -> None:
    table = saved(tmp_path, FailingDisk())
    chair, seat = loopback(table), table.state.owing()[0]
    log = table.log
    table.log = Unwritable()
    reply = chair.send(seat, ["power 9"])
    assert not reply.failed
    assert "cannot be written into the save" in reply.refused
    table.log = log
    assert chair.send(seat, ["power 9"])
    table.close()


class Unwritable:
    """Takes no record, whatever stands in it."""

    def append(self, kind: str, fields: dict[str, object]) -> object:
        raise SaveError("/home/me/game.toml: record 1 cannot be written.")

    def close(self) -> None:
        """Nothing was opened."""


def before_one_unasked(table: Table) -> tuple[int, str, State]:
    """Play on; return an answer that another follows unasked, and the position between them."""
    chair, rng = loopback(table), random.Random(1)
    while True:
        seat = table.state.owing()[0]
        text = table.rules.text(rng.choice(table.state.legal(seat)))
        state = gesture(table, table.state, seat, [text]).state
        codes = [(s, state.legal(s)) for s in state.owing()]
        if any(len(legal) == 1 and not state.reveals_secret(s) for s, legal in codes):
            return seat, text, state
        assert chair.send(seat, [text])


@pytest.mark.parametrize("make", [seated, loopback, wired])
def test_a_table_closed_over_an_answer_has_taken_it(make: Callable[[Table], Chair]) -> None:
    """What would follow by itself does not; the answer is no less given for that."""
    table = new_game(setup(5, 2))
    seat, text, state = before_one_unasked(table)
    chair, entries = make(table), table.history.next
    table.subscribe(lambda _entry: table.close())
    assert chair.send(seat, [text])
    assert (table.state, table.history.next) == (state, entries + 1)
    assert isinstance(chair.update(), Reply)


@pytest.mark.parametrize(
    "typed",
    ["power\t9", f"power{' ' * 2000}9", "power\N{NO-BREAK SPACE}9"],
    ids=["tab", "long", "no-break space"],
)
def test_a_save_has_an_answer_as_it_is_written_however_it_was_typed(
    typed: str, tmp_path: Path
) -> None:
    """Else a control character would be a save that fails, and play would stop."""
    table = saved(tmp_path, FailingDisk())
    chair, seat = loopback(table), table.state.owing()[0]
    assert chair.send(seat, [typed])
    table.close()
    with Store(Paths(tmp_path)).open("game") as save:
        assert save.records[0].fields["do"] == [f"{table.rules.colours[seat]} power 9"]


def test_no_gesture_is_longer_than_a_save_can_hold(tmp_path: Path) -> None:
    table = saved(tmp_path, FailingDisk())
    chair, seat = loopback(table), table.state.owing()[0]
    reply = chair.send(seat, ["power 9"] * 201)
    assert not reply.failed
    assert "at most 200" in reply.refused
    table.close()


def test_a_save_that_fails_at_an_answer_given_unasked(tmp_path: Path) -> None:
    """The answer before it stands and was told; what would follow by itself does not."""
    disk = FailingDisk()
    table = saved(tmp_path, disk, players=5)
    seat, text, state = before_one_unasked(table)
    chair = loopback(table)
    told: list[dict[str, Any]] = []
    chair.subscribe(told.append)
    entries = table.history.next
    disk.writes = 1
    assert chair.send(seat, [text]).failed == SAVE
    assert [news["changed"] for news in told] == [entries]
    assert table.state == state
    table.close()


def test_an_answer_given_unasked_costs_no_sync_and_is_given_again_after_a_crash(
    tmp_path: Path,
) -> None:
    table = saved(tmp_path, disk := FailingDisk(), players=5)
    seat, text, _ = before_one_unasked(table)
    disk.left, records = 1, table.history.next
    assert loopback(table).send(seat, [text])
    assert table.history.next > records + 1
    state, path = table.state, tmp_path / "saves" / "game.toml"
    table.close()
    data = path.read_bytes()
    # What the disk is sure to have ends before the first of them.
    path.write_bytes(data[: data.rindex(b"\n[[", 0, data.index(b"auto = true", -2000))])
    with Store(Paths(tmp_path)).open("game") as save:
        assert load(save, "game", save).state == state
