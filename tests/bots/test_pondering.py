"""Thinking while people think: what comes of it, and that nobody waits for it."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from asking import ask

import elgrande
from elgrande.bots import marshal as marshals
from elgrande.bots.bot import Ahead, Ponderer, Request
from elgrande.bots.marshal import Marshal, next_views
from elgrande.bots.outlook import Outlook
from elgrande.bots.runner import BotInside, BotProcess
from elgrande.bots.squire import Squire
from elgrande.bots.steward import Steward
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from patience import until

Install = Callable[[str], None]
Processes = Callable[..., BotProcess]


def before_a_choice() -> tuple[State, int]:
    """Return where somebody is in the middle of a turn and another one is to come; that one."""
    state = Setup.of(3, seed=4).start()
    player = BotInside("steward", 4)
    for entry in itertools.count():
        seat = state.owing()[0]
        if state.round == 2 and state.stack[-1].step == "place" and state.to_come:
            return state, state.to_come[0]
        state.apply(seat, player.choose(state.view(seat), entry).code)
    raise AssertionError


def ahead(state: State, seat: int, answers: int = 10**6) -> Ahead:
    """Return what lets a bot think until it has asked so often whether it is wanted."""
    left = itertools.count(answers, -1)
    return Ahead(state.view(seat), 12, Generator.seeded(3), lambda: next(left) > 0)


def asked(state: State, view_of: int) -> Request:
    view = state.view(view_of)
    return Request(view, view.decision(view_of), (), 12, Generator.seeded(8))


def foreseen(state: State, seat: int) -> State:
    """Return the first position that is foreseen, as the game would come to it."""
    outlook = Outlook(state.view(seat), seat)
    return next(iter(next_views(outlook, ahead(state, seat)))).sample(Generator.seeded(5))


def test_what_was_foreseen_is_answered_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = before_a_choice()
    bot = Marshal()
    bot.ponder(ahead(state, seat))
    then = foreseen(state, seat)
    assert then.owing() == (seat,)

    def no_search(*_: object, **__: object) -> None:
        raise AssertionError("it was searched again")

    monkeypatch.setattr(marshals, "race", no_search)
    answer = bot.choose(asked(then, seat))
    assert answer.code in then.legal(seat)
    then.apply(seat, answer.code)
    if then.owing() == (seat,) and len(then.legal(seat)) > 1 and then.actor == seat:
        assert bot.choose(asked(then, seat)).code in then.legal(seat), "its plan goes on"


def test_another_position_is_thought_of_as_if_nothing_had_been() -> None:
    """And thinking ahead changes nothing but the time that it takes."""
    state, seat = before_a_choice()
    bot, other = Marshal(), Marshal()
    bot.ponder(ahead(state, seat))
    elsewhere = foreseen(state, seat)
    elsewhere.board[elsewhere.rules.at_score + (seat + 1) % 3] += 5
    assert bot.choose(asked(elsewhere, seat)) == other.choose(asked(elsewhere, seat))


@pytest.mark.parametrize("answers", [0, 1, 5, 40])
def test_whoever_is_wanted_keeps_nothing_half_found(answers: int) -> None:
    state, seat = before_a_choice()
    bot = Marshal()
    bot.ponder(ahead(state, seat, answers))
    then = foreseen(state, seat)
    assert bot.choose(asked(then, seat)) == Marshal().choose(asked(then, seat))


def test_it_is_the_marshal_who_ponders() -> None:
    assert isinstance(Marshal(), Ponderer)
    assert not isinstance(Steward(), Ponderer)
    assert not isinstance(Squire(), Ponderer)


PONDERING = """
from elgrande.bots.bot import Answer
import pathlib
class Bot:
    begun = 0
    def ponder(self, ahead):
        self.begun += 1
        pathlib.Path({mark!r}).write_text(str(self.begun))
        while True: pass
    def choose(self, request):
        return Answer(request.decision.codes[0], f"Pondered {{self.begun}} times.")
"""


def test_a_question_breaks_off_whoever_ponders_for_ever(
    state: State, bot: Install, processes: Processes, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    bot(PONDERING.format(mark=str(mark)))
    runner = processes()
    runner.ponder(state.view(0), 1)
    assert ask(runner, state).reason == "Pondered 0 times.", "it was not there before"
    for times in ("1", "2"):
        runner.ponder(state.view(0), 1)
        until(lambda times=times: mark.exists() and mark.read_text() == times)
        move = ask(runner, state)
        assert not move.notice
        assert move.reason == f"Pondered {times} times."


def test_a_bot_that_cannot_is_told_nothing(
    state: State, bot: Install, processes: Processes
) -> None:
    answer = "return Answer(request.decision.codes[0], 'Well.')"
    head = "from elgrande.bots.bot import Answer\nclass Bot:\n"
    bot(f"{head}    def choose(self, request):\n        {answer}\n")
    runner = processes()
    assert ask(runner, state).reason == "Well."
    assert not runner.ponders
    runner.ponder(state.view(0), 1)
    assert ask(runner, state).reason == "Well."


@pytest.mark.long
def test_nobody_ponders_in_a_series_or_on_a_server() -> None:
    """Only the app's own table lets bots think while people do."""
    home = Path(elgrande.__file__).parent
    callers = {
        path.relative_to(home).as_posix()
        for path in home.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "ponder"
    }
    assert callers == {
        "app/answering/bot_answers.py", "table/host.py", "bots/process.py",
    }  # fmt: skip
