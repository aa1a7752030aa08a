"""The bench itself: what `wait_for_idle` waits for, and that it never gives up silently."""

from __future__ import annotations

import idle
import pytest
from idle import wait_for_idle
from textual.app import App
from textual.geometry import Size


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
    app = Counting()
    async with app.run_test(size=(80, 24)) as pilot:
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
