"""What is shown of it."""

from __future__ import annotations

from elgrande.content.display import Display, Sign
from elgrande.rules.effects.black import BLACK

DISPLAY = Display(signs={BLACK: Sign("†", "i")})
