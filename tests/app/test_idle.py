"""The bench itself: what ``wait_for_idle`` waits for, and that it never gives up silently."""

from __future__ import annotations

import idle
import pytest
from idle import wait_for_idle
from tables import running, screen_text
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.widgets import Static


class Counting(App[None]):
    """Does things in a moment, one after the other."""

    done = 0

    def step(self) -> None:
        self.done += 1
        if self.done < 3:
            self.set_timer(0.04, self.step)
            self.call_after_refresh(self.refresh)


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (12, 3)])
async def test_a_resize_that_was_put_off_is_waited_for(size: tuple[int, int]) -> None:
    async with running(Counting()) as (app, pilot):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert app._resize_timer is None
        assert app.screen.size == Size(*size)


async def test_what_was_put_off_for_a_moment_is_done() -> None:
    app = Counting()
    async with app.run_test() as pilot:
        app.step()
        await pilot.pause()
        assert app.done == 3


async def test_what_finds_no_rest_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Counting()
    async with app.run_test():
        restless = True

        def again() -> None:
            if restless:
                app.set_timer(0, again)

        again()
        monkeypatch.setattr(idle, "PATIENCE", 0.1)
        try:
            with pytest.raises(TimeoutError, match="the app has found no rest"):
                await wait_for_idle(0, 0)
        finally:
            restless = False


class Painting(App[None]):
    """Says how often it was painted."""

    painted = 0

    def compose(self) -> ComposeResult:
        yield Static("before")

    def post_display_hook(self) -> None:
        self.painted += 1


async def test_what_was_changed_is_painted_once_when_the_app_rests() -> None:
    app = Painting()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert not app.screen._compositor._dirty_regions
        app.painted = 0
        for text in ("one", "two", "after"):
            app.query_one(Static).update(text)
            app.screen._on_timer_update()
        assert app.painted == 0
        await pilot.pause()
        assert app.painted == 1
        assert not app.screen._compositor._dirty_regions
        assert "after" in screen_text(app)  # type: ignore[arg-type]


class Broken(Static):
    """Cannot be painted."""

    def render(self) -> str:
        raise ArithmeticError("no paint")


class Unpaintable(App[None]):
    def compose(self) -> ComposeResult:
        yield Broken()

    def _fatal_error(self) -> None:
        """Ends without a traceback, which takes Textual two seconds."""
        self._close_messages_no_wait()


async def test_what_cannot_be_painted_is_an_error() -> None:
    with pytest.raises(ArithmeticError, match="no paint"):
        async with Unpaintable().run_test() as pilot:
            await pilot.pause()


async def test_a_style_sheet_in_other_colours_is_read_anew() -> None:
    app = Painting()
    async with app.run_test() as pilot:
        seen = set()
        for theme in ("textual-dark", "textual-light", "textual-dark"):
            app.theme = theme
            await pilot.pause()
            seen.add((theme, app.screen.styles.background.hex))
        assert len({colour for _, colour in seen}) == len(seen) == 2
