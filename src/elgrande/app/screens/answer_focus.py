"""Where the keyboard goes on a board with a prompt: to the answer, or from pane to pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen

    from elgrande.app.answering.answering import Answering
    from elgrande.app.board.view import BoardView
    from elgrande.app.panes.prompt import PromptPane


def to_answer(screen: Screen[object], now: Answering, board: BoardView, prompt: PromptPane) -> None:
    """Put the keyboard where the answer is given; a small window turns to that tab."""
    if now.offer.targets:
        screen.set_focus(board.map)
        board.show_tab(0 if now.decision.card >= 0 else board.tab)
    elif "card" in now.offer.verbs:
        board.show_tab(0)
        screen.set_focus(board.cards if board.cards.chooses else prompt)
    elif now.decision.step == "power" and board.cards.chooses:
        board.show_tab(0)
        screen.set_focus(board.cards)
    else:
        if now.decision.step == "power":
            board.turn_to("courts")
        screen.set_focus(prompt)


def to_next(screen: Screen[object], board: BoardView, way: int) -> None:
    """Put the keyboard into the next pane, the prompt being the last; a small window shows it."""
    names = (*board.stops, "prompt")
    focused = screen.focused
    here = focused.id if focused is not None else None
    at = names.index(here or "prompt") if here is None or here in names else 0
    name = names[(at + way) % len(names)]
    board.turn_to(name)
    screen.set_focus(screen.query_one(f"#{name}"))
