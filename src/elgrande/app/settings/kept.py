"""Where the settings are kept: in a person's file, or by a lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from elgrande.app.settings import schema

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.app.settings.schema import Settings


class Kept(Protocol):
    """A place for settings; ``name`` is what sentences call it."""

    name: str

    def load(self, themes: tuple[str, ...]) -> Settings:
        """Return what is there; what cannot be used is told in ``notices``."""
        ...

    def save(self, settings: Settings) -> None:
        """Keep them whole, or not at all; OSError if that fails."""
        ...


class InFile:
    """In a TOML file."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path

    def load(self, themes: tuple[str, ...]) -> Settings:
        """Read the file."""
        return schema.load(self._path, themes)

    def save(self, settings: Settings) -> None:
        """Write the file."""
        schema.save(settings, self._path)
