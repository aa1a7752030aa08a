"""The app of a visitor of a server: what is there is a table, and behind it the lobby."""

from __future__ import annotations

from elgrande.app.app import ElGrande

NOWHERE = "ssh HOST plain makes and joins games, ssh HOST games lists them, ssh -t HOST GAME plays."
"""What is said where no game was asked for."""


class ServedApp(ElGrande):
    """Ends where the app at home goes to its menu: that is full of files."""

    def open_menu(self, note: str = "") -> None:
        """End, and say why on the terminal."""
        self.exit(0, message=note or NOWHERE)
