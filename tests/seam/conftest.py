"""Registers the expansion for the tests of this folder."""

from __future__ import annotations

from elgrande.content.expansion import register
from seam import LATE, SEAM

register(SEAM)
register(LATE)
