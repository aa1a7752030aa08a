"""A visitor of the server: asyncssh's client, with a key that nobody else has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import asyncssh
from small_host import SmallHost

from elgrande.server.front import Front


@dataclass
class Served:
    """A front that listens, what it told its sysop, and the host behind it."""

    front: Front
    port: int
    events: list[dict[str, Any]]
    host: SmallHost | None

    def connect(self, name: str = "ana", **options: Any) -> Any:
        """Return a connection to be entered; ``client_keys`` are new ones if none are given."""
        options.setdefault("client_keys", [asyncssh.generate_private_key("ssh-ed25519")])
        return asyncssh.connect(
            "127.0.0.1", self.port, username=name, known_hosts=None, config=None,
            agent_path=None, **options,
        )  # fmt: skip

    async def run(self, words: str | None = None, *, name: str = "ana", **options: Any) -> Any:
        """Return what comes of ``ssh HOST words``: its status and its two outputs."""
        async with self.connect(name) as connection:
            return await connection.run(words, **options)

    def said(self, what: str) -> list[dict[str, Any]]:
        """Return the events of one kind."""
        return [event for event in self.events if event["event"] == what]
