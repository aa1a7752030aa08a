"""Tuples as the lists that JSON and TOML carry, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def listed(values: Iterable[Any]) -> list[Any]:
    """Return nested tuples as nested lists."""
    return [listed(item) if isinstance(item, tuple) else item for item in values]


def tupled(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return nested lists as nested tuples."""
    return tuple(tupled(item) if isinstance(item, list) else item for item in values)
