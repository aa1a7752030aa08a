"""The settings of who plays on a server: its lobby keeps them, under their name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from elgrande.app.settings import schema
from elgrande.lobby import Denied, LobbyClient
from elgrande.table.chair import Gone

if TYPE_CHECKING:
    from elgrande.app.settings.schema import Settings


class InLobby:
    """With the lobby of a server, under one's name; a guest's hold until they leave."""

    name = "what the server keeps"

    def __init__(self, client: LobbyClient) -> None:
        self._client = client

    def load(self, themes: tuple[str, ...]) -> Settings:
        """Ask for them; the usual ones hold where nobody answers."""
        data: dict[str, Any] = {}
        with suppress(Denied, Gone):
            data = self._client.settings()
        return schema.read(data, self.name, themes)

    def save(self, settings: Settings) -> None:
        """Send them."""
        try:
            self._client.keep_settings(schema.plain(settings))
        except (Denied, Gone) as error:
            raise OSError(0, str(error).rstrip(".")) from None
