"""A real browser without a window, told what to do through two pipes (its DevTools protocol)."""

from __future__ import annotations

import base64
import json
import os
import selectors
import subprocess
from typing import Any

from patience import PATIENCE

KEYS = {"ArrowLeft": 37, "ArrowRight": 39}
SHIFT = 8


class Browser:
    """A page in a browser: what it asked for, what it complained of, what is seen of it."""

    def __init__(self, folder: str) -> None:
        here, theirs = os.pipe(), os.pipe()
        # The browser reads from 3 and writes to 4, wherever these are now.
        command = [
            os.environ["TEST_BROWSER"], "--headless=new", "--no-sandbox", "--disable-gpu",
            "--remote-debugging-pipe",
            "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={folder}", "about:blank",
        ]  # fmt: skip
        shell = f'exec 3<&{here[0]} 4>&{theirs[1]}; exec "$@"'
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "browser", *command], pass_fds=(here[0], theirs[1]),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(here[0])
        os.close(theirs[1])
        self._to, self._from = here[1], theirs[0]
        self._asked = 0
        self._rest = b""
        self.events: list[dict[str, Any]] = []
        target = self._page()
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for name in ("Page", "Runtime", "Network", "Log", "DOM"):
            self.tell(f"{name}.enable")

    def _page(self) -> str:
        targets = self._call("Target.getTargets")["targetInfos"]
        known = [one["targetId"] for one in targets if one["type"] == "page"]
        return (
            known[0] if known else self._call("Target.createTarget", url="about:blank")["targetId"]
        )

    _session = ""

    def tell(self, method: str, **fields: Any) -> dict[str, Any]:
        """Carry out a command of the protocol on the page."""
        return self._call(method, **fields)

    def _call(self, method: str, **fields: Any) -> dict[str, Any]:
        self._asked += 1
        message: dict[str, Any] = {"id": self._asked, "method": method, "params": fields}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == self._asked:
                assert "error" not in told, (method, told["error"])
                return dict(told["result"])
            self.events.append(told)

    def _next(self) -> dict[str, Any]:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._from, selectors.EVENT_READ)
            while b"\0" not in self._rest:
                assert waiting.select(PATIENCE), "the browser says nothing"
                more = os.read(self._from, 1 << 20)
                assert more, "the browser has ended"
                self._rest += more
        first, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(first))

    # -- the page ----------------------------------------------------------

    def open(self, address: str) -> None:
        """Open a page, and return once it is there."""
        self.events.clear()
        self.tell("Page.navigate", url=address)
        while not any(one.get("method") == "Page.loadEventFired" for one in self.events):
            self.events.append(self._next())

    def size(self, width: int, height: int = 900, *, dark: bool = False) -> None:
        """Change the window, and whether the reader likes it dark."""
        self.tell(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.tell("Emulation.setEmulatedMedia", features=[scheme])

    def script(self, text: str) -> Any:
        """What an expression comes to in the page; a promise is waited for."""
        told = self.tell("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def until(self, text: str) -> None:
        """Wait until an expression holds in the page, however busy the machine is."""
        look = "(look) => new Promise((go) => { const on = () => look() ? go(true) : "
        look += "requestAnimationFrame(on); on(); })"
        assert self.script(f"({look})(() => {text})")

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key and let it go."""
        code = KEYS.get(key) or ord(key)
        for kind in ("rawKeyDown", "keyUp"):
            self.tell(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                modifiers=SHIFT * shift,
            )  # fmt: skip

    def click(self, x: float, y: float) -> None:
        """Click at a point of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, *, whole: bool = False) -> bytes:
        """The page as PNG; ``whole``: also what one would have to scroll to."""
        told = self.tell("Page.captureScreenshot", captureBeyondViewport=whole)
        return base64.b64decode(told["data"])

    @property
    def requests(self) -> list[str]:
        """What was asked for since the page was opened."""
        return [
            one["params"]["request"]["url"]
            for one in self.events
            if one.get("method") == "Network.requestWillBeSent"
        ]

    @property
    def complaints(self) -> list[dict[str, Any]]:
        """What the console was told, and what went wrong in scripts."""
        kinds = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [one for one in self.events if one.get("method") in kinds]

    def close(self) -> None:
        """End it."""
        os.close(self._to)
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._from)
